//! Slides of several tiles at once, against breadth-first search.

use crate::naive;
use crate::questions::{deepened, position, pushed, question, shown};
use kumiki_model::{Direction, Metric};
use kumiki_search::{Fuel, Prefix, Search};
use kumiki_slide::{SlideSearch, Slides};
use kumiki_trial::{Nodes, check_space};
use std::collections::HashSet;

/// How many slides the blank makes on a way given cell by cell: a slide ends where the direction
/// changes.
fn slide_count(way: &[Direction]) -> u32 {
    u32::try_from(way.chunk_by(|one, other| one == other).count()).expect("ways are short")
}

fn check_all(board: &str, goal: &str, step: usize) {
    let goal = position(board, goal);
    let known = naive::distances(&goal, Metric::Multi);
    let mut sorted: Vec<_> = known.iter().collect();
    sorted.sort_by_key(|(start, _)| start.tiles().to_vec());
    for (start, (distance, count)) in sorted.into_iter().step_by(step) {
        let question = question(start, &goal, Metric::Multi);
        let slides = Slides::new(&question, 0);
        let (mut search, _) =
            deepened(slides.bound(), 1, |limit| slides.with_limit(limit).search(&Prefix::root()));
        let mut found = HashSet::new();
        while let Some(way) = search.solution() {
            assert_eq!(slide_count(way), *distance, "{start}");
            pushed(&question, way);
            found.insert(way.to_vec());
            search.advance(&mut Fuel::unlimited());
        }
        assert_eq!(found.len() as u64, *count, "{start}");
    }
}

#[test]
fn positions_of_small_boards_are_solved_in_all_ways() {
    check_all("2x2", "1230", 1);
    check_all("2x3", "123450", 1);
    check_all("3x2", "012345", 1);
    check_all("2x4", "12345670", 197);
    check_all("3x3", "123456780", 8001);
}

#[test]
fn slides_stand_everything_that_the_driver_does() {
    for (board, start, goal, rounds) in [
        ("3x3", "130426758", "123456780", [(11, 0), (13, 2)]),
        ("2x3", "012345", "123450", [(9, 0), (15, 1)]),
        ("3x2", "123405", "501234", [(7, 0), (15, 1)]),
        ("2x4", "01234567", "12345670", [(9, 0), (13, 0)]),
    ] {
        let [start, goal] = [start, goal].map(|tiles| position(board, tiles));
        let question = question(&start, &goal, Metric::Multi);
        for (limit, least) in rounds {
            let slides = Slides::new(&question, limit);
            let show = |search: &SlideSearch| shown(search.solution());
            let seen = check_space(&slides, Nodes::Exact, show)
                .unwrap_or_else(|fault| panic!("{board}, {limit} slides: {fault}"));
            let found = seen.solutions.len();
            assert!(found >= least, "{board}, {limit} slides: {found} solutions");
        }
    }
}
