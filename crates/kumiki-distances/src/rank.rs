//! Orders of tiles as numbers: a word of a bitmap and a bit in it.
//!
//! # The idea
//! The *digit* of a place is the number of smaller names among those that come later. The digits of
//! an order determine it, and any digits below the numbers of names that are left occur. Two facts
//! make them the right ranks for sliding tiles:
//!
//! * A push in a column permutes a few names in consecutive places, the *window*. The names before
//!   and after it stay, so only the digits of the window change, and their new values depend on
//!   their old ones alone.
//! * The sum of all digits is the number of inversions. The parity of the order is known from the
//!   cell of the blank, so the last digit that is not always 0 need not be stored.
//!
//! The last five places, the *tail*, have 5!/2 = 60 orders of one parity: one word of 64 bits. The
//! digits before them, the *head*, number the words.

use kumiki_id::narrow;

/// The most tiles of a board that fits.
pub(crate) const MAX_TILES: usize = 11;

/// The most places whose order is a bit of a word.
const MAX_TAIL: usize = 5;

/// How orders of so many tiles become words and bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranking {
    /// How many tiles are ordered: 2 to `MAX_TILES`.
    tile_count: usize,
}

/// A place in a bitmap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Spot {
    /// The number that the digits of the head make.
    pub(crate) word: usize,
    /// The number that the digits of the tail make, but for those that need not be stored.
    pub(crate) bit: u32,
}

impl Ranking {
    /// The ranking for so many tiles, at most [`MAX_TILES`].
    pub(crate) fn new(tile_count: usize) -> Self {
        assert!((2..=MAX_TILES).contains(&tile_count), "2 to 11 tiles are ranked");
        Self { tile_count }
    }

    /// How many places are in the tail.
    pub(crate) fn tail_len(self) -> usize {
        self.tile_count.min(MAX_TAIL)
    }

    /// How many places are in the head.
    pub(crate) fn head_len(self) -> usize {
        self.tile_count - self.tail_len()
    }

    /// How many values the digit of a place can have.
    pub(crate) fn digit_values(self, place: usize) -> usize {
        self.tile_count - place
    }

    /// How many words a bitmap has.
    pub(crate) fn word_count(self) -> usize {
        (0..self.head_len()).map(|place| self.digit_values(place)).product()
    }

    /// How many bits of each word are used.
    pub(crate) fn bits_per_word(self) -> u32 {
        (3..=self.tail_len()).map(narrow).product()
    }

    /// Where an order is, and whether it is odd.
    pub(crate) fn spot(self, order: &[u8; MAX_TILES]) -> (Spot, bool) {
        let mut spot = Spot { word: 0, bit: 0 };
        let mut is_odd = false;
        // The names that have come already, as bits.
        let mut seen: u32 = 0;
        for (place, name) in order[..self.tile_count].iter().enumerate() {
            let smaller = (1 << name) - 1;
            let digit = (smaller & !seen).count_ones();
            seen |= 1 << name;
            is_odd ^= digit % 2 == 1;
            let values = self.digit_values(place);
            if place < self.head_len() {
                spot.word = spot.word * values + digit as usize;
            } else if values > 2 {
                spot.bit = spot.bit * narrow(values) + digit;
            }
        }
        (spot, is_odd)
    }

    /// The order at a spot that has the given parity.
    pub(crate) fn order(self, spot: Spot, is_odd: bool) -> [u8; MAX_TILES] {
        let mut digits = [0; MAX_TILES];
        let (mut word, mut bit) = (spot.word, spot.bit as usize);
        for place in (0..self.tile_count.saturating_sub(2)).rev() {
            let values = self.digit_values(place);
            let rest = if place < self.head_len() { &mut word } else { &mut bit };
            digits[place] = *rest % values;
            *rest /= values;
        }
        let sum: usize = digits.iter().sum();
        digits[self.tile_count - 2] = usize::from((sum % 2 == 1) != is_odd);
        order_of_digits(&digits[..self.tile_count])
    }

    /// For each word, whether the sum of the head's digits is odd.
    pub(crate) fn odd_heads(self) -> Vec<bool> {
        let mut odd = vec![false];
        for place in 0..self.head_len() {
            let values = self.digit_values(place);
            odd = odd
                .iter()
                .flat_map(|so_far| (0..values).map(move |digit| so_far ^ (digit % 2 == 1)))
                .collect();
        }
        odd
    }
}

/// The order with the given digits.
fn order_of_digits(digits: &[usize]) -> [u8; MAX_TILES] {
    let mut left: Vec<u8> = (0..).take(digits.len()).collect();
    let mut order = [0; MAX_TILES];
    for (name, digit) in order.iter_mut().zip(digits) {
        *name = left.remove(*digit);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_one_spot_of_its_parity() {
        for tile_count in [3, 5, 7, 8] {
            let ranking = Ranking::new(tile_count);
            let odd_heads = ranking.odd_heads();
            assert_eq!(odd_heads.len(), ranking.word_count());
            let mut seen = std::collections::HashSet::new();
            for word in 0..ranking.word_count() {
                for bit in 0..ranking.bits_per_word() {
                    for is_odd in [false, true] {
                        let spot = Spot { word, bit };
                        let order = ranking.order(spot, is_odd);
                        assert_eq!(ranking.spot(&order), (spot, is_odd), "{order:?}");
                        assert!(seen.insert(order), "{order:?} twice");
                    }
                }
            }
            assert_eq!(seen.len(), (1..=tile_count).product::<usize>());
        }
    }
}
