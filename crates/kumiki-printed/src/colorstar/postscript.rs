//! The PostScript files that DECAGON-COLORSTAR writes, number for number.
//!
//! The program's lengths are 100 for the short side of a small triangle, its first vertex is the
//! origin, and its first side leads off at 36 degrees. Coordinates are sums of four numbers of
//! single precision, in this order; so are ours, and so the same digits are printed.

use super::star::Star;
use super::{PrintedLine, PrintedStar};
use kumiki_ring::Point;
use std::fmt::Write;

/// The cosines and sines of 0, 36, 72 and 108 degrees, times 100, as the program has them.
const COSINES: [f32; 4] = [100.0, 80.9017, 30.9017, -30.9017];
const SINES: [f32; 4] = [0.0, 58.7785, 95.1057, 95.1057];

/// The direction of the program's first side.
const FIRST_HEADING: usize = 1;

impl PrintedStar {
    /// The file for a line: each triangle filled with its shade of grey, then outlined.
    #[must_use]
    pub fn postscript(&self, line: &PrintedLine) -> String {
        let outline = self.star.points.iter().map(|point| cartesian(&self.star, *point));
        let outline: Vec<[f32; 2]> = outline.collect();
        let [low, high] = [f32::min, f32::max].map(|end: fn(f32, f32) -> f32| {
            [0, 1].map(|axis| outline.iter().map(|point| point[axis]).reduce(end).unwrap_or(0.0))
        });
        // The program cuts off what is after the point before it compares, which comes to the same.
        let [low, high] = [(low, -1.0), (high, 1.0)]
            .map(|(corner, margin)| corner.map(|number| number.trunc() + margin));
        let mut text = format!(
            "%!\n%%BoundingBox: {} {} {} {}\n\
             /t {{ 0 setgray moveto lineto lineto closepath stroke }} bind def\n\
             /f {{ 3 div setgray moveto lineto lineto closepath fill }} bind def\n",
            low[0], low[1], high[0], high[1]
        );
        for (tile, corners) in line.tiles.iter().zip(&line.corners) {
            let mut written = String::new();
            for [x, y] in corners.map(|corner| cartesian(&self.star, corner)) {
                write!(written, " {x:.2} {y:.2}").expect("a string takes everything");
            }
            let colour = tile.colour.unwrap_or(0);
            writeln!(text, "{written} {colour} f\n{written} t").expect("a string takes everything");
        }
        text
    }
}

/// Where the program draws a point of the star.
#[expect(clippy::cast_precision_loss, reason = "coordinates are small")]
pub(super) fn cartesian(star: &Star, point: Point) -> [f32; 2] {
    let ring = star.ring();
    let turns = 10 + FIRST_HEADING - star.corners[0].heading;
    let unit = ring.turn(point - star.points[0], turns % 10);
    // Its lengths are 1.618… times ours.
    let drawn = unit + ring.turn(unit, 2) - ring.turn(unit, 3);
    let mut sums = [0.0; 2];
    for (place, number) in drawn.coordinates().iter().take(4).enumerate() {
        let number = *number as f32;
        sums[0] += number * COSINES[place];
        sums[1] += number * SINES[place];
    }
    sums
}
