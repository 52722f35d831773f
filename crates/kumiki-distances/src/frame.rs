//! The board as the table sees it: upright, with tiles named by the goal.

use crate::rank::MAX_TILES;
use kumiki_id::narrow;
use kumiki_model::{Direction, Metric, SlidingBoard, SlidingPosition};

/// Where the blank is, and the tiles in reading order with the blank left out.
///
/// * **A1** The first entries of `order`, as many as there are tiles, are their names; the others
///   are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Arrangement {
    /// The cell of the blank on the upright board.
    pub(crate) blank: usize,
    /// The names of the tiles in reading order (A1).
    pub(crate) order: [u8; MAX_TILES],
}

/// Turns positions into arrangements and back.
///
/// * **A2** The board has at least as many rows as columns: others are reflected at the diagonal,
///   which changes no distance. A push in a column then takes a tile past as few others as
///   possible.
/// * **A3** In the goal the tiles are named 0, 1, 2 … in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The board as it is, or reflected (A2).
    upright: SlidingBoard,
    /// Whether it is reflected.
    is_reflected: bool,
    /// The goal on its own board.
    goal: SlidingPosition,
    /// The cell of the goal's blank on the upright board.
    goal_blank: usize,
    /// For each tile its name (A3); `None` for the blank, which is tile 0.
    names: Vec<Option<u8>>,
    /// For each name its tile.
    tiles: Vec<u8>,
}

impl Frame {
    /// The frame of a goal.
    pub(crate) fn new(goal: &SlidingPosition) -> Self {
        let board = goal.board();
        let is_reflected = board.columns() > board.rows();
        let (rows, columns) = if is_reflected {
            (board.columns(), board.rows())
        } else {
            (board.rows(), board.columns())
        };
        let upright =
            SlidingBoard::new(rows, columns).expect("a reflected board is as large as the board");
        let mut frame = Self {
            upright,
            is_reflected,
            goal: goal.clone(),
            goal_blank: 0,
            names: vec![None; board.cell_count()],
            tiles: Vec::new(),
        };
        for cell in 0..board.cell_count() {
            match goal.tiles()[frame.cell_of_board(cell)] {
                0 => frame.goal_blank = cell,
                tile => {
                    frame.names[usize::from(tile)] = u8::try_from(frame.tiles.len()).ok();
                    frame.tiles.push(tile);
                }
            }
        }
        frame
    }

    /// The upright board.
    pub(crate) fn upright(&self) -> SlidingBoard {
        self.upright
    }

    /// The position at distance 0.
    pub(crate) fn goal(&self) -> &SlidingPosition {
        &self.goal
    }

    /// The goal as an arrangement.
    pub(crate) fn goal_arrangement(&self) -> Arrangement {
        let mut order = [0; MAX_TILES];
        for (name, place) in (0..).zip(&mut order[..self.tiles.len()]) {
            *place = name;
        }
        Arrangement { blank: self.goal_blank, order }
    }

    /// Whether the orders of tiles that can be reached with the blank in a cell are the odd
    /// permutations.
    ///
    /// A push in a row leaves the order alone; one in a column takes a tile past as many others as
    /// there are columns, less one.
    pub(crate) fn is_odd(&self, cell: usize) -> bool {
        let columns = self.upright.columns();
        let row_steps = (cell / columns).abs_diff(self.goal_blank / columns);
        (columns - 1) * row_steps % 2 == 1
    }

    /// The arrangement of a position; nothing if it is of another board.
    pub(crate) fn arrangement(&self, position: &SlidingPosition) -> Option<Arrangement> {
        if position.board() != self.goal.board() {
            return None;
        }
        let mut arrangement = Arrangement { blank: 0, order: [0; MAX_TILES] };
        let mut places = arrangement.order.iter_mut();
        for cell in 0..self.names.len() {
            let tile = position.tiles()[self.cell_of_board(cell)];
            match self.names[usize::from(tile)] {
                None => arrangement.blank = cell,
                Some(name) => *places.next().expect("A1: one place for each tile") = name,
            }
        }
        Some(arrangement)
    }

    /// The position of an arrangement.
    pub(crate) fn position(&self, arrangement: &Arrangement) -> SlidingPosition {
        let mut tiles = vec![0; self.names.len()];
        let mut names = arrangement.order.iter();
        for cell in (0..tiles.len()).filter(|cell| *cell != arrangement.blank) {
            let name = names.next().expect("A1: one place for each tile");
            tiles[self.cell_of_board(cell)] = self.tiles[usize::from(*name)];
        }
        SlidingPosition::new(self.goal.board(), tiles).expect("A1: every tile comes once")
    }

    /// Every arrangement that is one move away, each once.
    pub(crate) fn neighbours(
        &self,
        from: Arrangement,
        metric: Metric,
    ) -> impl Iterator<Item = Arrangement> {
        let most = match metric {
            Metric::Single => 1,
            Metric::Multi => usize::MAX,
        };
        Direction::ALL.into_iter().flat_map(move |direction| {
            let pushed = move |at: &Arrangement| self.pushed(at, direction);
            std::iter::successors(pushed(&from), pushed).take(most)
        })
    }

    /// The arrangement after the blank goes one cell in a direction, unless the board ends there.
    fn pushed(&self, from: &Arrangement, direction: Direction) -> Option<Arrangement> {
        let columns = self.upright.columns();
        let blank = self.upright.neighbour(from.blank, direction)?;
        let mut order = from.order;
        match direction {
            Direction::East | Direction::West => {}
            Direction::South => order[from.blank..from.blank + columns].rotate_right(1),
            Direction::North => order[blank..blank + columns].rotate_left(1),
        }
        Some(Arrangement { blank, order })
    }

    /// Where a cell of the upright board is on the board of the goal.
    fn cell_of_board(&self, cell: usize) -> usize {
        if !self.is_reflected {
            return cell;
        }
        let columns = self.upright.columns();
        (cell % columns) * self.upright.rows() + cell / columns
    }

    /// How many positions can be reached: half of all.
    pub(crate) fn position_count(&self) -> u64 {
        (1..=u64::from(narrow(self.names.len()))).product::<u64>() / 2
    }
}
