//! The plain search: the seed's node counts and solutions, every position of small boards, pauses,
//! parts and threads.

use crate::naive;
use crate::questions::{barren_rounds, check_paths, position, pushed, question, shortest};
use kumiki_model::{Metric, SlidingQuestion};
use kumiki_search::{Fuel, Prefix, Search, Space, Step};
use kumiki_slide::{Automaton, Manhattan, Paths};
use std::collections::HashSet;

fn fifteen(start: &str) -> SlidingQuestion {
    let goal = position("4x4", "123456789abcdef0");
    question(&position("4x4", start), &goal, Metric::Single)
}

fn plain() -> (Manhattan, Automaton) {
    (Manhattan::new(position("4x4", "123456789abcdef0").board()), Automaton::no_way_back())
}

#[test]
fn rounds_make_as_many_moves_as_the_seed() {
    let question = fifteen("ca6098dfb73254e1");
    let (guide, automaton) = plain();
    let moves = [0, 4, 117, 1769, 17830, 159_118, 1_261_563];
    let rounds = barren_rounds(&Paths::new(&question, &guide, &automaton, 0), moves.len());
    for ((round, nodes), sad) in rounds.into_iter().zip(moves).zip(0..) {
        assert_eq!(round, (43 + 2 * sad, nodes));
    }
}

/// What the compiled seed prints: moves made in the last round, and the tiles pushed.
#[test]
fn the_first_solution_is_the_seeds() {
    let (guide, automaton) = plain();
    for (start, limit, nodes, tiles) in [
        ("bc9e80df3412a756", 56, 1603, "41d4831d2f48c9e48c9b31d2ceb3192756fceb32756eb756ad956aef"),
        ("5ae46cb190f7d283", 41, 149_538, "cbeabe17382cf2cfeba1238cfeba123ba6512378c"),
        ("16a8ec42db3597f0", 42, 83_570, "f7bc6a4284235835c6538c6de5a2367bde9dea67bf"),
        ("61f85ad03427e9bc", 42, 348_707, "da43561432ad7adf432df7843265d9bfacfbed9abf"),
        ("23c8dea167f4509b", 44, 1_456_294, "7ea14fe79e7a1c84c7a6d16d59da7832159debfc87bf"),
        ("10c8249f6b75ed3a", 45, 283_010, "49c4926edb75fc53afc845295237e695237abe6956abf"),
    ] {
        let question = fifteen(start);
        let paths = Paths::new(&question, &guide, &automaton, limit);
        let mut search = paths.search(&Prefix::root());
        assert_eq!(search.advance(&mut Fuel::unlimited()), Step::Solution, "{start}");
        let way = search.solution().expect("at a solution");
        assert_eq!(
            (search.profile().nodes(), pushed(&question, way).as_str()),
            (nodes, tiles),
            "{start}"
        );
        assert_eq!(search.audit(), Ok(()));
    }
}

/// Lengths and numbers of solutions for every start, with and without an automaton.
fn check_all(board: &str, goal: &str, step: usize) {
    let goal = position(board, goal);
    let guide = Manhattan::new(goal.board());
    let (plain, pruned) = (Automaton::no_way_back(), Automaton::new(10));
    let known = naive::distances(&goal, Metric::Single);
    let mut sorted: Vec<_> = known.iter().collect();
    sorted.sort_by_key(|(start, _)| start.tiles().to_vec());
    for (start, (distance, count)) in sorted.into_iter().step_by(step) {
        let question = question(start, &goal, Metric::Single);
        let (mut all, length) = shortest(&question, &guide, &plain);
        let mut solutions = HashSet::new();
        while let Some(way) = all.solution() {
            pushed(&question, way);
            solutions.insert(way.to_vec());
            all.advance(&mut Fuel::unlimited());
        }
        assert_eq!((length, solutions.len() as u64), (*distance, *count), "{start}");
        let (few, _) = shortest(&question, &guide, &pruned);
        assert!(few.solution().is_some_and(|way| solutions.contains(way)), "{start}");
    }
}

#[test]
fn every_position_of_tiny_boards_is_solved_in_all_ways() {
    check_all("2x2", "1230", 1);
    check_all("2x3", "123450", 1);
    check_all("3x2", "103254", 1);
    check_all("2x4", "12345670", 23);
    check_all("4x2", "12045673", 23);
}

#[test]
fn positions_of_3x3_are_solved_in_all_ways() {
    check_all("3x3", "123456780", 401);
}

/// Many starts of two boards, for the automaton only, which must not lose the shortest solution.
#[test]
fn the_automaton_loses_no_length() {
    let pruned = Automaton::new(12);
    for (board, goal, step) in [("2x4", "12345670", 1), ("3x3", "123405678", 97)] {
        let goal = position(board, goal);
        let guide = Manhattan::new(goal.board());
        let known = naive::distances(&goal, Metric::Single);
        for (start, (distance, _)) in known.iter().step_by(step) {
            let question = question(start, &goal, Metric::Single);
            let (few, length) = shortest(&question, &guide, &pruned);
            pushed(&question, few.solution().expect("at a solution"));
            assert_eq!(length, *distance, "{start}");
        }
    }
}

#[test]
fn paths_stand_everything_that_the_driver_does() {
    for (board, start, goal, limit, least) in [
        ("4x4", "51247308a6be9fcd", "1234567890abcdef", 0, 0),
        ("4x4", "bc9e80df3412a756", "123456789abcdef0", 58, 1),
        ("3x3", "867254301", "123456780", 31, 1),
        ("2x2", "0321", "1230", 6, 0),
        ("2x3", "412503", "123450", 0, 0),
        ("3x2", "543210", "012345", 0, 0),
        ("2x5", "1,2,3,4,5,6,7,9,8,0", "1,2,3,4,5,6,7,8,9,0", 0, 0),
        ("3x4", "1,2,3,4,5,6,7,8,9,11,0,10", "1,2,3,4,5,6,7,8,9,10,11,0", 0, 0),
    ] {
        let [start, goal] = [start, goal].map(|text| position(board, text));
        let question = question(&start, &goal, Metric::Single);
        let guide = Manhattan::new(goal.board());
        for longest in [2, 8] {
            let automaton = Automaton::new(longest);
            let paths = Paths::new(&question, &guide, &automaton, limit);
            let paths = if limit == 0 { paths.with_limit(paths.bound() + 6) } else { paths };
            check_paths(&paths, least, &format!("{start}, {longest}"));
        }
    }
}

#[test]
fn a_prefix_of_nowhere_has_nothing_below_it() {
    let question = fifteen("bc9e80df3412a756");
    let (guide, automaton) = plain();
    let paths = Paths::new(&question, &guide, &automaton, 56);
    let nowhere = Prefix::root().then(9);
    assert_eq!(paths.begin(&nowhere).advance(&mut Fuel::unlimited()), Step::Exhausted);
}
