//! How matchings were put together and paired, judged: the rule R10 of answers about tours.
//!
//! Names of edges and of cells are worked out once more for the order by rows, which is that of
//! D. E. Knuth's OBDD. If there are few matchings, all are listed, and from the list follow the
//! nodes of the diagram, edge by edge, and what walks of pairs meet. Otherwise sums are compared.
//! How large the diagram was on the way to its last size is taken on trust.

use crate::envelope::{at_most, equal};
use crate::fault::require;
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    Answer, CellOrder, Count, DiagramRecord, PairingRecord, StepsRecord, ToursAsk, ToursPart,
};
use kumiki_recount::{ColouredEdge, matching_pairs};
use num_bigint::BigUint;

/// The most matchings that are listed.
const MOST_MATCHINGS: usize = 3_000;

/// The seed counts the two constants as nodes.
const CONSTANTS: usize = 2;

/// Judges what an answer tells of pairing. `board` are rows and columns, `piece` the leaps.
///
/// # Errors
/// With the first thing that does not fit.
pub(super) fn judge_pairing(
    answer: &Answer,
    ask: &ToursAsk,
    part: &ToursPart,
    board: [usize; 2],
    piece: [usize; 2],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let (Some(pairing), Some(sizes)) = (&part.pairing, &part.diagram) else { return Ok(()) };
    let names: Vec<&str> = pairing.edges.iter().map(|edge| edge.edge.as_str()).collect();
    let [all_edges, cells] = folded_names(board, piece);
    if matches!(ask.order, None | Some(CellOrder::Rows)) {
        require(names == all_edges, rule::FIELD, || {
            "the edges are not those of the folded board, expected them row by row".to_owned()
        })?;
        let said: Vec<&str> = pairing.intersections.iter().map(|row| row.cell.as_str()).collect();
        require(said == cells, rule::FIELD, || {
            "the red cells are not those of the folded board, expected them row by row".to_owned()
        })?;
    }
    let Some(edges) = numbered(&names) else {
        let what = "the edges have other names, expected such as 0.0--1.2, by black cells";
        return Err(Fault::new(rule::TEXT, what.to_owned()));
    };
    // With even sides a folded board has as many black cells as red ones.
    let blacks = cells.len();
    let has_all = edges.iter().map(|[black, _]| black + 1).max() == Some(blacks);
    equal(rule::FIELD, "the number of edges", edges.len(), all_edges.len())?;
    equal(rule::FIELD, "the number of red cells", pairing.intersections.len(), cells.len())?;
    judge_sizes(pairing, sizes, has_all.then_some(blacks))?;
    judge_sums(answer, part, pairing, blacks)?;
    if !has_all {
        let matchings = part.matchings.clone().unwrap_or_default();
        let what = "the number of matchings with a black cell that has no edge";
        return equal(rule::POSSIBLE, what, matchings.0, 0_u32);
    }
    recount(pairing, &edges, verdict)?;
    verdict.trusted.push(
        "the size of the diagram of matchings before its last red cell: it is not made once more"
            .to_owned(),
    );
    Ok(())
}

/// The names of the edges of a folded board and of its red cells, row by row.
fn folded_names([rows, columns]: [usize; 2], [a, b]: [usize; 2]) -> [Vec<String>; 2] {
    let [near, far] = [a.min(b), a.max(b)].map(|leap| i64::try_from(leap).unwrap_or(i64::MAX));
    let mut leaps: Vec<[i64; 2]> = Vec::new();
    for [down, across] in [[far, near], [near, far]] {
        if near != 0 {
            leaps.extend([[down, -across], [-down, across]]);
        }
        leaps.extend([[down, across], [-down, -across]]);
    }
    let cells = rows * columns;
    let name = |cell: usize| format!("{}.{}", cell / columns, cell % columns);
    let (mut edges, mut reds) = (Vec::new(), Vec::new());
    for cell in 0..cells / 2 {
        let [row, column] = [cell / columns, cell % columns];
        if (row + column) % 2 == 1 {
            reds.push(name(cell));
            continue;
        }
        for [down, across] in &leaps {
            let moved = |at: usize, by: i64, end: usize| {
                let to = i64::try_from(at).ok()?.checked_add(by)?;
                usize::try_from(to).ok().filter(|to| *to < end)
            };
            let target = moved(row, *down, rows).zip(moved(column, *across, columns));
            let Some((to_row, to_column)) = target else { continue };
            let to = to_row * columns + to_column;
            let folded = to.min(cells - 1 - to);
            let star = if folded == to { "" } else { "*" };
            edges.push(format!("{}--{}{star}", name(cell), name(folded)));
        }
    }
    [edges, reds]
}

/// Edges by numbers of black and red cells, in the order in which these come; none if that is not
/// an order by black cells.
fn numbered(names: &[&str]) -> Option<Vec<ColouredEdge>> {
    let (mut blacks, mut reds): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut edges = Vec::new();
    for name in names {
        let (black, red) = name.trim_end_matches('*').split_once("--")?;
        let [black, red] = [(&mut blacks, black), (&mut reds, red)].map(|(known, cell)| {
            known.iter().position(|other| *other == cell).unwrap_or_else(|| {
                known.push(cell);
                known.len() - 1
            })
        });
        edges.push([black, red]);
    }
    let is_sorted = edges.is_sorted_by_key(|[black, _]| *black);
    (is_sorted && reds.len() <= blacks.len()).then_some(edges)
}

/// The nodes of all levels are those of the diagram, and it ends as it is. If all black cells have
/// edges, their number is given; otherwise the diagram is a constant from the beginning.
fn judge_sizes(
    pairing: &PairingRecord,
    sizes: &DiagramRecord,
    blacks: Option<usize>,
) -> Result<(), Fault> {
    let nodes: usize = pairing.edges.iter().map(|edge| edge.nodes).sum();
    let suppressed: usize = pairing.edges.iter().map(|edge| edge.suppressed).sum();
    equal(rule::SUM, "the number of nodes of all levels", nodes + CONSTANTS, sizes.nodes)?;
    equal(rule::SUM, "the number of nodes removed", suppressed, sizes.suppressed)?;
    // Every edge has a node for "none yet" and one for "one already", but the first of each black
    // cell has no second one.
    let first = blacks.map_or(0, |blacks| (2 * pairing.edges.len()).saturating_sub(blacks));
    let first = first + CONSTANTS;
    equal(rule::SUM, "the number of nodes at first", pairing.first_nodes, first)?;
    let last = pairing.intersections.last().map_or(pairing.first_nodes, |row| row.reduced);
    equal(rule::SUM, "the number of nodes in the end", last, sizes.nodes)?;
    for row in &pairing.intersections {
        at_most(rule::SUM, "a reduced size", row.reduced, row.unreduced.max(CONSTANTS))?;
    }
    Ok(())
}

/// All pairs are there, and those that are single cycles are the tours and the pseudo-solutions.
fn judge_sums(
    answer: &Answer,
    part: &ToursPart,
    pairing: &PairingRecord,
    blacks: usize,
) -> Result<(), Fault> {
    let first: Vec<&BigUint> = pairing.by_first_edge.iter().map(|count| &count.0).collect();
    let matchings: BigUint = first.iter().copied().sum();
    if let Some(said) = &part.matchings {
        equal(rule::SUM, "the number of matchings by first edges", matchings, said.0.clone())?;
    }
    let others = |at: usize| first[at + 1..].iter().copied().sum::<BigUint>();
    let pairs: BigUint = (0..first.len()).map(|at| first[at] * others(at)).sum();
    let rows = &pairing.first_cycles;
    let counted: BigUint = rows.iter().map(|row| &row.pairs.0).sum();
    equal(rule::SUM, "the number of pairs by first cycles", counted, pairs)?;
    let is_numbered = rows.iter().map(|row| row.edges).eq(1..=blacks);
    require(is_numbered, rule::SUM, || {
        format!("first cycles are not told by numbers of edges, expected 1 to {blacks}")
    })?;
    for row in rows {
        at_most(rule::SUM, "how often a cycle closed", row.closed.0.clone(), row.pairs.0.clone())?;
    }
    if let (Some(tours), Some(pseudo), Some(last)) = (&answer.count, &part.pseudo, rows.last()) {
        for said in [&last.pairs, &last.closed] {
            let single = &tours.0 + &pseudo.0;
            equal(rule::SUM, "the number of pairs that are single cycles", said.0.clone(), single)?;
        }
    }
    for StepsRecord { bdd, zdd } in [&pairing.listing_steps, &pairing.pairing_steps] {
        let what = "the number of steps after zero-suppression";
        at_most(rule::SUM, what, zdd.0.clone(), bdd.0.clone())?;
    }
    Ok(())
}

/// All of it from a list of all matchings, if they are few.
fn recount(
    pairing: &PairingRecord,
    edges: &[ColouredEdge],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Some(found) = matching_pairs(edges, MOST_MATCHINGS) else {
        verdict.trusted.push(
            "nodes by edges, first cycles and steps of walks: too many matchings to list them here"
                .to_owned(),
        );
        return Ok(());
    };
    for (edge, [nodes, removed]) in pairing.edges.iter().zip(&found.levels) {
        let name = &edge.edge;
        equal(rule::RECOUNT, &format!("the number of nodes at {name}"), edge.nodes, *nodes)?;
        let what = format!("the number of nodes removed at {name}");
        equal(rule::RECOUNT, &what, edge.suppressed, *removed)?;
    }
    let same = |what: &str, said: &Count, counted: u64| {
        equal(rule::RECOUNT, what, said.0.clone(), counted)
    };
    let by_first_edge: Vec<Count> = found.by_first_edge.iter().map(|n| (*n).into()).collect();
    require(pairing.by_first_edge == by_first_edge, rule::RECOUNT, || {
        "the numbers of matchings by first edges are other ones, expected those of a list of all"
            .to_owned()
    })?;
    for (row, [closed, pairs]) in pairing.first_cycles.iter().zip(&found.first_cycles) {
        same("how often a first cycle closed", &row.closed, *closed)?;
        same("the number of pairs by first cycles", &row.pairs, *pairs)?;
    }
    for (said, counted) in [
        (&pairing.listing_steps, found.listing_steps),
        (&pairing.pairing_steps, found.pairing_steps),
    ] {
        same("the number of steps in the BDD", &said.bdd, counted[0])?;
        same("the number of steps in the ZDD", &said.zdd, counted[1])?;
    }
    verdict.proved.push(format!(
        "nodes by edges, first cycles and steps, from a list of all matchings: {}",
        found.matchings
    ));
    Ok(())
}
