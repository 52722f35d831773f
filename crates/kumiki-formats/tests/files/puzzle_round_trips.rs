//! Random puzzles, written and read back in every format; and what a format cannot say is refused,
//! and nothing else.

use crate::puzzle_samples::Random;
use kumiki_formats::puzzle::{PuzzleFormat, read, recognise, to_polycube, to_toml, to_xmpuzzle};
use kumiki_model::{Hold, PackQuestion, Piece, Place, Turns};
use std::collections::BTreeSet;

fn parsed(bytes: &[u8], format: PuzzleFormat) -> PackQuestion {
    assert_eq!(recognise(bytes), format);
    let file = read(bytes, PuzzleFormat::Auto);
    file.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes))).question
}

/// The question with its box in the corner, and with pieces changed like this.
fn with(question: &PackQuestion, change: impl Fn(&Piece) -> Piece) -> PackQuestion {
    let low = question.low();
    let moved = |places: &[Place]| -> Vec<Place> {
        places.iter().map(|place| [0, 1, 2].map(|axis| place[axis] - low[axis])).collect()
    };
    let pieces = question.pieces().iter().map(change).collect();
    let mut changed =
        PackQuestion::new(question.title(), moved(question.must()), moved(question.may()), pieces)
            .expect("valid");
    (changed.leftover, changed.hold) = (question.leftover, question.hold);
    changed
}

fn volume(question: &PackQuestion, count: impl Fn(&Piece) -> u32) -> usize {
    let pieces = question.pieces().iter();
    pieces
        .map(|piece| piece.shape.cells().len() * usize::try_from(count(piece)).expect("small"))
        .sum()
}

#[test]
fn everything_can_be_said_in_our_own_format() {
    let mut random = Random(1);
    for _ in 0..1500 {
        let question = random.question();
        assert_eq!(parsed(to_toml(&question).as_bytes(), PuzzleFormat::Toml), question);
    }
}

#[test]
fn burrtools_files_say_what_they_can_and_refuse_the_rest() {
    let mut random = Random(2);
    let (mut said, mut refused) = (0, 0);
    for round in 0..3000 {
        let question = random.question();
        let room = question.must().len() + question.may().len();
        let most = |piece: &Piece| {
            let fitting = u32::try_from(room / piece.shape.cells().len()).expect("small");
            piece.most.unwrap_or(fitting.max(piece.least))
        };
        let leftover = usize::try_from(question.leftover).expect("small");
        let (least_volume, most_volume) =
            (volume(&question, |piece| piece.least), volume(&question, most));
        let limit_is_applied =
            least_volume != most_volume || room.saturating_sub(least_volume) <= leftover;
        let sayable = question.hold == Hold::Free
            && question.pieces().iter().all(|piece| piece.turns == Turns::Rotations)
            && (leftover == 0
                || (question.may().is_empty() && leftover < room && limit_is_applied));
        match to_xmpuzzle(&question, round % 2 == 0) {
            Ok(file) => {
                assert!(sayable, "{question:?}");
                let expected =
                    with(&question, |piece| Piece { most: Some(most(piece)), ..piece.clone() });
                assert_eq!(parsed(&file, PuzzleFormat::BurrTools), expected);
                said += 1;
            }
            Err(error) => {
                assert!(!sayable, "{error}\n{question:?}");
                refused += 1;
            }
        }
    }
    assert!(said > 500 && refused > 500, "{said} said, {refused} refused");
}

#[test]
fn polycube_files_say_what_they_can_and_refuse_the_rest() {
    let mut random = Random(3);
    for _ in 0..1000 {
        let question = random.question();
        let fixed = question.pieces().iter().all(|piece| piece.most == Some(piece.least));
        let filled = fixed && volume(&question, |piece| piece.least) == question.must().len();
        let plain =
            question.may().is_empty() && question.leftover == 0 && question.hold == Hold::Free;
        match to_polycube(&question) {
            Ok(text) => {
                assert!(filled && plain, "{question:?}");
                assert_eq!(
                    parsed(text.as_bytes(), PuzzleFormat::Polycube),
                    with(&question, |piece| Piece { colour: None, ..piece.clone() })
                );
            }
            Err(error) => {
                assert!(
                    error.to_string().starts_with("Polycube files cannot say this: "),
                    "{error}"
                );
            }
        }
    }
    let (mut said, mut refused) = (0, 0);
    for _ in 0..2000 {
        let question = random.dissection();
        match to_polycube(&question) {
            Ok(text) => {
                assert_eq!(parsed(text.as_bytes(), PuzzleFormat::Polycube), question);
                said += 1;
            }
            Err(error) => {
                let reason = "Polycube files cannot say this: pieces ";
                assert!(
                    error.to_string().starts_with(reason) && has_twins(&question),
                    "{error}\n{question:?}"
                );
                refused += 1;
            }
        }
    }
    assert!(said > 200 && refused > 200, "{said} said, {refused} refused");
}

/// Whether two pieces may be the same: their sides in order, and for each cell how many others are
/// at which distance.
fn has_twins(question: &PackQuestion) -> bool {
    let fingerprint = |piece: &Piece| {
        let cells = piece.shape.cells();
        let squared = |a: &Place, b: &Place| {
            (0..3).map(|axis| a[axis].abs_diff(b[axis]).pow(2)).sum::<usize>()
        };
        let mut distances: Vec<Vec<usize>> = Vec::new();
        for cell in cells {
            let mut row: Vec<usize> = cells.iter().map(|other| squared(cell, other)).collect();
            row.sort_unstable();
            distances.push(row);
        }
        distances.sort_unstable();
        let mut sides = piece.shape.sides();
        sides.sort_unstable();
        (sides, distances)
    };
    let different: BTreeSet<_> = question.pieces().iter().map(fingerprint).collect();
    different.len() < question.pieces().len()
}

#[test]
fn copies_of_a_piece_survive_polycube() {
    let mut random = Random(4);
    let mut copies = 0;
    for _ in 0..300 {
        let question = random.dissection();
        let [first, ..] = question.pieces() else { panic!("at least one piece") };
        let size = first.shape.cells().len();
        if !question.must().len().is_multiple_of(size) {
            continue;
        }
        let count = u32::try_from(question.must().len() / size).expect("small");
        let piece = Piece { least: count, most: Some(count), ..first.clone() };
        let question =
            PackQuestion::new("copies", question.must().to_vec(), [], vec![piece]).expect("valid");
        let text = to_polycube(&question).expect("can be said");
        assert_eq!(parsed(text.as_bytes(), PuzzleFormat::Polycube), question);
        copies += usize::from(count > 1);
    }
    assert!(copies > 50, "{copies}");
}
