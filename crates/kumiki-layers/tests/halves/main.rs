//! Packings counted layer by layer, against the search that lays brick by brick.
//!
//! The two engines share no code, so where they agree both are believed.

mod budget;
mod counts;
mod folds;
mod methods;
mod numbers;
mod refusals;
mod stopping;
