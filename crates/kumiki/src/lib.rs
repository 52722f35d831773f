//! Exact combinatorial search.
//!
//! The façade: one module per kind of question, each with one call from question to answer. The
//! engines, the judge and the drawing are re-exported for those who want to go deeper.
//!
//! ```
//! use kumiki::antislide::{Request, solve};
//! use kumiki::model::AntislideQuestion;
//! use kumiki::drive::{Run, Unhosted};
//!
//! let question = AntislideQuestion::new("3x3x3".parse()?, vec!["2x2x1".parse()?]);
//! let solved = solve(&Request::count(question), &Run::new(&Unhosted))?;
//! assert_eq!(solved.answer.packings.to_string(), "9");
//! assert_eq!(solved.answer.classes.all.to_string(), "2"); // Knuth's one solution, and the empty box
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod antislide;
pub mod cover;
mod frontier;
pub mod graph;
mod halt;
mod judged;
pub mod pack;
mod pick;
mod report;
pub mod slide;
pub mod tile;
pub mod tours;

/// The README's example, kept true by the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

pub use frontier::Forecasted;
pub use halt::Halt;
pub use kumiki_draw as draw;
pub use kumiki_drive as drive;
pub use kumiki_formats as formats;
pub use kumiki_group as group;
pub use kumiki_host as host;
pub use kumiki_id as id;
pub use kumiki_judge as judge;
pub use kumiki_model as model;
pub use kumiki_puzzles as puzzles;
pub use kumiki_search as search;
pub use report::NOT_VERIFIED;

/// The engines, for those who want to go deeper.
pub mod engine {
    pub use kumiki_bits as bits;
    pub use kumiki_bricks as bricks;
    pub use kumiki_cells as cells;
    pub use kumiki_diagram as diagram;
    pub use kumiki_distances as distances;
    pub use kumiki_frontier as frontier;
    pub use kumiki_layers as layers;
    pub use kumiki_memo as memo;
    pub use kumiki_slide as slide;
    pub use kumiki_tile as tile;
}
