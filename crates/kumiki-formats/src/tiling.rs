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
//! `length` reads sums of lengths, `outline` reads polygons, `reader` all the rest; `writer`
//! writes. The model decides what a polygon is; its complaints get line and column here.

mod length;
mod outline;
mod reader;
mod writer;

pub use writer::to_toml;

use crate::FormatError;
use crate::plain_text::{short, utf8};
use kumiki_model::TilingQuestion;

/// The tiling problem that a file states.
///
/// # Errors
/// If the file is malformed or states no problem; the error has the line and the column.
pub fn read(bytes: &[u8]) -> Result<TilingQuestion, FormatError> {
    reader::read(utf8(short(bytes)?)?)
}
