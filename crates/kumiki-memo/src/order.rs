//! In which order the primary items are settled.
//!
//! The order decides how much a state must remember, and by that everything. A few orders are
//! tried, and the one is taken whose states are narrowest.

use crate::MAX_COUNT_BITS;
use crate::count::Unsuited;
use crate::outwards::Neighbours;
use kumiki_id::narrow;
use kumiki_plan::Plan;
use std::collections::BTreeSet;

/// The primary items in the order in which they are settled, and when each option and each optional
/// item matters.
///
/// * **O1** `items` are the primary items, each once.
/// * **O2** Option o is considered at step `step_of[o]`, which is when the first of its items is
///   settled.
/// * **O3** Item i is remembered after the steps `first[i]..last[i]`: from the first option that
///   covers it until the last one has been considered, or, if it is primary, until it is settled.
///   The range is empty if it is never in the way.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// The primary items, the one that is settled first first (O1).
    pub(crate) items: Vec<u32>,
    /// For each option the step at which it is considered (O2).
    pub(crate) step_of: Vec<u32>,
    /// For each item the first step after which it is remembered (O3).
    pub(crate) first: Vec<u32>,
    /// For each item the step after which it is no longer remembered (O3).
    pub(crate) last: Vec<u32>,
}

impl Order {
    /// The best of a few orders.
    pub(crate) fn best(plan: &Plan) -> Self {
        let given: Vec<u32> = (0..narrow(plan.items().len()))
            .filter(|item| plan.items()[*item as usize].least > 0)
            .collect();
        let neighbours = neighbours(plan);
        let mut hubs_last = given.clone();
        hubs_last.sort_by_key(|item| neighbours.is_hub(*item));
        let outwards = neighbours.outwards(&given);
        let candidates = [given, hubs_last, outwards];
        let orders = candidates.into_iter().map(|items| Self::new(plan, items));
        orders.min_by(|a, b| a.burden().total_cmp(&b.burden())).expect("there are three")
    }

    fn new(plan: &Plan, items: Vec<u32>) -> Self {
        let mut settled_at = vec![u32::MAX; plan.items().len()];
        for (step, item) in items.iter().enumerate() {
            settled_at[*item as usize] = narrow(step);
        }
        let mut step_of = Vec::with_capacity(plan.option_count());
        let mut first = vec![u32::MAX; plan.items().len()];
        let mut last = vec![0; plan.items().len()];
        for option in 0..plan.option_count() {
            let items = || plan.entries(option).iter().map(|entry| entry.item as usize);
            let step = items().map(|item| settled_at[item]).min().expect("options cover something");
            step_of.push(step);
            for item in items() {
                first[item] = first[item].min(step);
                last[item] = last[item].max(step);
            }
        }
        for item in 0..plan.items().len() {
            if settled_at[item] != u32::MAX {
                last[item] = settled_at[item];
            }
            first[item] = first[item].min(last[item]);
        }
        Self { items, step_of, first, last }
    }

    /// The items the other way round.
    pub(crate) fn reversed(&self, plan: &Plan) -> Self {
        Self::new(plan, self.items.iter().rev().copied().collect())
    }

    /// Refuses what might have too many solutions for any number we have: there are at most as many
    /// ways to reach a state as there are ways to choose one option at every step.
    pub(crate) fn check_choices(&self) -> Result<(), Unsuited> {
        let mut choices = vec![0u64; self.items.len()];
        for step in &self.step_of {
            choices[*step as usize] += 1;
        }
        let bits = choices.iter().map(|count| u64::from(u64::BITS - count.leading_zeros())).sum();
        if bits > MAX_COUNT_BITS { Err(Unsuited::TooManyChoices { bits }) } else { Ok(()) }
    }

    /// How many items are remembered after each step.
    pub(crate) fn widths(&self) -> Vec<usize> {
        let mut change = vec![0isize; self.items.len() + 2];
        for (first, last) in self.first.iter().zip(&self.last) {
            change[*first as usize] += 1;
            change[*last as usize] -= 1;
        }
        let mut width = 0;
        let running = change.iter().map(|step| {
            width += step;
            width.unsigned_abs()
        });
        running.take(self.items.len()).collect()
    }

    /// What an order costs if half of all imaginable states occur; only for comparing.
    fn burden(&self) -> f64 {
        self.widths()
            .iter()
            .map(|width| 2f64.powi(i32::try_from(*width).unwrap_or(1000).min(1000)))
            .sum()
    }
}

/// Items that meet in an option, and primary items that meet through an optional one, unless that
/// brings very many together.
fn neighbours(plan: &Plan) -> Neighbours {
    const VERY_MANY: usize = 64;
    let is_primary = |item: &u32| plan.items()[*item as usize].least > 0;
    let mut circles: Vec<Vec<u32>> = (0..plan.option_count())
        .map(|option| plan.entries(option).iter().map(|entry| entry.item).collect())
        .collect();
    let mut through: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); plan.items().len()];
    for circle in &circles {
        for item in circle.iter().filter(|item| !is_primary(item)) {
            if through[*item as usize].len() <= VERY_MANY {
                through[*item as usize].extend(circle.iter().filter(|item| is_primary(item)));
            }
        }
    }
    let few = through.into_iter().filter(|circle| circle.len() <= VERY_MANY);
    circles.extend(few.map(|circle| circle.into_iter().collect()));
    Neighbours::new(plan.items().len(), circles.iter().map(Vec::as_slice))
}
