//! Frontier specifications: what is remembered of the decisions so far, and what a decision does to
//! it.
//!
//! A [`Rule`] knows one kind of subgraph. Both back ends, the one that counts and the one that
//! lists the levels of a diagram, call the same four steps:
//!
//! * **R1** `arrive`: a vertex that nobody has seen is about to be settled.
//! * **R2** `decide`: an edge is taken, or not.
//! * **R3** `leave`: the vertex is settled, and its slot becomes free.
//! * **R4** `hand_over`: the last edge is taken or not, the vertex is settled, and the vertex at
//!   the other end, seen for the first time, owns the slot.
//!
//! Counting goes from vertex to vertex and remembers nothing between the edges of one vertex; a
//! diagram has a level for each edge.

use crate::entry::Entry;
use crate::told::Held;
use crate::word::Word;

/// What comes of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict<K> {
    /// No solution looks like this.
    Dead,
    /// All is well so far.
    Live(K),
    /// A solution, if no further edge is taken.
    Done,
}

/// The settling of one vertex, as a rule has prepared it.
#[derive(Clone, Debug)]
pub(crate) struct Stage<V, E> {
    /// What the rule has to know about the vertex.
    pub(crate) vertex: V,
    /// Its edges to vertices not settled yet, in the order in which they are decided.
    pub(crate) edges: Vec<E>,
    /// Whether the last edge is decided by R4, and not by R2 and R3. Then there is an edge.
    pub(crate) hands_over: bool,
}

/// One kind of subgraph, prepared for one schedule.
///
/// * **R5** A state is determined by its key: equal keys after the same step have the same
///   completions.
/// * **R6** The fields of free slots are zero, and the key with no fields is the start.
pub(crate) trait Rule: Send + Sync {
    /// The word that holds a state.
    type Key: Word;
    /// The entries with which counting begins.
    type First: Entry<Key = Self::Key>;
    /// What it needs to know about a vertex that is settled.
    type Vertex: Send + Sync;
    /// What it needs to know about an edge that is decided.
    type Edge: Send + Sync;

    /// All vertices in the order of the schedule.
    fn stages(&self) -> &[Stage<Self::Vertex, Self::Edge>];

    /// How many of the key's bits are used.
    fn key_bits(&self) -> u32;

    /// Whether a state that is live after the last step is a solution.
    fn accepts_end(&self) -> bool {
        true
    }

    /// R1.
    #[inline(always)]
    fn arrive(&self, key: Self::Key, _: &Self::Vertex) -> Self::Key {
        key
    }

    /// R2.
    fn decide(
        &self,
        key: Self::Key,
        vertex: &Self::Vertex,
        edge: &Self::Edge,
        taken: bool,
    ) -> Verdict<Self::Key>;

    /// R3.
    fn leave(&self, key: Self::Key, vertex: &Self::Vertex) -> Verdict<Self::Key>;

    /// R4.
    fn hand_over(
        &self,
        key: Self::Key,
        vertex: &Self::Vertex,
        edge: &Self::Edge,
        taken: bool,
    ) -> Verdict<Self::Key>;

    /// What a key says of the vertex in a slot, which is in use; other vertices by their slots.
    fn held(&self, key: Self::Key, slot: usize) -> Held;

    /// All that can come of a state when a vertex is settled. A rule that knows a shorter way may
    /// take it.
    #[inline(always)]
    fn expand(
        &self,
        key: Self::Key,
        stage: &Stage<Self::Vertex, Self::Edge>,
        sink: &mut impl Sink<Self::Key>,
    ) where
        Self: Sized,
    {
        descend(self, self.arrive(key, &stage.vertex), stage, 0, sink);
    }
}

/// Where the results of an expansion go.
pub(crate) trait Sink<K> {
    /// A state after the step. `is_odd` if the labels of the edges taken in this step have an odd
    /// sum; only [`Junction`](crate::junction::Junction) looks at labels.
    fn live(&mut self, key: K, is_odd: bool);

    /// A solution.
    fn done(&mut self, is_odd: bool);

    /// A state or a solution, or neither.
    #[inline(always)]
    fn receive(&mut self, verdict: Verdict<K>) {
        match verdict {
            Verdict::Dead => {}
            Verdict::Live(key) => self.live(key, false),
            Verdict::Done => self.done(false),
        }
    }
}

/// Decides the edges of a stage from number `at` on, in all ways. The depth is bounded by the
/// degree of the vertex.
pub(crate) fn descend<R: Rule>(
    rule: &R,
    key: R::Key,
    stage: &Stage<R::Vertex, R::Edge>,
    at: usize,
    sink: &mut impl Sink<R::Key>,
) {
    let Some(edge) = stage.edges.get(at) else {
        sink.receive(rule.leave(key, &stage.vertex));
        return;
    };
    if stage.hands_over && at + 1 == stage.edges.len() {
        sink.receive(rule.hand_over(key, &stage.vertex, edge, false));
        sink.receive(rule.hand_over(key, &stage.vertex, edge, true));
        return;
    }
    if let Verdict::Live(next) = rule.decide(key, &stage.vertex, edge, false) {
        descend(rule, next, stage, at + 1, sink);
    }
    match rule.decide(key, &stage.vertex, edge, true) {
        Verdict::Dead => {}
        Verdict::Live(next) => descend(rule, next, stage, at + 1, sink),
        Verdict::Done => sink.done(false),
    }
}
