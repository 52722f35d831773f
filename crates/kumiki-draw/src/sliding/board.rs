//! One board: tiles with their numbers, and what the last move has done.

use crate::colour::palette;
use crate::scene::length;
use crate::{Bounds, Colour, Lettering, Paint, Point, Scene, Shape, Stroke};
use kumiki_model::{Direction, SlidingBoard, SlidingPosition};

/// From the beginning of one cell to that of the next.
const PITCH: f64 = 28.0;
/// Between two tiles.
const GAP: f64 = 2.0;
/// From the outer tiles to the edge of the board.
const RIM: f64 = 3.0;
/// How much white is stirred into the colour of a tile that is not at home.
const PALE_PERCENT: u8 = 68;

const GROUND: Colour = Colour::grey(0xe2);
const NUMBER: f64 = 13.0;
const EDGE: Stroke = Stroke::solid(Colour::grey(0x9a), 1.0);
const GOAL_EDGE: Stroke = Stroke::solid(Colour::INK, 2.4);
const PUSHED: Stroke = Stroke::solid(Colour::INK, 2.0);
const ARROW: Stroke = Stroke::solid(Colour::grey(0x55), 1.8);
/// From the middle of an arrow to its ends, and the length of its barbs.
const ARROW_REACH: f64 = 7.0;
const ARROW_BARB: f64 = 4.5;

/// A move: the way the blank went, and how many tiles it passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slide {
    pub(super) way: Direction,
    pub(super) count: usize,
}

/// How boards with one goal are drawn.
pub(super) struct BoardStyle<'a> {
    goal: &'a SlidingPosition,
    /// The colour of each row of the goal.
    colours: Vec<Colour>,
}

impl<'a> BoardStyle<'a> {
    pub(super) fn new(goal: &'a SlidingPosition) -> Self {
        Self { goal, colours: palette(goal.board().rows()) }
    }

    /// How large a board is drawn.
    pub(super) fn size(&self) -> [f64; 2] {
        let board = self.goal.board();
        [board.columns(), board.rows()].map(|count| length(count) * PITCH - GAP + 2.0 * RIM)
    }

    /// A position, with a heavy edge if it is the goal. The tiles that were pushed last have a
    /// heavy edge too, and an arrow in the cell that they left shows where to.
    pub(super) fn scene(&self, position: &SlidingPosition, last: Option<Slide>) -> Scene {
        let board = position.board();
        assert_eq!(board, self.goal.board(), "a position and its goal are of one board");
        let [width, height] = self.size();
        let edge = if position == self.goal { GOAL_EDGE } else { EDGE };
        let mut scene = Scene::new();
        scene.add(Shape::Rectangle {
            bounds: Bounds::at(Point::default(), width, height),
            radius: 6.0,
            paint: Paint::filled(GROUND).with_stroke(edge),
        });
        let pushed = pushed_cells(position, last);
        for (cell, tile) in position.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let home = self.goal.cell_of(*tile);
            let strong = self.colours[home / board.columns()];
            let colour =
                if home == cell { strong } else { strong.mixed(Colour::WHITE, PALE_PERCENT) };
            let paint = Paint::filled(colour);
            let paint = if pushed.contains(&cell) { paint.with_stroke(PUSHED) } else { paint };
            let bounds = cell_bounds(board, cell);
            scene.add(Shape::Rectangle { bounds, radius: 4.0, paint });
            scene.write(tile.to_string(), bounds.centre(), Lettering::bold(NUMBER, colour.ink()));
        }
        if let Some(Slide { way, .. }) = last {
            add_arrow(&mut scene, cell_bounds(board, position.blank()).centre(), way.opposite());
        }
        scene
    }
}

/// The cells of the tiles that the last move pushed: behind the blank, as it went on.
fn pushed_cells(position: &SlidingPosition, last: Option<Slide>) -> Vec<usize> {
    let Some(Slide { way, count }) = last else { return Vec::new() };
    let behind = |cell: &usize| position.board().neighbour(*cell, way.opposite());
    std::iter::successors(Some(position.blank()), behind).skip(1).take(count).collect()
}

/// Where the tile of a cell lies.
fn cell_bounds(board: SlidingBoard, cell: usize) -> Bounds {
    let [x, y] =
        [cell % board.columns(), cell / board.columns()].map(|count| RIM + length(count) * PITCH);
    Bounds::at(Point::new(x, y), PITCH - GAP, PITCH - GAP)
}

/// An arrow around a point.
fn add_arrow(scene: &mut Scene, centre: Point, way: Direction) {
    let [x, y] = match way {
        Direction::East => [1.0, 0.0],
        Direction::North => [0.0, -1.0],
        Direction::West => [-1.0, 0.0],
        Direction::South => [0.0, 1.0],
    };
    // So far along the arrow, and so far to its side.
    let at = |along: f64, aside: f64| {
        Point::new(centre.x + along * x - aside * y, centre.y + along * y + aside * x)
    };
    let neck = ARROW_REACH - ARROW_BARB;
    let tip = at(ARROW_REACH, 0.0);
    scene.add(Shape::Line { points: vec![at(-ARROW_REACH, 0.0), tip], stroke: ARROW });
    let barbs = vec![at(neck, ARROW_BARB), tip, at(neck, -ARROW_BARB)];
    scene.add(Shape::Line { points: barbs, stroke: ARROW });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position alone, coloured as its goal demands.
    fn board_scene(position: &SlidingPosition, goal: &SlidingPosition) -> Scene {
        BoardStyle::new(goal).scene(position, None)
    }

    fn position(board: &str, text: &str) -> SlidingPosition {
        SlidingPosition::parse(board.parse().expect("a board"), text).expect("a position")
    }

    /// The tiles of a scene: bounds, paint and number. The first rectangle is the board.
    fn tiles(scene: &Scene) -> Vec<(Bounds, Paint, String)> {
        let rectangles = scene.shapes().iter().filter_map(|shape| match shape {
            Shape::Rectangle { bounds, paint, .. } => Some((*bounds, *paint)),
            _ => None,
        });
        let texts = scene.shapes().iter().filter_map(|shape| match shape {
            Shape::Text { text, centre, .. } => Some((text.clone(), *centre)),
            _ => None,
        });
        let pairs = rectangles.skip(1).zip(texts);
        pairs
            .map(|((bounds, paint), (text, centre))| {
                assert_eq!(bounds.centre(), centre, "a number stands in its tile");
                (bounds, paint, text)
            })
            .collect()
    }

    #[test]
    fn every_tile_is_there_and_none_overlaps_another_or_the_edge() {
        for board in ["2x2", "3x4", "4x4", "5x5", "6x6", "2x18", "18x2"] {
            let goal = SlidingPosition::solved(board.parse().expect("a board"));
            let scene = board_scene(&goal, &goal);
            let tiles = tiles(&scene);
            let numbers: Vec<usize> =
                tiles.iter().map(|tile| tile.2.parse().expect("a number")).collect();
            assert_eq!(numbers, (1..goal.tiles().len()).collect::<Vec<_>>());
            let edge = scene.bounds();
            let lettering = Lettering::bold(NUMBER, Colour::INK);
            for (at, (bounds, _, text)) in tiles.iter().enumerate() {
                assert!(lettering.width_of(text) < bounds.width());
                assert_eq!(edge.union(bounds.grown(RIM)), edge);
                for (other, ..) in &tiles[..at] {
                    let is_right = other.high.x < bounds.low.x || bounds.high.x < other.low.x;
                    assert!(is_right || other.high.y < bounds.low.y || bounds.high.y < other.low.y);
                }
            }
        }
    }

    #[test]
    fn rows_of_the_goal_have_colours_which_are_strong_at_home_only() {
        let goal = position("3x3", "123456780");
        let fills = |text: &str| -> Vec<Colour> {
            let scene = board_scene(&position("3x3", text), &goal);
            tiles(&scene).into_iter().map(|(_, paint, _)| paint.fill.expect("filled")).collect()
        };
        let home = fills("123456780");
        assert!(
            home[0] == home[2] && home[3] == home[5] && home[0] != home[3] && home[3] != home[6]
        );
        let away = fills("213456708");
        assert_eq!(away[0], home[0].mixed(Colour::WHITE, PALE_PERCENT));
        assert_eq!((away[0], away[7]), (away[1], home[6].mixed(Colour::WHITE, PALE_PERCENT)));
        assert_eq!(away[2..7], home[2..7]);
    }

    #[test]
    fn pushed_tiles_have_an_edge_and_the_arrow_points_at_them() {
        let goal = position("3x3", "123456780");
        let style = BoardStyle::new(&goal);
        for (way, count, marked) in [
            (Direction::West, 2, vec!["7", "8"]),
            (Direction::West, 1, vec!["7"]),
            (Direction::South, 2, vec!["1", "4"]),
            (Direction::South, 1, vec!["4"]),
        ] {
            let scene = style.scene(&position("3x3", "123456078"), Some(Slide { way, count }));
            let edged = |(_, paint, text): (Bounds, Paint, String)| paint.stroke.map(|_| text);
            let found: Vec<String> = tiles(&scene).into_iter().filter_map(edged).collect();
            assert_eq!(found, marked, "{way:?}");
            let Some(Shape::Line { points: barbs, .. }) = scene.shapes().last() else {
                panic!("no arrow")
            };
            let blank = cell_bounds(goal.board(), 6);
            let tip = barbs[1];
            let middle = blank.centre();
            match way {
                Direction::West => assert!(tip.x > middle.x && tip.y == middle.y),
                _ => assert!(tip.y < middle.y && tip.x == middle.x),
            }
            assert_eq!(
                blank.union(Bounds::at(tip, 0.0, 0.0)),
                blank,
                "the arrow stays in its cell"
            );
        }
    }

    #[test]
    fn only_the_goal_has_a_heavy_edge() {
        let goal = position("2x2", "1230");
        let edge = |text: &str| match &board_scene(&position("2x2", text), &goal).shapes()[0] {
            Shape::Rectangle { paint, .. } => paint.stroke,
            other => panic!("no board: {other:?}"),
        };
        assert_eq!((edge("1230"), edge("1203")), (Some(GOAL_EDGE), Some(EDGE)));
    }
}
