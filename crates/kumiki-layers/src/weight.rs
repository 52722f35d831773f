//! Exact sums and products: machine words where they suffice, big integers where they do not.
//!
//! The machine-word version reports overflow instead of wrapping; the count is then done again with big
//! integers. Both are the same code.

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
        let product = u128::from(*a).checked_mul(u128::from(*b))?.checked_mul(u128::from(factor))?;
        *sum = sum.checked_add(product)?;
        Some(())
    }

    fn add_to(sum: &u128, total: &mut BigUint) {
        *total += *sum;
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
}
