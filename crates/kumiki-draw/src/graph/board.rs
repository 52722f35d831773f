//! A subgraph on a board of cells.

use super::{ACCENT, add_trails, dot, length, touched};
use crate::{Bounds, Colour, Paint, Point, Scene, Shape, Stroke};

/// How long the longer side of a board is drawn, as far as its cells allow it.
const EXTENT: f64 = 336.0;
/// The smallest and the largest cell.
const CELL: [f64; 2] = [14.0, 56.0];

/// What is proportional to a cell: the width of lines, and the radius of dots.
const LINE: f64 = 0.075;
const DOT: f64 = 0.085;

const DARK_CELL: Colour = Colour::grey(0xeb);
const UNTOUCHED: Colour = Colour::grey(0xb4);
const BOARD_EDGE: Stroke = Stroke::solid(Colour::grey(0xb4), 1.0);

/// Draws edges between the cells of a board.
pub(super) fn scene([rows, columns]: [usize; 2], edges: &[[usize; 2]]) -> Scene {
    let cell = (EXTENT / length(rows.max(columns))).clamp(CELL[0], CELL[1]).floor();
    let middle = |vertex: usize| {
        let [row, column] =
            [vertex / columns, vertex % columns].map(|at| (length(at) + 0.5) * cell);
        Point::new(column, row)
    };
    let square =
        |vertex: usize| Bounds::at(middle(vertex), 0.0, 0.0).grown(cell / 2.0).corners().to_vec();
    let is_dark = |vertex: &usize| (vertex / columns + vertex % columns) % 2 == 1;
    let mut scene = Scene::new();
    let rings: Vec<_> = (0..rows * columns).filter(is_dark).map(square).collect();
    if !rings.is_empty() {
        scene.add(Shape::Polygon { rings, radius: 0.0, paint: Paint::filled(DARK_CELL) });
    }
    let whole = Bounds::at(Point::default(), length(columns) * cell, length(rows) * cell);
    scene.add(Shape::Rectangle { bounds: whole, radius: 0.0, paint: Paint::outlined(BOARD_EDGE) });
    add_trails(&mut scene, edges, LINE * cell, middle);
    for (vertex, is_touched) in touched(rows * columns, edges).into_iter().enumerate() {
        let colour = if is_touched { ACCENT } else { UNTOUCHED };
        scene.add(dot(middle(vertex), DOT * cell, colour));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_board_has_these_coordinates() {
        let point = Point::new;
        let scene = scene([2, 3], &[[0, 1], [1, 4], [0, 3]]);
        let [cells, edge, line, dots @ ..] = scene.shapes() else { panic!("{scene:?}") };
        let Shape::Polygon { rings, .. } = cells else { panic!("{cells:?}") };
        let corners: Vec<Point> = rings.iter().map(|ring| ring[0]).collect();
        assert_eq!(corners, [point(56.0, 0.0), point(0.0, 56.0), point(112.0, 56.0)]);
        assert_eq!(
            rings[0],
            [point(56.0, 0.0), point(112.0, 0.0), point(112.0, 56.0), point(56.0, 56.0)]
        );
        let Shape::Rectangle { bounds, .. } = edge else { panic!("{edge:?}") };
        assert_eq!(*bounds, Bounds::at(point(0.0, 0.0), 168.0, 112.0));
        let Shape::Line { points, stroke } = line else { panic!("{line:?}") };
        assert_eq!(
            points[..],
            [point(28.0, 84.0), point(28.0, 28.0), point(84.0, 28.0), point(84.0, 84.0)]
        );
        assert_eq!(*stroke, Stroke::solid(ACCENT, LINE * 56.0));
        let colour = |at: usize| match &dots[at] {
            Shape::Rectangle { paint, .. } => paint.fill,
            other => panic!("{other:?}"),
        };
        let expected = [ACCENT, ACCENT, UNTOUCHED, ACCENT, ACCENT, UNTOUCHED].map(Some);
        assert_eq!((0..dots.len()).map(colour).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn boards_of_all_sizes_are_drawn_to_fit() {
        let size = |rows: usize, columns: usize| {
            let bounds = scene([rows, columns], &[]).bounds();
            (bounds.width(), bounds.height())
        };
        assert_eq!(size(1, 1), (56.0, 56.0));
        assert_eq!(size(6, 6), (336.0, 336.0));
        assert_eq!(size(8, 8), (336.0, 336.0));
        assert_eq!(size(3, 10), (330.0, 99.0));
        assert_eq!(size(64, 64), (896.0, 896.0));
    }
}
