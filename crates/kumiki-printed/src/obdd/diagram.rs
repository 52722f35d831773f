//! Decision diagrams as OBDD makes them, node by node with the same numbers.
//!
//! # What decides the numbers
//! * **OD1** Nodes 0 and 1 are false and true. At the beginning the root is 2 and children have
//!   higher numbers; in what was intersected, the root is the last node and children have lower
//!   ones.
//! * **OD2** "Exactly one of these edges" is a chain: a node for each edge as long as none was
//!   taken, and beside it a node for each but the first, after one was.
//! * **OD3** An intersection first makes pairs of nodes, breadth first: of a pair, the child
//!   without the variable comes before the child with it. Pairs with false in them are false.
//! * **OD4** Then the pairs are reduced, from the last variable to the first, and for each variable
//!   from the last pair to the first. A new node is numbered when it is met first.

use rustc_hash::FxHashMap;

/// A node: decide on a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// The number of an edge; for false and true one more than the last.
    pub(super) variable: usize,
    /// Where to go on if the edge is not taken.
    pub(super) without: usize,
    /// Where to go on if it is.
    pub(super) with: usize,
}

/// The storage of the original is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full;

/// A diagram, with numbers of nodes as in the original.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    nodes: Vec<Node>,
    root: usize,
}

impl Diagram {
    /// False and true.
    fn leaves(variables: usize) -> Vec<Node> {
        [0, 1].map(|leaf| Node { variable: variables, without: leaf, with: leaf }).to_vec()
    }

    /// Of each list of variables exactly one. Lists follow one another and ascend.
    pub(super) fn exactly_one_of_each(variables: usize, lists: &[Vec<usize>]) -> Self {
        let mut nodes = Self::leaves(variables);
        for (number, list) in (1..).zip(lists) {
            add_exactly_one(&mut nodes, list, number == lists.len());
        }
        Self { nodes, root: 2 }
    }

    /// The number of the first node.
    pub(super) fn root(&self) -> usize {
        self.root
    }

    /// How many nodes there are, with false and true.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node with a number.
    pub(super) fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    /// The nodes but false and true, with their numbers.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (usize, Node)> {
        self.nodes.iter().copied().enumerate().skip(2)
    }

    /// The part of the diagram in which exactly one of some variables is taken, and how large it
    /// was before it was reduced.
    pub(super) fn intersected(
        mut self,
        ones: &[usize],
        max_nodes: Option<usize>,
    ) -> Result<(Self, usize), Full> {
        let chain = self.nodes.len();
        add_exactly_one(&mut self.nodes, ones, true);
        let room = |lower: usize, upper: usize| match max_nodes {
            // The pair that is made now has been written below this number.
            Some(most) if most <= lower + upper + 1 => Err(Full),
            _ => Ok(()),
        };
        let variables = self.nodes[0].variable;
        let pairs = self.pairs(chain, |upper| room(self.nodes.len(), upper))?;
        let mut by_variable = vec![Vec::new(); variables + 1];
        for (number, pair) in pairs.iter().enumerate().skip(1).rev() {
            by_variable[pair.variable].push(number);
        }
        let mut nodes = Self::leaves(variables);
        let unreduced = pairs.len();
        // The node that each pair becomes.
        let mut reduced = vec![0; pairs.len()];
        let Some(truth) = by_variable[variables].first() else {
            return Ok((Self { nodes, root: 0 }, unreduced));
        };
        reduced[*truth] = 1;
        for variable in (0..variables).rev() {
            let mut known = FxHashMap::default();
            for number in &by_variable[variable] {
                let pair = pairs[*number];
                let (without, with) = (reduced[pair.without], reduced[pair.with]);
                reduced[*number] = if without == with {
                    without
                } else if let Some(node) = known.get(&(without, with)) {
                    *node
                } else {
                    room(nodes.len(), pairs.len() - 1)?;
                    nodes.push(Node { variable, without, with });
                    known.insert((without, with), nodes.len() - 1);
                    nodes.len() - 1
                };
            }
        }
        let root = nodes.len() - 1;
        Ok((Self { nodes, root }, unreduced))
    }

    /// The pairs of the diagram with a chain (OD3), from number 1; number 0 is false.
    fn pairs(
        &self,
        chain: usize,
        room: impl Fn(usize) -> Result<(), Full>,
    ) -> Result<Vec<Node>, Full> {
        let variables = self.nodes[0].variable;
        let mut numbers = FxHashMap::default();
        let mut queue = vec![(0, 0)];
        let mut number = |pair: (usize, usize), queue: &mut Vec<(usize, usize)>| {
            if pair.0 == 0 || pair.1 == 0 {
                return Ok(0);
            }
            let next = queue.len();
            let found = *numbers.entry(pair).or_insert(next);
            if found == next {
                queue.push(pair);
                room(next - 1)?;
            }
            Ok(found)
        };
        let mut pairs = vec![Node { variable: variables, without: 0, with: 0 }];
        number((self.root, chain), &mut queue)?;
        while pairs.len() < queue.len() {
            let (f, g) = queue[pairs.len()];
            let (one, other) = (self.nodes[f], self.nodes[g]);
            let variable = one.variable.min(other.variable);
            let child = |number: usize, node: Node, next: fn(Node) -> usize| {
                if node.variable > variable { number } else { next(node) }
            };
            let mut children = [0; 2];
            let nexts: [fn(Node) -> usize; 2] = [|node| node.without, |node| node.with];
            for (made, next) in children.iter_mut().zip(nexts) {
                *made = number((child(f, one, next), child(g, other, next)), &mut queue)?;
            }
            pairs.push(Node { variable, without: children[0], with: children[1] });
        }
        Ok(pairs)
    }

    /// How many ways there are to come from the root to true. Children have lower numbers.
    pub(super) fn count(&self) -> u64 {
        let mut counts = vec![0, 1];
        for (_, node) in self.nodes() {
            counts.push(counts[node.without] + counts[node.with]);
        }
        counts[self.root]
    }

    /// The diagram without nodes whose variable must not be taken, and how many they were. The
    /// others move together, because nobody prints their numbers any more.
    pub(super) fn without_empty_branches(&self) -> (Self, usize) {
        let mut nodes = self.nodes[..2].to_vec();
        // What each node has become.
        let mut heirs = vec![0, 1];
        for (_, Node { variable, without, with }) in self.nodes() {
            let without = heirs[without];
            if with == 0 {
                heirs.push(without);
            } else {
                heirs.push(nodes.len());
                nodes.push(Node { variable, without, with: heirs[with] });
            }
        }
        let removed = self.nodes.len() - nodes.len();
        (Self { nodes, root: heirs[self.root] }, removed)
    }
}

/// Adds a chain of nodes for "exactly one of these" (OD2). It goes on with the node that is made
/// next, or ends with true.
fn add_exactly_one(nodes: &mut Vec<Node>, variables: &[usize], is_last: bool) {
    for (place, variable) in variables.iter().copied().enumerate() {
        if place > 0 {
            nodes.push(Node { variable, without: nodes.len() + 2, with: 0 });
        }
        nodes.push(Node { variable, without: nodes.len() + 2, with: nodes.len() + 1 });
    }
    let end = nodes.len();
    nodes[end - 1].without = 0;
    if is_last {
        nodes[end - 2].without = 1;
        nodes[end - 1].with = 1;
    }
}
