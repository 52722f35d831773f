//! For tests only: what every engine promises, tried out.
//!
//! # The question
//! The driver pauses an engine at any node, takes away what is left of its tree, cuts it and gives
//! the pieces to other threads. How do we know that an engine stands that? We walk through its
//! space once, without a pause. Then we do everything that the driver may do, and compare.
//!
//! * [`check_space`] is for engines that walk trees: [`check_walks`] for all that can happen on one
//!   thread, and [`check_threads`] for the driver.
//! * [`check_stages`] is for engines that go from stage to stage; [`check_rounds`] for those with
//!   units, when they are stopped in the middle of a round; [`check_damage`] for what they read.
//! * [`Told`] is work that tells more than its answer, so that more is compared.
//! * [`TestHost`] is a host with a clock of its own and little patience; [`MemoryStore`] keeps
//!   journals, and what was in them at every moment.
//!
//! What is wrong is told in a sentence that begins with the label of the promise that is broken.
//!
//! # What is absent
//! Whether the plain walk is right: that is for the naive counters of `kumiki-oracle`. Nothing of
//! the product depends on this crate; `cargo xtask tidy` sees to it.
//!
//! # How we know it is right
//! Engines with planted faults: each is found, and named by the right label.
#![forbid(unsafe_code)]

mod damage;
mod heavy;
mod host;
mod rounds;
mod seen;
mod space;
mod stages;
mod store;
mod told;

pub use damage::check_damage;
pub use host::TestHost;
pub use rounds::check_rounds;
pub use seen::{Nodes, Seen, Shown};
pub use space::{check_space, check_threads, check_walks};
pub use stages::check_stages;
pub use store::{MemoryStore, Pieces};
pub use told::Told;
