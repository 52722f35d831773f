//! Symmetries found, against all permutations on small problems, planted ones on larger, and known
//! ones of puzzles.

mod known;
mod limits;
mod planted;
mod puzzles;
mod small;
mod twins;
