//! Exact sums and products: machine words where they suffice, big integers where they do not.
//!
//! The machine-word version reports overflow instead of wrapping; the count is then done again with
//! big integers. Both are the same code.

use num_bigint::BigUint;
use std::ops::AddAssign;

/// A number of halves, and the sums of products of such numbers.
pub(crate) trait Weight: Clone + Send + Sync {
    /// Sums of products.
    type Sum: Clone + Send;
    fn one() -> Self;
    /// The sum; `None` if it does not fit.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// The product with a small factor; `None` if it does not fit.
    fn times(&self, factor: u64) -> Option<Self>;
    /// Divides exactly.
    ///
    /// # Panics
    /// If there is a remainder: the weights are then wrong.
    fn divided(&self, by: u64) -> Self;
    fn zero_sum() -> Self::Sum;
    /// Adds a product times a small factor; `None` if the result does not fit.
    fn add_product(sum: &mut Self::Sum, a: &Self, b: &Self, factor: u64) -> Option<()>;
    /// Adds the sum to a big integer.
    fn add_to(sum: &Self::Sum, total: &mut BigUint);
    /// Whether these are big integers.
    const IS_BIG: bool;
    /// Its digits of 64 bits, lowest first; one at least.
    fn digits(&self) -> Vec<u64>;
    /// The number with these digits; `None` if it does not fit, or is 0.
    fn from_digits(digits: &[u64]) -> Option<Self>;
}

impl Weight for u64 {
    type Sum = u128;

    fn one() -> Self {
        1
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }

    #[inline(always)]
    fn times(&self, factor: u64) -> Option<Self> {
        self.checked_mul(factor)
    }

    fn divided(&self, by: u64) -> Self {
        assert_eq!(self % by, 0, "L4: weights are whole numbers");
        self / by
    }

    fn zero_sum() -> u128 {
        0
    }

    #[inline(always)]
    fn add_product(sum: &mut u128, a: &Self, b: &Self, factor: u64) -> Option<()> {
        let product =
            u128::from(*a).checked_mul(u128::from(*b))?.checked_mul(u128::from(factor))?;
        *sum = sum.checked_add(product)?;
        Some(())
    }

    fn add_to(sum: &u128, total: &mut BigUint) {
        *total += *sum;
    }

    const IS_BIG: bool = false;

    fn digits(&self) -> Vec<u64> {
        vec![*self]
    }

    fn from_digits(digits: &[u64]) -> Option<Self> {
        match digits {
            [number, rest @ ..] if *number > 0 && rest.iter().all(|digit| *digit == 0) => {
                Some(*number)
            }
            _ => None,
        }
    }
}

impl Weight for BigUint {
    type Sum = BigUint;

    fn one() -> Self {
        1_u32.into()
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }

    fn times(&self, factor: u64) -> Option<Self> {
        Some(self * factor)
    }

    fn divided(&self, by: u64) -> Self {
        assert_eq!(self % by, BigUint::ZERO, "L4: weights are whole numbers");
        self / by
    }

    fn zero_sum() -> BigUint {
        BigUint::ZERO
    }

    fn add_product(sum: &mut BigUint, a: &Self, b: &Self, factor: u64) -> Option<()> {
        sum.add_assign(a * b * factor);
        Some(())
    }

    fn add_to(sum: &BigUint, total: &mut BigUint) {
        *total += sum;
    }

    const IS_BIG: bool = true;

    fn digits(&self) -> Vec<u64> {
        self.to_u64_digits()
    }

    fn from_digits(digits: &[u64]) -> Option<Self> {
        let number =
            digits.iter().rev().fold(Self::ZERO, |number, digit| (number << 64_u32) + *digit);
        (number != Self::ZERO).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_words_report_what_does_not_fit() {
        let most = u64::MAX;
        assert_eq!((most - 1).plus(&1), Some(most));
        assert_eq!(most.plus(&1), None);
        assert_eq!((most / 3).times(3), Some(most));
        assert_eq!((most / 3 + 1).times(3), None);
        // The square of 2^64 - 1 is 2^128 - 2^65 + 1; twice 2^64 - 1 brings it to the brim.
        let mut sum = u64::zero_sum();
        assert_eq!(u64::add_product(&mut sum, &most, &most, 2), None);
        assert_eq!(sum, 0, "what does not fit is not added");
        assert_eq!(u64::add_product(&mut sum, &most, &most, 1), Some(()));
        assert_eq!(u64::add_product(&mut sum, &most, &1, 2), Some(()));
        assert_eq!(sum, u128::MAX);
        assert_eq!(u64::add_product(&mut sum, &1, &1, 1), None);
        let mut total = BigUint::from(1_u32);
        u64::add_to(&sum, &mut total);
        assert_eq!(total, BigUint::from(1_u32) << 128_u32);
    }

    /// The same sums and products in both kinds of number.
    #[test]
    fn big_integers_calculate_like_machine_words() {
        let big = |number: u64| BigUint::from(number);
        let (mut words, mut bigs) = (u64::zero_sum(), BigUint::zero_sum());
        for (a, b, factor) in [(0, 5, 1), (1, 1, 1), (7, 9, 8), (1 << 40, 3 << 20, 16)] {
            assert_eq!(a.plus(&b).map(big), big(a).plus(&big(b)));
            assert_eq!(a.times(factor).map(big), big(a).times(factor));
            assert_eq!(big((a * 8).divided(8)), big(a * 8).divided(8));
            assert_eq!(u64::add_product(&mut words, &a, &b, factor), Some(()));
            assert_eq!(BigUint::add_product(&mut bigs, &big(a), &big(b), factor), Some(()));
            let (mut from_words, mut from_bigs) = (BigUint::ZERO, BigUint::ZERO);
            u64::add_to(&words, &mut from_words);
            BigUint::add_to(&bigs, &mut from_bigs);
            assert_eq!(from_words, from_bigs);
        }
    }

    #[test]
    #[should_panic(expected = "L4")]
    fn a_remainder_shows_that_the_weights_are_wrong() {
        let _ = 9_u64.divided(8);
    }
}
