//! The frontier engine with threads, limits and forecasts: what questions about graphs and about
//! tours have in common.
//!
//! * `count`: orders of vertices, what counts in them will need, the counts, and the same again in
//!   another order.
//! * `diagram`: all solutions as a decision diagram, and some of them, listed or drawn by lot.
//! * `listing`: those that a question asks for, shown and judged.
//! * `symmetry`: the symmetries of a graph.
//! * `told`: counts, state by state.
//! * `words`: what is told and drawn.
//! * `written`: diagrams in the forms that a question can ask for.

mod count;
mod diagram;
mod listing;
mod place;
mod symmetry;
pub(crate) mod told;
pub(crate) mod words;
mod written;

pub(crate) use count::{
    MADE_PER_MS, compare, compare_orders, count_for, in_words, plans, plans_in, tallies,
};
pub(crate) use diagram::{Diagram, pick};
pub(crate) use listing::show;
pub(crate) use symmetry::edge_group;
pub(crate) use written::{write_family, write_function};

use crate::Halt;
use crate::draft::Draft;
use kumiki_judge::Fault;
use num_bigint::BigUint;

/// How a family speaks of what it counts.
pub(crate) struct Terms {
    /// What it looks at.
    pub(crate) graph: &'static str,
    /// One place of that, and several.
    pub(crate) vertices: [&'static str; 2],
    /// One solution, and several.
    pub(crate) solutions: [&'static str; 2],
}

/// Begins: solutions are drawn from all or stand for classes, and memory is that of the machine.
///
/// # Errors
/// If a sample of classes is asked for.
pub(crate) fn begin(
    draft: &mut Draft<'_>,
    is_one_per_class: bool,
    terms: &Terms,
) -> Result<(), Halt> {
    if is_one_per_class && draft.how.sample.is_some() {
        return Err(Halt::contradiction(format!(
            "`sample` draws from all {}, expected no `one_per_class`",
            terms.solutions[1]
        )));
    }
    draft.run = draft.run.within_the_machine();
    Ok(())
}

/// Notes why there is none.
pub(crate) fn note_none(reason: String, draft: &mut Draft<'_>) {
    draft.answer.count = Some(BigUint::ZERO.into());
    draft.note("method: no search was needed");
    draft.answer.why_none = Some(reason);
}

/// If it is known that there is none, then none must have been counted.
///
/// # Errors
/// If some were, which is a bug; `none` says why there is none.
pub(crate) fn check_none(none: String, counted: &BigUint) -> Result<(), Halt> {
    if *counted == BigUint::ZERO {
        return Ok(());
    }
    Err(Halt::Disagreement { first: none, second: counted.to_string() })
}

/// The judge does not understand the question.
pub(crate) fn no_judge(fault: &Fault) -> Halt {
    Halt::Refuted { what: "the question".to_owned(), fault: fault.to_string() }
}
