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
use crate::saving::{load_entry, load_totals, save_entry, save_totals};
use crate::table::{Hashing, LEAST_PLACES, Table, give_back};
use crate::word::Word;
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter, read_flag, read_size};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How levels are cut into units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cutting {
    /// How many states a unit expands; 8192 as a rule.
    pub(crate) unit_states: usize,
    /// How many units a round has at most: this bounds the memory for children who wait. 64 as a
    /// rule.
    pub(crate) round_units: usize,
    /// A block of arrays gets no further class when it has this many states; 32768 as a rule.
    pub(crate) block_states: usize,
}

impl Cutting {
    /// What suits large counts; all others are small.
    pub(crate) const USUAL: Self =
        Self { unit_states: 1 << 13, round_units: 64, block_states: 1 << 15 };
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
    /// Position in `Walk::source`.
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

/// A count under way.
///
/// * **W3** A state lies in the part that its hash names, in `source` by the hashing of its level
///   and in `next` by that of the level after.
/// * **W4** `totals` are the solutions found in complete levels, `fresh_totals` those of the level
///   under way.
/// * **W5** `is_worked[unit]` says whether a unit of the current round has run.
pub(crate) struct Walk<R, E> {
    rule: R,
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
    len_before: usize,
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
        let Begun { mask, part_bits, cutting, at, totals, transitions } = begun;
        let fresh = vec![Total::default(); totals.len()];
        let mut walk = Self {
            rule,
            mask,
            part_bits,
            cutting,
            at,
            source,
            next: Vec::new(),
            spare: Vec::new(),
            len_before: 1,
            cuts: Vec::new(),
            phase: Phase::Expanding { from: 0, to: 0 },
            waiting: Vec::new(),
            is_worked: Vec::new(),
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
        let Self { rule, mask, part_bits, cutting, at, totals, transitions, .. } = self;
        let transitions = transitions.into_inner();
        let begun = Begun { mask, part_bits, cutting, at, totals, transitions };
        Box::new(Walk::<R, F>::at_level(rule, begun, source))
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
        self.forget_worked();
    }

    /// Reads what [`AnyWalk::save`] has written.
    fn read(&self, reader: &mut RecordReader<'_>) -> Result<Saved<E>, BadSnapshot> {
        let parities = self.totals.len();
        let [at, part_bits, part_count, transitions] = reader.numbers()?;
        let [has_overflowed, is_absorbing, from, unit_count] = reader.numbers()?;
        let (at, part_count) = (read_size(at)?, read_size(part_count)?);
        let part_bits = u32::try_from(part_bits).map_err(|_| BadSnapshot)?;
        let is_over = part_count == 0;
        if at > self.rule.stages().len()
            || part_bits > crate::count::MOST_PART_BITS
            || !(is_over || at < self.rule.stages().len() && part_count == 1 << part_bits)
        {
            return Err(BadSnapshot);
        }
        let totals = load_totals(reader, parities)?;
        let fresh_totals = load_totals(reader, parities)?;
        let hashing = Hashing::new(at, part_bits, self.mask);
        let mut source: Vec<Vec<E>> = Vec::new();
        for _ in 0..part_count {
            source.push(self.read_entries(reader)?);
        }
        let mut next = Vec::new();
        for part in &source {
            let [size] = reader.numbers()?;
            let (size, states) = (read_size(size)?, self.read_entries(reader)?);
            // No table is larger than that: it begins with at most six places for each state of
            // the level, and grows when it is three quarters full, at most to four times the size.
            let most = LEAST_PLACES + 6 * (part.len() + states.len() + BATCH + LEAST_PLACES);
            if size > most || size < LEAST_PLACES {
                return Err(BadSnapshot);
            }
            let table = Table::refilled(&states, size, &hashing).ok_or(BadSnapshot)?;
            next.push(Mutex::new(table));
        }
        let mut is_worked = Vec::new();
        for flag in reader.words()? {
            is_worked.push(AtomicBool::new(read_flag(flag)?));
        }
        let mut waiting = Vec::new();
        let has_waiting = part_bits > 0 && !is_over;
        for _ in 0..if has_waiting { unit_count } else { 0 } {
            let mut boxes: Boxes<E> = vec![Vec::new(); part_count];
            for entry in self.read_entries(reader)? {
                let (part, hash) = hashing.part_and_hash(entry.key(self.mask));
                boxes[part].push((entry, hash));
            }
            waiting.push(Mutex::new(boxes));
        }
        Ok(Saved {
            begun: Begun {
                mask: self.mask,
                part_bits,
                cutting: self.cutting,
                at,
                totals,
                transitions,
            },
            source,
            next,
            fresh_totals,
            has_overflowed: read_flag(has_overflowed)?,
            is_absorbing: read_flag(is_absorbing)?,
            from: read_size(from)?,
            unit_count: read_size(unit_count)?,
            is_worked,
            waiting,
        })
    }

    fn read_entries(&self, reader: &mut RecordReader<'_>) -> Result<Vec<E>, BadSnapshot> {
        let parities = self.totals.len();
        let mut entries = Vec::new();
        reader.list(crate::saving::entry_width::<E>(parities), |numbers| {
            entries.push(load_entry(numbers, parities, self.mask)?);
            Ok(())
        })?;
        Ok(entries)
    }

    /// Goes on from what was read.
    fn take_over(&mut self, saved: Saved<E>) -> Result<(), BadSnapshot> {
        let Saved { begun, source, next, .. } = saved;
        let Begun { part_bits, at, totals, transitions, .. } = begun;
        if next.is_empty() {
            (self.next, self.waiting) = (Vec::new(), Vec::new());
            (self.part_bits, self.at, self.totals) = (part_bits, at, totals);
            self.transitions = AtomicU64::new(transitions);
            self.source.clear();
            self.finish();
            return Ok(());
        }
        (self.part_bits, self.at, self.source) = (part_bits, at, source);
        self.waiting.clear();
        self.begin_level();
        if saved.from > self.cuts.len() {
            return Err(BadSnapshot);
        }
        self.begin_round(saved.from);
        if let Phase::Expanding { to, .. } = self.phase {
            if saved.unit_count != to - saved.from {
                return Err(BadSnapshot);
            }
            if saved.is_absorbing {
                self.phase = Phase::Absorbing { to };
            }
        }
        if saved.is_worked.len() != self.unit_count() || (saved.is_absorbing && part_bits == 0) {
            return Err(BadSnapshot);
        }
        (self.next, self.is_worked) = (next, saved.is_worked);
        if part_bits > 0 {
            self.waiting = saved.waiting;
        }
        (self.totals, self.fresh_totals) = (totals, Mutex::new(saved.fresh_totals));
        self.has_overflowed = AtomicBool::new(saved.has_overflowed);
        self.transitions = AtomicU64::new(transitions);
        Ok(())
    }
}

/// What is known of a walk at the start of a level, beside its states.
struct Begun {
    /// As in `Walk`.
    mask: u128,
    /// As in `Walk`.
    part_bits: u32,
    /// As in `Walk`.
    cutting: Cutting,
    /// How many vertices are settled.
    at: usize,
    /// Solutions found in complete levels, by parity of the label.
    totals: Vec<Total>,
    /// How many states and solutions have been made.
    transitions: u64,
}

/// A walk that was read.
struct Saved<E> {
    /// What the level began with, but for its states.
    begun: Begun,
    /// The states that the level began with, by part. No parts if the walk had ended.
    source: Vec<Vec<E>>,
    /// The tables of the level under way, by part.
    next: Vec<Mutex<Table<E>>>,
    /// Solutions found in the level under way, by parity of the label.
    fresh_totals: Vec<Total>,
    /// Whether the level has to be begun again with wider entries; then the tables are empty.
    has_overflowed: bool,
    /// Whether the round was one of W2.
    is_absorbing: bool,
    /// The first cut of the round, or of the round before if this one absorbs.
    from: usize,
    /// How many cuts that round had.
    unit_count: usize,
    /// For each unit of the current round: whether it had run (W5).
    is_worked: Vec<AtomicBool>,
    /// The children that wait, for each unit that expands. None if there is one part.
    waiting: Vec<Mutex<Boxes<E>>>,
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
    /// Where solutions are added up: `Walk::fresh_totals`.
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
        if self.is_worked[unit].swap(true, Ordering::Relaxed) {
            return 0;
        }
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

    fn width(&self) -> u64 {
        E::WIDTH
    }

    fn save(&self, writer: &mut RecordWriter<'_>) {
        let parities = self.totals.len();
        let (is_absorbing, to) = match self.phase {
            Phase::Expanding { to, .. } => (false, to),
            Phase::Absorbing { to } => (true, to),
        };
        let has_overflowed = self.has_overflowed.load(Ordering::Relaxed);
        let parts = self.source.len();
        let unit_count = if parts == 0 { 0 } else { self.waiting.len() };
        writer.numbers(&[
            self.at as u64,
            u64::from(self.part_bits),
            parts as u64,
            self.transitions.load(Ordering::Relaxed),
        ]);
        writer.numbers(&[
            u64::from(has_overflowed),
            u64::from(is_absorbing),
            (to - unit_count) as u64,
            unit_count as u64,
        ]);
        save_totals(writer, &self.totals);
        save_totals(writer, &lock(&self.fresh_totals));
        let width = crate::saving::entry_width::<E>(parities);
        let put = |entry: &E, line: &mut Vec<u64>| save_entry(entry, parities, self.mask, line);
        for part in &self.source {
            writer.list(width, part, put);
        }
        for table in self.next.iter().take(parts).map(lock) {
            if has_overflowed {
                // The level will be begun again, and sums without room are no sums.
                writer.numbers(&[LEAST_PLACES as u64]);
                writer.list(width, &[], put);
                continue;
            }
            writer.numbers(&[table.place_count() as u64]);
            writer.counted_list(width, table.len(), table.in_order(), put);
        }
        writer.list(1, &self.is_worked, |is_worked, line| {
            line.push(u64::from(is_worked.load(Ordering::Relaxed)));
        });
        if self.part_bits > 0 {
            for boxes in self.waiting.iter().take(unit_count).map(lock) {
                let len = boxes.iter().map(Vec::len).sum();
                let entries = boxes.iter().flatten().map(|(entry, _)| entry);
                writer.counted_list(width, len, entries, put);
            }
        }
    }

    fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        let saved = self.read(reader)?;
        self.take_over(saved)
    }
}
