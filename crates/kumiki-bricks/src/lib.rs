//! Exact cover with optional items, requirements and isomorph rejection.
//!
//! # 1. The question
//! Choose options so that every primary item is covered exactly once, every optional item at most
//! once, and whatever the chosen options require is covered; list all ways, or one of each class
//! under a group of symmetries.
//!
//! By hand: three optional cells in a row, `a b c`, and dominoes `ab` and `bc` that must touch
//! something at their open end. `ab` alone requires `c`, which nobody can cover without `b`; `bc`
//! likewise. So nothing at all is the only solution:
//!
//! ```
//! use kumiki_bricks::{CoverSpace, Limits};
//! use kumiki_group::Action;
//! use kumiki_model::{CoverProblemBuilder, ItemKind};
//! use kumiki_search::{Prefix, Space, collect};
//!
//! let mut builder = CoverProblemBuilder::new();
//! let [a, b, c] = [(); 3].map(|()| builder.item(ItemKind::Optional));
//! let (left, right) = (builder.option([a, b]), builder.option([b, c]));
//! builder.require(left, [c]);
//! builder.require(right, [a]);
//! let problem = builder.build(Action::trivial(3))?;
//! let space = CoverSpace::new(&problem, Limits::default())?;
//! let mut search = space.begin(&Prefix::root());
//! let sizes: Vec<u32> =
//!     collect(&mut search, |s| s.solution().expect("at a solution").option_count()).collect();
//! assert_eq!(sizes, [0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm
//! The module `table` compiles a problem into *slot planes*, bit sets over items (T1 to T5). The
//! module `frame` holds the state of a node and draws conclusions (F1 to F4). The module `search`
//! is the one hot loop (S1 to S6, K1 to K3), and `reject` the test that keeps one solution per
//! class. `bound` has the limits of branch and bound, `vector` compiles the loop twice, and `space`
//! is the public face. Read them in this order.
//!
//! # 3. Cost
//! With k planes of w words (13 and 2 for 5x5x5 bricks), a node costs some 3kw word operations for
//! the choice, 5kw for counting, and the requirements of the choice: about 1000 instructions in
//! all. A search takes kw words per level of its depth; the tables take kw words per choice: 0.4 MB
//! for 5x5x5. Items are limited to 4096.
//!
//! # 4. What is absent
//! Colours, multiplicities, costs, and kernels for problems with very many options per item;
//! automatic symmetry. Threads, clocks and files (`kumiki-host`).
//!
//! # 5. How we know it is right
//! Every small problem against the naive counter of `kumiki-recount`, in sips of any size; one
//! solution per orbit under every subgroup; the vector build against the portable one; the seeds'
//! figures; and counting by layers, a method that shares no code with this one.
//!
//! # 6. Roads not taken
//! * Sorting out unmet requirements without branches before looking at them: 20 % fewer
//!   mispredictions in a simulator, 25 % slower on the machine, whose predictor is better than
//!   that.
//! * Other ties between items with equally few ways (last, nearest to the last choice, those that
//!   must or need not be covered): within 5 % of the first one in nodes, and slower.
//!
//! # 7. Sources
//! D. E. Knuth, ANTISLIDE3 (1996), sections 23 to 40, for the isomorph test and the requirements;
//! TAOCP 7.2.2.1 for exact covering; bit-sliced counting is folklore (TAOCP 7.1.3).
#![deny(unsafe_code)]

mod bound;
mod frame;
mod reject;
mod search;
mod space;
mod table;
mod vector;

pub use bound::{Incumbent, Limits};
pub use space::{CoverSearch, CoverSolution, CoverSpace};

/// A problem with more items than the widest kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyItems {
    /// How many items the problem has.
    pub items: usize,
    /// How many the widest kernel has room for.
    pub limit: usize,
}

impl std::fmt::Display for TooManyItems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "problem with {} items, expected at most {}", self.items, self.limit)
    }
}

impl std::error::Error for TooManyItems {}
