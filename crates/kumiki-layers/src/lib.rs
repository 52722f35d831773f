//! Counting brick packings layer by layer, two halves joined in the middle.
//!
//! # 1. The question
//! In how many ways can bricks be packed into a box so that none can slide, by number of bricks?
//! All of them, without looking at them one by one.
//!
//! ```
//! use kumiki_layers::{JoinedUnit, LayerCount};
//! use kumiki_model::AntislideQuestion;
//!
//! let question = AntislideQuestion::new("2x2x2".parse()?, vec!["1x2x2".parse()?]);
//! let join = LayerCount::new(&question)?.build();
//! let mut total = JoinedUnit::default();
//! for unit in 0..join.unit_count() {
//!     total.add(join.unit(unit).expect("small numbers"));
//! }
//! // Nothing, or two bricks side by side in one of three directions.
//! assert_eq!(total.packings.into_iter().collect::<Vec<_>>(), [(0, 1_u32.into()), (2, 3_u32.into())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm, in reading order
//! * `section`: one layer, its footprints, and the family of cell sets that matter (N1 to N3).
//! * `fill`: all layers that can be laid on some halves (F1).
//! * `budget`: only cheap halves, for the fewest bricks.
//! * `level`: the halves of one height, merged up to turns (L1 to L4).
//! * `join`: two halves at an interface (even heights, J1) or around a layer (odd heights).
//! * `weight`: sums that notice when machine words are too short.
//! * `halves`: the whole count, one group of halves at a time (H1).
//! * `told`: the same in steps for people (T1 and T2).
//!
//! # 3. Cost
//! What grows is the number of merged halves: 4175 for three layers of 4x4 bricks, 111 319 for two
//! layers of 5x5, 3 153 081 for three layers of 5x5 (0.8 GB). The join is linear in halves times
//! top layers. 5x5x5: about 2 s, 5x5x6: about 20 s of one core.
//!
//! # 4. What is absent
//! Bricks that reach over three layers, layers of more than 64 cells; listing packings
//! (`kumiki-bricks` does both).
//!
//! # 5. How we know it is right
//! It agrees with the exact-cover search, which shares no code with it, on every box small enough
//! for both, for all packings and for those that any group of symmetries leaves unchanged. The
//! numbers of symmetric packings must also fit together as an action of the group
//! (`kumiki_group::Marks`), which exposed the one bug it had: see `halves` in the tests.
//!
//! # 6. Roads not taken
//! * Skipping sets of rising bricks that no half has, by a set of all beginnings of such sets: 10 %
//!   fewer nodes, and slower.
//! * Filling layers without *hope* (see `fill`): 350 s instead of 0.3 s for the halves of 5x5x5.
#![forbid(unsafe_code)]

mod budget;
mod fill;
mod halves;
mod join;
mod level;
mod section;
mod told;
mod weight;

pub use halves::{
    Counted, Fold, JoinPart, JoinedUnit, LayerCount, LayerJoin, NotLayered, NumbersTooLarge,
};
pub use told::{Cell, HalfTold, Told, tell_count};
