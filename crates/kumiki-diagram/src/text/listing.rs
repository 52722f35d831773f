//! The nodes of a diagram in an order that depends on the diagram alone, not on what else its store
//! has seen.

use crate::store::{Branch, NodeId, Rule, Store};
use kumiki_id::Id;

/// A branch node as it is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its number: the root has the greatest, and children have lower ones than parents.
    pub number: usize,
    /// The variable it looks at.
    pub variable: u32,
    /// The numbers of its children, for 0 and for 1; 0 and 1 are the sinks.
    pub links: [usize; 2],
}

impl<R: Rule> Store<R> {
    /// The branch nodes of a diagram, the first variable first. Nodes with the same variable come
    /// as their parents refer to them, numbered downwards to 2.
    #[must_use]
    pub fn listing(&self, root: NodeId) -> Vec<Listed> {
        let mut levels: Vec<Vec<NodeId>> = vec![Vec::new(); self.variable_count()];
        let mut seen = vec![false; root.index() + 1];
        let mut meet = |levels: &mut Vec<Vec<NodeId>>, node: NodeId| {
            if !node.is_sink() && !seen[node.index()] {
                seen[node.index()] = true;
                levels[self.variable_of(node) as usize].push(node);
            }
        };
        meet(&mut levels, root);
        for variable in 0..levels.len() {
            for position in 0..levels[variable].len() {
                let Branch { low, high, .. } = self.branch(levels[variable][position]);
                meet(&mut levels, low);
                meet(&mut levels, high);
            }
        }
        let nodes = levels.concat();
        let mut numbers = vec![0; root.index().max(1) + 1];
        numbers[NodeId::TOP.index()] = 1;
        for (number, node) in (2..).zip(nodes.iter().rev()) {
            numbers[node.index()] = number;
        }
        let listed = |node: &NodeId| {
            let Branch { variable, low, high } = self.branch(*node);
            let links = [low, high].map(|child| numbers[child.index()]);
            Listed { number: numbers[node.index()], variable, links }
        };
        nodes.iter().map(listed).collect()
    }
}
