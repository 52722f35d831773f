//! Engine: subgraphs of a graph counted, or handed on as a decision diagram, by states of a frontier.
#![forbid(unsafe_code)]

mod bound;
mod components;
mod count;
mod degrees;
mod entry;
mod fold;
mod levels;
mod mates;
mod network;
mod order;
mod plan;
mod problem;
mod rule;
mod schedule;
mod table;
mod walk;
mod word;

pub use count::{Count, Pause, Round, Tally};
pub use fold::{Folding, Motion, SymmetricTours, classes, half_turn_classes};
pub use levels::{FIRST_NODE, Levels, NONE, Node, ONE, TooManyNodes};
pub use mates::Ending;
pub use network::{Link, Network};
pub use plan::{Forecast, Plan, USUAL_BEAM};
pub use problem::{FrontierError, Keys, Problem};
