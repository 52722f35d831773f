//! The method of Knuth's OBDD: a diagram of all matchings of the folded board, then all pairs of
//! them.

use crate::Halt;
use kumiki_diagram::tours::{
    CellOrder, Cutoffs, FirstCycles, FoldedBoard, Growth, MatchingDiagram, Matchings, OrderedPairs,
    PairCount, PairTotals,
};
use kumiki_drive::Run;
use kumiki_model::{
    CellOrder as Asked, Count, DiagramRecord, EdgeRecord, FirstCycleRecord, IntersectionRecord,
    PairingRecord, StepsRecord, ToursPart,
};
use kumiki_search::Fuel;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The most memory of the diagram, if there is no limit.
const DIAGRAM_BYTES: u64 = 8 << 30;

/// So many nodes are made, or choices tried, between two looks at the clock.
const SIP: u64 = 1 << 18;

/// Parts of the pairs for each thread, if there are several.
const PARTS_PER_THREAD: usize = 16;

/// Parts of the pairs if they are written down: then no part takes long, and how many there are
/// does not depend on threads.
const KEPT_PARTS: usize = 1024;

/// What counting pairs gives.
pub(super) struct Paired {
    /// The tours.
    pub(super) tours: BigUint,
    /// What is known about the folded board.
    pub(super) figures: ToursPart,
    /// How many steps the count took.
    pub(super) steps: u64,
    /// All matchings.
    pub(super) matchings: Matchings,
    /// How many nodes the diagram has in each order that was tried, if several were.
    pub(super) tried: Vec<(CellOrder, usize)>,
}

/// Counts matchings and pairs, unless something stops it.
///
/// # Errors
/// If the method does not apply to the board, or the board is too large for it.
pub(super) fn count_pairs(
    board: [usize; 2],
    piece: [usize; 2],
    order: Asked,
    run: &Run<'_>,
) -> Result<Paired, Halt> {
    let (matchings, tried) = in_order(board, piece, order, run)?;
    let (PairTotals { tours, pseudo }, steps) = count_totals(&matchings, run)?;
    let figures = ToursPart {
        matchings: Some(matchings.count().into()),
        pseudo: Some(pseudo.into()),
        diagram: Some(DiagramRecord {
            nodes: matchings.node_count(),
            suppressed: matchings.suppressed_count(),
        }),
        ..ToursPart::default()
    };
    Ok(Paired { tours: tours.into(), figures, steps, matchings, tried })
}

/// Counts pairs: what they make, and how many steps that took.
///
/// # Errors
/// If there are too many matchings, or the run is stopped.
pub(super) fn count_totals(
    matchings: &Matchings,
    run: &Run<'_>,
) -> Result<(PairTotals, u64), Halt> {
    let parts = parts(run);
    // Whether pairs can be counted at all is found out before any thread begins.
    PairCount::new(matchings, 0, parts as u64)?;
    let (mut pairs, mut steps) = (Vec::new(), 0);
    run.parts(
        "pairing",
        parts,
        |part, pulse| {
            let mut count = PairCount::new(matchings, part as u64, parts as u64)
                .expect("checked for the first part");
            loop {
                if let Some(OrderedPairs { tours, pseudo }) = count.advance(&mut Fuel(SIP)) {
                    return Ok([tours, pseudo, count.steps()]);
                }
                pulse.go_on(SIP)?;
            }
        },
        |[tours, pseudo, its_steps]: [u64; 3]| {
            pairs.push(OrderedPairs { tours, pseudo });
            steps += its_steps;
            ControlFlow::Continue(())
        },
    )?;
    Ok((pairs.into_iter().sum::<OrderedPairs>().unordered(), steps))
}

/// The order of cells that is meant: if it is to be the best, that of the smallest diagram.
///
/// # Errors
/// As for [`count_pairs`].
pub(super) fn chosen_order(
    board: [usize; 2],
    piece: [usize; 2],
    order: Asked,
    run: &Run<'_>,
) -> Result<CellOrder, Halt> {
    Ok(match order {
        Asked::Rows => CellOrder::Rows,
        Asked::Columns => CellOrder::Columns,
        Asked::Diagonals => CellOrder::Diagonals,
        Asked::Best => {
            let (_, tried) = in_order(board, piece, order, run)?;
            let best = tried.into_iter().min_by_key(|(_, nodes)| *nodes);
            best.map_or(CellOrder::Rows, |(order, _)| order)
        }
    })
}

/// Into how many parts pairs are cut.
fn parts(run: &Run<'_>) -> usize {
    match run.threads() {
        _ if run.has_journal() => KEPT_PARTS,
        1 => 1,
        threads => PARTS_PER_THREAD * threads,
    }
}

/// The diagram of all matchings with cells in an order; if it is to be the best, the smallest
/// diagram of those tried, and how many nodes each has.
fn in_order(
    board: [usize; 2],
    piece: [usize; 2],
    order: Asked,
    run: &Run<'_>,
) -> Result<(Matchings, Vec<(CellOrder, usize)>), Halt> {
    let of = |order: CellOrder| matchings(FoldedBoard::in_order(board, piece, order)?, run);
    let order = match order {
        Asked::Rows => CellOrder::Rows,
        Asked::Columns => CellOrder::Columns,
        Asked::Diagonals => CellOrder::Diagonals,
        Asked::Best => {
            let mut best = of(CellOrder::ALL[0])?;
            let mut tried = vec![(CellOrder::ALL[0], best.node_count())];
            for order in &CellOrder::ALL[1..] {
                let other = of(*order)?;
                tried.push((*order, other.node_count()));
                if other.node_count() < best.node_count() {
                    best = other;
                }
            }
            return Ok((best, tried));
        }
    };
    Ok((of(order)?, Vec::new()))
}

/// The diagram of all matchings.
fn matchings(board: FoldedBoard, run: &Run<'_>) -> Result<Matchings, Halt> {
    let limit = diagram_bytes(run);
    let full = |_| Halt::MatchingsMemory { limit };
    let limit_bytes = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut diagram = MatchingDiagram::begin(board, limit_bytes).map_err(full)?;
    run.stages("matching", &mut diagram)?.map_err(full)?;
    Ok(diagram.finish().expect("it says that it is finished"))
}

/// The most memory of a diagram.
pub(super) fn diagram_bytes(run: &Run<'_>) -> u64 {
    run.memory_limit().unwrap_or(DIAGRAM_BYTES)
}

/// How matchings were put together, and when pairs of them close their first cycles: the walk of
/// the seed, made once more with counters.
///
/// # Errors
/// If the run is stopped.
pub(super) fn profile(matchings: &Matchings, run: &Run<'_>) -> Result<PairingRecord, Halt> {
    let cutoffs = cutoffs(matchings, run)?;
    let board = matchings.board();
    let edge = |(number, [nodes, suppressed]): (u32, [usize; 2])| EdgeRecord {
        edge: board.edge_name(number),
        nodes,
        suppressed,
    };
    let intersection = |(cell, growth): (&usize, &Growth)| IntersectionRecord {
        cell: board.cell_name(*cell),
        unreduced: growth.unreduced,
        reduced: growth.reduced,
    };
    let first_cycle = |(edges, (closed, pairs)): (usize, (&u64, &u64))| FirstCycleRecord {
        edges,
        closed: (*closed).into(),
        pairs: (*pairs).into(),
    };
    let count = |number: u64| Count::from(number);
    let [bdd, zdd] = matchings.listing_steps()?.map(count);
    let pairing_bdd = cutoffs.steps + cutoffs.suppressed_steps;
    let growth = matchings.growth();
    Ok(PairingRecord {
        edges: (0..).zip(matchings.levels()).map(edge).collect(),
        first_nodes: growth[0].reduced,
        intersections: board.reds().iter().zip(&growth[1..]).map(intersection).collect(),
        by_first_edge: matchings.by_first_edge().iter().map(|(_, ways)| count(*ways)).collect(),
        first_cycles: (1..)
            .zip(cutoffs.closed.iter().zip(&cutoffs.pairs))
            .map(first_cycle)
            .collect(),
        listing_steps: StepsRecord { bdd, zdd },
        pairing_steps: StepsRecord { bdd: count(pairing_bdd), zdd: count(cutoffs.steps) },
    })
}

/// The first cycles of all pairs.
pub(super) fn cutoffs(matchings: &Matchings, run: &Run<'_>) -> Result<Cutoffs, Halt> {
    let parts = parts(run);
    let mut sum = Cutoffs::default();
    run.parts(
        "looking at first cycles",
        parts,
        |part, pulse| {
            let mut walk = FirstCycles::new(matchings, part as u64, parts as u64)
                .expect("their pairs have been counted");
            loop {
                if let Some(cutoffs) = walk.advance(&mut Fuel(SIP)) {
                    let Cutoffs { closed, pairs, steps, suppressed_steps } = cutoffs.clone();
                    return Ok((closed, pairs, [steps, suppressed_steps]));
                }
                pulse.go_on(SIP)?;
            }
        },
        |(closed, pairs, [steps, suppressed_steps]): (Vec<u64>, Vec<u64>, [u64; 2])| {
            sum += Cutoffs { closed, pairs, steps, suppressed_steps };
            ControlFlow::Continue(())
        },
    )?;
    Ok(sum)
}
