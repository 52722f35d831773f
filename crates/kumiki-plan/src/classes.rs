//! Which solutions stand for their class.
//!
//! Of the members of a class that a case contains, the one stands for all whose sorted list of
//! options is least. A symmetry that maps a solution of the case to another solution of the case
//! maps some member of the orbit to the forced option. So only those symmetries are tried, and
//! among them are all that leave the solution unchanged.

use crate::{Cases, Plan};
use kumiki_group::Perm;

/// What a solution is to its class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It stands for the class.
    First {
        /// The elements that leave it unchanged, as positions in the list of elements.
        stabiliser: Vec<u32>,
    },
    /// Another member of its class, in the same case, stands for it.
    Other,
}

/// The elements of a group, sorted by what they bring to the front.
///
/// * **Y1** `elements` are all elements of the group that generates the cases, as permutations of
///   the plan's options.
/// * **Y2** `to_front[c][m]` are the elements that map member m of case c's orbit to the forced
///   option. A case without orbit has one solution at most, and needs none.
#[derive(Clone, Debug)]
pub struct Classes {
    /// All elements of the group (Y1).
    elements: Vec<Perm>,
    /// For each case and each member of its orbit, positions in `elements` (Y2).
    to_front: Vec<Vec<Vec<u32>>>,
}

impl Classes {
    /// Prepares a group, given by all its elements as permutations of the problem's options.
    #[must_use]
    pub fn new(plan: &Plan, cases: &Cases, elements: &[Perm]) -> Self {
        let elements: Vec<Perm> = elements.iter().map(|element| plan.renumber(element)).collect();
        let all_cases = || (0..cases.len()).map(|number| cases.get(number));
        let mut to_front: Vec<Vec<Vec<u32>>> =
            all_cases().map(|case| vec![Vec::new(); case.orbit.len()]).collect();
        for (at, element) in elements.iter().enumerate() {
            let inverse = element.inverse();
            for (case, lists) in all_cases().zip(&mut to_front) {
                let Some(forced) = case.forced else { continue };
                let source = inverse.apply(forced as usize);
                let member = case.orbit.partition_point(|option| (*option as usize) < source);
                lists[member].push(kumiki_id::narrow(at));
            }
        }
        Self { elements, to_front }
    }

    /// The order of the group.
    #[must_use]
    pub fn group_order(&self) -> usize {
        self.elements.len()
    }

    /// The elements as permutations of the plan's options.
    #[must_use]
    pub fn elements(&self) -> &[Perm] {
        &self.elements
    }

    /// What a solution of a case, given in any order, is to its class.
    #[must_use]
    pub fn standing(&self, cases: &Cases, case: usize, solution: &[u32]) -> Standing {
        let mut sorted = solution.to_vec();
        sorted.sort_unstable();
        if cases.get(case).forced.is_none() {
            return Standing::First {
                stabiliser: (0..kumiki_id::narrow(self.elements.len())).collect(),
            };
        }
        let mut stabiliser = Vec::new();
        let mut image: Vec<u32> = Vec::with_capacity(sorted.len());
        let orbit = &cases.get(case).orbit;
        for option in solution {
            let Ok(member) = orbit.binary_search(option) else { continue };
            for position in &self.to_front[case][member] {
                let element = &self.elements[*position as usize];
                image.clear();
                image.extend(
                    sorted.iter().map(|option| kumiki_id::narrow(element.apply(*option as usize))),
                );
                image.sort_unstable();
                match image.cmp(&sorted) {
                    std::cmp::Ordering::Less => return Standing::Other,
                    std::cmp::Ordering::Equal => stabiliser.push(*position),
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
        Standing::First { stabiliser }
    }
}
