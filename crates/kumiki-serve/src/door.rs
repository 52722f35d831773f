//! What every request meets before it is routed, and every response on its way out.

use crate::hosts::Hosts;
use axum::body::Body;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{Request, Response, StatusCode};
use subtle::ConstantTimeEq;

/// What the page may do: run its own scripts and ours alone, and talk to nobody else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data: blob:; \
    manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// What all responses say. Nothing in it lets pages of others read them: there is no CORS.
const SEALS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Seals a response.
pub(crate) fn seal(headers: &mut HeaderMap) {
    for (name, value) in SEALS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// A refusal: a status, and why, as an object on a line.
pub(crate) fn refuse(status: StatusCode, why: &str) -> Response<Body> {
    let line = format!("{}\n", serde_json::json!({ "error": why }));
    let mut response = Response::new(Body::from(line));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Why a request is refused whatever it wants, if it is.
pub(crate) fn refusal<B>(hosts: Hosts, request: &Request<B>) -> Option<Response<Body>> {
    let forbidden = |why: &str| Some(refuse(StatusCode::FORBIDDEN, why));
    // Who names a host in the target says the same in `Host`.
    let target = request.uri().authority().map(Authority::as_str);
    let is_for_us = sole(request.headers(), &header::HOST).is_some_and(|host| hosts.is_ours(host));
    if !is_for_us || target.is_some_and(|target| !hosts.is_ours(target)) {
        return forbidden("this is not the host that the request is for");
    }
    let is_foreign = request.headers().contains_key(header::ORIGIN)
        && !sole(request.headers(), &header::ORIGIN)
            .is_some_and(|origin| hosts.is_our_origin(origin));
    if is_foreign {
        return forbidden("pages of others may not ask");
    }
    None
}

/// The value of a header that is there once, if it is plain text.
fn sole<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether a request brings the token.
pub(crate) fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let Some((scheme, given)) =
        sole(headers, &header::AUTHORIZATION).and_then(|value| value.split_once(' '))
    else {
        return false;
    };
    scheme.eq_ignore_ascii_case("bearer") && given.as_bytes().ct_eq(token.as_bytes()).into()
}

/// Whether a request says that its body is JSON.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let kind = sole(headers, &header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split_once(';').map_or(kind, |(kind, _)| kind);
    kind.trim().eq_ignore_ascii_case("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(fields: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        fields.iter().map(pair).collect()
    }

    #[test]
    fn a_token_is_brought_whole_and_once() {
        let is_let_in = |fields: &[_]| has_token(&headers(fields), "abc");
        assert!(is_let_in(&[("authorization", "Bearer abc")]));
        assert!(is_let_in(&[("authorization", "bearer abc")]));
        for bad in ["", "abc", "Bearer", "Bearer ", "Bearer ab", "Bearer abcd", "Bearer  abc"] {
            assert!(!is_let_in(&[("authorization", bad)]), "{bad}");
        }
        assert!(!is_let_in(&[]));
        assert!(!is_let_in(&[("authorization", "Bearer abc"), ("authorization", "Bearer abc")]));
        assert!(!is_let_in(&[("cookie", "abc")]));
    }

    #[test]
    fn only_json_is_json() {
        let is_taken = |kind: &'static str| is_json(&headers(&[("content-type", kind)]));
        assert!(is_taken("application/json") && is_taken("Application/JSON; charset=utf-8"));
        for bad in ["", "text/plain", "application/jsonx", "text/plain;application/json"] {
            assert!(!is_taken(bad), "{bad}");
        }
        assert!(!is_json(&headers(&[])));
    }
}
