//! Partitions for boards without a named one: pieces of a path that fills the board strip by strip.

use super::Partition;
use super::ranking::{MAX_TILES, binomial, factorial};
use kumiki_model::SlidingBoard;

impl Partition {
    /// A partition into compact patterns of nearly equal sizes, as few as there can be with tables
    /// of at most so many entries each. Patterns of one tile, which say no more than its distance
    /// from home, are always allowed.
    ///
    /// # Panics
    /// If the blank is in no cell of the board.
    #[must_use]
    pub fn automatic(board: SlidingBoard, blank: usize, limit_entries: usize) -> Self {
        assert!(blank < board.cell_count(), "the blank is in a cell of the board");
        let cells = board.cell_count();
        let fits = |count: &usize| {
            let entries = binomial(cells, *count) * factorial(*count);
            u32::try_from(entries).is_ok_and(|entries| (entries as usize) <= limit_entries)
        };
        let largest = (1..=MAX_TILES.min(cells - 1)).rev().find(fits).unwrap_or(1);
        let pattern_count = (cells - 1).div_ceil(largest);
        let paths = [path_in_strips(board.rows(), board.columns()), {
            let down = path_in_strips(board.columns(), board.rows());
            down.into_iter().map(|(column, row)| (row, column)).collect()
        }];
        let partitions = paths.into_iter().map(|path| {
            let cells = path.into_iter().map(|(row, column)| row * board.columns() + column);
            pieces(&cells.filter(|cell| *cell != blank).collect::<Vec<_>>(), pattern_count)
        });
        let best =
            partitions.min_by_key(|patterns| spread(board, patterns)).expect("there are two paths");
        Self::new(board, blank, &best)
            .expect("W1: pieces of a path through all cells but the blank's")
    }
}

/// A path through all cells of a board, neighbour by neighbour: through strips of two rows each
/// (the last may have one or three), up and down by turns, to and fro.
fn path_in_strips(rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let strip_count = (rows / 2).max(1);
    let mut path: Vec<(usize, usize)> = Vec::new();
    for strip in 0..strip_count {
        let end = if strip + 1 == strip_count { rows } else { 2 * strip + 2 };
        let mut across: Vec<usize> = (0..columns).collect();
        if strip % 2 == 1 {
            across.reverse();
        }
        for (at, column) in across.into_iter().enumerate() {
            let mut down: Vec<usize> = (2 * strip..end).collect();
            if at % 2 == 1 {
                down.reverse();
            }
            path.extend(down.into_iter().map(|row| (row, column)));
        }
    }
    path
}

/// A list cut into so many pieces whose lengths differ by at most one.
fn pieces(cells: &[usize], count: usize) -> Vec<Vec<usize>> {
    let cut = |piece: usize| piece * cells.len() / count;
    (0..count).map(|piece| cells[cut(piece)..cut(piece + 1)].to_vec()).collect()
}

/// How far apart the cells of the patterns are: tiles that start close together are in each other's
/// way.
fn spread(board: SlidingBoard, patterns: &[Vec<usize>]) -> usize {
    let of_pattern = |cells: &Vec<usize>| -> usize {
        let pairs = cells.iter().flat_map(|one| cells.iter().map(move |other| (*one, *other)));
        pairs.map(|(one, other)| board.steps(one, other)).sum()
    };
    patterns.iter().map(of_pattern).sum()
}
