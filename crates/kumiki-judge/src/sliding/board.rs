//! The judge's own arithmetic of sliding boards: where cells are, parity by exchanges, pushes one
//! by one.
//!
//! The model has all of this too. Engines use it, so the judge does not.

use kumiki_model::{Metric, SlidingPosition};
use std::cmp::Ordering;

/// Which way a tile went: how the row and the column it came to compare with those it left.
type Way = [Ordering; 2];

/// Tiles on a board, to be pushed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tiles {
    columns: usize,
    /// The tile of each cell.
    cells: Vec<u8>,
}

impl Tiles {
    pub(super) fn of(position: &SlidingPosition) -> Self {
        Self { columns: position.board().columns(), cells: position.tiles().to_vec() }
    }

    /// Row and column of a tile.
    fn place(&self, tile: u8) -> Option<[usize; 2]> {
        let cell = self.cells.iter().position(|other| *other == tile)?;
        Some([cell / self.columns, cell % self.columns])
    }

    /// How many steps a tile has to go to where it is in a goal.
    fn steps(&self, tile: u8, goal: &Self) -> usize {
        let [from, to] =
            [self, goal].map(|tiles| tiles.place(tile).expect("every position has all tiles"));
        from[0].abs_diff(to[0]) + from[1].abs_diff(to[1])
    }

    /// Pushes a tile into the blank, if it is beside it.
    fn push(&mut self, tile: u8) -> Option<Way> {
        let [from, to] = [self.place(tile)?, self.place(0)?];
        if from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]) != 1 {
            return None;
        }
        self.cells.swap(from[0] * self.columns + from[1], to[0] * self.columns + to[1]);
        Some([to[0].cmp(&from[0]), to[1].cmp(&from[1])])
    }

    /// Pushes tiles one after another. Gives the number of moves, or else the first push of a tile
    /// that is not beside the blank.
    pub(super) fn push_all(&mut self, pushes: &[u8], metric: Metric) -> Result<usize, usize> {
        let mut move_count = 0;
        let mut last_way = None;
        for (at, tile) in pushes.iter().enumerate() {
            let way = self.push(*tile).ok_or(at)?;
            // Pushes one after another in one direction are one slide of several tiles.
            if metric == Metric::Single || last_way != Some(way) {
                move_count += 1;
            }
            last_way = Some(way);
        }
        Ok(move_count)
    }

    /// The tiles as a text in reading order.
    pub(super) fn text(&self) -> String {
        self.cells.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
    }
}

/// The sum of the steps of all tiles but the blank: no push brings it down by more than one.
pub(super) fn manhattan(start: &SlidingPosition, goal: &SlidingPosition) -> usize {
    let [start, goal] = [start, goal].map(Tiles::of);
    start.cells.iter().filter(|tile| **tile != 0).map(|tile| start.steps(*tile, &goal)).sum()
}

/// Whether the blank's cells in two positions have one colour, as on a chessboard.
pub(super) fn has_same_colour(position: &SlidingPosition, goal: &SlidingPosition) -> bool {
    Tiles::of(position).steps(0, &Tiles::of(goal)).is_multiple_of(2)
}

/// Whether the permutation of the cells that brings each tile of one position to its cell in the
/// other is even: cell by cell, the tile that belongs there is exchanged with the one that is
/// there.
pub(super) fn is_even(start: &SlidingPosition, goal: &SlidingPosition) -> bool {
    let mut tiles = start.tiles().to_vec();
    let mut exchange_count = 0_u32;
    for (cell, tile) in goal.tiles().iter().enumerate() {
        let at = tiles.iter().position(|other| other == tile);
        let at = at.expect("every position has all tiles");
        exchange_count += u32::from(at != cell);
        tiles.swap(at, cell);
    }
    exchange_count.is_multiple_of(2)
}

/// Whether parity lets one position become the other: each push is an exchange, and changes the
/// colour of the blank's cell.
pub(super) fn is_reachable(start: &SlidingPosition, goal: &SlidingPosition) -> bool {
    is_even(start, goal) == has_same_colour(start, goal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_recount::sliding_distances;

    fn position(board: &str, text: &str) -> SlidingPosition {
        SlidingPosition::parse(board.parse().expect("a board"), text).expect("a position")
    }

    /// All permutations of the tiles, by putting the last one into every place.
    fn permutations(count: u8) -> Vec<Vec<u8>> {
        let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for shorter in permutations(last) {
            for at in 0..=shorter.len() {
                let mut tiles = shorter.clone();
                tiles.insert(at, last);
                all.push(tiles);
            }
        }
        all
    }

    #[test]
    fn parity_says_what_the_search_finds() {
        for (board, goal) in
            [("2x2", "1230"), ("2x3", "123450"), ("3x2", "301254"), ("2x4", "70415263")]
        {
            let goal = position(board, goal);
            let known = sliding_distances(&goal, Metric::Single);
            for tiles in permutations(u8::try_from(goal.tiles().len()).expect("a small board")) {
                let start = SlidingPosition::new(goal.board(), tiles).expect("a permutation");
                assert_eq!(
                    is_reachable(&start, &goal),
                    known.distance(&start).is_some(),
                    "{start}"
                );
            }
        }
    }

    #[test]
    fn the_sum_of_steps_is_never_more_than_the_distance_and_as_even() {
        let goal = position("2x4", "01234567");
        let known = sliding_distances(&goal, Metric::Single);
        for start in known.positions() {
            let distance =
                usize::try_from(known.distance(&start).expect("reached")).expect("small");
            let steps = manhattan(&start, &goal);
            assert!(steps <= distance && (distance - steps).is_multiple_of(2), "{start}");
            assert_eq!(has_same_colour(&start, &goal), distance.is_multiple_of(2), "{start}");
        }
    }

    #[test]
    fn pushes_in_one_direction_are_one_slide() {
        let pushed = |pushes: &[u8], metric| {
            let mut tiles = Tiles::of(&position("3x3", "123456780"));
            tiles.push_all(pushes, metric).map(|count| (count, tiles.text()))
        };
        let after = "0,2,3,1,5,6,4,7,8".to_owned();
        assert_eq!(pushed(&[8, 7, 4, 1], Metric::Single), Ok((4, after.clone())));
        assert_eq!(pushed(&[8, 7, 4, 1], Metric::Multi), Ok((2, after)));
        assert_eq!(pushed(&[8, 7, 7, 8], Metric::Multi).map(|(count, _)| count), Ok(2));
        assert_eq!(pushed(&[8, 5, 8], Metric::Single), Err(2));
        assert_eq!(pushed(&[0], Metric::Single), Err(0));
        assert_eq!(pushed(&[6, 6, 9], Metric::Single), Err(2));
        // The end of one row is not beside the beginning of the next.
        let mut tiles = Tiles::of(&position("3x3", "123045678"));
        assert_eq!(tiles.push_all(&[3], Metric::Single), Err(0));
    }
}
