//! Exact-cover problems with optional items and requirements, and the symmetries that act on them.
//!
//! # The question
//! Items are to be covered by options, each option a set of items. A *primary* item must be covered exactly
//! once, an *optional* one at most once. An option may also *require* things: each of its requirements is a
//! set of items, at least one of which must be covered in the end. A solution is a set of options.
//!
//! Bricks that cannot slide are a case: cells are optional items, placements are options, and each face of a
//! placed brick requires one of the cells it touches.
//!
//! # "One of these options" is "one of these items"
//! To say that option `b` demands one of the options `p`, `q`, give each of `p` and `q` an optional item of
//! its own and require one of those two items. [`CoverProblemBuilder::require_option`] does so. That is
//! why requirements over items are all the engines need to know.

use crate::ModelError;
use kumiki_group::{Action, Perm};
use kumiki_id::{Id, IdVec, define_id};
use std::collections::{BTreeMap, BTreeSet};

define_id!(
    /// An item of an exact-cover problem.
    pub struct ItemId
);
define_id!(
    /// An option of an exact-cover problem.
    pub struct OptionId
);

/// How often an item is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// Exactly once.
    Primary,
    /// Not at all or once.
    Optional,
}

/// Taking `option` demands that at least one of the items `any_of` be covered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Requirement {
    /// The option that makes the demand.
    pub option: OptionId,
    /// The items of which one must be covered; sorted.
    pub any_of: Vec<ItemId>,
}

/// A valid exact-cover problem.
///
/// * **C1** Options are nonempty sorted sets of items, no two of them equal.
/// * **C2** Requirements name options and items of the problem; their sets are sorted and not empty.
/// * **C3** Every symmetry maps items to items of the same kind, options to options, and the requirements
///   of an option to those of its image.
#[derive(Clone, Debug)]
pub struct CoverProblem {
    items: IdVec<ItemId, ItemKind>,
    options: IdVec<OptionId, Vec<ItemId>>,
    requirements: Vec<Requirement>,
    symmetries: Action,
    on_options: Vec<Perm>,
}

impl CoverProblem {
    /// The items' kinds.
    #[must_use]
    pub fn items(&self) -> &IdVec<ItemId, ItemKind> {
        &self.items
    }

    /// The options as sorted lists of items.
    #[must_use]
    pub fn options(&self) -> &IdVec<OptionId, Vec<ItemId>> {
        &self.options
    }

    /// All requirements.
    #[must_use]
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The symmetries, acting on the items.
    #[must_use]
    pub fn symmetries(&self) -> &Action {
        &self.symmetries
    }

    /// What each element of the group does to the options, in the order of the group's elements.
    #[must_use]
    pub fn on_options(&self) -> &[Perm] {
        &self.on_options
    }

    /// The problem with only a subgroup of its symmetries.
    #[must_use]
    pub fn with_symmetries(&self, subgroup: &[usize]) -> Self {
        Self {
            symmetries: self.symmetries.restrict(subgroup),
            on_options: subgroup.iter().map(|at| self.on_options[*at].clone()).collect(),
            ..self.clone()
        }
    }

    /// The problem whose solutions are the solutions of this one that a subgroup leaves unchanged.
    ///
    /// Its items are the orbits of items, its options the orbits of options that do not overlap themselves. Such
    /// an orbit is taken whole or not at all, and what it requires is what its first member requires, since
    /// the others require the images. Returned with it: the members of each new option.
    ///
    /// # Panics
    /// Never; an orbit of valid things is valid.
    #[must_use]
    pub fn fixed_by(&self, subgroup: &[usize]) -> (Self, IdVec<OptionId, Vec<OptionId>>) {
        let part = self.symmetries.restrict(subgroup);
        let mut builder = CoverProblemBuilder::new();
        let mut orbit_of = vec![ItemId::new(0); self.items.len()];
        for orbit in part.orbits() {
            let id = builder.item(self.items[ItemId::new(orbit[0])]);
            for member in orbit {
                orbit_of[member] = id;
            }
        }
        let mut members: IdVec<OptionId, Vec<OptionId>> = IdVec::new();
        let mut known: BTreeSet<Vec<ItemId>> = BTreeSet::new();
        let mut new_id: BTreeMap<OptionId, OptionId> = BTreeMap::new();
        for option in self.options.ids() {
            let mut images: Vec<OptionId> =
                subgroup.iter().map(|at| OptionId::new(self.on_options[*at].apply(option.index()))).collect();
            images.sort_unstable();
            images.dedup();
            let mut cells: Vec<ItemId> =
                images.iter().flat_map(|o| self.options[*o].iter().copied()).collect();
            let total = cells.len();
            cells.sort_unstable();
            cells.dedup();
            if images[0] != option || cells.len() < total {
                continue;
            }
            let mut orbits: Vec<ItemId> = cells.iter().map(|item| orbit_of[item.index()]).collect();
            orbits.sort_unstable();
            orbits.dedup();
            // Two orbits of options can cover the same orbits of items and differ all the same. An optional item
            // of its own then tells the later one apart.
            if !known.insert(orbits.clone()) {
                orbits.push(builder.item(ItemKind::Optional));
            }
            new_id.insert(option, builder.option(orbits));
            members.push(images);
        }
        for requirement in &self.requirements {
            if let Some(id) = new_id.get(&requirement.option) {
                builder.require(*id, requirement.any_of.iter().map(|item| orbit_of[item.index()]));
            }
        }
        let degree = builder.item_count();
        (builder.build(Action::trivial(degree)).expect("an orbit of valid things is valid"), members)
    }
}

fn image(items: &[ItemId], symmetry: &Perm) -> Vec<ItemId> {
    let mut image: Vec<ItemId> = items.iter().map(|item| ItemId::new(symmetry.apply(item.index()))).collect();
    image.sort_unstable();
    image
}

/// Collects a problem piece by piece; [`CoverProblemBuilder::build`] checks it.
#[derive(Clone, Debug, Default)]
pub struct CoverProblemBuilder {
    items: IdVec<ItemId, ItemKind>,
    options: IdVec<OptionId, Vec<ItemId>>,
    requirements: Vec<Requirement>,
    own_item: BTreeMap<OptionId, ItemId>,
}

impl CoverProblemBuilder {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an item.
    pub fn item(&mut self, kind: ItemKind) -> ItemId {
        self.items.push(kind)
    }

    /// How many items there are so far.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Adds an option that covers the given items, in any order.
    pub fn option(&mut self, items: impl IntoIterator<Item = ItemId>) -> OptionId {
        let mut items: Vec<ItemId> = items.into_iter().collect();
        items.sort_unstable();
        self.options.push(items)
    }

    /// Taking `option` will demand one of the items.
    pub fn require(&mut self, option: OptionId, any_of: impl IntoIterator<Item = ItemId>) {
        let mut any_of: Vec<ItemId> = any_of.into_iter().collect();
        any_of.sort_unstable();
        any_of.dedup();
        self.requirements.push(Requirement { option, any_of });
    }

    /// Taking `option` will demand one of the other options.
    ///
    /// Each of those gets an optional item of its own, the first time it is named.
    pub fn require_option(&mut self, option: OptionId, any_of: impl IntoIterator<Item = OptionId>) {
        let own: Vec<ItemId> = any_of
            .into_iter()
            .map(|wanted| {
                *self.own_item.entry(wanted).or_insert_with(|| {
                    let item = self.items.push(ItemKind::Optional);
                    self.options[wanted].push(item);
                    item
                })
            })
            .collect();
        self.require(option, own);
    }

    /// The problem, if it is one.
    ///
    /// # Errors
    /// If C1, C2 or C3 is violated; the error says by what.
    pub fn build(self, symmetries: Action) -> Result<CoverProblem, ModelError> {
        let Self { items, options, mut requirements, .. } = self;
        let error = |reason: String| Err(ModelError::Cover { reason });
        let mut position: BTreeMap<&[ItemId], OptionId> = BTreeMap::new();
        for (id, option) in options.enumerate() {
            if option.is_empty() {
                return error(format!("option {} covers nothing, expected at least one item", id.index()));
            }
            if let Some(twice) = option.windows(2).find(|pair| pair[0] == pair[1]) {
                return error(format!("option {} covers item {} twice", id.index(), twice[0].index()));
            }
            if let Some(unknown) = option.iter().find(|item| item.index() >= items.len()) {
                return error(format!("option {} covers unknown item {}", id.index(), unknown.index()));
            }
            if let Some(twin) = position.insert(option, id) {
                return error(format!("options {} and {} cover the same items", twin.index(), id.index()));
            }
        }
        requirements.sort_unstable();
        requirements.dedup();
        for requirement in &requirements {
            let Requirement { option, any_of } = requirement;
            let known = option.index() < options.len() && any_of.iter().all(|i| i.index() < items.len());
            if !known || any_of.is_empty() {
                return error(format!("a requirement of option {} names nothing known", option.index()));
            }
        }
        let mut on_options = Vec::new();
        for (at, symmetry) in symmetries.images().iter().enumerate() {
            let kinds_kept = symmetry.degree() == items.len()
                && items.ids().all(|i| items[i] == items[ItemId::new(symmetry.apply(i.index()))]);
            let image_of = |option: &Vec<ItemId>| {
                position.get(image(option, symmetry).as_slice()).map(|o| kumiki_id::narrow(o.index()))
            };
            let images: Option<Vec<u32>> =
                if kinds_kept { options.iter().map(image_of).collect() } else { None };
            let Some(on) = images.and_then(Perm::new) else {
                return error(format!("symmetry {at} does not map options to options"));
            };
            let kept = requirements.iter().all(|r| {
                let image = Requirement {
                    option: OptionId::new(on.apply(r.option.index())),
                    any_of: image(&r.any_of, symmetry),
                };
                requirements.binary_search(&image).is_ok()
            });
            if !kept {
                return error(format!("symmetry {at} does not map requirements to requirements"));
            }
            on_options.push(on);
        }
        Ok(CoverProblem { items, options, requirements, symmetries, on_options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_cells() -> CoverProblemBuilder {
        let mut builder = CoverProblemBuilder::new();
        let (a, b) = (builder.item(ItemKind::Primary), builder.item(ItemKind::Primary));
        builder.option([a]);
        builder.option([b]);
        builder
    }

    fn refused(builder: CoverProblemBuilder, symmetries: Action, wanted: &str) {
        let error = builder.build(symmetries).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}");
    }

    #[test]
    fn what_contradicts_itself_is_refused_by_name() {
        let mut twice = two_cells();
        twice.option([ItemId::new(1), ItemId::new(1)]);
        refused(twice, Action::trivial(2), "covers item 1 twice");
        let mut twins = two_cells();
        twins.option([ItemId::new(1)]);
        refused(twins, Action::trivial(2), "options 1 and 2 cover the same items");
        let mut nothing = two_cells();
        nothing.option([]);
        refused(nothing, Action::trivial(2), "covers nothing");
        let mut unknown = two_cells();
        unknown.require(OptionId::new(0), [ItemId::new(7)]);
        refused(unknown, Action::trivial(2), "names nothing known");
        let mut lopsided = two_cells();
        lopsided.require(OptionId::new(0), [ItemId::new(1)]);
        let swap = Perm::new(vec![1, 0]).expect("a swap");
        let mirror = Action::new(kumiki_group::Group::generated_by(2, &[swap]), Clone::clone);
        refused(lopsided, mirror.clone(), "does not map requirements");
        assert!(two_cells().build(mirror).is_ok());
    }

    #[test]
    fn requiring_an_option_gives_it_an_item_of_its_own() {
        let mut builder = two_cells();
        builder.require_option(OptionId::new(0), [OptionId::new(1)]);
        builder.require_option(OptionId::new(0), [OptionId::new(1), OptionId::new(0)]);
        let problem = builder.build(Action::trivial(4)).expect("valid");
        assert_eq!(problem.options()[OptionId::new(1)], [ItemId::new(1), ItemId::new(2)]);
        assert_eq!(problem.options()[OptionId::new(0)], [ItemId::new(0), ItemId::new(3)]);
        assert_eq!(problem.requirements().len(), 2);
    }
}
