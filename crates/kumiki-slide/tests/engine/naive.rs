//! All distances of a small board, and the number of shortest paths, by breadth-first search over
//! plain positions.

use kumiki_model::{Direction, Metric, SlidingPosition};
use rustc_hash::FxHashMap;

/// The distance of each position from a goal, and how many shortest paths there are.
pub(crate) type Distances = FxHashMap<SlidingPosition, (u32, u64)>;

/// What one move makes of a position.
pub(crate) fn neighbours(position: &SlidingPosition, metric: Metric) -> Vec<SlidingPosition> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let mut next = position.clone();
        while next.step(direction).is_some() {
            found.push(next.clone());
            if metric == Metric::Single {
                break;
            }
        }
    }
    found
}

/// Everything that can be reached from a goal; moves can be taken back, so these are also the
/// distances to it.
pub(crate) fn distances(goal: &SlidingPosition, metric: Metric) -> Distances {
    let mut known = Distances::from_iter([(goal.clone(), (0, 1))]);
    let mut layer = vec![goal.clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next_layer = Vec::new();
        for position in layer {
            let (_, paths) = known[&position];
            for next in neighbours(&position, metric) {
                let (distance, count) = known.entry(next.clone()).or_insert_with(|| {
                    next_layer.push(next);
                    (depth, 0)
                });
                if *distance == depth {
                    *count += paths;
                }
            }
        }
        layer = next_layer;
    }
    known
}
