//! The shared grammar of searching: fuel, steps, units and profiles.
//!
//! # The question
//! Every engine of Kumiki walks a tree of choices. What must it offer so that threads, progress
//! bars, limits, checkpoints and clusters can be written once, for all of them? Three things:
//!
//! * [`Search::advance`] walks on until a solution is found, the [`Fuel`] is gone or nothing is
//!   left. The walk is an explicit state machine, so stopping costs nothing and loses nothing.
//! * [`Space::begin`] starts a search below a [`Prefix`] of choices. What is found there depends on
//!   the prefix alone, so the parts of a space can be searched anywhere and in any order.
//! * [`Space::expand`] names the live choices that follow a prefix, in order. With it [`split`]
//!   cuts the space into [`Unit`]s.
//!
//! A search that is paused is described by its unit and the number of steps taken; one that is
//! moved is a list of units. That is all a checkpoint will have to hold.
//!
//! # Example: the binary words of length 3 without two ones in a row
//! ```
//! use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step, split, visit};
//! use std::ops::ControlFlow;
//!
//! struct Words;
//! struct Walk { waiting: Vec<Vec<u32>>, word: Vec<u32>, profile: Profile }
//!
//! impl Space for Words {
//!     type Search<'s> = Walk;
//!     fn begin(&self, prefix: &Prefix) -> Walk {
//!         Walk { waiting: vec![prefix.choices().to_vec()], word: vec![], profile: Profile::new(&[]) }
//!     }
//!     fn expand(&self, prefix: &Prefix, _: &mut Profile) -> Expansion {
//!         if prefix.len() == 3 { return Expansion::Solution; }
//!         let one_is_live = prefix.choices().last() != Some(&1);
//!         Expansion::Choices(if one_is_live { vec![0, 1] } else { vec![0] })
//!     }
//! }
//!
//! impl Search for Walk {
//!     fn advance(&mut self, fuel: &mut Fuel) -> Step {
//!         while let Some(word) = self.waiting.pop() {
//!             if !fuel.burn() { self.waiting.push(word); return Step::OutOfFuel; }
//!             if word.len() == 3 { self.word = word; return Step::Solution; }
//!             for bit in [1, 0] {
//!                 if bit == 0 || word.last() != Some(&1) {
//!                     self.waiting.push(word.iter().copied().chain([bit]).collect());
//!                 }
//!             }
//!         }
//!         Step::Exhausted
//!     }
//!     fn remaining(&mut self) -> Vec<Prefix> {
//!         self.waiting.drain(..).rev().map(Prefix::from).collect()
//!     }
//!     fn profile(&self) -> &Profile { &self.profile }
//!     fn audit(&self) -> Result<(), String> { Ok(()) }
//! }
//!
//! let (units, _) = split(&Words, 3);
//! assert_eq!(units.len(), 3); // 00, 01 and 10
//! let mut words = Vec::new();
//! for unit in &units {
//!     let mut search = Words.begin(&unit.prefix);
//!     let outcome = visit(&mut search, &mut Fuel::unlimited(), |walk| {
//!         words.push(walk.word.clone());
//!         ControlFlow::<()>::Continue(())
//!     });
//!     assert!(outcome.is_exhausted());
//! }
//! assert_eq!(words, [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 0, 1]]);
//! ```
//!
//! [`tell`] tells a search step by step, for people. [`estimate_nodes`] says how large a space is,
//! roughly, before it is searched.
//!
//! # What is absent
//! Threads, clocks and files: `kumiki-host` brings them. Engines: each has a crate of its own.
#![forbid(unsafe_code)]

mod explain;
mod fuel;
mod lot;
mod profile;
mod records;
mod scratch;
mod stages;
mod unit;
mod visit;

pub use explain::{Arrival, Explained, Told, tell};
pub use fuel::Fuel;
pub use lot::{estimate_nodes, mix};
pub use profile::{Level, Profile};
pub use records::{Digest, RecordReader, RecordWriter, read_flag, read_size};
pub use scratch::{MemoryScratch, Scratch, free_after};
pub use stages::{BadSnapshot, Progress, Record, Snapshot, Stages, Turn};
pub use unit::{Expander, Expansion, Prefix, Space, Unit, cut, split};
pub use visit::{Outcome, Search, Step, collect, visit};
