//! Plans and counts that are paused, stopped in the middle of a round, written down and taken up
//! again: with all representations of states and counts, and with levels cut into small units.

use kumiki_frontier::{
    Compilation, Count, Cutting, Folding, Keys, Levels, Motion, Network, Plan, Planning, Problem,
};
use kumiki_model::Graph;
use kumiki_search::{BadSnapshot, Snapshot, Stages};
use kumiki_trial::{check_damage, check_rounds, check_stages};

/// Levels in many small pieces.
const SMALL: Cutting = Cutting { unit_states: 3, round_units: 5, block_states: 4 };

fn network(text: &str) -> Network {
    Network::from(&text.parse::<Graph>().expect("a graph"))
}

/// Counts in parts, and in usual and small pieces, in every way that the kit knows. Gives the
/// number of solutions.
fn check(plan: &Plan, keys: Keys, part_bits: u32) -> String {
    let usual = check_stages(|| Count::new(plan, part_bits, keys).expect("narrow"));
    let usual = usual.expect("keeps its promises").expect("few bits");
    let small = || Count::in_units(plan, part_bits, keys, SMALL).expect("narrow");
    for nth in [1, 2, 3] {
        let stopped = check_rounds(small, nth).expect("keeps its promises");
        assert_eq!(stopped.as_ref(), Some(&usual));
    }
    assert_eq!(check_stages(small).expect("keeps its promises").as_ref(), Some(&usual));
    usual.total().to_string()
}

fn checked(text: &str, problem: Problem, keys: Keys, part_bits: u32) -> String {
    check(&Plan::new(&network(text), problem).expect("valid"), keys, part_bits)
}

#[test]
fn tables_with_narrow_and_wide_keys_are_taken_up() {
    use Problem::{Cycles, Forests, HamiltonianCycles, PerfectMatchings, SpanningTrees};
    for keys in [Keys::Narrow, Keys::Wide] {
        for part_bits in [0, 2] {
            assert_eq!(checked("grid:3x4", PerfectMatchings, keys, part_bits), "11");
            assert_eq!(checked("grid:3x3", SpanningTrees, keys, part_bits), "192");
            assert_eq!(checked("grid:2x3", Forests, keys, part_bits), "112");
            assert_eq!(checked("grid:3x4", Cycles, keys, part_bits), "40");
            assert_eq!(checked("king:3x3", HamiltonianCycles, keys, part_bits), "16");
            let paths = Problem::hamiltonian_paths(9);
            assert_eq!(checked("grid:3x3", paths, keys, part_bits), "20");
            let between = Problem::Paths { from: 0, to: 11 };
            assert_eq!(checked("grid:3x4", between, keys, part_bits), "38");
            let degrees = Problem::Degrees { allowed: vec![0b110; 9] };
            checked("grid:3x3", degrees, keys, part_bits);
        }
    }
}

#[test]
fn arrays_are_taken_up() {
    for (board, expected) in [("grid:4x4", "6"), ("knight:5x6", "8"), ("grid:6x6", "1072")] {
        let plan = Plan::new(&network(board), Problem::HamiltonianCycles).expect("valid");
        assert!(plan.is_dense(), "{board}");
        assert_eq!(check(&plan, Keys::Narrow, 0), expected, "{board}");
    }
}

#[test]
fn folded_boards_are_taken_up() {
    for (text, motion) in [
        ("knight:6x6", Motion::HalfTurn),
        ("knight:6x6", Motion::QuarterTurn),
        ("grid:4x6", Motion::HalfTurn),
    ] {
        let folding = Folding::new(&text.parse().expect("a graph"), motion).expect("symmetric");
        for problem in folding.problems() {
            let plan = Plan::new(folding.network(), problem.clone()).expect("valid");
            let narrow = check(&plan, Keys::Narrow, 1);
            assert_eq!(check(&plan, Keys::Wide, 0), narrow, "{text}");
        }
    }
}

#[test]
fn graphs_with_nothing_to_settle_are_taken_up() {
    assert_eq!(checked("grid:1x1", Problem::Forests, Keys::Narrow, 0), "1");
    assert_eq!(checked("grid:1x1", Problem::PerfectMatchings, Keys::Narrow, 1), "0");
    assert_eq!(checked("grid:1x2", Problem::HamiltonianCycles, Keys::Narrow, 0), "0");
}

/// Counts that outgrow every width on the way. The kit takes them up between the rounds of levels
/// that have to be begun again, too.
#[test]
fn counts_of_all_widths_are_taken_up() {
    // One edge after another, each taken or not: the number doubles at every step.
    let bits = |graph: &str, problem: Problem, keys: Keys| {
        let plan = Plan::new(&network(graph), problem).expect("valid");
        let make = || Count::in_units(&plan, 1, keys, SMALL).expect("narrow");
        let tally = check_stages(make).expect("keeps its promises").expect("few bits");
        assert_eq!(check_rounds(make, 2).expect("keeps its promises").as_ref(), Some(&tally));
        tally.total().bits()
    };
    assert_eq!(bits("grid:1x200", Problem::Forests, Keys::Narrow), 200);
    assert_eq!(bits("grid:1x200", Problem::Forests, Keys::Wide), 200);
    let doubling = bits("king:2x80", Problem::Cycles, Keys::Narrow);
    assert!(doubling > 64, "{doubling} bits");
    let arrays = Plan::new(&network("grid:4x60"), Problem::HamiltonianCycles).expect("valid");
    assert!(arrays.is_dense());
    let make = || Count::in_units(&arrays, 0, Keys::Narrow, SMALL).expect("narrow");
    let tally = check_stages(make).expect("keeps its promises").expect("few bits");
    assert!(tally.total().bits() > 64, "{tally:?}");
}

#[test]
fn a_count_that_is_too_large_is_so_after_a_pause_too() {
    let plan = Plan::new(&network("grid:1x1040"), Problem::Forests).expect("valid");
    let mut count = Count::new(&plan, 0, Keys::Narrow).expect("narrow");
    let answer = loop {
        (0..count.unit_count()).for_each(|unit| {
            count.work(unit);
        });
        let turn = Stages::advance(&mut count, &mut kumiki_search::Fuel(1));
        if let kumiki_search::Turn::Done(answer) = turn {
            break answer;
        }
        let mut records = Vec::new();
        count.save(&mut |record| records.push(record.to_vec()));
        count = Count::new(&plan, 0, Keys::Narrow).expect("narrow");
        count.load(&mut records.into_iter()).expect("its own snapshot");
    };
    assert_eq!(answer, None);
}

#[test]
fn a_count_is_taken_up_with_the_parts_that_it_was_begun_with() {
    let plan = Plan::new(&network("grid:4x5"), Problem::Cycles).expect("valid");
    let begin = |part_bits| Count::in_units(&plan, part_bits, Keys::Narrow, SMALL).expect("narrow");
    let whole = check_stages(|| begin(0)).expect("keeps its promises");
    let (mut count, mut turns) = (begin(3), 0);
    let answer = loop {
        (0..count.unit_count()).for_each(|unit| {
            count.work(unit);
        });
        if let kumiki_search::Turn::Done(answer) =
            Stages::advance(&mut count, &mut kumiki_search::Fuel(1))
        {
            break answer;
        }
        let mut records = Vec::new();
        count.save(&mut |record| records.push(record.to_vec()));
        turns += 1;
        count = begin(turns % 5);
        count.load(&mut records.into_iter()).expect("of the same question");
    };
    assert_eq!(answer, whole);
}

#[test]
fn damaged_snapshots_are_refused() {
    for (board, problem, part_bits) in [
        ("grid:6x6", Problem::HamiltonianCycles, 0),
        ("grid:3x4", Problem::Cycles, 1),
        ("grid:3x3", Problem::SpanningTrees, 0),
    ] {
        let plan = Plan::new(&network(board), problem).expect("valid");
        for keys in [Keys::Narrow, Keys::Wide] {
            let make = || Count::in_units(&plan, part_bits, keys, SMALL).expect("narrow");
            check_damage(make, 1, 12).expect("all is noticed");
        }
    }
}

#[test]
fn snapshots_of_other_counts_are_refused() {
    let plans = [
        ("grid:4x4", Problem::HamiltonianCycles),
        ("grid:4x4", Problem::Cycles),
        ("grid:4x5", Problem::Cycles),
        ("king:4x4", Problem::Cycles),
        ("grid:4x4", Problem::Paths { from: 0, to: 15 }),
        ("grid:4x4", Problem::Paths { from: 0, to: 14 }),
    ]
    .map(|(board, problem)| Plan::new(&network(board), problem).expect("valid"));
    let begin = |plan: &Plan| Count::new(plan, 0, Keys::Narrow).expect("narrow");
    for (number, from) in plans.iter().enumerate() {
        for (other, to) in plans.iter().enumerate() {
            let mut records = Vec::new();
            begin(from).save(&mut |record| records.push(record.to_vec()));
            let loaded = begin(to).load(&mut records.into_iter());
            let expected = if number == other { Ok(()) } else { Err(BadSnapshot) };
            assert_eq!(loaded, expected, "{number} and {other}");
        }
    }
}

#[test]
fn planning_is_taken_up() {
    let matchings = || Problem::PerfectMatchings;
    for (board, problem) in [
        ("grid:1x1", Problem::HamiltonianCycles),
        ("grid:3x3", Problem::SpanningTrees),
        ("grid:2x7", matchings()),
        ("king:3x4", Problem::Paths { from: 3, to: 7 }),
        ("knight:4x5", Problem::HamiltonianCycles),
        // Too large to be searched, and with much to be improved.
        ("grid:25x25", matchings()),
        ("knight:3x8", Problem::hamiltonian_paths(24)),
    ] {
        let network = network(board);
        let make = || Planning::new(&network, problem.clone()).expect("valid");
        let plan = check_stages(make).expect("keeps its promises");
        assert_eq!(plan, Plan::new(&network, problem.clone()).expect("valid"), "{board}");
        check_damage(make, 50, 6).expect("all is noticed");
    }
}

#[test]
fn compiling_is_taken_up() {
    for (board, problem) in [
        ("grid:1x1", Problem::Forests),
        ("grid:1x1", Problem::PerfectMatchings),
        ("grid:3x3", Problem::Paths { from: 0, to: 8 }),
        ("grid:3x4", Problem::PerfectMatchings),
        ("king:3x3", Problem::HamiltonianCycles),
        ("grid:3x3", Problem::SpanningTrees),
        // With wide keys.
        ("grid:2x20", Problem::Degrees { allowed: vec![0b110; 40] }),
        ("king:3x4", Problem::hamiltonian_paths(12)),
    ] {
        let plan = Plan::new(&network(board), problem).expect("valid");
        let whole = Levels::compile(&plan, usize::MAX).expect("narrow");
        let all = whole.as_ref().map_or(0, Levels::node_count);
        for most_nodes in [all, all / 2, 1] {
            let make = || Compilation::new(&plan, most_nodes).expect("narrow");
            let compiled = check_stages(make).expect("keeps its promises");
            assert_eq!(compiled.is_ok(), most_nodes >= all, "{board}");
            assert!(compiled.is_err() || compiled == whole, "{board}");
            check_damage(make, 7, 5).expect("all is noticed");
        }
    }
}

#[test]
fn levels_are_written_down_while_they_are_forgotten() {
    let plan = Plan::new(&network("grid:3x4"), Problem::Cycles).expect("valid");
    let mut levels = Levels::compile(&plan, usize::MAX).expect("narrow").expect("few nodes");
    loop {
        let mut records = Vec::new();
        levels.save(&mut |record| records.push(record.to_vec()));
        for missing in 0..records.len() {
            let mut damaged = records.clone();
            damaged.remove(missing);
            assert_eq!(Levels::none(&plan).load(&mut damaged.into_iter()), Err(BadSnapshot));
        }
        let mut other = Levels::none(&plan);
        assert_eq!(other.load(&mut records.into_iter()), Ok(()));
        assert_eq!(other, levels);
        if levels.is_empty() {
            break;
        }
        levels.drop_last();
    }
}
