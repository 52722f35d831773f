//! Questions: what is refused, what is written in one way, what is streamed.

use super::{approved, ask, ask_many, records, solved};
use kumiki::drive::{Limits, Run, Unhosted};
use kumiki::model::{Answer, Metric, Part, Question, SlideAsk, Solution, Source, StoppedBy};
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
    check(
        SlideAsk::new(),
        "neither `start` nor `file` nor `table` nor `random` is given, expected one of them",
    );
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
    let counted = Question::new(table()).list(1).count();
    assert_eq!(refused(&counted), "`table` and `count` are both given, expected one of them");
    let by_lot = || SlideAsk::new().random(2_usize);
    check(
        by_lot().start(START.to_owned()),
        "`random` and `start` are both given, expected one of them",
    );
    check(SlideAsk::new().random(0_usize), "bad `random` '0': expected 1 to 1000000");
    let mut seeded = Question::new(ask("2x3", START));
    seeded.how.seed = 3;
    assert_eq!(refused(&seeded), "`seed` is given without `random`, expected both or none");
    let verified = Question::new(by_lot()).verify();
    let reason = "`verify` is for one start, expected `start` instead of `random`";
    assert_eq!(refused(&verified), reason);
    let tree = |depth: usize| ask("2x3", START).tree(depth);
    check(tree(41), "bad `tree` '41': expected 1 to 40");
    check(
        tree(3).goal("123450".to_owned()),
        "`tree` and `goal` are both given, expected one of them",
    );
    check(
        tree(3).metric(Metric::Multi),
        "`tree` is for single pushes, expected no `tree` with `metric` multi",
    );
    check(
        SlideAsk::new().board("2x3".to_owned()).random(2_usize).max_moves(9),
        "`max_moves` is given without `start`, expected both or none",
    );
    check(tree(3).max_moves(9), "`tree` and `max_moves` are both given, expected one of them");
    let listed = Question::new(tree(3)).list(1);
    assert_eq!(refused(&listed), "`tree` and `list` are both given, expected one of them");
    check(
        ask("2x3", "3 4 1 / 2 0"),
        "bad `start`: row 2 has 2 tiles, expected 3 for a board of 2x3",
    );
}

#[test]
fn starts_by_lot_are_solved_and_are_the_same_again() {
    let question = |count: usize| {
        let mut question = Question::new(SlideAsk::new().board("3x3".to_owned()).random(count));
        question.how.seed = 5;
        question
    };
    let answer = solved(&question(6), 2);
    assert!(records(&answer).iter().all(|record| record.moves.is_some()));
    approved(&answer);
    let starts = |answer: &Answer| -> Vec<String> {
        records(answer).iter().map(|record| record.start.clone()).collect()
    };
    assert_eq!(starts(&solved(&question(3), 1)), starts(&answer)[..3]);
    let prepared = Prepared::new(&question(2)).expect("a question");
    let again = Prepared::new(prepared.question()).expect("the same question");
    assert_eq!(prepared.question(), again.question());
}

#[test]
fn solutions_are_letters_too() {
    let plain = Question::new(ask("2x3", START)).list(usize::MAX);
    let answer = solved(&plain, 1);
    let record = &records(&answer)[0];
    // Tile 2 is left of the blank, and goes right; then tile 3 goes down.
    assert_eq!(record.directions.as_deref(), Some("RDLLURRDLLURDLU"));
    let listed = record.listed_directions.as_ref().expect("listed");
    assert_eq!(listed.len(), 3);
    assert!(listed.contains(record.directions.as_ref().expect("known")));
    let mut streamed: Vec<Shown> = Vec::new();
    visit(&plain, &Unhosted, &mut streamed).expect("no bug");
    let letters: Vec<Option<String>> = streamed.into_iter().map(|shown| shown.directions).collect();
    assert_eq!(letters, listed.iter().cloned().map(Some).collect::<Vec<_>>());
    let told = Question::new(ask("2x3", START).letters(true)).list(usize::MAX);
    let prepared = Prepared::new(&told).expect("a question");
    let answer = prepared.solve(&Run::new(&Unhosted)).expect("no bug");
    approved(&answer);
    let text = prepared.text(&answer);
    assert!(text.contains("\n15 moves: RDLLURRDLLURDLU\n"), "{text}");
}

#[test]
fn a_tree_is_told_level_by_level() {
    let prepared = Prepared::new(&Question::new(ask("4x4", "123456789abcdef0").tree(8_usize)));
    let prepared = prepared.expect("a question");
    let answer = prepared.solve(&Run::new(&Unhosted)).expect("no bug");
    assert_eq!(answer.count, Some(860.into()));
    assert!(approved(&answer).is_proved());
    let text = prepared.text(&answer);
    let line = "no position comes twice up to level 5; some do at level 6\n";
    assert!(text.contains(line), "{text}");
    assert!(text.contains("    8    472        454              18            446\n"), "{text}");
    let limits = Limits { time: Some(Duration::ZERO), memory_bytes: None };
    let terminal = Terminal::quiet(1).limited(limits);
    let stopped = prepared.solve(&Run::new(&terminal)).expect("an unfinished answer");
    assert_eq!(stopped.stopped_by, Some(StoppedBy::TimeLimit));
    approved(&stopped);
}

#[test]
fn rounds_are_told_in_a_table_if_that_is_wanted() {
    let ask = ask("2x3", START).heuristic("manhattan".to_owned());
    let prepared = Prepared::new(&Question::new(ask).profile()).expect("a question");
    let answer = prepared.solve(&Run::new(&Unhosted)).expect("no bug");
    let text = prepared.text(&answer);
    for line in [
        "moves  sad  nodes  growth  seconds\n    9    0      8       -  ",
        "\n   11    1     23    2.88  ",
        "\nthe last full round made 40 of the 71 nodes up to it, 56.3 %; repeating shorter lengths cost \
         the rest\n85 nodes, ",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    approved(&answer);
}

#[test]
fn the_farthest_positions_are_listed_however_many_there_are() {
    for (happy, count) in [(false, 1), (true, 3)] {
        let ask = || SlideAsk::new().table("2x3".to_owned()).happy(happy);
        for list in [1, 2, usize::MAX] {
            let answer = solved(&Question::new(ask()).list(list), 1);
            assert!(!Prepared::new(&Question::new(ask()).list(list)).expect("good").shows());
            let Part::SlideTable(part) = &answer.part else { panic!("{:?}", answer.part) };
            let antipodes = part.antipodes.as_ref().expect("listed");
            assert_eq!(antipodes.len(), count.min(list));
            assert!(approved(&answer).is_proved());
        }
    }
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

/// When a search takes larger tables depends on this.
#[test]
fn rounds_without_a_solution_make_the_same_moves_on_any_number_of_threads() {
    for (board, start, heuristic) in [
        ("4x4", "51247308a6be9fcd", "manhattan"),
        ("4x4", "d68cfe0ab7459132", "5-5-5"),
        ("3x3", "867254301", "manhattan"),
    ] {
        let question = Question::new(ask(board, start).heuristic(heuristic.to_owned()));
        let nodes = |threads: usize| -> Vec<u64> {
            let answer = solved(&question, threads);
            let rounds = &records(&answer)[0].rounds;
            rounds[..rounds.len() - 1].iter().map(|round| round.nodes).collect()
        };
        let alone = nodes(1);
        assert!(alone.len() > 1, "{start}");
        for threads in 2..=3 {
            assert_eq!(nodes(threads), alone, "{start}, {threads} threads");
        }
    }
}

#[test]
fn a_start_that_cannot_be_solved_is_answered_without_tables() {
    // The tables of 7-8 take half a minute, those of 6-6-6-6 more memory than most machines have.
    let soon = Terminal::quiet(1)
        .limited(Limits { time: Some(Duration::from_secs(5)), memory_bytes: Some(200 << 20) });
    let swapped = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,24,23,0";
    let starts = ["123456789abcdfe0", "2134/5678/9abc/def0"].map(str::to_owned);
    for (ask, bound) in [
        (ask("4x4", &starts[0]), "7-8"),
        (ask("5x5", swapped), "6-6-6-6"),
        (ask_many("4x4", &starts), "7-8"),
    ] {
        let question = Question::new(ask.heuristic(bound.to_owned()));
        let answer = kumiki::solve(&question, &soon).expect("no bug");
        assert_eq!(answer.stopped_by, None, "{:?}", question.command_line());
        for record in records(&answer) {
            let why = record.unreachable.as_ref().or(answer.why_none.as_ref());
            assert!(record.moves.is_none() && why.is_some());
            // It would have been this one, or this one twice.
            assert!(record.heuristic.starts_with(bound), "{}", record.heuristic);
        }
        approved(&answer);
    }
    let nonsense = ask("4x4", &starts[0]).heuristic("nonsense".to_owned());
    assert!(refused(&Question::new(nonsense)).contains("nonsense"));
}
