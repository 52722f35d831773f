//! What questions and answers about tours on boards and about subgraphs of graphs say.

use crate::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which motion of the board a tour is preserved by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TourSymmetry {
    #[default]
    /// None is asked for: all tours.
    None,
    /// The half-turn.
    HalfTurn,
    /// The quarter-turn, on square boards.
    QuarterTurn,
}

impl TourSymmetry {
    /// The turn in words, unless nothing is asked of tours.
    #[must_use]
    pub fn turn(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::HalfTurn => Some("half-turn"),
            Self::QuarterTurn => Some("quarter-turn"),
        }
    }
}

/// How tours are counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TourMethod {
    #[default]
    /// By states of a frontier.
    Frontier,
    /// By a decision diagram of perfect matchings, of which pairs are put together.
    Diagram,
}

/// The size of the decision diagram of all perfect matchings of a folded board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagramRecord {
    /// Its nodes, with the two constants.
    pub nodes: usize,
    /// How many of them zero-suppression removes.
    pub suppressed: usize,
}

/// The order of the cells of a board, or of the vertices of a graph, in which their edges become
/// variables of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CellOrder {
    /// Row by row; vertices of other graphs as they come in the file.
    Rows,
    /// Column by column.
    Columns,
    /// Diagonal by diagonal, from the first corner to the last.
    Diagonals,
    /// The best order that is found.
    Best,
}

impl CellOrder {
    /// Where a cell of a board comes in the order; cells that come first have the lower place. None
    /// for the best order, which must be searched for.
    #[must_use]
    pub fn place(self, [row, column]: [usize; 2]) -> Option<[usize; 2]> {
        match self {
            Self::Rows => Some([row, column]),
            Self::Columns => Some([column, row]),
            Self::Diagonals => Some([row + column, row]),
            Self::Best => None,
        }
    }
}

/// What a count by states of a frontier was expected to need before it began.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForecastRecord {
    /// The most states of a level.
    pub peak_states: Count,
    /// The states of all levels.
    pub states: Count,
    /// The most memory, in bytes.
    pub bytes: Count,
    /// How long it should take.
    pub seconds: f64,
}

/// A kind of subgraph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SubgraphKind {
    /// Sets of edges that touch every vertex exactly once.
    Matchings,
    /// Cycles through all vertices.
    HamiltonianCycles,
    /// Paths through all vertices.
    HamiltonianPaths,
    /// Paths between two vertices that come to no vertex twice.
    Paths,
    /// Cycles that come to no vertex twice.
    Cycles,
    /// Trees that touch all vertices.
    SpanningTrees,
    /// Sets of edges without a cycle.
    Forests,
    /// Sets of edges of which each vertex has as many as is allowed.
    Factors,
}

/// A subgraph: cycles and paths by their vertices in order, all others by their edges.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Subgraph {
    /// The names of the vertices along a path, or once around a cycle.
    Vertices(Vec<String>),
    /// The names of the ends of each edge.
    Edges(Vec<[String; 2]>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, ClassCount, GraphAsk, GraphPart, Part, Question, Solution, ToursAsk};

    #[test]
    fn answers_are_read_as_they_are_written() -> Result<(), serde_json::Error> {
        let ask = ToursAsk::new("8x8")
            .symmetry(TourSymmetry::HalfTurn)
            .method(TourMethod::Diagram)
            .one_per_class(true);
        let part = crate::ToursPart {
            diagram: Some(DiagramRecord { nodes: 2, suppressed: 1 }),
            ..crate::ToursPart::default()
        };
        let mut tours = Answer::new(Question::new(ask).list(1), Part::Tours(part));
        tours.count = Some(Count::from(2_432_932_u64));
        tours.solutions = Some(vec![Solution::Tour(vec!["0,0".to_owned()])]);
        tours.symmetries = Some(vec![2]);
        let text = serde_json::to_string(&tours)?;
        assert_eq!(serde_json::from_str::<Answer>(&text)?, tours, "{text}");
        let value = serde_json::to_value(&tours)?;
        assert_eq!([&value["count"], &value["tours"]], ["2432932"; 2]);
        assert_eq!(value["question"]["symmetry"], "half-turn");
        let ask = GraphAsk::new(SubgraphKind::Factors, "grid:2x2").degrees(vec![0, 2]);
        let part = GraphPart { diagram_nodes: Some(3), ..GraphPart::default() };
        let mut graph = Answer::new(Question::new(ask).sample(1, 2), Part::Graph(part));
        graph.count = Some(Count::from(2_u64));
        graph.group_order = Some(Count::from(8_u64));
        graph.classes = Some(ClassCount::Number(Count::from(2_u64)));
        let edge = ["0,0".to_owned(), "0,1".to_owned()];
        graph.solutions = Some(vec![Solution::Subgraph(Subgraph::Edges(vec![edge]))]);
        let text = serde_json::to_string(&graph)?;
        assert_eq!(serde_json::from_str::<Answer>(&text)?, graph, "{text}");
        assert_eq!(serde_json::to_value(&graph)?["solutions"][0]["edges"][0][1], "0,1");
        Ok(())
    }
}
