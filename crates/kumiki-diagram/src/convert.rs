//! From functions to families and back.
//!
//! A family over n elements and a function of n variables are the same thing: a set is a member
//! exactly when the function is true at the point that has ones for its elements. The diagrams
//! differ only where a path skips variables. So we copy nodes upwards and spell out each skipped
//! variable by a node of the other kind.

use crate::store::{BddStore, Branch, Full, NodeId, Rule, Store, ZddStore};
use kumiki_id::{Id, narrow};

/// Two stores with different numbers of variables, or a store that is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConvertError {
    /// Functions of n variables are families over n elements and nothing else.
    VariableCounts {
        /// How many variables the diagram has.
        from: usize,
        /// How many the other store has.
        into: usize,
    },
    /// The store that receives the diagram is full.
    Full(Full),
}

impl std::fmt::Display for ConvertError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::VariableCounts { from, into } => {
                write!(
                    f,
                    "conversion into a store of {into} variables, expected {from} as in the diagram"
                )
            }
            Self::Full(full) => full.fmt(f),
        }
    }
}

impl std::error::Error for ConvertError {}

impl From<Full> for ConvertError {
    fn from(full: Full) -> Self {
        Self::Full(full)
    }
}

impl BddStore {
    /// The family of the points where f is true.
    ///
    /// # Errors
    /// If the other store has another number of variables, or is full.
    pub fn to_family(&self, f: NodeId, families: &mut ZddStore) -> Result<NodeId, ConvertError> {
        copy(self, f, families, |families, variable, node| families.node(variable, node, node))
    }
}

impl ZddStore {
    /// The function that is true at the members of f.
    ///
    /// # Errors
    /// If the other store has another number of variables, or is full.
    pub fn to_function(&self, f: NodeId, functions: &mut BddStore) -> Result<NodeId, ConvertError> {
        copy(self, f, functions, |functions, variable, node| {
            functions.node(variable, node, NodeId::BOTTOM)
        })
    }
}

/// Copies a diagram upwards; `spell` makes the node that says about a variable what skipping it
/// meant.
fn copy<A: Rule, B: Rule>(
    from: &Store<A>,
    root: NodeId,
    into: &mut Store<B>,
    spell: impl Fn(&mut Store<B>, u32, NodeId) -> Result<NodeId, Full>,
) -> Result<NodeId, ConvertError> {
    if from.variable_count() != into.variable_count() {
        return Err(ConvertError::VariableCounts {
            from: from.variable_count(),
            into: into.variable_count(),
        });
    }
    let mut copies = vec![NodeId::BOTTOM; root.index().max(1) + 1];
    copies[NodeId::TOP.index()] = NodeId::TOP;
    let lead_to = |into: &mut Store<B>, copies: &[NodeId], first: u32, child: NodeId| {
        let mut copy = copies[child.index()];
        // ⊥ is the same in both, whatever is skipped.
        if child != NodeId::BOTTOM {
            for variable in
                (first..from.variable_of(child).min(narrow(from.variable_count()))).rev()
            {
                copy = spell(into, variable, copy)?;
            }
        }
        Ok::<NodeId, Full>(copy)
    };
    for (node, Branch { variable, low, high }) in from.branches(root) {
        let low = lead_to(into, &copies, variable + 1, low)?;
        let high = lead_to(into, &copies, variable + 1, high)?;
        copies[node.index()] = into.node(variable, low, high)?;
    }
    Ok(lead_to(into, &copies, 0, root)?)
}
