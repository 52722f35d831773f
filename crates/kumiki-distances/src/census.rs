//! How many positions a layer has, and which, if they are few.

use crate::rank::Spot;
use kumiki_id::narrow;
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter, read_flag};

/// What is known about one layer.
///
/// * **G3** `counts` are the numbers of its positions by cells of the blank.
/// * **G4** If there are `members`, they are all its positions.
#[derive(Clone, Debug)]
pub(crate) struct Census {
    /// For each cell of the blank the number of positions (G3).
    counts: Vec<u64>,
    /// The positions, in the order in which they were found; `None` if they are not kept (G4).
    members: Option<Vec<Member>>,
}

/// Some positions of a layer: bits of a word.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// The cell of the blank.
    cell: u32,
    /// The word of the bitmap.
    word: u32,
    /// Which of its bits are positions of the layer; never 0.
    bits: u64,
}

impl Census {
    /// An empty layer.
    pub(crate) fn new(cell_count: usize, keeps_members: bool) -> Self {
        Self { counts: vec![0; cell_count], members: keeps_members.then(Vec::new) }
    }

    /// How many positions there are with the blank in a cell.
    pub(crate) fn count(&self, cell: usize) -> u64 {
        self.counts[cell]
    }

    /// How many positions there are.
    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The positions, by cells of the blank, if they have been kept.
    pub(crate) fn members(&self) -> Option<impl Iterator<Item = (usize, Spot)>> {
        let bits_of = |member: &Member| {
            let Member { cell, word, bits } = *member;
            let set = (0..u64::BITS).filter(move |bit| bits >> bit & 1 == 1);
            set.map(move |bit| (cell as usize, Spot { word: word as usize, bit }))
        };
        self.members.as_ref().map(|members| members.iter().flat_map(bits_of))
    }

    /// Adds the positions of some words, `count` of them.
    pub(crate) fn add(&mut self, cell: usize, first_word: usize, words: &[u64], count: u64) {
        self.counts[cell] += count;
        if let Some(members) = &mut self.members
            && count > 0
        {
            let set = words.iter().enumerate().filter(|(_, bits)| **bits != 0);
            members.extend(set.map(|(at, bits)| Member {
                cell: narrow(cell),
                word: narrow(first_word + at),
                bits: *bits,
            }));
        }
    }

    /// Writes down the numbers by cells, and the members, if they are kept.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        writer.list(1, &self.counts, |count, line| line.push(*count));
        writer.numbers(&[u64::from(self.members.is_some())]);
        if let Some(members) = &self.members {
            writer.list(3, members, |Member { cell, word, bits }, line| {
                line.extend([u64::from(*cell), u64::from(*word), *bits]);
            });
        }
    }

    /// The layer that was written down, on a board of so many cells with bitmaps of so many words.
    pub(crate) fn load(
        reader: &mut RecordReader<'_>,
        cell_count: usize,
        word_count: usize,
    ) -> Result<Self, BadSnapshot> {
        let counts = reader.words()?;
        let is_within = counts.iter().all(|count| *count <= word_count as u64 * 64);
        if counts.len() != cell_count || !is_within {
            return Err(BadSnapshot);
        }
        let [keeps_members] = reader.numbers()?;
        let mut members = read_flag(keeps_members)?.then(Vec::new);
        if let Some(members) = &mut members {
            reader.list(3, |entry| {
                let [cell, word] = [entry[0], entry[1]].map(u32::try_from);
                let (Ok(cell), Ok(word)) = (cell, word) else { return Err(BadSnapshot) };
                if cell as usize >= cell_count || word as usize >= word_count {
                    return Err(BadSnapshot);
                }
                members.push(Member { cell, word, bits: entry[2] });
                Ok(())
            })?;
        }
        Ok(Self { counts, members })
    }
}
