//! Levels without keys: cycles through all vertices, counted in arrays.
//!
//! # The idea
//! Where the frontier is short compared with the board, almost every state that is possible occurs:
//! nine of ten and more in the middle of a board of knights. Then it is a waste to store keys and
//! to look for them. States with the same [`Roles`] form a *class*, and a class is an array with a
//! count for every pairing of its ends. Settling a vertex leads from a class to a few others, and
//! the table of a [`Change`] says where each count goes. There is no hashing, and what is written
//! at a time is as small as a class.
//!
//! # Steps
//! * **D1** Look at all classes of the level, list the classes that follow and for each of them the
//!   *deliveries* it gets. This is done by [`AnyWalk::turn`], and takes far less time than the
//!   rest.
//! * **D2** A unit fills a block of classes, one after another, from their deliveries. It reads the
//!   level and writes its own block only, so units can run on different threads.

use crate::entry::{Counts, Total, widened};
use crate::pairings::{Change, Pairings};
use crate::roles::{Roles, Settling};
use crate::routes::Routes;
use crate::saving::{load_counts, load_totals, save_counts, save_totals};
use crate::walk::{AnyWalk, Cutting, Turn, lock};
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter, read_flag, read_size};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The states with the same roles.
///
/// * **D3** Its counts stand in block `block` from position `from` on, one for each pairing in the
///   order of their numbers.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The roles that its states share. How many of them are ends says how many pairings there are.
    roles: Roles,
    /// Which of the lists of counts has those of this class (D3).
    block: usize,
    /// Position of its first count in that list (D3).
    from: usize,
}

/// The counts of a class go to another, by the table with a number; by no table if they keep their
/// places. Those for even and odd labels are exchanged if the edges taken have an odd label.
#[derive(Clone, Copy, Debug)]
struct Delivery {
    /// Number of the class of this level that gives its counts.
    from: u32,
    /// Number in `Dense::routes` of what says where each count goes. `None` if all keep their
    /// places.
    table: Option<u32>,
    /// Whether the edges taken have an odd label: then counts for even and odd are exchanged.
    is_odd: bool,
}

/// The classes of the next level.
///
/// * **D4** Class k gets the deliveries `deliveries[starts[k]..starts[k + 1]]`.
/// * **D5** Block b has the classes `blocks[b]..blocks[b + 1]`, and room for one count after the
///   last: what closes a cycle too early is put after the class where it would belong, and removed
///   before the next class is filled. A block without room has not been filled.
#[derive(Debug, Default)]
struct NextLevel {
    /// The classes in the order in which they were first reached; their positions are numbers.
    classes: Vec<Class>,
    /// All deliveries, sorted by the class that gets them (D4).
    deliveries: Vec<Delivery>,
    /// Element k: first delivery of class k (D4). One more than classes.
    starts: Vec<usize>,
    /// Element b: first class of block b (D5). One more than blocks.
    blocks: Vec<usize>,
    /// Counts of all classes together, the spare ones of D5 left out.
    states: usize,
}

/// A count under way.
pub(crate) struct Dense<C> {
    /// The settling of each vertex, in their order.
    settlings: Vec<Settling>,
    /// The numbers of pairings, and what changes do to them.
    routes: Routes,
    /// How many vertices are settled; `settlings[at]` is under way.
    at: usize,
    /// The classes of the last complete level.
    classes: Vec<Class>,
    /// Their counts (D3), by block.
    counts: Vec<Vec<C>>,
    /// The classes of the level under way, and where their counts come from (D4, D5).
    next_level: NextLevel,
    /// The counts of `next_level` by block, each empty until it is filled (D5).
    next_counts: Vec<Mutex<Vec<C>>>,
    /// The solutions found in complete levels: with an even label and, if there are labels, with an
    /// odd one.
    totals: Vec<Total>,
    /// The solutions found in the level under way, in the same way.
    fresh_totals: Vec<Total>,
    /// How levels are cut. Only `block_states` matters here.
    cutting: Cutting,
    /// Whether a sum did not fit in this level, which then has to be begun again with wider counts.
    has_overflowed: AtomicBool,
    /// How many counts have been delivered so far, in levels begun again too.
    transitions: AtomicU64,
}

/// The walk that begins with one state, with two totals if labels may be odd.
pub(crate) fn start(
    settlings: Vec<Settling>,
    is_flat: bool,
    parities: usize,
    cutting: Cutting,
) -> Box<dyn AnyWalk> {
    if parities == 1 {
        Dense::<[u64; 1]>::start(settlings, is_flat, parities, cutting)
    } else {
        Dense::<[u32; 2]>::start(settlings, is_flat, parities, cutting)
    }
}

impl<C: Counts> Dense<C> {
    fn start(
        settlings: Vec<Settling>,
        is_flat: bool,
        parities: usize,
        cutting: Cutting,
    ) -> Box<dyn AnyWalk> {
        let one = C::new(&[widened(&[1]), widened(&[0])]).expect("room for one");
        let mut dense = Self {
            settlings,
            routes: Routes::new(is_flat),
            at: 0,
            classes: vec![Class { roles: Roles::BARE, block: 0, from: 0 }],
            counts: vec![vec![one]],
            next_level: NextLevel::default(),
            next_counts: Vec::new(),
            totals: vec![Total::default(); parities],
            fresh_totals: vec![Total::default(); parities],
            cutting,
            has_overflowed: AtomicBool::new(false),
            transitions: AtomicU64::new(0),
        };
        dense.prepare_next();
        Box::new(dense)
    }

    /// D1.
    fn prepare_next(&mut self) {
        let Some(settling) = self.settlings.get(self.at) else {
            self.classes.clear();
            self.next_level = NextLevel::default();
            self.next_counts.clear();
            return;
        };
        let mut numbers: FxHashMap<Roles, u32> = FxHashMap::default();
        let mut classes: Vec<Class> = Vec::new();
        let mut found: Vec<(u32, Delivery)> = Vec::new();
        for (number, class) in self.classes.iter().enumerate() {
            let ends = class.roles.ends();
            settling.settle(class.roles, |next| {
                if ends == 2 && matches!(next.change, Change::Join(_)) {
                    if next.is_last {
                        let counts = self.counts[class.block][class.from];
                        (0..next.ways.even).for_each(|_| add_to(&mut self.fresh_totals, counts));
                        (0..next.ways.odd)
                            .for_each(|_| add_to(&mut self.fresh_totals, counts.exchanged()));
                    }
                    return;
                }
                let to = *numbers.entry(next.roles).or_insert_with(|| {
                    classes.push(Class { roles: next.roles, block: 0, from: 0 });
                    kumiki_id::narrow(classes.len() - 1)
                });
                let table = self.routes.route(ends, next.change);
                let from = kumiki_id::narrow(number);
                (0..next.ways.even)
                    .for_each(|_| found.push((to, Delivery { from, table, is_odd: false })));
                (0..next.ways.odd)
                    .for_each(|_| found.push((to, Delivery { from, table, is_odd: true })));
            });
        }
        self.next_level = NextLevel::new(classes, &found, self.routes.pairings(), self.cutting);
        self.next_counts.clear();
        self.next_counts.resize_with(self.next_level.blocks.len() - 1, Mutex::default);
    }

    /// D2.
    fn fill(&self, block: usize) -> u64 {
        if !lock(&self.next_counts[block]).is_empty() {
            return 0;
        }
        let (pairings, routes) = (self.routes.pairings(), &self.routes);
        let NextLevel { classes, deliveries, starts, blocks, .. } = &self.next_level;
        let members = blocks[block]..blocks[block + 1];
        let size = |class: &Class| pairings.count(class.roles.ends());
        let len: usize = classes[members.clone()].iter().map(size).sum();
        let mut counts = vec![C::ZERO; len + 1];
        let mut is_over = false;
        let mut made = 0;
        for number in members {
            let class = &classes[number];
            let after = class.from + size(class);
            for delivery in &deliveries[starts[number]..starts[number + 1]] {
                let source = &self.classes[delivery.from as usize];
                let source = &self.counts[source.block][source.from..][..size(source)];
                let into = &mut counts[class.from..=after];
                let table = delivery.table.map(|table| routes.table(table));
                is_over |= give(into, source, table, delivery.is_odd);
                made += source.len();
                counts[after] = C::ZERO;
            }
        }
        *lock(&self.next_counts[block]) = counts;
        if is_over {
            self.has_overflowed.store(true, Ordering::Relaxed);
        }
        self.transitions.fetch_add(wide(made), Ordering::Relaxed);
        wide(len)
    }

    fn end_level(&mut self) -> Turn {
        self.classes = std::mem::take(&mut self.next_level.classes);
        let counts = self.next_counts.drain(..);
        self.counts = counts
            .map(|block| block.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        for (total, fresh) in self.totals.iter_mut().zip(&mut self.fresh_totals) {
            total.merge(&std::mem::take(fresh));
        }
        self.at += 1;
        if self.classes.is_empty() {
            self.at = self.settlings.len();
        }
        self.prepare_next();
        if self.at == self.settlings.len() { Turn::End } else { Turn::Level }
    }

    /// The level begun again with wider counts.
    fn begin_again(self) -> Dense<C::Wider> {
        let widen = |count: &C| {
            C::Wider::new(&count.limbs()).expect("wider counts have room for narrower ones")
        };
        let fresh_totals = vec![Total::default(); self.totals.len()];
        let mut dense = Dense {
            settlings: self.settlings,
            routes: self.routes,
            at: self.at,
            classes: self.classes,
            counts: self.counts.iter().map(|block| block.iter().map(widen).collect()).collect(),
            next_level: NextLevel::default(),
            next_counts: Vec::new(),
            totals: self.totals,
            fresh_totals,
            cutting: self.cutting,
            has_overflowed: AtomicBool::new(false),
            transitions: self.transitions,
        };
        dense.prepare_next();
        dense
    }
}

impl NextLevel {
    /// Sorts the deliveries by class, and cuts the classes into blocks.
    fn new(
        mut classes: Vec<Class>,
        found: &[(u32, Delivery)],
        pairings: &Pairings,
        cutting: Cutting,
    ) -> Self {
        let mut starts = vec![0; classes.len() + 2];
        for (to, _) in found {
            starts[*to as usize + 2] += 1;
        }
        for number in 2..starts.len() {
            starts[number] += starts[number - 1];
        }
        let mut deliveries = vec![Delivery { from: 0, table: None, is_odd: false }; found.len()];
        for (to, delivery) in found {
            let start = &mut starts[*to as usize + 1];
            deliveries[*start] = *delivery;
            *start += 1;
        }
        starts.pop();
        let (blocks, states) = cut(&mut classes, pairings, cutting);
        Self { classes, deliveries, starts, blocks, states }
    }
}

/// Cuts classes into blocks (D3, D5), and counts their states.
fn cut(classes: &mut [Class], pairings: &Pairings, cutting: Cutting) -> (Vec<usize>, usize) {
    let mut blocks = vec![0];
    let (mut from, mut states) = (0, 0);
    for (number, class) in classes.iter_mut().enumerate() {
        if from >= cutting.block_states {
            blocks.push(number);
            from = 0;
        }
        (class.block, class.from) = (blocks.len() - 1, from);
        let size = pairings.count(class.roles.ends());
        from += size;
        states += size;
    }
    if !classes.is_empty() {
        blocks.push(classes.len());
    }
    (blocks, states)
}

impl<C: Counts> AnyWalk for Dense<C> {
    fn unit_count(&self) -> usize {
        self.next_counts.len()
    }

    fn work(&self, unit: usize) -> u64 {
        self.fill(unit)
    }

    fn turn(&mut self) -> Turn {
        if self.has_overflowed.load(Ordering::Relaxed) {
            Turn::Overflow
        } else if self.at == self.settlings.len() {
            Turn::End
        } else {
            self.end_level()
        }
    }

    fn can_widen(&self) -> bool {
        !C::IS_WIDEST
    }

    fn widen(self: Box<Self>) -> Box<dyn AnyWalk> {
        Box::new(self.begin_again())
    }

    fn progress(&self) -> (usize, usize) {
        (self.at, self.settlings.len())
    }

    fn state_count(&self) -> u64 {
        let size = |class: &Class| self.routes.pairings().count(class.roles.ends());
        wide(self.classes.iter().map(size).sum())
    }

    fn bytes(&self) -> usize {
        let counts: usize = self.counts.iter().map(Vec::capacity).sum();
        let NextLevel { classes, deliveries, states, .. } = &self.next_level;
        (counts + states) * size_of::<C>()
            + self.routes.bytes()
            + (self.classes.len() + classes.len()) * size_of::<Class>()
            + deliveries.len() * size_of::<Delivery>()
    }

    fn transitions(&self) -> u64 {
        self.transitions.load(Ordering::Relaxed)
    }

    fn totals(&self) -> Vec<Total> {
        self.totals.clone()
    }

    fn width(&self) -> u64 {
        C::WIDTH
    }

    /// The level, and the blocks of the next one that have been filled. What is ahead follows from
    /// the classes.
    fn save(&self, writer: &mut RecordWriter<'_>) {
        let parities = self.totals.len();
        let width = parities * C::LIMBS;
        writer.numbers(&[
            wide(self.at),
            self.transitions.load(Ordering::Relaxed),
            u64::from(self.has_overflowed.load(Ordering::Relaxed)),
        ]);
        save_totals(writer, &self.totals);
        writer.list(1, &self.classes, |class, line| line.push(class.roles.bits()));
        for class in &self.classes {
            let size = self.routes.pairings().count(class.roles.ends());
            let counts = &self.counts[class.block][class.from..][..size];
            writer.list(width, counts, |counts, line| save_counts(counts, parities, line));
        }
        writer.numbers(&[wide(self.next_counts.len())]);
        for block in self.next_counts.iter().map(lock) {
            writer.list(width, &*block, |counts, line| save_counts(counts, parities, line));
        }
    }

    fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        let parities = self.totals.len();
        let [at, transitions, has_overflowed] = reader.numbers()?;
        let at = read_size(at)?;
        let settled = self.settlings.get(..at).ok_or(BadSnapshot)?;
        let frontier = settled.iter().fold(0, |before, settling| settling.frontier_after(before));
        let totals = load_totals(reader, parities)?;
        let mut classes = Vec::new();
        for bits in reader.words()? {
            let roles = Roles::from_bits(bits, frontier).ok_or(BadSnapshot)?;
            classes.push(Class { roles, block: 0, from: 0 });
        }
        let mut counts: Vec<Vec<C>> = Vec::new();
        let load = |reader: &mut RecordReader<'_>, counts: &mut Vec<C>| {
            reader.list(parities * C::LIMBS, |numbers| {
                counts.push(load_counts(numbers, parities)?);
                Ok(())
            })
        };
        cut(&mut classes, self.routes.pairings(), self.cutting);
        for class in &classes {
            if class.block == counts.len() {
                counts.push(Vec::new());
            }
            let block = counts.last_mut().ok_or(BadSnapshot)?;
            load(reader, block)?;
            if block.len() != class.from + self.routes.pairings().count(class.roles.ends()) {
                return Err(BadSnapshot);
            }
        }
        let [block_count] = reader.numbers()?;
        let mut filled = Vec::new();
        for _ in 0..block_count {
            let mut block = Vec::new();
            load(reader, &mut block)?;
            filled.push(Mutex::new(block));
        }
        (self.at, self.totals) = (at, totals);
        (self.classes, self.counts) = (classes, counts);
        self.fresh_totals.fill(Total::default());
        self.transitions = AtomicU64::new(transitions);
        self.has_overflowed = AtomicBool::new(read_flag(has_overflowed)?);
        self.prepare_next();
        if filled.len() != self.next_counts.len() {
            return Err(BadSnapshot);
        }
        for (block, filled) in filled.iter_mut().enumerate() {
            let members = &self.next_level.classes
                [self.next_level.blocks[block]..self.next_level.blocks[block + 1]];
            let sizes =
                members.iter().map(|class| self.routes.pairings().count(class.roles.ends()));
            let len = filled.get_mut().unwrap_or_else(PoisonError::into_inner).len();
            if len > 0 && len != sizes.sum::<usize>() + 1 {
                return Err(BadSnapshot);
            }
        }
        self.next_counts = filled;
        Ok(())
    }
}

/// Adds counts to those in the same places. Says whether there was no room for a sum.
#[inline(always)]
fn keep<C: Counts>(into: &mut [C], source: &[C], seen: impl Fn(C) -> C) -> bool {
    let added = into.iter_mut().zip(source).map(|(sum, count)| sum.add(&seen(*count)));
    added.fold(false, |is_over, over| is_over | over)
}

/// Adds counts to those in the places that a table names. Says whether there was no room for a sum.
#[inline(always)]
fn deliver<C: Counts>(into: &mut [C], source: &[C], table: &[u32], seen: impl Fn(C) -> C) -> bool {
    let mut is_over = false;
    for (count, to) in source.iter().zip(table) {
        is_over |= into[*to as usize].add(&seen(*count));
    }
    is_over
}

/// Adds counts to those of a class that they go to, by a table if they do not keep their places;
/// those for even and odd labels are exchanged if the edges taken have an odd one. Says whether
/// there was no room for a sum.
#[inline(always)]
pub(crate) fn give<C: Counts>(
    into: &mut [C],
    source: &[C],
    table: Option<&[u32]>,
    is_odd: bool,
) -> bool {
    match (table, is_odd) {
        (None, false) => keep(into, source, |count| count),
        (None, true) => keep(into, source, C::exchanged),
        (Some(table), false) => deliver(into, source, table, |count| count),
        (Some(table), true) => deliver(into, source, table, C::exchanged),
    }
}

/// Adds counts to the solutions found.
pub(crate) fn add_to<C: Counts>(totals: &mut [Total], counts: C) {
    for (total, count) in totals.iter_mut().zip(counts.limbs()) {
        total.add(&count);
    }
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).expect("a number of things in memory")
}
