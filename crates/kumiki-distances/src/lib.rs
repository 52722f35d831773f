//! Engine: the distances of all positions of small sliding boards.
//!
//! # 1. The question
//! How many positions are how many moves away from a goal, which are the farthest, and in how many
//! ways is the goal reached from each of them in as few moves as possible?
//!
//! By hand: on a board of 2x2 cells there is never a choice but to turn back, so the positions form
//! a ring, 4!/2 = 12 of them. One is the goal, two are at each distance from 1 to 5, and the
//! farthest is reached both ways around:
//!
//! ```
//! use kumiki_distances::Distances;
//! use kumiki_model::{Metric, SlidingPosition};
//! use kumiki_search::{Fuel, Step};
//!
//! let goal = SlidingPosition::solved("2x2".parse()?);
//! let mut table = Distances::new(&goal, Metric::Single)?;
//! assert_eq!(table.advance(&mut Fuel::unlimited()), Step::Exhausted);
//! assert_eq!(table.layers(), [1, 2, 2, 2, 2, 2, 1]);
//! let antipodes = table.antipodes().expect("the table is complete");
//! assert_eq!(antipodes.len(), 1);
//! assert_eq!(antipodes[0].to_string(), "0321");
//! assert_eq!(table.distance(&antipodes[0]), Some(6));
//! assert_eq!(table.shortest_count(&antipodes[0]), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm
//! For each cell of the blank there is a bitmap over the orders of the tiles in reading order. A
//! push in a row changes the cell of the blank and no order: a whole bitmap moves to its neighbour,
//! word by word. A push in a column moves a tile past one or two others. Orders are ranked such
//! that it moves blocks of words, or a few bits of words, in a fixed way.
//!
//! Breadth-first search then goes layer by layer. Two bits for each position tell that it has not
//! been reached, or its distance modulo 3. That is enough to find the last layer in the bitmaps,
//! and, when the table is complete, the way down from any position to the goal.
//!
//! Read in this order. `frame` turns positions into arrangements, named by the goal, on an upright
//! board (A1 to A3). `rank` makes words and bits of them. `planes` are the two bits (P1, P2).
//! `window` moves bitmaps by pushes in columns (W1 to W4). `ground` reaches a layer from the last
//! one, in pieces (G1, G2), and `census` keeps count (G3, G4). `table` is the public face (L1 to
//! L3). `walk` answers about single positions, and `paths` counts ways from all of them (C1).
//!
//! # 3. Cost
//! Boards have at most 12 cells. Such a table, 239 500 800 positions, takes 64 MB. A layer reads
//! the bitmap of a cell once for each neighbour of the cell: 3x4 takes 1.2 seconds of one core and
//! 2x6 takes 1.5, twice as much if a slide of several tiles is one move. A distance is found by
//! walking so many steps, in some microseconds.
//!
//! # 4. What is absent
//! Larger boards: 13 cells or more would take gigabytes (`kumiki-slide` searches from single
//! positions instead). Threads: the pieces of a layer write to different cells of the blank, so
//! they could be shared out, but a table of 12 cells is too fast to need it. Clocks and files
//! (`kumiki-host`).
//!
//! # 5. How we know it is right
//! Every position of all boards of up to 6 cells, of 2x4 and of 3x3, with the blank of the goal in
//! many cells, against naive search over positions: distances, numbers of ways, layers, antipodes,
//! for both metrics. Boards, their reflections and their half turns agree; sips of fuel do not
//! matter; every layer's positions are counted again in the bitmaps, and add up to half of all
//! orders. Known figures: the histogram of 3x3, the 2 positions of 2x6 at distance 80, the 18 of
//! 3x4 at distance 53.
//!
//! # 6. Roads not taken
//! * A byte for each position: four times the memory, and no word operations.
//! * Wide boards as they are, without reflecting them: a push in a column of 2x6 would take a tile
//!   past five others, and move words to places all over a bitmap.
//!
//! # 7. Sources
//! A. Reinefeld, Complete solution of the eight-puzzle and the benefit of node ordering in IDA*
//! (1993), and F. R. W. Karlemo and P. R. J. Östergård, On sliding block puzzles (2000), for tables
//! of this kind; their figures are in the On-Line Encyclopedia of Integer Sequences, A089473,
//! A089474, A089483, A090166 and A090167. G. Cooperman and L. Finkelstein, New methods for using
//! Cayley graphs in interconnection networks (1992), for distances modulo 3. D. E. Knuth, TAOCP
//! 5.1.1, for digits that count inversions.
#![forbid(unsafe_code)]

mod census;
mod frame;
mod ground;
mod paths;
mod planes;
mod rank;
mod table;
mod walk;
mod window;

pub use paths::ShortestCounts;
pub use table::Distances;

use kumiki_model::SlidingBoard;

/// A board with more cells than a full table can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The board that was asked for.
    pub board: SlidingBoard,
    /// The most cells a board may have.
    pub limit_cells: usize,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a board of {} cells, expected at most {} cells", self.board, self.limit_cells)
    }
}

impl std::error::Error for TooLarge {}
