//! The page: files that are in the program.
//!
//! A request names one of them exactly, or gets nothing. Its path is never decoded, joined to
//! another or looked up on a disk.

use crate::door::refuse;
use axum::body::Body;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode, Uri};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// All files of the page, each with the path that requests have for it.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file, ready to be sent.
struct Asset {
    bytes: &'static [u8],
    kind: &'static str,
    /// Changes with the bytes.
    tag: HeaderValue,
}

/// The files by their paths.
pub(crate) struct Assets(HashMap<&'static str, Asset>);

impl Assets {
    pub(crate) fn new() -> Self {
        Self(FILES.iter().map(|(path, bytes)| (*path, Asset::new(path, bytes))).collect())
    }

    /// The file that a request names, or that the one who asks has it already.
    pub(crate) fn get(&self, uri: &Uri, headers: &HeaderMap) -> Response<Body> {
        let path = if uri.path() == "/" { "/index.html" } else { uri.path() };
        let Some(asset) = self.0.get(path) else {
            return refuse(StatusCode::NOT_FOUND, "there is no such page");
        };
        let is_known = asset.is_known(headers);
        let mut response =
            Response::new(if is_known { Body::empty() } else { Body::from(asset.bytes) });
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
        headers.insert(header::ETAG, asset.tag.clone());
        // Another version of the program has another page.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}

impl Asset {
    fn new(path: &str, bytes: &'static [u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let tag = HeaderValue::from_str(&tag).expect("hexadecimal digits");
        Self { bytes, kind: kind(path), tag }
    }

    /// Whether whoever asks has named the tag.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let tags = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        let mut tags = tags.into_iter().flat_map(|tags| tags.split(','));
        tags.any(|tag| tag.trim().trim_start_matches("W/") == self.tag)
    }
}

/// What a file is, by the end of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "toml" | "dlx" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(path: &'static str, tags: &[&'static str]) -> Response<Body> {
        let files = [("/index.html", b"<p>".as_slice()), ("/app/main.js", b"1")];
        let assets = files.map(|(path, bytes)| (path, Asset::new(path, bytes)));
        let headers = tags.iter().map(|tag| (header::IF_NONE_MATCH, HeaderValue::from_static(tag)));
        Assets(assets.into()).get(&Uri::from_static(path), &headers.collect())
    }

    #[test]
    fn a_file_is_named_exactly_or_not_found() {
        let kinds = [
            ("/", "text/html; charset=utf-8"),
            ("/index.html", "text/html; charset=utf-8"),
            ("/app/main.js?v=1", "text/javascript; charset=utf-8"),
        ];
        for (path, kind) in kinds {
            let response = get(path, &[]);
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()[header::CONTENT_TYPE], kind, "{path}");
        }
        for path in [
            "/app",
            "/app/",
            "/app/../index.html",
            "/%69ndex.html",
            "//index.html",
            "/./index.html",
            "/app/main.js/",
            "/../../etc/passwd",
            "/tests/page.mjs",
        ] {
            assert_eq!(get(path, &[]).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn what_is_known_is_not_sent_again() {
        let response = get("/", &[]);
        let tag = response.headers()[header::ETAG].to_str().expect("a tag").to_owned();
        assert_ne!(get("/app/main.js", &[]).headers()[header::ETAG], tag.as_str());
        let tag: &'static str = tag.leak();
        let both = format!("\"x\", W/{tag}").leak();
        for (tags, status) in [(tag, 304), (both, 304), ("\"x\"", 200), ("", 200)] {
            assert_eq!(get("/", &[tags]).status().as_u16(), status, "{tags}");
        }
    }

    #[test]
    fn tests_of_the_page_are_not_in_the_program() {
        for (path, _) in FILES {
            assert!(path.starts_with('/') && !path.contains("/tests/"), "{path}");
            assert!(!path.contains("/node_modules/") && !path.contains("/."), "{path}");
        }
    }
}
