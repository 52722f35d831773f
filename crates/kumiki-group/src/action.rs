//! A group at work on something: each element with the permutation it causes there.

use crate::{Group, Perm};

/// A homomorphism from a group into the permutations of `0..degree`.
///
/// Different elements may cause the same permutation: turning a flat board over moves no cell out
/// of its place. Counting with the whole group is still right, since every solution is then fixed
/// by such elements.
///
/// * **A1** `images[e]` is what element `e` of the group does; products go to products.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The group that acts.
    group: Group,
    /// For each element of the group what it does to the points (A1).
    images: Vec<Perm>,
}

impl Action {
    /// The action in which each element causes `image(element)`.
    ///
    /// # Panics
    /// If that is not a homomorphism (A1).
    #[must_use]
    pub fn new(group: Group, image: impl Fn(&Perm) -> Perm) -> Self {
        let images: Vec<Perm> = group.elements().iter().map(image).collect();
        for a in 0..group.order() {
            for b in 0..group.order() {
                assert_eq!(
                    images[group.product(a, b)],
                    images[a].then(&images[b]),
                    "A1: products go to products"
                );
            }
        }
        Self { group, images }
    }

    /// Nothing moves, and nothing is tried.
    #[must_use]
    pub fn trivial(degree: usize) -> Self {
        Self { group: Group::trivial(1), images: vec![Perm::identity(degree)] }
    }

    /// The group itself.
    #[must_use]
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// What each element does, the identity first.
    #[must_use]
    pub fn images(&self) -> &[Perm] {
        &self.images
    }

    /// The action of a subgroup, given by positions as in [`crate::Subgroup`].
    #[must_use]
    pub fn restrict(&self, subgroup: &[usize]) -> Self {
        let group = self.group.restrict(subgroup);
        assert_eq!(group.order(), subgroup.len(), "the positions are closed under composition");
        // Both lists are sorted by the same order (G1), so they correspond one to one.
        let images = subgroup.iter().map(|at| self.images[*at].clone()).collect();
        Self { group, images }
    }

    /// The orbits of the points, each sorted, in order of their least points.
    #[must_use]
    pub fn orbits(&self) -> Vec<Vec<usize>> {
        Group::generated_by(self.images[0].degree(), &self.images).orbits()
    }
}
