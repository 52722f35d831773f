//! How an arrangement follows a tile from cell to cell.
//!
//! A push along a row moves a tile in the set of occupied cells and leaves the order of the tiles alone. A push to another
//! row takes the tile past those in the cells between: how many come before these cells, and how many are in them, says
//! how the order is turned.

use crate::PackedTable;
use crate::partition::PlacedShape;
use crate::ranking::set_of;
use kumiki_model::SlidingBoard;
use std::sync::Arc;

/// Four ways to go from a cell: see [`way`].
const WAYS: usize = 4;

/// Where the tiles of a pattern stand.
///
/// * **G1** `occupied` is the set of cells of the shape's board, `order` the rank of the order, and `steps` how many steps the tiles
///   are away from home, added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrangement {
    occupied: u64,
    order: u32,
    steps: u32,
}

/// What is known about a push before one knows where the tiles are.
///
/// * **Q1** `toggles` are the two cells, `before` all cells before the lower one, `between` those between the two. There are
///   none between the cells of a push along a row.
#[derive(Clone, Copy, Default, Debug)]
struct Step {
    toggles: u64,
    before: u64,
    between: u64,
    comes_back: bool,
}

/// A table read through a symmetry of the board, for one pattern of a partition.
///
/// * **Q2** `pushes[from * 4 + way]` is the push from a cell of the partition's board, if there is a cell that way.
/// * **Q3** `distances[cell * cell_count + tile]` is how many steps there are from a cell to the one where a tile belongs.
#[derive(Clone, Debug)]
pub struct Reader {
    table: Arc<PackedTable>,
    placed: PlacedShape,
    pushes: Vec<Step>,
    distances: Vec<u8>,
    cell_count: usize,
}

/// Which of the four neighbours of a cell another one is.
#[inline(always)]
fn way(from: usize, to: usize) -> usize {
    usize::from(from < to) + 2 * usize::from(from.abs_diff(to) != 1)
}

impl Reader {
    /// Reads the table of a pattern of a board.
    pub(crate) fn new(board: SlidingBoard, placed: PlacedShape, table: Arc<PackedTable>) -> Self {
        let cell_count = board.cell_count();
        let cells = || 0..cell_count;
        let mut pushes = vec![Step::default(); cell_count * WAYS];
        for from in cells() {
            for to in cells().filter(|to| board.steps(from, *to) == 1) {
                let (image, image_to) = (placed.image(from), placed.image(to));
                let (low, high) = (image.min(image_to), image.max(image_to));
                let below = |cell: usize| (1u64 << cell) - 1;
                pushes[from * WAYS + way(from, to)] = Step {
                    toggles: 1 << low | 1 << high,
                    before: below(low),
                    between: below(high) & !below(low + 1),
                    comes_back: image > image_to,
                };
            }
        }
        let distance = |at: usize| {
            let steps = board.steps(at / cell_count, at % cell_count);
            u8::try_from(steps).expect("boards have at most 36 cells")
        };
        let distances = (0..cell_count * cell_count).map(distance).collect();
        Self { table, placed, pushes, distances, cell_count }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &PackedTable {
        &self.table
    }

    /// The arrangement of a position, given the cell of the tile that belongs in each cell.
    #[must_use]
    pub fn arrangement(&self, cell_of: impl Fn(usize) -> usize) -> Arrangement {
        let goals = self.placed.goals_by_number();
        let cells: Vec<usize> = goals.iter().map(|goal| self.placed.image(cell_of(*goal))).collect();
        let steps = goals.iter().map(|goal| self.distance(cell_of(*goal), *goal)).sum();
        Arrangement { occupied: set_of(&cells), order: self.table.ranking().order(&cells), steps }
    }

    #[inline(always)]
    fn distance(&self, cell: usize, tile: usize) -> u32 {
        self.distances[cell * self.cell_count + tile].into()
    }

    /// Whether a push between neighbouring cells is one along a row of the table's board, so that it leads to an entry nearby.
    #[must_use]
    pub fn is_near(&self, from: usize, to: usize) -> bool {
        self.pushes[from * WAYS + way(from, to)].between == 0
    }

    /// The arrangement after one of its tiles, named by the cell where it belongs, is pushed between neighbouring cells.
    /// Nothing is loaded from the entries.
    ///
    /// The tile must be at `from`, and no other tile of the pattern at `to`; otherwise the arrangement means nothing.
    #[inline(always)]
    #[must_use]
    pub fn moved(&self, arrangement: Arrangement, tile: usize, from: usize, to: usize) -> Arrangement {
        let push = &self.pushes[from * WAYS + way(from, to)];
        let Arrangement { occupied, order, steps } = arrangement;
        let order = if push.between == 0 {
            order
        } else {
            let ranking = self.table.ranking();
            let (before, passed) =
                ((occupied & push.before).count_ones(), (occupied & push.between).count_ones());
            ranking.turned_order(ranking.turn(before, passed, push.comes_back), order)
        };
        let steps = steps + self.distance(to, tile) - self.distance(from, tile);
        Arrangement { occupied: occupied ^ push.toggles, order, steps }
    }

    /// The least number of pushes of the tiles.
    #[inline(always)]
    #[must_use]
    pub fn entry(&self, arrangement: Arrangement) -> u32 {
        self.table.entry(arrangement.occupied, arrangement.order, arrangement.steps)
    }
}
