//! The whole tree of DECAGON-COLORSTAR, told step by step as its option `verbose` does.
//!
//! After every triangle the program shows the polygons that came of the one it works on: for each
//! corner the number of the vertex, the angle in brackets and the excluded colours, as bits. It
//! checks them as well, and would say `badangle!`, `baddir!` or `badsum!` if something were wrong.
//! Nothing ever is, in all 77 593 297 steps; so these words are not here.
//!
//! * **W1** Here triangles may overlap others or stick out. The program notices it when an angle
//!   has become negative: nothing fits there.
//! * **W2** A triangle is taken back if it touches another of its colour: if a corner of one lies
//!   on a side of the other. The program asks this with rounded numbers, and so do we.

use super::layout::Layout;
use super::postscript::cartesian;
use super::star::TRIANGLES;
use super::{FirstTile, PrintedStar};
use std::io::{self, Write};

/// A triangle on the screen, and its colour.
type Drawn = ([[f32; 2]; 3], usize);

/// The walk through the tree.
struct Walk<'s> {
    star: &'s PrintedStar,
    layout: Layout<'s>,
    laid: Vec<Drawn>,
    count: u64,
    interval: u64,
    out: &'s mut dyn Write,
}

impl PrintedStar {
    /// Prints the tree, and every `interval`-th line among it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print_tree(&self, interval: u64, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "ALLOCATING...")?;
        let layout = Layout::new(&self.star);
        let mut walk = Walk { star: self, layout, laid: Vec::new(), count: 0, interval, out };
        walk.fill()?;
        let count = walk.count;
        writeln!(out, "Altogether {count} solutions.")
    }
}

impl Walk<'_> {
    /// Lays a triangle into the next corner, in all ways.
    fn fill(&mut self) -> io::Result<()> {
        let level = self.laid.len();
        self.layout.open_level();
        let mut next = 0;
        while let Some(way) = self.layout.next_tried(next) {
            next = way + 1;
            if !self.layout.leaves_angles(way) {
                continue;
            }
            let (corners, colour) = self.layout.triangle(way);
            let corners = corners.map(|corner| cartesian(&self.star.star, corner));
            if self.laid.iter().any(|(other, its)| *its == colour && is_touching(&corners, other)) {
                continue;
            }
            self.layout.lay(way);
            self.laid.push((corners, colour));
            write!(self.out, "Level {level}: {}", self.layout.told())?;
            if self.layout.is_filled() {
                self.count += 1;
                if self.count.is_multiple_of(self.interval) {
                    writeln!(self.out, "{}: {}", self.count, self.layout.line())?;
                }
            } else if level + 1 < TRIANGLES {
                self.fill()?;
            }
            self.laid.pop();
            self.layout.lift();
            // D5.
            if level == 0 && self.star.first == FirstTile::Kept {
                break;
            }
        }
        self.layout.close_level();
        Ok(())
    }
}

/// W2.
fn is_touching(one: &[[f32; 2]; 3], other: &[[f32; 2]; 3]) -> bool {
    let has_corner_on = |one: &[[f32; 2]; 3], other: &[[f32; 2]; 3]| {
        one.iter()
            .any(|point| (0..3).any(|side| is_between(*point, other[side], other[(side + 1) % 3])))
    };
    has_corner_on(one, other) || has_corner_on(other, one)
}

/// Whether a point lies on a side. No side is upright, so its first coordinate says where.
fn is_between(point: [f32; 2], from: [f32; 2], to: [f32; 2]) -> bool {
    let share = (point[0] - from[0]) / (to[0] - from[0]);
    let away = point[1] - from[1] - share * (to[1] - from[1]);
    (-0.001..=1.001).contains(&share) && (-0.001..=0.001).contains(&away)
}
