//! The method of Knuth's OBDD: a diagram of all matchings of the folded board, then all pairs of
//! them.

use crate::Halt;
use kumiki_diagram::tours::{
    FoldedBoard, MatchingDiagram, Matchings, OrderedPairs, PairCount, PairTotals,
};
use kumiki_drive::{Pulse, Run};
use kumiki_model::{DiagramRecord, StoppedBy};
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
    run: &Run<'_>,
) -> Result<Paired, Halt> {
    let board = FoldedBoard::leaper(rows, columns, a, b)?;
    let matchings = matchings(board, run)?;
    let parts = match run.threads() {
        1 => 1,
        threads => PARTS_PER_THREAD * u64::try_from(threads).unwrap_or(1),
    };
    // Whether pairs can be counted at all is found out before any thread begins.
    PairCount::new(&matchings, 0, parts)?;
    let (mut pairs, mut steps) = (Vec::new(), 0);
    run.parts(
        "pairing",
        usize::try_from(parts).unwrap_or(usize::MAX),
        |part, pulse| {
            let part = u64::try_from(part).unwrap_or(u64::MAX);
            let count =
                PairCount::new(&matchings, part, parts).expect("checked for the first part");
            work(count, pulse)
        },
        |(part, its_steps): (OrderedPairs, u64)| {
            pairs.push(part);
            steps += its_steps;
            ControlFlow::Continue(())
        },
    )?;
    let mut profile = Profile::new(&[]);
    profile.level(0).nodes = steps;
    let diagram =
        DiagramRecord { nodes: matchings.node_count(), suppressed: matchings.suppressed_count() };
    let totals = pairs.into_iter().sum::<OrderedPairs>().unordered();
    Ok(Paired { matchings: matchings.count(), diagram, totals, profile })
}

/// Counts one part of the pairs.
fn work(mut count: PairCount<'_>, pulse: &Pulse<'_, '_>) -> Result<(OrderedPairs, u64), StoppedBy> {
    loop {
        if let Some(pairs) = count.advance(&mut Fuel(SIP)) {
            return Ok((pairs, count.steps()));
        }
        pulse.go_on(SIP)?;
    }
}

/// The diagram of all matchings.
fn matchings(board: FoldedBoard, run: &Run<'_>) -> Result<Matchings, Halt> {
    let limit = run.memory_limit().unwrap_or(DIAGRAM_BYTES);
    let full = |_| Halt::MatchingsMemory { limit };
    let limit_bytes = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut diagram = MatchingDiagram::begin(board, limit_bytes).map_err(full)?;
    run.stages("matching", &mut diagram)?.map_err(full)?;
    Ok(diagram.finish().expect("it says that it is finished"))
}
