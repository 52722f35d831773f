//! The symmetries of a plan: its cases, and which solutions stand for their class.

use crate::cases::Cases;
use crate::classes::{Classes, Standing};
use crate::plan::Plan;
use crate::tables::{Row, Tables, reflections};
use kumiki_group::Perm;
use kumiki_id::{Id, narrow};
use kumiki_model::{CoverProblem, OptionId};
use std::collections::BTreeSet;

/// The symmetries of a plan.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// The parts of the search, of which symmetric ones are searched once.
    cases: Cases,
    /// What tells classes apart, unless there are too many elements: then solutions can be counted,
    /// but not the classes.
    classes: Option<Classes>,
    /// Which elements are reflections, as positions in their list.
    reflections: BTreeSet<u32>,
}

impl Symmetries {
    /// The group with these orbits of options, and with these elements if they are listed, the
    /// identity first; different ones may do the same to the options.
    #[must_use]
    pub fn new(plan: &Plan, orbits: &[Vec<OptionId>], elements: Option<&[Perm]>) -> Self {
        let cases = Cases::from_orbits(plan, orbits);
        let classes = elements.map(|elements| Classes::new(plan, &cases, elements));
        Self { cases, classes, reflections: BTreeSet::new() }
    }

    /// The group that a problem states, whose reflections are those of a box.
    #[must_use]
    pub fn stated(plan: &Plan, problem: &CoverProblem) -> Self {
        let elements = problem.on_options();
        let reflections = reflections(problem).map(narrow).collect();
        Self { reflections, ..Self::new(plan, &orbits(elements), Some(elements)) }
    }

    /// The parts of the search, of which symmetric ones are searched once.
    #[must_use]
    pub fn cases(&self) -> &Cases {
        &self.cases
    }

    /// Tables for the classes, if they are told apart.
    #[must_use]
    pub fn tables(&self) -> Option<Tables> {
        let order = self.classes.as_ref()?.group_order();
        Some(Tables::new(order, !self.reflections.is_empty()))
    }

    /// Whether classes are told apart.
    #[must_use]
    pub fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// The row of a solution's class, if classes are told apart; nothing if another member of the
    /// class stands for it.
    #[must_use]
    pub fn standing(&self, case: usize, solution: &[u32]) -> Option<Option<Row>> {
        let Some(classes) = &self.classes else { return Some(None) };
        match classes.standing(&self.cases, case, solution) {
            Standing::First { stabiliser } => {
                let order = stabiliser.len();
                let is_mirrored = stabiliser.iter().any(|at| self.reflections.contains(at));
                Some(Some(Row { pieces: 0, order, is_mirrored, of_box: order }))
            }
            Standing::Other => None,
        }
    }
}

/// The orbits of the options, each sorted, in order of their least options.
fn orbits(elements: &[Perm]) -> Vec<Vec<OptionId>> {
    let degree = elements.first().map_or(0, Perm::degree);
    let orbit = |option: usize| -> BTreeSet<OptionId> {
        elements.iter().map(|element| OptionId::new(element.apply(option))).collect()
    };
    let orbits = (0..degree).map(|option| (OptionId::new(option), orbit(option)));
    let firsts = orbits.filter(|(option, orbit)| orbit.first() == Some(option));
    firsts.map(|(_, orbit)| orbit.into_iter().collect()).collect()
}
