//! Who lies where, and attempts to slide pieces: the one table behind the rules.

use kumiki_model::{Hold, Place, PlacedPiece};
use rustc_hash::FxHashMap;
use std::fmt;

/// A box, and the pieces that lie in it.
///
/// * **O1** `owner` has an entry for each cell of the box: the position of the piece that covers
///   it, or `None` for an empty cell. Every other place is a wall.
/// * **O2** Every piece lies on cells of the box, and no two on the same.
#[derive(Clone, Debug)]
pub struct Room {
    owner: FxHashMap<Place, Option<usize>>,
    pieces: Vec<PlacedPiece>,
}

impl Room {
    /// An empty box with these cells.
    #[must_use]
    pub fn new(cells: &[Place]) -> Self {
        Self { owner: cells.iter().map(|cell| (*cell, None)).collect(), pieces: Vec::new() }
    }

    /// Whether a place belongs to the box.
    pub fn is_cell(&self, place: &Place) -> bool {
        self.owner.contains_key(place)
    }

    /// The piece that covers a place.
    pub fn at(&self, place: &Place) -> Option<&PlacedPiece> {
        self.owner.get(place).copied().flatten().map(|at| &self.pieces[at])
    }

    /// The empty box with pieces in it, all of whose cells are cells of it.
    ///
    /// # Errors
    /// If two of them overlap.
    pub fn with(&self, pieces: &[PlacedPiece]) -> Result<Self, Overlap> {
        let mut owner = self.owner.clone();
        for (second, piece) in pieces.iter().enumerate() {
            for cell in &piece.cells {
                if let Some(first) = owner.insert(*cell, Some(second)).flatten() {
                    return Err(Overlap { pieces: [first, second], cell: *cell });
                }
            }
        }
        Ok(Self { owner, pieces: pieces.to_vec() })
    }

    /// The first pieces that can slide although they must be held, and where to.
    pub fn loose(&self, hold: Hold) -> Option<(Vec<usize>, Direction)> {
        match hold {
            Hold::Free => None,
            Hold::Piece => self.loose_piece(),
            Hold::Group => self.loose_group(),
        }
    }

    /// Whether a piece can move by one step while all others stay.
    #[must_use]
    pub fn can_slide(&self, piece: usize, direction: Direction) -> bool {
        self.can_follow(piece, direction, |other| other == piece)
    }

    /// The first piece that can move while all others stay.
    fn loose_piece(&self) -> Option<(Vec<usize>, Direction)> {
        let steps = (0..self.pieces.len()).flat_map(|at| Direction::all().map(move |to| (at, to)));
        let mut loose = steps.filter(|(at, to)| self.can_slide(*at, *to));
        loose.next().map(|(at, direction)| (vec![at], direction))
    }

    /// The first direction in which some pieces can move while all others stay.
    fn loose_group(&self) -> Option<(Vec<usize>, Direction)> {
        let groups = Direction::all().map(|direction| (self.movable(direction), direction));
        groups.into_iter().find(|(pieces, _)| !pieces.is_empty())
    }

    /// The largest set of pieces that can move by one step: all of them set out, and whoever hits
    /// something that stays stays too.
    pub fn movable(&self, direction: Direction) -> Vec<usize> {
        let mut moving = vec![true; self.pieces.len()];
        loop {
            let moves =
                |at: usize| moving[at] && self.can_follow(at, direction, |other| moving[other]);
            let next: Vec<bool> = (0..moving.len()).map(moves).collect();
            if next == moving {
                return (0..moving.len()).filter(|at| moving[*at]).collect();
            }
            moving = next;
        }
    }

    /// Whether a piece can move by one step while the pieces that `moves` names move along.
    fn can_follow(
        &self,
        piece: usize,
        direction: Direction,
        moves: impl Fn(usize) -> bool,
    ) -> bool {
        self.pieces[piece].cells.iter().all(|cell| {
            let next = direction.stepped(*cell).and_then(|next| self.owner.get(&next));
            next.is_some_and(|owner| owner.is_none_or(&moves))
        })
    }
}

/// Two pieces that cover the same cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// Their positions among the pieces that were laid.
    pub pieces: [usize; 2],
    /// The first cell found that both cover.
    pub cell: Place,
}

/// One of the six ways along the axes of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// 0 across the layers, 1 across the rows, 2 across the columns.
    axis: usize,
    /// Whether it leads away from the first cell.
    is_higher: bool,
}

impl Direction {
    /// All six.
    pub fn all() -> [Self; 6] {
        [0, 1, 2, 3, 4, 5].map(|way| Self { axis: way / 2, is_higher: way % 2 == 1 })
    }

    /// The place one step further.
    pub(crate) fn stepped(self, mut place: Place) -> Option<Place> {
        let at = &mut place[self.axis];
        *at = if self.is_higher { at.checked_add(1)? } else { at.checked_sub(1)? };
        Some(place)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sense = if self.is_higher { "higher" } else { "lower" };
        write!(f, "{sense} {}", ["layers", "rows", "columns"][self.axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::{PackQuestion, Turns};
    use kumiki_oracle::examples::pieces::{piece, puzzle};
    use kumiki_oracle::naive::piece_arrangements;

    /// The box with all pieces in it.
    fn filled(question: &PackQuestion, arrangement: &[PlacedPiece]) -> Room {
        let empty = Room::new(&[question.must(), question.may()].concat());
        empty.with(arrangement).expect("no overlap")
    }

    /// The definition itself: a nonempty set of pieces can move if none of its members, each
    /// shifted by one step, leaves the box or meets a piece outside the set.
    fn some_set_moves(room: &Room, arrangement: &[PlacedPiece], direction: Direction) -> bool {
        (1_usize..1 << arrangement.len()).any(|set| {
            let (members, others): (Vec<usize>, Vec<usize>) =
                (0..arrangement.len()).partition(|at| set >> at & 1 == 1);
            let taken: Vec<Place> =
                others.iter().flat_map(|at| arrangement[*at].cells.clone()).collect();
            members.iter().flat_map(|at| &arrangement[*at].cells).all(|cell| {
                direction
                    .stepped(*cell)
                    .is_some_and(|next| room.is_cell(&next) && !taken.contains(&next))
            })
        })
    }

    #[test]
    fn the_largest_set_that_moves_is_empty_if_and_only_if_no_set_moves() {
        let shapes = [&["XX"][..], &["XX/X"], &["XX/X/XX"], &["XXX/X"], &["XX/XX"], &["XXX"]];
        let [mut moving, mut together] = [0, 0];
        for (layers, kinds) in [
            (&["###/###/###"][..], vec![0, 1]),
            (&["##/##", "##/##"], vec![1, 0]),
            (&["###/# #/###"], vec![1, 0]),
            (&["###/###/###/###/###"], vec![2]),
            (&["####/####/####"], vec![3]),
            // Bricks.
            (&["###/###", "###/###"], vec![4, 0]),
            (&["####/####/####"], vec![5, 4]),
        ] {
            let pieces =
                kinds.into_iter().map(|at: usize| piece(&format!("{at}"), shapes[at], Turns::All));
            let mut question = puzzle(layers, pieces.collect());
            question.leftover = 99;
            for arrangement in piece_arrangements(&question) {
                let room = filled(&question, &arrangement);
                for direction in Direction::all() {
                    let moves = !room.movable(direction).is_empty();
                    let expected = some_set_moves(&room, &arrangement, direction);
                    assert_eq!(moves, expected, "{arrangement:?} to {direction}");
                    moving += usize::from(moves);
                }
                let moves_together = room.loose_piece().is_none() && room.loose_group().is_some();
                together += usize::from(moves_together);
            }
        }
        assert!(moving > 1_000 && together > 3, "{moving} and {together}");
    }
}
