//! Levels of a decision diagram: the same rules, an edge at a time, with every state kept.
//!
//! A node of level k decides edge [`Plan::links`]\[k\]: its low child stands for all solutions without the edge, its high child
//! for all with it. Nodes are numbered level by level in the order in which they are first reached. The result is ordered, but not
//! reduced: nodes may be equal, and may lead to no solution.

use crate::plan::Plan;
use crate::problem::{FrontierError, Keys, WithRule};
use crate::rule::{Rule, Stage, Verdict};
use crate::word::Word;

/// The child that stands for no solution.
pub const NONE: u32 = 0;

/// The child that stands for one solution: no further edge is taken.
pub const ONE: u32 = 1;

/// The first number of a child that is a node: child k is node k - `FIRST_NODE` of the next level.
pub const FIRST_NODE: u32 = 2;

/// A node: what becomes of the solutions without the edge of its level, and of those with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Without: [`NONE`], [`ONE`], or a node of the next level.
    pub low: u32,
    /// With.
    pub high: u32,
}

/// All levels of a diagram, the first edge first.
///
/// * **L1** Children of the nodes of a level are nodes of the next, [`NONE`] or [`ONE`]; those of the last level are no nodes.
/// * **L2** The first level has one node, unless the root is no node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    /// The root: [`NONE`], [`ONE`], or [`FIRST_NODE`].
    pub root: u32,
    /// The number of the edge that each level decides.
    pub links: Vec<usize>,
    /// The nodes of each level.
    pub nodes: Vec<Vec<Node>>,
}

/// More nodes than a limit, in the level where it was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyNodes {
    /// The level.
    pub level: usize,
    /// How many nodes there were already.
    pub nodes: usize,
}

impl std::fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "more than {} nodes in a diagram, at level {}, expected fewer", self.nodes, self.level)
    }
}

impl std::error::Error for TooManyNodes {}

impl Levels {
    /// Compiles the diagram of all solutions. It has at most `most_nodes` nodes, of eight bytes each.
    ///
    /// # Errors
    /// If the frontier is too wide. If there are too many nodes, that is the answer inside.
    pub fn compile(plan: &Plan, most_nodes: usize) -> Result<Result<Self, TooManyNodes>, FrontierError> {
        plan.with_rule(Keys::Narrow, Compile { links: plan.links(), most_nodes })
    }

    /// How many nodes there are.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.iter().map(Vec::len).sum()
    }
}

struct Compile {
    links: Vec<usize>,
    most_nodes: usize,
}

impl WithRule for Compile {
    type Output = Result<Levels, TooManyNodes>;

    fn run<R: Rule>(self, rule: R) -> Result<Levels, TooManyNodes> {
        let stages: Vec<&Stage<R::Vertex, R::Edge>> = rule.stages().iter().collect();
        // Vertices without edges of their own are settled together with the last edge before them.
        let mut states = States::new(1);
        let root = settle(&rule, &stages, 0, Verdict::Live(R::Key::ZERO), &mut states);
        let mut levels = Levels { root, links: self.links, nodes: Vec::new() };
        let mut node_count = 0;
        for (number, stage) in stages.iter().enumerate() {
            for (at, edge) in stage.edges.iter().enumerate() {
                let is_last = at + 1 == stage.edges.len();
                let mut next = States::new(states.keys.len());
                let mut child = |key: R::Key, taken: bool| {
                    let verdict = if is_last && stage.hands_over {
                        rule.hand_over(key, &stage.vertex, edge, taken)
                    } else {
                        match rule.decide(key, &stage.vertex, edge, taken) {
                            Verdict::Live(key) if is_last => rule.leave(key, &stage.vertex),
                            other => other,
                        }
                    };
                    if is_last {
                        settle(&rule, &stages, number + 1, verdict, &mut next)
                    } else {
                        next.child(verdict)
                    }
                };
                let node = |&key: &R::Key| Node { low: child(key, false), high: child(key, true) };
                let nodes: Vec<Node> = states.keys.iter().map(node).collect();
                node_count += nodes.len();
                if node_count > self.most_nodes {
                    return Err(TooManyNodes { level: levels.nodes.len(), nodes: self.most_nodes });
                }
                levels.nodes.push(nodes);
                states = next;
            }
        }
        Ok(levels)
    }
}

/// Settles vertices without edges from stage `number` on, arrives at the next one with edges, and says which child that is.
fn settle<R: Rule>(
    rule: &R,
    stages: &[&Stage<R::Vertex, R::Edge>],
    number: usize,
    mut verdict: Verdict<R::Key>,
    next: &mut States<R::Key>,
) -> u32 {
    for stage in &stages[number..] {
        let Verdict::Live(key) = verdict else { return next.child(verdict) };
        let key = rule.arrive(key, &stage.vertex);
        if !stage.edges.is_empty() {
            return next.child(Verdict::Live(key));
        }
        verdict = rule.leave(key, &stage.vertex);
    }
    match verdict {
        Verdict::Live(_) if rule.accepts_end() => ONE,
        Verdict::Live(_) => NONE,
        other => next.child(other),
    }
}

/// The states of a level, numbered in the order of their arrival.
///
/// * **L3** A place of the table is 0 or one more than the number of a state, and no place between the home of a state and its own is 0.
struct States<K> {
    keys: Vec<K>,
    places: Vec<u32>,
}

impl<K: Word> States<K> {
    /// No states; perhaps about `expected` will come.
    fn new(expected: usize) -> Self {
        Self { keys: Vec::new(), places: vec![0; (2 * expected).next_power_of_two().max(16)] }
    }

    fn child(&mut self, verdict: Verdict<K>) -> u32 {
        match verdict {
            Verdict::Dead => NONE,
            Verdict::Done => ONE,
            Verdict::Live(key) => FIRST_NODE + self.number(key),
        }
    }

    fn home(&self, key: K) -> usize {
        let bits = self.places.len().trailing_zeros();
        let hash = key.stir(0x94d0_49bb_1331_11eb) >> (u64::BITS - bits);
        usize::try_from(hash).expect("a hash scaled to the size of a table in memory")
    }

    fn number(&mut self, key: K) -> u32 {
        let mask = self.places.len() - 1;
        let mut place = self.home(key);
        loop {
            match self.places[place] {
                0 => break,
                taken if self.keys[kumiki_id::widen(taken - 1)] == key => return taken - 1,
                _ => place = (place + 1) & mask,
            }
        }
        self.keys.push(key);
        self.places[place] = kumiki_id::narrow(self.keys.len());
        let number = self.places[place] - 1;
        if 3 * self.keys.len() > 2 * self.places.len() {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 2 * self.places.len() - 1;
        self.places = vec![0; mask + 1];
        for number in 0..self.keys.len() {
            let mut place = self.home(self.keys[number]);
            while self.places[place] != 0 {
                place = (place + 1) & mask;
            }
            self.places[place] = kumiki_id::narrow(number + 1);
        }
    }
}
