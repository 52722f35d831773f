//! What a run cost, as answers record it.

use kumiki_model::{BySymmetry, LevelReport};
use kumiki_search::{Level, Profile};
use std::collections::BTreeMap;

/// So begins the line of an answer's evidence that says why a second method could not confirm it.
pub const NOT_VERIFIED: &str = "not verified: ";

/// The levels below the root, at which nothing is chosen yet.
pub(crate) fn levels(profile: &Profile) -> Vec<LevelReport> {
    let report = |(level, l): (usize, &Level)| {
        let named = profile.names().iter().zip(&l.tallies);
        let tallies = named.map(|(name, tally)| ((*name).to_owned(), *tally)).collect();
        LevelReport { level, nodes: l.nodes, tallies }
    };
    profile.levels().iter().enumerate().skip(1).map(report).collect()
}

/// Classes by their number of symmetries, as rows of a table.
pub(crate) fn by_symmetry(classes: &BTreeMap<usize, u64>) -> Vec<BySymmetry> {
    let row =
        |(order, classes): (&usize, &u64)| BySymmetry { order: *order, classes: (*classes).into() };
    classes.iter().map(row).collect()
}
