//! Which of many solutions are kept: the first ones, or some by lot.
//!
//! A solution is a set of elements, given in any order, and comes with what is known about it, such
//! as its number of symmetries. What is kept does not depend on how a search was divided among
//! threads, as long as the parts are merged in order.

use kumiki_model::How;
use kumiki_search::mix;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// Which solutions are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pick {
    /// The first so many, in the order of the search, and perhaps no more.
    First {
        /// How many.
        most: usize,
        /// Whether a search may end with them.
        is_enough: bool,
    },
    /// A random set.
    Sample {
        /// How many.
        size: usize,
        /// What they are drawn with.
        seed: u64,
    },
}

/// The solutions that are kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "E: Ord + Serialize + DeserializeOwned, S: Ord + Serialize + DeserializeOwned")]
pub struct Picked<E, S = usize> {
    pick: Pick,
    first: Vec<(Vec<E>, S)>,
    /// By lot: those with the least numbers.
    sample: BTreeSet<(u64, Vec<E>, S)>,
}

impl Pick {
    /// None.
    pub const NOTHING: Self = Self::First { most: 0, is_enough: false };

    /// What a question asks for; `is_enough` says whether the search may end with the list.
    #[must_use]
    pub fn of(how: &How, is_enough: bool) -> Self {
        match how.sample {
            Some(size) => Self::Sample { size, seed: how.seed },
            None => Self::First { most: how.room(), is_enough: is_enough && how.list.is_some() },
        }
    }
}

impl<E: Copy + Ord + Hash, S: Ord> Picked<E, S> {
    /// Nothing yet.
    #[must_use]
    pub fn new(pick: Pick) -> Self {
        Self { pick, first: Vec::new(), sample: BTreeSet::new() }
    }

    /// Looks at a solution. Its elements and what is known about it are asked for if they matter.
    pub fn see(&mut self, solution: impl Iterator<Item = E>, known: impl FnOnce() -> S) {
        match self.pick {
            Pick::First { most, .. } if self.first.len() < most => {
                self.first.push((solution.collect(), known()));
            }
            Pick::First { .. } => {}
            Pick::Sample { size, seed } => {
                let mut sorted: Vec<E> = solution.collect();
                sorted.sort_unstable();
                let key = sample_key(seed, &sorted);
                let is_in =
                    self.sample.len() < size || self.sample.last().is_some_and(|last| key < last.0);
                if is_in && size > 0 {
                    self.sample.insert((key, sorted, known()));
                    if self.sample.len() > size {
                        self.sample.pop_last();
                    }
                }
            }
        }
    }

    /// Adds what was picked later. The first ones may then be too many; a list that is full takes
    /// no more.
    pub fn merge(&mut self, later: Self) {
        self.first.extend(later.first);
        self.sample.extend(later.sample);
        if let Pick::Sample { size, .. } = self.pick {
            while self.sample.len() > size {
                self.sample.pop_last();
            }
        }
    }

    /// Keeps only the first ones that have so many elements.
    pub fn restrict_to(&mut self, size: usize) {
        self.first.retain(|(solution, _)| solution.len() == size);
    }

    /// Keeps so many of the first ones, those with the greatest keys. They come in the order of
    /// falling keys; those with equal keys stay in the order of the search.
    pub fn keep_greatest<K: Ord>(&mut self, most: usize, key: impl Fn(&S) -> K) {
        self.first.sort_by_key(|(_, known)| std::cmp::Reverse(key(known)));
        self.first.truncate(most);
    }

    /// Whether the first ones are wanted.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        matches!(self.pick, Pick::First { most: 1.., .. })
    }

    /// How many are kept in the order of the search.
    #[must_use]
    pub fn held(&self) -> usize {
        self.first.len()
    }

    /// Takes out those that are kept in the order of the search, to hand them on.
    #[must_use]
    pub fn take_first(&mut self) -> Vec<(Vec<E>, S)> {
        std::mem::take(&mut self.first)
    }

    /// Whether what is kept is all that is wanted.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        matches!(self.pick, Pick::First { most, is_enough: true } if self.first.len() >= most)
    }

    /// What was kept, each with what is known about it.
    #[must_use]
    pub fn into_list(self) -> Vec<(Vec<E>, S)> {
        let sampled = self.sample.into_iter().map(|(_, solution, known)| (solution, known));
        self.first.into_iter().chain(sampled).collect()
    }
}

/// A number drawn for a solution: the same for the same seed, and otherwise as good as random. The
/// solutions with the least numbers are a random set, however the search was divided among threads.
fn sample_key<E: Hash>(seed: u64, solution: &[E]) -> u64 {
    let mut hasher = SolutionHasher(mix(seed));
    solution.iter().for_each(|element| element.hash(&mut hasher));
    hasher.finish()
}

/// A hasher that is the same in every run.
struct SolutionHasher(u64);

impl Hasher for SolutionHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = mix(self.0 ^ u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = mix(self.0 ^ u64::from(number));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept of the numbers below 100, each a solution of one element, seen in parts that
    /// are cut at `cuts`.
    fn kept(pick: Pick, cuts: &[u32]) -> Vec<(Vec<u32>, u32)> {
        let mut whole = Picked::new(pick);
        let mut from = 0;
        for to in cuts.iter().copied().chain([100]) {
            let mut part = Picked::new(pick);
            (from..to).for_each(|number| part.see(std::iter::once(number), || number % 7));
            whole.merge(part);
            from = to;
        }
        whole.into_list()
    }

    #[test]
    fn a_sample_does_not_depend_on_the_parts() {
        for (size, seed) in [(0, 1), (1, 1), (10, 1), (10, 2), (200, 3)] {
            let pick = Pick::Sample { size, seed };
            let whole = kept(pick, &[]);
            assert_eq!(whole.len(), size.min(100));
            assert!(whole.iter().all(|(solution, known)| solution[0] % 7 == *known));
            for cuts in [&[50][..], &[1, 2, 99], &[10, 20, 30, 40]] {
                assert_eq!(kept(pick, cuts), whole, "{cuts:?}");
            }
        }
        let [one, other] = [1, 2].map(|seed| kept(Pick::Sample { size: 10, seed }, &[]));
        assert_ne!(one, other);
    }

    #[test]
    fn the_greatest_do_not_depend_on_the_parts() {
        let all = Pick::First { most: usize::MAX, is_enough: false };
        for most in [1, 3, 20, 200] {
            let kept = |cuts: &[u32]| {
                let mut whole = Picked::new(all);
                let mut from = 0;
                for to in cuts.iter().copied().chain([100]) {
                    let mut part = Picked::new(all);
                    (from..to).for_each(|number| part.see(std::iter::once(number), || number % 7));
                    part.keep_greatest(most, |known| *known);
                    whole.merge(part);
                    whole.keep_greatest(most, |known| *known);
                    from = to;
                }
                whole.into_list()
            };
            let mut expected: Vec<u32> = (0..100).collect();
            expected.sort_by_key(|number| (std::cmp::Reverse(number % 7), *number));
            expected.truncate(most);
            let expected: Vec<_> = expected.into_iter().map(|n| (vec![n], n % 7)).collect();
            for cuts in [&[][..], &[50], &[1, 2, 99], &[10, 20, 30, 40]] {
                assert_eq!(kept(cuts), expected, "{most} of {cuts:?}");
            }
        }
    }

    #[test]
    fn first_ones_are_kept_in_order_until_there_are_enough() {
        let mut picked = Picked::new(Pick::First { most: 2, is_enough: true });
        for number in 0..3_u32 {
            assert_eq!(picked.is_enough(), number == 2);
            picked.see([number, number + 1].into_iter(), || ());
        }
        assert_eq!(picked.held(), 2);
        assert_eq!(picked.take_first(), [(vec![0, 1], ()), (vec![1, 2], ())]);
        assert_eq!(picked.held(), 0);
        assert!(kept(Pick::NOTHING, &[]).is_empty());
    }
}
