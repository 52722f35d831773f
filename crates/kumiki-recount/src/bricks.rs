//! Packings of bricks counted by laying bricks in every way and looking at what comes out.
//!
//! Bricks are pieces in the shape of boxes, of which there are any number, and any number of cells
//! may be left empty. There are 4797 ways to lay 2x2x1 bricks into 3x3x3, 132 thousand in 3x3x4 and
//! 3.1 million in 3x3x5, at about 2 microseconds each.

use crate::pieces::{AXIS_ORDERS, Board, Direction, Kind, Room};
use crate::tables::{by_symmetry, how_often};
use kumiki_model::{
    AntislideQuestion, ByBricks, BySymmetry, Classes, Count, Cuboid, Hold, Objective, Place,
    PlacedBrick, PlacedPiece, PuzzleSize, Rule, Start, Symmetry,
};

/// The brick with these sides in the corner of the grid.
fn whole(extent: [usize; 3]) -> PlacedBrick {
    PlacedBrick { origin: [0; 3], extent }
}

/// The ways to hold a brick along the axes; a symmetric one has some of them several times.
fn ways_to_hold(kind: &Cuboid) -> [PlacedBrick; 6] {
    AXIS_ORDERS.map(|order| whole(order.map(|axis| kind.sides()[axis])))
}

/// The cells of the box.
pub fn cells_of(container: Cuboid) -> Vec<Place> {
    whole(container.sides()).places().collect()
}

/// The corners of the box; a flat one has some of them several times.
pub fn corners_of(container: Cuboid) -> impl Iterator<Item = Place> {
    let last = container.sides().map(|side| side - 1);
    whole([2; 3]).places().map(move |corner| [0, 1, 2].map(|axis| corner[axis] * last[axis]))
}

/// The box, and all ways to lay a brick into it.
pub fn brick_board(question: &AntislideQuestion) -> Board {
    let kind = |kind: &Cuboid| Kind {
        shapes: ways_to_hold(kind).iter().map(|brick| brick.places().collect()).collect(),
        least: 0,
        most: None,
    };
    let cells = cells_of(question.container());
    Board::new(Vec::new(), cells, question.bricks().iter().map(kind).collect())
}

/// How large the puzzle is, counted on its board: a brick that is pushed by one cell enters cells
/// of the box, or there is a wall.
pub fn brick_puzzle_size(question: &AntislideQuestion, board: &Board) -> PuzzleSize {
    let cells = cells_of(question.container());
    let mut size = PuzzleSize {
        cells: cells.len(),
        placements: board.placements.len(),
        covered: board.placements.iter().map(|piece| piece.cells.len()).sum(),
        ..PuzzleSize::default()
    };
    for piece in &board.placements {
        for direction in Direction::all() {
            let beside = piece.cells.iter().filter_map(|cell| direction.stepped(*cell));
            let is_entered =
                |place: &Place| cells.binary_search(place).is_ok() && !piece.cells.contains(place);
            let entered = beside.filter(is_entered).count();
            size.requirements += usize::from(entered > 0);
            size.required += entered;
        }
    }
    size
}

/// A piece in the shape of a box as a brick. Its cells are in order.
pub fn brick_of(piece: &PlacedPiece) -> PlacedBrick {
    let (origin, last) = (piece.cells[0], piece.cells[piece.cells.len() - 1]);
    PlacedBrick { origin, extent: [0, 1, 2].map(|axis| last[axis] + 1 - origin[axis]) }
}

/// The brick that [`Start::Corner`] prescribes: in the first cell, across as few layers as
/// possible, and then as few rows. There is none if there are no kinds or the first does not fit at
/// all, and then no packing qualifies.
pub fn corner_brick(question: &AntislideQuestion) -> Option<PlacedBrick> {
    let sides = question.container().sides();
    let ways = ways_to_hold(question.bricks().first()?).into_iter();
    ways.filter(|brick| (0..3).all(|axis| brick.extent[axis] <= sides[axis])).min()
}

/// The number of the brick that a start prescribes.
///
/// With [`Start::Corner`] only the symmetries that keep it in place map packings that qualify to
/// packings that qualify. [`Start::NoCorner`] treats all corners alike, so nothing changes.
pub fn prescribed_brick(question: &AntislideQuestion, board: &Board) -> Option<usize> {
    let wanted = corner_brick(question).filter(|_| question.start == Start::Corner)?;
    board.placements.iter().position(|piece| brick_of(piece) == wanted)
}

/// Calls `see` on every way to lay at most `max_bricks` bricks of the allowed kinds into the box
/// without overlap, rigid or not, the empty one first, with the numbers of the placements on the
/// board of the question. The bricks come in order of their first cells. Given up if there are more
/// than so many; then some have been seen.
pub fn brick_arrangements(
    question: &AntislideQuestion,
    board: &Board,
    limit: u64,
    see: &mut dyn FnMut(&[usize]),
) -> Option<()> {
    let most = question.max_bricks.unwrap_or(usize::MAX);
    let mut left = limit;
    board.arrangements(0, most, u64::MAX, &mut |numbers| {
        left = left.checked_sub(1)?;
        see(numbers);
        Some(())
    })
}

/// All packings that the question asks for, its `objective` respected, its `symmetry` not: every
/// packing is listed, whatever it looks like from the other side, by the numbers of its placements
/// on the board of the question. Given up if there are more than so many ways to lay bricks at all,
/// rigid or not.
#[must_use]
pub fn packings(
    question: &AntislideQuestion,
    board: &Board,
    limit: u64,
) -> Option<Vec<Vec<usize>>> {
    let first = prescribed_brick(question, board);
    let hold = match question.rule {
        Rule::Piece => Hold::Piece,
        Rule::Group => Hold::Group,
    };
    let starts_well = |numbers: &[usize], room: &Room| match question.start {
        Start::Anywhere => true,
        Start::Corner => first.is_some_and(|first| numbers.contains(&first)),
        Start::NoCorner => {
            corners_of(question.container()).all(|corner| room.at(&corner).is_none())
        }
    };
    let mut found: Vec<Vec<usize>> = Vec::new();
    brick_arrangements(question, board, limit, &mut |numbers| {
        let room = board.room(numbers);
        if starts_well(numbers, &room) && room.loose(hold).is_none() {
            found.push(numbers.to_vec());
        }
    })?;
    let lengths = found.iter().map(Vec::len);
    let wanted = match question.objective {
        Objective::Any => return Some(found),
        Objective::Fewest => lengths.filter(|length| *length > 0).min(),
        Objective::Most => lengths.max(),
    };
    found.retain(|packing| Some(packing.len()) == wanted);
    Some(found)
}

/// What a list of packings adds up to, in the words of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AntislideTally {
    /// How many packings.
    pub packings: Count,
    /// How many classes.
    pub classes: Classes,
    /// The same for each number of bricks that occurs, in increasing order.
    pub by_bricks: Vec<ByBricks>,
    /// The classes up to rotations and reflections for each number of symmetries that occurs, in
    /// increasing order.
    pub by_symmetry: Vec<BySymmetry>,
}

/// Counts the packings of the question and their classes, whatever its `symmetry` is. Given up as
/// [`packings`] is.
#[must_use]
pub fn packing_tally(question: &AntislideQuestion, limit: u64) -> Option<AntislideTally> {
    let board = brick_board(question);
    let packings = packings(question, &board, limit)?;
    let (of_box, kept) = (board.motions(None), board.motions(prescribed_brick(question, &board)));
    let all = kept.up_to(Symmetry::All).classes(&packings);
    let rotations = kept.up_to(Symmetry::Rotations).classes(&packings);
    let fixing = |class: &Vec<usize>| of_box.up_to(Symmetry::All).fixing(class);
    let [by_number, by_number_all, by_number_turned] = [
        how_often(packings.iter().map(Vec::len)),
        how_often(all.keys().map(Vec::len)),
        how_often(rotations.keys().map(Vec::len)),
    ];
    let count = |number: usize| Count(number.into());
    let row = |(bricks, packings): (&usize, &usize)| ByBricks {
        bricks: *bricks,
        packings: count(*packings),
        classes: Classes {
            all: count(by_number_all[bricks]),
            rotations: count(by_number_turned[bricks]),
        },
        by_symmetry: by_symmetry(all.keys().filter(|class| class.len() == *bricks).map(fixing)),
    };
    Some(AntislideTally {
        packings: count(packings.len()),
        classes: Classes { all: count(all.len()), rotations: count(rotations.len()) },
        by_bricks: by_number.iter().map(row).collect(),
        by_symmetry: by_symmetry(all.keys().map(fixing)),
    })
}
