//! The state of a search node, and the two things that change it: making a choice, and drawing conclusions.
//!
//! # The idea
//! A frame is a handful of planes (see [`crate::table`]) and the set of items still to be settled. A child's frame is
//! its parent's with one choice made; going back is forgetting it. Nothing is ever undone.
//!
//! # Invariants
//! * **F1** Planes only lose bits on the way down; the bits of one choice come and go together.
//! * **F2** A settled item has exactly one bit left, the one of the choice that settles it.
//! * **F3** After [`Frame::conclude`] says [`Verdict::Branch`], every unsettled item has at least two bits left.
//! * **F4** After it says so, every demand of a taken option contains an item that cannot stay open, or at least
//!   two unsettled items; and no option is left that demands a set of items all settled as open.

use crate::table::{Demand, Table};
use kumiki_id::{Bits, widen};

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
    pub(crate) table: &'a Table<W>,
    pub(crate) planes: &'a mut [Bits<W>],
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
    /// Turns this frame into the child of `parent` in which `choice` is made. Says whether it can be alive.
    #[inline(always)]
    pub(crate) fn choose_from(&mut self, parent: &[Bits<W>], choice: u32) -> bool {
        let rules_out = &self.table.rules_out[widen(choice) * self.table.plane_count..];
        for ((mine, theirs), out) in self.planes.iter_mut().zip(parent).zip(rules_out) {
            *mine = theirs.minus(*out);
        }
        self.settle(choice)
    }

    /// Makes a choice in place. Says whether the frame can be alive.
    #[inline(always)]
    fn choose(&mut self, choice: u32) -> bool {
        let rules_out = &self.table.rules_out[widen(choice) * self.table.plane_count..];
        for (mine, out) in self.planes.iter_mut().zip(rules_out) {
            *mine = mine.minus(*out);
        }
        self.settle(choice)
    }

    /// The bookkeeping of a choice whose rivals are already ruled out.
    #[inline(always)]
    fn settle(&mut self, choice: u32) -> bool {
        let made = &self.table.choices[widen(choice)];
        *self.unsettled = self.unsettled.minus(made.settles);
        for (item, _) in &made.bits {
            self.settled_by[widen(*item)] = choice;
        }
        // Plain loops: a closure would be compiled without the caller's vector instructions.
        if self.table.is_open(choice) {
            for demand in &self.table.demands_on[widen(choice)] {
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

    /// A taken option demands one of these items.
    #[inline(always)]
    fn insist(&mut self, any_of: Bits<W>) -> bool {
        if !any_of.minus(self.planes[0]).is_empty() {
            return true; // one of them cannot stay open
        }
        let hope = any_of.and(*self.unsettled);
        match hope.len() {
            0 => false,
            1 => {
                self.planes[0] = self.planes[0].minus(hope);
                true
            }
            _ => true,
        }
    }

    /// An item of this demand stays open.
    #[inline(always)]
    fn weaken(&mut self, demand: &Demand<W>) -> bool {
        if !demand.any_of.minus(self.planes[0]).is_empty() {
            return true;
        }
        let hope = demand.any_of.and(*self.unsettled);
        let left = hope.len();
        if left > 1 {
            return true;
        }
        for demander in &self.table.demanders[demand.by.clone()] {
            if !self.planes[widen(demander.plane)].contains(widen(demander.item)) {
                continue;
            }
            let is_taken = !self.unsettled.contains(widen(demander.item));
            match (is_taken, left) {
                (true, 0) => return false,
                (true, _) => self.planes[0] = self.planes[0].minus(hope),
                (false, 0) => self.strike(demander.choice),
                (false, _) => {}
            }
        }
        true
    }

    /// Rules a choice out.
    #[inline(always)]
    pub(crate) fn strike(&mut self, choice: u32) {
        for (item, slot) in &self.table.choices[widen(choice)].bits {
            self.planes[widen(*slot)].remove(widen(*item));
        }
    }

    /// Makes all forced choices, then names the item with the fewest ways left.
    #[inline(always)]
    pub(crate) fn conclude(&mut self) -> Verdict {
        loop {
            if self.unsettled.is_empty() {
                return Verdict::Solved;
            }
            let ways = Sliced::count(self.planes);
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
                    let mut slot = 0;
                    while self.planes[slot].0[word] & bit == 0 {
                        slot += 1;
                        if slot == self.planes.len() {
                            return Verdict::Dead;
                        }
                    }
                    *self.forced += 1;
                    let choice = self.table.choice_at(word * 64 + widen(bit.trailing_zeros()), slot);
                    if !self.choose(choice) {
                        return Verdict::Dead;
                    }
                }
            }
        }
    }
}

/// For every item a small number, written in binary across bit sets: digit `d` of item `i` is whether
/// `digits[d]` contains `i`. Numbers from 63 up are all written as at least 32, which is exact enough
/// to choose an item.
struct Sliced<const W: usize> {
    digits: [Bits<W>; 6],
}

impl<const W: usize> Sliced<W> {
    /// In how many of the planes each item is.
    #[inline(always)]
    fn count(planes: &[Bits<W>]) -> Self {
        let mut digits = [Bits::EMPTY; 6];
        let mut pairs = planes.chunks_exact(2);
        for pair in &mut pairs {
            let half = digits[0].xor(pair[0]);
            let carry = digits[0].and(pair[0]).or(half.and(pair[1]));
            digits[0] = half.xor(pair[1]);
            Self::carry(&mut digits, carry);
        }
        if let [last] = pairs.remainder() {
            let carry = digits[0].and(*last);
            digits[0] = digits[0].xor(*last);
            Self::carry(&mut digits, carry);
        }
        Self { digits }
    }

    /// Adds a two.
    #[inline(always)]
    fn carry(digits: &mut [Bits<W>; 6], mut carry: Bits<W>) {
        for digit in &mut digits[1..5] {
            let next = digit.and(carry);
            *digit = digit.xor(carry);
            carry = next;
        }
        digits[5] = digits[5].or(carry);
    }

    #[inline(always)]
    fn more_than_one(&self) -> Bits<W> {
        let [_, two, four, eight, sixteen, more] = self.digits;
        two.or(four).or(eight).or(sixteen).or(more)
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
