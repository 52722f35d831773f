//! The symmetries of a board as images of cells, and connected regions of free cells.

use kumiki_model::{Direction, SlidingBoard};

/// A symmetry that takes the cells of one board to those of another, or of the same.
///
/// * **Y1** `images[cell]` is below 64 for every index, and for the cells of the first board it is
///   a cell of the second, each once.
/// * **Y2** Neighbours go to neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// For each cell where it goes (Y1); 0 beyond the board.
    images: [u8; 64],
}

/// Which of the eight symmetries of a square: reflect the rows, reflect the columns, then swap rows
/// and columns.
const KINDS: [[bool; 3]; 8] = {
    let mut kinds = [[false; 3]; 8];
    let mut kind = 0;
    while kind < 8 {
        kinds[kind] = [kind & 1 != 0, kind & 2 != 0, kind & 4 != 0];
        kind += 1;
    }
    kinds
};

impl Symmetry {
    /// All symmetries from a board to a board of given sides: four or eight if the sides agree in
    /// some order, otherwise none.
    pub(crate) fn between(board: SlidingBoard, other: SlidingBoard) -> Vec<Self> {
        let kinds = KINDS.into_iter().filter(|[_, _, swaps]| {
            let sides = if *swaps {
                [board.columns(), board.rows()]
            } else {
                [board.rows(), board.columns()]
            };
            sides == [other.rows(), other.columns()]
        });
        kinds.map(|kind| Self::of_kind(board, kind)).collect()
    }

    fn of_kind(board: SlidingBoard, [reflects_rows, reflects_columns, swaps]: [bool; 3]) -> Self {
        let mut images = [0; 64];
        for (cell, image) in images.iter_mut().enumerate().take(board.cell_count()) {
            let (mut row, mut column) = (cell / board.columns(), cell % board.columns());
            if reflects_rows {
                row = board.rows() - 1 - row;
            }
            if reflects_columns {
                column = board.columns() - 1 - column;
            }
            let goes_to =
                if swaps { column * board.rows() + row } else { row * board.columns() + column };
            *image = u8::try_from(goes_to).expect("boards have at most 36 cells");
        }
        Self { images }
    }

    /// Where a cell goes.
    #[inline(always)]
    pub(crate) fn image(&self, cell: usize) -> usize {
        usize::from(self.images[cell & 63])
    }

    /// Where a set of cells goes.
    pub(crate) fn image_of_set(&self, set: u64) -> u64 {
        members(set).map(|cell| 1 << self.image(cell)).sum()
    }
}

/// The cells of a set, in order.
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The neighbours of each cell of a board as sets.
pub(crate) fn neighbour_sets(board: SlidingBoard) -> Vec<u64> {
    let around =
        |cell| Direction::ALL.into_iter().filter_map(move |way| board.neighbour(cell, way));
    (0..board.cell_count()).map(|cell| around(cell).map(|other| 1u64 << other).sum()).collect()
}

/// The connected part of `free` around one of its cells.
pub(crate) fn region_of(neighbours: &[u64], free: u64, cell: usize) -> u64 {
    let (mut region, mut edge) = (0, free & 1 << cell);
    while edge != 0 {
        region |= edge;
        edge = members(edge).fold(0, |reached, cell| reached | neighbours[cell]) & free & !region;
    }
    region
}

/// All connected parts of a set of free cells, by their least cells.
pub(crate) fn regions(neighbours: &[u64], free: u64) -> impl Iterator<Item = u64> {
    let mut rest = free;
    std::iter::from_fn(move || {
        let cell = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        let region = region_of(neighbours, free, cell);
        rest &= !region;
        Some(region)
    })
}
