//! Polygons, written in one of four ways, and the lengths of their sides.

use super::model_reason;
use crate::span::{Span, number};
use crate::toml_keys::Value;
use crate::{FormatError, quoted};
use kumiki_model::Polygon;
use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

/// The keys of outlines.
pub(super) const KEYS: [&str; 5] = ["corners", "grid", "walk", "angles", "sides"];

/// The largest number that a file may have as a coordinate or as a factor.
const MAX_NUMBER: i32 = 1000;

/// The largest absolute coordinate on the way to a corner. Far from it, 32 bits suffice for a turn.
const MAX_ON_THE_WAY: u32 = 1_000_000;

/// A step of a walk: where it leads, and the word that says so.
type Step<'t> = (Point, Span<'t>);

/// The names of lengths: sums of numbers and of named real points.
///
/// * **L1** Each name is a letter, followed by letters, digits and underscores; each length is real
///   and positive.
pub(super) struct Lengths<'t> {
    ring: &'t Ring,
    named: Vec<(&'t str, Point)>,
}

impl<'t> Lengths<'t> {
    /// The lengths of a file, which may have no such table.
    pub(super) fn new(ring: &'t Ring, table: Option<Value<'t>>) -> Result<Self, FormatError> {
        let mut lengths = Self { ring, named: Vec::new() };
        for (_, value) in table.iter().flat_map(Value::entries) {
            let refused = |reason: String| {
                value.span.refuse(format!("length {} {reason}", quoted(value.name)))
            };
            if name_len(value.name) != value.name.len() || value.name.is_empty() {
                let expected = "expected a letter, then letters and digits";
                return refused(format!("has a strange name, {expected}"));
            }
            let length = lengths.coordinates(value, "a length")?;
            if ring.mirror(length) != length {
                let [x, y] = ring.approximate(length);
                return refused(format!("is ({x:.3}, {y:.3}), expected a real number"));
            }
            if ring.sign_of_real(length) != Ordering::Greater {
                return refused("is not positive, expected more than 0".to_owned());
            }
            lengths.named.push((value.name, length));
        }
        Ok(lengths)
    }

    /// The polygon of a table.
    pub(super) fn polygon(&self, table: &Value<'_>) -> Result<Polygon, FormatError> {
        let form = table.one_of(&["corners", "grid", "walk", "angles"])?;
        if let Some(sides) = table.get("sides").filter(|_| form.name != "angles") {
            let reason = format!("'{}' is there too, expected sides with angles only", form.name);
            return sides.span.refuse(reason);
        }
        let corners = match form.name {
            "corners" => self.listed(form)?,
            "grid" => self.on_grid(form)?,
            "walk" => self.walked(form, &self.steps(form)?)?,
            _ => {
                let sides = table.require("sides", "the lengths of the sides beside the angles")?;
                self.walked(form, &self.turned(form, sides)?)?
            }
        };
        Polygon::new(self.ring, &corners).map_err(|error| form.span.error(model_reason(&error)))
    }

    /// Corners by their coordinates.
    fn listed(&self, form: Value<'_>) -> Result<Vec<Point>, FormatError> {
        let corners = form.list("a list of corners such as [[0], [1], [0, 1]]")?.zip(1..);
        corners
            .map(|(corner, number)| self.coordinates(corner, &format!("corner {number}")))
            .collect()
    }

    /// A list of factors of the powers of ζ; what is missing is 0.
    fn coordinates(&self, value: Value<'_>, what: &str) -> Result<Point, FormatError> {
        let (order, degree) = (self.ring.order(), self.ring.degree());
        let expected = format!("{what} as a list of at most {degree} numbers");
        let numbers = value.integers(-MAX_NUMBER..=MAX_NUMBER, &expected)?;
        if (1..=degree).contains(&numbers.len()) {
            return Ok(Point::new(&numbers));
        }
        let expected = format!("expected 1 to {degree}, the degree of ring {order}");
        value.span.refuse(format!("{what} has {} coordinates, {expected}", numbers.len()))
    }

    /// Corners by column and row.
    fn on_grid(&self, form: Value<'_>) -> Result<Vec<Point>, FormatError> {
        const EXPECTED: &str = "a list of corners such as [[0, 0], [1, 0], [0, 1]]";
        let order = self.ring.order();
        form.span.check(order.is_multiple_of(4), || {
            let expected = "expected an order that 4 divides";
            format!("ring {order} has no square grid, {expected}")
        })?;
        let corner = |(corner, at): (Value<'_>, usize)| match corner
            .integers(-MAX_NUMBER..=MAX_NUMBER, EXPECTED)?[..]
        {
            [x, y] => Ok(self.ring.unit(0).times(x) + self.ring.unit(order / 4).times(y)),
            ref other => {
                let reason = format!("corner {at} has {} numbers", other.len());
                corner.span.refuse(format!("{reason}, expected a column and a row"))
            }
        };
        form.list(EXPECTED)?.zip(1..).map(corner).collect()
    }

    /// The steps of a walk.
    fn steps<'v>(&self, form: Value<'v>) -> Result<Vec<Step<'v>>, FormatError> {
        let step = |word: Span<'v>| {
            let (direction, length) = match word.text.split_once(':') {
                None => (word.text, self.ring.unit(0)),
                Some((direction, length)) => (direction, self.sum(Span { text: length, ..word })?),
            };
            let direction = in_range("direction", direction, 0..=self.ring.order() - 1)
                .map_err(|reason| word.error(reason))?;
            Ok((self.ring.turn(length, direction), word))
        };
        words(form, "steps such as \"0:2 1:a+1\"")?.into_iter().map(step).collect()
    }

    /// The steps of a polygon with given angles and sides; the first goes along the real axis.
    fn turned<'v>(&self, form: Value<'_>, sides: Value<'v>) -> Result<Vec<Step<'v>>, FormatError> {
        let (order, half) = (self.ring.order(), self.ring.order() / 2);
        let angle = |word: Span<'_>| {
            in_range("angle", word.text, 1..=order - 1).map_err(|reason| word.error(reason))
        };
        let angles = words(form, "angles such as \"1 2 2\"")?;
        let angles: Vec<usize> = angles.into_iter().map(angle).collect::<Result<_, _>>()?;
        let words = words(sides, "lengths such as \"1 a 2a+1\"")?;
        let (total, count) = (angles.iter().sum::<usize>(), angles.len());
        sides.span.check(words.len() == count, || {
            format!("{} sides and {count} angles, expected as many", words.len())
        })?;
        let expected = count.saturating_sub(2) * half;
        form.span.check(total == expected, || {
            let reason = format!("the angles add up to {total}");
            format!("{reason}, expected {expected} for {count} corners")
        })?;
        let mut direction = 0;
        let step = |(word, angle): (Span<'v>, &usize)| {
            let length = self.ring.turn(self.sum(word)?, direction % order);
            direction += half + order - angle;
            Ok((length, word))
        };
        // A side leaves its corner, and the next corner turns.
        words.into_iter().zip(angles.iter().cycle().skip(1)).map(step).collect()
    }

    /// The corners that a walk passes. It must come back to its start.
    fn walked(&self, form: Value<'_>, steps: &[Step<'_>]) -> Result<Vec<Point>, FormatError> {
        let (mut at, mut corners) = (Point::ZERO, Vec::new());
        for (step, word) in steps {
            corners.push(at);
            at = within(at + *step, *word)?;
        }
        if at == Point::ZERO {
            return Ok(corners);
        }
        let ([x, y], degree) = (self.ring.approximate(at), self.ring.degree());
        let end = format!("{:?}, about ({x:.3}, {y:.3})", &at.coordinates()[..degree]);
        let reason = format!("the outline ends at {end}, expected to come back to the start");
        form.span.refuse(reason)
    }

    /// The length that a word is, such as `2a+1`.
    fn sum(&self, word: Span<'_>) -> Result<Point, FormatError> {
        let refused = |reason: String| word.refuse(format!("length {word} {reason}"));
        let no_sum = || refused("is no sum, expected one such as 1, a or 2a+1".to_owned());
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
            let factor = if digits.is_empty() { Some(1) } else { number(digits) };
            let Some(factor) = factor.filter(|factor| *factor <= MAX_NUMBER) else {
                return refused(format!("is absurd, expected factors up to {MAX_NUMBER}"));
            };
            let unit = match self.named.iter().find(|(known, _)| *known == name) {
                _ if name.is_empty() => self.ring.unit(0),
                Some((_, length)) => *length,
                None => {
                    let names = self.named.iter().map(|(name, _)| *name);
                    let known: Vec<&str> = std::iter::once("1").chain(names).collect();
                    let reason = format!("unknown length {} in {word}", quoted(name));
                    return word.refuse(format!("{reason}, expected one of {}", known.join(", ")));
                }
            };
            sum = within(sum + unit.times(sign * factor), word)?;
        }
        if self.ring.sign_of_real(sum) != Ordering::Greater {
            return refused("is not positive, expected more than 0".to_owned());
        }
        Ok(sum)
    }
}

/// The point, unless it is so far away that sums might overflow.
fn within(point: Point, word: Span<'_>) -> Result<Point, FormatError> {
    let is_near = |coordinate: &i32| coordinate.unsigned_abs() <= MAX_ON_THE_WAY;
    match point.coordinates().iter().all(is_near) {
        true => Ok(point),
        false => word.refuse("a length or corner is too far away, expected a smaller polygon"),
    }
}

/// How many bytes at the start of a text are a name.
fn name_len(text: &str) -> usize {
    let is_letter = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let bytes = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if is_letter { bytes.count() } else { 0 }
}

/// The words of a string, each with its place.
fn words<'t>(value: Value<'t>, expected: &str) -> Result<Vec<Span<'t>>, FormatError> {
    value.string(expected)?;
    let words: Vec<Span<'t>> =
        value.rows().flat_map(|row| row.words(char::is_whitespace)).collect();
    match words.is_empty() {
        true => value.span.refuse(format!("{} is empty, expected {expected}", value.name)),
        false => Ok(words),
    }
}

/// A number in a range, written in digits; or what is wrong with it.
fn in_range(
    what: &str,
    word: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, String> {
    let expected = format!("expected a number from {} to {}", range.start(), range.end());
    let number = number(word).filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{what} {}, {expected}", quoted(word)))
}
