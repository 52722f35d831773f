//! Tables that are kept: found again, made anew if they are damaged, done without if there is no room.

use crate::position;
use kumiki::SolveError;
use kumiki::model::{Metric, SlidingPosition, SlidingQuestion};
use kumiki::run::{Limits, Runner, ShowProgress, TableCache};
use kumiki::slide::{Bound, Heuristic, Prepared, Wishes, solve};
use std::path::PathBuf;
use std::time::Instant;

fn fifteen() -> SlidingPosition {
    SlidingPosition::solved("4x4".parse().expect("a board"))
}

fn prepare(cache: &TableCache) -> Bound {
    let heuristic = Heuristic::parse("5-5-5");
    match Bound::prepare(&fifteen(), Some(&heuristic), cache, &Runner::quiet(1)) {
        Ok(Prepared::Ready(bound)) => *bound,
        other => panic!("no bound: {other:?}"),
    }
}

/// The moves and nodes of a start.
fn measure(bound: &Bound) -> (Option<u32>, u64) {
    let start = position("4x4", "d68cfe0ab7459132");
    let question = SlidingQuestion::new(start, fifteen(), Metric::Single).expect("one board");
    let solved = solve(&question, bound, Wishes::default(), &Runner::quiet(1)).expect("no bug");
    (solved.moves, solved.nodes)
}

#[test]
fn damaged_tables_are_made_anew_and_a_folder_that_cannot_be_written_is_done_without() -> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("kumiki-slide-tables-{}", std::process::id()));
    let cache = TableCache::in_folder(folder.clone());
    let first = prepare(&cache);
    assert!(first.warnings().is_empty());
    let files: Vec<PathBuf> =
        std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    assert!(!files.is_empty());
    let second = prepare(&cache);
    assert!(second.warnings().is_empty());
    let good = std::fs::read(&files[0])?;
    std::fs::write(&files[0], &good[..good.len() / 2])?;
    let third = prepare(&cache);
    assert_eq!(third.warnings().len(), 1, "{:?}", third.warnings());
    assert_eq!(std::fs::read(&files[0])?, good, "it was made anew");
    let blocked = TableCache::in_folder(files[0].join("below a file"));
    let fourth = prepare(&blocked);
    assert!(!fourth.warnings().is_empty());
    let expected = (Some(57), measure(&first).1);
    for bound in [&first, &second, &third, &fourth] {
        assert_eq!(measure(bound), expected);
    }
    std::fs::remove_dir_all(&folder)
}

#[test]
fn a_table_that_needs_too_much_memory_is_refused_with_its_size() {
    let runner = Runner {
        threads: 1,
        limits: Limits { time: None, memory_bytes: Some(64 << 20) },
        progress: ShowProgress::Never,
        started: Instant::now(),
    };
    let heuristic = Heuristic::parse("7-8");
    match Bound::prepare(&fifteen(), Some(&heuristic), &TableCache::none(), &runner) {
        Err(SolveError::TableMemory { needed, limit }) => assert!(needed > 500 << 20 && limit == 64 << 20),
        other => panic!("{other:?}"),
    }
}
