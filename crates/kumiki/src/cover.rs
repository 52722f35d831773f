//! Exact covers: one call from problem to answer.
//!
//! # Three kernels
//! * *Bits*: bit sets of options (`kumiki-bits`), the fastest at listing and counting plain
//!   problems.
//! * *Cells*: sparse sets (`kumiki-cells`), for multiplicities, requirements and costs, and for
//!   problems too large for bit sets.
//! * *Memo*: merging equal states (`kumiki-memo`). It only counts, but reaches numbers that nobody
//!   could list.
//!
//! [`Kernel::Auto`] starts to count with bits. If that is going to take long and merging is not, it
//! changes over; the attempt is limited to a small part of what listing would cost.
//!
//! # Symmetry
//! With [`Symmetry::Auto`] the symmetries of the problem are found by `kumiki-auto`. One solution
//! of each class is looked for; how many there are in all follows in two ways, which must agree.

mod answer;
mod count;
mod hunt;

use crate::Halt;
use crate::judged::judge_shown;
use crate::pick::Pick;
use crate::report::unless_too_large;
use kumiki_auto::{Automorphisms, Budget, automorphisms};
use kumiki_drive::Run;
use kumiki_judge::judge_cover;
pub use kumiki_model::CoverSymmetry as Symmetry;
use kumiki_model::{CoverProblem, OptionId, StoppedBy};
use kumiki_plan::Plan;
use kumiki_search::Profile;
use num_bigint::BigUint;
use std::collections::BTreeMap;

pub use answer::{Answered, FileRequest, answer};
pub(crate) use hunt::{Group, Harvest, Hunt, Stabiliser};

/// Which kernel does the work.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Kernel {
    /// Whichever is fastest.
    #[default]
    Auto,
    /// Bit sets of options.
    Bits,
    /// Sparse sets.
    Cells,
    /// Merging equal states.
    Memo,
}

impl Kernel {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Bits => "bits",
            Self::Cells => "cells",
            Self::Memo => "memo",
        }
    }
}

/// Which solutions are shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Show {
    /// None: they are only counted.
    #[default]
    Nothing,
    /// The first so many.
    List(usize),
    /// The first so many, and then the search stops.
    First(usize),
    /// So many, each set of that size being equally likely; the same ones for the same seed.
    Sample {
        /// How many.
        size: usize,
        /// Where the dice start.
        seed: u64,
    },
    /// The so many cheapest, by cost. Others are not even counted.
    Cheapest(usize),
}

/// A problem and how it is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The problem.
    pub problem: &'a CoverProblem,
    /// How to find out.
    pub kernel: Kernel,
    /// What is the same.
    pub symmetry: Symmetry,
    /// What is shown.
    pub show: Show,
    /// Confirm the count by another kernel.
    pub verify: bool,
}

impl<'a> Request<'a> {
    /// Just the count.
    #[must_use]
    pub fn count(problem: &'a CoverProblem) -> Self {
        Self {
            problem,
            kernel: Kernel::Auto,
            symmetry: Symmetry::None,
            show: Show::Nothing,
            verify: false,
        }
    }
}

/// A solution that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Its options, increasing.
    pub options: Vec<OptionId>,
    /// How many symmetries leave it unchanged; 1 if none were looked for.
    pub symmetries: usize,
    /// What it costs.
    pub cost: u64,
}

/// What is known about the symmetries in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// How many there are.
    pub order: BigUint,
    /// Whether all of them were found.
    pub is_complete: bool,
    /// How many classes the solutions form, or `None` if there are too many symmetries to tell them
    /// apart.
    pub classes: Option<BigUint>,
    /// The classes by the number of symmetries that leave their members unchanged.
    pub by_symmetry: BTreeMap<usize, u64>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Solved {
    /// How many solutions there are.
    pub count: BigUint,
    /// With [`Symmetry::Auto`].
    pub symmetries: Option<Symmetries>,
    /// What is shown.
    pub solutions: Vec<Solution>,
    /// The kernel that did the work.
    pub kernel: Kernel,
    /// Why that one.
    pub kernel_reason: String,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer.
    pub evidence: Vec<String>,
    /// The search tree.
    pub profile: Profile,
}

/// The elements of a group are listed if their images of all options take no more than so many
/// bytes.
const MAX_GROUP_BYTES: u64 = 256 << 20;

/// Answers a question.
///
/// # Errors
/// If the chosen kernel does not suit the problem, if memory does not suffice, or if two methods
/// disagree.
pub fn solve(request: &Request<'_>, run: &Run<'_>) -> Result<Solved, Halt> {
    let plan = Plan::new(request.problem);
    let mut solved = match (request.symmetry, request.show) {
        (Symmetry::None, Show::Nothing) => count::count(request, &plan, run)?,
        (Symmetry::None, Show::Sample { size, seed }) => {
            match count::sample(request, &plan, size, seed, run)? {
                Some(solved) => solved,
                None => hunt(request, &plan, run)?,
            }
        }
        _ => hunt(request, &plan, run)?,
    };
    if request.verify && solved.stopped_by.is_none() {
        if let Show::Cheapest(_) = request.show {
            solved
                .evidence
                .push("the cheapest solutions are not confirmed by a second method".to_owned());
        } else {
            solved.evidence.push(unless_too_large(count::verify(&solved, &plan, run))?);
        }
    }
    let judge = |_: usize, solution: &Solution| judge_cover(request.problem, &solution.options);
    solved.evidence.extend(judge_shown(["solution", "solutions"], &solved.solutions, run, judge)?);
    Ok(solved)
}

/// Looks for the solutions one by one.
fn hunt(request: &Request<'_>, plan: &Plan, run: &Run<'_>) -> Result<Solved, Halt> {
    if request.kernel == Kernel::Memo {
        return Err(Halt::Kernel {
            kernel: "memo",
            reason: "it only counts, expected --kernel auto, bits or cells".to_owned(),
        });
    }
    let found = match request.symmetry {
        Symmetry::None => None,
        Symmetry::Auto => Some(automorphisms(request.problem, Budget::default())),
    };
    let group = found.as_ref().map_or(Group::Trivial, |found| group_of(found, request.problem));
    let (pick, cheapest) = match request.show {
        Show::Nothing => (Pick::First { most: 0, is_enough: false }, None),
        Show::List(most) => (Pick::First { most, is_enough: false }, None),
        Show::First(most) => (Pick::First { most, is_enough: true }, None),
        Show::Sample { size, seed } => (Pick::Sample { size, seed }, None),
        Show::Cheapest(most) => (Pick::First { most: 0, is_enough: false }, Some(most)),
    };
    let hunt =
        Hunt { plan, kernel: request.kernel, group: &group, pick, cheapest, keep: &|_| true };
    let Harvest {
        total,
        classes,
        solutions,
        kernel,
        kernel_reason,
        stopped_by,
        mut evidence,
        profile,
    } = hunt.run(run)?;
    let method = match (&group, request.show) {
        (_, Show::Cheapest(_)) => "branch and bound",
        _ if stopped_by.is_some() => {
            "solutions were visited one by one until the search was stopped"
        }
        (Group::Trivial, _) => "every solution was visited",
        (Group::Listed { .. }, _) => "one solution of each class was visited",
        (Group::Large { .. }, _) => {
            "every solution was visited up to the symmetries of its first option"
        }
    };
    evidence.insert(0, format!("method: {method}"));
    // The cheapest solutions are not all the classes there are.
    let is_counted = group.can_tell_classes() && !matches!(request.show, Show::Cheapest(_));
    let symmetries = found.map(|found| {
        if !found.is_complete() {
            evidence.push("the search for symmetries was broken off; there may be more".to_owned());
        }
        let mut by_symmetry = BTreeMap::new();
        for (stabiliser, count) in &classes {
            *by_symmetry.entry(stabiliser.order).or_default() += count;
        }
        Symmetries {
            order: found.order().clone(),
            is_complete: found.is_complete(),
            classes: is_counted.then(|| classes.values().copied().map(BigUint::from).sum()),
            by_symmetry,
        }
    });
    Ok(Solved {
        count: total,
        symmetries,
        solutions,
        kernel,
        kernel_reason,
        stopped_by,
        evidence,
        profile,
    })
}

/// The group with all its elements, if they are not too many.
fn group_of(found: &Automorphisms, problem: &CoverProblem) -> Group {
    let degree = problem.options().len();
    let orbits = found.orbits();
    let bytes_each = 4 * u64::try_from(degree.max(1)).unwrap_or(u64::MAX);
    let elements = u64::try_from(found.order())
        .ok()
        .filter(|order| order.saturating_mul(bytes_each) <= MAX_GROUP_BYTES)
        .map(|_| found.chain().elements().collect());
    match elements {
        Some(elements) => Group::Listed { orbits, elements },
        None => Group::Large { orbits },
    }
}
