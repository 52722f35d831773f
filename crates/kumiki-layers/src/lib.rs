//! Counting brick packings layer by layer.
#![forbid(unsafe_code)]

mod fill;
mod halves;
mod join;
mod level;
mod section;
mod weight;

pub use halves::{Counted, Fold, JoinedUnit, LayerCount, LayerJoin, NotLayered, NumbersTooLarge};
