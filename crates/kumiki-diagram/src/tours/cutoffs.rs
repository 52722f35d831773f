//! How soon pairs of matchings are given up, and what zero-suppression saves on the way.
//!
//! The seed walks the diagram of matchings for an outer matching μ, and the same diagram again for
//! an inner one μ', edge by edge. The inner walk is cut off as soon as μ ∪ μ' has a cycle, unless
//! μ' is whole then (section 22). Here that walk is made once more, with counters: how many edges
//! μ' has when the first cycle closes, how often the walk is cut off there, and how many pairs are
//! settled by that.
//!
//! The walk is one of nodes, so that it can be compared with the same walk of the diagram before
//! nodes with a null branch for 1 were removed (section 23). These change nothing but the number of
//! nodes that are looked at, and it is known beforehand how many of them lie on each link.

use super::count::{Unpairable, check, share};
use super::matchings::{Choice, Matchings, Trellis};
use crate::store::{Branch, NodeId};
use kumiki_id::{Id, narrow};
use kumiki_search::Fuel;
use std::iter::Sum;
use std::ops::{AddAssign, Range};

/// What walks of pairs have met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cutoffs {
    /// Element k: how often a cycle closed when μ' got its edge k + 1. The last element counts the
    /// pairs that make a single cycle; at all others the walk was cut off.
    pub closed: Vec<u64>,
    /// Element k: how many pairs have their first cycle there. These are all pairs in which μ' has
    /// a later edge of the first black cell than μ.
    pub pairs: Vec<u64>,
    /// Nodes looked at by the inner walks, without those that zero-suppression removes.
    pub steps: u64,
    /// Nodes that zero-suppression removes and that these walks would have looked at besides.
    pub suppressed_steps: u64,
}

impl AddAssign for Cutoffs {
    fn add_assign(&mut self, other: Self) {
        let len = self.closed.len().max(other.closed.len());
        for (sums, numbers) in [(&mut self.closed, other.closed), (&mut self.pairs, other.pairs)] {
            sums.resize(len, 0);
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        self.steps += other.steps;
        self.suppressed_steps += other.suppressed_steps;
    }
}

impl Sum for Cutoffs {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |mut sum, part| {
            sum += part;
            sum
        })
    }
}

/// A node that zero-suppression keeps.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The edge it looks at.
    edge: u32,
    /// The black cell of the edge.
    black: u8,
    /// The red cell of the edge.
    red: u8,
    /// Where it leads for 0 and for 1: 0 is ⊥, 1 is ⊤, and k + 2 is node k.
    links: [u32; 2],
    /// How many nodes were removed on each of these links.
    removed: [u32; 2],
    /// How many matchings follow if the edge is taken.
    ways: u64,
}

/// A walk through pairs of matchings as the seed makes it, with counters.
///
/// * **W1** `red_end` and `black_end` are those of V1 of [`PairWalk`](super::PairWalk).
#[derive(Clone, Debug)]
pub struct FirstCycles<'m> {
    /// All matchings, for the outer ones by their numbers.
    trellis: &'m Trellis,
    /// The nodes of the diagram that zero-suppression keeps, children before parents.
    nodes: Vec<Kept>,
    /// The link to the root.
    root: u32,
    /// Numbers of the outer matchings still to come.
    outer_left: Range<u64>,
    /// The outer matching: a choice for each black cell.
    outer: Vec<Choice>,
    /// For each black cell the red end of its path (W1).
    red_end: [u8; 256],
    /// For each red cell the black end of its path (W1).
    black_end: [u8; 256],
    /// What has been met.
    met: Cutoffs,
}

impl<'m> FirstCycles<'m> {
    /// A walk through part `part` of `parts` of all pairs; the parts have about the same number of
    /// outer matchings. Part 0 of 1 is everything.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(matchings: &'m Matchings, part: u64, parts: u64) -> Result<Self, Unpairable> {
        let total = check(matchings)?;
        let (nodes, root) = kept(matchings);
        let depth = matchings.trellis().depth();
        let met = Cutoffs { closed: vec![0; depth], pairs: vec![0; depth], ..Cutoffs::default() };
        Ok(Self {
            trellis: matchings.trellis(),
            nodes,
            root,
            outer_left: share(total, part, parts),
            outer: Vec::with_capacity(depth),
            red_end: [0; 256],
            black_end: [0; 256],
            met,
        })
    }

    /// Walks on, burning a unit of fuel per outer matching and one per node that its inner walk
    /// looks at. An outer matching that has been begun is finished. None if the fuel is gone first:
    /// call again with more, nothing is lost.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Option<&Cutoffs> {
        while !self.outer_left.is_empty() {
            if !fuel.burn() {
                return None;
            }
            let number = self.outer_left.next().expect("the range is not empty");
            let steps = self.met.steps;
            self.walk(number);
            fuel.0 = fuel.0.saturating_sub(self.met.steps - steps);
        }
        Some(&self.met)
    }

    /// The inner walk for an outer matching: those that have a later edge of the first black cell.
    fn walk(&mut self, number: u64) {
        self.trellis.matching(number, &mut self.outer);
        for (black, choice) in (0..).zip(&self.outer) {
            self.red_end[usize::from(black)] = choice.red;
            self.black_end[usize::from(choice.red)] = black;
        }
        let mut link = self.root;
        while let Some(at) = link.checked_sub(2) {
            let node = self.nodes[at as usize];
            if node.edge > self.outer[0].edge {
                break;
            }
            if node.edge == self.outer[0].edge {
                self.met.suppressed_steps += u64::from(node.removed[0]);
            }
            link = node.links[0];
        }
        self.visit(link);
    }

    /// All that follows a link, if it leads to a node.
    fn visit(&mut self, mut link: u32) {
        while let Some(at) = link.checked_sub(2) {
            let node = self.nodes[at as usize];
            self.met.steps += 1;
            let [black, red] = [node.black, node.red].map(usize::from);
            let far_black = usize::from(self.black_end[red]);
            if far_black == black {
                self.met.closed[black] += 1;
                self.met.pairs[black] += node.ways;
            } else {
                let far_red = self.red_end[black];
                self.red_end[far_black] = far_red;
                self.black_end[usize::from(far_red)] = narrow_cell(far_black);
                self.met.suppressed_steps += u64::from(node.removed[1]);
                self.visit(node.links[1]);
                self.red_end[far_black] = node.red;
                self.black_end[usize::from(far_red)] = node.black;
            }
            self.met.suppressed_steps += u64::from(node.removed[0]);
            link = node.links[0];
        }
    }
}

fn narrow_cell(cell: usize) -> u8 {
    u8::try_from(cell).expect("at most 255 cells of a colour")
}

/// The nodes of a diagram that zero-suppression keeps, and the link to the root.
fn kept(matchings: &Matchings) -> (Vec<Kept>, u32) {
    let (store, root) = matchings.diagram();
    let board = matchings.board();
    // For each node of the diagram the link to what is left of it, how many nodes are removed on
    // the way there, and how many matchings it has.
    let mut left = vec![(0, 0, 0); root.index().max(1) + 1];
    left[NodeId::TOP.index()] = (1, 0, 1);
    let mut nodes: Vec<Kept> = Vec::new();
    for (node, Branch { variable, low, high }) in store.branches(root) {
        let [(low, removed, without), (high, removed_high, ways)] =
            [low, high].map(|child| left[child.index()]);
        left[node.index()] = if high == 0 {
            (low, removed + 1, without)
        } else {
            let edge = board.edges()[variable as usize];
            nodes.push(Kept {
                edge: variable,
                black: narrow_cell(edge.black as usize),
                red: narrow_cell(edge.red as usize),
                links: [low, high],
                removed: [removed, removed_high],
                ways,
            });
            (narrow(nodes.len() + 1), 0, without + ways)
        };
    }
    (nodes, left[root.index()].0)
}

impl Matchings {
    /// How many nodes are looked at if all matchings are listed by walking the diagram as if it
    /// were a tree: as it is, and after zero-suppression.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn listing_steps(&self) -> Result<[u64; 2], Unpairable> {
        check(self)?;
        let (store, root) = self.diagram();
        let mut steps = vec![[0; 2]; root.index().max(1) + 1];
        for (node, Branch { low, high, .. }) in store.branches(root) {
            let [low, below] = [low, high].map(|child| steps[child.index()]);
            let is_removed = high == NodeId::BOTTOM;
            let own = [1, u64::from(!is_removed)];
            steps[node.index()] = [0, 1].map(|kind| own[kind] + low[kind] + below[kind]);
        }
        Ok(steps[root.index()])
    }
}
