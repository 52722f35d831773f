//! Sliding tiles: one call from a position to its shortest solution.
//!
//! # How
//! * A *bound* is prepared for a goal: the plain one, or pattern tables, made or found in a cache
//!   (`Bound`).
//! * A search goes through all paths of one length, then of the next, until there is a solution
//!   (`kumiki_slide::Paths`). Each round is split among all cores.
//! * *All* shortest solutions are counted by remembering positions (`kumiki_slide::Optima`), or
//!   listed.
//! * Whole boards of up to 12 cells are searched from the goal (`kumiki_distances`).
//!
//! The judge replays every solution.
//!
//! ```
//! use kumiki::model::{Metric, SlidingPosition, SlidingQuestion};
//! use kumiki::drive::{Run, Unhosted};
//! use kumiki::host::TableCache;
//! use kumiki::slide::{Bound, Trust, Wishes, solve};
//! let goal = SlidingPosition::solved("3x3".parse()?);
//! let start = SlidingPosition::parse(goal.board(), "867254301")?;
//! let run = Run::new(&Unhosted);
//! let bound = Bound::prepare(&goal, None, Trust::AsTheyAre, &TableCache::none(), &run)?;
//! let solved = solve(&SlidingQuestion::new(start, goal, Metric::Single)?, &bound, Wishes::default(), &run)?;
//! assert_eq!(solved.moves, Some(31)); // no position of this board needs more
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod batch;
mod bound;
mod pattern_tables;
mod search;
mod tables;
mod verify;

pub use answer::{Answered, answer, answer_all, answer_happy, answer_table};
pub use bound::{Bound, Heuristic};
pub use pattern_tables::Trust;
pub use search::{Solved, Wishes, solve};
