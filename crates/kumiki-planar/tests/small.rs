//! Small boards against the tables.
use kumiki_frontier::{Count as Tables, Keys, Network, Plan as TablePlan, Problem, Step};
use kumiki_model::Graph;
use kumiki_planar::{Count, Plan, Sought};
use kumiki_search::Fuel;
use num_bigint::BigUint;

fn by_tables(graph: &Graph, sought: Sought) -> BigUint {
    let n = graph.vertex_count();
    let problem = match sought {
        Sought::Cycles => Problem::Cycles,
        Sought::HamiltonianCycles => Problem::HamiltonianCycles,
        Sought::Paths { ends: [from, to] } => Problem::Paths { from, to },
        Sought::HamiltonianPaths { ends: [from, to] } => {
            Problem::hamiltonian_paths_between(n, from, to).expect("two ends")
        }
    };
    let order: Vec<usize> = (0..n).collect();
    let plan = TablePlan::in_order(&Network::from(graph), problem, &order).expect("a plan");
    let mut count = Tables::new(&plan, 0, Keys::Wide).expect("narrow");
    match count.advance(&mut Fuel::unlimited()) {
        Step::Counted(tally) => tally.total(),
        other => panic!("{other:?}"),
    }
}

fn counted(graph: &Graph, sought: Sought) -> BigUint {
    let plan = Plan::new(graph, sought).expect("a board");
    Count::new(&plan).advance(&mut Fuel::unlimited()).expect("fuel")
}

#[test]
fn small() {
    for rows in 1..=5 {
        for columns in 1..=5 {
            let graph = Graph::grid(rows, columns).expect("a board");
            let n = rows * columns;
            let mut all = vec![Sought::Cycles];
            if n > 2 {
                all.push(Sought::HamiltonianCycles);
            }
            for a in 0..n {
                for b in 0..n {
                    if a != b {
                        all.push(Sought::Paths { ends: [a, b] });
                        all.push(Sought::HamiltonianPaths { ends: [a, b] });
                    }
                }
            }
            for sought in all {
                assert_eq!(counted(&graph, sought), by_tables(&graph, sought), "{rows}x{columns} {sought:?}");
            }
        }
    }
}
