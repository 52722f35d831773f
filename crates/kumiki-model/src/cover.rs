//! Exact-cover problems: items, options, colours, multiplicities, costs, requirements and
//! symmetries.
//!
//! # The question
//! Items are to be covered by options, each option a set of items. A *primary* item must be covered
//! exactly once, an *optional* one at most once, a *ranged* one between so and so many times. An
//! option may give an optional item a *colour*; options that agree on the colour may cover the item
//! together, and count as covering it once. An option may *require* things: each of its
//! requirements is a set of items, at least one of which must be covered in the end. It may have a
//! *cost*. A solution is a set of options.
//!
//! Bricks that cannot slide are a case: cells are optional items, placements are options, and each
//! face of a placed brick requires one of the cells it touches.
//!
//! # Whether nothing is a choice
//! An option that covers no primary item may be in a solution or not, as it pleases. Knuth's
//! programs never choose options all of whose items are secondary; whoever reads their files leaves
//! such options out.
//!
//! # "One of these options" is "one of these items"
//! To say that option `b` demands one of the options `p`, `q`, give each of `p` and `q` an optional
//! item of its own and require one of those two items. [`CoverProblemBuilder::require_option`] does
//! so. That is why requirements over items are all the engines need to know.

use crate::ModelError;
use kumiki_group::{Action, Perm};
use kumiki_id::{Id, IdVec, define_id};
use std::collections::{BTreeMap, BTreeSet, HashMap};

define_id!(
    /// An item of an exact-cover problem.
    pub struct ItemId
);
define_id!(
    /// An option of an exact-cover problem.
    pub struct OptionId
);

/// A colour that an option gives to an item. Colours of different items have nothing to do with one
/// another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(pub u32);

/// How often an item is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// Exactly once.
    Primary,
    /// Not at all or once, or any number of times in one colour.
    Optional,
    /// At least `least` and at most `most` times.
    Ranged {
        /// So often at least.
        least: u32,
        /// So often at most; not less than `least`, and not 0.
        most: u32,
    },
}

impl ItemKind {
    /// The kind with these bounds; 1 to 1 is primary and 0 to 1 is optional.
    #[must_use]
    pub fn between(least: u32, most: u32) -> Self {
        match (least, most) {
            (1, 1) => Self::Primary,
            (0, 1) => Self::Optional,
            _ => Self::Ranged { least, most },
        }
    }

    /// How often at least.
    #[must_use]
    pub fn least(self) -> u32 {
        match self {
            Self::Primary => 1,
            Self::Optional => 0,
            Self::Ranged { least, .. } => least,
        }
    }

    /// How often at most, where no colours agree.
    #[must_use]
    pub fn most(self) -> u32 {
        match self {
            Self::Primary | Self::Optional => 1,
            Self::Ranged { most, .. } => most,
        }
    }
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
/// * **C1** Options are nonempty sorted sets of items. Two options may be equal: they are two ways
///   to do the same.
/// * **C2** Requirements name options and items of the problem; their sets are sorted and not
///   empty.
/// * **C3** Every symmetry maps items to items of the same kind, options to options with the same
///   colours and the same cost (the n-th of several equal ones to the n-th), and the requirements
///   of an option to those of its image.
/// * **C4** Only optional items have colours. `colours` is empty if there are none; otherwise it
///   goes with `options`, entry by entry.
/// * **C5** `costs` is empty if all options cost nothing; otherwise it has one entry per option.
///   All costs together are at most [`MAX_TOTAL_COST`](Self::MAX_TOTAL_COST), so that no sum of
///   costs is too large for a number.
#[derive(Clone, Debug)]
pub struct CoverProblem {
    items: IdVec<ItemId, ItemKind>,
    options: IdVec<OptionId, Vec<ItemId>>,
    colours: IdVec<OptionId, Vec<Option<Colour>>>,
    costs: IdVec<OptionId, u64>,
    requirements: Vec<Requirement>,
    symmetries: Action,
    on_options: Vec<Perm>,
}

impl CoverProblem {
    /// What all options together may cost: the largest number up to which all integers are exact in
    /// JSON, whoever reads it.
    pub const MAX_TOTAL_COST: u64 = (1 << 53) - 1;

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

    /// The items of an option in order, each with the colour that the option gives it.
    pub fn entries(&self, option: OptionId) -> impl Iterator<Item = (ItemId, Option<Colour>)> {
        let colours = self.colours.get(option).map_or(&[][..], Vec::as_slice);
        let colour = |at: usize| colours.get(at).copied().flatten();
        self.options[option].iter().enumerate().map(move |(at, item)| (*item, colour(at)))
    }

    /// Whether any option gives any item a colour.
    #[must_use]
    pub fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// What an option costs.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option).copied().unwrap_or(0)
    }

    /// Whether any option costs anything.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// Whether every item is primary or optional and every option covers a primary item, and
    /// nothing is required: what most programs call exact cover, with or without colours.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let is_ranged = |kind: &ItemKind| matches!(kind, ItemKind::Ranged { .. });
        let is_free = |option: &Vec<ItemId>| {
            !option.iter().any(|item| self.items[*item] == ItemKind::Primary)
        };
        self.requirements.is_empty()
            && !self.items.iter().any(is_ranged)
            && !self.options.iter().any(is_free)
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
    /// Its items are the orbits of items, its options the orbits of options that do not overlap
    /// themselves. Such an orbit is taken whole or not at all, and what it requires is what its
    /// first member requires, since the others require the images. Returned with it: the members of
    /// each new option.
    ///
    /// # Panics
    /// If the problem has colours, costs or ranged items, of which an orbit may have several.
    #[must_use]
    pub fn fixed_by(&self, subgroup: &[usize]) -> (Self, IdVec<OptionId, Vec<OptionId>>) {
        let is_ranged = |kind: &ItemKind| matches!(kind, ItemKind::Ranged { .. });
        assert!(
            !self.has_colours() && !self.has_costs() && !self.items.iter().any(is_ranged),
            "only primary and optional items without colours are folded"
        );
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
            let images = subgroup.iter().map(|at| self.on_options[*at].apply(option.index()));
            let images: Vec<OptionId> = distinct(images.map(OptionId::new));
            let cells = || images.iter().flat_map(|o| self.options[*o].iter().copied());
            if images[0] != option || distinct(cells()).len() < cells().count() {
                continue;
            }
            let mut orbits: Vec<ItemId> = distinct(cells().map(|item| orbit_of[item.index()]));
            // Two orbits of options can cover the same orbits of items and differ all the same. An
            // optional item of its own then tells the later one apart.
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
        let alone = Action::trivial(builder.item_count());
        (builder.build(alone).expect("an orbit of valid things is valid"), members)
    }
}

/// An item of an option, and its colour.
type Entry = (ItemId, Option<Colour>);

/// What there is, each once, in order.
fn distinct<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn image(item: ItemId, symmetry: &Perm) -> ItemId {
    ItemId::new(symmetry.apply(item.index()))
}

/// Collects a problem piece by piece; [`CoverProblemBuilder::build`] checks it.
#[derive(Clone, Debug, Default)]
pub struct CoverProblemBuilder {
    items: IdVec<ItemId, ItemKind>,
    options: IdVec<OptionId, Vec<Entry>>,
    costs: IdVec<OptionId, u64>,
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
        self.coloured_option(items.into_iter().map(|item| (item, None)))
    }

    /// Adds an option that covers the given items, in any order, some of them in a colour.
    pub fn coloured_option(
        &mut self,
        entries: impl IntoIterator<Item = (ItemId, Option<Colour>)>,
    ) -> OptionId {
        let mut entries: Vec<Entry> = entries.into_iter().collect();
        entries.sort_unstable();
        self.costs.push(0);
        self.options.push(entries)
    }

    /// Taking `option` will cost so much.
    pub fn cost(&mut self, option: OptionId, cost: u64) {
        self.costs[option] = cost;
    }

    /// Taking `option` will demand one of the items.
    pub fn require(&mut self, option: OptionId, any_of: impl IntoIterator<Item = ItemId>) {
        self.requirements.push(Requirement { option, any_of: distinct(any_of) });
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
                    self.options[wanted].push((item, None));
                    item
                })
            })
            .collect();
        self.require(option, own);
    }

    /// The problem, if it is one.
    ///
    /// # Errors
    /// If one of C1 to C5 is violated; the error says by what.
    pub fn build(self, symmetries: Action) -> Result<CoverProblem, ModelError> {
        let Self { items, options, costs, mut requirements, .. } = self;
        let error = |reason: String| Err(ModelError::Cover { reason });
        for (id, kind) in items.enumerate() {
            if kind.least() > kind.most() || kind.most() == 0 {
                let (id, least, most) = (id.index(), kind.least(), kind.most());
                return error(format!("item {id} is to be covered {least} to {most} times"));
            }
        }
        let total = costs.iter().try_fold(0_u64, |sum, cost| sum.checked_add(*cost));
        if total.is_none_or(|total| total > CoverProblem::MAX_TOTAL_COST) {
            let most = CoverProblem::MAX_TOTAL_COST;
            return error(format!(
                "the costs of all options add up to more than {most}, expected at most that"
            ));
        }
        // Options with the same entries, in order, and for each option its place among them.
        let mut copies: HashMap<&[Entry], Vec<OptionId>> = HashMap::with_capacity(options.len());
        let mut rank: Vec<usize> = Vec::with_capacity(options.len());
        for (id, option) in options.enumerate() {
            let refuse = |what: String| error(format!("option {} {what}", id.index()));
            if option.is_empty() {
                return refuse("covers nothing, expected at least one item".to_owned());
            }
            if let Some(twice) = option.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                return refuse(format!("covers item {} twice", twice[0].0.index()));
            }
            if let Some((unknown, _)) = option.iter().find(|(item, _)| item.index() >= items.len())
            {
                return refuse(format!("covers unknown item {}", unknown.index()));
            }
            let is_misplaced =
                |(item, colour): &&Entry| colour.is_some() && items[*item] != ItemKind::Optional;
            if let Some((item, _)) = option.iter().find(is_misplaced) {
                return refuse(format!("colours item {}, which is not optional", item.index()));
            }
            let alike = copies.entry(option).or_default();
            rank.push(alike.len());
            alike.push(id);
        }
        requirements.sort_unstable();
        requirements.dedup();
        for requirement in &requirements {
            let Requirement { option, any_of } = requirement;
            let known =
                option.index() < options.len() && any_of.iter().all(|i| i.index() < items.len());
            if !known || any_of.is_empty() {
                let option = option.index();
                return error(format!("a requirement of option {option} names nothing known"));
            }
        }
        let mut on_options = Vec::new();
        for (at, symmetry) in symmetries.images().iter().enumerate() {
            let kinds_kept = symmetry.degree() == items.len()
                && items.ids().all(|item| items[item] == items[image(item, symmetry)]);
            let image_of = |(id, option): (OptionId, &Vec<Entry>)| {
                let moved = option.iter().map(|(item, colour)| (image(*item, symmetry), *colour));
                let twins = copies.get(distinct(moved).as_slice())?;
                let twin = twins.get(rank[id.index()]).filter(|twin| costs[**twin] == costs[id])?;
                Some(kumiki_id::narrow(twin.index()))
            };
            let images: Option<Vec<u32>> =
                if kinds_kept { options.enumerate().map(image_of).collect() } else { None };
            let Some(on) = images.and_then(Perm::new) else {
                return error(format!("symmetry {at} does not map options to options"));
            };
            let kept = requirements.iter().all(|r| {
                let image = Requirement {
                    option: OptionId::new(on.apply(r.option.index())),
                    any_of: distinct(r.any_of.iter().map(|item| image(*item, symmetry))),
                };
                requirements.binary_search(&image).is_ok()
            });
            if !kept {
                return error(format!("symmetry {at} does not map requirements to requirements"));
            }
            on_options.push(on);
        }
        let is_coloured = options.iter().flatten().any(|(_, colour)| colour.is_some());
        let colours_of = |option: &Vec<Entry>| option.iter().map(|(_, colour)| *colour).collect();
        let items_of = |option: &Vec<Entry>| option.iter().map(|(item, _)| *item).collect();
        let colours =
            if is_coloured { options.iter().map(colours_of).collect() } else { IdVec::new() };
        let costs = if costs.iter().any(|cost| *cost > 0) { costs } else { IdVec::new() };
        let options = options.iter().map(items_of).collect();
        Ok(CoverProblem { items, options, colours, costs, requirements, symmetries, on_options })
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
        let mut coloured = two_cells();
        coloured.coloured_option([(ItemId::new(1), Some(Colour(3)))]);
        refused(coloured, Action::trivial(2), "option 2 colours item 1, which is not optional");
        let mut backwards = two_cells();
        backwards.item(ItemKind::between(3, 1));
        refused(backwards, Action::trivial(3), "item 2 is to be covered 3 to 1 times");
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
    fn symmetries_keep_colours_costs_and_the_order_of_copies() {
        let swap = Perm::new(vec![1, 0, 3, 2]).expect("two swaps");
        let mirror = Action::new(kumiki_group::Group::generated_by(4, &[swap]), Clone::clone);
        let builder = |right: u32, cost: u64| {
            let mut builder = CoverProblemBuilder::new();
            let [a, b] = [(); 2].map(|()| builder.item(ItemKind::Primary));
            let [x, y] = [(); 2].map(|()| builder.item(ItemKind::Optional));
            let left = builder.coloured_option([(a, None), (x, Some(Colour(0)))]);
            builder.coloured_option([(b, None), (y, Some(Colour(right)))]);
            builder.coloured_option([(x, Some(Colour(0))), (a, None)]);
            builder.coloured_option([(y, Some(Colour(right))), (b, None)]);
            builder.cost(left, cost);
            builder
        };
        let problem = builder(0, 0).build(mirror.clone()).expect("valid");
        let images: Vec<usize> = (0..4).map(|o| problem.on_options()[1].apply(o)).collect();
        assert_eq!(images, [1, 0, 3, 2]);
        assert!(problem.has_colours() && !problem.has_costs() && problem.is_plain());
        let entries: Vec<_> = problem.entries(OptionId::new(3)).collect();
        assert_eq!(entries, [(ItemId::new(1), None), (ItemId::new(3), Some(Colour(0)))]);
        refused(builder(1, 0), mirror.clone(), "does not map options to options");
        refused(builder(0, 7), mirror, "does not map options to options");
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
