//! Stores, operations, texts and tours, against definitions and figures.
//!
//! One binary: `naive.rs` has the definitions, and every other file is about one part.

mod cutoffs;
mod families;
mod functions;
mod naive;
mod reduction;
mod store;
mod text;
mod tours;
