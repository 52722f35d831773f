//! The files people have: exact covers, packing puzzles, tiling problems and graphs, read and
//! written; lists of positions of sliding tiles, read.
//!
//! # 1. The question
//! Somebody has a file. What problem does it state, and if it states none, what is wrong, and
//! where? And the other way round: how does another program read a problem of ours?
//!
//! By hand: three items, of which `x` may stay uncovered, and three options. `a` and `b` can be
//! covered together, by the first option, or one by one if both give `x` the same colour. The third
//! option has a misprint:
//!
//! ```
//! use kumiki_formats::cover::{CoverFile, CoverFormat};
//!
//! let file = "| an exact cover in Knuth's text\na b | x\na b |5\na x:red\nb y:red\n";
//! let error = CoverFile::read(file.as_bytes(), CoverFormat::Auto).expect_err("there is no y");
//! assert_eq!(error.to_string(), "line 5, column 3: unknown item 'y', expected one of the items of line 2");
//!
//! let file = CoverFile::read(file.replace('y', "x").as_bytes(), CoverFormat::Auto)?;
//! assert_eq!(file.problem().options().len(), 3);
//! assert!(file.to_json().contains(r#"{"items":["a","b"],"cost":5}"#));
//! # Ok::<(), kumiki_formats::FormatError>(())
//! ```
//!
//! # 2. Structure
//! [`cover`] has exact covers, [`puzzle`] has packing puzzles, [`tiling`] has polygons tiled by
//! polygons, [`sliding`] has lists of positions of sliding tiles, [`edges`] has graphs. A reader is
//! given all bytes of a file and returns a model or the first error; a writer returns the text.
//! [`solutions`] are too many for that: they are written and read frame by frame.
//! Where there are dialects, each turns text into a draft, and the draft becomes a valid model. All
//! share [`FormatError`], and a `Span`: a line, a word or a value that knows where it stands in the
//! file. Puzzles and tilings share our TOML.
//!
//! # 3. Cost
//! The readers of covers take linear time. A cover with 50,000 items and 100,000 options of ten
//! items each, 10 MB of text, is read in 0.5 seconds and takes 45 MB, even in a build for
//! debugging. A line of a cover has at most 16 MiB.
//!
//! # 4. What is absent
//! Opening files, and their names in messages: that is for the fronts, which call [`text_of`] on
//! what they have read. Symmetries: no file format
//! here has them. Solving: see the engines.
//!
//! # 5. How we know it is right
//! For covers: random problems are written and read back in every dialect, and what a dialect
//! cannot say is refused, and nothing else. Every error has a test with its exact line and column.
//! The formula written for satisfiability solvers has one model per solution, for all problems with
//! two items and three options and for random ones with up to eleven.
//!
//! For tilings: random problems of every ring are written and read back, every error has a test
//! with its line and column, and the example in the book is read.
//!
//! For graphs: every graph of up to four vertices and random ones are written and read back; random
//! graphs, written by the tests in every other format, are read; every error has a test with its
//! line and column.
//!
//! For all formats: tens of thousands of good files with bytes and lines changed are read
//! consistently or refused in one line.
//!
//! # 6. Sources
//! D. E. Knuth, TAOCP 7.2.2.1 and the introductions of his programs DLX1, DLX2, DLX3 and DLX5 for
//! the text of exact covers; C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
//! constraints (2005), for counting in clauses. The format of graphs of the second DIMACS
//! implementation challenge (1993). The sources of the puzzle formats and of other graphs stand
//! with their readers.
#![forbid(unsafe_code)]

pub mod cover;
pub mod edges;
mod error;
pub mod picture;
mod plain_text;
pub mod puzzle;
pub mod sliding;
pub mod solutions;
mod span;
pub mod tiling;
mod toml_keys;

pub use error::{FormatError, one_line, quoted};
pub use plain_text::text_of;
