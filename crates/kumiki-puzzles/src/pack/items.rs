//! What the items of the problem stand for, and what the symmetries of the puzzle do to them.

use super::cells::Cells;
use super::kinds::{self, Kind};
use kumiki_group::{Action, Group, Perm};
use kumiki_id::{Id, IdVec};
use kumiki_model::ItemId;
use std::collections::BTreeMap;

/// What an item of the problem stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Meaning {
    /// A cell of the box, by its number.
    Cell(usize),
    /// That a piece fills a cell.
    Filled(usize),
    /// A kind of piece, by its position in the question.
    Kind(usize),
    /// The cells that stay empty.
    Empty,
}

/// The symmetries of the grid that map the box to itself and pieces to pieces, acting on the items.
pub(super) fn symmetries(
    grid: &Group,
    cells: &Cells,
    kinds: &[Kind],
    meaning: &IdVec<ItemId, Meaning>,
) -> Action {
    let images = |symmetry: &Perm| Some((cells.images(symmetry)?, kinds::images(kinds, symmetry)?));
    let item_of: BTreeMap<Meaning, ItemId> =
        meaning.enumerate().map(|(item, what)| (*what, item)).collect();
    let kept = grid.subgroup_where(|symmetry| images(symmetry).is_some());
    Action::new(grid.restrict(&kept), |symmetry| {
        let (on_cells, on_kinds) = images(symmetry).expect("only such symmetries are kept");
        let image = |what: &Meaning| match *what {
            Meaning::Cell(cell) => Meaning::Cell(on_cells[cell]),
            Meaning::Filled(cell) => Meaning::Filled(on_cells[cell]),
            Meaning::Kind(kind) => Meaning::Kind(on_kinds[kind]),
            Meaning::Empty => Meaning::Empty,
        };
        let on_items = meaning.iter().map(|what| kumiki_id::narrow(item_of[&image(what)].index()));
        Perm::new(on_items.collect())
            .expect("cells and kinds are permuted, and like ones have like items")
    })
}
