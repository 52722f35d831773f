//! Engine: subgraphs of a graph counted, or compiled to a decision diagram, by states of a
//! frontier.
//!
//! # 1. The question
//! How many matchings, paths, cycles or trees does a graph have? How many tours does a knight, and
//! how many of them does a half-turn of the board preserve?
//!
//! By hand: cycles through all cells of a 2x3 board, `a b c` over `d e f`. Settle `a`: it has the
//! edges `ab` and `ad` only, so both are taken. What must be remembered is that `b` and `d` are the
//! ends of one path. Settle `d`: it needs one more edge, which is `de`; now `b` and `e` are the
//! ends. Settle `b`: `be` would close a cycle too early, so it takes `bc`, and `c` and `e` are the
//! ends. And so on: one cycle. Whatever way led to the state "c and e are ends of one path, a, b
//! and d are settled", the same can follow; so equal states are merged, and their numbers added.
//!
//! ```
//! use kumiki_frontier::{Count, Keys, Network, Step, Plan, Problem};
//! use kumiki_model::Graph;
//! use kumiki_search::Fuel;
//!
//! let count = |graph: &str| -> Result<String, Box<dyn std::error::Error>> {
//!     let network = Network::from(&graph.parse::<Graph>()?);
//!     let plan = Plan::new(&network, Problem::HamiltonianCycles)?;
//!     match Count::new(&plan, 0, Keys::Narrow)?.advance(&mut Fuel::unlimited()) {
//!         Step::Counted(tally) => Ok(tally.total().to_string()),
//!         other => Err(format!("{other:?}").into()),
//!     }
//! };
//! assert_eq!(count("grid:2x3")?, "1");
//! assert_eq!(count("knight:6x6")?, "9862");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm
//! A [`Network`] is a graph whose edges may have labels (N1, N2). A [`Plan`] is a [`Problem`] on it
//! with an order of vertices. [`Planning`] searches for one: `order` estimates what an order costs,
//! by what `bound` predicts (E1), `beam` goes over sets of settled vertices (B1), and `improvement`
//! moves vertices about (I1). There are four ways to go on:
//!
//! * [`Count`] in arrays, for cycles through all vertices where most possible states occur: `roles`
//!   says which vertices are bare, ends or inner (O1, O2), `pairings` numbers the ways in which
//!   ends belong together (P1, P2), `routes` says where counts go, and `dense` keeps a count for
//!   each (D1 to D5).
//! * [`Count`] in tables, for everything: it goes from vertex to vertex and forgets each level when
//!   the next is complete. The schedule of the order (S1, S2) says where each vertex is remembered
//!   while it is on the frontier. `rule` is the one specification (R1 to R6) that all problems
//!   share; `mates` has the paths and cycles (M1 to M3), with a quick way in `junction` (J1, J2),
//!   `degrees` the matchings and degrees (G1), `components` the trees and forests (C1). `walk` (W1
//!   to W5) does the work with the hash tables of `table` (T1, T2) and the numbers of `entry`.
//!   [`Keys::Wide`] asks for tables where arrays would do: a second opinion that shares the order
//!   only.
//! * [`FiledCount`], in arrays and tables by the same rules, for levels that do not fit into
//!   memory: they are in a `Scratch`, in parts (K1, K2, Q1 to Q3, Y1 to Y3, Z1, Z2).
//! * [`Compilation`] goes from edge to edge by the same rules (U1, U2) and keeps everything: the
//!   [`Levels`] of a diagram over the edges (L1 to L3), as plain numbers for whoever reduces them.
//!
//! [`tell_count`] goes from vertex to vertex, too, and tells every state and what becomes of it.
//!
//! [`Folding`] folds a board by a [`Motion`] and counts the tours that the motion preserves (F1 to
//! F4); [`classes`] counts tours up to all motions. `reasons` sees without a count that there is no
//! solution, `symmetry` which solution stands for its class (V1), and `trail` writes paths and
//! cycles vertex by vertex. Read the modules in the order in which they are named here.
//!
//! # 3. Cost
//! A state in an array takes the eight bytes of its count, or more when a sum does not fit. A state
//! in a table is a key of 64 or 128 bits with four or five bits for each vertex of the frontier,
//! and a count: 16 bytes as long as counts fit into what the key leaves of 128 bits. Every addition
//! is checked, so what comes out is exact. The number of states decides everything, and the order
//! of vertices decides that: [`Plan::forecast`] says what to expect. A transition takes 3 to 9 ns
//! in arrays and 30 to 80 ns in tables.
//!
//! | count | states at the peak | transitions | memory |
//! |---|---|---|---|
//! | closed tours of knights, 6x8 | 0.54 million | 16 million | 13 MB |
//! | 7x8 | 12 million | 261 million | 219 MB |
//! | 8x8 | 280 million | 9.2 thousand million | 4.8 GB |
//! | half-turn, 8x8 | 0.04 million | 0.9 million | 1 MB |
//! | half-turn, 10x10 | 9 million | 464 million | 175 MB |
//! | cycles of the grid 16x16 | 0.45 million | 127 million | 16 MB |
//!
//! A diagram takes eight bytes for a node before it is reduced: the paths from corner to corner of
//! 13x13 cells have 27 million.
//!
//! Between two levels nothing is in flight. A level is worked through in rounds of units that any
//! threads can run.
//!
//! # 4. What is absent
//! Threads, clocks and files: who runs a [`FiledCount`] brings the scratch, and it works on one
//! thread and cannot be written down. Reduction of diagrams and everything that is done with them:
//! `kumiki-diagram`. A frontier of more than 128 bits is refused. That paths of a grid do not cross is used by arrays and by forecasts, never
//! by tables. Arrays for anything but cycles through all vertices.
//!
//! # 5. How we know it is right
//! Every problem on every graph of up to four vertices, and on one of each class of five and six,
//! counted and compiled, against the list of all sets of edges. Published figures for knights,
//! kings, grids and paths. Spanning trees against the determinant. Tours that motions preserve
//! against tours listed one by one, on boards of knights, kings and rooks of one step. Arrays
//! against tables. Levels in scratch against levels in memory, with room for hardly a state, and
//! with every fault that scratch can have. Orders, parts, widths of keys and sips of fuel do not
//! change anything.
//!
//! # 6. Roads not taken
//! * Candidates two edges away from the frontier, in the search for an order: a narrow beam then
//!   settles corners all over the board, and the forecast for 6x8 grows from 18 million states to
//!   ten thousand million.
//! * An average number of children instead of the largest, in the search for an order: beginnings
//!   look cheaper than they are, and the half-turn on 8x10 took up to three times as many states.
//! * Labels of paths in keys: only the parity of the sum is asked for, and two counts for a state
//!   hold it.
//! * One hash for all levels: see `table`.
//! * Widths of counts that grow with every overflow, without a look at the states: a short key
//!   leaves more than 64 bits for the count, so the next layout may have less room.
//!
//! # 7. Sources
//! S. Minato, Zero-suppressed BDDs (1993), and D. E. Knuth, The Art of Computer Programming 4A,
//! exercise 7.1.4-225 (Simpath), for states of a frontier; H. Iwashita and S. Minato, Efficient
//! top-down ZDD construction techniques using recursive specifications (2013), for one
//! specification with several uses; J. L. Gross and T. W. Tucker, Topological graph theory (1987),
//! for labels (voltages) on folded graphs.
#![forbid(unsafe_code)]

mod beam;
mod bound;
mod compilation;
mod components;
mod count;
mod degrees;
mod dense;
mod entry;
mod filed;
mod fold;
mod improvement;
mod junction;
mod levels;
mod mates;
mod network;
mod order;
mod pairings;
mod plan;
mod planning;
mod problem;
mod reasons;
mod roles;
mod routes;
mod rule;
mod saving;
mod schedule;
mod symmetry;
mod table;
mod told;
mod trail;
mod walk;
mod ways;
mod word;

pub use compilation::Compilation;
pub use count::{Count, Round, Step, Tally};
pub use filed::{Fault, FiledCount};
pub use fold::{Folding, Motion, SymmetricTours, classes};
pub use levels::{FIRST_NODE, Levels, NONE, Node, ONE, TooManyNodes};
pub use mates::Ending;
pub use network::{Link, Network};
pub use plan::{Forecast, Plan};
pub use planning::Planning;
pub use problem::{FrontierError, Keys, Problem};
pub use reasons::{no_subgraph_because, no_tour_because};
pub use symmetry::{EdgeGroup, motions, standing_tour};
pub use told::{Fate, Held, Told, tell_count};
pub use trail::trail;
pub use walk::Cutting;
