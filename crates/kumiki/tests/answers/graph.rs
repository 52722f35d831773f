//! Subgraphs from the question to the answer: all small graphs before the judge, and samples before
//! the law of large numbers.

use kumiki::drive::Run;
use kumiki::formats::edges::to_text;
use kumiki::graph::{Answered, DiagramForm, Request, Show, answer};
use kumiki::host::Terminal;
use kumiki::judge::judge_graph_answer;
use kumiki::model::{Graph, SubgraphKind};
use std::collections::BTreeMap;

/// All kinds that need no degrees.
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
    answer(request, &Run::new(&Terminal::quiet(1)), &mut |_| ())
        .unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// Every graph with so many vertices.
fn graphs(vertices: usize) -> impl Iterator<Item = Graph> {
    let pairs: Vec<[usize; 2]> =
        (0..vertices).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
    (0..1_u32 << pairs.len()).map(move |chosen| {
        let edges = (0..pairs.len())
            .filter(|pair| chosen >> pair & 1 == 1)
            .map(|pair| pairs[pair])
            .collect();
        Graph::new((0..vertices).map(|vertex| format!("v{vertex}")).collect(), edges)
            .expect("a graph")
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

#[test]
fn factors_of_every_small_graph_stand_before_the_judge_who_counts_again() {
    let mut solutions = 0;
    for graph in (1..6).flat_map(graphs) {
        let name = to_text(&graph).expect("names that can be written");
        for degrees in [&[0][..], &[1], &[2], &[3], &[0, 2], &[1, 3], &[2, 1], &[0, 1, 2], &[4, 0]]
        {
            let request = Request {
                degrees,
                show: Show::List(usize::MAX),
                verify: true,
                ..Request::count(&graph, &name, SubgraphKind::Factors)
            };
            let found = answered(&request).answer;
            let verdict = judge_graph_answer(&graph, &found)
                .unwrap_or_else(|fault| panic!("{degrees:?} of {name}: {fault} in {found:?}"));
            assert!(verdict.all_classes_listed, "{degrees:?} of {name}");
            solutions += verdict.solution_count;
        }
    }
    assert!(solutions > 10_000, "{solutions} are enough to be wrong about");
}

/// Sets of edges of a grid with two at every cell, made cell by cell: each takes its edges to the
/// right and down. `down` says which cells of the row above have an edge down, and `right` whether
/// the cell to the left has one to the right.
fn two_factors(sides: [usize; 2], cell: usize, down: u32, right: bool) -> u64 {
    let [rows, columns] = sides;
    if cell == rows * columns {
        return 1;
    }
    let (row, column) = (cell / columns, cell % columns);
    let taken = u32::from(right) + (down >> column & 1);
    let mut count = 0;
    for (goes_right, goes_down) in [(false, false), (false, true), (true, false), (true, true)] {
        let is_inside = (!goes_right || column + 1 < columns) && (!goes_down || row + 1 < rows);
        if is_inside && taken + u32::from(goes_right) + u32::from(goes_down) == 2 {
            let below = down & !(1 << column) | u32::from(goes_down) << column;
            count += two_factors(sides, cell + 1, below, goes_right);
        }
    }
    count
}

#[test]
fn covers_of_boards_by_cycles_are_as_many_as_are_made_cell_by_cell() {
    for sides in [[2, 2], [3, 4], [4, 4], [5, 6], [6, 6], [3, 3]] {
        let graph = Graph::grid(sides[0], sides[1]).expect("a board");
        let name = format!("grid:{}x{}", sides[0], sides[1]);
        let request =
            Request { degrees: &[2], ..Request::count(&graph, &name, SubgraphKind::Factors) };
        let count = answered(&request).answer.count.expect("counted").to_string();
        assert_eq!(count, two_factors(sides, 0, 0, false).to_string(), "{name}");
    }
}

#[test]
fn factors_of_degree_one_are_matchings_and_those_without_degrees_are_refused() {
    let graph: Graph = "king:4x5".parse().expect("a board");
    let count = |kind: SubgraphKind, degrees: &[usize]| {
        let request = Request { degrees, ..Request::count(&graph, "king:4x5", kind) };
        answer(&request, &Run::new(&Terminal::quiet(1)), &mut |_| ())
            .map(|found| found.answer.count.expect("counted").to_string())
            .map_err(|error| error.to_string())
    };
    assert_eq!(count(SubgraphKind::Factors, &[1]), count(SubgraphKind::Matchings, &[]));
    let all: Vec<usize> = (0..9).collect();
    let sets = (1_u128 << graph.edges().len()).to_string();
    assert_eq!(count(SubgraphKind::Factors, &all), Ok(sets), "any number of edges at every vertex");
    let refused =
        |kind: SubgraphKind, degrees: &[usize]| count(kind, degrees).expect_err("refused");
    assert_eq!(
        refused(SubgraphKind::Factors, &[]),
        "no degrees for factors, expected --degrees with one or several, such as 2 or 0,2"
    );
    assert_eq!(refused(SubgraphKind::Factors, &[64]), "a degree of 64, expected at most 63");
    assert_eq!(
        refused(SubgraphKind::Forests, &[1]),
        "--degrees is given, expected it with factors only"
    );
}

/// Whether draws are as even as dice: the sum of squares is not far from what is expected.
fn assert_even(draws: &BTreeMap<String, u32>, faces: u32) {
    let total: u32 = draws.values().sum();
    assert_eq!(u32::try_from(draws.len()), Ok(faces), "every solution is drawn: {draws:?}");
    let expected = f64::from(total) / f64::from(faces);
    let chi_square: f64 =
        draws.values().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum();
    let freedom = f64::from(faces) - 1.0;
    assert!(
        chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt(),
        "{chi_square} for {freedom}: {draws:?}"
    );
}

#[test]
fn every_solution_is_equally_likely_to_be_drawn() {
    for (name, kind, count) in [
        ("king:3x3", SubgraphKind::HamiltonianCycles, 16),
        ("grid:2x3", SubgraphKind::SpanningTrees, 15),
    ] {
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
    let request = Request {
        diagram: true,
        ..Request::count(&graph, "grid:3x3", SubgraphKind::SpanningTrees)
    };
    let diagram = answered(&request).diagram.expect("it was asked for");
    assert_eq!(diagram.edges().len(), graph.edges().len());
    let mut store =
        kumiki::engine::diagram::ZddStore::new(diagram.edges().len(), 1 << 20).expect("few edges");
    let first =
        store.from_graphillion(&diagram.to_text(DiagramForm::Graphillion)).expect("readable");
    let second = store.from_knuth(&diagram.to_text(DiagramForm::Knuth)).expect("readable");
    assert_eq!(first, second);
    assert_eq!(store.count(first), 192_u32.into());
    assert_eq!(store.size(first), diagram.node_count());
}
