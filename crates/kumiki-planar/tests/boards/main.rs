//! Boards against the tables of `kumiki-frontier`, with which this engine shares no code, and
//! against published figures.

use kumiki_frontier::{Count as Tables, Keys, Network, Plan as TablePlan, Problem, Step};
use kumiki_model::Graph;
use kumiki_planar::{Count, Plan, Sought};
use kumiki_search::{Fuel, mix};
use num_bigint::BigUint;

fn by_tables(graph: &Graph, sought: Sought) -> BigUint {
    let vertices = graph.vertex_count();
    let problem = match sought {
        Sought::Cycles => Problem::Cycles,
        Sought::HamiltonianCycles => Problem::HamiltonianCycles,
        Sought::Paths { ends: [from, to] } => Problem::Paths { from, to },
        Sought::HamiltonianPaths { ends: [from, to] } => {
            Problem::hamiltonian_paths_between(vertices, from, to).expect("two ends")
        }
    };
    let order: Vec<usize> = (0..vertices).collect();
    let plan = TablePlan::in_order(&Network::from(graph), problem, &order).expect("a plan");
    let mut count = Tables::new(&plan, 0, Keys::Wide).expect("a narrow board");
    match count.advance(&mut Fuel::unlimited()) {
        Step::Counted(tally) => tally.total(),
        other => panic!("{other:?}"),
    }
}

fn counted(graph: &Graph, sought: Sought) -> BigUint {
    let plan = Plan::new(graph, sought).expect("a board");
    Count::new(&plan).advance(&mut Fuel::unlimited()).expect("there is fuel")
}

fn check(graph: &Graph, sought: Sought) {
    let (found, expected) = (counted(graph, sought), by_tables(graph, sought));
    assert_eq!(found, expected, "{sought:?} {:?} {:?}", graph.names(), graph.edges());
}

fn with_ends(ends: [usize; 2]) -> [Sought; 2] {
    [Sought::Paths { ends }, Sought::HamiltonianPaths { ends }]
}

#[test]
fn small_boards_with_all_ends() {
    for [rows, columns] in [[1, 2], [1, 5], [2, 2], [2, 4], [3, 3], [3, 4], [4, 4]] {
        let graph = Graph::grid(rows, columns).expect("a board");
        let cells = rows * columns;
        for from in 0..cells {
            for to in 0..from {
                with_ends([from, to]).into_iter().for_each(|sought| check(&graph, sought));
            }
        }
    }
}

#[test]
fn boards_up_to_six_by_six() {
    for rows in 1..=6 {
        for columns in 1..=6 {
            let graph = Graph::grid(rows, columns).expect("a board");
            let cells = rows * columns;
            check(&graph, Sought::Cycles);
            if cells > 2 {
                check(&graph, Sought::HamiltonianCycles);
            }
            for ends in [[0, cells - 1], [columns - 1, 0], [cells / 2, cells / 3]] {
                if ends[0] != ends[1] {
                    with_ends(ends).into_iter().for_each(|sought| check(&graph, sought));
                }
            }
        }
    }
}

/// A graph from some of the cells of a board and some of the edges between neighbours.
fn region(seed: u64, [rows, columns]: [usize; 2]) -> Graph {
    let mut draws = 0;
    let mut is_left_out = |one_in: u64| {
        draws += 1;
        mix(seed * 1000 + draws).is_multiple_of(one_in)
    };
    let cells: Vec<[usize; 2]> = (0..rows * columns)
        .map(|cell| [cell / columns, cell % columns])
        .filter(|_| !is_left_out(6))
        .collect();
    let mut edges = Vec::new();
    for (from, [row, column]) in cells.iter().enumerate() {
        for (to, next) in cells.iter().enumerate() {
            let is_next = *next == [*row, column + 1] || *next == [row + 1, *column];
            if is_next && !is_left_out(9) {
                edges.push([from, to]);
            }
        }
    }
    // Names need not begin at the first row.
    let name = |[row, column]: &[usize; 2]| format!("{},{}", row + 3, column + 7);
    Graph::new(cells.iter().map(name).collect(), edges).expect("a graph")
}

#[test]
fn regions_with_missing_cells_and_edges() {
    let mut seen = 0;
    let sizes = [[3, 3], [4, 4], [5, 4], [4, 6], [3, 7], [5, 5]];
    for (seed, size) in (0..120).zip(sizes.into_iter().cycle()) {
        let graph = region(seed, size);
        let vertices = graph.vertex_count();
        check(&graph, Sought::Cycles);
        check(&graph, Sought::HamiltonianCycles);
        for draw in 0..3_u64 {
            let end = |n: u64| {
                let number = mix(seed * 77 + draw * 2 + n) % vertices as u64;
                usize::try_from(number).expect("small")
            };
            let ends = [end(0), end(1)];
            if ends[0] != ends[1] {
                let [paths, through_all] = with_ends(ends);
                check(&graph, paths);
                check(&graph, through_all);
                seen += usize::from(counted(&graph, through_all) > BigUint::ZERO);
            }
        }
    }
    assert!(seen > 0, "some regions have paths through all cells");
}

#[test]
fn honeycombs_are_boards() {
    // Six hexagons around one, as a wall of bricks.
    let [rows, columns] = [4, 9];
    let all = Graph::grid(rows, columns).expect("a board");
    let is_kept = |[from, to]: &[usize; 2]| {
        let [row, column] = [from / columns, from % columns];
        to - from == 1 || (row + column) % 2 == 0
    };
    let edges: Vec<[usize; 2]> = all.edges().iter().copied().filter(is_kept).collect();
    let graph = Graph::new(all.names().to_vec(), edges).expect("a graph");
    check(&graph, Sought::Cycles);
    check(&graph, Sought::Paths { ends: [0, rows * columns - 1] });
    check(&graph, Sought::Paths { ends: [12, 22] });
}

#[test]
fn published_figures() {
    let corners = |n: usize| [0, n * n - 1];
    type Case = (usize, fn([usize; 2]) -> Sought, &'static str);
    let cases: [Case; 11] = [
        // A007764.
        (10, |ends| Sought::Paths { ends }, "41044208702632496804"),
        (11, |ends| Sought::Paths { ends }, "1568758030464750013214100"),
        (13, |ends| Sought::Paths { ends }, "64528039343270018963357185158482118"),
        // A140517.
        (7, |_| Sought::Cycles, "487150371"),
        (9, |_| Sought::Cycles, "2318527339461265"),
        (14, |_| Sought::Cycles, "38157703688577845304445530851242055267353"),
        // A003763.
        (10, |_| Sought::HamiltonianCycles, "467260456608"),
        (12, |_| Sought::HamiltonianCycles, "1076226888605605706"),
        (14, |_| Sought::HamiltonianCycles, "56126499620491437281263608"),
        // A001184.
        (7, |ends| Sought::HamiltonianPaths { ends }, "111712"),
        (13, |ends| Sought::HamiltonianPaths { ends }, "17337631013706758184626"),
    ];
    for (n, sought, expected) in cases {
        let graph = Graph::grid(n, n).expect("a board");
        assert_eq!(counted(&graph, sought(corners(n))).to_string(), expected, "{n}x{n}");
    }
}

#[test]
fn other_graphs_are_no_boards() {
    let named = |names: &[&str], edges: &[[usize; 2]]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Graph::new(names, edges.to_vec()).expect("a graph")
    };
    for graph in [
        "king:3x3".parse().expect("a board"),
        "knight:4x4".parse().expect("a board"),
        named(&["a", "b"], &[[0, 1]]),
        named(&["0,0", "1,1"], &[[0, 1]]),
        // Two names of the same cell.
        named(&["0,0", "0,1", "0,01"], &[[0, 1], [0, 2]]),
        named(&["0,0", "0,+1"], &[[0, 1]]),
        named(&["0,0", "99999,99999"], &[]),
        named(&[], &[]),
    ] {
        assert!(Plan::new(&graph, Sought::Cycles).is_none(), "{:?}", graph.names());
    }
}
