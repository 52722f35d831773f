//! Packing puzzles as exact-cover problems.
//!
//! # Items and options
//! Every way to place a piece is an option; it covers the cells it fills.
//!
//! * A **cell** is an item: primary if it must be filled, optional if it may.
//! * A **kind of piece** is an item if its number matters, covered by each of its placements as
//!   often as the question says. Kinds without bounds have none, unless two of them can lie alike
//!   and need an item to be told apart; nor has a kind that alone fills the whole box, whose number
//!   is the quotient of the volumes.
//! * If only so many cells may stay **empty**, staying empty is an option too: it covers the cell
//!   and an item that counts. If any number of cells may stay empty, or the numbers of pieces see
//!   to it that no more do than may, cells can simply be optional; `statement.rs` says when they
//!   are.
//! * If moreover something must hold the pieces, each such cell has a second item, **filled**,
//!   which only placements cover. Requirements name it, because an empty cell holds nothing.
//!
//! # What holds a piece
//! In each of the six directions in which a placement does not touch a wall, it requires one of the
//! cells that it touches to be filled. A requirement that names a cell which is filled in any case
//! is met and left out. This is all of [`Hold::Piece`]. For [`Hold::Group`] it is half;
//! [`PackPuzzle::is_rigid`] is the other half, which no requirement can express, and decides about
//! each solution. See `cells.rs` for when it is not needed.
//!
//! # The group
//! It has the symmetries of the box that map each kind of piece to a kind with the same bounds. A
//! reflection maps a piece to its mirror image, so a box of hands has reflections if it has as many
//! left hands as right ones. A box of one layer has symmetries of the plane only, as [`Cuboid`]
//! says: turning it over is a reflection, and is there if its pieces may be turned over.

mod cells;
mod kinds;
mod statement;
mod volume;

use cells::Cells;
use kinds::Kind;
use kumiki_id::{Id, IdVec};
use kumiki_model::{
    CoverProblem, Cuboid, Hold, ItemId, ModelError, OptionId, PackQuestion, Place, PlacedPiece,
};
use statement::{Meaning, Statement};
use volume::Volume;

/// The problem, and what its items and options mean.
///
/// * **Q1** Items 0, 1, … are the cells; option `o` places a piece of kind `kind_of[o]` on its
///   cells. Options beyond `kind_of` leave a cell empty.
#[derive(Clone, Debug)]
pub struct PackPuzzle {
    question: PackQuestion,
    cells: Cells,
    kind_of: IdVec<OptionId, usize>,
    meaning: IdVec<ItemId, Meaning>,
    problem: CoverProblem,
    /// For each element of the problem's group, whether it is a rotation.
    is_rotation: Vec<bool>,
    obstruction: Option<String>,
    must_be_rigid: bool,
}

impl PackPuzzle {
    /// The question.
    #[must_use]
    pub fn question(&self) -> &PackQuestion {
        &self.question
    }

    /// The exact-cover problem, with all symmetries of the box that map pieces to pieces.
    #[must_use]
    pub fn problem(&self) -> &CoverProblem {
        &self.problem
    }

    /// The piece that an option places; none if it leaves a cell empty.
    #[must_use]
    pub fn placement(&self, option: OptionId) -> Option<PlacedPiece> {
        let kind = *self.kind_of.get(option)?;
        let cells = self.cells_of(option).into_iter().map(|cell| self.cells.place(cell)).collect();
        Some(PlacedPiece { cells, kind })
    }

    /// The pieces that a solution places, sorted.
    #[must_use]
    pub fn arrangement(&self, options: &[OptionId]) -> Vec<PlacedPiece> {
        let mut pieces: Vec<PlacedPiece> =
            options.iter().filter_map(|o| self.placement(*o)).collect();
        pieces.sort_unstable();
        pieces
    }

    /// Why there is no solution, if that can be seen without a search. A puzzle without obstruction
    /// may still have none.
    #[must_use]
    pub fn obstruction(&self) -> Option<&str> {
        self.obstruction.as_deref()
    }

    /// Whether a solution of the problem is one of the question only if [`PackPuzzle::is_rigid`]
    /// says so.
    #[must_use]
    pub fn must_be_rigid(&self) -> bool {
        self.must_be_rigid
    }

    /// Whether nothing and no group of pieces can slide: in each direction, what blocks a piece
    /// leads to the wall.
    #[must_use]
    pub fn is_rigid(&self, options: &[OptionId]) -> bool {
        let placed = options.iter().filter(|option| self.kind_of.get(**option).is_some());
        let pieces: Vec<Vec<usize>> = placed.map(|option| self.cells_of(*option)).collect();
        self.cells.is_rigid(&pieces)
    }

    /// What an item is called in messages.
    #[must_use]
    pub fn item_name(&self, item: ItemId) -> String {
        match self.meaning[item] {
            Meaning::Cell(cell) => self.cells.in_words(cell),
            Meaning::Filled(cell) => format!("filling of {}", self.cells.in_words(cell)),
            Meaning::Kind(kind) => format!("piece '{}'", self.question.pieces()[kind].name),
            Meaning::Empty => "empty cells".to_owned(),
        }
    }

    /// The item of the cell at a place, if there is a cell.
    #[must_use]
    pub fn cell_item(&self, place: Place) -> Option<ItemId> {
        self.cells.number(place).map(ItemId::new)
    }

    /// The rotations among the group's elements, as positions.
    #[must_use]
    pub fn rotations(&self) -> Vec<usize> {
        (0..self.is_rotation.len()).filter(|at| self.is_rotation[*at]).collect()
    }

    /// Whether an element of the group is a rotation.
    #[must_use]
    pub fn is_rotation(&self, element: usize) -> bool {
        self.is_rotation[element]
    }

    /// The cells that an option covers (Q1).
    fn cells_of(&self, option: OptionId) -> Vec<usize> {
        let items = self.problem.options()[option].iter().map(|item| item.index());
        items.take_while(|item| *item < self.cells.len()).collect()
    }
}

/// States the question as an exact-cover problem.
///
/// ```
/// use kumiki_model::{PackQuestion, Piece, Shape, Turns};
/// let shape = Shape::new([[0, 0, 0], [0, 0, 1]])?;
/// let (name, turns) = ("domino".to_owned(), Turns::Rotations);
/// let domino = Piece { name, shape, least: 0, most: None, turns, colour: None };
/// let board = (0..2).flat_map(|row| (0..3).map(move |column| [0, row, column]));
/// let puzzle = kumiki_reduce::pack(&PackQuestion::new("2x3", board, [], vec![domino])?)?;
/// assert_eq!(puzzle.problem().options().len(), 3 + 4); // upright and level dominoes
/// assert_eq!(puzzle.problem().symmetries().group().order(), 4); // those of a rectangle
/// assert_eq!(puzzle.rotations().len(), 2);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Errors
/// If there are more than a million ways to place a piece.
pub fn pack(question: &PackQuestion) -> Result<PackPuzzle, ModelError> {
    let grid = Cuboid::grid_symmetries(None);
    let of_box = Cuboid::grid_symmetries(Cuboid::across(question.sides()));
    let cells = Cells::of(question);
    let kinds: Vec<Kind> =
        question.pieces().iter().map(|piece| Kind::of(piece, &cells, &grid)).collect();
    let volume = Volume::of(question.pieces());
    let stated = Statement::of(question, &cells, &kinds, volume)?;
    let obstruction = volume.obstruction(question).or_else(|| stated.obstruction());
    let symmetries = stated.symmetries(&of_box);
    let is_rotation = symmetries.group().elements().iter().map(Cuboid::is_rotation).collect();
    let must_be_rigid = question.hold == Hold::Group && !kinds.iter().all(Kind::is_brick);
    let Statement { builder, meaning, kind_of, .. } = stated;
    Ok(PackPuzzle {
        question: question.clone(),
        cells,
        kind_of,
        meaning,
        problem: builder.build(symmetries)?,
        is_rotation,
        obstruction,
        must_be_rigid,
    })
}
