//! Engine: exact cover of any kind and size on sparse sets
#![forbid(unsafe_code)]

mod cells;
mod search;
mod space;
mod table;
mod taxes;

pub use space::{CellsSearch, CellsSpace};
pub use taxes::Ceiling;
