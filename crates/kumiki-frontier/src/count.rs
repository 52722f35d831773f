//! Counting runs: a problem, an order of vertices, and a walk from level to level.

use crate::dense;
use crate::entry::Entry;
use crate::plan::Plan;
use crate::problem::{FrontierError, WithRule};
use crate::rule::Rule;
use crate::walk::{AnyWalk, Cutting, Turn, Walk};
use kumiki_search::{
    BadSnapshot, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, read_size,
};
use num_bigint::BigUint;

/// The most bits of a hash that say in which part a state belongs.
pub(crate) const MOST_PART_BITS: u32 = 16;

/// Why a count paused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// All vertices are settled, and this is how many solutions there are.
    Counted(Tally),
    /// Call again with more: nothing is lost.
    OutOfFuel,
    /// A count needs more than 1024 bits.
    TooLarge,
}

/// How many solutions there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Solutions with an even total label and, if the network has labels, those with an odd one.
    by_parity: Vec<BigUint>,
}

impl Tally {
    /// So many solutions by parity.
    pub(crate) fn new(by_parity: Vec<BigUint>) -> Self {
        Self { by_parity }
    }

    /// All solutions.
    #[must_use]
    pub fn total(&self) -> BigUint {
        self.by_parity.iter().sum()
    }

    /// The solutions by the total label of their edges: those with an even label, and, if the
    /// network has labels, those with an odd one. Only for cycles through all vertices are labels
    /// looked at; otherwise all count as even.
    #[must_use]
    pub fn by_parity(&self) -> &[BigUint] {
        &self.by_parity
    }

    /// The cycles whose total label generates the group: those that lift to a single cycle. In a
    /// group of two or four elements these are the odd ones.
    #[must_use]
    pub fn generating(&self) -> BigUint {
        self.by_parity.last().cloned().unwrap_or_default()
    }
}

/// A count under way.
///
/// With one thread, call [`Count::advance`]. With several, let them share the units of a round:
///
/// ```
/// use kumiki_frontier::{Count, Keys, Plan, Problem, Round};
/// use kumiki_model::Graph;
///
/// let plan = Plan::new(&(&Graph::grid(4, 5)?).into(), Problem::PerfectMatchings)?;
/// let mut count = Count::new(&plan, 3, Keys::Narrow)?;
/// let tally = loop {
///     for unit in 0..count.unit_count() {
///         count.work(unit); // by any thread, in any order
///     }
///     if let Round::Counted(tally) = count.turn() {
///         break tally;
///     }
/// };
/// assert_eq!(tally.total(), 95u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Count {
    /// The levels, in arrays or tables. `None` only while it is replaced by a wider one or read.
    walk: Option<Box<dyn AnyWalk>>,
    /// What tells it from other counts in snapshots: digests of the plan and of the cutting,
    /// whether arrays are used, and whether keys are wide.
    name: [u64; 4],
    /// First unit of the current round that `advance` has not run; at most `unit_count()`.
    next_unit: usize,
    /// The most states of a level so far; 1 at the start.
    peak_states: u64,
    /// The most bytes held at the end of a round so far.
    peak_bytes: usize,
    /// Element k: states after k vertices. It begins with 1 for the start.
    level_states: Vec<u64>,
}

/// What follows a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Round {
    /// Another round of the same level.
    Next,
    /// The first round of a level: nothing is in flight, and all there is to know lies in the
    /// states.
    Level,
    /// Nothing: this is how many solutions there are.
    Counted(Tally),
    /// Nothing: a count needs more than 1024 bits.
    TooLarge,
}

struct Start {
    /// Levels are cut into `1 << part_bits` parts; at most `MOST_PART_BITS`.
    part_bits: u32,
    /// How levels are cut into units.
    cutting: Cutting,
    /// How many totals there are: 2 if the network has labels, otherwise 1.
    parities: usize,
}

impl WithRule for Start {
    type Output = Box<dyn AnyWalk>;

    fn run<R: Rule + 'static>(self, rule: R) -> Box<dyn AnyWalk> {
        let Self { part_bits, cutting, parities } = self;
        Walk::<R, R::First>::start(rule, part_bits, cutting, parities)
            .or_else(|rule| {
                Walk::<R, <R::First as Entry>::Wider>::start(rule, part_bits, cutting, parities)
            })
            .ok()
            .expect("a count 1 fits into 64 bits")
    }
}

impl Count {
    /// Starts to count. Levels are cut into `1 << part_bits` parts: 0 is best for one thread, and
    /// for several a few parts for each.
    ///
    /// # Errors
    /// If the frontier is too wide for a key.
    ///
    /// # Panics
    /// If `part_bits` is more than 16.
    pub fn new(plan: &Plan, part_bits: u32, keys: crate::Keys) -> Result<Self, FrontierError> {
        Self::in_units(plan, part_bits, keys, Cutting::USUAL)
    }

    /// The same with levels cut in another way.
    ///
    /// # Errors
    /// If the frontier is too wide for a key.
    ///
    /// # Panics
    /// If `part_bits` is more than 16.
    pub fn in_units(
        plan: &Plan,
        part_bits: u32,
        keys: crate::Keys,
        cutting: Cutting,
    ) -> Result<Self, FrontierError> {
        assert!(part_bits <= MOST_PART_BITS, "at most 65536 parts");
        let parities = if plan.network().turns() > 1 { 2 } else { 1 };
        let arrays = plan.arrays().filter(|_| keys == crate::Keys::Narrow);
        let is_dense = arrays.is_some();
        let walk = match arrays {
            Some((settlings, is_flat)) => dense::start(settlings, is_flat, parities, cutting),
            None => plan.with_rule(keys, Start { part_bits, cutting, parities })?,
        };
        let units = [cutting.unit_states, cutting.round_units, cutting.block_states];
        let units = kumiki_search::Digest::of(units.map(|size| size as u64));
        let is_wide = keys == crate::Keys::Wide;
        let name = [plan.digest(), units, u64::from(is_dense), u64::from(is_wide)];
        Ok(Self {
            walk: Some(walk),
            name,
            next_unit: 0,
            peak_states: 1,
            peak_bytes: 0,
            level_states: vec![1],
        })
    }

    fn walk(&self) -> &dyn AnyWalk {
        self.walk.as_deref().expect("a walk is only away while it is widened")
    }

    /// How many units the current round has.
    #[must_use]
    pub fn unit_count(&self) -> usize {
        self.walk().unit_count()
    }

    /// Runs a unit of the current round: each must run exactly once before [`Count::turn`]. Says
    /// how many states it went through.
    pub fn work(&self, unit: usize) -> u64 {
        self.walk().work(unit)
    }

    /// Goes on to the next round.
    pub fn turn(&mut self) -> Round {
        self.next_unit = 0;
        self.peak_bytes = self.peak_bytes.max(self.walk().bytes());
        let mut walk = self.walk.take().expect("a walk is only away while it is widened");
        let turn = walk.turn();
        let round = match turn {
            Turn::Round => Round::Next,
            Turn::Level => Round::Level,
            Turn::End => {
                let by_parity = walk.totals().iter().map(crate::entry::Total::get).collect();
                Round::Counted(Tally { by_parity })
            }
            Turn::Overflow if walk.can_widen() => {
                walk = walk.widen();
                Round::Next
            }
            Turn::Overflow => Round::TooLarge,
        };
        self.walk = Some(walk);
        if turn == Turn::Level {
            let states = self.walk().state_count();
            self.peak_states = self.peak_states.max(states);
            self.level_states.push(states);
        }
        round
    }

    /// Counts until the end or until the fuel is gone. A state costs one unit of fuel.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Step {
        loop {
            while self.next_unit < self.unit_count() {
                if fuel.0 == 0 {
                    return Step::OutOfFuel;
                }
                let cost = self.work(self.next_unit);
                fuel.0 = fuel.0.saturating_sub(cost);
                self.next_unit += 1;
            }
            match self.turn() {
                Round::Next | Round::Level => {}
                Round::Counted(tally) => return Step::Counted(tally),
                Round::TooLarge => return Step::TooLarge,
            }
        }
    }

    /// How many vertices have been settled, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.walk().progress()
    }

    /// The states of each level so far.
    #[must_use]
    pub fn level_states(&self) -> &[u64] {
        &self.level_states
    }

    /// The most states of a level so far.
    #[must_use]
    pub fn peak_states(&self) -> u64 {
        self.peak_states
    }

    /// The most bytes held at the end of a round so far.
    #[must_use]
    pub fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    /// The bytes held now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.walk().bytes()
    }

    /// How many states have been made so far, equal ones counted each time.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.walk().transitions()
    }
}

impl Stages for Count {
    /// None if a count needs more than 1024 bits.
    type Answer = Option<Tally>;

    fn unit_count(&self) -> usize {
        self.unit_count()
    }

    fn work(&self, unit: usize) -> u64 {
        self.work(unit)
    }

    fn advance(&mut self, _: &mut Fuel) -> kumiki_search::Turn<Option<Tally>> {
        use kumiki_search::Turn::{Done, Going};
        match self.turn() {
            Round::Next | Round::Level => Going,
            Round::Counted(tally) => Done(Some(tally)),
            Round::TooLarge => Done(None),
        }
    }

    fn progress(&self) -> Progress {
        let (settled, all) = self.progress();
        let states = self.level_states().last().copied().unwrap_or(1);
        let note = format!("{settled} of {all} vertices, {states} states");
        // The levels differ too much to be a measure.
        Progress { done: 0, all: 0, note }
    }
}

/// The records are: the name; peaks, and the width of the entries; the states of each level so far;
/// and those of the walk. With how many parts a count was begun does not matter: it goes on with
/// the parts that were written down.
impl Snapshot for Count {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name);
        writer.numbers(&[self.walk().width(), self.peak_states, self.peak_bytes as u64]);
        writer.list(1, &self.level_states, |states, line| line.push(*states));
        self.walk().save(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name)?;
        let [width, peak_states, peak_bytes] = reader.numbers()?;
        let (peak_bytes, level_states) = (read_size(peak_bytes)?, reader.words()?);
        let mut walk = self.walk.take().expect("a walk is only away while it is widened");
        while walk.width() != width && walk.can_widen() {
            walk = walk.widen();
        }
        let read = if walk.width() == width { walk.load(&mut reader) } else { Err(BadSnapshot) };
        self.walk = Some(walk);
        read?;
        reader.finish()?;
        (self.peak_states, self.peak_bytes, self.next_unit) = (peak_states, peak_bytes, 0);
        self.level_states = level_states;
        Ok(())
    }
}
