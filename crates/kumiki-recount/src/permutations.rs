//! Permutations of numbered things, and what they do to sets of these.

use std::collections::BTreeMap;

/// Some permutations of numbered things that form a group: each lists the image of every number.
///
/// The things are options of a problem, edges of a graph, or ways to lay a piece. A solution is a
/// set of them: its numbers in increasing order.
#[derive(Clone, Copy, Debug)]
pub struct Permutations<'g>(pub &'g [Vec<usize>]);

impl Permutations<'_> {
    /// How many permutations there are.
    #[must_use]
    pub fn order(self) -> usize {
        self.0.len()
    }

    /// The least of a set's images, which is the same for two sets if and only if they are in the
    /// same class; and how many of the permutations map the set to itself.
    ///
    /// As many lead to the least image as leave the set unchanged.
    pub fn class_of(self, set: &[usize]) -> (Vec<usize>, usize) {
        let (mut least, mut times) = (Vec::new(), 0);
        for permutation in self.0 {
            let image = image(permutation, set);
            if times == 0 || image < least {
                (least, times) = (image, 1);
            } else {
                times += usize::from(image == least);
            }
        }
        (least, times)
    }

    /// How many of the permutations map a set to itself.
    #[must_use]
    pub fn fixing(self, set: &[usize]) -> usize {
        self.class_of(set).1
    }

    /// The classes of some sets: the least image of each, and how many permutations map its members
    /// to themselves.
    pub fn classes(self, sets: &[Vec<usize>]) -> BTreeMap<Vec<usize>, usize> {
        sets.iter().map(|set| self.class_of(set)).collect()
    }
}

/// Where a permutation takes a set.
#[must_use]
pub fn image(permutation: &[usize], set: &[usize]) -> Vec<usize> {
    let mut image: Vec<usize> = set.iter().map(|number| permutation[*number]).collect();
    image.sort_unstable();
    image
}
