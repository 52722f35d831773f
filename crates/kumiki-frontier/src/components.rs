//! The rule of trees and forests: each vertex of the frontier remembers which others hang together
//! with it.
//!
//! * **C1** The least slot of a component stands for it. The field of a slot is the exclusive or of
//!   its number with the slot that stands for its component, so 0 for that one and for vertices
//!   without edges.

use crate::entry::FirstEntry;
use crate::rule::{Rule, Stage, Verdict};
use crate::schedule::{Schedule, VertexStep};
use crate::told::Held;
use crate::word::Word;

/// An edge that is decided.
#[derive(Clone, Debug)]
pub(crate) struct ComponentEdge {
    /// Slot of the vertex that is settled.
    here: u32,
    /// Slot of the other end; the same if that takes over the slot.
    there: u32,
    /// All slots in use when the edge is decided, both ends among them, ascending.
    slots: Vec<u32>,
}

/// A vertex that is settled.
#[derive(Clone, Debug)]
pub(crate) struct ComponentVertex {
    /// Slot of the vertex, free afterwards unless it is handed over.
    slot: u32,
    /// Slots of the other vertices that are seen and not settled, ascending. The first of a
    /// component stands for it when this vertex leaves (C1).
    others: Vec<u32>,
    /// Whether no vertex is settled after it: then its component may end.
    is_last: bool,
}

/// The rule, with fields of `width` bits.
#[derive(Clone, Debug)]
pub(crate) struct Components<K> {
    /// One for each vertex, in the order in which they are settled.
    stages: Vec<Stage<ComponentVertex, ComponentEdge>>,
    /// Bits of a field: enough for the largest slot, at least 1.
    width: u32,
    /// Bits of all fields together; no more than the word has.
    key_bits: u32,
    /// Whether there may be one component only.
    is_connected: bool,
    marker: std::marker::PhantomData<K>,
}

/// The width of a field that tells so many slots apart.
pub(crate) fn field_width(slot_count: usize) -> u32 {
    (usize::BITS - slot_count.saturating_sub(1).leading_zeros()).max(1)
}

impl<K: Word> Components<K> {
    /// Prepares the rule for trees, or for forests.
    ///
    /// # Panics
    /// If the fields do not fit into a key.
    pub(crate) fn new(schedule: &Schedule, is_connected: bool) -> Self {
        let width = field_width(schedule.slot_count);
        let key_bits = kumiki_id::narrow(schedule.slot_count) * width;
        assert!(key_bits <= K::BITS, "C1: {key_bits} bits");
        let last = schedule.steps.len().wrapping_sub(1);
        let stage = |(number, step): (usize, &VertexStep)| Self::stage(step, number == last);
        let stages = schedule.steps.iter().enumerate().map(stage).collect();
        Self { stages, width, key_bits, is_connected, marker: std::marker::PhantomData }
    }

    fn stage(step: &VertexStep, is_last: bool) -> Stage<ComponentVertex, ComponentEdge> {
        let narrow = |slots: &[usize]| -> Vec<u32> {
            slots.iter().map(|slot| kumiki_id::narrow(*slot)).collect()
        };
        let edges = step.edges.iter().map(|edge| {
            let mut slots = edge.other_slots.clone();
            slots.extend([step.slot, edge.there_slot]);
            slots.sort_unstable();
            slots.dedup();
            let [here, there] = [step.slot, edge.there_slot].map(kumiki_id::narrow);
            ComponentEdge { here, there, slots: narrow(&slots) }
        });
        Stage {
            vertex: ComponentVertex {
                slot: kumiki_id::narrow(step.slot),
                others: narrow(&step.other_slots),
                is_last,
            },
            edges: edges.collect(),
            hands_over: step.hands_over,
        }
    }

    /// The slot that stands for the component of a slot.
    #[inline(always)]
    fn head(&self, key: K, slot: u32) -> u32 {
        slot ^ ((key >> (slot * self.width)).low() & ((1 << self.width) - 1))
    }

    /// The key with another slot standing for the component of a slot.
    #[inline(always)]
    fn with_head(&self, key: K, slot: u32, head: u32) -> K {
        key ^ (K::from_field(self.head(key, slot) ^ head) << (slot * self.width))
    }
}

impl<K: FirstEntry> Rule for Components<K> {
    type Key = K;
    type First = K::Single;
    type Vertex = ComponentVertex;
    type Edge = ComponentEdge;

    fn stages(&self) -> &[Stage<ComponentVertex, ComponentEdge>] {
        &self.stages
    }

    fn key_bits(&self) -> u32 {
        self.key_bits
    }

    fn held(&self, key: K, slot: usize) -> Held {
        Held::Joined(self.head(key, kumiki_id::narrow(slot)) as usize)
    }

    #[inline(always)]
    fn decide(&self, key: K, _: &ComponentVertex, edge: &ComponentEdge, taken: bool) -> Verdict<K> {
        if !taken {
            return Verdict::Live(key);
        }
        let [here, there] = [self.head(key, edge.here), self.head(key, edge.there)];
        if here == there {
            return Verdict::Dead;
        }
        let (head, dropped) = (here.min(there), here.max(there));
        let mut merged = key;
        for &slot in &edge.slots {
            if self.head(key, slot) == dropped {
                merged = self.with_head(merged, slot, head);
            }
        }
        Verdict::Live(merged)
    }

    #[inline(always)]
    fn leave(&self, key: K, vertex: &ComponentVertex) -> Verdict<K> {
        let head = self.head(key, vertex.slot);
        let mut rest = self.with_head(key, vertex.slot, vertex.slot);
        if head != vertex.slot {
            return Verdict::Live(rest);
        }
        let mut heir = None;
        for &slot in &vertex.others {
            if self.head(key, slot) == head {
                let heir = *heir.get_or_insert(slot);
                rest = self.with_head(rest, slot, heir);
            }
        }
        if heir.is_none() && self.is_connected && !vertex.is_last {
            return Verdict::Dead;
        }
        Verdict::Live(rest)
    }

    #[inline(always)]
    fn hand_over(
        &self,
        key: K,
        vertex: &ComponentVertex,
        _: &ComponentEdge,
        taken: bool,
    ) -> Verdict<K> {
        if taken { Verdict::Live(key) } else { self.leave(key, vertex) }
    }
}
