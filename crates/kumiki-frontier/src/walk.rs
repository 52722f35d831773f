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

use crate::entry::{Entry, Total, widened};
use crate::rule::{Rule, Sink};
use crate::table::{Hashing, Table, give_back};
use crate::word::Word;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many states a unit expands.
const UNIT_STATES: usize = 1 << 13;

/// How many units a round has at most when children have to wait: this bounds the memory for those
/// who wait.
const ROUND_UNITS: usize = 64;

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
}

/// Some states of one part.
#[derive(Clone, Copy, Debug)]
struct Cut {
    part: usize,
    from: usize,
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

/// A count under way.
///
/// * **W3** A state lies in the part that its hash names, in `source` by the hashing of its level
///   and in `next` by that of the level after.
/// * **W4** `totals` are the solutions found in complete levels, `fresh_totals` those of the level
///   under way.
pub(crate) struct Walk<R, E> {
    rule: R,
    mask: u128,
    part_bits: u32,
    at: usize,
    source: Vec<Vec<E>>,
    next: Vec<Mutex<Table<E>>>,
    /// Memory of the level before, to be used again, and how many states there were.
    spare: Vec<Vec<E>>,
    len_before: usize,
    cuts: Vec<Cut>,
    phase: Phase,
    waiting: Vec<Mutex<Boxes<E>>>,
    totals: Vec<Total>,
    fresh_totals: Mutex<Vec<Total>>,
    has_overflowed: AtomicBool,
    transitions: AtomicU64,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Rule + 'static, E: Entry<Key = R::Key>> Walk<R, E> {
    /// The walk that begins with one state in `1 << part_bits` parts, with two totals if labels may
    /// be odd. The rule comes back if entries have no room for the count 1.
    pub(crate) fn start(rule: R, part_bits: u32, parities: usize) -> Result<Box<dyn AnyWalk>, R> {
        let mask = 1_u128.checked_shl(rule.key_bits()).map_or(u128::MAX, |bit| bit - 1);
        let one = [widened(&[1]), widened(&[0])];
        let Some(first) = E::new(R::Key::ZERO, &one, mask) else { return Err(rule) };
        let mut source = vec![Vec::new(); 1 << part_bits];
        source[0].push(first);
        let totals = vec![Total::default(); parities];
        Ok(Box::new(Self::at_level(rule, mask, part_bits, 0, source, totals, 0)))
    }

    fn at_level(
        rule: R,
        mask: u128,
        part_bits: u32,
        at: usize,
        source: Vec<Vec<E>>,
        totals: Vec<Total>,
        transitions: u64,
    ) -> Self {
        let fresh = vec![Total::default(); totals.len()];
        let mut walk = Self {
            rule,
            mask,
            part_bits,
            at,
            source,
            next: Vec::new(),
            spare: Vec::new(),
            len_before: 1,
            cuts: Vec::new(),
            phase: Phase::Expanding { from: 0, to: 0 },
            waiting: Vec::new(),
            totals,
            fresh_totals: Mutex::new(fresh),
            has_overflowed: AtomicBool::new(false),
            transitions: AtomicU64::new(transitions),
        };
        if walk.rule.stages().is_empty() {
            walk.finish();
        } else {
            walk.begin_level();
        }
        walk
    }

    fn begin_level(&mut self) {
        // Levels grow and shrink smoothly: expect what the last two say.
        let len: usize = self.source.iter().map(Vec::len).sum();
        let expected = |part: &Vec<E>| {
            let growth = len.min(4 * self.len_before) / self.len_before.max(1);
            part.len() * growth.max(1)
        };
        let expected: Vec<usize> = self.source.iter().map(expected).collect();
        self.len_before = len;
        self.spare.resize_with(self.source.len(), Vec::new);
        let memory = self.spare.drain(..).zip(expected);
        self.next =
            memory.map(|(memory, expected)| Mutex::new(Table::new(memory, expected))).collect();
        self.cuts.clear();
        for (part, states) in self.source.iter().enumerate() {
            let starts = (0..states.len()).step_by(UNIT_STATES);
            let cut = |from: usize| Cut { part, from, to: states.len().min(from + UNIT_STATES) };
            self.cuts.extend(starts.map(cut));
        }
        self.begin_round(0);
    }

    fn begin_round(&mut self, from: usize) {
        let to = self.cuts.len().min(from + ROUND_UNITS);
        self.phase = Phase::Expanding { from, to };
        let parts = self.source.len();
        self.waiting.resize_with(to - from, || Mutex::new(vec![Vec::new(); parts]));
    }

    fn hashing(&self) -> Hashing {
        Hashing::new(self.at, self.part_bits, self.mask)
    }

    fn expand(&self, number: usize, unit: usize) -> u64 {
        let Cut { part, from, to } = self.cuts[number];
        let states = &self.source[part][from..to];
        let stage = &self.rule.stages()[self.at];
        let mut children = Children {
            parent: E::EMPTY,
            hashing: self.hashing(),
            boxes: lock(&self.waiting[unit]),
            made: 0,
            totals: &self.fresh_totals,
        };
        let mut has_room = true;
        for state in states {
            children.parent = *state;
            self.rule.expand(state.key(self.mask), stage, &mut children);
            if self.part_bits == 0 && children.boxes[0].len() >= BATCH {
                has_room &= lock(&self.next[0]).add_all(&children.boxes[0], &children.hashing);
                children.boxes[0].clear();
            }
        }
        if self.part_bits == 0 {
            has_room &= lock(&self.next[0]).add_all(&children.boxes[0], &children.hashing);
            children.boxes[0].clear();
        }
        self.note(has_room, children.made);
        u64::from(kumiki_id::narrow(states.len()))
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
        if self.at < self.rule.stages().len() && self.source.iter().any(|part| !part.is_empty()) {
            self.begin_level();
            return Turn::Level;
        }
        self.finish();
        Turn::End
    }

    /// The level begun again with entries of another kind, or with wider ones if the counts do not
    /// fit: a short key leaves room for counts of more than 64 bits.
    fn begin_again<F: Entry<Key = R::Key>>(self) -> Box<dyn AnyWalk> {
        let convert = |state: &E| F::new(state.key(self.mask), &state.counts(self.mask), self.mask);
        let source: Option<Vec<Vec<F>>> =
            self.source.iter().map(|part| part.iter().map(convert).collect()).collect();
        let Some(source) = source else { return self.begin_again::<F::Wider>() };
        let Self { rule, mask, part_bits, at, totals, transitions, .. } = self;
        let transitions = transitions.into_inner();
        Box::new(Walk::<R, F>::at_level(rule, mask, part_bits, at, source, totals, transitions))
    }

    /// Counts what is live after the last step.
    fn finish(&mut self) {
        if self.rule.accepts_end() {
            for state in self.source.iter().flatten() {
                self.totals[0].add(&state.counts(self.mask)[0]);
            }
        }
        self.source.clear();
        self.cuts.clear();
        self.phase = Phase::Expanding { from: 0, to: 0 };
    }
}

/// Receives the children of one state after another.
struct Children<'w, E> {
    parent: E,
    hashing: Hashing,
    boxes: MutexGuard<'w, Boxes<E>>,
    made: u64,
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
        match self.phase {
            Phase::Expanding { from, to } => to - from,
            Phase::Absorbing { .. } => self.source.len(),
        }
    }

    fn work(&self, unit: usize) -> u64 {
        match self.phase {
            Phase::Expanding { from, .. } => self.expand(from + unit, unit),
            Phase::Absorbing { .. } => self.absorb(unit),
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

    fn can_widen(&self) -> bool {
        !E::IS_WIDEST
    }

    fn widen(self: Box<Self>) -> Box<dyn AnyWalk> {
        self.begin_again::<E::Wider>()
    }

    fn progress(&self) -> (usize, usize) {
        (self.at, self.rule.stages().len())
    }

    fn state_count(&self) -> u64 {
        self.source.iter().map(|part| u64::from(kumiki_id::narrow(part.len()))).sum()
    }

    fn bytes(&self) -> usize {
        let states: usize = self.source.iter().map(|part| part.capacity() * size_of::<E>()).sum();
        let tables: usize = self.next.iter().map(|table| lock(table).bytes()).sum();
        let waiting = |unit: &Mutex<Boxes<E>>| -> usize {
            lock(unit).iter().map(|part| part.capacity() * size_of::<(E, u64)>()).sum()
        };
        states + tables + self.waiting.iter().map(waiting).sum::<usize>()
    }

    fn transitions(&self) -> u64 {
        self.transitions.load(Ordering::Relaxed)
    }

    fn totals(&self) -> Vec<Total> {
        self.totals.clone()
    }
}
