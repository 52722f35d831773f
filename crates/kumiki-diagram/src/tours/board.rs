//! A board folded by its half-turn.

use crate::store::MAX_VARIABLES;
use kumiki_id::narrow;
use rustc_hash::{FxHashMap, FxHashSet};

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
///   folded cell, named by the one that comes first in the order. Black cells are those with an
///   even sum of row and column; with even sides the half-turn keeps colours.
/// * **G2** Edges are sorted by black cell. Those of one black cell are in the order in which the
///   Stanford GraphBase lists them: the last leap first, where leaps are (a, b), (a, -b), (b, a),
///   (b, -a) with a < b, and forwards before backwards. If cells are ordered by columns, these are
///   the leaps of the transposed board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldedBoard {
    /// Rows of the whole board, an even number.
    rows: usize,
    /// Columns of the whole board, an even number.
    columns: usize,
    /// The black folded cells, each by its first cell, in order (G1).
    blacks: Vec<usize>,
    /// The red folded cells, each by its first cell, in order (G1).
    reds: Vec<usize>,
    /// The edges in the order of G2. Their positions are their numbers.
    edges: Vec<FoldedEdge>,
}

/// The order of cells, which decides the order of edges and so of the variables of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellOrder {
    /// Row by row, as in the seed.
    #[default]
    Rows,
    /// Column by column.
    Columns,
    /// Diagonal by diagonal, from the first corner to the last.
    Diagonals,
    /// Black cells such that each reaches as few new red cells as possible; equal ones row by row.
    Greedy,
}

impl CellOrder {
    /// All orders.
    pub const ALL: [Self; 4] = [Self::Rows, Self::Columns, Self::Diagonals, Self::Greedy];

    /// Where a cell comes, but for what is greedy.
    fn place(self, [row, column]: [usize; 2]) -> [usize; 2] {
        match self {
            Self::Rows | Self::Greedy => [row, column],
            Self::Columns => [column, row],
            Self::Diagonals => [row + column, row],
        }
    }
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
        Self::in_order([rows, columns], [a, b], CellOrder::Rows)
    }

    /// The board of a leaper with its cells in an order.
    ///
    /// # Errors
    /// If a side is odd, the board is too large, or the piece does not change colours.
    pub fn in_order(
        [rows, columns]: [usize; 2],
        [a, b]: [usize; 2],
        order: CellOrder,
    ) -> Result<Self, Unfoldable> {
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
        let place = |cell: usize| order.place([cell / columns, cell % columns]);
        let first = |cell: usize| {
            if place(cells - 1 - cell) < place(cell) { cells - 1 - cell } else { cell }
        };
        let mut firsts: Vec<usize> = (0..cells).filter(|cell| first(*cell) == *cell).collect();
        firsts.sort_by_key(|cell| place(*cell));
        let (mut blacks, reds): (Vec<usize>, Vec<usize>) = firsts.into_iter().partition(is_black);
        let targets = |cell: usize| -> Vec<usize> {
            if order != CellOrder::Columns {
                return moves([rows, columns], cell, a.min(b), a.max(b));
            }
            let turned = (cell % columns) * rows + cell / columns;
            let turned = moves([columns, rows], turned, a.min(b), a.max(b));
            turned.into_iter().map(|to| (to % rows) * columns + to / rows).collect()
        };
        if order == CellOrder::Greedy {
            blacks = greedy(blacks, |cell| targets(cell).into_iter().map(first).collect());
        }
        let numbers: FxHashMap<usize, u32> = reds.iter().copied().zip(0..).collect();
        let mut edges = Vec::new();
        for (black, cell) in blacks.iter().enumerate() {
            for target in targets(*cell) {
                let folded = first(target);
                edges.push(FoldedEdge {
                    black: narrow(black),
                    red: numbers[&folded],
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

    /// The black folded cells, each by the first of its cells, in order.
    #[must_use]
    pub fn blacks(&self) -> &[usize] {
        &self.blacks
    }

    /// The red folded cells, each by the first of its cells, in order.
    #[must_use]
    pub fn reds(&self) -> &[usize] {
        &self.reds
    }

    /// The edges in order (G2).
    #[must_use]
    pub fn edges(&self) -> &[FoldedEdge] {
        &self.edges
    }

    /// A cell as the Stanford GraphBase calls it: `row.column`.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> String {
        format!("{}.{}", cell / self.columns, cell % self.columns)
    }

    /// An edge as the seed writes it: `0.0--1.2`, with a star if it crosses.
    ///
    /// # Panics
    /// If there is no such edge.
    #[must_use]
    pub fn edge_name(&self, edge: u32) -> String {
        let FoldedEdge { black, red, crosses } = self.edges[edge as usize];
        let [black, red] = [self.blacks[black as usize], self.reds[red as usize]];
        let star = if crosses { "*" } else { "" };
        format!("{}--{}{star}", self.cell_name(black), self.cell_name(red))
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

/// Black cells in an order in which each reaches as few red cells as possible that no earlier one
/// reaches; among these the one that leaves the fewest red cells open, which are those that both
/// earlier and later black cells reach.
fn greedy(mut left: Vec<usize>, reached: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut uses: FxHashMap<usize, usize> = FxHashMap::default();
    for red in left.iter().flat_map(|cell| reached(*cell)) {
        *uses.entry(red).or_default() += 1;
    }
    let (mut order, mut met) = (Vec::with_capacity(left.len()), FxHashSet::default());
    while !left.is_empty() {
        let cost = |cell: usize| {
            let mut reds = reached(cell);
            reds.sort_unstable();
            let groups = reds.chunk_by(|a, b| a == b);
            let (mut new, mut closed) = (0, 0);
            for group in groups {
                new += usize::from(!met.contains(&group[0]));
                closed += usize::from(uses[&group[0]] == group.len());
            }
            (new, left.len() - closed.min(left.len()))
        };
        let best = (0..left.len()).min_by_key(|at| cost(left[*at])).expect("some are left");
        let cell = left.remove(best);
        for red in reached(cell) {
            *uses.get_mut(&red).expect("counted before") -= 1;
            met.insert(red);
        }
        order.push(cell);
    }
    order
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
