//! All positions of a small sliding board, by breadth-first search with a plain hash map.

use kumiki_model::{Metric, SlidingPosition};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// How far all positions of a board are from a goal, and how many shortest solutions each of them
/// has.
///
/// Positions that cannot reach the goal are not in it.
#[derive(Clone, Debug)]
pub struct SlidingDistances {
    goal: SlidingPosition,
    /// By the tile of each cell.
    reached: HashMap<Vec<u8>, Reached>,
    /// The positions of each distance, in the order in which they were met.
    layers: Vec<Vec<Vec<u8>>>,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
struct Reached {
    distance: u32,
    solution_count: u64,
}

/// Searches all positions from which a goal can be reached. A move can be taken back, so the search
/// begins at the goal.
///
/// It takes about two microseconds and 150 bytes for each position: half of the permutations of the
/// cells, 181440 on 3x3. A board of ten cells takes seconds, one of twelve does not fit into most
/// machines.
///
/// ```
/// use kumiki_recount::sliding_distances;
/// use kumiki_model::{Metric, SlidingPosition};
/// let goal = SlidingPosition::solved("2x2".parse()?);
/// let known = sliding_distances(&goal, Metric::Single);
/// // The three tiles go round in a circle, one way or the other, and meet on the far side.
/// assert_eq!(known.counts(), [1, 2, 2, 2, 2, 2, 1]);
/// let farthest = known.positions().last().expect("there is one");
/// assert_eq!(known.distance(&farthest), Some(6));
/// assert_eq!(known.solution_count(&farthest), Some(2));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn sliding_distances(goal: &SlidingPosition, metric: Metric) -> SlidingDistances {
    let mut known = SlidingDistances::from(goal);
    while known.grow(metric) {}
    known
}

/// How many moves a start needs to come to a goal, and how many shortest solutions it has; both are
/// of one board. Nothing if it cannot be solved, or if more than so many positions would have to be
/// met.
///
/// Layers of positions grow from both ends, always the smaller one, until they meet. Solutions that
/// pass through different positions of the layer where they meet are different.
pub fn shortest_within(
    start: &SlidingPosition,
    goal: &SlidingPosition,
    metric: Metric,
    limit_positions: usize,
) -> Option<(u32, u64)> {
    let mut sides = [start, goal].map(SlidingDistances::from);
    for length in 0.. {
        let [near, far] = &sides;
        let through = |tiles: &Vec<u8>| {
            let [near, far] = [near, far].map(|side| side.reached.get(tiles));
            Some(near?.solution_count * far?.solution_count)
        };
        let ways: u64 = near.last_layer().iter().filter_map(through).sum();
        if ways > 0 {
            return Some((length, ways));
        }
        let met: usize = sides.iter().map(SlidingDistances::position_count).sum();
        let smaller = usize::from(far.last_layer().len() < near.last_layer().len());
        if met > limit_positions || !sides[smaller].grow(metric) {
            return None;
        }
    }
    None
}

/// What one move makes of a position: the blank goes to a neighbour or, if slides of several tiles
/// are one move, to any cell in line with it.
fn moves(tiles: &[u8], columns: usize, metric: Metric) -> Vec<Vec<u8>> {
    let blank = tiles.iter().position(|tile| *tile == 0).expect("every position has a blank");
    let [row, first] = [blank / columns, blank - blank % columns];
    // The cells in line with the blank in each direction, the nearest first.
    let lines: [Vec<usize>; 4] = [
        (blank + 1..first + columns).collect(),
        (0..row).rev().map(|up| up * columns + blank % columns).collect(),
        (first..blank).rev().collect(),
        (blank + columns..tiles.len()).step_by(columns).collect(),
    ];
    let mut found = Vec::new();
    for line in lines {
        let most = if metric == Metric::Single { 1 } else { line.len() };
        let (mut moved, mut at) = (tiles.to_vec(), blank);
        for next in line.into_iter().take(most) {
            moved.swap(at, next);
            at = next;
            found.push(moved.clone());
        }
    }
    found
}

impl SlidingDistances {
    /// A search from an end that has not met anything else yet.
    fn from(end: &SlidingPosition) -> Self {
        let tiles = end.tiles().to_vec();
        let met = Reached { distance: 0, solution_count: 1 };
        Self {
            goal: end.clone(),
            reached: HashMap::from([(tiles.clone(), met)]),
            layers: vec![vec![tiles]],
        }
    }

    /// The positions that were met last.
    fn last_layer(&self) -> &[Vec<u8>] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    /// Meets the positions that are one move farther. Says whether there are any.
    fn grow(&mut self, metric: Metric) -> bool {
        let columns = self.goal.board().columns();
        let mut next_layer = Vec::new();
        for tiles in self.layers.last().into_iter().flatten() {
            let from = self.reached[tiles];
            let next = Reached { distance: from.distance + 1, ..from };
            for moved in moves(tiles, columns, metric) {
                match self.reached.entry(moved) {
                    Entry::Vacant(place) => {
                        next_layer.push(place.key().clone());
                        place.insert(next);
                    }
                    Entry::Occupied(mut known) if known.get().distance == next.distance => {
                        known.get_mut().solution_count += from.solution_count;
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        let has_grown = !next_layer.is_empty();
        self.layers.extend(has_grown.then_some(next_layer));
        has_grown
    }

    /// How many moves a position needs, if it can reach the goal.
    #[must_use]
    pub fn distance(&self, position: &SlidingPosition) -> Option<u32> {
        Some(self.of(position)?.distance)
    }

    /// How many shortest solutions a position has, if it can reach the goal.
    #[must_use]
    pub fn solution_count(&self, position: &SlidingPosition) -> Option<u64> {
        Some(self.of(position)?.solution_count)
    }

    /// What is known about a position of the same board.
    fn of(&self, position: &SlidingPosition) -> Option<&Reached> {
        let is_same_board = position.board() == self.goal.board();
        self.reached.get(position.tiles()).filter(|_| is_same_board)
    }

    /// How many positions can reach the goal.
    #[must_use]
    pub fn position_count(&self) -> usize {
        self.reached.len()
    }

    /// How many positions there are at each distance.
    #[must_use]
    pub fn counts(&self) -> Vec<usize> {
        self.layers.iter().map(Vec::len).collect()
    }

    /// All positions from which the goal can be reached, the nearest first.
    pub fn positions(&self) -> impl Iterator<Item = SlidingPosition> {
        self.layers.iter().flatten().map(|tiles| self.position(tiles))
    }

    fn position(&self, tiles: &[u8]) -> SlidingPosition {
        SlidingPosition::new(self.goal.board(), tiles.to_vec()).expect("moves keep every tile")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const METRICS: [Metric; 2] = [Metric::Single, Metric::Multi];

    fn position(board: &str, text: &str) -> SlidingPosition {
        SlidingPosition::parse(board.parse().expect("a board"), text).expect("a position")
    }

    /// All walks of each length from the goal, counted without remembering where they have been:
    /// the first length with walks to a position is its distance, and the number of these walks
    /// that of its shortest solutions.
    fn agrees_with_walks(goal: &SlidingPosition, metric: Metric) {
        let known = sliding_distances(goal, metric);
        let mut walks = BTreeMap::from([(goal.tiles().to_vec(), 1_u64)]);
        let mut met: BTreeMap<Vec<u8>, (u32, u64)> = BTreeMap::new();
        for length in 0_u32.. {
            let before = met.len();
            for (tiles, count) in &walks {
                met.entry(tiles.clone()).or_insert((length, *count));
            }
            if met.len() == before {
                break;
            }
            let mut longer = BTreeMap::new();
            for (tiles, count) in &walks {
                for moved in moves(tiles, goal.board().columns(), metric) {
                    *longer.entry(moved).or_insert(0) += count;
                }
            }
            walks = longer;
        }
        assert_eq!(met.len(), known.position_count());
        for (tiles, (distance, count)) in met {
            let position = SlidingPosition::new(goal.board(), tiles).expect("a position");
            assert_eq!(known.distance(&position), Some(distance), "{position}");
            assert_eq!(known.solution_count(&position), Some(count), "{position}");
        }
    }

    #[test]
    fn both_ends_meet_at_the_distance_of_the_whole_search() {
        let start = position("4x4", "123456789abcde0f");
        let goal = SlidingPosition::solved(start.board());
        assert_eq!(shortest_within(&start, &goal, Metric::Single, 1000), Some((1, 1)));
        for metric in [Metric::Single, Metric::Multi] {
            let goal = SlidingPosition::solved("2x3".parse().expect("a board"));
            let known = sliding_distances(&goal, metric);
            for start in known.positions() {
                let expected = known.distance(&start).zip(known.solution_count(&start));
                assert_eq!(
                    shortest_within(&start, &goal, metric, 1000),
                    expected,
                    "{start} {metric:?}"
                );
            }
        }
    }

    #[test]
    fn distances_and_solutions_agree_with_walks() {
        for metric in METRICS {
            for (board, goal) in
                [("2x2", "1230"), ("2x2", "0312"), ("2x3", "123450"), ("3x2", "415032")]
            {
                agrees_with_walks(&position(board, goal), metric);
            }
        }
    }

    #[test]
    fn half_of_the_permutations_are_reached_and_a_turned_board_is_the_same_board() {
        for metric in METRICS {
            let flat = sliding_distances(&position("2x4", "12345670"), metric);
            let upright = sliding_distances(&position("4x2", "15263740"), metric);
            assert_eq!(flat.counts(), upright.counts());
            assert_eq!(flat.position_count(), 40320 / 2);
            assert_eq!(flat.positions().count(), 40320 / 2);
            assert_eq!(flat.distance(&position("4x2", "12345670")), None);
            assert_eq!(flat.distance(&position("2x4", "21345670")), None);
        }
    }

    #[test]
    fn the_known_figures_of_the_eight_puzzle() {
        let known = sliding_distances(&position("3x3", "123456780"), Metric::Single);
        let figures = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        assert_eq!(known.counts(), figures);
        let all = known.position_count();
        let mut farthest: Vec<String> =
            known.positions().skip(all - 2).map(|position| position.to_string()).collect();
        farthest.sort_unstable();
        assert_eq!(farthest, ["647850321", "867254301"]);
    }
}
