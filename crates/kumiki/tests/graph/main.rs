//! Subgraphs from the question to the answer: all small graphs before the judge, and samples before the law of large numbers.

use kumiki::check::judge_graph_answer;
use kumiki::formats::edges::to_text;
use kumiki::graph::{Answered, DiagramForm, Request, Show, answer};
use kumiki::model::{Graph, SubgraphKind};
use kumiki::run::Runner;
use std::collections::BTreeMap;

const KINDS: [SubgraphKind; 7] = [
    SubgraphKind::Matchings,
    SubgraphKind::HamiltonianCycles,
    SubgraphKind::HamiltonianPaths,
    SubgraphKind::Paths,
    SubgraphKind::Cycles,
    SubgraphKind::SpanningTrees,
    SubgraphKind::Forests,
];

fn answered(request: &Request<'_>) -> Answered {
    answer(request, &Runner::quiet(1), &mut |_| ()).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// Every graph with so many vertices.
fn graphs(vertices: usize) -> impl Iterator<Item = Graph> {
    let pairs: Vec<[usize; 2]> = (0..vertices).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
    (0..1_u32 << pairs.len()).map(move |chosen| {
        let edges = (0..pairs.len()).filter(|pair| chosen >> pair & 1 == 1).map(|pair| pairs[pair]).collect();
        Graph::new((0..vertices).map(|vertex| format!("v{vertex}")).collect(), edges).expect("a graph")
    })
}

#[test]
fn every_small_graph_stands_before_the_judge_who_counts_again() {
    let mut solutions = 0;
    for graph in (1..5).flat_map(graphs) {
        let name = to_text(&graph).expect("names that can be written");
        for kind in KINDS {
            let last = graph.names().last().expect("a vertex").clone();
            let ends = (kind == SubgraphKind::Paths).then_some(["v0", last.as_str()]);
            if kind == SubgraphKind::Paths && graph.vertex_count() == 1 {
                continue;
            }
            let request = Request {
                ends,
                show: Show::List(usize::MAX),
                verify: true,
                ..Request::count(&graph, &name, kind)
            };
            let found = answered(&request).answer;
            let verdict = judge_graph_answer(&graph, &found)
                .unwrap_or_else(|fault| panic!("{kind:?} of {name}: {fault} in {found:?}"));
            assert!(verdict.all_classes_listed, "{kind:?} of {name}");
            solutions += verdict.solution_count;
        }
    }
    assert!(solutions > 1000, "{solutions} are enough to be wrong about");
}

/// Whether draws are as even as dice: the sum of squares is not far from what is expected.
fn assert_even(draws: &BTreeMap<String, u32>, faces: u32) {
    let total: u32 = draws.values().sum();
    assert_eq!(u32::try_from(draws.len()), Ok(faces), "every solution is drawn: {draws:?}");
    let expected = f64::from(total) / f64::from(faces);
    let chi_square: f64 = draws.values().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum();
    let freedom = f64::from(faces) - 1.0;
    assert!(chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi_square} for {freedom}: {draws:?}");
}

#[test]
fn every_solution_is_equally_likely_to_be_drawn() {
    for (name, kind, count) in
        [("king:3x3", SubgraphKind::HamiltonianCycles, 16), ("grid:2x3", SubgraphKind::SpanningTrees, 15)]
    {
        let graph: Graph = name.parse().expect("a board");
        let mut draws: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..800 {
            let show = Show::Sample { size: 2, seed };
            let found = answered(&Request { show, ..Request::count(&graph, name, kind) });
            assert_eq!(found.shown.len(), 2);
            assert_ne!(found.shown[0], found.shown[1], "a sample has nothing twice");
            for edges in &found.shown {
                *draws.entry(format!("{edges:?}")).or_default() += 1;
            }
        }
        assert_even(&draws, count);
    }
}

#[test]
fn a_diagram_that_is_written_has_the_solutions_as_its_members() {
    let graph: Graph = "grid:3x3".parse().expect("a board");
    let request =
        Request { diagram: true, ..Request::count(&graph, "grid:3x3", SubgraphKind::SpanningTrees) };
    let diagram = answered(&request).diagram.expect("it was asked for");
    assert_eq!(diagram.edges().len(), graph.edges().len());
    let mut store =
        kumiki::engine::diagram::ZddStore::new(diagram.edges().len(), 1 << 20).expect("few edges");
    let first = store.from_graphillion(&diagram.to_text(DiagramForm::Graphillion)).expect("readable");
    let second = store.from_knuth(&diagram.to_text(DiagramForm::Knuth)).expect("readable");
    assert_eq!(first, second);
    assert_eq!(store.count(first), 192_u32.into());
    assert_eq!(store.size(first), diagram.node_count());
}
