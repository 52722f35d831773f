//! Classes of solutions, picked while a search finds them.

use crate::draft::break_if;
use kumiki_drive::{Ledger, Pick, Picked, Plain, pairs};
use kumiki_model::{OptionId, StoppedBy};
use kumiki_plan::{Chosen, Row, Rows};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::hash::Hash;
use std::ops::ControlFlow;

/// Takes the next solutions. Says how many of them are shown, and breaks if no more are wanted.
pub(crate) type Show<'s> = dyn FnMut(&[Chosen]) -> (usize, ControlFlow<()>) + Send + 's;

/// What a part of a search has found: how many, and those that are wanted, each with what is known
/// about it.
#[derive(Serialize, Deserialize)]
#[serde(bound = "E: Ord + Serialize + DeserializeOwned, S: Ord + Serialize + DeserializeOwned")]
pub(crate) struct ClassLedger<E = u32, S = Option<Row>> {
    #[serde(with = "pairs")]
    pub(crate) rows: Rows,
    pub(crate) picked: Picked<E, S>,
}

/// What can stand for a part of a solution in a ledger, or tell about one.
pub(crate) trait Element: Copy + Ord + Hash + Plain {}

impl<T: Copy + Ord + Hash + Plain> Element for T {}

impl<E: Element, S: Element> Ledger for ClassLedger<E, S> {
    fn absorb(&mut self, later: Self) {
        for (row, count) in later.rows {
            *self.rows.entry(row).or_default() += count;
        }
        self.picked.merge(later.picked);
    }

    fn is_ordered(&self) -> bool {
        self.picked.is_ordered()
    }

    fn held(&self) -> usize {
        self.picked.held()
    }
}

impl<E: Element, S: Element> ClassLedger<E, S> {
    pub(crate) fn new(pick: Pick) -> Self {
        Self { rows: Rows::new(), picked: Picked::new(pick) }
    }

    /// Counts a solution that stands for its class.
    pub(crate) fn count(&mut self, row: Option<Row>) {
        *self.rows.entry(row).or_default() += 1;
    }

    /// Breaks if what is picked is all that is wanted.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        break_if(self.picked.is_enough())
    }
}

/// The first solutions, on their way out.
pub(crate) struct Shower<'s, 'l> {
    /// Who takes them.
    show: &'s mut Show<'l>,
    /// The rows of those that are shown.
    shown: Rows,
}

impl<'s, 'l> Shower<'s, 'l> {
    pub(crate) fn new(show: &'s mut Show<'l>) -> Self {
        Self { show, shown: Rows::new() }
    }

    /// Hands over what is picked in the order of the search, its options called by their
    /// names.
    pub(crate) fn hand_over(
        &mut self,
        first: Vec<(Vec<u32>, Option<Row>)>,
        name: impl Fn(u32) -> OptionId,
    ) -> ControlFlow<()> {
        if first.is_empty() {
            return ControlFlow::Continue(());
        }
        let chosen: Vec<Chosen> = first
            .into_iter()
            .map(|(options, row)| Chosen { options: options.into_iter().map(&name).collect(), row })
            .collect();
        let (count, flow) = (self.show)(&chosen);
        // Most of them have the same row as the one before.
        for alike in chosen[..count.min(chosen.len())].chunk_by(|one, next| one.row == next.row) {
            *self.shown.entry(alike[0].row).or_default() += alike.len() as u64;
        }
        flow
    }

    /// What counts of what was found. If the search ended when the list was full, that are those
    /// that are shown: what else has been found by then is a matter of luck.
    pub(crate) fn rows(self, found: Rows, stopped_by: Option<StoppedBy>) -> Rows {
        if stopped_by == Some(StoppedBy::Enough) { self.shown } else { found }
    }
}
