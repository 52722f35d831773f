//! Decision diagrams: Boolean functions and families of sets, kept so that equal ones are one.
//!
//! # 1. The question
//! Given a set of objects too large to be listed, described step by step: how many are there, which
//! is the lightest, what does a random one look like, and what do two such sets have in common? By
//! hand: the sets of vertices of the path a-b-c-d without two neighbours. All sets, less those that
//! contain a neighbouring pair:
//!
//! ```
//! use kumiki_diagram::ZddStore;
//!
//! let [a, b, c, d] = [0, 1, 2, 3];
//! let mut store = ZddStore::new(4, 1 << 20)?;
//! let all = store.universe()?;
//! let pairs: [&[u32]; 3] = [&[a, b], &[b, c], &[c, d]];
//! let pairs = store.with_sets(kumiki_diagram::NodeId::BOTTOM, pairs)?;
//! let independent = store.nonsupersets(all, pairs)?;
//! assert_eq!(store.count(independent), 8u8.into());
//! let largest = store.maximal(independent)?;
//! assert_eq!(store.members(largest).collect::<Vec<_>>(), [[b, d], [a, d], [a, c]]);
//! let heaviest = store.heaviest(independent, &[4, 5, 3, 1]).ok_or("there is one")?;
//! assert_eq!((heaviest.weight, heaviest.set), (7, vec![a, c]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. Structure
//! The module `store` holds nodes, each once (N1 to N5), with the rule of BDDs or of ZDDs;
//! `garbage` drops those of no use, and `cache` remembers results.
//!
//! * Functions ([`BddStore`]): `boolean` has the operations, `template` an intersection in two
//!   phases.
//! * Families ([`ZddStore`]): `family` has the operations of sets of sets, `algebra` join, meet and
//!   division, `inclusion` what is chosen by containment, `members` all members in order, `weights`
//!   members in order of weight, `reduction` families that were made level by level.
//! * Both: `census` counts and draws at random, by ranks from `dice`; `convert` turns one kind into
//!   the other, and [`text`] reads and writes them.
//!
//! The module [`tours`] is the method of Knuth's OBDD: knight's tours with a half-turn symmetry,
//! from pairs of perfect matchings.
//!
//! # 3. Cost
//! A node takes 12 bytes, its places in the table of nodes up to 11 more, and up to 40 in the cache
//! if operations use it. Operations on two diagrams take time in proportion to the product of their
//! sizes at most, and mostly to their sum, as long as the cache remembers; it has one place per
//! node. Counting, weighing and conversion take one pass over the diagram. There are at most 4096
//! variables, since operations recurse once for each.
//!
//! On 8x8 the diagram of matchings takes 4 % of the time that the seed's program needs for
//! everything, and counting pairs another 22 %.
//!
//! # 4. What is absent
//! Changing the order of variables; complemented links; graphs other than folded boards (the
//! frontier engine makes diagrams of those). Threads, clocks and files (`kumiki-host`): the pairs
//! of matchings can be counted in parts.
//!
//! # 5. How we know it is right
//! All functions of three variables and all families of subsets of three elements, alone and in
//! pairs, for every operation, against definitions spelled out on bit sets; random ones of six.
//! Each function has one node, so every comparison is of node numbers. Stores of all small sizes
//! get full and remain right. The seed's figures; pairs walked one by one against pairs counted by
//! short cuts, in parts and in sips of fuel.
//!
//! # 6. Sources
//! R. E. Bryant, Computing Surveys 24 (1992), 293-318, for BDDs; S. Minato, Design Automation
//! Conference 30 (1993), 272-277, for ZDDs; D. E. Knuth, OBDD (1996), for two phases and for tours;
//! The Art of Computer Programming, section 7.1.4, for the algebra of families. The text forms are
//! those of Knuth's BDD15 and of Graphillion (T. Inoue and others).
#![forbid(unsafe_code)]

mod algebra;
mod boolean;
mod cache;
mod census;
mod convert;
mod dice;
mod family;
mod garbage;
mod inclusion;
mod members;
mod reduction;
mod store;
mod template;
pub mod text;
pub mod tours;
mod weights;

pub use census::Census;
pub use convert::ConvertError;
pub use dice::Dice;
pub use members::Members;
pub use reduction::{BranchLevels, Reduced, Reducing, Reduction};
pub use store::{
    Bdd, BddStore, Branch, Full, MAX_VARIABLES, NodeId, Rule, Store, TooManyVariables, Zdd,
    ZddStore,
};
pub use weights::{ByWeight, Weighed};
