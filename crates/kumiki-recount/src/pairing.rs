//! Pairs of perfect matchings of a graph with two colours, and the decision diagram of its
//! matchings, made of a list of all of them.
//!
//! The diagram is not put together by operations. All matchings are listed, and a node stands for
//! those that are left when the edges before it have been decided.

use std::collections::HashMap;

/// An edge: the number of its black cell and that of its red cell.
pub type ColouredEdge = [usize; 2];

/// What is known about the matchings of a graph and their pairs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchingPairs {
    /// How many matchings there are.
    pub matchings: u64,
    /// How many matchings have each edge of black cell 0 that some have.
    pub by_first_edge: Vec<u64>,
    /// For each edge how many nodes of the diagram look at it, and how many of these have nothing
    /// behind the edge.
    pub levels: Vec<[usize; 2]>,
    /// Element k: how often a walk of pairs closed its first cycle with edge k + 1 of the second
    /// matching, and how many pairs of whole matchings these are.
    pub first_cycles: Vec<[u64; 2]>,
    /// Nodes that a walk through all matchings looks at: all, and those with something behind the
    /// edge.
    pub listing_steps: [u64; 2],
    /// The same for walks of the second matching, one for each first one, up to the first cycle.
    pub pairing_steps: [u64; 2],
}

/// A node: the edge it looks at, and the nodes for 0 and for 1; 0 is ⊥ and 1 is ⊤.
type Node = (usize, usize, usize);

struct Diagram<'e> {
    edges: &'e [ColouredEdge],
    /// The nodes from number 2 on.
    nodes: Vec<Node>,
    numbers: HashMap<Node, usize>,
    /// How many matchings follow each node.
    ways: Vec<u64>,
}

impl Diagram<'_> {
    /// The node for sets of edges, none of which comes before `edge`.
    fn node(&mut self, sets: &[&[usize]], edge: usize) -> usize {
        if sets.is_empty() || edge == self.edges.len() {
            return usize::from(!sets.is_empty());
        }
        let (with, without): (Vec<&[usize]>, Vec<&[usize]>) =
            sets.iter().partition(|set| set.first() == Some(&edge));
        let with: Vec<&[usize]> = with.iter().map(|set| &set[1..]).collect();
        let [low, high] = [self.node(&without, edge + 1), self.node(&with, edge + 1)];
        if low == high {
            return low;
        }
        let node = (edge, low, high);
        if let Some(number) = self.numbers.get(&node) {
            return *number;
        }
        self.nodes.push(node);
        self.ways.push(self.ways[low] + self.ways[high]);
        self.numbers.insert(node, self.ways.len() - 1);
        self.ways.len() - 1
    }

    /// Walks on from a node, with an edge of each black cell up to that of the node in `second`.
    /// `first` says for each red cell which black cell the first matching gives it.
    fn walk(
        &self,
        number: usize,
        first: &[usize],
        after: usize,
        second: &mut Vec<usize>,
        found: &mut MatchingPairs,
    ) {
        if number < 2 {
            return;
        }
        let (edge, low, high) = self.nodes[number - 2];
        let [black, red] = self.edges[edge];
        // The second matching has a later first edge than the first one.
        if black > 0 || edge > after {
            found.pairing_steps[0] += 1;
            if high > 0 {
                found.pairing_steps[1] += 1;
                second.push(red);
                if closes(first, second) {
                    found.first_cycles[black][0] += 1;
                    found.first_cycles[black][1] += self.ways[high];
                } else {
                    self.walk(high, first, after, second, found);
                }
                second.pop();
            }
        }
        self.walk(low, first, after, second, found);
    }
}

/// Whether the last edge of the second matching closes a cycle.
fn closes(first: &[usize], second: &[usize]) -> bool {
    let start = second.len() - 1;
    let mut black = first[second[start]];
    while black < start {
        black = first[second[black]];
    }
    black == start
}

/// Lists matchings black cell by black cell, in the order of edges.
fn list(
    edges: &[ColouredEdge],
    blacks: usize,
    chosen: &mut Vec<usize>,
    all: &mut Vec<Vec<usize>>,
    most: usize,
) {
    if chosen.len() == blacks {
        all.push(chosen.clone());
        return;
    }
    for (edge, [black, red]) in edges.iter().enumerate() {
        let is_free = chosen.iter().all(|other| edges[*other][1] != *red);
        if *black == chosen.len() && is_free && all.len() <= most {
            chosen.push(edge);
            list(edges, blacks, chosen, all, most);
            chosen.pop();
        }
    }
}

/// The matchings of a graph with as many black cells as red ones, and pairs of them, the second of
/// which has a later edge of black cell 0. Edges are sorted by their black cells. None if there are
/// more than so many matchings.
///
/// # Panics
/// If edges are not sorted.
#[must_use]
pub fn matching_pairs(edges: &[ColouredEdge], most: usize) -> Option<MatchingPairs> {
    assert!(edges.is_sorted_by_key(|[black, _]| *black), "edges are sorted by black cells");
    let cells = edges.iter().map(|[black, _]| black + 1).max().unwrap_or(0);
    let mut all = Vec::new();
    list(edges, cells, &mut Vec::new(), &mut all, most);
    if all.len() > most {
        return None;
    }
    let mut diagram =
        Diagram { edges, nodes: Vec::new(), numbers: HashMap::new(), ways: vec![0, 1] };
    let sets: Vec<&[usize]> = all.iter().map(Vec::as_slice).collect();
    let root = diagram.node(&sets, 0);
    let mut found = MatchingPairs {
        matchings: all.len() as u64,
        levels: vec![[0; 2]; edges.len()],
        first_cycles: vec![[0; 2]; cells],
        ..MatchingPairs::default()
    };
    // The list has them in this order.
    for group in all.chunk_by(|one, other| one.first() == other.first()) {
        found.by_first_edge.push(group.len() as u64);
    }
    let mut steps = vec![[0; 2]; diagram.ways.len()];
    for (number, (edge, low, high)) in (2..).zip(&diagram.nodes) {
        found.levels[*edge][0] += 1;
        found.levels[*edge][1] += usize::from(*high == 0);
        let own = [1, u64::from(*high > 0)];
        steps[number] = [0, 1].map(|kind| own[kind] + steps[*low][kind] + steps[*high][kind]);
    }
    found.listing_steps = steps[root];
    for set in &all {
        let mut first = vec![0; cells];
        for edge in set {
            let [black, red] = edges[*edge];
            first[red] = black;
        }
        diagram.walk(root, &first, set[0], &mut Vec::new(), &mut found);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_graphs_follow_the_uniform_model() {
        // Among n! matchings of n black with n red cells, each number of edges is as likely.
        for (n, matchings) in [(2, 2_u64), (3, 6), (4, 24)] {
            let edges: Vec<ColouredEdge> =
                (0..n).flat_map(|black| (0..n).map(move |red| [black, red])).collect();
            let found = matching_pairs(&edges, 100).expect("few");
            assert_eq!(found.matchings, matchings);
            let pairs: Vec<u64> = found.first_cycles.iter().map(|row| row[1]).collect();
            // Pairs with equal first edges close a cycle at once and are left out, and each of the
            // others is there in one order.
            let each = matchings * matchings / (n as u64) / 2;
            assert_eq!(pairs[1..], vec![each; n - 1][..]);
            assert_eq!((pairs[0], found.first_cycles[n - 1][0]), (0, each));
        }
        assert_eq!(matching_pairs(&[[0, 0], [0, 1], [1, 0], [1, 1]], 1), None);
    }

    #[test]
    fn a_ring_of_four_has_a_diagram_of_five_nodes() {
        let found = matching_pairs(&[[0, 0], [0, 1], [1, 0], [1, 1]], 9).expect("few");
        assert_eq!(found.levels, [[1, 0], [2, 1], [2, 1], [2, 1]]);
        assert_eq!(found.listing_steps, [7, 4]);
        assert_eq!(found.by_first_edge, [1, 1]);
    }
}
