//! A solution as boards in rows, one after every move.

use super::board::{BoardStyle, Slide};
use crate::scene::length;
use crate::{Colour, Lettering, Point, Scene};
use kumiki_model::{Metric, SlidingPosition, SlidingQuestion};

/// The width that the boards of a row try not to exceed: ten boards of 5x5.
const TARGET_WIDTH: f64 = 1640.0;
/// How many boards a row may have. Ten is best, as each row then begins with a round number.
const PER_ROW: [usize; 4] = [10, 5, 2, 1];
/// Between neighbouring boards.
const GAP: f64 = 22.0;
/// Room for the number above a board.
const HEAD: f64 = 20.0;

const STEP: Lettering = Lettering::plain(12.0, Colour::grey(0x66));
const GOAL: Lettering = Lettering::bold(12.0, Colour::INK);

/// A solution as boards in rows: the start, and the position after every move. If a slide of
/// several tiles is one move, there is one board for it.
///
/// Whether the goal is reached is not judged, but only a board that is the goal is called so.
///
/// # Panics
/// If a tile is pushed that is not beside the blank.
pub(super) fn solution_scene(question: &SlidingQuestion, pushes: &[u8]) -> Scene {
    let boards = boards(question, pushes);
    let style = BoardStyle::new(question.goal());
    let [width, height] = style.size();
    let pitch = [width + GAP, height + HEAD + GAP];
    let per_row = per_row(boards.len(), pitch[0]);
    let mut scene = Scene::new();
    for (step, (position, last)) in boards.iter().enumerate() {
        let left = length(step % per_row) * pitch[0];
        let top = length(step / per_row) * pitch[1];
        let is_goal = step + 1 == boards.len() && position == question.goal();
        let label = match (step, is_goal) {
            (0, false) => "start".to_owned(),
            (0, true) => "start: goal".to_owned(),
            (_, false) => step.to_string(),
            (_, true) => format!("{step}: goal"),
        };
        let lettering = if is_goal { GOAL } else { STEP };
        scene.write(label, Point::new(left + width / 2.0, top + STEP.size / 2.0), lettering);
        scene.place(style.scene(position, *last), Point::new(left, top + HEAD));
    }
    scene
}

/// How many of so many boards stand in a row.
fn per_row(count: usize, pitch: f64) -> usize {
    let fits = |boards: &usize| length(*boards) * pitch - GAP <= TARGET_WIDTH;
    // A few boards need not leave one for a second row.
    if fits(&count) && count <= PER_ROW[0] + 1 {
        return count;
    }
    PER_ROW.into_iter().find(fits).unwrap_or(1)
}

/// The start, and the position after every move with the move.
fn boards(question: &SlidingQuestion, pushes: &[u8]) -> Vec<(SlidingPosition, Option<Slide>)> {
    let mut position = question.start().clone();
    let mut boards = vec![(position.clone(), None)];
    for (at, tile) in pushes.iter().enumerate() {
        let way = position.direction_of_push(*tile);
        let way = way.unwrap_or_else(|| {
            panic!("push {} is of tile {tile}, which is not beside the blank", at + 1)
        });
        position.step(way);
        // A slide of several tiles may be one move.
        let is_one_move = |last: &Slide| question.metric() == Metric::Multi && last.way == way;
        let last = boards.last().and_then(|(_, last)| last.filter(is_one_move));
        if last.is_some() {
            boards.pop();
        }
        let count = 1 + last.map_or(0, |last| last.count);
        boards.push((position.clone(), Some(Slide { way, count })));
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Shape};
    use kumiki_model::Direction;

    /// A solution that goes round and round on a board, backwards from the goal.
    fn round_trip(board: &str, push_count: usize, metric: Metric) -> (SlidingQuestion, Vec<u8>) {
        let goal = SlidingPosition::solved(board.parse().expect("a board"));
        let ways = [Direction::North, Direction::West, Direction::South, Direction::East];
        let mut position = goal.clone();
        let mut pushes: Vec<u8> = (0..push_count)
            .map(|at| position.step(ways[at % 4]).expect("the corner has room for a round trip"))
            .collect();
        pushes.reverse();
        (SlidingQuestion::new(position, goal, metric).expect("one board"), pushes)
    }

    /// Bounds of the boards and the labels above them.
    fn parts(scene: &Scene) -> (Vec<Bounds>, Vec<String>) {
        let mut found = (Vec::new(), Vec::new());
        for shape in scene.shapes() {
            match shape {
                Shape::Group { shift, scene } => found.0.push(scene.bounds().shifted(*shift)),
                Shape::Text { text, .. } => found.1.push(text.clone()),
                other => panic!("neither a board nor a label: {other:?}"),
            }
        }
        found
    }

    #[test]
    fn there_is_a_board_for_every_move_and_all_keep_apart() {
        for (board, push_count) in
            [("2x2", 0), ("2x2", 3), ("3x3", 31), ("4x4", 80), ("6x6", 25), ("2x18", 7)]
        {
            let (question, pushes) = round_trip(board, push_count, Metric::Single);
            let scene = solution_scene(&question, &pushes);
            let (boards, labels) = parts(&scene);
            assert_eq!((boards.len(), labels.len()), (push_count + 1, push_count + 1));
            assert!(scene.bounds().width() <= TARGET_WIDTH, "{board}");
            for (at, bounds) in boards.iter().enumerate() {
                for other in &boards[..at] {
                    let is_beside =
                        other.high.x + GAP <= bounds.low.x || bounds.high.x + GAP <= other.low.x;
                    assert!(is_beside || other.high.y + GAP <= bounds.low.y, "{board} {at}");
                }
            }
            assert!(labels.last().expect("the start").ends_with("goal"));
            assert_eq!(labels.iter().filter(|label| label.ends_with("goal")).count(), 1);
            let numbered = labels.iter().enumerate().skip(1);
            assert!(
                numbered
                    .clone()
                    .all(|(step, label)| label.split(':').next() == Some(&step.to_string()))
            );
        }
    }

    #[test]
    fn long_solutions_have_rows_of_ten() {
        let (question, pushes) = round_trip("4x4", 80, Metric::Single);
        let (boards, _) = parts(&solution_scene(&question, &pushes));
        assert!(
            boards
                .iter()
                .enumerate()
                .all(|(at, board)| (board.low.x == boards[0].low.x) == (at % 10 == 0))
        );
    }

    #[test]
    fn a_slide_of_several_tiles_is_one_board() {
        let goal = SlidingPosition::solved("3x3".parse().expect("a board"));
        let start = SlidingPosition::parse(goal.board(), "023156478").expect("a position");
        let pushes = [1, 4, 7, 8];
        for (metric, expected) in [(Metric::Single, 5), (Metric::Multi, 3)] {
            let question =
                SlidingQuestion::new(start.clone(), goal.clone(), metric).expect("one board");
            let found = boards(&question, &pushes);
            assert_eq!(found.len(), expected);
            assert_eq!(found.last().map(|(position, _)| position), Some(&goal));
        }
        let question = SlidingQuestion::new(start, goal, Metric::Multi).expect("one board");
        let slides: Vec<Option<Slide>> =
            boards(&question, &pushes).into_iter().map(|(_, last)| last).collect();
        let [south, east] =
            [Direction::South, Direction::East].map(|way| Some(Slide { way, count: 2 }));
        assert_eq!(slides, [None, south, east]);
    }

    #[test]
    fn a_wrong_end_is_not_called_the_goal() {
        let (question, pushes) = round_trip("3x3", 7, Metric::Single);
        let (_, labels) = parts(&solution_scene(&question, &pushes[..6]));
        assert_eq!(labels.last().map(String::as_str), Some("6"));
    }

    #[test]
    #[should_panic(expected = "push 2 is of tile 1, which is not beside the blank")]
    fn a_push_from_afar_is_refused() {
        let goal = SlidingPosition::solved("3x3".parse().expect("a board"));
        let question = SlidingQuestion::new(goal.clone(), goal, Metric::Single).expect("one board");
        let _ = solution_scene(&question, &[8, 1]);
    }
}
