//! Rows on their way into a frame, and out of it.
//!
//! # Elements
//! Solutions that a search finds one after the other begin alike. So a row says how many elements
//! it has in common with the row before, and then the others, each in as few bytes as it needs:
//! seven bits in a byte, the lowest first, and the eighth bit says that more follow.
//!
//! A row begins with a byte. Below `ANEW` it is the number of common elements; then there are as
//! many elements and symmetries as in the row before. If it is `ANEW`, the symmetries, the number
//! of elements and the number of common ones follow.

use super::frame::write_frame;
use super::{Frame, SolutionsError};

/// The byte of a row that says all about itself.
const ANEW: u8 = 0xff;

/// A frame is written when it has so many bytes.
const FULL_BYTES: usize = 1 << 18;

/// Or so many rows.
const FULL_ROWS: u32 = 1 << 20;

/// Rows that will be a frame.
///
/// * **B1** All rows since the last frame are in `bytes`, and `count` is how many.
/// * **B2** `previous` and `symmetries` are those of the last row, if it has elements; without rows
///   there are none.
#[derive(Clone, Default, Debug)]
pub struct RowBlock {
    /// The rows (B1).
    bytes: Vec<u8>,
    /// The number of the first of them.
    first: u64,
    /// How many there are (B1).
    count: u32,
    /// The elements of the last row (B2).
    previous: Vec<u32>,
    /// Its symmetries (B2).
    symmetries: u64,
}

impl RowBlock {
    /// Adds a row that is a line of JSON, without its end.
    pub fn push_line(&mut self, number: u64, line: &[u8]) {
        self.begin_row(number);
        self.bytes.extend_from_slice(line);
        self.bytes.push(b'\n');
    }

    /// Adds a row that is elements, with how many symmetries leave the solution unchanged, or 0.
    pub fn push_elements(&mut self, number: u64, elements: &[u32], symmetries: u64) {
        let is_first = self.count == 0;
        self.begin_row(number);
        let common = elements.iter().zip(&self.previous).take(usize::from(ANEW) - 1);
        let common = common.take_while(|(one, other)| one == other).count();
        let common_byte = u8::try_from(common).expect("fewer than 255");
        let is_alike = elements.len() == self.previous.len() && symmetries == self.symmetries;
        if is_alike && !is_first {
            self.bytes.push(common_byte);
        } else {
            self.bytes.push(ANEW);
            push_number(&mut self.bytes, symmetries);
            push_number(&mut self.bytes, elements.len() as u64);
            self.bytes.push(common_byte);
            self.symmetries = symmetries;
        }
        for element in &elements[common..] {
            push_number(&mut self.bytes, u64::from(*element));
        }
        self.previous.truncate(common);
        self.previous.extend_from_slice(&elements[common..]);
    }

    fn begin_row(&mut self, number: u64) {
        if self.count == 0 {
            self.first = number;
        }
        self.count += 1;
    }

    /// Whether it is time to write a frame.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.bytes.len() >= FULL_BYTES || self.count >= FULL_ROWS
    }

    /// How many rows there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether the rows are those of a frame.
    #[must_use]
    pub fn is_same(&self, frame: &Frame) -> bool {
        (self.first, self.count) == (frame.first, frame.count) && self.bytes == frame.bytes
    }

    /// Drops the rows.
    pub fn clear(&mut self) {
        (self.count, self.symmetries) = (0, 0);
        self.bytes.clear();
        self.previous.clear();
    }

    /// Writes the rows to the end of `out` as a frame, if there are any.
    pub fn take_frame(&mut self, out: &mut Vec<u8>) {
        if self.count > 0 {
            write_frame(self.first, self.count, &self.bytes, out);
        }
        self.clear();
    }
}

/// Adds a number, in as few bytes as it needs.
#[inline]
fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    let [mut low, ..] = number.to_le_bytes();
    while number >= 0x80 {
        bytes.push(low | 0x80);
        number >>= 7;
        [low, ..] = number.to_le_bytes();
    }
    bytes.push(low);
}

/// Takes a number from the front.
fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(first & 0x7f).checked_shl(shift)?;
        if *first < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

impl Frame {
    /// Its lines of JSON.
    ///
    /// # Errors
    /// If there are not as many as it says.
    pub fn lines(&self) -> Result<Vec<&[u8]>, SolutionsError> {
        let lines: Vec<&[u8]> = self.bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let is_whole = lines.iter().all(|line| line.ends_with(b"\n"));
        if !is_whole || lines.len() != self.count as usize {
            return Err(self.unreadable());
        }
        Ok(lines)
    }

    /// Goes through its rows: the elements of each and its symmetries, or 0.
    ///
    /// # Errors
    /// If it has other rows than it says; or what `see` says.
    pub fn each_row<E: From<SolutionsError>>(
        &self,
        mut see: impl FnMut(&[u32], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut bytes, mut elements, mut symmetries) = (self.bytes.as_slice(), Vec::new(), 0);
        for _ in 0..self.count {
            take_row(&mut bytes, &mut elements, &mut symmetries)
                .ok_or_else(|| self.unreadable())?;
            see(&elements, symmetries)?;
        }
        if bytes.is_empty() { Ok(()) } else { Err(self.unreadable().into()) }
    }

    fn unreadable(&self) -> SolutionsError {
        let reason = format!(
            "the frame that begins with row {} cannot be read, expected {} rows",
            self.first, self.count
        );
        SolutionsError::Foreign { reason }
    }
}

/// Takes a row from the front; `elements` and `symmetries` are those of the row before.
fn take_row(bytes: &mut &[u8], elements: &mut Vec<u32>, symmetries: &mut u64) -> Option<()> {
    let take_byte = |bytes: &mut &[u8]| {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(*first)
    };
    let mut count = elements.len();
    let mut common = take_byte(bytes)?;
    if common == ANEW {
        *symmetries = take_number(bytes)?;
        count = usize::try_from(take_number(bytes)?).ok()?;
        common = take_byte(bytes)?;
    }
    let common = usize::from(common);
    if common > elements.len() || common > count || count - common > bytes.len() {
        return None;
    }
    elements.truncate(common);
    for _ in common..count {
        elements.push(u32::try_from(take_number(bytes)?).ok()?);
    }
    Some(())
}
