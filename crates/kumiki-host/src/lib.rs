//! What a command needs around a run: a terminal as its host, signals, output files, kept tables.
//!
//! A [`Terminal`] is the [`kumiki_drive::Host`] of a run: it brings the clock, the limits, the flag
//! that signals raise, a line of progress and warnings on stderr, and a folder of kept tables.
//!
//! # Modules
//! * `terminal`: the host.
//! * `progress`: the line on stderr.
//! * `cache`: tables that are kept in files from one run to the next.
//! * [`guard`]: limits and signals hold in every phase, also where nobody asks.
//! * `stop`, `memory`: what stops a run from outside; how much memory there is.
//! * `checkpoint`: journals of runs, in files.
//! * `scratch`: levels of a count that do not fit into memory, in files.
//! * `file`: output files that appear whole or not at all.
//! * `crew`: many of these, written by several threads.
#![forbid(unsafe_code)]

mod cache;
mod checkpoint;
mod crew;
mod file;
mod growing;
pub mod guard;
mod memory;
mod progress;
mod scratch;
mod stop;
mod terminal;

pub use cache::TableCache;
pub use checkpoint::{CheckpointFile, CheckpointReader};
pub use crew::Crew;
pub use file::{OutputFile, abandon_files, is_same_file, is_stdout};
pub use growing::GrowingFile;
pub use progress::ShowProgress;
pub use scratch::{ScratchFolder, scratch_name};
pub use terminal::Terminal;
