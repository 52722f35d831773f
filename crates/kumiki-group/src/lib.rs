//! Finite permutation groups: closure, orbits, stabilisers, subgroups, and orbits counted by
//! symmetry.
//!
//! # The question
//! A puzzle's solutions come in families that differ only by turning or reflecting the box. Which
//! moves of the box are there, which of them leave a given thing alone, and how many families are
//! there? The corners of a square, numbered `0 1 / 3 2`, are moved by eight symmetries:
//!
//! ```
//! use kumiki_group::{Group, Perm};
//! let turn = Perm::new(vec![1, 2, 3, 0]).expect("a permutation");
//! let flip = Perm::new(vec![1, 0, 3, 2]).expect("a permutation");
//! let square = Group::generated_by(4, &[turn, flip]);
//! assert_eq!(square.order(), 8);
//! assert_eq!(square.orbits(), vec![vec![0, 1, 2, 3]]);
//! assert_eq!(square.where_fixed(0).len(), 2); // the identity and one diagonal
//! assert_eq!(square.subgroup_classes().len(), 8);
//! ```
//!
//! # Structure
//! [`Perm`] is a permutation of points; [`Group`] lists all its elements, identity first, the rest
//! in lexicographic order of their images, so that equal groups are equal values. [`Action`]
//! carries a group over to another set (the symmetries of a box to its cells). [`SubgroupClass`]
//! and [`Marks`] turn "how many solutions does each subgroup fix" into "how many classes are there,
//! with which symmetry".
//!
//! [`StabiliserChain`] is for groups too large to list: it knows the order, tests membership, and
//! goes through the elements one by one.
//!
//! # Cost and limits
//! [`Group`] and all that builds on it list their elements: orders up to a few hundred, degrees up
//! to some ten thousand points. A group of order 48 on 216 points takes about 40 KB. A
//! [`StabiliserChain`] is made for orders up to some thousand on 100,000 points, or of any size on
//! 50 points; larger ones if a base and strong generators are known.
//!
//! # How we know it is right
//! The group axioms, Lagrange and the orbit-stabiliser theorem are checked on every group the tests
//! build; the number of subgroups of the cube group (98, in 33 classes) and of the square (10, in 8
//! classes) are known; [`Marks`] is compared with plain orbit counting on all colourings of small
//! boards. A [`StabiliserChain`] must have the elements that listing finds, for all groups on four
//! points and many on five and six; symmetric groups and three of Mathieu's have their known
//! orders.
#![forbid(unsafe_code)]

mod action;
mod chain;
mod group;
mod marks;
mod orbit_tree;
mod perm;
mod reduction;

pub use action::Action;
pub use chain::StabiliserChain;
pub use group::{Group, Subgroup, SubgroupClass};
pub use marks::{Marks, MarksError, OrbitsByOrder};
pub use perm::Perm;
