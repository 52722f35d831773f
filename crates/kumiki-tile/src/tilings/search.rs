//! The walk through the tilings.
//!
//! * **L5** `choices` are the alternatives taken so far, each with the end of those that are left
//!   to be taken instead. `places` are their tiles, and `sums[d * order..]` the sums over the tiles
//!   of the first d of them, by symmetries.
//! * **L6** The spreads still to be chosen are a list whose tail is shared by all that follows, so
//!   that going back costs nothing. `head` is its first cell, `cells[head]` that spread and the
//!   next cell.
//! * **L7** If the list has one spread only, all alternatives that leave nothing complete a tiling.
//!   They are visited in a `row`, and none of them is written down. The `open` ones are taken
//!   afterwards.
//! * **L8** The choices of the prefix have no others to be taken instead.
//!
//! A node is a tiling: each burns fuel. On the way to it fewer alternatives are taken than there
//! are tilings, since every spread but the first two leaves a choice.

use super::{Alternative, Spread, Tilings, Visit, as_usize};
use kumiki_id::narrow;
use kumiki_search::{Fuel, Prefix, Profile, Search, Step};
use std::ops::Range;

/// No cell.
const END: u32 = u32::MAX;

/// A choice that has been made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Choice {
    /// The alternative that is taken.
    alternative: u32,
    /// The end of the alternatives to choose from. Those after `alternative` are still to be taken.
    end: u32,
    /// The first cell of the list after the spread was taken from it, or `END`.
    rest: u32,
    /// How many cells there were before it was taken.
    cells: u32,
    /// How many places there were before it was taken.
    places: u32,
}

/// A walk through the tilings below a prefix. L5 to L8 hold between any two calls.
#[derive(Clone, Debug)]
pub struct TilingSearch<'t> {
    /// What is searched.
    tilings: &'t Tilings<'t>,
    /// The alternatives taken so far, but for those of a row (L5).
    choices: Vec<Choice>,
    /// Spreads, each with the position of the next cell, or `END` (L6).
    cells: Vec<(u32, u32)>,
    /// The first cell of the list of spreads still to be chosen (L6).
    head: u32,
    /// What is left of the row (L7); the tiling before it is the present one.
    row: Range<u32>,
    /// Alternatives of the first spread that are taken when the row is done (L7).
    open: Range<u32>,
    /// Whether the search holds still at a tiling.
    is_held: bool,
    /// The tiles of `choices` (L5).
    places: Vec<u32>,
    /// By depth and symmetry, the sums over the images of these tiles (L5). What is beyond the last
    /// choice means nothing.
    sums: Vec<u64>,
    /// One level, whose nodes are tilings.
    profile: Profile,
}

impl<'t> TilingSearch<'t> {
    /// Everything below a prefix.
    pub(super) fn below(tilings: &'t Tilings<'t>, prefix: &Prefix) -> Self {
        let mut search = Self {
            tilings,
            choices: Vec::new(),
            cells: vec![(tilings.top, END)],
            head: 0,
            row: 0..0,
            open: 0..0,
            is_held: false,
            places: Vec::new(),
            sums: vec![0; tilings.atlas.symmetries().len()],
            profile: Profile::new(&[]),
        };
        search.profile.level(0);
        search.enter(0);
        for choice in prefix.choices() {
            let is_last = search.row.contains(choice);
            let is_open = search.open.contains(choice);
            assert!(is_last || is_open, "L2: a choice is one of the alternatives of its spread");
            // L8
            let only = *choice..*choice + 1;
            if is_last {
                (search.row, search.open) = (only, 0..0);
            } else {
                (search.row, search.open) = (0..0, only);
                search.descend();
            }
        }
        search
    }

    /// The tiling at which the search holds still.
    #[inline]
    #[must_use]
    pub fn solution(&self) -> Option<Visit<'_>> {
        if !self.is_held {
            return None;
        }
        let (tilings, last) = (self.tilings, self.row.start - 1);
        let added = tilings.sums_of(last);
        let before = &self.sums[self.choices.len() * added.len()..][..added.len()];
        let last = tilings.places_of(last);
        Some(Visit { tilings, chosen: &self.places, last, before, added })
    }

    /// Goes on to the next row that is not empty. Says whether there is one.
    #[inline(never)]
    fn next_row(&mut self) -> bool {
        loop {
            if !self.open.is_empty() {
                self.descend();
            } else if !self.go_back() {
                return false;
            }
            if !self.row.is_empty() {
                return true;
            }
        }
    }

    /// Takes the first open alternative.
    fn descend(&mut self) {
        let (_, rest) = self.cells[self.head as usize];
        let choice = Choice {
            alternative: self.open.start,
            end: self.open.end,
            rest,
            cells: narrow(self.cells.len()),
            places: narrow(self.places.len()),
        };
        self.choices.push(choice);
        self.take(&choice);
    }

    /// Takes the next alternative of the last choice that has one. Says whether there is one.
    fn go_back(&mut self) -> bool {
        while let Some(choice) = self.choices.last_mut() {
            choice.alternative += 1;
            if choice.alternative < choice.end {
                let choice = *choice;
                self.cells.truncate(choice.cells as usize);
                self.places.truncate(choice.places as usize);
                self.take(&choice);
                return true;
            }
            self.choices.pop();
        }
        false
    }

    /// Takes the alternative of the last choice.
    fn take(&mut self, choice: &Choice) {
        let tilings = self.tilings;
        let Alternative { places, spreads, .. } =
            &tilings.alternatives[choice.alternative as usize];
        self.places.extend_from_slice(&tilings.places[as_usize(places)]);
        let added = tilings.sums_of(choice.alternative);
        let (depth, order) = (self.choices.len(), added.len());
        if self.sums.len() < (depth + 1) * order {
            self.sums.resize((depth + 1) * order, 0);
        }
        let (before, after) = self.sums[(depth - 1) * order..][..2 * order].split_at_mut(order);
        for ((after, before), added) in after.iter_mut().zip(before).zip(added) {
            *after = before.wrapping_add(*added);
        }
        let mut head = choice.rest;
        for at in spreads.clone() {
            self.cells.push((tilings.rest[at as usize], head));
            head = narrow(self.cells.len() - 1);
        }
        self.enter(head);
    }

    /// Begins with the list at a cell.
    fn enter(&mut self, head: u32) {
        self.head = head;
        let (spread, rest) = self.cells[head as usize];
        let Spread { alternatives: Range { start, end }, first_open, .. } =
            self.tilings.spreads[spread as usize];
        let first = if rest == END { first_open } else { start };
        (self.row, self.open) = (start..first, first..end);
    }

    /// The choices made so far.
    fn path(&self) -> Prefix {
        Prefix::from(self.choices.iter().map(|choice| choice.alternative).collect::<Vec<u32>>())
    }

    /// The spreads still to be chosen (L6).
    fn list(&self) -> Vec<u32> {
        let first = (!self.cells.is_empty()).then_some(self.head);
        let next = |cell: &u32| Some(self.cells[*cell as usize].1).filter(|next| *next != END);
        std::iter::successors(first, next).map(|cell| self.cells[cell as usize].0).collect()
    }
}

impl Search for TilingSearch<'_> {
    #[inline]
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        self.is_held = false;
        if self.row.is_empty() && !self.next_row() {
            return Step::Exhausted;
        }
        if !fuel.burn() {
            return Step::OutOfFuel;
        }
        self.row.start += 1;
        self.is_held = true;
        self.profile.level(0).nodes += 1;
        Step::Solution
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        let mut left = Vec::new();
        let here = self.path();
        left.extend(self.row.clone().chain(self.open.clone()).map(|choice| here.then(choice)));
        while let Some(Choice { alternative, end, .. }) = self.choices.pop() {
            let here = self.path();
            left.extend((alternative + 1..end).map(|choice| here.then(choice)));
        }
        (self.row, self.open, self.is_held) = (0..0, 0..0, false);
        left
    }

    /// L5 to L7: makes the choices anew.
    fn audit(&self) -> Result<(), String> {
        if self.choices.is_empty() {
            return Ok(());
        }
        let anew = Self::below(self.tilings, &self.path());
        let order = self.tilings.atlas.symmetries().len();
        if self.places != anew.places {
            return Err("L5: the places are not those of the choices".to_owned());
        }
        if self.sums[..(self.choices.len() + 1) * order] != anew.sums[..] {
            return Err("L5: the sums are not those of the choices".to_owned());
        }
        if self.list() != anew.list() {
            return Err("L6: the list is not what the choices leave".to_owned());
        }
        let is_within = |part: &Range<u32>, whole: &Range<u32>| {
            part.is_empty() || (whole.start <= part.start && part.end <= whole.end)
        };
        if !is_within(&self.row, &anew.row) || !is_within(&self.open, &anew.open) {
            return Err("L7: the row is not of the first spread".to_owned());
        }
        Ok(())
    }
}
