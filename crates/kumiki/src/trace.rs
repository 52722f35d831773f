//! Searches of trees, told step by step in the words of a family.

use crate::Halt;
use crate::draft::{Draft, break_if};
use kumiki_model::{TraceEvent, TraceOutcome};
use kumiki_search::{Arrival, Explained, Prefix, Told, tell};
use std::ops::ControlFlow;

/// How a family calls what a search decides.
pub(crate) struct Names<'a> {
    /// What is decided, at the node that the prefix leads to.
    pub(crate) item: &'a dyn Fn(&Prefix, Option<u32>) -> String,
    /// Why that is decided first, in words; the engine's rule.
    pub(crate) why: &'a str,
    /// A choice that is made, or forced, at the node that the prefix leads to.
    pub(crate) choice: &'a dyn Fn(&Prefix, u32) -> String,
    /// Why a choice that leads to a node fares as it does, in words; may be empty.
    pub(crate) reason: &'a dyn Fn(&Prefix, &Arrival) -> String,
}

/// The choice of nothing: what is known before anything is decided.
const NOTHING: &str = "nothing";

/// Tells the first steps of a search.
///
/// # Errors
/// If the run was stopped.
pub(crate) fn tell_tree(
    space: &impl Explained,
    names: &Names<'_>,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    tell_until(space, names, draft, |_| false).map(drop)
}

/// Tells the first steps of a search that ends where `is_end` says so. Says whether it has come to
/// its end, or enough has been told.
///
/// # Errors
/// If the run was stopped.
pub(crate) fn tell_until(
    space: &impl Explained,
    names: &Names<'_>,
    draft: &mut Draft<'_>,
    is_end: impl Fn(&TraceEvent) -> bool,
) -> Result<bool, Halt> {
    let mut stopped = None;
    let flow = tell(space, &mut |prefix, told| {
        stopped = draft.run.check().err();
        break_if(stopped.is_some())?;
        let Some(event) = event(prefix, told, names) else { return ControlFlow::Continue(()) };
        let is_last = is_end(&event);
        draft.tell(prefix.len(), event)?;
        break_if(is_last)
    });
    stopped.map_or(Ok(flow.is_break()), |stopped_by| Err(stopped_by.into()))
}

/// A step in words; nothing if there is nothing to say.
fn event(prefix: &Prefix, told: Told<'_>, names: &Names<'_>) -> Option<TraceEvent> {
    match told {
        Told::Root(Arrival::Branch { forced, .. }) if forced.is_empty() => None,
        Told::Root(arrival) => Some(tried(NOTHING.to_owned(), prefix, arrival, names)),
        Told::Branch { item, ways } => {
            let why = if item.is_some() { names.why.to_owned() } else { String::new() };
            Some(TraceEvent::Branch { on: (names.item)(prefix, item), ways, why })
        }
        Told::Try { choice, arrival } => {
            let below = prefix.then(choice);
            Some(tried((names.choice)(prefix, choice), &below, arrival, names))
        }
    }
}

fn tried(choice: String, prefix: &Prefix, arrival: &Arrival, names: &Names<'_>) -> TraceEvent {
    let none: &[u32] = &[];
    let (outcome, forced) = match arrival {
        Arrival::Dead => (TraceOutcome::Dead, none),
        Arrival::Rejected { .. } => (TraceOutcome::Rejected, none),
        Arrival::Solution { forced } => (TraceOutcome::Solution, &forced[..]),
        Arrival::Branch { forced, .. } => (TraceOutcome::Alive, &forced[..]),
    };
    let why = (names.reason)(prefix, arrival);
    let forces = forced.iter().map(|choice| (names.choice)(prefix, *choice)).collect();
    TraceEvent::Try { choice, outcome, forces, why }
}
