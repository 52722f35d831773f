//! Packing puzzles stated as exact-cover problems.

mod pack;
