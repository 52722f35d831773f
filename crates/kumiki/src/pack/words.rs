//! Answers about packing puzzles in words and pictures.

use super::Pieces;
use crate::family::Told;
use crate::sink::Shown;
use crate::words::{
    different, drawn, found, kernel_answer, packing, packings_and_classes, picture_title, table,
};
use kumiki_draw::{Card, Sheet, arrangement_sheet};
use kumiki_formats::puzzle::{PuzzleFormat, read};
use kumiki_model::{
    Answer, ArrangementRecord, Count, Look, PackQuestion, Part, Piece, Solution, layers_text,
};
use kumiki_puzzles::gallery::{GALLERY, GalleryPuzzle};

impl Told for Pieces {
    /// A packing, layer by layer.
    fn solution_text(&self, shown: &Shown) -> String {
        let Solution::Pieces(record) = &shown.solution else { return String::new() };
        format!("{}\n{}\n", caption(shown.number, record), layers_text(&record.layers))
    }

    /// The answer without its packings.
    fn text(&self, answer: &Answer) -> String {
        let Part::Pack(part) = &answer.part else { return String::new() };
        let reason =
            answer.why_none.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        let none = format!("no packing{reason}");
        let headline = found(answer, "packing", packings_and_classes(answer), none);
        let kernel = [part.kernel.as_str(), &part.kernel_reason];
        let headline = format!("{}: {headline}", self.title());
        legend(&self.question, answer)
            + &kernel_answer(&headline, kernel, answer, ["packing", "packings"])
    }

    /// The listed packings, each with its caption.
    fn picture(&self, answer: &Answer, first: usize) -> Sheet {
        let cards = drawn(answer, first, |number, solution| {
            let Solution::Pieces(record) = solution else { return None };
            let solution = self.question.arrangement(&record.layers, &record.kinds)?;
            Some(Card { solution, caption: caption(number, record) })
        });
        let title = picture_title(self.title(), answer, different(answer, self.symmetry));
        arrangement_sheet(&self.question, &title, &cards)
    }
}

/// What the letters of the packings that were shown stand for; nothing if they are the names of the
/// pieces and none has a colour of its own.
fn legend(question: &PackQuestion, answer: &Answer) -> String {
    let states_colour = question.pieces().iter().any(|piece| piece.colour.is_some());
    let is_none = answer.count == Some(Count::default());
    if is_none || !answer.question.shows() || (question.is_called_by_letters() && !states_colour) {
        return String::new();
    }
    let row = |(piece, look): (&Piece, &Look)| {
        let number = match (piece.least, piece.most) {
            (least, Some(most)) if least == most => most.to_string(),
            (least, Some(most)) => format!("{least} to {most}"),
            (0, None) => "any".to_owned(),
            (least, None) => format!("{least} or more"),
        };
        vec![look.letters_in_words(), piece.name.clone(), number, look.colour(0).to_string()]
    };
    let rows = question.pieces().iter().zip(question.looks()).map(row).collect();
    table(&["letter", "piece", "number", "colour"], &["letter", "piece", "colour"], rows) + "\n"
}

fn caption(number: usize, record: &ArrangementRecord) -> String {
    format!("{number}: {}", packing(record.pieces, ["piece", "pieces"], record.symmetry))
}

/// The puzzles that come with Kumiki, with their known counts.
pub(crate) fn gallery() -> String {
    let title = |puzzle: &GalleryPuzzle| {
        let file =
            read(puzzle.text.as_bytes(), PuzzleFormat::Toml).expect("our own puzzles are right");
        file.question.title().to_owned()
    };
    let row = |puzzle: &GalleryPuzzle| {
        let counts = [puzzle.packings.to_string(), puzzle.classes.to_string()];
        [puzzle.name.to_owned(), title(puzzle)].into_iter().chain(counts).collect()
    };
    let rows = GALLERY.iter().map(row).collect();
    table(&["name", "puzzle", "packings", "classes"], &["name", "puzzle"], rows)
        + "\nClasses are up to all symmetries of the puzzle. Solve one with 'kumiki pack soma'.\n"
}
