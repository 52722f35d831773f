//! Boxes of cells, and bricks of 2x2x1 in them.

use std::str::FromStr;

/// The sides of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides([usize; 3]);

/// A name of a cell has one digit for each coordinate, and a brick must find room for its number in
/// a byte: 9 · 9 · 9 / 4 < 256.
impl FromStr for Sides {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let side = |part: &str| part.parse().ok().filter(|side| (1..=9).contains(side));
        let sides: Option<Vec<usize>> = text.split('x').map(side).collect();
        let sides = sides.and_then(|sides| sides.try_into().ok());
        sides
            .map(Self)
            .ok_or_else(|| format!("'{text}' is no box, expected three sides from 1 to 9: 4x4x4"))
    }
}

impl Sides {
    /// The three sides.
    #[must_use]
    pub fn sides(self) -> [usize; 3] {
        self.0
    }

    /// How many cells the box has.
    #[must_use]
    pub fn cells(self) -> usize {
        self.0.iter().product()
    }

    /// How many cells have the same first coordinate.
    pub(crate) fn layer(self) -> usize {
        self.0[1] * self.0[2]
    }

    /// The number of a cell.
    pub(crate) fn cell(self, [i, j, k]: [usize; 3]) -> usize {
        (i * self.0[1] + j) * self.0[2] + k
    }

    /// Where a cell is.
    pub(crate) fn place(self, cell: usize) -> [usize; 3] {
        let [_, rows, columns] = self.0;
        [cell / columns / rows, cell / columns % rows, cell % columns]
    }

    /// Its name: a digit for each coordinate.
    pub(crate) fn name(self, cell: usize) -> String {
        let [i, j, k] = self.place(cell);
        format!("{i}{j}{k}")
    }

    /// All places for a brick: first those along the first axes, each by its lowest cell.
    pub(crate) fn blocks(self, axes: [Axes; 3]) -> Vec<Block> {
        let mut blocks = Vec::new();
        for axes in axes {
            for low in (0..self.cells()).map(|cell| self.place(cell)) {
                if [axes.slow, axes.fast].iter().all(|axis| low[*axis] + 1 < self.0[*axis]) {
                    blocks.push(Block { axes, low });
                }
            }
        }
        blocks
    }
}

/// How a brick lies: along which axis it is one cell thick, and the two others in the order in
/// which its cells are named, the last running fastest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Axes {
    pub(crate) thin: usize,
    pub(crate) slow: usize,
    pub(crate) fast: usize,
}

/// A place for a brick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) axes: Axes,
    /// Its lowest cell.
    pub(crate) low: [usize; 3],
}

impl Block {
    /// Where its cells are.
    fn places(&self) -> [[usize; 3]; 4] {
        [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[slow, fast]| {
            let mut place = self.low;
            place[self.axes.slow] += slow;
            place[self.axes.fast] += fast;
            place
        })
    }

    /// Its cells.
    pub(crate) fn cells(&self, sides: Sides) -> [usize; 4] {
        self.places().map(|place| sides.cell(place))
    }

    /// Whether one of its cells is a corner of the box.
    pub(crate) fn is_in_corner(&self, sides: Sides) -> bool {
        let is_end = |at: usize, side: usize| at == 0 || at + 1 == side;
        let is_corner =
            |place: &[usize; 3]| place.iter().zip(sides.0).all(|(at, n)| is_end(*at, n));
        self.places().iter().any(is_corner)
    }

    /// The cells at its two faces across an axis, first below and then above. There are none where
    /// the wall of the box is.
    pub(crate) fn faces(&self, sides: Sides, axis: usize) -> Vec<Vec<usize>> {
        let top = self.low[axis] + usize::from(axis != self.axes.thin);
        let beside = |from: usize, to: usize| {
            let places = self.places();
            let at_face = places.iter().filter(|place| place[axis] == from);
            let moved = at_face.map(|place| {
                let mut place = *place;
                place[axis] = to;
                sides.cell(place)
            });
            moved.collect()
        };
        let below = self.low[axis].checked_sub(1).map(|below| beside(self.low[axis], below));
        let above = (top + 1 < sides.0[axis]).then(|| beside(top, top + 1));
        below.into_iter().chain(above).collect()
    }
}
