//! Tilings.
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

mod coloured;
mod plain;
mod rows;
mod told;
mod verify;
mod walk;
mod words;

use crate::Halt;
use crate::draft::{Draft, check_sample, part};
use crate::family::Family;
use crate::rows::ReadRows;
use crate::sink::{Row, Shown};
use crate::sources::text_of;
use kumiki_formats::tiling::{read, to_toml};
use kumiki_judge::judge_tiling;
use kumiki_model::{
    Answer, ClassCount, Classes, Count, How, Part, PlacedTile, Solution, Symmetry, TileAsk,
    TilePart, TilingQuestion, TilingRecord,
};
use kumiki_puzzles::tilings;
use kumiki_recount::TilingCounts;
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

pub(crate) use words::gallery;

/// Up to so many tilings, all are visited to find the classes, even if nobody says how they are to
/// be told apart.
const VISITED_UNASKED: u64 = 50_000_000;

/// A question about tilings.
pub(crate) struct Tilings {
    question: TilingQuestion,
    /// What it is called: its title, or the name of its file.
    title: String,
    /// Which tilings are listed as different. If nobody says, those that no symmetry maps to each
    /// other, and classes are counted unless there are too many tilings. With [`Symmetry::None`]
    /// classes are not counted.
    symmetry: Option<Symmetry>,
}

impl Tilings {
    /// Reads a question.
    ///
    /// # Errors
    /// If the file cannot be understood.
    pub(crate) fn new(ask: &mut TileAsk) -> Result<Self, Halt> {
        let name = ask.file.name.clone();
        let built_in = tilings::find(&name).map(|problem| problem.text);
        let text = text_of(&ask.file, built_in, "problem", "one such as decagon")?;
        let question = read(text.as_bytes()).map_err(|error| Halt::file(&name, &error))?;
        // The same question is written in one way.
        ask.file.text = Some(to_toml(&question));
        let title =
            if question.title().is_empty() { name.clone() } else { question.title().to_owned() };
        Ok(Self { question, title, symmetry: ask.symmetry })
    }

    /// Which tilings are listed as different, whoever decided it. A sample is drawn from the
    /// classes up to all symmetries.
    fn told_apart_by(&self, how: &How) -> Symmetry {
        self.symmetry.filter(|_| how.sample.is_none()).unwrap_or(Symmetry::All)
    }

    /// Whether tilings without colours are counted, and nothing else.
    fn is_counted_only(&self, how: &How) -> bool {
        !how.shows() && self.symmetry == Some(Symmetry::None)
    }

    /// Shows some tilings, and breaks if no more are wanted.
    fn show(&self, tilings: Vec<Tiling>, draft: &mut Draft<'_>) -> ControlFlow<()> {
        let question = &self.question;
        let judge = |_: usize, tiling: &Tiling| judge_tiling(question, &tiling.tiles);
        let shown = |Tiling { tiles, symmetries }: &Tiling| self.shown(tiles, *symmetries);
        let row = |Tiling { tiles, symmetries }: &Tiling, row: &mut Row| {
            rows::put_tiles(question, tiles, row);
            row.symmetries = *symmetries;
        };
        draft.show_rows(tilings, judge, shown, Some(row))
    }

    /// A tiling as it is shown.
    fn shown(&self, tiles: &[PlacedTile], symmetries: usize) -> Shown {
        Shown::new(Solution::Tiles(TilingRecord::new(&self.question, tiles, symmetries)))
    }
}

/// A tiling that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tiling {
    tiles: Vec<PlacedTile>,
    /// How many symmetries of the region leave it unchanged, names of colours aside.
    symmetries: usize,
}

impl Family for Tilings {
    fn write_as(&self, _: &str) -> Result<String, Halt> {
        Ok(to_toml(&self.question))
    }

    fn part(&self) -> Part {
        Part::Tile(TilePart::default())
    }

    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        Ok(Box::new(self))
    }

    fn trace(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        told::trace(&self.question, draft)
    }

    fn check(&self, how: &How) -> Result<(), Halt> {
        check_sample(how, self.symmetry.unwrap_or(Symmetry::All))
    }

    fn check_divisible(&self, how: &How) -> Result<(), Halt> {
        if self.question.colours().is_some() || !self.is_counted_only(how) {
            return Ok(());
        }
        let what = "a count that remembers the polygons that are left".to_owned();
        Err(Halt::Indivisible { what, expected: "`list`, or no `symmetry` none" })
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let question = &self.question;
        let group_order = kumiki_tile::symmetries(question).len();
        draft.answer.group_order = Some(Count(group_order.into()));
        if let Some(reason) = kumiki_tile::obstruction(question) {
            draft.answer.why_none = Some(reason);
            draft.note("method: arithmetic, no search was needed");
            let zero = || BigUint::ZERO;
            note_counts(draft, Some(zero()), question.colours().map(|_| (zero(), zero())));
            draft.answer.classes = Some(ClassCount::Both(Classes::default()));
            return Ok(());
        }
        match question.colours() {
            None => plain::solve(self, draft)?,
            Some(colours) => coloured::solve(self, colours, draft)?,
        }
        if draft.how.verify && draft.answer.is_complete() {
            let first = counts(&draft.answer);
            draft.note_second(verify::verify(question, &first, &draft.run.clone()))?;
        }
        draft.note_judged(["tiling", "tilings"]);
        Ok(())
    }
}

/// Puts numbers of tilings into an answer: colours aside and, if there are colours, up to their
/// names and with them.
fn note_counts(
    draft: &mut Draft<'_>,
    tilings: Option<BigUint>,
    coloured: Option<(BigUint, BigUint)>,
) {
    let part = part!(draft.answer, Tile);
    part.tilings = tilings.map(Into::into);
    let (colourings, labelled) = coloured.unzip();
    (part.colourings, part.labelled) = (colourings.map(Into::into), labelled.map(Into::into));
    draft.answer.count = part.colourings.clone().or_else(|| part.tilings.clone());
}

/// The numbers of tilings of a complete answer.
fn counts(answer: &Answer) -> TilingCounts {
    let Part::Tile(part) = &answer.part else { unreachable!("a part about tilings") };
    let number = |count: &Option<Count>| count.clone().unwrap_or_default().0;
    TilingCounts {
        tilings: number(&part.tilings),
        colourings: number(&part.colourings),
        labelled: number(&part.labelled),
    }
}

/// Things that remember what they have met, one for each thread that is at work.
struct Pool<T, F> {
    make: F,
    /// Those that no thread uses at the moment.
    free: Mutex<Vec<T>>,
}

impl<T, F: Fn() -> T> Pool<T, F> {
    fn new(make: F) -> Self {
        Self { make, free: Mutex::default() }
    }

    /// Lends one, which may have to be made first.
    fn lend<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let mut lent = kept.unwrap_or_else(&self.make);
        let result = work(&mut lent);
        free().push(lent);
        result
    }
}
