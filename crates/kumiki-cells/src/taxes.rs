//! Costs: what a solution will cost at least, and the highest cost that is still of interest.
//!
//! # The bound
//! Before the search, the cost of every option is spread over the items that must be covered. Item
//! by item, the *tax* t(i) is the least of what is left of the costs of its options, and is
//! subtracted from all of them. What is left of an option's cost in the end is its *rest* r(o),
//! never negative. Then
//!
//! ```text
//! cost(o) = r(o) + sum of t(i) over the items i of o that must be covered
//! ```
//!
//! At a node let n(i) be how often item i still needs to be covered. The options F that a solution
//! adds cover it n(i) times at least, maybe more often. So they cost
//!
//! ```text
//! sum of cost(o) over F = sum of r(o) over F + sum over i of t(i) * (how often F covers i) >= sum over i of t(i) * n(i)
//! ```
//!
//! and every solution below the node costs at least what has been spent plus that sum, which is
//! what is *owed*. If the next option is o, it costs r(o) more. Where nothing is needed nothing is
//! owed, so at a solution the bound is the cost.

use crate::cells::Cells;
use crate::table::Table;
use kumiki_id::narrow;
use kumiki_plan::Plan;
use std::sync::atomic::{AtomicU64, Ordering};

/// The highest cost that is still of interest, shared by all searches of a branch and bound.
///
/// ```
/// use kumiki_cells::Ceiling;
/// let ceiling = Ceiling::new(100);
/// ceiling.lower_to(60);
/// ceiling.lower_to(80);
/// assert_eq!(ceiling.cost(), 60);
/// ```
#[derive(Debug)]
pub struct Ceiling(AtomicU64);

impl Ceiling {
    /// Solutions that cost at most this are of interest.
    #[must_use]
    pub fn new(cost: u64) -> Self {
        Self(AtomicU64::new(cost))
    }

    /// Solutions that cost more than this are not of interest from now on. Does nothing if the
    /// ceiling is lower already.
    pub fn lower_to(&self, cost: u64) {
        self.0.fetch_min(cost, Ordering::Relaxed);
    }

    /// The highest cost of interest.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Costs spread over items.
///
/// * **X1** `costs[o]` is `rests[o]` plus the taxes of the items of option o that must be covered;
///   other items have no tax.
#[derive(Clone, Debug)]
pub(crate) struct Taxes {
    /// The cost of each option (X1).
    costs: Vec<u64>,
    /// What is left of the cost of each option (X1).
    rests: Vec<u64>,
    /// The tax of each item; 0 if it need not be covered.
    taxes: Vec<u64>,
}

impl Taxes {
    pub(crate) fn new(plan: &Plan) -> Self {
        let costs: Vec<u64> = (0..plan.option_count()).map(|option| plan.cost(option)).collect();
        let mut rests = costs.clone();
        let mut taxes = vec![0; plan.items().len()];
        for (item, options) in plan.options_by_item().iter().enumerate() {
            let is_needed = plan.items()[item].least > 0;
            let least = options.iter().map(|option| rests[*option as usize]).min();
            if let Some(tax) = least.filter(|_| is_needed) {
                taxes[item] = tax;
                options.iter().for_each(|option| rests[*option as usize] -= tax);
            }
        }
        Self { costs, rests, taxes }
    }

    fn tax(&self, set: u32) -> u128 {
        self.taxes.get(set as usize).map_or(0, |tax| u128::from(*tax))
    }
}

/// What the options taken cost, and what the items still to be covered will cost at least.
///
/// * **B1** `spent` is the sum of the costs of the options taken.
/// * **B2** `owed` is the sum over all items of the tax times the need.
///
/// What is spent fits into 64 bits, because all costs of a problem together do. What is owed may be
/// more, where items are to be covered very often and options are few.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bill {
    /// The costs of the options taken, added (B1).
    spent: u64,
    /// What the items still to be covered cost at least (B2).
    owed: u128,
}

impl Bill {
    /// The bill for options taken, worked out from scratch.
    pub(crate) fn new(table: &Table, cells: &Cells<'_>, taken: &[u32]) -> Self {
        let Some(taxes) = &table.taxes else { return Self::default() };
        let spent = taken.iter().map(|option| taxes.costs[*option as usize]).sum();
        let sets = 0..narrow(table.shapes.len());
        let owed = sets.map(|set| taxes.tax(set) * u128::from(cells.need(set))).sum();
        Self { spent, owed }
    }

    /// Pays for an option that is about to be taken.
    #[inline]
    pub(crate) fn pay(&mut self, table: &Table, cells: &Cells<'_>, option: u32) {
        if let Some(taxes) = &table.taxes {
            self.spent += taxes.costs[option as usize];
            self.owed -= settled_by(taxes, table, cells, option);
        }
    }

    /// Takes back the money for an option that is no longer taken.
    #[inline]
    pub(crate) fn refund(&mut self, table: &Table, cells: &Cells<'_>, option: u32) {
        if let Some(taxes) = &table.taxes {
            self.spent -= taxes.costs[option as usize];
            self.owed += settled_by(taxes, table, cells, option);
        }
    }

    /// What the options taken cost.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// What every solution from here on costs at least, given the option that it takes next. More
    /// than any solution costs is the highest number.
    #[inline]
    pub(crate) fn bound(&self, table: &Table, next: Option<u32>) -> u64 {
        let rest = table
            .taxes
            .as_ref()
            .zip(next)
            .map_or(0, |(taxes, option)| taxes.rests[option as usize]);
        u64::try_from(u128::from(self.spent) + self.owed + u128::from(rest)).unwrap_or(u64::MAX)
    }
}

/// What an option pays of what is owed, seen while it is not taken.
fn settled_by(taxes: &Taxes, table: &Table, cells: &Cells<'_>, option: u32) -> u128 {
    let sets = table.entries_of(option).map(|entry| table.entries[entry as usize].set);
    sets.filter(|set| cells.need(*set) > 0).map(|set| taxes.tax(set)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_oracle::universe::{RandomShape, random_cover_problems};

    #[test]
    fn costs_are_taxes_and_a_rest() {
        let shape = RandomShape { max_cost: 50, ..RandomShape::with_everything() };
        let mut taxed = 0;
        for problem in random_cover_problems(1, 50, &shape) {
            let plan = Plan::new(&problem);
            let Taxes { costs, rests, taxes } = Taxes::new(&plan);
            for option in 0..plan.option_count() {
                let paid: u64 =
                    plan.entries(option).iter().map(|entry| taxes[entry.item as usize]).sum();
                assert_eq!(
                    costs[option],
                    rests[option] + paid,
                    "X1 for option {option}: {problem:?}"
                );
                assert_eq!(costs[option], plan.cost(option));
            }
            for (item, bounds) in plan.items().iter().enumerate() {
                assert!(bounds.least > 0 || taxes[item] == 0, "X1 for item {item}: {problem:?}");
                taxed += usize::from(taxes[item] > 0);
            }
        }
        assert!(taxed > 50, "only {taxed} items have a tax");
    }
}
