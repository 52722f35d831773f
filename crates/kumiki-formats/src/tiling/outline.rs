//! Polygons, written in one of four ways.

use super::length::{Lengths, MAX_NUMBER, coordinates};
use super::reader::model_reason;
use crate::row::{Row, Word};
use crate::toml_keys::{Keys, Value};
use crate::{FormatError, quoted};
use kumiki_model::Polygon;
use kumiki_ring::Point;

/// The keys of outlines.
pub(super) const KEYS: [&str; 5] = ["corners", "grid", "walk", "angles", "sides"];

/// The polygon of a table.
pub(super) fn polygon(table: &Keys<'_>, lengths: &Lengths<'_>) -> Result<Polygon, FormatError> {
    let form = table.one_of(&["corners", "grid", "walk", "angles"])?;
    let sides = table.get("sides");
    if let Some(sides) = sides.filter(|_| form.name != "angles") {
        return Err(
            sides.error(format!("'{}' is there too, expected sides with angles only", form.name))
        );
    }
    let corners = match form.name {
        "corners" => listed(&form, lengths)?,
        "grid" => on_grid(&form, lengths)?,
        "walk" => walked(&form, &steps(&form, lengths)?, lengths)?,
        _ => {
            let sides = table.require("sides", "the lengths of the sides beside the angles")?;
            walked(&form, &turned(&form, &sides, lengths)?, lengths)?
        }
    };
    Polygon::new(lengths.ring(), &corners).map_err(|error| form.error(model_reason(&error)))
}

/// Corners by their coordinates.
fn listed(form: &Value<'_>, lengths: &Lengths<'_>) -> Result<Vec<Point>, FormatError> {
    let corners = form.list("a list of corners such as [[0], [1], [0, 1]]")?;
    corners
        .enumerate()
        .map(|(at, corner)| coordinates(lengths.ring(), &corner, &format!("corner {}", at + 1)))
        .collect()
}

/// Corners by column and row.
fn on_grid(form: &Value<'_>, lengths: &Lengths<'_>) -> Result<Vec<Point>, FormatError> {
    const EXPECTED: &str = "a list of corners such as [[0, 0], [1, 0], [0, 1]]";
    let ring = lengths.ring();
    if !ring.order().is_multiple_of(4) {
        let reason =
            format!("ring {} has no square grid, expected an order that 4 divides", ring.order());
        return Err(form.error(reason));
    }
    let mut corners = Vec::new();
    for (at, corner) in form.list(EXPECTED)?.enumerate() {
        let numbers = corner
            .list(EXPECTED)?
            .map(|number| number.integer(-MAX_NUMBER..=MAX_NUMBER, ""))
            .collect::<Result<Vec<i64>, _>>()?;
        let [x, y] = numbers[..] else {
            let (number, count) = (at + 1, numbers.len());
            let reason =
                format!("corner {number} has {count} numbers, expected a column and a row");
            return Err(corner.error(reason));
        };
        let [x, y] = [x, y].map(|number| i32::try_from(number).expect("the range was checked"));
        corners.push(ring.unit(0).times(x) + ring.unit(ring.order() / 4).times(y));
    }
    Ok(corners)
}

/// A step of a walk: where it leads, and the byte of the file where it stands.
type Step = (Point, usize);

/// The steps of a walk.
fn steps(form: &Value<'_>, lengths: &Lengths<'_>) -> Result<Vec<Step>, FormatError> {
    let ring = lengths.ring();
    let step = |word: Word<'_>| {
        let (direction, length) = match word.text.split_once(':') {
            None => (word.text, ring.unit(0)),
            Some((direction, length)) => {
                (direction, lengths.sum(Word { text: length, offset: word.offset })?)
            }
        };
        let expected = format!("a number from 0 to {}", ring.order() - 1);
        let direction = number(direction, 0..=ring.order() - 1).ok_or_else(|| {
            lengths.error(word.offset, strange("direction", direction, &expected))
        })?;
        Ok((ring.turn(length, direction), word.offset))
    };
    words(form, "steps such as \"0:2 1:a+1\"")?.into_iter().map(step).collect()
}

/// The steps of a polygon with given angles and sides; the first goes along the real axis.
fn turned(
    form: &Value<'_>,
    sides: &Value<'_>,
    lengths: &Lengths<'_>,
) -> Result<Vec<Step>, FormatError> {
    let ring = lengths.ring();
    let (order, half) = (ring.order(), ring.order() / 2);
    let angle = |word: Word<'_>| {
        let expected = format!("a number from 1 to {}", order - 1);
        number(word.text, 1..=order - 1)
            .ok_or_else(|| lengths.error(word.offset, strange("angle", word.text, &expected)))
    };
    let angles: Vec<usize> = words(form, "angles such as \"1 2 2\"")?
        .into_iter()
        .map(angle)
        .collect::<Result<_, _>>()?;
    let sides_expected = "lengths such as \"1 a 2a+1\"";
    let words = words(sides, sides_expected)?;
    if words.len() != angles.len() {
        let reason = format!("{} sides and {} angles, expected as many", words.len(), angles.len());
        return Err(sides.error(reason));
    }
    let (total, expected) = (angles.iter().sum::<usize>(), angles.len().saturating_sub(2) * half);
    if total != expected {
        let reason = format!(
            "the angles add up to {total}, expected {expected} for {} corners",
            angles.len()
        );
        return Err(form.error(reason));
    }
    let mut direction = 0;
    let mut steps = Vec::new();
    for (at, word) in words.into_iter().enumerate() {
        if at > 0 {
            direction = (direction + half + order - angles[at]) % order;
        }
        steps.push((ring.turn(lengths.sum(word)?, direction), word.offset));
    }
    Ok(steps)
}

/// The corners that a walk passes. It must come back to its start.
fn walked(
    form: &Value<'_>,
    steps: &[Step],
    lengths: &Lengths<'_>,
) -> Result<Vec<Point>, FormatError> {
    let ring = lengths.ring();
    let (mut at, mut corners) = (Point::ZERO, Vec::new());
    for (step, offset) in steps {
        corners.push(at);
        at = lengths.within(at + *step, *offset)?;
    }
    if at == Point::ZERO {
        return Ok(corners);
    }
    let [x, y] = ring.approximate(at);
    let end = format!("{:?}, about ({x:.3}, {y:.3})", &at.coordinates()[..ring.degree()]);
    Err(form.error(format!("the outline ends at {end}, expected to come back to the start")))
}

/// The words of a string, each with its place.
fn words<'t>(value: &Value<'t>, expected: &str) -> Result<Vec<Word<'t>>, FormatError> {
    value.string(expected)?;
    let words: Vec<Word<'t>> = value.rows().into_iter().flat_map(Row::words).collect();
    match words.is_empty() {
        true => Err(value.error(format!("{} is empty, expected {expected}", value.name))),
        false => Ok(words),
    }
}

/// A number in a range, written in digits.
fn number(text: &str, range: std::ops::RangeInclusive<usize>) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<u32>().ok().filter(|_| is_plain)?;
    Some(number as usize).filter(|number| range.contains(number))
}

/// What is said of a word that is not what it should be.
fn strange(what: &str, word: &str, expected: &str) -> String {
    format!("{what} {}, expected {expected}", quoted(word))
}
