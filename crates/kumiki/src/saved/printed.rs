//! Saved lists of DECAGON-COLORSTAR.

use crate::tile::{PrintedAnswer, PrintedCounts, PrintedRecord};
use kumiki_judge::{
    Fault, ListLength, Verdict, is_stated, judge_counted, judge_presence, judge_tilings, rule,
};
use kumiki_model::{Count, TileRecord, TilingAnswer, TilingQuestionRecord, TilingRecord};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Judges a list: lines that are not said to repeat another one as tilings of which no two are the
/// same, the others beside the lines that they repeat, and the numbers by each other.
pub(super) fn judge(answer: &PrintedAnswer) -> Result<Verdict, Fault> {
    let lines = &answer.solutions;
    let of_tilings = judge_tilings(&without_repetitions(answer))?;
    let distinct_count = of_tilings.solution_count;
    let mut verdict = Verdict { proved: of_tilings.proved, ..Verdict::default() };
    verdict.note_end(answer.complete);
    judge_presence("printed", answer.printed.is_some(), answer.complete)?;
    for (second, line) in (1..).zip(lines) {
        if let Some(first) = line.same_as {
            let earlier = first.checked_sub(1).filter(|_| first < second).map(|at| &lines[at]);
            let is_first = |earlier: &&PrintedRecord| earlier.same_as.is_none();
            if !earlier
                .filter(is_first)
                .is_some_and(|earlier| are_alike(&earlier.tiling, &line.tiling))
            {
                let what =
                    format!("line {second} is said to be the same as line {first}, and is not");
                return Err(Fault::new(rule::SAME, what));
            }
        }
    }
    verdict
        .proved
        .push(format!("lines, each with a tiling or the same as an earlier one: {}", lines.len()));
    if let Some(printed) = &answer.printed {
        let rows = printed.by_times.iter();
        let found: BigUint = rows.clone().map(|row| &row.colourings.0).sum();
        is_stated(rule::SUM, "colourings by times", found, &printed.distinct)?;
        let found: BigUint = rows.map(|row| &row.colourings.0 * row.times).sum();
        is_stated(rule::SUM, "lines by times", found, &printed.lines)?;
        judge_totals(answer, printed)?;
        let length = ListLength {
            list: answer.question.list,
            sample: None,
            listed: Some(lines.len()),
            available: Some(&printed.lines.0),
            is_complete: answer.complete,
        };
        length.judge()?;
        if BigUint::from(lines.len()) == printed.lines.0 {
            is_stated(rule::SUM, "different lines", distinct_count, &printed.distinct)?;
            verdict
                .proved
                .push(format!("the list has as many lines as are counted, {}", printed.lines));
        }
        verdict.trusted.push(format!(
            "{} lines with {} colourings: what the program prints is not worked out here",
            printed.lines, printed.distinct
        ));
    }
    verdict.solution_count = lines.len();
    Ok(verdict)
}

/// What is printed are some of all colourings, and these go together with the tilings below them.
fn judge_totals(answer: &PrintedAnswer, printed: &PrintedCounts) -> Result<(), Fault> {
    let PrintedAnswer { tilings, colourings, labelled, classes, .. } = answer;
    let (Some(tilings), Some(colourings), Some(labelled), Some(classes)) =
        (tilings, colourings, labelled, classes)
    else {
        return judge_counted(true, false);
    };
    let zero = Count::default();
    let twice = Count(&classes.all.0 * 2_u32);
    for (less, more) in [
        (&zero, tilings),
        (&zero, &printed.classes),
        (tilings, colourings),
        (&printed.distinct, colourings),
        (colourings, labelled),
        (&printed.classes, &printed.distinct),
        (&printed.classes, &classes.all),
        (&classes.all, &classes.rotations),
        (&classes.rotations, &twice),
        (&classes.rotations, colourings),
    ] {
        if less > more || (less == &zero && more == &zero) {
            return Err(impossible());
        }
    }
    let times: Vec<usize> = printed.by_times.iter().map(|row| row.times).collect();
    let is_sorted = times.windows(2).all(|pair| pair[0] < pair[1]);
    if is_sorted { Ok(()) } else { Err(impossible()) }
}

fn impossible() -> Fault {
    let what = "so many solutions cannot form so many classes and classes up to rotations";
    Fault::new(rule::CLASSES, what)
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
        classes: None,
        by_symmetry: Vec::new(),
        by_composition: Vec::new(),
        solutions: Some(lines.map(|line| line.tiling.clone()).collect()),
        obstruction: None,
        // These are some of all tilings only.
        complete: false,
        stopped_by: None,
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
