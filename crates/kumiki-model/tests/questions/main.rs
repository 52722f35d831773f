//! Polygons and tiling questions.

mod polygon;
mod tiling;
