//! When two arrangements are the same: the judge's own symmetries of a puzzle.
//!
//! # The idea
//! A symmetry is a turn or reflection of the grid that maps the box to itself, what must be filled
//! to what must be filled, and all placements of each kind of piece to all placements of some kind
//! with the same bounds. To find out we list the placements and look. Kinds that nothing but their
//! names tells apart keep their order. A box that is one cell thick is a piece of the plane: its
//! symmetries leave the direction across it alone.

use super::recount::placements;
use super::turning::Turn;
use kumiki_model::{PackQuestion, Place, PlacedPiece, Symmetry};
use std::collections::{BTreeMap, BTreeSet};

/// What a symmetry does to cells and kinds.
#[derive(Clone, Debug)]
struct Element {
    on_cells: BTreeMap<Place, Place>,
    on_kinds: Vec<usize>,
}

impl Element {
    /// The image of an arrangement, sorted.
    fn image(&self, arrangement: &[PlacedPiece]) -> Vec<PlacedPiece> {
        let of_piece = |placed: &PlacedPiece| PlacedPiece {
            cells: image_of(&placed.cells, &self.on_cells),
            kind: self.on_kinds[placed.kind],
        };
        let mut image: Vec<PlacedPiece> = arrangement.iter().map(of_piece).collect();
        image.sort_unstable();
        image
    }
}

fn image_of(cells: &[Place], on_cells: &BTreeMap<Place, Place>) -> Vec<Place> {
    let mut image: Vec<Place> = cells.iter().map(|cell| on_cells[cell]).collect();
    image.sort_unstable();
    image
}

/// The symmetries of a puzzle, which say when two arrangements are the same.
///
/// The functions that take an arrangement panic if a piece covers a cell outside the box or is of
/// no known kind.
#[derive(Clone, Debug)]
pub struct ArrangementSymmetries {
    /// The identity is the first.
    elements: Vec<Element>,
}

/// All placements of a kind as sets of cells, and its bounds.
type Footprint = (BTreeSet<Vec<Place>>, u32, Option<u32>);

impl ArrangementSymmetries {
    /// The symmetries of a puzzle: all of them, its rotations, or the identity alone.
    #[must_use]
    pub fn of_question(question: &PackQuestion, symmetry: Symmetry) -> Self {
        let footprint = |kind: usize| {
            let piece = &question.pieces()[kind];
            let cells = placements(question, kind).into_iter().map(|placed| placed.cells);
            (cells.collect(), piece.least, piece.most)
        };
        let footprints: Vec<Footprint> = (0..question.pieces().len()).map(footprint).collect();
        let across = thin_axis(question);
        let of_box =
            Turn::all().into_iter().filter(|turn| across.is_none_or(|axis| turn.leaves(axis)));
        let turns = of_box.filter(|turn| match symmetry {
            Symmetry::All => true,
            Symmetry::Rotations => turn.is_rotation(),
            Symmetry::None => *turn == Turn::all()[0],
        });
        let element = |turn: Turn| {
            let on_cells = on_cells(question, &turn)?;
            let on_kinds = on_kinds(&footprints, &on_cells)?;
            Some(Element { on_cells, on_kinds })
        };
        Self { elements: turns.filter_map(element).collect() }
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// How many of the symmetries map the arrangement to itself.
    #[must_use]
    pub fn fixing(&self, arrangement: &[PlacedPiece]) -> usize {
        let mut sorted = arrangement.to_vec();
        sorted.sort_unstable();
        self.elements.iter().filter(|element| element.image(arrangement) == sorted).count()
    }

    /// The least of the arrangement's images: the same for two arrangements if and only if they are
    /// in the same class.
    #[must_use]
    pub fn canonical(&self, arrangement: &[PlacedPiece]) -> Vec<PlacedPiece> {
        let images = self.elements.iter().map(|element| element.image(arrangement));
        images.min().expect("the identity is in every group")
    }
}

/// The first axis along which all cells of the box lie side by side.
fn thin_axis(question: &PackQuestion) -> Option<usize> {
    let is_thin = |axis: &usize| {
        let mut cells = question.must().iter().chain(question.may()).map(|cell| cell[*axis]);
        let first = cells.next();
        cells.all(|at| Some(at) == first)
    };
    (0..3).find(is_thin)
}

/// Where a turn takes the cells, if it maps the box to itself.
fn on_cells(question: &PackQuestion, turn: &Turn) -> Option<BTreeMap<Place, Place>> {
    let all: Vec<Place> = question.must().iter().chain(question.may()).copied().collect();
    let low = [0, 1, 2].map(|axis| all.iter().map(|cell| cell[axis]).min().unwrap_or(0));
    let shifted =
        turn.carried(&all).into_iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] + low[axis]));
    let on_cells: BTreeMap<Place, Place> = all.iter().copied().zip(shifted).collect();
    let is_kept = |cells: &[Place]| image_of(cells, &on_cells) == cells;
    (is_kept(question.must()) && is_kept(question.may())).then_some(on_cells)
}

/// Which kind becomes which, if placements are mapped to placements.
fn on_kinds(footprints: &[Footprint], on_cells: &BTreeMap<Place, Place>) -> Option<Vec<usize>> {
    let like = |wanted: &Footprint| -> Vec<usize> {
        (0..footprints.len()).filter(|kind| footprints[*kind] == *wanted).collect()
    };
    let image = |(kind, footprint): (usize, &Footprint)| {
        let (cells, least, most) = footprint;
        let moved = cells.iter().map(|cells| image_of(cells, on_cells)).collect();
        let rank =
            like(footprint).iter().position(|twin| *twin == kind).expect("a kind is like itself");
        like(&(moved, *least, *most)).get(rank).copied()
    };
    footprints.iter().enumerate().map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Turns;
    use kumiki_oracle::examples::pieces::{arranged, piece, puzzle};
    use kumiki_oracle::naive::piece_arrangements;

    const LEFT: &[&str] = &["XX/X", " X"];
    const RIGHT: &[&str] = &["XX/X", "  /X"];
    const CUBE: &[&str] = &["##/##", "##/##"];

    fn orders(question: &PackQuestion) -> [usize; 3] {
        [Symmetry::All, Symmetry::Rotations, Symmetry::None]
            .map(|symmetry| ArrangementSymmetries::of_question(question, symmetry).order())
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

    #[test]
    fn a_mirror_image_exchanges_hands() {
        let hands = vec![piece("l", LEFT, Turns::Rotations), piece("r", RIGHT, Turns::Rotations)];
        let mut question = puzzle(CUBE, hands);
        question.leftover = 4;
        let (left, right) = (arranged(&["aa/a.", ".a/.."]), arranged(&["bb/b.", "../b."]));
        let are_same = |symmetry| {
            let group = ArrangementSymmetries::of_question(&question, symmetry);
            group.canonical(&left) == group.canonical(&right)
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
            let group = ArrangementSymmetries::of_question(&question, Symmetry::All);
            let mut classes: BTreeMap<Vec<PlacedPiece>, usize> = BTreeMap::new();
            for arrangement in &arrangements {
                *classes.entry(group.canonical(arrangement)).or_default() += 1;
            }
            assert!(classes.len() > 1 && classes.len() * 2 < arrangements.len());
            for (least, size) in classes {
                assert_eq!(size * group.fixing(&least), group.order(), "{least:?}");
            }
        }
    }
}
