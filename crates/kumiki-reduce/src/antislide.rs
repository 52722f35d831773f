//! Anti-sliding bricks as an exact-cover problem with requirements.
//!
//! Cells are optional items; every way to lay a brick is an option that covers its cells; every
//! face of a laid brick that does not touch the wall requires one of the cells it touches to be
//! covered. The group is the group of the box, as far as it respects the start.

use kumiki_group::Perm;
use kumiki_id::IdVec;
use kumiki_model::{
    AntislideQuestion, CoverProblem, CoverProblemBuilder, Cuboid, ItemId, ItemKind, ModelError,
    OptionId, Packing, PlacedBrick, PuzzleSize, Start,
};
use std::collections::BTreeSet;

/// The problem, and what its options mean.
#[derive(Clone, Debug)]
pub struct AntislidePuzzle {
    container: Cuboid,
    placements: IdVec<OptionId, PlacedBrick>,
    problem: CoverProblem,
    /// For each element of the problem's group, whether it is a rotation.
    is_rotation: Vec<bool>,
    /// What each symmetry of the box does to the cells.
    of_box: Vec<Perm>,
}

impl AntislidePuzzle {
    /// The exact-cover problem, with all symmetries of the box that respect the start.
    #[must_use]
    pub fn problem(&self) -> &CoverProblem {
        &self.problem
    }

    /// The packing that a solution describes.
    #[must_use]
    pub fn packing(&self, options: &[OptionId]) -> Packing {
        Packing::new(self.container, options.iter().map(|o| self.placements[*o]).collect())
    }

    /// Whether all symmetries of the box respect the start.
    #[must_use]
    pub fn has_all_symmetries(&self) -> bool {
        self.is_rotation.len() == self.of_box.len()
    }

    /// How many symmetries of the box leave a packing unchanged, whether they respect the start or
    /// not.
    #[must_use]
    pub fn symmetries_of(&self, packing: &Packing) -> usize {
        let bricks = packing.bricks();
        let own: BTreeSet<Vec<usize>> =
            bricks.iter().map(|brick| cells_of(self.container, *brick)).collect();
        let is_kept = |symmetry: &&Perm| {
            bricks.iter().all(|brick| own.contains(&image(self.container, symmetry, *brick)))
        };
        self.of_box.iter().filter(is_kept).count()
    }

    /// The rotations among the group's elements, as positions.
    #[must_use]
    pub fn rotations(&self) -> Vec<usize> {
        (0..self.is_rotation.len()).filter(|at| self.is_rotation[*at]).collect()
    }

    /// Whether an element of the group is a rotation.
    #[must_use]
    pub fn is_rotation(&self, element: usize) -> bool {
        self.is_rotation[element]
    }
}

/// States the question as an exact-cover problem.
///
/// Its cap on bricks, its objective and its symmetry are not part of the problem: they say how to
/// search it.
///
/// # Errors
/// Never for a valid question; the error type is the builder's.
pub fn antislide(question: &AntislideQuestion) -> Result<AntislidePuzzle, ModelError> {
    let container = question.container();
    let first_brick = first_brick(question);
    // A first brick that cannot be laid leaves no packing at all: cells to be covered, and nothing
    // to do it with.
    let is_hopeless = question.start == Start::Corner && first_brick.is_none();
    let start = first_brick.map_or(Vec::new(), |brick| cells_of(container, brick));
    let mut builder = CoverProblemBuilder::new();
    let item = |cell| match is_hopeless || start.contains(&cell) {
        true => builder.item(ItemKind::Primary),
        false => builder.item(ItemKind::Optional),
    };
    let cells: Vec<ItemId> = (0..container.cell_count()).map(item).collect();
    let mut placements: IdVec<OptionId, PlacedBrick> = IdVec::new();
    let allowed = |placed: &PlacedBrick| !is_hopeless && is_allowed(question, first_brick, *placed);
    for placed in all_placements(question).filter(allowed) {
        let option =
            builder.option(cells_of(container, placed).into_iter().map(|cell| cells[cell]));
        placements.push(placed);
        for face in touched_cells(container, placed) {
            builder.require(option, face.into_iter().map(|cell| cells[cell]));
        }
    }
    let all = container.symmetries();
    let keeps_start = |element: usize| {
        let is_kept =
            |brick| image(container, &all.images()[element], brick) == cells_of(container, brick);
        first_brick.is_none_or(is_kept)
    };
    let kept: Vec<usize> = (0..all.group().order()).filter(|e| keeps_start(*e)).collect();
    let symmetries = all.restrict(&kept);
    let is_rotation = symmetries.group().elements().iter().map(Cuboid::is_rotation).collect();
    let problem = builder.build(symmetries)?;
    Ok(AntislidePuzzle {
        container,
        placements,
        problem,
        is_rotation,
        of_box: all.images().to_vec(),
    })
}

/// How large the puzzle of a box and its bricks is; the start of the question does not matter.
#[must_use]
pub fn antislide_size(question: &AntislideQuestion) -> PuzzleSize {
    let container = question.container();
    let mut size = PuzzleSize { cells: container.cell_count(), ..PuzzleSize::default() };
    for placed in all_placements(question) {
        let volume: usize = placed.extent.iter().product();
        size.placements += 1;
        size.covered += volume;
        for axis in 0..3 {
            let end = placed.origin[axis] + placed.extent[axis];
            let face_count =
                usize::from(placed.origin[axis] > 0) + usize::from(end < container.sides()[axis]);
            size.requirements += face_count;
            size.required += face_count * (volume / placed.extent[axis]);
        }
    }
    size
}

/// The cells of a brick, in their order.
fn cells_of(container: Cuboid, brick: PlacedBrick) -> Vec<usize> {
    brick.places().map(|place| container.cell(place)).collect()
}

/// The cells that a symmetry of the box takes those of a brick to, in their order.
fn image(container: Cuboid, symmetry: &Perm, brick: PlacedBrick) -> Vec<usize> {
    let cells = cells_of(container, brick).into_iter();
    let mut image: Vec<usize> = cells.map(|cell| symmetry.apply(cell)).collect();
    image.sort_unstable();
    image
}

/// Every way to lay every kind of brick, by kind, then orientation, then place.
fn all_placements(question: &AntislideQuestion) -> impl Iterator<Item = PlacedBrick> {
    let container = question.container();
    let sides = container.sides();
    let extents = question.bricks().iter().flat_map(Cuboid::orientations);
    extents.flat_map(move |extent| {
        let fits = move |origin: &[usize; 3]| {
            (0..3).all(|axis| origin[axis] + extent[axis] <= sides[axis])
        };
        let origins = (0..container.cell_count()).map(move |cell| container.place(cell));
        origins.filter(fits).map(move |origin| PlacedBrick { origin, extent })
    })
}

/// ANTISLIDE's first move, if it is prescribed and fits: the first of all placements of the first
/// kind.
fn first_brick(question: &AntislideQuestion) -> Option<PlacedBrick> {
    let kind = question.bricks().first().filter(|_| question.start == Start::Corner)?;
    let room = question.container().sides();
    let fits = |extent: &[usize; 3]| (0..3).all(|axis| extent[axis] <= room[axis]);
    let extent = kind.orientations().into_iter().find(fits)?;
    Some(PlacedBrick { origin: [0; 3], extent })
}

fn is_allowed(
    question: &AntislideQuestion,
    first_brick: Option<PlacedBrick>,
    placed: PlacedBrick,
) -> bool {
    let sides = question.container().sides();
    let is_corner =
        |place: [usize; 3]| (0..3).all(|axis| place[axis] == 0 || place[axis] + 1 == sides[axis]);
    match (question.start, first_brick) {
        (Start::NoCorner, _) => !placed.places().any(is_corner),
        (_, Some(first)) => {
            placed == first || !placed.places().any(|p| first.places().any(|q| p == q))
        }
        _ => true,
    }
}

/// For each face that does not touch the wall, the cells it touches.
fn touched_cells(container: Cuboid, placed: PlacedBrick) -> Vec<Vec<usize>> {
    let mut faces = Vec::new();
    for axis in 0..3 {
        let before = placed.origin[axis].checked_sub(1);
        let after = Some(placed.origin[axis] + placed.extent[axis])
            .filter(|at| *at < container.sides()[axis]);
        for at in [before, after].into_iter().flatten() {
            let mut slab = placed;
            slab.origin[axis] = at;
            slab.extent[axis] = 1;
            faces.push(cells_of(container, slab));
        }
    }
    faces
}
