//! What a run cost, as answers record it.

use kumiki_model::LevelReport;
use kumiki_search::{Level, Profile};

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
