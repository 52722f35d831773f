//! What a command needs around a run: a terminal as its host, signals, output files, kept tables.
//!
//! A [`Terminal`] is the [`kumiki_drive::Host`] of a run: it brings the clock, the limits, the flag
//! that signals raise, a line of progress and warnings on stderr, and a folder of kept tables.
//!
//! # Modules
//! * `terminal`: the host.
//! * `stop`: Ctrl-C and SIGTERM.
//! * `progress`: the line on stderr.
//! * `cache`: tables that are kept in files from one run to the next.
//! * `file`: output files that appear whole or not at all.
#![forbid(unsafe_code)]

mod cache;
mod file;
mod progress;
mod stop;
mod terminal;

pub use cache::TableCache;
pub use file::{OutputFile, abandon_files, is_same_file, is_stdout};
pub use progress::ShowProgress;
pub use stop::catch_signals;
pub use terminal::Terminal;
