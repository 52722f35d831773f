//! Exact covers and puzzles from question to answer, by every road that leads there.

mod gallery;
mod roads;
mod showing;

use kumiki::cover::{Kernel, Request, Show, Solved, Symmetry, solve};
use kumiki::drive::Run;
use kumiki::host::Terminal;
use kumiki::model::CoverProblem;

/// Answers a request that must come to its end.
fn answer(request: &Request<'_>, threads: usize) -> Solved {
    let solved =
        solve(request, &Run::new(&Terminal::quiet(threads))).expect("a problem that can be solved");
    assert_eq!(solved.stopped_by, None);
    solved
}

/// A request for everything that a road can give.
fn request(problem: &CoverProblem, kernel: Kernel, symmetry: Symmetry, show: Show) -> Request<'_> {
    Request { kernel, symmetry, show, ..Request::count(problem) }
}
