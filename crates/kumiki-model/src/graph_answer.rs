//! The answers about tours on boards and about subgraphs of graphs, as they are saved in JSON and
//! read back by the judge.

use crate::{Count, ListRecord, RunReport, StoppedBy};
use serde::{Deserialize, Serialize};

/// Which motion of the board a tour is preserved by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TourSymmetry {
    /// None is asked for: all tours.
    None,
    /// The half-turn.
    HalfTurn,
    /// The quarter-turn, on square boards.
    QuarterTurn,
}

/// How tours are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TourMethod {
    /// By states of a frontier.
    Frontier,
    /// By a decision diagram of perfect matchings, of which pairs are put together.
    Diagram,
}

/// The question about tours again, so that a saved answer can be judged by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToursQuestionRecord {
    /// Always `tours`.
    pub command: String,
    /// The board, as rows and columns.
    pub board: String,
    /// The steps of the leaper, such as `1,2` for a knight.
    pub piece: String,
    /// The motion that preserves the tours.
    pub symmetry: TourSymmetry,
    /// How they were counted.
    pub method: TourMethod,
    /// Which ones were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
    /// With `--sample`: how many tours were drawn at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<usize>,
    /// The seed of the random numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// With `--one-per-class`: whether one of each class is listed, up to the motions of a board or
    /// the symmetries of a graph.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_per_class: bool,
}

/// The size of the decision diagram of all perfect matchings of a folded board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiagramRecord {
    /// Its nodes, without constants.
    pub nodes: usize,
    /// How many of them zero-suppression removes.
    pub suppressed: usize,
}

/// What a count by states of a frontier was expected to need before it began.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

/// Everything that is known about tours in the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToursAnswer {
    /// What was asked.
    pub question: ToursQuestionRecord,
    /// How many tours there are, without direction and beginning, if they were counted to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tours: Option<Count>,
    /// How many of them there are up to the motions of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Count>,
    /// Why there is no tour, if that is known without a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_because: Option<String>,
    /// For the half-turn: perfect matchings of the folded board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matchings: Option<Count>,
    /// For the half-turn: cycles through the folded board that lift to a pair of cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pseudo: Option<Count>,
    /// The diagram of the matchings, if it was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<DiagramRecord>,
    /// What the count was expected to need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<ForecastRecord>,
    /// Tours, each as the names of its cells from `0,0` around.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Vec<String>>>,
    /// With `--one-per-class`: how many symmetries leave each of these unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<Vec<usize>>,
    /// Whether everything was searched.
    pub complete: bool,
    /// What ended the search, if it was not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer.
    pub evidence: Vec<String>,
    /// What it took.
    pub profile: RunReport,
}

/// A kind of subgraph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// The question about a graph again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphQuestionRecord {
    /// Always `graph`.
    pub command: String,
    /// What is counted.
    pub kind: SubgraphKind,
    /// The graph: a name such as `grid:8x8`, or the text of a file of edges.
    pub graph: String,
    /// Where paths begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where paths end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// How many edges of a factor a vertex may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degrees: Option<Vec<usize>>,
    /// Which ones were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
    /// With `--sample`: how many were drawn at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<usize>,
    /// The seed of the random numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// With `--one-per-class`: whether one of each class is listed, up to the motions of a board or
    /// the symmetries of a graph.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_per_class: bool,
}

/// A subgraph: cycles and paths by their vertices in order, all others by their edges.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subgraph {
    /// The names of the vertices along a path, or once around a cycle.
    Vertices(Vec<String>),
    /// The names of the ends of each edge.
    Edges(Vec<[String; 2]>),
}

/// Everything that is known about subgraphs in the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphAnswer {
    /// What was asked.
    pub question: GraphQuestionRecord,
    /// How many there are, if they were counted to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// With `--one-per-class`: how many symmetries the graph has, or the board, that keep the ends
    /// of paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_order: Option<usize>,
    /// How many classes there are up to these, if all of them are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Count>,
    /// Why there is none, if that is known without a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_because: Option<String>,
    /// How many nodes the reduced diagram of all of them has, if it was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram_nodes: Option<usize>,
    /// What the count was expected to need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<ForecastRecord>,
    /// Some of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Subgraph>>,
    /// With `--one-per-class`: how many symmetries leave each of these unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<Vec<usize>>,
    /// Whether everything was searched.
    pub complete: bool,
    /// What ended the search, if it was not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer.
    pub evidence: Vec<String>,
    /// What it took.
    pub profile: RunReport,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() -> Result<(), serde_json::Error> {
        let tours = ToursAnswer {
            question: ToursQuestionRecord {
                command: "tours".to_owned(),
                board: "8x8".to_owned(),
                piece: "1,2".to_owned(),
                symmetry: TourSymmetry::HalfTurn,
                method: TourMethod::Diagram,
                list: None,
                sample: None,
                seed: None,
                one_per_class: true,
            },
            tours: Some(Count::from(2_432_932_u64)),
            classes: None,
            none_because: None,
            matchings: None,
            pseudo: None,
            diagram: Some(DiagramRecord { nodes: 2, suppressed: 1 }),
            forecast: None,
            solutions: Some(vec![vec!["0,0".to_owned()]]),
            symmetries: Some(vec![2]),
            complete: true,
            stopped_by: None,
            evidence: Vec::new(),
            profile: RunReport::default(),
        };
        let text = serde_json::to_string(&tours)?;
        assert_eq!(serde_json::from_str::<ToursAnswer>(&text)?, tours, "{text}");
        let value = serde_json::to_value(&tours)?;
        assert_eq!(value["tours"], "2432932");
        assert_eq!(value["question"]["symmetry"], "half-turn");
        let graph = GraphAnswer {
            question: GraphQuestionRecord {
                command: "graph".to_owned(),
                kind: SubgraphKind::SpanningTrees,
                graph: "grid:2x2".to_owned(),
                from: None,
                to: None,
                degrees: Some(vec![0, 2]),
                list: None,
                sample: Some(1),
                seed: Some(2),
                one_per_class: false,
            },
            count: Some(Count::from(4_u64)),
            group_order: Some(8),
            classes: Some(Count::from(1_u64)),
            none_because: None,
            diagram_nodes: Some(3),
            forecast: None,
            solutions: Some(vec![Subgraph::Edges(vec![["0,0".to_owned(), "0,1".to_owned()]])]),
            symmetries: None,
            complete: true,
            stopped_by: None,
            evidence: Vec::new(),
            profile: RunReport::default(),
        };
        let text = serde_json::to_string(&graph)?;
        assert_eq!(serde_json::from_str::<GraphAnswer>(&text)?, graph, "{text}");
        assert_eq!(serde_json::to_value(&graph)?["solutions"][0]["edges"][0][1], "0,1");
        Ok(())
    }
}
