//! Two phases: an unreduced template from the top down, then the reduced diagram from the bottom
//! up.
//!
//! This is how Knuth's OBDD intersects (sections 11 to 19). A queue of pairs of nodes, each pair
//! once, grows breadth-first into a *template*: a diagram of the right meaning that says too much.
//! Then each level, from the last to the first, is reduced by the rule of a store. No recursion is
//! needed.

use crate::store::{BddStore, Full, NodeId};
use kumiki_id::narrow;
use rustc_hash::FxHashMap;

/// A diagram that need not be reduced.
///
/// A *link* is 0 for the sink ⊥, 1 for ⊤, and k + 2 for branch k. Branches are numbered level by
/// level from the top.
///
/// * **T1** Levels have increasing variables. Level i has the branches from `levels[i].first` on,
///   up to the first one of the next level.
/// * **T2** A link that is no sink leads to a branch on a later level.
/// * **T3** Branch 0, if there is one, is the root. Branches that it does not reach are of no use.
#[derive(Default)]
struct Template {
    /// The levels, the first variable first (T1).
    levels: Vec<Level>,
    /// For each branch the links for 0 and for 1 (T2, T3).
    links: Vec<[u32; 2]>,
}

/// Where a level begins.
struct Level {
    /// The variable that its branches look at.
    variable: u32,
    /// Number of its first branch.
    first: u32,
}

impl Template {
    /// The variable and the branches of each level.
    fn ranges(&self) -> impl DoubleEndedIterator<Item = (u32, std::ops::Range<usize>)> + '_ {
        (0..self.levels.len()).map(|number| {
            let end =
                self.levels.get(number + 1).map_or(self.links.len(), |level| level.first as usize);
            (self.levels[number].variable, (self.levels[number].first as usize)..end)
        })
    }
}

impl BddStore {
    /// f ∧ g in two phases. The same node as [`BddStore::and`] finds, without recursion.
    ///
    /// # Errors
    /// If the store is full.
    pub fn intersect_by_template(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        self.intersect_and_measure(f, g).map(|(node, _)| node)
    }

    /// The same, with the number of branches that the template had before it was reduced.
    ///
    /// # Errors
    /// If the store is full.
    pub fn intersect_and_measure(&mut self, f: NodeId, g: NodeId) -> Result<(NodeId, usize), Full> {
        let mut queue = PairQueue::default();
        let root = queue.link([f, g]);
        if root < 2 {
            return Ok((NodeId::from_raw(root), 0));
        }
        let template = queue.template(self);
        let branches = template.links.len();
        Ok((self.reduce(template)?, branches))
    }

    /// The second phase: the reduced diagram of a template; ⊥ if it has no branches.
    ///
    /// # Errors
    /// If the store is full.
    fn reduce(&mut self, template: Template) -> Result<NodeId, Full> {
        let ranges: Vec<(u32, std::ops::Range<usize>)> = template.ranges().collect();
        let mut links = template.links;
        for (variable, level) in ranges.into_iter().rev() {
            for branch in level {
                // The clone of a branch takes the place of its second link, which nobody needs any
                // more.
                let [low, high] = links[branch].map(|link| match link.checked_sub(2) {
                    None => NodeId::from_raw(link),
                    Some(child) => NodeId::from_raw(links[child as usize][1]),
                });
                links[branch][1] = self.node(variable, low, high)?.raw();
            }
        }
        Ok(links.first().map_or(NodeId::BOTTOM, |root| NodeId::from_raw(root[1])))
    }
}

/// Pairs of nodes whose intersection is wanted, in the order in which they are met.
///
/// * **K1** `seen[pair]` is k + 2 if `pairs[k]` is that pair. No pair has ⊥, and the pair of two ⊤
///   is not there.
#[derive(Default)]
struct PairQueue {
    /// The pairs in the order in which they were met (K1).
    pairs: Vec<[NodeId; 2]>,
    /// The link to each pair (K1).
    seen: FxHashMap<[NodeId; 2], u32>,
}

impl PairQueue {
    /// The link for a pair, which joins the queue if it is new.
    fn link(&mut self, pair: [NodeId; 2]) -> u32 {
        if pair.contains(&NodeId::BOTTOM) {
            return NodeId::BOTTOM.raw();
        }
        if pair == [NodeId::TOP; 2] {
            return NodeId::TOP.raw();
        }
        *self.seen.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            narrow(self.pairs.len() + 1)
        })
    }

    /// The first phase: all pairs that follow from those in the queue, as a template.
    fn template(mut self, store: &BddStore) -> Template {
        let (mut variables, mut links) = (Vec::new(), Vec::new());
        while let Some(&[f, g]) = self.pairs.get(links.len()) {
            let (variable, f, g) = store.split(f, g);
            variables.push(variable);
            links.push([0, 1].map(|half| self.link([f[half], g[half]])));
        }
        // Breadth-first is not yet level by level: links may skip variables. Sort, and give each
        // branch its new number.
        let mut order: Vec<u32> = (0..narrow(links.len())).collect();
        order.sort_by_key(|branch| variables[*branch as usize]);
        let mut renumbered = vec![0; links.len()];
        for (number, branch) in (2..).zip(&order) {
            renumbered[*branch as usize] = number;
        }
        let mut template = Template::default();
        for branch in order {
            let variable = variables[branch as usize];
            if template.levels.last().is_none_or(|level| level.variable < variable) {
                template.levels.push(Level { variable, first: narrow(template.links.len()) });
            }
            let new =
                |link: u32| link.checked_sub(2).map_or(link, |child| renumbered[child as usize]);
            template.links.push(links[branch as usize].map(new));
        }
        template
    }
}
