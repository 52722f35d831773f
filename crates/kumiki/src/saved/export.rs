//! Solutions as rows of a table.

use crate::sink::Shown;
use kumiki_model::{Pushes, Solution, Subgraph};

/// The names of the columns.
#[must_use]
pub fn csv_head() -> &'static str {
    "number,symmetry,cost,solution\n"
}

/// A solution as a row: its number, its symmetries and its cost where they are known, and a text.
///
/// The text has options with `; ` between them; layers with blanks between them and a slash between
/// their rows; pushes, cells and edges with blanks between them; tiles as
/// JSON.
#[must_use]
pub fn csv_row(shown: &Shown) -> String {
    let layers = |layers: &[Vec<String>]| {
        let layers: Vec<String> = layers.iter().map(|rows| rows.join("/")).collect();
        layers.join(" ")
    };
    let (symmetry, text) = match &shown.solution {
        Solution::Bricks(record) => (Some(record.symmetry), layers(&record.layers)),
        Solution::Pieces(record) => (Some(record.symmetry), layers(&record.layers)),
        Solution::Options(options) => (None, options.join("; ")),
        Solution::Tour(cells) => (None, cells.join(" ")),
        Solution::Subgraph(Subgraph::Vertices(names)) => (None, names.join(" ")),
        Solution::Subgraph(Subgraph::Edges(edges)) => {
            let edges: Vec<String> = edges.iter().map(|edge| edge.join("-")).collect();
            (None, edges.join(" "))
        }
        Solution::Pushes(Pushes::Digits(digits)) => (None, digits.clone()),
        Solution::Pushes(Pushes::Numbers(tiles)) => {
            let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
            (None, tiles.join(" "))
        }
        Solution::Tiles(record) => {
            let tiles = serde_json::to_string(&record.tiles).expect("plain data");
            (record.symmetry, tiles)
        }
        other => (None, serde_json::to_string(other).expect("plain data")),
    };
    let symmetry = shown.symmetry.or(symmetry).map(|n| n.to_string()).unwrap_or_default();
    let cost = shown.cost.map(|cost| cost.to_string()).unwrap_or_default();
    let number = shown.number;
    format!("{number},{symmetry},{cost},\"{}\"\n", text.replace('"', "\"\""))
}
