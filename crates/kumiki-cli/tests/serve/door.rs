//! Who is let in: hosts, origins, tokens, methods, kinds and sizes.

use crate::client::{known, post, raw, request, send, tiny};
use crate::process::{Server, TOKEN, refused};
use serde_json::json;
use std::fs;

/// Asserts the status of each request: its line, its headers.
fn check(server: &Server, cases: &[(&str, &str, u16)]) {
    for (line, headers, status) in cases {
        let mut response = request(server, line, headers, b"");
        let text = response.text();
        assert_eq!(response.status, *status, "{line} {headers}: {text}");
        assert_sealed(&response.head);
    }
}

/// What every response says, and what none says.
fn assert_sealed(head: &str) {
    for seal in [
        "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
         style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data: blob:; \
         manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n",
        "x-content-type-options: nosniff\r\n",
        "referrer-policy: no-referrer\r\n",
        "cross-origin-resource-policy: same-origin\r\n",
    ] {
        assert!(head.contains(seal), "{seal} is missing in {head}");
    }
    assert!(!head.contains("access-control"), "{head}");
}

#[test]
fn hello_is_told_to_whoever_is_here() {
    let server = Server::start("--threads 3 --memory-limit 1G");
    let mut response = request(&server, "GET /api/hello", "", b"");
    assert_eq!((response.status, response.header("content-type")), (200, Some("application/json")));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    let hello = response.line().expect("an object");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(hello, json!({ "version": version, "threads": 3, "memory_bytes": 1 << 30 }));
}

#[test]
fn requests_for_other_hosts_are_refused_before_anything_else() {
    let server = Server::start("");
    let mut cases = vec![("GET /api/hello", "Host: localhost:PORT\r\n", 200)];
    cases.push(("GET /api/hello", "Host: [::1]:PORT\r\n", 200));
    cases.push(("GET http://127.0.0.1:PORT/api/hello", "", 200));
    for line in ["GET /", "GET /api/hello", "GET /api/ask", "POST /api/stop", "GET /nothing"] {
        for host in [
            "Host: evil.example\r\n",
            "Host: evil.example:PORT\r\n",
            "Host: 127.0.0.1.evil.example:PORT\r\n",
            "Host: 127.0.0.1\r\n",
            "Host: localhost\r\n",
            "Host: localhost:1\r\n",
            "Host: 0.0.0.0:PORT\r\n",
            "Host: user@127.0.0.1:PORT\r\n",
            "Host: \r\n",
            "Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n",
            "Host: 127.0.0.1:PORT\r\nHost: evil.example\r\n",
            "Host: evil.example\r\nHost: 127.0.0.1:PORT\r\n",
            "X-Forwarded-Host: 127.0.0.1:PORT\r\nHost: evil.example\r\n",
        ] {
            cases.push((line, host, 403));
        }
    }
    cases.push(("GET http://evil.example/api/hello", "", 403));
    cases.push(("GET http://evil.example:PORT/", "Host: 127.0.0.1:PORT\r\n", 403));
    cases.push(("GET http://127.0.0.1:PORT/", "Host: evil.example:PORT\r\n", 403));
    cases.push(("CONNECT evil.example:80", "", 403));
    check(&server, &cases);
    let without = send(&server, b"GET /api/hello HTTP/1.1\r\n\r\n");
    assert_eq!(without.status, 403);
    assert_eq!(send(&server, b"GET /api/hello HTTP/1.0\r\n\r\n").status, 403);
}

#[test]
fn pages_of_others_are_refused_whatever_they_bring() {
    let server = Server::start("");
    let mut cases = Vec::new();
    for origin in ["http://127.0.0.1:PORT", "http://localhost:PORT", "http://[::1]:PORT"] {
        cases.push(("GET /api/hello", format!("Origin: {origin}\r\n"), 200));
        cases.push(("POST /api/ask", format!("{}Origin: {origin}\r\n", known()), 400));
    }
    for origin in [
        "null",
        "http://evil.example",
        "http://evil.example:PORT",
        "https://127.0.0.1:PORT",
        "http://127.0.0.1",
        "http://127.0.0.1:PORT.evil.example",
        "http://127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT",
        "file://",
        "",
    ] {
        for line in ["GET /", "GET /api/hello", "POST /api/ask", "OPTIONS /api/ask"] {
            cases.push((line, format!("{}Origin: {origin}\r\n", known()), 403));
        }
    }
    let cases: Vec<_> = cases.iter().map(|(line, head, code)| (*line, &**head, *code)).collect();
    check(&server, &cases);
}

#[test]
fn who_asks_or_stops_brings_the_token() {
    let server = Server::start("");
    let json = "Content-Type: application/json\r\n";
    let wrong = |with: &str| format!("{json}{with}");
    let half = &TOKEN[..TOKEN.len() - 1];
    for path in ["/api/ask", "/api/stop", &format!("/api/ask?t={TOKEN}")] {
        for headers in [
            wrong(""),
            wrong("Authorization: Bearer \r\n"),
            wrong("Authorization: Bearer another-token-for\r\n"),
            wrong(&format!("Authorization: Bearer {half}\r\n")),
            wrong(&format!("Authorization: Bearer {TOKEN}x\r\n")),
            wrong(&format!("Authorization: Basic {TOKEN}\r\n")),
            wrong(&format!("Authorization: {TOKEN}\r\n")),
            wrong(&format!("Cookie: t={TOKEN}\r\n")),
        ] {
            check(&server, &[(&format!("POST {path}"), &headers, 401)]);
        }
    }
    assert!(server.children().is_empty());
}

#[test]
fn methods_and_kinds_are_those_of_the_page() {
    let server = Server::start("");
    let all = known();
    let plain = all.replace("application/json", "text/plain");
    let form = all.replace("application/json", "application/x-www-form-urlencoded");
    let none = all.lines().next().expect("a token").to_owned() + "\r\n";
    let cases = [
        ("GET /api/ask", "", 405),
        ("GET /api/ask", &all, 405),
        ("GET /api/stop", &all, 405),
        ("PUT /api/ask", &all, 405),
        ("DELETE /api/stop", &all, 405),
        ("OPTIONS /api/ask", &all, 405),
        ("TRACE /api/ask", &all, 405),
        ("POST /api/hello", &all, 405),
        ("POST /", &all, 405),
        ("POST /index.html", &all, 405),
        ("POST /api/ask", &plain, 415),
        ("POST /api/ask", &form, 415),
        ("POST /api/stop", &none, 415),
        ("POST /api/ask", &all, 400),
    ];
    check(&server, &cases.map(|(line, headers, status)| (line, headers, status)));
    let bad = [
        "{",
        "[]",
        "null",
        "{}",
        "{\"question\":{}",
        "{\"question\":{}} x",
        "{\"question\":{},\"limits\":{\"time\":0}}",
        "{\"question\":{},\"limits\":{\"time\":-1}}",
        "{\"question\":{},\"limits\":{\"time\":\"1s\"}}",
        "{\"question\":{},\"limits\":{\"memory\":-1}}",
        "{\"question\":{},\"limits\":{\"threads\":1}}",
        "{\"question\":{},\"page\":\"\"}",
        "{\"question\":{},\"page\":\"a b\"}",
        "{\"question\":{},\"argv\":[\"cover\"]}",
        "{\"question\":{},\"text\":\"yes\"}",
        "\u{feff}{}",
    ];
    for body in bad {
        let mut response = request(&server, "POST /api/ask", &all, body.as_bytes());
        let line = response.line().expect("a line");
        assert_eq!(response.status, 400, "{body}: {line}");
        assert!(line["error"].is_string() && response.line().is_none(), "{body}: {line}");
    }
    let deep = format!("{{\"question\":{}", "[".repeat(100_000));
    assert_eq!(request(&server, "POST /api/ask", &all, deep.as_bytes()).status, 400);
    for body in [json!({}), json!({ "job": -1 }), json!({ "job": "1" }), json!({ "job": [1] })] {
        assert_eq!(post(&server, "/api/stop", &body).status, 400, "{body}");
    }
    assert_eq!(post(&server, "/api/stop", &json!({ "job": 7 })).status, 404);
    assert!(server.children().is_empty());
}

#[test]
fn bodies_have_eight_megabytes_at_most() {
    let server = Server::start("");
    let body = json!({ "question": tiny() }).to_string();
    let padded = |bytes: usize| [body.as_bytes(), &vec![b' '; bytes - body.len()]].concat();
    let (fits, too_long) = (padded(8 << 20), padded(9 << 20));
    let mut response = request(&server, "POST /api/ask", &known(), &fits);
    assert_eq!(response.status, 200);
    assert!(response.end()["answer"].is_object());
    let mut response = request(&server, "POST /api/ask", &known(), &too_long);
    assert_eq!(response.status, 413);
    assert!(response.line().expect("a line")["error"].is_string());
    // What does not say its length, and what waits to be asked for it.
    let chunked = format!("{}Transfer-Encoding: chunked\r\n", known());
    let mut chunks = format!("{:x}\r\n", too_long.len()).into_bytes();
    chunks.extend(&too_long);
    chunks.extend(b"\r\n0\r\n\r\n");
    assert_eq!(request(&server, "POST /api/ask", &chunked, &chunks).status, 413);
    let polite =
        format!("{}Expect: 100-continue\r\nContent-Length: {}\r\n", known(), too_long.len());
    assert_eq!(request(&server, "POST /api/ask", &polite, b"").status, 413);
    // Without the token nobody reads it.
    let foreign = "Content-Type: application/json\r\n";
    assert_eq!(request(&server, "POST /api/ask", foreign, &fits).status, 401);
}

#[test]
fn heads_have_sixteen_kilobytes_at_most() {
    let server = Server::start("");
    let fits = format!("X-Fill: {}\r\n", "x".repeat(12 << 10));
    assert_eq!(request(&server, "GET /api/hello", &fits, b"").status, 200);
    let long = format!("X-Fill: {}\r\n", "x".repeat(20 << 10));
    assert_eq!(request(&server, "GET /api/hello", &long, b"").status, 431);
    let many = "X: y\r\n".repeat(300);
    assert_eq!(request(&server, "GET /api/hello", &many, b"").status, 431);
    let path = format!("GET /{}", "x".repeat(20 << 10));
    assert!([414, 431].contains(&request(&server, &path, "", b"").status));
}

#[test]
fn no_path_leads_to_the_disk() {
    let server = Server::start("");
    for path in [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/%252e%252e/etc/passwd",
        "//etc/passwd",
        "///etc/passwd",
        "/etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html/../../etc/passwd",
        "/index.html%00",
        "/%00",
        "/..\\..\\etc\\passwd",
        "/.git/config",
        "/tests/main.rs",
        "/Cargo.toml",
        "/proc/self/environ",
        "/api/../api/ask",
        "/api/",
        "/file:///etc/passwd",
    ] {
        let mut response = request(&server, &format!("GET {path}"), "", b"");
        let text = response.text();
        assert!([400, 404].contains(&response.status), "{path}: {text}");
        assert!(!text.contains("root:"), "{path}: {text}");
    }
    for path in ["/\0", "/index.html\0.js", "etc/passwd", "file:///etc/passwd"] {
        let response = send(&server, &raw(&server, &format!("GET {path}"), "", b""));
        assert!([400, 403, 404].contains(&response.status), "{path:?}: {}", response.status);
    }
}

/// What the page says is tested elsewhere.
#[test]
fn what_is_there_can_be_kept_until_it_changes() {
    let server = Server::start("");
    let page = request(&server, "GET /", "", b"");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let tag = page.header("etag").expect("a tag").to_owned();
    let again = request(&server, "GET /", &format!("If-None-Match: {tag}\r\n"), b"");
    assert_eq!(again.status, 304);
    let head = request(&server, "HEAD /", "", b"");
    assert_eq!(head.status, 200);
    assert_eq!(head.header("etag"), Some(tag.as_str()));
}

#[test]
fn nobody_else_can_reach_it() {
    let server = Server::start("");
    let listens = |file: &str, port: u16| -> Vec<String> {
        let table = fs::read_to_string(file).unwrap_or_default();
        let rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let ours = format!(":{port:04X}");
        let local = rows.filter(|row| row.len() > 3 && row[3] == "0A" && row[1].ends_with(&ours));
        local.map(|row| row[1].trim_end_matches(&ours).to_owned()).collect()
    };
    assert_eq!(listens("/proc/net/tcp", server.port), ["0100007F"]);
    let six = listens("/proc/net/tcp6", server.port);
    assert!(six.iter().all(|address| address == "00000000000000000000000001000000"), "{six:?}");
    // Another address, if one is asked for; then its name is ours as well.
    let other = Server::start("--bind 127.0.0.2");
    assert_eq!(listens("/proc/net/tcp", other.port), ["0200007F"]);
    let stream = std::net::TcpStream::connect(("127.0.0.2", other.port)).expect("a connection");
    for (host, status) in [("127.0.0.2", 200), ("127.0.0.3", 403), ("evil.example", 403)] {
        let mut stream = stream.try_clone().expect("a connection");
        let line = format!("GET /api/hello HTTP/1.1\r\nHost: {host}:{}\r\n\r\n", other.port);
        std::io::Write::write_all(&mut stream, line.as_bytes()).expect("a request");
        assert_eq!(crate::client::Response::read(stream).status, status, "{host}");
    }
}

#[test]
fn what_cannot_be_served_is_refused_in_a_line() {
    let server = Server::start("");
    let taken = format!("--port {}", server.port);
    for (flags, words) in [
        (taken.as_str(), &["cannot listen to 127.0.0.1:", "expected a free port"][..]),
        ("--port 70000", &["--port", "70000"]),
        ("--bind localhost", &["--bind", "expected an address such as"]),
        ("--bind 192.0.2.1", &["cannot listen to 192.0.2.1:", "expected"]),
        ("--token short", &["--token", "expected 16 to 256"]),
        ("--jobs 0", &["--jobs"]),
        ("/etc/passwd", &["/etc/passwd"]),
    ] {
        let output = refused(flags);
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{flags}: {line}");
        assert!(output.stdout.is_empty() && line.lines().count() == 1, "{flags}: {line}");
        assert!(line.starts_with("error: ") && words.iter().all(|word| line.contains(word)));
    }
}

/// Without `--token` one is made by lot, another one each time.
#[test]
fn tokens_are_not_guessed() {
    use std::io::BufRead as _;
    let token = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kumiki"));
        command.args(["serve", "--port", "0"]).stdout(std::process::Stdio::piped());
        let mut child = command.stderr(std::process::Stdio::null()).spawn().expect("the program");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        std::io::BufReader::new(stdout).read_line(&mut line).expect("a line");
        child.kill().and_then(|()| child.wait()).expect("a child of ours");
        assert!(line.starts_with("http://127.0.0.1:"), "{line}");
        line.trim_end().split_once("/#t=").expect("a token").1.to_owned()
    };
    let (one, other) = (token(), token());
    assert_ne!(one, other);
    for token in [one, other] {
        let is_hexadecimal = token.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(token.len() == 40 && is_hexadecimal, "{token}");
    }
}
