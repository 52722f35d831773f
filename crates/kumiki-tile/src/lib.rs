//! Engine: polygons tiled by polygons.
//!
//! # 1. The question
//! In how many ways do tiles fill a region, both polygons with exact corners? Tiles may lie
//! anywhere and be turned by multiples of the ring's angle; nothing is on a grid.
//!
//! By hand: a regular hexagon of side 1 and lozenges of side 1. Into the corner at the bottom left,
//! whose angle is 120 degrees, goes either a lozenge with its wide angle, or two with their narrow
//! ones; what is left is forced both times. So there are two ways:
//!
//! ```
//! use kumiki_model::{Polygon, Tile, TilingQuestion};
//! use kumiki_ring::{Point, Ring};
//! use kumiki_search::{Fuel, Prefix, Space, collect};
//! use kumiki_tile::{Atlas, Corner, Memo, Pause, Tilings};
//!
//! let ring = Ring::new(6)?;
//! let [zero, one, up] = [Point::ZERO, ring.unit(0), ring.unit(1)];
//! let hexagon: Vec<Point> = (0..6).map(|k| ring.unit(k)).collect();
//! let lozenge = Tile {
//!     name: "lozenge".to_owned(),
//!     shape: Polygon::new(&ring, &[zero, one, one + up, up])?,
//!     least: 0,
//!     most: None,
//!     most_of_a_colour: None,
//!     turns: true,
//!     flips: true,
//! };
//! let region = Polygon::new(&ring, &hexagon)?;
//! let question = TilingQuestion::new("hexagon", ring, region, vec![lozenge], None)?;
//! let mut memo = Memo::new(&question, Corner::Fewest, true)?;
//! assert_eq!(memo.advance(&mut Fuel::unlimited()), Pause::Done);
//! assert_eq!(memo.count(), Some(2));
//!
//! // The two are mirror images of one another, and three turns and three reflections leave each unchanged.
//! let tilings = Tilings::new(&memo, Atlas::new(&question));
//! let mut search = tilings.begin(&Prefix::root());
//! let shapes = collect(&mut search, |search| {
//!     let tiling = search.solution().expect("the search holds still at a tiling");
//!     (tiling.places().count(), tiling.symmetry())
//! });
//! assert_eq!(shapes.collect::<Vec<_>>(), [(3, 6), (3, 6)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm
//! What is left of the region is a set of simple polygons, and a tile is always laid into a convex
//! corner, with a side along the boundary: some tile must lie there in every tiling. Cutting it off
//! leaves simple polygons again; the module `cutting` explains why none of the special cases arises
//! that such a program is feared for (C1 to C5).
//!
//! Read in this order. `spot` packs points into integers. `table` compiles the question:
//! directions, heights, ways to lay a tile (Y1 to Y3, W1 to W3), and the proof that comparing
//! rounded heights is exact. `parts` cuts tiles that are not convex. `outline` has the polygons
//! that are left (O1 to O6), `cutting` cuts tiles off them and measures what is left (`residue`),
//! and `fits` knows which tiles fit into their corners (X1 to X3). `form` tells what is the same
//! about two polygons (F1, F2). `stock` and `composition` watch the numbers of tiles, and
//! `crossings` knows which rhombi a polygon takes, from its boundary alone (K1 to K4). Then there
//! are two ways:
//!
//! * `memo` counts by remembering the forms of what is left (M1 to M5), and `tilings` walks through
//!   all tilings that it found, gives the one of any rank, or draws some at random (L1 to L8).
//!   `atlas` numbers the places of tiles and knows the symmetries of the region. A `team` counts
//!   with several members, who know of each other what was counted (M6, T1).
//! * `colouring` searches for coloured tilings, one by one (Q1 to Q10); `sites` numbers the places
//!   of tiles and remembers which of them overlap or touch (S1 to S3). `images` writes what is
//!   found in one way (H1, H2), and `bare` is a question without its colours.
//!
//! A tiling of either kind is a `sight`: one of its class. `areas` sees beforehand that tiles
//! cannot fill the region.
//!
//! # 3. Cost
//! The decagon of 30 golden triangles has 5 464 292 tilings. Counting them takes 154 thousand cuts
//! and remembers 37 thousand polygons; a cut with all that belongs to it takes some 12 thousand
//! instructions. Walking takes some 300 instructions a tiling. A polygon takes some 200 bytes, and
//! three times as much if the tilings are to be listed. The regular polygon with 18 sides has 112
//! 018 190 tilings by rhombi, counted with 206 thousand cuts and 34 thousand polygons; without
//! `crossings` it takes three and five times as many. The star in four colours takes 55 thousand
//! nodes of some 10 thousand instructions each.
//!
//! # 4. What is absent
//! Regions with holes, and tiles with holes. Sides whose directions are too many (4096),
//! coordinates that are too large, and lines that could come too close together: the constructors
//! refuse. How tilings begin, if a team counts: it keeps numbers only. Clocks and files
//! (`kumiki-host`).
//!
//! # 5. How we know it is right
//! Random regions and tiles on square and triangular grids, convex and not, with numbers of all
//! kinds, against the judge's naive counter: tilings, classes, symmetries, colourings; every tiling
//! is judged. Both rules for corners, remembering and plain search must agree, and sips of fuel
//! must not matter, nor snapshots in between. The lowest corners know nothing of crossings and of
//! what fits: random regions of rhombi off every grid must have as many tilings with them as
//! without. Random dissections into polygons that are not convex, on grids and off them, are
//! counted again by the judge, which lays tiles and cuts nothing. Every cut is measured (C5).
//! Published figures: golden triangles, the stomachion, rhombi in polygons, dominoes, lozenges.
//!
//! # 6. Roads not taken
//! * Choosing the lowest corner instead of the one with the fewest tiles: 2.9 million polygons
//!   instead of 37 thousand on the decagon. It stays as a second opinion.
//! * Ties between corners by the place in the polygon's own form: 18 times as many polygons as by
//!   the place in the region.
//! * Remembering where only one tile fits: more memory, no fewer cuts.
//! * Taking a forced tile as soon as one is known, before the new corners are looked at: half as
//!   much work there, but a third more cuts, since corners into which nothing fits are seen later.
//! * Areas in more planes for golden triangles: sides that are no multiples of each other leave the
//!   ordinary area only. Three quarters of the polygons that are remembered have no tiling, and we
//!   know no quicker way to tell.
//! * Remembering which tiles overlap, by the shift between their corners: fewer instructions, and
//!   slower, since the memory is large.
//! * Asking of every polygon that is left whether some tiles have its area, or of its sides whether
//!   some sides of tiles make up their lengths, while colouring: no fewer nodes, or hardly.
//! * Colouring tiles only when all are laid, with a look now and then at whether they can be
//!   coloured: 137 thousand nodes on the star, and dearer ones.
//!
//! # 7. Sources
//! D. E. Knuth's DECAGON and DECAGON-COLORSTAR, for the problems, the exact coordinates and the
//! choice of the corner.
#![forbid(unsafe_code)]

mod areas;
mod atlas;
mod bare;
mod colouring;
mod composition;
mod crossings;
mod cutting;
mod fits;
mod form;
mod frame;
mod images;
mod memo;
mod outline;
mod parts;
mod residue;
mod sight;
mod sites;
mod spot;
mod stock;
mod table;
mod team;
mod tilings;

pub use areas::obstruction;
pub use atlas::{Atlas, symmetries};
pub use bare::without_colours;
pub use colouring::{ColouringSearch, Colourings};
pub use frame::Frame;
pub use images::{Forms, Images};
pub use memo::{Corner, Memo, Pause};
pub use sight::Sight;
pub use team::Team;
pub use tilings::{TilingSearch, Tilings, Visit};

/// Why this engine cannot search a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsuited {
    /// Sides have too many directions.
    TooManyDirections {
        /// How many directions there are.
        directions: usize,
    },
    /// Coordinates could become too large.
    TooLarge {
        /// A bound on the coordinates of all corners that could occur.
        coordinate: u64,
        /// They must be less than this.
        limit: u64,
    },
    /// Lines could come closer together than the engine can tell apart.
    TooFine {
        /// How close, in units of heights: 2^-50, or larger ones if heights could overflow.
        gap: u64,
    },
    /// The numbers of tiles that have to be watched do not fit into 128 bits.
    TooManyKinds,
}

impl std::fmt::Display for Unsuited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooManyDirections { directions } => {
                write!(f, "sides of the tiles in {directions} directions, expected at most 4096")
            }
            Self::TooLarge { coordinate, limit } => {
                write!(f, "coordinates that could reach {coordinate}, expected less than {limit}")
            }
            Self::TooFine { gap } => write!(
                f,
                "parallel lines that could be {gap} smallest units apart, too close to be \
                 told apart, expected a coarser problem"
            ),
            Self::TooManyKinds => {
                write!(
                    f,
                    "too many limited kinds of tiles, expected numbers that fit into 128 bits"
                )
            }
        }
    }
}

impl std::error::Error for Unsuited {}
