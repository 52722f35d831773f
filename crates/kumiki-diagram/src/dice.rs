//! Numbers by lot, of any size: ranks of members that are drawn.

use kumiki_search::mix;
use num_bigint::BigUint;

/// Dice with any number of faces.
#[derive(Clone, Debug)]
pub struct Dice {
    /// What is added to and stirred for the next number.
    state: u64,
}

impl Dice {
    /// Dice that start from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: mix(seed) }
    }

    fn word(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        u32::try_from(mix(self.state) >> 32).expect("a shifted word has 32 bits")
    }

    /// A number below a limit, each equally likely.
    ///
    /// # Panics
    /// If the limit is zero.
    pub fn below(&mut self, limit: &BigUint) -> BigUint {
        assert_ne!(*limit, BigUint::ZERO, "a number below zero");
        let bits = limit.bits();
        let words = bits.div_ceil(32);
        let spare = words * 32 - bits;
        loop {
            // As many bits as the limit has: at least every second number is low enough.
            let digits = (0..words).map(|_| self.word()).collect();
            let number: BigUint = BigUint::new(digits) >> spare;
            if number < *limit {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_limit_and_equally_likely() {
        for (limit, draws) in [(1_u32, 10), (2, 2000), (6, 6000), (1000, 2000)] {
            let mut dice = Dice::new(7);
            let mut seen = vec![0_u32; usize::try_from(limit).expect("small")];
            for _ in 0..draws {
                let number = dice.below(&limit.into());
                seen[usize::try_from(&number).expect("small")] += 1;
            }
            let expected = f64::from(draws) / f64::from(limit);
            let chi_square: f64 =
                seen.iter().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum();
            // Beyond five deviations from its mean, limit - 1.
            let freedom = f64::from(limit) - 1.0;
            assert!(
                chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt(),
                "{chi_square} for {limit}"
            );
        }
    }

    #[test]
    fn long_numbers_use_all_their_bits() {
        let limit = BigUint::from(3_u32) << 100_u32;
        let mut dice = Dice::new(1);
        let numbers: Vec<BigUint> = (0..200).map(|_| dice.below(&limit)).collect();
        assert!(numbers.iter().all(|number| *number < limit));
        assert!(numbers.iter().any(|number| number.bits() == 102), "beyond two thirds");
        for bit in 0..101 {
            let ones = numbers.iter().filter(|number| number.bit(bit)).count();
            assert!((50..150).contains(&ones), "bit {bit} is set {ones} times of 200");
        }
    }
}
