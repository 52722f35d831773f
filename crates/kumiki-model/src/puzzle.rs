//! Packing puzzles: pieces made of unit cubes, and the place that they have to fill.
//!
//! # The question
//! In how many ways do the pieces go into the box? The box is any set of cells, not only a brick;
//! some cells may have to be filled and others may stay empty. Flat puzzles are those with one
//! layer.
//!
//! Places are `[layer, row, column]`, as everywhere in Kumiki.

use crate::looks::{Look, looks};
use crate::{Cuboid, ModelError, Rgb};
use kumiki_group::Perm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A unit cube of the grid: layer, row and column.
pub type Place = [usize; 3];

/// The most cells a puzzle's box spans, empty corners included.
const MAX_SPAN: usize = 1 << 20;

/// A nonempty set of cells, pushed into the corner of the grid.
///
/// * **S1** The cells are sorted, and on each axis some cell has coordinate 0.
/// * **S2** `sides[axis]` is one more than the largest coordinate on that axis.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    cells: Vec<Place>,
    sides: [usize; 3],
}

impl Shape {
    /// The shape with the given cells, wherever they lie.
    ///
    /// # Errors
    /// If there are no cells, or a cell is given twice.
    pub fn new(cells: impl IntoIterator<Item = [i64; 3]>) -> Result<Self, ModelError> {
        let error = |reason: String| Err(ModelError::Puzzle { reason });
        let cells: Vec<[i64; 3]> = cells.into_iter().collect();
        let low = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        let mut places = BTreeSet::new();
        for cell in &cells {
            let mut place = [0; 3];
            for axis in 0..3 {
                let distance =
                    cell[axis].checked_sub(low[axis]).and_then(|d| usize::try_from(d).ok());
                match distance.filter(|distance| *distance < MAX_SPAN) {
                    Some(distance) => place[axis] = distance,
                    None => return error(format!("cells {cell:?} and {low:?} are too far apart")),
                }
            }
            if !places.insert(place) {
                return error(format!("cell {cell:?} is given twice"));
            }
        }
        if places.is_empty() {
            return error("a shape has no cells, expected at least one".to_owned());
        }
        let (_, sides) = cuboid_around(&places);
        Ok(Self { cells: places.into_iter().collect(), sides })
    }

    /// The cells in order.
    #[must_use]
    pub fn cells(&self) -> &[Place] {
        &self.cells
    }

    /// How far it reaches along each axis.
    #[must_use]
    pub fn sides(&self) -> [usize; 3] {
        self.sides
    }

    /// The shape that a symmetry of the grid makes of it.
    #[must_use]
    pub fn turned(&self, symmetry: &Perm) -> Self {
        let image = |cell: &Place| Cuboid::carried(symmetry, self.sides, *cell);
        let mut cells: Vec<Place> = self.cells.iter().map(image).collect();
        cells.sort_unstable();
        let far = image(&self.sides.map(|side| side - 1));
        let near = image(&[0; 3]);
        Self { cells, sides: [0, 1, 2].map(|axis| far[axis].max(near[axis]) + 1) }
    }

    /// Whether one can walk from each cell to each other through faces.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let mut unseen: BTreeSet<Place> = self.cells.iter().copied().collect();
        let mut waiting = vec![self.cells[0]];
        unseen.remove(&self.cells[0]);
        while let Some(place) = waiting.pop() {
            for axis in 0..3 {
                for step in [usize::MAX, 1] {
                    let mut next = place;
                    next[axis] = next[axis].wrapping_add(step);
                    if unseen.remove(&next) {
                        waiting.push(next);
                    }
                }
            }
        }
        unseen.is_empty()
    }
}

/// Which ways a piece may be turned.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Turns {
    /// Not at all: it is only shifted.
    Fixed,
    /// Rotations of space. In a flat puzzle that includes turning a piece over, which needs no
    /// mirror.
    #[default]
    Rotations,
    /// Rotations in the plane of a layer only: the piece cannot be turned over.
    InPlane,
    /// Rotations and reflections.
    All,
}

impl Turns {
    /// Whether they include a symmetry of the grid.
    #[must_use]
    pub fn include(self, symmetry: &Perm) -> bool {
        match self {
            Self::Fixed => symmetry.is_identity(),
            Self::Rotations => Cuboid::is_rotation(symmetry),
            // The layers stay in place and in order.
            Self::InPlane => Cuboid::is_rotation(symmetry) && symmetry.apply(0) == 0,
            Self::All => true,
        }
    }
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What it is called; no two pieces of a puzzle have the same name.
    pub name: String,
    /// Its cells.
    pub shape: Shape,
    /// At least so many of it are used.
    pub least: u32,
    /// At most so many of it are used, or as many as there is room for.
    pub most: Option<u32>,
    /// How it may be turned.
    pub turns: Turns,
    /// Its colour, if the puzzle states one. It changes nothing but what is drawn.
    pub colour: Option<Rgb>,
}

/// What must hold the pieces in place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hold {
    /// Nothing.
    #[default]
    Free,
    /// In each of the six directions, each piece touches another piece or a wall.
    Piece,
    /// In each of the six directions, no piece and no group of pieces can slide: from each piece,
    /// what blocks it leads to a wall.
    Group,
}

/// A packing puzzle.
///
/// * **Z1** `must` and `may` are sorted and disjoint, and not both empty.
/// * **Z2** There is at least one piece, names are distinct, and `least` is at most `most`, which
///   is not 0.
/// * **Z3** Pieces are connected and consist of cells that could lie in the box side by side: no
///   piece has more cells than the box.
/// * **Z4** `low` and `sides` give the smallest cuboid around the cells of the box. It has at most
///   2^20 cells, and no coordinate reaches 2^20.
/// * **Z5** `looks` has an entry for each kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackQuestion {
    title: String,
    must: Vec<Place>,
    may: Vec<Place>,
    low: Place,
    sides: [usize; 3],
    pieces: Vec<Piece>,
    looks: Vec<Look>,
    /// So many of the cells that must be filled may stay empty after all.
    pub leftover: u32,
    /// What must hold the pieces in place. Everything outside the box is wall.
    pub hold: Hold,
}

impl PackQuestion {
    /// The question how pieces fill the cells `must`, and as many of the cells `may` as they like.
    ///
    /// # Errors
    /// If one of Z1 to Z4 is violated; the error names the piece.
    pub fn new(
        title: impl Into<String>,
        must: impl IntoIterator<Item = Place>,
        may: impl IntoIterator<Item = Place>,
        pieces: Vec<Piece>,
    ) -> Result<Self, ModelError> {
        let error = |reason: String| Err(ModelError::Puzzle { reason });
        let must: BTreeSet<Place> = must.into_iter().collect();
        let may: BTreeSet<Place> = may.into_iter().collect();
        let cell_count = must.len() + may.len();
        if cell_count == 0 {
            return error("the box has no cells, expected at least one".to_owned());
        }
        if must.iter().chain(&may).any(|place| place.iter().any(|at| *at >= MAX_SPAN)) {
            return error(format!("the box is too long, expected sides below {MAX_SPAN}"));
        }
        let (low, sides) = cuboid_around(must.iter().chain(&may));
        // Each side is below 2^20, so three of them multiply without overflow on 64 bits; on fewer
        // they saturate.
        if sides.iter().fold(1_usize, |volume, side| volume.saturating_mul(*side)) > MAX_SPAN {
            let [layers, rows, columns] = sides;
            let found = format!("the box spans {layers}x{rows}x{columns} cells");
            return error(format!("{found}, expected at most {MAX_SPAN}"));
        }
        if let Some(place) = must.intersection(&may).next() {
            return error(format!("cell {place:?} both must and may be filled"));
        }
        if pieces.is_empty() {
            return error("there are no pieces, expected at least one".to_owned());
        }
        let mut names = BTreeSet::new();
        for piece in &pieces {
            let name = &piece.name;
            if !names.insert(name) {
                return error(format!("two pieces are called '{name}', expected different names"));
            }
            if piece.most.is_some_and(|most| most < piece.least || most == 0) {
                let (least, most) = (piece.least, piece.most.unwrap_or(0));
                return error(format!("piece '{name}' is to be used {least} to {most} times"));
            }
            if !piece.shape.is_connected() {
                let what = "is not connected, expected cells that share faces";
                return error(format!("piece '{name}' {what}"));
            }
            let size = piece.shape.cells().len();
            if size > cell_count {
                let what = format!("has {size} cells, the box only {cell_count}");
                return error(format!("piece '{name}' {what}"));
            }
        }
        let looks = looks(&pieces, cell_count);
        Ok(Self {
            title: title.into(),
            looks,
            must: must.into_iter().collect(),
            may: may.into_iter().collect(),
            low,
            sides,
            pieces,
            leftover: 0,
            hold: Hold::Free,
        })
    }

    /// What it is called.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The cells that must be filled.
    #[must_use]
    pub fn must(&self) -> &[Place] {
        &self.must
    }

    /// The cells that may be filled or not.
    #[must_use]
    pub fn may(&self) -> &[Place] {
        &self.may
    }

    /// The least coordinate on each axis among the cells of the box.
    #[must_use]
    pub fn low(&self) -> Place {
        self.low
    }

    /// The sides of the smallest cuboid around the box, in the order of the axes. A flat puzzle has
    /// one layer.
    #[must_use]
    pub fn sides(&self) -> [usize; 3] {
        self.sides
    }

    /// The kinds of piece.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// How the kinds of piece look in every solution, in their order.
    #[must_use]
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }
}

/// The least coordinates of some places, and the sides of the smallest cuboid around them.
pub(crate) fn cuboid_around<'p>(
    places: impl IntoIterator<Item = &'p Place>,
) -> (Place, [usize; 3]) {
    let (mut low, mut high) = ([usize::MAX; 3], [0; 3]);
    for place in places {
        for axis in 0..3 {
            low[axis] = low[axis].min(place[axis]);
            high[axis] = high[axis].max(place[axis]);
        }
    }
    (low, [0, 1, 2].map(|axis| high[axis] + 1 - low[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str, cells: &[[i64; 3]]) -> Piece {
        let shape = Shape::new(cells.iter().copied()).expect("cells");
        let (name, turns) = (name.to_owned(), Turns::Rotations);
        Piece { name, shape, least: 1, most: Some(1), turns, colour: None }
    }

    fn refused(pieces: Vec<Piece>, wanted: &str) {
        let cells = (0..3).map(|column| [0, 0, column]);
        let error = PackQuestion::new("test", cells, [], pieces).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}");
    }

    #[test]
    fn shapes_are_pushed_into_the_corner() {
        let bent = Shape::new([[4, -1, 7], [4, 0, 7], [4, 0, 6]]).expect("cells");
        assert_eq!(bent.cells(), [[0, 0, 1], [0, 1, 0], [0, 1, 1]]);
        assert_eq!(bent.sides(), [1, 2, 2]);
        assert!(bent.is_connected());
        assert!(!Shape::new([[0, 0, 0], [0, 1, 1]]).expect("cells").is_connected());
        assert!(Shape::new([]).is_err() && Shape::new([[1, 1, 1], [1, 1, 1]]).is_err());
        assert!(Shape::new([[i64::MIN, 0, 0], [i64::MAX, 0, 0]]).is_err());
    }

    #[test]
    fn what_cannot_be_a_puzzle_is_refused_by_name() {
        refused(vec![], "no pieces");
        refused(
            vec![piece("a", &[[0, 0, 0]]), piece("a", &[[0, 0, 0]])],
            "two pieces are called 'a'",
        );
        refused(vec![piece("b", &[[0, 0, 0], [0, 2, 0]])], "piece 'b' is not connected");
        refused(
            vec![piece("c", &[[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0]])],
            "'c' has 4 cells, the box only 3",
        );
        let backwards = Piece { least: 2, ..piece("d", &[[0, 0, 0]]) };
        refused(vec![backwards], "'d' is to be used 2 to 1 times");
    }

    #[test]
    fn the_box_is_spanned_by_its_cells_and_not_too_large() {
        let boxed = |cells: &[Place], may: &[Place]| {
            let monomino = piece("m", &[[0, 0, 0]]);
            PackQuestion::new("test", cells.iter().copied(), may.iter().copied(), vec![monomino])
        };
        let question = boxed(&[[3, 1, 5], [3, 4, 5]], &[[4, 2, 5]]).expect("three cells");
        assert_eq!((question.low(), question.sides()), ([3, 1, 5], [2, 4, 1]));
        let refused = |cells: &[Place], wanted: &str| {
            let error = boxed(cells, &[]).expect_err(wanted).to_string();
            assert!(error.contains(wanted), "{error}");
        };
        refused(&[], "the box has no cells");
        refused(&[[0, 0, 0], [0, 0, usize::MAX]], "the box is too long");
        refused(
            &[[0, 0, 0], [99, 999, 99]],
            "the box spans 100x1000x100 cells, expected at most 1048576",
        );
    }

    fn count(cells: &[[i64; 3]], turns: Turns) -> usize {
        let shape = Shape::new(cells.iter().copied()).expect("cells");
        let grid = Cuboid::grid_symmetries(None);
        let allowed = grid.elements().iter().filter(|symmetry| turns.include(symmetry));
        allowed.map(|symmetry| shape.turned(symmetry)).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn well_known_pieces_have_as_many_orientations_as_they_should() {
        let check = |cells: &[[i64; 3]], expected: [usize; 4]| {
            let found = [Turns::Fixed, Turns::InPlane, Turns::Rotations, Turns::All];
            assert_eq!(found.map(|turns| count(cells, turns)), expected, "{cells:?}");
        };
        check(&[[0, 0, 0]], [1, 1, 1, 1]);
        check(&[[0, 0, 0], [0, 0, 1]], [1, 2, 3, 3]);
        // The square tetromino, the L tetromino flat, and the L tetromino upright.
        check(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]], [1, 1, 3, 3]);
        check(&[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0]], [1, 4, 24, 24]);
        check(&[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], [1, 4, 24, 24]);
        // One of the two twisted pieces of the Soma cube: 12 rotations, and the 12 of the other
        // one.
        check(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]], [1, 4, 12, 24]);
    }

    #[test]
    fn turning_follows_the_product_of_the_group() {
        let grid = Cuboid::grid_symmetries(None);
        assert_eq!(grid.order(), 48);
        let shape =
            Shape::new([[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0], [1, 0, 1]]).expect("cells");
        for one in grid.elements() {
            for other in grid.elements() {
                let twice = shape.turned(one).turned(other);
                assert_eq!(twice, shape.turned(&one.then(other)));
            }
        }
    }
}
