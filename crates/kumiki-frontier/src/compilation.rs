//! Compiling: the levels of a diagram made one after another, a few states at a time.

use crate::levels::{FIRST_NODE, Levels, NONE, Node, ONE, TooManyNodes};
use crate::plan::Plan;
use crate::problem::{FrontierError, Keys, WithRule};
use crate::rule::{Rule, Stage, Verdict};
use crate::word::{Word, low_half};
use kumiki_id::narrow;
use kumiki_search::{
    BadSnapshot, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
    read_size,
};

/// How many states become nodes at once.
const BATCH: usize = 64;

/// A diagram of all solutions under way.
pub struct Compilation {
    /// The levels under way, with the rule of the problem.
    work: Box<dyn AnyCompilation>,
    /// Digest of the network, the problem and the order, which a snapshot must agree with.
    digest: u64,
}

impl Compilation {
    /// Begins to compile the diagram of all solutions. It may have at most `most_nodes` nodes, of
    /// eight bytes each.
    ///
    /// # Errors
    /// If the frontier is too wide.
    pub fn new(plan: &Plan, most_nodes: usize) -> Result<Self, FrontierError> {
        let work = plan.with_rule(Keys::Narrow, Begin { links: plan.links(), most_nodes })?;
        Ok(Self { work, digest: plan.digest() })
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

/// All levels, or that there are more nodes than there may be. A node costs one unit of fuel.
impl Stages for Compilation {
    type Answer = Result<Levels, TooManyNodes>;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Result<Levels, TooManyNodes>> {
        match self.work.advance(fuel) {
            Step::Done => Turn::Done(Ok(self.work.take_levels())),
            Step::TooMany(nodes) => Turn::Done(Err(nodes)),
            Step::OutOfFuel => Turn::Going,
        }
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.progress();
        let note = format!("{done} of {all} edges, {} nodes", self.node_count());
        Progress { done: done as u64, all: all as u64, note }
    }
}

/// The records are: the name; where it stands; the levels; the states of the level under way; and
/// those that have come of them. How many nodes there may be is up to whoever goes on.
impl Snapshot for Compilation {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &[self.digest]);
        self.work.save(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[self.digest])?;
        self.work.load(&mut reader)?;
        reader.finish()
    }
}

/// Why a compilation came back.
enum Step {
    /// All levels are complete.
    Done,
    /// There is a state left, and no node may be added.
    TooMany(TooManyNodes),
    /// Call again with more: nothing is lost.
    OutOfFuel,
}

/// A compilation with any rule.
trait AnyCompilation: Send + Sync {
    fn advance(&mut self, fuel: &mut Fuel) -> Step;
    /// Gives the levels away.
    fn take_levels(&mut self) -> Levels;
    fn save(&self, writer: &mut RecordWriter<'_>);
    fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot>;
    fn progress(&self) -> (usize, usize);
    fn node_count(&self) -> usize;
}

struct Begin {
    /// Element k: number of the edge that level k decides.
    links: Vec<usize>,
    /// The most nodes of all levels together.
    most_nodes: usize,
}

impl WithRule for Begin {
    type Output = Box<dyn AnyCompilation>;

    fn run<R: Rule + 'static>(self, rule: R) -> Box<dyn AnyCompilation> {
        // Vertices without edges of their own are settled together with the last edge before them.
        let mut states = States::new();
        let mut batch = Batch::new();
        batch.push(settle(&rule, rule.stages(), Verdict::Live(R::Key::ZERO)));
        states.enter(&mut batch);
        let root = batch.children[0];
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
            batch,
        })
    }
}

/// Levels under way with a rule.
///
/// * **U1** `states` are those of the level under way, which decides edge `edge` of stage `stage`;
///   the first `expanded` of them have become nodes, in their order, and `next` has what came of
///   these.
struct Work<R: Rule> {
    rule: R,
    /// The most nodes of all levels together; the limit of whoever goes on, not of a snapshot.
    most_nodes: usize,
    /// The complete levels, and after their last end the nodes of the level under way.
    levels: Levels,
    /// Position in the stages of the rule; their number when all levels are complete.
    stage: usize,
    /// Position among the edges of the stage. Their number means that the next stage follows.
    edge: usize,
    /// The states of the level under way, in the order of its nodes (U1).
    states: States<R::Key>,
    /// How many of `states` have become nodes (U1).
    expanded: usize,
    /// The children of these that are states, in the order of their arrival (U1).
    next: States<R::Key>,
    /// Room for the children of up to `BATCH` states. What it holds between batches is of no use.
    batch: Batch<R::Key>,
}

impl<R: Rule> AnyCompilation for Work<R> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        while let Some(stage) = self.rule.stages().get(self.stage) {
            if self.edge == stage.edges.len() {
                (self.stage, self.edge) = (self.stage + 1, 0);
                continue;
            }
            let waiting = self.states.keys().len() - self.expanded;
            if waiting == 0 {
                self.end_level();
                continue;
            }
            let room = self.most_nodes - self.levels.nodes.len();
            if room == 0 {
                return Step::TooMany(TooManyNodes {
                    level: self.levels.ends.len(),
                    nodes: self.most_nodes,
                });
            }
            if fuel.0 == 0 {
                return Step::OutOfFuel;
            }
            let count = waiting.min(room).min(usize::try_from(fuel.0).unwrap_or(usize::MAX));
            self.expand(count);
            fuel.0 -= u64::try_from(count).expect("it is no more than the fuel");
        }
        Step::Done
    }

    fn take_levels(&mut self) -> Levels {
        let nothing = Levels::begin(NONE, Vec::new());
        std::mem::replace(&mut self.levels, nothing)
    }

    fn save(&self, writer: &mut RecordWriter<'_>) {
        let numbers = [self.stage, self.edge, self.expanded];
        writer.numbers(&numbers.map(|number| number as u64));
        self.levels.save_nodes(writer);
        for states in [&self.states, &self.next] {
            writer.list(2, states.keys(), |key, line| {
                line.extend([low_half(key.to_wide()), low_half(key.to_wide() >> 64)]);
            });
        }
    }

    fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        let [stage, edge, expanded] = reader.numbers()?;
        let (stage, edge, expanded) = (read_size(stage)?, read_size(edge)?, read_size(expanded)?);
        let (nodes, ends) = Levels::load_nodes(reader, self.most_nodes)?;
        let stages = self.rule.stages();
        let is_there = stages.get(stage).is_none_or(|stage| edge <= stage.edges.len());
        let before = stages.iter().take(stage).map(|stage| stage.edges.len()).sum::<usize>();
        if stage > stages.len() || !is_there || ends.len() != before + edge {
            return Err(BadSnapshot);
        }
        let mut load_states = || {
            let mut states = States::new();
            reader.list(2, |key| {
                let wide = u128::from(key[0]) | (u128::from(key[1]) << 64);
                let key = R::Key::from_wide(wide);
                let number = states.numbered.len();
                if key.to_wide() != wide || states.number(key) as usize != number {
                    return Err(BadSnapshot);
                }
                Ok(())
            })?;
            Ok(states)
        };
        let (states, next) = (load_states()?, load_states()?);
        let begun = nodes.len() - ends.last().copied().unwrap_or(0);
        if expanded > states.keys().len() || begun != expanded {
            return Err(BadSnapshot);
        }
        let later = [states.keys().len(), next.keys().len()];
        self.levels.check_nodes(&nodes, &ends, later)?;
        (self.levels.nodes, self.levels.ends) = (nodes, ends);
        (self.stage, self.edge, self.expanded) = (stage, edge, expanded);
        (self.states, self.next) = (states, next);
        Ok(())
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
        let rule = &self.rule;
        let stages = rule.stages();
        let stage = &stages[self.stage];
        let edge = &stage.edges[self.edge];
        let is_last = self.edge + 1 == stage.edges.len();
        let child = |key: R::Key, taken: bool| {
            let verdict = if is_last && stage.hands_over {
                rule.hand_over(key, &stage.vertex, edge, taken)
            } else {
                match rule.decide(key, &stage.vertex, edge, taken) {
                    Verdict::Live(key) if is_last => rule.leave(key, &stage.vertex),
                    other => other,
                }
            };
            if is_last { settle(rule, &stages[self.stage + 1..], verdict) } else { verdict }
        };
        let keys = &self.states.keys()[self.expanded..self.expanded + count];
        for keys in keys.chunks(BATCH) {
            self.batch.clear();
            for &key in keys {
                self.batch.push(child(key, false));
                self.batch.push(child(key, true));
            }
            self.next.enter(&mut self.batch);
            let pairs = self.batch.children.chunks_exact(2);
            self.levels.nodes.extend(pairs.map(|pair| Node { low: pair[0], high: pair[1] }));
        }
        self.expanded += count;
    }

    fn end_level(&mut self) {
        self.levels.ends.push(self.levels.nodes.len());
        self.edge += 1;
        std::mem::swap(&mut self.states, &mut self.next);
        self.expanded = 0;
        self.next.begin(self.states.keys().len());
    }
}

/// Settles vertices without edges at the beginning of `stages`, and arrives at the next one with
/// edges.
#[inline]
fn settle<R: Rule>(
    rule: &R,
    stages: &[Stage<R::Vertex, R::Edge>],
    mut verdict: Verdict<R::Key>,
) -> Verdict<R::Key> {
    for stage in stages {
        let Verdict::Live(key) = verdict else { return verdict };
        let key = rule.arrive(key, &stage.vertex);
        if !stage.edges.is_empty() {
            return Verdict::Live(key);
        }
        verdict = rule.leave(key, &stage.vertex);
    }
    match verdict {
        Verdict::Live(_) if rule.accepts_end() => Verdict::Done,
        Verdict::Live(_) => Verdict::Dead,
        other => other,
    }
}

/// Children that are numbered together, so that the memory is asked for all of them at once: that
/// saves 8 % of the time for the paths of 13x13 cells.
struct Batch<K> {
    /// The child for each verdict: `NONE`, `ONE`, or a node of the next level. `NONE` stands for
    /// states until they are numbered.
    children: Vec<u32>,
    /// The states among the verdicts, each with the position of its child in `children`.
    live: Vec<(K, usize)>,
    /// For each of `live` its number, if it lies in its home place already, and otherwise 0.
    known: Vec<u32>,
}

impl<K> Batch<K> {
    fn new() -> Self {
        Self { children: Vec::new(), live: Vec::new(), known: Vec::new() }
    }

    fn clear(&mut self) {
        self.children.clear();
        self.live.clear();
        self.known.clear();
    }

    #[inline]
    fn push(&mut self, verdict: Verdict<K>) {
        let child = match verdict {
            Verdict::Dead => NONE,
            Verdict::Done => ONE,
            Verdict::Live(key) => {
                self.live.push((key, self.children.len()));
                NONE
            }
        };
        self.children.push(child);
    }
}

/// The states of a level, numbered from 1 on in the order of their arrival.
///
/// * **U2** A place of the table is 0 or the number of a state, and no place between the home of a
///   state and its own is 0. The key with number 0 is nobody's.
struct States<K> {
    /// Element n: key of state n. Element 0 is no state (U2).
    numbered: Vec<K>,
    /// The hash table (U2). Its length is a power of two, and at most two thirds are taken.
    places: Vec<u32>,
}

/// The places of the smallest table.
const FEWEST_PLACES: usize = 16;

impl<K: Word> States<K> {
    fn new() -> Self {
        Self { numbered: vec![K::ZERO], places: vec![0; FEWEST_PLACES] }
    }

    /// No states, in the memory of those there were; perhaps about `expected` will come.
    fn begin(&mut self, expected: usize) {
        self.numbered.truncate(1);
        self.places.clear();
        self.places.resize((2 * expected).next_power_of_two().max(FEWEST_PLACES), 0);
    }

    /// All states in their order.
    fn keys(&self) -> &[K] {
        &self.numbered[1..]
    }

    /// Numbers the states of a batch.
    fn enter(&mut self, batch: &mut Batch<K>) {
        // Without branches, so that the loads do not wait for each other.
        batch.known.extend(batch.live.iter().map(|&(key, _)| {
            let number = self.places[self.home(key)];
            if self.numbered[number as usize] == key { number } else { 0 }
        }));
        for (&(key, at), &known) in batch.live.iter().zip(&batch.known) {
            let number = if known == 0 { self.number(key) } else { known };
            batch.children[at] = FIRST_NODE + number - 1;
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
                number if self.numbered[number as usize] == key => return number,
                _ => place = (place + 1) & mask,
            }
        }
        let number = narrow(self.numbered.len());
        self.numbered.push(key);
        self.places[place] = number;
        if 3 * self.numbered.len() > 2 * self.places.len() {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 2 * self.places.len() - 1;
        self.places.clear();
        self.places.resize(mask + 1, 0);
        for number in 1..self.numbered.len() {
            let mut place = self.home(self.numbered[number]);
            while self.places[place] != 0 {
                place = (place + 1) & mask;
            }
            self.places[place] = narrow(number);
        }
    }
}
