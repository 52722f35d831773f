//! Every entry of small tables against naive search; sips of fuel; a known histogram.

use super::naive::{board_of, distances, goal_with_blank, partition_of, placements, sum_of};
use kumiki_model::{SlidingBoard, SlidingPosition};
use kumiki_search::Fuel;
use kumiki_slide::patterns::{
    Partition, PatternTable, Pause, PlacedShape, TableBuilder, UNREACHABLE,
};

/// Compares all entries of the first pattern with the naive distances, before and after they are
/// packed; the other tiles are a second pattern.
fn compare(board: SlidingBoard, blank: usize, goals: &[usize]) {
    let is_other = |cell: &usize| *cell != blank && !goals.contains(cell);
    let others: Vec<usize> = (0..board.cell_count()).filter(is_other).collect();
    let mut patterns = vec![goals.to_vec(), others];
    patterns.retain(|pattern| !pattern.is_empty());
    let partition = Partition::new(board, blank, &patterns).expect("two patterns");
    let goal = goal_with_blank(board, blank);
    let sum = sum_of(&goal, &partition);
    let reader = sum.reader_of(goal.tiles()[goals[0]]);
    let is_ours = |placed: &PlacedShape| placed.goals().any(|goal| goal == goals[0]);
    let placed = partition.placed_shapes().find(is_ours).expect("W1: every tile is in a pattern");
    let table = PatternTable::build(placed.shape().clone());
    let expected = distances(board, goals, blank);
    for cells in placements(board.cell_count(), goals.len()) {
        let mut tiles = vec![None; board.cell_count()];
        for (cell, home) in cells.iter().zip(goals) {
            tiles[*cell] = Some(goal.tiles()[*home]);
        }
        let rest: Vec<u8> =
            goal.tiles().iter().copied().filter(|tile| !tiles.contains(&Some(*tile))).collect();
        let mut rest = rest.into_iter();
        let tiles = tiles.into_iter().filter_map(|tile| tile.or_else(|| rest.next())).collect();
        let position = SlidingPosition::new(board, tiles).expect("every tile comes once");
        let packed = sum.arrangements(&position)[reader].entry();
        let images: Vec<usize> = placed
            .goals_by_number()
            .into_iter()
            .map(|home| placed.image(position.cell_of(goal.tiles()[home])))
            .collect();
        let expected = expected.get(&cells).copied().unwrap_or(UNREACHABLE);
        let what = format!("{board}, blank {blank}, tiles {goals:?} in {cells:?}");
        assert_eq!(table.entry(&images), expected, "{what}");
        if expected != UNREACHABLE {
            // Packing forgets multiples of 32 beyond the steps of the tiles.
            let steps: usize =
                cells.iter().zip(goals).map(|(cell, goal)| board.steps(*cell, *goal)).sum();
            let beyond = usize::from(expected) - steps;
            assert_eq!(packed as usize, steps + beyond % 32, "{what}");
        }
    }
}

/// All sets of cells without the blank's, as lists.
fn patterns(board: SlidingBoard, blank: usize) -> impl Iterator<Item = Vec<usize>> {
    let cells = board.cell_count();
    (1..1usize << cells)
        .filter(move |set| set >> blank & 1 == 0)
        .map(move |set| (0..cells).filter(|cell| set >> cell & 1 == 1).collect())
}

#[test]
fn every_pattern_of_the_smallest_boards_has_the_naive_distances() {
    for size in ["2x2", "2x3", "3x2"] {
        let board = board_of(size);
        for blank in 0..board.cell_count() {
            for goals in patterns(board, blank) {
                compare(board, blank, &goals);
            }
        }
    }
}

#[test]
fn patterns_of_every_size_have_the_naive_distances_on_larger_boards() {
    for (size, blanks, at_most) in
        [("2x4", [0, 2], 7), ("4x2", [1, 7], 7), ("3x3", [4, 8], 8), ("2x5", [3, 9], 4)]
    {
        let board = board_of(size);
        for blank in blanks {
            for (at, goals) in patterns(board, blank).enumerate() {
                let is_due = at % (7 * goals.len() * goals.len()) == 3
                    || goals.len() + 1 == board.cell_count();
                let others = board.cell_count() - 1 - goals.len();
                if goals.len() <= at_most && others <= 8 && is_due {
                    compare(board, blank, &goals);
                }
            }
        }
    }
}

#[test]
fn the_table_of_all_tiles_of_3x3_has_the_known_histogram() {
    let board = board_of("3x3");
    let partition = partition_of(board, 8, "aaa/aaa/aa.");
    let table = PatternTable::build(partition.shapes().remove(0));
    let mut counts = vec![0; 32];
    for entry in table.entries().iter().filter(|entry| **entry != UNREACHABLE) {
        counts[usize::from(*entry)] += 1;
    }
    assert_eq!(
        counts,
        [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2
        ]
    );
}

#[test]
fn sips_of_fuel_build_the_same_table_as_one_gulp() {
    let board = board_of("3x3");
    for shape in partition_of(board, 8, "aab/aab/bb.").shapes() {
        let whole = PatternTable::build(shape.clone());
        for sip in [1, 2, 7, 1000] {
            let mut builder = TableBuilder::new(shape.clone());
            let (mut pauses, mut settled) = (0, 0);
            while builder.advance(&mut Fuel(sip)) == Pause::OutOfFuel {
                pauses += 1;
                assert!(builder.progress().0 >= settled, "what is settled stays so");
                settled = builder.progress().0;
            }
            assert!(pauses > 0, "sips of {sip} are too few");
            assert_eq!(builder.progress(), (whole.entries().len(), whole.entries().len()));
            assert!(builder.finish().entries() == whole.entries(), "sips of {sip}");
        }
    }
}
