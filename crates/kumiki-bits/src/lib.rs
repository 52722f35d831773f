//! Engine: exact cover on bit sets of options.
//!
//! # 1. The question
//! Choose options so that every primary item is covered exactly once and every optional item at
//! most once, or several times in one colour; list all ways, or count them.
//!
//! By hand: items `a`, `b`, `c` and options 0 = `ab`, 1 = `c`, 2 = `a`, 3 = `bc`. Item `a` is in
//! options {0, 2}. Taking 0 crosses out what clashes with it, {0, 2, 3}, and leaves 1, which covers
//! `c`; taking 2 crosses out {0, 2} and leaves {1, 3}, of which only 3 covers `b`. So there are two
//! solutions:
//!
//! ```
//! use kumiki_bits::BitsSpace;
//! use kumiki_group::Action;
//! use kumiki_model::{CoverProblemBuilder, ItemKind};
//! use kumiki_plan::Plan;
//! use kumiki_search::{Fuel, Prefix, Search, Space, collect};
//!
//! let mut builder = CoverProblemBuilder::new();
//! let [a, b, c] = [(); 3].map(|()| builder.item(ItemKind::Primary));
//! for items in [vec![a, b], vec![c], vec![a], vec![b, c]] {
//!     builder.option(items);
//! }
//! let plan = Plan::new(&builder.build(Action::trivial(3))?);
//! let space = BitsSpace::new(&plan, None)?;
//! let mut search = space.begin(&Prefix::root());
//! let found: Vec<Vec<u32>> = collect(&mut search, |s| s.solution().expect("at a solution").to_vec()).collect();
//! assert_eq!(found, [[0, 1], [2, 3]]);
//!
//! // Whoever wants no more than the number need not stop at each.
//! let space = space.counting();
//! let mut search = space.begin(&Prefix::root());
//! search.advance(&mut Fuel::unlimited());
//! assert_eq!(search.counted(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure and algorithm
//! Everything is a set of options, and a set of options is a row of bits. The options that are
//! still possible are a set A; those of an item are a set I; how many ways there are to cover the
//! item is the number of bits of A & I. Each option has a set of others that clash with it, by an
//! item or by a colour, and taking the option removes that set from A. Nothing has to be undone:
//! every level has its own A.
//!
//! The module `table` compiles a plan into such sets (B1 to B7). The module `search` is the hot
//! loop (N1 to N5) and its stack (K1 to K3): branch on the item with the fewest ways, the earliest
//! of several, and try its options in the plan's order. The module `tail` takes over where little
//! is left (E1 to E7): at most 64 items, and 256 options, or 64 if there were no more than 256 to
//! begin with. What is left is renumbered, so that a set takes four machine words or one; whether
//! that pays is tried on the first nodes. `vector` compiles the loops for four kinds of machine,
//! and `space` is the public face. Read them in this order.
//!
//! In which order items with a single way are covered changes neither the solutions nor the order
//! in which they are found. So both kernels, all builds and `kumiki-cells` list the same solutions
//! in the same order.
//!
//! # 3. Cost
//! The table of clashes takes n * n / 8 bytes for n options. That is why there are at most
//! [`MAX_OPTIONS`], which take 32 MB; [`BitsSpace::bytes_needed`] tells beforehand. A search takes
//! n / 8 bytes per primary item.
//!
//! A node of the wide kernel costs one pass over the words of A, and then the open blocks of 8
//! items times the *live patches*: those groups of words in which A is not zero and some item of
//! the block has options. So it matters that the options of an item lie close together, which is
//! the plan's business. A block is left as soon as none of its items can be the smallest: some 1100
//! instructions in all on pentominoes. To enter the tail kernel costs some 4000, and a node in it
//! 100 to 300.
//!
//! # 4. What is absent
//! Multiplicities, requirements, options without primary items, costs, and problems beyond the
//! limits: `kumiki-cells` has them. Numbers too large to be listed one by one: `kumiki-memo`.
//! Finding symmetries (`kumiki-auto`), and what to make of cases (`kumiki-plan`). Threads, clocks
//! and files (`kumiki-host`).
//!
//! # 5. How we know it is right
//! Every problem of up to four items and five options, and with colours of up to three items and
//! three options, against the naive counter of `kumiki-recount`; random problems against
//! `kumiki-memo` and, solution by solution, against `kumiki-cells`; closed formulas and published
//! figures. Both kernels, the portable build and the best one, listing and counting, one sip of
//! fuel and many, the whole and its units must agree. By cases under a group, the classes are those
//! of sorting all solutions.
//!
//! # 6. Roads not taken
//! Experiments that did not pay, measured on polyominoes, Langford pairs, queens and dominoes:
//! * Looking at all words instead of the live patches: 3.4 times slower on the 6x10 pentominoes. A
//!   list of the words that are not zero instead of a mask: no faster than the mask.
//! * Lists of an item's options, filtered at every node, instead of bits: 1.4 to 3 times slower.
//! * Taking all forced options at once in the wide kernel, as the tail kernel does.
//! * The tail kernel everywhere: on pentominoes, where some ten nodes follow an entry, it costs 10
//!   %. Hence the trial. With a tail of two words instead of four: the Soma cube takes 1.3 times as
//!   long, MacMahon's squares likewise. With a tail of four words for few options: Langford pairs
//!   and dominoes take 1.8 times as long.
//! * Renumbering clashes on entering the tail, not when they are needed: twice as long on the Soma
//!   cube.
//! * Breaking ties between equally small items by how often they failed.
//! * Removing options that clash with all options of a small item. As for consistency in general,
//!   Knuth's XCCDC, which maintains it, takes 5 to 11 times as long as his SSXCC on these problems.
//!
//! # 7. Sources
//! D. E. Knuth, TAOCP 7.2.2.1, for exact covering with colours, the choice of the smallest item,
//! and the examples. That a search can be carried out on bit sets of what is left is folklore of
//! constraint programming.
#![deny(unsafe_code)]

mod search;
mod space;
mod table;
mod tail;
mod vector;

pub use space::{BitsSearch, BitsSpace};

/// The most options: the table of clashes then takes 32 MB.
pub const MAX_OPTIONS: usize = 1 << 14;

/// The most primary items.
pub const MAX_ITEMS: usize = 1 << 12;

/// Why this engine cannot search a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsuited {
    /// It has multiplicities, requirements or options without primary items.
    NotPlain,
    /// It has more than [`MAX_OPTIONS`] options.
    TooManyOptions {
        /// How many it has.
        options: usize,
    },
    /// It has more than [`MAX_ITEMS`] primary items, or too many items altogether.
    TooManyItems {
        /// How many it has, optional ones included.
        items: usize,
    },
}

impl std::fmt::Display for Unsuited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotPlain => {
                write!(f, "problem with multiplicities, requirements or free options")
            }
            Self::TooManyOptions { options } => {
                write!(f, "problem with {options} options, expected at most {MAX_OPTIONS}")
            }
            Self::TooManyItems { items } => {
                write!(
                    f,
                    "problem with {items} items, expected at most {MAX_ITEMS} primary ones and {} \
                     in all",
                    u16::MAX
                )
            }
        }
    }
}

impl std::error::Error for Unsuited {}
