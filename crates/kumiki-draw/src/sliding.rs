//! Sliding tiles: boards, solutions as strips of boards, and tables as histograms.
//!
//! # Colours
//! All tiles of one row of the goal have one colour. It is strong where a tile is at home and pale
//! where it is not, so a strip grows stronger as it comes to its end.
//!
//! # Files
//! `board.rs` draws one board, `strip.rs` puts the boards of a solution into rows, and
//! `histogram.rs` draws a table. The sheets are here.

mod board;
mod histogram;
mod strip;

use crate::{Card, Figure, Sheet};
use histogram::histogram_scene;
use kumiki_model::{Count, SlidingQuestion};
use strip::solution_scene;

/// Solutions of a question on one sheet, to be written as SVG or PostScript.
///
/// ```
/// use kumiki_draw::{Card, solution_sheet};
/// use kumiki_model::{Metric, SlidingPosition, SlidingQuestion};
/// let goal = SlidingPosition::solved("3x3".parse()?);
/// let start = SlidingPosition::parse(goal.board(), "123405786")?;
/// let question = SlidingQuestion::new(start, goal, Metric::Single)?;
/// let card = Card { solution: vec![5, 3], caption: "nowhere".to_owned() };
/// let right = Card { solution: vec![5, 6], caption: "home".to_owned() };
/// let sheet = solution_sheet(&question, "A short way", &[card, right]);
/// assert!(sheet.to_svg().contains(">2: goal</text>"));
/// assert!(sheet.description.ends_with("home: push 5, 6."));
/// assert!(sheet.to_eps().starts_with("%!PS-Adobe-3.0 EPSF-3.0\n"));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Panics
/// If a tile is pushed that is not beside the blank.
#[must_use]
pub fn solution_sheet(question: &SlidingQuestion, title: &str, cards: &[Card<Vec<u8>>]) -> Sheet {
    let in_words = |card: &Card<Vec<u8>>| {
        let tiles: Vec<String> = card.solution.iter().map(u8::to_string).collect();
        format!(" {}: push {}.", card.caption, tiles.join(", "))
    };
    let from_to = format!("From {} to {}.", question.start(), question.goal());
    let figure = |card: &Card<Vec<u8>>| Figure {
        scene: solution_scene(question, &card.solution),
        caption: card.caption.clone(),
    };
    Sheet {
        title: title.to_owned(),
        description: from_to + &cards.iter().map(in_words).collect::<String>(),
        figures: cards.iter().map(figure).collect(),
        if_empty: "no solutions".to_owned(),
        legend: Vec::new(),
    }
}

/// A table as a histogram on a sheet; `counts[d]` positions are at distance `d`.
///
/// ```
/// use kumiki_draw::histogram_sheet;
/// let counts: Vec<_> = [1_u64, 2, 2, 2, 2, 2, 1].into_iter().map(Into::into).collect();
/// let sheet = histogram_sheet("Positions of 2x2", &counts, "by the number of moves to the goal");
/// assert_eq!(sheet.description, "Positions at each distance from 0 to 6: 1, 2, 2, 2, 2, 2, 1.");
/// assert!(sheet.to_svg().contains(">12 positions</text>"));
/// ```
#[must_use]
pub fn histogram_sheet(title: &str, counts: &[Count], caption: &str) -> Sheet {
    let numbers: Vec<String> = counts.iter().map(Count::to_string).collect();
    let description = match counts.len() {
        0 => "No positions.".to_owned(),
        rows => {
            format!("Positions at each distance from 0 to {}: {}.", rows - 1, numbers.join(", "))
        }
    };
    let figure = || Figure { scene: histogram_scene(counts), caption: caption.to_owned() };
    Sheet {
        title: title.to_owned(),
        description,
        figures: (!counts.is_empty()).then(figure).into_iter().collect(),
        if_empty: "no positions".to_owned(),
        legend: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::{Metric, SlidingPosition};

    #[test]
    fn empty_sheets_say_so() {
        let goal = SlidingPosition::solved("2x2".parse().expect("a board"));
        let question =
            SlidingQuestion::new(goal.clone(), goal, Metric::Single).expect("a question");
        assert!(solution_sheet(&question, "", &[]).to_svg().contains(">no solutions</text>"));
        let table = histogram_sheet("", &[], "");
        assert!(table.to_svg().contains(">no positions</text>"));
        assert_eq!(table.description, "No positions.");
    }

    #[test]
    fn titles_and_captions_are_escaped_in_both_kinds_of_document() {
        let goal = SlidingPosition::solved("2x2".parse().expect("a board"));
        let question =
            SlidingQuestion::new(goal.clone(), goal, Metric::Single).expect("a question");
        let card = Card { solution: vec![3, 3], caption: "a < b (really)".to_owned() };
        let sheet = solution_sheet(&question, "R & D", &[card]);
        assert!(
            sheet.to_svg().contains(">R &amp; D</text>")
                && sheet.to_svg().contains("a &lt; b (really)")
        );
        assert!(sheet.to_eps().contains("(a < b \\(really\\))"));
        let table = histogram_sheet("R & D", &[1_u64.into()], "x < y");
        assert!(table.to_svg().contains(">x &lt; y</text>"));
    }
}
