//! The method of Knuth's OBDD: a diagram of all matchings of the folded board, then all pairs of
//! them.

use crate::SolveError;
use kumiki_diagram::tours::{
    FoldedBoard, MatchingDiagram, MatchingStep, Matchings, OrderedPairs, PairCount, PairTotals,
};
use kumiki_model::DiagramRecord;
use kumiki_run::{Ended, Reporter, Runner};
use kumiki_search::{Fuel, Profile};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The most memory of the diagram, if there is no limit.
const DIAGRAM_BYTES: u64 = 8 << 30;

/// So many nodes are made, or choices tried, between two looks at the clock.
const SIP: u64 = 1 << 18;

/// Parts of the pairs for each thread, if there are several.
const PARTS_PER_THREAD: u64 = 16;

/// What the method finds.
pub(super) struct Paired {
    pub(super) matchings: BigUint,
    pub(super) diagram: DiagramRecord,
    pub(super) totals: PairTotals,
    pub(super) profile: Profile,
}

/// Counts matchings and pairs, unless something stops it.
///
/// # Errors
/// If the method does not apply to the board, or the board is too large for it.
pub(super) fn count_pairs(
    [rows, columns]: [usize; 2],
    [a, b]: [usize; 2],
    runner: &Runner,
) -> Result<Result<Paired, Ended>, SolveError> {
    let board = FoldedBoard::leaper(rows, columns, a, b)?;
    let matchings = match matchings(board, runner)? {
        Ok(matchings) => matchings,
        Err(ended) => return Ok(Err(ended)),
    };
    let parts = match runner.threads {
        1 => 1,
        threads => PARTS_PER_THREAD * u64::try_from(threads).unwrap_or(1),
    };
    // Whether pairs can be counted at all is found out before any thread begins.
    PairCount::new(&matchings, 0, parts)?;
    let (mut pairs, mut steps) = (Vec::new(), 0);
    let ended = runner.units(
        usize::try_from(parts).unwrap_or(usize::MAX),
        "pairing",
        |part, reporter| {
            let part = u64::try_from(part).unwrap_or(u64::MAX);
            let count =
                PairCount::new(&matchings, part, parts).expect("checked for the first part");
            work(count, reporter)
        },
        |(part, its_steps): (OrderedPairs, u64)| {
            pairs.push(part);
            steps += its_steps;
            ControlFlow::Continue(())
        },
    );
    if ended != Ended::Complete {
        return Ok(Err(ended));
    }
    let mut profile = Profile::new(&[]);
    profile.level(0).nodes = steps;
    let diagram =
        DiagramRecord { nodes: matchings.node_count(), suppressed: matchings.suppressed_count() };
    let totals = pairs.into_iter().sum::<OrderedPairs>().unordered();
    Ok(Ok(Paired { matchings: matchings.count(), diagram, totals, profile }))
}

/// Counts one part of the pairs.
fn work(mut count: PairCount<'_>, reporter: &Reporter<'_>) -> Option<(OrderedPairs, u64)> {
    let share = |part: u64| u32::try_from(part).map_or(f64::from(u32::MAX), f64::from);
    let all = share(count.outer_left()).max(1.0);
    loop {
        if let Some(pairs) = count.advance(&mut Fuel(SIP)) {
            return Some((pairs, count.steps()));
        }
        if !reporter.go_on(1.0 - share(count.outer_left()) / all, SIP) {
            return None;
        }
    }
}

/// The diagram of all matchings.
fn matchings(board: FoldedBoard, runner: &Runner) -> Result<Result<Matchings, Ended>, SolveError> {
    let limit = runner.limits.memory_bytes.unwrap_or(DIAGRAM_BYTES);
    let full = |_| SolveError::MatchingsMemory { limit };
    let limit_bytes = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut diagram = MatchingDiagram::begin(board, limit_bytes).map_err(full)?;
    let mut step = Ok(MatchingStep::OutOfFuel);
    let ended = runner.alone("matching", |reporter| {
        loop {
            step = diagram.advance(&mut Fuel(SIP));
            let [done, all] =
                diagram.progress().map(|cells| u32::try_from(cells).map_or(0.0, f64::from));
            match step {
                Ok(MatchingStep::OutOfFuel) if reporter.go_on(done / all, SIP) => {}
                Ok(MatchingStep::OutOfFuel) => return false,
                Ok(MatchingStep::Finished) | Err(_) => return true,
            }
        }
    });
    match step.map_err(full)? {
        MatchingStep::Finished => Ok(Ok(diagram.finish().expect("it says that it is finished"))),
        MatchingStep::OutOfFuel => Ok(Err(ended)),
    }
}
