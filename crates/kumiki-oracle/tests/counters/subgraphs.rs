//! The counters of subgraphs.

use kumiki_model::{Graph, SubgraphKind};
use kumiki_oracle::naive::hamiltonian_cycles;
use kumiki_oracle::naive::{Wanted, subgraphs};
use std::collections::BTreeSet;

type Sets = BTreeSet<BTreeSet<[usize; 2]>>;

/// All ways to visit different vertices, each a step along an edge; also those that have not
/// come far.
fn walks(graph: &Graph) -> Vec<Vec<usize>> {
    let neighbours = graph.neighbours();
    let mut all: Vec<Vec<usize>> = (0..graph.vertex_count()).map(|vertex| vec![vertex]).collect();
    let mut at = 0;
    while at < all.len() {
        let walk = all[at].clone();
        for next in &neighbours[walk[walk.len() - 1]] {
            if !walk.contains(next) {
                all.push([&walk[..], &[*next]].concat());
            }
        }
        at += 1;
    }
    all
}

fn steps(walk: &[usize]) -> BTreeSet<[usize; 2]> {
    walk.windows(2).map(|step| [step[0].min(step[1]), step[0].max(step[1])]).collect()
}

/// The cycles that walks become by one more step.
fn cycles(graph: &Graph) -> Sets {
    let closed = |walk: Vec<usize>| {
        let back = [walk[0].min(walk[walk.len() - 1]), walk[0].max(walk[walk.len() - 1])];
        let mut edges = steps(&walk);
        (walk.len() > 2 && graph.edges().contains(&back) && edges.insert(back)).then_some(edges)
    };
    walks(graph).into_iter().filter_map(closed).collect()
}

/// The same kinds without degrees and parts: paths and cycles are walked, forests are those
/// sets that contain no cycle, spanning trees are the largest forests of connected graphs,
/// matchings grow from the first vertex that is not matched, and factors from vertex to vertex.
fn by_other_means(graph: &Graph, wanted: &Wanted) -> Sets {
    let ends = wanted.ends;
    let vertex_count = graph.vertex_count();
    let is_between =
        |walk: &Vec<usize>| ends.is_none_or(|ends| ends == [walk[0], walk[walk.len() - 1]]);
    let forests = || -> Sets {
        let cycles = cycles(graph);
        let sets = (0..1_usize << graph.edges().len()).map(|set| {
            let edges = graph.edges().iter().enumerate();
            edges
                .filter(|(at, _)| set >> at & 1 == 1)
                .map(|(_, edge)| *edge)
                .collect::<BTreeSet<_>>()
        });
        sets.filter(|set| cycles.iter().all(|cycle| !cycle.is_subset(set))).collect()
    };
    match wanted.kind {
        SubgraphKind::HamiltonianCycles => {
            cycles(graph).into_iter().filter(|cycle| cycle.len() == vertex_count).collect()
        }
        SubgraphKind::Cycles => cycles(graph),
        SubgraphKind::HamiltonianPaths => {
            let all = walks(graph).into_iter().filter(|walk| walk.len() == vertex_count);
            all.filter(is_between).map(|walk| steps(&walk)).collect()
        }
        SubgraphKind::Paths => walks(graph)
            .into_iter()
            .filter(|walk| walk.len() > 1 && is_between(walk))
            .map(|walk| steps(&walk))
            .collect(),
        SubgraphKind::Forests => forests(),
        SubgraphKind::SpanningTrees => {
            forests().into_iter().filter(|forest| forest.len() + 1 == vertex_count).collect()
        }
        SubgraphKind::Matchings => matchings(graph, &(0..vertex_count).collect()),
        SubgraphKind::Factors => factors(graph, &wanted.degrees),
    }
}

/// Each vertex in turn takes some of its edges to later ones, so many that it has an allowed
/// number of edges.
fn factors(graph: &Graph, degrees: &[usize]) -> Sets {
    let mut found = Sets::from([BTreeSet::new()]);
    for vertex in 0..graph.vertex_count() {
        let later: Vec<[usize; 2]> =
            graph.edges().iter().copied().filter(|edge| edge[0] == vertex).collect();
        let grown = |set: BTreeSet<[usize; 2]>| {
            let taken = set.iter().filter(|edge| edge.contains(&vertex)).count();
            let later = &later;
            let choices = (0..1_usize << later.len()).map(move |choice| -> Vec<[usize; 2]> {
                (0..later.len()).filter(|at| choice >> at & 1 == 1).map(|at| later[at]).collect()
            });
            let allowed = choices.filter(move |more| degrees.contains(&(taken + more.len())));
            allowed.map(move |more| set.iter().copied().chain(more).collect::<BTreeSet<_>>())
        };
        found = found.into_iter().flat_map(grown).collect();
    }
    found
}

fn matchings(graph: &Graph, free: &BTreeSet<usize>) -> Sets {
    let Some(first) = free.first() else { return Sets::from([BTreeSet::new()]) };
    let mut found = Sets::new();
    for edge in graph.edges().iter().filter(|edge| edge[0] == *first && free.contains(&edge[1])) {
        let rest = free.iter().filter(|vertex| !edge.contains(vertex)).copied().collect();
        for mut others in matchings(graph, &rest) {
            others.insert(*edge);
            found.insert(others);
        }
    }
    found
}

const KINDS: [SubgraphKind; 8] = [
    SubgraphKind::Matchings,
    SubgraphKind::HamiltonianCycles,
    SubgraphKind::HamiltonianPaths,
    SubgraphKind::Paths,
    SubgraphKind::Cycles,
    SubgraphKind::SpanningTrees,
    SubgraphKind::Forests,
    SubgraphKind::Factors,
];

fn check(graph: &Graph) {
    for kind in KINDS {
        let mut all = vec![Wanted::new(kind)];
        if kind == SubgraphKind::Factors {
            // All sets of degrees below five.
            all = (0..32_usize)
                .map(|set| Wanted {
                    degrees: (0..5).filter(|degree| set >> degree & 1 == 1).collect(),
                    ..Wanted::new(kind)
                })
                .collect();
        }
        if matches!(kind, SubgraphKind::Paths | SubgraphKind::HamiltonianPaths) {
            let others = |from: usize| (0..graph.vertex_count()).filter(move |to| *to != from);
            let all_ends =
                (0..graph.vertex_count()).flat_map(|from| others(from).map(move |to| [from, to]));
            all.extend(all_ends.map(|ends| Wanted { ends: Some(ends), ..Wanted::new(kind) }));
        }
        for wanted in all {
            let found = subgraphs(graph, &wanted).expect("few edges");
            let sets: Sets = found.iter().map(|edges| edges.iter().copied().collect()).collect();
            assert_eq!(sets.len(), found.len(), "no set comes twice");
            assert_eq!(sets, by_other_means(graph, &wanted), "{wanted:?} of {graph:?}");
        }
    }
    let mut seen = Sets::new();
    let count = hamiltonian_cycles(graph, 1_000_000, &mut |cycle| {
        let mut edges = steps(cycle);
        edges.insert([0, cycle[cycle.len() - 1]]);
        assert!(seen.insert(edges), "{cycle:?} comes twice");
    });
    assert_eq!(count, u64::try_from(seen.len()).ok());
    assert_eq!(seen, by_other_means(graph, &Wanted::new(SubgraphKind::HamiltonianCycles)));
}

#[test]
fn sets_that_grow_are_as_many_as_all_sets_tried() {
    use SubgraphKind::{
        Cycles, Factors, Forests, HamiltonianCycles, HamiltonianPaths, Matchings, Paths,
        SpanningTrees,
    };
    for board in [
        "grid:1x1",
        "grid:1x2",
        "grid:2x2",
        "grid:2x3",
        "king:2x2",
        "king:2x3",
        "grid:3x3",
        "knight:3x3",
    ] {
        let graph: Graph = board.parse().expect("a board");
        let last = graph.vertex_count() - 1;
        for kind in [
            Matchings,
            HamiltonianCycles,
            HamiltonianPaths,
            Paths,
            Cycles,
            SpanningTrees,
            Forests,
            Factors,
        ] {
            let needs_ends = kind == Paths;
            for ends in [None, Some([0, last])] {
                let has_ends = ends.is_some() && last > 0;
                if (needs_ends && !has_ends)
                    || (has_ends && !matches!(kind, Paths | HamiltonianPaths))
                {
                    continue;
                }
                for degrees in [vec![0, 2], vec![1], vec![1, 3]] {
                    let wanted = Wanted { kind, ends: ends.filter(|_| has_ends), degrees };
                    let all = subgraphs(&graph, &wanted).expect("few edges").len();
                    let grown = kumiki_recount::subgraph_count(&graph, &wanted, u64::MAX)
                        .expect("few steps");
                    assert_eq!(usize::try_from(grown), Ok(all), "{board} {wanted:?}");
                }
            }
        }
    }
}

#[test]
fn all_graphs_of_up_to_four_vertices_have_what_a_second_definition_says() {
    for vertex_count in 1..=4 {
        let pairs: Vec<[usize; 2]> =
            (0..vertex_count).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
        for chosen in 0..1_usize << pairs.len() {
            let edges =
                (0..pairs.len()).filter(|at| chosen >> at & 1 == 1).map(|at| pairs[at]).collect();
            let names = (0..vertex_count).map(|vertex| vertex.to_string()).collect();
            check(&Graph::new(names, edges).expect("a graph"));
        }
    }
}

#[test]
fn small_boards_have_what_a_second_definition_says() {
    for board in ["grid:2x4", "king:2x3", "knight:3x3", "king:1x6"] {
        check(&board.parse().expect("a board"));
    }
}

#[test]
fn more_edges_are_not_tried() {
    let count = |board: &str| {
        let graph: Graph = board.parse().expect("a board");
        subgraphs(&graph, &Wanted::new(SubgraphKind::SpanningTrees)).map(|trees| trees.len())
    };
    assert_eq!((count("grid:2x6"), count("grid:3x4")), (Some(780), None));
}
