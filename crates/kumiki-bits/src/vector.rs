//! The hot loop compiled for every machine, and again for those with better instructions.
//!
//! The code is the same; only the compiler's choice of instructions differs. The portable build is the reference, and the tests
//! run it beside the best one and compare.
#![allow(
    unsafe_code,
    reason = "calling a function compiled for instructions after checking that the machine has them"
)]

use crate::search::{Kernel, Rest};
use kumiki_search::Fuel;

/// Which build of the hot loop runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instructions {
    /// Runs everywhere.
    Portable,
    /// Needs AVX2 and the bit-manipulation instructions. Made only by [`Instructions::best`].
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Needs also the vector population count of AVX-512. Made only by [`Instructions::best`].
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
            if has_avx2 {
                return Self::Avx2;
            }
        }
        Self::Portable
    }
}

/// Runs the hot loop, stopping at every solution if they are to be listed.
pub(crate) fn run<const PATCH: usize, const LISTING: bool>(
    kernel: &mut Kernel<'_, PATCH>,
    fuel: &mut Fuel,
    with: Instructions,
) -> Rest {
    match with {
        Instructions::Portable => kernel.run_loop::<LISTING>(fuel),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the variant is made only where the machine has these instructions.
        Instructions::Avx2 => unsafe { run_avx2::<PATCH, LISTING>(kernel, fuel) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the variant is made only where the machine has these instructions.
        Instructions::Avx512 => unsafe { run_avx512::<PATCH, LISTING>(kernel, fuel) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<const PATCH: usize, const LISTING: bool>(
    kernel: &mut Kernel<'_, PATCH>,
    fuel: &mut Fuel,
) -> Rest {
    kernel.run_loop::<LISTING>(fuel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512vl,avx512vpopcntdq")]
fn run_avx512<const PATCH: usize, const LISTING: bool>(
    kernel: &mut Kernel<'_, PATCH>,
    fuel: &mut Fuel,
) -> Rest {
    kernel.run_loop::<LISTING>(fuel)
}
