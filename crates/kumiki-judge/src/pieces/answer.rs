//! Answers about packing puzzles.
//!
//! # What is held against what
//! * **P1** The puzzle has as many symmetries as the answer says; the judge finds its own. The
//!   table by symmetry adds up to the classes, and with the size of each class to the packings. A
//!   class falls into one or two classes up to rotations.
//! * **P2** Every listed packing is a drawing of pieces that obeys the rules, with the numbers of
//!   pieces and of symmetries that it claims.
//! * **P3** No two listed packings are in the same class, and no more are listed than counted.
//! * **P4** If all classes are listed, they contain exactly the packings counted, and fall into as
//!   many classes up to rotations.
//! * **P5** A small puzzle is counted again by trying every way to lay its pieces, and every number
//!   and table is that of this search.
//! * **P6** As many are listed as were asked for, or all there are.

use super::{ArrangementSymmetries, in_words, is_cell, judge_arrangement};
use crate::envelope::{
    ListLength, Listing, are_possible, by_symmetry, class_count, classes_in, contained, is_stated,
    judge_claim, judge_rows, judge_symmetry_order, symmetry_rows,
};
use crate::fault::{refuse, require};
use crate::saved::{LIMIT_STEPS, unreadable};
use crate::{Fault, Verdict, recount, rule};
use kumiki_formats::puzzle::read_problem;
use kumiki_model::{
    Answer, ArrangementRecord, BySymmetry, ClassCount, Classes, Count, ListRecord, PackAsk,
    PackQuestion, Place, PlacedPiece, Solution, Symmetry,
};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// What an answer about a packing puzzle claims.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    question: PackQuestion,
    /// Which packings count as the same.
    symmetry: Symmetry,
    list: Option<ListRecord>,
    sample: Option<usize>,
    packings: Count,
    classes: Classes,
    group_order: Count,
    by_symmetry: Vec<BySymmetry>,
    solutions: Option<Vec<ArrangementRecord>>,
    complete: bool,
}

impl Claims {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &Answer, ask: &PackAsk) -> Result<Self, Fault> {
        let (Some(packings), Some(ClassCount::Both(classes)), Some(group_order)) =
            (&answer.count, &answer.classes, &answer.group_order)
        else {
            let what = "there are no counts of packings, classes and symmetries, expected all";
            return refuse(rule::FIELD, what);
        };
        let Some(text) = &ask.file.text else {
            let what = "the puzzle is not in the question, expected it there";
            return refuse(rule::QUESTION, what);
        };
        let mut question = read_problem(text.as_bytes(), ask.format, ask.problem)
            .map_err(|error| unreadable(&error))?
            .question;
        question.hold = ask.rule.unwrap_or(question.hold);
        let record = |solution: &Solution| match solution {
            Solution::Pieces(record) => Some(record.clone()),
            _ => None,
        };
        let how = &answer.question.how;
        Ok(Self {
            question,
            // A sample is drawn from the classes up to all symmetries.
            symmetry: if how.sample.is_some() { Symmetry::All } else { ask.symmetry },
            list: how.list,
            sample: how.sample,
            packings: packings.clone(),
            classes: classes.clone(),
            group_order: group_order.clone(),
            by_symmetry: answer.by_symmetry.clone(),
            solutions: answer
                .solutions
                .as_ref()
                .map(|solutions| solutions.iter().filter_map(record).collect()),
            complete: answer.is_complete(),
        })
    }
}

/// Judges an answer.
pub(crate) fn judge(answer: &Claims) -> Result<Verdict, Fault> {
    let (question, symmetry) = (&answer.question, answer.symmetry);
    let mut verdict = Verdict::default();
    verdict.note_end(answer.complete);
    judge_counts(answer, question, &mut verdict)?;
    let class_count = class_count(symmetry, &answer.packings, &answer.classes);
    let length = ListLength {
        list: answer.list,
        sample: answer.sample,
        listed: answer.solutions.as_ref().map(Vec::len),
        available: Some(&class_count.0),
        is_complete: answer.complete,
    };
    length.judge()?;
    let Some(solutions) = &answer.solutions else {
        verdict.proved.push("no packings are listed".to_owned());
        return Ok(verdict);
    };
    let chosen = ArrangementSymmetries::of_question(question, symmetry);
    let all = ArrangementSymmetries::of_question(question, Symmetry::All);
    let mut contained = BigUint::ZERO;
    let turned = ArrangementSymmetries::of_question(question, Symmetry::Rotations);
    let mut turned_count = BigUint::ZERO;
    let mut listing = Listing::new("solutions", None);
    for (number, record) in (1..).zip(solutions) {
        let pieces = judge_record(question, &all, record)
            .map_err(|fault| fault.within("solution", number))?;
        contained += chosen.order() / chosen.fixing(&pieces);
        listing.add(chosen.canonical(&pieces))?;
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
        let what = "packings in the classes of those listed";
        is_stated(rule::SUM, what, contained, &answer.packings)?;
        if symmetry == Symmetry::All {
            let what = "classes up to rotations of those listed";
            is_stated(rule::SUM, what, turned_count, &answer.classes.rotations)?;
        }
        verdict.proved.push(format!(
            "the list has as many as are counted, {class_count}, with {} packings",
            answer.packings
        ));
    }
    Ok(verdict)
}

/// P1 and P5.
fn judge_counts(
    answer: &Claims,
    question: &PackQuestion,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Claims { packings: total, classes: Classes { all, rotations }, group_order, .. } = answer;
    let own = ArrangementSymmetries::of_question(question, Symmetry::All);
    is_stated(rule::RECOUNT, "symmetries of the puzzle", own.order(), group_order)?;
    let table = &answer.by_symmetry;
    let contained = contained(table, &group_order.0)?;
    is_stated(rule::SUM, "classes by symmetry", classes_in(table), all)?;
    is_stated(rule::SUM, "solutions in the classes by symmetry", contained, total)?;
    judge_symmetry_order(table)?;
    let rotation_count = ArrangementSymmetries::of_question(question, Symmetry::Rotations).order();
    let is_possible = are_possible(total, [all, rotations], own.order(), rotation_count);
    require(is_possible, rule::CLASSES, impossible)?;
    verdict.proved.push(format!(
        "the identity holds: under {group_order} symmetries these {all} classes contain {total} \
         packings"
    ));
    judge_recount(answer, question, verdict)
}

fn impossible() -> String {
    "so many solutions cannot form so many classes and classes up to rotations".to_owned()
}

/// P5.
fn judge_recount(
    answer: &Claims,
    question: &PackQuestion,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Claims { packings: total, classes: Classes { all, rotations }, .. } = answer;
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
        return require(are_there, rule::RECOUNT, impossible);
    }
    is_stated(rule::RECOUNT, "packings counted again", found.len(), total)?;
    is_stated(rule::RECOUNT, "classes counted again", symmetries.len(), all)?;
    let what = "classes up to rotations counted again";
    is_stated(rule::RECOUNT, what, turned.len(), rotations)?;
    judge_rows(
        rule::RECOUNT,
        "by_symmetry",
        &symmetry_rows(&answer.by_symmetry),
        &symmetry_rows(&by_symmetry(symmetries.into_values())),
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
) -> Result<Vec<PlacedPiece>, Fault> {
    let pieces = pieces_of(question, record)?;
    judge_arrangement(question, &pieces)?;
    judge_claim("number of pieces", record.pieces, pieces.len())?;
    judge_claim("number of symmetries", record.symmetry, all.fixing(&pieces))?;
    Ok(pieces)
}

/// The pieces of a drawing.
fn pieces_of(
    question: &PackQuestion,
    record: &ArrangementRecord,
) -> Result<Vec<PlacedPiece>, Fault> {
    let [layer_count, row_count, column_count] = question.sides();
    let is_row = |row: &String| row.chars().count() == column_count;
    let is_layer = |layer: &Vec<String>| layer.len() == row_count && layer.iter().all(is_row);
    let is_box = record.layers.len() == layer_count && record.layers.iter().all(is_layer);
    require(is_box, rule::BOX, || "its drawing has other sides than the box".to_owned())?;
    let mut cells_of: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (layer, rows) in record.layers.iter().enumerate() {
        for (row, cells) in rows.iter().enumerate() {
            for (column, label) in cells.chars().enumerate() {
                let at = [layer, row, column];
                let place = [0, 1, 2].map(|axis| at[axis] + question.low()[axis]);
                match (label, is_cell(question, &place)) {
                    (' ', false) | ('.', true) => {}
                    (' ' | '.', _) => {
                        let what = format!(
                            "{}: expected '.' for a cell and ' ' where there is none",
                            in_words(at)
                        );
                        return refuse(rule::TEXT, what);
                    }
                    _ => cells_of.entry(label).or_default().push(place),
                }
            }
        }
    }
    let piece = |(label, cells): (char, Vec<Place>)| {
        let kind_of =
            |name: &String| question.pieces().iter().position(|piece| piece.name == *name);
        let kind = record.kinds.get(&label).and_then(kind_of).ok_or_else(|| {
            let what = format!("label '{label}' stands for no piece of the puzzle");
            Fault::new(rule::TEXT, what)
        })?;
        Ok(PlacedPiece { cells, kind })
    };
    let mut pieces: Vec<PlacedPiece> = cells_of.into_iter().map(piece).collect::<Result<_, _>>()?;
    pieces.sort_unstable();
    Ok(pieces)
}
