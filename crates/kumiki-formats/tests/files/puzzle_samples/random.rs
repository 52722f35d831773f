//! Numbers that look random.

/// Numbers that look random and are the same in each run (the generator SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let bound = u64::try_from(bound).expect("small");
        usize::try_from(mixed % bound).expect("below the bound")
    }

    /// One of some values.
    pub(crate) fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }
}
