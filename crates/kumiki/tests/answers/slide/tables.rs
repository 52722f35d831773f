//! Tables that are kept: found again, made anew if they are damaged, done without if there is no
//! room.

use super::{ask, records};
use kumiki::Halt;
use kumiki::drive::{Event, Host, Limits, StoredTable, TableStore};
use kumiki::model::Question;
use kumiki_host::{TableCache, Terminal};
use std::path::PathBuf;
use std::sync::Mutex;

/// Hears warnings, and keeps tables.
struct Keeper<'t> {
    tables: Option<&'t dyn TableStore>,
    warnings: Mutex<Vec<String>>,
}

impl Host for Keeper<'_> {
    fn tables(&self) -> Option<&dyn TableStore> {
        self.tables
    }

    fn hear(&self, event: &Event<'_>) {
        if let Event::Warning { what } = event {
            self.warnings.lock().expect("no panic").push((*what).to_owned());
        }
    }
}

/// The moves and nodes of a start, and the warnings.
fn measure(tables: Option<&dyn TableStore>, verify: bool) -> (Option<u32>, u64, Vec<String>) {
    let ask = ask("4x4", "d68cfe0ab7459132").heuristic("5-5-5".to_owned());
    let mut question = Question::new(ask);
    question.how.verify = verify;
    let keeper = Keeper { tables, warnings: Mutex::default() };
    let answer = kumiki::solve(&question, &keeper).expect("no bug");
    let proved = |line: &String| line.contains("were proved right");
    assert_eq!(answer.evidence.iter().any(proved), verify);
    let record = &records(&answer)[0];
    (record.moves, record.nodes, keeper.warnings.into_inner().expect("no panic"))
}

#[test]
fn damaged_tables_are_made_anew_and_a_folder_that_cannot_be_written_is_done_without()
-> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("kumiki-slide-tables-{}", std::process::id()));
    let cache = TableCache::in_folder(folder.clone());
    let first = measure(Some(&cache), false);
    assert!(first.2.is_empty());
    let files: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    assert!(!files.is_empty());
    let second = measure(Some(&cache), false);
    assert!(second.2.is_empty());
    let good = std::fs::read(&files[0])?;
    std::fs::write(&files[0], &good[..good.len() / 2])?;
    let third = measure(Some(&cache), false);
    assert_eq!(third.2.len(), 1, "{:?}", third.2);
    assert_eq!(std::fs::read(&files[0])?, good, "it was made anew");
    let blocked = TableCache::in_folder(files[0].join("below a file"));
    let fourth = measure(Some(&blocked), false);
    assert!(!fourth.2.is_empty());
    let without = measure(None, false);
    assert!(without.2.is_empty());
    for (moves, nodes, _) in [&second, &third, &fourth, &without] {
        assert_eq!((*moves, *nodes), (Some(57), first.1));
    }
    std::fs::remove_dir_all(&folder)
}

/// A kept table that is wrong but looks good: one entry too large by 2, and a checksum that is
/// right.
#[test]
fn a_wrong_table_is_found_out_if_tables_are_to_be_proved() -> std::io::Result<()> {
    let folder = std::env::temp_dir().join(format!("kumiki-slide-wrong-{}", std::process::id()));
    let cache = TableCache::in_folder(folder.clone());
    assert!(measure(Some(&cache), true).2.is_empty());
    let kept = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned()
    };
    // The way back has tables of another bound.
    let mut names: Vec<String> = std::fs::read_dir(&folder)?.map(kept).collect();
    names.retain(|name| name.split('-').next_back().is_some_and(|last| last.contains('.')));
    let name = names.iter().find(|name| name.matches('.').count() <= 5).expect("a kept table");
    let StoredTable::Table(mut entries) = cache.load(name) else { panic!("{name} is kept") };
    let at = entries.len() / 2;
    entries[at] += 2;
    cache.store(name, &entries).expect("it can be kept");
    assert!(measure(Some(&cache), false).2.is_empty());
    let (_, _, warnings) = measure(Some(&cache), true);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(measure(Some(&cache), true).2.is_empty(), "it was made anew");
    std::fs::remove_dir_all(&folder)
}

#[test]
fn a_table_that_needs_too_much_memory_is_refused_with_its_size() {
    let limits = Limits { time: None, memory_bytes: Some(64 << 20) };
    let terminal = Terminal::quiet(1).limited(limits);
    let ask = ask("4x4", "d68cfe0ab7459132").heuristic("7-8".to_owned());
    match kumiki::solve(&Question::new(ask), &terminal) {
        Err(Halt::TableMemory { needed, limit }) => {
            assert!(needed > 500 << 20 && limit == 64 << 20);
        }
        other => panic!("{other:?}"),
    }
}
