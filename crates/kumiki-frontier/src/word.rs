//! The machine words that keys are made of.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer whose bits are the fields of a state, slot 0 in the lowest ones.
pub(crate) trait Word:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bits.
    const ZERO: Self;
    /// How many bits there are.
    const BITS: u32;

    /// A word from a small number.
    fn from_field(field: u32) -> Self;

    /// The lowest 32 bits.
    fn low(self) -> u32;

    /// The word as the lower half of a wide one, if it is narrow.
    fn to_wide(self) -> u128;

    /// The lowest bits of a wide word.
    fn from_wide(wide: u128) -> Self;

    /// The sum, without what does not fit.
    fn plus(self, other: Self) -> Self;

    /// How many of the lowest bits are 0.
    fn trailing_zeros(self) -> u32;

    /// The word without its lowest bit that is set.
    fn without_lowest(self) -> Self;

    /// All bits stirred, by a multiplier that should differ from level to level.
    fn stir(self, multiplier: u64) -> u64;
}

/// One multiplication leaves its upper half well stirred and its lower half not; fold and multiply
/// again.
#[inline(always)]
fn stir(bits: u64, multiplier: u64) -> u64 {
    let product = u128::from(bits ^ multiplier) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
    let folded = low_half(product) ^ low_half(product >> 64);
    folded.wrapping_mul(multiplier)
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is what is wanted")]
pub(crate) fn low_half(wide: u128) -> u64 {
    wide as u64
}

impl Word for u64 {
    const ZERO: Self = 0;
    const BITS: u32 = 64;

    fn to_wide(self) -> u128 {
        u128::from(self)
    }

    fn from_wide(wide: u128) -> Self {
        low_half(wide)
    }

    #[inline(always)]
    fn from_field(field: u32) -> Self {
        Self::from(field)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are what is wanted")]
    fn low(self) -> u32 {
        self as u32
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn trailing_zeros(self) -> u32 {
        u64::trailing_zeros(self)
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn stir(self, multiplier: u64) -> u64 {
        stir(self, multiplier)
    }
}

impl Word for u128 {
    const ZERO: Self = 0;
    const BITS: u32 = 128;

    fn to_wide(self) -> u128 {
        self
    }

    fn from_wide(wide: u128) -> Self {
        wide
    }

    #[inline(always)]
    fn from_field(field: u32) -> Self {
        Self::from(field)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are what is wanted")]
    fn low(self) -> u32 {
        self as u32
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn trailing_zeros(self) -> u32 {
        u128::trailing_zeros(self)
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn stir(self, multiplier: u64) -> u64 {
        let upper = low_half(self >> 64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        stir(low_half(self) ^ upper.rotate_left(31), multiplier)
    }
}
