//! All ways to lay each piece into a box, and the symmetries of a puzzle.
//!
//! # The idea
//! Placements are listed and numbered, so that an arrangement is a set of numbers and a symmetry a
//! permutation of them. A symmetry is a turn or reflection of the grid that maps the box to itself,
//! what must be filled to what must be filled, and all placements of each kind of piece to all
//! placements of some kind with the same bounds. To find out we list the placements and look. Kinds
//! that nothing but their names tells apart keep their order. A box that is one cell thick is a
//! piece of the plane: its symmetries leave the direction across it alone (the first such axis).

use super::room::Room;
use super::turning::{Turn, turned_shapes};
use crate::permutations::Permutations;
use kumiki_model::{PackQuestion, Place, PlacedPiece, Symmetry};
use std::collections::BTreeSet;

/// A kind of piece: its shapes in the corner of the grid, in all ways in which it may be held, and
/// how many there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Each as its sorted cells.
    pub shapes: BTreeSet<Vec<Place>>,
    /// There are at least so many.
    pub least: u32,
    /// There are at most so many, if there is a limit.
    pub most: Option<u32>,
}

/// A box, and all ways to lay a piece of any kind into it, the others aside.
#[derive(Clone, Debug)]
pub struct Board {
    /// The cells that must be filled, sorted.
    pub(super) must: Vec<Place>,
    /// The cells that may be filled, sorted.
    pub(super) may: Vec<Place>,
    pub(super) kinds: Vec<Kind>,
    /// All placements in order. Their positions are their numbers. A number is the higher, the
    /// later the first cell of its placement comes.
    pub placements: Vec<PlacedPiece>,
    /// The box without pieces.
    empty: Room,
}

impl Board {
    /// A box, with cells that must and that may be filled, and kinds of piece.
    #[must_use]
    pub fn new(must: Vec<Place>, may: Vec<Place>, kinds: Vec<Kind>) -> Self {
        let cells: BTreeSet<Place> = must.iter().chain(&may).copied().collect();
        let mut placements = Vec::new();
        for (kind, shape) in
            kinds.iter().enumerate().flat_map(|(at, kind)| kind.shapes.iter().map(move |s| (at, s)))
        {
            // The first cell of the shape has layer 0; its row and column may be beyond the corner.
            for start in &cells {
                let shifted = |part: &Place| {
                    let mut place = [0; 3];
                    for axis in 0..3 {
                        place[axis] = (start[axis] + part[axis]).checked_sub(shape[0][axis])?;
                    }
                    cells.contains(&place).then_some(place)
                };
                let placed = shape.iter().map(shifted).collect::<Option<_>>();
                placements.extend(placed.map(|cells| PlacedPiece { cells, kind }));
            }
        }
        placements.sort_unstable();
        let cells: Vec<Place> = cells.into_iter().collect();
        Self { must, may, kinds, placements, empty: Room::new(&cells) }
    }

    /// The box and the pieces of a puzzle.
    pub fn of(question: &PackQuestion) -> Self {
        let kinds = question.pieces().iter().map(|piece| Kind {
            shapes: turned_shapes(piece),
            least: piece.least,
            most: piece.most,
        });
        Self::new(question.must().to_vec(), question.may().to_vec(), kinds.collect())
    }

    /// All cells, sorted.
    pub(crate) fn cells(&self) -> Vec<Place> {
        let mut cells = [self.must.as_slice(), &self.may].concat();
        cells.sort_unstable();
        cells
    }

    /// The numbers of some placements, in increasing order.
    ///
    /// # Panics
    /// If they are not placements of this board, with their cells in order.
    pub fn numbers(&self, arrangement: &[PlacedPiece]) -> Vec<usize> {
        let number = |placed: &PlacedPiece| self.placements.binary_search(placed);
        let numbers: Result<Vec<usize>, usize> = arrangement.iter().map(number).collect();
        let mut numbers = numbers.expect("pieces of the puzzle that lie in its box");
        numbers.sort_unstable();
        numbers
    }

    /// The placements with these numbers.
    pub fn placed(&self, numbers: &[usize]) -> Vec<PlacedPiece> {
        numbers.iter().map(|number| self.placements[*number].clone()).collect()
    }

    /// The box with these placements in it, which do not overlap.
    pub(crate) fn room(&self, numbers: &[usize]) -> Room {
        self.empty.with(&self.placed(numbers)).expect("placements that do not overlap")
    }

    /// The symmetries of the puzzle. If there is a placement that must be kept, only those that
    /// keep it.
    pub fn motions(&self, kept: Option<usize>) -> Motions {
        let cells = self.cells();
        let at = |axis: usize| cells.iter().map(move |cell| cell[axis]);
        let low = [0, 1, 2].map(|axis| at(axis).min().unwrap_or(0));
        let sides = [0, 1, 2].map(|axis| at(axis).max().unwrap_or(0) + 1 - low[axis]);
        let thin = (0..3).find(|axis| sides[*axis] == 1);
        let in_place: Vec<Footprint> = self.footprints(<[Place]>::to_vec);
        let element = |turn: &Turn| {
            let image = |cells: &[Place]| {
                let cornered = |cell: &Place| [0, 1, 2].map(|axis| cell[axis] - low[axis]);
                let turned = cells.iter().map(|cell| turn.image(cornered(cell), sides));
                let back = turned.map(|cell| [0, 1, 2].map(|axis| cell[axis] + low[axis]));
                let mut image: Vec<Place> = back.collect();
                image.sort_unstable();
                image
            };
            if image(&self.must) != self.must || image(&self.may) != self.may {
                return None;
            }
            let moved = self.footprints(image);
            let on_kind = |kind: usize| {
                let twins = in_place[..kind].iter().filter(|twin| **twin == in_place[kind]).count();
                (0..moved.len()).filter(|other| in_place[*other] == moved[kind]).nth(twins)
            };
            let on_kinds: Vec<usize> = (0..moved.len()).map(on_kind).collect::<Option<_>>()?;
            let number = |placed: &PlacedPiece| {
                let kind = on_kinds[placed.kind];
                self.placements.binary_search(&PlacedPiece { cells: image(&placed.cells), kind })
            };
            self.placements.iter().map(|placed| number(placed).ok()).collect::<Option<Vec<_>>>()
        };
        let mut motions = Motions { elements: Vec::new(), rotation_count: 0 };
        for turn in Turn::all().iter().filter(|turn| thin.is_none_or(|axis| turn.leaves(axis))) {
            let is_kept = |element: &Vec<usize>| kept.is_none_or(|kept| element[kept] == kept);
            if let Some(element) = element(turn).filter(is_kept) {
                motions.elements.push(element);
                motions.rotation_count += usize::from(turn.is_rotation());
            }
        }
        motions
    }

    /// For each kind all its placements, whose cells are moved, and its bounds.
    fn footprints(&self, moved: impl Fn(&[Place]) -> Vec<Place>) -> Vec<Footprint> {
        let bounds = self.kinds.iter().map(|kind| (BTreeSet::new(), kind.least, kind.most));
        let mut footprints: Vec<Footprint> = bounds.collect();
        for placed in &self.placements {
            footprints[placed.kind].0.insert(moved(&placed.cells));
        }
        footprints
    }
}

/// All placements of a kind as sets of cells, and its bounds.
type Footprint = (BTreeSet<Vec<Place>>, u32, Option<u32>);

/// The symmetries of a puzzle: what they do to the numbers of placements.
#[derive(Clone, Debug)]
pub struct Motions {
    /// The identity first, then the other rotations, then the reflections.
    elements: Vec<Vec<usize>>,
    rotation_count: usize,
}

impl Motions {
    /// All of them, the rotations, or the identity alone.
    pub fn up_to(&self, symmetry: Symmetry) -> Permutations<'_> {
        Permutations(match symmetry {
            Symmetry::All => &self.elements,
            Symmetry::Rotations => &self.elements[..self.rotation_count],
            Symmetry::None => &self.elements[..1],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::{Cuboid, Turns};
    use kumiki_oracle::examples::pieces::{arranged, piece, puzzle};
    use kumiki_oracle::naive::piece_arrangements;
    use std::collections::BTreeMap;

    const LEFT: &[&str] = &["XX/X", " X"];
    const RIGHT: &[&str] = &["XX/X", "  /X"];
    const CUBE: &[&str] = &["##/##", "##/##"];

    fn orders(question: &PackQuestion) -> [usize; 3] {
        let motions = Board::of(question).motions(None);
        [Symmetry::All, Symmetry::Rotations, Symmetry::None]
            .map(|symmetry| motions.up_to(symmetry).order())
    }

    #[test]
    fn the_group_depends_on_box_and_pieces() {
        let free = |layers: &[&str]| piece("p", layers, Turns::Rotations);
        assert_eq!(orders(&puzzle(CUBE, vec![free(&["XX"])])), [48, 24, 1]);
        assert_eq!(orders(&puzzle(CUBE, vec![free(LEFT)])), [24, 24, 1]);
        let both = vec![free(LEFT), piece("q", RIGHT, Turns::Rotations)];
        assert_eq!(orders(&puzzle(CUBE, both.clone())), [48, 24, 1]);
        let mut uneven = both;
        uneven[1].most = Some(1);
        assert_eq!(orders(&puzzle(CUBE, uneven)), [24, 24, 1]);
        assert_eq!(orders(&puzzle(&["###/###"], vec![free(&["XX"])])), [4, 2, 1]);
        assert_eq!(
            orders(&puzzle(&["###/###"], vec![piece("p", &["XX"], Turns::Fixed)])),
            [4, 2, 1]
        );
        assert_eq!(
            orders(&puzzle(&["###/###/###"], vec![piece("p", &["XX"], Turns::Fixed)])),
            [4, 2, 1]
        );
        assert_eq!(orders(&puzzle(&["###/###/###"], vec![free(&["XX"])])), [8, 4, 1]);
        assert_eq!(orders(&puzzle(&["###/##+"], vec![free(&["XX"])])), [1, 1, 1]);
        assert_eq!(orders(&puzzle(&["###/##"], vec![free(&["XX"])])), [1, 1, 1]);
        assert_eq!(orders(&puzzle(&["###", "###"], vec![free(&["XX"])])), [4, 2, 1]);
        assert_eq!(orders(&puzzle(&["###"], vec![free(&["XX"])])), [4, 2, 1]);
        // A piece that may not be turned over leaves no reflection.
        assert_eq!(
            orders(&puzzle(&["###/###/###"], vec![piece("L", &["XXX/X"], Turns::InPlane)])),
            [4, 4, 1]
        );
    }

    /// What symmetries do to the cells, one list of images per symmetry, sorted.
    fn on_cells(board: &Board, symmetry: Symmetry) -> Vec<Vec<usize>> {
        let mut all = board.motions(None).up_to(symmetry).0.to_vec();
        all.sort_unstable();
        all
    }

    #[test]
    fn the_judge_and_the_model_know_the_same_symmetries() {
        for size in [
            "1x1x1", "1x1x4", "1x2x3", "1x3x3", "2x2x2", "2x3x4", "3x3x4", "3x4x4", "4x3x4",
            "4x4x4", "4x1x4", "3x2x1",
        ] {
            let container: Cuboid = size.parse().expect("a size");
            let cells: Vec<Place> =
                (0..container.cell_count()).map(|cell| container.place(cell)).collect();
            let unit = Kind { shapes: BTreeSet::from([vec![[0; 3]]]), least: 0, most: None };
            let board = Board::new(Vec::new(), cells, vec![unit]);
            let action = container.symmetries();
            let of_model = |wanted: &dyn Fn(usize) -> bool| {
                let chosen = (0..action.group().order()).filter(|at| wanted(*at));
                let mut all: Vec<Vec<usize>> = chosen
                    .map(|at| {
                        (0..container.cell_count())
                            .map(|cell| action.images()[at].apply(cell))
                            .collect()
                    })
                    .collect();
                all.sort_unstable();
                all
            };
            let all = on_cells(&board, Symmetry::All);
            assert_eq!(all, of_model(&|_| true), "{size}");
            let rotations = on_cells(&board, Symmetry::Rotations);
            assert_eq!(rotations.len() * 2, all.len(), "{size}");
            let turns = of_model(&|at| Cuboid::is_rotation(&action.group().elements()[at]));
            assert_eq!(rotations, turns, "{size}");
        }
    }

    #[test]
    fn a_mirror_image_exchanges_hands() {
        let hands = vec![piece("l", LEFT, Turns::Rotations), piece("r", RIGHT, Turns::Rotations)];
        let mut question = puzzle(CUBE, hands);
        question.leftover = 4;
        let (left, right) = (arranged(&["aa/a.", ".a/.."]), arranged(&["bb/b.", "../b."]));
        let board = Board::of(&question);
        let motions = board.motions(None);
        let are_same = |symmetry| {
            let [left, right] = [&left, &right].map(|arrangement| board.numbers(arrangement));
            motions.up_to(symmetry).class_of(&left) == motions.up_to(symmetry).class_of(&right)
        };
        assert_eq!(
            [Symmetry::All, Symmetry::Rotations, Symmetry::None].map(are_same),
            [true, false, false]
        );
    }

    #[test]
    fn every_arrangement_obeys_the_orbit_stabiliser_theorem() {
        let domino = piece("d", &["XX"], Turns::Rotations);
        let bend = piece("L", &["XX/X"], Turns::Rotations);
        for layers in [&["##/##", "##/##"][..], &["###/###"], &["###/# #/###"]] {
            let mut question = puzzle(layers, vec![domino.clone(), bend.clone()]);
            question.leftover = 4;
            let arrangements = piece_arrangements(&question);
            let board = Board::of(&question);
            let motions = board.motions(None);
            let group = motions.up_to(Symmetry::All);
            let mut classes: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
            for arrangement in &arrangements {
                *classes.entry(group.class_of(&board.numbers(arrangement)).0).or_default() += 1;
            }
            assert!(classes.len() > 1 && classes.len() * 2 < arrangements.len());
            for (least, size) in classes {
                assert_eq!(size * group.fixing(&least), group.order(), "{least:?}");
            }
        }
    }
}
