//! Reversible sparse sets: the one structure that a search changes.
//!
//! # The idea
//! The entries of a set lie in an array of cells, the active ones first. To remove one, exchange it
//! with the last active one and shorten the active part by 1. To bring back everything that was
//! removed since some moment, set the length to what it was then: the removed entries lie behind
//! the active ones, in whatever order, and the order within a set means nothing. So undoing needs
//! the old length of each set that became shorter, and nothing else.
//!
//! An option is *active* while it can still be taken. Taking it covers its sets. A set that has
//! been covered as often as possible is *closed*: the options in it that no longer fit are removed
//! from all sets that are open, while its own cells are left alone until it is open again.
//!
//! # Which set is branched on
//! The one with the least *score*, which is the number of active options minus the need; of those
//! the first. A score below 0 is a dead end, and noticed as soon as it arises. On the way down, the
//! score of a set that needs something never grows. So the sets whose score has come down to 0 are
//! remembered in `tight`, and as long as there are any, nothing has to be compared: all that such a
//! set has must be taken.
//!
//! # Invariants
//! * **D1** The cells of a set hold its entries, each once, and each entry knows its place.
//! * **D2** The first `size` cells of an open set hold the entries of the active options, unless
//!   nothing is needed and no option is loose: then nobody asks.
//! * **D3** `covered` counts the taken options of the set; the set is closed when that is `most` or
//!   more. `least` counts, for a demand, the taken options that raise it. `need` is by how much
//!   `covered` falls short of `least` or of `most`, whichever is less.
//! * **D4** `needy` holds the sets that need something, each once, and `needy_places` tells where.
//! * **D5** No set has fewer active options than it needs, except at a dead end.
//! * **D6** If `knows_all_tight`, every set that needs all it has is in `tight` or `newly_tight`;
//!   others may be there too.
//! * **D7** An open set whose `saved_at` is `now` has its size of the moment when `now` began on
//!   the trail. Closed sets are never saved `now`.
//! * **D8** An option whose `removed_at` is `now` is not active.
//!
//! # Roads not taken
//! * Saving the sizes of all sets at every branching, as SSXCC does: with 50000 items and thousands
//!   of levels the trail would take gigabytes. With D7 it never holds more records than there are
//!   entries.
//! * Removing the other options set by set, each before the next is closed: options that share two
//!   sets with the one taken are then moved within the second set just to be ignored there. Closing
//!   all sets first, with D8 against meeting an option twice, saves a tenth of the instructions on
//!   the Soma cube and makes solutions cheap.
//! * Closing the smallest set first, to meet a dead end earlier: nothing gained on polyominoes, 5
//!   to 13 % more instructions elsewhere.

mod audit;

use crate::table::{Entry, Shape, Table};
use kumiki_id::narrow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The state of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Set {
    /// Its first cell. It never changes, nor does `most`; they are here because they are wanted
    /// together with the rest.
    first: u32,
    /// How many of its entries are active, if it is open (D2).
    size: u32,
    /// How often it still has to be covered (D3).
    need: u32,
    /// How many options taken cover it (D3).
    covered: u32,
    /// How often it has to be covered in all (D3).
    least: u32,
    /// From so many on it is closed (D3).
    most: u32,
    /// The value of `Cells::now` when its size was last put on the trail; 0 if never, or if it was
    /// closed since (D7).
    saved_at: u64,
}

impl Set {
    #[inline(always)]
    fn is_closed(&self) -> bool {
        self.covered >= self.most
    }

    /// The need that follows from the other fields (D3).
    #[inline(always)]
    fn need_now(&self) -> u32 {
        self.least.min(self.most).saturating_sub(self.covered)
    }
}

/// The size that a set had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Saved {
    /// Number of the set.
    set: u32,
    /// How many active entries it had.
    size: u32,
}

/// A moment of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    /// How many sizes were on the trail.
    trail_len: usize,
    /// Whether it was known that no set needed all it had.
    is_calm: bool,
}

/// What a node of the search tree turns out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outlook {
    /// Nothing is needed any more.
    Solved,
    /// This set needs all it has.
    Forced(u32),
    /// This set has the least score, which is not 0.
    Branch(u32),
}

/// The sets of a table in the course of a search.
#[derive(Clone, Debug)]
pub(crate) struct Cells<'t> {
    /// What no search changes.
    table: &'t Table,
    /// The sets by their numbers (T1).
    sets: Vec<Set>,
    /// For each cell the number of the entry in it (D1).
    cells: Vec<u32>,
    /// For each entry its set and the cell that it is in (D1).
    entries: Vec<Entry>,
    /// The sets that need something, in no order (D4).
    needy: Vec<u32>,
    /// For each set its position in `needy`; without meaning if it is not there (D4).
    needy_places: Vec<u32>,
    /// Sets that have come to need all they have, the first one on top. Some may need nothing any
    /// more (D6).
    tight: BinaryHeap<Reverse<u32>>,
    /// Sets that the hot loop has found to need all they have, to be added to `tight`.
    newly_tight: Vec<u32>,
    /// Whether no such set is missing in these two (D6).
    knows_all_tight: bool,
    /// Sizes to go back to, the latest last (D7).
    trail: Vec<Saved>,
    /// For each option the value of `now` when it was last taken or removed; 0 if never (D8).
    removed_at: Vec<u64>,
    /// The number of the present stretch between two moments. It begins with 1 and only grows.
    now: u64,
    /// How many options were looked at to see whether they still fit.
    looked_at: u64,
}

impl<'t> Cells<'t> {
    /// Everything active, nothing taken.
    pub(crate) fn new(table: &'t Table) -> Self {
        let set = |shape: &Shape| Set {
            first: shape.first,
            size: shape.len,
            need: shape.least,
            covered: 0,
            least: shape.least,
            most: shape.most,
            saved_at: 0,
        };
        let mut cells = Self {
            table,
            sets: table.shapes.iter().map(set).collect(),
            cells: table.cells.clone(),
            entries: table.entries.clone(),
            needy: Vec::new(),
            needy_places: vec![0; table.shapes.len()],
            tight: BinaryHeap::new(),
            newly_tight: Vec::new(),
            knows_all_tight: false,
            trail: Vec::new(),
            removed_at: vec![0; table.option_count()],
            now: 1,
            looked_at: 0,
        };
        for (number, shape) in table.shapes.iter().enumerate() {
            if shape.least > 0 {
                cells.add_needy(narrow(number));
            }
        }
        cells
    }

    /// Whether some set has fewer options than it needs (D5).
    pub(crate) fn is_hopeless(&self) -> bool {
        self.needy.iter().map(|set| &self.sets[*set as usize]).any(|set| set.size < set.need)
    }

    /// What has to be done next at a node that is no dead end.
    #[inline]
    pub(crate) fn outlook(&mut self) -> Outlook {
        while let Some(set) = self.newly_tight.pop() {
            self.tight.push(Reverse(set));
        }
        if self.knows_all_tight {
            while let Some(Reverse(set)) = self.tight.peek() {
                if self.sets[*set as usize].need > 0 {
                    return Outlook::Forced(*set);
                }
                self.tight.pop();
            }
        }
        self.compare_all()
    }

    /// Looks for the least score, and on the way for all sets that need all they have.
    fn compare_all(&mut self) -> Outlook {
        // Score and number in one word, so that the least is the least score and of those the first
        // set.
        let mut best = u64::MAX;
        for number in &self.needy {
            let set = &self.sets[*number as usize];
            let score = set.size - set.need;
            if score == 0 {
                self.tight.push(Reverse(*number));
            }
            best = best.min(u64::from(score) << 32 | u64::from(*number));
        }
        self.knows_all_tight = true;
        if self.needy.is_empty() {
            return Outlook::Solved;
        }
        let set = u32::try_from(best & u64::from(u32::MAX)).expect("32 bits");
        if best >> 32 == 0 { Outlook::Forced(set) } else { Outlook::Branch(set) }
    }

    /// The options in an open set that are active.
    #[inline(always)]
    fn active(&self, set: u32) -> impl Iterator<Item = u32> {
        let Set { first, size, .. } = self.sets[set as usize];
        let entries = &self.cells[(first as usize)..(first + size) as usize];
        entries.iter().map(|entry| self.table.option_of[*entry as usize])
    }

    /// Appends to a list the options of a set of which a solution must contain one, increasing: one
    /// more than the set can spare.
    #[inline]
    pub(crate) fn list_ways(&self, set: u32, list: &mut Vec<u32>) {
        let Set { size, need, .. } = self.sets[set as usize];
        let from = list.len();
        list.extend(self.active(set));
        list[from..].sort_unstable();
        list.truncate(from + (size - need) as usize + 1);
    }

    /// The first option of a set that needs all it has.
    #[inline]
    pub(crate) fn first_option(&self, set: u32) -> u32 {
        self.active(set).min().expect("D5: a set that needs something has something")
    }

    /// How many loose options are active.
    #[inline]
    pub(crate) fn loose_count(&self) -> u32 {
        self.sets[self.table.loose() as usize].size
    }

    /// The first active loose option from the given one on.
    pub(crate) fn next_loose(&self, from: u32) -> Option<u32> {
        let Set { first, size, .. } = self.sets[self.table.loose() as usize];
        let is_active = |option: &u32| {
            let entry = self.table.loose_entry(*option);
            entry.is_some_and(|entry| self.entries[entry as usize].place < first + size)
        };
        (from..narrow(self.table.option_count())).find(is_active)
    }

    /// Whether taking one of a set's options makes the others inactive.
    #[inline]
    pub(crate) fn excludes_others(&self, set: u32) -> bool {
        let Set { covered, most, .. } = self.sets[set as usize];
        self.table.is_item(set) && covered + 1 == most
    }

    #[inline]
    pub(crate) fn need(&self, set: u32) -> u32 {
        self.sets[set as usize].need
    }

    /// Takes an active option. If that is a dead end, it is given back and the answer is no; the
    /// sizes of the sets are then wrong until they are restored.
    #[inline]
    pub(crate) fn take(&mut self, option: u32) -> bool {
        let entries = self.table.entries_of(option);
        entries.clone().for_each(|entry| self.cover(entry));
        let mut is_alive = true;
        for demand in self.table.raises(option) {
            is_alive &= self.raise(*demand);
        }
        // Otherwise this is a solution without further options, and which are active makes no
        // difference (D2).
        if !self.needy.is_empty() || self.loose_count() > 0 {
            self.removed_at[option as usize] = self.now;
            is_alive = is_alive && entries.rev().all(|entry| self.make_room(entry));
        }
        if !is_alive {
            self.give_back(option);
        }
        is_alive
    }

    /// Undoes [`Cells::take`], except for the sizes of the sets.
    #[inline]
    pub(crate) fn give_back(&mut self, option: u32) {
        self.table.raises(option).iter().rev().for_each(|demand| self.lower(*demand));
        self.table.entries_of(option).rev().for_each(|entry| self.uncover(entry));
    }

    #[inline]
    fn cover(&mut self, entry: u32) {
        let number = self.entries[entry as usize].set;
        let set = &mut self.sets[number as usize];
        set.covered += 1;
        if set.is_closed() {
            set.saved_at = 0;
        }
        if set.need > 0 {
            set.need -= 1;
            if set.need == 0 {
                self.drop_needy(number);
            }
        }
    }

    #[inline]
    fn uncover(&mut self, entry: u32) {
        let number = self.entries[entry as usize].set;
        let set = &mut self.sets[number as usize];
        set.covered -= 1;
        let was_needy = set.need > 0;
        set.need = set.need_now();
        if !was_needy && set.need > 0 {
            self.add_needy(number);
        }
    }

    /// Counts one more option that raises a demand. Says whether there is still hope.
    fn raise(&mut self, demand: u32) -> bool {
        let set = &mut self.sets[demand as usize];
        set.least += 1;
        if set.need_now() == set.need {
            return true;
        }
        set.need = 1;
        let size = set.size;
        self.add_needy(demand);
        if size == 1 {
            self.newly_tight.push(demand);
        }
        size > 0
    }

    fn lower(&mut self, demand: u32) {
        let set = &mut self.sets[demand as usize];
        set.least -= 1;
        if set.need_now() < set.need {
            set.need = 0;
            self.drop_needy(demand);
        }
    }

    /// Makes those options inactive that no longer fit because an entry's set was covered by it.
    /// Says whether there is still hope.
    #[inline]
    fn make_room(&mut self, by: u32) -> bool {
        let number = self.entries[by as usize].set;
        let Set { first, size, covered, most, .. } = self.sets[number as usize];
        if covered < most {
            return self.arrays().leave(by);
        }
        // More often than `most`: a colour agrees, or a demand has been met before.
        if covered > most || !self.table.is_item(number) {
            return true;
        }
        self.looked_at += u64::from(size);
        let table = self.table;
        let colour = table.colour(by);
        let mut arrays = self.arrays();
        for cell in (first as usize)..(first + size) as usize {
            let entry = arrays.cells[cell];
            let option = table.option_of[entry as usize];
            let is_removed = arrays.removed_at[option as usize] == arrays.now;
            let agrees = colour > 0 && table.colour(entry) == colour;
            if !is_removed && !agrees && !arrays.delete(table, option) {
                return false;
            }
        }
        true
    }

    /// How many options were looked at so far to see whether they still fit: most of the work.
    pub(crate) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Makes an active option inactive. Says whether there is still hope.
    #[inline]
    pub(crate) fn delete(&mut self, option: u32) -> bool {
        let table = self.table;
        self.arrays().delete(table, option)
    }

    /// A moment to which [`Cells::restore`] can return.
    #[inline]
    pub(crate) fn moment(&mut self) -> Moment {
        self.now += 1;
        let is_calm = self.knows_all_tight && self.tight.is_empty() && self.newly_tight.is_empty();
        Moment { trail_len: self.trail.len(), is_calm }
    }

    /// Gives the sets the sizes that they had at a moment when the same options were taken as now.
    #[inline]
    pub(crate) fn restore(&mut self, moment: Moment) {
        for Saved { set, size } in self.trail[moment.trail_len..].iter().rev() {
            self.sets[*set as usize].size = *size;
        }
        self.trail.truncate(moment.trail_len);
        self.now += 1;
        self.tight.clear();
        self.newly_tight.clear();
        self.knows_all_tight = moment.is_calm;
    }

    #[inline]
    fn add_needy(&mut self, set: u32) {
        self.needy_places[set as usize] = narrow(self.needy.len());
        self.needy.push(set);
    }

    #[inline]
    fn drop_needy(&mut self, set: u32) {
        let place = self.needy_places[set as usize];
        self.needy.swap_remove(place as usize);
        if let Some(moved) = self.needy.get(place as usize) {
            self.needy_places[*moved as usize] = place;
        }
    }

    #[inline(always)]
    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            sets: &mut self.sets,
            cells: &mut self.cells,
            entries: &mut self.entries,
            removed_at: &mut self.removed_at,
            trail: &mut self.trail,
            newly_tight: &mut self.newly_tight,
            now: self.now,
        }
    }
}

/// The arrays of [`Cells`] that the innermost loop works on. As slices their addresses and lengths
/// stay in registers; as vectors behind `self` they would be loaded anew after every write.
struct Arrays<'c> {
    /// `Cells::sets`.
    sets: &'c mut [Set],
    /// `Cells::cells`.
    cells: &'c mut [u32],
    /// `Cells::entries`.
    entries: &'c mut [Entry],
    /// `Cells::removed_at`.
    removed_at: &'c mut [u64],
    /// `Cells::trail`.
    trail: &'c mut Vec<Saved>,
    /// `Cells::newly_tight`.
    newly_tight: &'c mut Vec<u32>,
    /// `Cells::now`, which does not change meanwhile.
    now: u64,
}

impl Arrays<'_> {
    /// Makes an active option inactive. Says whether there is still hope.
    #[inline(always)]
    fn delete(&mut self, table: &Table, option: u32) -> bool {
        self.removed_at[option as usize] = self.now;
        for entry in table.entries_of(option) {
            if !self.leave(entry) {
                return false;
            }
        }
        true
    }

    /// Removes an active entry from its set if that is open. Says whether there is still hope.
    #[inline(always)]
    fn leave(&mut self, number: u32) -> bool {
        let Entry { set, place } = self.entries[number as usize];
        let state = &mut self.sets[set as usize];
        if state.saved_at != self.now {
            if state.is_closed() {
                return true;
            }
            state.saved_at = self.now;
            self.trail.push(Saved { set, size: state.size });
        }
        state.size -= 1;
        let last = state.first + state.size;
        let moved = std::mem::replace(&mut self.cells[last as usize], number);
        self.cells[place as usize] = moved;
        self.entries[number as usize].place = last;
        self.entries[moved as usize].place = place;
        if state.size <= state.need && state.need > 0 {
            self.newly_tight.push(set);
            return state.size == state.need;
        }
        true
    }
}
