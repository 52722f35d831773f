//! The hot loops compiled for every machine, and again for those with better instructions.
//!
//! The code is the same; only the compiler's choice of instructions differs, and the way to extract
//! bits. The portable build is the reference, and the tests run it beside the best one and compare.
#![allow(
    unsafe_code,
    reason = "calling functions compiled for instructions after checking that the machine has them"
)]

use crate::search::Kernel;
use crate::table::Table;
use crate::tail::{Entry, Left, Log, Tail};
use kumiki_search::{Fuel, Step};

/// Which build of the hot loops runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instructions {
    /// Runs everywhere.
    Portable,
    /// Needs AVX2 and the bit-manipulation instructions. Made only by [`Instructions::best`], like
    /// those below.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The same without the instruction that extracts bits, for machines on which it is slower than
    /// a loop.
    #[cfg(target_arch = "x86_64")]
    Avx2WithoutExtract,
    /// Needs also the vector population count of AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// The fastest build that this machine can run.
    pub(crate) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let has_avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt");
            if has_avx2 && has!("avx512f") && has!("avx512vl") && has!("avx512vpopcntdq") {
                return Self::Avx512;
            }
            // Only AMD has SSE4a. Its machines extract bits quickly since those that brought VAES.
            let extracts_slowly = has!("sse4a") && !has!("vaes");
            if has_avx2 {
                return if extracts_slowly { Self::Avx2WithoutExtract } else { Self::Avx2 };
            }
        }
        Self::Portable
    }
}

/// Runs the hot loop, stopping at every solution if they are to be listed.
pub(crate) fn run<const PATCH: usize, const TAIL: usize, const LISTING: bool>(
    kernel: &mut Kernel<'_, PATCH, TAIL>,
    fuel: &mut Fuel,
    with: Instructions,
) -> Step {
    match with {
        Instructions::Portable => Portable::walk::<PATCH, TAIL, LISTING>(kernel, fuel),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => Avx2::walk::<PATCH, TAIL, LISTING>(kernel, fuel),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2WithoutExtract => {
            Avx2WithoutExtract::walk::<PATCH, TAIL, LISTING>(kernel, fuel)
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => Avx512::walk::<PATCH, TAIL, LISTING>(kernel, fuel),
    }
}

/// A build: the pieces of the hot loop, each a function of its own so that the compiler has
/// registers enough for it. The types that implement it are named by [`run`] alone, which knows
/// that the machine has the instructions.
pub(crate) trait Build {
    /// The bits selected by a mask, moved to the lower end.
    fn extract(bits: u64, mask: u64) -> u64;

    /// The member of a set with so many members below it.
    fn member(set: u64, below: u32) -> usize;

    fn walk<const PATCH: usize, const TAIL: usize, const LISTING: bool>(
        kernel: &mut Kernel<'_, PATCH, TAIL>,
        fuel: &mut Fuel,
    ) -> Step;

    fn enter_tail<const PATCH: usize, const N: usize>(
        tail: &mut Tail<N>,
        table: &Table,
        left: &Left<'_>,
    ) -> Entry;

    fn run_tail<const N: usize, const LISTING: bool>(
        tail: &mut Tail<N>,
        table: &Table,
        fuel: &mut Fuel,
        log: Log<'_>,
    ) -> Step;

    fn learn<const N: usize>(tail: &mut Tail<N>, table: &Table, word: usize, bit: usize);
}

/// Implements [`Build`] by functions with an attribute.
macro_rules! build {
    ($(#[$doc:meta])* $name:ident, $extract:expr, $member:expr, #[$attribute:meta]) => {
        $(#[$doc])*
        pub(crate) enum $name {}

        impl Build for $name {
            #[inline(always)]
            fn extract(bits: u64, mask: u64) -> u64 {
                $extract(bits, mask)
            }

            #[inline(always)]
            fn member(set: u64, below: u32) -> usize {
                $member(set, below)
            }

            #[inline(always)]
            fn walk<const PATCH: usize, const TAIL: usize, const LISTING: bool>(
                kernel: &mut Kernel<'_, PATCH, TAIL>,
                fuel: &mut Fuel,
            ) -> Step {
                #[$attribute]
                #[inline(never)]
                unsafe fn built<const PATCH: usize, const TAIL: usize, const LISTING: bool>(
                    kernel: &mut Kernel<'_, PATCH, TAIL>,
                    fuel: &mut Fuel,
                ) -> Step {
                    kernel.run_loop::<$name, LISTING>(fuel)
                }
                // SAFETY: the machine has these instructions, see `Build`.
                unsafe { built::<PATCH, TAIL, LISTING>(kernel, fuel) }
            }

            #[inline(always)]
            fn enter_tail<const PATCH: usize, const N: usize>(
                tail: &mut Tail<N>, table: &Table, left: &Left<'_>) -> Entry {
                #[$attribute]
                #[inline(never)]
                unsafe fn built<const PATCH: usize, const N: usize>(
                    tail: &mut Tail<N>, table: &Table, left: &Left<'_>) -> Entry {
                    tail.enter::<$name, PATCH>(table, left)
                }
                // SAFETY: the machine has these instructions, see `Build`.
                unsafe { built::<PATCH, N>(tail, table, left) }
            }

            #[inline(always)]
            fn run_tail<const N: usize, const LISTING: bool>(
                tail: &mut Tail<N>, table: &Table, fuel: &mut Fuel, log: Log<'_>) -> Step {
                #[$attribute]
                #[inline(never)]
                unsafe fn built<const N: usize, const LISTING: bool>(
                    tail: &mut Tail<N>, table: &Table, fuel: &mut Fuel, log: Log<'_>) -> Step {
                    tail.run::<$name, LISTING>(table, fuel, log)
                }
                // SAFETY: the machine has these instructions, see `Build`.
                unsafe { built::<N, LISTING>(tail, table, fuel, log) }
            }

            #[inline(always)]
            fn learn<const N: usize>(tail: &mut Tail<N>, table: &Table, word: usize, bit: usize) {
                #[$attribute]
                #[inline(never)]
                unsafe fn built<const N: usize>(tail: &mut Tail<N>, table: &Table, word: usize, bit: usize) {
                    tail.learn::<$name>(table, word, bit);
                }
                // SAFETY: the machine has these instructions, see `Build`.
                unsafe { built(tail, table, word, bit) }
            }
        }
    };
}

build!(
    /// See [`Instructions::Portable`].
    Portable,
    extract_one_by_one,
    member_one_by_one,
    #[doc = "For every machine."]
);

#[cfg(target_arch = "x86_64")]
build!(
    /// See [`Instructions::Avx2`].
    Avx2,
    extract_at_once,
    member_at_once,
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
);

#[cfg(target_arch = "x86_64")]
build!(
    /// See [`Instructions::Avx2WithoutExtract`].
    Avx2WithoutExtract,
    extract_one_by_one,
    member_one_by_one,
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
);

#[cfg(target_arch = "x86_64")]
build!(
    /// See [`Instructions::Avx512`].
    Avx512,
    extract_at_once,
    member_at_once,
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512vl,avx512vpopcntdq")]
);

/// The bits selected by a mask, moved to the lower end.
#[inline(always)]
fn extract_one_by_one(bits: u64, mut mask: u64) -> u64 {
    let (mut extracted, mut place) = (0, 0);
    while mask != 0 {
        extracted |= (bits >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    extracted
}

/// The same by the instruction for it. Named only by builds for machines that have it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn extract_at_once(bits: u64, mask: u64) -> u64 {
    // SAFETY: the machine has the instruction, see `Build`.
    unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
}

/// The member of a set with so many members below it.
#[inline(always)]
fn member_one_by_one(mut set: u64, below: u32) -> usize {
    for _ in 0..below {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// The same by the inverse of extracting.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn member_at_once(set: u64, below: u32) -> usize {
    // SAFETY: the machine has the instruction, see `Build`.
    unsafe { std::arch::x86_64::_pdep_u64(1 << below, set) }.trailing_zeros() as usize
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn the_instructions_do_what_the_loops_do() {
        if !std::arch::is_x86_feature_detected!("bmi2") {
            return;
        }
        // Consecutive powers of an odd number have bits enough in all places.
        let numbers: Vec<u64> =
            (0..60).map(|power| 0x9e37_79b9_7f4a_7c15_u64.wrapping_pow(power)).collect();
        for mask in numbers.iter().chain(&[0, 1, u64::MAX, 1 << 63]) {
            for bits in &numbers {
                assert_eq!(extract_at_once(*bits, *mask), extract_one_by_one(*bits, *mask));
            }
            let mut members = (0..64).filter(|bit| mask >> bit & 1 == 1);
            for below in 0..mask.count_ones() {
                let member = members.next().expect("as many as are counted");
                assert_eq!(member_at_once(*mask, below), member);
                assert_eq!(member_one_by_one(*mask, below), member);
            }
        }
    }
}
