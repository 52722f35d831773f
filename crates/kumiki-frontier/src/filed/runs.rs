//! Levels in scratch: records are gathered part by part, and read again part by part.
//!
//! A part of a level is a *run* of *chunks*. A chunk is a header, with its length and a checksum,
//! and whole records. The checksum depends on the number of the run and on the place of the chunk,
//! so that bytes that come from elsewhere are noticed like those that are changed.

use super::Fault;
use super::numbers::PADDING;
use kumiki_search::{BadSnapshot, Scratch, read_size};

/// The bytes of a header: the length of what follows, and its checksum.
const HEADER: usize = 16;

/// A part of a level. Its bytes are removed when it is dropped, unless they are kept.
pub(crate) struct Run<'s> {
    /// Where its bytes are.
    scratch: &'s dyn Scratch,
    /// What it is called there.
    number: u64,
    /// How many bytes it has.
    bytes: u64,
    /// How many records it has.
    records: usize,
    /// Whether its bytes stay, for whoever goes on after this process.
    is_kept: bool,
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.scratch.remove(self.number);
        }
    }
}

impl<'s> Run<'s> {
    /// A run that was written down, and is kept.
    pub(crate) fn taken_up(scratch: &'s dyn Scratch, numbers: &[u64]) -> Result<Self, BadSnapshot> {
        let &[number, bytes, records] = numbers else { return Err(BadSnapshot) };
        Ok(Self { scratch, number, bytes, records: read_size(records)?, is_kept: true })
    }

    /// Its number, its bytes and its records.
    pub(crate) fn numbers(&self) -> [u64; 3] {
        [self.number, self.bytes, self.records as u64]
    }

    /// Removes its bytes, even if they were kept.
    pub(crate) fn remove(mut self) {
        self.is_kept = false;
    }

    /// How many records it has.
    pub(crate) fn records(&self) -> usize {
        self.records
    }

    fn damaged(&self) -> Fault {
        Fault::Damaged { run: self.number }
    }
}

/// The parts of a level that is being made.
///
/// * **K1** Element p of `waiting` has a header without content and whole records; they come after
///   all chunks of run p.
pub(crate) struct Shelf<'s> {
    /// The parts.
    runs: Vec<Run<'s>>,
    /// What is not written yet of each part (K1).
    waiting: Vec<Vec<u8>>,
    /// A chunk is written when it has so many bytes.
    chunk_bytes: usize,
    /// How many bytes have been written.
    written: u64,
}

impl<'s> Shelf<'s> {
    /// Parts, without records or with some that were written.
    pub(crate) fn of(runs: Vec<Run<'s>>, chunk_bytes: usize) -> Self {
        let waiting = vec![vec![0; HEADER]; runs.len()];
        Self { runs, waiting, chunk_bytes, written: 0 }
    }

    /// So many parts without records, called by numbers from `first` on.
    pub(crate) fn new(
        scratch: &'s dyn Scratch,
        first: u64,
        part_count: usize,
        chunk_bytes: usize,
        is_kept: bool,
    ) -> Self {
        let run = |number: u64| Run { scratch, number, bytes: 0, records: 0, is_kept };
        Self::of((first..).take(part_count).map(run).collect(), chunk_bytes)
    }

    /// The number after those of all parts.
    pub(crate) fn end(&self) -> u64 {
        self.runs.last().map_or(0, |run| run.number + 1)
    }

    /// The parts.
    pub(crate) fn runs(&self) -> &[Run<'s>] {
        &self.runs
    }

    /// Writes all that waits.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn flush_all(&mut self) -> Result<(), Fault> {
        (0..self.runs.len()).try_for_each(|part| self.flush(part))
    }

    /// Adds a record to a part: `write` puts it after those that wait.
    ///
    /// # Errors
    /// If it cannot be written.
    #[inline(always)]
    pub(crate) fn add(
        &mut self,
        part: usize,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), Fault> {
        write(&mut self.waiting[part]);
        self.runs[part].records += 1;
        if self.waiting[part].len() >= self.chunk_bytes { self.flush(part) } else { Ok(()) }
    }

    fn flush(&mut self, part: usize) -> Result<(), Fault> {
        let (run, chunk) = (&mut self.runs[part], &mut self.waiting[part]);
        if chunk.len() == HEADER {
            return Ok(());
        }
        let content = &chunk[HEADER..];
        let (len, sum) = (content.len() as u64, checksum(run.number, run.bytes, content));
        chunk[..8].copy_from_slice(&len.to_le_bytes());
        chunk[8..HEADER].copy_from_slice(&sum.to_le_bytes());
        run.scratch.append(run.number, chunk).map_err(|error| Fault::writing(&error))?;
        run.bytes += chunk.len() as u64;
        self.written += chunk.len() as u64;
        chunk.truncate(HEADER);
        Ok(())
    }

    /// How many parts there are.
    pub(crate) fn part_count(&self) -> usize {
        self.runs.len()
    }

    /// How many bytes have been written.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// The parts that have records, and how many bytes have been written.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub(crate) fn finish(mut self) -> Result<(Vec<Run<'s>>, u64), Fault> {
        self.flush_all()?;
        self.runs.retain(|run| run.records > 0);
        Ok((self.runs, self.written))
    }
}

/// Reads a run chunk by chunk.
///
/// * **K2** `bytes` has the content of the chunk at `chunk`, which ends at `end`, and padding;
///   `end` is 0 if none has been read there.
#[derive(Default)]
pub(crate) struct Reader {
    /// Where the chunk begins in the run.
    chunk: u64,
    /// How many bytes of its content have been used.
    used: usize,
    /// Content of the chunk and padding (K2).
    bytes: Vec<u8>,
    /// The end of the content in `bytes` (K2).
    end: usize,
}

impl Reader {
    /// Goes back to the beginning.
    pub(crate) fn rewind(&mut self) {
        (self.chunk, self.used, self.end) = (0, 0, 0);
    }

    /// What is left of the chunk, with padding after it, and its length without that. Nothing if
    /// the run is at its end.
    ///
    /// # Errors
    /// If the run cannot be read, or is damaged.
    pub(crate) fn rest(&mut self, run: &Run<'_>) -> Result<(&[u8], usize), Fault> {
        if self.end > 0 && self.used >= self.end {
            self.chunk += (HEADER + self.end) as u64;
            (self.used, self.end) = (0, 0);
        }
        if self.end == 0 {
            if self.chunk >= run.bytes {
                return Ok((&[], 0));
            }
            self.load(run)?;
        }
        Ok((&self.bytes[self.used..], self.end - self.used))
    }

    fn load(&mut self, run: &Run<'_>) -> Result<(), Fault> {
        let at = self.chunk;
        let read = |at: u64, into: &mut [u8]| {
            run.scratch.read(run.number, at, into).map_err(|error| match error.kind() {
                std::io::ErrorKind::UnexpectedEof => run.damaged(),
                _ => Fault::reading(&error),
            })
        };
        let mut header = [0; HEADER];
        read(at, &mut header)?;
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let (len, sum) = (number(&header[..8]), number(&header[8..]));
        let left = run.bytes.saturating_sub(at + HEADER as u64);
        let len = usize::try_from(len).ok().filter(|len| *len > 0 && *len as u64 <= left);
        let len = len.ok_or_else(|| run.damaged())?;
        self.bytes.clear();
        self.bytes.resize(len + PADDING, 0);
        read(at + HEADER as u64, &mut self.bytes[..len])?;
        if checksum(run.number, at, &self.bytes[..len]) != sum {
            return Err(run.damaged());
        }
        self.end = len;
        Ok(())
    }

    /// Notes that so many bytes have been used.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.used += bytes;
    }

    /// The bytes held.
    pub(crate) fn held(&self) -> usize {
        self.bytes.capacity()
    }
}

/// A checksum: four sums side by side, so that none waits for another.
fn checksum(run: u64, at: u64, bytes: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let stir = |sum: u64, word: u64| (sum.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    let mut sums = [run, at, bytes.len() as u64, 1];
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for (sum, word) in sums.iter_mut().zip(block.chunks_exact(8)) {
            *sum = stir(*sum, word.try_into().map_or(0, u64::from_le_bytes));
        }
    }
    let rest = blocks.remainder().iter().fold(0, |sum, byte| stir(sum, u64::from(*byte)));
    let sum = sums.into_iter().fold(rest, stir);
    sum ^ (sum >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_search::MemoryScratch;

    /// Reads all records, each of two bytes.
    fn read(run: &Run<'_>) -> Result<Vec<[u8; 2]>, Fault> {
        let (mut reader, mut records) = (Reader::default(), Vec::new());
        loop {
            let (bytes, len) = reader.rest(run)?;
            if len == 0 {
                return Ok(records);
            }
            records.push([bytes[0], bytes[1]]);
            reader.advance(2);
        }
    }

    fn shelf(scratch: &MemoryScratch) -> Vec<Run<'_>> {
        let mut shelf = Shelf::new(scratch, 5, 3, HEADER + 7, false);
        for number in 0..100_u8 {
            let part = usize::from(number % 2) * 2;
            shelf.add(part, |out| out.extend([number, 1])).expect("room");
        }
        shelf.finish().expect("room").0
    }

    #[test]
    fn records_come_back_by_part_and_go_with_their_runs() {
        let scratch = MemoryScratch::default();
        let runs = shelf(&scratch);
        assert_eq!(scratch.names(), [5, 7], "part 1 has no records");
        for (parity, run) in (0..2).zip(&runs) {
            let expected: Vec<[u8; 2]> =
                (0..100).filter(|number| number % 2 == parity).map(|number| [number, 1]).collect();
            assert_eq!(read(run).expect("whole"), expected);
            assert_eq!(run.records(), 50);
        }
        let mut reader = Reader::default();
        for number in (0..30).chain(0..50) {
            if number == 0 {
                reader.rewind();
            }
            assert_eq!(reader.rest(&runs[0]).expect("whole").0[0], 2 * number);
            reader.advance(2);
        }
        drop(runs);
        assert_eq!(scratch.names(), Vec::<u64>::new());
    }

    #[test]
    fn every_change_of_every_byte_is_noticed() {
        let scratch = MemoryScratch::default();
        let runs = shelf(&scratch);
        let mut whole = Vec::new();
        scratch.damage(5, |bytes| whole = bytes.clone());
        for at in 0..whole.len() {
            for change in [1, 0x80] {
                scratch.damage(5, |bytes| bytes[at] ^= change);
                assert_eq!(read(&runs[0]), Err(Fault::Damaged { run: 5 }), "byte {at}");
                scratch.damage(5, |bytes| bytes.clone_from(&whole));
            }
            scratch.damage(5, |bytes| bytes.truncate(at));
            assert_eq!(read(&runs[0]), Err(Fault::Damaged { run: 5 }), "cut off at {at}");
            scratch.damage(5, |bytes| bytes.clone_from(&whole));
        }
        let mut other = Vec::new();
        scratch.damage(7, |bytes| other = bytes.clone());
        scratch.damage(5, |bytes| bytes.clone_from(&other));
        assert_eq!(read(&runs[0]), Err(Fault::Damaged { run: 5 }), "the bytes of another run");
    }
}
