//! The walk through tilings, plain or coloured, and its books: classes by their symmetries, tilings
//! by the numbers of their tiles, and the tilings that are picked to be shown.

use super::{Tiling, Tilings};
use crate::Halt;
use crate::draft::Draft;
use crate::pick::{Pick, Picked};
use crate::report::by_symmetry;
use kumiki_drive::{Ledger, Walked, pairs};
use kumiki_model::{
    Answer, ByComposition, ClassCount, Classes, Count, Part, PlacedTile, Symmetry, TilingQuestion,
};
use kumiki_search::Space;
use kumiki_tile::Frame;
use num_bigint::BigUint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// A tiling at which a search holds still, as one of its class.
pub(super) trait Sight {
    /// What stands for a tile.
    type Element: Element;

    fn tiles(&self) -> impl Iterator<Item = Self::Element>;

    /// The kind of a tile.
    fn kind(&self, tile: Self::Element) -> usize;

    /// Whether it stands for its class.
    fn is_first(&self) -> bool;

    /// How many symmetries leave it unchanged.
    fn symmetries(&self) -> usize;

    /// Whether a symmetry, given by its number, leaves it unchanged.
    fn is_fixed_by(&self, symmetry: usize) -> bool;

    /// What a symmetry makes of it.
    fn image(&self, symmetry: usize) -> Vec<Self::Element>;
}

/// What can stand for a tile in a ledger.
pub(super) trait Element: Copy + Ord + Hash + Send + Serialize + DeserializeOwned {}

impl<T: Copy + Ord + Hash + Send + Serialize + DeserializeOwned> Element for T {}

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
                if books.picked.is_enough() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
            |books| {
                let first = books.picked.take_first();
                if first.is_empty() {
                    return ControlFlow::Continue(());
                }
                show(first, draft)?;
                let is_full = is_list && draft.room() == 0;
                self.is_picked.store(is_full, Ordering::Relaxed);
                if is_full && !self.visits_all {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        let rest = std::mem::replace(&mut walked.ledger.picked, Picked::new(self.pick));
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
    rotation_classes: u64,
    #[serde(with = "pairs")]
    by_symmetry: BTreeMap<usize, u64>,
    #[serde(with = "pairs")]
    by_composition: BTreeMap<Vec<usize>, Composition>,
    picked: Picked<E>,
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
            rotation_classes: 0,
            by_symmetry: BTreeMap::new(),
            by_composition: BTreeMap::new(),
            picked: Picked::new(pick),
            labelled: Count::default(),
            underlying: BTreeMap::new(),
        }
    }

    /// Enters a tiling, and picks it if it is wanted.
    pub(super) fn enter(&mut self, walk: &Walk<'_>, tiling: &impl Sight<Element = E>) {
        let is_first = tiling.is_first();
        self.tilings += 1;
        let mut reflection = None;
        if is_first {
            let symmetries = tiling.symmetries();
            *self.by_symmetry.entry(symmetries).or_default() += 1;
            // The identity is no reflection.
            let is_mirrored =
                symmetries > 1 && walk.reflections.iter().any(|other| tiling.is_fixed_by(*other));
            // A class that no reflection leaves unchanged falls into two that mirror each other.
            reflection = walk.reflections.first().filter(|_| !is_mirrored);
            self.rotation_classes += 1 + u64::from(reflection.is_some());
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
            self.picked.see(tiling.tiles(), || tiling.symmetries());
        }
        if let Some(reflection) = reflection
            && walk.told_apart_by == Symmetry::Rotations
        {
            self.picked.see(tiling.image(*reflection).into_iter(), || tiling.symmetries());
        }
    }

    /// How many tilings were entered.
    pub(super) fn tilings(&self) -> u64 {
        self.tilings
    }

    /// Puts the books of a complete walk into its answer, if the classes make up all tilings.
    pub(super) fn close(
        &self,
        walk: &Walk<'_>,
        total: &BigUint,
        noun: &str,
        answer: &mut Answer,
    ) -> Result<(), Halt> {
        let mut terms: Vec<String> = Vec::new();
        let mut sum = BigUint::ZERO;
        for (symmetries, classes) in &self.by_symmetry {
            let images = walk.group_order / symmetries;
            terms.push(format!("{images} x {classes}"));
            sum += BigUint::from(*classes) * images;
        }
        if sum != *total || BigUint::from(self.tilings) != *total {
            return Err(Halt::Disagreement {
                first: format!("{total} {noun}"),
                second: format!("{} visited and {sum} by sizes of classes", self.tilings),
            });
        }
        if walk.group_order > 1 && !terms.is_empty() {
            let terms = terms.join(" + ");
            answer.evidence.push(format!(
                "identity: {terms} = {sum}: the classes, each with its number of images, make up \
                 all {noun}"
            ));
        }
        answer.classes = Some(ClassCount::Both(Classes {
            all: self.by_symmetry.values().sum::<u64>().into(),
            rotations: self.rotation_classes.into(),
        }));
        answer.by_symmetry = by_symmetry(&self.by_symmetry);
        if let Part::Tile(part) = &mut answer.part {
            let row = |(tiles, row): (&Vec<usize>, &Composition)| ByComposition {
                tiles: tiles.clone(),
                tilings: row.tilings.into(),
                classes: Some(row.classes.into()),
            };
            part.by_composition = self.by_composition.iter().map(row).collect();
        }
        Ok(())
    }
}

impl<E: Element> Ledger for Books<E> {
    fn absorb(&mut self, later: Self) {
        self.tilings += later.tilings;
        self.rotation_classes += later.rotation_classes;
        for (symmetries, classes) in later.by_symmetry {
            *self.by_symmetry.entry(symmetries).or_default() += classes;
        }
        for (tiles, row) in later.by_composition {
            let own = self.by_composition.entry(tiles).or_default();
            own.tilings += row.tilings;
            own.classes += row.classes;
        }
        self.picked.merge(later.picked);
        self.labelled.0 += later.labelled.0;
        self.underlying.extend(later.underlying);
    }

    fn held(&self) -> usize {
        self.picked.held()
    }
}

/// Whether the numbers of tiles can differ between tilings.
fn numbers_vary(question: &TilingQuestion) -> bool {
    let tiles = question.tiles();
    tiles.len() > 1 && tiles.iter().any(|tile| tile.most != Some(tile.least))
}
