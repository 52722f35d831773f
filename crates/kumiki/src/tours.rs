//! Closed tours of leapers on boards: one call from a board to the number of tours, of all or of
//! those that a turn of the board preserves.
//!
//! # How
//! * All tours are Hamiltonian cycles of the graph of moves, counted by `kumiki_frontier::Count`.
//!   Tours that a motion preserves are cycles of the folded board whose labels generate the group
//!   (`kumiki_frontier::Folding`). From the numbers of tours that each motion preserves follows the
//!   number of classes, by Burnside's lemma.
//! * The method of Knuth's OBDD, for the half-turn: a decision diagram of all perfect matchings of
//!   the folded board, and all pairs of matchings that make a single cycle
//!   (`kumiki_diagram::tours`).
//! * Lists and samples come from decision diagrams of all cycles, compiled by the frontier engine.
//!
//! ```
//! use kumiki::model::TourSymmetry;
//! use kumiki::drive::{Run, Unhosted};
//! use kumiki::tours::{Request, answer};
//! let request = Request::count([6, 6], TourSymmetry::None);
//! let answer = answer(&request, &Run::new(&Unhosted), &mut |_| ())?.answer;
//! assert_eq!(answer.tours.expect("counted").to_string(), "9862");
//! assert_eq!(answer.classes.expect("counted").to_string(), "1245");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod classes;
mod folded;
mod images;
mod lift;
mod pairs;
mod reasons;
mod shown;
mod verify;

pub use crate::pack::Show;
pub use answer::{Answered, answer};

use crate::Halt;
use kumiki_model::{Graph, TourMethod, TourSymmetry};

/// A question about tours and how it is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Rows and columns of the board.
    pub board: [usize; 2],
    /// The leaps of the piece: a knight has 1 and 2.
    pub piece: [usize; 2],
    /// The motion that is to preserve the tours.
    pub symmetry: TourSymmetry,
    /// How to count.
    pub method: TourMethod,
    /// What is shown.
    pub show: Show,
    /// List one tour of each class up to the motions of the board; not for samples.
    pub one_per_class: bool,
    /// Confirm the count by a second method.
    pub verify: bool,
    /// Tell the states of each level.
    pub profile: bool,
}

impl Request {
    /// Just the counts, for a knight.
    #[must_use]
    pub fn count(board: [usize; 2], symmetry: TourSymmetry) -> Self {
        Self {
            board,
            piece: [1, 2],
            symmetry,
            method: TourMethod::Frontier,
            show: Show::Nothing,
            one_per_class: false,
            verify: false,
            profile: false,
        }
    }

    /// The graph of moves, if the question makes sense.
    fn graph(&self) -> Result<Graph, Halt> {
        let refuse = |reason: String| Err(Halt::Tours { reason });
        let [rows, columns] = self.board;
        if self.symmetry == TourSymmetry::QuarterTurn && rows != columns {
            return refuse(format!(
                "a quarter-turn of a {rows}x{columns} board, expected a square board"
            ));
        }
        if self.method == TourMethod::Diagram && self.symmetry != TourSymmetry::HalfTurn {
            return refuse(
                "--method diagram pairs matchings of a board folded by the half-turn, expected \
                 --symmetry half-turn"
                    .to_owned(),
            );
        }
        if self.one_per_class && matches!(self.show, Show::Sample { .. }) {
            return refuse("--sample draws from all tours, expected no --one-per-class".to_owned());
        }
        let [a, b] = self.piece;
        Ok(Graph::leaper(rows, columns, a, b)?)
    }
}
