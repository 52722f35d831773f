//! The walk through tilings, plain or coloured, and its books: classes by their symmetries, tilings
//! by the numbers of their tiles, and the tilings that are picked to be shown.

use super::{Tiling, Tilings};
use crate::Halt;
use crate::classes::{ClassLedger, Element};
use crate::draft::{Draft, break_if, part};
use kumiki_drive::{Ledger, Pick, Picked, Walked, pairs};
use kumiki_model::{
    Answer, ByComposition, BySymmetry, ClassCount, Count, PlacedTile, Symmetry, TilingQuestion,
};
use kumiki_plan::{Row, Tables};
use kumiki_search::Space;
use kumiki_tile::{Frame, Sight};
use num_bigint::BigUint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// What all parts of a walk know.
pub(super) struct Walk<'a> {
    asked: &'a Tilings,
    /// The order of the group, and those of its members that are reflections.
    group_order: usize,
    reflections: Vec<usize>,
    /// Whether the numbers of tiles can differ between tilings.
    numbers_vary: bool,
    told_apart_by: Symmetry,
    /// Whether all tilings are visited, even if enough are picked.
    visits_all: bool,
    pick: Pick,
    /// Whether the first tilings are picked, all of them, so that no other part need pick any.
    is_picked: AtomicBool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        asked: &'a Tilings,
        symmetries: &[Frame],
        visits_all: bool,
        draft: &Draft<'_>,
    ) -> Self {
        let is_reflection = |symmetry: &usize| symmetries[*symmetry].is_mirrored;
        Self {
            asked,
            group_order: symmetries.len(),
            reflections: (0..symmetries.len()).filter(is_reflection).collect(),
            numbers_vary: numbers_vary(&asked.question),
            told_apart_by: asked.told_apart_by(&draft.how),
            visits_all,
            pick: Pick::of(&draft.how, draft.how.is_list_enough() || !visits_all),
            is_picked: AtomicBool::new(false),
        }
    }

    /// Walks through a space of tilings, and shows those that are wanted. `see` enters each into
    /// the books.
    pub(super) fn through<'s, S: Space, E: Element>(
        &self,
        phase: &'static str,
        space: &'s S,
        see: impl Fn(&mut Books<E>, &S::Search<'s>) + Sync,
        tile: impl Fn(E) -> PlacedTile + Send + Sync,
        draft: &mut Draft<'_>,
    ) -> Walked<Books<E>> {
        let show = |picked: Vec<(Vec<E>, usize)>, draft: &mut Draft<'_>| {
            let tiling = |(tiles, symmetries): (Vec<E>, usize)| Tiling {
                tiles: tiles.into_iter().map(&tile).collect(),
                symmetries,
            };
            self.asked.show(picked.into_iter().map(tiling).collect(), draft)
        };
        let (is_list, run) = (draft.how.list.is_some(), draft.run);
        let mut walked = run.tree(
            phase,
            space,
            || Books::new(self.pick),
            |books, search| {
                see(books, search);
                books.found.flow()
            },
            |books| {
                let first = books.found.picked.take_first();
                if first.is_empty() {
                    return ControlFlow::Continue(());
                }
                show(first, draft)?;
                let is_full = is_list && draft.room() == 0;
                self.is_picked.store(is_full, Ordering::Relaxed);
                break_if(is_full && !self.visits_all)
            },
        );
        let rest = std::mem::replace(&mut walked.ledger.found.picked, Picked::new(self.pick));
        let _ = show(rest.into_list(), draft);
        walked
    }
}

/// What was counted and picked.
///
/// * **G1** Every tiling was entered once, and one of each class as standing for it.
#[derive(Serialize, Deserialize)]
#[serde(bound = "E: Ord + Serialize + DeserializeOwned")]
pub(super) struct Books<E> {
    tilings: u64,
    /// The classes by their symmetries, and what is picked.
    found: ClassLedger<E, usize>,
    #[serde(with = "pairs")]
    by_composition: BTreeMap<Vec<usize>, Composition>,
    /// How many tilings there are with names of colours, if there are colours.
    pub(super) labelled: Count,
    /// If there are colours: the tilings without them, one of each class, with the sizes of these
    /// classes.
    #[serde(with = "pairs")]
    pub(super) underlying: BTreeMap<Vec<PlacedTile>, usize>,
}

/// The tilings with the same numbers of tiles of each kind.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Composition {
    /// How many tilings; of coloured problems, painted ones up to the names of colours.
    tilings: u64,
    /// How many classes under all symmetries.
    classes: u64,
}

impl<E: Element> Books<E> {
    fn new(pick: Pick) -> Self {
        Self {
            tilings: 0,
            found: ClassLedger::new(pick),
            by_composition: BTreeMap::new(),
            labelled: Count::default(),
            underlying: BTreeMap::new(),
        }
    }

    /// Enters a tiling, and picks it if it is wanted.
    pub(super) fn enter(&mut self, walk: &Walk<'_>, tiling: &impl Sight<Tile = E>) {
        let is_first = tiling.is_first();
        self.tilings += 1;
        let mut reflection = None;
        if is_first {
            let order = tiling.symmetries();
            // The identity is no reflection.
            let is_mirrored =
                order > 1 && walk.reflections.iter().any(|other| tiling.is_fixed_by(*other));
            self.found.count(Some(Row { pieces: 0, order, is_mirrored, of_box: order }));
            // A class that no reflection leaves unchanged falls into two that mirror each other.
            reflection = walk.reflections.first().filter(|_| !is_mirrored);
        }
        if walk.numbers_vary {
            let mut numbers = vec![0; walk.asked.question.tiles().len()];
            tiling.tiles().for_each(|tile| numbers[tiling.kind(tile)] += 1);
            let row = self.by_composition.entry(numbers).or_default();
            row.tilings += 1;
            row.classes += u64::from(is_first);
        }
        if walk.is_picked.load(Ordering::Relaxed) {
            return;
        }
        if is_first || walk.told_apart_by == Symmetry::None {
            self.found.picked.see(tiling.tiles(), || tiling.symmetries());
        }
        if let Some(reflection) = reflection
            && walk.told_apart_by == Symmetry::Rotations
        {
            self.found.picked.see(tiling.image(*reflection).into_iter(), || tiling.symmetries());
        }
    }

    /// How many tilings were entered.
    pub(super) fn tilings(&self) -> u64 {
        self.tilings
    }

    /// Puts the books of a complete walk into its answer, if the classes make up all tilings.
    pub(super) fn close(
        self,
        walk: &Walk<'_>,
        total: &BigUint,
        noun: &str,
        answer: &mut Answer,
    ) -> Result<(), Halt> {
        let mut tables = Tables::new(walk.group_order, !walk.reflections.is_empty());
        tables.add_all(self.found.rows);
        let (sum, by_symmetry) = (tables.members().0, tables.by_symmetry());
        if sum != *total || BigUint::from(self.tilings) != *total {
            let second = format!("{} visited and {sum} by sizes of classes", self.tilings);
            return Err(Halt::disagreement(format!("{total} {noun}"), second));
        }
        if walk.group_order > 1 && !tables.is_empty() {
            let term =
                |row: &BySymmetry| format!("{} x {}", walk.group_order / row.order, row.classes);
            let terms: Vec<String> = by_symmetry.iter().map(term).collect();
            answer.evidence.push(format!(
                "identity: {} = {sum}: the classes, each with its number of images, make up all \
                 {noun}",
                terms.join(" + ")
            ));
        }
        answer.classes = Some(ClassCount::Both(tables.classes()));
        answer.by_symmetry = by_symmetry;
        let row = |(tiles, row): (Vec<usize>, Composition)| ByComposition {
            tiles,
            tilings: row.tilings.into(),
            classes: Some(row.classes.into()),
        };
        part!(answer, Tile).by_composition = self.by_composition.into_iter().map(row).collect();
        Ok(())
    }
}

impl<E: Element> Ledger for Books<E> {
    fn absorb(&mut self, later: Self) {
        self.tilings += later.tilings;
        self.found.absorb(later.found);
        for (tiles, row) in later.by_composition {
            let own = self.by_composition.entry(tiles).or_default();
            own.tilings += row.tilings;
            own.classes += row.classes;
        }
        self.labelled.0 += later.labelled.0;
        self.underlying.extend(later.underlying);
    }

    fn is_ordered(&self) -> bool {
        self.found.is_ordered()
    }

    fn held(&self) -> usize {
        self.found.held()
    }
}

/// Whether the numbers of tiles can differ between tilings.
fn numbers_vary(question: &TilingQuestion) -> bool {
    let tiles = question.tiles();
    tiles.len() > 1 && tiles.iter().any(|tile| tile.most != Some(tile.least))
}
