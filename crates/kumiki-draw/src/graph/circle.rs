//! A subgraph of a graph whose vertices lie on a circle, the first one at the top and the others
//! clockwise.

use super::{ACCENT, add_trails, dot, length, touched};
use crate::{Colour, Lettering, Point, Scene, Shape, Stroke};
use kumiki_model::Graph;
use std::f64::consts::TAU;

/// The radius of a circle, if its vertices are not too many for it.
const RADIUS: f64 = 120.0;
/// The least distance along the circle from one vertex to the next: room for the longest name, if
/// it is not too long, as names near the top stand side by side.
const PITCH: [f64; 2] = [22.0, 160.0];
/// Between names that stand side by side.
const BESIDE_NAME: f64 = 8.0;
/// From the middle of a vertex to its name.
const NAME_GAP: f64 = 9.0;

const NAME: Lettering = Lettering::plain(13.0, Colour::INK);
const OTHER_EDGE: Stroke = Stroke::solid(Colour::grey(0xcc), 1.2);
const LINE_WIDTH: f64 = 3.2;
const DOT_RADIUS: f64 = 4.2;
const UNTOUCHED: Colour = Colour::grey(0x99);

/// Draws a graph and some of its edges bold.
pub(super) fn scene(graph: &Graph, edges: &[[usize; 2]]) -> Scene {
    let count = graph.vertex_count();
    let widest = graph.names().iter().map(|name| NAME.width_of(name)).fold(0.0, f64::max);
    let pitch = (widest + BESIDE_NAME).clamp(PITCH[0], PITCH[1]);
    let radius = RADIUS.max(length(count) * pitch / TAU);
    let direction = |vertex: usize| {
        let turn = TAU * length(vertex) / length(count);
        Point::new(turn.sin(), -turn.cos())
    };
    let middle = |vertex: usize| {
        assert!(vertex < count, "vertex {vertex} of {count}");
        Point::new(radius * direction(vertex).x, radius * direction(vertex).y)
    };
    let mut scene = Scene::new();
    for ends in graph.edges() {
        scene.add(Shape::Line { points: ends.map(middle).to_vec(), stroke: OTHER_EDGE });
    }
    add_trails(&mut scene, edges, LINE_WIDTH, middle);
    for (vertex, is_touched) in touched(count, edges).into_iter().enumerate() {
        let colour = if is_touched { ACCENT } else { UNTOUCHED };
        scene.add(dot(middle(vertex), DOT_RADIUS, colour));
        let (name, way) = (&graph.names()[vertex], direction(vertex));
        // Half of the name's box in this direction, so that it ends before the vertex wherever that
        // is.
        let half = way.x.abs() * NAME.width_of(name) / 2.0 + way.y.abs() * NAME.size / 2.0;
        let distance = radius + NAME_GAP + half;
        scene.write(name, Point::new(distance * way.x, distance * way.y), NAME);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    fn graph(vertex_count: usize, edges: &[[usize; 2]]) -> Graph {
        Graph::new((0..vertex_count).map(|vertex| format!("v{vertex}")).collect(), edges.to_vec())
            .expect("a graph")
    }

    #[test]
    fn four_vertices_are_at_the_four_ends_of_a_cross() {
        let scene = scene(&graph(4, &[[0, 1], [0, 2], [2, 3]]), &[[0, 2]]);
        let near = |point: &Point, x: f64, y: f64| {
            (point.x - x).abs() < 1e-9 && (point.y - y).abs() < 1e-9
        };
        let ends = [(0.0, -120.0), (120.0, 0.0), (0.0, 120.0), (-120.0, 0.0)];
        let mut lines = Vec::new();
        for shape in scene.shapes() {
            if let Shape::Line { points, stroke } = shape {
                let vertex = |point: &Point| ends.iter().position(|(x, y)| near(point, *x, *y));
                let numbers: Option<Vec<usize>> = points.iter().map(vertex).collect();
                lines.push((numbers.expect("lines end at vertices"), stroke.colour));
            }
        }
        let grey = OTHER_EDGE.colour;
        assert_eq!(
            lines,
            [(vec![0, 1], grey), (vec![0, 2], grey), (vec![2, 3], grey), (vec![0, 2], ACCENT)]
        );
        // Names are outside of the circle.
        let names: Vec<&Point> = scene.shapes().iter().filter_map(text_centre).collect();
        let half_width = NAME.width_of("v1") / 2.0;
        assert!(near(names[0], 0.0, -120.0 - NAME_GAP - 6.5));
        assert!(near(names[1], 120.0 + NAME_GAP + half_width, 0.0));
    }

    fn text_centre(shape: &Shape) -> Option<&Point> {
        match shape {
            Shape::Text { centre, .. } => Some(centre),
            _ => None,
        }
    }

    #[test]
    fn names_do_not_overlap_however_many_there_are() {
        for vertex_count in [1, 2, 5, 10, 40, 100] {
            let names: Vec<String> =
                (0..vertex_count).map(|vertex| format!("vertex {vertex}")).collect();
            let scene = scene(&Graph::new(names, Vec::new()).expect("a graph"), &[]);
            let texts = scene.shapes().iter().filter(|shape| matches!(shape, Shape::Text { .. }));
            let boxes: Vec<Bounds> = texts
                .map(|text| {
                    let mut alone = Scene::new();
                    alone.add(text.clone());
                    alone.bounds()
                })
                .collect();
            assert_eq!(boxes.len(), vertex_count);
            for (at, one) in boxes.iter().enumerate() {
                for other in &boxes[..at] {
                    let apart = |[low, high]: [f64; 2], [other_low, other_high]: [f64; 2]| {
                        high <= other_low || other_high <= low
                    };
                    assert!(
                        apart([one.low.x, one.high.x], [other.low.x, other.high.x])
                            || apart([one.low.y, one.high.y], [other.low.y, other.high.y]),
                        "{one:?} and {other:?} of {vertex_count}"
                    );
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "vertex 3 of 3")]
    fn an_edge_to_nowhere_is_a_bug() {
        let _ = scene(&graph(3, &[]), &[[0, 3]]);
    }
}
