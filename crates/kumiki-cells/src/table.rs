//! The problem as sets of entries: what no search changes.
//!
//! # The idea
//! An item is a set of options, those that cover it. So is a requirement: the options that cover
//! one of its items. And so are the *loose* options, which may still be taken when nothing needs
//! covering any more. All three are kept in the same way and searched in the same way; they differ
//! in how often they must and may be covered:
//!
//! | set | at least | at most |
//! |---|---|---|
//! | item | as the problem says | as the problem says |
//! | demand | 0, and 1 from the moment that a taken option raises it | once is enough |
//! | the loose options | 0 | no limit |
//!
//! An option is loose if none of its items has `least == most`: once such an item needs nothing
//! more, it has no room left, and neither have its options. In plain problems no option is loose.

use crate::cells::Set;
use crate::taxes::Taxes;
use kumiki_id::narrow;
use kumiki_plan::Plan;
use std::collections::BTreeMap;
use std::ops::Range;

/// The bounds of a set, and where its entries lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The first of its cells.
    pub(crate) first: u32,
    /// How many entries it has.
    pub(crate) len: u32,
    /// So often it must be covered.
    pub(crate) least: u32,
    /// So often it may be covered, colours aside.
    pub(crate) most: u32,
}

/// An option as a member of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Number of the set.
    pub(crate) set: u32,
    /// The cell that holds it.
    pub(crate) place: u32,
}

/// A problem as sets of entries.
///
/// * **T1** The sets are numbered: items first, as in the plan, then the different demands in
///   lexicographic order, then the loose options.
/// * **T2** Option o has the entries `starts[o]..starts[o + 1]`, sorted by set.
/// * **T3** Set s has the cells `first..first + len` of its shape. In the beginning they hold its
///   entries, sorted by option, and each entry knows its place.
/// * **T4** `raises[raise_starts[o]..raise_starts[o + 1]]` are the demands of option o; both are
///   empty if there are none.
/// * **T5** `colours` is empty if there are none, otherwise it has one number per entry, 0 for no
///   colour.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The sets by their numbers (T1, T3).
    pub(crate) shapes: Vec<Shape>,
    /// The entries of all options, with their first places (T2, T3).
    pub(crate) entries: Vec<Entry>,
    /// For each entry its option.
    pub(crate) option_of: Vec<u32>,
    /// For each cell the entry that is there in the beginning (T3).
    pub(crate) cells: Vec<u32>,
    /// Costs, if there are any.
    pub(crate) taxes: Option<Taxes>,
    /// How many sets are items: those below this (T1).
    item_count: u32,
    /// For each option its first entry (T2). One more than options.
    starts: Vec<u32>,
    /// For each entry its colour (T5).
    colours: Vec<u32>,
    /// For each option its first demand in `raises` (T4). One more than options.
    raise_starts: Vec<u32>,
    /// The demands of all options, as numbers of sets (T4).
    raises: Vec<u32>,
}

impl Table {
    pub(crate) fn new(plan: &Plan) -> Self {
        let demands = Demands::new(plan);
        let mut table = Self {
            shapes: Vec::new(),
            entries: Vec::new(),
            option_of: Vec::new(),
            cells: Vec::new(),
            taxes: plan.has_costs().then(|| Taxes::new(plan)),
            item_count: narrow(plan.items().len()),
            starts: vec![0],
            colours: Vec::new(),
            raise_starts: Vec::new(),
            raises: Vec::new(),
        };
        let has_colours = (0..plan.option_count())
            .any(|option| plan.entries(option).iter().any(|entry| entry.colour > 0));
        for option in 0..plan.option_count() {
            if has_colours {
                table.colours.extend(plan.entries(option).iter().map(|entry| entry.colour));
            }
            demands.for_each_set(plan, option, |set| table.entries.push(Entry { set, place: 0 }));
            table.option_of.resize(table.entries.len(), narrow(option));
            if has_colours {
                table.colours.resize(table.entries.len(), 0);
            }
            table.starts.push(narrow(table.entries.len()));
        }
        if plan.has_demands() {
            table.raise_starts.push(0);
            for option in 0..plan.option_count() {
                let raised =
                    plan.demands(option).iter().map(|list| demands.number_of[list.as_slice()]);
                table.raises.extend(raised);
                table.raise_starts.push(narrow(table.raises.len()));
            }
        }
        let bounds = plan.items().iter().map(|item| (item.least, item.most));
        let bounds =
            bounds.chain(demands.number_of.values().map(|_| (0, 1))).chain([(0, u32::MAX)]);
        table.lay_out(bounds);
        table
    }

    /// Gives every set its cells, and every entry its place (T3).
    fn lay_out(&mut self, bounds: impl Iterator<Item = (u32, u32)>) {
        let shape = |(least, most)| Shape { first: 0, len: 0, least, most };
        self.shapes = bounds.map(shape).collect();
        for entry in &self.entries {
            self.shapes[entry.set as usize].len += 1;
        }
        let mut end = 0;
        for shape in &mut self.shapes {
            shape.first = end;
            end += shape.len;
        }
        let mut next: Vec<u32> = self.shapes.iter().map(|shape| shape.first).collect();
        self.cells = vec![0; self.entries.len()];
        for (number, entry) in self.entries.iter_mut().enumerate() {
            entry.place = next[entry.set as usize];
            next[entry.set as usize] += 1;
            self.cells[entry.place as usize] = narrow(number);
        }
    }

    pub(crate) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The entries of an option (T2).
    #[inline(always)]
    pub(crate) fn entries_of(&self, option: u32) -> Range<u32> {
        self.starts[option as usize]..self.starts[option as usize + 1]
    }

    /// The demands that an option raises (T4).
    #[inline(always)]
    pub(crate) fn raises(&self, option: u32) -> &[u32] {
        if self.raises.is_empty() {
            return &[];
        }
        let (from, to) =
            (self.raise_starts[option as usize], self.raise_starts[option as usize + 1]);
        &self.raises[(from as usize)..to as usize]
    }

    /// The colour that an option gives to an item, or 0.
    #[inline(always)]
    pub(crate) fn colour(&self, entry: u32) -> u32 {
        self.colours.get(entry as usize).copied().unwrap_or(0)
    }

    #[inline(always)]
    pub(crate) fn is_item(&self, set: u32) -> bool {
        set < self.item_count
    }

    /// The set of the loose options.
    #[inline(always)]
    pub(crate) fn loose(&self) -> u32 {
        narrow(self.shapes.len() - 1)
    }

    /// The entry of an option among the loose ones, if it is loose.
    #[inline]
    pub(crate) fn loose_entry(&self, option: u32) -> Option<u32> {
        let last = self.entries_of(option).next_back()?;
        (self.entries[last as usize].set == self.loose()).then_some(last)
    }
}

/// The different demands of a plan.
struct Demands<'p> {
    /// The number of the set of each demand, by its items.
    number_of: BTreeMap<&'p [u32], u32>,
    /// For each item the demands that it meets; empty if there are no demands.
    met_by: Vec<Vec<u32>>,
    /// The number of the set of loose options, which is the last (T1).
    loose: u32,
}

impl<'p> Demands<'p> {
    fn new(plan: &'p Plan) -> Self {
        let lists = (0..plan.option_count()).flat_map(|option| plan.demands(option));
        let mut number_of: BTreeMap<&[u32], u32> = lists.map(|list| (list.as_slice(), 0)).collect();
        let mut met_by = vec![Vec::new(); if plan.has_demands() { plan.items().len() } else { 0 }];
        let mut next = narrow(plan.items().len());
        for (list, number) in &mut number_of {
            *number = next;
            for item in *list {
                met_by[*item as usize].push(next);
            }
            next += 1;
        }
        Self { number_of, met_by, loose: next }
    }

    /// Calls `see` on every set that an option belongs to, increasing (T2).
    fn for_each_set(&self, plan: &Plan, option: usize, mut see: impl FnMut(u32)) {
        let entries = plan.entries(option);
        entries.iter().for_each(|entry| see(entry.item));
        if !self.met_by.is_empty() {
            let mut met: Vec<u32> = entries
                .iter()
                .flat_map(|entry| self.met_by[entry.item as usize].iter().copied())
                .collect();
            met.sort_unstable();
            met.dedup();
            met.into_iter().for_each(&mut see);
        }
        let has_slack =
            |item: u32| plan.items()[item as usize].least < plan.items()[item as usize].most;
        if entries.iter().all(|entry| has_slack(entry.item)) {
            see(self.loose);
        }
    }
}

/// Bytes that a table and one search of it take, as long as it branches on no ranged item more than
/// once.
pub(crate) fn bytes_needed(plan: &Plan) -> u64 {
    const NUMBER: usize = size_of::<u32>();
    // In the table the entry, its option, colour and cell; in the search the entry, its cell, a
    // record on the trail, and a place among the options that wait.
    const PER_ENTRY: usize = 2 * size_of::<Entry>() + 3 * NUMBER + NUMBER + 2 * NUMBER + NUMBER;
    // In the table the shape and the tax; in the search the set, and places among the needy and the
    // tight ones.
    const PER_SET: usize = size_of::<Shape>() + size_of::<u64>() + size_of::<Set>() + 4 * NUMBER;
    // In the table where its entries and demands begin, its cost and the rest of it; in the search
    // when it was removed, and places among those taken and deleted.
    const PER_OPTION: usize = 2 * NUMBER + 2 * size_of::<u64>() + size_of::<u64>() + 2 * NUMBER;
    let demands = Demands::new(plan);
    let mut entries = 0;
    for option in 0..plan.option_count() {
        demands.for_each_set(plan, option, |_| entries += 1);
    }
    let sets = demands.loose as usize + 1;
    let bytes = entries * PER_ENTRY + sets * PER_SET + plan.option_count() * PER_OPTION;
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_oracle::universe::{RandomShape, random_cover_problems};

    /// How many options are loose, where that is as the module says.
    fn loose_count(shape: &RandomShape) -> u32 {
        let problems = random_cover_problems(2, 30, shape);
        let checked = problems.map(|problem| {
            let plan = Plan::new(&problem);
            let table = Table::new(&plan);
            for option in 0..plan.option_count() {
                let bounds =
                    plan.entries(option).iter().map(|entry| plan.items()[entry.item as usize]);
                let is_loose = bounds.clone().all(|item| item.least < item.most);
                assert_eq!(
                    table.loose_entry(narrow(option)).is_some(),
                    is_loose,
                    "option {option}: {problem:?}"
                );
            }
            table.shapes[table.loose() as usize].len
        });
        checked.sum()
    }

    #[test]
    fn options_are_loose_if_all_their_items_have_slack() {
        assert!(loose_count(&RandomShape::with_everything()) > 50);
        let plain = RandomShape { option_len: 9, primary_percent: 90, ..RandomShape::plain() };
        let uncoloured =
            random_cover_problems(2, 30, &plain).filter(kumiki_model::CoverProblem::is_plain);
        let mut plain_count = 0;
        for problem in uncoloured {
            let table = Table::new(&Plan::new(&problem));
            assert_eq!(table.shapes[table.loose() as usize].len, 0, "{problem:?}");
            plain_count += 1;
        }
        assert!(plain_count > 5, "only {plain_count} problems are plain");
    }

    #[test]
    fn entries_and_cells_point_at_each_other() {
        for problem in random_cover_problems(4, 30, &RandomShape::with_everything()) {
            let table = Table::new(&Plan::new(&problem));
            for (number, entry) in table.entries.iter().enumerate() {
                let shape = table.shapes[entry.set as usize];
                assert!(
                    (shape.first..shape.first + shape.len).contains(&entry.place),
                    "T3: {problem:?}"
                );
                assert_eq!(table.cells[entry.place as usize] as usize, number, "T3: {problem:?}");
                assert!(
                    table.entries_of(table.option_of[number]).contains(&narrow(number)),
                    "T2: {problem:?}"
                );
            }
            for shape in &table.shapes {
                let cells =
                    &table.cells[(shape.first as usize)..(shape.first + shape.len) as usize];
                assert!(cells.is_sorted(), "T3: {problem:?}");
            }
        }
    }
}
