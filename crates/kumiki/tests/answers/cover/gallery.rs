//! The classic puzzles, each with its known count.

use kumiki::drive::Run;
use kumiki::formats::puzzle::{PuzzleFormat, read};
use kumiki::host::Terminal;
use kumiki::judge::{ArrangementSymmetries, judge_arrangement};
use kumiki::model::{PackQuestion, Symmetry};
use kumiki::pack::{Arrangement, Request, Show, Solved, solve};
use std::collections::BTreeSet;

fn puzzle(text: &str) -> PackQuestion {
    read(text.as_bytes(), PuzzleFormat::Toml).expect("a valid puzzle").question
}

fn solved(question: &PackQuestion) -> Solved {
    let solved = solve(&Request::count(question), &Run::new(&Terminal::quiet(2)))
        .expect("a puzzle that can be solved");
    assert_eq!(solved.stopped_by, None);
    solved
}

/// Packings, classes up to rotations, classes up to all symmetries.
fn check(text: &str, expected: [u32; 3]) {
    let question = puzzle(text);
    let Solved { total, rotation_classes, classes, .. } = solved(&question);
    assert_eq!(
        [total, rotation_classes, classes],
        expected.map(Into::into),
        "{}",
        question.title()
    );
}

#[test]
fn the_soma_cube_has_240_solutions() {
    check(include_str!("../../../../../puzzles/soma.toml"), [11520, 480, 240]);
}

#[test]
fn the_diabolical_cube_has_13_solutions() {
    check(include_str!("../../../../../puzzles/diabolical.toml"), [624, 26, 13]);
}

#[test]
fn pentominoes_fill_the_board_without_its_centre_in_65_ways() {
    check(include_str!("../../../../../puzzles/pentominoes-8x8.toml"), [520, 130, 65]);
}

#[test]
fn pentominoes_fill_6x10_in_2339_ways() {
    check(include_str!("../../../../../puzzles/pentominoes-6x10.toml"), [9356, 4678, 2339]);
}

#[test]
fn three_small_cubes_and_six_bricks_fill_the_cube_in_one_way() {
    check(include_str!("../../../../../puzzles/slothouber-graatsma.toml"), [8, 1, 1]);
}

#[test]
fn rods_are_held_by_walls_and_each_other() {
    let question = puzzle(include_str!("../../../../../puzzles/rods.toml"));
    let Solved { total, rotation_classes, classes, .. } = solved(&question);
    assert_eq!([&total, &classes], [&346u32.into(), &20u32.into()]);
    let request = Request {
        symmetry: Symmetry::None,
        show: Show::List(usize::MAX),
        ..Request::count(&question)
    };
    let all = solve(&request, &Run::new(&Terminal::quiet(2)))
        .expect("a puzzle that can be solved")
        .arrangements;
    assert_eq!(total, all.len().into());
    for (symmetry, expected) in [(Symmetry::Rotations, rotation_classes), (Symmetry::All, classes)]
    {
        let group = ArrangementSymmetries::of_question(&question, symmetry);
        let class = |arrangement: &Arrangement| {
            assert_eq!(judge_arrangement(&question, &arrangement.pieces), Ok(()));
            group.canonical(&arrangement.pieces)
        };
        let classes: BTreeSet<_> = all.iter().map(class).collect();
        assert_eq!(expected, classes.len().into(), "{symmetry:?}");
    }
}

#[test]
fn every_listed_packing_is_judged_and_lists_follow_the_symmetry() {
    let question = puzzle(include_str!("../../../../../puzzles/diabolical.toml"));
    for (symmetry, count) in [(Symmetry::All, 13), (Symmetry::Rotations, 26), (Symmetry::None, 624)]
    {
        let request = Request {
            symmetry,
            show: Show::List(usize::MAX),
            verify: true,
            ..Request::count(&question)
        };
        let solved =
            solve(&request, &Run::new(&Terminal::quiet(2))).expect("a puzzle that can be solved");
        assert_eq!(solved.arrangements.len(), count);
        let mut seen = BTreeSet::new();
        for arrangement in &solved.arrangements {
            assert_eq!(judge_arrangement(&question, &arrangement.pieces), Ok(()));
            assert!(seen.insert(&arrangement.pieces), "each once");
        }
        assert!(
            solved.evidence.iter().any(|line| line.starts_with("verified")),
            "{:?}",
            solved.evidence
        );
    }
}
