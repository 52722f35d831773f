//! All symmetries of an exact-cover problem, by trying every permutation of options with every one
//! of items.
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

/// What all symmetries of a problem do to its options: sorted lists of images, the identity first.
///
/// With n options and m items that takes n! m! tries: for up to 6 options and 5 items.
///
/// ```
/// use kumiki_judge::naive;
/// use kumiki_group::Action;
/// use kumiki_model::{CoverProblemBuilder, ItemKind};
/// let mut builder = CoverProblemBuilder::new();
/// let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
/// builder.option([a]);
/// builder.option([a, b]);
/// builder.option([b]);
/// let problem = builder.build(Action::trivial(2))?;
/// assert_eq!(naive::automorphisms(&problem), [[0, 1, 2], [2, 1, 0]]);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn automorphisms(problem: &CoverProblem) -> Vec<Vec<usize>> {
    let numbered = Numbered::new(problem);
    let on_items = permutations(problem.items().len());
    let mut found = permutations(problem.options().len());
    found.retain(|options| on_items.iter().any(|items| numbered.is_kept_by(options, items)));
    found
}

/// The same as [`automorphisms`] for larger problems, in no more than so many steps.
///
/// Items get their images one by one, in the order in which options name them. So far, the options
/// restricted to the items that have images must go to the options restricted to these images, with
/// their sizes and costs. When all items have images, options get theirs among those with the same
/// items.
#[must_use]
pub fn automorphisms_within(
    problem: &CoverProblem,
    limit_steps: u64,
) -> Option<BTreeSet<Vec<usize>>> {
    let numbered = Numbered::new(problem);
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
    numbered: Numbered,
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

/// Whether a permutation of options and one of items, both as lists of images, are a symmetry of
/// the problem.
///
/// # Panics
/// If a list is not a permutation of so many options or items.
#[must_use]
pub fn is_automorphism(problem: &CoverProblem, on_options: &[usize], on_items: &[usize]) -> bool {
    for (images, count) in
        [(on_options, problem.options().len()), (on_items, problem.items().len())]
    {
        let different: BTreeSet<usize> = images.iter().copied().collect();
        assert!(
            images.len() == count && different.into_iter().eq(0..count),
            "a permutation of {count}"
        );
    }
    Numbered::new(problem).is_kept_by(on_options, on_items)
}

/// All permutations of `0..count` in lexicographic order.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |start: &Vec<usize>| {
            let start = start.clone();
            (0..count)
                .filter(|next| !start.contains(next))
                .map(|next| [&start[..], &[next]].concat())
                .collect()
        };
        all = all.iter().flat_map(|start| -> Vec<Vec<usize>> { longer(start) }).collect();
    }
    all
}

/// A problem with plain numbers in place of ids.
struct Numbered {
    /// The bounds of each item.
    bounds: Vec<(u32, u32)>,
    /// The items of each option, with their colours.
    entries: Vec<BTreeSet<(usize, Option<Colour>)>>,
    costs: Vec<u64>,
    /// Options with a set of items that each requires.
    demands: BTreeSet<(usize, BTreeSet<usize>)>,
}

impl Numbered {
    fn new(problem: &CoverProblem) -> Self {
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

    fn is_kept_by(&self, on_options: &[usize], on_items: &[usize]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::covers;
    use crate::universe;
    use kumiki_group::Action;
    use kumiki_model::{CoverProblemBuilder, ItemKind};

    #[test]
    fn images_of_items_give_the_same_symmetries_as_all_permutations() {
        let mut order_sum = 0;
        let shape = universe::RandomShape {
            items: 4,
            options: 2,
            copies: 1,
            ..universe::RandomShape::with_everything()
        };
        for problem in universe::random_cover_problems(31, 200, &shape) {
            if problem.options().len() > 5 {
                continue;
            }
            let all: BTreeSet<Vec<usize>> = automorphisms(&problem).into_iter().collect();
            assert_eq!(automorphisms_within(&problem, u64::MAX), Some(all.clone()), "{problem:?}");
            order_sum += all.len();
        }
        assert!(order_sum > 100, "{order_sum}");
    }

    #[test]
    fn permutations_are_all_there_in_order() {
        assert_eq!(permutations(0), [[0; 0]]);
        let six = permutations(3);
        assert_eq!(six, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
        assert_eq!(permutations(5).len(), 120);
    }

    /// Solutions go to solutions, and the symmetries are closed under composition.
    fn check(problem: &CoverProblem) {
        let ids: Vec<OptionId> = problem.options().ids().collect();
        let position =
            |option: &OptionId| ids.iter().position(|id| id == option).expect("an option of it");
        let solutions: BTreeSet<Vec<OptionId>> = covers(problem).into_iter().collect();
        let group = automorphisms(problem);
        for one in &group {
            let moved = |solution: &Vec<OptionId>| {
                let mut image: Vec<OptionId> =
                    solution.iter().map(|o| ids[one[position(o)]]).collect();
                image.sort_unstable();
                image
            };
            let images: BTreeSet<Vec<OptionId>> = solutions.iter().map(moved).collect();
            assert_eq!(images, solutions, "{one:?} of {problem:?}");
            for other in &group {
                let both: Vec<usize> = one.iter().map(|image| other[*image]).collect();
                assert!(
                    group.binary_search(&both).is_ok(),
                    "{one:?} then {other:?} of {problem:?}"
                );
            }
        }
    }

    #[test]
    fn symmetries_map_solutions_to_solutions_and_form_a_group() {
        let plain = universe::cover_problems(3, 4);
        let demanding = universe::cover_problems_with_requirements(2, 3, 2);
        let coloured = universe::cover_problems_with_colours(2, 3);
        let ranged = universe::cover_problems_with_ranges(2, 3);
        plain.chain(demanding).chain(coloured).chain(ranged).for_each(|problem| check(&problem));
    }

    /// Two primary items, each with one option that also colours an optional item; the problem is
    /// changed by `change` and must then have so many symmetries.
    fn with_change(change: impl Fn(&mut CoverProblemBuilder, [OptionId; 2]), expected: usize) {
        let mut builder = CoverProblemBuilder::new();
        let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
        let [x, y] = [ItemKind::Optional; 2].map(|kind| builder.item(kind));
        // The names of the colours differ, which must not matter.
        let left = builder.coloured_option([(a, None), (x, Some(Colour(0)))]);
        let right = builder.coloured_option([(b, None), (y, Some(Colour(1)))]);
        change(&mut builder, [left, right]);
        let degree = builder.item_count();
        let problem = builder.build(Action::trivial(degree)).expect("valid");
        assert_eq!(automorphisms(&problem).len(), expected, "{problem:?}");
    }

    #[test]
    fn every_condition_can_break_a_symmetry() {
        let items = |problem: &CoverProblemBuilder| {
            let ids: kumiki_model::CoverProblem =
                problem.clone().build(Action::trivial(problem.item_count())).expect("valid");
            ids.items().ids().collect::<Vec<_>>()
        };
        with_change(|_, _| {}, 2);
        // N1, seen through an option each.
        let more = |builder: &mut CoverProblemBuilder, kinds: [ItemKind; 2]| {
            let [p, q] = kinds.map(|kind| builder.item(kind));
            let known = items(builder);
            builder.option([known[0], p]);
            builder.option([known[1], q]);
        };
        with_change(|builder, _| more(builder, [ItemKind::between(0, 2); 2]), 2);
        with_change(
            |builder, _| more(builder, [ItemKind::between(0, 2), ItemKind::between(0, 3)]),
            1,
        );
        // N3.
        with_change(|builder, both| both.iter().for_each(|option| builder.cost(*option, 3)), 2);
        with_change(|builder, [left, _]| builder.cost(left, 3), 1);
        // N5.
        let require = |builder: &mut CoverProblemBuilder, option, item: usize| {
            let known = items(builder);
            builder.require(option, [known[item]]);
        };
        with_change(|builder, [left, _]| require(builder, left, 3), 1);
        with_change(
            |builder, [left, right]| {
                require(builder, left, 3);
                require(builder, right, 2);
            },
            2,
        );
        // N4: a second use of each of the optional items, in a colour of its own, the same colour,
        // or none.
        let uses = |builder: &mut CoverProblemBuilder, colours: [Option<Colour>; 2]| {
            let known = items(builder);
            builder.coloured_option([(known[2], colours[0])]);
            builder.coloured_option([(known[3], colours[1])]);
        };
        let [zero, one] = [Some(Colour(0)), Some(Colour(1))];
        with_change(|builder, _| uses(builder, [zero, one]), 2);
        with_change(|builder, _| uses(builder, [one, zero]), 2);
        with_change(|builder, _| uses(builder, [zero, zero]), 1);
        with_change(|builder, _| uses(builder, [None, None]), 2);
        with_change(|builder, _| uses(builder, [one, None]), 1);
    }

    #[test]
    fn items_are_part_of_a_symmetry() {
        let mut builder = CoverProblemBuilder::new();
        let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
        builder.option([a]);
        builder.option([b]);
        let problem = builder.build(Action::trivial(2)).expect("valid");
        assert!(is_automorphism(&problem, &[1, 0], &[1, 0]));
        assert!(!is_automorphism(&problem, &[1, 0], &[0, 1]));
    }
}
