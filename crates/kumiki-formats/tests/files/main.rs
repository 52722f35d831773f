//! Files of every format: what is read, what is refused and where, what reads back the same.
//!
//! One binary: `puzzle_samples` draws random puzzles and numbers.

mod cover;
mod edges;
mod mutations;
mod puzzle_burrtools;
mod puzzle_gallery;
mod puzzle_polycube;
mod puzzle_round_trips;
mod puzzle_samples;
mod puzzle_toml;
mod solutions;
mod tiling_round_trips;
mod tiling_toml;
