//! Chance that is the same in every run: numbers by lot, and the size of a search by random
//! descents.
//!
//! A descent takes one of the choices at each node, and multiplies the numbers of choices on the
//! way: that is how many nodes each level would have if all were like those that were met. The
//! average is right (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975), but
//! single descents are far off, and the mean of a few is mostly too low.

use crate::{Expansion, Prefix, Profile, Space};

/// So many random descents estimate the size of a search.
const DESCENTS: u64 = 16;

/// One step of the generator splitmix64 of Steele, Lea and Flood.
#[must_use]
pub fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// How many nodes a search has, roughly: the mean of a few estimates, the same in every run.
pub fn estimate_nodes<S: Space>(space: &S) -> f64 {
    (0..DESCENTS).map(|seed| descend(space, seed)).sum::<f64>() / DESCENTS as f64
}

/// A random descent, and the number of nodes it suggests.
fn descend<S: Space>(space: &S, seed: u64) -> f64 {
    let mut prefix = Prefix::root();
    let (mut level_size, mut nodes) = (1.0, 0.0);
    let mut dice = seed;
    while let Expansion::Choices(choices) = space.expand(&prefix, &mut Profile::new(&[])) {
        if choices.is_empty() {
            break;
        }
        level_size *= choices.len() as f64;
        nodes += level_size;
        dice = mix(dice);
        let drawn = dice % choices.len() as u64;
        prefix = prefix.then(choices[usize::try_from(drawn).unwrap_or(0)]);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fuel, Search, Step};

    /// All words of a length, in so many letters.
    struct Words {
        length: usize,
        letters: u32,
    }

    /// Nobody walks through them.
    struct Unused;

    impl Search for Unused {
        fn advance(&mut self, _: &mut Fuel) -> Step {
            unreachable!("only expanded")
        }

        fn remaining(&mut self) -> Vec<Prefix> {
            unreachable!("only expanded")
        }

        fn profile(&self) -> &Profile {
            unreachable!("only expanded")
        }

        fn audit(&self) -> Result<(), String> {
            Ok(())
        }
    }

    impl Space for Words {
        type Search<'s> = Unused;

        fn begin(&self, _: &Prefix) -> Unused {
            Unused
        }

        fn expand(&self, prefix: &Prefix, _: &mut Profile) -> Expansion {
            if prefix.len() == self.length {
                return Expansion::Solution;
            }
            Expansion::Choices((0..self.letters).collect())
        }
    }

    #[test]
    fn trees_that_branch_alike_everywhere_are_estimated_exactly() {
        for (length, letters, nodes) in [(3, 2, 14.0), (2, 3, 12.0), (5, 1, 5.0), (1, 0, 0.0)] {
            assert_eq!(estimate_nodes(&Words { length, letters }), nodes);
        }
    }

    #[test]
    fn numbers_by_lot_are_those_of_splitmix64() {
        // The first numbers after the seed 0, as published with the generator.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }
}
