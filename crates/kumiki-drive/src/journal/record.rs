//! A journal as plain data.

use crate::estimate::TopUnit;
use crate::pairs;
use crate::queue::Place;
use kumiki_search::Digest;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// What a phase has done so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PhaseRecord {
    /// What it is called.
    pub phase: String,
    /// What tells it from phases with the same name: a digest of what it works on, or 0.
    pub label: u64,
    /// How many phases of the run with this name and label came before.
    pub occurrence: usize,
    /// Seconds that it has taken, in all runs.
    pub seconds: f64,
    /// What it has done.
    pub work: WorkRecord,
}

impl PhaseRecord {
    /// Whether it was cut for shards.
    pub(crate) fn is_divided(&self) -> bool {
        matches!(&self.work, WorkRecord::Units(units) if units.cut_into.is_some())
    }

    /// Whether this is the phase with a name, a label and a number.
    pub(crate) fn is_called(&self, phase: &str, label: u64, occurrence: usize) -> bool {
        (&*self.phase, self.label, self.occurrence) == (phase, label, occurrence)
    }
}

/// What a phase has done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkRecord {
    /// Units of a search, or numbered parts.
    Units(UnitsRecord),
    /// Stages, as their last snapshot.
    Stages(SnapshotRecord),
}

/// The last snapshot of stages.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SnapshotRecord {
    /// There was no need for one.
    #[default]
    Nothing,
    /// A short one, as hexadecimal digits.
    Here(String),
    /// A long one, beside the journal.
    Beside(Piece),
}

/// Bytes as hexadecimal digits.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hexadecimal digits as bytes.
pub(crate) fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty())
}

/// A buffer that takes no more than some bytes.
pub(crate) struct Short {
    pub(crate) bytes: Vec<u8>,
    pub(crate) most: usize,
}

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What units have found, and which are left.
///
/// * **U1** All results and all units that are left, in the order of their places, are the whole.
/// * **U2** What is accepted comes in the order in which it was accepted. If there is no shard, it
///   comes before everything else.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct UnitsRecord {
    /// What the engine calls its tallies, which tells engines apart.
    pub names: Vec<String>,
    /// Whether nothing is left, or no more is wanted.
    pub is_over: bool,
    /// Into how many units the whole was cut, if it was cut for shards.
    pub cut_into: Option<u32>,
    /// Nodes visited so far.
    pub nodes: u64,
    /// The units by which it is told how much is done, by place: how far each is.
    #[serde(with = "pairs")]
    pub tops: BTreeMap<Place, TopUnit>,
    /// The beginning of what is accepted, if it is long: a piece with a result on each line.
    pub log: Option<Piece>,
    /// What is accepted, after what is in the log.
    pub accepted: Vec<KeptResult>,
    /// Results that wait for earlier ones.
    pub finished: Vec<KeptResult>,
    /// What is left: where a unit stands in the order, and the choices that lead to it.
    pub waiting: Vec<(Place, Vec<u32>)>,
}

/// What came of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptResult {
    /// Where the unit stands in the order.
    pub place: Place,
    /// How many solutions it holds on to.
    pub held: usize,
    /// What it has found, which only its phase can read.
    pub found: Box<RawValue>,
}

/// Something that is kept beside a journal, because it is long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// What it is called.
    pub name: String,
    /// Its length. There may be more bytes, which do not count.
    pub bytes: u64,
    /// The checksum of these bytes.
    pub checksum: u64,
}

/// The checksum of bytes, in eights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteDigest {
    digest: Digest,
    /// Bytes that do not make eight yet: the first `len % 8`.
    rest: [u8; 8],
    len: u64,
}

impl ByteDigest {
    pub(crate) fn new() -> Self {
        Self { digest: Digest::new(), rest: [0; 8], len: 0 }
    }

    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut digest = Self::new();
        digest.add(bytes);
        digest.get()
    }

    pub(crate) fn add(&mut self, mut bytes: &[u8]) {
        while let Some((first, others)) = bytes.split_first() {
            let at = self.rest_len();
            if at == 0
                && let Some((eight, others)) = bytes.split_first_chunk::<8>()
            {
                self.digest.add([u64::from_le_bytes(*eight)]);
                self.len += 8;
                bytes = others;
                continue;
            }
            self.rest[at] = *first;
            self.len += 1;
            bytes = others;
            if self.rest_len() == 0 {
                self.digest.add([u64::from_le_bytes(self.rest)]);
            }
        }
    }

    fn rest_len(&self) -> usize {
        (self.len % 8) as usize
    }

    /// The checksum of all bytes so far.
    pub(crate) fn get(&self) -> u64 {
        let mut last = [0; 8];
        let len = self.rest_len();
        last[..len].copy_from_slice(&self.rest[..len]);
        let mut digest = self.digest;
        digest.add([u64::from_le_bytes(last), self.len]);
        digest.get()
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }
}

/// Where bytes are counted and added up on their way.
pub(crate) struct Digesting<W> {
    pub(crate) to: W,
    pub(crate) digest: ByteDigest,
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.to.write(bytes)?;
        self.digest.add(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The checksum of what can be read, up to so many bytes, and how many there were.
pub(crate) fn digest_of(from: impl Read, most: u64) -> io::Result<ByteDigest> {
    let mut digest = ByteDigest::new();
    let mut from = from.take(most);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(digest),
            len => digest.add(&buffer[..len]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_does_not_depend_on_how_the_bytes_come() {
        let bytes: Vec<u8> = (0..100_u8).map(|byte| byte.wrapping_mul(77)).collect();
        for len in 0..bytes.len() {
            let whole = ByteDigest::of(&bytes[..len]);
            for step in [1, 3, 7, 8, 9, 50] {
                let mut digest = ByteDigest::new();
                bytes[..len].chunks(step).for_each(|chunk| digest.add(chunk));
                assert_eq!((digest.get(), digest.len()), (whole, len as u64), "in {step}s");
            }
            assert_ne!(whole, ByteDigest::of(&bytes[..=len]));
            for at in 0..len {
                let mut other = bytes[..len].to_vec();
                other[at] ^= 1 << (at % 8);
                assert_ne!(whole, ByteDigest::of(&other), "byte {at} of {len}");
            }
        }
    }
}
