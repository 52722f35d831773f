//! The rule of paths and cycles: each end of a path remembers the other end.
//!
//! # The idea
//! The edges taken so far form paths. A vertex of the frontier is *bare* (no edge), an *end* of a
//! path, or *inner* (two edges). An end remembers the slot of the other end, its *mate*, as the
//! exclusive or of both slots: then both ends carry the same code, and a bare vertex, which is a
//! path of its own and its own mate, carries 0. A new slot is bare without anything being written.
//!
//! Inner vertices have a slot that does not exist as their mate; and so have ends whose path ends
//! for good at the other side, because a path may end there ([`Ending`]).
//!
//! Labels do not stand in the key. What is asked of a cycle is whether its total label is odd, and
//! the parity of a sum does not depend on the direction of the walk or on the order of its terms;
//! so a state of a folded graph has two counts, one for each parity of the labels taken so far.
//!
//! # Invariants of a key
//! * **M1** The field of slot i has `W` bits.
//! * **M2** If the code at slot i is c != 0 and i ^ c is a slot, the code there is c too.
//! * **M3** Slots are less than the mates that stand for inner vertices and for finished ends.

use crate::entry::{Entry, FirstEntry};
use crate::junction::{Junction, inner_mate};
use crate::rule::{Rule, Sink, Stage, Verdict, descend};
use crate::schedule::{EdgeStep, Schedule, VertexStep};
use crate::told::Held;
use crate::word::Word;
use std::marker::PhantomData;

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

    /// Whether `there` may take over the slot of `here`: not if one of them has an end of its own
    /// to look after.
    pub(crate) fn may_hand_over(&self, here: usize, there: usize) -> bool {
        self.ending(here) != Ending::May && self.ending(there) != Ending::Must
    }
}

/// A slot as a stage sees it.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of the slot.
    slot: u32,
    /// Lowest bit of its field in the key: the slot times `W` (M1).
    shift: u32,
    /// What the field says if the vertex is inner.
    inner: u32,
}

/// An end of an edge that is decided.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Its slot.
    place: Place,
    /// Whether a bare vertex can do without this edge: enough remain, or it need not be visited.
    bare_is_fine: bool,
    /// Whether an end can do without this edge: one more remains, or a path may end there.
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
    /// The vertex that is settled.
    here: Side,
    /// The vertex at the other end.
    there: Side,
    /// What is added to the key when the other vertex is seen for the first time: the code of an
    /// end whose path is finished at the other side, if a path must end there, and otherwise 0.
    first_sight: K,
    /// The vertices of the frontier but for these two.
    others: Others<K>,
}

/// A vertex that is settled.
#[derive(Clone, Debug)]
pub(crate) struct MateVertex<K, const W: u32> {
    /// Its slot.
    place: Place,
    /// What is added to the key if nobody has seen this vertex before: as for `MateEdge`.
    first_sight: K,
    /// Whether a path may end here without having to.
    may_end: bool,
    /// How many vertices that are not seen yet have to be ends of a path.
    unseen_endings: usize,
    /// The vertices of the frontier when all its edges are decided, but for this one.
    others: Others<K>,
    /// The quick way, if a cycle through all vertices is asked for.
    junction: Option<Junction<K, W>>,
}

/// The vertices not concerned by a step.
#[derive(Clone, Debug)]
struct Others<K> {
    /// Their slots, ascending.
    places: Vec<Place>,
    /// The key in which all of them are inner, if all vertices have been seen.
    all_inner: Option<K>,
}

/// What is known of a course when the rule is compiled.
pub(crate) trait Form: Send + Sync + 'static {
    /// Whether paths are asked for, and not cycles.
    const IS_OPEN: bool;
    /// The entries with which counting begins.
    type First<K: FirstEntry>: Entry<Key = K>;
}

/// Paths.
#[derive(Clone, Debug)]
pub(crate) struct Open;

/// Cycles.
#[derive(Clone, Debug)]
pub(crate) struct Closed;

/// Cycles through all vertices of a folded graph, by the parity of their labels.
#[derive(Clone, Debug)]
pub(crate) struct Folded;

impl Form for Open {
    const IS_OPEN: bool = true;
    type First<K: FirstEntry> = K::Single;
}

impl Form for Closed {
    const IS_OPEN: bool = false;
    type First<K: FirstEntry> = K::Single;
}

impl Form for Folded {
    const IS_OPEN: bool = false;
    type First<K: FirstEntry> = K::Pair;
}

/// The rule, with fields of `W` bits.
#[derive(Clone, Debug)]
pub(crate) struct Mates<K, F, const W: u32> {
    /// One for each vertex, in the order in which they are settled.
    stages: Vec<Stage<MateVertex<K, W>, MateEdge<K>>>,
    /// Whether every vertex must be visited.
    visits_all: bool,
    /// How many slots there are; less than the mates that are no slots (M3).
    slot_count: usize,
    form: PhantomData<F>,
}

/// The most slots that fields of `width` bits can tell apart.
pub(crate) fn slot_limit(width: u32, is_open: bool) -> usize {
    (1 << width) - 1 - usize::from(is_open)
}

impl<K: Word, F: Form, const W: u32> Mates<K, F, W> {
    const FIELD: u32 = (1 << W) - 1;
    const INNER_MATE: u32 = inner_mate(W);
    const FINISHED_MATE: u32 = (1 << W) - 2;

    /// Prepares the rule.
    ///
    /// # Panics
    /// If the slots do not fit (M3).
    pub(crate) fn new(schedule: &Schedule, course: &Course) -> Self {
        assert!(schedule.slot_count <= slot_limit(W, F::IS_OPEN), "M3: too many slots");
        assert!(schedule.slot_count * (W as usize) <= K::BITS as usize, "M1: too many slots");
        assert_eq!(F::IS_OPEN, course.endings.is_some());
        let stages = schedule.steps.iter().map(|step| Self::stage(step, course)).collect();
        Self {
            stages,
            visits_all: course.visits_all,
            slot_count: schedule.slot_count,
            form: PhantomData,
        }
    }

    fn place(slot: usize) -> Place {
        let slot = kumiki_id::narrow(slot);
        Place { slot, shift: slot * W, inner: slot ^ Self::INNER_MATE }
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

    fn others(slots: &[usize], is_all_seen: bool) -> Others<K> {
        let places: Vec<Place> = slots.iter().map(|slot| Self::place(*slot)).collect();
        let inner = places
            .iter()
            .fold(K::ZERO, |key, place| key | (K::from_field(place.inner) << place.shift));
        Others { places, all_inner: is_all_seen.then_some(inner) }
    }

    fn first_sight(slot: usize, is_first_sight: bool, ending: Ending) -> K {
        let place = Self::place(slot);
        if is_first_sight && ending == Ending::Must {
            K::from_field(place.slot ^ Self::FINISHED_MATE) << place.shift
        } else {
            K::ZERO
        }
    }

    fn stage(step: &VertexStep, course: &Course) -> Stage<MateVertex<K, W>, MateEdge<K>> {
        let ending = course.ending(step.vertex);
        let edge = |edge: &EdgeStep| {
            let there = course.ending(edge.there);
            MateEdge {
                here: Self::side(step.slot, edge.left_here, ending, course.visits_all),
                there: Self::side(edge.there_slot, edge.left_there, there, course.visits_all),
                first_sight: Self::first_sight(edge.there_slot, edge.is_first_sight, there),
                others: Self::others(&edge.other_slots, edge.is_all_seen),
            }
        };
        let must_end = |vertex: &&usize| course.ending(**vertex) == Ending::Must;
        Stage {
            vertex: MateVertex {
                place: Self::place(step.slot),
                first_sight: Self::first_sight(step.slot, step.is_first_sight, ending),
                may_end: ending == Ending::May,
                unseen_endings: step.unseen.iter().filter(must_end).count(),
                others: Self::others(&step.other_slots, step.is_all_seen),
                junction: (course.visits_all && !F::IS_OPEN).then(|| Junction::new(step)),
            },
            edges: step.edges.iter().map(edge).collect(),
            hands_over: step.hands_over,
        }
    }

    #[inline(always)]
    fn field(key: K, place: Place) -> u32 {
        (key >> place.shift).low() & Self::FIELD
    }

    /// Writes what `slot` knows of its mate into its empty field; nothing if it is no slot.
    #[inline(always)]
    fn tell(key: K, slot: u32, mate: u32) -> K {
        if F::IS_OPEN && slot == Self::FINISHED_MATE {
            return key;
        }
        key | (K::from_field(slot ^ mate) << (slot * W))
    }

    /// Takes back what `slot` knows of its mate.
    #[inline(always)]
    fn untell(key: K, slot: u32, mate: u32) -> K {
        if F::IS_OPEN && slot == Self::FINISHED_MATE {
            return key;
        }
        key ^ (K::from_field(slot ^ mate) << (slot * W))
    }

    /// A path or cycle has been completed: right if nothing else has been begun, and nobody is left
    /// out who must not be. `key` holds the fields of the others only.
    #[inline(always)]
    fn complete(&self, key: K, others: &Others<K>) -> Verdict<K> {
        let is_all = if self.visits_all {
            others.all_inner == Some(key)
        } else {
            others.places.iter().all(|&place| {
                let field = Self::field(key, place);
                field == 0 || field == place.inner
            })
        };
        if is_all { Verdict::Done } else { Verdict::Dead }
    }

    /// Takes an edge: two paths become one, or a path becomes a cycle.
    #[inline(always)]
    fn tie(&self, key: K, edge: &MateEdge<K>) -> Verdict<K> {
        let (here, there) = (edge.here.place, edge.there.place);
        let (from, to) = (Self::field(key, here), Self::field(key, there));
        if from == here.inner || to == there.inner {
            return Verdict::Dead;
        }
        let (start, end) = (here.slot ^ from, there.slot ^ to);
        let rest = key ^ (K::from_field(from) << here.shift) ^ (K::from_field(to) << there.shift);
        if start == there.slot {
            return if F::IS_OPEN { Verdict::Dead } else { self.complete(rest, &edge.others) };
        }
        if F::IS_OPEN && start == Self::FINISHED_MATE && end == Self::FINISHED_MATE {
            return self.complete(rest, &edge.others);
        }
        let mut key = rest;
        if start == here.slot {
            if !edge.here.end_is_fine {
                return Verdict::Dead;
            }
        } else {
            key = Self::untell(key, start, here.slot) | (K::from_field(here.inner) << here.shift);
        }
        if end == there.slot {
            if !edge.there.end_is_fine {
                return Verdict::Dead;
            }
        } else {
            key = Self::untell(key, end, there.slot) | (K::from_field(there.inner) << there.shift);
        }
        key = Self::tell(key, start, end);
        Verdict::Live(Self::tell(key, end, start))
    }

    /// A path ends for good at a vertex where it may. `key` is without the vertex, whose field was
    /// `field`.
    fn finish(&self, key: K, vertex: &MateVertex<K, W>, field: u32) -> Verdict<K> {
        let mate = vertex.place.slot ^ field;
        if mate == Self::FINISHED_MATE {
            return self.complete(key, &vertex.others);
        }
        let is_finished =
            |place: &&Place| Self::field(key, **place) == place.slot ^ Self::FINISHED_MATE;
        let finished =
            vertex.others.places.iter().filter(is_finished).count() + vertex.unseen_endings;
        if finished > 1 {
            return Verdict::Dead;
        }
        let key = Self::untell(key, mate, vertex.place.slot);
        Verdict::Live(Self::tell(key, mate, Self::FINISHED_MATE))
    }
}

impl<K: FirstEntry, F: Form, const W: u32> Rule for Mates<K, F, W> {
    type Key = K;
    type First = F::First<K>;
    type Vertex = MateVertex<K, W>;
    type Edge = MateEdge<K>;

    fn stages(&self) -> &[Stage<MateVertex<K, W>, MateEdge<K>>] {
        &self.stages
    }

    fn key_bits(&self) -> u32 {
        kumiki_id::narrow(self.slot_count) * W
    }

    fn accepts_end(&self) -> bool {
        false
    }

    fn held(&self, key: K, slot: usize) -> Held {
        let place = Self::place(slot);
        match Self::field(key, place) {
            0 => Held::Bare,
            inner if inner == place.inner => Held::Inner,
            code if F::IS_OPEN && place.slot ^ code == Self::FINISHED_MATE => Held::Finished,
            code => Held::Paired((place.slot ^ code) as usize),
        }
    }

    #[inline(always)]
    fn expand(
        &self,
        key: K,
        stage: &Stage<MateVertex<K, W>, MateEdge<K>>,
        sink: &mut impl Sink<K>,
    ) {
        match &stage.vertex.junction {
            Some(junction) if !F::IS_OPEN => junction.settle(key, sink),
            _ => descend(self, self.arrive(key, &stage.vertex), stage, 0, sink),
        }
    }

    #[inline(always)]
    fn arrive(&self, key: K, vertex: &MateVertex<K, W>) -> K {
        if F::IS_OPEN { key | vertex.first_sight } else { key }
    }

    #[inline(always)]
    fn decide(&self, key: K, _: &MateVertex<K, W>, edge: &MateEdge<K>, taken: bool) -> Verdict<K> {
        let key = if F::IS_OPEN { key | edge.first_sight } else { key };
        if taken {
            return self.tie(key, edge);
        }
        let is_fine = |side: &Side| side.is_fine(Self::field(key, side.place));
        if is_fine(&edge.here) && is_fine(&edge.there) { Verdict::Live(key) } else { Verdict::Dead }
    }

    #[inline(always)]
    fn leave(&self, key: K, vertex: &MateVertex<K, W>) -> Verdict<K> {
        let field = Self::field(key, vertex.place);
        let rest = key ^ (K::from_field(field) << vertex.place.shift);
        if field == vertex.place.inner || (field == 0 && !self.visits_all) {
            Verdict::Live(rest)
        } else if F::IS_OPEN && vertex.may_end && field != 0 {
            self.finish(rest, vertex, field)
        } else {
            Verdict::Dead
        }
    }

    #[inline(always)]
    fn hand_over(
        &self,
        key: K,
        vertex: &MateVertex<K, W>,
        edge: &MateEdge<K>,
        taken: bool,
    ) -> Verdict<K> {
        if !taken {
            return if edge.there.bare_is_fine { self.leave(key, vertex) } else { Verdict::Dead };
        }
        let field = Self::field(key, vertex.place);
        if field == 0 || field == vertex.place.inner || !edge.there.end_is_fine {
            return Verdict::Dead;
        }
        Verdict::Live(key) // the end has moved on, and its slot with it
    }
}
