//! Threads, progress, limits and interruption: everything around an engine that is not the engine.
//!
//! # The question
//! An engine cuts its work into units that can be done anywhere and in any order. How do we run
//! them on all cores so that the answer, the order of the solutions and the profile do not depend
//! on the number of threads, show how far we are, and stop cleanly when the user or a limit says
//! so?
//!
//! [`Runner::units`] runs numbered units and hands their results over in order. [`Runner::space`]
//! does the same with a [`kumiki_search::Space`]: a space that a small amount of fuel exhausts is
//! searched at once, a larger one is split the same way whatever the number of threads.
//!
//! ```
//! use kumiki_run::{Ended, Runner};
//! use std::ops::ControlFlow;
//! let mut squares = Vec::new();
//! let ended = Runner::quiet(2).units(100, "squares", |unit, _| Some(unit * unit), |square| {
//!     squares.push(square);
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(ended, Ended::Complete);
//! assert!(squares.is_sorted()); // in order, whichever thread was faster
//! ```
//!
//! # Modules
//! * `stop`: Ctrl-C, SIGTERM, time and memory limits as one thing to ask.
//! * `progress`: the line on stderr.
//! * `runner`: the threads.
//! * `space`: search spaces on top of them.
//! * `rounds`: work that several threads share round by round.
//! * `memory`: what the system says about our memory.
//! * `cache`: tables that are kept in files from one run to the next.
//! * `file`: output files that appear whole or not at all.
#![forbid(unsafe_code)]

mod cache;
mod file;
mod memory;
mod progress;
mod rounds;
mod runner;
mod space;
mod stop;

pub use cache::{Kept, TableCache};
pub use file::{OutputFile, abandon_files, is_same_file, is_stdout};
pub use memory::{available_bytes, peak_bytes, resident_bytes};
pub use progress::ShowProgress;
pub use rounds::Rounds;
pub use runner::{Reporter, Runner};
pub use space::SpaceRun;
pub use stop::{Ended, Limits, catch_signals};
