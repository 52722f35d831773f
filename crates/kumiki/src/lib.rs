//! Exact combinatorial search.
//!
//! The façade: a [`Question`](model::Question) goes in, an [`Answer`](model::Answer) comes out. The
//! engines, the judge and the drawing are re-exported for those who want to go deeper.
//!
//! ```
//! use kumiki::drive::Unhosted;
//! use kumiki::model::{AntislideAsk, Question};
//!
//! let question = Question::new(AntislideAsk::new("3x3x3")).list(1);
//! let answer = kumiki::solve(&question, &Unhosted)?;
//! assert_eq!(answer.solutions.expect("asked for").len(), 1); // Knuth's packing
//! # Ok::<(), kumiki::Halt>(())
//! ```
//!
//! [`visit`] hands the solutions over as they are found; [`Prepared`] also tells an answer in words
//! and draws it.
#![forbid(unsafe_code)]

mod antislide;
mod catalogue;
mod classes;
mod cover;
mod demo;
mod draft;
mod family;
mod frontier;
mod graph;
mod halt;
mod journals;
mod judged;
mod pack;
mod pictures;
mod report;
mod rows;
mod saved;
mod scripts;
mod sink;
mod slide;
mod sources;
mod status;
mod tile;
mod tours;
mod trace;
pub mod words;

/// The README's example, kept true by the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

pub use catalogue::Catalogue;
pub use demo::{Demonstration, demonstrate};
pub use family::{Prepared, solve, visit};
pub use halt::Halt;
pub use journals::{JournalHead, ResumeError, merge_parts, merge_stopped_parts};
pub use kumiki_draw as draw;
pub use kumiki_drive as drive;
pub use kumiki_formats as formats;
pub use kumiki_group as group;
pub use kumiki_id as id;
pub use kumiki_judge as judge;
pub use kumiki_model as model;
pub use kumiki_puzzles as puzzles;
pub use kumiki_search as search;
pub use pictures::JudgedPictures;
pub use report::NOT_VERIFIED;
pub use saved::{
    ListError, ListReader, ListWriter, Range, csv_head, csv_row, judge_list, open_list,
};
pub use scripts::{Scheduler, in_shell, shard_line, shard_script};
pub use sink::{Row, Shown, Sink, put_back};
pub use sources::{expected_file, formats_of, gallery, is_built_in};
pub use status::{PhaseStatus, ShardStatus, Status};

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
    pub use kumiki_planar as planar;
    pub use kumiki_slide as slide;
    pub use kumiki_tile as tile;
}
