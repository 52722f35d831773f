//! Classes of tilings by lot.

use super::Tilings;
use kumiki_search::mix;
use std::collections::BTreeSet;

impl Tilings<'_> {
    /// Draws so many classes, each set of that size being equally likely: a tiling of each, by the
    /// places of its tiles, and how many symmetries leave it unchanged. There must be many more.
    #[must_use]
    pub fn draw(&self, size: usize, seed: u64) -> Vec<(Vec<u32>, usize)> {
        let mut state = mix(seed);
        let mut next = || {
            state = mix(state);
            state
        };
        let mut below = |limit: u128| {
            // What is left over at the end would favour small numbers.
            let fair = u128::MAX - u128::MAX % limit;
            loop {
                let number = u128::from(next()) << 64 | u128::from(next());
                if number < fair {
                    return number % limit;
                }
            }
        };
        let order = self.atlas().symmetries().len();
        let mut seen = BTreeSet::new();
        let mut drawn = Vec::new();
        while drawn.len() < size {
            let Some(places) = self.sample(&mut below) else { break };
            let image = |symmetry: usize| self.image(places.iter().copied(), symmetry);
            let all: Vec<Vec<u32>> = (0..order).map(image).collect();
            let symmetries = all.iter().filter(|image| **image == all[0]).count();
            // A class with many symmetries has few members; so each of these counts more often.
            let is_taken = below(order as u128) < symmetries as u128;
            if is_taken && seen.insert(all.into_iter().min()) {
                drawn.push((places, symmetries));
            }
        }
        drawn
    }
}
