//! Snapshots as bytes: written to whatever takes bytes, and read from whatever gives them.
//!
//! # The format
//! Eight bytes that say what this is, a version, and the label that the caller gives: what the
//! snapshot is of. Then the records, each as its length plus 1 and its numbers; a 0 after the last;
//! and a checksum of everything, in eight bytes. All other numbers are in groups of seven bits,
//! lowest first, as short as they can be: small ones take a byte, the largest take ten.
//!
//! Records are handed over one by one, so that neither side holds them all. The checksum is known
//! in the end only: work that was given damaged records is of no further use.

use kumiki_search::{BadSnapshot, Digest, Record, Snapshot};
use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

/// The first bytes of every snapshot.
const MAGIC: [u8; 8] = *b"KUMIKI\x1as";

/// The version of the format.
const VERSION: u64 = 1;

/// The longest label, in bytes.
const MOST_LABEL_BYTES: u64 = 1 << 16;

/// The longest record, in numbers. A damaged length asks for no more memory than that.
const MOST_NUMBERS: u64 = 1 << 24;

/// Why a snapshot was not written, or not taken up.
#[derive(Debug)]
#[non_exhaustive]
pub enum SnapshotError {
    /// Bytes could not be written or read.
    Io(io::Error),
    /// A record or a label that is too long to be written.
    TooLong {
        /// Numbers of the record, or bytes of the label.
        len: u64,
        /// The most there may be.
        most: u64,
    },
    /// Not a snapshot at all.
    NotASnapshot {
        /// The first bytes.
        found: [u8; 8],
        /// Those of a snapshot.
        expected: [u8; 8],
    },
    /// A snapshot in another format.
    Version {
        /// Its version.
        found: u64,
        /// The one that can be read.
        expected: u64,
    },
    /// A snapshot of something else.
    Label {
        /// What it is of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// The bytes end too early.
    Truncated {
        /// Complete records before the end.
        records: u64,
    },
    /// Bytes that nobody has written.
    Damaged {
        /// Complete records before them.
        records: u64,
    },
    /// The records are not those that were written.
    Checksum {
        /// The checksum in the snapshot.
        found: u64,
        /// That of the records.
        expected: u64,
    },
    /// The records are those that were written, and the work cannot go on from them.
    Refused(BadSnapshot),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::TooLong { len, most } => {
                write!(f, "a record or label of length {len}, expected at most {most}")
            }
            Self::NotASnapshot { found, expected } => {
                let (found, expected) = (found.escape_ascii(), expected.escape_ascii());
                write!(f, "no snapshot: it begins with {found}, expected {expected}")
            }
            Self::Version { found, expected } => {
                write!(f, "a snapshot of version {found}, expected {expected}")
            }
            Self::Label { found, expected } => {
                write!(f, "a snapshot of {found:?}, expected {expected:?}")
            }
            Self::Truncated { records } => {
                write!(f, "the snapshot ends after {records} records, expected more")
            }
            Self::Damaged { records } => {
                write!(f, "the snapshot is damaged after {records} records")
            }
            Self::Checksum { found, expected } => {
                write!(f, "a checksum of {found:#x}, expected {expected:#x}")
            }
            Self::Refused(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for SnapshotError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Refused(refused) => Some(refused),
            _ => None,
        }
    }
}

impl From<io::Error> for SnapshotError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes a snapshot of work, labelled by what it is of.
///
/// # Errors
/// If bytes cannot be written, or if the label or a record is too long.
pub fn write_snapshot(
    work: &dyn Snapshot,
    label: &str,
    mut to: impl Write,
) -> Result<(), SnapshotError> {
    write_to(work, label, &mut to)
}

/// Compiled once, and not for each kind of work.
fn write_to(work: &dyn Snapshot, label: &str, to: &mut dyn Write) -> Result<(), SnapshotError> {
    let mut writer = Writer { to: BufWriter::new(to), digest: Digest::new() };
    writer.to.write_all(&MAGIC)?;
    writer.number(VERSION)?;
    let label: Vec<u64> = label.bytes().map(u64::from).collect();
    writer.list(0, &label, MOST_LABEL_BYTES)?;
    let mut written = Ok(());
    work.save(&mut |record| {
        if written.is_ok() {
            written = writer.list(1, record, MOST_NUMBERS);
        }
    });
    written?;
    writer.number(0)?;
    let checksum = writer.digest.get();
    writer.to.write_all(&checksum.to_le_bytes())?;
    Ok(writer.to.flush()?)
}

struct Writer<W: Write> {
    to: BufWriter<W>,
    digest: Digest,
}

impl<W: Write> Writer<W> {
    fn number(&mut self, number: u64) -> Result<(), SnapshotError> {
        self.digest.add([number]);
        let mut rest = number;
        loop {
            let seven = u8::try_from(rest & 0x7f).expect("seven bits");
            rest >>= 7;
            if rest == 0 {
                return Ok(self.to.write_all(&[seven])?);
            }
            self.to.write_all(&[seven | 0x80])?;
        }
    }

    /// The length of a list, plus something, and its numbers.
    fn list(&mut self, more: u64, list: &[u64], most: u64) -> Result<(), SnapshotError> {
        let len = list.len() as u64;
        if len > most {
            return Err(SnapshotError::TooLong { len, most });
        }
        self.number(len + more)?;
        list.iter().try_for_each(|number| self.number(*number))
    }
}

/// Reads a snapshot with this label, and lets work go on from it. There must be no bytes after it.
///
/// # Errors
/// If bytes cannot be read, if these are not those of such a snapshot, or if the work refuses it.
/// Then the work is of no further use.
pub fn read_snapshot(
    work: &mut dyn Snapshot,
    label: &str,
    mut from: impl Read,
) -> Result<(), SnapshotError> {
    read_from(work, label, &mut from)
}

/// Compiled once, and not for each kind of work.
fn read_from(
    work: &mut dyn Snapshot,
    label: &str,
    from: &mut dyn Read,
) -> Result<(), SnapshotError> {
    let mut reader =
        Reader { from: BufReader::new(from), digest: Digest::new(), records: 0, end: None };
    reader.head(label)?;
    let loaded = work.load(&mut reader);
    // Whether the work refuses its own records or damaged ones is known in the end.
    let left = reader.by_ref().count();
    reader.end.take().unwrap_or(Ok(()))?;
    reader.check_end()?;
    match loaded {
        Ok(()) if left == 0 => Ok(()),
        _ => Err(SnapshotError::Refused(BadSnapshot)),
    }
}

/// Gives the records one by one.
struct Reader<R> {
    from: BufReader<R>,
    digest: Digest,
    /// Records read so far.
    records: u64,
    /// After the last record: whether that was the end.
    end: Option<Result<(), SnapshotError>>,
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        if self.end.is_none() {
            match self.record() {
                Ok(Some(record)) => return Some(record),
                end => self.end = Some(end.map(|_| ())),
            }
        }
        None
    }
}

impl<R: Read> Reader<R> {
    fn damaged<T>(&self) -> Result<T, SnapshotError> {
        Err(SnapshotError::Damaged { records: self.records })
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], SnapshotError> {
        let mut bytes = [0; N];
        match self.from.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(SnapshotError::Truncated { records: self.records })
            }
            read => Ok(read.map(|()| bytes)?),
        }
    }

    fn number(&mut self) -> Result<u64, SnapshotError> {
        let mut number = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let [byte] = self.bytes()?;
            let seven = u64::from(byte & 0x7f);
            number |= seven << shift;
            if byte & 0x80 == 0 {
                // Too many bits, or a group that says nothing.
                if seven << shift >> shift != seven || (seven == 0 && shift > 0) {
                    break;
                }
                self.digest.add([number]);
                return Ok(number);
            }
        }
        self.damaged()
    }

    /// A list of so many numbers.
    fn list(&mut self, len: u64, most: u64) -> Result<Record, SnapshotError> {
        if len > most {
            return self.damaged();
        }
        (0..len).map(|_| self.number()).collect()
    }

    fn head(&mut self, label: &str) -> Result<(), SnapshotError> {
        let found = self.bytes()?;
        if found != MAGIC {
            return Err(SnapshotError::NotASnapshot { found, expected: MAGIC });
        }
        let found = self.number()?;
        if found != VERSION {
            return Err(SnapshotError::Version { found, expected: VERSION });
        }
        let len = self.number()?;
        let bytes = self.list(len, MOST_LABEL_BYTES)?.into_iter().map(u8::try_from);
        let Ok(found) = bytes.collect::<Result<Vec<u8>, _>>() else { return self.damaged() };
        if found != label.as_bytes() {
            let found = String::from_utf8_lossy(&found).into_owned();
            return Err(SnapshotError::Label { found, expected: label.to_owned() });
        }
        Ok(())
    }

    /// The next record; `None` after the last.
    fn record(&mut self) -> Result<Option<Record>, SnapshotError> {
        let Some(len) = self.number()?.checked_sub(1) else { return Ok(None) };
        let record = self.list(len, MOST_NUMBERS)?;
        self.records += 1;
        Ok(Some(record))
    }

    /// Compares the checksum, after which there is nothing.
    fn check_end(&mut self) -> Result<(), SnapshotError> {
        let found = u64::from_le_bytes(self.bytes()?);
        let expected = self.digest.get();
        if found != expected {
            return Err(SnapshotError::Checksum { found, expected });
        }
        match self.from.fill_buf()? {
            [] => Ok(()),
            _ => self.damaged(),
        }
    }
}
