//! Engine: paths and cycles of planar boards.
#![forbid(unsafe_code)]

mod adding;
mod board;
mod count;
mod ends;
mod numbers;
mod plan;
mod sweep;
mod tail;
mod union;
mod words;

pub use board::Sought;
pub use count::Count;
pub use plan::{Forecast, Plan};
