//! Right answers about sliding tiles for the tests of this directory, and what the judge says when
//! they are spoilt.

use super::board::manhattan;
use super::{Claims, judge};
use crate::recount::sliding_distances;
use kumiki_model::{
    ByDistance, Count, Direction, ListRecord, Metric, Pushes, RoundRecord, SlidingPosition,
    SlidingRecord,
};
use std::collections::{BTreeMap, BTreeSet};

/// A start on 2x3: three shortest solutions of 15 moves, and 9 steps by the plain bound.
const SMALL_START: &str = "341205";

/// Positions of 2x5 at each distance, by [`sliding_distances`], which takes too long to do it again
/// and again.
const COUNTS_OF_TEN_CELLS: [u64; 56] = [
    1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996,
    6838, 9279, 12463, 16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725, 104896,
    116966, 126335, 131998, 133107, 128720, 119332, 106335, 91545, 75742, 60119, 45840, 33422,
    23223, 15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
];

/// All shortest solutions: words of pushes to every position of each distance, until the goal is
/// among them. Also the distance.
fn solutions(
    start: &SlidingPosition,
    goal: &SlidingPosition,
    metric: Metric,
) -> (u32, BTreeSet<Vec<u8>>) {
    let mut seen = BTreeSet::from([start.tiles().to_vec()]);
    let mut layer = BTreeMap::from([(start.tiles().to_vec(), BTreeSet::from([Vec::new()]))]);
    for distance in 0.. {
        if let Some(words) = layer.remove(goal.tiles()) {
            return (distance, words);
        }
        let mut next: BTreeMap<Vec<u8>, BTreeSet<Vec<u8>>> = BTreeMap::new();
        for (tiles, words) in layer {
            for direction in Direction::ALL {
                let mut position =
                    SlidingPosition::new(goal.board(), tiles.clone()).expect("a position");
                let mut pushes = Vec::new();
                while let Some(tile) = position.step(direction) {
                    pushes.push(tile);
                    if !seen.contains(position.tiles()) {
                        let longer = words.iter().map(|word| [&word[..], &pushes[..]].concat());
                        next.entry(position.tiles().to_vec()).or_default().extend(longer);
                    }
                    if metric == Metric::Single {
                        break;
                    }
                }
            }
        }
        seen.extend(next.keys().cloned());
        layer = next;
    }
    unreachable!("the start can reach the goal")
}

/// The right record of a start, with all its shortest solutions.
pub(super) fn record_of(
    start: &SlidingPosition,
    goal: &SlidingPosition,
    metric: Metric,
) -> SlidingRecord {
    let (moves, solutions) = solutions(start, goal, metric);
    let listed: Vec<Pushes> =
        solutions.iter().map(|tiles| Pushes::new(goal.board(), tiles)).collect();
    let (heuristic, rounds) = match metric {
        Metric::Single => {
            let steps = u32::try_from(manhattan(start, goal)).expect("a small number");
            let round = |sad: u32| RoundRecord {
                moves: steps + 2 * sad,
                sad: Some(sad),
                nodes: (sad + 1).into(),
                unfinished: false,
            };
            ("manhattan", (0..=(moves - steps) / 2).map(round).collect())
        }
        Metric::Multi => {
            ("slides", vec![RoundRecord { moves, sad: None, nodes: 1, unfinished: false }])
        }
    };
    SlidingRecord {
        start: start.to_string(),
        moves: Some(moves),
        lower_bound: Some(moves),
        estimate: rounds.first().map(|round| round.moves),
        solution: listed.first().cloned(),
        unreachable: None,
        optimal_solutions: Some(Count(solutions.len().into())),
        solutions: Some(listed),
        nodes: rounds.iter().map(|round| round.nodes).sum(),
        heuristic: heuristic.to_owned(),
        rounds,
        seconds: 0.0,
    }
}

/// An answer without a part.
fn answer(goal: &SlidingPosition, metric: Metric) -> Claims {
    Claims {
        goal: goal.clone(),
        metric,
        happy: false,
        all: false,
        list: None,
        starts: Vec::new(),
        single: None,
        instances: None,
        positions: None,
        antipodes: None,
        count: None,
        complete: true,
    }
}

/// The right answer about one start.
pub(super) fn answer_about(start: &str, goal: &SlidingPosition, metric: Metric) -> Claims {
    let start = SlidingPosition::parse(goal.board(), start).expect("a position");
    Claims {
        all: true,
        list: Some(ListRecord::at_most(usize::MAX)),
        single: Some(record_of(&start, goal, metric)),
        starts: vec![start],
        ..answer(goal, metric)
    }
}

/// The right table of a small board.
pub(super) fn answer_with_table(board: &str, metric: Metric) -> Claims {
    let goal = SlidingPosition::solved(board.parse().expect("a board"));
    let known = sliding_distances(&goal, metric);
    let row =
        |(distance, count): (usize, usize)| ByDistance { distance, count: Count(count.into()) };
    Claims {
        positions: Some(known.counts().into_iter().enumerate().map(row).collect()),
        count: Some(Count(known.position_count().into())),
        antipodes: Some(known.farthest().map(|position| position.to_string()).collect()),
        ..answer(&goal, metric)
    }
}

/// The right table of the positions of a small board that need no sad move.
pub(super) fn answer_with_happy_table(board: &str) -> Claims {
    let mut answer = answer_with_table(board, Metric::Single);
    let goal = answer.goal.clone();
    let known = sliding_distances(&goal, Metric::Single);
    let mut by_distance: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for position in known.positions() {
        let distance = known.distance(&position).expect("reached");
        let steps = manhattan(&position, &goal);
        if u32::try_from(steps) == Ok(distance) {
            by_distance.entry(steps).or_default().push(position.to_string());
        }
    }
    answer.happy = true;
    answer.count = Some(Count(by_distance.values().map(Vec::len).sum::<usize>().into()));
    answer.antipodes = by_distance.values().last().cloned();
    let row = |(distance, positions): (usize, Vec<String>)| ByDistance {
        distance,
        count: Count(positions.len().into()),
    };
    answer.positions = Some(by_distance.into_iter().map(row).collect());
    answer
}

/// What the judge says to an answer.
fn said(answer: &Claims) -> String {
    judge(answer).map_or_else(|fault| fault.to_string(), |_| "approved".to_owned())
}

/// What the judge says to the spoilt answer about a start on 2x3.
pub(super) fn spoilt(spoil: impl FnOnce(&mut Claims)) -> String {
    let goal = SlidingPosition::solved("2x3".parse().expect("a board"));
    let mut answer = answer_about(SMALL_START, &goal, Metric::Single);
    spoil(&mut answer);
    said(&answer)
}

/// What the judge says to the spoilt table of 2x3.
pub(super) fn spoilt_table(spoil: impl FnOnce(&mut Claims)) -> String {
    let mut answer = answer_with_table("2x3", Metric::Single);
    spoil(&mut answer);
    said(&answer)
}

/// What the judge says to the spoilt table of 2x5, which is too large for it to search.
pub(super) fn spoilt_large_table(spoil: impl FnOnce(&mut Claims)) -> String {
    let goal = SlidingPosition::solved("2x5".parse().expect("a board"));
    let row = |(distance, count): (usize, u64)| ByDistance { distance, count: count.into() };
    let mut answer = Claims {
        positions: Some(COUNTS_OF_TEN_CELLS.into_iter().enumerate().map(row).collect()),
        count: Some(COUNTS_OF_TEN_CELLS.iter().sum::<u64>().into()),
        antipodes: Some(["0937154826", "0532194876"].map(str::to_owned).to_vec()),
        ..answer(&goal, Metric::Single)
    };
    spoil(&mut answer);
    said(&answer)
}
