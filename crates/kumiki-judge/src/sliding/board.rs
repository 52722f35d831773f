//! The judge's own arithmetic of sliding boards: where cells are, parity by exchanges, pushes one
//! by one.
//!
//! The model has all of this too. Engines use it, so the judge does not.

use kumiki_model::{Metric, SlidingPosition};
use std::cmp::Ordering;
use std::collections::HashSet;

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

    /// Goes by letters, each the way of the tile that is pushed: U, D, L or R for up, down, left or
    /// right. Gives the tiles, if all letters are such and none leads off the board.
    pub(super) fn go_all(&mut self, letters: &str) -> Option<Vec<u8>> {
        let mut pushed = Vec::new();
        for letter in letters.chars() {
            let [row, column] = self.place(0)?;
            let [row, column] = match letter {
                'U' => [row + 1, column],
                'D' => [row.checked_sub(1)?, column],
                'L' => [row, column + 1],
                'R' => [row, column.checked_sub(1)?],
                _ => return None,
            };
            let tile = *self.cells.get(row * self.columns + column)?;
            (column < self.columns).then_some(())?;
            self.push(tile)?;
            pushed.push(tile);
        }
        Some(pushed)
    }

    /// The tiles that can be pushed.
    pub(super) fn beside_the_blank(&self) -> Vec<u8> {
        let is_beside = |tile: &u8| self.clone().push(*tile).is_some();
        self.cells.iter().copied().filter(is_beside).collect()
    }

    /// The same with a tile pushed, which must be beside the blank.
    pub(super) fn pushed(&self, tile: u8) -> Self {
        let mut after = self.clone();
        after.push(tile);
        after
    }

    /// The tile of each cell.
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
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

/// Whether pushes that each bring a tile closer lead from a start to a goal. Nobody knows if more
/// than so many positions are met.
pub(super) fn is_solved_happily(
    start: &SlidingPosition,
    goal: &SlidingPosition,
    most: usize,
) -> Option<bool> {
    let [start, goal] = [start, goal].map(Tiles::of);
    let mut met = HashSet::from([start.cells.clone()]);
    let mut open = vec![start];
    while let Some(tiles) = open.pop() {
        if tiles == goal {
            return Some(true);
        }
        if met.len() > most {
            return None;
        }
        for tile in tiles.beside_the_blank() {
            let after = tiles.pushed(tile);
            let is_happy = after.steps(tile, &goal) < tiles.steps(tile, &goal);
            if is_happy && met.insert(after.cells.clone()) {
                open.push(after);
            }
        }
    }
    Some(false)
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
    fn letters_say_which_way_tiles_go() {
        let went = |letters: &str| Tiles::of(&position("3x3", "123456780")).go_all(letters);
        assert_eq!(went("RRDDLLUU"), Some(vec![8, 7, 4, 1, 2, 3, 6, 8]));
        assert_eq!(went(""), Some(Vec::new()));
        for wrong in ["U", "L", "RRR", "DDD", "X", "r"] {
            assert_eq!(went(wrong), None, "{wrong}");
        }
        // The end of one row is not beside the beginning of the next.
        assert_eq!(Tiles::of(&position("3x3", "120456783")).go_all("L"), None);
        assert_eq!(Tiles::of(&position("3x3", "123045678")).go_all("R"), None);
    }

    #[test]
    fn happy_is_who_needs_no_more_moves_than_steps() {
        let goal = position("2x4", "12345670");
        let known = sliding_distances(&goal, Metric::Single);
        for start in known.positions() {
            let distance = known.distance(&start).and_then(|far| usize::try_from(far).ok());
            let is_happy = distance == Some(manhattan(&start, &goal));
            assert_eq!(is_solved_happily(&start, &goal, usize::MAX), Some(is_happy), "{start}");
        }
        assert_eq!(is_solved_happily(&position("2x4", "12340567"), &goal, 1), None);
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
