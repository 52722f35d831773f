//! The quick way to settle a vertex when a cycle through all vertices is asked for: all fields of a
//! key are looked at together.
//!
//! A vertex that is settled takes no edge if it is inner, one if it is an end and two if it is
//! bare. Which edges can be taken, and which must be because the vertex at the other side would be
//! left with too few, follows from the fields of the neighbours: which of them are bare, and which
//! are inner? A handful of operations on the whole key answers this for all of them. To take an
//! edge is to exchange fields, by exclusive or.
//!
//! * **J1** Sets of slots are words with the highest bit of the field of each member.
//! * **J2** A vertex that takes over the slot of the one that is settled counts as a bare neighbour
//!   in that slot.

use crate::rule::Sink;
use crate::schedule::{EdgeStep, VertexStep};
use crate::ways::Ways;
use crate::word::Word;

/// The mate that inner vertices have, in fields of `width` bits: no slot.
pub(crate) const fn inner_mate(width: u32) -> u32 {
    (1 << width) - 1
}

/// The settling of one vertex, in keys with fields of `W` bits.
#[derive(Clone, Debug)]
pub(crate) struct Junction<K, const W: u32> {
    /// Slot of the vertex that is settled.
    slot: u32,
    /// Slots of the vertices that its edges lead to (J1, J2).
    neighbours: K,
    /// Those of `neighbours` that have no edges left afterwards.
    exhausted: K,
    /// Those of `neighbours` that have at most one edge left afterwards.
    nearly_exhausted: K,
    /// All slots that the word has room for, as a set (J1).
    top_bits: K,
    /// All bits of their fields but the highest.
    lower_bits: K,
    /// The key in which the vertices of all these slots are inner.
    inner: K,
    /// The key afterwards when all is done. `None` if some vertices have not been seen, or have not
    /// had two edges.
    finished: Option<K>,
    /// For each slot: how many edges lead to its vertex.
    ways: Vec<Ways>,
    /// The ways to close a cycle by two edges to the same neighbour, if there is no other vertex.
    twins: Ways,
}

/// A neighbour that can be taken.
#[derive(Clone, Copy, Debug)]
struct Reach<K> {
    /// Its slot.
    slot: u32,
    /// Its mate: itself if it is bare.
    mate: u32,
    /// What must be exchanged so that nothing ends at the mate, and an end becomes inner.
    exchange: K,
}

impl<K: Word, const W: u32> Junction<K, W> {
    const INNER_MATE: u32 = inner_mate(W);

    /// Prepares a step.
    pub(crate) fn new(step: &VertexStep) -> Self {
        let field = |slot: usize, bits: u32| K::from_field(bits) << (kumiki_id::narrow(slot) * W);
        let slots = 0..(K::BITS / W) as usize;
        let every = |bits: &dyn Fn(usize) -> u32| {
            slots.clone().fold(K::ZERO, |key, slot| key | field(slot, bits(slot)))
        };
        let top = 1 << (W - 1);
        let inner_of = |slot: usize| kumiki_id::narrow(slot) ^ Self::INNER_MATE;
        let edges_with = |wanted: &dyn Fn(&EdgeStep) -> bool| {
            let found = step.edges.iter().filter(|edge| wanted(edge));
            found.fold(K::ZERO, |set, edge| set | field(edge.there_slot, top))
        };
        let mut ways = vec![Ways::default(); slots.len()];
        for edge in &step.edges {
            ways[edge.there_slot].add(edge.label);
        }
        // With several edges to a vertex, the last one says how many are left.
        let last = |edge: &EdgeStep| {
            let same = step.edges.iter().filter(|other| other.there_slot == edge.there_slot);
            same.map(|other| other.left_there).min().unwrap_or(0)
        };
        let twins = match step.other_slots[..] {
            [slot] if step.is_all_seen && !step.hands_over => ways[slot].twice(),
            _ => Ways::default(),
        };
        let finished =
            step.other_slots.iter().fold(K::ZERO, |key, slot| key | field(*slot, inner_of(*slot)));
        Self {
            slot: kumiki_id::narrow(step.slot),
            neighbours: edges_with(&|_| true),
            exhausted: edges_with(&|edge| last(edge) == 0),
            nearly_exhausted: edges_with(&|edge| last(edge) <= 1),
            top_bits: every(&|_| top),
            lower_bits: every(&|_| top - 1),
            inner: every(&|slot| inner_of(slot) & ((1 << W) - 1)),
            finished: (step.is_all_seen && !step.hands_over).then_some(finished),
            ways,
            twins,
        }
    }

    /// The slots whose fields are 0.
    #[inline(always)]
    fn vacant(&self, key: K) -> K {
        !((key & self.lower_bits).plus(self.lower_bits) | key) & self.top_bits
    }

    #[inline(always)]
    fn field(&self, key: K, slot: u32) -> u32 {
        (key >> (slot * W)).low() & ((1 << W) - 1)
    }

    #[inline(always)]
    fn at(&self, slot: u32, field: u32) -> K {
        K::from_field(field) << (slot * W)
    }

    /// The first neighbour in a set.
    #[inline(always)]
    fn reach(&self, rest: K, set: K) -> Reach<K> {
        let slot = set.trailing_zeros() / W;
        let field = self.field(rest, slot);
        let mate = slot ^ field;
        let becomes_inner = if field == 0 { 0 } else { field ^ slot ^ Self::INNER_MATE };
        Reach { slot, mate, exchange: self.at(slot, becomes_inner) ^ self.at(mate, field) }
    }

    /// All that can come of a state.
    #[inline(always)]
    pub(crate) fn settle(&self, key: K, sink: &mut impl Sink<K>) {
        let own = self.field(key, self.slot);
        let rest = key ^ self.at(self.slot, own);
        let (bare, inner) = (self.vacant(rest), self.vacant(rest ^ self.inner));
        let must = (bare & self.nearly_exhausted) | (self.exhausted & !bare & !inner);
        let can = self.neighbours & !inner & !(bare & self.exhausted);
        if own == 0 {
            self.take_two(rest, can, must, sink);
        } else if own != self.slot ^ Self::INNER_MATE {
            self.take_one(rest, own, can, must, sink);
        } else if must == K::ZERO {
            sink.live(rest, false);
        }
    }

    /// An end takes one edge. `own` was its field.
    #[inline(always)]
    fn take_one(&self, rest: K, own: u32, can: K, must: K, sink: &mut impl Sink<K>) {
        if must.without_lowest() != K::ZERO {
            return;
        }
        let mate = self.slot ^ own;
        let rest = rest ^ self.at(mate, own);
        let mut open = if must == K::ZERO { can } else { must };
        while open != K::ZERO {
            // The mate's field is gone, but its edge would close a cycle, and then it does not
            // matter.
            let reach = self.reach(rest, open);
            open = open.without_lowest();
            let ways = self.ways[reach.slot as usize];
            if reach.slot == mate {
                let inner = self.at(mate, mate ^ Self::INNER_MATE);
                if self.finished == Some(rest ^ inner) {
                    finish(ways, sink);
                }
            } else {
                go_on(self.tied(rest ^ reach.exchange, mate, reach.mate), ways, sink);
            }
        }
    }

    /// A bare vertex takes two edges, to different neighbours unless there are only two vertices.
    #[inline(always)]
    fn take_two(&self, rest: K, can: K, must: K, sink: &mut impl Sink<K>) {
        if rest == K::ZERO {
            finish(self.twins, sink);
        }
        let mut firsts = can;
        while firsts != K::ZERO {
            let first = self.reach(rest, firsts);
            let others = firsts.without_lowest();
            let missing = must & !(firsts ^ others);
            firsts = others;
            if missing.without_lowest() != K::ZERO {
                continue;
            }
            let mut seconds = if missing == K::ZERO { others } else { others & missing };
            while seconds != K::ZERO {
                let second = self.reach(rest, seconds);
                seconds = seconds.without_lowest();
                let both = rest ^ first.exchange ^ second.exchange;
                let ways = self.ways[first.slot as usize].and(self.ways[second.slot as usize]);
                if first.mate == second.slot {
                    let code = first.slot ^ first.mate;
                    if self.finished
                        == Some(both ^ self.at(first.slot, code) ^ self.at(second.slot, code))
                    {
                        finish(ways, sink);
                    }
                } else {
                    go_on(self.tied(both, first.mate, second.mate), ways, sink);
                }
            }
        }
    }

    /// The key in which two slots, whose fields are empty, are the ends of one path.
    #[inline(always)]
    fn tied(&self, key: K, one: u32, other: u32) -> K {
        key ^ self.at(one, one ^ other) ^ self.at(other, one ^ other)
    }
}

#[inline(always)]
fn go_on<K: Word>(key: K, ways: Ways, sink: &mut impl Sink<K>) {
    (0..ways.even).for_each(|_| sink.live(key, false));
    (0..ways.odd).for_each(|_| sink.live(key, true));
}

#[cold]
fn finish<K: Word>(ways: Ways, sink: &mut impl Sink<K>) {
    (0..ways.even).for_each(|_| sink.done(false));
    (0..ways.odd).for_each(|_| sink.done(true));
}
