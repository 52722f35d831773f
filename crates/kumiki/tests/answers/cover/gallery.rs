//! The classic puzzles, each with its known count.

use super::{answer, answer_or_halt, number};
use kumiki::formats::puzzle::{PuzzleFormat, read};
use kumiki::judge::judge_arrangement;
use kumiki::model::{
    Answer, ClassCount, Classes, Count, PackAsk, PackQuestion, PlacedPiece, Question, Solution,
    StoppedBy, Symmetry,
};
use kumiki_oracle::naive::ArrangementSymmetries;
use std::collections::BTreeSet;

fn puzzle(name: &str) -> PackQuestion {
    let text = kumiki::puzzles::gallery::find(name).expect("a puzzle of the gallery").text;
    read(text.as_bytes(), PuzzleFormat::Toml).expect("a valid puzzle").question
}

fn question(name: &str, symmetry: Symmetry) -> Question {
    Question::new(PackAsk::new(name).symmetry(symmetry))
}

fn counts(answer: &Answer) -> [Count; 3] {
    let Some(ClassCount::Both(Classes { all, rotations })) = &answer.classes else {
        panic!("no classes")
    };
    [answer.count.clone().expect("they are counted"), rotations.clone(), all.clone()]
}

/// The packings that are listed.
fn packings(question: &PackQuestion, answer: &Answer) -> Vec<Vec<PlacedPiece>> {
    let pieces = |solution: &Solution| match solution {
        Solution::Pieces(record) => {
            let pieces = question.arrangement(&record.layers, &record.kinds).expect("a drawing");
            assert_eq!(question.layers(&pieces), record.layers, "the same drawing");
            pieces
        }
        other => panic!("{other:?} has no pieces"),
    };
    answer.solutions.iter().flatten().map(pieces).collect()
}

/// Packings, classes up to rotations, classes up to all symmetries.
fn check(name: &str, expected: [u64; 3]) {
    let answer = answer(&question(name, Symmetry::All), 2);
    assert_eq!(counts(&answer), expected.map(Into::into), "{name}");
}

#[test]
fn the_soma_cube_has_240_solutions() {
    check("soma", [11520, 480, 240]);
}

#[test]
fn the_diabolical_cube_has_13_solutions() {
    check("diabolical", [624, 26, 13]);
}

#[test]
fn pentominoes_fill_the_board_without_its_centre_in_65_ways() {
    check("pentominoes-8x8", [520, 130, 65]);
}

#[test]
fn pentominoes_fill_6x10_in_2339_ways() {
    check("pentominoes-6x10", [9356, 4678, 2339]);
}

#[test]
fn three_small_cubes_and_six_bricks_fill_the_cube_in_one_way() {
    check("slothouber-graatsma", [8, 1, 1]);
}

#[test]
fn rods_are_held_by_walls_and_each_other() {
    let rods = puzzle("rods");
    let [total, rotation_classes, classes] = counts(&answer(&question("rods", Symmetry::All), 2));
    assert_eq!([&total, &classes], [&346.into(), &20.into()]);
    let all = answer(&question("rods", Symmetry::None).list(usize::MAX), 2);
    let all = packings(&rods, &all);
    assert_eq!(total, number(all.len()));
    for (symmetry, expected) in [(Symmetry::Rotations, rotation_classes), (Symmetry::All, classes)]
    {
        let group = ArrangementSymmetries::of_question(&rods, symmetry);
        let class = |pieces: &Vec<PlacedPiece>| {
            assert_eq!(judge_arrangement(&rods, pieces), Ok(()));
            group.canonical(pieces)
        };
        let classes: BTreeSet<_> = all.iter().map(class).collect();
        assert_eq!(expected, number(classes.len()), "{symmetry:?}");
    }
}

#[test]
fn every_listed_packing_is_judged_and_lists_follow_the_symmetry() {
    let diabolical = puzzle("diabolical");
    for (symmetry, count) in [(Symmetry::All, 13), (Symmetry::Rotations, 26), (Symmetry::None, 624)]
    {
        let question = question("diabolical", symmetry);
        let whole = answer(&question.clone().list(usize::MAX).verify(), 2);
        let list = packings(&diabolical, &whole);
        assert_eq!(list.len(), count);
        let mut seen = BTreeSet::new();
        for pieces in &list {
            assert_eq!(judge_arrangement(&diabolical, pieces), Ok(()));
            assert!(seen.insert(pieces), "each once");
        }
        let is_verified = whole.evidence.iter().any(|line| line.starts_with("verified"));
        assert!(is_verified, "{:?}", whole.evidence);
        for (length, threads) in [(1, 1), (5, 2), (11, 3)] {
            // A shorter list is the beginning of the longer one, whether the rest is counted or
            // not.
            let some = question.clone().list(length);
            let ended = answer_or_halt(&some, threads).expect("an answer");
            assert_eq!(ended.stopped_by, Some(StoppedBy::Enough));
            assert_eq!(packings(&diabolical, &ended), list[..length]);
            let whole = answer(&some.count(), threads);
            assert_eq!(packings(&diabolical, &whole), list[..length]);
            assert_eq!(whole.count, Some(624.into()));
        }
    }
    let draw = |seed, threads| {
        packings(
            &diabolical,
            &answer(&question("diabolical", Symmetry::All).sample(3, seed), threads),
        )
    };
    assert_eq!(draw(5, 1), draw(5, 3));
    assert_eq!(draw(5, 1).len(), 3);
}
