//! Tiling problems: files of a region and of tiles, in TOML.
//!
//! # The format
//! ```toml
//! kumiki = 1                          # the version of the format; required
//! title = "A pentagon"                # optional
//! ring = 10                           # the angle is 360/10 degrees; required
//!
//! [lengths]                           # optional: names of lengths
//! a = [0, 0, 1, -1]                   # ζ² - ζ³, which is 0.618
//!
//! [region]                            # one outline, written in one of four ways
//! walk = "0 2 4 6 8"
//!
//! [[tile]]                            # once for each kind of tile
//! name = "acute"                      # required, different for each
//! angles = "1 2 2"                    # an outline
//! sides = "1 a 1"
//! count = 4                           # so many; or "2..5", "2..", "..5", "any"; 1 if left out
//! # each = 1                          # at most so many in each colour
//! # turn = false                      # must not be turned; true if left out
//! # flip = false                      # must not be flipped; true if left out
//!
//! [[tile]]
//! name = "obtuse"
//! angles = "3 1 1"
//! sides = "a 1 a"
//! count = 3
//!
//! # [colours]                         # optional: tiles are painted
//! # names = ["red", "blue"]
//! # apart = "points"                  # tiles of the same colour do not touch; or "sides": only at points; or "none"
//! ```
//! The *ring* has an even order n; its angle is 360/n degrees, and ζ is the point at distance 1 in
//! that direction from the origin, as a complex number. All corners are sums of powers of ζ. Tiles
//! may be turned by multiples of the ring's angle.
//!
//! An *outline* is one of these. It must not cross or touch itself, and it may go around in either
//! direction.
//! * `corners = [[0], [1], [1, 1]]`: each corner is a list of factors of 1, ζ, ζ², …; here 0, 1 and
//!   1 + ζ. Their number is at most the degree of the ring, and what is missing is 0.
//! * `grid = [[0, 0], [1, 0], [1, 1]]`: columns and rows of a square grid, if 4 divides the order.
//! * `walk = "0:2 2:a+1 5"`: steps, each with a direction, in multiples of the ring's angle, and a
//!   length. A step without a length has length 1. The last step leads back to the start.
//! * `angles = "1 2 2"` with `sides = "1 a 1"`: what a corner measures inside, in multiples of the
//!   ring's angle, and the length of the side that leaves it, to the left around the polygon.
//!
//! A *length* is a sum of numbers and names such as `2`, `a`, `1-a` or `2a+b`. Named lengths are
//! lists of factors like corners; they must be real and positive.
//!
//! A key that is not listed here is refused.
//!
//! ```
//! use kumiki_formats::tiling::{read, to_toml};
//!
//! let file = "
//! kumiki = 1
//! ring = 4
//! [region]
//! walk = '0:3 1:2 2:3 3:2'
//! [[tile]]
//! name = 'domino'
//! grid = [[0, 0], [2, 0], [2, 1], [0, 1]]
//! count = 'any'
//! ";
//! let question = read(file.as_bytes())?;
//! assert_eq!(question.region().corners().len(), 4);
//! assert_eq!(question.tiles()[0].most, None);
//! assert!(to_toml(&question).contains("grid = [[0, 0], [3, 0], [3, 2], [0, 2]]"));
//!
//! let error = read(file.replace("3:2'", "3'").as_bytes()).expect_err("it stays open").to_string();
//! let expected = "the outline ends at [0, 1], about (0.000, 1.000), expected to come back to the start";
//! assert_eq!(error, format!("line 5, column 8: {expected}"));
//! # Ok::<(), kumiki_formats::FormatError>(())
//! ```
//!
//! # Structure
//! `outline` reads lengths and polygons; here is all the rest. The model decides what a polygon is;
//! its complaints get line and column here.

mod outline;

use crate::plain_text::{short, utf8};
use crate::span::number;
use crate::toml_keys::{self, Keys, Value, literal, word_for};
use crate::{FormatError, quoted};
use kumiki_model::{Apart, Colours, ModelError, Polygon, Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use outline::Lengths;

/// The most tiles of a kind that can be asked for.
const MAX_COUNT: u32 = 10_000;

/// The most colours.
const MAX_COLOURS: usize = 16;

/// What `apart` may be.
const APART: [(&str, Apart); 3] =
    [("none", Apart::Free), ("sides", Apart::Sides), ("points", Apart::Points)];

const FILE_KEYS: [&str; 7] = ["kumiki", "title", "ring", "lengths", "region", "tile", "colours"];
const TILE_KEYS: [&str; 5] = ["name", "count", "each", "turn", "flip"];
const COLOUR_KEYS: [&str; 2] = ["names", "apart"];

/// The tiling problem that a file states.
///
/// # Errors
/// If the file is malformed or states no problem; the error has the line and the column.
pub fn read(bytes: &[u8]) -> Result<TilingQuestion, FormatError> {
    let text = utf8(short(bytes)?)?;
    let table = toml_keys::parse(text)?;
    let file = Value::of_file(text, &table)?.only(&FILE_KEYS)?;
    let title = file.get("title").map_or(Ok(""), |title| title.string("a string"))?;
    let order = file.require("ring", "the order of the ring, such as 'ring = 10'")?;
    let ring = Ring::new(order.integer(4..=30, "")?)
        .map_err(|error| order.span.error(error.to_string()))?;
    let named = file.get("lengths").map(|lengths| lengths.table("[lengths]")).transpose()?;
    let lengths = Lengths::new(&ring, named)?;
    let region = file.require("region", "a table [region]")?.table("[region]")?;
    let region = lengths.polygon(&region.only(&outline::KEYS)?)?;
    let colours = file.get("colours").map(read_colours).transpose()?;
    let mut tiles: Vec<Tile> = Vec::new();
    let kinds = file.require("tile", "[[tile]] for each kind of tile")?;
    for value in kinds.list("[[tile]], with two brackets, for each kind of tile")? {
        let table = value.table("[[tile]]")?.only(&[&TILE_KEYS[..], &outline::KEYS].concat())?;
        let name = table.require("name", "a name for each tile")?;
        let tile = read_tile(&table, name, &lengths, colours.is_some())?;
        name.span.check(tiles.iter().all(|other| other.name != tile.name), || {
            let shown = quoted(&tile.name);
            format!("tile {shown} is given twice, expected different names")
        })?;
        tiles.push(tile);
    }
    TilingQuestion::new(title, ring, region, tiles, colours)
        .map_err(|error| kinds.span.error(model_reason(&error)))
}

/// A kind of tile.
fn read_tile(
    table: &Value<'_>,
    name: Value<'_>,
    lengths: &Lengths<'_>,
    has_colours: bool,
) -> Result<Tile, FormatError> {
    let shape = lengths.polygon(table)?;
    let (least, most) = table.get("count").map_or(Ok((1, Some(1))), read_count)?;
    let each = table.get("each");
    if let Some(each) = each.filter(|_| !has_colours) {
        return each.span.refuse("each is for colours, expected a table [colours] too");
    }
    let flag = |key| table.get(key).map_or(Ok(true), |value| value.boolean());
    Ok(Tile {
        name: name.nonempty()?,
        shape,
        least,
        most,
        most_of_a_colour: each.map(|each| each.integer(1..=MAX_COUNT, "")).transpose()?,
        turns: flag("turn")?,
        flips: flag("flip")?,
    })
}

/// How often a tile is used, at least and at most.
fn read_count(value: Value<'_>) -> Result<(u32, Option<u32>), FormatError> {
    const EXPECTED: &str = ", or a range such as \"2..5\", or \"any\"";
    if !value.is_string() {
        let count = value.integer(1..=MAX_COUNT, EXPECTED)?;
        return Ok((count, Some(count)));
    }
    let text = value.string("a string")?;
    let bound = |text: &str| number(text).filter(|count| *count <= MAX_COUNT);
    let range = match text.split_once("..") {
        None if text == "any" => Some((0, None)),
        None | Some(("", "")) => None,
        Some(("", most)) => bound(most).map(|most| (0, Some(most))),
        Some((least, "")) => bound(least).map(|least| (least, None)),
        Some((least, most)) => bound(least).zip(bound(most).map(Some)),
    };
    match range {
        Some((least, most)) if most.is_none_or(|most| most >= least.max(1)) => Ok((least, most)),
        _ => {
            let shown = quoted(text);
            value.span.refuse(format!("count is {shown}, expected 1 to {MAX_COUNT}{EXPECTED}"))
        }
    }
}

/// What tiles are painted with.
fn read_colours(value: Value<'_>) -> Result<Colours, FormatError> {
    let table = value.table("[colours]")?.only(&COLOUR_KEYS)?;
    let mut names: Vec<String> = Vec::new();
    let list = table.require("names", "a list of colours")?;
    for name in list.list("a list of colours")? {
        let given = name.nonempty()?;
        name.span.check(!names.contains(&given), || {
            let shown = quoted(&given);
            format!("colour {shown} is given twice, expected different names")
        })?;
        names.push(given);
    }
    list.span.check((1..=MAX_COLOURS).contains(&names.len()), || {
        format!("{} colours, expected 1 to {MAX_COLOURS}", names.len())
    })?;
    let apart = table.get("apart").map_or(Ok(Apart::default()), |apart| apart.word(&APART))?;
    Ok(Colours { names, apart })
}

/// What the model has to say, without the words that introduce it: the place in the file does that.
fn model_reason(error: &ModelError) -> String {
    match error {
        ModelError::Tiling { reason } => reason.clone(),
        other => other.to_string(),
    }
}

/// A problem in our format. What is written reads back as the same problem, corner by corner; only
/// empty names and tiles of which there are none in any colour are not read.
#[must_use]
pub fn to_toml(question: &TilingQuestion) -> String {
    let mut keys = Keys::new(question.title());
    let ring = question.ring();
    keys.add("ring", Some(ring.order()));
    keys.heading("[region]");
    write_outline(&mut keys, ring, question.region());
    question.tiles().iter().for_each(|tile| write_tile(&mut keys, ring, tile));
    if let Some(colours) = question.colours() {
        let names: Vec<String> = colours.names.iter().map(|name| literal(name)).collect();
        keys.heading("[colours]");
        keys.add("names", Some(format!("[{}]", names.join(", "))));
        keys.add("apart", Some(word_for(&APART, &colours.apart)));
    }
    keys.text()
}

fn write_tile(keys: &mut Keys, ring: &Ring, tile: &Tile) {
    keys.heading("[[tile]]");
    keys.add("name", Some(literal(&tile.name)));
    write_outline(keys, ring, &tile.shape);
    let count = match (tile.least, tile.most) {
        (1, Some(1)) => None,
        (0, None) => Some("\"any\"".to_owned()),
        (least, Some(most)) if least == most => Some(most.to_string()),
        (least, Some(most)) => Some(format!("\"{least}..{most}\"")),
        (least, None) => Some(format!("\"{least}..\"")),
    };
    keys.add("count", count);
    keys.add("each", tile.most_of_a_colour);
    keys.add("turn", (!tile.turns).then_some(false));
    keys.add("flip", (!tile.flips).then_some(false));
}

/// A polygon by its corners: as columns and rows if it lies on a square grid, otherwise by
/// coordinates.
fn write_outline(keys: &mut Keys, ring: &Ring, polygon: &Polygon) {
    let corners = polygon.corners();
    let grid: Option<Vec<String>> = corners.iter().map(|corner| on_grid(ring, *corner)).collect();
    let (key, corners) = match grid {
        Some(corners) => ("grid", corners),
        None => ("corners", corners.iter().map(listed).collect()),
    };
    keys.add(key, Some(format!("[{}]", corners.join(", "))));
}

/// Column and row of a point, if it has them.
fn on_grid(ring: &Ring, point: Point) -> Option<String> {
    if !ring.order().is_multiple_of(4) {
        return None;
    }
    // The square root of -1 is one of the basis: a quarter of the order is less than the degree,
    // for each order up to 24.
    let up = ring.order() / 4;
    let (x, y) = (point.coordinates()[0], point.coordinates()[up]);
    let is_there = ring.unit(0).times(x) + ring.unit(up).times(y) == point;
    is_there.then(|| format!("[{x}, {y}]"))
}

/// The coordinates of a point without zeros at the end.
fn listed(point: &Point) -> String {
    let coordinates = point.coordinates();
    let len =
        coordinates.iter().rposition(|coordinate| *coordinate != 0).map_or(1, |last| last + 1);
    format!("{:?}", &coordinates[..len])
}
