//! The problem in the making: items, then placements, then what they require.

use super::cells::{Cells, DIRECTIONS};
use super::kinds::{self, Kind};
use super::volume::Volume;
use kumiki_group::{Action, Group, Perm};
use kumiki_id::{Id, IdVec, narrow};
use kumiki_model::{
    CoverProblemBuilder, Hold, ItemId, ItemKind, ModelError, OptionId, PackQuestion, Piece,
};
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

/// The most ways to place a piece that are listed.
const MAX_PLACEMENTS: usize = 1 << 20;

/// Whether cells that must be filled may stay empty.
///
/// If the pieces that are used in any case leave no more cells empty than allowed, these need not
/// be counted. It is done all the same if they are few, one in eight at most: then every cell is an
/// item with few options, and the search notices early where nothing fits any more. The first 2000
/// ways to place the twelve pentominoes on 3x22 take 70 times fewer nodes like that; with one empty
/// cell in six, it is about even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Emptiness {
    /// None may.
    Forbidden,
    /// Any may, or the numbers of pieces see to it that no more do than may.
    Unlimited,
    /// At least and at most so many do.
    Counted(u32, u32),
}

impl Emptiness {
    fn of(question: &PackQuestion, volume: Volume) -> Self {
        let (least, most) = volume.empty_cells(question);
        let must_count = u64::try_from(question.must().len()).unwrap_or(u64::MAX);
        let allowed = u64::from(question.leftover);
        let bound = allowed.min(most);
        let is_implied = most <= allowed;
        // What must be held asks which cells are filled, and that would take another item for each.
        let is_worth_counting =
            question.hold == Hold::Free && bound.saturating_mul(8) <= must_count;
        if bound == 0 {
            Self::Forbidden
        } else if allowed >= must_count || (is_implied && !is_worth_counting) {
            Self::Unlimited
        } else {
            let [least, bound] =
                [least, bound].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            // If counting says that more stay empty than may, there is no solution, and none must
            // appear.
            Self::Counted(if least <= bound { least } else { 0 }, bound)
        }
    }
}

/// A problem in the making.
///
/// * **P1** `meaning` goes with the builder's items, `kind_of` with its options as far as they
///   place pieces. Cells come first among the items, in their order.
/// * **P2** `filling[c]` is the item that is covered if and only if a piece fills cell `c`.
/// * **P3** `is_reached` says of each cell whether some placement covers it.
pub(super) struct Statement<'q> {
    question: &'q PackQuestion,
    cells: &'q Cells,
    kinds: &'q [Kind],
    emptiness: Emptiness,
    pub(super) builder: CoverProblemBuilder,
    pub(super) meaning: IdVec<ItemId, Meaning>,
    pub(super) kind_of: IdVec<OptionId, usize>,
    filling: Vec<ItemId>,
    is_reached: Vec<bool>,
}

impl<'q> Statement<'q> {
    /// The problem without its symmetries.
    ///
    /// # Errors
    /// If there are too many placements.
    pub(super) fn of(
        question: &'q PackQuestion,
        cells: &'q Cells,
        kinds: &'q [Kind],
        volume: Volume,
    ) -> Result<Self, ModelError> {
        let mut statement = Self {
            question,
            cells,
            kinds,
            emptiness: Emptiness::of(question, volume),
            builder: CoverProblemBuilder::new(),
            meaning: IdVec::new(),
            kind_of: IdVec::new(),
            filling: Vec::new(),
            is_reached: vec![false; cells.len()],
        };
        statement.add_cells();
        let is_implied = kinds.len() == 1
            && question.may().is_empty()
            && question.leftover == 0
            && volume.obstruction(question).is_none();
        let kind_items: Vec<Option<ItemId>> =
            (0..kinds.len()).map(|kind| statement.add_kind(kind, is_implied)).collect();
        statement.add_placements(&kind_items)?;
        statement.add_empty_cells();
        Ok(statement)
    }

    /// The symmetries of the grid that map the box to itself and pieces to pieces, acting on the
    /// items.
    pub(super) fn symmetries(&self, grid: &Group) -> Action {
        let images = |symmetry: &Perm| {
            Some((self.cells.images(symmetry)?, kinds::images(self.kinds, symmetry)?))
        };
        let item_of: BTreeMap<Meaning, ItemId> =
            self.meaning.enumerate().map(|(item, what)| (*what, item)).collect();
        let kept = grid.subgroup_where(|symmetry| images(symmetry).is_some());
        Action::new(grid.restrict(&kept), |symmetry| {
            let (on_cells, on_kinds) = images(symmetry).expect("only such symmetries are kept");
            let image = |what: &Meaning| match *what {
                Meaning::Cell(cell) => Meaning::Cell(on_cells[cell]),
                Meaning::Filled(cell) => Meaning::Filled(on_cells[cell]),
                Meaning::Kind(kind) => Meaning::Kind(on_kinds[kind]),
                Meaning::Empty => Meaning::Empty,
            };
            let on_items = self.meaning.iter().map(|what| narrow(item_of[&image(what)].index()));
            Perm::new(on_items.collect())
                .expect("cells and kinds are permuted, and like ones have like items")
        })
    }

    /// What cannot be done because no placement does it.
    pub(super) fn obstruction(&self) -> Option<String> {
        let pieces = self.question.pieces().iter().zip(self.kinds);
        let mut misfits = pieces.filter(|(piece, kind)| piece.least > 0 && !kind.fits());
        if let Some((Piece { name, .. }, _)) = misfits.next() {
            return Some(format!("piece '{name}' fits nowhere in the box"));
        }
        let is_bare = |cell: &usize| self.cells.is_must(*cell) && !self.is_reached[*cell];
        let bare: Vec<usize> = (0..self.cells.len()).filter(is_bare).collect();
        let allowed = self.question.leftover;
        if bare.len() <= usize::try_from(allowed).unwrap_or(usize::MAX) {
            return None;
        }
        let example = self.cells.in_words(bare[0]);
        Some(match allowed {
            0 => format!("no piece can fill the {example}"),
            _ => format!(
                "no piece can fill {} cells, such as the {example}, of which at most {allowed} \
                 may stay empty",
                bare.len()
            ),
        })
    }

    fn add_item(&mut self, meaning: Meaning, kind: ItemKind) -> ItemId {
        self.meaning.push(meaning);
        self.builder.item(kind)
    }

    fn add_cells(&mut self) {
        for cell in 0..self.cells.len() {
            let is_primary = self.cells.is_must(cell) && self.emptiness != Emptiness::Unlimited;
            let kind = if is_primary { ItemKind::Primary } else { ItemKind::Optional };
            let item = self.add_item(Meaning::Cell(cell), kind);
            self.filling.push(item);
        }
        // An option that leaves a cell empty covers the cell, so that something else must tell that
        // it is filled.
        if matches!(self.emptiness, Emptiness::Counted(..)) && self.question.hold != Hold::Free {
            for cell in (0..self.cells.len()).filter(|cell| self.cells.is_must(*cell)) {
                self.filling[cell] = self.add_item(Meaning::Filled(cell), ItemKind::Optional);
            }
        }
    }

    /// Adds the item of a kind of piece if it takes one. The number of its pieces `is_implied` by
    /// that of the cells, or not.
    fn add_kind(&mut self, kind: usize, is_implied: bool) -> Option<ItemId> {
        let pieces = self.question.pieces();
        let room = |piece: &Piece| {
            u32::try_from(self.cells.len() / piece.shape.cells().len()).unwrap_or(u32::MAX)
        };
        let is_free =
            |piece: &Piece| piece.least == 0 && piece.most.is_none_or(|most| most >= room(piece));
        let can_lie_alike = |other: usize| self.kinds[other].can_replace(&self.kinds[kind]);
        let is_confusable = || {
            (0..pieces.len())
                .any(|other| other != kind && is_free(&pieces[other]) && can_lie_alike(other))
        };
        let piece = &pieces[kind];
        if is_implied || (is_free(piece) && !is_confusable()) {
            return None;
        }
        // A piece is no larger than the box, so there is room for one.
        let most = piece.most.map_or(room(piece), |most| most.min(room(piece)));
        let bounds = ItemKind::between(piece.least, most.max(piece.least));
        Some(self.add_item(Meaning::Kind(kind), bounds))
    }

    fn add_placements(&mut self, kind_items: &[Option<ItemId>]) -> Result<(), ModelError> {
        for (kind, kind_item) in kind_items.iter().enumerate() {
            for placed in self.kinds[kind].placements(self.cells) {
                if self.kind_of.len() == MAX_PLACEMENTS {
                    let reason =
                        format!("more than {MAX_PLACEMENTS} ways to place a piece, expected fewer");
                    return Err(ModelError::Puzzle { reason });
                }
                self.add_placement(kind, *kind_item, &placed);
            }
        }
        Ok(())
    }

    fn add_placement(&mut self, kind: usize, kind_item: Option<ItemId>, placed: &[usize]) {
        let mut items: Vec<ItemId> = placed.iter().map(|cell| ItemId::new(*cell)).collect();
        let filling = placed.iter().map(|cell| self.filling[*cell]);
        items.extend(filling.filter(|item| item.index() >= self.cells.len()).chain(kind_item));
        let option = self.builder.option(items);
        self.kind_of.push(kind);
        for cell in placed {
            self.is_reached[*cell] = true;
        }
        if self.question.hold == Hold::Free {
            return;
        }
        let is_always_filled =
            |cell: &usize| self.cells.is_must(*cell) && self.emptiness == Emptiness::Forbidden;
        for direction in DIRECTIONS {
            if let Some(touched) = self.cells.beyond(placed, direction)
                && !touched.iter().any(is_always_filled)
            {
                self.builder.require(option, touched.iter().map(|cell| self.filling[*cell]));
            }
        }
    }

    /// Adds the options that leave cells empty, if there are any.
    fn add_empty_cells(&mut self) {
        if let Emptiness::Counted(least, most) = self.emptiness {
            let empty = self.add_item(Meaning::Empty, ItemKind::between(least, most));
            for cell in (0..self.cells.len()).filter(|cell| self.cells.is_must(*cell)) {
                self.builder.option([ItemId::new(cell), empty]);
            }
        }
    }
}
