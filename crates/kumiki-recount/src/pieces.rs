//! Pieces in a box: all ways to lay them, their symmetries, and what can slide.

mod board;
mod room;
mod search;
mod turning;

pub use board::{Board, Kind, Motions};
pub use room::{Direction, Overlap, Room};
pub use search::piece_arrangements;
pub use turning::{cornered, turned_shapes};

pub(crate) use turning::AXIS_ORDERS;
