//! Work that goes level by level, followed state by state.
//!
//! Other than in a tree, equal states are met once: the judge adds up in how many ways each state
//! is come to. So it finds the count once more, if the steps are told to their end.
//!
//! * **L1** A level decides something that none before has decided, and has as many states as came
//!   of the level before; the first has one.
//! * **L2** A state is carried on by choices of which no two go together. All of them are told, for
//!   every state of a level, before the next level begins; only the end of the trace may come
//!   before.
//! * **L3** What becomes of a state is what the judge makes of it. It is alive if it is new on the
//!   next level, and merged otherwise.

use super::Followed;
use crate::fault::require;
use crate::{Fault, rule};
use kumiki_model::{TraceEvent, TraceOutcome, TraceStep};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// What becomes of a state by a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fate<S> {
    /// There is no solution.
    Dead,
    /// It is a solution.
    Solution,
    /// It becomes another.
    Becomes(S),
}

/// What states and choices mean, in one family.
pub(super) trait Levels {
    /// A state.
    type State: Clone;
    /// A choice.
    type Choice;

    /// The state before anything is decided.
    fn start(&self) -> Self::State;

    /// L1: the next level decides about something, by its words, in these states.
    fn begin(
        &mut self,
        on: &str,
        states: &mut dyn Iterator<Item = &Self::State>,
    ) -> Result<(), Fault>;

    /// Whether no level can follow.
    fn is_over(&self) -> bool;

    /// A state in words, which no other state has.
    fn words(&self, state: &Self::State) -> String;

    /// A choice by its words.
    fn choice(&self, words: &str) -> Result<Self::Choice, Fault>;

    /// L2: whether two choices cannot both be made.
    fn is_apart(&self, one: &Self::Choice, other: &Self::Choice) -> bool;

    /// L2: whether these choices, of which no two go together, are all that a state has.
    fn are_all(&self, state: &Self::State, choices: &[Self::Choice]) -> bool;

    /// L3: what becomes of a state.
    fn fate(&self, state: &Self::State, choice: &Self::Choice) -> Result<Fate<Self::State>, Fault>;

    /// Whether a choice makes even ways odd, and odd ways even; where there is such a thing.
    fn is_odd(&self, _choice: &Self::Choice) -> bool {
        false
    }

    /// The state of the same level, by its words, that a choice makes a solution of this one with:
    /// there is one for each way to come to it. Nothing if it needs no other.
    fn partner<'c>(&self, _choice: &'c Self::Choice) -> Option<&'c str> {
        None
    }
}

/// Numbers of ways: even ones, and odd ones.
pub(super) type Ways = [BigUint; 2];

/// Where steps lead.
pub(super) struct Sums {
    /// The solutions.
    pub(super) solutions: Ways,
    /// Whether these are all: the steps are told to the end.
    pub(super) is_whole: bool,
}

/// A state of a level.
struct Met<S, C> {
    state: S,
    /// In how many ways it is come to.
    ways: Ways,
    /// The choices that were told.
    made: Vec<C>,
}

/// States by their words.
type Level<L> = BTreeMap<String, Met<<L as Levels>::State, <L as Levels>::Choice>>;

/// Follows the steps of a trace.
pub(super) fn follow<L: Levels>(work: L, steps: &[TraceStep]) -> Result<Followed, Fault> {
    let Sums { solutions: [even, odd], is_whole } = follow_from(work, 1, steps)?;
    let (is_count, is_cut_short) = (is_whole, !is_whole);
    Ok(Followed { solutions: even + odd, is_count, is_cut_short, ..Followed::default() })
}

/// Follows a part of a trace, whose first step has this number.
pub(super) fn follow_from<L: Levels>(
    mut work: L,
    first: usize,
    steps: &[TraceStep],
) -> Result<Sums, Fault> {
    let mut solutions = Ways::default();
    let (mut here, mut next): (Level<L>, Level<L>) = Default::default();
    let ways = [BigUint::from(1_u32), BigUint::ZERO];
    let start = Met { state: work.start(), ways, made: Vec::new() };
    next.insert(work.words(&start.state), start);
    let mut begun = 0;
    for (number, TraceStep { step, level, event }) in (first..).zip(steps) {
        let wrong = |what: &str| Fault::new(rule::TRACE, format!("step {number} {what}"));
        let unfollowed = |fault: Fault| wrong(&format!("cannot be followed: {fault}"));
        require(*step == number, rule::TRACE, || {
            format!("step {number} has the number {step}, expected {number}") // T1
        })?;
        match event {
            TraceEvent::Level { on, states } => {
                require(*level == begun && is_whole(&work, &here), rule::TRACE, || {
                    wrong("begins a level, expected all of the level before").what // L2
                })?;
                here = std::mem::take(&mut next);
                require(*states == here.len() && *states > 0, rule::TRACE, || {
                    let known = here.len();
                    wrong(&format!("says that there are {states} states, expected {known}")).what
                })?;
                work.begin(on, &mut here.values().map(|met| &met.state)).map_err(unfollowed)?;
                begun += 1;
            }
            TraceEvent::Carry { state: words, choice, becomes, outcome } => {
                require(*level + 1 == begun, rule::TRACE, || {
                    wrong("is of another level, expected the one that was begun").what
                })?;
                let unknown = || wrong("has a state that is not of its level");
                require(here.contains_key(words), rule::TRACE, || unknown().what)?;
                let choice = work.choice(choice).map_err(unfollowed)?;
                let times = match work.partner(&choice) {
                    Some(partner) => here.get(partner).ok_or_else(unknown)?.ways.iter().sum(),
                    None => BigUint::from(1_u32),
                };
                let met = here.get_mut(words).ok_or_else(unknown)?;
                require(
                    met.made.iter().all(|made| work.is_apart(made, &choice)),
                    rule::TRACE,
                    || {
                        wrong("makes a choice that was made before, expected another").what // L2
                    },
                )?;
                let fate = work.fate(&met.state, &choice).map_err(unfollowed)?;
                let mut ways = met.ways.each_ref().map(|ways| ways * &times);
                if work.is_odd(&choice) {
                    ways.reverse();
                }
                met.made.push(choice);
                // L3
                let (is, then) = match fate {
                    Fate::Dead => (TraceOutcome::Dead, String::new()),
                    Fate::Solution => {
                        add(&mut solutions, ways);
                        (TraceOutcome::Solution, String::new())
                    }
                    Fate::Becomes(state) => {
                        let then = work.words(&state);
                        let is = match next.get_mut(&then) {
                            Some(there) => {
                                add(&mut there.ways, ways);
                                TraceOutcome::Merged
                            }
                            None => {
                                next.insert(then.clone(), Met { state, ways, made: Vec::new() });
                                TraceOutcome::Alive
                            }
                        };
                        (is, then)
                    }
                };
                require(*outcome == is && *becomes == then, rule::TRACE, || {
                    let [told, known] = [(outcome, becomes), (&is, &then)].map(|(is, then)| {
                        if then.is_empty() { is.to_string() } else { format!("{is}: {then}") }
                    });
                    wrong(&format!("is '{told}', expected '{known}'")).what
                })?;
            }
            _ => return Err(wrong("is of another kind of work, expected a level or a state")),
        }
    }
    let is_whole = begun > 0 && is_whole(&work, &here) && (work.is_over() || next.is_empty());
    Ok(Sums { solutions, is_whole })
}

fn add(sum: &mut Ways, more: Ways) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Whether every state of a level is carried on in all ways.
fn is_whole<L: Levels>(work: &L, level: &Level<L>) -> bool {
    level.values().all(|met| work.are_all(&met.state, &met.made))
}
