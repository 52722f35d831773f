//! Counting problems that fall apart, part by part.

use super::count::{count, verify};
use super::listing::Listing;
use crate::Halt;
use crate::draft::Found;
use kumiki_drive::{Pick, Run};
use kumiki_model::{CoverProblem, Kernel};
use kumiki_plan::{Plan, components};
use kumiki_search::Profile;
use num_bigint::BigUint;
use std::cell::RefCell;

/// A problem as a product of others.
pub(super) struct Product {
    /// One of each kind of part, and how many of it there are.
    parts: Vec<(Plan, u32)>,
    kernel: Kernel,
    /// What was found of the parts that were counted.
    found: RefCell<Vec<Found>>,
}

impl Product {
    /// The parts of a problem, unless it is in one piece.
    pub(super) fn of(problem: &CoverProblem, kernel: Kernel) -> Option<Self> {
        let parts = components(problem);
        let is_whole = parts.iter().map(|part| part.times).sum::<u32>() < 2;
        let planned = || parts.iter().map(|part| (Plan::new(&part.problem), part.times)).collect();
        (!is_whole).then(|| Self { parts: planned(), kernel, found: RefCell::default() })
    }

    fn listing<'a>(&self, plan: &'a Plan) -> Listing<'a> {
        Listing { plan, kernel: self.kernel, group: None, pick: Pick::NOTHING, keep: None }
    }

    /// The run for a part.
    fn run_of<'h>(&self, part: usize, run: &Run<'h>) -> Run<'h> {
        run.labelled(&format!("part {part}"))
    }

    /// Counts one part of each kind. If there is none of one part, the others make no difference.
    pub(super) fn count(&self, run: &Run<'_>) -> Result<Found, Halt> {
        let mut total = Found::new(Profile::new(&[]), None);
        let mut product = BigUint::from(1_u32);
        let mut most = 0;
        for (number, (plan, times)) in self.parts.iter().enumerate() {
            let found = count(&self.listing(plan), &self.run_of(number, run))?;
            total.stopped_by = found.stopped_by;
            let nodes: u64 = found.profile.levels().iter().map(|level| level.nodes).sum();
            total.profile.level(0).nodes += nodes;
            if number == 0 || nodes > most {
                (total.kernel, total.kernel_reason) = (found.kernel, found.kernel_reason.clone());
                most = nodes;
            }
            if found.stopped_by.is_some() {
                total.note(
                    "method: the parts of the problem were counted until the search was stopped",
                );
                return Ok(total);
            }
            product *= found.count.pow(*times);
            self.found.borrow_mut().push(found);
            if product == BigUint::ZERO {
                break;
            }
        }
        total.count = product;
        total.note(format!(
            "method: the problem falls into {} parts without a common item, {} of them different; \
             the product of their counts is the count",
            self.parts.iter().map(|(_, times)| u64::from(*times)).sum::<u64>(),
            self.parts.len(),
        ));
        Ok(total)
    }

    /// Confirms each part that was counted.
    pub(super) fn verify(&self, run: &Run<'_>) -> Result<String, Halt> {
        for (number, found) in self.found.borrow().iter().enumerate() {
            let listing = self.listing(&self.parts[number].0);
            verify(found, &listing, "solutions of a part", &self.run_of(number, run))?;
        }
        let how =
            "every part counted by another kernel, or in another order, has as many solutions";
        Ok(format!("verified in part: {how}; both counts take the problem to be these parts"))
    }
}
