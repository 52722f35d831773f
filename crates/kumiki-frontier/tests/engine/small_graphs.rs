//! Small graphs: every problem, counted and compiled, against a list of all sets of edges.

use crate::naive::{self, Subgraph};
use crate::{filed, told};
use kumiki_frontier::{
    Compilation, Count, Ending, FIRST_NODE, Keys, Levels, NONE, Network, ONE, Plan, Problem, Step,
};
use kumiki_model::Graph;
use kumiki_search::{Fuel, Stages, Turn};

/// All graphs with so many vertices.
fn graphs(vertex_count: usize) -> impl Iterator<Item = Graph> {
    let pairs: Vec<[usize; 2]> =
        (0..vertex_count).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
    (0..1_usize << pairs.len()).map(move |set| {
        let chosen = pairs.iter().enumerate().filter(|(number, _)| set >> number & 1 != 0);
        let names = (0..vertex_count).map(|vertex| vertex.to_string()).collect();
        Graph::new(names, chosen.map(|(_, pair)| *pair).collect()).expect("a graph")
    })
}

/// Counts with one part or more, with narrow or wide keys, and in sips.
fn count(plan: &Plan, part_bits: u32, keys: Keys, sip: u64) -> u64 {
    let mut count = Count::new(plan, part_bits, keys).expect("small enough");
    loop {
        match count.advance(&mut Fuel(sip)) {
            Step::Counted(tally) => return tally.total().try_into().expect("a small number"),
            Step::OutOfFuel => {}
            Step::TooLarge => panic!("far from large"),
        }
    }
}

/// A problem, and whether a set of edges solves it.
type Asked = (Problem, Box<dyn Fn(&Subgraph) -> bool>);

/// All problems that make sense for a graph, each with what it asks of a set of edges.
fn problems(graph: &Graph) -> Vec<Asked> {
    let n = graph.vertex_count();
    let mut problems: Vec<Asked> = vec![
        (Problem::PerfectMatchings, Box::new(|s| s.degrees.iter().all(|d| *d == 1))),
        (Problem::HamiltonianCycles, Box::new(move |s| s.is_cycle() && s.visited() == n)),
        (Problem::Cycles, Box::new(Subgraph::is_cycle)),
        (Problem::SpanningTrees, Box::new(|s| s.is_forest() && s.component_count <= 1)),
        (Problem::Forests, Box::new(Subgraph::is_forest)),
        (
            Problem::hamiltonian_paths(n),
            Box::new(move |s| s.ends_of_path().is_some() && s.visited() == n || n == 1),
        ),
    ];
    for from in 0..n {
        for to in from + 1..n {
            problems.push((
                Problem::Paths { from, to },
                Box::new(move |s| s.ends_of_path() == Some([from, to])),
            ));
            problems.push((
                Problem::hamiltonian_paths_between(n, from, to).expect("two vertices"),
                Box::new(move |s| s.ends_of_path() == Some([from, to]) && s.visited() == n),
            ));
        }
        let mut endings = vec![Ending::May; n];
        endings[from] = Ending::Must;
        if let Some(never) = endings.get_mut(from + 1) {
            *never = Ending::Never;
        }
        if n > 1 {
            problems.push((
                Problem::HamiltonianPaths { endings },
                Box::new(move |s| {
                    s.visited() == n
                        && s.ends_of_path()
                            .is_some_and(|ends| ends.contains(&from) && !ends.contains(&(from + 1)))
                }),
            ));
        }
    }
    for seed in 0..3_usize {
        let allowed: Vec<u64> =
            (0..n).map(|vertex| [6, 5, 9, 2, 7, 12][(vertex * 5 + seed * 7) % 6]).collect();
        let asked = allowed.clone();
        problems.push((
            Problem::Degrees { allowed },
            Box::new(move |s| {
                s.degrees.iter().zip(&asked).all(|(degree, set)| set >> degree & 1 != 0)
            }),
        ));
    }
    problems
}

/// One graph of each class under renaming of the vertices: the one whose list of edges comes last.
fn classes(vertex_count: usize) -> impl Iterator<Item = Graph> {
    let mut renamings = vec![vec![]];
    for vertex in 0..vertex_count {
        let longer = |renaming: Vec<usize>| {
            (0..=vertex).map(move |at| {
                let mut longer = renaming.clone();
                longer.insert(at, vertex);
                longer
            })
        };
        renamings = renamings.into_iter().flat_map(longer).collect();
    }
    let renamed = |graph: &Graph, renaming: &[usize]| {
        let rename = |ends: &[usize; 2]| {
            let [from, to] = ends.map(|end| renaming[end]);
            [from.min(to), from.max(to)]
        };
        let mut edges: Vec<[usize; 2]> = graph.edges().iter().map(rename).collect();
        edges.sort_unstable();
        edges
    };
    graphs(vertex_count).filter(move |graph| {
        renamings.iter().all(|renaming| renamed(graph, renaming).as_slice() <= graph.edges())
    })
}

/// The sets of edges that the paths of a diagram stand for, sorted.
fn members(levels: &Levels) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut waiting = vec![(0, levels.root(), Vec::new())];
    while let Some((level, child, edges)) = waiting.pop() {
        if child == ONE {
            let mut edges: Vec<usize> = edges;
            edges.sort_unstable();
            found.push(edges);
        } else if child != NONE {
            let node = levels.nodes(level)[(child - FIRST_NODE) as usize];
            let with: Vec<usize> = edges.iter().copied().chain([levels.links()[level]]).collect();
            waiting.push((level + 1, node.high, with));
            waiting.push((level + 1, node.low, edges));
        }
    }
    found.sort_unstable();
    found
}

/// The levels of a diagram, compiled in sips of fuel.
fn compile(plan: &Plan, sip: u64) -> Levels {
    let mut compilation = Compilation::new(plan, usize::MAX).expect("small");
    loop {
        let before = compilation.node_count();
        if let Turn::Done(levels) = compilation.advance(&mut Fuel(sip)) {
            return levels.expect("no limit");
        }
        let made = compilation.node_count() - before;
        assert_eq!(made, usize::try_from(sip).expect("small"), "all fuel is burnt");
    }
}

fn check(graph: &Graph) {
    let subgraphs = naive::subgraphs(graph);
    let network = Network::from(graph);
    let backwards: Vec<usize> = (0..graph.vertex_count()).rev().collect();
    for (problem, is_wanted) in problems(graph) {
        let mut expected: Vec<Vec<usize>> = subgraphs
            .iter()
            .filter(|subgraph| is_wanted(subgraph))
            .map(|s| s.edges.clone())
            .collect();
        expected.sort_unstable();
        let total = expected.len() as u64;
        let plan = Plan::new(&network, problem.clone()).expect("valid");
        assert_eq!(
            count(&plan, 0, Keys::Narrow, u64::MAX),
            total,
            "{problem:?} in {:?}",
            graph.edges()
        );
        filed::check(&plan, Keys::Narrow);
        let levels = Levels::compile(&plan, usize::MAX).expect("small").expect("no limit");
        assert_eq!(members(&levels), expected, "{problem:?} in {:?}", graph.edges());
        assert_eq!(compile(&plan, 1), levels, "{problem:?} in {:?}", graph.edges());
        assert_eq!(compile(&plan, 3), levels, "{problem:?} in {:?}", graph.edges());
        told::check(&plan);
        let plan = Plan::in_order(&network, problem.clone(), &backwards).expect("valid");
        told::check(&plan);
        assert_eq!(count(&plan, 2, Keys::Wide, 1), total, "{problem:?} in {:?}", graph.edges());
        filed::check(&plan, Keys::Wide);
        let levels = Levels::compile(&plan, usize::MAX).expect("small").expect("no limit");
        assert_eq!(members(&levels), expected, "{problem:?} in {:?}", graph.edges());
    }
}

#[test]
fn every_problem_on_every_graph_of_up_to_four_vertices_agrees_with_the_list_of_all_sets_of_edges() {
    (0..=4).flat_map(graphs).for_each(|graph| check(&graph));
}

#[test]
fn every_problem_on_one_graph_of_each_class_of_five_and_six_vertices_agrees_too() {
    for (vertices, as_many_as_there_are) in [(5, 34), (6, 156)] {
        let mut found = 0;
        for graph in classes(vertices) {
            check(&graph);
            found += 1;
        }
        assert_eq!(found, as_many_as_there_are, "classes of graphs with {vertices} vertices");
    }
}
