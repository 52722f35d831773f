//! Puzzles stated as models: items, options, requirements and the group. No search, no symmetry
//! tricks.
//!
//! # 1. The question
//! A puzzle is told in its own words: a box, pieces, a rule that nothing may slide. The engines
//! know items and options. How does the one become the other, such that solutions correspond one to
//! one and every symmetry of the puzzle is a symmetry of the problem?
//!
//! By hand: one L of three cells in a 2x2 box, with one cell left over, can lie in four ways, which
//! the four quarter turns of the box map to one another:
//!
//! ```
//! use kumiki_model::{PackQuestion, Piece, Shape, Turns};
//! let shape = Shape::new([[0, 0, 0], [0, 0, 1], [0, 1, 0]])?;
//! let (name, turns) = ("L".to_owned(), Turns::Rotations);
//! let bend = Piece { name, shape, least: 1, most: Some(1), turns, colour: None };
//! let mut question = PackQuestion::new("corner", [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]], [], vec![bend])?;
//!
//! let puzzle = kumiki_reduce::pack(&question)?;
//! assert_eq!(puzzle.obstruction(), Some("the pieces have 3 cells, the box 4, and no cell may stay empty"));
//! question.leftover = 1;
//! let puzzle = kumiki_reduce::pack(&question)?;
//! assert_eq!(puzzle.obstruction(), None);
//! assert_eq!(puzzle.problem().options().len(), 4);
//! assert_eq!(puzzle.problem().symmetries().group().order(), 8); // those of a square
//! # Ok::<(), kumiki_model::ModelError>(())
//! ```
//!
//! # 2. Structure
//! [`antislide`] states bricks that cannot slide, [`pack`] pieces of any shape in a box of any
//! shape; the headers of their files say which items and options they make.
//!
//! # 3. Cost
//! Placements are found by trying each orientation at each cell. The problem keeps one permutation
//! of its options for each symmetry, 48 at most: for the Soma cube, 688 options, all this takes
//! some milliseconds.
//!
//! # 4. What is absent
//! No search, and no symmetry is broken here: the group is stated, and the engines reject. Reading
//! and writing files is `kumiki-formats`.
//!
//! # 5. How we know it is right
//! Small puzzles with all sorts of bounds, leftovers, optional cells and holds are solved by trying
//! every cover of the problem and by the judge's own listing of arrangements; the solutions are the
//! same. Classes under the stated group are compared with those that the judge finds with
//! symmetries of its own.
//!
//! # 6. Sources
//! The rules of bricks are those of D. E. Knuth's ANTISLIDE and ANTISLIDE3.
#![forbid(unsafe_code)]

mod antislide;
mod pack;

pub use antislide::{AntislidePuzzle, antislide, antislide_size};
pub use pack::{PackPuzzle, pack};
