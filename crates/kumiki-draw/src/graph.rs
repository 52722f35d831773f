//! Subgraphs: tours and paths on boards, and edges between vertices on a circle.
//!
//! # What it looks like
//! On a board, the cells are a pale checkerboard, a small dot is at the middle of each, and the
//! edges of the subgraph are lines from middle to middle. A graph without a board has its vertices
//! on a circle with their names outside, all its edges as thin grey lines, and those of the
//! subgraph bold. All that belongs to a subgraph has one dark colour.
//!
//! # Files
//! `trails.rs` finds the polylines in a set of edges, `board.rs` and `circle.rs` draw one subgraph
//! each. The sheet is here.

mod board;
mod circle;
mod trails;

use crate::scene::length;
use crate::{Bounds, Card, Colour, Paint, Point, Scene, Shape, Sheet, Stroke};
use kumiki_model::Graph;
use trails::{Trail, trails};

/// The colour of everything that belongs to a subgraph.
const ACCENT: Colour = Colour::new(0x00, 0x4b, 0x78);

/// Subgraphs of a graph on one sheet, to be written as SVG or PostScript. The title names the
/// graph; whoever knows more about the cards changes it.
///
/// ```
/// use kumiki_draw::{Card, graph_sheet};
/// let graph = "grid:2x2".parse()?;
/// let card = Card { solution: vec![[0, 1], [1, 3], [2, 3], [0, 2]], caption: "the only one".to_owned() };
/// let mut sheet = graph_sheet(&graph, &[card]);
/// assert_eq!(sheet.title, "A board of 2x2 cells");
/// assert_eq!(sheet.description, "One subgraph of a board of 2x2 cells. the only one: 0,0 - 0,1 - 1,1 - 1,0 - 0,0.");
/// sheet.title = "A round tour".to_owned();
/// assert!(sheet.to_svg().contains(">A round tour</text>"));
/// assert!(sheet.to_eps().starts_with("%!PS-Adobe-3.0 EPSF-3.0\n"));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Panics
/// If an edge joins a vertex that the graph does not have.
#[must_use]
pub fn graph_sheet(graph: &Graph, cards: &[Card<Vec<[usize; 2]>>]) -> Sheet {
    let subject = match (graph.board(), graph.vertex_count()) {
        (Some([rows, columns]), _) => format!("a board of {rows}x{columns} cells"),
        (None, 1) => "a graph of one vertex".to_owned(),
        (None, vertices) => format!("a graph of {vertices} vertices"),
    };
    let title = format!("A{}", subject.trim_start_matches('a'));
    Sheet::of(&title, "subgraph", &subject, cards, |card| {
        (graph_scene(graph, &card.solution), in_words(graph, card))
    })
}

/// A subgraph in words: the names along each of its lines.
fn in_words(graph: &Graph, card: &Card<Vec<[usize; 2]>>) -> String {
    let along = |trail: &Trail| {
        let back = trail.is_closed.then_some(trail.vertices[0]);
        let names: Vec<&str> = trail
            .vertices
            .iter()
            .copied()
            .chain(back)
            .map(|vertex| graph.names()[vertex].as_str())
            .collect();
        names.join(" - ")
    };
    let lines: Vec<String> = trails(&card.solution).iter().map(along).collect();
    let lines = if lines.is_empty() { "no edges".to_owned() } else { lines.join("; ") };
    format!(" {}: {lines}.", card.caption)
}

/// One subgraph as a scene. Every edge is drawn, whether the graph has it or not; nothing is
/// judged.
///
/// # Panics
/// If an edge joins a vertex that the graph does not have.
fn graph_scene(graph: &Graph, edges: &[[usize; 2]]) -> Scene {
    match graph.board() {
        Some(sides) => board::scene(sides, edges),
        None => circle::scene(graph, edges),
    }
}

/// Draws the lines of a subgraph through the middles of its vertices.
fn add_trails(
    scene: &mut Scene,
    edges: &[[usize; 2]],
    width: f64,
    middle: impl Fn(usize) -> Point,
) {
    let stroke = Stroke::solid(ACCENT, width);
    for trail in trails(edges) {
        let points = trail.vertices.iter().map(|vertex| middle(*vertex)).collect();
        scene.add(match trail.is_closed {
            true => {
                Shape::Polygon { rings: vec![points], radius: 0.0, paint: Paint::outlined(stroke) }
            }
            false => Shape::Line { points, stroke },
        });
    }
}

/// A round dot.
fn dot(middle: Point, radius: f64, colour: Colour) -> Shape {
    let bounds = Bounds::at(middle, 0.0, 0.0).grown(radius);
    Shape::Rectangle { bounds, radius, paint: Paint::filled(colour) }
}

/// Which of so many vertices are ends of edges.
fn touched(vertex_count: usize, edges: &[[usize; 2]]) -> Vec<bool> {
    let mut is_touched = vec![false; vertex_count];
    edges.iter().flatten().for_each(|vertex| is_touched[*vertex] = true);
    is_touched
}
