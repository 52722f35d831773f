//! The rounds of a search in words: one line each, or a table of what they took.

use super::moves;
use crate::words::{or_dash, plural, table};
use kumiki_model::{Metric, RoundRecord, SlidingRecord};
use std::fmt::Write as _;

/// The rounds. Those with the plain bound are told in the manner of the seed: happy and sad moves.
pub(super) fn told(metric: Metric, rounds: &[RoundRecord], is_solved: bool) -> String {
    let barren = rounds.len() - usize::from(is_solved && !rounds.is_empty());
    let mut text = String::new();
    for (at, round) in rounds.iter().enumerate() {
        let length = match round.sad {
            Some(sad) => format!("{}+{sad} moves", round.moves - sad),
            None => moves(metric, round.moves),
        };
        let found = match (at < barren, round.unfinished) {
            (_, true) => format!("the search with {length} is not finished"),
            (true, false) => format!("no solution with {length}"),
            (false, false) => format!("solution with {length}"),
        };
        writeln!(text, "{found} ({})", plural(round.nodes, "node", "nodes"))
            .expect("writing to a string");
    }
    text
}

/// What each round took, and how much it grew.
pub(super) fn table_of(record: &SlidingRecord) -> String {
    let Some(first) = record.rounds.first() else { return String::new() };
    let before = std::iter::once(None).chain(record.rounds.iter().map(Some));
    let growth = |before: Option<&RoundRecord>, round: &RoundRecord| {
        let before = before.filter(|before| before.nodes > 0)?;
        Some(format!("{:.2}", ratio(round.nodes, before.nodes)))
    };
    let row = |(round, before): (&RoundRecord, Option<&RoundRecord>)| {
        let mut cells = vec![round.moves.to_string()];
        cells.extend(round.sad.map(|sad| sad.to_string()));
        cells.extend([
            round.nodes.to_string(),
            or_dash(growth(before, round)),
            format!("{:.3}", round.seconds),
        ]);
        cells
    };
    let mut head = vec!["moves", "nodes", "growth", "seconds"];
    if first.sad.is_some() {
        head.insert(1, "sad");
    }
    let rows = record.rounds.iter().zip(before).map(row).collect();
    format!("{}\n{}", table(&head, &[], rows), repeated(std::slice::from_ref(record)))
}

/// What it costs that each round begins anew: the part of the last full rounds in all rounds up to
/// them. A round with a solution ends early and tells nothing of that.
pub(super) fn repeated(records: &[SlidingRecord]) -> String {
    let full = |record: &SlidingRecord| -> Vec<u64> {
        let ended = usize::from(record.moves.is_some());
        let rounds = record.rounds.iter().rev().skip(ended).filter(|round| !round.unfinished);
        rounds.map(|round| round.nodes).collect()
    };
    let full: Vec<Vec<u64>> = records.iter().map(full).collect();
    let last: u64 = full.iter().filter_map(|nodes| nodes.first()).sum();
    let all: u64 = full.iter().flatten().sum();
    if all == 0 {
        return String::new();
    }
    let (rounds, them) = if records.len() == 1 { ("round", "it") } else { ("rounds", "them") };
    format!(
        "the last full {rounds} made {last} of the {all} nodes up to {them}, {:.1} %; repeating \
         shorter lengths cost the rest\n",
        100.0 * ratio(last, all)
    )
}

/// One number divided by another.
fn ratio(one: u64, other: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few digits are shown")]
    let [one, other] = [one, other].map(|number| number as f64);
    one / other
}
