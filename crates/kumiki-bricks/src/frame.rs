//! The state of a search node, and the two things that change it: making a choice, and drawing
//! conclusions.
//!
//! # The idea
//! A frame is a handful of planes (see [`crate::table`]) and the set of items still to be settled.
//! A child's frame is its parent's with one choice made; going back is forgetting it. Nothing is
//! ever undone.
//!
//! # Invariants
//! * **F1** Planes only lose bits on the way down; the bits of one choice come and go together.
//! * **F2** A settled item has exactly one bit left, the one of the choice that settles it.
//! * **F3** After [`Frame::conclude`] says [`Verdict::Branch`], every unsettled item has at least
//!   two bits left.
//! * **F4** After it says so, every demand of a taken option contains an item that cannot stay
//!   open, or at least two unsettled items; and no option is left that demands a set of items all
//!   settled as open.

use crate::table::{Demand, FEW_PLANES, Plane, Table};
use kumiki_id::Bits;

/// What the conclusions from a choice come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Some item cannot be settled, or some demand cannot be met.
    Dead,
    /// Every item is settled.
    Solved,
    /// This item has the fewest ways left, at least two.
    Branch(usize),
}

/// A node's state, borrowed from the search's stack.
pub(crate) struct Frame<'a, const W: usize> {
    /// The problem.
    pub(crate) table: &'a Table<W>,
    /// For each slot the items that it is possible for (F1 to F3).
    pub(crate) planes: &'a mut [Plane<W>],
    /// Items not settled yet.
    pub(crate) unsettled: &'a mut Bits<W>,
    /// For each settled item the choice that settles it; stale for the others.
    pub(crate) settled_by: &'a mut [u32],
    /// How many options are taken.
    pub(crate) taken: &'a mut u32,
    /// How many choices were forced so far, for the profile.
    pub(crate) forced: &'a mut u64,
}

impl<const W: usize> Frame<'_, W> {
    /// Turns this frame into the child of `parent` in which `choice` is made. Says whether it can
    /// be alive.
    #[inline(always)]
    pub(crate) fn choose_from(&mut self, parent: &[Plane<W>], choice: u32) -> bool {
        let plane_count = self.planes.len();
        let out = vectors(&self.table.rules_out[choice as usize * plane_count..][..plane_count]);
        let theirs = vectors(&parent[..plane_count]);
        for ((mine, theirs), out) in vectors_mut(self.planes).iter_mut().zip(theirs).zip(out) {
            *mine = Bits(*theirs).minus(Bits(*out)).0;
        }
        self.settle(choice)
    }

    /// Makes a choice in place. Says whether the frame can be alive.
    #[inline(always)]
    fn choose(&mut self, choice: u32) -> bool {
        let plane_count = self.planes.len();
        let out = vectors(&self.table.rules_out[choice as usize * plane_count..][..plane_count]);
        for (mine, out) in vectors_mut(self.planes).iter_mut().zip(out) {
            *mine = Bits(*mine).minus(Bits(*out)).0;
        }
        self.settle(choice)
    }

    /// The bookkeeping of a choice whose rivals are already ruled out.
    #[inline(always)]
    fn settle(&mut self, choice: u32) -> bool {
        let made = &self.table.choices[choice as usize];
        *self.unsettled = self.unsettled.minus(made.settles);
        for (item, _) in &made.bits {
            self.settled_by[*item as usize] = choice;
        }
        // Plain loops: a closure would be compiled without the caller's vector instructions.
        if self.table.is_open(choice) {
            for demand in &self.table.demands_on[choice as usize] {
                if !self.weaken(demand) {
                    return false;
                }
            }
        } else {
            *self.taken += 1;
            for any_of in &made.demands {
                if !self.insist(*any_of) {
                    return false;
                }
            }
        }
        true
    }

    /// The items that may stay open, settled or not: plane 0.
    #[inline(always)]
    fn can_stay_open(&self) -> Bits<W> {
        Bits(self.planes[0])
    }

    /// A taken option demands one of these items.
    #[inline(always)]
    fn insist(&mut self, any_of: Bits<W>) -> bool {
        if !any_of.minus(self.can_stay_open()).is_empty() {
            return true; // one of them cannot stay open
        }
        let hope = any_of.and(*self.unsettled);
        match hope.len() {
            0 => false,
            1 => {
                self.planes[0] = self.can_stay_open().minus(hope).0;
                true
            }
            _ => true,
        }
    }

    /// An item of this demand stays open.
    #[inline(always)]
    fn weaken(&mut self, demand: &Demand<W>) -> bool {
        if !demand.any_of.minus(self.can_stay_open()).is_empty() {
            return true;
        }
        let hope = demand.any_of.and(*self.unsettled);
        let left = hope.len();
        if left > 1 {
            return true;
        }
        for demander in &self.table.demanders[demand.by.clone()] {
            if !Bits(self.planes[demander.plane as usize]).contains(demander.item as usize) {
                continue;
            }
            let is_taken = !self.unsettled.contains(demander.item as usize);
            match (is_taken, left) {
                (true, 0) => return false,
                (true, _) => self.planes[0] = self.can_stay_open().minus(hope).0,
                (false, 0) => self.strike(demander.choice),
                (false, _) => {}
            }
        }
        true
    }

    /// Rules a choice out.
    #[inline(always)]
    pub(crate) fn strike(&mut self, choice: u32) {
        for (item, slot) in &self.table.choices[choice as usize].bits {
            let item = *item as usize;
            self.planes[*slot as usize][item >> 6] &= !(1 << (item & 63));
        }
    }

    /// Makes all forced choices, then names the item with the fewest ways left. `FEW` says whether
    /// there are [`FEW_PLANES`].
    #[inline(always)]
    pub(crate) fn conclude<const FEW: bool>(&mut self) -> Verdict {
        debug_assert_eq!(FEW, self.planes.len() == FEW_PLANES);
        // Fewer planes need fewer digits; a count of 16 would still be written as at least 8.
        if FEW { self.conclude_counting::<4>() } else { self.conclude_counting::<6>() }
    }

    /// The same outside the loop, where a call costs nothing and a copy of the code does.
    #[inline(never)]
    pub(crate) fn conclude_once<const FEW: bool>(&mut self) -> Verdict {
        self.conclude::<FEW>()
    }

    #[inline(always)]
    fn conclude_counting<const D: usize>(&mut self) -> Verdict {
        loop {
            if self.unsettled.is_empty() {
                return Verdict::Solved;
            }
            let ways = Sliced::<W, D>::count(self.planes);
            let many = ways.more_than_one();
            let unsettled = *self.unsettled;
            if !unsettled.minus(ways.digits[0].or(many)).is_empty() {
                return Verdict::Dead;
            }
            let single = unsettled.minus(many);
            if single.is_empty() {
                return Verdict::Branch(ways.fewest(unsettled));
            }
            for word in 0..W {
                let mut rest = single.0[word];
                while rest != 0 {
                    let bit = rest & rest.wrapping_neg();
                    rest ^= bit;
                    if self.unsettled.0[word] & bit == 0 {
                        continue; // settled meanwhile, by another forced choice
                    }
                    let item = word * 64 + bit.trailing_zeros() as usize;
                    let Some(slot) = first_slot(self.planes, item) else {
                        return Verdict::Dead;
                    };
                    *self.forced += 1;
                    let choice = self.table.choice_at(item, slot);
                    if !self.choose(choice) {
                        return Verdict::Dead;
                    }
                }
            }
        }
    }
}

/// Which of up to 64 planes, from a given one on, contain an item: bit `k` for plane `from + k`.
///
/// All are looked at without a branch; a loop that stops at the first hit guesses wrong too often.
#[inline(always)]
pub(crate) fn slots_of<const W: usize>(planes: &[Plane<W>], from: usize, item: usize) -> u64 {
    let mut slots = 0;
    for (at, plane) in planes.iter().skip(from).take(64).enumerate() {
        slots |= (plane[item >> 6] >> (item & 63) & 1) << at;
    }
    slots
}

/// The first plane that contains an item.
#[inline(always)]
fn first_slot<const W: usize>(planes: &[Plane<W>], item: usize) -> Option<usize> {
    let mut from = 0;
    while from < planes.len() {
        let slots = slots_of(planes, from, item);
        if slots != 0 {
            return Some(from + slots.trailing_zeros() as usize);
        }
        from += 64;
    }
    None
}

/// The words of some planes, four at a time (T5).
#[inline(always)]
fn vectors<const W: usize>(planes: &[Plane<W>]) -> &[[u64; 4]] {
    planes.as_flattened().as_chunks().0
}

/// The words of some planes, four at a time, to be changed (T5).
#[inline(always)]
fn vectors_mut<const W: usize>(planes: &mut [Plane<W>]) -> &mut [[u64; 4]] {
    planes.as_flattened_mut().as_chunks_mut().0
}

/// For every item a small number, written in binary across bit sets: digit `d` of item `i` is
/// whether `digits[d]` contains `i`. Numbers of `2^D` and more keep their top digit, which is exact
/// enough to choose an item.
struct Sliced<const W: usize, const D: usize> {
    /// For each digit, lowest first, the items that have it.
    digits: [Bits<W>; D],
}

impl<const W: usize, const D: usize> Sliced<W, D> {
    /// In how many of the planes each item is.
    #[inline(always)]
    fn count(planes: &[Plane<W>]) -> Self {
        let mut digits = [Bits::EMPTY; D];
        let (pairs, rest) = planes.as_chunks::<2>();
        for [first, second] in pairs {
            let (first, second) = (Bits(*first), Bits(*second));
            let half = digits[0].xor(first);
            let carry = digits[0].and(first).or(half.and(second));
            digits[0] = half.xor(second);
            Self::carry(&mut digits, carry);
        }
        for last in rest {
            let carry = digits[0].and(Bits(*last));
            digits[0] = digits[0].xor(Bits(*last));
            Self::carry(&mut digits, carry);
        }
        Self { digits }
    }

    /// Adds a two.
    #[inline(always)]
    fn carry(digits: &mut [Bits<W>; D], mut carry: Bits<W>) {
        for digit in &mut digits[1..D - 1] {
            let next = digit.and(carry);
            *digit = digit.xor(carry);
            carry = next;
        }
        digits[D - 1] = digits[D - 1].or(carry);
    }

    #[inline(always)]
    fn more_than_one(&self) -> Bits<W> {
        let mut any = Bits::EMPTY;
        for digit in &self.digits[1..] {
            any = any.or(*digit);
        }
        any
    }

    /// The first among the given items whose number is least.
    #[inline(always)]
    fn fewest(&self, mut among: Bits<W>) -> usize {
        for digit in self.digits.iter().rev() {
            let without = among.minus(*digit);
            if !without.is_empty() {
                among = without;
            }
        }
        among.first().expect("asked about at least one item")
    }
}
