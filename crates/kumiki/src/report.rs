//! What a run cost, as answers record it.

use crate::SolveError;
use kumiki_model::{BySymmetry, LevelReport, RunReport, StoppedBy};
use kumiki_run::{Ended, Runner};
use kumiki_search::{Level, Profile};
use std::collections::BTreeMap;
use std::time::Instant;

/// So begins the line of an answer's evidence that says why a second method could not confirm it.
pub const NOT_VERIFIED: &str = "not verified: ";

/// The second count came to no end.
pub(crate) fn second_was_stopped() -> String {
    format!("{NOT_VERIFIED}the second count was stopped")
}

/// What a second count says, unless it is too large to be made: then that it was not made.
pub(crate) fn unless_too_large(second: Result<String, SolveError>) -> Result<String, SolveError> {
    match second {
        Err(error) if error.is_limit() => Ok(format!("{NOT_VERIFIED}{error}")),
        second => second,
    }
}

/// What it cost from `began` until now; the levels of the search tree only if they are wanted.
pub(crate) fn run_report(
    profile: &Profile,
    began: Instant,
    runner: &Runner,
    with_levels: bool,
) -> RunReport {
    RunReport {
        nodes: profile.nodes(),
        seconds: began.elapsed().as_secs_f64(),
        threads: runner.threads,
        peak_bytes: kumiki_run::peak_bytes(),
        levels: if with_levels { levels(profile) } else { Vec::new() },
    }
}

/// The levels below the root, at which nothing is chosen yet.
fn levels(profile: &Profile) -> Vec<LevelReport> {
    let named = |tallies: &[u64]| {
        profile
            .names()
            .iter()
            .zip(tallies)
            .map(|(name, tally)| ((*name).to_owned(), *tally))
            .collect()
    };
    let report = |(level, l): (usize, &Level)| LevelReport {
        level,
        nodes: l.nodes,
        tallies: named(&l.tallies),
    };
    profile.levels().iter().enumerate().skip(1).map(report).collect()
}

/// Classes by their number of symmetries, as rows of a table.
pub(crate) fn by_symmetry(classes: &BTreeMap<usize, u64>) -> Vec<BySymmetry> {
    let row =
        |(order, classes): (&usize, &u64)| BySymmetry { order: *order, classes: (*classes).into() };
    classes.iter().map(row).collect()
}

/// What ended a run that is not complete.
pub(crate) fn stopped_by(ended: Ended) -> Option<StoppedBy> {
    match ended {
        Ended::Complete => None,
        Ended::Enough => Some(StoppedBy::Enough),
        Ended::Interrupted => Some(StoppedBy::Interrupt),
        Ended::TimeLimit => Some(StoppedBy::TimeLimit),
        Ended::MemoryLimit => Some(StoppedBy::MemoryLimit),
        Ended::NoThread => Some(StoppedBy::NoThread),
    }
}
