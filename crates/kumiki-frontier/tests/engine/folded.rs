//! Symmetric tours: folded counts against figures, and against tours listed one by one.

use kumiki_frontier::{
    Count, FIRST_NODE, Folding, FrontierError, Keys, Levels, Motion, NONE, Network, ONE, Plan,
    Problem, Step, classes,
};
use kumiki_model::Graph;
use kumiki_search::Fuel;
use num_bigint::BigUint;

fn fixed(graph: &Graph, motion: Motion) -> BigUint {
    Folding::new(graph, motion).expect("symmetric").count().expect("not too wide").tours
}

#[test]
fn half_turn_tours_and_pseudo_solutions_are_those_of_the_seed() {
    let figures = [
        ("4x4", 0_u32, 0_u32),
        ("6x6", 78, 84),
        ("6x8", 5634, 5674),
        ("8x6", 5634, 5674),
        ("6x10", 394_128, 394_414),
        ("8x8", 2_432_932, 2_428_776),
    ];
    for (board, tours, pseudo) in figures {
        let graph: Graph = format!("knight:{board}").parse().expect("a board");
        let found = Folding::new(&graph, Motion::HalfTurn)
            .expect("symmetric")
            .count()
            .expect("not too wide");
        assert_eq!((found.tours, found.pseudo), (tours.into(), pseudo.into()), "{board}");
    }
}

#[test]
fn quarter_turn_tours_are_as_many_as_others_found() {
    for (side, expected) in [(4, 0_u32), (6, 10), (8, 0), (10, 831_804)] {
        let graph = Graph::leaper(side, side, 1, 2).expect("a board");
        assert_eq!(fixed(&graph, Motion::QuarterTurn), expected.into(), "{side}x{side}");
    }
}

#[test]
fn key_widths_and_parts_do_not_change_labels() {
    for (side, motion) in [
        (6, Motion::HalfTurn),
        (8, Motion::HalfTurn),
        (6, Motion::QuarterTurn),
        (10, Motion::QuarterTurn),
    ] {
        let graph = Graph::leaper(side, side, 1, 2).expect("a board");
        let folding = Folding::new(&graph, motion).expect("symmetric");
        let count = |problem: &Problem| {
            let network = folding.network();
            let plan =
                Plan::in_order(network, problem.clone(), &network.sweeps()[3]).expect("valid");
            match Count::new(&plan, 2, Keys::Wide)
                .expect("not too wide")
                .advance(&mut Fuel::unlimited())
            {
                Step::Counted(tally) => tally,
                other => panic!("{other:?}"),
            }
        };
        let tallies: Vec<_> = folding.problems().iter().map(count).collect();
        assert_eq!(folding.tours(&tallies), folding.count().expect("not too wide"));
    }
}

/// All tours as lists of edges.
fn tours(graph: &Graph) -> Vec<Vec<[usize; 2]>> {
    let plan = Plan::new(&Network::from(graph), Problem::HamiltonianCycles).expect("valid");
    let edges = |links: Vec<usize>| {
        let mut edges: Vec<[usize; 2]> = links.iter().map(|link| graph.edges()[*link]).collect();
        edges.sort_unstable();
        edges
    };
    let mut tours: Vec<Vec<[usize; 2]>> = solutions(&plan).into_iter().map(edges).collect();
    tours.sort_unstable();
    tours
}

/// All solutions of a plan, each by the numbers of its edges.
fn solutions(plan: &Plan) -> Vec<Vec<usize>> {
    let levels = Levels::compile(plan, usize::MAX).expect("not too wide").expect("no limit");
    // Which nodes lead to a solution, so that no time is lost on the others.
    let mut alive: Vec<Vec<bool>> = vec![Vec::new()];
    let lives = |below: &[bool], child: u32| match child {
        NONE => false,
        ONE => true,
        node => below[(node - FIRST_NODE) as usize],
    };
    for nodes in (0..levels.len()).rev().map(|level| levels.nodes(level)) {
        let below = alive.last().expect("the level below");
        let here =
            nodes.iter().map(|node| lives(below, node.low) || lives(below, node.high)).collect();
        alive.push(here);
    }
    alive.reverse();
    let mut found = Vec::new();
    let mut waiting = vec![(0, levels.root(), Vec::new())];
    while let Some((level, child, links)) = waiting.pop() {
        if child == ONE {
            found.push(links);
        } else if lives(&alive[level], child) {
            let node = levels.nodes(level)[(child - FIRST_NODE) as usize];
            let with = links.iter().copied().chain([levels.links()[level]]).collect();
            waiting.push((level + 1, node.high, with));
            waiting.push((level + 1, node.low, links));
        }
    }
    found
}

/// The cells of a board after a motion, written down once more.
fn moved(motion: Motion, [rows, columns]: [usize; 2], cell: usize) -> usize {
    let (row, column) = (cell / columns, cell % columns);
    match motion {
        Motion::Identity => cell,
        Motion::HalfTurn => rows * columns - 1 - cell,
        Motion::QuarterTurn => column * columns + (rows - 1 - row),
        Motion::FlipRows => (rows - 1 - row) * columns + column,
        Motion::FlipColumns => (row + 1) * columns - 1 - column,
        Motion::Transpose => column * columns + row,
    }
}

#[test]
fn folded_counts_are_those_of_tours_listed_one_by_one() {
    let boards = [
        "knight:5x6",
        "knight:6x5",
        "knight:3x10",
        "knight:6x6",
        "grid:2x2",
        "grid:2x3",
        "grid:3x4",
        "grid:4x4",
        "grid:4x5",
        "grid:6x6",
        "king:2x2",
        "king:2x3",
        "king:3x3",
        "king:3x4",
        "king:4x4",
        "king:1x3",
        "leaper:0,1:4x6",
        "leaper:2,3:10x3",
        "king:2x5",
    ];
    let mut symmetric = 0_u64;
    for text in boards {
        let graph: Graph = text.parse().expect("a board");
        let board = graph.board().expect("a board");
        let tours = tours(&graph);
        let mut all_fixed = Vec::new();
        for &(motion, _) in Motion::of_board(board) {
            let is_fixed = |tour: &&Vec<[usize; 2]>| {
                let image = |ends: &[usize; 2]| {
                    let [from, to] = ends.map(|end| moved(motion, board, end));
                    [from.min(to), from.max(to)]
                };
                let mut moved: Vec<[usize; 2]> = tour.iter().map(image).collect();
                moved.sort_unstable();
                moved == **tour
            };
            let expected = tours.iter().filter(is_fixed).count();
            symmetric += expected as u64;
            assert_eq!(fixed(&graph, motion), expected.into(), "{motion:?} on {text}");
            all_fixed.push(BigUint::from(expected));
        }
        let count = classes(board, Motion::Identity, &all_fixed);
        if text == "knight:6x6" {
            assert_eq!(count, Some(1245_u32.into()));
            let fixed = [78_u32, 78, 10, 0, 0].map(BigUint::from);
            assert_eq!(fixed[1..], all_fixed[1..]);
            assert_eq!(classes(board, Motion::HalfTurn, &fixed), Some(22_u32.into()));
            let fixed = [10_u32, 10, 10, 0, 0].map(BigUint::from);
            assert_eq!(classes(board, Motion::QuarterTurn, &fixed), Some(5_u32.into()));
        }
    }
    assert!(symmetric > 400, "{symmetric} are enough to be wrong about");
}

/// Every solution of the problems of a folded board, as edges of the board.
#[test]
fn folded_solutions_lift_to_the_tours_that_a_motion_preserves() {
    for text in ["knight:5x6", "knight:3x10", "knight:6x6", "grid:4x5", "king:3x3", "king:3x4"] {
        let graph: Graph = text.parse().expect("a board");
        let tours = tours(&graph);
        for &(motion, _) in Motion::of_board(graph.board().expect("a board")) {
            let folding = Folding::new(&graph, motion).expect("symmetric");
            let mut lifted = Vec::new();
            for problem in folding.problems() {
                let plan = Plan::new(folding.network(), problem.clone()).expect("valid");
                lifted.extend(solutions(&plan).iter().map(|links| folding.lift(links)));
            }
            lifted.retain(|edges| tours.binary_search(edges).is_ok());
            lifted.sort_unstable();
            lifted.dedup();
            assert_eq!(BigUint::from(lifted.len()), fixed(&graph, motion), "{motion:?} on {text}");
        }
    }
}

#[test]
fn half_turn_classes_of_the_seed() {
    let classes = |board, fixed: &[u32]| {
        let fixed: Vec<BigUint> = fixed.iter().map(|count| BigUint::from(*count)).collect();
        classes(board, Motion::HalfTurn, &fixed)
    };
    assert_eq!(classes([8, 8], &[2_432_932, 2_432_932, 0, 0, 0]), Some(608_233_u32.into()));
    assert_eq!(classes([3, 10], &[4, 4, 4, 0]), None);
}

#[test]
fn graphs_that_a_motion_does_not_preserve_are_refused() {
    let plain = Graph::new(vec!["a".to_owned()], Vec::new()).expect("a graph");
    assert_eq!(Folding::new(&plain, Motion::HalfTurn).err(), Some(FrontierError::NoBoard));
    let oblong = Graph::grid(3, 4).expect("a board");
    for motion in [Motion::QuarterTurn, Motion::Transpose] {
        assert_eq!(Folding::new(&oblong, motion).err(), Some(FrontierError::NotSymmetric));
    }
}
