//! The symmetries of an exact-cover problem, found by refining partitions.
//!
//! # 1. The question
//! Which permutations of the options take solutions to solutions, as far as the problem's own
//! structure shows it? A puzzle rarely comes with its group: whoever writes a file of options does
//! not say that the board can be turned over. By hand: four cells in a square, each two neighbours
//! a domino. The square has eight symmetries, and so have its dominoes.
//!
//! ```
//! use kumiki_auto::{Budget, automorphisms};
//! use kumiki_group::Action;
//! use kumiki_model::{CoverProblemBuilder, ItemKind};
//!
//! let mut builder = CoverProblemBuilder::new();
//! let cells = [(); 4].map(|()| builder.item(ItemKind::Primary));
//! for corner in 0..4 {
//!     builder.option([cells[corner], cells[(corner + 1) % 4]]);
//! }
//! let problem = builder.build(Action::trivial(4))?;
//! let group = automorphisms(&problem, Budget::default());
//! assert_eq!(group.order(), &8_u32.into());
//! assert!(group.is_complete());
//! // Every domino can be brought to every other place.
//! assert_eq!(group.orbits().len(), 1);
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! What exactly counts as a symmetry is said in [`is_automorphism`]: options and items are
//! permuted, and bounds, costs, requirements and, up to their names, colours are kept. The group is
//! that of the permutations of *options*; two symmetries that only differ in what they do to items
//! are one.
//!
//! # 2. Structure and algorithm
//! `definition` says what a symmetry is and checks one, knowing nothing of the rest; `automorphism`
//! is how it is written down. `twins` sets equal options aside (n of them have n! permutations,
//! known without search). `graph` turns the problem into a graph with looks; `partition` sorts its
//! vertices into cells (P1 to P4) and `refine` splits them; `search` compares paths (S1 to S5).
//! Read them in this order. `edges` asks all this of a plain graph.
//!
//! # 3. Cost
//! A puzzle of 2000 options takes a few milliseconds, 100,000 options with 50,000 items a second;
//! memory is linear in the entries of the options, plus what the generators move. There are
//! problems, built on purpose, for which every method of this kind takes exponential time. Hence
//! the [`Budget`]: when it is used up, what has been found is returned, which is a group as well,
//! and [`Automorphisms::is_complete`] says that there may be more.
//!
//! # 4. What is absent
//! Symmetries that solutions have without the structure showing it. Equivalences of two problems,
//! canonical forms. What to do with a group: `kumiki-plan` and the engines.
//!
//! # 5. How we know it is right
//! Each symmetry is checked against its definition before it counts. That none is missing is tested
//! against trying all permutations, on all small problems with and without colours, ranges and
//! requirements; by planting symmetries in random problems; by renumbering; and by puzzles whose
//! groups are known. The order is computed along a base; the tests confirm it by a stabiliser
//! chain, which knows only the generators.
//!
//! # 6. Sources
//! B. D. McKay, *Practical graph isomorphism* (1981), for the paths and their traces; P. T. Darga,
//! K. A. Sakallah and I. L. Markov, *Faster symmetry discovery using sparsity of symmetries*
//! (2008), for stopping as soon as the rest can stay; J. E. Hopcroft (1971) for leaving out the
//! largest part.
#![forbid(unsafe_code)]

mod automorphism;
mod definition;
mod edges;
mod graph;
mod group;
mod orbits;
mod partition;
mod refine;
mod search;
mod twins;

pub use automorphism::Automorphism;
pub use definition::is_automorphism;
pub use edges::edge_automorphisms;
pub use group::{Automorphisms, Budget, automorphisms};
