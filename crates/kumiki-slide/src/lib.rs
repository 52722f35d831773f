//! Shortest solutions of sliding tiles by iterative deepening.
//!
//! # 1. The question
//! Tiles lie on a board with one blank cell; a tile beside the blank can be pushed there. How few
//! pushes lead from a start to a goal, and which? By hand:
//! ```text
//! 1 2 3      1 2 3      1 2 3
//! 4   5  ->  4 5    ->  4 5 6     two pushes: 5, then 6
//! 7 8 6      7 8 6      7 8
//! ```
//! ```
//! use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion};
//! use kumiki_search::{Fuel, Prefix, Search, Step};
//! use kumiki_slide::{Automaton, Manhattan, Paths};
//!
//! let board = "3x3".parse()?;
//! let (start, goal) = (SlidingPosition::parse(board, "123405786")?, SlidingPosition::solved(board));
//! let question = SlidingQuestion::new(start, goal, Metric::Single)?;
//! let (guide, automaton) = (Manhattan::new(board), Automaton::no_way_back());
//! let paths = Paths::new(&question, &guide, &automaton, 0);
//! let lengths = (paths.bound()..).step_by(2);
//! let mut searches = lengths.map(|length| paths.with_limit(length).search(&Prefix::root()));
//! let found = searches.find_map(|mut search| match search.advance(&mut Fuel::unlimited()) {
//!     Step::Solution => search.solution().map(<[Direction]>::to_vec),
//!     _ => None,
//! });
//! assert_eq!(found, Some(vec![Direction::East, Direction::South]));
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//! The question must have an answer: `SlidingQuestion::unreachable` tells whether it does.
//!
//! # 2. Structure and algorithm
//! A *guide* is a lower bound for the number of pushes to the goal (`guide`, G1 to G3). One asks
//! for all paths of a length that begins with the bound and grows by two until there are some. Each
//! length is a space of its own, [`Paths`], which can be cut at the root; `search` has the hot loop
//! (S1 to S5). The guides are [`Manhattan`], with `fifteen`, the seed's search as code that the
//! compiler writes; [`Patterns`], sums of [pattern tables](patterns); and [`SpreadPatterns`], the
//! same with larger and faster tables. An [`Automaton`] refuses words of moves that shorter or
//! earlier words can replace (`duplicates` finds them, and has the proof). [`Optima`] counts all
//! shortest solutions. [`Slides`] is the question in which several tiles pushed together count as
//! one move. [`HappyPositions`] are all positions that the seed solves without a sad move,
//! [`MoveTree`] says how many paths below a start end in how many positions. Read `arrangement`,
//! `guide`, `paths`, `search`, then the guides.
//!
//! # 3. Cost
//! The plain search of the 15 puzzle takes about 30 instructions for a move. With spread pattern
//! tables it is some 440 for a move made, the moves that were tried and refuted included; with
//! packed ones, 700; and cache misses, which take half of the time. A search takes a few kilobytes,
//! an automaton for words of 12 moves 64 kB. Boards may have up to 36 cells.
//!
//! # 4. What is absent
//! Tables in files, threads and clocks (`kumiki-host` and the façade). All distances of small
//! boards (`kumiki-distances`). A memory of positions in the search for lengths; only [`Optima`]
//! has one.
//!
//! # 5. How we know it is right
//! Node counts and solutions of the seed; breadth-first search from the goal for the positions of
//! small boards: lengths and numbers of solutions, with every guide, with and without automata;
//! counting against listing; one sip of fuel with many; the parts of a space with the whole.
//!
//! # 6. Roads not taken
//! * Raising the bound of a position by that of its children, where the tables jump by three: 2 to
//!   3 % fewer nodes, no gain in time.
//! * Looking up both sums of all children before comparing: 6 to 9 % slower than first dropping
//!   those that one sum refutes. One sum of all children before any other look: a third more
//!   instructions for each move, and no gain in time.
//! * Linear conflicts and walking distance. They could spare no more than the time to make tables,
//!   which is 0.05 seconds for 5-5-5 and half a second for 6-6-3, and other boards have small
//!   tables, too. Of the 13 400 million moves that Korf's hundred positions take with the plain
//!   bound and an automaton, these tables leave 74 and 28 million.
//! * A set of all happy positions, which the last sad move must lead into: a fifth of the moves,
//!   and a cache miss for every seven of the others; no gain in a plain loop, a loss in this one.
//! * Words of up to 14 moves: 2 % fewer moves than with 12, a second more to find them.
//!
//! # 7. Sources
//! D. E. Knuth, 15PUZZLE-KORF1; R. E. Korf, Artificial Intelligence 27 (1985) 97–109, for iterative
//! deepening; L. A. Taylor and R. E. Korf, AAAI (1993) 756–761, for pruning duplicates by automata;
//! R. E. Korf and A. Felner, Artificial Intelligence 134 (2002) 9–22, for additive pattern tables
//! and their reflections; A. V. Aho and M. J. Corasick, Communications of the ACM 18 (1975)
//! 333–340, and E. F. Moore (1956) for the making of automata.
#![forbid(unsafe_code)]

mod arrangement;
mod automaton;
mod duplicates;
mod fifteen;
mod guide;
mod happy;
mod manhattan;
mod optima;
mod paths;
mod pattern_sums;
pub mod patterns;
mod search;
mod slides;
mod spread;
mod tree;

pub use automaton::{Automaton, State};
pub use guide::{Guide, Probe, Push};
pub use happy::HappyPositions;
pub use manhattan::Manhattan;
pub use optima::Optima;
pub use paths::Paths;
pub use pattern_sums::{PatternChange, PatternState, Patterns};
pub use search::PathSearch;
pub use slides::{SlideSearch, Slides};
pub use spread::{SpreadChange, SpreadPatterns, SpreadState};
pub use tree::{MoveTree, Paved};
