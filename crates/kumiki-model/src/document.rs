//! Questions and answers as documents: what fronts send in and get back, what is saved and judged.

mod answer;
mod ask;
mod error;
mod question;
mod reading;
mod schema;
mod source;
mod trace;
mod words;

pub use answer::{
    Answer, AntislidePart, ClassCount, CoverPart, GraphPart, PackPart, Part, SlideManyPart,
    SlideTablePart, SlideTreePart, Solution, TilePart, ToursPart,
};
pub(crate) use ask::is_default;
pub use ask::{AntislideAsk, CoverAsk, GraphAsk, PackAsk, SlideAsk, TileAsk, ToursAsk};
pub use error::DocumentError;
pub use question::{Ask, FORMAT, How, Question, ask_schema};
pub use schema::schema;
pub use source::Source;
pub use trace::{TraceEvent, TraceOutcome, TraceStep};
pub use words::{CoverFormat, DiagramForm, Kernel, Method, PuzzleFormat};
