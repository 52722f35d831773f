//! One driver for every engine.
//!
//! # The question
//! Engines walk trees ([`kumiki_search::Search`]) or go from stage to stage
//! ([`kumiki_search::Stages`]). How do we run them on all cores so that the answer and the order of
//! the solutions do not depend on the number of threads, tell how far we are, and stop within a
//! tenth of a second when somebody or a limit says so, with what was found until then?
//!
//! A [`Host`] says what time it is and whether to stop, hears how far the work is, and may keep
//! tables ([`TableStore`]): a terminal, a server, a web page or a test. A [`Run`] drives work on
//! it:
//!
//! * [`Run::tree`] searches a space. It is cut into units, the units are searched on all threads,
//!   and what they find, a [`Ledger`], is put together in the order of the search. A unit that
//!   takes long while a thread has nothing to do is cut again.
//! * [`Run::stages`] goes from stage to stage; threads share the units of a stage.
//! * [`Run::parts`] works on numbered parts.
//!
//! ```
//! use kumiki_drive::{Run, Unhosted};
//! use std::ops::ControlFlow;
//! let mut squares = Vec::new();
//! let done = Run::new(&Unhosted).parts("squares", 100, |part, _| Ok(part * part), |square| {
//!     squares.push(square);
//!     ControlFlow::Continue(())
//! });
//! assert!(done.is_ok());
//! assert!(squares.is_sorted()); // in order, whichever thread was faster
//! ```
//!
//! # What is absent
//! Clocks, signals, files and terminals: the host brings them. There is no static variable, so two
//! runs in one process do not know of each other.
//!
//! # Modules
//! * `host`: what a run needs from outside.
//! * `run`: a run, and what may stop it.
//! * `meter`: how far a phase is, and whether it is to go on.
//! * `queue`: units in order, worked on out of order.
//! * `tree`, `stages`, `parts`: the three kinds of work; `beside`: what may end a search.
//! * `journal`: what a run has done so far, to go on from; shards.
//! * `estimate`: how much of a search is done.
//! * `snapshot`: what stages have reached, as bytes for whoever takes them.
//! * `ledger`: what a search finds, as data; `pairs` writes its maps, and `picked` has those of the
//!   solutions that are wanted.
#![forbid(unsafe_code)]

mod beside;
mod estimate;
mod host;
mod journal;
mod ledger;
mod meter;
pub mod pairs;
mod parts;
mod picked;
mod queue;
mod run;
mod snapshot;
mod stages;
mod tree;

pub use beside::{Beside, Wish};
pub use estimate::{TopUnit, share_done};
pub use host::{
    Event, Host, Limits, ListStore, Progress, StoredTable, TableStore, Unhosted, megabytes,
};
pub use journal::{
    JOURNAL, Journal, JournalDocument, JournalError, JournalStore, KeptResult, MergeError,
    PhaseRecord, Piece, Shard, SnapshotRecord, UnitsRecord, WorkRecord, is_share_done, merge,
    merge_stopped,
};
pub use kumiki_model::StoppedBy;
pub use kumiki_search::{Scratch, free_after};
pub use ledger::{Ledger, Plain};
pub use parts::Pulse;
pub use picked::{Pick, Picked};
pub use run::Run;
pub use snapshot::{SnapshotError, read_snapshot, write_snapshot};
pub use tree::Walked;
