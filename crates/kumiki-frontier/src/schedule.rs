//! Schedules: in which order edges are decided, and where vertices are remembered meanwhile.
//!
//! Vertices are settled one by one. To settle a vertex is to decide its edges to vertices that are
//! not settled yet. A vertex is *seen* when its first edge is decided, and from then until it is
//! settled it owns a slot: a place in the key of a state. The slots in use are the frontier.
//!
//! The last edge of a vertex goes to a vertex seen for the first time, if there is one. That vertex
//! takes over the slot, so that a column of a board needs as many slots as it has cells, and not
//! one more. We call this *handing over*.

use crate::network::Network;

/// The decision about one edge, made while vertex `here` is settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EdgeStep {
    /// The number of the edge in the network.
    pub(crate) link: usize,
    /// The vertex at the other end.
    pub(crate) there: usize,
    /// Slot of that vertex; the slot of `here` if it takes that over.
    pub(crate) there_slot: usize,
    /// What walking the edge from here to there adds.
    pub(crate) label: u32,
    /// Whether the other vertex is seen for the first time.
    pub(crate) is_first_sight: bool,
    /// How many edges of `here` remain to be decided after this one.
    pub(crate) left_here: usize,
    /// How many edges of `there` remain to be decided after this one.
    pub(crate) left_there: usize,
    /// Whether all vertices have been seen when this edge has been.
    pub(crate) is_all_seen: bool,
    /// The slots of all other vertices that are seen and not settled, ascending.
    pub(crate) other_slots: Vec<usize>,
}

/// The settling of one vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct VertexStep {
    /// The vertex that is settled.
    pub(crate) vertex: usize,
    /// Its slot (S2).
    pub(crate) slot: usize,
    /// Whether nobody has seen this vertex before, as with the first one.
    pub(crate) is_first_sight: bool,
    /// Its edges to vertices not settled yet, in the order in which they are decided: to those seen
    /// before first, and to the heir of the slot last.
    pub(crate) edges: Vec<EdgeStep>,
    /// Whether the last edge's other vertex takes over the slot.
    pub(crate) hands_over: bool,
    /// Whether all vertices have been seen when this one is settled.
    pub(crate) is_all_seen: bool,
    /// The slots of all other vertices that are seen and not settled, after all edges, ascending.
    /// The slot handed over is not among them.
    pub(crate) other_slots: Vec<usize>,
    /// The vertices not seen yet, after all edges, ascending.
    pub(crate) unseen: Vec<usize>,
}

/// All steps in order.
///
/// * **S1** Each edge of the network stands in exactly one step, with the end that is settled first
///   as `here`.
/// * **S2** Two vertices that are seen and not settled at the same time have different slots, but
///   for the pair of a handing over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    /// One for each vertex, in the order in which they are settled.
    pub(crate) steps: Vec<VertexStep>,
    /// How many slots are needed: all slots are below this.
    pub(crate) slot_count: usize,
}

impl Schedule {
    /// The schedule that settles the vertices in an order, which must be a permutation.
    /// `may_hand_over` says for which pairs of vertices the second may take over the slot of the
    /// first.
    pub(crate) fn new(
        network: &Network,
        order: &[usize],
        may_hand_over: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let incidences = network.incidences();
        let mut left: Vec<usize> = incidences.iter().map(Vec::len).collect();
        let mut place = vec![0; order.len()];
        for (position, &vertex) in order.iter().enumerate() {
            place[vertex] = position;
        }
        let mut slots = Slots::new(network.vertex_count());
        let mut steps = Vec::with_capacity(order.len());
        for (position, &vertex) in order.iter().enumerate() {
            let is_first_sight = slots.of[vertex].is_none();
            let slot = slots.see(vertex);
            let mut forward: Vec<(usize, usize, u32)> = incidences[vertex]
                .iter()
                .map(|&link| {
                    let (there, label) = network.links()[link].from(vertex, network.turns());
                    (there, link, label)
                })
                .filter(|(there, ..)| place[*there] > position)
                .collect();
            // Those seen long ago first: their decisions cut off most.
            forward
                .sort_by_key(|&(there, link, _)| (slots.of[there].is_none(), place[there], link));
            let once =
                |there: usize| forward.iter().filter(|(other, ..)| *other == there).count() == 1;
            let heir = forward.iter().rposition(|&(there, ..)| {
                slots.of[there].is_none() && once(there) && may_hand_over(vertex, there)
            });
            if let Some(heir) = heir {
                let heir = forward.remove(heir);
                forward.push(heir);
            }
            let mut edges = Vec::with_capacity(forward.len());
            for (number, &(there, link, label)) in forward.iter().enumerate() {
                let is_first_sight = slots.of[there].is_none();
                let there_slot = if heir.is_some() && number + 1 == forward.len() {
                    slots.hand_over(vertex, there)
                } else {
                    slots.see(there)
                };
                left[vertex] -= 1;
                left[there] -= 1;
                edges.push(EdgeStep {
                    link,
                    there,
                    there_slot,
                    label,
                    is_first_sight,
                    left_here: left[vertex],
                    left_there: left[there],
                    is_all_seen: slots.unseen == 0,
                    other_slots: slots.taken_but(&[slot, there_slot]),
                });
            }
            if heir.is_none() {
                slots.free(vertex);
            }
            steps.push(VertexStep {
                vertex,
                slot,
                is_first_sight,
                edges,
                hands_over: heir.is_some(),
                is_all_seen: slots.unseen == 0,
                other_slots: slots.taken_but(&[slot]),
                unseen: (0..order.len()).filter(|other| !slots.was_seen[*other]).collect(),
            });
        }
        Self { steps, slot_count: slots.owners.len() }
    }

    /// The edges in the order of their decisions.
    pub(crate) fn links(&self) -> Vec<usize> {
        self.steps.iter().flat_map(|step| step.edges.iter().map(|edge| edge.link)).collect()
    }
}

/// Who owns which slot.
struct Slots {
    /// For each vertex its slot, while it is seen and not settled.
    of: Vec<Option<usize>>,
    /// For each slot its vertex; `None` if it is free.
    owners: Vec<Option<usize>>,
    /// For each vertex: whether it has been seen, settled or not.
    was_seen: Vec<bool>,
    /// How many vertices have not been seen.
    unseen: usize,
}

impl Slots {
    fn new(vertex_count: usize) -> Self {
        Self {
            of: vec![None; vertex_count],
            owners: Vec::new(),
            was_seen: vec![false; vertex_count],
            unseen: vertex_count,
        }
    }

    /// The slot of a vertex, the lowest free one if it has none.
    fn see(&mut self, vertex: usize) -> usize {
        if let Some(slot) = self.of[vertex] {
            return slot;
        }
        let slot = self.owners.iter().position(Option::is_none).unwrap_or_else(|| {
            self.owners.push(None);
            self.owners.len() - 1
        });
        self.give(slot, vertex);
        slot
    }

    fn give(&mut self, slot: usize, vertex: usize) {
        self.owners[slot] = Some(vertex);
        self.of[vertex] = Some(slot);
        if !std::mem::replace(&mut self.was_seen[vertex], true) {
            self.unseen -= 1;
        }
    }

    fn hand_over(&mut self, from: usize, to: usize) -> usize {
        let slot = self.of[from].take().expect("who is being settled has a slot");
        self.give(slot, to);
        slot
    }

    fn free(&mut self, vertex: usize) {
        if let Some(slot) = self.of[vertex].take() {
            self.owners[slot] = None;
        }
    }

    fn taken_but(&self, but: &[usize]) -> Vec<usize> {
        (0..self.owners.len())
            .filter(|slot| self.owners[*slot].is_some() && !but.contains(slot))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Graph;

    #[test]
    fn every_edge_is_decided_once_and_columns_need_as_many_slots_as_cells() {
        for (text, slots) in [("grid:5x9", 5), ("knight:6x9", 12), ("king:4x7", 5)] {
            let network = Network::from(&text.parse::<Graph>().expect("a graph"));
            let fewest = network.sweeps().iter().map(|order| {
                let schedule = Schedule::new(&network, order, |_, _| true);
                let mut links = schedule.links();
                links.sort_unstable();
                assert!(links.into_iter().eq(0..network.links().len()), "S1: {text}");
                for step in &schedule.steps {
                    for edge in &step.edges {
                        let ends = network.links()[edge.link].ends;
                        assert!(
                            ends.contains(&step.vertex) && ends.contains(&edge.there),
                            "S1: {text}"
                        );
                        let is_alone = !edge.other_slots.contains(&step.slot);
                        assert!(
                            is_alone && !edge.other_slots.contains(&edge.there_slot),
                            "S2: {text}"
                        );
                    }
                }
                schedule.slot_count
            });
            assert_eq!(fewest.min(), Some(slots), "{text}");
        }
    }
}
