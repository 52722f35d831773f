//! All symmetries of an exact-cover problem, by giving images to items and then to options.
//!
//! A symmetry is a permutation of the options together with one of the items such that
//!
//! * **N1** an item goes to one with the same bounds,
//! * **N2** the items of an option go to the items of its image,
//! * **N3** an option goes to one with the same cost,
//! * **N4** a use of an item without colour goes to one without, and two uses of an item in the
//!   same colour go to two in the same colour, two in different colours to two in different
//!   colours: colours may change their names, and at each item in its own way,
//! * **N5** what an option requires goes to what its image requires.
//!
//! Solutions then go to solutions of the same cost. What a symmetry does to the options is what
//! matters; several permutations of items may go with it.

use kumiki_id::Id;
use kumiki_model::{Colour, CoverProblem, Requirement};
use std::collections::{BTreeMap, BTreeSet};

/// What all symmetries of a problem do to its options: sets of lists of images. Given up after so
/// many steps.
///
/// Items get their images one by one, in the order in which options name them. So far, the options
/// restricted to the items that have images must go to the options restricted to these images, with
/// their sizes and costs. When all items have images, options get theirs among those with the same
/// items.
#[must_use]
pub fn automorphisms(problem: &CoverProblem, limit_steps: u64) -> Option<BTreeSet<Vec<usize>>> {
    let numbered = NumberedCover::new(problem);
    let item_count = numbered.bounds.len();
    let mut order: Vec<usize> = Vec::new();
    let named = numbered.entries.iter().flat_map(BTreeMap::keys).copied();
    for item in named.chain(0..item_count) {
        if !order.contains(&item) {
            order.push(item);
        }
    }
    let mut search = Images {
        order,
        images: vec![None; item_count],
        on_options: Vec::new(),
        found: BTreeSet::new(),
        steps_left: limit_steps,
        numbered,
    };
    search.next_item(0)?;
    Some(search.found)
}

/// A symmetry half decided.
struct Images {
    numbered: NumberedCover,
    /// The items in the order in which they get images.
    order: Vec<usize>,
    images: Vec<Option<usize>>,
    /// The images of the first options, once all items have theirs.
    on_options: Vec<usize>,
    found: BTreeSet<Vec<usize>>,
    steps_left: u64,
}

/// What is left of an option: how many items it has, its cost, and some of its items.
type Trace = (usize, u64, Vec<usize>);

impl Images {
    /// Gives an image to an item by its place in the order, all earlier ones having theirs.
    fn next_item(&mut self, at: usize) -> Option<()> {
        let Some(item) = self.order.get(at).copied() else { return self.next_option() };
        for image in 0..self.images.len() {
            let is_free = !self.images.contains(&Some(image));
            if self.numbered.bounds[image] == self.numbered.bounds[item] && is_free {
                self.steps_left = self.steps_left.checked_sub(1)?;
                self.images[item] = Some(image);
                if self.traces_match() {
                    self.next_item(at + 1)?;
                }
                self.images[item] = None;
            }
        }
        Some(())
    }

    /// Whether options restricted to the items with images go to options restricted to these
    /// images.
    fn traces_match(&self) -> bool {
        let sorted = |items: &dyn Fn(usize) -> Option<usize>| -> Vec<Trace> {
            let trace = |(entries, cost): (&Entries, &u64)| {
                let mut kept: Vec<usize> = entries.keys().filter_map(|item| items(*item)).collect();
                kept.sort_unstable();
                (entries.len(), *cost, kept)
            };
            let options = self.numbered.entries.iter().zip(&self.numbered.costs);
            let mut traces: Vec<Trace> = options.map(trace).collect();
            traces.sort_unstable();
            traces
        };
        let images: BTreeSet<usize> = self.images.iter().copied().flatten().collect();
        sorted(&|item| self.images[item]) == sorted(&|item| images.get(&item).copied())
    }

    /// Gives an image to the next option, all items having theirs.
    fn next_option(&mut self) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        let NumberedCover { entries, costs, .. } = &self.numbered;
        let on_items: Vec<usize> = self.images.iter().copied().flatten().collect();
        let option = self.on_options.len();
        if option == entries.len() {
            if self.numbered.is_kept_by(&self.on_options, &on_items) {
                self.found.insert(self.on_options.clone());
            }
            return Some(());
        }
        let wanted: BTreeSet<usize> = entries[option].keys().map(|item| on_items[*item]).collect();
        let fits = |image: &usize| {
            entries[*image].keys().eq(&wanted)
                && costs[*image] == costs[option]
                && !self.on_options.contains(image)
        };
        let images: Vec<usize> = (0..entries.len()).filter(fits).collect();
        for image in images {
            self.on_options.push(image);
            self.next_option()?;
            self.on_options.pop();
        }
        Some(())
    }
}

/// The items of an option, with their colours.
type Entries = BTreeMap<usize, Option<Colour>>;

/// A problem with plain numbers in place of ids.
#[derive(Debug)]
pub struct NumberedCover {
    /// The bounds of each item.
    bounds: Vec<(u32, u32)>,
    entries: Vec<Entries>,
    costs: Vec<u64>,
    /// Options with a set of items that each requires.
    demands: BTreeSet<(usize, BTreeSet<usize>)>,
}

impl NumberedCover {
    /// The problem with items and options numbered in their order.
    #[must_use]
    pub fn new(problem: &CoverProblem) -> Self {
        let options = || problem.options().ids();
        let entries = |option| problem.entries(option).map(|(item, c)| (item.index(), c)).collect();
        let demand = |Requirement { option, any_of }: &Requirement| {
            (option.index(), any_of.iter().map(|item| item.index()).collect())
        };
        Self {
            bounds: problem.items().iter().map(|kind| (kind.least(), kind.most())).collect(),
            entries: options().map(entries).collect(),
            costs: options().map(|option| problem.cost(option)).collect(),
            demands: problem.requirements().iter().map(demand).collect(),
        }
    }

    /// Whether N1 to N5 hold for these images of options and of items.
    #[must_use]
    pub fn is_kept_by(&self, on_options: &[usize], on_items: &[usize]) -> bool {
        let image = |items: &mut dyn Iterator<Item = &usize>| -> BTreeSet<usize> {
            items.map(|item| on_items[*item]).collect()
        };
        let bounds_kept =
            on_items.iter().enumerate().all(|(item, to)| self.bounds[item] == self.bounds[*to]); // N1
        let options_kept = on_options.iter().enumerate().all(|(at, to)| {
            self.entries[*to].keys().eq(&image(&mut self.entries[at].keys())) // N2
                && self.costs[at] == self.costs[*to] // N3
        });
        let demands_kept = || {
            let moved = |(at, any_of): &(usize, BTreeSet<usize>)| {
                (on_options[*at], image(&mut any_of.iter()))
            };
            self.demands.iter().map(moved).collect::<BTreeSet<_>>() == self.demands // N5
        };
        bounds_kept && options_kept && self.colours_kept(on_options, on_items) && demands_kept()
    }

    /// N4, given N2.
    fn colours_kept(&self, on_options: &[usize], on_items: &[usize]) -> bool {
        // Each use of an item: the item, its colour, and the colour of the image.
        let uses_of = |(at, entries): (usize, &Entries)| {
            let image = &self.entries[on_options[at]];
            let uses =
                entries.iter().map(|(item, colour)| (*item, *colour, image[&on_items[*item]]));
            uses.collect::<Vec<_>>()
        };
        let uses: BTreeSet<_> = self.entries.iter().enumerate().flat_map(uses_of).collect();
        let colours: BTreeSet<_> = uses.iter().map(|(item, colour, _)| (item, colour)).collect();
        let images: BTreeSet<_> = uses.iter().map(|(item, _, to)| (item, to)).collect();
        let is_one_to_one = [colours.len(), images.len()] == [uses.len(); 2];
        is_one_to_one && uses.iter().all(|(_, colour, to)| colour.is_none() == to.is_none())
    }
}
