//! The questions and the answers: validated plain data, one module per problem kind.
//!
//! # The question
//! Every other crate either asks or answers something; the words for it are here, and nothing else.
//!
//! ```
//! use kumiki_model::{AntislideQuestion, Cuboid};
//! let question = AntislideQuestion::new("4x4x4".parse()?, vec!["2x2x1".parse()?]);
//! assert_eq!(question.container().cell_count(), 64);
//! assert_eq!("5x4x4".parse::<Cuboid>()?.sorted(), "4x4x5".parse()?); // the same box in another hand
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! # Structure, in reading order
//! * [`Cuboid`]: sides, cells and symmetries of a box.
//! * [`CoverProblem`]: items, options, colours, requirements and the symmetries that act on them.
//! * [`AntislideQuestion`], [`Packing`]: bricks in a box, and how they lie.
//! * [`PackQuestion`], [`PlacedPiece`]: pieces of any shape in a box of any shape, and how they
//!   lie; [`Look`], [`Rgb`]: the letters and colours that they are shown by.
//! * [`Polygon`], [`TilingQuestion`], [`PlacedTile`]: a polygon filled with polygons, and how they
//!   lie.
//! * [`SlidingPosition`], [`SlidingQuestion`]: tiles on a board, and where they shall go.
//! * [`Graph`]: vertices and edges, and the graphs of pieces on boards; [`Subgraph`]: some of them.
//! * [`Question`], [`Answer`]: what is asked and answered, as documents.
//! * [`Count`]: how many, exactly.
//! * [`ModelError`]: what can be wrong with a question.
//!
//! # What is absent
//! No search, no counting, no files, no clock. A value that exists is valid: constructors refuse
//! the rest.
#![forbid(unsafe_code)]

mod answer;
mod antislide;
mod arrangement;
mod asked;
mod count;
mod cover;
mod cover_answer;
mod cuboid;
mod document;
mod error;
mod graph;
mod layers;
mod looks;
mod packing;
mod pairing;
mod polygon;
mod puzzle;
mod rgb;
mod sliding;
mod sliding_answer;
mod subgraph;
mod tiling;
mod tiling_answer;

pub use answer::{
    ByBricks, BySymmetry, Classes, LevelReport, PuzzleSize, RunReport, SolutionRecord,
};
pub use antislide::{AntislideQuestion, Objective, Rule, Start, Symmetry};
pub use arrangement::PlacedPiece;
pub use asked::{ListRecord, ListWord, StoppedBy};
pub use count::Count;
pub use cover::{
    Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId, Requirement,
};
pub use cover_answer::{ArrangementRecord, CoverSymmetry};
pub use cuboid::Cuboid;
pub use document::{
    Answer, AntislideAsk, AntislidePart, Ask, ClassCount, CoverAsk, CoverFormat, CoverPart,
    DiagramForm, DocumentError, FORMAT, GraphAsk, GraphPart, How, Kernel, Method, PackAsk,
    PackPart, Part, PuzzleFormat, Question, SlideAsk, SlideManyPart, SlideTablePart, SlideTreePart,
    Solution, Source, TileAsk, TilePart, ToursAsk, ToursPart, TraceEvent, TraceOutcome, TraceStep,
    ask_schema, schema,
};
pub use error::ModelError;
pub use graph::Graph;
pub use layers::{label, layers_text};
pub use looks::{Look, PieceRecord};
pub use packing::{Packing, PlacedBrick};
pub use pairing::{EdgeRecord, FirstCycleRecord, IntersectionRecord, PairingRecord, StepsRecord};
pub use polygon::Polygon;
pub use puzzle::{Hold, PackQuestion, Piece, Place, Shape, Turns};
pub use rgb::{COLOUR_NAMES, PALETTE, Rgb};
pub use sliding::{Direction, Metric, SlidingBoard, SlidingPosition, SlidingQuestion, Unreachable};
pub use sliding_answer::{ByDistance, PathLevel, Pushes, RoundRecord, SlidingRecord};
pub use subgraph::{
    CellOrder, DiagramRecord, ForecastRecord, Subgraph, SubgraphKind, TourMethod, TourSymmetry,
};
pub use tiling::{Apart, Colours, PlacedTile, Tile, TilingQuestion};
pub use tiling_answer::{ByComposition, TileRecord, TilingRecord};
