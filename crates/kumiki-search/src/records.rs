//! Snapshots written and read record by record, with a checksum at the end.
//!
//! An engine writes single numbers and lists of entries through a [`RecordWriter`], and reads them
//! in the same order through a [`RecordReader`]. The first record names the work; the last one is a
//! checksum of all numbers before it. So records that are missing, changed or exchanged are found
//! before the engine believes them, and it need not understand every number to be safe: it builds
//! what it reads aside, and takes it over after [`RecordReader::finish`].
//!
//! A list is a record with its number of entries, and then records of some hundred numbers each.
//! No memory is set aside for a list before its numbers are there.

use crate::{BadSnapshot, Record};

/// Numbers of a full record in a list: enough that records cost little, and few enough to be held.
const LINE: usize = 1 << 9;

/// A checksum of numbers, of which the order matters.
///
/// ```
/// use kumiki_search::Digest;
///
/// assert_eq!(Digest::of([1, 2, 3]), Digest::of(1..=3));
/// assert_ne!(Digest::of([1, 2, 3]), Digest::of([1, 3, 2]));
/// assert_ne!(Digest::of([]), Digest::of([0]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The digest of no numbers.
    #[must_use]
    pub fn new() -> Self {
        Self(0x243f_6a88_85a3_08d3)
    }

    /// The digest of some numbers.
    #[must_use]
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> u64 {
        let mut digest = Self::new();
        digest.add(numbers);
        digest.get()
    }

    /// Adds numbers.
    pub fn add(&mut self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            // Each step is a bijection of the state for every number, and of the number for every
            // state: a single changed number never goes unnoticed.
            let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 = (mixed ^ (mixed >> 29)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23);
        }
    }

    /// The digest of all numbers so far.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

/// Writes the records of a snapshot.
///
/// ```
/// use kumiki_search::{RecordReader, RecordWriter};
///
/// let mut records = Vec::new();
/// let mut keep = |record: &[u64]| records.push(record.to_vec());
/// let mut writer = RecordWriter::new(&mut keep, &[7]);
/// writer.numbers(&[1, 2]);
/// writer.list(2, [(3, 4), (5, 6)], |(one, other), line| line.extend([one, other]));
/// writer.finish();
///
/// let mut records = records.into_iter();
/// let mut reader = RecordReader::new(&mut records, &[7])?;
/// assert_eq!(reader.numbers()?, [1, 2]);
/// let mut sum = 0;
/// reader.list(2, |entry| {
///     sum += entry[0] * entry[1];
///     Ok(())
/// })?;
/// reader.finish()?;
/// assert_eq!(sum, 3 * 4 + 5 * 6);
/// # Ok::<(), kumiki_search::BadSnapshot>(())
/// ```
pub struct RecordWriter<'w> {
    /// Takes each record as soon as it is complete.
    record: &'w mut dyn FnMut(&[u64]),
    /// The checksum of all records so far, with their lengths.
    digest: Digest,
    /// Room for a record of a list; empty between lists.
    line: Vec<u64>,
}

impl<'w> RecordWriter<'w> {
    /// Begins a snapshot of the work that `name` names: what is not of the same name is not read.
    pub fn new(record: &'w mut dyn FnMut(&[u64]), name: &[u64]) -> Self {
        let mut writer = Self { record, digest: Digest::new(), line: Vec::new() };
        writer.numbers(name);
        writer
    }

    /// Writes some numbers as one record.
    pub fn numbers(&mut self, numbers: &[u64]) {
        self.digest.add([numbers.len() as u64]);
        self.digest.add(numbers.iter().copied());
        (self.record)(numbers);
    }

    /// Writes a list of entries. `put` appends the numbers of an entry to a line, `width` of them.
    ///
    /// # Panics
    /// If an entry has another number of numbers.
    pub fn list<E>(
        &mut self,
        width: usize,
        entries: impl IntoIterator<Item = E, IntoIter: ExactSizeIterator>,
        put: impl FnMut(E, &mut Vec<u64>),
    ) {
        let entries = entries.into_iter();
        self.counted_list(width, entries.len(), entries, put);
    }

    /// Writes a list of so many entries, as [`RecordWriter::list`] does.
    ///
    /// # Panics
    /// If there are more entries or fewer, or if an entry has another number of numbers.
    pub fn counted_list<E>(
        &mut self,
        width: usize,
        len: usize,
        entries: impl IntoIterator<Item = E>,
        mut put: impl FnMut(E, &mut Vec<u64>),
    ) {
        let mut entries = entries.into_iter();
        self.put_entries(width, len, &mut |line| {
            entries.next().map(|entry| put(entry, line)).is_some()
        });
    }

    /// Writes a list of so many entries. `put_next` appends the numbers of the next entry, and says
    /// whether there was one. Compiled once, and not for each kind of entry.
    fn put_entries(
        &mut self,
        width: usize,
        len: usize,
        put_next: &mut dyn FnMut(&mut Vec<u64>) -> bool,
    ) {
        self.numbers(&[len as u64, width as u64]);
        let mut line = std::mem::take(&mut self.line);
        let mut seen = 0;
        let mut before = 0;
        while put_next(&mut line) {
            seen += 1;
            assert!(seen <= len, "more entries than were announced");
            assert_eq!(line.len() - before, width, "numbers of an entry");
            if line.len() + width > LINE {
                self.numbers(&line);
                line.clear();
            }
            before = line.len();
        }
        assert_eq!(seen, len, "entries that were announced are missing");
        if !line.is_empty() {
            self.numbers(&line);
            line.clear();
        }
        self.line = line;
    }

    /// Ends the snapshot with its checksum.
    pub fn finish(self) {
        (self.record)(&[self.digest.get()]);
    }
}

/// Reads the records of a snapshot.
pub struct RecordReader<'r> {
    /// The records that have not been read.
    records: &'r mut dyn Iterator<Item = Record>,
    /// The checksum of all records so far, with their lengths.
    digest: Digest,
}

impl<'r> RecordReader<'r> {
    /// Begins to read a snapshot of the work that `name` names.
    ///
    /// # Errors
    /// If it is of other work, or empty.
    pub fn new(
        records: &'r mut dyn Iterator<Item = Record>,
        name: &[u64],
    ) -> Result<Self, BadSnapshot> {
        let mut reader = Self { records, digest: Digest::new() };
        if reader.record()? == name { Ok(reader) } else { Err(BadSnapshot) }
    }

    /// The next record, of any length.
    ///
    /// # Errors
    /// If there is none.
    pub fn record(&mut self) -> Result<Record, BadSnapshot> {
        let record = self.records.next().ok_or(BadSnapshot)?;
        self.digest.add([record.len() as u64]);
        self.digest.add(record.iter().copied());
        Ok(record)
    }

    /// The next record, of so many numbers.
    ///
    /// # Errors
    /// If there is none, or if it has another length.
    pub fn numbers<const N: usize>(&mut self) -> Result<[u64; N], BadSnapshot> {
        self.record()?.try_into().map_err(|_| BadSnapshot)
    }

    /// A list of entries of so many numbers each, which `see` is shown one after the other.
    ///
    /// # Errors
    /// If records are missing or of the wrong length, or if `see` refuses an entry.
    pub fn list(
        &mut self,
        width: usize,
        mut see: impl FnMut(&[u64]) -> Result<(), BadSnapshot>,
    ) -> Result<(), BadSnapshot> {
        self.see_entries(width, &mut see)
    }

    /// Reads a list. Compiled once, and not for each kind of entry.
    fn see_entries(
        &mut self,
        width: usize,
        see: &mut dyn FnMut(&[u64]) -> Result<(), BadSnapshot>,
    ) -> Result<(), BadSnapshot> {
        let [mut left, written_width] = self.numbers()?;
        if written_width != width as u64 {
            return Err(BadSnapshot);
        }
        while left > 0 {
            let line = self.record()?;
            if width == 0 || line.is_empty() || !line.len().is_multiple_of(width) {
                return Err(BadSnapshot);
            }
            left = left.checked_sub((line.len() / width) as u64).ok_or(BadSnapshot)?;
            line.chunks_exact(width).try_for_each(&mut *see)?;
        }
        Ok(())
    }

    /// A list of single numbers.
    ///
    /// # Errors
    /// If records are missing or of the wrong length.
    pub fn words(&mut self) -> Result<Vec<u64>, BadSnapshot> {
        let mut words = Vec::new();
        self.list(1, |word| {
            words.extend(word);
            Ok(())
        })?;
        Ok(words)
    }

    /// Compares the checksum. Only now is it known that all records are as they were written.
    ///
    /// # Errors
    /// If they are not.
    pub fn finish(self) -> Result<(), BadSnapshot> {
        let expected = [self.digest.get()];
        match self.records.next() {
            Some(checksum) if checksum == expected => Ok(()),
            _ => Err(BadSnapshot),
        }
    }
}

/// A number of things in memory that was read.
///
/// # Errors
/// If it is too large for this machine.
pub fn read_size(number: u64) -> Result<usize, BadSnapshot> {
    usize::try_from(number).map_err(|_| BadSnapshot)
}

/// A truth value that was read.
///
/// # Errors
/// If it is neither 0 nor 1.
pub fn read_flag(number: u64) -> Result<bool, BadSnapshot> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(BadSnapshot),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A head, three numbers and lists of some lengths.
    fn written(lengths: &[u64]) -> Vec<Record> {
        let mut records = Vec::new();
        let mut keep = |record: &[u64]| records.push(record.to_vec());
        let mut writer = RecordWriter::new(&mut keep, &[3, 1]);
        writer.numbers(&[lengths.len() as u64]);
        for len in lengths {
            let entries: Vec<u64> = (0..*len).collect();
            writer.list(3, entries, |entry, line| line.extend([entry, entry * entry, 7]));
        }
        writer.finish();
        records
    }

    /// The lengths of the lists.
    fn read(records: &[Record]) -> Result<Vec<u64>, BadSnapshot> {
        let mut records = records.iter().cloned();
        let mut reader = RecordReader::new(&mut records, &[3, 1])?;
        let [count] = reader.numbers()?;
        let mut lengths = Vec::new();
        for _ in 0..count.min(100) {
            let mut next = 0;
            reader.list(3, |entry| {
                let is_next = entry[0] == next;
                next += 1;
                if is_next { Ok(()) } else { Err(BadSnapshot) }
            })?;
            lengths.push(next);
        }
        reader.finish()?;
        Ok(lengths)
    }

    #[test]
    fn what_was_written_is_read() {
        for lengths in [&[][..], &[0], &[1, 0, 2], &[170, 171, 172], &[5000, 0]] {
            let records = written(lengths);
            assert!(records.iter().all(|record| record.len() <= LINE));
            assert_eq!(read(&records).as_deref(), Ok(lengths));
        }
    }

    #[test]
    fn what_was_damaged_is_refused() {
        let whole = written(&[2, 0, 400]);
        for at in 0..whole.len() {
            assert_eq!(read(&whole[..at]), Err(BadSnapshot), "the first {at} records");
            let mut damaged = whole.clone();
            damaged.remove(at);
            assert_eq!(read(&damaged), Err(BadSnapshot), "without record {at}");
            for number in 0..whole[at].len() {
                for change in [1, 1 << 40, u64::MAX] {
                    let mut damaged = whole.clone();
                    damaged[at][number] ^= change;
                    assert_eq!(read(&damaged), Err(BadSnapshot), "record {at}, number {number}");
                }
            }
            for other in at + 1..whole.len() {
                let mut damaged = whole.clone();
                damaged.swap(at, other);
                let is_same = whole[at] == whole[other];
                assert_eq!(read(&damaged).is_ok(), is_same, "{at} and {other} exchanged");
            }
        }
    }

    #[test]
    fn sizes_and_flags_are_checked() {
        assert_eq!(read_size(17), Ok(17));
        assert_eq!([0, 1, 2].map(read_flag), [Ok(false), Ok(true), Err(BadSnapshot)]);
    }
}
