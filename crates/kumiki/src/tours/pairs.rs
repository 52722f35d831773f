//! The method of Knuth's OBDD: a diagram of all matchings of the folded board, then all pairs of
//! them.

use crate::Halt;
use kumiki_diagram::tours::{
    FoldedBoard, MatchingDiagram, Matchings, OrderedPairs, PairCount, PairTotals,
};
use kumiki_drive::Run;
use kumiki_model::{DiagramRecord, ToursPart};
use kumiki_search::Fuel;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The most memory of the diagram, if there is no limit.
const DIAGRAM_BYTES: u64 = 8 << 30;

/// So many nodes are made, or choices tried, between two looks at the clock.
const SIP: u64 = 1 << 18;

/// Parts of the pairs for each thread, if there are several.
const PARTS_PER_THREAD: usize = 16;

/// Counts matchings and pairs, unless something stops it: the tours, what is known about the folded
/// board, and how many steps it took.
///
/// # Errors
/// If the method does not apply to the board, or the board is too large for it.
pub(super) fn count_pairs(
    [rows, columns]: [usize; 2],
    [a, b]: [usize; 2],
    run: &Run<'_>,
) -> Result<(BigUint, ToursPart, u64), Halt> {
    let board = FoldedBoard::leaper(rows, columns, a, b)?;
    let matchings = matchings(board, run)?;
    let parts = match run.threads() {
        1 => 1,
        threads => PARTS_PER_THREAD * threads,
    };
    // Whether pairs can be counted at all is found out before any thread begins.
    PairCount::new(&matchings, 0, parts as u64)?;
    let (mut pairs, mut steps) = (Vec::new(), 0);
    run.parts(
        "pairing",
        parts,
        |part, pulse| {
            let mut count = PairCount::new(&matchings, part as u64, parts as u64)
                .expect("checked for the first part");
            loop {
                if let Some(pairs) = count.advance(&mut Fuel(SIP)) {
                    return Ok((pairs, count.steps()));
                }
                pulse.go_on(SIP)?;
            }
        },
        |(part, its_steps): (OrderedPairs, u64)| {
            pairs.push(part);
            steps += its_steps;
            ControlFlow::Continue(())
        },
    )?;
    let PairTotals { tours, pseudo } = pairs.into_iter().sum::<OrderedPairs>().unordered();
    let figures = ToursPart {
        matchings: Some(matchings.count().into()),
        pseudo: Some(pseudo.into()),
        diagram: Some(DiagramRecord {
            nodes: matchings.node_count(),
            suppressed: matchings.suppressed_count(),
        }),
        forecast: None,
    };
    Ok((tours.into(), figures, steps))
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
