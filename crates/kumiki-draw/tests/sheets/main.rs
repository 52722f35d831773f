//! Sheets as SVG text. One binary: `svg_reader` reads what is written.

mod document;
mod graph_document;
mod svg_reader;
