//! States, counts and sums as plain numbers.
//!
//! An entry is written as the words of its key and the limbs of its counts: one count, or two if
//! there are labels. All entries of a list have the same length.

use crate::entry::{Counts, Entry, LIMBS, Limbs, Total};
use crate::word::{Word, low_half};
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter, read_size};

/// The words of a key.
fn key_words<E: Entry>() -> usize {
    (E::Key::BITS / u64::BITS) as usize
}

/// How many numbers an entry is written as, with one count or two.
pub(crate) fn entry_width<E: Entry>(parities: usize) -> usize {
    key_words::<E>() + parities * E::COUNT_LIMBS
}

/// Writes an entry.
pub(crate) fn save_entry<E: Entry>(entry: &E, parities: usize, mask: u128, line: &mut Vec<u64>) {
    let key = entry.key(mask).to_wide();
    line.extend(&[low_half(key), low_half(key >> 64)][..key_words::<E>()]);
    save_limbs(&entry.counts(mask), parities, E::COUNT_LIMBS, line);
}

/// Reads an entry.
pub(crate) fn load_entry<E: Entry>(
    numbers: &[u64],
    parities: usize,
    mask: u128,
) -> Result<E, BadSnapshot> {
    let (key, counts) = numbers.split_at_checked(key_words::<E>()).ok_or(BadSnapshot)?;
    let key = key.iter().rev().fold(0, |key, word| (key << 64) | u128::from(*word));
    let counts = load_limbs(counts, parities, E::COUNT_LIMBS)?;
    // An entry without counts would be an empty place.
    if key & !mask != 0 || counts.iter().flatten().all(|limb| *limb == 0) {
        return Err(BadSnapshot);
    }
    E::new(E::Key::from_wide(key), &counts, mask).ok_or(BadSnapshot)
}

/// Writes counts without a key.
pub(crate) fn save_counts<C: Counts>(counts: &C, parities: usize, line: &mut Vec<u64>) {
    save_limbs(&counts.limbs(), parities, C::LIMBS, line);
}

/// Reads counts without a key.
pub(crate) fn load_counts<C: Counts>(numbers: &[u64], parities: usize) -> Result<C, BadSnapshot> {
    C::new(&load_limbs(numbers, parities, C::LIMBS)?).ok_or(BadSnapshot)
}

fn save_limbs(counts: &[Limbs; 2], parities: usize, limbs: usize, line: &mut Vec<u64>) {
    counts.iter().take(parities).for_each(|count| line.extend(&count[..limbs]));
}

fn load_limbs(numbers: &[u64], parities: usize, limbs: usize) -> Result<[Limbs; 2], BadSnapshot> {
    if numbers.len() != parities * limbs {
        return Err(BadSnapshot);
    }
    let mut counts = [[0; LIMBS]; 2];
    for (count, numbers) in counts.iter_mut().zip(numbers.chunks_exact(limbs)) {
        count[..limbs].copy_from_slice(numbers);
    }
    Ok(counts)
}

/// Writes sums, each as a list of its digits.
pub(crate) fn save_totals(writer: &mut RecordWriter<'_>, totals: &[Total]) {
    for total in totals {
        writer.list(1, total.get().to_u64_digits(), |digit, line| line.push(digit));
    }
}

/// Reads so many sums.
pub(crate) fn load_totals(
    reader: &mut RecordReader<'_>,
    count: usize,
) -> Result<Vec<Total>, BadSnapshot> {
    (0..count).map(|_| Ok(Total::from_digits(&reader.words()?))).collect()
}

/// Writes some vertices in their order.
pub(crate) fn save_vertices(writer: &mut RecordWriter<'_>, vertices: &[usize]) {
    writer.list(1, vertices, |vertex, line| line.push(*vertex as u64));
}

/// Reads different vertices below a number.
pub(crate) fn load_vertices(
    reader: &mut RecordReader<'_>,
    vertex_count: usize,
) -> Result<Vec<usize>, BadSnapshot> {
    let mut is_there = vec![false; vertex_count];
    let mut vertices = Vec::new();
    reader.list(1, |number| {
        let vertex = read_size(number[0])?;
        if std::mem::replace(is_there.get_mut(vertex).ok_or(BadSnapshot)?, true) {
            return Err(BadSnapshot);
        }
        vertices.push(vertex);
        Ok(())
    })?;
    Ok(vertices)
}
