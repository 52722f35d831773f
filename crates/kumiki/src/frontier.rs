//! The frontier engine with threads, limits and forecasts: what questions about graphs and about
//! tours have in common.
//!
//! * `planning`: an order of vertices to count in.
//! * `forecast`: what a count will need, and whether that is too much.
//! * `classes`: which solution stands for those that symmetries make of it.
//! * `counting`: a plan counted on all cores.
//! * `second`: the same counted again in another order of vertices.
//! * `family`: all solutions as a decision diagram, and some of them, listed or drawn by lot.
//! * `dice`: numbers drawn at random, the same ones for the same seed.

mod classes;
mod counting;
mod dice;
mod family;
mod forecast;
mod planning;
mod second;

pub(crate) use classes::{EdgeGroup, compare_sizes, motions};
pub(crate) use counting::{Counted, count};
pub(crate) use family::{Family, pick};
pub use forecast::Forecasted;
pub(crate) use forecast::{check_listing, forecast, guarded};
pub(crate) use planning::plan;
pub(crate) use second::{SecondPlan, second_plan};

/// Which part of all is done, roughly: for progress lines.
fn fraction(done: usize, all: usize) -> f64 {
    let per_mille = done.saturating_mul(1000) / all.max(1);
    f64::from(u16::try_from(per_mille).unwrap_or(1000)) / 1000.0
}
