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
use kumiki_frontier::{
    Fate, Folding, FrontierError, Held, Link, Network, Plan, Problem, Told, tell_count,
};
use kumiki_model::{TraceEvent, TraceOutcome};

/// What vertices and edges of a network are called.
pub(crate) struct Naming {
    /// The vertices.
    names: Vec<String>,
    /// What is said of the level that settles each of them.
    settled: Vec<String>,
    /// For each edge, what the vertex at its second end is called there as seen from the first, and
    /// the first as seen from the second.
    ends: Vec<[String; 2]>,
}

impl Naming {
    /// A graph, whose vertices have names.
    pub(crate) fn of_graph(network: &Network, names: &[String], terms: &Terms) -> Self {
        let [noun, _] = terms.vertices;
        let ends = network.links().iter().map(|link| link.ends.map(|end| names[end].clone()));
        Self {
            names: names.to_vec(),
            settled: names.iter().map(|name| format!("{noun} {name}")).collect(),
            ends: ends.map(|[first, second]| [second, first]).collect(),
        }
    }

    /// A folded board, whose cells have names. A vertex is called by its first cell, and an edge by
    /// the move from that cell.
    pub(crate) fn of_board(folding: &Folding, cells: &[String], terms: &Terms) -> Self {
        let (network, orbits) = (folding.network(), folding.orbits());
        let called = |orbit: &Vec<usize>| {
            let names: Vec<&str> = orbit.iter().map(|cell| cells[*cell].as_str()).collect();
            let noun = terms.vertices[usize::from(names.len() > 1)];
            format!("{noun} {}", names.join(" and "))
        };
        let seen = |from: usize, link: &Link| {
            let (other, turns) = link.from(from, network.turns());
            let orbit = &orbits[other];
            cells[orbit[turns as usize % orbit.len()]].clone()
        };
        Self {
            names: orbits.iter().map(|orbit| cells[orbit[0]].clone()).collect(),
            settled: orbits.iter().map(called).collect(),
            ends: network.links().iter().map(|link| link.ends.map(|end| seen(end, link))).collect(),
        }
    }
}

/// Tells the first steps of a count. If the frontier is too wide for it, none: then the count says
/// so.
///
/// # Errors
/// If the run was stopped.
pub(crate) fn tell(plan: &Plan, naming: &Naming, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let words = Words {
        naming,
        network: plan.network(),
        is_matching: *plan.problem() == Problem::PerfectMatchings,
    };
    let (mut stopped, mut settled) = (None, 0);
    let told = tell_count(plan, &mut |level, told| {
        stopped = draft.run.check().err();
        break_if(stopped.is_some())?;
        let event = match told {
            Told::Level { vertex, states } => {
                settled = vertex;
                TraceEvent::Level { on: naming.settled[vertex].clone(), states }
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
    naming: &'a Naming,
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
                    let is_second = self.network.links()[*link].ends[1] == vertex;
                    let other = &self.naming.ends[*link][usize::from(is_second)];
                    format!("{}-{other}", self.naming.names[vertex])
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
                Held::Paired(other) => format!("to {}", self.naming.names[other]),
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
                        others.map(|(other, _)| self.naming.names[*other].as_str()).collect();
                    match others.as_slice() {
                        [] => "alone".to_owned(),
                        others => format!("with {}", others.join(" and ")),
                    }
                }
            };
            Some(format!("{} {said}", self.naming.names[vertex]))
        };
        let parts: Vec<String> = (0..state.len()).filter_map(part).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
    }
}
