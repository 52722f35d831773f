//! Saved lists of DECAGON-COLORSTAR.

use super::{SavedFault, equal, judge_list_length, judge_tilings};
use crate::tile::{PrintedAnswer, PrintedRecord};
use kumiki_check::Verdict;
use kumiki_model::{TileRecord, TilingAnswer, TilingQuestionRecord, TilingRecord};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Judges a list: lines that are not said to repeat another one as tilings of which no two are the same, the others beside the lines that
/// they repeat, and the numbers by each other.
pub(super) fn judge(answer: &PrintedAnswer) -> Result<Verdict, SavedFault> {
    let lines = &answer.solutions;
    let mut verdict = judge_tilings(&without_repetitions(answer))?;
    for (second, line) in (1..).zip(lines) {
        if let Some(first) = line.same_as {
            let earlier = first.checked_sub(1).filter(|_| first < second).map(|at| &lines[at]);
            let is_first = |earlier: &&PrintedRecord| earlier.same_as.is_none();
            if !earlier.filter(is_first).is_some_and(|earlier| are_alike(&earlier.tiling, &line.tiling)) {
                return Err(SavedFault::NotTheSame { first, second });
            }
        }
    }
    verdict.lines.push(format!("lines, each with a tiling or the same as an earlier one: {}", lines.len()));
    if let Some(printed) = &answer.printed {
        let rows = printed.by_times.iter();
        equal("colourings by times", rows.clone().map(|row| &row.colourings.0).sum(), &printed.distinct)?;
        equal("lines by times", rows.map(|row| &row.colourings.0 * row.times).sum(), &printed.lines)?;
        judge_list_length(lines.len(), &printed.lines)?;
        if BigUint::from(lines.len()) == printed.lines.0 {
            equal("different lines", verdict.solution_count.into(), &printed.distinct)?;
            verdict.lines.push(format!("all {} lines are listed", printed.lines));
        }
    }
    verdict.solution_count = lines.len();
    Ok(verdict)
}

/// The same as an answer about tilings, with the lines that are not said to repeat others.
fn without_repetitions(answer: &PrintedAnswer) -> TilingAnswer {
    let lines = answer.solutions.iter().filter(|line| line.same_as.is_none());
    TilingAnswer {
        question: TilingQuestionRecord { command: "tile".to_owned(), ..answer.question.clone() },
        tilings: answer.tilings.clone(),
        colourings: answer.colourings.clone(),
        labelled: answer.labelled.clone(),
        group_order: None,
        classes: answer.classes.clone(),
        by_symmetry: Vec::new(),
        by_composition: Vec::new(),
        solutions: Some(lines.map(|line| line.tiling.clone()).collect()),
        obstruction: None,
        complete: answer.complete,
        evidence: Vec::new(),
        profile: answer.profile.clone(),
    }
}

/// Whether two tilings are equal but for the names of colours and the order of tiles.
fn are_alike(a: &TilingRecord, b: &TilingRecord) -> bool {
    let place = |tile: &TileRecord| (tile.tile.clone(), tile.flipped, tile.turns, tile.at.clone());
    let colours = |tiling: &TilingRecord| -> BTreeMap<_, _> {
        tiling.tiles.iter().map(|tile| (place(tile), tile.colour.clone())).collect()
    };
    let (a, b) = (colours(a), colours(b));
    let pairs: Vec<_> = a.values().zip(b.values()).collect();
    let is_renamed = pairs.iter().all(|(a, b)| pairs.iter().all(|(c, d)| (a == c) == (b == d)));
    a.keys().eq(b.keys()) && is_renamed
}
