//! Counts whose levels are in scratch: for levels that do not fit into memory.
//!
//! A level is cut into parts, and each part is a run of records in a [`Scratch`] that whoever runs
//! the count has brought. One part after another is read, and what follows from it is gathered in
//! memory and then written to the parts of the next level. `arrays` and `tables` say how, for
//! states without and with keys; they have the rules and the arithmetic of [`Count`](crate::Count).
//! `runs` has the bytes, with checksums; `numbers` writes counts in as few bytes as they need, and
//! `passage` knows the way. Counts that do not fit into a word are only a matter of what is in
//! memory: what was gathered is forgotten, and the same records are read again with more room. In a
//! run every record has a width of its own.

mod arrays;
mod numbers;
mod passage;
mod runs;
mod saving;
mod tables;

use crate::count::Tally;
use crate::entry::Total;
use crate::plan::Plan;
use crate::problem::{FrontierError, Keys, WithRule};
use crate::rule::Rule;
use kumiki_search::{Fuel, Progress, Scratch, Stages};
use passage::Passage;
use saving::Keeping;
use std::{fmt, io};

/// Why a count in scratch cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// There is no room for what is to be written.
    Full,
    /// It cannot be written or read, for a reason.
    Unusable {
        /// What cannot be done: `written` or `read`.
        what: &'static str,
        /// Why.
        reason: String,
    },
    /// What is read is not what was written.
    Damaged {
        /// The number of the run.
        run: u64,
    },
    /// What was written makes no sense: a bug.
    Strange,
}

impl Fault {
    /// What would have been better, in a few words.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        match self {
            Self::Full => "more room",
            Self::Strange => "a report of it",
            Self::Unusable { .. } | Self::Damaged { .. } => "a disk that keeps what is written",
        }
    }

    fn writing(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            _ => Self::Unusable { what: "written", reason: error.to_string() },
        }
    }

    fn reading(error: &io::Error) -> Self {
        Self::Unusable { what: "read", reason: error.to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("there is no room for the next part of a level"),
            Self::Unusable { what, reason } => {
                write!(f, "a part of a level cannot be {what}: {reason}")
            }
            Self::Damaged { run } => {
                write!(f, "part {run} is damaged: its checksum is not that of what was written")
            }
            Self::Strange => f.write_str("bug: a part of a level makes no sense"),
        }
    }
}

impl std::error::Error for Fault {}

/// What came of going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// The fuel is gone.
    Going,
    /// A level is complete: for counts in arrays the next one with so many states, in tables this
    /// one.
    Level(u64),
    /// A pass is complete: nothing is in memory but what waits to be written.
    Pass,
    /// All levels are complete.
    End,
    /// A count did not fit: what has been gathered is to be gathered again with more room.
    Overflow,
}

/// A count in scratch with any rule and counts of any width.
pub(crate) trait Filing<'s>: Send + Sync {
    /// Goes on until the fuel is gone, or something is complete.
    fn advance(&mut self, fuel: &mut Fuel) -> Result<Turn, Fault>;
    /// Whether there is a wider count.
    fn can_widen(&self) -> bool;
    /// The same count with more room for counts; what was gathered is gathered again.
    fn widen(self: Box<Self>) -> Box<dyn Filing<'s> + 's>;
    /// Where it stands.
    fn passage(&self) -> &Passage<'s>;
    /// The same, to go on from somewhere else.
    fn passage_mut(&mut self) -> &mut Passage<'s>;
    /// States of a level that is not complete.
    fn states(&self) -> u64;
    /// Goes on from where the passage is now, with so many states of a level that is not complete.
    fn take_up(&mut self, states: u64);
    /// The bytes held, but for chunks.
    fn bytes(&self) -> usize;
}

/// A count under way whose levels are in scratch.
///
/// ```
/// use kumiki_frontier::{FiledCount, Keys, Plan, Problem};
/// use kumiki_model::Graph;
/// use kumiki_search::{Fuel, MemoryScratch, Stages, Turn};
///
/// let plan = Plan::new(&(&Graph::grid(4, 5)?).into(), Problem::PerfectMatchings)?;
/// let scratch = MemoryScratch::default();
/// let mut count = FiledCount::new(&plan, Keys::Narrow, &scratch, 1 << 16)??;
/// let Turn::Done(tally) = count.advance(&mut Fuel::unlimited()) else { unreachable!() };
/// assert_eq!(tally?.expect("few bits").total(), 95u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FiledCount<'s> {
    /// The levels. `None` only while it is replaced by a wider one.
    filing: Option<Box<dyn Filing<'s> + 's>>,
    /// Element k: states after k vertices.
    level_states: Vec<u64>,
    /// The most bytes held after a sip so far.
    peak_bytes: usize,
    /// Whether states have no keys.
    is_dense: bool,
    /// What it needs to be resumed, if the scratch is kept.
    keeping: Keeping,
}

struct Start<'s> {
    parities: usize,
    expected: Vec<u128>,
    scratch: &'s dyn Scratch,
    budget: usize,
}

impl<'s> WithRule for Start<'s> {
    type Output = Result<Box<dyn Filing<'s> + 's>, Fault>;

    fn run<R: Rule + 'static>(self, rule: R) -> Self::Output {
        tables::start(rule, self.parities, self.expected, self.scratch, self.budget)
    }
}

impl<'s> FiledCount<'s> {
    /// Starts to count, with about so many bytes of memory. No other count may use the scratch at
    /// the same time.
    ///
    /// # Errors
    /// If the frontier is too wide for a key; inside, if the scratch takes nothing.
    pub fn new(
        plan: &Plan,
        keys: Keys,
        scratch: &'s dyn Scratch,
        budget_bytes: usize,
    ) -> Result<Result<Self, Fault>, FrontierError> {
        let parities = if plan.network().turns() > 1 { 2 } else { 1 };
        let arrays = plan.arrays().filter(|_| keys == Keys::Narrow);
        let is_dense = arrays.is_some();
        let expected = plan.expected_states(is_dense).to_vec();
        let budget = budget_bytes;
        let filing = match arrays {
            Some((settlings, is_flat)) => {
                arrays::start(settlings, is_flat, parities, expected, scratch, budget)
            }
            None => plan.with_rule(keys, Start { parities, expected, scratch, budget })?,
        };
        // In tables the start is a level like others, if there are any.
        let is_known = is_dense || plan.order().is_empty();
        let level_states = if is_known { vec![1] } else { Vec::new() };
        let keeping = Keeping::default();
        let begun =
            |filing| Self { filing: Some(filing), level_states, peak_bytes: 0, is_dense, keeping };
        Ok(filing.map(begun))
    }

    fn filing(&self) -> &dyn Filing<'s> {
        self.filing.as_deref().expect("a count is only away while it is widened")
    }

    fn passage_mut(&mut self) -> &mut Passage<'s> {
        self.filing.as_mut().expect("a count is only away while it is widened").passage_mut()
    }

    /// The states of each level so far.
    #[must_use]
    pub fn level_states(&self) -> &[u64] {
        &self.level_states
    }

    /// The most states of a level so far.
    #[must_use]
    pub fn peak_states(&self) -> u64 {
        self.level_states.iter().copied().max().unwrap_or(1)
    }

    /// The most bytes of memory held after a sip so far.
    #[must_use]
    pub fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    /// How many bytes have been written so far.
    #[must_use]
    pub fn written_bytes(&self) -> u64 {
        self.filing().passage().written()
    }

    /// Whether states have no keys.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        self.is_dense
    }
}

impl Stages for FiledCount<'_> {
    /// None if a count needs more than 1024 bits.
    type Answer = Result<Option<Tally>, Fault>;

    fn advance(&mut self, fuel: &mut Fuel) -> kumiki_search::Turn<Self::Answer> {
        use kumiki_search::Turn::{Done, Going};
        if let Some(fault) = self.keeping.fault.take() {
            return Done(Err(fault));
        }
        loop {
            if self.keeping.is_wanted && self.keeping.is_between {
                return Going;
            }
            self.keeping.is_between = false;
            let mut filing = self.filing.take().expect("a count is only away while it is widened");
            let turn = filing.advance(fuel);
            self.peak_bytes = self.peak_bytes.max(filing.bytes() + filing.passage().held());
            if turn == Ok(Turn::Overflow) && filing.can_widen() {
                self.filing = Some(filing.widen());
                continue;
            }
            let totals = turn == Ok(Turn::End);
            let totals = totals.then(|| filing.passage().totals.iter().map(Total::get).collect());
            self.filing = Some(filing);
            match turn {
                Ok(Turn::Going) => return Going,
                Ok(Turn::Pass) => self.keeping.is_between = true,
                Ok(Turn::Level(states)) => {
                    self.level_states.push(states);
                    self.keeping.is_between = true;
                }
                // The end is written down first, so that its files can go.
                Ok(Turn::End) if self.filing().passage().is_kept() && !self.keeping.is_told => {
                    self.keeping.is_between = true;
                    self.keeping.is_told = true;
                    return Going;
                }
                Ok(Turn::End) => return Done(Ok(totals.map(Tally::new))),
                Ok(Turn::Overflow) => return Done(Ok(None)),
                Err(fault) => return Done(Err(fault)),
            }
            if fuel.0 == 0 {
                return Going;
            }
        }
    }

    fn progress(&self) -> Progress {
        let passage = self.filing().passage();
        let ((settled, all), (part, parts)) = (passage.progress(), passage.part());
        let states = self.level_states.last().copied().unwrap_or(1);
        let note = format!("{settled} of {all} vertices, part {part} of {parts}, {states} states");
        // The levels differ too much to be a measure.
        Progress { done: 0, all: 0, note }
    }
}
