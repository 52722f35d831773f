//! What a symmetry is, and a plain check of it: every symmetry passes here before it is believed.
//! Nothing here knows of graphs or partitions.

use crate::Automorphism;
use kumiki_id::IdVec;
use kumiki_model::{Colour, CoverProblem, ItemId, OptionId};
use std::collections::BTreeMap;

/// Whether a permutation of options and items is a symmetry of the problem, which means that
///
/// * **D1** an item goes to one that must be covered equally often at least and at most,
/// * **D2** the items of an option go to the items of its image,
/// * **D3** an option goes to one with the same cost,
/// * **D4** a use of an item without colour goes to one without; uses in the same colour go to uses
///   in the same colour, and uses in different colours to uses in different colours. Colours may
///   change their names, at each item in its own way,
/// * **D5** the requirements of an option go to the requirements of its image.
///
/// Solutions then go to solutions of the same cost.
///
/// ```
/// use kumiki_auto::{Automorphism, is_automorphism};
/// use kumiki_group::Action;
/// use kumiki_model::{CoverProblemBuilder, ItemKind};
/// let mut builder = CoverProblemBuilder::new();
/// let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
/// let (left, right) = (builder.option([a]), builder.option([b]));
/// let problem = builder.build(Action::trivial(2))?;
/// let swap = Automorphism::new([(left, right), (right, left)], [(a, b), (b, a)]).expect("a permutation");
/// assert!(is_automorphism(&problem, &swap));
/// let half = Automorphism::new([(left, right), (right, left)], []).expect("a permutation");
/// assert!(!is_automorphism(&problem, &half));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn is_automorphism(problem: &CoverProblem, candidate: &Automorphism) -> bool {
    Definition::new(problem).is_met_by(candidate)
}

/// A problem with what the check looks up.
pub(crate) struct Definition<'p> {
    /// The problem whose symmetries are checked.
    problem: &'p CoverProblem,
    /// For each item the options that cover it.
    covering: IdVec<ItemId, Vec<OptionId>>,
    /// For each item the options that require it or another one; an option may come several times.
    requiring: IdVec<ItemId, Vec<OptionId>>,
    /// For each option the sets that it requires, sorted.
    required: IdVec<OptionId, Vec<&'p [ItemId]>>,
}

impl<'p> Definition<'p> {
    pub(crate) fn new(problem: &'p CoverProblem) -> Self {
        let mut covering: IdVec<ItemId, Vec<OptionId>> =
            problem.items().iter().map(|_| Vec::new()).collect();
        let mut requiring = covering.clone();
        let mut required: IdVec<OptionId, Vec<&[ItemId]>> =
            problem.options().iter().map(|_| Vec::new()).collect();
        for (option, items) in problem.options().enumerate() {
            for item in items {
                covering[*item].push(option);
            }
        }
        for requirement in problem.requirements() {
            required[requirement.option].push(&requirement.any_of);
            for item in &requirement.any_of {
                requiring[*item].push(requirement.option);
            }
        }
        for option in problem.options().ids() {
            required[option].sort_unstable();
        }
        Self { problem, covering, requiring, required }
    }

    /// Whether D1 to D5 hold.
    ///
    /// They are looked at where something moves. An option that stays, and whose own and required
    /// items stay, keeps D2, D3 and D5. An item that stays, and whose options all stay, keeps D1
    /// and D4.
    pub(crate) fn is_met_by(&self, candidate: &Automorphism) -> bool {
        let Some((options, items)) = self.concerned(candidate) else { return false };
        items.iter().all(|item| self.keeps_item(*item, candidate))
            && options.iter().all(|option| self.keeps_option(*option, candidate))
    }

    /// Whether two options have the same items in the same colours, the same cost and the same
    /// requirements. They can then change places, while nothing else moves.
    pub(crate) fn are_equal(&self, one: OptionId, other: OptionId) -> bool {
        self.problem.entries(one).eq(self.problem.entries(other))
            && self.problem.cost(one) == self.problem.cost(other)
            && self.required[one] == self.required[other]
    }

    /// The options and items to look at, or `None` if the candidate moves something unknown.
    fn concerned(&self, candidate: &Automorphism) -> Option<(Vec<OptionId>, Vec<ItemId>)> {
        let moved_options = candidate.moved_options().iter().map(|(from, _)| *from);
        let moved_items = candidate.moved_items().iter().map(|(from, _)| *from);
        let mut options: Vec<OptionId> = moved_options.clone().collect();
        let mut items: Vec<ItemId> = moved_items.clone().collect();
        for item in moved_items {
            options.extend(self.covering.get(item)?);
            options.extend(&self.requiring[item]);
        }
        for option in moved_options {
            items.extend(self.problem.options().get(option)?);
        }
        options.sort_unstable();
        options.dedup();
        items.sort_unstable();
        items.dedup();
        Some((options, items))
    }

    /// D2, D3 and D5 for one option.
    fn keeps_option(&self, option: OptionId, candidate: &Automorphism) -> bool {
        let to = candidate.option_image(option);
        let image = |set: &[ItemId]| {
            let mut image: Vec<ItemId> =
                set.iter().map(|item| candidate.item_image(*item)).collect();
            image.sort_unstable();
            image
        };
        let mut required: Vec<Vec<ItemId>> =
            self.required[option].iter().map(|set| image(set)).collect();
        required.sort_unstable();
        image(&self.problem.options()[option]) == self.problem.options()[to]
            && self.problem.cost(option) == self.problem.cost(to)
            && required == self.required[to]
    }

    /// D1 and D4 for one item.
    fn keeps_item(&self, item: ItemId, candidate: &Automorphism) -> bool {
        let to = candidate.item_image(item);
        let (kind, kind_to) = (self.problem.items()[item], self.problem.items()[to]);
        let bounds_kept = (kind.least(), kind.most()) == (kind_to.least(), kind_to.most());
        if !self.problem.has_colours() {
            return bounds_kept;
        }
        let colour_at = |option: OptionId, wanted: ItemId| {
            self.problem.entries(option).find(|(item, _)| *item == wanted).map(|(_, colour)| colour)
        };
        let mut new_name: BTreeMap<Colour, Colour> = BTreeMap::new();
        let mut old_name: BTreeMap<Colour, Colour> = BTreeMap::new();
        let uses_kept = self.covering[item].iter().all(|option| {
            match (colour_at(*option, item), colour_at(candidate.option_image(*option), to)) {
                (Some(None), Some(None)) => true,
                (Some(Some(old)), Some(Some(new))) => {
                    *new_name.entry(old).or_insert(new) == new
                        && *old_name.entry(new).or_insert(old) == old
                }
                _ => false,
            }
        });
        bounds_kept && uses_kept
    }
}
