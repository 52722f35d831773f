//! Branch nodes as lines of text name them, before they are in a store.

use super::error::ReadError;
use crate::store::{NodeId, Rule, Store};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// Where a line says that a branch leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// ⊥ or ⊤.
    Sink(NodeId),
    /// The node with a number, as the text has it; there may be no such node.
    Branch(u64),
}

/// A branch node as one line of text has it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The line it stands on, from 1.
    pub(super) line: usize,
    /// Its number in the text.
    pub(super) number: u64,
    /// The variable as it is in the store.
    pub(super) variable: u32,
    /// Where it leads if the variable is 0.
    pub(super) low: Target,
    /// Where it leads if the variable is 1.
    pub(super) high: Target,
}

/// Rows of which each has a number of its own.
///
/// * **R1** `rows[k]` is the row with number n exactly if `positions[n]` is k.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The rows in the order of the text.
    rows: Vec<Row>,
    /// Positions in `rows`, by the numbers in the text (R1).
    positions: FxHashMap<u64, usize>,
}

impl Rows {
    /// Takes one more row.
    pub(super) fn push(&mut self, row: Row, show: impl Fn(u64) -> String) -> Result<(), ReadError> {
        if let Some(first) = self.positions.insert(row.number, self.rows.len()) {
            let before = self.rows[first].line;
            let what = format!("node {} for the second time", show(row.number));
            return Err(ReadError::at(row.line, what, format!("once, as on line {before}")));
        }
        self.rows.push(row);
        Ok(())
    }

    /// The last row.
    pub(super) fn last(&self) -> Option<&Row> {
        self.rows.last()
    }

    /// The rows that no other row refers to.
    pub(super) fn roots(&self) -> Vec<&Row> {
        let targets = self.rows.iter().flat_map(|row| [row.low, row.high]);
        let referred: FxHashSet<u64> = targets
            .filter_map(|target| match target {
                Target::Branch(number) => Some(number),
                Target::Sink(_) => None,
            })
            .collect();
        self.rows.iter().filter(|row| !referred.contains(&row.number)).collect()
    }

    /// Makes the nodes of all rows, from the last variable up, and returns that of the root. `show`
    /// writes a number as the text does.
    pub(super) fn build<R: Rule>(
        &self,
        store: &mut Store<R>,
        root: u64,
        show: impl Fn(u64) -> String,
    ) -> Result<NodeId, ReadError> {
        for row in &self.rows {
            if row.variable as usize >= store.variable_count() {
                let what = format!("a variable too many at node {}", show(row.number));
                return Err(ReadError::at(
                    row.line,
                    what,
                    format!("{} variables", store.variable_count()),
                ));
            }
            for target in [row.low, row.high] {
                let Target::Branch(number) = target else { continue };
                let Some(position) = self.positions.get(&number) else {
                    let what = format!("a link to node {}", show(number));
                    return Err(ReadError::at(row.line, what, "a node that has a line"));
                };
                if self.rows[*position].variable <= row.variable {
                    let what =
                        format!("a link from node {} to node {}", show(row.number), show(number));
                    return Err(ReadError::at(row.line, what, "a node with a later variable"));
                }
            }
        }
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(|position| Reverse(self.rows[*position].variable));
        let mut made = vec![NodeId::BOTTOM; self.rows.len()];
        for position in order {
            let Row { variable, low, high, .. } = &self.rows[position];
            let [low, high] = [low, high].map(|target| match target {
                Target::Sink(node) => *node,
                Target::Branch(number) => made[self.positions[number]],
            });
            made[position] = store.node(*variable, low, high)?;
        }
        Ok(made[self.positions[&root]])
    }
}
