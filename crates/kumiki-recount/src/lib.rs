//! Every count once more, by a second method that shares no code with the engines.
//!
//! # The question
//! An engine says: so many packings. Is that so? Here they are counted again, slowly and plainly
//! enough to be believed. A 2x3 board has three tilings by dominoes:
//!
//! ```text
//! 1 2 3   1 2 2   1 1 3
//! 1 2 3   1 3 3   2 2 3
//! ```
//!
//! ```
//! use kumiki_recount::{Wanted, subgraph_count};
//! use kumiki_model::SubgraphKind;
//! // A domino joins two neighbours, so a tiling is a matching.
//! let board = "grid:2x3".parse()?;
//! assert_eq!(subgraph_count(&board, &Wanted::new(SubgraphKind::Matchings), 1000), Some(3));
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! # Structure
//! Each counter has a structure of its own, which lives as long as one call. All ways to lay a
//! piece are listed and numbered (`pieces/board.rs`), so that packings are sets of numbers and
//! symmetries permute them; solutions of an exact cover are sets of options, and subgraphs sets of
//! edges, in the same way (`permutations.rs`). A table of who covers which cell has invariants O1
//! and O2 (`pieces/room.rs`). Tilings have exact arithmetic (E1 to E4, `tiling/plane.rs`), polygons
//! (G1 and G2, `tiling/shape.rs`), painters (U1, `tiling/painting.rs`) and a search (T1 to T4,
//! `tiling/recount.rs`).
//!
//! # Cost and limits
//! Each counter gives up after a number of steps that the caller chooses, so that small questions
//! are counted again and large ones are not. Boxes of up to about 40 cells and sliding boards of
//! nine take a second.
//!
//! # What is shared
//! With the engines: the types of the model, which say what is asked, and nothing else. Even the
//! symmetries of a box are worked out once more, although the model knows them, and so is the
//! arithmetic of exact points, although the ring knows it; of `kumiki-ring` only the way to write
//! down a point is used. The judge (`kumiki-judge`) uses geometry and symmetries of this crate for
//! its rules.
//!
//! # What is absent
//! Every idea that makes an engine fast: nothing is pruned but what is already too much, and walks
//! that leave a vertex behind that no cycle can go through any more. No answers: who holds them
//! against these counts is the judge.
//!
//! # How we know it is right
//! Overlaps of polygons are compared with sample points, and tilings with those made of atoms.
//! Distances on sliding boards are compared with walks that remember nothing. Subgraphs of all
//! graphs of up to four vertices are counted by degrees and by walking. Packings are compared with
//! every set of placements, judged by the rules; symmetries with the orbit-stabiliser theorem on
//! every arrangement of small boxes.
//!
//! # Reading order
//! `permutations.rs`; then a file or a directory for each family: `pieces`, `bricks`, `cover`,
//! `sliding`, `subgraphs` with `pairing`, and `tiling`.
#![forbid(unsafe_code)]

mod bricks;
mod cover;
mod pairing;
mod permutations;
mod pieces;
mod sliding;
mod subgraphs;
mod tables;
mod tiling;

pub use bricks::{
    AntislideTally, brick_arrangements, brick_board, brick_of, brick_puzzle_size, cells_of,
    corner_brick, corners_of, packing_tally, packings, prescribed_brick,
};
pub use cover::{NumberedCover, automorphisms, count_covers, covers};
pub use pairing::{ColouredEdge, MatchingPairs, matching_pairs};
pub use permutations::{Permutations, image};
pub use pieces::{
    Board, Direction, Kind, Motions, Overlap, Room, cornered, piece_arrangements, turned_shapes,
};
pub use sliding::{SlidingDistances, shortest_within, sliding_distances};
pub use subgraphs::{
    Parts, Wanted, edge_between, folded_cycles, folded_matchings, graph_symmetries,
    hamiltonian_cycles, leaper_moves, motion, on_edges, spanning_trees, subgraph_count,
};
pub use tables::{by_symmetry, how_often};
pub use tiling::{
    CanonicalTile, CanonicalTiling, Motion, Plane, Real, Shape, Site, Spot, TilingCounts,
    TilingPainter, TilingRecount, TilingSymmetries, TilingTally, Viewed, Viewer, ways_to_name,
};
