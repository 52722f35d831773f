//! A problem with its options in the order in which every engine tries them.

use kumiki_group::Perm;
use kumiki_id::{Id, narrow};
use kumiki_model::{CoverProblem, ItemId, ItemKind, OptionId};

/// An item as an engine sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanItem {
    /// So often it must be covered.
    pub least: u32,
    /// So often it may be covered.
    pub most: u32,
}

/// An item of an option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// The item's number.
    pub item: u32,
    /// 0, or 1 more than the colour's number; colours of an item are numbered from 0 without gaps.
    pub colour: u32,
}

/// A problem, numbered for searching.
///
/// * **L1** Items keep the order of the problem: of two items with equally few options, all engines
///   branch on the earlier one.
/// * **L2** Options are sorted such that the options of one item lie close together, as far as a
///   few simple orders go. Engines try the options of an item in this order.
/// * **L3** `entries[starts[o]..starts[o + 1]]` are option o's items, increasing.
/// * **L4** `demands[o]` are option o's requirements as sorted lists of items; `demands` is empty
///   if there are none.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The items in the order of the problem (L1).
    items: Vec<PlanItem>,
    /// For each option its first entry (L3). One more than options.
    starts: Vec<u32>,
    /// The entries of all options (L3).
    entries: Vec<Entry>,
    /// For each option its name in the problem (L2).
    ids: Vec<OptionId>,
    /// For each option of the problem its number here: the inverse of `ids`.
    number_of: Vec<u32>,
    /// For each option its requirements (L4).
    demands: Vec<Vec<Vec<u32>>>,
    /// For each option what it costs; empty if there are no costs.
    costs: Vec<u64>,
    /// Whether every item is primary or optional, every option covers a primary item and nothing is
    /// required.
    is_plain: bool,
}

impl Plan {
    /// Numbers a problem.
    #[must_use]
    pub fn new(problem: &CoverProblem) -> Self {
        let items =
            problem.items().iter().map(|kind| PlanItem { least: kind.least(), most: kind.most() });
        let ids = best_order(problem);
        let mut number_of = vec![0; ids.len()];
        for (number, id) in ids.iter().enumerate() {
            number_of[id.index()] = narrow(number);
        }
        let mut colour_numbers: Vec<Vec<u32>> = vec![Vec::new(); problem.items().len()];
        let (mut starts, mut entries) = (vec![0], Vec::new());
        for id in &ids {
            for (item, colour) in problem.entries(*id) {
                let known = &mut colour_numbers[item.index()];
                let colour = colour.map_or(0, |colour| {
                    let at = known.iter().position(|seen| *seen == colour.0).unwrap_or_else(|| {
                        known.push(colour.0);
                        known.len() - 1
                    });
                    narrow(at + 1)
                });
                entries.push(Entry { item: narrow(item.index()), colour });
            }
            starts.push(narrow(entries.len()));
        }
        let mut demands = Vec::new();
        if !problem.requirements().is_empty() {
            demands.resize(ids.len(), Vec::new());
            for requirement in problem.requirements() {
                let items = requirement.any_of.iter().map(|item| narrow(item.index())).collect();
                demands[number_of[requirement.option.index()] as usize].push(items);
            }
        }
        let costs = if problem.has_costs() {
            ids.iter().map(|id| problem.cost(*id)).collect()
        } else {
            Vec::new()
        };
        let is_plain = problem.is_plain();
        Self { items: items.collect(), starts, entries, ids, number_of, demands, costs, is_plain }
    }

    /// The same problem with all items and options numbered the other way round: searches go other
    /// ways to the same solutions.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let (items, options) = (narrow(self.items.len()), narrow(self.option_count()));
        let reversed = |item: u32| items - 1 - item;
        let (mut starts, mut entries) = (vec![0], Vec::with_capacity(self.entries.len()));
        for option in (0..self.option_count()).rev() {
            let of_option = self.entries(option).iter().rev();
            entries.extend(of_option.map(|entry| Entry { item: reversed(entry.item), ..*entry }));
            starts.push(narrow(entries.len()));
        }
        let demand = |any_of: &Vec<u32>| any_of.iter().rev().map(|item| reversed(*item)).collect();
        let of_option = |demands: &Vec<Vec<u32>>| demands.iter().map(demand).collect();
        Self {
            items: self.items.iter().rev().copied().collect(),
            starts,
            entries,
            ids: self.ids.iter().rev().copied().collect(),
            number_of: self.number_of.iter().map(|number| options - 1 - number).collect(),
            demands: self.demands.iter().rev().map(of_option).collect(),
            costs: self.costs.iter().rev().copied().collect(),
            is_plain: self.is_plain,
        }
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &[PlanItem] {
        &self.items
    }

    /// How many options there are.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.ids.len()
    }

    /// An option's items (L3).
    #[inline]
    #[must_use]
    pub fn entries(&self, option: usize) -> &[Entry] {
        &self.entries[(self.starts[option] as usize)..self.starts[option + 1] as usize]
    }

    /// An option's requirements (L4).
    #[must_use]
    pub fn demands(&self, option: usize) -> &[Vec<u32>] {
        self.demands.get(option).map_or(&[], Vec::as_slice)
    }

    /// Whether any option requires anything.
    #[must_use]
    pub fn has_demands(&self) -> bool {
        !self.demands.is_empty()
    }

    /// What an option costs.
    #[must_use]
    pub fn cost(&self, option: usize) -> u64 {
        self.costs.get(option).copied().unwrap_or(0)
    }

    /// What several different options cost together.
    #[must_use]
    pub fn total_cost(&self, options: &[u32]) -> u64 {
        options.iter().map(|option| self.cost(*option as usize)).sum()
    }

    /// Whether any option costs anything.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// Whether every item is primary or optional, every option covers a primary item and nothing is
    /// required.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The problem's name for an option.
    #[must_use]
    pub fn id(&self, option: usize) -> OptionId {
        self.ids[option]
    }

    /// The problem's names for a solution's options, increasing.
    #[must_use]
    pub fn ids(&self, options: &[u32]) -> Vec<OptionId> {
        let mut ids: Vec<OptionId> =
            options.iter().map(|option| self.ids[*option as usize]).collect();
        ids.sort_unstable();
        ids
    }

    /// The number of an option of the problem.
    #[must_use]
    pub fn number(&self, id: OptionId) -> u32 {
        self.number_of[id.index()]
    }

    /// A permutation of the problem's options as one of the plan's.
    ///
    /// # Panics
    /// If the permutation is of another number of points than there are options.
    #[must_use]
    pub fn renumber(&self, symmetry: &Perm) -> Perm {
        assert_eq!(symmetry.degree(), self.ids.len(), "a permutation of the options");
        let images = self.ids.iter().map(|id| self.number_of[symmetry.apply(id.index())]);
        Perm::new(images.collect()).expect("a permutation in other names is one")
    }

    /// For each item, the options that cover it, increasing.
    #[must_use]
    pub fn options_by_item(&self) -> Vec<Vec<u32>> {
        let mut rows = vec![Vec::new(); self.items.len()];
        for option in 0..self.option_count() {
            for entry in self.entries(option) {
                rows[entry.item as usize].push(narrow(option));
            }
        }
        rows
    }
}

/// Above this number of options the given order is kept: no engine gains from another.
const MAX_SORTED: usize = 1 << 14;

/// L2: the given order, or sorted by last items, whichever keeps the options of items closer
/// together. Closeness is measured as the bit engine feels it: by how many words of 64 options the
/// options of each item touch.
fn best_order(problem: &CoverProblem) -> Vec<OptionId> {
    let given: Vec<OptionId> = problem.options().ids().collect();
    if given.len() > MAX_SORTED {
        return given;
    }
    let is_counted = |item: &&ItemId| problem.items()[**item] != ItemKind::Optional;
    let primary = |id: &OptionId| problem.options()[*id].iter().filter(is_counted);
    let mut by_last = given.clone();
    by_last.sort_by_cached_key(|id| primary(id).rev().collect::<Vec<&ItemId>>());
    let words_touched = |order: &Vec<OptionId>| {
        let mut touched = 0usize;
        let mut last_word = vec![usize::MAX; problem.items().len()];
        for (at, id) in order.iter().enumerate() {
            for item in primary(id) {
                if last_word[item.index()] != at / 64 {
                    last_word[item.index()] = at / 64;
                    touched += 1;
                }
            }
        }
        touched
    };
    // Of equally good orders the first, which is the given one.
    [given, by_last].into_iter().min_by_key(words_touched).expect("there are two")
}
