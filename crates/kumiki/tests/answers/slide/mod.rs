//! Sliding tiles from question to answer: known figures, whole boards, threads, kept tables, and
//! early ends.

mod figures;
mod tables;
mod whole_boards;

use kumiki::drive::Run;
use kumiki::host::{TableCache, Terminal};
use kumiki::model::{Metric, SlidingPosition, SlidingQuestion};
use kumiki::slide::{Bound, Heuristic, Solved, Trust, Wishes, solve};

/// A bound that is made without a cache.
fn bound(goal: &SlidingPosition, heuristic: &str) -> Bound {
    let heuristic = (heuristic != "default").then(|| Heuristic::parse(heuristic));
    match Bound::prepare(
        goal,
        heuristic.as_ref(),
        Trust::AsTheyAre,
        &TableCache::none(),
        &Run::new(&Terminal::quiet(1)),
    ) {
        Ok(bound) => bound,
        other => panic!("no bound: {other:?}"),
    }
}

/// A position of a board.
fn position(board: &str, text: &str) -> SlidingPosition {
    SlidingPosition::parse(board.parse().expect("a board"), text).expect("a position")
}

/// Everything about a start; the search must come to its end.
fn solved(
    start: &SlidingPosition,
    bound: &Bound,
    metric: Metric,
    wishes: Wishes,
    threads: usize,
) -> Solved {
    let question =
        SlidingQuestion::new(start.clone(), bound.goal().clone(), metric).expect("one board");
    let solved = solve(&question, bound, wishes, &Run::new(&Terminal::quiet(threads)))
        .expect("a search without a bug");
    assert_eq!(solved.stopped_by, None);
    solved
}
