//! Packing puzzles stated as exact-cover problems, compared with the judge's own listing of
//! arrangements.

mod agreement;
mod groups;
mod questions;
mod statements;
