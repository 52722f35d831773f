//! Tables that are kept: found again, made anew if they are damaged, done without if there is no
//! room.

use super::position;
use kumiki::Halt;
use kumiki::drive::{Limits, Run};
use kumiki::host::{Kept, TableCache, Terminal};
use kumiki::model::{Metric, SlidingPosition, SlidingQuestion};
use kumiki::slide::{Bound, Heuristic, Trust, Wishes, solve};
use std::path::PathBuf;

fn fifteen() -> SlidingPosition {
    SlidingPosition::solved("4x4".parse().expect("a board"))
}

fn prepare(cache: &TableCache, trust: Trust) -> Bound {
    let heuristic = Heuristic::parse("5-5-5");
    match Bound::prepare(&fifteen(), Some(&heuristic), trust, cache, &Run::new(&Terminal::quiet(1)))
    {
        Ok(bound) => bound,
        other => panic!("no bound: {other:?}"),
    }
}

/// The moves and nodes of a start.
fn measure(bound: &Bound) -> (Option<u32>, u64) {
    let start = position("4x4", "d68cfe0ab7459132");
    let question = SlidingQuestion::new(start, fifteen(), Metric::Single).expect("one board");
    let solved =
        solve(&question, bound, Wishes::default(), &Run::new(&Terminal::quiet(1))).expect("no bug");
    (solved.moves, solved.nodes)
}

#[test]
fn damaged_tables_are_made_anew_and_a_folder_that_cannot_be_written_is_done_without()
-> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("kumiki-slide-tables-{}", std::process::id()));
    let cache = TableCache::in_folder(folder.clone());
    let first = prepare(&cache, Trust::AsTheyAre);
    assert!(first.warnings().is_empty());
    let files: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    assert!(!files.is_empty());
    let second = prepare(&cache, Trust::AsTheyAre);
    assert!(second.warnings().is_empty());
    let good = std::fs::read(&files[0])?;
    std::fs::write(&files[0], &good[..good.len() / 2])?;
    let third = prepare(&cache, Trust::AsTheyAre);
    assert_eq!(third.warnings().len(), 1, "{:?}", third.warnings());
    assert_eq!(std::fs::read(&files[0])?, good, "it was made anew");
    let blocked = TableCache::in_folder(files[0].join("below a file"));
    let fourth = prepare(&blocked, Trust::AsTheyAre);
    assert!(!fourth.warnings().is_empty());
    let expected = (Some(57), measure(&first).1);
    for bound in [&first, &second, &third, &fourth] {
        assert_eq!(measure(bound), expected);
    }
    std::fs::remove_dir_all(&folder)
}

/// A kept table that is wrong but looks good: one entry too large by 2, and a checksum that is
/// right.
#[test]
fn a_wrong_table_is_found_out_if_tables_are_to_be_proved() -> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("kumiki-slide-wrong-{}", std::process::id()));
    let cache = TableCache::in_folder(folder.clone());
    let good = prepare(&cache, Trust::Proved);
    assert!(good.warnings().is_empty());
    assert!(good.proved_entries() > 0);
    let file = std::fs::read_dir(&folder)?.next().expect("a kept table")?.path();
    let name = file.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
    let Kept::Table(mut entries) = cache.load(&name) else { panic!("{name} is kept") };
    let at = entries.len() / 2;
    entries[at] += 2;
    cache.store(&name, &entries)?;
    assert!(prepare(&cache, Trust::AsTheyAre).warnings().is_empty());
    let proved = prepare(&cache, Trust::Proved);
    assert_eq!(proved.warnings().len(), 1, "{:?}", proved.warnings());
    assert!(prepare(&cache, Trust::Proved).warnings().is_empty(), "it was made anew");
    std::fs::remove_dir_all(&folder)
}

#[test]
fn long_lists_get_larger_tables() -> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("kumiki-slide-many-{}", std::process::id()));
    let (none, cache) = (TableCache::none(), TableCache::in_folder(folder.clone()));
    let choice = |count, cache: &TableCache| {
        Heuristic::for_many(&fifteen(), count, cache, &Run::new(&Terminal::quiet(1)))
    };
    let large = Some(Heuristic::parse("7-8"));
    assert_eq!((choice(1999, &none), choice(2000, &none)), (None, large.clone()));
    for name in ["0.1.2.3.4.5.6.7", "0.1.2.4.5.6.7-3"] {
        assert_eq!(choice(200, &cache), None);
        cache.store(&format!("pattern-4x4-{name}"), &[])?;
    }
    assert_eq!((choice(199, &cache), choice(200, &cache)), (None, large));
    let eight = SlidingPosition::solved("3x3".parse().expect("a board"));
    assert_eq!(Heuristic::for_many(&eight, 5000, &none, &Run::new(&Terminal::quiet(1))), None);
    std::fs::remove_dir_all(&folder)
}

#[test]
fn a_table_that_needs_too_much_memory_is_refused_with_its_size() {
    let limits = Limits { time: None, memory_bytes: Some(64 << 20) };
    let terminal = Terminal::quiet(1).limited(limits);
    let run = Run::new(&terminal);
    let heuristic = Heuristic::parse("7-8");
    match Bound::prepare(&fifteen(), Some(&heuristic), Trust::AsTheyAre, &TableCache::none(), &run)
    {
        Err(Halt::TableMemory { needed, limit }) => {
            assert!(needed > 500 << 20 && limit == 64 << 20);
        }
        other => panic!("{other:?}"),
    }
}
