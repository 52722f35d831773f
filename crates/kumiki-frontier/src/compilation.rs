//! Compiling: the levels of a diagram made one after another, a few states at a time.

use crate::levels::{FIRST_NODE, Levels, NONE, Node, ONE, TooManyNodes};
use crate::plan::Plan;
use crate::problem::{FrontierError, Keys, WithRule};
use crate::rule::{Rule, Stage, Verdict};
use crate::word::Word;
use kumiki_id::widen;
use kumiki_search::Fuel;

/// A diagram of all solutions under way.
pub struct Compilation {
    work: Box<dyn AnyCompilation>,
}

/// What has come of a diagram.
pub enum Compiled {
    /// All levels.
    Levels(Levels),
    /// More nodes than there may be.
    TooMany(TooManyNodes),
    /// The rest is still to be done: nothing is lost.
    OutOfFuel(Compilation),
}

impl Compilation {
    /// Begins to compile the diagram of all solutions. It may have at most `most_nodes` nodes, of eight bytes each.
    ///
    /// # Errors
    /// If the frontier is too wide.
    pub fn new(plan: &Plan, most_nodes: usize) -> Result<Self, FrontierError> {
        let work = plan.with_rule(Keys::Narrow, Begin { links: plan.links(), most_nodes })?;
        Ok(Self { work })
    }

    /// Goes on until the end or until the fuel is gone. A node costs one unit of fuel.
    #[must_use]
    pub fn advance(mut self, fuel: &mut Fuel) -> Compiled {
        match self.work.advance(fuel) {
            Pause::Done => Compiled::Levels(self.work.levels()),
            Pause::TooMany(nodes) => Compiled::TooMany(nodes),
            Pause::OutOfFuel => Compiled::OutOfFuel(self),
        }
    }

    /// How many levels are complete, and how many there will be.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.work.progress()
    }

    /// How many nodes there are so far.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.work.node_count()
    }
}

/// Why a compilation came back.
enum Pause {
    Done,
    TooMany(TooManyNodes),
    OutOfFuel,
}

/// A compilation with any rule.
trait AnyCompilation: Send {
    fn advance(&mut self, fuel: &mut Fuel) -> Pause;
    fn levels(self: Box<Self>) -> Levels;
    fn progress(&self) -> (usize, usize);
    fn node_count(&self) -> usize;
}

struct Begin {
    links: Vec<usize>,
    most_nodes: usize,
}

impl WithRule for Begin {
    type Output = Box<dyn AnyCompilation>;

    fn run<R: Rule + 'static>(self, rule: R) -> Box<dyn AnyCompilation> {
        // Vertices without edges of their own are settled together with the last edge before them.
        let mut states = States::new();
        let root = settle(&rule, rule.stages(), Verdict::Live(R::Key::ZERO), &mut states);
        let levels = Levels::begin(root, self.links);
        Box::new(Work {
            rule,
            most_nodes: self.most_nodes,
            levels,
            stage: 0,
            edge: 0,
            states,
            expanded: 0,
            next: States::new(),
        })
    }
}

/// Levels under way with a rule.
///
/// * **U1** `states` are those of the level under way, which decides edge `edge` of stage `stage`; the first `expanded` of them have
///   become nodes, in their order, and `next` has what came of these.
struct Work<R: Rule> {
    rule: R,
    most_nodes: usize,
    levels: Levels,
    stage: usize,
    edge: usize,
    states: States<R::Key>,
    expanded: usize,
    next: States<R::Key>,
}

impl<R: Rule> AnyCompilation for Work<R> {
    fn advance(&mut self, fuel: &mut Fuel) -> Pause {
        while let Some(stage) = self.rule.stages().get(self.stage) {
            if self.edge == stage.edges.len() {
                (self.stage, self.edge) = (self.stage + 1, 0);
                continue;
            }
            let waiting = self.states.keys.len() - self.expanded;
            if waiting == 0 {
                self.end_level();
                continue;
            }
            let room = self.most_nodes - self.levels.nodes.len();
            if room == 0 {
                return Pause::TooMany(TooManyNodes {
                    level: self.levels.ends.len(),
                    nodes: self.most_nodes,
                });
            }
            if fuel.0 == 0 {
                return Pause::OutOfFuel;
            }
            let count = waiting.min(room).min(usize::try_from(fuel.0).unwrap_or(usize::MAX));
            self.expand(count);
            fuel.0 -= u64::try_from(count).expect("it is no more than the fuel");
        }
        Pause::Done
    }

    fn levels(self: Box<Self>) -> Levels {
        self.levels
    }

    fn progress(&self) -> (usize, usize) {
        (self.levels.ends.len(), self.levels.links().len())
    }

    fn node_count(&self) -> usize {
        self.levels.nodes.len()
    }
}

impl<R: Rule> Work<R> {
    /// Makes nodes of so many states.
    fn expand(&mut self, count: usize) {
        let (rule, next) = (&self.rule, &mut self.next);
        let stages = rule.stages();
        let stage = &stages[self.stage];
        let edge = &stage.edges[self.edge];
        let is_last = self.edge + 1 == stage.edges.len();
        let mut child = |key: R::Key, taken: bool| {
            let verdict = if is_last && stage.hands_over {
                rule.hand_over(key, &stage.vertex, edge, taken)
            } else {
                match rule.decide(key, &stage.vertex, edge, taken) {
                    Verdict::Live(key) if is_last => rule.leave(key, &stage.vertex),
                    other => other,
                }
            };
            if is_last { settle(rule, &stages[self.stage + 1..], verdict, next) } else { next.child(verdict) }
        };
        let keys = self.states.keys[self.expanded..].iter().take(count);
        self.levels.nodes.extend(keys.map(|&key| Node { low: child(key, false), high: child(key, true) }));
        self.expanded += count;
    }

    fn end_level(&mut self) {
        self.levels.ends.push(self.levels.nodes.len());
        self.edge += 1;
        std::mem::swap(&mut self.states, &mut self.next);
        self.expanded = 0;
        self.next.begin(self.states.keys.len());
    }
}

/// Settles vertices without edges at the beginning of `stages`, arrives at the next one with edges, and says which child that is.
fn settle<R: Rule>(
    rule: &R,
    stages: &[Stage<R::Vertex, R::Edge>],
    mut verdict: Verdict<R::Key>,
    next: &mut States<R::Key>,
) -> u32 {
    for stage in stages {
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
/// * **U2** A place of the table is 0 or one more than the number of a state, and no place between the home of a state and its own is 0.
struct States<K> {
    keys: Vec<K>,
    places: Vec<u32>,
}

/// The places of the smallest table.
const FEWEST_PLACES: usize = 16;

impl<K: Word> States<K> {
    fn new() -> Self {
        Self { keys: Vec::new(), places: vec![0; FEWEST_PLACES] }
    }

    /// No states, in the memory of those there were; perhaps about `expected` will come.
    fn begin(&mut self, expected: usize) {
        self.keys.clear();
        self.places.clear();
        self.places.resize((2 * expected).next_power_of_two().max(FEWEST_PLACES), 0);
    }

    #[inline]
    fn child(&mut self, verdict: Verdict<K>) -> u32 {
        match verdict {
            Verdict::Dead => NONE,
            Verdict::Done => ONE,
            Verdict::Live(key) => FIRST_NODE + self.number(key),
        }
    }

    #[inline]
    fn home(&self, key: K) -> usize {
        let bits = self.places.len().trailing_zeros();
        let hash = key.stir(0x94d0_49bb_1331_11eb) >> (u64::BITS - bits);
        usize::try_from(hash).expect("a hash scaled to the size of a table in memory")
    }

    #[inline]
    fn number(&mut self, key: K) -> u32 {
        let mask = self.places.len() - 1;
        let mut place = self.home(key);
        loop {
            match self.places[place] {
                0 => break,
                taken if self.keys[widen(taken - 1)] == key => return taken - 1,
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
        self.places.clear();
        self.places.resize(mask + 1, 0);
        for number in 0..self.keys.len() {
            let mut place = self.home(self.keys[number]);
            while self.places[place] != 0 {
                place = (place + 1) & mask;
            }
            self.places[place] = kumiki_id::narrow(number + 1);
        }
    }
}
