//! The rule of paths and cycles: each end of a path remembers the other end.
//!
//! # The idea
//! The edges taken so far form paths. A vertex of the frontier is *bare* (no edge), an *end* of a path, or *inner*
//! (two edges). An end remembers the slot of the other end, its *mate*, as the exclusive or of both slots: then both ends
//! carry the same code, and a bare vertex, which is a path of its own and its own mate, carries 0. A new slot
//! is bare without anything being written.
//!
//! The group label of a path stands beside the code at both ends, at each as it is when walked from there to the mate. A code 0 with
//! a label that is not 0 marks an inner vertex. Without labels, the inner vertices have a slot that does not exist as their
//! mate; and so have ends whose path ends for good at the other side, because a path may end there ([`Ending`]).
//!
//! # Invariants of a key
//! * **M1** The field of slot i has `V` bits of label below `W - V` bits of code.
//! * **M2** If the code at slot i is c != 0 and i ^ c is a slot, the code there is c too, and the labels are opposite.
//! * **M3** Slots are less than the mates that stand for inner vertices and for finished ends.

use crate::rule::{Rule, Sink, Stage, Verdict, descend};
use crate::schedule::{EdgeStep, Schedule, VertexStep};
use crate::word::Word;

/// Whether a path may end at a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It never ends here.
    Never,
    /// It may, if it ends at no more than two vertices.
    May,
    /// It must.
    Must,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// Where paths may end; `None` if cycles are asked for.
    pub(crate) endings: Option<Vec<Ending>>,
    /// Whether every vertex must be visited.
    pub(crate) visits_all: bool,
}

impl Course {
    fn ending(&self, vertex: usize) -> Ending {
        self.endings.as_ref().map_or(Ending::Never, |endings| endings[vertex])
    }

    /// Whether `there` may take over the slot of `here`: not if one of them has an end of its own to look after.
    pub(crate) fn may_hand_over(&self, here: usize, there: usize) -> bool {
        self.ending(here) != Ending::May && self.ending(there) != Ending::Must
    }
}

/// A slot as a stage sees it.
#[derive(Clone, Copy, Debug)]
struct Place {
    slot: u32,
    shift: u32,
    /// The field of an inner vertex.
    inner: u32,
}

/// An end of an edge that is decided.
#[derive(Clone, Copy, Debug)]
struct Side {
    place: Place,
    /// Whether enough edges remain for a vertex that is bare now, or an end.
    bare_is_fine: bool,
    end_is_fine: bool,
}

impl Side {
    #[inline(always)]
    fn is_fine(&self, field: u32) -> bool {
        if field == 0 { self.bare_is_fine } else { self.end_is_fine || field == self.place.inner }
    }
}

/// An edge that is decided.
#[derive(Clone, Debug)]
pub(crate) struct MateEdge<K> {
    here: Side,
    there: Side,
    label: u32,
    /// What stands in the other vertex's slot when it is seen for the first time.
    first_sight: K,
    others: Others<K>,
    /// The numbers of the edges to the same vertex, this one included, as a set; and whether this is the last of them.
    twins: u32,
    is_last_twin: bool,
}

/// A vertex that is settled.
#[derive(Clone, Debug)]
pub(crate) struct MateVertex<K> {
    place: Place,
    first_sight: K,
    may_end: bool,
    unseen_endings: usize,
    others: Others<K>,
    /// Whether a set of 32 has room for the edges.
    has_few_edges: bool,
}

/// The vertices not concerned by a step.
#[derive(Clone, Debug)]
struct Others<K> {
    places: Vec<Place>,
    /// The key in which all of them are inner, if all vertices have been seen.
    all_inner: Option<K>,
}

/// The rule, with fields of `W` bits of which `V` are label; `PATHS` if paths are asked for and not cycles.
#[derive(Clone, Debug)]
pub(crate) struct Mates<K, const W: u32, const V: u32, const PATHS: bool> {
    stages: Vec<Stage<MateVertex<K>, MateEdge<K>>>,
    visits_all: bool,
    slot_count: usize,
}

/// The most slots that fields of `width` bits can tell apart, of which `labels` are label.
pub(crate) fn slot_limit(width: u32, labels: u32, paths: bool) -> usize {
    let codes = 1 << (width - labels);
    if labels > 0 { codes } else { codes - 1 - usize::from(paths) }
}

impl<K: Word, const W: u32, const V: u32, const PATHS: bool> Mates<K, W, V, PATHS> {
    const FIELD: u32 = (1 << W) - 1;
    const LABEL: u32 = (1 << V) - 1;
    const INNER_MATE: u32 = (1 << (W - V)) - 1;
    const FINISHED_MATE: u32 = (1 << (W - V)) - 2;

    /// Prepares the rule.
    ///
    /// # Panics
    /// If the slots do not fit (M3).
    pub(crate) fn new(schedule: &Schedule, course: &Course) -> Self {
        assert!(schedule.slot_count <= slot_limit(W, V, PATHS), "M3: too many slots");
        assert!(schedule.slot_count * kumiki_id::widen(W) <= kumiki_id::widen(K::BITS), "M1: too many slots");
        assert_eq!(PATHS, course.endings.is_some());
        let stages = schedule.steps.iter().map(|step| Self::stage(step, course)).collect();
        Self { stages, visits_all: course.visits_all, slot_count: schedule.slot_count }
    }

    fn place(slot: usize) -> Place {
        let slot = kumiki_id::narrow(slot);
        let inner = if V == 0 { slot ^ Self::INNER_MATE } else { 1 };
        Place { slot, shift: slot * W, inner }
    }

    fn side(slot: usize, left: usize, ending: Ending, visits_all: bool) -> Side {
        let (bare_needs, end_needs) = match ending {
            Ending::May => (1, 0),
            Ending::Never | Ending::Must => (2, 1),
        };
        Side {
            place: Self::place(slot),
            bare_is_fine: !visits_all || bare_needs <= left,
            end_is_fine: end_needs <= left,
        }
    }

    fn others(slots: &[usize], all_seen: bool) -> Others<K> {
        let places: Vec<Place> = slots.iter().map(|slot| Self::place(*slot)).collect();
        let inner =
            places.iter().fold(K::ZERO, |key, place| key | (K::from_field(place.inner) << place.shift));
        Others { places, all_inner: all_seen.then_some(inner) }
    }

    fn first_sight(slot: usize, is_first_sight: bool, ending: Ending) -> K {
        let place = Self::place(slot);
        if is_first_sight && ending == Ending::Must {
            K::from_field(place.slot ^ Self::FINISHED_MATE) << place.shift
        } else {
            K::ZERO
        }
    }

    fn stage(step: &VertexStep, course: &Course) -> Stage<MateVertex<K>, MateEdge<K>> {
        let ending = course.ending(step.vertex);
        let edge = |(number, edge): (usize, &EdgeStep)| {
            let there = course.ending(edge.there);
            let is_twin = |other: &&(usize, &EdgeStep)| other.1.there == edge.there;
            let numbered: Vec<(usize, &EdgeStep)> = step.edges.iter().enumerate().take(32).collect();
            let twins = numbered.iter().filter(is_twin);
            MateEdge {
                here: Self::side(step.slot, edge.left_here, ending, course.visits_all),
                there: Self::side(edge.there_slot, edge.left_there, there, course.visits_all),
                label: edge.label,
                first_sight: Self::first_sight(edge.there_slot, edge.is_first_sight, there),
                others: Self::others(&edge.other_slots, edge.all_seen),
                twins: twins.clone().fold(0, |set, (twin, _)| set | (1 << twin)),
                is_last_twin: twins.clone().all(|(twin, _)| *twin <= number),
            }
        };
        let must_end = |vertex: &&usize| course.ending(**vertex) == Ending::Must;
        Stage {
            vertex: MateVertex {
                place: Self::place(step.slot),
                first_sight: Self::first_sight(step.slot, step.is_first_sight, ending),
                may_end: ending == Ending::May,
                unseen_endings: step.unseen.iter().filter(must_end).count(),
                others: Self::others(&step.other_slots, step.all_seen),
                has_few_edges: step.edges.len() <= 32,
            },
            edges: step.edges.iter().enumerate().map(edge).collect(),
            hands_over: step.hands_over,
        }
    }

    #[inline(always)]
    fn field(key: K, place: Place) -> u32 {
        (key >> place.shift).low() & Self::FIELD
    }

    /// Writes what `slot` knows of its mate into its empty field; nothing if it is no slot.
    #[inline(always)]
    fn tell(key: K, slot: u32, mate: u32, label: u32) -> K {
        if PATHS && slot == Self::FINISHED_MATE {
            return key;
        }
        key | (K::from_field(((slot ^ mate) << V) | (label & Self::LABEL)) << (slot * W))
    }

    /// Takes back what `slot` knows of its mate.
    #[inline(always)]
    fn untell(key: K, slot: u32, mate: u32, label: u32) -> K {
        if PATHS && slot == Self::FINISHED_MATE {
            return key;
        }
        key ^ (K::from_field(((slot ^ mate) << V) | (label & Self::LABEL)) << (slot * W))
    }

    /// A path or cycle has been completed: right if nothing else has been begun, and nobody is left out who must not be.
    /// `key` holds the fields of the others only.
    #[inline(always)]
    fn complete(&self, key: K, others: &Others<K>, label: u32) -> Verdict<K> {
        let is_all = if self.visits_all {
            others.all_inner == Some(key)
        } else {
            others.places.iter().all(|&place| {
                let field = Self::field(key, place);
                field == 0 || field == place.inner
            })
        };
        if is_all { Verdict::Done(label & Self::LABEL) } else { Verdict::Dead }
    }

    /// Takes an edge: two paths become one, or a path becomes a cycle.
    #[inline(always)]
    fn tie(&self, key: K, edge: &MateEdge<K>) -> Verdict<K> {
        let (here, there) = (edge.here.place, edge.there.place);
        let (from, to) = (Self::field(key, here), Self::field(key, there));
        if from == here.inner || to == there.inner {
            return Verdict::Dead;
        }
        let (start, from_label) = (here.slot ^ (from >> V), from & Self::LABEL);
        let (end, to_label) = (there.slot ^ (to >> V), to & Self::LABEL);
        let rest = key ^ (K::from_field(from) << here.shift) ^ (K::from_field(to) << there.shift);
        if start == there.slot {
            let label = from_label.wrapping_sub(edge.label);
            return if PATHS { Verdict::Dead } else { self.complete(rest, &edge.others, label) };
        }
        if PATHS && start == Self::FINISHED_MATE && end == Self::FINISHED_MATE {
            return self.complete(rest, &edge.others, 0);
        }
        let mut key = rest;
        if start == here.slot {
            if !edge.here.end_is_fine {
                return Verdict::Dead;
            }
        } else {
            key = Self::untell(key, start, here.slot, from_label.wrapping_neg())
                | (K::from_field(here.inner) << here.shift);
        }
        if end == there.slot {
            if !edge.there.end_is_fine {
                return Verdict::Dead;
            }
        } else {
            key = Self::untell(key, end, there.slot, to_label.wrapping_neg())
                | (K::from_field(there.inner) << there.shift);
        }
        let label = to_label.wrapping_add(edge.label).wrapping_sub(from_label);
        key = Self::tell(key, start, end, label);
        Verdict::Live(Self::tell(key, end, start, label.wrapping_neg()))
    }

    /// Settles an end by one of the edges in the set `chosen`, whose bits are numbers of edges.
    #[inline(always)]
    fn go_on(
        &self,
        key: K,
        stage: &Stage<MateVertex<K>, MateEdge<K>>,
        mut chosen: u32,
        sink: &mut impl Sink<K>,
    ) {
        let last = if stage.hands_over { stage.edges.len() - 1 } else { usize::MAX };
        while chosen != 0 {
            let number = kumiki_id::widen(chosen.trailing_zeros());
            chosen &= chosen - 1;
            let edge = &stage.edges[number];
            if number == last {
                sink.receive(self.hand_over(key, &stage.vertex, edge, true));
                continue;
            }
            match self.tie(key, edge) {
                Verdict::Dead => {}
                // The vertex is inner now.
                Verdict::Live(key) => {
                    sink.live(key ^ (K::from_field(stage.vertex.place.inner) << stage.vertex.place.shift));
                }
                Verdict::Done(label) => sink.done(label),
            }
        }
    }

    /// The same as [`descend`] if all vertices must be visited by a cycle: an inner vertex takes no edge, an end one and a bare vertex two.
    /// What stands at the other ends says which edges can be taken and which must be, if not by themselves then by a twin.
    #[inline(always)]
    fn choose(&self, key: K, stage: &Stage<MateVertex<K>, MateEdge<K>>, sink: &mut impl Sink<K>) {
        let (mut can, mut must) = (0_u32, 0_u32);
        for (number, edge) in stage.edges.iter().enumerate() {
            // The heir's slot is still the vertex's own; the heir is bare.
            let is_heir = stage.hands_over && number + 1 == stage.edges.len();
            let field = if is_heir { 0 } else { Self::field(key, edge.there.place) };
            can |= u32::from(field != edge.there.place.inner) << number;
            must |= u32::from(edge.is_last_twin && !edge.there.is_fine(field)) << number;
        }
        let twins = |edges: u32| stage.edges[kumiki_id::widen(edges.trailing_zeros())].twins;
        let field = Self::field(key, stage.vertex.place);
        if field == stage.vertex.place.inner {
            if must == 0 {
                sink.live(key ^ (K::from_field(field) << stage.vertex.place.shift));
            }
            return;
        }
        if field != 0 {
            match must.count_ones() {
                0 => self.go_on(key, stage, can, sink),
                1 => self.go_on(key, stage, can & twins(must), sink),
                _ => {}
            }
            return;
        }
        if must.count_ones() > 2 {
            return;
        }
        let mut firsts = can;
        while firsts != 0 {
            let first = firsts & firsts.wrapping_neg();
            firsts ^= first;
            let missing = must & !twins(first);
            let seconds = match missing.count_ones() {
                0 => firsts,
                1 => firsts & twins(missing),
                _ => 0,
            };
            if seconds != 0
                && let Verdict::Live(key) =
                    self.tie(key, &stage.edges[kumiki_id::widen(first.trailing_zeros())])
            {
                self.go_on(key, stage, seconds, sink);
            }
        }
    }

    /// A path ends for good at a vertex where it may. `key` is without the vertex, whose field was `field`.
    fn finish(&self, key: K, vertex: &MateVertex<K>, field: u32) -> Verdict<K> {
        let mate = vertex.place.slot ^ field;
        if mate == Self::FINISHED_MATE {
            return self.complete(key, &vertex.others, 0);
        }
        let is_finished = |place: &&Place| Self::field(key, **place) == place.slot ^ Self::FINISHED_MATE;
        let finished = vertex.others.places.iter().filter(is_finished).count() + vertex.unseen_endings;
        if finished > 1 {
            return Verdict::Dead;
        }
        let key = Self::untell(key, mate, vertex.place.slot, 0);
        Verdict::Live(Self::tell(key, mate, Self::FINISHED_MATE, 0))
    }
}

impl<K: Word, const W: u32, const V: u32, const PATHS: bool> Rule for Mates<K, W, V, PATHS> {
    type Key = K;
    type Vertex = MateVertex<K>;
    type Edge = MateEdge<K>;

    fn stages(&self) -> &[Stage<MateVertex<K>, MateEdge<K>>] {
        &self.stages
    }

    fn key_bits(&self) -> u32 {
        kumiki_id::narrow(self.slot_count) * W
    }

    fn accepts_end(&self) -> bool {
        false
    }

    #[inline(always)]
    fn expand(&self, key: K, stage: &Stage<MateVertex<K>, MateEdge<K>>, sink: &mut impl Sink<K>) {
        if !PATHS && self.visits_all && stage.vertex.has_few_edges {
            self.choose(key, stage, sink);
        } else {
            descend(self, self.arrive(key, &stage.vertex), stage, 0, sink);
        }
    }

    #[inline(always)]
    fn arrive(&self, key: K, vertex: &MateVertex<K>) -> K {
        if PATHS { key | vertex.first_sight } else { key }
    }

    #[inline(always)]
    fn decide(&self, key: K, _: &MateVertex<K>, edge: &MateEdge<K>, taken: bool) -> Verdict<K> {
        let key = if PATHS { key | edge.first_sight } else { key };
        if taken {
            return self.tie(key, edge);
        }
        let is_fine = |side: &Side| side.is_fine(Self::field(key, side.place));
        if is_fine(&edge.here) && is_fine(&edge.there) { Verdict::Live(key) } else { Verdict::Dead }
    }

    #[inline(always)]
    fn leave(&self, key: K, vertex: &MateVertex<K>) -> Verdict<K> {
        let field = Self::field(key, vertex.place);
        let rest = key ^ (K::from_field(field) << vertex.place.shift);
        if field == vertex.place.inner || (field == 0 && !self.visits_all) {
            Verdict::Live(rest)
        } else if PATHS && vertex.may_end && field != 0 {
            self.finish(rest, vertex, field)
        } else {
            Verdict::Dead
        }
    }

    #[inline(always)]
    fn hand_over(&self, key: K, vertex: &MateVertex<K>, edge: &MateEdge<K>, taken: bool) -> Verdict<K> {
        if !taken {
            return if edge.there.bare_is_fine { self.leave(key, vertex) } else { Verdict::Dead };
        }
        let field = Self::field(key, vertex.place);
        if field == 0 || field == vertex.place.inner || !edge.there.end_is_fine {
            return Verdict::Dead;
        }
        if V == 0 {
            return Verdict::Live(key); // the end has moved on, and its slot with it
        }
        let (mate, label) = (vertex.place.slot ^ (field >> V), field & Self::LABEL);
        let moved = label.wrapping_sub(edge.label);
        let key = Self::untell(key, vertex.place.slot, mate, label);
        let key = Self::tell(key, vertex.place.slot, mate, moved);
        let key = Self::untell(key, mate, vertex.place.slot, label.wrapping_neg());
        Verdict::Live(Self::tell(key, mate, vertex.place.slot, moved.wrapping_neg()))
    }
}
