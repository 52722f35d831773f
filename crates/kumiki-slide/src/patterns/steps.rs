//! How an arrangement follows a tile from cell to cell.
//!
//! A push along a row moves a tile in the set of occupied cells and leaves the order of the tiles
//! alone. A push to another row takes the tile past those in the cells between: how many come
//! before these cells, and how many are in them, says how the order is turned.

use super::PackedTable;
use super::partition::PlacedShape;
use super::ranking::set_of;
use kumiki_model::{Direction, SlidingBoard};
use std::sync::Arc;

/// Room for all pushes of a board, four for each cell; and no number of eight bits is too large for
/// it.
const PUSHES: usize = 256;

/// Where the tiles of a pattern stand.
///
/// * **G1** `occupied` is the set of cells of the shape's board, `order` the rank of the order,
///   `steps` how many steps the tiles are away from home, added, and `entry` the entry of the
///   table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Arrangement {
    /// The cells of the shape's board that have a tile of the pattern, bit by bit (G1).
    occupied: u64,
    /// The rank of the order of these tiles (G1).
    order: u16,
    /// The steps of all these tiles from home, added (G1).
    steps: u16,
    /// The entry of the table (G1).
    entry: u32,
}

impl Arrangement {
    /// The least number of pushes of the tiles.
    #[inline(always)]
    #[must_use]
    pub fn entry(self) -> u32 {
        self.entry
    }
}

/// What is known about a push before one knows where the tiles are.
///
/// * **Q1** `toggles` are the two cells, `before` all cells before the lower one, `between` those
///   between the two. There are none between the cells of a push along a row.
#[derive(Clone, Copy, Default, Debug)]
struct Step {
    /// The cell of the tile and that of the blank (Q1).
    toggles: u64,
    /// All cells before the lower of these (Q1).
    before: u64,
    /// All cells between them (Q1).
    between: u64,
    /// Whether the tile is pushed to the lower of the two cells.
    comes_back: bool,
}

/// A table read through a symmetry of the board, for one pattern of a partition.
///
/// * **Q2** `pushes[push]` is the push with that number (see `number`), by cells of the partition's
///   board.
/// * **Q3** `rises[tile][push]` is what the push adds to the steps of the tile that belongs in cell
///   `tile`: 1, or -1 modulo 2^16.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The table of the pattern's shape.
    table: Arc<PackedTable>,
    /// The pattern, and the symmetry that takes it to its shape.
    placed: PlacedShape,
    /// The board of the partition.
    board: SlidingBoard,
    /// For each push its cells on the shape's board (Q2).
    pushes: Box<[Step; PUSHES]>,
    /// For each tile and push what is added to the steps (Q3).
    rises: Vec<[u16; PUSHES]>,
}

/// The number of the push of the tile at `from` by which the blank moves in a direction.
#[inline(always)]
fn number(from: u8, blank: Direction) -> u8 {
    from << 2 | blank as u8
}

impl Reader {
    /// Reads the table of a pattern of a board.
    pub(crate) fn new(board: SlidingBoard, placed: PlacedShape, table: Arc<PackedTable>) -> Self {
        let mut pushes = Box::new([Step::default(); PUSHES]);
        let mut rises = vec![[0; PUSHES]; board.cell_count()];
        for to in 0..board.cell_count() {
            for blank in Direction::ALL {
                let Some(from) = board.neighbour(to, blank) else { continue };
                let push = usize::from(number(
                    u8::try_from(from).expect("boards have at most 36 cells"),
                    blank,
                ));
                let (image, image_to) = (placed.image(from), placed.image(to));
                let (low, high) = (image.min(image_to), image.max(image_to));
                let below = |cell: usize| (1u64 << cell) - 1;
                pushes[push] = Step {
                    toggles: 1 << low | 1 << high,
                    before: below(low),
                    between: below(high) & !below(low + 1),
                    comes_back: image > image_to,
                };
                for (tile, rises) in rises.iter_mut().enumerate() {
                    let is_nearer = board.steps(to, tile) < board.steps(from, tile);
                    rises[push] = if is_nearer { u16::MAX } else { 1 };
                }
            }
        }
        Self { table, placed, board, pushes, rises }
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
        let cells: Vec<usize> =
            goals.iter().map(|goal| self.placed.image(cell_of(*goal))).collect();
        let steps: usize = goals.iter().map(|goal| self.board.steps(cell_of(*goal), *goal)).sum();
        let steps = u16::try_from(steps).expect("boards have at most 36 cells");
        self.looked_up(set_of(&cells), self.table.ranking().order(&cells), steps)
    }

    #[inline(always)]
    fn looked_up(&self, occupied: u64, order: u16, steps: u16) -> Arrangement {
        Arrangement { occupied, order, steps, entry: self.table.entry(occupied, order, steps) }
    }

    /// Whether pushes of the blank's direction are along a row of the table's board, so that they
    /// lead to entries nearby.
    #[must_use]
    pub fn is_near(&self, blank: Direction) -> bool {
        let is_along_row = self.placed.image(0).abs_diff(self.placed.image(1)) == 1;
        matches!(blank, Direction::East | Direction::West) == is_along_row
    }

    /// The arrangement after the blank moves to the cell `from` in a direction, and one of its
    /// tiles back. The tile is named by the cell where it belongs.
    ///
    /// The tile must be at `from`; otherwise the arrangement means nothing.
    #[inline(always)]
    #[must_use]
    pub fn moved(
        &self,
        arrangement: Arrangement,
        tile: u8,
        from: u8,
        blank: Direction,
    ) -> Arrangement {
        let number = usize::from(number(from, blank));
        let push = &self.pushes[number];
        let Arrangement { occupied, mut order, steps, .. } = arrangement;
        if push.between != 0 {
            let ranking = self.table.ranking();
            let (before, passed) =
                ((occupied & push.before).count_ones(), (occupied & push.between).count_ones());
            order = ranking.turned_order(ranking.turn(before, passed, push.comes_back), order);
        }
        let steps = steps.wrapping_add(self.rises[usize::from(tile)][number]);
        self.looked_up(occupied ^ push.toggles, order, steps)
    }
}
