//! Tilings: one call from problem to answer.
//!
//! # How
//! * *Plain* problems are counted by remembering what is left (`kumiki_tile::Memo`). If classes or
//!   tilings are wanted, all tilings are then visited, millions in a second, and those that stand
//!   for their class are counted by their symmetries.
//! * *Coloured* problems are searched one by one (`kumiki_tile::Colourings`), up to the names of
//!   colours.
//!
//! Either way the classes, each with its number of images, must make up all tilings; if they do
//! not, that is a bug and there is no answer.
//!
//! ```
//! use kumiki::drive::{Run, Unhosted};
//! use kumiki::tile::{Request, solve};
//! let octagon = kumiki::puzzles::tilings::find("octagon").expect("it comes with Kumiki");
//! let question = kumiki::formats::tiling::read(octagon.text.as_bytes())?;
//! let solved = solve(&Request::count(&question), &Run::new(&Unhosted))?;
//! assert_eq!(solved.tilings, Some(8_u32.into()));
//! assert_eq!(solved.classes.expect("there are few").all, 1); // all of them are images of one
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod areas;
mod coloured;
mod forms;
mod ledger;
mod painting;
mod plain;
mod recount;

use crate::Halt;
use crate::judged::judge_shown;
pub use crate::pack::Show;
use crate::report::unless_too_large;
use kumiki_drive::Run;
use kumiki_judge::judge_tiling;
use kumiki_model::{PlacedTile, StoppedBy, Symmetry, TilingQuestion};
use kumiki_search::Profile;
use num_bigint::BigUint;
use recount::Recount;
use std::collections::BTreeMap;

pub use answer::{Answered, answer};
pub use ledger::{Classes, Composition};

/// Up to so many tilings, all are visited to find the classes, even if nobody says how they are to
/// be told apart.
pub const VISITED_UNASKED: u64 = 50_000_000;

/// A problem and how it is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The problem.
    pub question: &'a TilingQuestion,
    /// Which tilings are listed as different. If nobody says, those that no symmetry maps to each
    /// other, and classes are counted unless there are too many tilings. With [`Symmetry::None`]
    /// classes are not counted.
    pub symmetry: Option<Symmetry>,
    /// What is shown.
    pub show: Show,
    /// Confirm the count by a second method.
    pub verify: bool,
}

impl<'a> Request<'a> {
    /// Just the counts.
    #[must_use]
    pub fn count(question: &'a TilingQuestion) -> Self {
        Self { question, symmetry: None, show: Show::Nothing, verify: false }
    }

    /// Which tilings are listed as different, whoever decided it.
    #[must_use]
    pub fn told_apart_by(&self) -> Symmetry {
        self.symmetry.unwrap_or(Symmetry::All)
    }
}

/// A tiling that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiling {
    /// Its tiles.
    pub tiles: Vec<PlacedTile>,
    /// How many symmetries of the region leave it unchanged, names of colours aside.
    pub symmetries: usize,
}

/// The answer. What is not known is `None` or empty.
#[derive(Clone, Debug)]
pub struct Solved {
    /// All tilings, colours aside; if there are colours, those that can be painted.
    pub tilings: Option<BigUint>,
    /// If there are colours: painted tilings up to the names of colours.
    pub colourings: Option<BigUint>,
    /// If there are colours: painted tilings.
    pub labelled: Option<BigUint>,
    /// How many symmetries the region has that the tiles respect.
    pub group_order: usize,
    /// How many classes there are, of painted tilings if there are colours.
    pub classes: Option<Classes>,
    /// The classes up to all symmetries, by the number of symmetries that leave their members
    /// unchanged.
    pub by_symmetry: BTreeMap<usize, u64>,
    /// By the numbers of tiles of each kind, if these can vary.
    pub by_composition: BTreeMap<Vec<usize>, Composition>,
    /// What is shown.
    pub shown: Vec<Tiling>,
    /// Why there can be no tiling, if a little arithmetic shows it.
    pub obstruction: Option<String>,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer.
    pub evidence: Vec<String>,
    /// What the search took.
    pub profile: Profile,
}

impl Solved {
    /// Nothing is known yet.
    fn nothing(group_order: usize, stopped_by: Option<StoppedBy>) -> Self {
        Self {
            tilings: None,
            colourings: None,
            labelled: None,
            group_order,
            classes: None,
            by_symmetry: BTreeMap::new(),
            by_composition: BTreeMap::new(),
            shown: Vec::new(),
            obstruction: None,
            stopped_by,
            evidence: Vec::new(),
            profile: Profile::new(&[]),
        }
    }

    /// There is no tiling, for a reason that needs no search.
    fn impossible(question: &TilingQuestion, reason: String) -> Self {
        let zero = || Some(BigUint::ZERO);
        let has_colours = question.colours().is_some();
        Self {
            tilings: zero(),
            colourings: zero().filter(|_| has_colours),
            labelled: zero().filter(|_| has_colours),
            classes: Some(Classes { all: 0, rotations: 0 }),
            evidence: vec!["method: arithmetic, no search was needed".to_owned()],
            obstruction: Some(reason),
            ..Self::nothing(kumiki_tile::symmetries(question).len(), None)
        }
    }
}

/// Answers a question.
///
/// # Errors
/// If the problem does not suit the engine, if a count is too large, or if two methods disagree.
pub fn solve(request: &Request<'_>, run: &Run<'_>) -> Result<Solved, Halt> {
    let question = request.question;
    if let Some(reason) = areas::obstruction(question) {
        return Ok(Solved::impossible(question, reason));
    }
    let mut solved = match question.colours() {
        None => plain::solve(request, run)?,
        Some(colours) => coloured::solve(request, colours, run)?,
    };
    if request.verify && solved.stopped_by.is_none() {
        solved.evidence.push(unless_too_large(verify(question, &solved, run))?);
    }
    let judge = |_: usize, tiling: &Tiling| judge_tiling(question, &tiling.tiles);
    solved.evidence.extend(judge_shown(["tiling", "tilings"], &solved.shown, run, judge)?);
    Ok(solved)
}

/// Counts again: by laying tiles if that is not too long, otherwise by cutting elsewhere or by
/// painting.
fn verify(question: &TilingQuestion, solved: &Solved, run: &Run<'_>) -> Result<String, Halt> {
    match (recount::recount(question, solved, run)?, question.colours()) {
        (Recount::Agreed(line), _) => Ok(line),
        (Recount::TooLong, None) => plain::verify(question, solved, run),
        (Recount::TooLong, Some(colours)) => painting::verify(question, colours, solved, run),
    }
}

/// Whether the numbers of tiles can differ between tilings.
fn numbers_vary(question: &TilingQuestion) -> bool {
    let tiles = question.tiles();
    tiles.len() > 1 && tiles.iter().any(|tile| tile.most != Some(tile.least))
}
