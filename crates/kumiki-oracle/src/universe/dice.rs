//! Pseudo-random numbers for tests: the same ones every time, on every machine.

/// The generator splitmix64 of Steele, Lea and Flood: one addition and a good stirring per number.
///
/// ```
/// use kumiki_oracle::universe::Dice;
/// let (mut one, mut other) = (Dice::new(7), Dice::new(7));
/// assert_eq!(one.below(6), other.below(6));
/// ```
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Equal seeds give equal numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Any number of 64 bits.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below the bound; slightly uneven, which matters to no test.
    ///
    /// # Panics
    /// If the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("no machine has more than 64 bits");
        usize::try_from(self.word() % bound).expect("less than a usize")
    }

    /// True so many times in a hundred.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// Brings the things into a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for end in (1..things.len()).rev() {
            things.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_generator_is_splitmix64() {
        // The first numbers from seed 0, as published with the reference implementation.
        let mut dice = Dice::new(0);
        assert_eq!([dice.word(), dice.word()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }

    #[test]
    fn all_orders_and_all_shares_occur() {
        let mut dice = Dice::new(1);
        let orders: BTreeSet<[usize; 4]> = (0..500)
            .map(|_| {
                let mut four = [0, 1, 2, 3];
                dice.shuffle(&mut four);
                four
            })
            .collect();
        assert_eq!(orders.len(), 24);
        assert!((0..100).all(|_| dice.percent(100) && !dice.percent(0)));
        let quarter = (0..4000).filter(|_| dice.percent(25)).count();
        assert!((900..1100).contains(&quarter), "{quarter}");
    }
}
