//! Exact cover of any kind and size, on reversible sparse sets.
//!
//! # 1. The question
//! Choose options so that every item is covered as often as it must and may be, every coloured item
//! in one colour only, and whatever the chosen options require is covered; list all ways, count
//! them, or find the cheapest.
//!
//! By hand: three guards for three posts `a b c`. Guard 1 can watch `a` and `b`, guard 2 `b` and
//! `c`, guard 3 only `c`. Each post wants one or two guards. Nobody but 1 watches `a`, so 1 comes;
//! then `c` needs 2 or 3, and both may come:
//!
//! ```
//! use kumiki_cells::CellsSpace;
//! use kumiki_group::Action;
//! use kumiki_model::{CoverProblemBuilder, ItemKind};
//! use kumiki_plan::Plan;
//! use kumiki_search::{Prefix, Space, collect};
//!
//! let mut builder = CoverProblemBuilder::new();
//! let [a, b, c] = [(); 3].map(|()| builder.item(ItemKind::between(1, 2)));
//! let guards = [builder.option([a, b]), builder.option([b, c]), builder.option([c])];
//! let problem = builder.build(Action::trivial(3))?;
//! let plan = Plan::new(&problem);
//! let space = CellsSpace::new(&plan, None);
//! let mut search = space.begin(&Prefix::root());
//! let teams: Vec<_> =
//!     collect(&mut search, |search| plan.ids(search.solution().expect("at a solution"))).collect();
//! assert_eq!(teams, [vec![guards[0], guards[1]], guards.to_vec(), vec![guards[0], guards[2]]]);
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! # 2. Structure and algorithm
//! The module `table` turns a plan into sets of entries (T1 to T5): items, requirements and loose
//! options become the same thing. The module `cells` holds these sets in the course of a search (D1
//! to D8). The module `search` is the one hot loop (S1 to S5, K1 to K4). `taxes` has the bound for
//! branch and bound (X1, B1, B2), and `space` is the public face. Read them in this order.
//!
//! The rule, which every engine follows on plain problems: branch on the set with the least number
//! of active options minus need, of those on the first, and try its options in increasing order.
//!
//! # 3. Cost
//! Taking an option costs some 30 instructions for every active entry of every option that then no
//! longer fits; choosing a set, one comparison for every set that needs something, or none if
//! something is forced. On the instances of exact cover that are commonly measured this is 1.1 to
//! 1.7 times the time of the crate `dlx`. Memory is linear: 44 bytes per entry, table and search
//! together. A problem with 100000 options and 50000 items of 400000 entries takes 25 MB. The one
//! exception is a ranged item: branching on it n times keeps n lists of its options.
//!
//! # 4. What is absent
//! Looking ahead further than to the options left in each set. Telling classes of solutions apart
//! (`kumiki_plan::Classes` does), threads and clocks (`kumiki-host`), and the speed of bit sets on
//! small plain problems (`kumiki-bits`).
//!
//! # 5. How we know it is right
//! All small problems with colours, ranges and requirements, and random ones with everything,
//! against the naive counter of `kumiki-recount`; the order of solutions and the number of nodes on
//! every level against the rule done by hand; in sips, in units, by cases and under ceilings; known
//! figures; and every invariant derived from scratch at every pause.
//!
//! # 6. Sources
//! D. E. Knuth, "dancing cells" (2020 to 2023): the programs SSXCC and SSMCC search exact covers
//! with colours and multiplicities on sparse sets. Sparse sets are due to P. Briggs and L. Torczon
//! (1993), their use in backtracking to V. le Clément de Saint-Marcq and others (2013). TAOCP
//! 7.2.2.1 for multiplicities and for taxes on costs.
#![forbid(unsafe_code)]

mod cells;
mod search;
mod space;
mod table;
mod taxes;

pub use space::{CellsSearch, CellsSpace};
pub use taxes::Ceiling;
