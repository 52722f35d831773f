//! Sliding tiles from question to answer: known figures, whole boards, threads, kept tables, files
//! and early ends.

mod asking;
mod figures;
mod tables;
mod whole_boards;

use kumiki::judge::{Verdict, judge};
use kumiki::model::{Answer, Part, Question, SlideAsk, SlidingRecord, Source};
use kumiki_host::Terminal;

/// What is asked about a start.
fn ask(board: &str, start: &str) -> SlideAsk {
    SlideAsk::new().start(start.to_owned()).board(board.to_owned())
}

/// What is asked about many starts.
fn ask_many(board: &str, starts: &[String]) -> SlideAsk {
    let file = Source::file("starts.txt", starts.join("\n"));
    SlideAsk::new().file(file).board(board.to_owned())
}

/// The answer, which must be complete, by so many threads.
fn solved(question: &Question, threads: usize) -> Answer {
    let answer = kumiki::solve(question, &Terminal::quiet(threads)).expect("no bug");
    assert_eq!(answer.stopped_by, None);
    answer
}

/// What is known about each start.
fn records(answer: &Answer) -> &[SlidingRecord] {
    match &answer.part {
        Part::Slide(record) => std::slice::from_ref(record),
        Part::SlideMany(part) => &part.instances,
        other => panic!("{other:?}"),
    }
}

/// The verdict of the judge, who must approve.
fn approved(answer: &Answer) -> Verdict {
    let text = serde_json::to_string(answer).expect("JSON");
    judge(&text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}
