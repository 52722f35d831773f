//! The invariants of the sparse sets, derived from scratch.

use super::{Cells, Set};
use crate::table::Table;
use kumiki_id::{narrow, widen};
use std::cmp::Reverse;

impl Cells<'_> {
    /// Derives D1 to D8 from the options taken and those deleted besides.
    ///
    /// # Errors
    /// Names the first invariant that fails.
    pub(crate) fn audit(&self, taken: &[u32], deleted: &[u32]) -> Result<(), String> {
        let expected = Expected::new(self.table, taken, deleted);
        for (number, set) in self.sets.iter().enumerate() {
            self.audit_cells(number)?;
            let counts = (set.covered, set.least, set.need);
            let (covered, least) = (expected.covered[number], expected.least[number]);
            if counts != (covered, least, least.min(set.most).saturating_sub(covered)) {
                return Err(format!("D3: set {number} has the wrong counts {counts:?}"));
            }
            let is_needy = self.needy.get(widen(self.needy_places[number])) == Some(&narrow(number));
            if is_needy != (set.need > 0) {
                return Err(format!("D4: set {number} needs {}, but is listed: {is_needy}", set.need));
            }
            if set.is_closed() && set.saved_at == self.now {
                return Err(format!("D7: set {number} is closed and saved"));
            }
        }
        if self.needy.len() != self.sets.iter().filter(|set| set.need > 0).count() {
            return Err(String::from("D4: some set is listed twice"));
        }
        let mut sizes: Vec<u32> = self.sets.iter().map(|set| set.size).collect();
        for saved in self.trail.iter().rev() {
            let size = std::mem::replace(&mut sizes[widen(saved.set)], saved.size);
            if size > saved.size {
                return Err(format!("D7: set {} grew after it was saved", saved.set));
            }
        }
        if self.needy.is_empty() && self.loose_count() == 0 {
            return Ok(());
        }
        self.audit_activity(&expected)
    }

    fn audit_cells(&self, number: usize) -> Result<(), String> {
        let shape = self.table.shapes[number];
        for place in shape.first..shape.first + shape.len {
            let entry = self.entries[widen(self.cells[widen(place)])];
            if entry.place != place || widen(entry.set) != number {
                return Err(format!("D1: cell {place} of set {number} holds a wrong entry"));
            }
        }
        Ok(())
    }

    fn audit_activity(&self, expected: &Expected) -> Result<(), String> {
        for (number, entry) in self.entries.iter().enumerate() {
            let Set { first, size, .. } = self.sets[widen(entry.set)];
            let (option, is_active) = (self.table.option_of[number], entry.place < first + size);
            if !self.sets[widen(entry.set)].is_closed() && is_active != expected.is_active[widen(option)] {
                return Err(format!("D2: option {option} is active in set {}: {is_active}", entry.set));
            }
            if expected.is_active[widen(option)] && self.removed_at[widen(option)] == self.now {
                return Err(format!("D8: option {option} is active, but was removed just now"));
            }
        }
        for set in self.needy.iter().copied() {
            let Set { size, need, .. } = self.sets[widen(set)];
            if size < need {
                return Err(format!("D5: set {set} needs {need} and has {size}"));
            }
            let is_known =
                || self.newly_tight.contains(&set) || self.tight.iter().any(|t| *t == Reverse(set));
            if size == need && self.knows_all_tight && !is_known() {
                return Err(format!("D6: set {set} is overlooked"));
            }
        }
        Ok(())
    }
}

/// What follows from the options taken and deleted.
struct Expected {
    covered: Vec<u32>,
    least: Vec<u32>,
    is_active: Vec<bool>,
}

impl Expected {
    fn new(table: &Table, taken: &[u32], deleted: &[u32]) -> Self {
        let mut covered = vec![0; table.shapes.len()];
        let mut colours = vec![0; table.shapes.len()];
        let mut least: Vec<u32> = table.shapes.iter().map(|shape| shape.least).collect();
        for option in taken {
            for entry in table.entries_of(*option) {
                let set = widen(table.entries[widen(entry)].set);
                covered[set] += 1;
                colours[set] = table.colour(entry);
            }
            table.raises(*option).iter().for_each(|demand| least[widen(*demand)] += 1);
        }
        let fits = |entry: u32| {
            let set = table.entries[widen(entry)].set;
            let agrees = table.colour(entry) > 0 && table.colour(entry) == colours[widen(set)];
            !table.is_item(set) || covered[widen(set)] < table.shapes[widen(set)].most || agrees
        };
        let mut is_active: Vec<bool> =
            (0..narrow(table.option_count())).map(|option| table.entries_of(option).all(fits)).collect();
        taken.iter().chain(deleted).for_each(|option| is_active[widen(*option)] = false);
        Self { covered, least, is_active }
    }
}
