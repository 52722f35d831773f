//! Figures that others have published, and counts that must agree with each other.

use kumiki_frontier::{
    Count, Ending, Folding, FrontierError, Keys, Levels, Motion, NONE, Network, ONE, Plan,
    Planning, Problem, Step, TooManyNodes,
};
use kumiki_model::Graph;
use kumiki_search::Fuel;
use num_bigint::BigUint;

fn graph(text: &str) -> Graph {
    text.parse().expect("a graph")
}

fn run(plan: &Plan, part_bits: u32, keys: Keys, sip: u64) -> BigUint {
    let mut count = Count::new(plan, part_bits, keys).expect("not too wide");
    loop {
        match count.advance(&mut Fuel(sip)) {
            Step::Counted(tally) => return tally.total(),
            Step::OutOfFuel => {}
            Step::TooLarge => panic!("more than 1024 bits"),
        }
    }
}

fn count(text: &str, problem: Problem) -> String {
    let plan = Plan::new(&Network::from(&graph(text)), problem).expect("valid");
    run(&plan, 0, Keys::Narrow, u64::MAX).to_string()
}

#[test]
fn closed_tours_of_knights_are_as_many_as_others_found() {
    for (board, expected) in [
        ("5x6", "8"),
        ("3x10", "16"),
        ("3x12", "176"),
        ("5x8", "44202"),
        ("6x6", "9862"),
        ("6x7", "1067638"),
    ] {
        assert_eq!(
            count(&format!("knight:{board}"), Problem::HamiltonianCycles),
            expected,
            "{board}"
        );
    }
    assert_eq!(count("knight:7x6", Problem::HamiltonianCycles), "1067638", "the transposed board");
    assert_eq!(count("knight:5x5", Problem::HamiltonianCycles), "0", "an odd board");
}

#[test]
fn hamiltonian_cycles_of_grids_are_a003763() {
    let expected = [
        "1",
        "6",
        "1072",
        "4638576",
        "467260456608",
        "1076226888605605706",
        "56126499620491437281263608",
    ];
    for (half, expected) in expected.into_iter().enumerate() {
        let side = 2 * half + 2;
        assert_eq!(count(&format!("grid:{side}x{side}"), Problem::HamiltonianCycles), expected);
    }
}

#[test]
fn hamiltonian_cycles_of_kings_are_a140519() {
    for (side, expected) in [(2, "3"), (3, "16"), (4, "2830"), (5, "2462064")] {
        assert_eq!(count(&format!("king:{side}x{side}"), Problem::HamiltonianCycles), expected);
    }
}

#[test]
fn paths_from_corner_to_corner_are_a007764() {
    let expected = ["2", "12", "184", "8512", "1262816", "575780564", "789360053252"];
    for (number, expected) in expected.into_iter().enumerate() {
        let side = number + 2;
        let problem = Problem::Paths { from: 0, to: side * side - 1 };
        assert_eq!(count(&format!("grid:{side}x{side}"), problem), expected);
    }
}

#[test]
fn open_tours_of_knights_are_half_of_a165134() {
    assert_eq!(count("knight:5x5", Problem::hamiltonian_paths(25)), (1728 / 2).to_string());
    assert_eq!(count("knight:6x6", Problem::hamiltonian_paths(36)), (6_637_920 / 2).to_string());
}

#[test]
fn open_tours_are_those_of_all_pairs_of_ends() {
    let knight = Network::from(&graph("knight:5x5"));
    let mut sum = BigUint::ZERO;
    for from in (0..25).step_by(2) {
        for to in (from + 1..25).filter(|to| to % 2 == 0) {
            let problem = Problem::hamiltonian_paths_between(25, from, to).expect("two cells");
            sum += run(&Plan::new(&knight, problem).expect("valid"), 0, Keys::Narrow, u64::MAX);
        }
    }
    assert_eq!(sum, BigUint::from(864_u32));
}

#[test]
fn perfect_matchings_are_those_of_dominoes_and_of_the_seed() {
    assert_eq!(count("grid:8x8", Problem::PerfectMatchings), "12988816");
    assert_eq!(count("grid:10x10", Problem::PerfectMatchings), "258584046368");
    assert_eq!(count("knight:8x8", Problem::PerfectMatchings), "2849759680");
}

/// The number of spanning trees by the theorem of Kirchhoff: a determinant, with fractions avoided
/// as Bareiss showed.
fn kirchhoff(graph: &Graph) -> i128 {
    let size = graph.vertex_count() - 1;
    let mut matrix = vec![vec![0_i128; size]; size];
    for &[from, to] in graph.edges() {
        for (row, column) in [(from, to), (to, from)] {
            if row < size {
                matrix[row][row] += 1;
                if column < size {
                    matrix[row][column] -= 1;
                }
            }
        }
    }
    let mut before = 1;
    for step in 0..size - 1 {
        for row in step + 1..size {
            for column in step + 1..size {
                let product = matrix[row][column] * matrix[step][step]
                    - matrix[row][step] * matrix[step][column];
                matrix[row][column] = product / before;
            }
        }
        before = matrix[step][step];
        assert_ne!(before, 0, "a connected graph");
    }
    matrix[size - 1][size - 1]
}

#[test]
fn spanning_trees_are_as_many_as_the_determinant_says() {
    for text in
        ["grid:2x2", "grid:3x5", "grid:5x5", "king:3x3", "king:4x4", "knight:3x4", "knight:4x5"]
    {
        assert_eq!(
            count(text, Problem::SpanningTrees),
            kirchhoff(&graph(text)).to_string(),
            "{text}"
        );
    }
}

#[test]
fn counts_of_more_than_64_and_128_bits_are_exact() {
    // All sets of edges: every degree is allowed.
    for (rows, columns) in [(3, 14), (4, 20), (6, 30)] {
        let board = Graph::grid(rows, columns).expect("a board");
        let allowed = vec![0b11111; board.vertex_count()];
        let plan = Plan::new(&Network::from(&board), Problem::Degrees { allowed }).expect("valid");
        let expected = BigUint::from(1_u32) << board.edges().len();
        for keys in [Keys::Narrow, Keys::Wide] {
            assert_eq!(run(&plan, 1, keys, u64::MAX), expected, "{rows}x{columns}");
        }
    }
}

#[test]
fn cycles_of_more_than_128_bits_are_the_same_with_and_without_keys() {
    let plan =
        Plan::new(&Network::from(&graph("grid:8x40")), Problem::HamiltonianCycles).expect("valid");
    assert!(plan.forecast().is_dense);
    let cycles = run(&plan, 0, Keys::Narrow, u64::MAX);
    assert!(cycles.bits() > 128);
    assert_eq!(cycles, run(&plan, 2, Keys::Wide, u64::MAX));
}

#[test]
fn forecasts_of_boards_are_right_within_a_factor_of_three() {
    let folded = Folding::new(&graph("knight:8x8"), Motion::HalfTurn).expect("symmetric");
    let plain = ["knight:5x8", "knight:6x8", "grid:12x12", "king:5x5"];
    let networks = plain.map(|text| (text, Network::from(&graph(text)))).into_iter();
    for (text, network) in networks.chain([("folded", folded.network().clone())]) {
        let plan = Plan::new(&network, Problem::HamiltonianCycles).expect("valid");
        let forecast = plan.forecast();
        let mut count = Count::new(&plan, 0, Keys::Narrow).expect("not too wide");
        assert!(matches!(count.advance(&mut Fuel::unlimited()), Step::Counted(_)));
        let found = [count.level_states().iter().sum(), count.peak_states(), count.transitions()];
        let expected = [forecast.states, forecast.peak_states, forecast.transitions];
        for (found, expected) in found.into_iter().map(u128::from).zip(expected) {
            assert!(
                found <= 3 * expected && expected <= 3 * found,
                "{text}: {expected} expected, {found} found"
            );
        }
    }
}

#[test]
fn orders_parts_key_widths_and_sips_change_nothing() {
    let mut seed = 1_u64;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).expect("31 bits") % below
    };
    for (text, corner) in [("knight:4x6", 23), ("king:3x4", 11), ("grid:4x4", 15)] {
        let network = Network::from(&graph(text));
        let count = network.vertex_count();
        let problems = [
            Problem::HamiltonianCycles,
            Problem::hamiltonian_paths(count),
            Problem::Paths { from: 0, to: corner },
            Problem::Cycles,
            Problem::PerfectMatchings,
            Problem::Degrees { allowed: vec![0b1100; count] },
            Problem::SpanningTrees,
        ];
        for problem in problems {
            let expected = run(
                &Plan::new(&network, problem.clone()).expect("valid"),
                0,
                Keys::Narrow,
                u64::MAX,
            );
            // A random walk of swaps away from the sweep: orders that are not too bad.
            let mut order = network.sweeps()[3].clone();
            for (part_bits, keys, sip) in
                [(0, Keys::Wide, 7), (3, Keys::Narrow, 100), (6, Keys::Wide, u64::MAX)]
            {
                for _ in 0..6 {
                    let at = draw(count - 3);
                    order.swap(at, at + 1 + draw(2));
                }
                let plan = Plan::in_order(&network, problem.clone(), &order).expect("valid");
                let found = run(&plan, part_bits, keys, sip);
                assert_eq!(found, expected, "{problem:?} on {text} in order {order:?}");
            }
        }
    }
}

#[test]
fn a_diagram_has_as_many_members_as_were_counted() {
    let boards = [
        ("grid:7x7", Problem::Paths { from: 0, to: 48 }),
        ("knight:6x6", Problem::HamiltonianCycles),
        ("king:4x4", Problem::Cycles),
        ("grid:6x6", Problem::SpanningTrees),
        ("knight:6x6", Problem::PerfectMatchings),
    ];
    for (text, problem) in boards {
        let plan = Plan::new(&Network::from(&graph(text)), problem.clone()).expect("valid");
        let levels = Levels::compile(&plan, usize::MAX).expect("not too wide").expect("no limit");
        let mut below: Vec<BigUint> = Vec::new();
        for nodes in (0..levels.len()).rev().map(|level| levels.nodes(level)) {
            let child = |child: u32| match child {
                NONE => BigUint::ZERO,
                ONE => BigUint::from(1_u32),
                node => below[node as usize - 2].clone(),
            };
            below = nodes.iter().map(|node| child(node.low) + child(node.high)).collect();
        }
        assert_eq!(below[0], run(&plan, 0, Keys::Narrow, u64::MAX), "{problem:?} on {text}");
        let limited = Levels::compile(&plan, levels.node_count()).expect("not too wide");
        assert_eq!(limited.as_ref(), Ok(&levels), "just enough");
        let nodes = levels.node_count() - 1;
        let limited = Levels::compile(&plan, nodes).expect("not too wide");
        let level = (0..levels.len())
            .rfind(|level| !levels.nodes(*level).is_empty())
            .expect("there are nodes");
        assert_eq!(limited, Err(TooManyNodes { level, nodes }), "one node too many");
        let mut shorter = levels.clone();
        shorter.drop_last();
        assert_eq!(shorter.len(), levels.len() - 1);
        assert_eq!(
            levels.node_count() - shorter.node_count(),
            levels.nodes(levels.len() - 1).len()
        );
    }
}

#[test]
fn an_order_that_is_searched_for_in_sips_is_the_same() {
    for (text, problem) in [
        ("knight:5x6", Problem::HamiltonianCycles),
        ("king:4x5", Problem::PerfectMatchings),
        ("grid:30x30", Problem::Cycles),
        ("grid:1x1", Problem::Forests),
    ] {
        let network = Network::from(&graph(text));
        let at_once = Plan::new(&network, problem.clone()).expect("valid");
        for sip in [1, 1000] {
            let mut planning = Planning::new(&network, problem.clone()).expect("valid");
            let plan = loop {
                let (done, all) = planning.progress();
                assert!(done <= all, "{text}: {done} of {all}");
                if let Some(plan) = planning.advance(&mut Fuel(sip)) {
                    break plan;
                }
            };
            assert_eq!(plan.order(), at_once.order(), "{text} in sips of {sip}");
            assert_eq!(plan.forecast(), at_once.forecast(), "{text} in sips of {sip}");
        }
    }
}

#[test]
fn bad_problems_are_refused_with_a_reason() {
    let network = Network::from(&graph("grid:3x3"));
    let check = |problem: Problem, message: &str| {
        assert_eq!(Plan::new(&network, problem).expect_err("refused").to_string(), message);
    };
    check(Problem::Paths { from: 0, to: 9 }, "no vertex 9, expected less than 9");
    check(
        Problem::Paths { from: 4, to: 4 },
        "a path from vertex 4 to itself, expected two different ends",
    );
    check(
        Problem::Degrees { allowed: vec![1] },
        "a list of 1 entries, expected one for each of 9 vertices",
    );
    let endings = vec![Ending::May; 10];
    check(
        Problem::HamiltonianPaths { endings },
        "a list of 10 entries, expected one for each of 9 vertices",
    );
    for order in [vec![0, 1, 2], vec![0; 9], (1..10).collect()] {
        let plan = Plan::in_order(&network, Problem::Cycles, &order);
        assert_eq!(plan.expect_err("refused"), FrontierError::BadOrder);
    }
    let wide = Plan::new(&Network::from(&graph("grid:40x40")), Problem::Cycles).expect("a plan");
    let refusal = Count::new(&wide, 0, Keys::Narrow).err().expect("too wide");
    assert!(matches!(refusal, FrontierError::TooWide { .. }), "{refusal}");
}
