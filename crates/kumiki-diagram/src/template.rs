//! Two phases: an unreduced template from the top down, then the reduced diagram from the bottom up.
//!
//! This is how Knuth's OBDD intersects (sections 11 to 19). A queue of pairs of nodes, each pair once, grows
//! breadth-first into a *template*: a diagram of the right meaning that says too much. Then each level, from the last
//! to the first, is reduced by the rule of a store. No recursion is needed, and the first phase of any other
//! construction that goes level by level can use the second.

use crate::store::{BddStore, Branch, Full, NodeId, Rule, Store};
use kumiki_id::{narrow, widen};
use rustc_hash::FxHashMap;

/// A diagram that need not be reduced.
///
/// A *link* is 0 for the sink ⊥, 1 for ⊤, and k + 2 for branch k. Branches are numbered level by level from the top.
///
/// * **T1** Levels have increasing variables. Level i has the branches from `levels[i].first` on, up to the first one
///   of the next level.
/// * **T2** A link that is no sink leads to a branch on a later level.
/// * **T3** Branch 0, if there is one, is the root. Branches that it does not reach are of no use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Template {
    levels: Vec<Level>,
    links: Vec<[u32; 2]>,
}

/// Where a level begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Level {
    variable: u32,
    first: u32,
}

/// A template that breaks its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadTemplate {
    /// A level whose variable is not greater than the one before.
    Variable {
        /// The variable.
        variable: u32,
        /// The one before.
        before: u32,
    },
    /// A link that does not lead to a later level.
    Link {
        /// The branch it starts from.
        branch: usize,
        /// Where it leads.
        link: u32,
    },
}

impl std::fmt::Display for BadTemplate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Variable { variable, before } => {
                write!(
                    f,
                    "template level of variable {variable}, after that of {before}, expected a greater one"
                )
            }
            Self::Link { branch, link } => {
                write!(
                    f,
                    "template link {link}, at branch {branch}, expected a sink or a branch of a later level"
                )
            }
        }
    }
}

impl std::error::Error for BadTemplate {}

impl Template {
    /// A template from the branches of each level, the first level first. A level has its variable and, for each
    /// branch, the links for 0 and for 1.
    ///
    /// Each level is dropped when it has been copied, so levels that are made one by one are not in memory twice.
    ///
    /// # Errors
    /// If variables do not increase, or a link does not lead to a later level.
    pub fn from_levels<L: AsRef<[[u32; 2]]>>(
        levels: impl IntoIterator<Item = (u32, L)>,
    ) -> Result<Self, BadTemplate> {
        let mut template = Self::default();
        for (variable, links) in levels {
            if let Some(Level { variable: before, .. }) =
                template.levels.last().filter(|last| last.variable >= variable)
            {
                return Err(BadTemplate::Variable { variable, before: *before });
            }
            template.levels.push(Level { variable, first: narrow(template.links.len()) });
            template.links.extend_from_slice(links.as_ref());
        }
        let is_link =
            |end: usize, link: u32| link < 2 || (end..template.links.len()).contains(&(widen(link) - 2));
        for (_, level) in template.ranges() {
            let end = level.end;
            for branch in level {
                if let Some(link) = template.links[branch].into_iter().find(|link| !is_link(end, *link)) {
                    return Err(BadTemplate::Link { branch, link });
                }
            }
        }
        Ok(template)
    }

    /// The variable and the branches of each level.
    fn ranges(&self) -> impl DoubleEndedIterator<Item = (u32, std::ops::Range<usize>)> + '_ {
        (0..self.levels.len()).map(|number| {
            let end = self.levels.get(number + 1).map_or(self.links.len(), |level| widen(level.first));
            (self.levels[number].variable, widen(self.levels[number].first)..end)
        })
    }

    /// How many branches there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }
}

impl<R: Rule> Store<R> {
    /// The second phase: the reduced diagram of a template; ⊥ if it has no branches.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If a variable is none of the store.
    pub fn reduce(&mut self, template: Template) -> Result<NodeId, Full> {
        if self.node_count() > 2 {
            return self.reduce_with(
                template,
                |_| (),
                |store, (), branch| store.node(branch.variable, branch.low, branch.high),
            );
        }
        self.drop_table();
        self.reduce_with(template, LevelTable::with_room, |store, table, branch| table.find(store, branch))
    }

    /// The reduced diagram of levels whose branches lead to the next level only, without a template: levels come from the last to the first, and each is dropped
    /// when it has been reduced. So there is memory for either a level or its nodes, but not for both.
    ///
    /// A level has its variable and, for each branch, the links for 0 and for 1: 0 and 1 are sinks, and k + 2 is branch k of the level that came before. The
    /// root is branch 0 of the level that comes last; ⊥ if there is none.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If a variable is none of the store or does not decrease, if a link leads nowhere, or if the store is not empty.
    pub fn reduce_levels<L: AsRef<[[u32; 2]]>>(
        &mut self,
        levels: impl IntoIterator<Item = (u32, L)>,
    ) -> Result<NodeId, Full> {
        assert_eq!(self.node_count(), 2, "nothing but sinks in an empty store");
        self.drop_table();
        let mut below: Vec<NodeId> = Vec::new();
        let mut last = narrow(self.variable_count());
        for (variable, links) in levels {
            assert!(variable < last, "variables decrease from {last} on, not to {variable}");
            last = variable;
            let mut table = LevelTable::with_room(links.as_ref().len());
            let child = |link: u32| match link.checked_sub(2) {
                None => NodeId::from_raw(link),
                Some(child) => below[widen(child)],
            };
            let nodes = links.as_ref().iter().map(|link| {
                let [low, high] = link.map(child);
                table.find(self, Branch { variable, low, high })
            });
            below = nodes.collect::<Result<Vec<NodeId>, Full>>()?;
        }
        Ok(below.first().copied().unwrap_or(NodeId::BOTTOM))
    }

    /// Reduces, with a table that is made for the number of branches of each level, and with a way to find or make a node.
    fn reduce_with<T>(
        &mut self,
        template: Template,
        begin_level: impl Fn(usize) -> T,
        find: impl Fn(&mut Self, &mut T, Branch) -> Result<NodeId, Full>,
    ) -> Result<NodeId, Full> {
        let ranges: Vec<(u32, std::ops::Range<usize>)> = template.ranges().collect();
        let mut links = template.links;
        for (variable, level) in ranges.into_iter().rev() {
            assert!(widen(variable) < self.variable_count(), "a variable of the store");
            let mut table = begin_level(level.len());
            for branch in level {
                // The clone of a branch takes the place of its second link, which nobody needs any more.
                let [low, high] = links[branch].map(|link| match link.checked_sub(2) {
                    None => NodeId::from_raw(link),
                    Some(child) => NodeId::from_raw(links[widen(child)][1]),
                });
                links[branch][1] = find(self, &mut table, Branch { variable, low, high })?.raw();
            }
        }
        Ok(links.first().map_or(NodeId::BOTTOM, |root| NodeId::from_raw(root[1])))
    }
}

/// The nodes of one level by their children, in open addressing. In an empty store nodes can be equal to others of their level only, so that a
/// small table for each level will do; 0 marks a free place. The number of places is a power of two.
struct LevelTable {
    places: Vec<u32>,
}

impl LevelTable {
    /// A table for so many nodes, which is at most half full.
    fn with_room(nodes: usize) -> Self {
        Self { places: vec![0; (2 * nodes).next_power_of_two().max(2)] }
    }

    /// The node for a branch of this level, made if there is none yet. The rule may leave it out.
    #[inline]
    fn find<R: Rule>(&mut self, store: &mut Store<R>, branch: Branch) -> Result<NodeId, Full> {
        if let Some(node) = R::redundant(branch.low, branch.high) {
            return Ok(node);
        }
        let children = u64::from(branch.low.raw()) | u64::from(branch.high.raw()) << 32;
        let mixed = children.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mask = self.places.len() - 1;
        let mut place = widen(u32::try_from(mixed >> 32).expect("a shifted word has 32 bits")) & mask;
        loop {
            match self.places[place] {
                0 => break,
                raw if store.branch(NodeId::from_raw(raw)) == branch => return Ok(NodeId::from_raw(raw)),
                _ => place = (place + 1) & mask,
            }
        }
        let node = store.push_new(branch)?;
        self.places[place] = node.raw();
        Ok(node)
    }
}

impl BddStore {
    /// f ∧ g in two phases. The same node as [`BddStore::and`] finds, without recursion.
    ///
    /// # Errors
    /// If the store is full.
    pub fn intersect_by_template(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        let mut queue = PairQueue::default();
        let root = queue.link([f, g]);
        if root < 2 {
            return Ok(NodeId::from_raw(root));
        }
        let template = queue.template(self);
        self.reduce(template)
    }
}

/// Pairs of nodes whose intersection is wanted, in the order in which they are met.
///
/// * **K1** `seen[pair]` is k + 2 if `pairs[k]` is that pair. No pair has ⊥, and the pair of two ⊤ is not there.
#[derive(Default)]
struct PairQueue {
    pairs: Vec<[NodeId; 2]>,
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
        // Breadth-first is not yet level by level: links may skip variables. Sort, and give each branch its new number.
        let mut order: Vec<u32> = (0..narrow(links.len())).collect();
        order.sort_by_key(|branch| variables[widen(*branch)]);
        let mut renumbered = vec![0; links.len()];
        for (number, branch) in (2..).zip(&order) {
            renumbered[widen(*branch)] = number;
        }
        let mut template = Template::default();
        for branch in order {
            let variable = variables[widen(branch)];
            if template.levels.last().is_none_or(|level| level.variable < variable) {
                template.levels.push(Level { variable, first: narrow(template.links.len()) });
            }
            let new = |link: u32| link.checked_sub(2).map_or(link, |child| renumbered[widen(child)]);
            template.links.push(links[widen(branch)].map(new));
        }
        template
    }
}
