//! How matchings were put together and paired, judged: the rule R10 of answers about tours.
//!
//! Names of edges and of cells are worked out once more, in the `order` of cells that was asked
//! for: rows, which is that of D. E. Knuth's OBDD, columns or diagonals. The best order is one of
//! these or a greedy one, of which the judge knows that each black cell reaches as few new red
//! cells as any that is left, but not which of several comes first. If there are few matchings,
//! all are listed, and from the list follow the nodes of the diagram, edge by edge, and what walks
//! of pairs meet. Otherwise sums are compared. How large the diagram was on the way to its last
//! size is taken on trust.

use crate::envelope::{at_most, equal};
use crate::fault::require;
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    Answer, CellOrder, Count, DiagramRecord, PairingRecord, StepsRecord, ToursAsk, ToursPart,
};
use kumiki_recount::{ColouredEdge, matching_pairs};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// The most matchings that are listed.
pub(crate) const MOST_MATCHINGS: usize = 3_000;

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
    let order = ask.order.unwrap_or(CellOrder::Rows);
    let said = Named {
        edges: pairing.edges.iter().map(|edge| edge.edge.clone()).collect(),
        reds: pairing.intersections.iter().map(|row| row.cell.clone()).collect(),
    };
    if !judge_names(order, &said, board, piece)? {
        verdict.trusted.push(
            "which of several black cells comes first, if they reach as few new red cells: only \
             that none reaches fewer was seen"
                .to_owned(),
        );
    }
    let Some(edges) = numbered(&names) else {
        let what = "the edges have other names, expected such as 0.0--1.2, by black cells";
        return Err(Fault::new(rule::TEXT, what.to_owned()));
    };
    // With even sides a folded board has as many black cells as red ones.
    let all = named(board, piece, CellOrder::Rows);
    let blacks = all.reds.len();
    let has_all = edges.iter().map(|[black, _]| black + 1).max() == Some(blacks);
    equal(rule::FIELD, "the number of edges", edges.len(), all.edges.len())?;
    equal(rule::FIELD, "the number of red cells", said.reds.len(), all.reds.len())?;
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

/// The names of the edges of a folded board and of its red cells, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Named {
    edges: Vec<String>,
    reds: Vec<String>,
}

impl Named {
    /// The edges of each black cell, which stand together.
    fn groups(&self) -> Vec<&[String]> {
        let black = |edge: &String| edge.split_once("--").map(|(black, _)| black.to_owned());
        self.edges.chunk_by(|one, other| black(one) == black(other)).collect()
    }
}

/// Edges and red cells are named in the order that was asked for. Says whether that is all that
/// there is to an order: a greedy one may take one of several cells.
fn judge_names(
    order: CellOrder,
    said: &Named,
    board: [usize; 2],
    piece: [usize; 2],
) -> Result<bool, Fault> {
    let how = match order {
        CellOrder::Rows => "row by row",
        CellOrder::Columns => "column by column",
        CellOrder::Diagonals => "diagonal by diagonal",
        CellOrder::Best => {
            let known = [CellOrder::Rows, CellOrder::Columns, CellOrder::Diagonals];
            if known.into_iter().any(|order| named(board, piece, order) == *said) {
                return Ok(true);
            }
            let rows = named(board, piece, CellOrder::Rows);
            require(
                said.reds == rows.reds,
                rule::FIELD,
                || "the red cells are not those of the folded board, expected them in some order",
            )?;
            let (mut groups, mut expected) = (said.groups(), rows.groups());
            judge_greedy(&groups)?;
            groups.sort_unstable();
            expected.sort_unstable();
            require(
                groups == expected,
                rule::FIELD,
                || "the edges are not those of the folded board, expected them by black cells",
            )?;
            return Ok(false);
        }
    };
    let expected = named(board, piece, order);
    require(said.edges == expected.edges, rule::FIELD, || {
        format!("the edges are not those of the folded board, expected them {how}")
    })?;
    require(said.reds == expected.reds, rule::FIELD, || {
        format!("the red cells are not those of the folded board, expected them {how}")
    })?;
    Ok(true)
}

/// Each black cell, with its edges, reaches as few new red cells as any that comes later.
fn judge_greedy(groups: &[&[String]]) -> Result<(), Fault> {
    let red = |edge: &String| edge.trim_end_matches('*').rsplit_once("--")?.1.to_owned().into();
    let reached =
        |group: &&[String]| -> BTreeSet<String> { group.iter().filter_map(red).collect() };
    let reached: Vec<BTreeSet<String>> = groups.iter().map(reached).collect();
    let mut met: BTreeSet<String> = BTreeSet::new();
    for at in 0..reached.len() {
        let new = |reds: &BTreeSet<String>| reds.difference(&met).count();
        let least = reached[at..].iter().map(new).min();
        require(least == Some(new(&reached[at])), rule::FIELD, || {
            let black = groups[at][0].split("--").next().unwrap_or_default().to_owned();
            format!("black cell {black} comes early, expected one that reaches fewer new red cells")
        })?;
        met.extend(reached[at].iter().cloned());
    }
    Ok(())
}

/// The names in the order by rows, by columns or by diagonals; the last begin at the first corner,
/// and each goes down from the first row.
fn named([rows, columns]: [usize; 2], piece: [usize; 2], order: CellOrder) -> Named {
    if order == CellOrder::Columns {
        // The columns of a board are the rows of the other one.
        let Named { edges, reds } = named([columns, rows], piece, CellOrder::Rows);
        let other =
            |cell: &str| cell.split_once('.').map(|(row, column)| format!("{column}.{row}"));
        let edge = |edge: &String| {
            let stars = if edge.ends_with('*') { "*" } else { "" };
            let (black, red) = edge.trim_end_matches('*').split_once("--")?;
            Some(format!("{}--{}{stars}", other(black)?, other(red)?))
        };
        return Named {
            edges: edges.iter().filter_map(edge).collect(),
            reds: reds.iter().filter_map(|cell| other(cell)).collect(),
        };
    }
    let [near, far] = [piece[0].min(piece[1]), piece[0].max(piece[1])]
        .map(|leap| i64::try_from(leap).unwrap_or(i64::MAX));
    let mut leaps: Vec<[i64; 2]> = Vec::new();
    for [down, across] in [[far, near], [near, far]] {
        if near != 0 {
            leaps.extend([[down, -across], [-down, across]]);
        }
        leaps.extend([[down, across], [-down, -across]]);
    }
    let place = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        if order == CellOrder::Diagonals { (row + column, row) } else { (row, column) }
    };
    let last = rows * columns - 1;
    // A cell and its image are called by the one that comes first.
    let folded = |cell: usize| if place(last - cell) < place(cell) { last - cell } else { cell };
    let name = |cell: usize| format!("{}.{}", cell / columns, cell % columns);
    let mut firsts: Vec<usize> = (0..=last).filter(|cell| folded(*cell) == *cell).collect();
    firsts.sort_by_key(|cell| place(*cell));
    let (mut edges, mut reds) = (Vec::new(), Vec::new());
    for cell in firsts {
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
            let star = if folded(to) == to { "" } else { "*" };
            edges.push(format!("{}--{}{star}", name(cell), name(folded(to))));
        }
    }
    Named { edges, reds }
}

/// The names of the edges of a folded board and of its red cells, row by row.
pub(crate) fn folded_names(board: [usize; 2], piece: [usize; 2]) -> [Vec<String>; 2] {
    let Named { edges, reds } = named(board, piece, CellOrder::Rows);
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
