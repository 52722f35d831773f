//! `kumiki ask`, the port for other programs: what it must not do for them, and how it ends.

use crate::program::{Folder, kumiki};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Child, Stdio};

/// Asks in a folder. What is asked is not read from a file, whatever it says.
fn begin(folder: &Folder, question: &Value) -> Child {
    let mut command = kumiki();
    command.args(["ask", "--text", "--svg"]).current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be started");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(question.to_string().as_bytes()).expect("a question");
    child
}

/// The last line of what is told, and the exit code.
fn end(folder: &Folder, question: &Value) -> (Option<i32>, Value) {
    let output = begin(folder, question).wait_with_output().expect("a child of ours");
    let text = String::from_utf8(output.stdout).expect("JSON");
    let last = text.lines().last().expect("a line");
    (output.status.code(), serde_json::from_str(last).expect("JSON"))
}

/// Files that could be read stand under all the names that are asked for.
#[test]
fn a_question_reads_no_file() {
    let folder = Folder::new("ask-reads");
    let cover = "a b\na\nb\n";
    let edges = "a b\nb c\n";
    let puzzle = "kumiki = 1\n[box]\nsize = \"2x1\"\n[[piece]]\nname = \"I\"\nlayers = \"##\"\n";
    let tiles = include_str!("../../../../tilings/octagon.toml");
    let positions = "867254301\n";
    for (command, field, text, more) in [
        ("cover", "file", cover, json!({})),
        ("graph", "graph", edges, json!({ "kind": "matchings" })),
        ("pack", "file", puzzle, json!({})),
        ("tile", "file", tiles, json!({})),
        ("slide", "file", positions, json!({ "board": "3x3" })),
    ] {
        folder.write("secret", text);
        let ask = |source: Value| {
            let mut question = more.clone();
            question["command"] = json!(command);
            question[field] = source;
            end(&folder, &question)
        };
        // The contents are fine, and so would be the file.
        let (code, line) = ask(json!({ "name": "secret", "text": text }));
        assert_eq!(code, Some(0), "{command}: {line}");
        let path = folder.path().join("secret").display().to_string();
        let up = format!("../{}/secret", folder.path().file_name().expect("a name").display());
        for name in [
            "secret",
            "./secret",
            &up,
            &path,
            &format!("file:{path}"),
            &format!("file://{path}"),
            "/etc/passwd",
            "../../../../../../etc/passwd",
            "/dev/stdin",
            "-",
            "",
            "secret\0",
            "grid:../secret",
        ] {
            let (code, line) = ask(json!(name));
            assert_eq!(code, Some(2), "{command} {name:?}: {line}");
            let told = line["error"].as_str().expect("an error");
            assert!(!told.contains("root:"), "{command} {name:?}: {told}");
            for word in ["os error", "No such file", "denied"] {
                assert!(!told.contains(word), "{command} {name:?}: {told}");
            }
        }
    }
}

/// Names of files, and fields that other places have for them.
#[test]
fn a_question_writes_no_file() {
    let folder = Folder::new("ask-writes");
    let path = folder.path().join("written").display().to_string();
    let file = json!({ "name": path, "text": "a b\na\nb\n" });
    let (code, line) = end(&folder, &json!({ "command": "cover", "file": file, "list": 1 }));
    assert_eq!(code, Some(0), "{line}");
    for field in [
        "svg",
        "eps",
        "out",
        "write",
        "checkpoint",
        "cache",
        "scratch",
        "shard",
        "threads",
        "force",
    ] {
        let mut question = json!({ "command": "cover", "file": file });
        question[field] = json!(path);
        let (code, line) = end(&folder, &question);
        assert_eq!(code, Some(2), "{field}: {line}");
    }
    for form in ["dot", &path, "../written.dot"] {
        let question = json!({ "command": "graph", "kind": "matchings", "graph": "grid:2x2", "diagram": form });
        let (code, line) = end(&folder, &question);
        assert_eq!(code, Some(if form == "dot" { 0 } else { 2 }), "{form}: {line}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[cfg(unix)]
mod ends {
    use super::*;
    use crate::interruption::signal;
    use std::io::{BufRead as _, BufReader};

    const LONG: &str = r#"{ "command": "antislide", "box": "5x5x6", "method": "direct" }"#;

    /// A long question that tells of progress.
    fn begun(folder: &Folder) -> (Child, BufReader<std::process::ChildStdout>) {
        let mut child = begin(folder, &serde_json::from_str(LONG).expect("JSON"));
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        while !line.starts_with("{\"progress\"") {
            line.clear();
            assert_ne!(stdout.read_line(&mut line).expect("a line"), 0, "it has ended");
        }
        (child, stdout)
    }

    #[test]
    fn who_is_asked_to_end_answers_with_what_was_found() {
        let folder = Folder::new("ask-ends");
        let (mut child, stdout) = begun(&folder);
        signal(&child, "TERM");
        let last = stdout.lines().last().expect("a line").expect("readable");
        let answer: Value = serde_json::from_str(&last).expect("JSON");
        assert_eq!(child.wait().expect("a child of ours").code(), Some(3));
        assert_eq!(answer["answer"]["stopped_by"], "interrupt", "{last}");
        assert_eq!(answer["answer"]["complete"], false);
        assert!(answer["answer"]["packings"].is_string() && answer["text"].is_string(), "{last}");
    }

    #[test]
    fn who_is_heard_by_nobody_ends() {
        let folder = Folder::new("ask-unheard");
        let (mut child, stdout) = begun(&folder);
        drop(stdout);
        let begin = std::time::Instant::now();
        let code = loop {
            if let Some(status) = child.try_wait().expect("a child of ours") {
                break status.code();
            }
            assert!(begin.elapsed().as_secs() < 20, "it goes on for nobody");
            std::thread::sleep(std::time::Duration::from_millis(10));
        };
        assert_eq!(code, Some(3));
    }
}
