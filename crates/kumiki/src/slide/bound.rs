//! Lower bounds, prepared for a goal: the plain one, that of slides, or pattern tables, which are
//! found where the host keeps them or made, proved if that is wanted, and packed.

use super::search::{BySlides, BySteps, Searcher};
use crate::Halt;
use kumiki_drive::{Run, StoredTable};
use kumiki_model::{Metric, SlidingBoard, SlidingPosition, StoppedBy};
use kumiki_slide::patterns::{
    PackedTable, Partition, PatternError, PatternShape, PatternTable, TableBuilder, TableCheck,
};
use kumiki_slide::{Automaton, Manhattan, Patterns, SpreadPatterns};
use std::sync::Arc;

/// Words of moves up to this length are looked through for detours.
const LONGEST_WORD: usize = 12;

/// Tables are spread out, which makes them faster, if that takes no more bytes than this.
const SPREAD_BYTES: usize = 512 << 20;

/// Tables with fewer entries are made faster than they are found.
const ENTRIES_TO_KEEP: usize = 100_000;

/// The entries that tables of an automatic partition may have.
const AUTOMATIC_ENTRIES: usize = 8_000_000;

/// So many positions of the 15 puzzle take longer with 6-6-3 than reading the tables of 7-8: 20
/// milliseconds each, on the average, instead of 4 and two seconds.
const MANY_IF_KEPT: usize = 200;

/// So many take longer than making the tables, in half a minute.
const MANY: usize = 2000;

/// So many moves with 6-6-3, 10 million a second on each thread, take two threads as long as
/// reading the tables of 7-8: two seconds. Then a thirtieth of the moves is left to be made.
const PATIENCE_IF_KEPT: u64 = 40_000_000;

/// So many take two threads as long as making the tables: 16 seconds.
const PATIENCE: u64 = 320_000_000;

/// A larger bound than the default, and when it pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Larger {
    /// What it is called.
    pub(super) name: &'static str,
    /// A list of so many positions is answered sooner with it.
    pub(super) many: usize,
    /// A round that makes so many moves with the default is made sooner with it.
    pub(super) patience: u64,
}

/// The largest tables with a name, unless the goal has none or they do not fit into memory.
pub(super) fn larger(goal: &SlidingPosition, run: &Run<'_>) -> Option<Larger> {
    let name = "7-8";
    let shapes = Partition::parse(goal.board(), goal.blank(), name).ok()?.shapes();
    check_memory(&shapes, run).ok()?;
    Some(if are_kept(&shapes, run) {
        Larger { name, many: MANY_IF_KEPT, patience: PATIENCE_IF_KEPT }
    } else {
        Larger { name, many: MANY, patience: PATIENCE }
    })
}

/// A lower bound for all positions with one goal, and the search that uses it.
pub(super) struct Bound {
    /// The goal it is for.
    pub(super) goal: SlidingPosition,
    /// What it is called.
    pub(super) name: String,
    /// Whether it is the plain one: the distances of all tiles from their goals, added. Its search
    /// is the seed's.
    pub(super) is_plain: bool,
    pub(super) searcher: Box<dyn Searcher>,
    /// What went wrong on the way without doing harm: tables that could not be read or kept.
    pub(super) warnings: Vec<String>,
    /// How many entries of its tables were proved right: all, or none.
    pub(super) proved_entries: usize,
}

impl Bound {
    /// Prepares a bound for a goal: `manhattan`, the name of a partition for pattern tables, or a
    /// partition written out. If nobody says which: pattern tables that are made in less than a
    /// second. Slides have a bound of their own.
    ///
    /// # Errors
    /// If the partition does not fit the board, its tables do not fit into memory, or making them
    /// is stopped.
    pub(super) fn prepare(
        goal: &SlidingPosition,
        metric: Metric,
        heuristic: Option<&str>,
        trust: Trust,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        let chosen = Chosen::new(goal, metric, heuristic)?;
        let bound = |searcher: Box<dyn Searcher>| Self {
            goal: goal.clone(),
            name: chosen.name(),
            is_plain: matches!(chosen, Chosen::Plain),
            searcher,
            warnings: Vec::new(),
            proved_entries: 0,
        };
        let partition = match &chosen {
            Chosen::Slides => return Ok(bound(Box::new(BySlides))),
            Chosen::Plain => return Ok(bound(plain(goal.board()))),
            Chosen::Tables { partition, .. } => partition,
        };
        let mut warnings = Vec::new();
        let mut tables = Vec::new();
        let shapes = partition.shapes();
        check_memory(&shapes, run)?;
        for shape in shapes {
            tables.push(Arc::new(table(shape, trust, run, &mut warnings)?));
        }
        let entries = tables.iter().map(|table| table.entries().len()).sum();
        let proved_entries = if trust == Trust::Proved { entries } else { 0 };
        let limit = run.memory_limit().and_then(|bytes| usize::try_from(bytes / 2).ok());
        let room = limit.unwrap_or(SPREAD_BYTES).min(SPREAD_BYTES);
        let searcher = match partition.reflections().first() {
            Some(mirrored) => by_patterns(goal, [partition, mirrored], tables, room)?,
            None => by_patterns(goal, [partition], tables, room)?,
        };
        Ok(Self { warnings, proved_entries, ..bound(searcher) })
    }

    /// A bound by its name alone, without tables, for starts that cannot be solved: it is never
    /// asked.
    ///
    /// # Errors
    /// If the partition does not fit the board.
    pub(super) fn idle(
        goal: &SlidingPosition,
        metric: Metric,
        heuristic: Option<&str>,
    ) -> Result<Self, Halt> {
        Ok(Self {
            goal: goal.clone(),
            name: Chosen::new(goal, metric, heuristic)?.name(),
            is_plain: false,
            searcher: plain(goal.board()),
            warnings: Vec::new(),
            proved_entries: 0,
        })
    }
}

/// Which bound it is to be.
enum Chosen {
    /// That of tiles that slide together.
    Slides,
    Plain,
    /// Tables for a partition of the tiles, and what it is called.
    Tables {
        partition: Partition,
        name: String,
    },
}

impl Chosen {
    fn new(goal: &SlidingPosition, metric: Metric, heuristic: Option<&str>) -> Result<Self, Halt> {
        let (board, blank) = (goal.board(), goal.blank());
        Ok(match (metric, heuristic) {
            (Metric::Multi, _) => Self::Slides,
            (Metric::Single, Some("manhattan")) => Self::Plain,
            (Metric::Single, Some(text)) => {
                let partition = Partition::parse(board, blank, text).map_err(Halt::Heuristic)?;
                Self::Tables { partition, name: text.to_owned() }
            }
            (Metric::Single, None) => {
                let (partition, name) = default_partition(board, blank);
                Self::Tables { partition, name }
            }
        })
    }

    fn name(&self) -> String {
        match self {
            Self::Slides => "slides".to_owned(),
            Self::Plain => "manhattan".to_owned(),
            Self::Tables { partition, name } if partition.reflections().is_empty() => name.clone(),
            Self::Tables { name, .. } => format!("{name} and its reflection"),
        }
    }
}

/// The search with the plain bound. No detours are left out but going straight back.
fn plain(board: SlidingBoard) -> Box<dyn Searcher> {
    let automaton = Automaton::no_way_back();
    Box::new(BySteps { guide: Manhattan::new(board), automaton })
}

/// The search with sums of pattern tables, which are spread out if so many bytes are enough.
fn by_patterns<const SUMS: usize>(
    goal: &SlidingPosition,
    partitions: [&Partition; SUMS],
    tables: Vec<Arc<PatternTable>>,
    room: usize,
) -> Result<Box<dyn Searcher>, Halt> {
    let automaton = Automaton::new(LONGEST_WORD);
    Ok(match SpreadPatterns::new(goal, partitions, &tables, room)? {
        Some(guide) => Box::new(BySteps { guide, automaton }),
        None => {
            // Each is let go as soon as it is packed.
            let packed = tables.into_iter().map(|table| Arc::new(PackedTable::new(&table)));
            let guide = Patterns::new(goal, partitions, &packed.collect::<Vec<_>>())?;
            Box::new(BySteps { guide, automaton })
        }
    })
}

/// The partition that is used if nobody asks for another, and its name.
fn default_partition(board: SlidingBoard, blank: usize) -> (Partition, String) {
    const NAME: &str = "6-6-3";
    match Partition::parse(board, blank, NAME) {
        Ok(partition) => (partition, NAME.to_owned()),
        Err(_) => {
            let partition = Partition::automatic(board, blank, AUTOMATIC_ENTRIES);
            let name = partition.to_string();
            (partition, name)
        }
    }
}

/// How far pattern tables are trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// As they are made, or kept with a checksum.
    AsTheyAre,
    /// Only after a walk through all arrangements has proved every entry, which takes as long as
    /// making them.
    Proved,
}

/// What the table of a shape is called where it is kept.
fn kept_name(shape: &PatternShape) -> String {
    format!("pattern-{shape}")
}

/// Whether all tables are kept.
fn are_kept(shapes: &[PatternShape], run: &Run<'_>) -> bool {
    let has = |name: &str| run.host().tables().is_some_and(|tables| tables.has(name));
    shapes.iter().all(|shape| has(&kept_name(shape)))
}

/// Finds a table where the host keeps it, or makes it and keeps it there.
fn table(
    shape: PatternShape,
    trust: Trust,
    run: &Run<'_>,
    warnings: &mut Vec<String>,
) -> Result<PatternTable, Halt> {
    let name = kept_name(&shape);
    let kept = run.host().tables().filter(|_| shape.entry_count() >= ENTRIES_TO_KEEP);
    if let Some(tables) = kept {
        let unusable = match tables.load(&name) {
            StoredTable::Table(entries) => match PatternTable::from_entries(shape.clone(), entries)
            {
                Ok(table) => match prove(&table, trust, run)? {
                    Ok(()) => return Ok(table),
                    Err(error) => Some(error.to_string()),
                },
                Err(error) => Some(error.to_string()),
            },
            StoredTable::Unusable(reason) => Some(reason),
            StoredTable::Absent => None,
        };
        warnings
            .extend(unusable.map(|reason| format!("the kept table {name} is made anew: {reason}")));
    }
    let mut builder = TableBuilder::new(shape);
    run.stages("making tables", &mut builder)?;
    let table = builder.finish();
    if let Err(error) = prove(&table, trust, run)? {
        let first = format!("that the table {name} is right");
        return Err(Halt::Disagreement { first, second: error.to_string() });
    }
    if let Some(tables) = kept
        && let Err(error) = tables.store(&name, table.entries())
    {
        warnings.push(format!("the table {name} cannot be kept for the next time: {error}"));
    }
    Ok(table)
}

/// Proves a table right or wrong if that is wanted.
fn prove(
    table: &PatternTable,
    trust: Trust,
    run: &Run<'_>,
) -> Result<Result<(), PatternError>, StoppedBy> {
    if trust == Trust::AsTheyAre {
        return Ok(Ok(()));
    }
    run.stages("checking tables", &mut TableCheck::new(table))
}

/// Refuses tables that do not fit into memory. All are held together; making one takes some more,
/// and so does packing them.
fn check_memory(shapes: &[PatternShape], run: &Run<'_>) -> Result<(), Halt> {
    let entries: usize = shapes.iter().map(PatternShape::entry_count).sum();
    let more = shapes.iter().map(|shape| shape.bytes_to_build() - shape.entry_count()).max();
    let needed = (entries + more.unwrap_or(0).max(entries.div_ceil(2))) as u64;
    let allowed = run.memory_limit().into_iter().chain(run.host().available_bytes()).min();
    match allowed {
        Some(limit) if needed > limit => Err(Halt::TableMemory { needed, limit }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_drive::{Host, TableStore};

    /// Tables that are kept, by their names.
    struct Named(Vec<String>);

    impl TableStore for Named {
        fn load(&self, _: &str) -> StoredTable {
            StoredTable::Absent
        }

        fn store(&self, _: &str, _: &[u8]) -> Result<(), String> {
            Ok(())
        }

        fn has(&self, name: &str) -> bool {
            self.0.iter().any(|kept| kept == name)
        }
    }

    impl Host for Named {
        fn tables(&self) -> Option<&dyn TableStore> {
            Some(self)
        }
    }

    #[test]
    fn long_lists_get_larger_tables() {
        let solved = |board: &str| SlidingPosition::solved(board.parse().expect("a board"));
        let choice = |board: &str, count: usize, kept: &Named| {
            let larger = larger(&solved(board), &Run::new(kept));
            larger.filter(|larger| count >= larger.many).map(|larger| larger.name)
        };
        let mut kept = Named(Vec::new());
        let large = Some("7-8");
        assert_eq!(choice("4x4", 1999, &kept), None);
        assert_eq!(choice("4x4", 2000, &kept), large);
        assert_eq!(choice("3x3", 5000, &kept), None);
        for name in ["0.1.2.3.4.5.6.7", "0.1.2.4.5.6.7-3"] {
            assert_eq!(choice("4x4", 200, &kept), None);
            kept.0.push(format!("pattern-4x4-{name}"));
        }
        assert_eq!((choice("4x4", 199, &kept), choice("4x4", 200, &kept)), (None, large));
        let patience = |kept: &Named| larger(&solved("4x4"), &Run::new(kept)).map(|l| l.patience);
        assert!(patience(&kept) < patience(&Named(Vec::new())), "it pays sooner");
    }
}
