//! Subgraphs: all of a kind, and their symmetries.

mod counting;
mod cycles;
mod folded;
mod leapers;
mod symmetries;
mod trees;

pub use counting::{Parts, Wanted, subgraph_count};
pub use cycles::hamiltonian_cycles;
pub use folded::{folded_cycles, folded_matchings};
pub use leapers::leaper_moves;
pub use symmetries::{edge_between, graph_symmetries, motion, on_edges};
pub use trees::spanning_trees;
