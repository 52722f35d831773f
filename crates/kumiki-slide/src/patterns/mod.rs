//! Additive pattern tables: lower bounds for sliding tiles.
//!
//! # 1. The question
//! How many pushes does a position need at least? A *pattern* is some of the tiles. If pushes of
//! other tiles are not counted, the least number that brings the tiles of the pattern home is found
//! by searching all their arrangements, once and for all: that is a *table*. Patterns without a
//! tile in common count different pushes. So if a *partition* divides the tiles among patterns,
//! then the entries of its tables add up to a lower bound.
//!
//! By hand: two tiles that have changed places in a row are one step from home each, but one must
//! step aside and back, so a pattern with both says 4. With two such pairs the bound is 8:
//!
//! ```
//! use kumiki_model::{SlidingBoard, SlidingPosition};
//! use kumiki_slide::patterns::{PackedTable, Partition, PatternSum, PatternTable};
//! use std::sync::Arc;
//!
//! let board = SlidingBoard::new(3, 3)?;
//! let goal = SlidingPosition::solved(board);
//! let partition = Partition::parse(board, goal.blank(), "aab/ccb/dd.")?;
//! let packed = |shape| Arc::new(PackedTable::new(&PatternTable::build(shape)));
//! let tables: Vec<_> = partition.shapes().into_iter().map(packed).collect();
//! assert_eq!(tables.len(), 2); // `a`, `b` and `d` are images of each other, so one table is enough for them
//! let sum = PatternSum::new(&goal, &partition, &tables)?;
//! let start = SlidingPosition::parse(board, "213456870")?;
//! assert_eq!(sum.bound(&start), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure
//! * `partition` divides the tiles (W1, W2), and `automatic` does so for any board. Reflections of
//!   a partition give other bounds from the same tables.
//! * `shape` is a pattern up to the symmetries of the board (H1 to H3), from `symmetry` (Y1, Y2):
//!   what a table depends on.
//! * `ranking` numbers the arrangements (K1, K2).
//! * `layers` is the breadth-first search (L1 to L3). `builder` writes down what it finds (B1);
//!   `check` compares it with a table that came from elsewhere (V1, V2). Both take fuel and can be
//!   paused.
//! * `table` holds the entries (P1, P2) as they are built, checked and kept; `packed` holds them
//!   for searching, in half the room (C1 to C3). `steps` reads a table and follows pushes (G1, Q1
//!   to Q3), and `sum` several tables together (S1).
//!
//! # 3. Cost
//! A pattern of k tiles on n cells has n!/(n - k)! entries of one byte, and building needs one bit
//! for each entry and region of free cells besides. On one core of a busy server:
//!
//! | tables | entries | bytes to build | seconds |
//! |---|---|---|---|
//! | 4x4, 5-5-5 | 3 x 524 160 | 0.8 MB | 0.05 |
//! | 4x4, 6-6-3 | 2 x 5 765 760 + 3360 | 8 MB | 0.3 |
//! | 4x4, 7-8 | 57 657 600 + 518 918 400 | 700 MB | 18 |
//! | 5x5, 6-6-6-6 | 2 x 127 512 000, four patterns of two shapes | 170 MB | 7 |
//!
//! Packing the tables of 7-8 takes a second, and half their memory besides. Following a push takes
//! some forty instructions, and touches nothing but a few kilobytes if it is along a row; otherwise
//! one number of a list of turned orders, which has some 25 numbers for each order of the tiles.
//! Checking a table takes as long as building it.
//!
//! # 4. What is absent
//! Patterns of more than 8 tiles. Entries by region of the blank, which would bound a little better
//! and take several times the memory. Files, threads and clocks (`kumiki-host`).
//!
//! # 5. How we know it is right
//! All patterns of the smallest boards and patterns of all sizes up to 3x3 and 2x5 agree with a
//! naive search, entry by entry. The table of all tiles of 3x3 is the table of distances, with its
//! known histogram. On 3x3 no sum exceeds it. Pushes are followed on boards of all kinds and
//! compared with numbers from scratch. Single wrong entries are found out.
//!
//! # 6. Sources
//! R. E. Korf and A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134
//! (2002), for the idea and for the partition 6-6-6-6; A. Felner, R. E. Korf and S. Hanan,
//! *Additive pattern database heuristics*, JAIR 22 (2004). The partitions 5-5-5 and 6-6-3 are those
//! that needed the fewest nodes on Korf's hundred instances, of the contiguous ones we tried.

mod automatic;
mod builder;
mod check;
mod error;
mod layers;
mod packed;
mod partition;
mod ranking;
mod shape;
mod steps;
mod sum;
mod symmetry;
mod table;

pub use builder::{Pause, TableBuilder};
pub use check::TableCheck;
pub use error::PatternError;
pub use packed::PackedTable;
pub use partition::{Partition, PlacedShape};
pub use shape::PatternShape;
pub use steps::{Arrangement, Reader};
pub use sum::PatternSum;
pub use table::{PatternTable, UNREACHABLE};
