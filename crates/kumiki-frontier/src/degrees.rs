//! The rule of degrees: each vertex of the frontier remembers how many of its edges have been
//! taken.
//!
//! * **G1** The field of a slot is the number of edges taken at its vertex. It never exceeds the
//!   largest number allowed there.

use crate::entry::FirstEntry;
use crate::rule::{Rule, Stage, Verdict};
use crate::schedule::{Schedule, VertexStep};
use crate::told::Held;
use crate::word::Word;

/// One end of an edge that is decided.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Lowest bit of its field in the key: the slot times the width.
    shift: u32,
    /// Bit d: whether d edges taken after this decision can still become an allowed number.
    hopeful: u64,
}

/// An edge that is decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DegreeEdge {
    /// The vertex that is settled.
    here: Side,
    /// The vertex at the other end.
    there: Side,
}

/// A vertex that is settled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DegreeVertex {
    /// Lowest bit of its field in the key: the slot times the width.
    shift: u32,
    /// Bit d: whether d edges are allowed.
    allowed: u64,
}

/// The rule, with fields of `width` bits.
#[derive(Clone, Debug)]
pub(crate) struct Degrees<K> {
    /// One for each vertex, in the order in which they are settled.
    stages: Vec<Stage<DegreeVertex, DegreeEdge>>,
    /// Bits of a field: enough for the largest number allowed anywhere, at least 1.
    width: u32,
    /// Bits of all fields together; no more than the word has.
    key_bits: u32,
    marker: std::marker::PhantomData<K>,
}

/// The width of a field that holds all numbers of edges that are allowed.
pub(crate) fn field_width(allowed: &[u64]) -> u32 {
    let most = allowed.iter().map(|set| set.checked_ilog2().unwrap_or(0)).max().unwrap_or(0);
    (u32::BITS - most.leading_zeros()).max(1)
}

impl<K: Word> Degrees<K> {
    /// Prepares the rule for vertices with sets of allowed degrees: bit d of `allowed[v]` says
    /// whether v may have d edges.
    ///
    /// # Panics
    /// If the fields do not fit into a key.
    pub(crate) fn new(schedule: &Schedule, allowed: &[u64]) -> Self {
        let width = field_width(allowed);
        let key_bits = kumiki_id::narrow(schedule.slot_count) * width;
        assert!(key_bits <= K::BITS, "G1: {key_bits} bits");
        let stages = schedule.steps.iter().map(|step| Self::stage(step, allowed, width)).collect();
        Self { stages, width, key_bits, marker: std::marker::PhantomData }
    }

    fn stage(step: &VertexStep, allowed: &[u64], width: u32) -> Stage<DegreeVertex, DegreeEdge> {
        let shift = |slot: usize| kumiki_id::narrow(slot) * width;
        let side = |slot: usize, vertex: usize, left: usize| {
            let hopeful = (0..=left.min(63)).fold(0, |set, more| set | (allowed[vertex] >> more));
            Side { shift: shift(slot), hopeful }
        };
        let edges = step.edges.iter().map(|edge| DegreeEdge {
            here: side(step.slot, step.vertex, edge.left_here),
            there: side(edge.there_slot, edge.there, edge.left_there),
        });
        Stage {
            vertex: DegreeVertex { shift: shift(step.slot), allowed: allowed[step.vertex] },
            edges: edges.collect(),
            hands_over: step.hands_over,
        }
    }

    #[inline(always)]
    fn field(&self, key: K, shift: u32) -> u32 {
        (key >> shift).low() & ((1 << self.width) - 1)
    }
}

/// Whether a set of numbers below 64 contains one.
#[inline(always)]
fn has(set: u64, number: u32) -> bool {
    number < 64 && (set >> number) & 1 != 0
}

impl<K: FirstEntry> Rule for Degrees<K> {
    type Key = K;
    type First = K::Single;
    type Vertex = DegreeVertex;
    type Edge = DegreeEdge;

    fn stages(&self) -> &[Stage<DegreeVertex, DegreeEdge>] {
        &self.stages
    }

    fn key_bits(&self) -> u32 {
        self.key_bits
    }

    fn held(&self, key: K, slot: usize) -> Held {
        Held::Taken(self.field(key, kumiki_id::narrow(slot) * self.width) as usize)
    }

    #[inline(always)]
    fn decide(&self, key: K, _: &DegreeVertex, edge: &DegreeEdge, taken: bool) -> Verdict<K> {
        let more = u32::from(taken);
        let here = self.field(key, edge.here.shift);
        let there = self.field(key, edge.there.shift);
        if !has(edge.here.hopeful, here + more) || !has(edge.there.hopeful, there + more) {
            return Verdict::Dead;
        }
        let changed = |field: u32| K::from_field(field ^ (field + more));
        let key = key ^ (changed(here) << edge.here.shift) ^ (changed(there) << edge.there.shift);
        Verdict::Live(key)
    }

    #[inline(always)]
    fn leave(&self, key: K, vertex: &DegreeVertex) -> Verdict<K> {
        let degree = self.field(key, vertex.shift);
        if has(vertex.allowed, degree) {
            Verdict::Live(key ^ (K::from_field(degree) << vertex.shift))
        } else {
            Verdict::Dead
        }
    }

    #[inline(always)]
    fn hand_over(
        &self,
        key: K,
        vertex: &DegreeVertex,
        edge: &DegreeEdge,
        taken: bool,
    ) -> Verdict<K> {
        let more = u32::from(taken);
        let degree = self.field(key, vertex.shift);
        if has(vertex.allowed, degree + more) && has(edge.there.hopeful, more) {
            Verdict::Live(key ^ (K::from_field(degree ^ more) << vertex.shift))
        } else {
            Verdict::Dead
        }
    }
}
