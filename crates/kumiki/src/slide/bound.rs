//! Lower bounds, prepared for a goal.

use super::pattern_tables::{Trust, are_kept, check_memory, packed, table};
use crate::Halt;
use kumiki_drive::Run;
use kumiki_model::{SlidingBoard, SlidingPosition};
use kumiki_slide::patterns::Partition;
use kumiki_slide::{Automaton, Manhattan, Patterns, SpreadPatterns};
use std::sync::Arc;

/// Words of moves up to this length are looked through for detours.
const LONGEST_WORD: usize = 12;

/// Tables are spread out, which makes them faster, if that takes no more bytes than this.
const SPREAD_BYTES: usize = 512 << 20;

/// The entries that tables of an automatic partition may have.
const AUTOMATIC_ENTRIES: usize = 8_000_000;

/// So many positions of the 15 puzzle take longer with 6-6-3 than reading the tables of 7-8: 20
/// milliseconds each, on the average, instead of 4 and two seconds.
const MANY_IF_KEPT: usize = 200;

/// So many take longer than making the tables, in half a minute.
const MANY: usize = 2000;

/// Which lower bound is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Heuristic {
    /// The distances of all tiles from their goals, added: the seed's.
    Manhattan,
    /// Pattern tables: the name of a partition, or a partition written out.
    Patterns(String),
}

impl Heuristic {
    /// Reads what a user writes.
    pub(super) fn parse(text: &str) -> Self {
        if text == "manhattan" { Self::Manhattan } else { Self::Patterns(text.to_owned()) }
    }

    /// The bound that pays for so many positions with one goal, if it is another one than the
    /// default: the largest tables with a name, unless they do not fit into memory.
    pub(super) fn for_many(goal: &SlidingPosition, count: usize, run: &Run<'_>) -> Option<Self> {
        const NAME: &str = "7-8";
        let shapes = Partition::parse(goal.board(), goal.blank(), NAME).ok()?.shapes();
        let enough = if are_kept(&shapes, run) { MANY_IF_KEPT } else { MANY };
        (count >= enough && check_memory(&shapes, run).is_ok())
            .then(|| Self::Patterns(NAME.to_owned()))
    }
}

/// The bound itself.
#[derive(Debug)]
pub(super) enum Guides {
    Plain(Manhattan),
    One(Patterns<1>),
    Two(Box<Patterns<2>>),
    SpreadOne(SpreadPatterns<1>),
    SpreadTwo(SpreadPatterns<2>),
}

/// Does the same with each kind of guide.
macro_rules! with_guide {
    ($bound:expr, $guide:ident => $action:expr) => {
        match &$bound.guides {
            $crate::slide::bound::Guides::Plain($guide) => $action,
            $crate::slide::bound::Guides::One($guide) => $action,
            $crate::slide::bound::Guides::Two(boxed) => {
                let $guide = &**boxed;
                $action
            }
            $crate::slide::bound::Guides::SpreadOne($guide) => $action,
            $crate::slide::bound::Guides::SpreadTwo($guide) => $action,
        }
    };
}
pub(super) use with_guide;

/// A lower bound for all positions with one goal.
#[derive(Debug)]
pub(super) struct Bound {
    goal: SlidingPosition,
    name: String,
    pub(super) guides: Guides,
    /// Leaves out detours, and with them some of the shortest solutions but never all.
    pub(super) automaton: Automaton,
    /// What went wrong on the way without doing harm.
    warnings: Vec<String>,
    /// How many entries of its tables were proved right.
    proved_entries: usize,
}

impl Bound {
    /// Prepares a bound for a goal. If nobody says which: pattern tables that are made in less than
    /// a second.
    ///
    /// # Errors
    /// If the partition does not fit the board, its tables do not fit into memory, or making them
    /// is stopped.
    pub(super) fn prepare(
        goal: &SlidingPosition,
        heuristic: Option<&Heuristic>,
        trust: Trust,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        let board = goal.board();
        let (partition, name) = match heuristic {
            Some(Heuristic::Manhattan) => {
                return Ok(Self::manhattan(goal));
            }
            Some(Heuristic::Patterns(text)) => {
                let partition = Partition::parse(board, goal.blank(), text);
                (partition.map_err(Halt::Heuristic)?, text.clone())
            }
            None => default_partition(board, goal.blank()),
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
        let (name, guides) = match partition.reflections().first() {
            Some(mirrored) => {
                let both = [&partition, mirrored];
                let guides = match SpreadPatterns::new(goal, both, &tables, room)? {
                    Some(spread) => Guides::SpreadTwo(spread),
                    None => Guides::Two(Box::new(Patterns::new(goal, both, &packed(tables))?)),
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
        let goal = goal.clone();
        Ok(Self { goal, name, guides, automaton, warnings, proved_entries })
    }

    /// The plain bound, and no detours left out but going straight back: the seed's search.
    fn manhattan(goal: &SlidingPosition) -> Self {
        Self {
            goal: goal.clone(),
            name: "manhattan".to_owned(),
            guides: Guides::Plain(Manhattan::new(goal.board())),
            automaton: Automaton::no_way_back(),
            warnings: Vec::new(),
            proved_entries: 0,
        }
    }

    /// The goal it is for.
    pub(super) fn goal(&self) -> &SlidingPosition {
        &self.goal
    }

    /// What it is called.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// What went wrong on the way without doing harm: tables that could not be read or kept.
    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// How many entries of its tables were proved right: all, or none.
    pub(super) fn proved_entries(&self) -> usize {
        self.proved_entries
    }

    /// Whether it is the plain one.
    pub(super) fn is_plain(&self) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_drive::{Host, StoredTable, TableStore};

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
            Heuristic::for_many(&solved(board), count, &Run::new(kept))
        };
        let mut kept = Named(Vec::new());
        let large = Some(Heuristic::parse("7-8"));
        assert_eq!(choice("4x4", 1999, &kept), None);
        assert_eq!(choice("4x4", 2000, &kept), large);
        assert_eq!(choice("3x3", 5000, &kept), None);
        for name in ["0.1.2.3.4.5.6.7", "0.1.2.4.5.6.7-3"] {
            assert_eq!(choice("4x4", 200, &kept), None);
            kept.0.push(format!("pattern-4x4-{name}"));
        }
        assert_eq!((choice("4x4", 199, &kept), choice("4x4", 200, &kept)), (None, large));
    }
}
