//! A position seen from its goal, and the board it is on.

use kumiki_model::{Direction, SlidingBoard, SlidingQuestion};

/// Room for the cells of the largest board.
pub(crate) const MAX_CELLS: usize = 36;

/// A direction in which the blank may go, and the cell there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// Where the blank goes.
    pub(crate) direction: Direction,
    /// The cell there.
    pub(crate) cell: u8,
}

/// The ways from each cell.
///
/// * **B1** `ways[cell][last]` are the ways from a cell if the blank's last move was `last`, or,
///   with `last` 4, before the first move. They stand in the seed's order: clockwise, beginning
///   beside the way back, which comes last.
/// * **B2** Behind the ways there are copies of the first one; `counts` tells how many are real.
#[derive(Clone, Debug)]
pub(crate) struct Compass {
    /// For each cell and each last move, the ways in the seed's order, filled up to four (B1, B2).
    ways: Vec<[[Way; 4]; 5]>,
    /// For each cell how many ways there are: 2 to 4 (B2).
    counts: Vec<u8>,
}

impl Compass {
    pub(crate) fn new(board: SlidingBoard) -> Self {
        let order = |last: usize| {
            let back = Direction::ALL.get(last).map_or(0, |last| last.opposite() as usize);
            (1..=4).map(move |turn| Direction::ALL[(back + 4 - turn) % 4])
        };
        let ways = |cell: usize, last: usize| -> Vec<Way> {
            let way =
                |direction| Some(Way { direction, cell: byte(board.neighbour(cell, direction)?) });
            order(last).filter_map(way).collect()
        };
        let padded = |cell: usize, last: usize| {
            let ways = ways(cell, last);
            std::array::from_fn(|at| *ways.get(at).unwrap_or(&ways[0]))
        };
        let cells = 0..board.cell_count();
        Self {
            ways: cells
                .clone()
                .map(|cell| std::array::from_fn(|last| padded(cell, last)))
                .collect(),
            counts: cells.map(|cell| byte(ways(cell, 4).len())).collect(),
        }
    }

    /// The ways from a cell after a move, the way back last.
    #[inline(always)]
    pub(crate) fn ways(&self, cell: usize, last: Option<Direction>) -> &[Way] {
        let last = last.map_or(4, |last| last as usize);
        &self.ways[cell][last][..usize::from(self.counts[cell])]
    }

    /// How many cells the board has.
    pub(crate) fn cell_count(&self) -> usize {
        self.counts.len()
    }

    /// The cell beside another one.
    pub(crate) fn beside(&self, cell: usize, direction: Direction) -> Option<usize> {
        let way = self.ways(cell, None).iter().find(|way| way.direction == direction)?;
        Some(usize::from(way.cell))
    }
}

/// A position in which each tile is called by the cell where it belongs. So all goals look alike:
/// every cell has its own number.
///
/// * **A1** `cells[cell]` is where what is in `cell` belongs, the blank included; no two are equal.
///   Cells beyond the board have 0.
/// * **A2** The blank is in the cell `blank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrangement {
    /// For each cell the cell where its tile belongs (A1).
    pub(crate) cells: [u8; MAX_CELLS],
    /// The cell of the blank (A2).
    pub(crate) blank: usize,
}

impl Arrangement {
    /// The start of a question.
    pub(crate) fn new(question: &SlidingQuestion) -> Self {
        let (start, goal) = (question.start(), question.goal());
        let mut cells = [0; MAX_CELLS];
        for (cell, tile) in cells.iter_mut().zip(start.tiles()) {
            *cell = byte(goal.cell_of(*tile));
        }
        Self { cells, blank: start.blank() }
    }

    /// Moves the blank to a cell beside it. Gives the tile that is pushed.
    #[inline(always)]
    pub(crate) fn push(&mut self, from: usize) -> u8 {
        let tile = self.cells[from];
        self.cells.swap(from, self.blank);
        self.blank = from;
        tile
    }
}

/// The number of a cell as a byte.
pub(crate) fn byte(cell: usize) -> u8 {
    u8::try_from(cell).expect("boards have at most 36 cells")
}

/// The directions in which the blank may start, `false` for those that a symmetry makes needless.
///
/// A symmetry of the board may leave the start and the goal as they are, if it takes each tile to
/// where its image belongs. Then it makes solutions of solutions. The earliest of all shortest
/// solutions in the order of words is not later than its images; so its first letter is not later
/// than the image of that letter, and all other first letters can be left out. (That same solution
/// is the one which the module `duplicates` promises to keep.)
pub(crate) fn first_directions(board: SlidingBoard, start: &Arrangement) -> [bool; 4] {
    let (rows, columns) = (board.rows(), board.columns());
    let compass = Compass::new(board);
    let mut is_needed = [true; 4];
    for symmetry in 0..8 {
        let (turns_rows, turns_columns, transposes) =
            (symmetry & 1 != 0, symmetry & 2 != 0, symmetry & 4 != 0);
        if transposes && rows != columns {
            continue;
        }
        let image = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let (row, column) = if transposes { (column, row) } else { (row, column) };
            let row = if turns_rows { rows - 1 - row } else { row };
            let column = if turns_columns { columns - 1 - column } else { column };
            row * columns + column
        };
        let tile = |cell: usize| usize::from(start.cells[cell]);
        let keeps_tiles =
            (0..board.cell_count()).all(|cell| tile(image(cell)) == image(tile(cell)));
        if !keeps_tiles || image(start.blank) != start.blank {
            continue;
        }
        for direction in Direction::ALL {
            let Some(next) = compass.beside(start.blank, direction).map(image) else { continue };
            let towards_image =
                |other: &Direction| compass.beside(start.blank, *other) == Some(next);
            let other = Direction::ALL.into_iter().find(towards_image);
            is_needed[direction as usize] &= other.is_none_or(|other| direction <= other);
        }
    }
    is_needed
}
