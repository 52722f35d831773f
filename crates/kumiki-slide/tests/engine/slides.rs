//! Slides of several tiles at once, against breadth-first search.

use crate::naive;
use crate::questions::{deepened, position, pushed, question};
use kumiki_model::{Direction, Metric};
use kumiki_search::{Fuel, Prefix, Search, Space, Step, split};
use kumiki_slide::Slides;
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
fn sips_and_parts_find_what_one_gulp_finds() {
    let (start, goal) = (position("3x3", "130426758"), position("3x3", "123456780"));
    let question = question(&start, &goal, Metric::Multi);
    let slides = Slides::new(&question, 13);
    let walk = |prefix: &Prefix, sip: u64| {
        let mut search = slides.begin(prefix);
        let mut found = Vec::new();
        let mut progress = 0.0;
        loop {
            match search.advance(&mut Fuel(sip)) {
                Step::Solution => found.push(search.solution().expect("at a solution").to_vec()),
                Step::OutOfFuel => assert!(search.solution().is_none()),
                Step::Exhausted => break,
            }
            assert_eq!(search.audit(), Ok(()));
            assert!(search.searched() >= progress - 1e-9);
            progress = search.searched();
        }
        (found, search.profile().clone())
    };
    let gulp = walk(&Prefix::root(), u64::MAX);
    assert!(gulp.0.len() > 1);
    assert_eq!(walk(&Prefix::root(), 1), gulp);
    for wanted in [3, 40, 400] {
        let (units, mut profile) = split(&slides, wanted);
        let mut found = Vec::new();
        for unit in units {
            let (part, nodes) = walk(&unit.prefix, 5);
            found.extend(part);
            profile.merge(&nodes);
        }
        assert_eq!((found, profile), gulp, "{wanted}");
    }
}
