//! Engine: subgraphs of a graph counted, or compiled to a decision diagram, by states of a frontier.
//!
//! # 1. The question
//! How many matchings, paths, cycles or trees does a graph have? How many tours does a knight, and how many of
//! them does a half-turn of the board preserve?
//!
//! By hand: cycles through all cells of a 2x3 board, `a b c` over `d e f`. Settle `a`: it has the edges `ab` and `ad` only, so both
//! are taken. What must be remembered is that `b` and `d` are the ends of one path. Settle `d`: it needs one more edge, which is `de`;
//! now `b` and `e` are the ends. Settle `b`: `be` would close a cycle too early, so it takes `bc`, and `c` and `e` are the
//! ends. And so on: one cycle. Whatever way led to the state "c and e are ends of one path, a, b and d are settled", the same can
//! follow; so equal states are merged, and their numbers added.
//!
//! ```
//! use kumiki_frontier::{Count, Keys, Network, Pause, Plan, Problem};
//! use kumiki_model::Graph;
//! use kumiki_search::Fuel;
//!
//! let count = |graph: &str| -> Result<String, Box<dyn std::error::Error>> {
//!     let network = Network::from(&graph.parse::<Graph>()?);
//!     let plan = Plan::new(&network, Problem::HamiltonianCycles)?;
//!     match Count::new(&plan, 0, Keys::Narrow)?.advance(&mut Fuel::unlimited()) {
//!         Pause::Counted(tally) => Ok(tally.total().to_string()),
//!         other => Err(format!("{other:?}").into()),
//!     }
//! };
//! assert_eq!(count("grid:2x3")?, "1");
//! assert_eq!(count("knight:6x6")?, "9862");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm
//! A [`Network`] is a graph whose edges may have labels (N1, N2). A [`Plan`] is a [`Problem`] on it with an order of vertices: `order` searches
//! for one by a beam over sets of settled vertices, at the cost that `bound` predicts. The schedule of the order
//! (S1, S2) says where each vertex is remembered while it is on the frontier. `rule` is the one specification (R1 to
//! R6) that all problems share; `mates` has the paths and cycles (M1 to M3), `degrees` the matchings and degrees (G1), `components` the
//! trees and forests (C1). There are two back ends:
//!
//! * [`Count`] goes from vertex to vertex and forgets each level when the next is complete: `walk` (W1 to W4) with the hash
//!   tables of `table` (T1, T2) and the numbers of `entry`.
//! * [`Levels`] goes from edge to edge and keeps everything: the nodes of a diagram over the edges (L1 to L3), as plain numbers for
//!   whoever reduces them.
//!
//! [`Folding`] folds a board by a [`Motion`] and counts the tours that the motion preserves (F1 to F4); [`classes`] counts tours up to all
//! motions. Read the modules in the order in which they are named here.
//!
//! # 3. Cost
//! A state is a key of 64 or 128 bits with four to seven bits for each vertex of the frontier, and a count: 16 bytes as long as counts fit
//! into what the key leaves of 128 bits, and more when a sum does not. Every addition is checked, so what comes out is exact. The
//! number of states decides everything, and the order of vertices decides that: [`Plan::forecast`] says what to expect. For closed tours of
//! knights on 8x8 it expects 288 million states at the peak, where there are 276 million.
//!
//! All closed tours on 6x8 take 10 million transitions and about 40 MB; the half-turn on 8x8 takes 0.8 million. A diagram takes eight bytes for a
//! node: the paths from corner to corner of 13x13 cells have 27 million.
//!
//! Between two levels nothing is in flight. A level is worked through in rounds of units that any threads can run.
//!
//! # 4. What is absent
//! Threads, clocks and files. Reduction of diagrams and everything that is done with them: `kumiki-diagram`. States in files: a level boundary is
//! the place for it. A frontier of more than 128 bits is refused. Planarity is used by forecasts for grids only, never by the count.
//!
//! # 5. How we know it is right
//! Every problem on every graph of up to four vertices, and on one of each class of five, counted and compiled, against
//! the list of all sets of edges. Published figures for knights, kings, grids and paths. Spanning trees against the determinant. Tours that
//! motions preserve against tours listed one by one, on boards of knights, kings and rooks of one step. Orders, parts, widths of keys and
//! sips of fuel do not change anything.
//!
//! # 6. Roads not taken
//! * Candidates two edges away from the frontier, in the search for an order: a narrow beam then settles corners all over the board, and the
//!   forecast for 6x8 grows from 18 million states to ten thousand million.
//! * One hash for all levels: see `table`.
//! * Widths of counts that grow with every overflow, without a look at the states: a short key leaves more than 64 bits for the count, so
//!   the next layout may have less room.
//!
//! # 7. Sources
//! S. Minato, Zero-suppressed BDDs (1993), and D. E. Knuth, The Art of Computer Programming 4A, exercise 7.1.4-225 (Simpath), for states of a
//! frontier; H. Iwashita and S. Minato, Efficient top-down ZDD construction techniques using recursive specifications (2013), for one
//! specification with several uses; J. L. Gross and T. W. Tucker, Topological graph theory (1987), for labels (voltages) on folded graphs.
#![forbid(unsafe_code)]

mod bound;
mod components;
mod count;
mod degrees;
mod dense;
mod entry;
mod fold;
mod junction;
mod levels;
mod mates;
mod network;
mod order;
mod pairings;
mod plan;
mod problem;
mod roles;
mod rule;
mod schedule;
mod table;
mod walk;
mod ways;
mod word;

pub use count::{Count, Pause, Round, Tally};
pub use fold::{Folding, Motion, SymmetricTours, classes, half_turn_classes};
pub use levels::{FIRST_NODE, Levels, NONE, Node, ONE, TooManyNodes};
pub use mates::Ending;
pub use network::{Link, Network};
pub use plan::{Forecast, Plan, USUAL_BEAM};
pub use problem::{FrontierError, Keys, Problem};
