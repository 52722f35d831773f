//! Tables against a naive breadth-first search over positions, on all small boards.

use kumiki_distances::{Distances, ShortestCounts};
use kumiki_model::{Direction, Metric, SlidingBoard, SlidingPosition};
use kumiki_search::{Fuel, Step};
use rustc_hash::FxHashMap;

/// What the naive search knows about a position.
struct Known {
    distance: u32,
    ways: u128,
}

/// The positions one move away.
fn neighbours(from: &SlidingPosition, metric: Metric) -> Vec<SlidingPosition> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let mut at = from.clone();
        while at.step(direction).is_some() {
            found.push(at.clone());
            if metric == Metric::Single {
                break;
            }
        }
    }
    found
}

/// All positions from which the goal can be reached.
fn naive(goal: &SlidingPosition, metric: Metric) -> FxHashMap<SlidingPosition, Known> {
    let mut known = FxHashMap::from_iter([(goal.clone(), Known { distance: 0, ways: 1 })]);
    let mut waiting = std::collections::VecDeque::from([goal.clone()]);
    while let Some(at) = waiting.pop_front() {
        let Known { distance, ways } = known[&at];
        for next in neighbours(&at, metric) {
            let entry = known.entry(next.clone()).or_insert_with(|| {
                waiting.push_back(next);
                Known { distance: distance + 1, ways: 0 }
            });
            if entry.distance == distance + 1 {
                entry.ways += ways;
            }
        }
    }
    known
}

/// A goal with the blank in a cell and the tiles in some order that is not theirs.
fn goal_with_blank(board: SlidingBoard, cell: usize) -> SlidingPosition {
    let mut tiles = SlidingPosition::solved(board).tiles().to_vec();
    tiles.pop();
    let turns = cell % tiles.len();
    tiles.rotate_left(turns);
    tiles.swap(0, 1);
    tiles.insert(cell, 0);
    SlidingPosition::new(board, tiles).expect("a permutation")
}

fn complete(goal: &SlidingPosition, metric: Metric) -> Distances {
    let mut table = Distances::new(goal, metric).expect("a small board");
    assert_eq!(table.advance(&mut Fuel::unlimited()), Step::Exhausted);
    table.audit().expect("a sound table");
    table
}

/// The position with two tiles exchanged, which no moves can do.
fn out_of_reach(position: &SlidingPosition) -> SlidingPosition {
    let exchanged = |tile: &u8| match tile {
        1 => 2,
        2 => 1,
        _ => *tile,
    };
    let tiles = position.tiles().iter().map(exchanged).collect();
    SlidingPosition::new(position.board(), tiles).expect("a permutation")
}

/// Compares a table with the naive search. Ways are counted from one position in `interval` alone,
/// and from all of them at once.
fn compare(goal: &SlidingPosition, metric: Metric, interval: usize) {
    let table = complete(goal, metric);
    let known = naive(goal, metric);
    let farthest = known.values().map(|known| known.distance).max().expect("the goal is there");
    let mut layers = vec![0; usize::try_from(farthest).expect("small") + 1];
    let mut antipodes = Vec::new();
    let counts = ShortestCounts::new(&table).expect("a small board");
    for (at, (position, known)) in known.iter().enumerate() {
        let Known { distance, ways } = *known;
        layers[usize::try_from(distance).expect("small")] += 1;
        if distance == farthest {
            antipodes.push(position.to_string());
        }
        assert_eq!(table.distance(position), Some(distance), "{position} to {goal} {metric:?}");
        assert_eq!(
            counts.count(position).map(u128::from),
            Some(ways),
            "{position} to {goal} {metric:?}"
        );
        if at % interval == 0 {
            assert_eq!(
                table.shortest_count(position),
                Some(ways),
                "{position} to {goal} {metric:?}"
            );
        }
        let other = out_of_reach(position);
        assert_eq!(
            (table.distance(&other), counts.count(&other)),
            (None, None),
            "{other} to {goal}"
        );
    }
    assert_eq!(table.layers(), layers, "{goal} {metric:?}");
    assert_eq!(table.position_count(), layers.iter().sum::<u64>());
    let mut found: Vec<String> =
        table.antipodes().expect("complete").iter().map(SlidingPosition::to_string).collect();
    antipodes.sort();
    found.sort();
    assert_eq!(found, antipodes, "{goal} {metric:?}");
}

#[test]
fn every_position_of_the_smallest_boards_agrees_with_naive_search_for_every_goal_cell() {
    for size in ["2x2", "2x3", "3x2"] {
        let board: SlidingBoard = size.parse().expect("a board");
        for cell in 0..board.cell_count() {
            for metric in [Metric::Single, Metric::Multi] {
                compare(&goal_with_blank(board, cell), metric, 1);
            }
        }
    }
}

#[test]
fn every_position_of_2x4_agrees_with_naive_search_for_every_goal_cell_but_half_turns() {
    let board: SlidingBoard = "2x4".parse().expect("a board");
    for cell in 0..4 {
        for metric in [Metric::Single, Metric::Multi] {
            compare(&goal_with_blank(board, cell), metric, 97);
        }
    }
}

#[test]
fn every_position_of_3x3_agrees_with_naive_search() {
    let board: SlidingBoard = "3x3".parse().expect("a board");
    compare(&goal_with_blank(board, 4), Metric::Single, 997);
    compare(&goal_with_blank(board, 5), Metric::Multi, 997);
}

#[test]
fn symmetric_goals_have_equal_layers() {
    for (rows, columns) in [(2, 4), (3, 3), (2, 5)] {
        let layers = |rows: usize, columns: usize, cell, metric| {
            let board = SlidingBoard::new(rows, columns).expect("a board");
            complete(&goal_with_blank(board, cell), metric).layers().to_vec()
        };
        for metric in [Metric::Single, Metric::Multi] {
            for row in 0..rows {
                for column in 0..columns {
                    let plain = layers(rows, columns, row * columns + column, metric);
                    assert_eq!(layers(columns, rows, column * rows + row, metric), plain);
                    let turned = (rows - 1 - row) * columns + columns - 1 - column;
                    assert_eq!(layers(rows, columns, turned, metric), plain);
                }
            }
        }
    }
}

#[test]
fn sips_of_fuel_fill_the_same_table() {
    for metric in [Metric::Single, Metric::Multi] {
        let goal = goal_with_blank("3x3".parse().expect("a board"), 1);
        let whole = complete(&goal, metric);
        let mut sipped = Distances::new(&goal, metric).expect("a small board");
        let mut pauses = 0;
        while sipped.advance(&mut Fuel(1)) == Step::OutOfFuel {
            sipped.audit().expect("a sound table between sips");
            assert!(sipped.antipodes().is_none() && !sipped.is_complete());
            assert!(whole.layers().starts_with(sipped.layers()));
            pauses += 1;
        }
        // At least one pause in each layer, or the sips were no sips.
        assert!(pauses >= whole.layers().len());
        assert_eq!(sipped.layers(), whole.layers());
        assert_eq!(sipped.advance(&mut Fuel(0)), Step::Exhausted);
    }
}

#[test]
fn a_table_that_is_not_complete_answers_what_it_has_reached() {
    let board: SlidingBoard = "3x3".parse().expect("a board");
    let goal = SlidingPosition::solved(board);
    let mut table = Distances::new(&goal, Metric::Single).expect("a small board");
    let known = naive(&goal, Metric::Single);
    while table.layers().len() < 12 {
        assert_eq!(table.advance(&mut Fuel(1)), Step::OutOfFuel);
    }
    let depth = u32::try_from(table.layers().len()).expect("small");
    let counts = ShortestCounts::new(&table).expect("a small board");
    for (position, known) in &known {
        let answer = table.distance(position);
        if known.distance < depth {
            assert_eq!(answer, Some(known.distance));
            assert_eq!(counts.count(position).map(u128::from), Some(known.ways));
        } else if known.distance > depth {
            assert_eq!((answer, counts.count(position)), (None, None));
        } else {
            assert!(answer.is_none_or(|distance| distance == depth));
        }
    }
}

#[test]
fn positions_of_other_boards_have_no_distance() {
    let table = complete(&SlidingPosition::solved("2x4".parse().expect("a board")), Metric::Single);
    for size in ["4x2", "3x3", "4x4", "2x3"] {
        let stranger = SlidingPosition::solved(size.parse().expect("a board"));
        assert_eq!((table.distance(&stranger), table.shortest_count(&stranger)), (None, None));
    }
}
