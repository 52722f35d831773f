//! One layer of the box: its cells, the bricks that can show up in it, and the sets of cells that
//! matter.
//!
//! # The idea
//! If no brick reaches over more than two layers, then in one layer a brick is seen as its
//! *footprint*, a rectangle of cells: *flat* if the brick lies in this layer alone, *rising* if it
//! goes on in the layer above, *hanging* if it comes from the layer below. A brick's top and bottom
//! faces touch its own footprint in the next layer; its side faces touch *strips*, the rows of
//! cells along the four sides of the footprint.
//!
//! So every demand "one of these cells is occupied" is about a footprint or a strip. There are few
//! of them (49 in a 4x4 layer for the 2x2x1 brick, 81 in 5x5, 121 in 6x6), and we give each a
//! number. Then "the sets that a layer occupies a cell of" is a bit set over this *family*, and
//! whether all demands of a layer are met by its neighbour is one AND-NOT.
//!
//! # Folding
//! To count only the packings that some turns of the layer leave unchanged, we lay every brick
//! together with all its images under these turns, the *fold*. Nothing else changes.
//!
//! # Invariants
//! * **N1** Family members are distinct nonempty sets of cells.
//! * **N2** [`Section::hits`] of some cells contains exactly the members that contain one of them.
//! * **N3** The symmetries of the layer permute cells and members alike; the identity is the first.

use kumiki_group::Perm;
use kumiki_id::Bits;
use kumiki_model::{AntislideQuestion, Cuboid};
use rustc_hash::FxHashMap;

/// A brick as one layer sees it, together with its images under the fold.
#[derive(Clone, Debug)]
pub(crate) struct Footprint<const P: usize> {
    /// The rectangles as members of the family: one, or as many as the fold makes of it.
    pub(crate) members: Bits<P>,
    /// How many bricks these are.
    pub(crate) bricks: usize,
    /// Their cells.
    pub(crate) cells: u64,
    /// The members that the cells hit.
    pub(crate) hits: Bits<P>,
    /// The strips along the sides, as members.
    pub(crate) strips: Bits<P>,
    /// Whether the bricks reach into the layer above; otherwise they are flat.
    pub(crate) rises: bool,
}

/// A shape of footprint in all places at once, each place given by its first cell.
///
/// What holds for all or some cells of a rectangle is found by shifting along the rows, then across
/// them.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The first cells of all places in which it lies inside the layer.
    places: u64,
    /// Rows of the footprint.
    height: usize,
    /// Columns of the footprint.
    width: usize,
    /// Columns of the layer.
    columns: usize,
}

impl Shape {
    /// The places all of whose cells are in the set.
    #[inline(always)]
    fn within(self, cells: u64) -> u64 {
        let mut row = cells;
        for step in 1..self.width {
            row &= cells >> step;
        }
        let mut all = row;
        for step in 1..self.height {
            all &= row >> (step * self.columns);
        }
        all & self.places
    }

    /// The places some of whose cells are in the set.
    #[inline(always)]
    fn touching(self, cells: u64) -> u64 {
        let mut row = cells;
        for step in 1..self.width {
            row |= cells >> step;
        }
        let mut any = row;
        for step in 1..self.height {
            any |= row >> (step * self.columns);
        }
        any & self.places
    }

    /// All cells of some places.
    #[inline(always)]
    fn cells_of(self, places: u64) -> u64 {
        let mut row = places;
        for step in 1..self.width {
            row |= places << step;
        }
        let mut all = row;
        for step in 1..self.height {
            all |= row << (step * self.columns);
        }
        all
    }
}

/// A symmetry of the layer.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// Where each cell goes.
    pub(crate) cell: Vec<usize>,
    /// Where each member of the family goes.
    pub(crate) member: Vec<usize>,
}

/// The geometry of a layer.
#[derive(Clone, Debug)]
pub(crate) struct Section<const P: usize> {
    /// Cells of a layer, numbered row by row; at most 64.
    pub(crate) cell_count: usize,
    /// All of them as a set.
    pub(crate) all_cells: u64,
    /// For each cell the footprints whose first cell it is; with a fold, the first of all images.
    pub(crate) starting_at: Vec<Vec<Footprint<P>>>,
    /// The cells of each member of the family.
    pub(crate) member_cells: Vec<u64>,
    /// All shapes of footprints, each once.
    shapes: Vec<Shape>,
    /// The members hit by each set of eight neighbouring cells: `hit_by_byte[b][v]` for the byte
    /// `v` at place `b` (N2).
    hit_by_byte: Vec<Vec<Bits<P>>>,
    /// All turns of the layer, the identity first (N3).
    pub(crate) turns: Vec<Turn>,
    /// The turns that may be used to merge halves, as positions in `turns`: all of them, or with a
    /// fold only the identity.
    pub(crate) merging: Vec<usize>,
}

/// Rows and columns of a layer, how many layers there are, and the footprints that bricks can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slicing {
    /// Rows of a layer.
    pub(crate) rows: usize,
    /// Columns of a layer.
    pub(crate) columns: usize,
    /// How many layers the box has.
    pub(crate) layers: usize,
    /// The axis of the box across the layers, that along which the numbers of rows grow, and that
    /// of columns: 0, 1 and 2 in some order.
    pub(crate) axes: [usize; 3],
    /// Rows, columns and thickness (1 or 2) of every way to hold a brick that fits.
    pub(crate) footprints: Vec<(usize, usize, usize)>,
}

impl Slicing {
    /// The way to slice the box that makes the smallest layers, among those in which no brick
    /// reaches over more than two layers and a layer fits in a machine word.
    pub(crate) fn best(question: &AntislideQuestion) -> Option<Self> {
        let sides = question.container().sides();
        // The sides are sorted, so slicing across the last one makes the smallest layers.
        [2, 1, 0].into_iter().find_map(|axis| {
            let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
            let held = question.bricks().iter().flat_map(Cuboid::orientations);
            let fitting = held.filter(|e| (0..3).all(|i| e[i] <= sides[i]));
            let footprints: Vec<_> = fitting.map(|e| (e[a], e[b], e[axis])).collect();
            let is_thin = footprints.iter().all(|(_, _, thickness)| *thickness <= 2);
            let slicing = Self {
                rows: sides[a],
                columns: sides[b],
                layers: sides[axis],
                axes: [axis, a, b],
                footprints,
            };
            (is_thin && slicing.rows * slicing.columns <= 64).then_some(slicing)
        })
    }

    /// Where each turn of the layer takes each cell; the identity is the first turn.
    pub(crate) fn turns(&self) -> Vec<Vec<usize>> {
        let (rows, columns) = (self.rows, self.columns);
        let mut turns = Vec::new();
        for swap in [false, true] {
            if swap && rows != columns {
                continue;
            }
            for (flip_rows, flip_columns) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let image = |cell: usize| {
                    let (mut r, mut c) = (cell / columns, cell % columns);
                    if swap {
                        (r, c) = (c, r);
                    }
                    r = if flip_rows { rows - 1 - r } else { r };
                    c = if flip_columns { columns - 1 - c } else { c };
                    r * columns + c
                };
                turns.push((0..rows * columns).map(image).collect());
            }
        }
        turns
    }

    /// What a symmetry of the box, given by what it does to the six directions, does to the layers:
    /// which turn it is within them, and whether it exchanges bottom and top. `None` if it does not
    /// keep the layers together.
    pub(crate) fn turn_of(&self, symmetry: &Perm) -> Option<(usize, bool)> {
        let [across, down, right] = self.axes;
        let goes_to = |axis: usize| (symmetry.apply(axis) % 3, symmetry.apply(axis) >= 3);
        let (axis, is_upside_down) = goes_to(across);
        if axis != across {
            return None;
        }
        let image = |cell: usize| {
            let mut to = [0; 2];
            for (from_axis, at) in [(down, cell / self.columns), (right, cell % self.columns)] {
                let (axis, is_reversed) = goes_to(from_axis);
                let (slot, length) = if axis == down { (0, self.rows) } else { (1, self.columns) };
                to[slot] = if is_reversed { length - 1 - at } else { at };
            }
            to[0] * self.columns + to[1]
        };
        let cells: Vec<usize> = (0..self.rows * self.columns).map(image).collect();
        let turn = self
            .turns()
            .iter()
            .position(|turn| *turn == cells)
            .expect("N3: symmetries of the box are turns");
        Some((turn, is_upside_down))
    }

    /// How many members the family of its layers has.
    pub(crate) fn family_len(&self) -> usize {
        self.family().len()
    }

    /// The shapes of footprints, each once whatever its thickness.
    fn shapes(&self) -> Vec<Shape> {
        let mut sizes: Vec<(usize, usize)> =
            self.footprints.iter().map(|(h, w, _)| (*h, *w)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let shape = |(height, width): (usize, usize)| {
            let places = self
                .rectangles()
                .into_iter()
                .filter(|(r, _)| (r.height, r.width) == (height, width));
            let places = places.fold(0, |all, (r, _)| all | 1 << (r.top * self.columns + r.left));
            Shape { places, height, width, columns: self.columns }
        };
        sizes.into_iter().map(shape).collect()
    }

    fn family(&self) -> Vec<u64> {
        let mut known: FxHashMap<u64, usize> = FxHashMap::default();
        let mut family = Vec::new();
        for (rectangle, _) in self.rectangles() {
            for cells in std::iter::once(rectangle.cells(self)).chain(rectangle.strips(self)) {
                known.entry(cells).or_insert_with(|| {
                    family.push(cells);
                    family.len() - 1
                });
            }
        }
        family
    }

    /// All footprints in all places, with their thickness, ordered by first cell.
    fn rectangles(&self) -> Vec<(Rectangle, usize)> {
        let mut all = Vec::new();
        for top in 0..self.rows {
            for left in 0..self.columns {
                for (height, width, thickness) in &self.footprints {
                    if top + height <= self.rows && left + width <= self.columns {
                        all.push((
                            Rectangle { top, left, height: *height, width: *width },
                            *thickness,
                        ));
                    }
                }
            }
        }
        all
    }
}

#[derive(Clone, Copy, Debug)]
struct Rectangle {
    /// Its first row.
    top: usize,
    /// Its first column.
    left: usize,
    /// How many rows it has.
    height: usize,
    /// How many columns it has.
    width: usize,
}

impl Rectangle {
    fn cells(self, slicing: &Slicing) -> u64 {
        let row = |r: usize| ((1 << self.width) - 1) << (r * slicing.columns + self.left);
        (self.top..self.top + self.height).map(row).fold(0_u64, |all, row| all | row)
    }

    /// The strips along the sides that do not touch the wall.
    fn strips(self, slicing: &Slicing) -> Vec<u64> {
        let Self { top, left, height, width } = self;
        let mut strips = Vec::new();
        if top > 0 {
            strips.push(Self { top: top - 1, height: 1, ..self });
        }
        if top + height < slicing.rows {
            strips.push(Self { top: top + height, height: 1, ..self });
        }
        if left > 0 {
            strips.push(Self { left: left - 1, width: 1, ..self });
        }
        if left + width < slicing.columns {
            strips.push(Self { left: left + width, width: 1, ..self });
        }
        strips.into_iter().map(|strip| strip.cells(slicing)).collect()
    }
}

impl<const P: usize> Section<P> {
    /// The geometry of a layer whose family fits in `64 * P` bits, folded by some turns that form a
    /// group.
    pub(crate) fn new(slicing: &Slicing, fold: &[usize]) -> Self {
        let cell_count = slicing.rows * slicing.columns;
        let member_cells = slicing.family();
        let member: FxHashMap<u64, usize> =
            member_cells.iter().enumerate().map(|(at, c)| (*c, at)).collect();
        let hit_by = |cells: u64| {
            (0..member_cells.len()).filter(|m| member_cells[*m] & cells != 0).collect()
        };
        let hit_by_byte: Vec<Vec<Bits<P>>> = (0..cell_count.div_ceil(8))
            .map(|byte| (0..256_u64).map(|value| hit_by(value << (8 * byte))).collect())
            .collect();
        let mut section = Self {
            cell_count,
            all_cells: u64::MAX >> (64 - cell_count),
            starting_at: vec![Vec::new(); cell_count],
            member_cells,
            shapes: slicing.shapes(),
            hit_by_byte,
            turns: Vec::new(),
            merging: Vec::new(),
        };
        section.turns = section.all_turns(slicing, &member);
        section.merging = if fold == [0] { (0..section.turns.len()).collect() } else { vec![0] };
        let strips_of: FxHashMap<u64, Bits<P>> = slicing
            .rectangles()
            .into_iter()
            .map(|(r, _)| {
                (r.cells(slicing), r.strips(slicing).iter().map(|strip| member[strip]).collect())
            })
            .collect();
        for (rectangle, thickness) in slicing.rectangles() {
            let first = rectangle.cells(slicing);
            let mut images: Vec<u64> =
                fold.iter().map(|turn| section.turn_cells(*turn, first)).collect();
            images.sort_unstable_by_key(|cells| (cells.trailing_zeros(), *cells));
            images.dedup();
            let cells = images.iter().fold(0, |all, image| all | image);
            let overlaps =
                cells.count_ones() != images.iter().map(|image| image.count_ones()).sum::<u32>();
            if images[0] != first || overlaps {
                continue; // it comes with another image first, or does not fit with itself
            }
            let footprint = Footprint {
                members: images.iter().map(|image| member[image]).collect(),
                bricks: images.len(),
                cells,
                hits: section.hits(cells),
                strips: images.iter().fold(Bits::EMPTY, |all, image| all.or(strips_of[image])),
                rises: thickness == 2,
            };
            section.starting_at[cells.trailing_zeros() as usize].push(footprint);
        }
        section
    }

    /// The cells from a given one on.
    #[inline]
    pub(crate) fn cells_from(&self, cell: usize) -> u64 {
        if cell == self.cell_count { 0 } else { self.all_cells >> cell << cell }
    }

    /// The members that a set of cells hits.
    #[inline]
    pub(crate) fn hits(&self, cells: u64) -> Bits<P> {
        let mut hits = Bits::EMPTY;
        for (by_value, value) in self.hit_by_byte.iter().zip(cells.to_le_bytes()) {
            hits = hits.or(by_value[usize::from(value)]);
        }
        hits
    }

    /// Whether some footprint with this first cell keeps clear of the occupied cells.
    #[inline]
    pub(crate) fn can_start(&self, cell: usize, occupied: u64) -> bool {
        self.starting_at[cell].iter().any(|footprint| footprint.cells & occupied == 0)
    }

    /// The cells that a footprint could cover which lies within `free` and has a cell in common
    /// with `rest`.
    #[inline]
    pub(crate) fn coverable(&self, free: u64, rest: u64) -> u64 {
        let mut cells = 0;
        for shape in &self.shapes {
            cells |= shape.cells_of(shape.within(free) & shape.touching(rest));
        }
        cells
    }

    /// The cells of the members of a set together.
    pub(crate) fn cells_of(&self, members: Bits<P>) -> u64 {
        members.iter().fold(0, |cells, member| cells | self.member_cells[member])
    }

    /// The turn that undoes another one.
    pub(crate) fn turn_back(&self, turn: usize) -> usize {
        let undoes = |back: &usize| {
            (0..self.cell_count)
                .all(|cell| self.turns[*back].cell[self.turns[turn].cell[cell]] == cell)
        };
        (0..self.turns.len()).find(undoes).expect("N3: the turns are a group")
    }

    /// First `by`, then `turn`, then back.
    pub(crate) fn conjugate(&self, turn: usize, by: usize) -> usize {
        let back = &self.turns[self.turn_back(by)].cell;
        let image: Vec<usize> =
            self.turns[by].cell.iter().map(|cell| back[self.turns[turn].cell[*cell]]).collect();
        self.turns.iter().position(|t| t.cell == image).expect("N3: the turns are a group")
    }

    /// The image of a set of members.
    pub(crate) fn turn_members(&self, turn: usize, members: Bits<P>) -> Bits<P> {
        members.iter().map(|m| self.turns[turn].member[m]).collect()
    }

    /// The image of a set of cells.
    pub(crate) fn turn_cells(&self, turn: usize, cells: u64) -> u64 {
        Bits([cells]).iter().fold(0, |image, cell| image | 1 << self.turns[turn].cell[cell])
    }

    /// The symmetries of the layer. Bricks may be held in every way that fits, so they permute the
    /// footprints too.
    fn all_turns(&self, slicing: &Slicing, member: &FxHashMap<u64, usize>) -> Vec<Turn> {
        let turn = |cell: Vec<usize>| {
            let turned =
                |cells: u64| Bits([cells]).iter().fold(0_u64, |to, from| to | 1 << cell[from]);
            Turn {
                member: self.member_cells.iter().map(|cells| member[&turned(*cells)]).collect(),
                cell,
            }
        };
        slicing.turns().into_iter().map(turn).collect()
    }
}
