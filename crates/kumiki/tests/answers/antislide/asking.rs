//! Short ways to ask, and to compare answers.

use kumiki::Halt;
use kumiki::antislide::{Method, Request, Solved, solve};
use kumiki::drive::Run;
use kumiki::host::Terminal;
use kumiki::judge::judge_answer;
use kumiki::model::{AntislideAnswer, AntislideQuestion, ByBricks, RunReport};

/// The plain question about a box and some kinds of brick.
pub(crate) fn question(container: &str, kinds: &[&str]) -> AntislideQuestion {
    let size = |text: &&str| text.parse().expect("a size");
    AntislideQuestion::new(size(&container), kinds.iter().map(size).collect())
}

/// The question with a change.
pub(crate) fn with(
    mut question: AntislideQuestion,
    change: impl FnOnce(&mut AntislideQuestion),
) -> AntislideQuestion {
    change(&mut question);
    question
}

/// A request for counts by a method.
pub(crate) fn counting(question: &AntislideQuestion, method: Method) -> Request {
    Request { method, ..Request::count(question.clone()) }
}

/// A request for a list by the direct search.
pub(crate) fn listing(question: &AntislideQuestion, list: usize) -> Request {
    Request { list, ..counting(question, Method::Direct) }
}

/// The whole answer, which the judge must approve.
pub(crate) fn answered(request: &Request, threads: usize) -> Result<Solved, Halt> {
    let solved = solve(request, &Run::new(&Terminal::quiet(threads)))?;
    approved(&solved, request);
    Ok(solved)
}

/// The judge's verdict on an answer, and that its parts fit together.
pub(crate) fn approved(solved: &Solved, request: &Request) {
    if let Err(fault) = judge_answer(&solved.answer) {
        panic!("the judge refuses the answer to {request:?}: {fault}");
    }
    assert_eq!(solved.answer.complete, solved.stopped_by.is_none(), "{request:?}");
    let listed = solved.answer.solutions.as_ref().map_or(0, Vec::len);
    assert_eq!(solved.packings.len(), listed, "{request:?}");
    assert!(listed <= request.list, "{request:?}");
}

/// The answer without what differs from run to run.
pub(crate) fn lasting(answer: &AntislideAnswer) -> AntislideAnswer {
    let RunReport { nodes, levels, .. } = answer.profile.clone();
    let profile = RunReport { nodes, levels, ..RunReport::default() };
    AntislideAnswer { profile, ..answer.clone() }
}

/// The rows as `bricks:number`, separated by spaces.
pub(crate) fn row_text<'a>(
    rows: impl IntoIterator<Item = &'a ByBricks>,
    number: impl Fn(&ByBricks) -> String,
) -> String {
    let rows: Vec<String> =
        rows.into_iter().map(|row| format!("{}:{}", row.bricks, number(row))).collect();
    rows.join(" ")
}

/// The packings with each number of bricks.
pub(crate) fn packings_by_bricks(answer: &AntislideAnswer) -> String {
    row_text(&answer.by_bricks, |row| row.packings.to_string())
}

/// The classes with each number of bricks, the empty packing left out.
pub(crate) fn nonempty_classes_by_bricks(answer: &AntislideAnswer) -> String {
    row_text(answer.by_bricks.iter().filter(|row| row.bricks > 0), |row| {
        row.classes.all.to_string()
    })
}

/// The classes with each number of symmetries.
pub(crate) fn classes_by_symmetry(answer: &AntislideAnswer) -> String {
    let rows: Vec<String> =
        answer.by_symmetry.iter().map(|row| format!("{}:{}", row.order, row.classes)).collect();
    rows.join(" ")
}
