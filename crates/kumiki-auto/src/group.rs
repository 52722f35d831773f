//! The group of all symmetries of a problem, put together from equal options and the search.

use crate::definition::Definition;
use crate::graph::Graph;
use crate::orbits::Orbits;
use crate::search::search;
use crate::{Automorphism, twins};
use kumiki_group::{Perm, StabiliserChain};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, OptionId};
use num_bigint::BigUint;

/// How much work a search for symmetries may be.
///
/// A step is a look at one end of an edge of the graph: an item of an option, say. A second has
/// some twenty million of them. The limit is looked at between the nodes of the search, so it is
/// exceeded by one node at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The most steps; fifty million by default.
    pub limit_steps: u64,
}

impl Budget {
    /// As much as it takes.
    #[must_use]
    pub fn unlimited() -> Self {
        Self { limit_steps: u64::MAX }
    }
}

impl Default for Budget {
    /// Fifty million steps, two or three seconds. Pentominoes on 6x10 need a hundred thousand,
    /// 100,000 options with little symmetry a few million.
    fn default() -> Self {
        Self { limit_steps: 50_000_000 }
    }
}

/// A group of symmetries of a problem.
///
/// * **U1** Every generator is a symmetry.
/// * **U2** The generators that fix the first points of `base` generate all elements that fix them.
/// * **U3** `order` is the number of different permutations of options that the generators
///   generate.
#[derive(Clone, Debug)]
pub struct Automorphisms {
    /// How many options the problem has.
    option_count: usize,
    /// Symmetries that generate the group (U1).
    generators: Vec<Automorphism>,
    /// Options such that only the identity fixes all of them (U2).
    base: Vec<OptionId>,
    /// How many permutations of the options there are (U3).
    order: BigUint,
    /// Whether these are all symmetries of the problem, and the budget was enough.
    is_complete: bool,
    /// How many steps were taken.
    steps: u64,
}

/// Finds the symmetries of a problem: all of them, or as many as the budget allows.
///
/// Equal problems give equal results.
#[must_use]
pub fn automorphisms(problem: &CoverProblem, budget: Budget) -> Automorphisms {
    let definition = Definition::new(problem);
    let graph = Graph::new(problem, twins::classes(problem));
    let found = search(&graph, &definition, budget.limit_steps);
    let classes = graph.classes();
    let of_base = found.base.iter().map(|(_, len)| BigUint::from(*len));
    let of_classes = classes.iter().flat_map(|class| (2..=class.len()).map(BigUint::from));
    let order = product(of_base.chain(of_classes).collect());
    // A symmetry that fixes the first member of a class takes the class to itself, member by
    // member, as far as it comes from the search. So the first members are a base for those, and
    // the others follow to fix the swaps.
    let mut base: Vec<OptionId> = found.base.iter().map(|(class, _)| classes[*class][0]).collect();
    let mut is_based = vec![false; classes.len()];
    found.base.iter().for_each(|(class, _)| is_based[*class] = true);
    for (class, is_based) in classes.iter().zip(is_based) {
        base.extend(
            class
                .split_last()
                .map_or(&[][..], |(_, others)| others)
                .iter()
                .skip(usize::from(is_based)),
        );
    }
    let is_class =
        |class: &Vec<OptionId>| class.windows(2).all(|pair| definition.are_equal(pair[0], pair[1]));
    assert!(classes.iter().all(is_class), "U1: the members of a class are equal");
    let mut generators = found.generators;
    generators.extend(twins::swaps(classes));
    Automorphisms {
        option_count: problem.options().len(),
        generators,
        base,
        order,
        is_complete: found.is_complete,
        steps: found.steps,
    }
}

/// The product of all factors, those of about equal length multiplied first.
fn product(mut factors: Vec<BigUint>) -> BigUint {
    while factors.len() > 1 {
        factors = factors.chunks(2).map(|pair| pair.iter().product()).collect();
    }
    factors.pop().unwrap_or(BigUint::from(1_u32))
}

impl Automorphisms {
    /// Symmetries that generate the group; none if there is only the identity.
    #[must_use]
    pub fn generators(&self) -> &[Automorphism] {
        &self.generators
    }

    /// What the generators do to the options, each as a whole permutation.
    #[must_use]
    pub fn perms(&self) -> Vec<Perm> {
        self.generators.iter().map(|generator| generator.on_options(self.option_count)).collect()
    }

    /// How many different permutations of the options there are.
    #[must_use]
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// Whether these are all symmetries of the problem. If not, the budget was used up.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Options such that only the identity fixes all of them.
    #[must_use]
    pub fn base(&self) -> &[OptionId] {
        &self.base
    }

    /// How many steps were taken.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The options sorted by whether a symmetry takes one to the other: orbits in order of their
    /// first members, members in increasing order.
    #[must_use]
    pub fn orbits(&self) -> Vec<Vec<OptionId>> {
        let mut joined = Orbits::new(self.option_count);
        for (from, to) in self.generators.iter().flat_map(Automorphism::moved_options) {
            joined.join(from.index(), to.index());
        }
        let mut orbit_at: Vec<Option<usize>> = vec![None; self.option_count];
        let mut orbits: Vec<Vec<OptionId>> = Vec::new();
        for option in 0..self.option_count {
            let at = *orbit_at[joined.representative(option)].get_or_insert_with(|| {
                orbits.push(Vec::new());
                orbits.len() - 1
            });
            orbits[at].push(OptionId::new(option));
        }
        orbits
    }

    /// The group as a stabiliser chain on the options: membership, elements, transversals,
    /// stabilisers.
    ///
    /// The chain holds whole permutations. That is little for the group of a puzzle, and much for
    /// thousands of generators on as many options.
    #[must_use]
    pub fn chain(&self) -> StabiliserChain {
        let base: Vec<usize> = self.base.iter().map(|option| option.index()).collect();
        StabiliserChain::from_strong_generators(self.option_count, &self.perms(), &base)
    }
}
