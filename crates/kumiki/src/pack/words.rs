//! Answers about packing puzzles in words and pictures.

use crate::sink::Shown;
use crate::words::{
    different, found, kernel_answer, packing, packings_and_classes, picture_title, table,
};
use kumiki_draw::{ArrangementCard, Sheet, arrangement_sheet};
use kumiki_formats::puzzle::{PuzzleFormat, read};
use kumiki_model::{
    Answer, ArrangementRecord, PackQuestion, Part, PlacedPiece, Solution, Symmetry, layers_text,
};
use kumiki_puzzles::gallery::{GALLERY, GalleryPuzzle};

/// A packing, layer by layer.
pub(super) fn solution(shown: &Shown) -> String {
    let Solution::Pieces(record) = &shown.solution else { return String::new() };
    format!("{}\n{}\n", caption(shown.number, record), layers_text(&record.layers))
}

fn caption(number: usize, record: &ArrangementRecord) -> String {
    format!("{number}: {}", packing(record.pieces, ["piece", "pieces"], record.symmetry))
}

/// The answer without its packings.
pub(super) fn answer(title: &str, answer: &Answer) -> String {
    let Part::Pack(part) = &answer.part else { return String::new() };
    let reason = answer.why_none.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let none = format!("no packing{reason}");
    let headline = found(answer, "packing", packings_and_classes(answer), none);
    let kernel = [part.kernel.as_str(), &part.kernel_reason];
    kernel_answer(&format!("{title}: {headline}"), kernel, answer, ["packing", "packings"])
}

/// The listed packings, each with its caption.
pub(super) fn picture(
    title: &str,
    question: &PackQuestion,
    symmetry: Symmetry,
    answer: &Answer,
) -> Sheet {
    let records = answer.solutions.iter().flatten().filter_map(|solution| match solution {
        Solution::Pieces(record) => Some(record),
        _ => None,
    });
    let drawn: Vec<(Vec<PlacedPiece>, String)> = (1..)
        .zip(records)
        .filter_map(|(number, record)| {
            let pieces = question.arrangement(&record.layers, &record.kinds)?;
            Some((pieces, caption(number, record)))
        })
        .collect();
    let cards: Vec<ArrangementCard<'_>> = drawn
        .iter()
        .map(|(pieces, caption)| ArrangementCard { arrangement: pieces, caption: caption.clone() })
        .collect();
    let title = picture_title(title, answer, different(answer, symmetry));
    arrangement_sheet(question, &title, &cards)
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
