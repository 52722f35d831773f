//! What can be wrong with an answer about subgraphs. One line each: what, where, and what was
//! expected.

use crate::{ListingFault, WrongCount};
use kumiki_model::Count;
use std::fmt;

/// The first thing found wrong with an answer about subgraphs. Listed ones are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SubgraphFault {
    /// The graph that was asked about is not the one at hand.
    OtherGraph {
        /// What was asked about.
        found: String,
    },
    /// The ends of paths are missing, are there without paths, are the same or not in the graph.
    Ends {
        /// What is wrong with them, and what was expected.
        reason: String,
    },
    /// The degrees of factors are missing, or are there without factors.
    Degrees {
        /// What is wrong with them, and what was expected.
        reason: String,
    },
    /// The number of spanning trees is not that of Kirchhoff's determinant.
    OtherDeterminant {
        /// The number.
        count: Count,
    },
    /// A path or cycle is listed by its edges, or something else by its vertices.
    OtherForm {
        /// Which one.
        number: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// A name that no vertex has.
    UnknownVertex {
        /// Where it is.
        number: usize,
        /// The name.
        name: String,
    },
    /// Two vertices are joined that have no edge between them.
    NoEdge {
        /// Where.
        number: usize,
        /// One of them.
        from: String,
        /// The other.
        to: String,
    },
    /// A path or cycle comes to a vertex twice, or a matching has two edges there.
    VertexTwice {
        /// Which one.
        number: usize,
        /// The vertex.
        name: String,
    },
    /// A vertex is left out that must not be.
    VertexMissing {
        /// Where.
        number: usize,
        /// The vertex.
        name: String,
    },
    /// An edge is listed twice.
    EdgeTwice {
        /// Where.
        number: usize,
        /// One of its ends.
        from: String,
        /// The other.
        to: String,
    },
    /// A path does not have the ends that were asked for.
    OtherEnds {
        /// Which one.
        number: usize,
        /// Where it begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A path without edges, or a cycle of less than three.
    TooShort {
        /// Which one.
        number: usize,
        /// How many vertices it has.
        vertex_count: usize,
    },
    /// A tree or a forest has a cycle.
    HasCycle {
        /// Which one.
        number: usize,
        /// One end of an edge that closes it.
        from: String,
        /// The other end.
        to: String,
    },
    /// A vertex of a factor has a number of edges that is not allowed.
    OtherDegree {
        /// Which one.
        number: usize,
        /// The vertex.
        name: String,
        /// How many edges it has.
        degree: usize,
    },
    /// What can be wrong with any answer that counts and lists.
    Listing(ListingFault),
}

impl From<ListingFault> for SubgraphFault {
    fn from(fault: ListingFault) -> Self {
        Self::Listing(fault)
    }
}

impl From<WrongCount> for SubgraphFault {
    fn from(wrong: WrongCount) -> Self {
        Self::Listing(wrong.into())
    }
}

impl fmt::Display for SubgraphFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherGraph { found } => {
                write!(f, "the question is about {found}, expected the graph at hand")
            }
            Self::Ends { reason } | Self::Degrees { reason } => f.write_str(reason),
            Self::OtherDeterminant { count } => {
                write!(
                    f,
                    "the count is {count}, expected the number of spanning trees that a \
                     determinant gives"
                )
            }
            Self::OtherForm { number, expected } => {
                write!(f, "listed subgraph {number} has another form, expected {expected}")
            }
            Self::UnknownVertex { number, name } => {
                write!(f, "listed subgraph {number} names '{name}', expected a vertex of the graph")
            }
            Self::NoEdge { number, from, to } => {
                write!(
                    f,
                    "listed subgraph {number} joins '{from}' and '{to}', expected an edge of the \
                     graph"
                )
            }
            Self::VertexTwice { number, name } => {
                write!(f, "listed subgraph {number} comes to '{name}' twice, expected once")
            }
            Self::VertexMissing { number, name } => {
                write!(f, "listed subgraph {number} leaves '{name}' out, expected all vertices")
            }
            Self::EdgeTwice { number, from, to } => {
                write!(
                    f,
                    "listed subgraph {number} has the edge from '{from}' to '{to}' twice, \
                     expected once"
                )
            }
            Self::OtherEnds { number, from, to } => {
                write!(
                    f,
                    "listed subgraph {number} goes from '{from}' to '{to}', expected the ends \
                     asked for"
                )
            }
            Self::TooShort { number, vertex_count } => {
                write!(f, "listed subgraph {number} has {vertex_count} vertices, expected more")
            }
            Self::HasCycle { number, from, to } => {
                write!(
                    f,
                    "listed subgraph {number} has a cycle through '{from}' and '{to}', expected \
                     none"
                )
            }
            Self::OtherDegree { number, name, degree } => {
                write!(
                    f,
                    "listed subgraph {number} has {degree} edges at '{name}', expected a number \
                     that was asked for"
                )
            }
            Self::Listing(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for SubgraphFault {}
