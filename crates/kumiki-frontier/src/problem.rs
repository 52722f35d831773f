//! The kinds of subgraphs, and the rule for each with keys as narrow as possible.

use crate::components::{self, Components};
use crate::degrees::{self, Degrees};
use crate::mates::{Closed, Course, Ending, Folded, Mates, Open, slot_limit};
use crate::network::Network;
use crate::rule::Rule;
use crate::schedule::Schedule;
use kumiki_search::Digest;
use std::fmt;

/// What is looked for in a network: sets of edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Every vertex has exactly one of the edges.
    PerfectMatchings,
    /// Vertex v has as many edges as `allowed[v]` says: bit d is set if d are allowed.
    Degrees {
        /// A set of numbers below 64 for each vertex.
        allowed: Vec<u64>,
    },
    /// A cycle through all vertices.
    HamiltonianCycles,
    /// A path through all vertices, where each vertex says whether the path may end there.
    HamiltonianPaths {
        /// For each vertex: whether the path may or must end there.
        endings: Vec<Ending>,
    },
    /// A path that visits no vertex twice, from one vertex to another.
    Paths {
        /// The vertex at one end.
        from: usize,
        /// The vertex at the other end; not the same.
        to: usize,
    },
    /// A cycle that visits no vertex twice.
    Cycles,
    /// Edges without cycles that connect all vertices.
    SpanningTrees,
    /// Edges without cycles.
    Forests,
}

/// Why a problem cannot be worked on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FrontierError {
    /// A vertex that the network does not have.
    NoSuchVertex {
        /// Its number.
        vertex: usize,
        /// How many there are.
        vertex_count: usize,
    },
    /// A path from a vertex to itself.
    SameEnds {
        /// Its number.
        vertex: usize,
    },
    /// A list that has no entry for some vertex, or too many.
    WrongLength {
        /// How many entries there are.
        len: usize,
        /// How many vertices.
        vertex_count: usize,
    },
    /// An order in which a vertex is missing or comes twice.
    BadOrder,
    /// The frontier of every order tried is too wide for a key.
    TooWide {
        /// How many slots there are.
        slots: usize,
        /// How many bits they take.
        bits: usize,
    },
    /// Something that is defined for the cells of a board only.
    NoBoard,
    /// A motion that does not map the board or the edges to themselves.
    NotSymmetric,
}

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { vertex, vertex_count } => {
                write!(f, "no vertex {vertex}, expected less than {vertex_count}")
            }
            Self::SameEnds { vertex } => {
                write!(f, "a path from vertex {vertex} to itself, expected two different ends")
            }
            Self::WrongLength { len, vertex_count } => {
                write!(
                    f,
                    "a list of {len} entries, expected one for each of {vertex_count} vertices"
                )
            }
            Self::BadOrder => write!(f, "bad order of vertices, expected each vertex once"),
            Self::TooWide { slots, bits } => {
                write!(
                    f,
                    "a frontier of {slots} vertices in {bits} bits, expected at most {}",
                    u128::BITS
                )
            }
            Self::NoBoard => write!(f, "a graph without a board, expected the cells of a board"),
            Self::NotSymmetric => {
                write!(
                    f,
                    "a graph that the motion does not map to itself, expected a symmetric one"
                )
            }
        }
    }
}

impl std::error::Error for FrontierError {}

impl Problem {
    /// Hamiltonian paths with any two ends.
    #[must_use]
    pub fn hamiltonian_paths(vertex_count: usize) -> Self {
        Self::HamiltonianPaths { endings: vec![Ending::May; vertex_count] }
    }

    /// Hamiltonian paths from one vertex to another.
    ///
    /// # Errors
    /// If these are not two vertices.
    pub fn hamiltonian_paths_between(
        vertex_count: usize,
        from: usize,
        to: usize,
    ) -> Result<Self, FrontierError> {
        Self::Paths { from, to }.check(vertex_count)?;
        let mut endings = vec![Ending::Never; vertex_count];
        (endings[from], endings[to]) = (Ending::Must, Ending::Must);
        Ok(Self::HamiltonianPaths { endings })
    }

    /// Adds what tells it from other problems to a digest.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        match self {
            Self::PerfectMatchings => digest.add([0]),
            Self::Degrees { allowed } => {
                digest.add([1]);
                digest.add(allowed.iter().copied());
            }
            Self::HamiltonianCycles => digest.add([2]),
            Self::HamiltonianPaths { endings } => {
                digest.add([3]);
                digest.add(endings.iter().map(|ending| match ending {
                    Ending::Never => 0,
                    Ending::May => 1,
                    Ending::Must => 2,
                }));
            }
            Self::Paths { from, to } => digest.add([4, *from as u64, *to as u64]),
            Self::Cycles => digest.add([5]),
            Self::SpanningTrees => digest.add([6]),
            Self::Forests => digest.add([7]),
        }
    }

    /// Whether the vertices it speaks of exist.
    pub(crate) fn check(&self, vertex_count: usize) -> Result<(), FrontierError> {
        let fits = |len: usize| {
            if len == vertex_count {
                Ok(())
            } else {
                Err(FrontierError::WrongLength { len, vertex_count })
            }
        };
        match self {
            Self::Degrees { allowed } => fits(allowed.len()),
            Self::HamiltonianPaths { endings } => fits(endings.len()),
            Self::Paths { from, to } => {
                if let Some(&vertex) =
                    [from, to].into_iter().find(|vertex| **vertex >= vertex_count)
                {
                    return Err(FrontierError::NoSuchVertex { vertex, vertex_count });
                }
                if from == to { Err(FrontierError::SameEnds { vertex: *from }) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// The course, if it is about paths or cycles.
    pub(crate) fn course(&self, vertex_count: usize) -> Option<Course> {
        match self {
            Self::HamiltonianCycles => Some(Course { endings: None, visits_all: true }),
            Self::Cycles => Some(Course { endings: None, visits_all: false }),
            Self::HamiltonianPaths { endings } => {
                Some(Course { endings: Some(endings.clone()), visits_all: true })
            }
            Self::Paths { from, to } => {
                let mut endings = vec![Ending::Never; vertex_count];
                (endings[*from], endings[*to]) = (Ending::Must, Ending::Must);
                Some(Course { endings: Some(endings), visits_all: false })
            }
            _ => None,
        }
    }

    /// The allowed degrees, if it is about degrees.
    pub(crate) fn allowed(&self, vertex_count: usize) -> Option<Vec<u64>> {
        match self {
            Self::PerfectMatchings => Some(vec![1 << 1; vertex_count]),
            Self::Degrees { allowed } => Some(allowed.clone()),
            _ => None,
        }
    }

    /// Whether labels of a folded graph are looked at.
    fn is_folded(&self, network: &Network) -> bool {
        network.turns() > 1 && *self == Self::HamiltonianCycles
    }

    /// How many bits of a key each of so many slots has.
    ///
    /// # Errors
    /// If they fit into no key.
    fn field_width(
        &self,
        network: &Network,
        slots: usize,
        keys: Keys,
    ) -> Result<u32, FrontierError> {
        let most = u128::BITS as usize;
        let is_open = match self {
            Self::HamiltonianPaths { .. } | Self::Paths { .. } => Some(true),
            Self::HamiltonianCycles | Self::Cycles => Some(false),
            _ => None,
        };
        let width = match (is_open, self.allowed(network.vertex_count())) {
            (Some(is_open), _) => {
                // Most folded graphs are counted in arrays; one width of keys is enough for the
                // others.
                let is_narrow = keys == Keys::Narrow && !self.is_folded(network);
                if is_narrow && slots <= slot_limit(4, is_open) { 4 } else { 5 }
            }
            (None, Some(allowed)) => degrees::field_width(&allowed),
            (None, None) => components::field_width(slots),
        };
        let bits = slots * width as usize;
        if bits > most {
            return Err(FrontierError::TooWide { slots, bits });
        }
        if is_open.is_some_and(|is_open| slots > slot_limit(width, is_open)) {
            return Err(FrontierError::TooWide { slots, bits: slots * (width + 1) as usize });
        }
        Ok(width)
    }

    /// The most slots that fit into a key.
    pub(crate) fn most_slots(&self, network: &Network) -> usize {
        let fits = |slots: &usize| self.field_width(network, *slots, Keys::Narrow).is_ok();
        (0..=u128::BITS as usize).rev().find(fits).unwrap_or(0)
    }

    /// The schedule of an order.
    pub(crate) fn schedule(&self, network: &Network, order: &[usize]) -> Schedule {
        let course = self.course(network.vertex_count());
        Schedule::new(network, order, |here, there| {
            course.as_ref().is_none_or(|course| course.may_hand_over(here, there))
        })
    }
}

/// How wide keys and fields are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// As narrow as the frontier allows.
    Narrow,
    /// Keys of 128 bits, and wider fields where they fit: other states in other places, for a
    /// second opinion.
    Wide,
}

/// Something that can be done with any rule.
pub(crate) trait WithRule {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<R: Rule + 'static>(self, rule: R) -> Self::Output;
}

/// Prepares the rule of a problem and does something with it.
///
/// # Errors
/// If the frontier is too wide.
pub(crate) fn with_rule<T: WithRule>(
    problem: &Problem,
    network: &Network,
    schedule: &Schedule,
    keys: Keys,
    task: T,
) -> Result<T::Output, FrontierError> {
    let slots = schedule.slot_count;
    let width = problem.field_width(network, slots, keys)?;
    let is_short = slots * width as usize <= 64 && keys == Keys::Narrow;
    if let Some(course) = problem.course(network.vertex_count()) {
        let is_open = course.endings.is_some();
        return Ok(match (is_open, problem.is_folded(network), width) {
            (true, _, 4) => task.run(Mates::<u64, Open, 4>::new(schedule, &course)),
            (true, ..) => task.run(Mates::<u128, Open, 5>::new(schedule, &course)),
            (_, true, _) => task.run(Mates::<u128, Folded, 5>::new(schedule, &course)),
            (_, _, 4) => task.run(Mates::<u64, Closed, 4>::new(schedule, &course)),
            _ => task.run(Mates::<u128, Closed, 5>::new(schedule, &course)),
        });
    }
    if let Some(allowed) = problem.allowed(network.vertex_count()) {
        return Ok(if is_short {
            task.run(Degrees::<u64>::new(schedule, &allowed))
        } else {
            task.run(Degrees::<u128>::new(schedule, &allowed))
        });
    }
    let is_connected = *problem == Problem::SpanningTrees;
    Ok(if is_short {
        task.run(Components::<u64>::new(schedule, is_connected))
    } else {
        task.run(Components::<u128>::new(schedule, is_connected))
    })
}
