//! For tests only: all small problems, random larger ones, and their solutions by naive means.
//!
//! Engines are tested on every problem of a [`universe`], and what they find is compared with what
//! [`naive`] counters find. Most of these are those of `kumiki-recount`, which gives up after a
//! while; here they have no limit, and some are slower and plainer still. [`examples`] are short
//! ways to write things down.
//!
//! ```
//! use kumiki_oracle::{naive, universe};
//! let has_covers = |problem: &_| !naive::covers(problem).is_empty();
//! let solvable = universe::cover_problems(3, 7).filter(has_covers);
//! assert_eq!(solvable.count(), 462);
//! ```
//!
//! # What is absent
//! Nothing of the product depends on this crate; `cargo xtask tidy` sees to it. It shares no code
//! with any engine.
//!
//! # How we know it is right
//! The counters reproduce the published counts of dominoes, lozenges and trees, and the figures
//! that two programs agree on for 2x2x1 bricks; covers with requirements and packings, counted by
//! different code, are equally many. Subgraphs of all graphs of up to four vertices are counted by
//! degrees and by walking.
#![forbid(unsafe_code)]

pub mod atoms;
pub mod examples;
pub mod naive;
pub mod universe;
