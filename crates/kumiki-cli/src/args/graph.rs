//! The arguments of `kumiki graph`.

use super::solving::{CommonArgs, PictureArgs, SampleArgs};
use super::values::parse_degree;
use clap::{Args, ValueEnum};
use kumiki::model::SubgraphKind;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kumiki graph matchings grid:10x10                       258584046368 ways to lay dominoes
  kumiki graph hamiltonian-cycles grid:12x12              1076226888605605706
  kumiki graph paths grid:9x9 --from 0,0 --to 8,8         from corner to corner, no cell twice
  kumiki graph hamiltonian-paths knight:5x5               open tours of a knight
  kumiki graph cycles king:4x4 --sample 6 --svg cycles.svg   six, each set equally likely
  kumiki graph matchings grid:4x4 --list --one-per-class  9 of 36, up to motions of the board
  kumiki graph spanning-trees grid:8x8 --verify           counted again by a determinant
  kumiki graph forests grid:3x3 --diagram forests.dot     the decision diagram of all, for Graphviz
  kumiki graph factors grid:6x6 --degrees 2               ways to cover all cells by cycles
  kumiki graph factors king:3x3 --degrees 0,2 --list 3    any cycles that do not touch, or none
  kumiki graph spanning-trees my-edges.txt                a file with an edge on each line
  echo IheA@GUAo | kumiki graph spanning-trees -          Petersen's graph in graph6: 2000

GRAPH is grid:ROWSxCOLUMNS, king:ROWSxCOLUMNS, knight:ROWSxCOLUMNS, leaper:A,B:ROWSxCOLUMNS or a file. \
Cells of a board are called ROW,COLUMN, from 0,0 on. In a file, a line has the names of the two \
ends of \
an edge with blanks between; # begins a comment, and a name with a colon is a vertex with or \
without edges. \
DIMACS, CSV (two columns), graph6, sparse6 and undirected DOT are known by what is in the file. \
Matchings are perfect: \
every vertex has an edge. Factors are sets of edges of which every vertex has as many as \
--degrees allows. \
Lists, samples and diagrams need the diagram of all solutions in memory.
Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.")]
pub(crate) struct GraphArgs {
    /// What is counted
    #[arg(value_name = "KIND", value_enum)]
    pub(crate) kind: SubgraphKindArg,
    /// The graph: a name such as grid:8x8, or a file of edges, - for stdin
    #[arg(value_name = "GRAPH")]
    pub(crate) graph: PathBuf,
    /// For paths: where they begin
    #[arg(long, value_name = "VERTEX", requires = "to")]
    pub(crate) from: Option<String>,
    /// For paths: where they end
    #[arg(long, value_name = "VERTEX", requires = "from")]
    pub(crate) to: Option<String>,
    /// For factors: how many edges a vertex may have, such as 2 or 0,2
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = parse_degree)]
    pub(crate) degrees: Vec<usize>,
    /// Write the decision diagram of all solutions: .dot for Graphviz, .zdd as Graphillion reads
    /// it, .knuth as D. E. Knuth's programs print it; - for stdout, as .dot
    #[arg(long, value_name = "FILE")]
    pub(crate) diagram: Option<PathBuf>,
    /// List one of each class, with its number of symmetries: those count as the same that a motion
    /// of the board takes to each other, or a symmetry of a graph from a file; both keep the ends
    /// of paths
    #[arg(long, conflicts_with = "sample")]
    pub(crate) one_per_class: bool,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// What is counted.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SubgraphKindArg {
    Matchings,
    HamiltonianCycles,
    HamiltonianPaths,
    Paths,
    Cycles,
    SpanningTrees,
    Forests,
    Factors,
}

impl From<SubgraphKindArg> for SubgraphKind {
    fn from(kind: SubgraphKindArg) -> Self {
        match kind {
            SubgraphKindArg::Matchings => Self::Matchings,
            SubgraphKindArg::HamiltonianCycles => Self::HamiltonianCycles,
            SubgraphKindArg::HamiltonianPaths => Self::HamiltonianPaths,
            SubgraphKindArg::Paths => Self::Paths,
            SubgraphKindArg::Cycles => Self::Cycles,
            SubgraphKindArg::SpanningTrees => Self::SpanningTrees,
            SubgraphKindArg::Forests => Self::Forests,
            SubgraphKindArg::Factors => Self::Factors,
        }
    }
}
