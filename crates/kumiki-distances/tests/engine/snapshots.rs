//! Tables that are paused, written down and taken up again.

use kumiki_distances::Distances;
use kumiki_model::{Metric, SlidingPosition};
use kumiki_search::{Fuel, Snapshot, Stages, Turn};
use kumiki_trial::{Told, check_damage, check_stages};

/// A table that tells its layers and the positions that are farthest away.
type Table = Told<Distances, (Vec<u64>, Option<Vec<SlidingPosition>>)>;

fn table(goal: &SlidingPosition, metric: Metric) -> Table {
    Told {
        work: Distances::new(goal, metric).expect("a small board"),
        tell: |table| {
            assert_eq!(table.audit(), Ok(()));
            (table.layers().to_vec(), table.antipodes())
        },
    }
}

/// The solved position of a board, and another one.
fn goals(board: &str) -> [SlidingPosition; 2] {
    let solved = SlidingPosition::solved(board.parse().expect("a board"));
    let mut turned = solved.tiles().to_vec();
    turned.rotate_left(2);
    let turned = SlidingPosition::new(solved.board(), turned).expect("a position");
    [solved, turned]
}

#[test]
fn tables_are_taken_up() {
    for board in ["2x2", "2x3", "3x2", "2x4", "3x3"] {
        for goal in goals(board) {
            for metric in [Metric::Single, Metric::Multi] {
                let name = format!("{board} {metric:?}");
                let answer = check_stages(|| table(&goal, metric));
                let ((), (layers, _)) = answer.unwrap_or_else(|fault| panic!("{name}: {fault}"));
                let cells = goal.tiles().len() as u64;
                assert_eq!(layers.iter().sum::<u64>(), (3..=cells).product::<u64>(), "{name}");
            }
        }
    }
}

#[test]
fn damaged_snapshots_are_refused() {
    for (board, sip) in [("2x2", 1), ("2x4", 20)] {
        for metric in [Metric::Single, Metric::Multi] {
            let [_, goal] = goals(board);
            check_damage(|| table(&goal, metric), sip, 8).expect("all is noticed");
        }
    }
}

#[test]
fn snapshots_of_other_tables_are_refused() {
    let all = ["2x3", "3x2", "2x4"].into_iter().flat_map(goals);
    let all: Vec<(SlidingPosition, Metric)> = all
        .flat_map(|goal| [Metric::Single, Metric::Multi].map(|metric| (goal.clone(), metric)))
        .collect();
    for (from, (goal, metric)) in all.iter().enumerate() {
        let mut work = table(goal, *metric);
        assert_eq!(work.advance(&mut Fuel(1)), Turn::Going);
        let mut records = Vec::new();
        work.save(&mut |record| records.push(record.to_vec()));
        for (to, (goal, metric)) in all.iter().enumerate() {
            let loaded = table(goal, *metric).load(&mut records.iter().cloned());
            assert_eq!(loaded.is_ok(), from == to, "{from} and {to}");
        }
    }
}
