//! How diagrams of matchings grow, how soon pairs of matchings are given up, and what
//! zero-suppression saves: the seed's figures, and small boards by trying everything.

use kumiki_diagram::tours::{
    CellOrder, Cutoffs, FirstCycles, FoldedBoard, Matchings, PairCount, PairStep, PairTotals,
    PairWalk,
};
use kumiki_diagram::{BddStore, Branch, NodeId};
use kumiki_search::Fuel;
use std::collections::{BTreeMap, BTreeSet};

fn matchings(rows: usize, columns: usize, order: CellOrder) -> Matchings {
    let board = FoldedBoard::in_order([rows, columns], [1, 2], order).expect("even sides");
    Matchings::of(board, 1 << 28).expect("room")
}

fn cutoffs(matchings: &Matchings, parts: u64) -> Cutoffs {
    let part = |part: u64| {
        let mut walk = FirstCycles::new(matchings, part, parts).expect("small");
        let mut fuel = Fuel(1);
        while walk.advance(&mut fuel).is_none() {
            fuel = Fuel(1000);
        }
        walk.advance(&mut Fuel(0)).expect("all pairs").clone()
    };
    (0..parts).map(part).sum()
}

/// Sets of edges by trying all choices of an edge for each black cell: those in which red cells
/// below a number have one edge each.
fn sets(board: &FoldedBoard, reds: usize) -> BTreeSet<Vec<u32>> {
    let mut sets = BTreeSet::from([Vec::new()]);
    for black in 0..board.blacks().len() {
        let mut longer = BTreeSet::new();
        for (number, edge) in (0..).zip(board.edges()) {
            for set in sets.iter().filter(|_| edge.black as usize == black) {
                longer.insert([set.as_slice(), &[number]].concat());
            }
        }
        sets = longer;
    }
    let has_one = |set: &Vec<u32>, red: usize| {
        set.iter().filter(|edge| board.edges()[**edge as usize].red as usize == red).count() == 1
    };
    sets.retain(|set| (0..reds).all(|red| has_one(set, red)));
    sets
}

/// How many nodes of a diagram of sets look at each edge: as many as there are different functions
/// of the later edges that depend on it.
fn level_sizes(sets: &BTreeSet<Vec<u32>>, edges: u32) -> Vec<usize> {
    let after = |edge: u32| {
        let mut functions: BTreeMap<Vec<u32>, BTreeSet<Vec<u32>>> = BTreeMap::new();
        for set in sets {
            let (before, rest): (Vec<u32>, Vec<u32>) = set.iter().partition(|of| **of < edge);
            functions.entry(before).or_default().insert(rest);
        }
        let functions: BTreeSet<BTreeSet<Vec<u32>>> = functions.into_values().collect();
        let depends = |sets: &&BTreeSet<Vec<u32>>| {
            let without: BTreeSet<&[u32]> =
                sets.iter().filter(|set| set.first() != Some(&edge)).map(Vec::as_slice).collect();
            let with: BTreeSet<&[u32]> =
                sets.iter().filter(|set| set.first() == Some(&edge)).map(|set| &set[1..]).collect();
            with != without
        };
        functions.iter().filter(depends).count()
    };
    (0..edges).map(after).collect()
}

#[test]
fn diagrams_grow_as_the_seeds_does() {
    let sizes = |rows, columns| -> Vec<[usize; 2]> {
        let matchings = matchings(rows, columns, CellOrder::Rows);
        matchings.growth()[1..].iter().map(|growth| [growth.unreduced, growth.reduced]).collect()
    };
    assert_eq!(sizes(4, 4), [[28, 26], [22, 21], [28, 20], [20, 20]]);
    let on_6x8 = sizes(6, 8);
    assert_eq!(on_6x8[..3], [[135, 132], [215, 210], [335, 330]]);
    assert_eq!(on_6x8[9..], [[8494, 6141], [9188, 6708], [6708, 6708]]);
    let on_8x8 = sizes(8, 8);
    assert_eq!(on_8x8[13..], [[115_533, 95_693], [147_233, 112_740], [112_740, 112_740]]);
}

#[test]
fn edges_have_the_names_of_the_seed() {
    let board = FoldedBoard::knight(4, 4).expect("even sides");
    let names: Vec<String> = (0..12).map(|edge| board.edge_name(edge)).collect();
    assert_eq!(
        names.join(" "),
        "0.0--1.2* 0.0--1.2 0.2--1.2* 0.2--1.0* 0.2--1.0 1.1--0.3* 1.1--0.1* 1.1--0.3 1.1--1.0* \
         1.3--0.1* 1.3--1.2* 1.3--0.1"
    );
}

#[test]
fn sizes_are_those_of_functions_on_small_boards() {
    for order in CellOrder::ALL {
        for (rows, columns) in [(2, 4), (4, 4), (4, 6), (6, 4)] {
            let matchings = matchings(rows, columns, order);
            let board = matchings.board();
            let edges = u32::try_from(board.edges().len()).expect("few");
            let levels: Vec<usize> = matchings.levels().iter().map(|level| level[0]).collect();
            let about = format!("{rows}x{columns} {order:?}");
            assert_eq!(levels, level_sizes(&sets(board, board.reds().len()), edges), "{about}");
            for (reds, growth) in matchings.growth().iter().enumerate() {
                let functions = sets(board, reds);
                let sinks = 2;
                let nodes: usize = level_sizes(&functions, edges).into_iter().sum();
                assert_eq!(growth.reduced, nodes + sinks, "{about} after {reds}");
                assert!(growth.unreduced >= growth.reduced || functions.is_empty(), "{about}");
            }
            let removed: usize = matchings.levels().iter().map(|level| level[1]).sum();
            assert_eq!(removed, matchings.suppressed_count(), "{about}");
        }
    }
}

#[test]
fn all_orders_have_the_same_pairs_and_other_sizes() {
    let counted = |matchings: &Matchings| -> PairTotals {
        let totals = PairCount::new(matchings, 0, 1).expect("small").advance(&mut Fuel(u64::MAX));
        totals.expect("much fuel").unordered()
    };
    for (rows, columns) in [(4, 6), (6, 6), (6, 8), (8, 6)] {
        let by_rows = matchings(rows, columns, CellOrder::Rows);
        for order in CellOrder::ALL {
            let other = matchings(rows, columns, order);
            assert_eq!(other.count(), by_rows.count(), "{rows}x{columns} {order:?}");
            assert_eq!(counted(&other), counted(&by_rows), "{rows}x{columns} {order:?}");
        }
        let sizes = |matchings: &Matchings| [matchings.node_count(), matchings.suppressed_count()];
        assert_eq!(
            sizes(&matchings(rows, columns, CellOrder::Columns)),
            sizes(&matchings(columns, rows, CellOrder::Rows)),
            "the columns of {rows}x{columns} are the rows of {columns}x{rows}"
        );
    }
}

/// For pairs in which the second matching has the later first edge: element k is how many close
/// their first cycle with edge k + 1 of the second one, and how many beginnings of these there are.
fn tried(board: &FoldedBoard) -> [Vec<u64>; 2] {
    let all = sets(board, board.reds().len());
    let cells = board.blacks().len();
    let red = |edge: u32| board.edges()[edge as usize].red;
    let mut pairs = vec![0; cells];
    let mut beginnings = vec![BTreeSet::new(); cells];
    for outer in &all {
        for inner in all.iter().filter(|inner| inner[0] > outer[0]) {
            // From black cell b along the second matching, then back along the first: the cycle of
            // b is closed by its greatest black cell.
            let back = |to: u32| {
                outer.iter().position(|edge| red(*edge) == to).expect("a perfect matching")
            };
            let last_of = |start: usize| {
                let (mut at, mut greatest) = (back(red(inner[start])), start);
                while at != start {
                    greatest = greatest.max(at);
                    at = back(red(inner[at]));
                }
                greatest
            };
            let first = (0..cells).map(last_of).min().expect("there are cells");
            pairs[first] += 1;
            beginnings[first].insert((outer.clone(), inner[..=first].to_vec()));
        }
    }
    let closed = beginnings.iter().map(|set| u64::try_from(set.len()).expect("few")).collect();
    [pairs, closed]
}

#[test]
fn first_cycles_are_those_of_all_pairs_tried() {
    for order in CellOrder::ALL {
        for (rows, columns) in [(2, 4), (4, 4), (4, 6), (6, 4), (6, 6)] {
            // Trying 6x6 without the order of the seed is trying the same again.
            if (rows, columns) == (6, 6) && order != CellOrder::Rows {
                continue;
            }
            let matchings = matchings(rows, columns, order);
            let about = format!("{rows}x{columns} {order:?}");
            let met = cutoffs(&matchings, 1);
            if rows * columns <= 24 {
                assert_eq!(
                    [met.pairs.clone(), met.closed.clone()],
                    tried(matchings.board()),
                    "{about}"
                );
            }
            for parts in [2, 5] {
                assert_eq!(cutoffs(&matchings, parts), met, "{about} in {parts} parts");
            }
        }
    }
}

/// The traversal of the seed's section 23, of any diagram: how many nodes it looks at.
fn listed(store: &BddStore, node: NodeId, is_suppressed: bool) -> u64 {
    if node.is_sink() {
        return 0;
    }
    let Branch { low, high, .. } = store.branch(node);
    let own = u64::from(!is_suppressed || high != NodeId::BOTTOM);
    own + [high, low].iter().map(|child| listed(store, *child, is_suppressed)).sum::<u64>()
}

#[test]
fn steps_are_those_of_the_walk_of_pairs_and_of_a_plain_traversal() {
    for (rows, columns, n) in [(4, 4, 4), (6, 6, 9), (6, 8, 12), (8, 6, 12)] {
        let matchings = matchings(rows, columns, CellOrder::Rows);
        let (store, root) = matchings.diagram();
        let plain = [false, true].map(|is_suppressed| listed(store, root, is_suppressed));
        assert_eq!(matchings.listing_steps(), Ok(plain), "{rows}x{columns}");
        let met = cutoffs(&matchings, 1);
        let mut walk = PairWalk::new(&matchings, 0, 1).expect("small");
        let mut fuel = Fuel(u64::MAX);
        while walk.advance(&mut fuel) != PairStep::Exhausted {}
        assert_eq!(met.steps, u64::MAX - fuel.0, "{rows}x{columns}");
        let PairTotals { tours, pseudo } = walk.totals();
        assert_eq!(met.closed[n - 1], tours + pseudo, "{rows}x{columns}");
        assert_eq!(met.pairs[n - 1], tours + pseudo, "{rows}x{columns}");
        let by_first: Vec<u64> = matchings.by_first_edge().iter().map(|(_, ways)| *ways).collect();
        assert_eq!(met.pairs.iter().sum::<u64>(), by_first[0] * by_first[1], "{rows}x{columns}");
    }
    let first = matchings(6, 8, CellOrder::Rows).by_first_edge();
    assert_eq!(first, [(0, 1329), (1, 1340)]);
}

/// What the inner walks of the seed look at if nodes with a null branch are not removed, node by
/// node: those removed, and the others.
fn unsuppressed_steps(matchings: &Matchings) -> [u64; 2] {
    let board = matchings.board();
    let (store, root) = matchings.diagram();
    let all = sets(board, board.reds().len());
    let mut steps = [0; 2];
    for outer in &all {
        let mut stack = vec![(root, Vec::new())];
        while let Some((node, inner)) = stack.pop() {
            if node.is_sink() {
                continue;
            }
            let Branch { variable, low, high } = store.branch(node);
            let edge = board.edges()[variable as usize];
            let is_before = edge.black == 0 && inner.is_empty() && variable <= outer[0];
            if !is_before {
                steps[usize::from(high != NodeId::BOTTOM)] += 1;
            }
            stack.push((low, inner.clone()));
            if high != NodeId::BOTTOM && !is_before {
                let with = [inner.as_slice(), &[variable]].concat();
                if !closes(board, outer, &with) {
                    stack.push((high, with));
                }
            }
        }
    }
    steps
}

/// Whether the last edge of some closes a cycle with the edges of a matching.
fn closes(board: &FoldedBoard, outer: &[u32], inner: &[u32]) -> bool {
    let red = |edge: u32| board.edges()[edge as usize].red;
    let start = inner.len() - 1;
    let mut at = start;
    loop {
        let to = red(inner[at]);
        at = outer.iter().position(|edge| red(*edge) == to).expect("a perfect matching");
        if at == start {
            return true;
        }
        if at >= inner.len() {
            return false;
        }
    }
}

#[test]
fn suppressed_steps_are_those_of_a_walk_through_all_nodes() {
    for (rows, columns) in [(4, 4), (4, 6), (6, 4)] {
        let matchings = matchings(rows, columns, CellOrder::Rows);
        let met = cutoffs(&matchings, 1);
        let [suppressed, kept] = unsuppressed_steps(&matchings);
        assert_eq!(
            [met.suppressed_steps, met.steps],
            [suppressed, kept],
            "{rows}x{columns}: nodes before the first one of an inner walk are not looked at"
        );
    }
}
