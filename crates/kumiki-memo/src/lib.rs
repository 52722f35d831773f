//! Engine: exact covers counted, not listed, by merging equal states.
//!
//! # 1. The question
//! How many ways are there to cover every primary item exactly once and every optional item at most
//! once, or several times in one colour? Not which: the dominoes on a 16x16 board can be laid in
//! 2444888770250892795802079170816 ways.
//!
//! By hand: dominoes on a 2x2 board with cells `a b` over `c d`. Settle the cells in this order,
//! and remember what is covered among those to come. To cover `a`, take `ab` and remember {b}, or
//! take `ac` and remember {c}. In the first state `b` is settled already, and nothing is to be
//! remembered; in the second, take `bd` and remember {c, d}. At `c`, the first state takes `cd` and
//! remembers {d}; in the second `c` is settled, and {d} remains. These are the same state, reached
//! in 2 ways, and nobody will ever need to know how:
//!
//! ```
//! use kumiki_group::Action;
//! use kumiki_memo::MemoCount;
//! use kumiki_model::{CoverProblemBuilder, ItemKind};
//! use kumiki_plan::Plan;
//! use kumiki_search::{Fuel, Stages, Turn};
//!
//! let mut builder = CoverProblemBuilder::new();
//! let [a, b, c, d] = [(); 4].map(|()| builder.item(ItemKind::Primary));
//! for domino in [[a, b], [c, d], [a, c], [b, d]] {
//!     builder.option(domino);
//! }
//! let plan = Plan::new(&builder.build(Action::trivial(4))?);
//! let mut count = MemoCount::new(&plan)?;
//! assert_eq!(count.advance(&mut Fuel::unlimited()), Turn::Done(2u32.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm
//! The primary items are settled one by one. At each step every state either has the item covered,
//! and goes on as it is, or takes one of the options that cover it; options are considered when the
//! first of their items is settled. Equal states are merged and the ways to reach them added. In
//! the end nothing is remembered, and the one state left has the number of solutions as its weight.
//!
//! The module `order` chooses in which order the items are settled (O1 to O3); `layout` turns
//! states into bit strings and options into masks (V1 to V3); `level` is the hash table of a step's
//! states (H1 to H3), `weight` the exact numbers in it; and `count` leads the states from step to
//! step (W1). Read them in this order. `sample` then draws solutions by going back from the end,
//! and `told` tells every state and what becomes of it.
//!
//! Weights begin with 64 bits. When a sum overflows, all weights get more room and the step is
//! begun again.
//!
//! # 3. Cost
//! The number of states, added up over the steps, times the options of a step. It depends on the
//! order of the items and on how far options reach: on a board of n columns about n cells are
//! remembered, and less than 2^n states occur. 16x16 dominoes take 20 milliseconds. Where options
//! reach across everything, as pieces do that may lie anywhere, there are about as many states as
//! partial solutions, and listing is better.
//!
//! Two levels are in memory at a time, each state with its bits, its weight and a place in a hash
//! table; [`MemoCount::bytes`] tells how much that is, so that whoever counts can give up. Drawing
//! samples takes all levels. States have at most [`MAX_STATE_BITS`] bits.
//!
//! # 4. What is absent
//! Listing (`kumiki-bits`, `kumiki-cells`). Multiplicities, requirements, options without primary
//! items, and costs. Classes under a group: merged states have forgotten which solutions they
//! belong to. Whether it pays for a given problem: the caller gives it some fuel and sees. Threads,
//! clocks and files.
//!
//! # 5. How we know it is right
//! Every problem of up to four items and five options, and with colours of up to three items and
//! three options, against the naive counter of `kumiki-recount`; random problems against
//! `kumiki-bits`, which shares no code with this engine. Dominoes on all boards up to 10x10 and on
//! some up to 20x20 against the determinant of Kasteleyn's matrix, rings of coloured tiles against
//! the trace of a matrix. Everything is counted from both ends of the order, under other names, and
//! in sips. Solutions drawn at random are all drawn equally often.
//!
//! # 6. Roads not taken
//! * A table of the states of an ordinary search, keyed by the options still possible. It is only
//!   right for states all of whose items have been looked at: otherwise an item that nobody can
//!   cover any more goes unnoticed, and the 8x8 dominoes come out as 13160783 instead of 12988816.
//! * Big integers of any length as weights: each would be an allocation.
//!
//! # 7. Sources
//! M. Nishino, N. Yasuda, S. Minato and M. Nagata, Dancing with decision diagrams: a combined
//! approach to exact cover (AAAI 2017), for merging the states of an exact-cover search; D. E.
//! Knuth's DLX6 follows it. E. Cuthill and J. McKee, Reducing the bandwidth of sparse symmetric
//! matrices (1969), for the order. P. W. Kasteleyn (1961) and H. N. V. Temperley and M. E. Fisher
//! (1961) for the dominoes.
#![forbid(unsafe_code)]

mod count;
mod layout;
mod level;
mod order;
mod outwards;
mod sample;
mod told;
mod weight;

pub use count::{MemoCount, Unsuited};
pub use sample::sample;
pub use told::{Fate, Told, tell_count};

/// The longest states, in bits.
pub const MAX_STATE_BITS: usize = 256;

/// The longest counts, in bits.
pub const MAX_COUNT_BITS: u64 = 64 * 1024;
