//! The judge: solutions and answers held against the rules and one another.
//!
//! # The question
//! An engine says: so many packings, so many classes, and here they are. Is that so? The judge
//! reads the rules and the answer, and nothing that the engine has written. This packing of six
//! 2x2x1 bricks in a 3x3x3 box, drawn layer by layer, is rigid: each face of each brick touches a
//! wall or another brick. Without brick 6 it is not, because nothing then holds brick 2 from above.
//!
//! ```text
//! 1 1 .   5 4 4   5 4 4
//! 1 1 2   5 . 2   5 6 6
//! 3 3 2   3 3 2   . 6 6
//! ```
//!
//! ```
//! use kumiki_judge::judge_packing;
//! use kumiki_model::{AntislideQuestion, BySymmetry, Packing};
//! let layers = |text: [&str; 3]| text.map(|layer| layer.split(' ').map(String::from).collect::<Vec<_>>());
//! let question = AntislideQuestion::new("3x3x3".parse()?, vec!["2x2x1".parse()?]);
//!
//! let rigid = Packing::from_layers(&layers(["11. 112 332", "544 5.2 332", "544 566 .66"]))?;
//! assert_eq!(judge_packing(&question, &rigid), Ok(()));
//! // 6 of the 48 symmetries of the cube leave it unchanged, so it looks different from 8 sides. All
//! // 48 leave the empty packing unchanged, and there is no other.
//! let tally = kumiki_recount::packing_tally(&question, 10_000).expect("few ways to lay bricks");
//! assert_eq!(tally.packings, (1 + 8).into());
//! assert_eq!(tally.by_symmetry, [6, 48].map(|order| BySymmetry { order, classes: 1.into() }));
//!
//! let loose = Packing::from_layers(&layers(["11. 112 332", "544 5.2 332", "544 5.. ..."]))?;
//! let fault = judge_packing(&question, &loose).expect_err("a loose brick");
//! assert_eq!(fault.to_string(), "brick 2x2x1 at layer 1, row 2, column 3 can slide to higher layers");
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! # Structure
//! There is no state. What has to be worked out from a question alone is worked out in
//! `kumiki-recount`: who covers which cell, all ways to lay a piece, symmetries, exact points of the
//! plane, and all counts. Here is what looks at an answer.
//!
//! # Steps
//! [`judge_packing`] asks, in this order: the same box, allowed kinds of brick, inside the box, no
//! overlap, the start, the cap on bricks, rigid. The judge of whole answers asks J1 to J10, which
//! `bricks.rs` lists. Both return the first [`Fault`] they meet. [`judge_cover`] does the same
//! for options of an exact-cover problem, [`judge_arrangement`] for pieces of a packing puzzle, and
//! [`judge_tiling`] for tiles in a polygon. What is asked of whole answers about tilings, V1 to V9,
//! sliding tiles, P1 to P11, tours, R1 to R9, and subgraphs, S1 to S8, is in `tiling/answer.rs`,
//! `sliding.rs`, `tours.rs` and `subgraphs.rs`. An answer that is not refuted is proved or
//! consistent, as its [`Verdict`] says.
//!
//! # Cost and limits
//! A listed packing of 12 bricks in a 4x4x4 box costs about 40 microseconds, a third of them for
//! the rules and most of the rest for its images under 48 symmetries. A tiling of a decagon by ten
//! rhombs costs about 400 microseconds for the rules and 300 for its images under 20 symmetries.
//! All positions of a sliding board of nine cells are searched in a third of a second, and all
//! knights' tours of 6x6 are walked in a quarter.
//!
//! # What is absent
//! No search (small questions are counted again by `kumiki-recount`; whatever takes more than about
//! a second is given up, and the [`Verdict`] says so), no files and no printing; and no code of any
//! engine. With the engines the judge shares the types of the model, and with `kumiki-recount`
//! geometry and symmetries. Engines meet this crate in their tests only.
//!
//! # How we know it is right
//! Every [`rule`] is broken in a test. The seeds' examples are judged as their author says.
//! The two rules of rigidity are compared on every arrangement of bricks in nine
//! small boxes. Tilings counted by sets of atoms are judged by geometry. Parity of sliding boards
//! is compared with what a search finds, and classes of tours by symmetries with sorting images.
//!
//! # Reading order
//! `rule.rs`, `fault.rs` and `envelope.rs`; then a file and a directory for each family: `pieces`,
//! `bricks`, `cover`, `tiling`, `sliding`, `tours` and `subgraphs`.
//!
//! # Sources
//! The rules are those of D. E. Knuth's programs ANTISLIDE and ANTISLIDE3; the puzzle is by William
//! Strijbos.
#![forbid(unsafe_code)]

mod bricks;
mod cover;
mod envelope;
mod fault;
mod pieces;
pub mod rule;
mod saved;
mod sliding;
mod subgraphs;
mod tiling;
mod tours;
mod trace;
mod verdict;

pub use bricks::{PictureVerdict, SameAs, SlidingBrick, judge_packing, judge_pictures};
pub use cover::judge_cover;
pub use fault::Fault;
pub use pieces::judge_arrangement;
pub use saved::judge;
pub use sliding::judge_pushes;
pub use subgraphs::SubgraphJudge;
pub use tiling::judge_tiling;
pub use tours::TourJudge;
pub use trace::{Followed, follow_trace};
pub use verdict::Verdict;
