//! The invariants of the sparse sets, derived from scratch.

use super::{Cells, Set};
use crate::table::Table;
use kumiki_id::narrow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

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
            let is_needy =
                self.needy.get(self.needy_places[number] as usize) == Some(&narrow(number));
            if is_needy != (set.need > 0) {
                return Err(format!(
                    "D4: set {number} needs {}, but is listed: {is_needy}",
                    set.need
                ));
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
            let size = std::mem::replace(&mut sizes[saved.set as usize], saved.size);
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
            let entry = self.entries[self.cells[place as usize] as usize];
            if entry.place != place || entry.set as usize != number {
                return Err(format!("D1: cell {place} of set {number} holds a wrong entry"));
            }
        }
        Ok(())
    }

    fn audit_activity(&self, expected: &Expected) -> Result<(), String> {
        for (number, entry) in self.entries.iter().enumerate() {
            let Set { first, size, .. } = self.sets[entry.set as usize];
            let (option, is_active) = (self.table.option_of[number], entry.place < first + size);
            if !self.sets[entry.set as usize].is_closed()
                && is_active != expected.is_active[option as usize]
            {
                return Err(format!(
                    "D2: option {option} is active in set {}: {is_active}",
                    entry.set
                ));
            }
            if expected.is_active[option as usize] && self.removed_at[option as usize] == self.now {
                return Err(format!("D8: option {option} is active, but was removed just now"));
            }
        }
        let known: BTreeSet<u32> = self
            .tight
            .iter()
            .map(|Reverse(set)| *set)
            .chain(self.newly_tight.iter().copied())
            .collect();
        for set in self.needy.iter().copied() {
            let Set { size, need, .. } = self.sets[set as usize];
            if size < need {
                return Err(format!("D5: set {set} needs {need} and has {size}"));
            }
            if size == need && self.knows_all_tight && !known.contains(&set) {
                return Err(format!("D6: set {set} is overlooked"));
            }
        }
        Ok(())
    }
}

/// What follows from the options taken and deleted.
struct Expected {
    /// For each set the number of options taken that cover it.
    covered: Vec<u32>,
    /// For each set how often it must be covered, demands that were raised included.
    least: Vec<u32>,
    /// For each option whether it can still be taken.
    is_active: Vec<bool>,
}

impl Expected {
    fn new(table: &Table, taken: &[u32], deleted: &[u32]) -> Self {
        let mut covered = vec![0; table.shapes.len()];
        let mut colours = vec![0; table.shapes.len()];
        let mut least: Vec<u32> = table.shapes.iter().map(|shape| shape.least).collect();
        for option in taken {
            for entry in table.entries_of(*option) {
                let set = table.entries[entry as usize].set as usize;
                covered[set] += 1;
                colours[set] = table.colour(entry);
            }
            table.raises(*option).iter().for_each(|demand| least[*demand as usize] += 1);
        }
        let fits = |entry: u32| {
            let set = table.entries[entry as usize].set;
            let agrees = table.colour(entry) > 0 && table.colour(entry) == colours[set as usize];
            !table.is_item(set) || covered[set as usize] < table.shapes[set as usize].most || agrees
        };
        let mut is_active: Vec<bool> = (0..narrow(table.option_count()))
            .map(|option| table.entries_of(option).all(fits))
            .collect();
        taken.iter().chain(deleted).for_each(|option| is_active[*option as usize] = false);
        Self { covered, least, is_active }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Outlook, Saved};
    use super::*;
    use kumiki_group::Action;
    use kumiki_model::{Colour, CoverProblemBuilder, ItemKind};
    use kumiki_plan::Plan;

    /// Items of all kinds, a requirement, and a loose option, which is the last.
    fn table() -> Table {
        let mut builder = CoverProblemBuilder::new();
        let [a, b, c] = [ItemKind::Primary, ItemKind::Primary, ItemKind::between(1, 2)]
            .map(|k| builder.item(k));
        let x = builder.item(ItemKind::Optional);
        let (red, blue) = (Some(Colour(0)), Some(Colour(1)));
        let first = builder.coloured_option([(a, None), (x, red)]);
        builder.coloured_option([(a, None), (c, None)]);
        builder.coloured_option([(b, None), (x, red)]);
        builder.coloured_option([(b, None), (x, blue)]);
        builder.coloured_option([(b, None), (c, None)]);
        builder.coloured_option([(c, None)]);
        builder.require(first, [b, c]);
        Table::new(&Plan::new(&builder.build(Action::trivial(4)).expect("valid")))
    }

    /// The options of the table by their numbers in the plan, which puts them in an order of its
    /// own.
    fn option_with(table: &Table, sets: &[u32], colour: u32) -> u32 {
        let is_it = |option: &u32| {
            let entries: Vec<u32> = table.entries_of(*option).collect();
            let items = entries.iter().map(|entry| table.entries[*entry as usize].set);
            items.filter(|set| table.is_item(*set)).eq(sets.iter().copied())
                && entries.iter().map(|entry| table.colour(*entry)).max() == Some(colour)
        };
        (0..narrow(table.option_count())).find(is_it).expect("one of the options")
    }

    /// The state after the first option was taken: `x` is red, the requirement is raised, the blue
    /// option is gone.
    fn after_first(table: &Table) -> (Cells<'_>, u32) {
        let mut cells = Cells::new(table);
        assert_eq!(cells.audit(&[], &[]), Ok(()));
        assert_eq!(cells.outlook(), Outlook::Branch(0));
        cells.moment();
        let first = option_with(table, &[0, 3], 1);
        assert!(cells.take(first));
        assert_eq!(cells.audit(&[first], &[]), Ok(()));
        (cells, first)
    }

    #[test]
    fn every_planted_fault_is_named() {
        let table = table();
        let (cells, first) = after_first(&table);
        let check = |label: &str, plant: &dyn Fn(&mut Cells<'_>)| {
            let mut faulty = cells.clone();
            plant(&mut faulty);
            let complaint = faulty.audit(&[first], &[]).expect_err(label);
            assert!(complaint.starts_with(label), "{complaint} instead of {label}");
        };
        check("D1", &|cells| cells.cells.swap(0, 1));
        check("D1", &|cells| cells.entries[0].place += 1);
        check("D2", &|cells| cells.sets[1].size += 1);
        check("D2", &|cells| cells.sets[2].size -= 1);
        check("D3", &|cells| cells.sets[0].covered = 0);
        check("D3", &|cells| cells.sets[4].least = 0);
        check("D3", &|cells| cells.sets[1].need = 0);
        check("D4", &|cells| cells.drop_needy(2));
        check("D4", &|cells| cells.add_needy(0));
        check("D4", &|cells| cells.needy.push(1));
        check("D7", &|cells| cells.sets[0].saved_at = cells.now);
        check("D7", &|cells| cells.trail.push(Saved { set: 1, size: 0 }));
        check("D8", &|cells| cells.removed_at.fill(cells.now));
    }

    #[test]
    fn sets_that_run_short_are_noticed() {
        let table = table();
        let (mut cells, first) = after_first(&table);
        let [red, both] = [option_with(&table, &[1, 3], 1), option_with(&table, &[1, 2], 0)];
        assert!(cells.delete(red));
        assert_eq!(cells.audit(&[first], &[red]), Ok(()));
        assert_eq!(cells.newly_tight, [1]);
        let mut faulty = cells.clone();
        faulty.newly_tight.clear();
        let complaint = faulty.audit(&[first], &[red]).expect_err("overlooked");
        assert!(complaint.starts_with("D6"), "{complaint}");
        assert!(!cells.delete(both), "nothing is left for item 1");
        // The deletion stopped at the first set that ran short; we finish it.
        let mut rest = table.entries_of(both).skip(1);
        assert!(rest.all(|entry| cells.arrays().leave(entry)));
        let complaint = cells.audit(&[first], &[red, both]).expect_err("hopeless");
        assert!(complaint.starts_with("D5"), "{complaint}");
    }
}
