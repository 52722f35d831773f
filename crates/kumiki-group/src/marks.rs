//! Orbits counted by their symmetry, from the numbers of things that each subgroup fixes.
//!
//! # The idea
//! Let a group G act on a finite set of solutions. For a subgroup H let f(H) be the number of
//! solutions fixed by every element of H, and e(H) the number whose stabiliser is exactly H. A
//! solution fixed by H has a stabiliser that contains H, so
//!
//! f(H) = sum of e(K) over all subgroups K containing H.
//!
//! Taking the subgroups from the largest down, each e(H) follows by subtraction. The solutions with
//! stabiliser conjugate to H number e(H) times the size of H's class, and an orbit of such
//! solutions has
//! |G|/|H| members. (This is Burnside's table of marks, read from the bottom right corner.)
//!
//! It needs one number per *class* of subgroups: conjugate subgroups fix equally many solutions.
//! No solution has to be looked at twice, and most of the numbers are tiny, because few solutions
//! are symmetric. The subtraction and division also check the input: a negative or fractional
//! result proves that some f(H) was wrong.

use crate::{Group, SubgroupClass};
use num_bigint::{BigInt, BigUint};

/// The subgroup classes of a group with their containments: everything but the numbers themselves.
#[derive(Clone, Debug)]
pub struct Marks {
    /// How many elements the group has.
    order: usize,
    /// The classes of subgroups, smaller orders first.
    classes: Vec<SubgroupClass>,
    /// `above[c]` lists `(d, n)`: n members of class d properly contain the representative of class
    /// c.
    above: Vec<Vec<(usize, usize)>>,
}

/// Orbits with one size of stabiliser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrbitsByOrder {
    /// Index of the stabilisers' class in [`Marks::classes`].
    pub class: usize,
    /// How many symmetries each solution of these orbits has.
    pub stabiliser_order: usize,
    /// How many orbits there are; at least 1.
    pub orbits: BigUint,
}

/// The numbers of fixed solutions contradict each other, so at least one of them is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarksError {
    /// Order of the subgroup at which it came out.
    pub subgroup_order: usize,
    /// The impossible number of solutions with exactly that stabiliser.
    pub exact: BigInt,
}

impl std::fmt::Display for MarksError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "counts of symmetric solutions contradict each other: {} with a stabiliser of order {}",
            self.exact, self.subgroup_order
        )
    }
}

impl std::error::Error for MarksError {}

impl Marks {
    /// Prepares the table for a group.
    #[must_use]
    pub fn new(group: &Group) -> Self {
        let classes = group.subgroup_classes();
        let contains =
            |large: &[usize], small: &[usize]| small.iter().all(|e| large.binary_search(e).is_ok());
        let above = classes
            .iter()
            .map(|c| {
                let counted = classes.iter().enumerate().filter(|(_, d)| d.order() > c.order());
                counted
                    .map(|(at, d)| {
                        (at, d.members.iter().filter(|m| contains(m, c.representative())).count())
                    })
                    .filter(|(_, n)| *n > 0)
                    .collect()
            })
            .collect();
        Self { order: group.order(), classes, above }
    }

    /// The classes of subgroups for which [`Marks::orbits`] wants the number of fixed solutions.
    #[must_use]
    pub fn classes(&self) -> &[SubgroupClass] {
        &self.classes
    }

    /// The orbits by class of stabiliser; only classes that occur are listed.
    ///
    /// `fixed[c]` is the number of solutions fixed by the representative of class `c`.
    ///
    /// # Errors
    /// If the numbers cannot come from an action of the group.
    pub fn orbits(&self, fixed: &[BigUint]) -> Result<Vec<OrbitsByOrder>, MarksError> {
        assert_eq!(fixed.len(), self.classes.len(), "one number per class of subgroups");
        let mut exact = vec![BigInt::ZERO; fixed.len()];
        let mut result = Vec::new();
        for class in (0..fixed.len()).rev() {
            let mut rest = BigInt::from(fixed[class].clone());
            for (larger, containing) in &self.above[class] {
                rest -= &exact[*larger] * BigInt::from(*containing);
            }
            let order = self.classes[class].order();
            let contradiction = MarksError { subgroup_order: order, exact: rest.clone() };
            let solutions = BigUint::try_from(&rest).map_err(|_| contradiction.clone())?;
            let members = solutions * BigUint::from(self.classes[class].members.len());
            let orbit_size = BigUint::from(self.order / order);
            if &members % &orbit_size != BigUint::ZERO {
                return Err(contradiction);
            }
            let orbits = members / orbit_size;
            if orbits != BigUint::ZERO {
                result.push(OrbitsByOrder { class, stabiliser_order: order, orbits });
            }
            exact[class] = rest;
        }
        result.reverse();
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Perm;
    use std::collections::{BTreeMap, BTreeSet};

    /// All subsets of the cells of a 2x3 and a 3x3 board, under the board's symmetries.
    #[test]
    fn marks_agree_with_listing_all_orbits() {
        for (rows, columns) in [(2, 3), (3, 3)] {
            let group = board(rows, columns);
            let marks = Marks::new(&group);
            let image = |set: u32, by: &Perm| {
                (0..rows * columns)
                    .filter(|c| set >> c & 1 == 1)
                    .fold(0, |image, c| image | 1 << by.apply(c))
            };
            let sets = 0..1_u32 << (rows * columns);
            let fixed: Vec<BigUint> = marks
                .classes()
                .iter()
                .map(|class| {
                    let keeps = |set: u32| {
                        class
                            .representative()
                            .iter()
                            .all(|e| image(set, &group.elements()[*e]) == set)
                    };
                    BigUint::from(sets.clone().filter(|s| keeps(*s)).count())
                })
                .collect();
            let mut listed: BTreeMap<usize, u32> = BTreeMap::new();
            for set in sets {
                let orbit: BTreeSet<u32> = group.elements().iter().map(|e| image(set, e)).collect();
                if orbit.first() == Some(&set) {
                    *listed.entry(group.order() / orbit.len()).or_default() += 1;
                }
            }
            let mut counted: BTreeMap<usize, u32> = BTreeMap::new();
            for entry in marks.orbits(&fixed).expect("true numbers fit together") {
                *counted.entry(entry.stabiliser_order).or_default() +=
                    u32::try_from(entry.orbits).expect("at most 512");
            }
            assert_eq!(counted, listed);
        }
    }

    #[test]
    fn a_wrong_number_is_found_out() {
        let group = board(3, 3);
        let marks = Marks::new(&group);
        let all_fixed = vec![BigUint::from(7_u32); marks.classes().len()];
        assert!(marks.orbits(&all_fixed).is_ok(), "seven fully symmetric things");
        let mut one_more = all_fixed;
        one_more[0] += 1_u32;
        assert!(marks.orbits(&one_more).is_err(), "an orbit of eight cannot have one member");
    }

    fn board(rows: usize, columns: usize) -> Group {
        let perm = |f: &dyn Fn(usize, usize) -> (usize, usize)| {
            let images = (0..rows * columns).map(|c| {
                let (r, s) = f(c / columns, c % columns);
                kumiki_id::narrow(r * columns + s)
            });
            Perm::new(images.collect()).expect("a symmetry permutes the cells")
        };
        let mut generators =
            vec![perm(&|r, c| (rows - 1 - r, c)), perm(&|r, c| (r, columns - 1 - c))];
        if rows == columns {
            generators.push(perm(&|r, c| (c, r)));
        }
        Group::generated_by(rows * columns, &generators)
    }
}
