//! Pushes in columns: how they move the orders of tiles between bitmaps.
//!
//! # The idea
//! A push in a column turns the names of a window of as many places as there are columns by one
//! place. Only the digits of the window change (module `rank`), so whatever comes after them moves
//! along in one piece. There are three cases.
//!
//! * The window lies in the head: blocks of whole words change places.
//! * It begins in the head and ends in the tail: words fall into groups with equal digits before
//!   the window. Inside a group, fields of words move to other words and other bits.
//! * It lies in the tail: the bits of each word change places, as a table for each byte of a word
//!   tells. Which bit stands for which order depends on the parity of the tail, so there are two
//!   sets of tables.
//!
//! A bitmap is filled in *runs* of words, each of which fits in the first cache, and what a run
//! needs is fetched from the source.

use crate::planes::Layer;
use crate::rank::{MAX_TILES, Ranking, Spot};
use kumiki_id::narrow;

/// Which way the tile of a window goes that passes the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// The last one goes to the front: the blank goes down.
    LastToFront,
    /// The first one goes to the end: the blank goes up.
    FirstToEnd,
}

/// A push in a column, with the blank in a certain cell.
#[derive(Clone, Debug)]
pub(crate) enum Window {
    /// The window lies in the head.
    Blocks(Blocks),
    /// It begins in the head and ends in the tail.
    Fields(Fields),
    /// It lies in the tail.
    Bits(Box<Bits>),
}

/// Blocks of words that change places.
///
/// * **W1** Block b of a bitmap consists of the words from `b * block_len` on. Of each
///   `sources.len()` consecutive blocks, block k comes from block `sources[k]`.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    /// Words of a block (W1).
    block_len: usize,
    /// For each block of a group the block it comes from (W1).
    sources: Vec<u32>,
}

/// Fields of bits that change places in groups of words.
///
/// * **W2** In each `transfers.len()` consecutive words, the transfers of word k say where its bits
///   go, each of them once.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    /// For each word of a group where its bits go (W2).
    transfers: Vec<Vec<Transfer>>,
}

/// Bits that stay together.
#[derive(Clone, Copy, Debug)]
struct Transfer {
    /// Which bits of the word.
    mask: u64,
    /// How far they are turned to the left.
    rotation: u32,
    /// The word of the group that they go to.
    target: u32,
}

/// Bits that change places inside words.
///
/// * **W3** `tables[p][k][b]` is where the bits of byte k go if its value is b, in words whose tail
///   is odd (p = 1) or even (p = 0) before the push.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    /// Where bits go, by the parity of the tail, the byte of the word and its value (W3).
    tables: [[[u64; 256]; 8]; 2],
}

/// The shape of a bitmap.
///
/// * **W4** Bitmaps are cut into runs of `run_len` words, and no group of [`Fields`] crosses the
///   end of a run.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// How orders become words and bits.
    pub(crate) ranking: Ranking,
    /// Words of a run (W4).
    pub(crate) run_len: usize,
    /// For each word, whether the sum of the head's digits is odd.
    odd_heads: Vec<bool>,
}

impl Layout {
    /// The layout of bitmaps for orders of so many tiles.
    pub(crate) fn new(tile_count: usize) -> Self {
        let ranking = Ranking::new(tile_count);
        let head = ranking.head_len();
        // The last three digits of the head, 8 * 7 * 6 words: boards have at most three columns, so
        // groups are of one or two digits.
        let run_len =
            (head.saturating_sub(3)..head).map(|place| ranking.digit_values(place)).product();
        Self { ranking, run_len, odd_heads: ranking.odd_heads() }
    }
}

impl Window {
    /// The window of `len` places from `first` on.
    pub(crate) fn new(ranking: Ranking, first: usize, len: usize, turn: Turn) -> Self {
        let head = ranking.head_len();
        if first + len <= head {
            let after = first + len..head;
            let block_len = after.map(|place| ranking.digit_values(place)).product();
            Self::Blocks(Blocks::new(ranking.digit_values(first), len, block_len, turn))
        } else if first < head {
            Self::Fields(Fields::new(ranking, first, len, turn))
        } else {
            Self::Bits(Box::new(Bits::new(ranking, first, len, turn)))
        }
    }

    /// Adds to a run what comes there from `source`. `is_odd` tells whether the orders of the
    /// source are odd.
    pub(crate) fn pull(
        &self,
        layout: &Layout,
        source: Layer<'_>,
        is_odd: bool,
        first_word: usize,
        run: &mut [u64],
    ) {
        match self {
            Self::Blocks(blocks) => blocks.pull(source, first_word, run),
            Self::Fields(fields) => fields.pull(source, first_word, run),
            Self::Bits(bits) => {
                let odd_heads = &layout.odd_heads[first_word..][..run.len()];
                bits.pull(source, odd_heads, is_odd, first_word, run);
            }
        }
    }
}

impl Turn {
    /// Turns the names of a window.
    fn apply(self, window: &mut [u8]) {
        match self {
            Self::LastToFront => window.rotate_right(1),
            Self::FirstToEnd => window.rotate_left(1),
        }
    }

    /// What the digits of a window become. Digits are written as one number, the first of them can
    /// have `values` values, and the others one less each.
    fn of_digits(self, values: usize, len: usize, number: usize) -> usize {
        let mut digits = [0; MAX_TILES];
        let mut rest = number;
        for (place, digit) in digits[..len].iter_mut().enumerate().rev() {
            *digit = rest % (values - place);
            rest /= values - place;
        }
        let mut left: Vec<u8> = (0..).take(values).collect();
        let mut names: Vec<u8> = digits[..len].iter().map(|digit| left.remove(*digit)).collect();
        self.apply(&mut names);
        let mut left: Vec<u8> = (0..).take(values).collect();
        let mut turned = 0;
        for name in names {
            let digit = left.iter().position(|other| *other == name).expect("each name comes once");
            turned = turned * left.len() + digit;
            left.remove(digit);
        }
        turned
    }
}

impl Blocks {
    fn new(values: usize, len: usize, block_len: usize, turn: Turn) -> Self {
        let count = (0..len).map(|place| values - place).product();
        let mut sources = vec![0; count];
        for source in 0..count {
            sources[turn.of_digits(values, len, source)] = narrow(source);
        }
        Self { block_len, sources }
    }

    fn pull(&self, source: Layer<'_>, first_word: usize, run: &mut [u64]) {
        let block = first_word / self.block_len;
        let mut offset = first_word % self.block_len;
        let mut at = block % self.sources.len();
        let mut base = (block - at) * self.block_len;
        let mut rest = run;
        while !rest.is_empty() {
            let (part, later) = rest.split_at_mut(rest.len().min(self.block_len - offset));
            source.add_to(base + self.sources[at] as usize * self.block_len + offset, part);
            rest = later;
            offset = 0;
            at += 1;
            if at == self.sources.len() {
                at = 0;
                base += self.sources.len() * self.block_len;
            }
        }
    }
}

impl Fields {
    fn new(ranking: Ranking, first: usize, len: usize, turn: Turn) -> Self {
        let head = ranking.head_len();
        assert!(ranking.digit_values(first + len) >= 2, "W2: all digits of the window are stored");
        let group: usize = (first..head).map(|place| ranking.digit_values(place)).product();
        let in_tail: usize = (head..first + len).map(|place| ranking.digit_values(place)).product();
        let field_len = ranking.bits_per_word() / narrow(in_tail);
        let field = (1 << field_len) - 1;
        let mut transfers: Vec<Vec<Transfer>> = vec![Vec::new(); group];
        for source in 0..group * in_tail {
            let target = turn.of_digits(ranking.digit_values(first), len, source);
            let bit_of = |number: usize| narrow(number % in_tail) * field_len;
            let rotation = (bit_of(target) + u64::BITS - bit_of(source)) % u64::BITS;
            let mask: u64 = field << bit_of(source);
            let of_word = &mut transfers[source / in_tail];
            let target = narrow(target / in_tail);
            match of_word
                .iter_mut()
                .find(|other| (other.rotation, other.target) == (rotation, target))
            {
                Some(transfer) => transfer.mask |= mask,
                None => of_word.push(Transfer { mask, rotation, target }),
            }
        }
        Self { transfers }
    }

    fn pull(&self, source: Layer<'_>, first_word: usize, run: &mut [u64]) {
        let group_len = self.transfers.len();
        let words = run.len();
        let mut source = source.words(first_word, words);
        for group in run.chunks_exact_mut(group_len) {
            for (transfers, word) in self.transfers.iter().zip(&mut source) {
                if word != 0 {
                    for transfer in transfers {
                        group[transfer.target as usize] |=
                            (word & transfer.mask).rotate_left(transfer.rotation);
                    }
                }
            }
        }
    }
}

impl Bits {
    fn new(ranking: Ranking, first: usize, len: usize, turn: Turn) -> Self {
        // Orders of the tail alone: the words of a ranking without head.
        let tail = Ranking::new(ranking.tail_len());
        let first = first - ranking.head_len();
        let mut tables = [[[0; 256]; 8]; 2];
        for (table, is_odd) in tables.iter_mut().zip([false, true]) {
            for bit in 0..tail.bits_per_word() {
                let mut order = tail.order(Spot { word: 0, bit }, is_odd);
                turn.apply(&mut order[first..first + len]);
                let (target, _) = tail.spot(&order);
                let of_byte = &mut table[(bit / 8) as usize];
                let with_bit =
                    of_byte.iter_mut().enumerate().filter(|(byte, _)| byte >> (bit % 8) & 1 == 1);
                with_bit.for_each(|(_, moved)| *moved |= 1 << target.bit);
            }
        }
        Self { tables }
    }

    fn pull(
        &self,
        source: Layer<'_>,
        odd_heads: &[bool],
        is_odd: bool,
        first_word: usize,
        run: &mut [u64],
    ) {
        let words = source.words(first_word, run.len());
        for ((sum, word), is_head_odd) in run.iter_mut().zip(words).zip(odd_heads) {
            if word != 0 {
                let tables = &self.tables[usize::from(is_odd ^ is_head_odd)];
                let bytes = word.to_le_bytes();
                let moved = tables.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]);
                *sum |= moved.fold(0, |sum, moved| sum | moved);
            }
        }
    }
}
