//! The packings of a puzzle, by deciding about one cell after the other; its symmetries, by trying
//! all motions.

use super::puzzle::{Hold, Puzzle};
use crate::grid::{
    Cell, Cells, Motion, carried, each_is_held, motions_of_box, moved_to, no_group_moves, sides,
    turned,
};
use std::collections::{BTreeMap, BTreeSet};

/// Beyond so many packings a question is not asked.
const MOST_PACKINGS: usize = 2000;

/// Beyond so many pieces the groups that might move are too many to try.
const MOST_GROUPED: usize = 12;

/// A packing: pieces by kind and cells.
pub(crate) type Packing = BTreeSet<(usize, Cells)>;

/// All packings; nothing if they are too many to know.
pub(crate) fn packings(puzzle: &Puzzle) -> Option<BTreeSet<Packing>> {
    let room = puzzle.room();
    let cells: Vec<Cell> = room.iter().copied().collect();
    let bits = |part: &Cells| -> u64 {
        (0..cells.len()).filter(|at| part.contains(&cells[*at])).fold(0, |bits, at| bits | 1 << at)
    };
    let mut placements = Vec::new();
    for kind in 0..puzzle.kinds.len() {
        let lie = places(puzzle, kind, &room).into_iter();
        placements.extend(lie.map(|cells| Placement { kind, bits: bits(&cells), cells }));
    }
    let must = bits(&puzzle.must);
    let mut search = Search {
        puzzle,
        room: &room,
        must,
        placements,
        found: BTreeSet::new(),
        is_too_much: false,
    };
    search.decide(0, 0, &mut Vec::new());
    (!search.is_too_much).then_some(search.found)
}

/// Where pieces of a kind can lie.
fn places(puzzle: &Puzzle, kind: usize, room: &Cells) -> BTreeSet<Cells> {
    let shapes = puzzle.kinds[kind].shapes();
    let moved = shapes.iter().flat_map(|shape| {
        let box_sides = sides(room);
        let from = crate::grid::corner(room);
        let corners = crate::grid::cuboid(from, box_sides);
        corners.into_iter().map(|to| moved_to(shape, to)).collect::<Vec<_>>()
    });
    moved.filter(|cells| cells.is_subset(room)).collect()
}

/// A way to put a piece: its cells, and the same as bits, one for each cell of the box.
struct Placement {
    kind: usize,
    cells: Cells,
    bits: u64,
}

struct Search<'p> {
    puzzle: &'p Puzzle,
    room: &'p Cells,
    must: u64,
    placements: Vec<Placement>,
    found: BTreeSet<Packing>,
    is_too_much: bool,
}

impl Search<'_> {
    /// Puts a piece with its first cell at cell `at`, or none, and goes on with the next cell.
    fn decide(&mut self, at: usize, filled: u64, placed: &mut Vec<usize>) {
        let decided = (1 << at) - 1;
        let empty =
            usize::try_from((self.must & decided & !filled).count_ones()).unwrap_or(usize::MAX);
        if self.is_too_much || empty > self.puzzle.leftover {
            return;
        }
        if at == self.room.len() {
            let pieces: Vec<(usize, Cells)> = placed
                .iter()
                .map(|one| (self.placements[*one].kind, self.placements[*one].cells.clone()))
                .collect();
            self.judge(&pieces);
            return;
        }
        self.decide(at + 1, filled, placed);
        for one in 0..self.placements.len() {
            let Placement { kind, bits, .. } = self.placements[one];
            let uses = placed.iter().filter(|other| self.placements[**other].kind == kind).count();
            let is_left = self.puzzle.kinds[kind].most.is_none_or(|most| uses < most);
            if is_left && bits.trailing_zeros() as usize == at && bits & filled == 0 {
                placed.push(one);
                self.decide(at + 1, filled | bits, placed);
                placed.pop();
            }
        }
    }

    fn judge(&mut self, placed: &[(usize, Cells)]) {
        let uses = |kind: usize| placed.iter().filter(|one| one.0 == kind).count();
        let pieces: Vec<Cells> = placed.iter().map(|one| one.1.clone()).collect();
        if pieces.len() > MOST_GROUPED && self.puzzle.hold == Hold::Group {
            self.is_too_much = true;
            return;
        }
        let is_held = match self.puzzle.hold {
            Hold::Free => true,
            Hold::Piece => each_is_held(&pieces, self.room),
            Hold::Group => no_group_moves(&pieces, self.room),
        };
        if is_held && self.puzzle.kinds.iter().enumerate().all(|(at, kind)| uses(at) >= kind.least)
        {
            self.found.insert(placed.iter().cloned().collect());
            self.is_too_much |= self.found.len() >= MOST_PACKINGS;
        }
    }
}

/// A symmetry: a motion, and the kind that each kind becomes.
pub(crate) type Symmetry = (Motion, Vec<usize>);

/// The motions that take the box to itself and each kind of piece to a kind with the same numbers.
/// A kind is what it can be in this box: the shapes it can take that fit.
pub(crate) fn symmetries(puzzle: &Puzzle) -> Vec<Symmetry> {
    let room = puzzle.room();
    let keeps_box = |motion: &Motion| {
        carried(&puzzle.must, motion, &room) == puzzle.must
            && carried(&puzzle.may, motion, &room) == puzzle.may
    };
    let looks: Vec<Look> = (0..puzzle.kinds.len()).map(|kind| look(puzzle, kind, &room)).collect();
    let motions = motions_of_box(sides(&room)).into_iter().filter(keeps_box);
    motions.filter_map(|motion| Some((motion, kinds_follow(&looks, &motion)?))).collect()
}

/// The shapes of a kind that fit, and its numbers.
type Look = (BTreeSet<Cells>, usize, Option<usize>);

fn look(puzzle: &Puzzle, kind: usize, room: &Cells) -> Look {
    let fitting = places(puzzle, kind, room).iter().map(crate::grid::shape).collect();
    (fitting, puzzle.kinds[kind].least, puzzle.kinds[kind].most)
}

/// The kind that each kind becomes; of several that are alike, the first becomes the first.
fn kinds_follow(looks: &[Look], motion: &Motion) -> Option<Vec<usize>> {
    let mut images: Vec<usize> = Vec::new();
    for (shapes, least, most) in looks {
        let image: Look =
            (shapes.iter().map(|shape| turned(shape, motion)).collect(), *least, *most);
        images.push((0..looks.len()).find(|at| looks[*at] == image && !images.contains(at))?);
    }
    Some(images)
}

/// What a symmetry makes of a packing.
pub(crate) fn image(packing: &Packing, (motion, kinds): &Symmetry, room: &Cells) -> Packing {
    packing.iter().map(|(kind, cells)| (kinds[*kind], carried(cells, motion, room))).collect()
}

/// For each packing the number of its class.
pub(crate) fn classes(
    packings: &BTreeSet<Packing>,
    group: &[&Symmetry],
    room: &Cells,
) -> BTreeMap<Packing, usize> {
    let mut class_of: BTreeMap<Packing, usize> = BTreeMap::new();
    let mut count = 0;
    for packing in packings {
        if !class_of.contains_key(packing) {
            for symmetry in group {
                class_of.insert(image(packing, symmetry, room), count);
            }
            count += 1;
        }
    }
    class_of
}

#[cfg(test)]
mod tests {
    use super::super::puzzle::{Kind, Turns};
    use super::*;
    use crate::grid::cuboid;

    fn puzzle(size: [i32; 3], kinds: &[(&[Cell], usize)]) -> Puzzle {
        let kinds = kinds.iter().map(|(cells, count)| Kind {
            cells: cells.iter().copied().collect(),
            least: *count,
            most: Some(*count),
            turns: Turns::Rotations,
        });
        let (must, may, kinds) = (cuboid([0; 3], size), Cells::new(), kinds.collect());
        Puzzle { must, may, leftover: 0, hold: Hold::Free, kinds }
    }

    fn classes_of(puzzle: &Puzzle) -> (usize, usize, usize, usize) {
        let group = symmetries(puzzle);
        let found = packings(puzzle).expect("few");
        let room = puzzle.room();
        let all: Vec<&Symmetry> = group.iter().collect();
        let rotations: Vec<&Symmetry> = group.iter().filter(|one| one.0.is_rotation()).collect();
        let count = |group: &[&Symmetry]| {
            classes(&found, group, &room).values().max().map_or(0, |last| last + 1)
        };
        (group.len(), found.len(), count(&all), count(&rotations))
    }

    #[test]
    fn dominoes_fill_a_board_as_often_as_they_should() {
        let domino: &[Cell] = &[[0, 0, 0], [0, 0, 1]];
        assert_eq!(classes_of(&puzzle([1, 2, 3], &[(domino, 3)])), (4, 3, 2, 2));
        assert_eq!(classes_of(&puzzle([1, 4, 4], &[(domino, 8)])).1, 36);
        // A cube of two by two by two: nine ways, two up to turning.
        assert_eq!(classes_of(&puzzle([2, 2, 2], &[(domino, 4)])), (48, 9, 2, 2));
    }

    #[test]
    fn two_l_tetrominoes_make_a_rectangle() {
        let tetromino: &[Cell] = &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0]];
        assert_eq!(classes_of(&puzzle([1, 2, 4], &[(tetromino, 2)])), (4, 2, 1, 2));
    }
}
