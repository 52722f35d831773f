//! An exact-cover problem prepared for searching: orders, and cases by symmetry.
//!
//! # 1. The question
//! Several engines search the same kind of problem. When do they find the same solutions in the
//! same order, and when does a symmetry spare all of them the same work? If both are settled before
//! any of them starts. A [`Plan`] is the problem with its options put in order; [`Cases`] cut its
//! search at the root so that symmetric parts are searched once.
//!
//! By hand: two items `a`, `b`, each covered by either of two options of its own. Swapping `a` and
//! `b` is a symmetry, and so is swapping the two ways to cover `a`. All four options then form one
//! orbit, and one case is enough: take the first option. It is in 2 solutions, each of which has 2
//! members in the orbit, so the number of all solutions is 4 * 2 / 2 = 4.
//!
//! ```
//! use kumiki_group::{Action, Perm};
//! use kumiki_model::{CoverProblemBuilder, ItemKind};
//! use kumiki_plan::{Cases, Plan};
//!
//! let mut builder = CoverProblemBuilder::new();
//! let [a, b] = [(); 2].map(|()| builder.item(ItemKind::Primary));
//! for item in [a, a, b, b] {
//!     builder.option([item]);
//! }
//! let problem = builder.build(Action::trivial(2))?;
//! let plan = Plan::new(&problem);
//! let generators = [[1, 0, 2, 3], [2, 3, 0, 1]].map(|images| Perm::new(images.to_vec()).expect("a permutation"));
//! let cases = Cases::new(&plan, &generators);
//! assert_eq!(cases.len(), 1);
//! assert_eq!((cases.get(0).forced, cases.get(0).orbit.len()), (Some(0), 4));
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! # 2. Structure
//! `plan` numbers items and options (L1 to L4); `cases` cuts by orbits (X1 to X3); `classes` tells
//! which solutions stand for their class (Y1, Y2); `symmetries` has both for a group. `tables`
//! counts classes by what leaves them unchanged. `parts` finds out whether a problem falls apart
//! (P1, P2).
//!
//! # 3. Cost
//! Linear in the problem, but for sorting the options. Cases cost one orbit computation; telling
//! classes apart costs, per solution, as many images as there are symmetries that bring a member of
//! the orbit to the front.
//!
//! # 4. What is absent
//! The symmetries themselves: the caller gives generators, from a puzzle or from `kumiki-auto`.
//! Searching.
//!
//! # 5. How we know it is right
//! The engines' tests count every small problem with and without cases; the sizes of the classes
//! must add up to the number of all solutions.
//!
//! # 6. Sources
//! Fixing one member of each orbit at the root, with earlier orbits forbidden, is folklore of exact
//! cover. TAOCP 7.2.2.1 breaks symmetry by hand in this way.
#![forbid(unsafe_code)]

mod cases;
mod classes;
mod parts;
mod plan;
mod symmetries;
mod tables;

pub use cases::{Case, Cases, Weigher};
pub use classes::{Classes, Standing};
pub use parts::{Component, components};
pub use plan::{Entry, Plan, PlanItem};
pub use symmetries::Symmetries;
pub use tables::{Chosen, Row, Rows, Tables};
