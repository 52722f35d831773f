//! All positions of a board, layer by layer from the goal on.

use std::collections::{BTreeSet, HashMap};

/// A board; several tiles may slide in one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) is_multi: bool,
}

/// Tiles row by row; 0 is the blank.
pub(super) type Position = Vec<usize>;

impl Board {
    /// All moves: the tiles that are pushed, in order, and what comes of it.
    pub(super) fn moves(&self, position: &Position) -> Vec<(Vec<usize>, Position)> {
        let place = |cell: usize| (cell / self.columns, cell % self.columns);
        let blank = position.iter().position(|tile| *tile == 0).expect("there is a blank");
        let (row, column) = place(blank);
        let mut moves = Vec::new();
        for cell in 0..position.len() {
            let (down, across) = (place(cell).0.abs_diff(row), place(cell).1.abs_diff(column));
            let distance = down + across;
            if distance == 0 || down > 0 && across > 0 || distance > 1 && !self.is_multi {
                continue;
            }
            let mut next = position.clone();
            let (mut empty, mut pushed) = (blank, Vec::new());
            while empty != cell {
                let step = if down > 0 { self.columns } else { 1 };
                let from = if cell > empty { empty + step } else { empty - step };
                pushed.push(position[from]);
                next.swap(empty, from);
                empty = from;
            }
            moves.push((pushed, next));
        }
        moves
    }

    /// How far all positions are from the goal that can be solved.
    pub(super) fn distances(&self, goal: &Position) -> HashMap<Position, usize> {
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut layer = vec![goal.clone()];
        while !layer.is_empty() {
            let mut next_layer = Vec::new();
            for position in layer {
                let distance = distances[&position] + 1;
                for (_, next) in self.moves(&position) {
                    if !distances.contains_key(&next) {
                        distances.insert(next.clone(), distance);
                        next_layer.push(next);
                    }
                }
            }
            layer = next_layer;
        }
        distances
    }

    /// All shortest solutions, if they are few.
    pub(super) fn solutions(
        &self,
        start: &Position,
        distances: &HashMap<Position, usize>,
    ) -> Option<BTreeSet<Vec<usize>>> {
        let mut paths = vec![(Vec::new(), start.clone())];
        for distance in (0..*distances.get(start)?).rev() {
            let mut longer = Vec::new();
            for (path, position) in paths {
                for (pushed, next) in self.moves(&position) {
                    if distances[&next] == distance {
                        longer.push(([&path[..], &pushed[..]].concat(), next));
                    }
                }
            }
            if longer.len() > 20_000 {
                return None;
            }
            paths = longer;
        }
        Some(paths.into_iter().map(|(path, _)| path).collect())
    }

    /// For each length up to so many moves: how many paths there are that never go straight back,
    /// how many positions they end in, and how many of these no shorter path ends in.
    pub(super) fn tree(&self, start: &Position, depth: usize) -> Vec<[u128; 3]> {
        // Paths by their last two positions.
        let mut paths: HashMap<(Option<Position>, Position), u128> =
            HashMap::from([((None, start.clone()), 1)]);
        let mut met: BTreeSet<Position> = BTreeSet::new();
        let mut levels = Vec::new();
        for _ in 0..=depth {
            let ends: BTreeSet<&Position> = paths.keys().map(|(_, end)| end).collect();
            let new = ends.iter().filter(|end| !met.contains(**end)).count();
            levels.push([paths.values().sum(), ends.len() as u128, new as u128]);
            met.extend(ends.into_iter().cloned());
            let mut longer = HashMap::new();
            for ((before, end), count) in paths {
                for (_, next) in self.moves(&end) {
                    if before.as_ref() != Some(&next) {
                        *longer.entry((Some(end.clone()), next)).or_default() += count;
                    }
                }
            }
            paths = longer;
        }
        levels
    }

    /// How many positions take how many moves, if each brings its tile closer to its goal: the same
    /// backwards.
    pub(super) fn happy(&self, goal: &Position) -> Vec<usize> {
        let place = |position: &Position, wanted: usize| {
            let cell = position.iter().position(|tile| *tile == wanted).unwrap_or(0);
            (cell / self.columns, cell % self.columns)
        };
        let distance = |position: &Position, tile: usize| {
            let (here, there) = (place(position, tile), place(goal, tile));
            here.0.abs_diff(there.0) + here.1.abs_diff(there.1)
        };
        let mut counts = Vec::new();
        let mut layer = BTreeSet::from([goal.clone()]);
        while !layer.is_empty() {
            counts.push(layer.len());
            let mut next_layer = BTreeSet::new();
            for position in &layer {
                let away = self.moves(position).into_iter();
                let away = away.filter(|(pushed, next)| {
                    distance(next, pushed[0]) > distance(position, pushed[0])
                });
                next_layer.extend(away.map(|(_, next)| next));
            }
            layer = next_layer;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hardest_positions_of_small_boards_are_known() {
        let farthest = |rows: usize, columns: usize| {
            let cells = rows * columns;
            let goal: Position = (1..=cells).map(|tile| tile % cells).collect();
            let distances = Board { rows, columns, is_multi: false }.distances(&goal);
            (distances.len(), distances.into_values().max())
        };
        assert_eq!(farthest(2, 2), (12, Some(6)));
        assert_eq!(farthest(2, 3), (360, Some(21)));
        assert_eq!(farthest(3, 3), (181_440, Some(31)));
    }

    #[test]
    fn paths_meet_again_after_three_rounds_of_a_square() {
        let board = Board { rows: 2, columns: 2, is_multi: false };
        let levels = board.tree(&vec![1, 2, 3, 0], 12);
        // Two ways around a ring of twelve positions.
        assert_eq!(levels[..3], [[1, 1, 1], [2, 2, 2], [2, 2, 2]]);
        assert_eq!(levels[5..8], [[2, 2, 2], [2, 1, 1], [2, 2, 0]]);
        assert_eq!(levels[12], [2, 1, 0]);
    }

    #[test]
    fn one_move_may_push_several_tiles() {
        let board = Board { rows: 2, columns: 3, is_multi: true };
        let moves = board.moves(&vec![1, 2, 3, 4, 5, 0]);
        let pushed: Vec<Vec<usize>> = moves.iter().map(|(pushed, _)| pushed.clone()).collect();
        assert_eq!(pushed, [vec![3], vec![5, 4], vec![5]]);
        assert_eq!(moves[1].1, [1, 2, 3, 0, 4, 5]);
    }
}
