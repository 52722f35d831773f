//! A board folded by its half-turn.

use crate::store::MAX_VARIABLES;
use kumiki_id::narrow;

/// An edge of a folded board: a black cell, a red cell, and on which half the red one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoldedEdge {
    /// The black cell, as a position in [`FoldedBoard::blacks`].
    pub black: u32,
    /// The red cell, as a position in [`FoldedBoard::reds`].
    pub red: u32,
    /// Whether the move goes to the red cell's image under the half-turn instead of to the cell
    /// itself.
    pub crosses: bool,
}

/// Why the method of pairs does not apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfoldable {
    /// The half-turn of a board with an odd number of cells leaves the middle cell where it is.
    MiddleCell {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// On a board with an odd side the half-turn exchanges black and red, so folded cells have no
    /// colours to be matched.
    ColoursExchanged {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// The piece stays on cells of one colour.
    OneColour {
        /// Its leap in one direction.
        a: usize,
        /// Its leap in the other.
        b: usize,
    },
    /// The folded board has more edges than a diagram has variables.
    TooManyEdges {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
}

impl std::fmt::Display for Unfoldable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::MiddleCell { rows, columns } => write!(
                f,
                "half-turn of a {rows}x{columns} board, whose middle cell stays in place, \
                 so that no closed tour is unchanged; expected even sides"
            ),
            Self::ColoursExchanged { rows, columns } => write!(
                f,
                "half-turn of a {rows}x{columns} board, which exchanges the two colours of cells, \
                 so that matchings of colours cannot be paired; expected even sides"
            ),
            Self::OneColour { a, b } => {
                write!(
                    f,
                    "{a},{b}-leaper, which stays on one colour, expected leaps with an odd sum"
                )
            }
            Self::TooManyEdges { rows, columns } => {
                write!(f, "folded {rows}x{columns} board, expected at most {MAX_VARIABLES} edges")
            }
        }
    }
}

impl std::error::Error for Unfoldable {}

/// The moves of a leaper on a board, folded by the half-turn.
///
/// * **G1** Cells are numbered row by row. Cell c and its image, the last cell minus c, are one
///   folded cell, named by the lower number. Black cells are those with an even sum of row and
///   column; with even sides the half-turn keeps colours.
/// * **G2** Edges are sorted by black cell. Those of one black cell are in the order in which the
///   Stanford GraphBase lists them: the last leap first, where leaps are (a, b), (a, -b), (b, a),
///   (b, -a) with a < b, and forwards before backwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldedBoard {
    /// Rows of the whole board, an even number.
    rows: usize,
    /// Columns of the whole board, an even number.
    columns: usize,
    /// The black folded cells, each by its lower cell, ascending (G1).
    blacks: Vec<usize>,
    /// The red folded cells, each by its lower cell, ascending (G1).
    reds: Vec<usize>,
    /// The edges in the order of G2. Their positions are their numbers.
    edges: Vec<FoldedEdge>,
}

impl FoldedBoard {
    /// The board of a knight.
    ///
    /// # Errors
    /// If a side is odd, or the board is too large.
    pub fn knight(rows: usize, columns: usize) -> Result<Self, Unfoldable> {
        Self::leaper(rows, columns, 1, 2)
    }

    /// The board of a piece that leaps by `a` cells in one direction and by `b` in the other.
    ///
    /// # Errors
    /// If a side is odd, the board is too large, or the piece does not change colours.
    pub fn leaper(rows: usize, columns: usize, a: usize, b: usize) -> Result<Self, Unfoldable> {
        if a % 2 == b % 2 {
            return Err(Unfoldable::OneColour { a, b });
        }
        match (rows % 2, columns % 2) {
            (0, 0) => {}
            (1, 1) => return Err(Unfoldable::MiddleCell { rows, columns }),
            _ => return Err(Unfoldable::ColoursExchanged { rows, columns }),
        }
        let too_many = Unfoldable::TooManyEdges { rows, columns };
        let cells =
            rows.checked_mul(columns).filter(|cells| *cells <= MAX_VARIABLES).ok_or(too_many)?;
        let is_black = |cell: &usize| (cell / columns + cell % columns).is_multiple_of(2);
        let (blacks, reds): (Vec<usize>, Vec<usize>) = (0..cells / 2).partition(is_black);
        let mut edges = Vec::new();
        for (black, cell) in blacks.iter().enumerate() {
            for target in moves([rows, columns], *cell, a.min(b), a.max(b)) {
                let folded = target.min(cells - 1 - target);
                let red = reds.binary_search(&folded).expect("G1: a move changes the colour");
                edges.push(FoldedEdge {
                    black: narrow(black),
                    red: narrow(red),
                    crosses: folded != target,
                });
            }
        }
        if edges.len() > MAX_VARIABLES {
            return Err(too_many);
        }
        Ok(Self { rows, columns, blacks, reds, edges })
    }

    /// Rows and columns of the board.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// The black folded cells, each by its cell in the first half of the board.
    #[must_use]
    pub fn blacks(&self) -> &[usize] {
        &self.blacks
    }

    /// The red folded cells, each by its cell in the first half of the board.
    #[must_use]
    pub fn reds(&self) -> &[usize] {
        &self.reds
    }

    /// The edges in order (G2).
    #[must_use]
    pub fn edges(&self) -> &[FoldedEdge] {
        &self.edges
    }

    /// What a set of folded edges is on the whole board, if every folded cell has two of them:
    /// closed walks through all cells, each from its lowest cell on, in the direction of the lower
    /// neighbour. None if some cell has not two.
    ///
    /// # Panics
    /// If there is no such edge.
    #[must_use]
    pub fn unfold(&self, edges: impl IntoIterator<Item = u32>) -> Option<Vec<Vec<usize>>> {
        let cells = self.rows * self.columns;
        let mut neighbours = vec![Vec::with_capacity(2); cells];
        for edge in edges {
            let FoldedEdge { black, red, crosses } = self.edges[edge as usize];
            let (from, red) = (self.blacks[black as usize], self.reds[red as usize]);
            let to = if crosses { cells - 1 - red } else { red };
            for [from, to] in [[from, to], [cells - 1 - from, cells - 1 - to]] {
                neighbours[from].push(to);
                neighbours[to].push(from);
            }
        }
        if neighbours.iter().any(|list| list.len() != 2) {
            return None;
        }
        let (mut visited, mut walks) = (vec![false; cells], Vec::new());
        for start in 0..cells {
            if visited[start] {
                continue;
            }
            let mut walk = vec![start];
            visited[start] = true;
            let mut at = neighbours[start][0].min(neighbours[start][1]);
            while !visited[at] {
                visited[at] = true;
                walk.push(at);
                at = neighbours[at].iter().copied().find(|next| !visited[*next]).unwrap_or(start);
            }
            walks.push(walk);
        }
        Some(walks)
    }
}

/// Where a leaper goes from a cell, in the order of G2; a < b.
fn moves([rows, columns]: [usize; 2], cell: usize, a: usize, b: usize) -> Vec<usize> {
    let (row, column) = (cell / columns, cell % columns);
    let shifted = |at: usize, by: usize, forwards: bool, end: usize| {
        if forwards { at.checked_add(by).filter(|at| *at < end) } else { at.checked_sub(by) }
    };
    let mut found = Vec::new();
    for (down, across) in [(b, a), (a, b)] {
        // A leap straight ahead has no mirror image.
        let mirrors: &[bool] = if down == 0 || across == 0 { &[false] } else { &[true, false] };
        for mirrored in mirrors {
            for forwards in [true, false] {
                let target = shifted(row, down, forwards, rows).zip(shifted(
                    column,
                    across,
                    forwards != *mirrored,
                    columns,
                ));
                found.extend(target.map(|(row, column)| row * columns + column));
            }
        }
    }
    found
}
