//! Levels of arrays in scratch: cycles through all vertices.
//!
//! # The idea
//! When a vertex is settled, the roles of vertices without an edge to it stay as they are. Classes
//! that agree in these *untouched* roles lead to classes that agree in them, and to no others. So a
//! level is cut into parts by a hash of its untouched roles, and what follows from a part can be
//! gathered while nothing else is in memory. A part is read from its beginning to its end, and
//! every class that follows gets its counts in an array of the [`Arena`], which is written when the
//! part is at its end: each class to the part that the next vertex asks for.
//!
//! If the arena is full before the part is at its end, the part is read again in two passes, each
//! for about half of the classes that follow, and so on. So a class is never in two places, and a
//! part may be as large as it likes. What follows must never be written in pieces instead: each
//! piece would be read and followed by itself, and at every level there would be more of them.
//!
//! A record is the roles, the width of a count in bytes, and the counts of all pairings.

use super::numbers::{bits_of, limb_at, width, write};
use super::passage::{Pass, Passage, part_count};
use super::{Fault, Filing, Turn};
use crate::dense::{add_to, give};
use crate::entry::Counts;
use crate::pairings::Change;
use crate::roles::{Next, Roles, Settling};
use crate::routes::Routes;
use kumiki_search::{Fuel, Scratch, mix};
use rustc_hash::FxHashMap;

/// The bytes of a record before its counts.
const HEADER: usize = 9;

/// An arena for less would take too many passes.
const LEAST_STATES: usize = 64;

/// Arrays of classes stand in blocks of about so many states.
const BLOCK_STATES: usize = 1 << 15;

/// The arena may take this share of the memory; what says where its classes are takes some of the
/// rest.
const ARENA: [usize; 2] = [5, 8];

/// Where the counts of a class are.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The roles of the class.
    roles: Roles,
    /// The block.
    block: u32,
    /// The first count in it.
    from: u32,
}

/// The classes that follow from a part, in one pass.
///
/// * **Y1** A class of n pairings has n counts in its block from its place on, and after them one
///   for what closes a cycle too early, which is zero whenever nobody adds.
/// * **Y2** `numbers` says where in `places` a class is.
/// * **Y3** `states` is the number of counts in all blocks. It is at most `limit`, unless what
///   follows from one record is more.
struct Arena<C> {
    /// The classes in the order in which they were first reached.
    places: Vec<Place>,
    /// Positions in `places` (Y2).
    numbers: FxHashMap<Roles, u32>,
    /// The counts (Y1).
    blocks: Vec<Vec<C>>,
    /// Blocks without counts, to be used again.
    spare: Vec<Vec<C>>,
    /// How many counts there are (Y3).
    states: usize,
    /// How many there may be (Y3).
    limit: usize,
}

impl<C: Counts> Arena<C> {
    fn new(limit: usize) -> Self {
        Self {
            places: Vec::new(),
            numbers: FxHashMap::default(),
            blocks: Vec::new(),
            spare: Vec::new(),
            states: 0,
            limit,
        }
    }

    /// The counts of a class with so many pairings, and one more (Y1).
    fn class(&mut self, roles: Roles, size: usize) -> &mut [C] {
        let number = *self.numbers.entry(roles).or_insert_with(|| {
            let room = |block: &Vec<C>| block.len() + size < BLOCK_STATES;
            if !self.blocks.last().is_some_and(room) {
                self.blocks.push(self.spare.pop().unwrap_or_default());
            }
            let block = self.blocks.len() - 1;
            let counts = &mut self.blocks[block];
            let from = kumiki_id::narrow(counts.len());
            counts.resize(counts.len() + size + 1, C::ZERO);
            self.states += size + 1;
            self.places.push(Place { roles, block: kumiki_id::narrow(block), from });
            kumiki_id::narrow(self.places.len() - 1)
        });
        let place = self.places[number as usize];
        &mut self.blocks[place.block as usize][place.from as usize..][..=size]
    }

    /// Forgets all classes.
    fn clear(&mut self) {
        self.places.clear();
        self.numbers.clear();
        for mut block in self.blocks.drain(..) {
            // A block of the usual size is used again; a large class gives its memory back.
            if block.len() <= BLOCK_STATES {
                block.clear();
                self.spare.push(block);
            }
        }
        self.states = 0;
    }

    fn bytes(&self) -> usize {
        let blocks = self.blocks.iter().chain(&self.spare);
        let classes = self.places.capacity() * size_of::<Place>()
            + self.numbers.capacity() * (size_of::<(Roles, u32)>() + 1);
        blocks.map(|block| block.capacity() * size_of::<C>()).sum::<usize>() + classes
    }
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The part is read, and what follows is put into the arena.
    Reading,
    /// The arena is written, from this class on.
    Writing(usize),
}

/// A count under way.
pub(crate) struct FiledArrays<'s, C> {
    /// The settling of each vertex, in their order.
    settlings: Vec<Settling>,
    /// The numbers of pairings, and what changes do to them.
    routes: Routes,
    /// Where it stands.
    passage: Passage<'s>,
    /// How many states are expected after each vertex.
    expected: Vec<u128>,
    /// What follows from the part, in this pass.
    arena: Arena<C>,
    /// The counts of the record that is read.
    source: Vec<C>,
    /// What is going on.
    phase: Phase,
    /// States of the next level that have been written.
    next_states: u64,
}

/// The count that begins with one state.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn start<'s>(
    settlings: Vec<Settling>,
    is_flat: bool,
    parities: usize,
    expected: Vec<u128>,
    scratch: &'s dyn Scratch,
    budget: usize,
) -> Result<Box<dyn Filing<'s> + 's>, Fault> {
    let next_parts = next_parts(&expected, 0, budget);
    let first = |out: &mut Vec<u8>| {
        out.extend([0; HEADER - 1]);
        // One even way, of one byte; no odd way.
        out.extend(&[1, 1, 0][..=parities]);
    };
    let passage = Passage::new(scratch, settlings.len(), parities, budget, next_parts, first)?;
    let routes = Routes::new(is_flat);
    Ok(if parities == 1 {
        Box::new(FiledArrays::<[u64; 1]>::new(settlings, routes, passage, expected))
    } else {
        Box::new(FiledArrays::<[u32; 2]>::new(settlings, routes, passage, expected))
    })
}

/// How many counts of eight bytes the arena has room for.
fn arena_states(budget: usize, bytes: usize) -> usize {
    (budget / ARENA[1] * ARENA[0] / bytes).max(LEAST_STATES)
}

/// In how many parts the followers of level `at` are gathered: what follows from each of them in
/// turn must fit into the arena.
fn next_parts(expected: &[u128], at: usize, budget: usize) -> usize {
    let expected = expected.get(at + 1).copied().unwrap_or(1);
    part_count(expected, arena_states(budget, 8))
}

impl<'s, C: Counts> FiledArrays<'s, C> {
    fn new(
        settlings: Vec<Settling>,
        routes: Routes,
        passage: Passage<'s>,
        expected: Vec<u128>,
    ) -> Self {
        let arena = Arena::new(arena_states(passage.budget(), size_of::<C>()));
        Self {
            settlings,
            routes,
            passage,
            expected,
            arena,
            source: Vec::new(),
            phase: Phase::Reading,
            next_states: 0,
        }
    }

    /// Reads a record, and puts what follows into the arena. If there is none, the arena is to be
    /// written; if there is no room, the pass is begun again.
    fn read(&mut self, fuel: &mut Fuel) -> Result<Turn, Fault> {
        let Some(at) = self.passage.stage() else { return Ok(Turn::End) };
        let (parities, pass) = (self.passage.parities(), self.passage.pass());
        let (bytes, len) = self.passage.rest()?;
        if len == 0 {
            self.phase = Phase::Writing(0);
            return Ok(Turn::Going);
        }
        let bits = bytes.get(..8).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
        let roles = bits.and_then(|bits| Roles::from_bits(bits, 32)).ok_or(Fault::Strange)?;
        let width = usize::from(bytes[HEADER - 1]);
        let size = self.routes.pairings().count(roles.ends());
        let used = HEADER + size * parities * width;
        if used > len {
            return Err(Fault::Strange);
        }
        if width > 8 * C::LIMBS {
            return Ok(Turn::Overflow);
        }
        let settling = &self.settlings[at];
        if !has_room(&self.arena, settling, roles, &self.routes, pass) {
            self.arena.clear();
            self.passage.split_pass();
            return Ok(Turn::Going);
        }
        self.source.clear();
        for number in 0..size {
            let limb = |parity: usize, limb: usize| {
                limb_at(bytes, HEADER + (number * parities + parity) * width, width, limb)
            };
            let Some(counts) = C::gather(limb) else { return Ok(Turn::Overflow) };
            self.source.push(counts);
        }
        self.passage.advance(used);
        let mut is_over = false;
        let mut cost = 1;
        settling.settle(roles, |next: Next| {
            let Next { roles: to, change, ways, is_last } = next;
            if !pass.has(mix(to.bits())) {
                return;
            }
            cost += self.source.len() as u64;
            if roles.ends() == 2 && matches!(change, Change::Join(_)) {
                if is_last {
                    let counts = self.source[0];
                    let totals = &mut self.passage.totals;
                    (0..ways.even).for_each(|_| add_to(totals, counts));
                    (0..ways.odd).for_each(|_| add_to(totals, counts.exchanged()));
                }
                return;
            }
            let table = self.routes.route(roles.ends(), change);
            let into = self.arena.class(to, self.routes.pairings().count(to.ends()));
            let table = table.map(|table| self.routes.table(table));
            for (times, is_odd) in [(ways.even, false), (ways.odd, true)] {
                for _ in 0..times {
                    is_over |= give(into, &self.source, table, is_odd);
                    // Y1
                    into[into.len() - 1] = C::ZERO;
                }
            }
        });
        fuel.0 = fuel.0.saturating_sub(cost);
        Ok(if is_over { Turn::Overflow } else { Turn::Going })
    }

    /// Writes a class of the arena; after the last, goes on reading.
    fn write(&mut self, number: usize, fuel: &mut Fuel) -> Result<Turn, Fault> {
        let Some(at) = self.passage.stage() else { return Ok(Turn::End) };
        // Whatever has not closed a cycle with the last vertex, is none.
        let class = self.arena.places.get(number).filter(|_| !self.passage.is_last_stage());
        let Some(place) = class else { return self.end_writing(at) };
        let size = self.routes.pairings().count(place.roles.ends());
        let counts = &self.arena.blocks[place.block as usize][place.from as usize..][..size];
        let parities = self.passage.parities();
        let bits = bits_of(counts, parities, C::LIMBS, C::limb);
        let width = width(&bits[..C::LIMBS]);
        let part = match self.passage.part_bits() {
            0 => 0,
            bits => mix(self.settlings[at + 1].untouched(place.roles)) >> (u64::BITS - bits),
        };
        let part = usize::try_from(part).unwrap_or(0);
        self.passage.shelf().add(part, |out| {
            out.extend(place.roles.bits().to_le_bytes());
            out.push(u8::try_from(width).expect("at most 128 bytes"));
            write(counts, parities, width, out, C::limb);
        })?;
        self.next_states += size as u64;
        fuel.0 = fuel.0.saturating_sub(1 + size as u64);
        self.phase = Phase::Writing(number + 1);
        Ok(Turn::Going)
    }

    /// The arena is written: goes on with the next pass, part or level.
    fn end_writing(&mut self, at: usize) -> Result<Turn, Fault> {
        self.arena.clear();
        self.phase = Phase::Reading;
        if !self.passage.end_pass() {
            return Ok(Turn::Pass);
        }
        let states = std::mem::take(&mut self.next_states);
        let next = next_parts(&self.expected, at + 1, self.passage.budget());
        Ok(if self.passage.end_level(next)? { Turn::End } else { Turn::Level(states) })
    }
}

/// Whether there is room for all classes that follow from one in a pass (Y3).
fn has_room<C: Counts>(
    arena: &Arena<C>,
    settling: &Settling,
    roles: Roles,
    routes: &Routes,
    pass: Pass,
) -> bool {
    // Most of the time there is more than enough.
    if arena.states == 0 || arena.states < arena.limit / 2 {
        return true;
    }
    let mut states = arena.states;
    settling.settle(roles, |next: Next| {
        if pass.has(mix(next.roles.bits())) && !arena.numbers.contains_key(&next.roles) {
            states += routes.pairings().count(next.roles.ends()) + 1;
        }
    });
    states == arena.states || states <= arena.limit
}

impl<'s, C: Counts> Filing<'s> for FiledArrays<'s, C> {
    fn advance(&mut self, fuel: &mut Fuel) -> Result<Turn, Fault> {
        while fuel.0 > 0 {
            let turn = match self.phase {
                Phase::Reading => self.read(fuel)?,
                Phase::Writing(number) => self.write(number, fuel)?,
            };
            if turn != Turn::Going {
                return Ok(turn);
            }
        }
        Ok(Turn::Going)
    }

    fn can_widen(&self) -> bool {
        !C::IS_WIDEST
    }

    fn widen(self: Box<Self>) -> Box<dyn Filing<'s> + 's> {
        let Self { settlings, routes, mut passage, expected, next_states, .. } = *self;
        passage.begin_again();
        let mut wider = FiledArrays::<C::Wider>::new(settlings, routes, passage, expected);
        wider.next_states = next_states;
        Box::new(wider)
    }

    fn passage(&self) -> &Passage<'s> {
        &self.passage
    }

    fn passage_mut(&mut self) -> &mut Passage<'s> {
        &mut self.passage
    }

    fn states(&self) -> u64 {
        self.next_states
    }

    fn take_up(&mut self, states: u64) {
        self.arena.clear();
        (self.phase, self.next_states) = (Phase::Reading, states);
    }

    fn bytes(&self) -> usize {
        self.arena.bytes() + self.routes.bytes() + self.source.capacity() * size_of::<C>()
    }
}
