//! DECAGON-COLORSTAR: its list, line by line.
//!
//! # The idea
//! Knuth's program fills the star as `kumiki-tile` does, triangle by triangle into the corner with
//! the fewest ways, but it lays the colours together with the triangles, by name. It prints some
//! colourings twice or four times, and leaves out those that its first triangle excludes. To have
//! the same lines in the same order, one must choose as it chooses:
//!
//! * **D1** Polygons that are left wait in a stack, and only the last is worked on. The module
//!   `remnant` says what they are (E1 to E4).
//! * **D2** A triangle goes into the convex corner into which the fewest ways seem to fit; of
//!   several the first, from where the polygon begins.
//! * **D3** Ways are tried colour by colour, in each colour kind by kind, and in each kind by the
//!   corner of the triangle that comes into the corner of the polygon.
//! * **D4** The n-th triangle has one of the first n colours. A colour may come before the one that
//!   precedes it, so one colouring may come under several names.
//! * **D5** The first triangle stays: a large acute one in the first point of the star, of the
//!   first colour. If it were moved like the others, all colourings would come.
//! * **D6** For D2 the program asks, once for every way, first whether its colour is excluded at
//!   the corner, and then whether its triangle is still there; if not, it moves on to the next
//!   triangle. If that has the next colour, nobody asks whether this is excluded, and one way too
//!   many may be counted. There are as many lines without this rule, but some of them are others.
//!
//! # Two methods
//! *Searching.* [`PrintedSearch`] walks through the program's tree. It differs in one thing: the
//! program notices late that a triangle overlaps others or sticks out of the star. At a line each
//! polygon is filled, so the boundaries of the triangles together make that of the star, and each
//! point of the star is covered once. So what overlaps or sticks out leads to no line, and we leave
//! it at once.
//!
//! *Following.* What is laid decides which corner comes next (D2), and in a tiling exactly one
//! triangle lies there along the side after the corner. So there is one path in the tree to each
//! tiling with names of colours, and the program takes it if D4 and D5 allow every step.
//! [`PrintedStar::line`] follows this path. The lines of all colourings under all names, in the
//! order of D3, are the list: [`PrintedStar::lines`] follows some thousand paths, where the search
//! lays ten million triangles.
//!
//! # What is printed
//! Every colouring that has the first triangle in its place comes at least once, whatever D2 says:
//! name the colours in the order in which they come along the path, and D4 holds. Other names may
//! do as well, and how many do depends on D2. The first three triangles decide: from the fourth on,
//! D4 allows all colours.
//!
//! # Sources
//! D. E. Knuth's DECAGON-COLORSTAR. The condition that counts ways for D2 is that of the original
//! program: its triangle must not be wider than the corner, and each side of the corner that the
//! triangle lies along must be long enough for it or end in a reflex corner. The 287 lines are
//! those that the original prints, in its order.

mod golden;
mod layout;
mod list;
mod places;
mod postscript;
mod remnant;
mod search;
mod star;
mod tree;

use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use layout::Layout;
use std::fmt;

pub use list::{List, colourings};
pub use search::PrintedSearch;
use star::{COLOURS, Star, WAYS};

/// Which first triangles are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstTile {
    /// The first that fits (D5).
    Kept,
    /// All that fit, as if D5 were not there. Then every colouring is printed.
    Moved,
}

/// The star of DECAGON-COLORSTAR, and what is printed about it.
#[derive(Clone, Debug)]
pub struct PrintedStar {
    star: Star,
    first: FirstTile,
}

/// A line of the list.
///
/// * **D7** Lines compare in the order in which they are printed: up to the first difference,
///   triangles were laid into the same corners.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PrintedLine {
    /// For each triangle the number of the vertex into which it was laid, and the number of the
    /// way.
    pub steps: Vec<(usize, usize)>,
    /// A number that depends on which triangles are used.
    pub checksum: u32,
    /// The triangles in the order in which they were laid, with their colours.
    pub tiles: Vec<PlacedTile>,
    /// The corners of each: the one into which it was laid, then the two others to the right.
    pub corners: Vec<[Point; 3]>,
}

/// As DECAGON-COLORSTAR prints it, without the number of the line.
impl fmt::Display for PrintedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (vertex, way) in &self.steps {
            write!(f, "{vertex}-{way} ")?;
        }
        write!(f, "({})", self.checksum)
    }
}

impl PrintedStar {
    /// The star of a question; `None` if the question is not that of DECAGON-COLORSTAR.
    #[must_use]
    pub fn new(question: &TilingQuestion, first: FirstTile) -> Option<Self> {
        Some(Self { star: Star::read(question)?, first })
    }

    /// The program's search, at its beginning.
    #[must_use]
    pub fn search(&self) -> PrintedSearch<'_> {
        PrintedSearch::new(self)
    }

    /// The program's search below its first choices of ways; `None` if it does not make these
    /// choices, or if they fill the star.
    #[must_use]
    pub fn search_below(&self, ways: &[usize]) -> Option<PrintedSearch<'_>> {
        let mut search = self.search();
        search.descend(ways).then_some(search)
    }

    /// The line on which a tiling is printed with just these colours, if it is. What is given must
    /// be a tiling of the star.
    #[must_use]
    pub fn line(&self, tiling: &[PlacedTile]) -> Option<PrintedLine> {
        let corners =
            |tile: &PlacedTile| <[Point; 3]>::try_from(tile.corners(&self.star.question)).ok();
        let triangles: Vec<([Point; 3], usize)> = tiling
            .iter()
            .map(|tile| Some((corners(tile)?, tile.colour?)))
            .collect::<Option<_>>()?;
        let mut layout = Layout::new(&self.star);
        while !layout.is_filled() {
            layout.open_level();
            let way = (0..WAYS).find(|way| {
                let (corners, colour) = layout.triangle(*way);
                triangles.iter().any(|(other, its)| *its == colour && is_turned(&corners, other))
            })?;
            let is_kept = layout.depth() == 0 && self.first == FirstTile::Kept;
            if layout.next_tried(if is_kept { 0 } else { way }) != Some(way) {
                return None;
            }
            layout.lay(way);
        }
        (layout.depth() == tiling.len()).then(|| layout.line())
    }

    /// The whole list, from all colourings of the star up to the names of colours.
    pub fn lines<'t>(
        &self,
        colourings: impl IntoIterator<Item = &'t [PlacedTile]>,
    ) -> Vec<PrintedLine> {
        let mut lines = Vec::new();
        for colouring in colourings {
            for names in namings() {
                let named = |tile: &PlacedTile| {
                    let colour = tile.colour.and_then(|colour| names.get(colour).copied());
                    PlacedTile { colour, ..*tile }
                };
                lines.extend(self.line(&colouring.iter().map(named).collect::<Vec<_>>()));
            }
        }
        lines.sort_unstable();
        // If a colour is not used, its name does not matter.
        lines.dedup();
        lines
    }
}

/// All ways to name the colours.
fn namings() -> Vec<[usize; COLOURS]> {
    let mut namings = vec![];
    for code in 0..COLOURS.pow(4) {
        let names = [0, 1, 2, 3].map(|place| code / COLOURS.pow(place) % COLOURS);
        if (0..COLOURS).all(|name| names.contains(&name)) {
            namings.push(names);
        }
    }
    namings
}

/// Whether two triangles are the same, whichever corner is said first.
fn is_turned(one: &[Point; 3], other: &[Point; 3]) -> bool {
    let [a, b, c] = *other;
    [[a, b, c], [b, c, a], [c, a, b]].contains(one)
}
