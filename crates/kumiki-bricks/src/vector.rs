//! The hot loop compiled twice: for every machine, and for those with AVX2.
//!
//! The code is the same; only the compiler's choice of instructions differs. The portable build is
//! the reference, and the tests run both and compare them.
//!
//! Gain, classes of 4x4x5 bricks: 336 instead of 473 million instructions, and about a tenth of the
//! time.
#![allow(
    unsafe_code,
    reason = "calling a function compiled for AVX2 after checking that the machine has it"
)]

use crate::search::Kernel;
use kumiki_search::{Fuel, Step};

/// Which build of the hot loop runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instructions {
    /// Runs everywhere.
    Portable,
    /// Needs AVX2 and the bit-manipulation instructions. Made only by [`Instructions::best`].
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Instructions {
    /// The fastest build that this machine can run.
    pub(crate) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            return Self::Avx2;
        }
        Self::Portable
    }
}

/// Runs the hot loop.
pub(crate) fn run<const W: usize>(
    kernel: &mut Kernel<'_, W>,
    fuel: &mut Fuel,
    with: Instructions,
) -> Step {
    match with {
        Instructions::Portable => kernel.run_loop(fuel),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the variant is made only where the machine has these instructions.
        Instructions::Avx2 => unsafe { run_avx2(kernel, fuel) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<const W: usize>(kernel: &mut Kernel<'_, W>, fuel: &mut Fuel) -> Step {
    kernel.run_loop(fuel)
}
