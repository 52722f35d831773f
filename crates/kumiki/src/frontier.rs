//! The frontier engine with threads, limits and forecasts: what questions about graphs and about
//! tours have in common.
//!
//! * `planning`: an order of vertices to count in.
//! * `forecast`: what a count will need, and whether that is too much.
//! * `classes`: which solution stands for those that symmetries make of it.
//! * `counting`: a plan counted on all cores.
//! * `second`: the same counted again in another order of vertices.
//! * `family`: all solutions as a decision diagram, and some of them, listed or drawn by lot.
//! * `listing`: those that a question asks for, shown and judged.
//! * `dice`: numbers drawn at random, the same ones for the same seed.

mod classes;
mod counting;
mod dice;
mod family;
mod forecast;
mod listing;
mod planning;
mod second;

pub(crate) use classes::{EdgeGroup, motions};
pub(crate) use counting::{Counted, count};
pub(crate) use family::{Family, pick};
pub(crate) use forecast::{Forecasted, forecast};
pub(crate) use listing::{Listing, show};
pub(crate) use planning::plan;
pub(crate) use second::{SAME_RULES, second_plan};
