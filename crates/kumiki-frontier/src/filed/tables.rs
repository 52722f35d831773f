//! Levels of tables in scratch: every kind of subgraph.
//!
//! A level is cut into parts by a hash of the key. A part is *loaded* into a table, where equal
//! states become one, then its states are *expanded* by the rule that all counts share, and their
//! children are gathered in a second table. When that is full, or when all states of the part are
//! expanded, it is written, each state to its part of the next level. There a state may come more
//! than once; all of its records are in the same part.
//!
//! If a part does not fit into the first table, it is loaded in two passes, each for about half of
//! its states, and so on. So equal states are always one before they are expanded, and a part may
//! be as large as it likes.
//!
//! A record is a key, in as few bytes as all keys need, the width of a count in bytes, and one
//! count or two.

use super::numbers::{bits_of, limb_at, width, write};
use super::passage::{Passage, part_count};
use super::{Fault, Filing, Turn};
use crate::entry::{Entry, Total};
use crate::rule::{Rule, Sink};
use crate::table::{Hashing, Table};
use crate::word::Word;
use kumiki_search::{Fuel, Scratch};

/// How many states are put into a table at once.
const BATCH: usize = 128;

/// How many places of a table are looked at in one go.
const STRIDE: usize = 1024;

/// The table of the part and that of the children may take these shares of the memory, in
/// sixteenths. Neither grows beyond that, but for a few states.
const SHARES: [usize; 2] = [6, 7];

/// Tables of so many places are always possible.
const LEAST: usize = 4 * crate::table::LEAST_PLACES;

/// Bytes of the smallest record but for its key: the width of its count, and one byte of that.
const LEAST_COUNT: usize = 2;

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The part is loaded, for one pass.
    Loading,
    /// The states of the part are expanded, from this place on.
    Expanding(usize),
    /// The children are written, from this place on; then the states from the other place on are
    /// expanded.
    Writing {
        /// A place in the table of children.
        from: usize,
        /// A place of the part.
        then: usize,
    },
}

/// A count under way.
///
/// * **Z1** While a part is loaded, there are no children.
/// * **Z2** The children are those of the states from `kept` on.
pub(crate) struct FiledTables<'s, R, E> {
    /// What becomes of a state.
    rule: R,
    /// The bits of the key in an entry.
    mask: u128,
    /// Where it stands.
    passage: Passage<'s>,
    /// How many states are expected after each vertex.
    expected: Vec<u128>,
    /// What is loaded of the part; empty while it is expanded.
    part: Table<E>,
    /// The places of the part while it is expanded, empty ones too.
    source: Vec<E>,
    /// The children (Z1, Z2).
    next: Table<E>,
    /// The first place whose children are not written (Z2).
    kept: usize,
    /// Entries that are put into a table together, with their hashes.
    batch: Vec<(E, u64)>,
    /// What is going on.
    phase: Phase,
    /// States of this level that have been loaded.
    states: u64,
}

/// The count that begins with one state.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn start<'s, R: Rule + 'static>(
    rule: R,
    parities: usize,
    expected: Vec<u128>,
    scratch: &'s dyn Scratch,
    budget: usize,
) -> Result<Box<dyn Filing<'s> + 's>, Fault> {
    let next_parts = next_parts::<R::First>(&expected, 0, budget);
    let key_bytes = key_bytes(&rule);
    let first = |out: &mut Vec<u8>| {
        out.resize(out.len() + key_bytes, 0);
        out.extend(&[1, 1, 0][..=parities]);
    };
    let stage_count = rule.stages().len();
    let mut passage = Passage::new(scratch, stage_count, parities, budget, next_parts, first)?;
    if stage_count == 0 && rule.accepts_end() {
        passage.totals[0] = Total::from_digits(&[1]);
    }
    Ok(Box::new(FiledTables::<R, R::First>::new(rule, passage, expected)))
}

/// How many bytes of a key are written.
fn key_bytes<R: Rule>(rule: &R) -> usize {
    rule.key_bits().div_ceil(8) as usize
}

/// How many places the tables of a part and of children may have.
fn places<E>(budget: usize) -> [usize; 2] {
    SHARES.map(|share| (budget / 16 * share / size_of::<E>()).max(LEAST))
}

/// In how many parts the followers of level `at` are gathered: each must fit into a table, of which
/// two thirds are in use.
fn next_parts<E>(expected: &[u128], at: usize, budget: usize) -> usize {
    let expected = expected.get(at).copied().unwrap_or(1);
    part_count(expected, places::<E>(budget)[0] / 3 * 2)
}

impl<'s, R: Rule + 'static, E: Entry<Key = R::Key>> FiledTables<'s, R, E> {
    fn new(rule: R, passage: Passage<'s>, expected: Vec<u128>) -> Self {
        let mask = 1_u128.checked_shl(rule.key_bits()).map_or(u128::MAX, |bit| bit - 1);
        let mut filed = Self {
            rule,
            mask,
            passage,
            expected,
            part: empty(),
            source: Vec::new(),
            next: empty(),
            kept: 0,
            batch: Vec::new(),
            phase: Phase::Loading,
            states: 0,
        };
        filed.begin_loading();
        filed
    }

    /// How the states of the part are hashed, and how children are. What comes from one table never
    /// comes in the order of the other.
    fn hashings(&self, at: usize) -> [Hashing; 2] {
        [2 * at, 2 * at + 1].map(|level| Hashing::new(level, 0, self.mask))
    }

    fn begin_loading(&mut self) {
        let most = places::<E>(self.passage.budget())[0];
        let memory = std::mem::take(&mut self.source);
        self.part = table(memory, self.passage.records().min(most / 3 * 2), most);
        self.phase = Phase::Loading;
    }

    /// Loads some records.
    fn load(&mut self, at: usize, fuel: &mut Fuel) -> Result<Turn, Fault> {
        let [hashing, _] = self.hashings(at);
        let most = places::<E>(self.passage.budget())[0];
        // A few states are taken in any case.
        if self.part.place_count_with(BATCH) > most && self.part.len() > LEAST / 2 {
            self.source = std::mem::replace(&mut self.part, empty()).into_places();
            self.passage.split_pass();
            self.begin_loading();
            return Ok(Turn::Going);
        }
        let pass = self.passage.pass();
        let (parities, key_bytes) = (self.passage.parities(), key_bytes(&self.rule));
        let (bytes, len) = self.passage.rest()?;
        if len == 0 {
            self.begin_expanding();
            return Ok(Turn::Going);
        }
        let (mut used, mut cost) = (0, 1);
        while used < len && self.batch.len() < BATCH {
            if used + key_bytes + LEAST_COUNT > len {
                return Err(Fault::Strange);
            }
            let low = limb_at(bytes, used, key_bytes, 0);
            let key = u128::from(low) | (u128::from(limb_at(bytes, used, key_bytes, 1)) << 64);
            let width = usize::from(bytes[used + key_bytes]);
            let counts = used + key_bytes + 1;
            used = counts + parities * width;
            if used > len || key & !self.mask != 0 {
                return Err(Fault::Strange);
            }
            cost += 1;
            let key = E::Key::from_wide(key);
            let (_, hash) = hashing.part_and_hash(key);
            if !pass.has(hash) {
                continue;
            }
            let limb =
                |parity: usize, limb: usize| limb_at(bytes, counts + parity * width, width, limb);
            let entry = E::gather(key, limb, self.mask).filter(|_| width <= 8 * E::COUNT_LIMBS);
            let Some(entry) = entry else { return Ok(Turn::Overflow) };
            self.batch.push((entry, hash));
        }
        self.passage.advance(used);
        let has_room = self.part.add_all(&self.batch, &hashing);
        fuel.0 = fuel.0.saturating_sub(cost);
        self.batch.clear();
        Ok(if has_room { Turn::Going } else { Turn::Overflow })
    }

    fn begin_expanding(&mut self) {
        self.states += self.part.len() as u64;
        let part = std::mem::replace(&mut self.part, empty());
        self.clear_next(part.len());
        self.source = part.into_places();
        self.kept = 0;
        self.phase = Phase::Expanding(0);
    }

    /// Forgets the children, and makes room for those of so many states.
    fn clear_next(&mut self, states: usize) {
        let most = places::<E>(self.passage.budget())[1];
        let memory = std::mem::replace(&mut self.next, empty()).into_places();
        self.next = table(memory, (BATCH + 4 * states).min(most / 3 * 2), most);
    }

    /// Expands some states, from a place on.
    fn expand(&mut self, at: usize, from: usize, fuel: &mut Fuel) -> Turn {
        let [_, hashing] = self.hashings(at);
        let is_full =
            self.next.len() > 0 && self.next.place_count_with(2 * BATCH) > self.next.place_count();
        if is_full || from == self.source.len() {
            self.phase = Phase::Writing { from: 0, then: from };
            return Turn::Going;
        }
        let stage = &self.rule.stages()[at];
        let mut children = Offspring {
            parent: E::EMPTY,
            hashing,
            batch: &mut self.batch,
            made: 0,
            totals: &mut self.passage.totals,
        };
        let mut place = from;
        while place < self.source.len() && place < from + STRIDE && children.batch.len() < BATCH {
            let state = self.source[place];
            place += 1;
            if !state.is_empty() {
                children.parent = state;
                self.rule.expand(state.key(self.mask), stage, &mut children);
            }
        }
        let cost = 1 + children.made;
        let has_room = self.next.add_all(&self.batch, &hashing);
        self.batch.clear();
        fuel.0 = fuel.0.saturating_sub(cost);
        self.phase = Phase::Expanding(place);
        if has_room { Turn::Going } else { Turn::Overflow }
    }

    /// Writes some children, from a place on.
    fn write(
        &mut self,
        at: usize,
        from: usize,
        then: usize,
        fuel: &mut Fuel,
    ) -> Result<Turn, Fault> {
        let [_, hashing] = self.hashings(at);
        let (parities, key_bytes) = (self.passage.parities(), key_bytes(&self.rule));
        let (part_bits, is_last) = (self.passage.part_bits(), self.passage.is_last_stage());
        let places = self.next.places();
        let to = places.len().min(from + STRIDE);
        for child in places[from..to].iter().filter(|child| !child.is_empty()) {
            if is_last {
                // Who is live after the last vertex is a solution, or nothing.
                if self.rule.accepts_end() {
                    self.passage.totals[0].add(&child.counts(self.mask)[0]);
                }
                continue;
            }
            let key = child.key(self.mask);
            let part = match part_bits {
                0 => 0,
                bits => hashing.part_and_hash(key).1 >> (u64::BITS - bits),
            };
            let limb = |child: &E, parity: usize, limb: usize| child.limb(parity, limb, self.mask);
            let one = std::slice::from_ref(child);
            let bits = bits_of(one, parities, E::COUNT_LIMBS, limb);
            let width = width(&bits[..E::COUNT_LIMBS]);
            self.passage.shelf().add(usize::try_from(part).unwrap_or(0), |out| {
                out.extend(&key.to_wide().to_le_bytes()[..key_bytes]);
                out.push(u8::try_from(width).expect("at most 128 bytes"));
                write(one, parities, width, out, limb);
            })?;
        }
        fuel.0 = fuel.0.saturating_sub((to - from) as u64);
        self.phase = Phase::Writing { from: to, then };
        if to < places.len() {
            return Ok(Turn::Going);
        }
        self.end_writing(at, then)
    }

    /// The children are written: goes on with the part, or with the next pass, part or level.
    fn end_writing(&mut self, at: usize, then: usize) -> Result<Turn, Fault> {
        self.clear_next(self.source.len() - then);
        self.kept = then;
        self.passage.keep();
        if then < self.source.len() {
            self.phase = Phase::Expanding(then);
            return Ok(Turn::Going);
        }
        let mut turn = Turn::Pass;
        if self.passage.end_pass() {
            let states = std::mem::take(&mut self.states);
            let next = next_parts::<E>(&self.expected, at + 1, self.passage.budget());
            self.passage.end_level(next)?;
            turn = Turn::Level(states);
        }
        self.begin_loading();
        Ok(turn)
    }

    /// The same with entries of another kind, or with wider ones if the counts do not fit.
    fn begin_again<F: Entry<Key = R::Key>>(mut self: Box<Self>) -> Box<dyn Filing<'s> + 's> {
        let mask = self.mask;
        let convert = |state: &E| {
            if state.is_empty() {
                Some(F::EMPTY)
            } else {
                F::new(state.key(mask), &state.counts(mask), mask)
            }
        };
        let is_loading = self.phase == Phase::Loading;
        let places = if is_loading { &[][..] } else { &self.source[..] };
        let Some(source) = places.iter().map(convert).collect::<Option<Vec<F>>>() else {
            return self.begin_again::<F::Wider>();
        };
        if is_loading {
            self.passage.begin_again();
        } else {
            self.passage.forget();
        }
        let Self { rule, passage, expected, kept, states, .. } = *self;
        let mut wider = FiledTables::<'s, R, F>::new(rule, passage, expected);
        wider.states = states;
        if !is_loading {
            (wider.source, wider.kept, wider.phase) = (source, kept, Phase::Expanding(kept));
        }
        Box::new(wider)
    }
}

/// An empty table for about so many states, in memory that was used before. The first time, there
/// is room for as many places as there may ever be: memory that nobody has touched costs nothing,
/// and lists that grow leave holes.
fn table<E: Entry>(mut memory: Vec<E>, expected: usize, most: usize) -> Table<E> {
    memory.clear();
    memory.reserve_exact(most);
    Table::new(memory, expected)
}

/// A table that nobody uses.
fn empty<E: Entry>() -> Table<E> {
    Table::new(Vec::new(), 0)
}

/// Receives the children of one state after another.
struct Offspring<'w, E> {
    /// The state whose children come now.
    parent: E,
    /// The hashing of children.
    hashing: Hashing,
    /// The children with their hashes.
    batch: &'w mut Vec<(E, u64)>,
    /// How many states and solutions came of all states so far.
    made: u64,
    /// Where solutions are added up.
    totals: &'w mut Vec<Total>,
}

impl<E: Entry> Sink<E::Key> for Offspring<'_, E> {
    #[inline(always)]
    fn live(&mut self, key: E::Key, is_odd: bool) {
        let (_, hash) = self.hashing.part_and_hash(key);
        self.batch.push((self.parent.follow(key, is_odd, self.hashing.mask), hash));
        self.made += 1;
    }

    #[inline(never)]
    fn done(&mut self, is_odd: bool) {
        let mut counts = self.parent.counts(self.hashing.mask);
        counts.rotate_left(usize::from(is_odd));
        for (total, count) in self.totals.iter_mut().zip(&counts) {
            total.add(count);
        }
        self.made += 1;
    }
}

impl<'s, R: Rule + 'static, E: Entry<Key = R::Key>> Filing<'s> for FiledTables<'s, R, E> {
    fn advance(&mut self, fuel: &mut Fuel) -> Result<Turn, Fault> {
        while fuel.0 > 0 {
            let Some(at) = self.passage.stage() else { return Ok(Turn::End) };
            let turn = match self.phase {
                Phase::Loading => self.load(at, fuel)?,
                Phase::Expanding(from) => self.expand(at, from, fuel),
                Phase::Writing { from, then } => self.write(at, from, then, fuel)?,
            };
            if turn != Turn::Going {
                return Ok(turn);
            }
        }
        Ok(Turn::Going)
    }

    fn can_widen(&self) -> bool {
        !E::IS_WIDEST
    }

    fn widen(self: Box<Self>) -> Box<dyn Filing<'s> + 's> {
        self.begin_again::<E::Wider>()
    }

    fn passage(&self) -> &Passage<'s> {
        &self.passage
    }

    fn passage_mut(&mut self) -> &mut Passage<'s> {
        &mut self.passage
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn take_up(&mut self, states: u64) {
        self.begin_loading();
        self.states = states;
    }

    fn bytes(&self) -> usize {
        let source = self.source.capacity() * size_of::<E>();
        source + self.part.bytes() + self.next.bytes()
    }
}
