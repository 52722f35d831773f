//! Listed solutions in a file: a head, frames of rows, and a closing frame.
//!
//! # The file
//! * The *head*: eight bytes of magic, the version of the format, the length of a document, the
//!   document (the version of Kumiki, the question with its files, its SHA-256, and what rows are),
//!   and the CRC-32 of all that.
//! * *Frames*: the length of the compressed bytes, how many rows, the number of the first, the
//!   length before compression, the CRC-32 of the compressed bytes and that of these fields; then
//!   the compressed bytes ([`frame`]). Numbers are little-endian.
//! * The *closing frame* has no rows. In the place of the first number is how many rows there are
//!   in all, and its bytes are the answer without its list. A run that was killed or stopped leaves
//!   none.
//!
//! # Rows
//! A row is a solution: a line of JSON, or [elements](rows) that the family of the question turns
//! into one. Which of them, the head says. The numbers of rows go up by one, or by `every` of the
//! question.
//!
//! # What a reader promises
//! * **L1** The rows that it gives are those that were written, from the first on, none left out.
//! * **L2** A file that ends within a frame is read up to that frame. Anything else that is not as
//!   it was written is refused, with the byte where that begins.

pub mod frame;
pub mod rows;

use flate2::Crc;
use frame::{FRAME_HEAD, FrameHead};
use kumiki_model::Question;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Read};

/// What such a file begins with.
pub const MAGIC: [u8; 8] = *b"kumikiSO";

/// The version of the format.
const VERSION: u32 = 1;

/// The longest head that is read.
const HEAD_LIMIT_BYTES: u32 = 1 << 30;

/// What a row is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "lowercase", deny_unknown_fields)]
pub enum RowForm {
    /// A line of JSON.
    Lines,
    /// Numbers that only the question tells the meaning of.
    Elements {
        /// A digest of what the numbers mean, in hexadecimal digits: whoever numbers otherwise
        /// cannot read them.
        meaning: String,
    },
}

/// What a file of solutions is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolutionsHead {
    /// The version of Kumiki that wrote it.
    pub version: String,
    /// The SHA-256 of the question.
    pub digest: String,
    /// What a row is.
    pub rows: RowForm,
    /// The question, with its files.
    pub question: Question,
}

impl SolutionsHead {
    /// The head as it is written.
    ///
    /// # Panics
    /// If the question has more than 4 GB.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let document = serde_json::to_vec(self).expect("plain data");
        let length = u32::try_from(document.len()).expect("files have less than 4 GB");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(document);
        let checksum = checksum(&[&bytes]);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Why a file of solutions cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolutionsError {
    /// It is something else, or of another version.
    Foreign {
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// It is not as it was written.
    Damaged {
        /// The first byte of what is damaged, from 0.
        at: u64,
        /// What is wrong there, and what was expected.
        reason: String,
    },
    /// The machine refuses.
    Unreadable(io::Error),
}

impl fmt::Display for SolutionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign { reason } => f.write_str(reason),
            Self::Damaged { at, reason } => write!(f, "it is damaged from byte {at} on: {reason}"),
            Self::Unreadable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolutionsError {}

impl From<io::Error> for SolutionsError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// How a file of solutions ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With a closing frame, which has the answer without its list.
    Closed(Vec<u8>),
    /// After a whole frame.
    Open,
    /// Within a frame or its head.
    Torn,
}

/// Reads a file of solutions, frame by frame.
///
/// * **Z1** `whole_bytes` is where the frame after the last whole one with rows begins, and `rows`
///   is how many rows the frames before have.
/// * **Z2** `ending` is known once there are no more frames, and not before.
#[derive(Debug)]
pub struct SolutionsReader<R> {
    source: R,
    head: SolutionsHead,
    /// How far the whole frames go, in bytes (Z1).
    whole_bytes: u64,
    /// How many rows they have (Z1).
    rows: u64,
    /// How the file ends (Z2).
    ending: Option<Ending>,
}

/// Rows that were written together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The number of its first row.
    pub first: u64,
    /// How many rows it has, at least one.
    pub count: u32,
    /// The rows.
    pub bytes: Vec<u8>,
}

impl<R: Read> SolutionsReader<R> {
    /// Reads the head.
    ///
    /// # Errors
    /// If it is not there, not whole, of another version or damaged.
    pub fn new(mut source: R) -> Result<Self, SolutionsError> {
        let foreign = |reason: String| SolutionsError::Foreign { reason };
        let short = || foreign("it ends within its head, expected a file of solutions".to_owned());
        let mut bytes = vec![0; 16];
        let read = fill(&mut source, &mut bytes)?;
        if read < MAGIC.len() || bytes[..8] != MAGIC {
            return Err(foreign("it is no file of solutions, expected one".into()));
        }
        if read < bytes.len() {
            return Err(short());
        }
        let number = |at: usize| frame::number(&bytes[at..]);
        let (version, length) = (number(8), number(12));
        if version != VERSION {
            return Err(foreign(format!("it has version {version}, expected {VERSION}")));
        }
        if length > HEAD_LIMIT_BYTES {
            let reason = format!("its head has {length} bytes, expected at most 1 GB");
            return Err(SolutionsError::Damaged { at: 0, reason });
        }
        let wanted = u64::from(length) + 4;
        if (&mut source).take(wanted).read_to_end(&mut bytes)? as u64 != wanted {
            return Err(short());
        }
        let (checked, stated) = bytes.split_at(bytes.len() - 4);
        verify(&[checked], frame::number(stated), 0, "its head")?;
        let head: SolutionsHead = serde_json::from_slice(&checked[16..]).map_err(|error| {
            foreign(format!("its head cannot be read: {error}, expected one of this version"))
        })?;
        if head.digest != head.question.digest() {
            let (stated, own) = (&head.digest, head.question.digest());
            let reason = format!("its question is {own}, but its head says {stated}");
            return Err(foreign(format!("{reason}, expected the same")));
        }
        let whole_bytes = bytes.len() as u64;
        Ok(Self { source, head, whole_bytes, rows: 0, ending: None })
    }

    /// What the file is about.
    #[must_use]
    pub fn head(&self) -> &SolutionsHead {
        &self.head
    }

    /// How many rows the frames so far have.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many bytes the head and the frames with rows have so far.
    #[must_use]
    pub fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }

    /// How the file ends, once all frames have been read.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The number of the row after so many.
    fn number_after(&self, rows: u64) -> u64 {
        (rows + 1).saturating_mul(self.head.question.how.spacing() as u64)
    }

    /// Reads the next frame; nothing if there is none.
    ///
    /// # Errors
    /// If it is damaged, or the machine refuses.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, SolutionsError> {
        if self.ending.is_some() {
            return Ok(None);
        }
        let at = self.whole_bytes;
        let damaged = |reason: String| Err(SolutionsError::Damaged { at, reason });
        let mut bytes = [0; FRAME_HEAD];
        let read = fill(&mut self.source, &mut bytes)?;
        if read < FRAME_HEAD {
            self.ending = Some(if read == 0 { Ending::Open } else { Ending::Torn });
            return Ok(None);
        }
        let head =
            FrameHead::read(&bytes).map_err(|reason| SolutionsError::Damaged { at, reason })?;
        let mut packed = Vec::new();
        let length = u64::from(head.length);
        if (&mut self.source).take(length).read_to_end(&mut packed)? as u64 != length {
            self.ending = Some(Ending::Torn);
            return Ok(None);
        }
        verify(&[&packed], head.checksum, at, "a frame")?;
        let plain = head.unpack(&packed);
        let plain = plain.map_err(|reason| SolutionsError::Damaged { at, reason })?;
        if head.count == 0 {
            if head.first != self.rows {
                let (rows, stated) = (self.rows, head.first);
                return damaged(format!("it closes with {stated} rows, expected {rows}"));
            }
            if fill(&mut self.source, &mut [0])? > 0 {
                return damaged("something follows the closing frame, expected the end".into());
            }
            self.ending = Some(Ending::Closed(plain));
            return Ok(None);
        }
        let expected = self.number_after(self.rows);
        if head.first != expected {
            return damaged(format!("a frame begins with {}, expected {expected}", head.first));
        }
        self.rows += u64::from(head.count);
        self.whole_bytes += (FRAME_HEAD + packed.len()) as u64;
        Ok(Some(Frame { first: head.first, count: head.count, bytes: plain }))
    }
}

/// Reads until there are enough bytes or no more. Says how many.
fn fill(source: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < bytes.len() {
        match source.read(&mut bytes[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

/// The CRC-32 of some bytes.
pub(crate) fn checksum(parts: &[&[u8]]) -> u32 {
    let mut crc = Crc::new();
    parts.iter().for_each(|part| crc.update(part));
    crc.sum()
}

/// Holds bytes against the checksum that was written.
fn verify(parts: &[&[u8]], stated: u32, at: u64, what: &str) -> Result<(), SolutionsError> {
    let own = checksum(parts);
    if own == stated {
        return Ok(());
    }
    let reason = format!("the checksum of {what} is {own:08x}, expected {stated:08x}");
    Err(SolutionsError::Damaged { at, reason })
}
