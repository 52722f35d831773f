//! Files of exact covers: what is read, what is refused and where, what is written and reads back
//! the same.
//!
//! `dice.rs` draws numbers, `problems.rs` makes problems and compares files, and every other file
//! is one way in which a reader or a writer could be wrong.

mod bad_files;
mod dialects;
mod dice;
mod formulas;
mod problems;
mod round_trips;
mod sizes;
