//! Slow, broken and greedy clients: the server goes on.

use crate::client::{Response, ask, connect, known, post, raw, request, send, stop, tiny};
use crate::process::{PATIENCE, Server, wait_until};
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

/// The server is well if it answers.
fn assert_well(server: &Server) {
    let (mut response, _) = ask(server, &json!({ "question": tiny() }));
    assert_eq!(response.end()["answer"]["count"], "2");
}

/// A head that comes a byte a second, one that does not come at all, and a body that stops: all are
/// closed while others are served.
#[test]
fn slow_clients_are_closed_and_keep_nobody_waiting() {
    let server = Server::start("");
    let mut silent = connect(&server);
    let mut dripping = connect(&server);
    let begin = Instant::now();
    let drip = raw(&server, "GET /api/hello", "X-Slow: yes\r\n", b"");
    // A page that lets its connection be finds it closed, too.
    let mut idle = connect(&server);
    idle.write_all(&raw(&server, "GET /api/hello", "", b"")).expect("a request");
    let mut is_closed = false;
    for byte in drip.chunks(1).cycle() {
        if dripping.write_all(byte).is_err() {
            is_closed = true;
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "nobody closes it");
        dripping.set_read_timeout(Some(Duration::from_millis(500))).expect("a limit");
        let mut rest = [0; 512];
        match dripping.read(&mut rest) {
            // Closed, perhaps with a 408.
            Ok(0) => is_closed = true,
            Ok(count) => assert!(rest[..count].starts_with(b"HTTP/1.1 408"), "{:?}", &rest[..9]),
            Err(error) => is_closed = error.kind() == std::io::ErrorKind::ConnectionReset,
        }
        if is_closed {
            break;
        }
        assert_eq!(request(&server, "GET /api/hello", "", b"").status, 200);
    }
    assert!(is_closed);
    let mut rest = Vec::new();
    silent.read_to_end(&mut rest).expect("closed, too");
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"));
    idle.read_to_end(&mut rest).expect("closed, too");
    assert!(rest.starts_with(b"HTTP/1.1 200"));
    assert_well(&server);
}

#[test]
fn what_is_no_request_is_no_harm() {
    let server = Server::start("");
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let tls = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";
    let two_lengths = format!(
        "POST /api/ask HTTP/1.1\r\n{host}{}Content-Length: 2\r\n\
        Content-Length: 3\r\n\r\n{{}}",
        known()
    );
    let smuggled = format!(
        "POST /api/ask HTTP/1.1\r\n{host}{}Content-Length: 4\r\n\
        Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/hello HTTP/1.1\r\n{host}\r\n",
        known()
    );
    let bad_chunk = format!(
        "POST /api/ask HTTP/1.1\r\n{host}{}Transfer-Encoding: chunked\r\n\r\n\
        ffffffffffffffffff\r\n",
        known()
    );
    let cases: [&[u8]; 10] = [
        tls,
        b"\r\n\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        format!("GET / HTTP/1.1\r\n{host}: x\r\n\r\n").leak().as_bytes(),
        two_lengths.as_bytes(),
        smuggled.as_bytes(),
        bad_chunk.as_bytes(),
    ];
    for bytes in cases {
        let mut stream = connect(&server);
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        if let Ok(response) = Response::try_read(stream) {
            let text = String::from_utf8_lossy(bytes);
            assert!((400..500).contains(&response.status), "{}: {text}", response.status);
        }
    }
    // Half a request, and nobody any more.
    let whole = raw(&server, "POST /api/ask", &known(), tiny().to_string().as_bytes());
    for cut in (0..whole.len()).step_by(17) {
        let _ = connect(&server).write_all(&whole[..cut]);
    }
    assert!(server.children().is_empty());
    assert_well(&server);
}

/// Questions that name files and folders instead of what comes with Kumiki.
#[test]
fn a_question_cannot_name_a_file() {
    let server = Server::start("");
    for name in
        ["/etc/passwd", "../../../../etc/passwd", "file:///etc/passwd", "/proc/self/environ"]
    {
        for (command, field) in [("cover", "file"), ("pack", "file"), ("graph", "graph")] {
            let mut question = json!({ "command": command, "kind": "matchings" });
            if command != "graph" {
                question.as_object_mut().expect("an object").remove("kind");
            }
            question[field] = json!(name);
            let (mut response, _) = ask(&server, &json!({ "question": question }));
            let end = response.end();
            assert_eq!(end["code"], 2, "{question}: {end}");
            let text = end.to_string();
            assert!(!text.contains("root:") && !text.contains("No such file"), "{text}");
        }
    }
}

/// Two hundred at once, a few of them long: some are answered, some wait, the others are told to
/// come again, and no more children run than may.
#[test]
fn two_hundred_jobs_at_once_are_answered_or_refused() {
    let server = Server::start("--jobs 3");
    let long = json!({ "command": "antislide", "box": "5x5x6", "method": "direct" });
    let body = |at: usize| match at % 50 {
        0 => json!({ "question": long, "limits": { "time": 0.3 } }),
        _ => json!({ "question": tiny() }),
    };
    let mut most = 0;
    let streams: Vec<_> = (0..200)
        .map(|at| {
            let mut stream = connect(&server);
            let bytes = body(at).to_string().into_bytes();
            stream.write_all(&raw(&server, "POST /api/ask", &known(), &bytes)).expect("a request");
            if at % 20 == 0 {
                most = most.max(server.children().len());
            }
            stream
        })
        .collect();
    let (mut answered, mut refused) = (0, 0);
    for (at, stream) in streams.into_iter().enumerate() {
        let mut response = Response::read(stream);
        match response.status {
            200 => {
                let end = response.end();
                assert_eq!(end["answer"]["complete"], at % 50 != 0, "{at}: {end}");
                answered += 1;
            }
            503 => {
                let lines = response.lines();
                assert!(lines.len() == 1 && lines[0]["error"].is_string(), "{lines:?}");
                refused += 1;
            }
            status => panic!("{at}: {status}"),
        }
        if at % 20 == 0 {
            most = most.max(server.children().len());
        }
    }
    assert!(most <= 3, "{most} children");
    assert!(answered >= 23 && answered + refused == 200, "{answered} answered, {refused} refused");
    assert_well(&server);
}

/// A page that does not read: the child waits, and the server keeps nothing for it.
#[test]
fn a_page_that_does_not_read_makes_the_child_wait() {
    let server = Server::start("");
    assert_well(&server);
    let before = server.held_bytes();
    let question = json!({ "command": "pack", "file": "bedlam", "list": "all" });
    let body = json!({ "question": question, "text": true, "svg": false });
    let mut response = post(&server, "/api/ask", &body);
    let first = response.line().expect("a first line");
    let [child] = server.wait_for_children(1)[..] else { panic!("one child") };
    // It waits once all that lies between is full.
    let is_waiting = || {
        let stack = std::fs::read_to_string(format!("/proc/{child}/wchan")).unwrap_or_default();
        stack.contains("pipe_write") || stack.contains("pipe_wait")
    };
    let has_begun = Instant::now();
    wait_until("the child to wait", || {
        is_waiting() || has_begun.elapsed() > Duration::from_secs(3)
    });
    let grown = server.held_bytes().saturating_sub(before);
    assert!(grown < 4 << 20, "{grown} bytes more");
    assert_eq!(request(&server, "GET /api/hello", "", b"").status, 200);
    // Who reads again gets the rest.
    assert_eq!(stop(&server, &first), 200);
    let end = response.end();
    assert!(end["answer"].is_object() || end["error"].is_string(), "{end}");
    response.leave();
    server.wait_for_children(0);
}

#[test]
fn many_connections_at_once_are_no_harm() {
    let server = Server::start("");
    let streams: Vec<_> = (0..300).map(|_| connect(&server)).collect();
    assert_eq!(send(&server, &raw(&server, "GET /api/hello", "", b"")).status, 200);
    drop(streams);
    assert_well(&server);
}
