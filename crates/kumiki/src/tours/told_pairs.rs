//! The method of Knuth's OBDD told: how the diagram of matchings grows red cell by red cell, and
//! when pairs of matchings close their first cycle.

use super::pairs::{chosen_order, count_totals, cutoffs, diagram_bytes};
use crate::Halt;
use crate::draft::Draft;
use kumiki_diagram::tours::{FoldedBoard, MatchingDiagram, Matchings, PairCount, PairTotals};
use kumiki_model::{CellOrder, TraceEvent, TraceOutcome};
use num_bigint::BigUint;

/// What is told before matchings are put together, and before pairs are tried.
const MATCHINGS: &str =
    "matchings of the folded board: each black cell has one edge, then each red cell";
const PAIRS: &str = "pairs of matchings, by the edge of the second that closes their first cycle";

/// Tells the first steps. If the method does not apply, or the diagram does not fit into memory,
/// none, or those before: then the count says so.
///
/// # Errors
/// If the run was stopped.
pub(super) fn tell(
    board: [usize; 2],
    piece: [usize; 2],
    order: CellOrder,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    if FoldedBoard::in_order(board, piece, Default::default()).is_err() {
        return Ok(());
    }
    let order = chosen_order(board, piece, order, &draft.run)?;
    let board = FoldedBoard::in_order(board, piece, order)?;
    match tell_matchings(board, draft)? {
        Some(matchings) => tell_pairs(&matchings, draft),
        None => Ok(()),
    }
}

/// Tells how the diagram grows. Gives the matchings, unless enough is told or memory is too small.
fn tell_matchings(board: FoldedBoard, draft: &mut Draft<'_>) -> Result<Option<Matchings>, Halt> {
    let limit = usize::try_from(diagram_bytes(&draft.run)).unwrap_or(usize::MAX);
    let Ok(mut diagram) = MatchingDiagram::begin(board, limit) else { return Ok(None) };
    let mut flow = draft.tell(0, TraceEvent::Round { limit: MATCHINGS.to_owned() });
    let size = |diagram: &MatchingDiagram| {
        let nodes = diagram.growth()[diagram.progress()[0]].reduced;
        format!("{nodes} nodes, {} sets of edges", diagram.count())
    };
    while flow.is_continue() && diagram.progress()[0] < diagram.progress()[1] {
        draft.run.check()?;
        let (state, [level, _]) = (size(&diagram), diagram.progress());
        let red = diagram.board().reds()[level];
        let cell = diagram.board().cell_name(red);
        if diagram.intersect_next().is_err() {
            return Ok(None);
        }
        let unreduced = diagram.growth()[level + 1].unreduced;
        let is_dead = diagram.count() == BigUint::ZERO;
        let event = TraceEvent::Carry {
            state,
            choice: format!(
                "red cell {cell} has one edge, {unreduced} nodes before they are reduced"
            ),
            becomes: if is_dead { String::new() } else { size(&diagram) },
            outcome: if is_dead { TraceOutcome::Dead } else { TraceOutcome::Alive },
        };
        flow = draft.tell(level, event);
    }
    Ok(diagram.finish().ok().filter(|_| flow.is_continue()))
}

/// Tells what comes of pairs.
fn tell_pairs(matchings: &Matchings, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let is_paired = PairCount::new(matchings, 0, 1).is_ok();
    if matchings.count() == BigUint::ZERO || !is_paired {
        return Ok(());
    }
    if draft.tell(0, TraceEvent::Round { limit: PAIRS.to_owned() }).is_break() {
        return Ok(());
    }
    let run = draft.run;
    let first = cutoffs(matchings, &run)?;
    let (PairTotals { tours, pseudo }, _) = count_totals(matchings, &run)?;
    let mut left: u64 = first.pairs.iter().sum();
    for (at, (closed, pairs)) in first.closed.iter().zip(&first.pairs).enumerate() {
        let (state, edge) = (format!("{left} pairs"), at + 1);
        left -= pairs;
        let (choice, becomes, outcome) = if edge < first.closed.len() {
            let choice = format!("edge {edge} closes it {closed} times");
            (choice, format!("{left} pairs"), TraceOutcome::Alive)
        } else {
            let found = format!("{tours} tours and {pseudo} pseudo-solutions");
            let outcome = if tours == 0 { TraceOutcome::Dead } else { TraceOutcome::Solution };
            (format!("edge {edge} closes it {closed} times, {found}"), String::new(), outcome)
        };
        if draft.tell(at, TraceEvent::Carry { state, choice, becomes, outcome }).is_break() {
            break;
        }
    }
    Ok(())
}
