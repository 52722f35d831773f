//! A count told state by state, for people.
//!
//! It has the order, the states and the options of a count, and as many states at every step; no
//! numbers are added up.
//!
//! ```
//! use kumiki_group::Action;
//! use kumiki_memo::{Fate, Told, tell_count};
//! use kumiki_model::{CoverProblemBuilder, ItemKind};
//! use kumiki_plan::Plan;
//! use std::ops::ControlFlow;
//!
//! let mut builder = CoverProblemBuilder::new();
//! let [a, b, c, d] = [(); 4].map(|()| builder.item(ItemKind::Primary));
//! for domino in [[a, b], [c, d], [a, c], [b, d]] {
//!     builder.option(domino);
//! }
//! let plan = Plan::new(&builder.build(Action::trivial(4))?);
//! let mut merged = 0;
//! tell_count(&plan, &mut |_, told| {
//!     if let Told::Carry { fate: Fate::Live { is_new: false, .. }, .. } = told {
//!         merged += 1;
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(merged, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::count::Unsuited;
use crate::layout::{Fields, Key, Stage, meets, stages};
use crate::order::Order;
use kumiki_id::narrow;
use kumiki_plan::{Entry, Plan};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What becomes of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The option does not go with the state, or there is none.
    Dead,
    /// All items are settled.
    Done,
    /// A state of the next step.
    Live {
        /// The items that are remembered as covered, ascending, each with its colour.
        state: Vec<Entry>,
        /// Whether nothing before has become this state.
        is_new: bool,
    },
}

/// A step of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told<'a> {
    /// The next item is settled.
    Level {
        /// Its number in the plan.
        item: usize,
        /// How many states there are.
        states: usize,
    },
    /// A state is carried on in one way.
    Carry {
        /// The items that are remembered as covered, ascending, each with its colour.
        state: &'a [Entry],
        /// The option that is taken; none if the item is covered already, or if there is no option
        /// for it.
        option: Option<usize>,
        /// What becomes of it.
        fate: Fate,
    },
}

/// Tells a count: `hear` gets the number of items settled before each step, and the step, and
/// breaks when it has heard enough. States that wait are no more than steps that were told.
///
/// # Errors
/// If the plan does not suit.
pub fn tell_count(
    plan: &Plan,
    hear: &mut dyn FnMut(usize, Told<'_>) -> ControlFlow<()>,
) -> Result<(), Unsuited> {
    if !plan.is_plain() {
        return Err(Unsuited::NotPlain);
    }
    let order = Order::best(plan);
    order.check_choices()?;
    let fields = Fields::new(plan, &order);
    if fields.bits > crate::MAX_STATE_BITS {
        return Err(Unsuited::TooWide { bits: fields.bits });
    }
    let stages = stages(plan, &order, &fields);
    let _ = Telling { order, fields, hear }.walk(&stages);
    Ok(())
}

/// Words in the longest states.
const WORDS: usize = crate::MAX_STATE_BITS / 64;

/// A count that is being told.
struct Telling<'t> {
    order: Order,
    fields: Fields,
    hear: &'t mut dyn FnMut(usize, Told<'_>) -> ControlFlow<()>,
}

impl Telling<'_> {
    fn walk(&mut self, stages: &[Stage<WORDS>]) -> ControlFlow<()> {
        let mut states = vec![[0; WORDS]];
        for (step, stage) in stages.iter().enumerate() {
            let item = self.order.items[step] as usize;
            (self.hear)(step, Told::Level { item, states: states.len() })?;
            let is_last = step + 1 == stages.len();
            let (mut next, mut is_there) = (Vec::new(), HashSet::new());
            for state in &states {
                let from = self.covered(state, step);
                let mut after = stage.after(state).peekable();
                let is_settled = meets(state, &stage.settled);
                let options = stage.moves.iter().map(|option| Some(option.option));
                let nothing = (is_settled || stage.moves.is_empty()).then_some(None);
                for option in options.filter(|_| !is_settled).chain(nothing) {
                    let fate = match after.next_if(|(taken, _)| *taken == option) {
                        None => Fate::Dead,
                        Some(_) if is_last => Fate::Done,
                        Some((_, key)) => {
                            let is_new = is_there.insert(key);
                            if is_new {
                                next.push(key);
                            }
                            Fate::Live { state: self.covered(&key, step + 1), is_new }
                        }
                    };
                    let option = option.map(|option| option as usize);
                    (self.hear)(step, Told::Carry { state: &from, option, fate })?;
                }
            }
            states = next;
            if states.is_empty() {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// The items that a state remembers as covered, before so many steps have been made more.
    fn covered(&self, state: &Key<WORDS>, step: usize) -> Vec<Entry> {
        let step: u32 = narrow(step);
        let items = 0..self.order.first.len();
        // O3
        let is_held =
            |item: &usize| self.order.first[*item] < step && step <= self.order.last[*item];
        let held = items.filter(is_held).map(|item| (item, self.fields.read(state, item)));
        let covered = held.filter(|(_, value)| *value > 0);
        covered.map(|(item, value)| Entry { item: narrow(item), colour: value - 1 }).collect()
    }
}
