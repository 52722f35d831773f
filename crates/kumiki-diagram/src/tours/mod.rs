//! Tours that a half-turn of the board leaves unchanged, by pairing perfect matchings: the method
//! of Knuth's OBDD.
//!
//! Identify every cell with its image under the half-turn: the board is *folded*. A tour that the
//! half-turn leaves unchanged becomes a cycle through all folded cells, and its edges are,
//! alternately, those of two perfect matchings. So: a diagram of all perfect matchings
//! ([`MatchingDiagram`]), then pairs of them. A pair that makes a single cycle unfolds to one tour
//! or, if an even number of its edges cross over to the other half, to two half-tours that the
//! half-turn exchanges: a pseudo-solution.
//!
//! [`PairWalk`] visits the pairs one by one, as the seed does. [`PairCount`] only counts, and takes
//! short cuts. [`FirstCycles`] walks as the seed does, and counts how soon pairs are given
//! up.

mod board;
mod count;
mod cutoffs;
mod itinerary;
mod matchings;
mod symmetries;
mod walk;

pub use board::{CellOrder, FoldedBoard, FoldedEdge, Unfoldable};
pub use count::{OrderedPairs, PairCount, PairTotals, Unpairable};
pub use cutoffs::{Cutoffs, FirstCycles};
pub use matchings::{Growth, MatchingDiagram, Matchings};
pub use walk::{PairStep, PairWalk};
