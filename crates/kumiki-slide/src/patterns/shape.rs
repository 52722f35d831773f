//! A pattern up to the symmetries of the board: what a table depends on.

use super::PatternError;
use super::ranking::{MAX_TILES, binomial, factorial};
use super::symmetry::{Symmetry, members, neighbour_sets, region_of, regions};
use kumiki_model::SlidingBoard;
use std::fmt;

/// Some tiles, named by their goal cells, on a board that has at least as many rows as columns.
///
/// Patterns that are images of each other have the same table with other names for cells and tiles.
/// So a shape is the first of these images, and two patterns share a table if and only if they have
/// equal shapes. Where the blank has its goal matters only if the tiles of the pattern cut the
/// board into regions when they are at home.
///
/// * **H1** `goals` holds 1 to 8 cells, and `home` is a connected region of the other cells.
/// * **H2** No image of `(goals, home)` on a board with at least as many rows as columns is less.
/// * **H3** There are fewer than 2^32 ways to place the tiles.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PatternShape {
    /// Rows of the board, at least as many as columns.
    rows: usize,
    /// Columns of the board.
    columns: usize,
    /// The goal cells of the tiles, bit by bit (H1, H2).
    goals: u64,
    /// The cells that the blank can reach from its own goal when the tiles are at home, bit by bit
    /// (H1, H2).
    home: u64,
}

impl PatternShape {
    /// The shape of the tiles with these goal cells, if the blank has its goal at `blank`; and the
    /// symmetry that takes the board to the board of the shape.
    pub(crate) fn of(
        board: SlidingBoard,
        goals: u64,
        blank: usize,
    ) -> Result<(Self, Symmetry), PatternError> {
        let count = goals.count_ones() as usize;
        let refuse = |reason| Err(PatternError::pattern(reason));
        if goals >> board.cell_count() != 0
            || blank >= board.cell_count()
            || goals & 1 << blank != 0
        {
            return refuse(format!(
                "a pattern of cells {}, expected goal cells of tiles of {board}",
                list(goals)
            ));
        }
        if count == 0 || count > MAX_TILES {
            return refuse(format!("a pattern of {count} tiles, expected 1 to {MAX_TILES}"));
        }
        let entries = binomial(board.cell_count(), count) * factorial(count);
        if u32::try_from(entries).is_err() {
            return refuse(format!(
                "a pattern of {count} tiles on {board} has {entries} entries, expected fewer than \
                 2^32"
            ));
        }
        let home =
            region_of(&neighbour_sets(board), !goals & ((1 << board.cell_count()) - 1), blank);
        let tall = if board.columns() <= board.rows() { board } else { transposed(board) };
        let images = Symmetry::between(board, tall).into_iter().map(|symmetry| {
            let (goals, home) = (symmetry.image_of_set(goals), symmetry.image_of_set(home));
            (Self { rows: tall.rows(), columns: tall.columns(), goals, home }, symmetry)
        });
        let least = images.min_by(|(one, _), (other, _)| one.cmp(other));
        Ok(least.expect("a board has at least four symmetries"))
    }

    /// The board, with at least as many rows as columns.
    #[must_use]
    pub fn board(&self) -> SlidingBoard {
        SlidingBoard::new(self.rows, self.columns)
            .expect("H1: the board of a pattern, perhaps transposed")
    }

    /// The goal cells of the tiles, in order. Tile number `i` of the shape is the one with the
    /// `i`th goal cell.
    pub fn goal_cells(&self) -> impl Iterator<Item = usize> {
        members(self.goals)
    }

    /// How many tiles.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.goals.count_ones() as usize
    }

    /// How many entries its table has, one byte each.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        let entries =
            binomial(self.rows * self.columns, self.tile_count()) * factorial(self.tile_count());
        usize::try_from(entries).expect("H3: fewer than 2^32")
    }

    /// About how many bytes building the table takes, the entries included.
    #[must_use]
    pub fn bytes_to_build(&self) -> usize {
        let board = self.board();
        let neighbours = neighbour_sets(board);
        let all = (1 << board.cell_count()) - 1;
        let blocks: usize = sets(board, self.tile_count())
            .map(|set| regions(&neighbours, all & !set).count())
            .sum();
        let set_count = self.entry_count() / self.order_count() as usize;
        let words = (self.order_count() as usize).div_ceil(64);
        self.entry_count() + blocks * (8 * words + 16) + set_count * 8 * 2 * self.tile_count()
    }

    /// In how many orders the tiles may stand.
    pub(crate) fn order_count(&self) -> u32 {
        u32::try_from(factorial(self.tile_count())).expect("H1: at most 8 tiles")
    }

    /// The set of goal cells.
    pub(crate) fn goals(&self) -> u64 {
        self.goals
    }

    /// The cells that the blank can reach when the tiles are at home and it starts from its own
    /// goal.
    pub(crate) fn home(&self) -> u64 {
        self.home
    }
}

impl fmt::Display for PatternShape {
    /// The board and the goal cells, and the blank's region if there are several: `4x4-0.1.4.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}-{}", self.rows, self.columns, list(self.goals))?;
        let free = !self.goals & ((1 << (self.rows * self.columns)) - 1);
        if self.home == free { Ok(()) } else { write!(f, "-{}", list(self.home)) }
    }
}

/// All sets of so many cells, in the order of their ranks, which is that of the numbers they are as
/// bit sets.
pub(crate) fn sets(board: SlidingBoard, count: usize) -> impl Iterator<Item = u64> {
    let end = 1u64 << board.cell_count();
    let after = |set: u64| {
        // The lowest run of ones loses its last member upwards; the others fall to the bottom.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        carried | (((set ^ carried) >> 2) / lowest)
    };
    std::iter::successors(Some((1u64 << count) - 1), move |set| Some(after(*set)))
        .take_while(move |set| *set < end)
}

/// Whether a set has an odd number of black cells, if the board is coloured like a chessboard.
pub(crate) fn is_odd(board: SlidingBoard, set: u64) -> bool {
    members(set).filter(|cell| board.steps(0, *cell) % 2 == 1).count() % 2 == 1
}

fn transposed(board: SlidingBoard) -> SlidingBoard {
    SlidingBoard::new(board.columns(), board.rows()).expect("as many cells as before")
}

fn list(set: u64) -> String {
    let cells: Vec<String> = members(set).map(|cell| cell.to_string()).collect();
    cells.join(".")
}
