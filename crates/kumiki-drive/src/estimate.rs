//! How much of a search is done, from the units that are over.
//!
//! A unit of the first cut has a weight: if at every node above it a way is drawn by lot, so likely
//! one comes to it. If nodes and weights went together, the rest would take as many nodes for its
//! weight as what is over. They do not: units differ by factors of thousands. How far off the units
//! that are over have been, taken one by one, says how far off the rest may be. So the share is
//! told as an interval, which holds if the rest is like what is over. While little is over, nothing
//! is told.
//!
//! What is left after the first nodes of a search lies below nodes of all depths, and the shallow
//! ones are most of it. A search that takes long cuts these once more, and what was not begun then
//! is told by its parts.

use kumiki_search::{Expansion, Prefix};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A unit of the first cut.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TopUnit {
    /// How likely a walk by lot comes to it.
    pub weight: f64,
    /// Nodes visited below it.
    pub nodes: u64,
    /// How many of its parts are not over.
    pub open: u64,
}

impl TopUnit {
    /// A unit with a weight that nobody has begun.
    pub(crate) fn new(weight: f64) -> Self {
        Self { weight, nodes: 0, open: 1 }
    }
}

/// The weights of units; `expand` says what is below a node.
pub(crate) fn weights(units: &[Prefix], expand: &dyn Fn(&Prefix) -> Expansion) -> Vec<f64> {
    // Units have most nodes above them in common.
    let mut known: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
    let mut likely = |above: &[u32]| {
        *known.entry(above.to_vec()).or_insert_with(|| match expand(&above.to_vec().into()) {
            Expansion::Choices(choices) => 1.0 / choices.len().max(1) as f64,
            Expansion::Solution => 1.0,
        })
    };
    let mut weight = |unit: &Prefix| {
        let choices = unit.choices();
        (0..choices.len()).map(|depth| likely(&choices[..depth])).product()
    };
    units.iter().map(&mut weight).collect()
}

/// Fewer units that are over say nothing; nor do fewer than a quarter of all, since those that are
/// over first are the small ones.
const FEWEST: usize = 8;

/// The share of the search that is done after so many nodes: at least, and at most. None while too
/// little is over, or while most nodes were visited in units that are not.
#[must_use]
pub fn share_done(units: &BTreeMap<Vec<u32>, TopUnit>, visited: u64) -> Option<[f64; 2]> {
    let over = || units.values().filter(|unit| unit.open == 0);
    let weight: f64 = over().map(|unit| unit.weight).sum();
    let left: f64 = units.values().map(|unit| unit.weight).sum::<f64>() - weight;
    match over().count() {
        all if all == units.len() => return Some([1.0, 1.0]),
        count if count < FEWEST.max(units.len() / 4) => return None,
        _ => {}
    }
    let nodes: f64 = over().map(|unit| unit.nodes as f64).sum();
    let told: f64 = units.values().map(|unit| unit.nodes as f64).sum();
    // Nodes of units that are being worked on are not told yet.
    let visited = told.max(visited as f64);
    if nodes < visited / 2.0 {
        return None;
    }
    let rate = nodes / weight;
    // How far the sum over as much weight as this would be off, unit by unit.
    let off = |unit: &TopUnit| (unit.nodes as f64 - rate * unit.weight).powi(2);
    let deviation =
        over().map(off).sum::<f64>().sqrt() * (left / weight).max((left / weight).sqrt());
    // What was visited in units that are not over is a part of what they take.
    let begun = visited - nodes;
    let share = |rest: f64| (visited / (nodes + rest.max(begun)).max(1.0)).min(1.0);
    Some([share(rate * left + 2.0 * deviation), share(rate * left - 2.0 * deviation)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(list: &[(u64, u64)]) -> BTreeMap<Vec<u32>, TopUnit> {
        let unit =
            |(nodes, open): &(u64, u64)| TopUnit { weight: 0.125, nodes: *nodes, open: *open };
        (0..).map(|number| vec![number]).zip(list.iter().map(unit)).collect()
    }

    #[test]
    fn equal_units_tell_the_share_exactly_and_unequal_ones_an_interval() {
        let [over, left] = [(10, 0), (0, 1)];
        let half = [[over; 8], [left; 8]].concat();
        assert_eq!(share_done(&units(&half), 80), Some([0.5, 0.5]));
        let uneven = [&[(1, 0), (40, 0), (3, 0), (9, 0)][..], &half].concat();
        let [least, most] = share_done(&units(&uneven), 0).expect("twelve are over");
        assert!(least > 0.3 && least < 0.6 && most > 0.6 && most <= 1.0, "{least} to {most}");
        assert_eq!(share_done(&units(&half[5..]), 0), None);
        assert_eq!(share_done(&units(&half[..3]), 0), Some([1.0, 1.0]));
        assert_eq!(share_done(&units(&[]), 0), Some([1.0, 1.0]));
        // If most nodes were visited elsewhere, what is over is not like the rest.
        assert_eq!(share_done(&units(&half), 1000), None);
    }
}
