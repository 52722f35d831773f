//! What a run cost, as answers record it.

use crate::Halt;
use kumiki_drive::Run;
use kumiki_model::{BySymmetry, LevelReport, RunReport};
use kumiki_search::{Level, Profile};
use std::collections::BTreeMap;
use std::time::Duration;

/// So begins the line of an answer's evidence that says why a second method could not confirm it.
pub const NOT_VERIFIED: &str = "not verified: ";

/// The second count came to no end.
fn second_was_stopped() -> String {
    format!("{NOT_VERIFIED}the second count was stopped")
}

/// What a second count says, unless it was stopped or is too large to be made: then that.
pub(crate) fn unless_too_large(second: Result<String, Halt>) -> Result<String, Halt> {
    match second {
        Err(Halt::Stopped(_)) => Ok(second_was_stopped()),
        Err(halt) if halt.is_limit() => Ok(format!("{NOT_VERIFIED}{halt}")),
        second => second,
    }
}

/// What it cost from `began` until now; the levels of the search tree only if they are wanted.
pub(crate) fn run_report(
    profile: &Profile,
    began: Duration,
    run: &Run<'_>,
    with_levels: bool,
) -> RunReport {
    RunReport {
        nodes: profile.nodes(),
        seconds: run.elapsed().saturating_sub(began).as_secs_f64(),
        threads: run.threads(),
        peak_bytes: run.host().peak_bytes().unwrap_or(0),
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
