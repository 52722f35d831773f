//! Engine: paths and cycles of planar boards, counted by words of brackets in one array.
//!
//! # 1. The question
//! How many paths lead from corner to corner of a grid, how many cycles does it have, and how many
//! of them come through all of its cells? Cells and edges may be missing, and the two ends of paths
//! may be anywhere.
//!
//! By hand: cycles of 2x2 cells, row by row. The line between what is settled and what is not has a
//! place for each column, and a word says what crosses it: `0` nothing, `(` and `)` the two ends of
//! one path. Settle the first cell: nothing is chosen (`00`), or both edges, so that one end goes
//! down and the other right: `()`. Settle the second: it has no edge to the right, so the end that
//! came to it goes down, and what was bare stays bare. Settle the third from `()`: the end from
//! above goes right and meets the other, so the cycle is closed. One cycle.
//!
//! ```
//! use kumiki_model::Graph;
//! use kumiki_planar::{Count, Plan, Sought};
//! use kumiki_search::Fuel;
//!
//! let count = |graph: &Graph, sought: Sought| {
//!     let plan = Plan::new(graph, sought).expect("a board");
//!     let count = Count::new(&plan).advance(&mut Fuel::unlimited()).expect("there is fuel");
//!     count.to_string()
//! };
//! let board = Graph::grid(4, 4)?;
//! assert_eq!(count(&board, Sought::Cycles), "213");
//! assert_eq!(count(&board, Sought::HamiltonianCycles), "6");
//! assert_eq!(count(&board, Sought::Paths { ends: [0, 15] }), "184");
//! assert_eq!(count(&board, Sought::HamiltonianPaths { ends: [0, 12] }), "8");
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! # 2. Structure and algorithm
//! Since paths do not cross, brackets say who belongs to whom, and words of brackets are all that
//! has to be told apart. `words` counts them, and gives each a rank (X1, X2): a [`Count`] is an
//! array of numbers, one for each word, and no word is ever stored (A1 to A3). A [`Plan`] is a
//! `board` in its best position (P1). To settle a vertex, `sweep` walks over the beginnings of
//! words, and adds blocks of counts to blocks, in place: most counts stay where they are. `union`
//! says what becomes of brackets when two ends meet; `tail` makes programs of that for the ends of
//! words, where blocks are short; `adding` is the arithmetic. Where an end of paths is settled,
//! words get a bar more, so `ends` moves all counts to other arrays. `numbers` makes all counts
//! wider when one of them is about to overflow (B1). Read the modules in the order in which they
//! are named here.
//!
//! # 3. Cost
//! Words with n letters and words with n - 1 letters, a count of one to five limbs for each: cycles
//! have as many words as there are Motzkin numbers, 0.4 million on 15x15 and 50 million on 20x20;
//! paths from corner to corner have twice as many, paths with ends inside four to eight times. A
//! word takes about 0.6 ns for each limb and vertex. Nothing depends on how many words come about:
//! on a board with many holes, tables of those that do may be smaller. A line has at most 56
//! places.
//!
//! # 4. What is absent
//! Threads: the parts of a step add to one another. Boards with diagonals, graphs that are not
//! drawn on a board, paths with any ends, several paths: `kumiki-frontier`. Lists and diagrams:
//! counts only.
//!
//! # 5. How we know it is right
//! All boards up to 6x6 and many regions with missing cells and edges, with ends everywhere,
//! against the tables of `kumiki-frontier`, with which it shares no code. Published figures. All
//! eight positions of a board, tails of every length, counts that get wider all the time: the same.
//!
//! # 6. Roads not taken
//! * Hash tables of words with two bits for each letter: 60 times as slow on 15x15.
//! * Residues modulo several numbers of 64 bits and one pass for each: twice as slow as counts that
//!   grow with what they hold.
//! * Words that have balanced colours only, for cycles through all cells: 39% of the words on
//!   16x16, but they change their places at each vertex.
//!
//! # 7. Sources
//! A. R. Conway, I. G. Enting and A. J. Guttmann, Algebraic techniques for enumerating
//! self-avoiding walks on the square lattice (1993), for words of brackets on a line; H. Iwashita,
//! Y. Nakazawa, J. Kawahara, T. Uno and S. Minato, Efficient computation of the number of paths in
//! a grid graph with minimal perfect hash functions (2013), for ranks of Motzkin words and counts
//! that are updated in place.
#![forbid(unsafe_code)]

mod adding;
mod board;
mod count;
mod ends;
mod numbers;
mod plan;
mod sweep;
mod tail;
mod union;
mod words;

pub use board::Sought;
pub use count::Count;
pub use plan::{Forecast, Plan};
