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

use kumiki_model::{Colour, CoverProblem, OptionId};
use std::collections::BTreeSet;

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
    let named = numbered.entries.iter().flatten().map(|(item, _)| *item);
    for item in named.chain(0..item_count) {
        if !order.contains(&item) {
            order.push(item);
        }
    }
    let mut search = Images {
        order,
        images: vec![None; item_count],
        is_image: vec![false; item_count],
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
    /// Which items are images.
    is_image: Vec<bool>,
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
            if self.numbered.bounds[image] == self.numbered.bounds[item] && !self.is_image[image] {
                self.steps_left = self.steps_left.checked_sub(1)?;
                self.images[item] = Some(image);
                self.is_image[image] = true;
                if self.traces_match() {
                    self.next_item(at + 1)?;
                }
                self.images[item] = None;
                self.is_image[image] = false;
            }
        }
        Some(())
    }

    /// Whether options restricted to the items with images go to options restricted to these
    /// images.
    fn traces_match(&self) -> bool {
        let sorted = |items: &dyn Fn(usize) -> Option<usize>| -> Vec<Trace> {
            let trace = |(entries, cost): (&BTreeSet<(usize, Option<Colour>)>, &u64)| {
                let mut kept: Vec<usize> =
                    entries.iter().filter_map(|(item, _)| items(*item)).collect();
                kept.sort_unstable();
                (entries.len(), *cost, kept)
            };
            let mut traces: Vec<Trace> =
                self.numbered.entries.iter().zip(&self.numbered.costs).map(trace).collect();
            traces.sort_unstable();
            traces
        };
        sorted(&|item| self.images[item]) == sorted(&|item| self.is_image[item].then_some(item))
    }

    fn next_option(&mut self) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        let option = self.on_options.len();
        if option == self.numbered.entries.len() {
            let on_items: Option<Vec<usize>> = self.images.iter().copied().collect();
            if on_items
                .is_some_and(|on_items| self.numbered.is_kept_by(&self.on_options, &on_items))
            {
                self.found.insert(self.on_options.clone());
            }
            return Some(());
        }
        let items = |at: usize| -> BTreeSet<usize> {
            self.numbered.entries[at].iter().map(|(i, _)| *i).collect()
        };
        let wanted: BTreeSet<usize> =
            items(option).into_iter().filter_map(|item| self.images[item]).collect();
        let fits = |image: &usize| {
            items(*image) == wanted
                && self.numbered.costs[*image] == self.numbered.costs[option]
                && !self.on_options.contains(image)
        };
        let images: Vec<usize> = (0..self.numbered.entries.len()).filter(fits).collect();
        for image in images {
            self.on_options.push(image);
            self.next_option()?;
            self.on_options.pop();
        }
        Some(())
    }
}

/// A problem with plain numbers in place of ids.
#[derive(Debug)]
pub struct NumberedCover {
    /// The bounds of each item.
    bounds: Vec<(u32, u32)>,
    /// The items of each option, with their colours.
    entries: Vec<BTreeSet<(usize, Option<Colour>)>>,
    costs: Vec<u64>,
    /// Options with a set of items that each requires.
    demands: BTreeSet<(usize, BTreeSet<usize>)>,
}

impl NumberedCover {
    /// The problem with items and options numbered in their order.
    #[must_use]
    pub fn new(problem: &CoverProblem) -> Self {
        let number =
            |item| problem.items().ids().position(|other| other == item).expect("an item of it");
        let entries =
            |option: OptionId| problem.entries(option).map(|(item, c)| (number(item), c)).collect();
        let demands = problem.options().ids().enumerate().flat_map(|(at, option)| {
            let own = problem.requirements().iter().filter(move |demand| demand.option == option);
            own.map(move |demand| (at, demand.any_of.iter().map(|item| number(*item)).collect()))
        });
        Self {
            bounds: problem.items().iter().map(|kind| (kind.least(), kind.most())).collect(),
            entries: problem.options().ids().map(entries).collect(),
            costs: problem.options().ids().map(|option| problem.cost(option)).collect(),
            demands: demands.collect(),
        }
    }

    /// Whether N1 to N5 hold for these images of options and of items.
    #[must_use]
    pub fn is_kept_by(&self, on_options: &[usize], on_items: &[usize]) -> bool {
        let image = |items: &BTreeSet<usize>| items.iter().map(|item| on_items[*item]).collect();
        let items_of =
            |at: usize| -> BTreeSet<usize> { self.entries[at].iter().map(|(i, _)| *i).collect() };
        let options = || on_options.iter().copied().enumerate();
        let bounds_kept =
            on_items.iter().enumerate().all(|(item, to)| self.bounds[item] == self.bounds[*to]); // N1
        let items_kept = options().all(|(at, to)| items_of(to) == image(&items_of(at))); // N2
        let costs_kept = options().all(|(at, to)| self.costs[at] == self.costs[to]); // N3
        let demands_kept = || {
            let moved = |(at, any_of): &(usize, BTreeSet<usize>)| (on_options[*at], image(any_of));
            self.demands.iter().map(moved).collect::<BTreeSet<_>>() == self.demands // N5
        };
        bounds_kept
            && items_kept
            && costs_kept
            && self.colours_kept(on_options, on_items)
            && demands_kept()
    }

    /// N4, given N2.
    fn colours_kept(&self, on_options: &[usize], on_items: &[usize]) -> bool {
        let colour_of = |option: usize, item: usize| {
            let entry = self.entries[option].iter().find(|(other, _)| *other == item);
            entry
                .map(|(_, colour)| *colour)
                .expect("N2: the images of an option's items are items of its image")
        };
        // Each use of an item: the item, its colour, and the colour of the image.
        let uses: Vec<(usize, Option<Colour>, Option<Colour>)> = (0..self.entries.len())
            .flat_map(|at| self.entries[at].iter().map(move |entry| (at, *entry)))
            .map(|(at, (item, colour))| (item, colour, colour_of(on_options[at], on_items[item])))
            .collect();
        uses.iter().all(|(item, colour, to)| {
            let same_item = uses.iter().filter(|(other, ..)| other == item);
            colour.is_none() == to.is_none()
                && same_item
                    .into_iter()
                    .all(|(_, other, other_to)| (colour == other) == (to == other_to))
        })
    }
}
