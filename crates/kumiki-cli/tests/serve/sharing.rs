//! Several pages: they take turns, and share the cores.

use crate::client::{Response, ask, long, stop, tiny};
use crate::process::{Server, processor_time, wait_until};
use serde_json::{Value, json};

/// Asks in the name of a page.
fn ask_as(server: &Server, page: &str, question: &Value) -> (Response, Value) {
    ask(server, &json!({ "question": question, "page": page }))
}

#[test]
fn two_pages_get_the_same_share_of_the_cores() {
    let server = Server::start("");
    let (mut one, _) = ask_as(&server, "one", &long());
    one.wait_for_progress();
    let (mut two, _) = ask_as(&server, "two", &long());
    two.wait_for_progress();
    let children = server.children();
    assert_eq!(children.len(), 2);
    let before: Vec<u64> = children.iter().map(|child| processor_time(*child)).collect();
    let used = || -> Vec<u64> {
        let now = children.iter().map(|child| processor_time(*child));
        now.zip(&before).map(|(now, before)| now - before).collect()
    };
    wait_until("a second of processor time", || used().iter().sum::<u64>() > 100);
    let used = used();
    let (least, most) = (used.iter().min().expect("two"), used.iter().max().expect("two"));
    assert!(most <= &(least * 3), "{used:?}");
}

#[test]
fn a_page_with_many_questions_waits_and_another_does_not() {
    let server = Server::start("--jobs 2");
    let (mut running, first) = ask_as(&server, "greedy", &long());
    assert!(first["ahead"].is_null(), "{first}");
    running.wait_for_progress();
    let mut waiting: Vec<_> = (0..3).map(|_| ask_as(&server, "greedy", &tiny())).collect();
    for (at, (_, first)) in waiting.iter().enumerate() {
        assert_eq!(first["ahead"], at, "{first}");
    }
    let (mut other, first) = ask_as(&server, "modest", &tiny());
    assert!(first["ahead"].is_null(), "{first}");
    assert!(other.end()["answer"].is_object());
    // One that waits can be stopped, and one can leave.
    let (mut stopped, first) = waiting.remove(1);
    assert_eq!(stop(&server, &first), 200);
    assert_eq!(stopped.end()["code"], 3);
    let (left, first) = waiting.remove(1);
    left.leave();
    wait_until("the job to leave", || stop(&server, &first) == 404);
    assert_eq!(server.children().len(), 1);
    running.leave();
    assert!(waiting[0].0.end()["answer"].is_object());
}
