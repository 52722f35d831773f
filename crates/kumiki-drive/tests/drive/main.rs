//! The driver on work that is small enough to be seen through: words, sums, numbered parts.

mod journal;
mod parts;
mod snapshot;
mod stages;
mod tree;
mod words;
