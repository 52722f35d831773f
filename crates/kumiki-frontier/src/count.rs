//! Counting runs: a problem, an order of vertices, and a walk from level to level.

use crate::dense;
use crate::entry::Entry;
use crate::plan::Plan;
use crate::problem::{FrontierError, WithRule};
use crate::rule::Rule;
use crate::walk::{AnyWalk, Turn, Walk};
use kumiki_search::{Fuel, Progress, Stages};
use num_bigint::BigUint;

/// Why a count paused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pause {
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
    by_parity: Vec<BigUint>,
}

impl Tally {
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
    walk: Option<Box<dyn AnyWalk>>,
    next_unit: usize,
    peak_states: u64,
    peak_bytes: usize,
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
    part_bits: u32,
    parities: usize,
}

impl WithRule for Start {
    type Output = Box<dyn AnyWalk>;

    fn run<R: Rule + 'static>(self, rule: R) -> Box<dyn AnyWalk> {
        Walk::<R, R::First>::start(rule, self.part_bits, self.parities)
            .or_else(|rule| {
                Walk::<R, <R::First as Entry>::Wider>::start(rule, self.part_bits, self.parities)
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
        assert!(part_bits <= 16, "at most 65536 parts");
        let parities = if plan.network().turns() > 1 { 2 } else { 1 };
        let walk = match plan.arrays().filter(|_| keys == crate::Keys::Narrow) {
            Some((settlings, is_flat)) => dense::start(settlings, is_flat, parities),
            None => plan.with_rule(keys, Start { part_bits, parities })?,
        };
        Ok(Self {
            walk: Some(walk),
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
    pub fn advance(&mut self, fuel: &mut Fuel) -> Pause {
        loop {
            while self.next_unit < self.unit_count() {
                if fuel.0 == 0 {
                    return Pause::OutOfFuel;
                }
                let cost = self.work(self.next_unit);
                fuel.0 = fuel.0.saturating_sub(cost);
                self.next_unit += 1;
            }
            match self.turn() {
                Round::Next | Round::Level => {}
                Round::Counted(tally) => return Pause::Counted(tally),
                Round::TooLarge => return Pause::TooLarge,
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
