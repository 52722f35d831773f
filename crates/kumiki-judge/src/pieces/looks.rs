//! What answers say of the kinds of piece: names, numbers, letters and colours (P8).

use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{Answer, ArrangementRecord, PackPart, PackQuestion, Part, Piece, PieceRecord};
use std::collections::{BTreeMap, BTreeSet};

/// What an answer says of the kinds of piece; nothing in answers of earlier versions.
fn records(answer: &Answer) -> &[PieceRecord] {
    match &answer.part {
        Part::Pack(PackPart { pieces, .. }) => pieces,
        _ => &[],
    }
}

/// The letters of a kind.
fn letters(record: &PieceRecord) -> Vec<char> {
    record.letters.as_ref().map_or_else(|| vec![record.letter], |all| all.chars().collect())
}

/// The kinds of piece of an answer are those of the puzzle.
pub(super) fn judge_looks(answer: &Answer, question: &PackQuestion) -> Result<(), Fault> {
    let (records, pieces) = (records(answer), question.pieces());
    if records.is_empty() {
        return Ok(());
    }
    require(records.len() == pieces.len(), rule::LOOK, || {
        let (found, expected) = (records.len(), pieces.len());
        format!("{found} kinds of piece are spoken of, expected {expected}")
    })?;
    for (record, piece) in records.iter().zip(pieces) {
        judge_kind(record, piece)?;
    }
    judge_copies(records, question)?;
    let all: Vec<char> = records.iter().flat_map(letters).collect();
    let unfit = all.iter().find(|letter| **letter == '.' || letter.is_whitespace());
    if let Some(letter) = unfit {
        return refuse(rule::LOOK, format!("a piece has the letter '{letter}', expected another"));
    }
    let mut seen = BTreeSet::new();
    match all.iter().find(|letter| !seen.insert(**letter)) {
        // Where there are not enough, they come again.
        Some(letter) if all.len() < ALPHABET => {
            refuse(rule::LOOK, format!("two pieces have the letter '{letter}', expected one"))
        }
        _ => Ok(()),
    }
}

/// There are at least so many letters.
const ALPHABET: usize = 20_000;

/// What is said of a kind of piece is what the puzzle says.
fn judge_kind(record: &PieceRecord, piece: &Piece) -> Result<(), Fault> {
    let name = &piece.name;
    if record.name != *name {
        let found = &record.name;
        return refuse(rule::LOOK, format!("a piece is called '{found}', expected '{name}'"));
    }
    let numbers = match piece.most {
        Some(most) if most == piece.least => (Some(most), None, None),
        most => (None, Some(piece.least), most),
    };
    require((record.count, record.min, record.max) == numbers, rule::LOOK, || {
        format!("piece '{name}' has another number than in the puzzle")
    })?;
    let is_right = piece.colour.is_none_or(|colour| colour == record.colour);
    let begins = record.shades.first().is_none_or(|first| *first == record.colour);
    require(is_right && begins, rule::LOOK, || {
        format!("piece '{name}' has another colour than in the puzzle")
    })
}

/// Each kind has as many letters as there can be copies of it, beside those of the others that must
/// be there; where letters do not go round, perhaps fewer.
fn judge_copies(records: &[PieceRecord], question: &PackQuestion) -> Result<(), Fault> {
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let size = |piece: &Piece| piece.shape.cells().len();
    let must = |piece: &Piece| size(piece).saturating_mul(count(piece.least));
    let all_must = question.pieces().iter().map(must).fold(0, usize::saturating_add);
    let room = question.must().len() + question.may().len();
    let given: usize = records.iter().map(|record| letters(record).len()).sum();
    for (record, piece) in records.iter().zip(question.pieces()) {
        let taken = all_must.saturating_sub(must(piece));
        let fitting = room.saturating_sub(taken) / size(piece);
        let expected = fitting.min(piece.most.map_or(usize::MAX, count)).max(1);
        let own = letters(record);
        let is_enough = own.len() == expected || (given >= ALPHABET && own.len() < expected);
        require(is_enough && own.first() == Some(&record.letter), rule::LOOK, || {
            format!("piece '{}' has other letters than its copies need", record.name)
        })?;
    }
    Ok(())
}

/// A listed packing calls its pieces by the letters of their kinds.
pub(super) fn judge_letters(answer: &Answer, record: &ArrangementRecord) -> Result<(), Fault> {
    let records = records(answer);
    if records.is_empty() {
        return Ok(());
    }
    let all: BTreeMap<&str, Vec<char>> =
        records.iter().map(|kind| (kind.name.as_str(), letters(kind))).collect();
    for (letter, name) in &record.kinds {
        let is_known = all.get(name.as_str()).is_some_and(|letters| letters.contains(letter));
        require(is_known, rule::LOOK, || {
            format!("piece '{name}' has the letter '{letter}', which is none of its own")
        })?;
    }
    Ok(())
}
