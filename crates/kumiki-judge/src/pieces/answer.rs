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
//! * **P7** A count by merged states has no classes, no table and no list; P5 holds for it.
//! * **P8** The kinds of piece are those of the puzzle, in its order, with its names, numbers and
//!   colours. No two have a letter in common, and in every listed packing a piece has a letter of
//!   its kind. Which letters these are, and which colours where the puzzle states none, is up to
//!   the answer. Answers of earlier versions do not speak of them.

use super::claims::PackingClaims;
use super::looks::{judge_letters, judge_looks};
use super::{ArrangementJudge, in_words};
use crate::envelope::{
    ListLength, are_possible, at_most, drawn_cells, is_stated, judge_claim, judge_class_table,
    judge_presence, judge_symmetry_rows, listed,
};
use crate::fault::{refuse, require};
use crate::saved::{LIMIT_STEPS, unreadable};
use crate::{Fault, Verdict, rule};
use kumiki_formats::puzzle::read_problem;
use kumiki_model::{
    Answer, ArrangementRecord, Classes, Count, Kernel, PackAsk, PackQuestion, Place, PlacedPiece,
    Solution, Symmetry,
};
use kumiki_recount::{Board, Motions, by_symmetry, piece_arrangements};

/// What is said if a count is missing.
const MISSING: &str = "there are no counts of packings, classes and symmetries, expected all";

/// Judges an answer.
pub(crate) fn judge(answer: &Answer, ask: &PackAsk) -> Result<Verdict, Fault> {
    if ask.kernel == Kernel::Memo {
        return judge_merged(answer, ask);
    }
    // A sample is drawn from the classes up to all symmetries.
    let is_sample = answer.question.how.sample.is_some();
    let symmetry = if is_sample { Symmetry::All } else { ask.symmetry };
    let claims = PackingClaims::read(answer, symmetry, MISSING)?;
    let question = question_of(ask)?;
    let board = Board::of(&question);
    let motions = board.motions(None);
    let mut verdict = Verdict::of(answer);
    judge_looks(answer, &question)?;
    judge_counts(&claims, &motions, &mut verdict)?;
    judge_recount(&claims, &question, &board, &motions, &mut verdict)?;
    ListLength::of(answer, Some(&claims.class_count().0)).judge()?;
    let records = listed(answer, |solution| match solution {
        Solution::Pieces(record) => Some(record),
        _ => None,
    });
    let Some(records) = records else {
        verdict.proved.push("no packings are listed".to_owned());
        return Ok(verdict);
    };
    let judge = ArrangementJudge::new(&question);
    let sums = claims.judge_list(&motions, &records, "", |record| {
        let pieces = pieces_of(&judge, record)?;
        judge.judge(&pieces)?;
        judge_letters(answer, record)?;
        let numbers = board.numbers(&pieces);
        judge_claim("number of pieces", record.pieces, pieces.len())?;
        let fixing = motions.up_to(Symmetry::All).fixing(&numbers);
        judge_claim("number of symmetries", record.symmetry, fixing)?;
        Ok(numbers)
    })?;
    let how = match motions.up_to(symmetry).order() {
        1 => String::new(),
        order => format!(" under the {order} symmetries chosen"),
    };
    verdict.proved.push(format!(
        "listed packings that obey the rules, no two the same{how}: {}",
        records.len()
    ));
    claims.judge_contents(&sums, &mut verdict)?;
    Ok(verdict)
}

/// Judges a count by merged states, which knows no classes (P7).
fn judge_merged(answer: &Answer, ask: &PackAsk) -> Result<Verdict, Fault> {
    let question = question_of(ask)?;
    let board = Board::of(&question);
    let mut verdict = Verdict::of(answer);
    judge_looks(answer, &question)?;
    let (Some(packings), Some(group_order)) = (&answer.count, &answer.group_order) else {
        return refuse(
            rule::FIELD,
            "there are no counts of packings and symmetries, expected both",
        );
    };
    judge_presence("number of classes", answer.classes.is_some(), false)?;
    judge_presence("table by symmetry", !answer.by_symmetry.is_empty(), false)?;
    judge_presence("list of packings", answer.solutions.is_some(), false)?;
    let own = board.motions(None).up_to(Symmetry::All).order();
    is_stated(rule::RECOUNT, "symmetries of the puzzle", own, group_order)?;
    match piece_arrangements(&question, &board, LIMIT_STEPS) {
        Some(found) if answer.is_complete() => {
            is_stated(rule::RECOUNT, "packings counted again", found.len(), packings)?;
            let what = format!("every way to lay the pieces was tried: {packings} packings");
            verdict.proved.push(what);
        }
        Some(found) => {
            at_most(rule::RECOUNT, "the number of packings", packings.0.clone(), found.len())?;
        }
        None => verdict.trusted.push(format!(
            "{packings} packings: there are too many ways to lay the pieces to try them here"
        )),
    }
    ListLength::of(answer, None).judge()?;
    verdict.proved.push("no packings are listed".to_owned());
    Ok(verdict)
}

/// The puzzle that an answer repeats.
pub(crate) fn question_of(ask: &PackAsk) -> Result<PackQuestion, Fault> {
    let Some(text) = &ask.file.text else {
        return refuse(rule::QUESTION, "the puzzle is not in the question, expected it there");
    };
    let read = read_problem(text.as_bytes(), ask.format, ask.problem);
    let mut question = read.map_err(|error| unreadable(&error))?.question;
    question.hold = ask.rule.unwrap_or(question.hold);
    Ok(question)
}

/// P1.
fn judge_counts(
    claims: &PackingClaims<'_>,
    motions: &Motions,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let PackingClaims { answer, packings, classes: Classes { all, rotations }, .. } = claims;
    let own = motions.up_to(Symmetry::All).order();
    let Some(group_order) = &answer.group_order else { return refuse(rule::FIELD, MISSING) };
    is_stated(rule::RECOUNT, "symmetries of the puzzle", own, group_order)?;
    judge_class_table(&answer.by_symmetry, &group_order.0, all, "solutions", Some(packings))?;
    let rotation_count = motions.up_to(Symmetry::Rotations).order();
    let is_possible = are_possible(packings, [all, rotations], own, rotation_count);
    require(is_possible, rule::CLASSES, || IMPOSSIBLE)?;
    verdict.proved.push(format!(
        "the identity holds: under {group_order} symmetries these {all} classes contain \
         {packings} packings"
    ));
    Ok(())
}

/// What is said if the counts do not go together.
const IMPOSSIBLE: &str =
    "so many solutions cannot form so many classes and classes up to rotations";

/// P5.
fn judge_recount(
    claims: &PackingClaims<'_>,
    question: &PackQuestion,
    board: &Board,
    motions: &Motions,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let PackingClaims { answer, packings, classes: Classes { all, rotations }, .. } = claims;
    let Some(found) = piece_arrangements(question, board, LIMIT_STEPS) else {
        verdict.trusted.push(format!(
            "{packings} packings in {all} classes: there are too many ways to lay the pieces to \
             try them here"
        ));
        return Ok(());
    };
    let classes = motions.up_to(Symmetry::All).classes(&found);
    let turned = motions.up_to(Symmetry::Rotations).classes(&found);
    let counts = [
        ("packings counted again", found.len(), *packings),
        ("classes counted again", classes.len(), all),
        ("classes up to rotations counted again", turned.len(), rotations),
    ];
    if !answer.is_complete() {
        let is_there = |(_, found, stated): &(_, usize, &Count)| stated.0 <= (*found).into();
        return require(counts.iter().all(is_there), rule::RECOUNT, || IMPOSSIBLE);
    }
    for (what, found, stated) in counts {
        is_stated(rule::RECOUNT, what, found, stated)?;
    }
    let own = by_symmetry(classes.into_values());
    judge_symmetry_rows(rule::RECOUNT, &answer.by_symmetry, &own)?;
    verdict.proved.push(format!(
        "every way to lay the pieces was tried: {packings} packings in {all} classes"
    ));
    Ok(())
}

/// The pieces of a drawing.
fn pieces_of(
    judge: &ArrangementJudge<'_>,
    record: &ArrangementRecord,
) -> Result<Vec<PlacedPiece>, Fault> {
    let question = judge.question;
    let [layer_count, row_count, column_count] = question.sides();
    let is_row = |row: &String| row.chars().count() == column_count;
    let is_layer = |layer: &Vec<String>| layer.len() == row_count && layer.iter().all(is_row);
    let is_box = record.layers.len() == layer_count && record.layers.iter().all(is_layer);
    require(is_box, rule::BOX, || "its drawing has other sides than the box")?;
    let place = |at: &Place| [0, 1, 2].map(|axis| at[axis] + question.low()[axis]);
    let mut drawn = drawn_cells(&record.layers);
    let unmarked = [(' ', false), ('.', true)].map(|(mark, is_cell)| {
        let places = drawn.remove(&mark).unwrap_or_default();
        places.into_iter().find(|at| judge.empty.is_cell(&place(at)) != is_cell)
    });
    if let Some(at) = unmarked.into_iter().flatten().min() {
        let at = in_words(at);
        let what = format!("{at}: expected '.' for a cell and ' ' where there is none");
        return refuse(rule::TEXT, what);
    }
    let piece = |(label, cells): (char, Vec<Place>)| {
        let kind_of =
            |name: &String| question.pieces().iter().position(|piece| piece.name == *name);
        let kind = record.kinds.get(&label).and_then(kind_of).ok_or_else(|| {
            let what = format!("label '{label}' stands for no piece of the puzzle");
            Fault::new(rule::TEXT, what)
        })?;
        Ok(PlacedPiece { cells: cells.iter().map(place).collect(), kind })
    };
    let mut pieces: Vec<PlacedPiece> = drawn.into_iter().map(piece).collect::<Result<_, _>>()?;
    pieces.sort_unstable();
    Ok(pieces)
}
