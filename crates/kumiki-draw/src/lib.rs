//! Answers as pictures: packings of bricks and of any pieces, tilings, sliding tiles, tours and
//! other subgraphs → scenes → SVG or PostScript.
//!
//! # The question
//! A packing is a table of labels, and a table does not show why a brick cannot slide. What does it
//! look like in the hand? Two bricks 1x2x2, the second standing on the first, are two layers of
//! text; we draw the layers as coloured plans and the box as seen from above its nearest corner:
//!
//! ```text
//!     layer 1 (bottom)   layer 2 (top)           ________
//!                                               /   2   /|
//!          1 1               2 2               /_______/2|
//!          1 1               2 2              |   2   | /|
//!                                             |_______|/1|
//!                                             |   1   | /
//!                                             |_______|/
//! ```
//!
//! # Example
//! ```
//! use kumiki_draw::{Card, packing_sheet};
//! use kumiki_model::Packing;
//! let layers = ["11. 112 332", "544 5.2 332", "544 566 .66"]
//!     .map(|layer| layer.split(' ').map(str::to_owned).collect());
//! let packing = Packing::from_layers(&layers)?;
//! let card = Card { solution: packing, caption: "6 bricks".to_owned() };
//! let svg = packing_sheet("Bricks 2x2x1 in a 3x3x3 box", &[card]).to_svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("6 bricks"));
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! Solutions of packing puzzles, with pieces and boxes of any shape, are drawn by
//! [`arrangement_sheet`] in the same way; [`tiling_sheet`] draws polygons filled with polygons;
//! [`solution_sheet`] draws all boards on the way to the goal of sliding tiles, and
//! [`histogram_sheet`] how many positions are how far from it; [`graph_sheet`] draws tours on
//! boards and subgraphs of any graph; [`decision_sheet`] draws a small decision diagram.
//!
//! # Structure
//! A [`Scene`] is a list of shapes, painted first to last; it knows nothing of SVG or PostScript,
//! and these nothing of packings. Whatever is drawn makes a scene, a [`Sheet`] puts captioned
//! scenes into rows, and [`svg_document`] or [`eps_document`] writes the text.
//!
//! # Algorithm
//! The isometric view is the one part that could be wrong without looking wrong. Its steps I1 to I3
//! (paint cells, gather regions, trace outlines) stand in the header of `isometric.rs`. They work
//! on integers and draw each visible side of a brick as one polygon, whatever hides whatever.
//! Layers of pieces are traced likewise, on the squares of a grid, by `outline.rs`.
//!
//! # Cost and limits
//! Time and memory grow with the number of cells, a logarithm aside. A card of the 4x4x4 box with
//! 12 bricks is 10 KB of SVG. Nothing is ever cut off or shrunk beyond reading: a large box makes a
//! large sheet.
//!
//! # What is absent
//! No files, no fonts, no styles or scripts in the SVG; no judgement of packings, which is
//! `kumiki-judge`'s; no captions of our own, since the caller knows what was counted. Floating
//! point occurs here and in no other crate, and only after everything that decides *what* is drawn.
//!
//! # How we know it is right
//! All 1090 fillings of five small boxes are compared with a walk along every line of sight, pieces
//! as well as walls. The outlines of all 4096 sets of squares of a small board keep their areas,
//! and all 1024 sets of edges of five vertices become lines that have each edge once. The tests
//! parse every document again, and five of them have golden files. For the eye there is a gallery:
//! `cargo run -p kumiki-draw --example gallery`.
//!
//! # Reading order
//! `scene.rs`, `svg.rs`, `eps.rs`, `colour.rs`, `sheet.rs`, then `isometric.rs`, `outline.rs` and
//! `filling.rs`, and at last `packing.rs`, `pieces.rs` and `tiling.rs`, and `sliding.rs` and
//! `graph.rs` with their directories, and `decision.rs`.
//!
//! # Sources
//! M. Okabe and K. Ito, *Color Universal Design* (2008), for the first colours of the palette.
#![forbid(unsafe_code)]

mod colour;
mod decision;
mod eps;
mod filling;
mod graph;
mod isometric;
mod outline;
mod packing;
mod pieces;
mod scene;
mod sheet;
mod sliding;
mod svg;
mod tiling;
#[cfg(test)]
mod vision;

pub use colour::{Colour, colours_for};
pub use decision::{DecisionNode, decision_sheet};
pub use eps::eps_document;
pub use graph::graph_sheet;
pub use packing::packing_sheet;
pub use pieces::arrangement_sheet;
pub use scene::{Bounds, Lettering, Paint, Point, Scene, Shape, Stroke};
pub use sheet::{Card, Figure, LegendEntry, Sheet};
pub use sliding::{histogram_sheet, solution_sheet};
pub use svg::svg_document;
pub use tiling::tiling_sheet;
