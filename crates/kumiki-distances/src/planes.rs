//! What is known about all orders of tiles with the blank in one cell: two bits for each.

use crate::rank::Spot;
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter};

/// The distance of a position modulo 3.
///
/// Positions that are one move apart have distances that differ by at most 1, so this tells which
/// of the two is nearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class(u64);

impl Class {
    /// The class of a distance.
    pub(crate) fn of(distance: usize) -> Self {
        Self(kumiki_id::narrow(distance % 3).into())
    }

    /// The class of the next larger distance.
    pub(crate) fn next(self) -> Self {
        Self((self.0 + 1) % 3)
    }

    /// The class of the next smaller distance.
    pub(crate) fn previous(self) -> Self {
        Self((self.0 + 2) % 3)
    }

    /// All ones where the positions of this class have a one in the low and in the high plane.
    fn patterns(self) -> (u64, u64) {
        let code = self.0 + 1;
        ((code & 1).wrapping_neg(), (code >> 1).wrapping_neg())
    }
}

/// The classes of all orders with the blank in one cell.
///
/// * **P1** The two bits of a position are 0 while it has not been reached, and its class plus 1
///   afterwards.
/// * **P2** The bits of a word that stand for no order are 0.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    /// The lower bits of all positions (P1, P2).
    low: Vec<u64>,
    /// The upper bits of all positions (P1, P2).
    high: Vec<u64>,
}

impl Planes {
    /// Nothing reached.
    pub(crate) fn new(word_count: usize) -> Self {
        Self { low: vec![0; word_count], high: vec![0; word_count] }
    }

    /// Writes down both planes.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        for plane in [&self.low, &self.high] {
            writer.list(1, plane, |word, line| line.push(*word));
        }
    }

    /// Takes up both planes.
    pub(crate) fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        for plane in [&mut self.low, &mut self.high] {
            let words = reader.words()?;
            if words.len() != plane.len() {
                return Err(BadSnapshot);
            }
            *plane = words;
        }
        Ok(())
    }

    /// The positions of one class.
    pub(crate) fn layer(&self, class: Class) -> Layer<'_> {
        let (low, high) = class.patterns();
        Layer { low: &self.low, high: &self.high, flip_low: !low, flip_high: !high }
    }

    /// The class of a position, if it has been reached.
    pub(crate) fn class(&self, spot: Spot) -> Option<Class> {
        let bit = |plane: &[u64]| plane[spot.word] >> spot.bit & 1;
        (bit(&self.low) + 2 * bit(&self.high)).checked_sub(1).map(Class)
    }

    /// Of the positions of a run of words, those that are new become members of a class and stay in
    /// `reached`. Gives their number.
    pub(crate) fn settle(&mut self, first_word: usize, reached: &mut [u64], class: Class) -> u64 {
        let (pattern_low, pattern_high) = class.patterns();
        let low = &mut self.low[first_word..][..reached.len()];
        let high = &mut self.high[first_word..][..reached.len()];
        let mut count = 0;
        for ((reached, low), high) in reached.iter_mut().zip(low).zip(high) {
            let new = *reached & !(*low | *high);
            *low |= new & pattern_low;
            *high |= new & pattern_high;
            *reached = new;
            count += u64::from(new.count_ones());
        }
        count
    }
}

/// A set of orders with the blank in one cell: the positions where the two planes, flipped, are
/// both 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer<'p> {
    /// The lower bits.
    low: &'p [u64],
    /// The upper bits, or the same words if the set is a bitmap.
    high: &'p [u64],
    /// All ones where a lower bit of 0 is wanted, otherwise 0.
    flip_low: u64,
    /// All ones where an upper bit of 0 is wanted, otherwise 0.
    flip_high: u64,
}

impl<'p> Layer<'p> {
    /// The set that a bitmap describes.
    pub(crate) fn of_bitmap(words: &'p [u64]) -> Self {
        Self { low: words, high: words, flip_low: 0, flip_high: 0 }
    }

    /// Its words from `first_word` on.
    #[inline]
    pub(crate) fn words(self, first_word: usize, len: usize) -> impl Iterator<Item = u64> {
        let low = &self.low[first_word..][..len];
        let high = &self.high[first_word..][..len];
        low.iter().zip(high).map(move |(low, high)| (low ^ self.flip_low) & (high ^ self.flip_high))
    }

    /// Adds its words from `first_word` on to a bitmap.
    #[inline]
    pub(crate) fn add_to(self, first_word: usize, bitmap: &mut [u64]) {
        let len = bitmap.len();
        for (sum, word) in bitmap.iter_mut().zip(self.words(first_word, len)) {
            *sum |= word;
        }
    }
}
