//! A job from its first line to its last.

use crate::client::{ask, connect, known, long, post, raw, request, stop, tiny};
use crate::process::{Server, is_alive, signal, wait_until};
use serde_json::{Value, json};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the command itself prints.
fn printed(question: &Value) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumiki"));
    command.args(["ask", "--text", "--svg"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().expect("the program");
    let stdin = child.stdin.take().expect("a pipe");
    { stdin }.write_all(question.to_string().as_bytes()).expect("a question");
    let output = child.wait_with_output().expect("a child of ours");
    let text = String::from_utf8(output.stdout).expect("JSON");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Lines without what the run took.
fn told(lines: Vec<Value>) -> Vec<Value> {
    let mut lines: Vec<_> = lines.into_iter().filter(|line| line["progress"].is_null()).collect();
    lines.iter_mut().for_each(forget_times);
    lines
}

fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !["profile", "seconds"].contains(&name.as_str()));
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_times),
        _ => {}
    }
}

#[test]
fn a_page_is_told_what_the_command_prints() {
    let server = Server::start("");
    for question in [
        tiny(),
        json!({ "command": "antislide", "box": "3x3x3", "list": "all" }),
        json!({ "command": "pack", "file": "soma", "list": 2 }),
        json!({ "command": "tile", "file": "octagon", "list": 1 }),
        json!({ "command": "cover", "file": { "name": "x.dlx", "text": "a b\na\nb\na b\n" } }),
        json!({ "command": "cover", "file": { "name": "ü\n.dlx", "text": "a\nb\n" } }),
        json!({ "command": "slide", "board": "3x3", "start": "867254301" }),
        json!({ "command": "nothing" }),
        json!([1, 2]),
    ] {
        let body = json!({ "question": question, "text": true, "svg": true });
        let (mut response, _) = ask(&server, &body);
        let lines = told(response.lines());
        assert!(!lines.is_empty(), "{question}");
        assert!(lines == told(printed(&question)), "{question}");
    }
    let (mut response, _) = ask(&server, &json!({ "question": tiny() }));
    let end = response.end();
    assert!(end["text"].is_null() && end["svg"].is_null(), "{end}");
}

#[test]
fn the_catalogue_is_what_the_command_prints() {
    let server = Server::start("");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumiki"));
    let output = command.args(["ask", "--catalogue"]).output().expect("the program");
    let printed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for _ in 0..2 {
        let mut response = request(&server, "GET /api/catalogue", &known(), b"");
        assert_eq!(response.status, 200);
        assert_eq!(response.lines(), std::slice::from_ref(&printed));
    }
    server.wait_for_children(0);
    assert_eq!(request(&server, "GET /api/catalogue", "", b"").status, 401);
}

#[test]
fn who_stops_a_job_is_told_what_was_found() {
    let server = Server::start("");
    let (mut response, first) = ask(&server, &json!({ "question": long(), "text": true }));
    response.wait_for_progress();
    let children = server.children();
    assert_eq!(children.len(), 1);
    assert_eq!(stop(&server, &first), 200);
    let end = response.end();
    assert_eq!(end["answer"]["stopped_by"], "interrupt", "{end}");
    assert_eq!(end["answer"]["complete"], false);
    assert!(end["answer"]["packings"].as_str().is_some_and(|count| count.len() > 2), "{end}");
    wait_until("the end of the child", || !is_alive(children[0]));
    assert_eq!(stop(&server, &first), 404, "it has ended");
}

#[test]
fn a_job_ends_when_its_page_goes_away() {
    let server = Server::start("");
    let (mut response, _) = ask(&server, &json!({ "question": long() }));
    response.wait_for_progress();
    let [child] = server.children()[..] else { panic!("one child") };
    response.leave();
    wait_until("the end of the child", || !is_alive(child));
    // Also when more was sent than was asked for, and when nothing was read.
    let body = json!({ "question": long() }).to_string();
    let mut bytes = raw(&server, "POST /api/ask", &known(), body.as_bytes());
    bytes.extend(b"GET / HTTP/1.1\r\n\r\n");
    let mut stream = connect(&server);
    stream.write_all(&bytes).expect("a request");
    let [child] = server.wait_for_children(1)[..] else { panic!("one child") };
    drop(stream);
    wait_until("the end of the child", || !is_alive(child));
    assert_eq!(request(&server, "GET /api/hello", "", b"").status, 200);
}

#[test]
fn a_child_has_no_environment_no_shell_and_an_empty_folder() {
    let server = Server::start("--threads 1 --memory-limit 300M --time-limit 5m");
    let (mut response, first) = ask(&server, &json!({ "question": long(), "svg": true }));
    response.wait_for_progress();
    let [child] = server.children()[..] else { panic!("one child") };
    let told = |what: &str| fs::read(format!("/proc/{child}/{what}")).expect("readable");
    assert_eq!(told("environ"), b"");
    let line = String::from_utf8(told("cmdline")).expect("plain");
    let words: Vec<&str> = line.split_terminator('\0').collect();
    assert_eq!(Path::new(words[0]), Path::new(env!("CARGO_BIN_EXE_kumiki")));
    let flags =
        ["ask", "--svg", "--threads=1", "--time-limit=300000ms", "--memory-limit=314572800"];
    assert_eq!(words[1..], flags);
    let folder = fs::read_link(format!("/proc/{child}/cwd")).expect("a folder");
    assert!(folder.starts_with(env!("CARGO_TARGET_TMPDIR")), "{}", folder.display());
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    assert_eq!(stop(&server, &first), 200);
    response.end();
    wait_until("the folder to go", || !folder.exists());
}

#[test]
fn limits_hold_and_pages_cannot_raise_them() {
    let server = Server::start("--time-limit 400ms --output-limit 100K");
    let stopped_by = |limits: Value| {
        let (mut response, _) = ask(&server, &json!({ "question": long(), "limits": limits }));
        let end = response.end();
        (end["answer"]["stopped_by"].clone(), end)
    };
    for limits in [json!({}), json!({ "time": 3600 }), json!({ "time": 0.2 })] {
        let (reason, end) = stopped_by(limits);
        assert_eq!(reason, "time-limit", "{end}");
    }
    let (_, end) = stopped_by(json!({ "memory": 1000 }));
    assert_eq!(end["code"], 3, "{end}");
    assert!(end["error"].as_str().is_some_and(|why| why.contains("--memory-limit")), "{end}");
    let all = json!({ "command": "cover", "list": "all", "file": {
        "name": "all.dlx",
        "text": format!("a b c d e\n{}", "a\nb\nc\nd\ne\n".repeat(9)),
    } });
    let (mut response, _) = ask(&server, &json!({ "question": all }));
    let lines = response.lines();
    let end = lines.last().expect("a line");
    assert_eq!(end["code"], 3, "{end}");
    assert!(end["error"].as_str().is_some_and(|why| why.contains("output")), "{end}");
    let bytes: usize = lines.iter().map(|line| line.to_string().len()).sum();
    assert!((50_000..110_000).contains(&bytes), "{bytes}");
    server.wait_for_children(0);
}

#[test]
fn the_last_line_tells_the_end_even_of_a_child_that_is_lost() {
    let server = Server::start("");
    let (mut response, _) = ask(&server, &json!({ "question": long() }));
    response.wait_for_progress();
    let [child] = server.children()[..] else { panic!("one child") };
    signal(child, "KILL");
    let end = response.end();
    let why = end["error"].as_str().expect("an error");
    assert!(why.contains("without an answer") && why.contains("signal: 9"), "{end}");
    // One that does not hear is killed.
    let (mut response, _) = ask(&server, &json!({ "question": long() }));
    response.wait_for_progress();
    let [child] = server.children()[..] else { panic!("one child") };
    signal(child, "STOP");
    response.leave();
    wait_until("the end of the child", || !is_alive(child));
    assert_eq!(request(&server, "GET /api/hello", "", b"").status, 200);
}

#[test]
fn all_jobs_end_with_the_server_and_tell_what_they_have() {
    for name in ["TERM", "INT"] {
        let mut server = Server::start("--jobs 2 --threads 1");
        let (mut one, _) = ask(&server, &json!({ "question": long() }));
        one.wait_for_progress();
        let (mut two, _) = ask(&server, &json!({ "question": long() }));
        let (mut three, first) = ask(&server, &json!({ "question": long() }));
        assert_eq!(first["ahead"], 0);
        two.wait_for_progress();
        let children = server.children();
        assert_eq!(children.len(), 2);
        signal(server.pid(), name);
        assert_eq!(one.end()["answer"]["complete"], false);
        assert_eq!(two.end()["answer"]["complete"], false);
        let end = three.end();
        assert!(end["error"].as_str().is_some_and(|why| why.contains("before its turn")), "{end}");
        assert_eq!(server.ended(), Some(0), "SIG{name}");
        assert!(children.iter().all(|child| !is_alive(*child)));
    }
}

/// Nobody can end the children of a server that is killed but themselves.
#[test]
fn children_end_even_if_the_server_is_killed() {
    let mut server = Server::start("");
    let (mut response, _) = ask(&server, &json!({ "question": long() }));
    response.wait_for_progress();
    let [child] = server.children()[..] else { panic!("one child") };
    signal(server.pid(), "KILL");
    server.ended();
    wait_until("the end of the child", || !is_alive(child));
}

#[test]
fn bad_questions_are_refused_by_the_child() {
    let server = Server::start("");
    let (mut response, _) = ask(&server, &json!({ "question": { "command": "pack" } }));
    let end = response.end();
    assert_eq!(end["code"], 2, "{end}");
    assert_eq!(post(&server, "/api/ask", &json!({ "question": tiny(), "svg": 1 })).status, 400);
}
