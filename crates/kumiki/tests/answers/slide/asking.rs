//! Questions: what is refused, what is written in one way, what is streamed.

use super::{approved, ask, ask_many, records, solved};
use kumiki::drive::{Limits, Run, Unhosted};
use kumiki::model::{Metric, Part, Question, SlideAsk, Solution, Source, StoppedBy};
use kumiki::{Prepared, Shown, visit};
use kumiki_host::Terminal;
use std::ops::ControlFlow;
use std::time::Duration;

/// A start of 2x3 with three shortest solutions.
const START: &str = "341205";

fn refused(question: &Question) -> String {
    let done = Prepared::new(question).and_then(|prepared| prepared.solve(&Run::new(&Unhosted)));
    done.expect_err("a question that makes no sense").to_string()
}

#[test]
fn what_makes_no_sense_is_refused() {
    let check = |ask: SlideAsk, line: &str| assert_eq!(refused(&Question::new(ask)), line);
    let table = || SlideAsk::new().table("2x3".to_owned());
    let file = |text: &str| SlideAsk::new().board("2x3".to_owned()).file(Source::file("f", text));
    check(SlideAsk::new(), "neither `start` nor `file` nor `table` is given, expected one of them");
    check(
        table().start(START.to_owned()),
        "`start` and `table` are both given, expected one of them",
    );
    check(table().all(true), "`table` and `all` are both given, expected one of them");
    check(ask("2x3", START).happy(true), "`happy` is given without `table`, expected both or none");
    check(
        ask("2x3", START).heuristic("manhattan".to_owned()).metric(Metric::Multi),
        "`heuristic` is for single pushes, expected no `heuristic` with `metric` multi",
    );
    check(
        ask("2x3", "34120"),
        "bad `start`: '34120' is too short, expected 6 digits, one for each cell of 2x3",
    );
    check(
        ask("2x3", START).goal("123455".to_owned()),
        "bad `goal`: '123455' has 5 twice and no 0, expected each digit once",
    );
    check(
        ask("1x3", START),
        "bad `board` '1x3': a board of 1x3 cells, expected at least 2 rows and 2 columns",
    );
    check(file("# nothing\n"), "f: no position, expected one on each line");
    check(
        file("341205\n34120\n"),
        "f: line 2: '34120' is too short, expected 6 digits, one for each cell of 2x3",
    );
    check(
        SlideAsk::new().file(Source::from("korf200")),
        "korf200: no such list of positions comes with Kumiki, expected korf100 or korf24",
    );
    let verified = Question::new(file("341205\n")).verify();
    assert_eq!(refused(&verified), "`verify` is for one start, expected `start` instead of `file`");
    let listed = Question::new(table()).list(1);
    assert_eq!(refused(&listed), "`table` and `list` are both given, expected one of them");
}

#[test]
fn the_same_question_is_written_in_one_way() {
    for (plain, written) in [
        (ask("2x3", "3,4,1,2,0,5"), ask("2x3", START).goal("123450".to_owned())),
        (
            SlideAsk::new().start("123456789abcde0f".to_owned()),
            ask("4x4", "123456789abcde0f").goal("123456789abcdef0".to_owned()),
        ),
        (
            SlideAsk::new().table("2x3".to_owned()).happy(true).metric(Metric::Multi),
            SlideAsk::new().table("2x3".to_owned()).happy(true).goal("123450".to_owned()),
        ),
    ] {
        let prepared = Prepared::new(&Question::new(plain)).expect("a question");
        assert_eq!(*prepared.question(), Question::new(written));
    }
    for name in ["korf100", "korf24"] {
        let question = Question::new(SlideAsk::new().file(Source::from(name)));
        let once = Prepared::new(&question).expect("it comes with Kumiki");
        let twice = Prepared::new(once.question()).expect("the same question");
        assert_eq!(once.question(), twice.question());
    }
}

#[test]
fn what_is_streamed_is_the_list_and_a_shorter_list_is_its_beginning() {
    for metric in [Metric::Single, Metric::Multi] {
        let plain = Question::new(ask("3x3", "867254301").metric(metric));
        let all = solved(&plain.clone().list(usize::MAX), 1).solutions.expect("listed");
        assert!(all.len() > 1, "{}", all.len());
        for threads in 1..=3 {
            for room in [1, 2, all.len(), all.len() + 1] {
                let question = plain.clone().list(room);
                let answer = solved(&question, threads);
                let some = &all[..room.min(all.len())];
                assert_eq!(answer.solutions.as_deref(), Some(some), "{threads} threads");
                if threads == 1 {
                    approved(&answer);
                }
                let mut streamed: Vec<Shown> = Vec::new();
                let rest = visit(&question, &Terminal::quiet(threads), &mut streamed);
                assert_eq!(rest.expect("no bug").solutions, None);
                let streamed: Vec<Solution> =
                    streamed.into_iter().map(|shown| shown.solution).collect();
                assert_eq!(streamed, some);
            }
        }
        let counted = solved(&plain.clone().list(1).count(), 2);
        assert_eq!(counted.count, Some((all.len() as u64).into()));
        approved(&counted);
        let mut seen = 0;
        let mut first = |_: Shown| {
            seen += 1;
            ControlFlow::Break(())
        };
        let ended = visit(&plain.clone().list(2), &Unhosted, &mut first).expect("no bug");
        assert_eq!((ended.stopped_by, seen), (Some(StoppedBy::Enough), 1));
    }
}

#[test]
fn bad_lines_are_left_out_if_that_is_wanted() {
    let lines = [START, "34120", "123450", "x"].map(str::to_owned);
    let prepared = Prepared::new(&Question::new(ask_many("2x3", &lines).keep_going(true)));
    let prepared = prepared.expect("good lines");
    let notes = prepared.notes();
    assert_eq!(
        notes[0],
        (
            "warning",
            "starts.txt: line 2: '34120' is too short, expected 6 digits, one for each cell of 2x3"
                .to_owned()
        )
    );
    assert_eq!(notes.len(), 2);
    assert_eq!(
        prepared.complaint().as_deref(),
        Some("starts.txt: 2 lines without a position were left out, expected one on each line")
    );
    let answer = prepared.solve(&Run::new(&Unhosted)).expect("no bug");
    assert_eq!(
        records(&answer).iter().map(|record| record.moves).collect::<Vec<_>>(),
        [Some(15), Some(0)]
    );
    approved(&answer);
}

#[test]
fn each_of_many_starts_lists_its_own_solutions() {
    let lines = [START, "213450", "123450"].map(str::to_owned);
    let question = Question::new(ask_many("2x3", &lines).all(true)).list(2);
    assert!(!Prepared::new(&question).expect("a question").shows());
    let answer = solved(&question, 2);
    assert_eq!((&answer.solutions, &answer.count), (&None, &None));
    let listed: Vec<usize> = records(&answer)
        .iter()
        .map(|record| record.solutions.as_ref().map_or(0, Vec::len))
        .collect();
    assert_eq!(listed, [2, 0, 1]);
    assert!(records(&answer)[1].unreachable.is_some());
    approved(&answer);
}

#[test]
fn answers_say_in_words_what_they_know() {
    let question = Question::new(ask("2x3", START).heuristic("manhattan".to_owned()).all(true));
    let prepared = Prepared::new(&question.list(1)).expect("a question");
    let answer = prepared.solve(&Run::new(&Unhosted)).expect("no bug");
    let text = "no solution with 9+0 moves (8 nodes)\n\
        no solution with 10+1 moves (23 nodes)\n\
        no solution with 11+2 moves (40 nodes)\n\
        solution with 12+3 moves (14 nodes)\n\
        341205 to 123450\n\
        15 moves: 234152341523523\n\
        3 solutions of this length\n\n\
        bound at the start: 9; nodes: ";
    assert!(prepared.text(&answer).starts_with(text), "{}", prepared.text(&answer));
    assert!(prepared.picture(&answer).to_svg().contains("341205 to 123450"));
    let unreachable = Question::new(ask("2x3", "213450"));
    let prepared = Prepared::new(&unreachable).expect("a question");
    let answer = prepared.solve(&Run::new(&Unhosted)).expect("no bug");
    let why = "unreachable: the permutation is odd but the blank must move an even number of times";
    assert_eq!(answer.why_none.as_deref(), Some(why));
    assert!(prepared.text(&answer).starts_with(&format!("213450 to 123450\n{why}\n\nparity: ")));
}

#[test]
fn a_run_without_time_knows_nothing_and_says_so() {
    let limits = Limits { time: Some(Duration::ZERO), memory_bytes: None };
    let one = ask("4x4", "ca6098dfb73254e1");
    let many = ask_many("4x4", &["ca6098dfb73254e1".to_owned()]);
    for (ask, is_one) in [(one, true), (many, false)] {
        let prepared = Prepared::new(&Question::new(ask)).expect("a question");
        let terminal = Terminal::quiet(1).limited(limits);
        let answer = prepared.solve(&Run::new(&terminal)).expect("an empty answer");
        assert_eq!(answer.stopped_by, Some(StoppedBy::TimeLimit));
        assert_eq!(
            answer.evidence,
            ["the search had not begun: the tables of its bound were not finished"]
        );
        assert_eq!(matches!(answer.part, Part::Slide(_)), is_one);
        approved(&answer);
        let text = prepared.text(&answer);
        assert!(text.contains("stopped by the time limit: the answer"), "{text}");
    }
}
