//! Answers about packing puzzles.
//!
//! # What is held against what
//! * **P1** The puzzle has as many symmetries as the answer says; the judge finds its own. The
//!   table by symmetry adds up to the classes, and with the size of each class to the packings. A
//!   class falls into one or two classes up to rotations. A puzzle with a reason to have no packing
//!   has none.
//! * **P2** Every listed packing is a drawing of pieces that obeys the rules, with the numbers of
//!   pieces and of symmetries that it claims.
//! * **P3** No two listed packings are in the same class, and no more are listed than counted.
//! * **P4** If all classes are listed, they contain exactly the packings counted, and fall into as
//!   many classes up to rotations.
//! * **P5** A small puzzle is counted again by trying every way to lay its pieces, and every number
//!   and table is that of this search.
//! * **P6** As many are listed as were asked for, or all there are.

use crate::saved::{LIMIT_STEPS, SavedFault, SolutionFault, by_order, equal, judge_classes};
use crate::{
    ArrangementSymmetries, ListLength, Verdict, judge_arrangement, judge_rows, recount,
    symmetry_rows,
};
use kumiki_formats::puzzle::{PuzzleFormat, read};
use kumiki_model::{
    ArrangementRecord, Classes, PackAnswer, PackQuestion, Place, PlacedPiece, Symmetry,
};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Judges an answer.
pub(crate) fn judge(answer: &PackAnswer) -> Result<Verdict, SavedFault> {
    let text = answer.question.puzzle.as_bytes();
    let question = read(text, PuzzleFormat::Toml).map_err(SavedFault::Question)?.question;
    let mut verdict = Verdict::default();
    verdict.note_end(answer.complete);
    judge_counts(answer, &question, &mut verdict)?;
    // A sample is drawn from the classes up to all symmetries.
    let symmetry =
        if answer.question.sample.is_some() { Symmetry::All } else { answer.question.symmetry };
    let class_count = match symmetry {
        Symmetry::All => &answer.classes.all,
        Symmetry::Rotations => &answer.classes.rotations,
        Symmetry::None => &answer.solutions_total,
    };
    let length = ListLength {
        list: answer.question.list,
        sample: answer.question.sample.map(|sample| sample.size),
        listed: answer.solutions.as_ref().map(Vec::len),
        available: Some(&class_count.0),
        is_complete: answer.complete,
    };
    length.judge()?;
    let Some(solutions) = &answer.solutions else {
        verdict.proved.push("no packings are listed".to_owned());
        return Ok(verdict);
    };
    let chosen = ArrangementSymmetries::of_question(&question, symmetry);
    let all = ArrangementSymmetries::of_question(&question, Symmetry::All);
    let mut contained = BigUint::ZERO;
    let turned = ArrangementSymmetries::of_question(&question, Symmetry::Rotations);
    let mut turned_count = BigUint::ZERO;
    let mut number_of: BTreeMap<Vec<PlacedPiece>, usize> = BTreeMap::new();
    for (number, record) in (1..).zip(solutions) {
        let pieces = judge_record(&question, &all, record)
            .map_err(|fault| SavedFault::Solution { number, fault })?;
        contained += chosen.order() / chosen.fixing(&pieces);
        if let Some(first) = number_of.insert(chosen.canonical(&pieces), number) {
            return Err(SavedFault::Same { first, second: number });
        }
        turned_count +=
            chosen.order() * turned.fixing(&pieces) / (chosen.fixing(&pieces) * turned.order());
    }
    let how = match chosen.order() {
        1 => String::new(),
        order => format!(" under the {order} symmetries chosen"),
    };
    verdict.proved.push(format!(
        "listed packings that obey the rules, no two the same{how}: {}",
        solutions.len()
    ));
    verdict.solution_count = solutions.len();
    verdict.all_classes_listed = answer.complete && class_count.0 == BigUint::from(solutions.len());
    if verdict.all_classes_listed {
        equal("packings in the classes of those listed", contained, &answer.solutions_total)?;
        if symmetry == Symmetry::All {
            equal(
                "classes up to rotations of those listed",
                turned_count,
                &answer.classes.rotations,
            )?;
        }
        verdict.proved.push(format!(
            "the list has as many as are counted, {class_count}, with {} packings",
            answer.solutions_total
        ));
    }
    Ok(verdict)
}

/// P1 and P5.
fn judge_counts(
    answer: &PackAnswer,
    question: &PackQuestion,
    verdict: &mut Verdict,
) -> Result<(), SavedFault> {
    let PackAnswer {
        solutions_total: total, classes: Classes { all, rotations }, group_order, ..
    } = answer;
    let own = ArrangementSymmetries::of_question(question, Symmetry::All);
    equal("symmetries of the puzzle", own.order().into(), group_order)?;
    if let (Some(reason), true) = (&answer.obstruction, total.0 > BigUint::ZERO) {
        return Err(SavedFault::NotImpossible { reason: reason.clone() });
    }
    judge_classes(&answer.by_symmetry, group_order, all, total)?;
    let rotation_count = ArrangementSymmetries::of_question(question, Symmetry::Rotations).order();
    let parts = BigUint::from(own.order() / rotation_count);
    if rotations < all || rotations.0 > &all.0 * parts || total.0 > &rotations.0 * rotation_count {
        return Err(SavedFault::ImpossibleClasses);
    }
    verdict.proved.push(format!(
        "the identity holds: under {group_order} symmetries these {all} classes contain {total} \
         packings"
    ));
    judge_recount(answer, question, verdict)
}

/// P5.
fn judge_recount(
    answer: &PackAnswer,
    question: &PackQuestion,
    verdict: &mut Verdict,
) -> Result<(), SavedFault> {
    let PackAnswer { solutions_total: total, classes: Classes { all, rotations }, .. } = answer;
    let Some(found) = recount::piece_arrangements(question, LIMIT_STEPS) else {
        verdict.trusted.push(format!(
            "{total} packings in {all} classes: there are too many ways to lay the pieces to try \
             them here"
        ));
        return Ok(());
    };
    let under_all = ArrangementSymmetries::of_question(question, Symmetry::All);
    let under_rotations = ArrangementSymmetries::of_question(question, Symmetry::Rotations);
    let symmetries: BTreeMap<Vec<PlacedPiece>, usize> = found
        .iter()
        .map(|pieces| (under_all.canonical(pieces), under_all.fixing(pieces)))
        .collect();
    let turned: BTreeSet<Vec<PlacedPiece>> =
        found.iter().map(|pieces| under_rotations.canonical(pieces)).collect();
    if !answer.complete {
        let are_there = [(total, found.len()), (all, symmetries.len()), (rotations, turned.len())]
            .into_iter()
            .all(|(stated, found)| stated.0 <= BigUint::from(found));
        return if are_there { Ok(()) } else { Err(SavedFault::ImpossibleClasses) };
    }
    equal("packings counted again", found.len().into(), total)?;
    equal("classes counted again", symmetries.len().into(), all)?;
    equal("classes up to rotations counted again", turned.len().into(), rotations)?;
    judge_rows(
        "by_symmetry",
        &symmetry_rows(&answer.by_symmetry),
        &symmetry_rows(&by_order(symmetries.into_values())),
    )?;
    verdict
        .proved
        .push(format!("every way to lay the pieces was tried: {total} packings in {all} classes"));
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
            return Err(SolutionFault::WrongNumber {
                what,
                stated: number(stated),
                found: number(found),
            });
        }
    }
    Ok(pieces)
}

/// The pieces of a drawing.
fn pieces_of(
    question: &PackQuestion,
    record: &ArrangementRecord,
) -> Result<Vec<PlacedPiece>, SolutionFault> {
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
                    ' ' | '.' => {
                        return Err(SolutionFault::MisplacedMark { place: at.map(|at| at + 1) });
                    }
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
