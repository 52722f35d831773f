//! `kumiki ask`: lines for other fronts, shares of a question, and what stops it.

use crate::program::{Finished, run, run_with_stdin};
use serde_json::{Value, json};

/// A question whose search takes long enough to be cut, and is listed as well.
fn question() -> Value {
    json!({ "command": "pack", "file": "conway", "list": 5, "count": true })
}

fn lines(finished: &Finished) -> Vec<Value> {
    let lines = finished.stdout.lines();
    lines.map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn ask(flags: &str, question: &Value) -> Vec<Value> {
    lines(&run_with_stdin(&format!("ask {flags}"), question.to_string().as_bytes()))
}

/// The last line with what it has beside the answer, and without what the run took.
fn last(lines: &[Value]) -> Value {
    let mut last = lines.last().expect("there are lines").clone();
    last["answer"].as_object_mut().expect("an answer").remove("profile");
    last
}

fn listed(lines: &[Value]) -> Vec<&Value> {
    lines.iter().filter(|line| line.get("solution").is_some()).collect()
}

#[test]
fn shares_that_are_put_together_tell_what_one_run_tells() {
    let whole = ask("--text --svg", &question());
    assert_eq!(
        whole[0],
        json!({
            "command": "kumiki pack conway --list 5 --count", "divisible": true
        })
    );
    assert_eq!(last(&whole)["answer"]["count"], "27456");
    let part = |index: u32| {
        let lines = ask(&format!("--threads 1 --shard {index}/3"), &question());
        assert!(listed(&lines).is_empty(), "solutions are for the merge");
        let last = lines.last().expect("there is a part").clone();
        assert_eq!(last["done"], true);
        last["part"].as_str().expect("a part").to_owned() + "\n"
    };
    let parts: String = (1..=3).map(part).collect();
    let merged = lines(&run_with_stdin("ask --merge --text --svg", parts.as_bytes()));
    assert_eq!(last(&merged), last(&whole));
    assert_eq!(listed(&merged), listed(&whole));
}

#[test]
fn shares_that_were_stopped_tell_what_they_have_found() {
    let part = |flags: &str| {
        let lines = ask(&format!("--threads 1 {flags}"), &question());
        lines.last().expect("there is a part").clone()
    };
    let (one, other) = (part("--shard 1/2"), part("--shard 2/2 --time-limit 1ms"));
    assert_eq!((&one["done"], &one["stopped_by"]), (&json!(true), &Value::Null));
    assert_eq!((&other["done"], &other["stopped_by"]), (&json!(false), &json!("time-limit")));
    let parts: String = [&one, &other]
        .map(|part| part["part"].as_str().expect("a part").to_owned() + "\n")
        .concat();
    let refused = run_with_stdin("ask --merge", parts.as_bytes());
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("1 of 2 shards are not finished"), "{}", refused.stderr);
    let merged = run_with_stdin("ask --merge --stopped time-limit", parts.as_bytes());
    assert_eq!(merged.code, Some(3));
    let answer = last(&lines(&merged))["answer"].clone();
    assert_eq!(answer["stopped_by"], "time-limit");
    let count: u64 = answer["count"].as_str().expect("a count").parse().expect("a number");
    assert!((1..27_456).contains(&count), "{count}");
}

#[test]
fn a_file_stops_it() {
    let path = std::env::temp_dir().join(format!("kumiki-ask-stop-{}", std::process::id()));
    std::fs::write(&path, "").expect("a file");
    let flags = format!("--stop-file {}", path.display());
    let lines = ask(&flags, &json!({ "command": "pack", "file": "bedlam" }));
    std::fs::remove_file(&path).expect("it was there");
    assert_eq!(last(&lines)["answer"]["stopped_by"], "interrupt");
}

#[test]
fn each_solution_is_drawn_if_that_is_wanted() {
    let lines = ask("--svg-each", &json!({ "command": "tile", "file": "pentagon", "list": 2 }));
    let drawn = listed(&lines);
    assert_eq!(drawn.len(), 2);
    assert!(drawn.iter().all(|line| line["svg"].as_str().is_some_and(|svg| svg.contains("<svg"))));
}

#[test]
fn what_comes_with_it_is_told() {
    let all = run("ask --catalogue");
    let all: Value = serde_json::from_str(&all.stdout).expect("one object");
    let names = |list: &str| -> Vec<&str> {
        let entries = all[list].as_array().expect("a list").iter();
        entries.map(|entry| entry["name"].as_str().expect("a name")).collect()
    };
    assert!(names("puzzles").contains(&"soma") && names("tilings").contains(&"colorstar"));
    assert_eq!(names("positions"), ["korf100", "korf24"]);
}

#[test]
fn errors_speak_of_fields() {
    let lines = ask("", &json!({ "command": "antislide", "box": "4y4" }));
    let error = lines.last().expect("an error")["error"].as_str().expect("in words").to_owned();
    assert!(error.contains("`box`") && error.contains("4y4"), "{error}");
}
