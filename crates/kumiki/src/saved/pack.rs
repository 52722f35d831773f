//! Answers about packing puzzles.
//!
//! # What is held against what
//! * **P1** The puzzle has as many symmetries as the answer says; the judge finds its own. In a complete answer the table
//!   by symmetry adds up to the classes, and with the size of each class to the packings. A class falls into one or
//!   two classes up to rotations. A puzzle with a reason to have no packing has none.
//! * **P2** Every listed packing is a drawing of pieces that obeys the rules, with the numbers of pieces and of symmetries
//!   that it claims.
//! * **P3** No two listed packings are in the same class, and no more are listed than counted.
//! * **P4** If all classes are listed, they contain exactly the packings counted.
//! * **P5** A tiny puzzle is counted again by trying every way to lay its pieces.

use super::{SavedFault, SolutionFault, Verdict, equal, judge_classes, judge_list_length};
use kumiki_check::{ArrangementSymmetries, judge_arrangement, naive_arrangements};
use kumiki_formats::puzzle::{PuzzleFormat, read};
use kumiki_model::{ArrangementRecord, Classes, PackAnswer, PackQuestion, Place, PlacedPiece, Symmetry};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Puzzles with at most so many cells and so many kinds of piece are counted again.
const RECOUNTED: (usize, usize) = (9, 3);

/// Judges an answer.
pub(super) fn judge(answer: &PackAnswer) -> Result<Verdict, SavedFault> {
    let text = answer.question.puzzle.as_bytes();
    let question = read(text, PuzzleFormat::Toml).map_err(SavedFault::Question)?.question;
    let mut lines = Vec::new();
    judge_counts(answer, &question, &mut lines)?;
    if !answer.complete {
        lines.push("the answer says itself that the search was not finished".to_owned());
    }
    let Some(solutions) = &answer.solutions else {
        lines.push("no packings are listed".to_owned());
        return Ok(Verdict { solution_count: 0, all_classes_listed: false, lines });
    };
    // A sample is drawn from the classes up to all symmetries.
    let symmetry = if answer.question.sample.is_some() { Symmetry::All } else { answer.question.symmetry };
    let chosen = ArrangementSymmetries::of_question(&question, symmetry);
    let all = ArrangementSymmetries::of_question(&question, Symmetry::All);
    let mut contained = BigUint::ZERO;
    let mut number_of: BTreeMap<Vec<PlacedPiece>, usize> = BTreeMap::new();
    for (number, record) in (1..).zip(solutions) {
        let pieces =
            judge_record(&question, &all, record).map_err(|fault| SavedFault::Solution { number, fault })?;
        contained += chosen.order() / chosen.fixing(&pieces);
        if let Some(first) = number_of.insert(chosen.canonical(&pieces), number) {
            return Err(SavedFault::Same { first, second: number });
        }
    }
    let how = match chosen.order() {
        1 => String::new(),
        order => format!(" under the {order} symmetries chosen"),
    };
    lines.push(format!("listed packings that obey the rules, no two the same{how}: {}", solutions.len()));
    let class_count = match symmetry {
        Symmetry::All => &answer.classes.all,
        Symmetry::Rotations => &answer.classes.rotations,
        Symmetry::None => &answer.solutions_total,
    };
    let all_classes_listed = answer.complete && class_count.0 == BigUint::from(solutions.len());
    if answer.complete {
        judge_list_length(solutions.len(), class_count)?;
    }
    if all_classes_listed {
        equal("packings in the classes of those listed", contained, &answer.solutions_total)?;
        lines.push(format!("all {class_count} classes are listed, with {} packings", answer.solutions_total));
    }
    Ok(Verdict { solution_count: solutions.len(), all_classes_listed, lines })
}

/// P1 and P5.
fn judge_counts(
    answer: &PackAnswer,
    question: &PackQuestion,
    lines: &mut Vec<String>,
) -> Result<(), SavedFault> {
    let PackAnswer { solutions_total: total, classes: Classes { all, rotations }, group_order, .. } = answer;
    let own = ArrangementSymmetries::of_question(question, Symmetry::All);
    equal("symmetries of the puzzle", own.order().into(), group_order)?;
    if !answer.complete {
        return Ok(());
    }
    if let (Some(reason), true) = (&answer.obstruction, total.0 > BigUint::ZERO) {
        return Err(SavedFault::NotImpossible { reason: reason.clone() });
    }
    judge_classes(&answer.by_symmetry, group_order, all, total)?;
    let rotation_count = ArrangementSymmetries::of_question(question, Symmetry::Rotations).order();
    let parts = BigUint::from(own.order() / rotation_count);
    if rotations < all || rotations.0 > &all.0 * parts || total.0 > &rotations.0 * rotation_count {
        return Err(SavedFault::ImpossibleClasses);
    }
    lines.push(format!(
        "the identity holds: under {group_order} symmetries these {all} classes contain {total} packings"
    ));
    let cell_count = question.must().len() + question.may().len();
    if cell_count <= RECOUNTED.0 && question.pieces().len() <= RECOUNTED.1 {
        let found = naive_arrangements(question).len();
        equal("packings counted again", found.into(), total)?;
        lines.push(format!("counted again by trying every way to lay the pieces: {found}"));
    }
    Ok(())
}

/// P2.
fn judge_record(
    question: &PackQuestion,
    all: &ArrangementSymmetries,
    record: &ArrangementRecord,
) -> Result<Vec<PlacedPiece>, SolutionFault> {
    let pieces = pieces_of(question, record)?;
    judge_arrangement(question, &pieces).map_err(|fault| SolutionFault::Pieces(Box::new(fault)))?;
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    for (what, stated, found) in [
        ("number of pieces", record.pieces, pieces.len()),
        ("number of symmetries", record.symmetry, all.fixing(&pieces)),
    ] {
        if stated != found {
            return Err(SolutionFault::WrongNumber { what, stated: number(stated), found: number(found) });
        }
    }
    Ok(pieces)
}

/// The pieces of a drawing.
fn pieces_of(question: &PackQuestion, record: &ArrangementRecord) -> Result<Vec<PlacedPiece>, SolutionFault> {
    let [layer_count, row_count, column_count] = question.sides();
    let is_row = |row: &String| row.chars().count() == column_count;
    let is_layer = |layer: &Vec<String>| layer.len() == row_count && layer.iter().all(is_row);
    if record.layers.len() != layer_count || !record.layers.iter().all(is_layer) {
        return Err(SolutionFault::OtherSides);
    }
    let mut cells_of: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (layer, rows) in record.layers.iter().enumerate() {
        for (row, cells) in rows.iter().enumerate() {
            for (column, label) in cells.chars().enumerate() {
                let at = [layer, row, column];
                let place = [0, 1, 2].map(|axis| at[axis] + question.low()[axis]);
                let is_cell = question.must().binary_search(&place).is_ok()
                    || question.may().binary_search(&place).is_ok();
                match label {
                    ' ' if !is_cell => {}
                    '.' if is_cell => {}
                    ' ' | '.' => return Err(SolutionFault::MisplacedMark { place: at.map(|at| at + 1) }),
                    _ => cells_of.entry(label).or_default().push(place),
                }
            }
        }
    }
    let piece = |(label, cells): (char, Vec<Place>)| {
        let name = record.kinds.get(&label).ok_or(SolutionFault::UnknownLabel { label })?;
        let kind = question.pieces().iter().position(|piece| piece.name == *name);
        Ok(PlacedPiece { cells, kind: kind.ok_or(SolutionFault::UnknownLabel { label })? })
    };
    let mut pieces: Vec<PlacedPiece> = cells_of.into_iter().map(piece).collect::<Result<_, _>>()?;
    pieces.sort_unstable();
    Ok(pieces)
}
