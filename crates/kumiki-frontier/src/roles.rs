//! The roles of the vertices of a frontier, and what settling a vertex does to them.
//!
//! When a cycle through all vertices is asked for, a vertex of the frontier is bare, an end of a
//! path, or inner. Which edges can be taken next depends on these roles alone, and not on which
//! ends belong together. So states with the same roles are treated alike: `dense` keeps them
//! together, and `pairings` tells what becomes of the paths.

use crate::network::Network;
use crate::pairings::Change;
use crate::ways::Ways;

/// The most vertices whose roles fit into a word.
const MOST_VERTICES: usize = 32;

/// The lower bit of each vertex.
const LOWER: u64 = 0x5555_5555_5555_5555;

/// The roles of all vertices of a frontier, in the order in which they will be settled.
///
/// * **O1** Bits 2k and 2k + 1 belong to vertex k: 00 for bare, 01 for an end, 10 for inner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Roles(u64);

impl Roles {
    /// A frontier without vertices, and one whose vertices are all bare.
    pub(crate) const BARE: Self = Self(0);

    /// The roles as a number (O1).
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The roles of so many vertices from a number. `None` if there is none like that: a vertex has
    /// one role, and paths have two ends.
    pub(crate) fn from_bits(bits: u64, vertex_count: usize) -> Option<Self> {
        let vertices = kumiki_id::narrow(2 * vertex_count.min(MOST_VERTICES));
        let is_short = bits.checked_shr(vertices).is_none_or(|rest| rest == 0);
        let roles = Self(bits);
        let is_clear = bits & (bits >> 1) & LOWER == 0;
        (is_short && is_clear && roles.ends().is_multiple_of(2)).then_some(roles)
    }

    /// How many ends there are.
    #[inline(always)]
    pub(crate) fn ends(self) -> usize {
        (self.0 & LOWER).count_ones() as usize
    }

    /// How many ends come before the vertex whose lower bit is `vertex`.
    #[inline(always)]
    fn ends_before(self, vertex: u64) -> usize {
        (self.0 & LOWER & (vertex - 1)).count_ones() as usize
    }

    /// One more edge at the vertex whose lower bit is `vertex`: bare becomes end, and end becomes
    /// inner.
    #[inline(always)]
    fn taken(self, vertex: u64) -> Self {
        Self(self.0 + vertex)
    }
}

/// What may follow roles when a vertex is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Next {
    /// The roles afterwards.
    pub(crate) roles: Roles,
    /// What becomes of the paths.
    pub(crate) change: Change,
    /// In how many ways this can be done: with several edges between two vertices there are
    /// several.
    pub(crate) ways: Ways,
    /// Whether a cycle that is closed now visits all vertices, if there is no other path.
    pub(crate) is_last: bool,
}

/// The settling of the first vertex of a frontier.
///
/// * **O2** All sets of vertices are sets of lower bits (O1), in the frontier with the vertices
///   seen for the first time.
#[derive(Clone, Debug)]
pub(crate) struct Settling {
    /// The lower bits of the vertices seen for the first time, lowest first.
    new: Vec<u64>,
    /// The unsettled vertices with an edge to the one that is settled, each with its edges, lowest
    /// first.
    neighbours: Vec<(u64, Ways)>,
    /// All of `neighbours` as one set.
    all_neighbours: u64,
    /// Those of `all_neighbours` that have no edges left afterwards.
    exhausted: u64,
    /// Those of `all_neighbours` that have at most one edge left afterwards.
    nearly_exhausted: u64,
    /// The roles afterwards when all is done: all vertices are inner. `None` if some have not been
    /// seen.
    all_inner: Option<Roles>,
}

impl Settling {
    /// The settling of all vertices in an order.
    ///
    /// # Panics
    /// If a frontier has too many vertices.
    pub(crate) fn all(network: &Network, order: &[usize]) -> Vec<Self> {
        let incidences = network.incidences();
        let mut left: Vec<usize> = incidences.iter().map(Vec::len).collect();
        let mut place = vec![0; order.len()];
        for (position, &vertex) in order.iter().enumerate() {
            place[vertex] = position;
        }
        let mut seen = 0;
        let mut frontier: Vec<usize> = Vec::new(); // places
        let mut all = Vec::with_capacity(order.len());
        for (position, &vertex) in order.iter().enumerate() {
            let links = incidences[vertex]
                .iter()
                .map(|link| network.links()[*link].from(vertex, network.turns()));
            let mut edges: Vec<(usize, u32)> =
                links.map(|(other, label)| (place[other], label)).collect();
            edges.retain(|(there, _)| *there > position);
            edges.sort_unstable();
            let before = frontier.clone();
            frontier.push(position);
            frontier.extend(edges.iter().map(|(there, _)| there));
            frontier.sort_unstable();
            frontier.dedup();
            assert!(frontier.len() <= MOST_VERTICES, "O1: {} vertices", frontier.len());
            for (there, _) in &edges {
                left[order[*there]] -= 1;
            }
            seen += frontier.len() - before.len();
            let bits = |wanted: &dyn Fn(usize) -> bool| {
                let places = frontier.iter().enumerate().filter(|(_, place)| wanted(**place));
                places.map(|(number, _)| 1_u64 << (2 * number)).collect::<Vec<u64>>()
            };
            let is_neighbour = |place: usize| edges.iter().any(|(there, _)| *there == place);
            let few = |most: usize| {
                bits(&|place| is_neighbour(place) && left[order[place]] <= most).into_iter().sum()
            };
            let ways = edges.chunk_by(|one, other| one.0 == other.0).map(|twins| {
                let mut ways = Ways::default();
                twins.iter().for_each(|(_, label)| ways.add(*label));
                ways
            });
            let neighbours: Vec<(u64, Ways)> = bits(&is_neighbour).into_iter().zip(ways).collect();
            let inner = (LOWER << 1)
                .checked_shr(kumiki_id::narrow(2 * (MOST_VERTICES + 1 - frontier.len())));
            all.push(Self {
                new: bits(&|place| !before.contains(&place)),
                all_neighbours: neighbours.iter().map(|(vertex, _)| vertex).sum(),
                neighbours,
                exhausted: few(0),
                nearly_exhausted: few(1),
                all_inner: (seen == order.len()).then_some(Roles(inner.unwrap_or(0))),
            });
            frontier.remove(0);
        }
        all
    }

    /// How many vertices the frontier has afterwards, if it had so many before.
    pub(crate) fn frontier_after(&self, before: usize) -> usize {
        before + self.new.len() - 1
    }

    /// What the settling does not change: the roles of all vertices that have no edge to the one
    /// that is settled. Whatever follows from roles, has it too.
    pub(crate) fn untouched(&self, before: Roles) -> u64 {
        let vertices = self.all_neighbours | 1;
        self.with_new(before.0) & !(vertices | (vertices << 1))
    }

    /// Roles with vertices seen for the first time, which are bare.
    #[inline(always)]
    fn with_new(&self, mut word: u64) -> u64 {
        for vertex in &self.new {
            let below = word & (vertex - 1);
            word = ((word ^ below) << 2) | below;
        }
        word
    }

    /// Calls `see` for each choice of edges. An inner vertex takes none, an end one and a bare
    /// vertex two; who would be left with too few edges must be chosen.
    #[inline(always)]
    pub(crate) fn settle(&self, before: Roles, mut see: impl FnMut(Next)) {
        let word = self.with_new(before.0);
        let roles = Roles(word);
        let (ends, inner) = (word & LOWER, (word >> 1) & LOWER);
        let bare = LOWER & !ends & !inner;
        let can = self.all_neighbours & !inner & !(bare & self.exhausted);
        let must = (bare & self.nearly_exhausted) | (ends & self.exhausted);
        let mut choose = |roles: Roles, change: Change, ways: Ways| {
            let roles = Roles(roles.0 >> 2);
            see(Next { roles, change, ways, is_last: self.all_inner == Some(roles) });
        };
        if inner & 1 != 0 {
            if must == 0 {
                choose(roles, Change::Keep, Ways::ONE);
            }
            return;
        }
        let able = || self.neighbours.iter().filter(|(vertex, _)| can & vertex != 0);
        if ends & 1 != 0 {
            for &(vertex, ways) in able().filter(|(vertex, _)| must & !vertex == 0) {
                let at = roles.ends_before(vertex);
                let change = if ends & vertex != 0 {
                    Change::Join([0, at])
                } else {
                    Change::Move { from: 0, to: at - 1 }
                };
                choose(roles.taken(vertex), change, ways);
            }
            return;
        }
        for (number, &(first, ways)) in able().enumerate() {
            for &(second, more) in
                able().skip(number + 1).filter(|(second, _)| must & !(first | second) == 0)
            {
                let [at, then] = [first, second].map(|vertex| roles.ends_before(vertex));
                let change = match (ends & first != 0, ends & second != 0) {
                    (false, false) => Change::Begin([at, then + 1]),
                    (true, false) => Change::Move { from: at, to: then - 1 },
                    (false, true) => Change::Move { from: then, to: at },
                    (true, true) => Change::Join([at, then]),
                };
                choose(roles.taken(first).taken(second), change, ways.and(more));
            }
        }
    }
}
