//! Counts by states of a frontier, told state by state in the words of a family.
//!
//! A state names the vertices of the frontier in the order of their numbers, with what the rule of
//! the kind remembers of each:
//!
//! | kind | a state |
//! |---|---|
//! | paths and cycles | `a to b; c bare; d inner; e to an end` |
//! | trees and forests | `a with b and c; d alone` |
//! | matchings | `a matched; b open` |
//! | factors | `a has 2; b has 0` |

use super::Terms;
use crate::Halt;
use crate::draft::{Draft, break_if};
use kumiki_frontier::{Fate, FrontierError, Held, Network, Plan, Problem, Told, tell_count};
use kumiki_model::{TraceEvent, TraceOutcome};

/// Tells the first steps of a count; vertices have names. If the frontier is too wide for it, none:
/// then the count says so.
///
/// # Errors
/// If the run was stopped.
pub(crate) fn tell(
    plan: &Plan,
    names: &[String],
    terms: &Terms,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    let words = Words {
        names,
        network: plan.network(),
        is_matching: *plan.problem() == Problem::PerfectMatchings,
    };
    let [noun, _] = terms.vertices;
    let (mut stopped, mut settled) = (None, 0);
    let told = tell_count(plan, &mut |level, told| {
        stopped = draft.run.check().err();
        break_if(stopped.is_some())?;
        let event = match told {
            Told::Level { vertex, states } => {
                settled = vertex;
                TraceEvent::Level { on: format!("{noun} {}", names[vertex]), states }
            }
            Told::Carry { state, decided, fate } => {
                let (becomes, outcome) = match fate {
                    Fate::Dead => (String::new(), TraceOutcome::Dead),
                    Fate::Done => (String::new(), TraceOutcome::Solution),
                    Fate::Live { state, is_new: true } => {
                        (words.state(&state), TraceOutcome::Alive)
                    }
                    Fate::Live { state, is_new: false } => {
                        (words.state(&state), TraceOutcome::Merged)
                    }
                };
                let choice = words.choice(settled, decided);
                TraceEvent::Carry { state: words.state(state), choice, becomes, outcome }
            }
        };
        draft.tell(level, event)
    });
    match told {
        Ok(()) | Err(FrontierError::TooWide { .. }) => {}
        Err(other) => return Err(other.into()),
    }
    stopped.map_or(Ok(()), |stopped_by| Err(stopped_by.into()))
}

/// What states and choices are called.
struct Words<'a> {
    names: &'a [String],
    network: &'a Network,
    is_matching: bool,
}

impl Words<'_> {
    /// The edges that are taken at a vertex, and those that are left.
    fn choice(&self, vertex: usize, decided: &[(usize, bool)]) -> String {
        let edges = |verb: &str, wanted: bool| {
            let of_verb = decided.iter().filter(|(_, is_taken)| *is_taken == wanted);
            let names: Vec<String> = of_verb
                .map(|(link, _)| {
                    let [one, two] = self.network.links()[*link].ends;
                    let other = if one == vertex { two } else { one };
                    format!("{}-{}", self.names[vertex], self.names[other])
                })
                .collect();
            (!names.is_empty()).then(|| format!("{verb} {}", names.join(" and ")))
        };
        let parts: Vec<String> =
            [edges("take", true), edges("leave", false)].into_iter().flatten().collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
    }

    /// A state.
    fn state(&self, state: &[(usize, Held)]) -> String {
        let part = |place: usize| {
            let (vertex, held) = state[place];
            let said = match held {
                Held::Bare => "bare".to_owned(),
                Held::Inner => "inner".to_owned(),
                Held::Finished => "to an end".to_owned(),
                Held::Paired(other) if other < vertex => return None,
                Held::Paired(other) => format!("to {}", self.names[other]),
                Held::Taken(0) if self.is_matching => "open".to_owned(),
                Held::Taken(_) if self.is_matching => "matched".to_owned(),
                Held::Taken(edges) => format!("has {edges}"),
                Held::Joined(head) => {
                    // Who stands for a tree depends on slots; here it is the first.
                    let is_with = |(_, other): &&(usize, Held)| *other == Held::Joined(head);
                    if state[..place].iter().any(|member| is_with(&member)) {
                        return None;
                    }
                    let others = state[place + 1..].iter().filter(is_with);
                    let others: Vec<&str> =
                        others.map(|(other, _)| self.names[*other].as_str()).collect();
                    match others.as_slice() {
                        [] => "alone".to_owned(),
                        others => format!("with {}", others.join(" and ")),
                    }
                }
            };
            Some(format!("{} {said}", self.names[vertex]))
        };
        let parts: Vec<String> = (0..state.len()).filter_map(part).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
    }
}
