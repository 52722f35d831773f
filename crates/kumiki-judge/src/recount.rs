//! The judge's own counters, slow and plain enough to be believed. Each gives up after a number of
//! steps, so that small questions are counted again and large ones are not.
//!
//! # What is absent
//! Every idea that makes an engine fast: nothing is pruned but what is already too much, and walks
//! that leave a vertex behind that no cycle can go through any more.

pub use crate::bricks::recount::{AntislideTally, brick_arrangements, packing_tally, packings};
pub use crate::cover::automorphisms::{NumberedCover, automorphisms};
pub use crate::cover::recount::covers;
pub use crate::pieces::recount::piece_arrangements;
pub use crate::sliding::distances::{SlidingDistances, sliding_distances};
pub use crate::subgraphs::counting::{Wanted, subgraph_count};
pub use crate::subgraphs::cycles::hamiltonian_cycles;
pub use crate::subgraphs::trees::spanning_trees;
