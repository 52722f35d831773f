//! All arrangements of a small puzzle, found by plain backtracking.

use super::{judge_arrangement, turning};
use kumiki_model::{PackQuestion, Place, PlacedPiece};
use std::collections::BTreeSet;

/// All arrangements that the question asks for, each sorted, in lexicographic order.
///
/// Cell after cell, either nothing begins there or one of the pieces that fit does; whatever comes out at the last cell
/// is judged. Nothing is pruned but overlaps, so this is for boxes of a dozen cells or so.
///
/// ```
/// use kumiki_check::naive_arrangements;
/// use kumiki_model::{PackQuestion, Piece, Shape, Turns};
/// let shape = Shape::new([[0, 0, 0], [0, 0, 1]])?;
/// let domino = Piece { name: "domino".into(), shape, least: 0, most: None, turns: Turns::Rotations };
/// let board = (0..2).flat_map(|row| (0..3).map(move |column| [0, row, column]));
/// assert_eq!(naive_arrangements(&PackQuestion::new("2x3", board, [], vec![domino])?).len(), 3);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn naive_arrangements(question: &PackQuestion) -> Vec<Vec<PlacedPiece>> {
    let mut cells: Vec<Place> = question.must().iter().chain(question.may()).copied().collect();
    cells.sort_unstable();
    let beginning_at = |cell: &Place| {
        let mut here: Vec<PlacedPiece> = Vec::new();
        for kind in 0..question.pieces().len() {
            here.extend(placements(question, kind).into_iter().filter(|placed| placed.cells[0] == *cell));
        }
        here
    };
    let choices: Vec<Vec<PlacedPiece>> = cells.iter().map(beginning_at).collect();
    let mut found = Vec::new();
    decide(question, &choices, &mut Vec::new(), &mut found);
    found.sort_unstable();
    found
}

/// Decides what begins at the first cell of those that are left: nothing, or one of its choices.
fn decide(
    question: &PackQuestion,
    choices: &[Vec<PlacedPiece>],
    laid: &mut Vec<PlacedPiece>,
    found: &mut Vec<Vec<PlacedPiece>>,
) {
    let Some((here, later)) = choices.split_first() else {
        if judge_arrangement(question, laid).is_ok() {
            found.push(laid.clone());
        }
        return;
    };
    decide(question, later, laid, found);
    for piece in here {
        let overlaps = |other: &PlacedPiece| other.cells.iter().any(|cell| piece.cells.contains(cell));
        if !laid.iter().any(overlaps) {
            laid.push(piece.clone());
            decide(question, later, laid, found);
            laid.pop();
        }
    }
}

/// All ways to place a kind of piece, the others aside.
pub(super) fn placements(question: &PackQuestion, kind: usize) -> BTreeSet<PlacedPiece> {
    let cells: BTreeSet<Place> = question.must().iter().chain(question.may()).copied().collect();
    let mut found = BTreeSet::new();
    for shape in turning::turned_shapes(&question.pieces()[kind]) {
        // The first cell of the shape has layer 0; its row and column may be beyond the corner.
        for start in &cells {
            let shifted = |part: &Place| {
                let mut place = [0; 3];
                for axis in 0..3 {
                    place[axis] = (start[axis] + part[axis]).checked_sub(shape[0][axis])?;
                }
                cells.contains(&place).then_some(place)
            };
            if let Some(cells) = shape.iter().map(shifted).collect() {
                found.insert(PlacedPiece { cells, kind });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::examples::{piece, puzzle};
    use super::*;
    use kumiki_model::{Hold, Turns};

    /// Every set of placements, judged.
    fn by_subsets(question: &PackQuestion) -> Vec<Vec<PlacedPiece>> {
        let all: Vec<PlacedPiece> =
            (0..question.pieces().len()).flat_map(|kind| placements(question, kind)).collect();
        let mut found = Vec::new();
        for set in 0_usize..1 << all.len() {
            let mut chosen: Vec<PlacedPiece> =
                (0..all.len()).filter(|at| set >> at & 1 == 1).map(|at| all[at].clone()).collect();
            chosen.sort_unstable();
            if judge_arrangement(question, &chosen).is_ok() {
                found.push(chosen);
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn no_arrangement_is_missing_or_repeated() {
        let (domino, bend) = (piece("d", &["XX"], Turns::Rotations), piece("L", &["XX/X"], Turns::Rotations));
        let mut lengths = Vec::new();
        for (layers, pieces) in [
            (&["##/##"][..], vec![domino.clone(), bend.clone()]),
            (&["###/###"], vec![domino.clone()]),
            (&["##+/##"], vec![bend]),
            (&["##/##", "##/##"], vec![domino]),
        ] {
            for (leftover, hold) in [(0, Hold::Free), (2, Hold::Free), (9, Hold::Piece), (2, Hold::Group)] {
                let mut question = puzzle(layers, pieces.clone());
                question.leftover = leftover;
                question.hold = hold;
                let found = naive_arrangements(&question);
                assert_eq!(found, by_subsets(&question), "{question:?}");
                lengths.push(found.len());
            }
        }
        // Dominoes fill the 2x2 board in 2, the 2x3 board in 3, and the 2x2x2 box in 9 ways.
        assert_eq!([lengths[0], lengths[4], lengths[12]], [2, 3, 9]);
    }
}
