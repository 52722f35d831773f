//! Counting level by level.

use crate::layout::{Fields, Stage, stages};
use crate::level::{Level, Overflow};
use crate::order::Order;
use crate::weight::Weight;
use kumiki_plan::Plan;
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Turn, read_size,
};
use num_bigint::BigUint;

/// Runs an expression on the walk inside.
macro_rules! on_walk {
    ($any:expr, $walk:ident => $body:expr) => {
        match $any {
            AnyWalk::One($walk) => $body,
            AnyWalk::Two($walk) => $body,
            AnyWalk::Four($walk) => $body,
        }
    };
}

/// A count under way: an item order, and the states reached so far.
#[derive(Clone, Debug)]
pub struct MemoCount {
    /// The states reached so far, with as many words as they need.
    walk: AnyWalk,
    /// How many items there are to settle.
    step_count: usize,
    /// For each step how many items are remembered before it.
    widths: Vec<usize>,
}

/// A plan that does not suit: states longer than [`crate::MAX_STATE_BITS`], or not plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsuited {
    /// It has multiplicities, requirements or options without primary items.
    NotPlain,
    /// It has so many choices that the count might need more than [`crate::MAX_COUNT_BITS`] bits.
    TooManyChoices {
        /// How many bits it might need.
        bits: u64,
    },
    /// Its states would be too long.
    TooWide {
        /// How many bits they would have.
        bits: usize,
    },
}

impl std::fmt::Display for Unsuited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotPlain => {
                write!(f, "problem with multiplicities, requirements or free options")
            }
            Self::TooManyChoices { bits } => {
                write!(f, "counts of {bits} bits, expected at most {}", crate::MAX_COUNT_BITS)
            }
            Self::TooWide { bits } => {
                write!(f, "states of {bits} bits, expected at most {}", crate::MAX_STATE_BITS)
            }
        }
    }
}

impl std::error::Error for Unsuited {}

impl MemoCount {
    /// Starts to count, in the most promising of a few orders.
    ///
    /// # Errors
    /// If the plan does not suit.
    pub fn new(plan: &Plan) -> Result<Self, Unsuited> {
        Self::in_order(plan, Order::best)
    }

    /// Starts to count in the opposite order, so that all states are others: a second opinion.
    ///
    /// # Errors
    /// If the plan does not suit.
    pub fn backwards(plan: &Plan) -> Result<Self, Unsuited> {
        Self::in_order(plan, |plan| Order::best(plan).reversed(plan))
    }

    fn in_order(plan: &Plan, order: impl Fn(&Plan) -> Order) -> Result<Self, Unsuited> {
        if !plan.is_plain() {
            return Err(Unsuited::NotPlain);
        }
        let order = order(plan);
        order.check_choices()?;
        let fields = Fields::new(plan, &order);
        let walk = match fields.bits {
            0..=64 => AnyWalk::One(Walk::new(stages(plan, &order, &fields))),
            65..=128 => AnyWalk::Two(Walk::new(stages(plan, &order, &fields))),
            129..=256 => AnyWalk::Four(Walk::new(stages(plan, &order, &fields))),
            bits => return Err(Unsuited::TooWide { bits }),
        };
        let widths = std::iter::once(0).chain(order.widths()).collect();
        Ok(Self { walk, step_count: order.items.len(), widths })
    }

    /// How many items there are to settle.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.step_count
    }

    /// How many of them have been settled.
    #[must_use]
    pub fn steps_done(&self) -> usize {
        on_walk!(&self.walk, walk => walk.step)
    }

    /// How many states the finished steps have looked at.
    #[must_use]
    pub fn states_seen(&self) -> u64 {
        on_walk!(&self.walk, walk => walk.states_seen)
    }

    /// How much fuel the rest of the count takes, roughly, and mostly too little: as if there were
    /// as many states as one gets by doubling them for each item that is remembered, so many times
    /// as it took to come to those at hand.
    #[must_use]
    pub fn fuel_ahead(&self) -> f64 {
        let [at, states] = on_walk!(&self.walk, walk => [walk.step, walk.levels.len()]);
        let rate = (states.max(1) as f64).log2() / self.widths[at].max(1) as f64;
        let cost =
            |step: usize| on_walk!(&self.walk, walk => walk.stages[step].moves.len() as f64 + 1.0);
        let states_at = |step: usize| (rate * self.widths[step] as f64).exp2();
        (at..self.step_count).map(|step| states_at(step) * cost(step)).sum()
    }

    /// The bytes that the states take at present.
    #[must_use]
    pub fn bytes(&self) -> usize {
        on_walk!(&self.walk, walk => walk.levels.bytes())
    }
}

/// Walks by words per state.
#[derive(Clone, Debug)]
enum AnyWalk {
    /// States of up to 64 bits.
    One(Walk<1>),
    /// States of up to 128 bits.
    Two(Walk<2>),
    /// States of up to 256 bits.
    Four(Walk<4>),
}

/// States on their way through the stages.
///
/// * **W1** The states at hand are those before stage `step`; `done` of them have been led on.
#[derive(Clone, Debug)]
struct Walk<const K: usize> {
    /// One for each primary item, in the order in which they are settled.
    stages: Vec<Stage<K>>,
    /// How many stages have been finished (W1).
    step: usize,
    /// How many of the states at hand have been led on (W1).
    done: usize,
    /// How many states the finished stages have led on.
    states_seen: u64,
    /// The states before the present stage, and those after it.
    levels: Levels<K>,
}

/// The level at hand and the one after it, with weights that have room for all sums so far. A limb
/// has 64 bits.
#[derive(Clone, Debug)]
enum Levels<const K: usize> {
    Limbs1(Pair<K, 1>),
    Limbs2(Pair<K, 2>),
    Limbs4(Pair<K, 4>),
    Limbs8(Pair<K, 8>),
    Limbs16(Pair<K, 16>),
    Limbs64(Pair<K, 64>),
    Limbs1024(Pair<K, 1024>),
}

/// The level at hand and the one after it.
#[derive(Clone, Debug)]
struct Pair<const K: usize, const L: usize> {
    /// The states before the present stage (W1).
    now: Level<K, L>,
    /// Those that the first of them have led to. What is there is void if a sum overflows.
    next: Level<K, L>,
}

/// Runs an expression on the pair inside.
macro_rules! on_levels {
    ($any:expr, $pair:ident => $body:expr) => {
        match $any {
            Levels::Limbs1($pair) => $body,
            Levels::Limbs2($pair) => $body,
            Levels::Limbs4($pair) => $body,
            Levels::Limbs8($pair) => $body,
            Levels::Limbs16($pair) => $body,
            Levels::Limbs64($pair) => $body,
            Levels::Limbs1024($pair) => $body,
        }
    };
}

impl<const K: usize> Levels<K> {
    fn bytes(&self) -> usize {
        on_levels!(self, pair => pair.now.bytes() + pair.next.bytes())
    }

    /// How many states are at hand.
    fn len(&self) -> usize {
        on_levels!(self, pair => pair.now.len())
    }

    /// The same levels with more room in their weights.
    fn widen(&self) -> Self {
        match self {
            Self::Limbs1(pair) => Self::Limbs2(pair.widen()),
            Self::Limbs2(pair) => Self::Limbs4(pair.widen()),
            Self::Limbs4(pair) => Self::Limbs8(pair.widen()),
            Self::Limbs8(pair) => Self::Limbs16(pair.widen()),
            Self::Limbs16(pair) => Self::Limbs64(pair.widen()),
            Self::Limbs64(pair) => Self::Limbs1024(pair.widen()),
            Self::Limbs1024(_) => unreachable!("the choices were counted beforehand"),
        }
    }
}

impl<const K: usize, const L: usize> Pair<K, L> {
    fn widen<const M: usize>(&self) -> Pair<K, M> {
        Pair { now: self.now.widen(), next: self.next.widen() }
    }

    /// Leads the states from `done` on through a stage. A state is led on whole or, on overflow,
    /// not at all in effect: what was added for it is void, because the level is begun anew.
    fn lead(
        &mut self,
        stage: &Stage<K>,
        done: &mut usize,
        fuel: &mut Fuel,
    ) -> Result<bool, Overflow> {
        let cost = u64::try_from(stage.moves.len()).unwrap_or(u64::MAX);
        while *done < self.now.len() {
            if !fuel.burn() {
                return Ok(false);
            }
            // A state costs as much as the options that are looked at for it.
            fuel.0 = fuel.0.saturating_sub(cost);
            let (state, weight) = self.now.state(*done);
            for (_, after) in stage.after(state) {
                self.next.add(&after, weight)?;
            }
            *done += 1;
        }
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.clear();
        Ok(true)
    }
}

impl<const K: usize> Walk<K> {
    fn new(stages: Vec<Stage<K>>) -> Self {
        let mut now = Level::new();
        now.add(&[0; K], &Weight::<1>::one()).expect("1 fits");
        Self {
            stages,
            step: 0,
            done: 0,
            states_seen: 0,
            levels: Levels::Limbs1(Pair { now, next: Level::new() }),
        }
    }

    fn advance(&mut self, fuel: &mut Fuel) -> Option<BigUint> {
        while let Some(stage) = self.stages.get(self.step) {
            match on_levels!(&mut self.levels, pair => pair.lead(stage, &mut self.done, fuel)) {
                Ok(true) => {
                    self.step += 1;
                    self.states_seen += std::mem::take(&mut self.done) as u64;
                }
                Ok(false) => return None,
                Err(Overflow) => {
                    self.levels = self.levels.widen();
                    on_levels!(&mut self.levels, pair => pair.next.clear());
                    self.done = 0;
                }
            }
        }
        // Nothing is remembered in the end, so there is one state, or none if there is no solution.
        Some(on_levels!(&self.levels, pair => {
            pair.now.iter().map(|(_, weight)| weight.to_big()).sum()
        }))
    }
}

/// A state costs a unit of fuel, and so does every option that could be taken in it.
impl Stages for MemoCount {
    type Answer = BigUint;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<BigUint> {
        let count = on_walk!(&mut self.walk, walk => walk.advance(fuel));
        count.map_or(Turn::Going, Turn::Done)
    }

    fn progress(&self) -> Progress {
        let [done, all] = [self.steps_done(), self.step_count()].map(|steps| steps as u64);
        Progress { done, all, note: String::new() }
    }
}

impl Snapshot for MemoCount {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        on_walk!(&self.walk, walk => walk.save(record));
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        on_walk!(&mut self.walk, walk => walk.load(records))
    }
}

/// The records are: the name; the step, the states done in it, the states seen and the limbs of a
/// weight; then two lists, the states at hand and those after them.
impl<const K: usize> Walk<K> {
    /// The words of a state, the number of stages, and a digest of what they do.
    fn name(&self) -> [u64; 3] {
        let digest = Digest::of(self.stages.iter().flat_map(Stage::numbers));
        [K as u64, self.stages.len() as u64, digest]
    }

    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        let limbs = on_levels!(&self.levels, pair => pair.limbs()) as u64;
        writer.numbers(&[self.step as u64, self.done as u64, self.states_seen, limbs]);
        on_levels!(&self.levels, pair => {
            pair.now.save(&mut writer);
            pair.next.save(&mut writer);
        });
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [step, done, states_seen, limbs] = reader.numbers()?;
        let levels = match limbs {
            1 => Levels::Limbs1(Pair::load(&mut reader)?),
            2 => Levels::Limbs2(Pair::load(&mut reader)?),
            4 => Levels::Limbs4(Pair::load(&mut reader)?),
            8 => Levels::Limbs8(Pair::load(&mut reader)?),
            16 => Levels::Limbs16(Pair::load(&mut reader)?),
            64 => Levels::Limbs64(Pair::load(&mut reader)?),
            1024 => Levels::Limbs1024(Pair::load(&mut reader)?),
            _ => return Err(BadSnapshot),
        };
        reader.finish()?;
        let (step, done) = (read_size(step)?, read_size(done)?);
        let is_there = on_levels!(&levels, pair => done <= pair.now.len());
        if !is_there || step > self.stages.len() {
            return Err(BadSnapshot);
        }
        (self.step, self.done, self.states_seen, self.levels) = (step, done, states_seen, levels);
        Ok(())
    }
}

impl<const K: usize, const L: usize> Pair<K, L> {
    fn limbs(&self) -> usize {
        L
    }

    fn load(reader: &mut RecordReader<'_>) -> Result<Self, BadSnapshot> {
        Ok(Self { now: Level::load(reader)?, next: Level::load(reader)? })
    }
}
