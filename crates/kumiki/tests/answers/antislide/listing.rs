//! Which packings are listed: by lot, by their symmetries, and in which order.

use kumiki::drive::{Run, Unhosted};
use kumiki::judge::judge;
use kumiki::model::{
    Answer, AntislideAsk, LevelReport, Method, Part, PuzzleSize, Question, Solution,
    SolutionRecord, Symmetry,
};
use kumiki::{Halt, Prepared};
use kumiki_host::Terminal;
use std::collections::BTreeSet;

/// An answer that the judge approves.
fn approved(question: &Question, threads: usize) -> Answer {
    let prepared = Prepared::new(question).expect("a question");
    let answer = prepared.solve(&Run::new(&Terminal::quiet(threads))).expect("an answer");
    let text = serde_json::to_string(&answer).expect("an answer is JSON");
    judge(&text).unwrap_or_else(|fault| panic!("{:?}: {fault}", question.command_line()));
    answer
}

fn records(answer: &Answer) -> Vec<&SolutionRecord> {
    let solutions = answer.solutions.iter().flatten();
    solutions
        .map(|solution| match solution {
            Solution::Bricks(record) => record,
            other => panic!("{other:?} is no packing"),
        })
        .collect()
}

fn ask(container: &str) -> AntislideAsk {
    AntislideAsk::new(container)
}

/// All classes, in the order of the search.
fn all(ask: &AntislideAsk) -> Answer {
    approved(&Question::new(ask.clone()).list(usize::MAX), 1)
}

#[test]
fn the_most_symmetric_packings_come_first() {
    for container in ["2x3x3", "3x4x4"] {
        let whole = all(&ask(container));
        let mut sorted: Vec<SolutionRecord> = records(&whole).into_iter().cloned().collect();
        sorted.sort_by_key(|record| std::cmp::Reverse(record.symmetry));
        let symmetric = ask(container).most_symmetric(true);
        let listed = approved(&Question::new(symmetric.clone()).list(usize::MAX), 1);
        assert!(records(&listed).into_iter().eq(&sorted), "{container}");
        sorted.retain(|record| record.bricks > 0);
        for (most, threads) in [(1, 1), (2, 3), (7, 2)] {
            let listed = approved(&Question::new(symmetric.clone()).list(most), threads);
            assert!(listed.is_complete() && listed.count == whole.count, "{container}");
            assert!(records(&listed).into_iter().eq(sorted.iter().take(most)), "{container}");
        }
    }
}

#[test]
fn the_beautiful_packing_of_the_seed_is_the_most_symmetric() {
    let answer = approved(&Question::new(ask("4x4x4").most_symmetric(true)).list(1), 2);
    let first = records(&answer)[0];
    assert_eq!((first.bricks, first.symmetry), (12, 24));
    assert_eq!(first.layers[0], [".11.", "2113", "2443", ".44."]);
    let fewest =
        approved(&Question::new(ask("4x4x4").fewest(true).most_symmetric(true)).list(2), 1);
    let orders: Vec<usize> = records(&fewest).iter().map(|record| record.symmetry).collect();
    assert_eq!(orders, [24, 6]);
}

#[test]
fn only_packings_with_enough_symmetries_are_listed() {
    let whole = all(&ask("3x4x4"));
    for least in [1, 2, 4, 8, 16, 17] {
        let some = ask("3x4x4").min_symmetries(least);
        let answer = approved(&Question::new(some).list(usize::MAX), 2);
        let expected = records(&whole).into_iter().filter(|record| record.symmetry >= least);
        assert!(records(&answer).into_iter().eq(expected), "{least}");
        assert_eq!(
            (answer.count, answer.by_symmetry),
            (whole.count.clone(), whole.by_symmetry.clone())
        );
        assert!(answer.evidence.iter().any(|line| line.contains("counts are those of all")));
    }
}

#[test]
fn samples_are_drawn_from_the_classes_that_are_not_empty() {
    let classes: BTreeSet<_> = {
        let whole = all(&ask("3x4x4"));
        records(&whole).into_iter().map(|record| record.layers.clone()).collect()
    };
    let drawn = |size, seed, threads| {
        let answer = approved(&Question::new(ask("3x4x4")).sample(size, seed), threads);
        let listed = records(&answer).into_iter().map(|record| record.layers.clone());
        (answer.count.clone(), listed.collect::<Vec<_>>())
    };
    let (count, ten) = drawn(10, 1, 1);
    assert_eq!((count, ten.len()), (all(&ask("3x4x4")).count, 10));
    assert!(ten.iter().all(|layers| classes.contains(layers)));
    assert_eq!(drawn(10, 1, 3).1, ten);
    assert_ne!(drawn(10, 2, 1).1, ten);
    let (_, everything) = drawn(10_000, 1, 1);
    assert_eq!(everything.iter().collect::<BTreeSet<_>>().len() + 1, classes.len());
    // Of the packings with the fewest bricks, or with enough symmetries.
    let fewest = Question::new(ask("4x4x4").fewest(true));
    let orders = |size| {
        let answer = approved(&fewest.clone().sample(size, 4), 1);
        records(&answer).iter().map(|record| (record.bricks, record.symmetry)).collect::<Vec<_>>()
    };
    assert_eq!(orders(1).len(), 1);
    let mut three = orders(9);
    three.sort_unstable();
    assert_eq!(three, [(12, 6), (12, 6), (12, 24)]);
    let symmetric = Question::new(ask("4x4x4").min_symmetries(16)).sample(1, 7);
    assert!(records(&approved(&symmetric, 1))[0].symmetry >= 16);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |question: Question| {
        let prepared = Prepared::new(&question).expect("a question");
        match prepared.solve(&Run::new(&Unhosted)) {
            Err(halt @ Halt::Contradiction(_)) => halt.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let plain = || ask("3x3x3");
    for (question, words) in [
        (Question::new(plain().min_symmetries(2)), "expected `list`"),
        (Question::new(plain().most_symmetric(true)), "expected `list`"),
        (Question::new(plain().min_symmetries(0)).list(1), "expected at least 1"),
        (
            Question::new(plain().min_symmetries(2).symmetry(Symmetry::None)).list(1),
            "expected `symmetry` all",
        ),
        (Question::new(plain().symmetry(Symmetry::None)).sample(1, 0), "expected `symmetry` all"),
        (Question::new(plain().most_symmetric(true)).sample(1, 0), "`sample`"),
    ] {
        let refusal = refused(question);
        assert!(refusal.contains(words), "{refusal}");
    }
}

#[test]
fn the_size_is_that_of_the_seed_and_the_judge_counts_the_same() {
    let size = |ask: AntislideAsk| {
        let answer = approved(&Question::new(ask), 1);
        let Part::Antislide(part) = answer.part else { panic!("no bricks") };
        part.size.expect("a size")
    };
    let seed = size(ask("4x4x4"));
    let of = |cells, placements, covered, requirements, required| PuzzleSize {
        cells,
        placements,
        covered,
        requirements,
        required,
    };
    assert_eq!(seed, of(64, 108, 432, 450, 1224));
    assert_eq!(
        [seed.required + seed.requirements, seed.requirements + seed.placements],
        [1674, 558]
    );
    // By hand: in a row of three cells a domino has two places, with one free face each.
    assert_eq!(size(ask("1x1x3").brick(["1x1x2".to_owned()])), of(3, 2, 4, 2, 2));
    for container in ["1x2x3", "2x2x3", "2x3x4", "1x4x5"] {
        for kinds in [vec!["2x2x1"], vec!["1x1x2", "1x1x1"], vec!["1x2x3", "2x2x2"]] {
            let kinds: Vec<String> = kinds.into_iter().map(str::to_owned).collect();
            assert!(size(ask(container).brick(kinds).max_bricks(1)).cells > 5);
        }
    }
}

#[test]
fn the_profile_tells_where_packings_are_found_and_what_is_still_required() {
    let answer = approved(&Question::new(ask("4x4x4")).profile(), 1);
    let sum = |name: &str| -> u64 {
        let tallies = answer.profile.levels.iter().flat_map(|level| &level.tallies);
        tallies.filter(|(tally, _)| tally == name).map(|(_, sum)| *sum).sum()
    };
    assert_eq!(sum("solutions"), 1171);
    // The first brick lies in the corner; three of its faces touch no wall.
    let [first, second] = [0, 1].map(|level| &answer.profile.levels[level]);
    let open = |level: &LevelReport| level.tallies.iter().find(|(name, _)| name == "open").cloned();
    let (first, second) = (open(first).expect("a tally"), open(second).expect("a tally"));
    assert_eq!(first.1, 3);
    assert!(second.1 > first.1 && sum("open") > 1000);
}

#[test]
fn each_number_of_bricks_has_its_own_symmetries() {
    // As ANTISLIDE3 finds them.
    let expected = [
        (0, "48:1"),
        (12, "6:2 24:1"),
        (13, "2:1"),
        (14, "1:56 2:11 4:3 8:2"),
        (15, "1:6 2:11 4:4"),
        (16, "1:827 2:196 4:36 8:13 16:1"),
    ];
    for method in [Method::Direct, Method::Layers] {
        let answer = approved(&Question::new(ask("4x4x4").method(method)), 1);
        let Part::Antislide(part) = answer.part else { panic!("no bricks") };
        let found: Vec<(usize, String)> = part
            .by_bricks
            .iter()
            .map(|row| {
                let cells = row.by_symmetry.iter();
                let cells: Vec<String> =
                    cells.map(|cell| format!("{}:{}", cell.order, cell.classes)).collect();
                (row.bricks, cells.join(" "))
            })
            .collect();
        let found: Vec<(usize, &str)> = found.iter().map(|(n, text)| (*n, text.as_str())).collect();
        assert_eq!(found, expected, "{method:?}");
    }
}
