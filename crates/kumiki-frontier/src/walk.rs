//! One level of states after another: the loop that counts.
//!
//! A level is cut into *parts* by bits of the hash. It is worked through in rounds of two kinds,
//! each a number of units that can run on different threads:
//!
//! * **W1** Expanding: a unit takes some thousand states of the level, settles the next vertex in
//!   all ways and sorts the children by part. With one part only, it puts them into the table at
//!   once.
//! * **W2** Absorbing: a unit puts all waiting children of one part into the table of that part.
//!
//! So no two units of a round write to the same place, and the result does not depend on their
//! order. Children wait in the order of the units that made them, so that even the tables are
//! always the same.
//!
//! `saving` writes levels down and reads them.

mod saving;

use crate::entry::{Entry, Total, widened};
use crate::rule::{Rule, Sink};
use crate::table::{Hashing, Table, give_back};
use crate::word::Word;
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How levels are cut into units. No count depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cutting {
    /// How many states a unit expands; 8192 as a rule.
    pub unit_states: usize,
    /// How many units a round has at most: this bounds the memory for children who wait. 64 as a
    /// rule.
    pub round_units: usize,
    /// A block of arrays gets no further class when it has this many states; 32768 as a rule.
    pub block_states: usize,
}

impl Cutting {
    /// What suits large counts; all others are small.
    pub const USUAL: Self = Self { unit_states: 1 << 13, round_units: 64, block_states: 1 << 15 };
}

/// How many children are put into a table at once.
const BATCH: usize = 128;

/// The children of a unit that wait, with their hashes: one box for each part.
type Boxes<E> = Vec<Vec<(E, u64)>>;

/// What a walk has done when a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// There is another round.
    Round,
    /// A level is complete, and there is another.
    Level,
    /// All levels are complete.
    End,
    /// A count did not fit, and the level has to be begun again with more room.
    Overflow,
}

/// What a walk with any rule and any entries can do.
pub(crate) trait AnyWalk: Send + Sync {
    /// How many units the current round has.
    fn unit_count(&self) -> usize;
    /// Runs a unit of the current round, and says how many states it went through.
    fn work(&self, unit: usize) -> u64;
    /// Goes on to the next round, when all units of the current one have run.
    fn turn(&mut self) -> Turn;
    /// Whether there is a wider count.
    fn can_widen(&self) -> bool;
    /// The same walk at the start of its level, with more room for counts if there is any.
    fn widen(self: Box<Self>) -> Box<dyn AnyWalk>;
    /// How many vertices have been settled, and how many there are.
    fn progress(&self) -> (usize, usize);
    /// The states of the last complete level.
    fn state_count(&self) -> u64;
    /// The bytes held.
    fn bytes(&self) -> usize;
    /// How many states have been made so far, equal ones counted each time.
    fn transitions(&self) -> u64;
    /// The sums over all solutions so far: those with an even label, and those with an odd one if
    /// there are labels.
    fn totals(&self) -> Vec<Total>;
    /// What tells the walk from those that it is widened to.
    fn width(&self) -> u64;
    /// Writes down everything, while no unit runs.
    fn save(&self, writer: &mut RecordWriter<'_>);
    /// Goes on from what a walk of the same width has written down.
    fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot>;
}

/// Some states of one part.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Position in `Levels::source`.
    part: usize,
    /// First state in that part.
    from: usize,
    /// The state after the last.
    to: usize,
}

/// What the current round does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// W1, for the cuts with these numbers.
    Expanding { from: usize, to: usize },
    /// W2; the cuts before this number have been expanded.
    Absorbing { to: usize },
}

/// A count under way: the rule, and the levels that it makes.
pub(crate) struct Walk<R, E> {
    rule: R,
    levels: Levels<E>,
}

/// The states of a count under way. What does not need the rule is done here, so that it is
/// compiled once for each kind of entry and not for each rule as well.
///
/// * **W3** A state lies in the part that its hash names, in `source` by the hashing of its level
///   and in `next` by that of the level after.
/// * **W4** `totals` are the solutions found in complete levels, `fresh_totals` those of the level
///   under way.
/// * **W5** `is_worked[unit]` says whether a unit of the current round has run.
struct Levels<E> {
    /// How many vertices there are to settle.
    stage_count: usize,
    /// Whether states that are live after the last vertex are solutions.
    accepts_end: bool,
    /// The bits of the key in an entry: as many of the lowest as the rule needs.
    mask: u128,
    /// How many bits of the hash name a part: there are `1 << part_bits` parts.
    part_bits: u32,
    /// How a level is cut into rounds, and rounds into units.
    cutting: Cutting,
    /// How many vertices are settled; stage `at` of the rule is under way.
    at: usize,
    /// The states of the last complete level, by part (W3). No parts if the walk has ended.
    source: Vec<Vec<E>>,
    /// The states of the level under way, by part (W3).
    next: Vec<Mutex<Table<E>>>,
    /// Memory of the level before by part, to be used again for `next`; without states.
    spare: Vec<Vec<E>>,
    /// States of the last level that was begun, by which the growth of the next one is judged; 1
    /// before the first.
    previous_len: usize,
    /// All states of `source`, in pieces of at most `unit_states`, part by part.
    cuts: Vec<Cut>,
    /// What the units of the current round do.
    phase: Phase,
    /// For each unit that expands: the children that it has made and no table has absorbed. With
    /// one part they are absorbed at once, and the boxes are empty.
    waiting: Vec<Mutex<Boxes<E>>>,
    /// For each unit of the current round: whether it has run (W5).
    is_worked: Vec<AtomicBool>,
    /// Solutions found in complete levels, by parity of the label (W4). One if there are no labels.
    totals: Vec<Total>,
    /// Solutions found in the level under way, by parity of the label (W4).
    fresh_totals: Mutex<Vec<Total>>,
    /// Whether a sum did not fit in this level, which then has to be begun again with wider
    /// entries.
    has_overflowed: AtomicBool,
    /// How many states and solutions have been made so far, in levels begun again too.
    transitions: AtomicU64,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Rule + 'static, E: Entry<Key = R::Key>> Walk<R, E> {
    /// The walk that begins with one state in `1 << part_bits` parts, with two totals if labels may
    /// be odd. The rule comes back if entries have no room for the count 1.
    pub(crate) fn start(
        rule: R,
        part_bits: u32,
        cutting: Cutting,
        parities: usize,
    ) -> Result<Box<dyn AnyWalk>, R> {
        let mask = 1_u128.checked_shl(rule.key_bits()).map_or(u128::MAX, |bit| bit - 1);
        let one = [widened(&[1]), widened(&[0])];
        let Some(first) = E::new(R::Key::ZERO, &one, mask) else { return Err(rule) };
        let mut source = vec![Vec::new(); 1 << part_bits];
        source[0].push(first);
        let totals = vec![Total::default(); parities];
        let begun = Begun { mask, part_bits, cutting, at: 0, totals, transitions: 0 };
        Ok(Box::new(Self::at_level(rule, begun, source)))
    }

    fn at_level(rule: R, begun: Begun, source: Vec<Vec<E>>) -> Self {
        let (stage_count, accepts_end) = (rule.stages().len(), rule.accepts_end());
        Self { rule, levels: Levels::new(stage_count, accepts_end, begun, source) }
    }

    fn expand(&self, number: usize, unit: usize) -> u64 {
        let levels = &self.levels;
        let Cut { part, from, to } = levels.cuts[number];
        let states = &levels.source[part][from..to];
        let stage = &self.rule.stages()[levels.at];
        let mut children = Children {
            parent: E::EMPTY,
            hashing: levels.hashing(),
            boxes: lock(&levels.waiting[unit]),
            made: 0,
            totals: &levels.fresh_totals,
        };
        let mut has_room = true;
        for state in states {
            children.parent = *state;
            self.rule.expand(state.key(levels.mask), stage, &mut children);
            if levels.part_bits == 0 && children.boxes[0].len() >= BATCH {
                has_room &= lock(&levels.next[0]).add_all(&children.boxes[0], &children.hashing);
                children.boxes[0].clear();
            }
        }
        if levels.part_bits == 0 {
            has_room &= lock(&levels.next[0]).add_all(&children.boxes[0], &children.hashing);
            children.boxes[0].clear();
        }
        levels.note(has_room, children.made);
        u64::from(kumiki_id::narrow(states.len()))
    }

    /// The level begun again with entries of another kind, or with wider ones if the counts do not
    /// fit: a short key leaves room for counts of more than 64 bits.
    fn begin_again<F: Entry<Key = R::Key>>(self) -> Box<dyn AnyWalk> {
        let Some(source) = self.levels.converted() else {
            return self.begin_again::<F::Wider>();
        };
        let Levels { mask, part_bits, cutting, at, totals, transitions, .. } = self.levels;
        let transitions = transitions.into_inner();
        let begun = Begun { mask, part_bits, cutting, at, totals, transitions };
        Box::new(Walk::<R, F>::at_level(self.rule, begun, source))
    }
}

impl<E: Entry> Levels<E> {
    fn new(stage_count: usize, accepts_end: bool, begun: Begun, source: Vec<Vec<E>>) -> Self {
        let Begun { mask, part_bits, cutting, at, totals, transitions } = begun;
        let fresh = vec![Total::default(); totals.len()];
        let mut levels = Self {
            stage_count,
            accepts_end,
            mask,
            part_bits,
            cutting,
            at,
            source,
            next: Vec::new(),
            spare: Vec::new(),
            previous_len: 1,
            cuts: Vec::new(),
            phase: Phase::Expanding { from: 0, to: 0 },
            waiting: Vec::new(),
            is_worked: Vec::new(),
            totals,
            fresh_totals: Mutex::new(fresh),
            has_overflowed: AtomicBool::new(false),
            transitions: AtomicU64::new(transitions),
        };
        if stage_count == 0 {
            levels.finish();
        } else {
            levels.begin_level();
        }
        levels
    }

    fn begin_level(&mut self) {
        // Levels grow and shrink smoothly: expect what the last two say.
        let len: usize = self.source.iter().map(Vec::len).sum();
        let expected = |part: &Vec<E>| {
            let growth = len.min(4 * self.previous_len) / self.previous_len.max(1);
            part.len() * growth.max(1)
        };
        let expected: Vec<usize> = self.source.iter().map(expected).collect();
        self.previous_len = len;
        self.spare.resize_with(self.source.len(), Vec::new);
        let memory = self.spare.drain(..).zip(expected);
        self.next =
            memory.map(|(memory, expected)| Mutex::new(Table::new(memory, expected))).collect();
        self.cuts.clear();
        for (part, states) in self.source.iter().enumerate() {
            let size = self.cutting.unit_states;
            let starts = (0..states.len()).step_by(size);
            let cut = |from: usize| Cut { part, from, to: states.len().min(from + size) };
            self.cuts.extend(starts.map(cut));
        }
        self.begin_round(0);
    }

    fn begin_round(&mut self, from: usize) {
        let to = self.cuts.len().min(from + self.cutting.round_units);
        self.phase = Phase::Expanding { from, to };
        let parts = self.source.len();
        self.waiting.resize_with(to - from, || Mutex::new(vec![Vec::new(); parts]));
        self.forget_worked();
    }

    /// W5: no unit of the round has run.
    fn forget_worked(&mut self) {
        self.is_worked.clear();
        self.is_worked.resize_with(self.unit_count(), AtomicBool::default);
    }

    fn hashing(&self) -> Hashing {
        Hashing::new(self.at, self.part_bits, self.mask)
    }

    fn note(&self, has_room: bool, made: u64) {
        self.transitions.fetch_add(made, Ordering::Relaxed);
        if !has_room {
            self.has_overflowed.store(true, Ordering::Relaxed);
        }
    }

    fn absorb(&self, part: usize) -> u64 {
        let hashing = self.hashing();
        let mut table = lock(&self.next[part]);
        let mut has_room = true;
        let mut absorbed = 0;
        for unit in &self.waiting {
            // The boxes of other parts are being emptied at the same time; the lock is held for a
            // moment only.
            let mut waiting = std::mem::take(&mut lock(unit)[part]);
            for batch in waiting.chunks(BATCH) {
                has_room &= table.add_all(batch, &hashing);
            }
            absorbed += u64::from(kumiki_id::narrow(waiting.len()));
            waiting.clear();
            lock(unit)[part] = waiting;
        }
        self.note(has_room, 0);
        absorbed
    }

    fn end_level(&mut self) -> Turn {
        let tables = std::mem::take(&mut self.next);
        self.spare = std::mem::take(&mut self.source);
        self.spare.iter_mut().for_each(|memory| {
            memory.clear();
            give_back(memory);
        });
        self.source = tables
            .into_iter()
            .map(|table| table.into_inner().unwrap_or_else(PoisonError::into_inner).into_states())
            .collect();
        for (total, fresh) in self.totals.iter_mut().zip(lock(&self.fresh_totals).iter_mut()) {
            total.merge(&std::mem::take(fresh));
        }
        self.at += 1;
        if self.at < self.stage_count && self.source.iter().any(|part| !part.is_empty()) {
            self.begin_level();
            return Turn::Level;
        }
        self.finish();
        Turn::End
    }

    /// The states that the level began with as entries of another kind; none if a count does not
    /// fit.
    fn converted<F: Entry<Key = E::Key>>(&self) -> Option<Vec<Vec<F>>> {
        let convert = |state: &E| F::new(state.key(self.mask), &state.counts(self.mask), self.mask);
        self.source.iter().map(|part| part.iter().map(convert).collect()).collect()
    }

    /// Counts what is live after the last step.
    fn finish(&mut self) {
        if self.accepts_end {
            for state in self.source.iter().flatten() {
                self.totals[0].add(&state.counts(self.mask)[0]);
            }
        }
        self.source.clear();
        self.cuts.clear();
        self.phase = Phase::Expanding { from: 0, to: 0 };
        self.forget_worked();
    }

    fn unit_count(&self) -> usize {
        match self.phase {
            Phase::Expanding { from, to } => to - from,
            Phase::Absorbing { .. } => self.source.len(),
        }
    }

    fn turn(&mut self) -> Turn {
        if self.has_overflowed.load(Ordering::Relaxed) {
            return Turn::Overflow;
        }
        match self.phase {
            _ if self.source.is_empty() => Turn::End,
            Phase::Expanding { to, .. } if self.part_bits > 0 => {
                self.phase = Phase::Absorbing { to };
                self.forget_worked();
                Turn::Round
            }
            Phase::Expanding { to, .. } | Phase::Absorbing { to } => {
                if to < self.cuts.len() {
                    self.begin_round(to);
                    Turn::Round
                } else {
                    self.end_level()
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        let states: usize = self.source.iter().map(|part| part.capacity() * size_of::<E>()).sum();
        let tables: usize = self.next.iter().map(|table| lock(table).bytes()).sum();
        let waiting = |unit: &Mutex<Boxes<E>>| -> usize {
            lock(unit).iter().map(|part| part.capacity() * size_of::<(E, u64)>()).sum()
        };
        states + tables + self.waiting.iter().map(waiting).sum::<usize>()
    }
}

/// What is known of a walk at the start of a level, beside its states.
struct Begun {
    /// As in `Levels`.
    mask: u128,
    /// As in `Levels`.
    part_bits: u32,
    /// As in `Levels`.
    cutting: Cutting,
    /// How many vertices are settled.
    at: usize,
    /// Solutions found in complete levels, by parity of the label.
    totals: Vec<Total>,
    /// How many states and solutions have been made.
    transitions: u64,
}

/// Receives the children of one state after another.
struct Children<'w, E> {
    /// The state whose children come now.
    parent: E,
    /// The hashing of the level after.
    hashing: Hashing,
    /// Children of this unit, by part.
    boxes: MutexGuard<'w, Boxes<E>>,
    /// How many states and solutions came of all states so far.
    made: u64,
    /// Where solutions are added up: `Levels::fresh_totals`.
    totals: &'w Mutex<Vec<Total>>,
}

impl<E: Entry> Sink<E::Key> for Children<'_, E> {
    #[inline(always)]
    fn live(&mut self, key: E::Key, is_odd: bool) {
        let (part, hash) = self.hashing.part_and_hash(key);
        self.boxes[part].push((self.parent.follow(key, is_odd, self.hashing.mask), hash));
        self.made += 1;
    }

    #[inline(never)]
    fn done(&mut self, is_odd: bool) {
        let mut counts = self.parent.counts(self.hashing.mask);
        counts.rotate_left(usize::from(is_odd));
        for (total, count) in lock(self.totals).iter_mut().zip(&counts) {
            total.add(count);
        }
        self.made += 1;
    }
}

impl<R: Rule + 'static, E: Entry<Key = R::Key>> AnyWalk for Walk<R, E> {
    fn unit_count(&self) -> usize {
        self.levels.unit_count()
    }

    fn work(&self, unit: usize) -> u64 {
        if self.levels.is_worked[unit].swap(true, Ordering::Relaxed) {
            return 0;
        }
        match self.levels.phase {
            Phase::Expanding { from, .. } => self.expand(from + unit, unit),
            Phase::Absorbing { .. } => self.levels.absorb(unit),
        }
    }

    fn turn(&mut self) -> Turn {
        self.levels.turn()
    }

    fn can_widen(&self) -> bool {
        !E::IS_WIDEST
    }

    fn widen(self: Box<Self>) -> Box<dyn AnyWalk> {
        self.begin_again::<E::Wider>()
    }

    fn progress(&self) -> (usize, usize) {
        (self.levels.at, self.levels.stage_count)
    }

    fn state_count(&self) -> u64 {
        self.levels.source.iter().map(|part| part.len() as u64).sum()
    }

    fn bytes(&self) -> usize {
        self.levels.bytes()
    }

    fn transitions(&self) -> u64 {
        self.levels.transitions.load(Ordering::Relaxed)
    }

    fn totals(&self) -> Vec<Total> {
        self.levels.totals.clone()
    }

    fn width(&self) -> u64 {
        E::WIDTH
    }

    fn save(&self, writer: &mut RecordWriter<'_>) {
        self.levels.save(writer);
    }

    fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        self.levels.load(reader)
    }
}
