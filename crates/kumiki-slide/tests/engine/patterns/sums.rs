//! Bounds against true distances, and kept up to date by pushes.

use super::naive::{Dice, board_of, goal_with_blank, partition_of, placements, sum_of};
use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion};
use kumiki_slide::patterns::{Partition, PatternSum};

/// Positions on a random walk, with the tile that was pushed last and the direction of the blank.
fn walk(
    goal: &SlidingPosition,
    steps: usize,
    mut see: impl FnMut(&SlidingPosition, u8, Direction),
) {
    let mut dice = Dice(88172645463325252);
    let mut position = goal.clone();
    for _ in 0..steps {
        let direction = Direction::ALL[dice.below(4)];
        if let Some(tile) = position.step(direction) {
            see(&position, tile, direction);
        }
    }
}

#[test]
fn pushes_lead_to_the_arrangements_found_from_scratch() {
    for size in ["2x2", "2x6", "7x2", "3x4", "4x4", "3x6", "5x4", "5x5", "6x6", "2x18"] {
        let board = board_of(size);
        for blank in [0, board.cell_count() / 2, board.cell_count() - 1] {
            let goal = goal_with_blank(board, blank);
            let partition = Partition::automatic(board, blank, 60_000);
            let sum = sum_of(&goal, &partition);
            let mut followed = sum.arrangements(&goal);
            assert_eq!(sum.bound(&goal), 0);
            walk(&goal, 2000, |position, tile, direction| {
                let reader = sum.reader_of(tile);
                let [home, from] = [goal.cell_of(tile), position.blank()]
                    .map(|cell| u8::try_from(cell).expect("boards have at most 36 cells"));
                followed[reader] =
                    sum.readers()[reader].moved(followed[reader], home, from, direction);
                assert_eq!(followed, sum.arrangements(position), "{position} of {board}");
            });
        }
    }
}

#[test]
fn no_position_of_3x3_is_nearer_than_the_bounds_say() {
    let board = board_of("3x3");
    let goal = goal_with_blank(board, 8);
    let exact = sum_of(&goal, &partition_of(board, 8, "aaa/aaa/aa."));
    let partition = partition_of(board, 8, "aaa/bbb/bb.");
    let sums = [&partition, &partition.reflections()[0]].map(|partition| sum_of(&goal, partition));
    let mut reached = 0;
    for cells in placements(9, 9) {
        let tiles = cells.into_iter().map(|cell| u8::try_from(cell).expect("below 9")).collect();
        let position = SlidingPosition::new(board, tiles).expect("every tile comes once");
        let question = SlidingQuestion::new(position.clone(), goal.clone(), Metric::Single)
            .expect("one board");
        if question.unreachable().is_none() {
            reached += 1;
            let distance = exact.bound(&position);
            assert!(sums.iter().all(|sum| sum.bound(&position) <= distance), "{position}");
        }
    }
    assert_eq!(reached, 181_440);
}

#[test]
fn the_bound_never_exceeds_the_distance_wherever_the_blank_belongs() {
    let board = board_of("3x3");
    for (blank, texts) in [
        (8, vec!["aab/aab/bb.", "abc/def/gh.", "aaa/bbb/bb.", "aba/bab/ab."]),
        (4, vec!["aaa/a.b/bbb", "aab/a.b/abb"]),
        (1, vec!["a.b/aab/abb"]),
    ] {
        let goal = goal_with_blank(board, blank);
        let rows = ["aaaaaaaaa"; 1].map(|row| format!("{}.{}", &row[..blank], &row[blank + 1..]))
            [0]
        .clone();
        let exact = [&rows[..3], &rows[3..6], &rows[6..]].join("/");
        let exact = sum_of(&goal, &partition_of(board, blank, &exact));
        for text in texts {
            let partition = partition_of(board, blank, text);
            let all = [vec![partition.clone()], partition.reflections()].concat();
            let sums: Vec<PatternSum> =
                all.iter().map(|partition| sum_of(&goal, partition)).collect();
            let mut strict = 0;
            walk(&goal, 20_000, |position, _, _| {
                let distance = exact.bound(position);
                for sum in &sums {
                    let bound = sum.bound(position);
                    assert!(
                        bound <= distance && bound % 2 == distance % 2,
                        "{bound}, {distance}: {position}, {text}"
                    );
                    strict += usize::from(bound < distance);
                }
            });
            assert!(strict > 0, "{text} would be exact");
        }
    }
}

#[test]
fn single_tiles_say_how_far_they_are_from_home() {
    let board = board_of("4x4");
    let goal = goal_with_blank(board, 15);
    let sum = sum_of(&goal, &Partition::automatic(board, 15, 16));
    assert_eq!(sum.readers().len(), 15);
    walk(&goal, 5000, |position, _, _| {
        let steps = |tile: u8| board.steps(position.cell_of(tile), goal.cell_of(tile));
        let distance: usize = (1..16).map(steps).sum();
        assert_eq!(sum.bound(position) as usize, distance, "{position}");
    });
}

#[test]
fn a_reflected_partition_bounds_reflected_positions_the_same() {
    let board = board_of("4x4");
    let goal = goal_with_blank(board, 15);
    let partition = partition_of(board, 15, "5-5-5");
    let reflections = partition.reflections();
    assert_eq!(reflections.len(), 1);
    assert_eq!(reflections[0].shapes(), partition.shapes());
    let [sum, reflected] = [&partition, &reflections[0]].map(|partition| sum_of(&goal, partition));
    let mirror = |cell: usize| cell % 4 * 4 + cell / 4;
    let mut differ = 0;
    walk(&goal, 3000, |position, _, _| {
        // The image of a tile is the tile whose goal is the image of its goal.
        let image_of =
            |tile: u8| if tile == 0 { 0 } else { goal.tiles()[mirror(goal.cell_of(tile))] };
        let tiles = (0..16).map(|cell| image_of(position.tiles()[mirror(cell)])).collect();
        let image = SlidingPosition::new(board, tiles).expect("every tile comes once");
        assert_eq!(sum.bound(&image), reflected.bound(position), "{position}");
        differ += usize::from(sum.bound(position) != reflected.bound(position));
    });
    assert!(differ > 0, "reflection would be useless");
}
