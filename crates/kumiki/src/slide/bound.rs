//! Lower bounds, prepared for a goal.

use crate::SolveError;
use kumiki_model::{SlidingBoard, SlidingPosition};
use kumiki_patterns::{PackedTable, Partition, PatternShape, PatternTable, Pause, TableBuilder};
use kumiki_run::{Ended, Kept, Runner, TableCache, available_bytes};
use kumiki_search::Fuel;
use kumiki_slide::{Automaton, Manhattan, Patterns, SpreadPatterns};
use std::sync::Arc;

/// Words of moves up to this length are looked through for detours.
const LONGEST_WORD: usize = 12;

/// Tables are spread out, which makes them faster, if that takes no more bytes than this.
const SPREAD_BYTES: usize = 512 << 20;

/// The entries that tables of an automatic partition may have.
const AUTOMATIC_ENTRIES: usize = 8_000_000;

/// Tables with fewer entries are made faster than they are found.
const ENTRIES_TO_KEEP: usize = 100_000;

/// So many words of 64 states are worked on between two looks at the clock.
const SIP: u64 = 1 << 14;

/// Which lower bound is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// The distances of all tiles from their goals, added: the seed's.
    Manhattan,
    /// Pattern tables: the name of a partition, or a partition written out.
    Patterns(String),
}

impl Heuristic {
    /// Reads what a user writes.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text == "manhattan" { Self::Manhattan } else { Self::Patterns(text.to_owned()) }
    }
}

/// The bound itself.
#[derive(Debug)]
pub(super) enum Guides {
    Plain(Manhattan),
    One(Patterns<1>),
    Two(Patterns<2>),
    SpreadOne(SpreadPatterns<1>),
    SpreadTwo(SpreadPatterns<2>),
}

/// Does the same with each kind of guide.
macro_rules! with_guide {
    ($bound:expr, $guide:ident => $action:expr) => {
        match &$bound.guides {
            $crate::slide::bound::Guides::Plain($guide) => $action,
            $crate::slide::bound::Guides::One($guide) => $action,
            $crate::slide::bound::Guides::Two($guide) => $action,
            $crate::slide::bound::Guides::SpreadOne($guide) => $action,
            $crate::slide::bound::Guides::SpreadTwo($guide) => $action,
        }
    };
}
pub(super) use with_guide;

/// A lower bound for all positions with one goal.
#[derive(Debug)]
pub struct Bound {
    goal: SlidingPosition,
    name: String,
    pub(super) guides: Guides,
    /// Leaves out detours, and with them some of the shortest solutions but never all.
    pub(super) automaton: Automaton,
    /// What went wrong on the way without doing harm.
    warnings: Vec<String>,
}

/// A bound, or why there is none.
#[derive(Debug)]
pub enum Prepared {
    /// It is ready.
    Ready(Box<Bound>),
    /// Making its tables was stopped.
    Stopped(Ended),
}

impl Bound {
    /// Prepares a bound for a goal. If nobody says which: pattern tables that are made in less than a second.
    ///
    /// # Errors
    /// If the partition does not fit the board, or its tables do not fit into memory.
    pub fn prepare(
        goal: &SlidingPosition,
        heuristic: Option<&Heuristic>,
        cache: &TableCache,
        runner: &Runner,
    ) -> Result<Prepared, SolveError> {
        let board = goal.board();
        let (partition, name) = match heuristic {
            Some(Heuristic::Manhattan) => return Ok(Prepared::Ready(Box::new(Self::manhattan(goal)))),
            Some(Heuristic::Patterns(text)) => (Partition::parse(board, goal.blank(), text)?, text.clone()),
            None => default_partition(board, goal.blank()),
        };
        let mut warnings = Vec::new();
        let mut tables = Vec::new();
        let shapes = partition.shapes();
        check_memory(&shapes, runner)?;
        for shape in shapes {
            match table(shape, cache, runner, &mut warnings)? {
                Ok(table) => tables.push(Arc::new(table)),
                Err(ended) => return Ok(Prepared::Stopped(ended)),
            }
        }
        let limit = runner.limits.memory_bytes.and_then(|bytes| usize::try_from(bytes / 2).ok());
        let room = limit.unwrap_or(SPREAD_BYTES).min(SPREAD_BYTES);
        let (name, guides) = match partition.reflections().first() {
            Some(mirrored) => {
                let both = [&partition, mirrored];
                let guides = match SpreadPatterns::new(goal, both, &tables, room)? {
                    Some(spread) => Guides::SpreadTwo(spread),
                    None => Guides::Two(Patterns::new(goal, both, &packed(tables))?),
                };
                (format!("{name} and its reflection"), guides)
            }
            None => {
                let guides = match SpreadPatterns::new(goal, [&partition], &tables, room)? {
                    Some(spread) => Guides::SpreadOne(spread),
                    None => Guides::One(Patterns::new(goal, [&partition], &packed(tables))?),
                };
                (name, guides)
            }
        };
        let automaton = Automaton::new(LONGEST_WORD);
        Ok(Prepared::Ready(Box::new(Self { goal: goal.clone(), name, guides, automaton, warnings })))
    }

    /// The plain bound, and no detours left out but going straight back: the seed's search.
    fn manhattan(goal: &SlidingPosition) -> Self {
        Self {
            goal: goal.clone(),
            name: "manhattan".to_owned(),
            guides: Guides::Plain(Manhattan::new(goal.board())),
            automaton: Automaton::no_way_back(),
            warnings: Vec::new(),
        }
    }

    /// The goal it is for.
    #[must_use]
    pub fn goal(&self) -> &SlidingPosition {
        &self.goal
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What went wrong on the way without doing harm: tables that could not be read or kept.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Whether it is the plain one.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self.guides, Guides::Plain(_))
    }
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

/// Packs tables one by one, and lets each go as soon as it is packed.
fn packed(tables: Vec<Arc<PatternTable>>) -> Vec<Arc<PackedTable>> {
    tables.into_iter().map(|table| Arc::new(PackedTable::new(&table))).collect()
}

/// Finds a table in the cache, or makes it and keeps it there.
fn table(
    shape: PatternShape,
    cache: &TableCache,
    runner: &Runner,
    warnings: &mut Vec<String>,
) -> Result<Result<PatternTable, Ended>, SolveError> {
    let name = format!("pattern-{shape}");
    let is_kept = shape.entry_count() >= ENTRIES_TO_KEEP;
    if is_kept {
        let unusable = match cache.load(&name) {
            Kept::Table(entries) => match PatternTable::from_entries(shape.clone(), entries) {
                Ok(table) => return Ok(Ok(table)),
                Err(error) => Some(error.to_string()),
            },
            Kept::Unusable(reason) => Some(reason),
            Kept::Absent => None,
        };
        warnings.extend(unusable.map(|reason| format!("the kept table {name} is made anew: {reason}")));
    }
    let mut builder = TableBuilder::new(shape);
    let ended = runner.alone("making tables", |reporter| {
        loop {
            match builder.advance(&mut Fuel(SIP)) {
                Pause::Done => return true,
                Pause::OutOfFuel => {}
            }
            let (settled, all) = builder.progress();
            let share = |part: usize| u32::try_from(part >> 8).map_or(f64::MAX, f64::from) + 1.0;
            if !reporter.go_on(share(settled) / share(all), SIP) {
                return false;
            }
        }
    });
    if ended != Ended::Complete {
        return Ok(Err(ended));
    }
    let table = builder.finish();
    if is_kept && let Err(error) = cache.store(&name, table.entries()) {
        warnings.push(format!("the table {name} cannot be kept for the next time: {error}"));
    }
    Ok(Ok(table))
}

/// Refuses tables that do not fit into memory. All are held together, and making one takes some more.
fn check_memory(shapes: &[PatternShape], runner: &Runner) -> Result<(), SolveError> {
    let entries: usize = shapes.iter().map(PatternShape::entry_count).sum();
    let more = shapes.iter().map(|shape| shape.bytes_to_build() - shape.entry_count()).max();
    let needed = (entries + more.unwrap_or(0)) as u64;
    let allowed = runner.limits.memory_bytes.into_iter().chain(available_bytes()).min();
    match allowed {
        Some(limit) if needed > limit => Err(SolveError::TableMemory { needed, limit }),
        _ => Ok(()),
    }
}
