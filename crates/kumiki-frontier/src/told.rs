//! A count told state by state, for people.
//!
//! What is told is the count in tables: the same order of vertices, and the same rule for what
//! becomes of a state when an edge is taken or not. Of `walk` it has nothing: a state is kept where
//! it came first, and no numbers are added up. Counts in arrays have the same states in other
//! places; they keep room for some that never occur.
//!
//! ```
//! use kumiki_frontier::{Fate, Network, Plan, Problem, Told, tell_count};
//! use kumiki_model::Graph;
//! use std::ops::ControlFlow;
//!
//! let network = Network::from(&"grid:2x2".parse::<Graph>()?);
//! let plan = Plan::new(&network, Problem::PerfectMatchings)?;
//! let mut solutions = 0;
//! tell_count(&plan, &mut |_, told| {
//!     if let Told::Carry { fate: Fate::Done, .. } = told {
//!         solutions += 1; // of this state; ways to come to it are not told
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(solutions, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::plan::Plan;
use crate::problem::{FrontierError, Keys, WithRule};
use crate::rule::{Rule, Stage, Verdict};
use crate::schedule::{Schedule, VertexStep};
use crate::word::Word;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What is remembered of a vertex of the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// No edge of a path or cycle leads to it.
    Bare,
    /// Two edges do.
    Inner,
    /// It is an end of a path; the vertex at the other end.
    Paired(usize),
    /// It is an end of a path that has ended for good at the other side, or here if the path must
    /// end here.
    Finished,
    /// So many of its edges are taken.
    Taken(usize),
    /// It hangs together with a vertex that stands for all that do; may be itself.
    Joined(usize),
}

/// What becomes of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// No solution looks like this.
    Dead,
    /// A solution, if none of the edges that were not decided is taken.
    Done,
    /// A state of the next level.
    Live {
        /// The vertices of the frontier then, ascending, with what is remembered of each.
        state: Vec<(usize, Held)>,
        /// Whether nothing before has become this state.
        is_new: bool,
    },
}

/// A step of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told<'a> {
    /// The next level begins.
    Level {
        /// The vertex that is settled.
        vertex: usize,
        /// How many states there are.
        states: usize,
    },
    /// A state is carried on in one way.
    Carry {
        /// The vertices of the frontier, ascending, with what is remembered of each.
        state: &'a [(usize, Held)],
        /// Numbers of edges that are decided, in this order, and whether each is taken. If not all
        /// edges of the vertex are here, nothing depends on the others.
        decided: &'a [(usize, bool)],
        /// What becomes of it.
        fate: Fate,
    },
}

/// Tells a count: `hear` gets the number of vertices settled before each step, and the step, and
/// breaks when it has heard enough. States that wait are no more than steps that were told.
///
/// # Errors
/// If the frontier is too wide for a key.
pub fn tell_count(
    plan: &Plan,
    hear: &mut dyn FnMut(usize, Told<'_>) -> ControlFlow<()>,
) -> Result<(), FrontierError> {
    plan.with_rule(Keys::Narrow, Teller { schedule: plan.schedule(), hear })
}

/// Whoever listens, and what is needed to say which vertex is in which slot.
struct Teller<'t> {
    schedule: &'t Schedule,
    hear: &'t mut dyn FnMut(usize, Told<'_>) -> ControlFlow<()>,
}

impl WithRule for Teller<'_> {
    type Output = ();

    fn run<R: Rule + 'static>(self, rule: R) {
        let mut owners = vec![None; self.schedule.slot_count];
        let mut states = vec![R::Key::ZERO];
        let stages = rule.stages().iter().zip(&self.schedule.steps).enumerate();
        for (level, (stage, step)) in stages {
            let after = owners_after(&owners, step);
            let vertex = step.vertex;
            let told = (self.hear)(level, Told::Level { vertex, states: states.len() });
            if told.is_break() {
                return;
            }
            let is_last = level + 1 == self.schedule.steps.len();
            let mut telling = Telling {
                rule: &rule,
                stage,
                links: step.edges.iter().map(|edge| edge.link).collect(),
                level,
                is_last,
                after: &after,
                from: Vec::new(),
                decided: Vec::new(),
                next: Vec::new(),
                is_there: HashSet::new(),
                hear: &mut *self.hear,
            };
            for &key in &states {
                telling.from = named(&rule, key, &owners);
                if telling.carry(rule.arrive(key, &stage.vertex)).is_break() {
                    return;
                }
            }
            states = telling.next;
            owners = after;
            if states.is_empty() {
                return;
            }
        }
    }
}

/// Which vertex owns each slot when a vertex has been settled.
fn owners_after(owners: &[Option<usize>], step: &VertexStep) -> Vec<Option<usize>> {
    let mut after = owners.to_vec();
    after[step.slot] = None;
    for edge in &step.edges {
        after[edge.there_slot] = Some(edge.there);
    }
    after
}

/// A state by the vertices that own slots.
fn named<R: Rule>(rule: &R, key: R::Key, owners: &[Option<usize>]) -> Vec<(usize, Held)> {
    let owner = |slot: usize| owners[slot].expect("S2: whoever is remembered has a slot");
    let used = (0..owners.len()).filter(|slot| owners[*slot].is_some());
    let mut state: Vec<(usize, Held)> = used
        .map(|slot| {
            let held = match rule.held(key, slot) {
                Held::Paired(other) => Held::Paired(owner(other)),
                Held::Joined(head) => Held::Joined(owner(head)),
                other => other,
            };
            (owner(slot), held)
        })
        .collect();
    state.sort_unstable_by_key(|(vertex, _)| *vertex);
    state
}

/// A level that is being told.
struct Telling<'t, R: Rule> {
    rule: &'t R,
    stage: &'t Stage<R::Vertex, R::Edge>,
    /// The numbers of the edges of the stage.
    links: Vec<usize>,
    /// How many vertices were settled before.
    level: usize,
    /// Whether no vertex is settled afterwards.
    is_last: bool,
    /// Which vertex owns each slot afterwards.
    after: &'t [Option<usize>],
    /// The state that is carried on.
    from: Vec<(usize, Held)>,
    /// What has been decided about it.
    decided: Vec<(usize, bool)>,
    /// The states of the next level, as they came first; those of `is_there`.
    next: Vec<R::Key>,
    is_there: HashSet<u128>,
    hear: &'t mut dyn FnMut(usize, Told<'_>) -> ControlFlow<()>,
}

impl<R: Rule> Telling<'_, R> {
    /// Decides the edges that are not decided, in all ways, as `rule::descend` does.
    fn carry(&mut self, key: R::Key) -> ControlFlow<()> {
        let (rule, stage, at) = (self.rule, self.stage, self.decided.len());
        let Some(edge) = stage.edges.get(at) else {
            return self.tell(rule.leave(key, &stage.vertex));
        };
        let hands_over = stage.hands_over && at + 1 == stage.edges.len();
        for is_taken in [false, true] {
            self.decided.push((self.links[at], is_taken));
            if hands_over {
                self.tell(rule.hand_over(key, &stage.vertex, edge, is_taken))?;
            } else {
                match rule.decide(key, &stage.vertex, edge, is_taken) {
                    Verdict::Live(next) => self.carry(next)?,
                    settled => self.tell(settled)?,
                }
            }
            self.decided.pop();
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, verdict: Verdict<R::Key>) -> ControlFlow<()> {
        let fate = match verdict {
            Verdict::Dead => Fate::Dead,
            Verdict::Done => Fate::Done,
            Verdict::Live(_) if self.is_last && self.rule.accepts_end() => Fate::Done,
            Verdict::Live(_) if self.is_last => Fate::Dead,
            Verdict::Live(key) => {
                let is_new = self.is_there.insert(key.to_wide());
                if is_new {
                    self.next.push(key);
                }
                Fate::Live { state: named(self.rule, key, self.after), is_new }
            }
        };
        (self.hear)(self.level, Told::Carry { state: &self.from, decided: &self.decided, fate })
    }
}
