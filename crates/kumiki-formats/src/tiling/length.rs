//! Lengths: sums of numbers and of named real points.

use crate::row::Word;
use crate::toml_keys::{Keys, Value};
use crate::{FormatError, quoted};
use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

/// The largest number that a file may have as a coordinate or as a factor.
pub(super) const MAX_NUMBER: i64 = 1000;

/// The largest absolute coordinate on the way to a corner. Far from it, 32 bits suffice for a turn.
const MAX_ON_THE_WAY: u32 = 1_000_000;

/// The names of lengths.
///
/// * **L1** Each name is a letter, followed by letters, digits and underscores; each length is real
///   and positive.
pub(super) struct Lengths<'t> {
    text: &'t str,
    ring: &'t Ring,
    named: Vec<(&'t str, Point)>,
}

impl<'t> Lengths<'t> {
    /// The lengths of a file, which may have no such table.
    pub(super) fn new(
        text: &'t str,
        ring: &'t Ring,
        table: Option<&Keys<'t>>,
    ) -> Result<Self, FormatError> {
        let mut named = Vec::new();
        for value in table.map(Keys::entries).into_iter().flatten() {
            if name_len(value.name) != value.name.len() || value.name.is_empty() {
                let reason = format!("length {} has a strange name", quoted(value.name));
                return Err(
                    value.error(format!("{reason}, expected a letter, then letters and digits"))
                );
            }
            let length = coordinates(ring, &value, "a length")?;
            if ring.mirror(length) != length {
                let [x, y] = ring.approximate(length);
                let reason = format!(
                    "length {} is ({x:.3}, {y:.3}), expected a real number",
                    quoted(value.name)
                );
                return Err(value.error(reason));
            }
            if ring.sign_of_real(length) != Ordering::Greater {
                let reason = format!("length {} is not positive", quoted(value.name));
                return Err(value.error(format!("{reason}, expected more than 0")));
            }
            named.push((value.name, length));
        }
        Ok(Self { text, ring, named })
    }

    /// The ring of all lengths.
    pub(super) fn ring(&self) -> &'t Ring {
        self.ring
    }

    /// An error at a byte of the file.
    pub(super) fn error(&self, offset: usize, reason: impl Into<String>) -> FormatError {
        FormatError::at_offset(self.text.as_bytes(), offset, reason)
    }

    /// The length that a word is, such as `2a+1`.
    pub(super) fn sum(&self, word: Word<'_>) -> Result<Point, FormatError> {
        let shown = quoted(word.text);
        let refused = |reason: String| Err(self.error(word.offset, reason));
        let no_sum =
            || refused(format!("length {shown} is no sum, expected one such as 1, a or 2a+1"));
        if word.text.is_empty() {
            return no_sum();
        }
        let (mut rest, mut sum) = (word.text, Point::ZERO);
        while !rest.is_empty() {
            let sign = if rest.starts_with('-') { -1 } else { 1 };
            let is_first = rest.len() == word.text.len();
            match rest.strip_prefix(['+', '-']) {
                Some(term) => rest = term,
                None if is_first => {}
                None => return no_sum(),
            }
            let (digits, after) =
                rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
            let (name, after) = after.split_at(name_len(after));
            if digits.is_empty() && name.is_empty() {
                return no_sum();
            }
            rest = after;
            let factor = if digits.is_empty() { Ok(1) } else { digits.parse::<i32>() };
            let Some(factor) = factor.ok().filter(|factor| i64::from(*factor) <= MAX_NUMBER) else {
                return refused(format!(
                    "length {shown} is absurd, expected factors up to {MAX_NUMBER}"
                ));
            };
            let unit = match self.named.iter().find(|(known, _)| *known == name) {
                _ if name.is_empty() => self.ring.unit(0),
                Some((_, length)) => *length,
                None => {
                    let known: Vec<&str> = std::iter::once("1")
                        .chain(self.named.iter().map(|(name, _)| *name))
                        .collect();
                    let reason = format!("unknown length {} in {shown}", quoted(name));
                    return refused(format!("{reason}, expected one of {}", known.join(", ")));
                }
            };
            sum = self.within(sum + unit.times(sign * factor), word.offset)?;
        }
        if self.ring.sign_of_real(sum) != Ordering::Greater {
            return refused(format!("length {shown} is not positive, expected more than 0"));
        }
        Ok(sum)
    }

    /// The point, unless it is so far away that sums might overflow.
    pub(super) fn within(&self, point: Point, offset: usize) -> Result<Point, FormatError> {
        match point
            .coordinates()
            .iter()
            .all(|coordinate| coordinate.unsigned_abs() <= MAX_ON_THE_WAY)
        {
            true => Ok(point),
            false => Err(self
                .error(offset, "a length or corner is too far away, expected a smaller polygon")),
        }
    }
}

/// How many bytes at the start of a text are a name.
fn name_len(text: &str) -> usize {
    let is_letter = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let bytes = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if is_letter { bytes.count() } else { 0 }
}

/// A list of factors of the powers of ζ; what is missing is 0.
pub(super) fn coordinates(
    ring: &Ring,
    value: &Value<'_>,
    what: &str,
) -> Result<Point, FormatError> {
    let (order, degree) = (ring.order(), ring.degree());
    let expected = format!("{what} as a list of at most {degree} numbers");
    let numbers = value
        .list(&expected)?
        .map(|number| number.integer(-MAX_NUMBER..=MAX_NUMBER, ""))
        .collect::<Result<Vec<i64>, _>>()?;
    if numbers.is_empty() || numbers.len() > degree {
        let count = numbers.len();
        let reason = format!(
            "{what} has {count} coordinates, expected 1 to {degree}, the degree of ring {order}"
        );
        return Err(value.error(reason));
    }
    let numbers: Vec<i32> = numbers
        .into_iter()
        .map(|number| i32::try_from(number).expect("the range was checked"))
        .collect();
    Ok(Point::new(&numbers))
}
