//! Subgraphs of graphs: one call from a question to the number of matchings, paths, cycles or
//! trees.
//!
//! # How
//! * A reason why there can be none, such as an odd number of vertices, is an answer without a
//!   search.
//! * Otherwise an order of vertices is searched for, what the count will need is foretold, and
//!   `kumiki_frontier::Count` counts on all cores.
//! * Lists, samples and files of diagrams come from the decision diagram of all solutions:
//!   `kumiki_frontier::Levels` compiles it and `kumiki_diagram` reduces it. Its number of members
//!   must be the count.
//!
//! ```
//! use kumiki::graph::{Request, answer};
//! use kumiki::model::{Graph, SubgraphKind};
//! use kumiki::drive::{Run, Unhosted};
//! let graph: Graph = "grid:8x8".parse()?;
//! let request = Request::count(&graph, "grid:8x8", SubgraphKind::Matchings);
//! let answered = answer(&request, &Run::new(&Unhosted), &mut |_| ())?;
//! assert_eq!(answered.answer.count.expect("counted").to_string(), "12988816"); // dominoes on a chessboard
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod diagram;
mod reasons;
pub(crate) mod shape;
mod solutions;
mod verify;

pub use crate::pack::Show;
pub use answer::{Answered, answer};
pub use diagram::{Diagram, DiagramForm};

use crate::Halt;
use kumiki_frontier::Problem;
use kumiki_model::{Graph, SubgraphKind};

/// The most edges that a vertex of a factor may have.
pub const MOST_DEGREE: usize = 63;

/// A question about a graph and how it is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Its name, such as `grid:8x8`, or the text of the file it comes from: what the answer
    /// repeats.
    pub name: &'a str,
    /// What is counted.
    pub kind: SubgraphKind,
    /// The names of the two ends, for paths.
    pub ends: Option<[&'a str; 2]>,
    /// How many edges a vertex may have, for factors.
    pub degrees: &'a [usize],
    /// What is shown.
    pub show: Show,
    /// List one solution of each class up to the motions of a board, or the symmetries of another
    /// graph; not for samples.
    pub one_per_class: bool,
    /// Make the diagram of all solutions, even if nothing is shown.
    pub diagram: bool,
    /// Confirm the count by a second method.
    pub verify: bool,
    /// Tell the states of each level.
    pub profile: bool,
}

impl<'a> Request<'a> {
    /// Just the count.
    #[must_use]
    pub fn count(graph: &'a Graph, name: &'a str, kind: SubgraphKind) -> Self {
        Self {
            graph,
            name,
            kind,
            ends: None,
            degrees: &[],
            show: Show::Nothing,
            one_per_class: false,
            diagram: false,
            verify: false,
            profile: false,
        }
    }

    /// The numbers of the two ends, if they are given and the kind has any.
    fn end_vertices(&self) -> Result<Option<[usize; 2]>, Halt> {
        let wrong = |reason: &str| Err(Halt::Ends { reason: reason.to_owned() });
        let Some([from, to]) = self.ends else {
            return match self.kind {
                SubgraphKind::Paths => wrong("no ends for paths, expected --from and --to"),
                _ => Ok(None),
            };
        };
        if !matches!(self.kind, SubgraphKind::Paths | SubgraphKind::HamiltonianPaths) {
            return wrong(
                "--from and --to are given, expected them with paths and hamiltonian-paths only",
            );
        }
        let [from, to] = [self.vertex(from)?, self.vertex(to)?];
        if from == to {
            let name = &self.graph.names()[from];
            return wrong(&format!("a path from '{name}' to itself, expected two different ends"));
        }
        Ok(Some([from, to]))
    }

    /// The numbers of edges that a vertex of a factor may have, as a set of bits; none if nothing
    /// but factors is asked for.
    fn degree_set(&self) -> Result<Option<u64>, Halt> {
        let wrong = |reason: String| Err(Halt::Degrees { reason });
        match (self.kind, self.degrees) {
            (SubgraphKind::Factors, []) => wrong(
                "no degrees for factors, expected --degrees with one or several, such as 2 or 0,2"
                    .to_owned(),
            ),
            (SubgraphKind::Factors, degrees) => {
                match degrees.iter().find(|degree| **degree > MOST_DEGREE) {
                    Some(degree) => {
                        wrong(format!("a degree of {degree}, expected at most {MOST_DEGREE}"))
                    }
                    None => Ok(Some(degrees.iter().fold(0, |set, degree| set | 1 << degree))),
                }
            }
            (_, []) => Ok(None),
            (_, _) => wrong("--degrees is given, expected it with factors only".to_owned()),
        }
    }

    fn vertex(&self, name: &str) -> Result<usize, Halt> {
        self.graph.vertex(name).ok_or_else(|| Halt::UnknownVertex {
            name: name.to_owned(),
            example: self.graph.names().first().cloned().unwrap_or_default(),
        })
    }

    /// The problem for the engine.
    fn problem(&self, ends: Option<[usize; 2]>, degrees: Option<u64>) -> Result<Problem, Halt> {
        let vertex_count = self.graph.vertex_count();
        Ok(match (self.kind, ends) {
            (SubgraphKind::Matchings, _) => Problem::PerfectMatchings,
            (SubgraphKind::HamiltonianCycles, _) => Problem::HamiltonianCycles,
            (SubgraphKind::HamiltonianPaths, None) => Problem::hamiltonian_paths(vertex_count),
            (SubgraphKind::HamiltonianPaths, Some([from, to])) => {
                Problem::hamiltonian_paths_between(vertex_count, from, to)?
            }
            (SubgraphKind::Paths, Some([from, to])) => Problem::Paths { from, to },
            (SubgraphKind::Paths, None) => unreachable!("paths have ends"),
            (SubgraphKind::Cycles, _) => Problem::Cycles,
            (SubgraphKind::SpanningTrees, _) => Problem::SpanningTrees,
            (SubgraphKind::Forests, _) => Problem::Forests,
            (SubgraphKind::Factors, _) => {
                Problem::Degrees { allowed: vec![degrees.unwrap_or_default(); vertex_count] }
            }
        })
    }
}
