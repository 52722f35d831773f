//! Positions and questions in short, and their shortest solutions round by round.

use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion};
use kumiki_search::{Fuel, Prefix, Search, Step};
use kumiki_slide::{Automaton, Guide, PathSearch, Paths};
use kumiki_trial::{Nodes, check_space};

/// A position of a board such as `3x3`.
pub(crate) fn position(board: &str, tiles: &str) -> SlidingPosition {
    let board = board.parse().expect("rows and columns");
    SlidingPosition::parse(board, tiles).expect("every tile once")
}

/// How to get from a position to another one of the same board.
pub(crate) fn question(
    start: &SlidingPosition,
    goal: &SlidingPosition,
    metric: Metric,
) -> SlidingQuestion {
    SlidingQuestion::new(start.clone(), goal.clone(), metric).expect("positions of one board")
}

/// The tiles that are pushed on a way of the blank, which must lead to the goal.
pub(crate) fn pushed(question: &SlidingQuestion, way: &[Direction]) -> String {
    let mut position = question.start().clone();
    let mut names = String::new();
    for direction in way {
        let tile = position.step(*direction).expect("the way stays on the board");
        names += &position.name(tile);
    }
    assert_eq!(&position, question.goal());
    names
}

/// A search at its first solution, whose length is the least of those from `least` on that differ
/// by multiples of `stride`; and that length.
pub(crate) fn deepened<S: Search>(least: u32, stride: usize, walk: impl Fn(u32) -> S) -> (S, u32) {
    let mut walks = (least..).step_by(stride).map(|limit| (walk(limit), limit));
    walks
        .find_map(|(mut search, limit)| {
            (search.advance(&mut Fuel::unlimited()) == Step::Solution).then_some((search, limit))
        })
        .expect("lengths have no end")
}

/// The search for the shortest paths, at the first of them, and their length.
pub(crate) fn shortest<'g, G: Guide>(
    question: &SlidingQuestion,
    guide: &'g G,
    automaton: &'g Automaton,
) -> (PathSearch<'g, G>, u32) {
    let paths = Paths::new(question, guide, automaton, 0);
    deepened(paths.bound(), 2, |limit| paths.with_limit(limit).search(&Prefix::root()))
}

/// The first so many rounds, none of which has a solution: their lengths and the moves made.
pub(crate) fn barren_rounds<G: Guide>(paths: &Paths<'_, G>, count: usize) -> Vec<(u32, u64)> {
    let round = |limit: u32| {
        let mut search = paths.with_limit(limit).search(&Prefix::root());
        while search.advance(&mut Fuel(1)) != Step::Exhausted {
            assert_eq!(search.solution(), None, "a solution with {limit} moves");
        }
        (limit, search.profile().nodes())
    };
    (paths.bound()..).step_by(2).take(count).map(round).collect()
}

/// Whatever the driver does with paths, it finds the same; so many at least.
pub(crate) fn check_paths<G: Guide>(paths: &Paths<'_, G>, least: usize, name: &str) {
    let show = |search: &PathSearch<'_, G>| shown(search.solution());
    let seen =
        check_space(paths, Nodes::Exact, show).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert!(seen.solutions.len() >= least, "{name}: {} solutions", seen.solutions.len());
}

/// The numbers of the directions of a solution at which a search holds still.
pub(crate) fn shown(way: Option<&[Direction]>) -> Vec<u8> {
    way.expect("at a solution").iter().map(|direction| *direction as u8).collect()
}
