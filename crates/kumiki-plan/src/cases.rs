//! Cutting a search at the root by the orbits of the options.
//!
//! # Why it is right
//! Let an item be covered by every solution, and O(1), O(2), … be those orbits of options that have
//! a member covering it. Every solution has an option in one of them. Sort the solutions by the
//! first orbit that they meet: symmetries keep it, so this is a property of whole classes. If that
//! is O(j), some image of the solution contains the orbit's first member. So it is enough to
//! search, for every j, the solutions that contain the first member of O(j) and nothing of the
//! orbits before it.
//!
//! Of the solutions sorted under j, those with k options in O(j) contain k * (how many there are)
//! pairs of a solution and a member of O(j), and each member is in equally many. So there
//! are |O(j)| / k times as many as were found: that is how [`Weigher`] counts them all.
//!
//! If no item must be covered, all orbits are taken, and a last case allows none of the options.

use crate::Plan;
use kumiki_group::Perm;
use kumiki_id::narrow;
use kumiki_model::OptionId;
use serde::{Deserialize, Serialize};

/// A part of the search.
///
/// * **X1** `forced` is the first of `orbit`, which is sorted; both are missing in the case that
///   takes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The option that is taken, as a number of the plan (X1).
    pub forced: Option<u32>,
    /// Its images under all symmetries, itself among them, ascending (X1).
    pub orbit: Vec<u32>,
}

/// The cases of a plan under a group.
///
/// * **X2** `case_of[o]` is the case whose orbit contains option o, or the number of cases if there
///   is none. In later cases the option is excluded.
/// * **X3** Every class of solutions has a member in exactly one case.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The cases in the order in which they exclude each other, the largest orbit first.
    cases: Vec<Case>,
    /// For each option its case (X2).
    case_of: Vec<u32>,
}

impl Cases {
    /// The cases under the group that the given permutations of the problem's options generate.
    ///
    /// The caller vouches that they are symmetries: that solutions go to solutions.
    #[must_use]
    pub fn new(plan: &Plan, generators: &[Perm]) -> Self {
        let generators: Vec<Perm> =
            generators.iter().map(|symmetry| plan.renumber(symmetry)).collect();
        Self::by_orbits(plan, &Orbits::generated_by(plan.option_count(), &generators))
    }

    /// The cases under a group of which only the orbits of the problem's options are known. Each
    /// option is in one of them.
    #[must_use]
    pub fn from_orbits(plan: &Plan, orbits: &[Vec<OptionId>]) -> Self {
        let mut orbit_of = vec![0; plan.option_count()];
        let mut members = Vec::new();
        for (number, orbit) in orbits.iter().enumerate() {
            let mut orbit: Vec<u32> = orbit.iter().map(|option| plan.number(*option)).collect();
            orbit.sort_unstable();
            orbit.iter().for_each(|option| orbit_of[*option as usize] = number);
            members.push(orbit);
        }
        Self::by_orbits(plan, &Orbits { orbit_of, members })
    }

    fn by_orbits(plan: &Plan, orbits: &Orbits) -> Self {
        let mut chosen = match root_orbits(plan, orbits) {
            Some(met) => met,
            None => (0..orbits.members.len()).collect(),
        };
        // The largest first: what they exclude helps all later cases.
        chosen.sort_by_key(|orbit| std::cmp::Reverse(orbits.members[*orbit].len()));
        let mut cases: Vec<Case> = chosen
            .into_iter()
            .map(|orbit| Case {
                forced: Some(orbits.members[orbit][0]),
                orbit: orbits.members[orbit].clone(),
            })
            .collect();
        if !plan.items().iter().any(|item| item.least > 0) {
            cases.push(Case { forced: None, orbit: Vec::new() });
        }
        let mut case_of = vec![narrow(cases.len()); plan.option_count()];
        for (number, case) in cases.iter().enumerate() {
            for option in &case.orbit {
                case_of[*option as usize] = narrow(number);
            }
        }
        Self { cases, case_of }
    }

    /// How many cases there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether there is no case, so that there is no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// A case.
    #[must_use]
    pub fn get(&self, number: usize) -> &Case {
        &self.cases[number]
    }

    /// Whether an option may not be taken in a case, because it belongs to an earlier one.
    #[must_use]
    pub fn is_excluded(&self, case: usize, option: usize) -> bool {
        (self.case_of[option] as usize) < case
    }
}

/// The orbits of the options.
struct Orbits {
    /// For each option the number of its orbit.
    orbit_of: Vec<usize>,
    /// For each orbit its options, ascending.
    members: Vec<Vec<u32>>,
}

impl Orbits {
    fn generated_by(degree: usize, generators: &[Perm]) -> Self {
        let mut orbit_of = vec![usize::MAX; degree];
        let mut members: Vec<Vec<u32>> = Vec::new();
        for start in 0..degree {
            if orbit_of[start] != usize::MAX {
                continue;
            }
            orbit_of[start] = members.len();
            let mut orbit = vec![start];
            let mut at = 0;
            while let Some(point) = orbit.get(at).copied() {
                for image in generators.iter().map(|generator| generator.apply(point)) {
                    if orbit_of[image] == usize::MAX {
                        orbit_of[image] = members.len();
                        orbit.push(image);
                    }
                }
                at += 1;
            }
            orbit.sort_unstable();
            members.push(orbit.into_iter().map(narrow).collect());
        }
        Self { orbit_of, members }
    }
}

/// The orbits that meet the best item that must be covered: the one with the fewest orbits for its
/// number of options; of equally good ones the one with the fewest orbits.
fn root_orbits(plan: &Plan, orbits: &Orbits) -> Option<Vec<usize>> {
    let mut best: Option<(usize, usize, Vec<usize>)> = None;
    for (item, row) in plan.options_by_item().iter().enumerate() {
        if plan.items()[item].least == 0 {
            continue;
        }
        let mut met: Vec<usize> =
            row.iter().map(|option| orbits.orbit_of[*option as usize]).collect();
        met.sort_unstable();
        met.dedup();
        let better = best.as_ref().is_none_or(|(best_met, best_row, _)| {
            (met.len() * best_row, met.len()) < (best_met * row.len(), *best_met) || row.is_empty()
        });
        if better {
            best = Some((met.len(), row.len(), met));
        }
    }
    best.map(|(_, _, met)| met)
}

/// Counts all solutions from those found in a case.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Weigher {
    /// Element k: how many were found with k options in the orbit of the case. In a search without
    /// cases all count in element 0.
    found: Vec<u64>,
}

impl Weigher {
    /// Adds a solution.
    #[inline]
    pub fn add(&mut self, case: Option<&Case>, solution: &[u32]) {
        let in_orbit = match case {
            Some(case) => {
                solution.iter().filter(|option| case.orbit.binary_search(option).is_ok()).count()
            }
            None => 0,
        };
        self.add_many(in_orbit, 1);
    }

    /// Adds so many solutions of which each has so many options in the orbit.
    #[inline]
    pub fn add_many(&mut self, in_orbit: usize, count: u64) {
        if self.found.len() <= in_orbit {
            self.found.resize(in_orbit + 1, 0);
        }
        self.found[in_orbit] += count;
    }

    /// Adds what was found in another part of the same case.
    pub fn merge(&mut self, other: &Self) {
        for (in_orbit, count) in other.found.iter().enumerate() {
            self.add_many(in_orbit, *count);
        }
    }

    /// How many solutions were found.
    #[must_use]
    pub fn found(&self) -> u64 {
        self.found.iter().sum()
    }

    /// How many solutions they stand for, given that all of the case was searched.
    ///
    /// # Panics
    /// If the numbers cannot come from a complete search of the case.
    #[must_use]
    pub fn all(&self, case: Option<&Case>) -> u128 {
        let orbit = case.map_or(0, |case| case.orbit.len() as u128);
        let mut all = 0;
        for (in_orbit, found) in self.found.iter().enumerate() {
            let found = u128::from(*found);
            if in_orbit == 0 {
                all += found;
                continue;
            }
            assert_eq!(
                orbit * found % in_orbit as u128,
                0,
                "each member of an orbit is in equally many solutions"
            );
            all += orbit * found / in_orbit as u128;
        }
        all
    }
}
