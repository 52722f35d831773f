//! The steps of a search, followed one by one.
//!
//! The judge makes the choices that a trace tells, and looks whether they are possible and lead to
//! solutions. It does not look for choices that were left out: that all were tried is what counts
//! are compared for.
//!
//! * **T1** Steps are numbered from 1, one after the other.
//! * **T2** Behind a choice that is alive comes what is decided next, one level deeper. As many
//!   choices follow there as were announced, no two the same, before the search goes back; only the
//!   end of the trace may come before.
//! * **T3** A choice decides what it is to decide, and goes with those made before it.
//! * **T4** What is called a solution is one, and no two are the same.
//!
//! Work that goes level by level is followed by rules of its own, in `levels`; `frontier` has the
//! states of graphs, and `memo` those of exact covers.

mod bricks;
mod cover;
mod frontier;
mod levels;
mod memo;
mod pieces;
mod pushes;
mod tiles;

use crate::envelope::{at_most, equal};
use crate::fault::{refuse, require};
use crate::subgraphs::{graph_of, wanted};
use crate::{Fault, TourJudge, rule};
use kumiki_model::{
    Answer, Ask, GraphAsk, Kernel, Question, SubgraphKind, TourSymmetry, ToursAsk, TraceEvent,
    TraceOutcome, TraceStep,
};
use kumiki_recount::Wanted;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// What choices mean, in one family.
trait Subject {
    /// T3: a choice about something, after others.
    fn judge_choice(&self, about: &str, made: &[&str], choice: &str) -> Result<(), Fault>;

    /// T4: all choices of a solution.
    fn judge_solution(&self, made: &[&str]) -> Result<(), Fault>;
}

/// The choice of nothing: what is known before anything is decided.
const NOTHING: &str = "nothing";

/// Where the steps of a search lead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Followed {
    /// How many solutions the judge has come to.
    pub solutions: BigUint,
    /// Whether these are all that there are: steps are told to the end, and all ways were tried.
    /// The judge says so of work that goes level by level only.
    pub is_count: bool,
    /// Whether the steps end before they must. The judge sees that in work that goes level by level
    /// only.
    pub is_cut_short: bool,
}

/// Follows the steps of a search, and says where they lead.
///
/// # Errors
/// If a step cannot be followed.
pub fn follow_trace(question: &Question, steps: &[TraceStep]) -> Result<Followed, Fault> {
    if steps.is_empty() {
        return Ok(Followed::default());
    }
    match &question.ask {
        Ask::Antislide(ask) => follow(&bricks::Bricks::new(ask)?, steps),
        Ask::Cover(ask) if ask.kernel == Kernel::Memo => {
            levels::follow(memo::Items::new(ask)?, steps)
        }
        Ask::Cover(ask) => follow(&cover::Options::new(ask)?, steps),
        Ask::Pack(ask) => follow(&pieces::Pieces::new(ask)?, steps),
        Ask::Slide(ask) => follow(&pushes::Pushing::new(ask)?, steps),
        Ask::Tile(ask) => follow(&tiles::Tiles::new(ask)?, steps),
        Ask::Graph(ask) => follow_graph(ask, steps),
        Ask::Tours(ask) => follow_tours(ask, steps),
        other => refuse(
            rule::TRACE,
            format!("there are steps of a search, expected none with {}", other.command()),
        ),
    }
}

/// Follows the steps that an answer tells, if any, and holds its count against them.
///
/// # Errors
/// If a step cannot be followed, or if the steps lead to another count.
pub(crate) fn judge_trace(answer: &Answer) -> Result<(), Fault> {
    if answer.trace.is_empty() {
        return Ok(());
    }
    let most = answer.question.how.trace.unwrap_or(0);
    at_most(rule::TRACE, "the number of steps", answer.trace.len(), most)?;
    let followed = follow_trace(&answer.question, &answer.trace)?;
    let is_all = answer.trace.len() == most || !answer.is_complete();
    require(is_all || !followed.is_cut_short, rule::TRACE, || {
        format!("the steps end after {}, expected them to the end", answer.trace.len())
    })?;
    match &answer.count {
        Some(count) if followed.is_count => {
            equal(rule::TRACE, "the count by the steps told", count.0.clone(), followed.solutions)
        }
        _ => Ok(()),
    }
}

/// Follows a count of subgraphs.
fn follow_graph(ask: &GraphAsk, steps: &[TraceStep]) -> Result<Followed, Fault> {
    let graph = graph_of(ask)?;
    let wanted = wanted(&graph, ask)?;
    levels::follow(frontier::Frontier::new(graph, wanted, "vertex"), steps)
}

/// Follows a count of tours.
fn follow_tours(ask: &ToursAsk, steps: &[TraceStep]) -> Result<Followed, Fault> {
    require(
        ask.symmetry == TourSymmetry::None || steps.is_empty(),
        rule::TRACE,
        || "there are steps of a folded board, expected those of the whole board",
    )?;
    let moves = TourJudge::new(ask)?.moves().clone();
    let wanted = Wanted::new(SubgraphKind::HamiltonianCycles);
    levels::follow(frontier::Frontier::new(moves, wanted, "cell"), steps)
}

/// Something that is being decided.
struct Decision<'t> {
    about: &'t str,
    /// How many choices are still to come.
    left: usize,
    /// Those that were tried.
    tried: BTreeSet<&'t str>,
    /// The one that is alive, and what it forces.
    made: Vec<&'t str>,
    /// Whether the search is below it.
    is_alive: bool,
}

fn follow<'t>(subject: &dyn Subject, steps: &'t [TraceStep]) -> Result<Followed, Fault> {
    let mut path: Vec<Decision<'t>> = Vec::new();
    // What is forced before anything is decided.
    let mut at_first: Vec<&'t str> = Vec::new();
    let mut solutions: BTreeSet<Vec<&'t str>> = BTreeSet::new();
    for (number, TraceStep { step, level, event }) in (1..).zip(steps) {
        let wrong = |what: &str| Fault::new(rule::TRACE, format!("step {number} {what}"));
        require(*step == number, rule::TRACE, || {
            format!("step {number} has the number {step}, expected {number}") // T1
        })?;
        match event {
            TraceEvent::Branch { on, ways, .. } => {
                let is_next = path.last().is_none_or(|above| above.is_alive);
                let is_there = path.len() == *level && is_next;
                require(is_there, rule::TRACE, || {
                    wrong("decides something, expected an alive choice right before it").what
                })?;
                path.push(Decision {
                    about: on,
                    left: *ways,
                    tried: BTreeSet::new(),
                    made: Vec::new(),
                    is_alive: false,
                });
            }
            TraceEvent::Try { choice, outcome, forces, .. } => {
                let forced = forces.iter().map(String::as_str);
                let is_root = choice == NOTHING && path.is_empty();
                if is_root {
                    at_first = forced.collect();
                } else {
                    // The search goes back over what is finished.
                    while path.len() > level + 1 {
                        let above = path.pop().expect("longer than the level");
                        require(above.left == 0 && !above.is_alive, rule::TRACE, || {
                            wrong("goes back before all choices were tried, expected them").what
                        })?;
                        path.last_mut().expect("longer than the level").is_alive = false;
                    }
                    let mut made = at_first.clone();
                    let above = path.len().saturating_sub(1);
                    made.extend(path[..above].iter().flat_map(|decision| decision.made.iter()));
                    let decision = path.last_mut().filter(|_| above == *level);
                    let decision = decision.ok_or_else(|| {
                        wrong("tries a choice, expected something to be decided before it")
                    })?;
                    let is_announced = decision.left > 0 && !decision.is_alive;
                    require(is_announced && decision.tried.insert(choice), rule::TRACE, || {
                        wrong("tries a choice again or one too many, expected another").what
                    })?;
                    subject
                        .judge_choice(decision.about, &made, choice)
                        .map_err(|fault| wrong(&format!("cannot be followed: {fault}")))?;
                    decision.left -= 1;
                    decision.is_alive = *outcome == TraceOutcome::Alive;
                    decision.made = std::iter::once(choice.as_str()).chain(forced).collect();
                }
                if *outcome == TraceOutcome::Solution {
                    let mut made = at_first.clone();
                    made.extend(path.iter().flat_map(|decision| decision.made.iter()));
                    subject
                        .judge_solution(&made)
                        .map_err(|fault| wrong(&format!("is no solution: {fault}")))?;
                    made.sort_unstable();
                    require(solutions.insert(made), rule::TRACE, || {
                        wrong("is a solution that was there before, expected another").what
                    })?;
                }
            }
            TraceEvent::Round { .. } => {
                let is_done = |above: &Decision<'_>| above.left == 0;
                require(*level == 0 && path.iter().all(is_done), rule::TRACE, || {
                    wrong("begins again before all choices were tried, expected them").what
                })?;
                path.clear();
                at_first.clear();
            }
            _ => return Err(wrong("is of another kind of work, expected a choice")),
        }
    }
    Ok(Followed { solutions: solutions.len().into(), is_count: false, is_cut_short: false })
}
