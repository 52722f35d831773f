//! What an answer about tours tells of the method of Knuth's OBDD, step by step.

use crate::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How matchings of a folded board were put together and paired.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PairingRecord {
    /// The edges of the folded board in order, which are the variables of the diagram.
    pub edges: Vec<EdgeRecord>,
    /// Nodes of the diagram that says that every black cell has exactly one edge, with the two
    /// constants.
    pub first_nodes: usize,
    /// How the diagram grew, red cell by red cell.
    pub intersections: Vec<IntersectionRecord>,
    /// How many matchings have each of the edges of the first black cell.
    pub by_first_edge: Vec<Count>,
    /// When pairs of matchings close their first cycle, by the number of edges of the second one.
    pub first_cycles: Vec<FirstCycleRecord>,
    /// Nodes looked at if all matchings are listed by walking the diagram as a tree.
    pub listing_steps: StepsRecord,
    /// Nodes looked at by the inner walks through the diagram, one for each outer matching, if each
    /// is cut off when a cycle closes.
    pub pairing_steps: StepsRecord,
}

/// An edge of a folded board, which is a variable of the diagram of matchings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeRecord {
    /// Its black and its red cell, such as `0.0--1.2`, with a star if the move goes to the image of
    /// the red cell under the half-turn.
    pub edge: String,
    /// How many nodes of the diagram look at it.
    pub nodes: usize,
    /// How many of these zero-suppression removes.
    pub suppressed: usize,
}

/// A red cell, and the diagram after it was said to have exactly one edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntersectionRecord {
    /// The red cell, such as `0.1`.
    pub cell: String,
    /// Nodes of the template, with the two constants.
    pub unreduced: usize,
    /// Nodes of the reduced diagram, with the two constants.
    pub reduced: usize,
}

/// Pairs of matchings whose first cycle closes with a certain edge of the second matching.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstCycleRecord {
    /// How many edges the second matching has then.
    pub edges: usize,
    /// How often that happened: as often the walk was cut off there, or for the last edge a single
    /// cycle was found.
    pub closed: Count,
    /// How many pairs of whole matchings these are.
    pub pairs: Count,
}

/// Steps of a walk, with and without the nodes that zero-suppression removes.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepsRecord {
    /// Steps in the diagram as it is, a BDD.
    pub bdd: Count,
    /// Steps after zero-suppression, in a ZDD.
    pub zdd: Count,
}
