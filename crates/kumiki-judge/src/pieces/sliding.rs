//! Attempts to slide pieces.

use super::{is_cell, located};
use crate::direction::slides;
use crate::{Direction, Fault};
use kumiki_model::{PackQuestion, Place, PlacedPiece};
use std::collections::BTreeMap;

/// Pieces in a box.
pub(super) struct Board<'a> {
    question: &'a PackQuestion,
    arrangement: &'a [PlacedPiece],
    /// The piece on each cell that is covered.
    owner: &'a BTreeMap<Place, usize>,
}

impl<'a> Board<'a> {
    /// The board on which `owner` says which piece of the arrangement covers which cell.
    pub(super) fn new(
        question: &'a PackQuestion,
        arrangement: &'a [PlacedPiece],
        owner: &'a BTreeMap<Place, usize>,
    ) -> Self {
        Self { question, arrangement, owner }
    }

    /// Whether no piece can move while all others stay.
    pub(super) fn judge_pieces(&self) -> Result<(), Fault> {
        for (at, placed) in self.arrangement.iter().enumerate() {
            for direction in Direction::ALL {
                if self.can_follow(placed, direction, |other| other == at) {
                    return Err(slides(&[self.located(at)], direction));
                }
            }
        }
        Ok(())
    }

    /// Whether no set of pieces can move while all others stay.
    pub(super) fn judge_groups(&self) -> Result<(), Fault> {
        for direction in Direction::ALL {
            let moving = self.movable(direction);
            if !moving.is_empty() {
                let names: Vec<String> = moving.into_iter().map(|at| self.located(at)).collect();
                return Err(slides(&names, direction));
            }
        }
        Ok(())
    }

    /// The largest set of pieces that can move by one step: all of them set out, and whoever hits
    /// something that stays stays too.
    fn movable(&self, direction: Direction) -> Vec<usize> {
        let mut moving = vec![true; self.arrangement.len()];
        loop {
            let moves = |(at, placed): (usize, &PlacedPiece)| {
                moving[at] && self.can_follow(placed, direction, |other| moving[other])
            };
            let next: Vec<bool> = self.arrangement.iter().enumerate().map(moves).collect();
            if next == moving {
                return (0..moving.len()).filter(|at| moving[*at]).collect();
            }
            moving = next;
        }
    }

    /// Whether a piece can move by one step while the pieces that `moves` names move along.
    fn can_follow(
        &self,
        placed: &PlacedPiece,
        direction: Direction,
        moves: impl Fn(usize) -> bool,
    ) -> bool {
        placed.cells.iter().all(|cell| {
            let Some(next) = stepped(*cell, direction) else { return false };
            is_cell(self.question, &next) && self.owner.get(&next).is_none_or(|other| moves(*other))
        })
    }

    fn located(&self, at: usize) -> String {
        located(self.question, &self.arrangement[at])
    }
}

/// The place one step further.
fn stepped(mut place: Place, direction: Direction) -> Option<Place> {
    let at = &mut place[direction.axis()];
    *at = if direction.is_higher() { at.checked_add(1)? } else { at.checked_sub(1)? };
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Turns;
    use kumiki_oracle::examples::pieces::{piece, puzzle};
    use kumiki_oracle::naive::piece_arrangements;

    /// The definition itself: a nonempty set of pieces can move if none of its members, each
    /// shifted by one step, leaves the box or meets a piece outside the set.
    fn some_set_moves(
        question: &PackQuestion,
        arrangement: &[PlacedPiece],
        direction: Direction,
    ) -> bool {
        (1_usize..1 << arrangement.len()).any(|set| {
            let (members, others): (Vec<usize>, Vec<usize>) =
                (0..arrangement.len()).partition(|at| set >> at & 1 == 1);
            let taken: Vec<Place> =
                others.iter().flat_map(|at| arrangement[*at].cells.clone()).collect();
            members.iter().flat_map(|at| &arrangement[*at].cells).all(|cell| {
                stepped(*cell, direction)
                    .is_some_and(|next| is_cell(question, &next) && !taken.contains(&next))
            })
        })
    }

    #[test]
    fn the_largest_set_that_moves_is_empty_if_and_only_if_no_set_moves() {
        let shapes = [&["XX"][..], &["XX/X"], &["XX/X/XX"], &["XXX/X"]];
        let [mut moving, mut together] = [0, 0];
        for (layers, kinds) in [
            (&["###/###/###"][..], vec![0, 1]),
            (&["##/##", "##/##"], vec![1, 0]),
            (&["###/# #/###"], vec![1, 0]),
            (&["###/###/###/###/###"], vec![2]),
            (&["####/####/####"], vec![3]),
        ] {
            let pieces =
                kinds.into_iter().map(|at: usize| piece(&format!("{at}"), shapes[at], Turns::All));
            let mut question = puzzle(layers, pieces.collect());
            question.leftover = 99;
            for arrangement in piece_arrangements(&question) {
                let owned = |(at, placed): (usize, &PlacedPiece)| {
                    placed.cells.iter().map(move |cell| (*cell, at)).collect::<Vec<_>>()
                };
                let owner = arrangement.iter().enumerate().flat_map(owned).collect();
                let board = Board::new(&question, &arrangement, &owner);
                for direction in Direction::ALL {
                    let moves = !board.movable(direction).is_empty();
                    let expected = some_set_moves(&question, &arrangement, direction);
                    assert_eq!(moves, expected, "{arrangement:?} to {direction}");
                    moving += usize::from(moves);
                }
                together +=
                    usize::from(board.judge_pieces().is_ok() && board.judge_groups().is_err());
            }
        }
        assert!(moving > 1_000 && together > 3, "{moving} and {together}");
    }
}
