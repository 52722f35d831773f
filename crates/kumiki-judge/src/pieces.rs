//! The rules of packing puzzles, applied to one arrangement of pieces.
//!
//! # The idea
//! Nothing is taken over from the code that states puzzles. Turns are orders of the axes here, a
//! piece is held if an attempt to shift it fails, and a group of pieces is found by letting
//! everything move at once and stopping whatever hits something that does not.
//!
//! # Steps
//! [`judge_arrangement`] asks, in this order: known kinds in allowed turns, inside the box, no
//! overlap, right numbers, enough cells filled, held in place. It returns the first [`Fault`]
//! it meets.

pub(crate) mod answer;
pub(crate) mod claims;
mod looks;

use crate::envelope::judge_number;
use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{Hold, PackQuestion, Place, PlacedPiece};
use kumiki_recount::{Room, cornered, turned_shapes};
use std::collections::BTreeSet;

/// Whether an arrangement of pieces is one of those that the question asks for.
///
/// # Errors
/// With the first rule that the arrangement breaks, and the piece and place where it does.
///
/// ```
/// use kumiki_judge::judge_arrangement;
/// use kumiki_model::{PackQuestion, Piece, PlacedPiece, Shape, Turns};
/// let shape = Shape::new([[0, 0, 0], [0, 0, 1]])?;
/// let (name, turns) = ("domino".to_owned(), Turns::Rotations);
/// let domino = Piece { name, shape, least: 1, most: Some(2), turns, colour: None };
/// let question = PackQuestion::new("square", [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]], [], vec![domino])?;
///
/// let upright = |column| PlacedPiece { cells: vec![[0, 0, column], [0, 1, column]], kind: 0 };
/// assert_eq!(judge_arrangement(&question, &[upright(0), upright(1)]), Ok(()));
/// let fault = judge_arrangement(&question, &[upright(0)]).expect_err("half a square");
/// assert_eq!(fault.to_string(), "2 cells stay empty, such as layer 1, row 1, column 2, expected at most 0");
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
pub fn judge_arrangement(
    question: &PackQuestion,
    arrangement: &[PlacedPiece],
) -> Result<(), Fault> {
    ArrangementJudge::new(question).judge(arrangement)
}

/// Judges arrangements of one puzzle.
struct ArrangementJudge<'q> {
    question: &'q PackQuestion,
    /// The shapes of each kind in its allowed turns.
    shapes: Vec<BTreeSet<Vec<Place>>>,
    /// The box without pieces.
    empty: Room,
}

impl<'q> ArrangementJudge<'q> {
    fn new(question: &'q PackQuestion) -> Self {
        Self {
            question,
            shapes: question.pieces().iter().map(turned_shapes).collect(),
            empty: Room::new(&[question.must(), question.may()].concat()),
        }
    }

    /// Whether an arrangement is one of those that the question asks for.
    fn judge(&self, arrangement: &[PlacedPiece]) -> Result<(), Fault> {
        let question = self.question;
        for placed in arrangement {
            self.judge_shape(placed)?;
        }
        let room = self.judge_room(arrangement)?;
        for (kind, piece) in question.pieces().iter().enumerate() {
            let found = arrangement.iter().filter(|placed| placed.kind == kind).count();
            let what = format!("piece '{}'", piece.name);
            judge_number(&what, found, piece.least, piece.most)?;
        }
        let is_empty = |cell: &&Place| room.at(cell).is_none();
        let empty: Vec<&Place> = question.must().iter().filter(is_empty).collect();
        let allowed = usize::try_from(question.leftover).unwrap_or(usize::MAX);
        require(empty.len() <= allowed, rule::FILLED, || {
            let (count, such) = (empty.len(), in_words(*empty[0]));
            format!("{count} cells stay empty, such as {such}, expected at most {allowed}")
        })?;
        judge_held(&room, arrangement, question.hold, |placed| self.located(placed))
    }

    fn judge_shape(&self, placed: &PlacedPiece) -> Result<(), Fault> {
        let kind_count = self.shapes.len();
        let Some(shapes) = self.shapes.get(placed.kind) else {
            let what =
                format!("a piece is of kind {}, expected a kind below {kind_count}", placed.kind);
            return refuse(rule::KIND, what);
        };
        require(!placed.cells.is_empty(), rule::KIND, || {
            format!("a piece '{}' has no cells", self.question.pieces()[placed.kind].name)
        })?;
        require(shapes.contains(&cornered(&placed.cells)), rule::KIND, || {
            format!("{} is not its shape in an allowed turn", self.located(placed))
        })
    }

    /// The box with all pieces in it.
    fn judge_room(&self, arrangement: &[PlacedPiece]) -> Result<Room, Fault> {
        for placed in arrangement {
            if let Some(cell) = placed.cells.iter().find(|cell| !self.empty.is_cell(cell)) {
                let (piece, cell) = (self.located(placed), in_words(*cell));
                let what = format!("{piece} covers {cell}, which is no cell of the box");
                return refuse(rule::INSIDE, what);
            }
        }
        laid(&self.empty, arrangement, |placed| self.located(placed))
    }

    /// A piece as a reader finds it: the name of its kind, and its first cell. Its kind must be
    /// known.
    fn located(&self, placed: &PlacedPiece) -> String {
        let first = placed.cells.iter().min().map_or_else(String::new, |cell| in_words(*cell));
        format!("piece '{}' at {first}", self.question.pieces()[placed.kind].name)
    }
}

/// A place as in a drawing, whose layers, rows and columns are numbered from 1.
pub(crate) fn in_words(place: Place) -> String {
    let [layer, row, column] = place.map(|at| at.saturating_add(1));
    format!("layer {layer}, row {row}, column {column}")
}

/// An empty box with pieces in it, all of whose cells are cells of it; no two overlap. Pieces have
/// names for people.
pub(crate) fn laid(
    empty: &Room,
    pieces: &[PlacedPiece],
    name: impl Fn(&PlacedPiece) -> String,
) -> Result<Room, Fault> {
    empty.with(pieces).map_err(|overlap| {
        let [first, second] = overlap.pieces.map(|at| name(&pieces[at]));
        let cell = in_words(overlap.cell);
        Fault::new(rule::OVERLAP, format!("{first} and {second} both cover {cell}"))
    })
}

/// Nothing can slide that must be held. Pieces have names for people.
pub(crate) fn judge_held(
    room: &Room,
    pieces: &[PlacedPiece],
    hold: Hold,
    name: impl Fn(&PlacedPiece) -> String,
) -> Result<(), Fault> {
    let Some((loose, direction)) = room.loose(hold) else { return Ok(()) };
    let together = if loose.len() > 1 { " together" } else { "" };
    let names: Vec<String> = loose.into_iter().map(|at| name(&pieces[at])).collect();
    refuse(rule::HELD, format!("{} can slide to {direction}{together}", names.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::{Piece, Turns};
    use kumiki_oracle::examples::pieces::{arranged, piece, puzzle};

    const BEND: &[&str] = &["XX/X"];

    /// The text of the fault must be the one expected.
    fn refused(question: &PackQuestion, arrangement: &[PlacedPiece], expected: &str) {
        let fault = judge_arrangement(question, arrangement).expect_err(expected);
        assert_eq!(fault.to_string(), expected, "{fault:?}");
    }

    #[test]
    fn pieces_must_be_of_their_kinds_and_in_allowed_turns() {
        let with = |turns| {
            puzzle(&["###/###"], vec![piece("bar", &["XXX"], turns), piece("L", BEND, turns)])
        };
        let (bars, bends) = (arranged(&["aaa/AAA"]), arranged(&["bbB/bBB"]));
        let free = with(Turns::Rotations);
        assert_eq!(judge_arrangement(&free, &bars), Ok(()));
        assert_eq!(judge_arrangement(&free, &bends), Ok(()));
        assert_eq!(judge_arrangement(&with(Turns::Fixed), &bars), Ok(()));
        let turned = "piece 'L' at layer 1, row 1, column 1 is not its shape in an allowed turn";
        // Capital letters come first: the turned piece begins in the first row, third column.
        refused(&with(Turns::Fixed), &bends, &turned.replace("column 1", "column 3"));
        refused(&free, &arranged(&["aaB/aBB"]), &turned.replace("'L'", "'bar'"));
        refused(&free, &arranged(&["ccc/ccc"]), "a piece is of kind 2, expected a kind below 2");
        let nothing = PlacedPiece { cells: vec![], kind: 1 };
        refused(&free, &[nothing], "a piece 'L' has no cells");
        let doubled =
            PlacedPiece { cells: vec![[0, 0, 0], [0, 0, 0], [0, 0, 1], [0, 1, 0]], kind: 1 };
        refused(&free, &[doubled], turned);
        let far = PlacedPiece { cells: vec![[0, 0, 0], [0, 0, 1], [0, usize::MAX, 0]], kind: 1 };
        refused(&free, &[far], turned);
        // The order of cells is nobody's business.
        let shuffled = PlacedPiece { cells: vec![[0, 0, 2], [0, 0, 0], [0, 0, 1]], kind: 0 };
        assert_eq!(judge_arrangement(&free, &[shuffled, bars[0].clone()]), Ok(()));
    }

    #[test]
    fn each_sort_of_turn_allows_what_it_says() {
        // Four cells that no rotation of space maps to their mirror image.
        let twisted: &[&str] = &["XX/X", " X"];
        let box_of_cells = |turns| {
            let mut question = puzzle(&["##/##", "##/##"], vec![piece("t", twisted, turns)]);
            question.leftover = 4;
            question
        };
        let as_drawn = arranged(&["aa/a.", ".a/.."]);
        let in_plane = arranged(&["aa/.a", "../.a"]);
        let upright = arranged(&["../.a", "a./aa"]);
        let mirrored = arranged(&["aa/a.", "../a."]);
        for (turns, allowed) in [
            (Turns::Fixed, [true, false, false, false]),
            (Turns::InPlane, [true, true, false, false]),
            (Turns::Rotations, [true, true, true, false]),
            (Turns::All, [true, true, true, true]),
        ] {
            let found = [&as_drawn, &in_plane, &upright, &mirrored]
                .map(|arrangement| judge_arrangement(&box_of_cells(turns), arrangement).is_ok());
            assert_eq!(found, allowed, "{turns:?}");
        }
    }

    #[test]
    fn pieces_must_lie_in_the_box_without_overlap() {
        let question = puzzle(
            &["###/# +"],
            vec![piece("d", &["XX"], Turns::Rotations), piece("L", BEND, Turns::Rotations)],
        );
        assert_eq!(judge_arrangement(&question, &arranged(&["aAA/a +"])), Ok(()));
        refused(
            &question,
            &arranged(&["bbA/b A"])[1..],
            "1 cells stay empty, such as layer 1, row 1, column 3, expected at most 0",
        );
        let into_the_hole = "piece 'd' at layer 1, row 1, column 2 covers layer 1, row 2, column \
            2, \
                             which is no cell of the box";
        refused(&question, &arranged(&["#a#/#a+"]), into_the_hole);
        let out = "piece 'd' at layer 1, row 2, column 3 covers layer 1, row 3, column 3, \
                   which is no cell of the box";
        refused(&question, &arranged(&["###/# a/  a"]), out);
        let overlapping = [arranged(&["aa#"]), arranged(&["bb/b"])].concat();
        let shared = "piece 'd' at layer 1, row 1, column 1 and piece 'L' at layer 1, row 1, \
            column 1 \
                      both cover layer 1, row 1, column 1";
        refused(&question, &overlapping, shared);
    }

    #[test]
    fn pieces_must_be_as_many_as_the_question_says_and_fill_enough() {
        let bounded = |least, most, leftover| {
            let domino = Piece { least, most, ..piece("d", &["XX"], Turns::Rotations) };
            let mut question = puzzle(&["####/++"], vec![domino]);
            question.leftover = leftover;
            question
        };
        let (one, two, three) = (arranged(&["aa"]), arranged(&["aaAA"]), arranged(&["aaAA/bb"]));
        let three: Vec<PlacedPiece> =
            three.into_iter().map(|placed| PlacedPiece { kind: 0, ..placed }).collect();
        assert_eq!(judge_arrangement(&bounded(2, Some(2), 0), &two), Ok(()));
        assert_eq!(judge_arrangement(&bounded(1, Some(1), 2), &one), Ok(()));
        assert_eq!(judge_arrangement(&bounded(0, None, 0), &three), Ok(()));
        refused(&bounded(3, None, 9), &two, "piece 'd' is used 2 times, expected at least 3");
        refused(&bounded(0, Some(2), 9), &three, "piece 'd' is used 3 times, expected at most 2");
        let empty = "2 cells stay empty, such as layer 1, row 1, column 3, expected at most 1";
        refused(&bounded(0, None, 1), &one, empty);
    }

    #[test]
    fn hooked_pieces_hold_each_other_and_slide_together() {
        let pieces = || vec![piece("c", &["XX/X/XX"], Turns::Rotations)];
        let held_by = |layers: &[&str], hold: Hold| {
            let mut question = puzzle(layers, pieces());
            question.leftover = 99;
            question.hold = hold;
            question
        };
        let hooked = arranged(&["AA./Aaa/AAa/.aa"]);
        let tight: &[&str] = &["###/###/###/###"];
        let roomy: &[&str] = &["###/###/###/###/###"];
        for hold in [Hold::Free, Hold::Piece, Hold::Group] {
            assert_eq!(judge_arrangement(&held_by(tight, hold), &hooked), Ok(()));
        }
        assert_eq!(judge_arrangement(&held_by(roomy, Hold::Piece), &hooked), Ok(()));
        let text = "piece 'c' at layer 1, row 1, column 1 and piece 'c' at layer 1, row 2, column \
            2 \
                    can slide to higher rows together";
        refused(&held_by(roomy, Hold::Group), &hooked, text);
        let alone = arranged(&["AA./A../AA."]);
        let words = "piece 'c' at layer 1, row 1, column 1 can slide to higher rows";
        refused(&held_by(tight, Hold::Piece), &alone, words);
        refused(&held_by(tight, Hold::Group), &alone, words);
        // A place that is no cell is a wall, also inside the box.
        let walled: &[&str] = &["## /#  /## "];
        assert_eq!(judge_arrangement(&held_by(walled, Hold::Group), &alone), Ok(()));
    }
}
