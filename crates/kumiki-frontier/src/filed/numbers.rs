//! Counts as bytes: all numbers of a list have the same width, as many bytes as the largest needs.
//!
//! Whole words are written and read at once, wherever they begin: a number is overwritten from its
//! end on by the next, and what belongs to the next is cut off when it is read.

use crate::entry::LIMBS;

/// The bytes of a limb, and what a reader may look at beyond the last number.
pub(crate) const PADDING: usize = 8;

/// How many bytes a number needs that has these bits in its limbs, lowest limb first.
pub(crate) fn width(bits: &[u64]) -> usize {
    let highest = bits.iter().rposition(|limb| *limb != 0);
    highest.map_or(0, |limb| {
        let bits = u64::BITS - bits[limb].leading_zeros();
        PADDING * limb + bits.div_ceil(8) as usize
    })
}

/// The bits that occur in any of some numbers, each with so many limbs.
pub(crate) fn bits_of<T>(
    numbers: &[T],
    parities: usize,
    limbs: usize,
    limb: impl Fn(&T, usize, usize) -> u64,
) -> [u64; LIMBS] {
    let mut bits = [0; LIMBS];
    for number in numbers {
        for parity in 0..parities {
            for (at, bits) in bits[..limbs].iter_mut().enumerate() {
                *bits |= limb(number, parity, at);
            }
        }
    }
    bits
}

/// Writes numbers of one width, each for one parity or two.
pub(crate) fn write<T>(
    numbers: &[T],
    parities: usize,
    width: usize,
    out: &mut Vec<u8>,
    limb: impl Fn(&T, usize, usize) -> u64,
) {
    if width == 0 {
        return;
    }
    let mut at = out.len();
    let end = at + numbers.len() * parities * width;
    // The last limb of the last number may reach beyond it.
    out.resize(end + PADDING, 0);
    for number in numbers {
        for parity in 0..parities {
            for part in 0..width.div_ceil(PADDING) {
                let from = at + PADDING * part;
                out[from..from + PADDING]
                    .copy_from_slice(&limb(number, parity, part).to_le_bytes());
            }
            at += width;
        }
    }
    out.truncate(end);
}

/// A limb of the number that begins at a place; nothing beyond its width. At least [`PADDING`]
/// bytes must follow it.
#[inline(always)]
pub(crate) fn limb_at(bytes: &[u8], at: usize, width: usize, limb: usize) -> u64 {
    let skipped = PADDING * limb;
    if skipped >= width {
        return 0;
    }
    let from = at + skipped;
    let word = bytes[from..from + PADDING].try_into().map_or(0, u64::from_le_bytes);
    let left = width - skipped;
    if left >= PADDING { word } else { word & ((1 << (8 * left)) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_width_come_back() {
        for bytes in 0..=8 * LIMBS {
            // Numbers with so many bytes, the highest of which is not 0.
            let number = |seed: usize| -> Vec<u8> {
                (0..bytes)
                    .map(|at| u8::try_from((seed * 7 + at * 31) % 255).expect("small") | 1)
                    .collect()
            };
            let numbers: Vec<[Vec<u8>; 2]> =
                (0..5).map(|seed| [number(seed), number(seed + 9)]).collect();
            let limb = |number: &[Vec<u8>; 2], parity: usize, limb: usize| {
                let bytes = number[parity].iter().skip(8 * limb).take(8).rev();
                bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
            };
            let mut out = vec![1, 2, 3];
            let needed = width(&bits_of(&numbers, 2, LIMBS, limb));
            assert_eq!(needed, bytes);
            write(&numbers, 2, needed, &mut out, limb);
            assert_eq!(out.len(), 3 + 10 * bytes);
            out.extend([0xff; PADDING]);
            for (position, number) in numbers.iter().enumerate() {
                for parity in 0..2 {
                    let at = 3 + (2 * position + parity) * bytes;
                    for part in 0..LIMBS {
                        assert_eq!(limb_at(&out, at, bytes, part), limb(number, parity, part));
                    }
                }
            }
        }
    }
}
