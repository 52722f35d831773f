//! Small universes: *all* exact-cover problems up to a size, for tests that leave no case out; and
//! random larger ones. Random tiling questions too.
//!
//! A problem is given by its kinds of item and its options. Renumbering items changes nothing that
//! matters, so the kinds come in one order only. Options, on the other hand, are taken
//! in every combination, although renumbering makes many of them alike: a test that goes through a
//! few thousand problems twice is cheaper than an argument why it need not.

mod dice;
mod outline;
mod random;
mod tilings;

pub use dice::Dice;
pub use random::{PlantedSymmetry, RandomShape, random_cover_problems};
pub use tilings::{
    dominoes, lozenges, random_coloured_dissections, random_coloured_tiling_questions,
    random_dissections, random_tiling_questions,
};

use kumiki_group::Action;
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};

/// All problems with `item_count` items, any number of them primary and the others optional, and at
/// most `max_options` different options, without colours and requirements.
///
/// With three items and no bound on the options there are 4 * 2^7 of them.
///
/// ```
/// use kumiki_oracle::universe;
/// assert_eq!(universe::cover_problems(3, 7).count(), 512);
/// ```
pub fn cover_problems(item_count: usize, max_options: usize) -> impl Iterator<Item = CoverProblem> {
    outlines(item_count, max_options, 0).map(|outline| outline.problem(&[]))
}

/// The problems of [`cover_problems`] with requirements: each problem that has an option is
/// returned once for every single requirement it can have, and then `draws` more times with two,
/// three or four requirements drawn by a generator of pseudo-random numbers, the same ones every
/// time.
///
/// ```
/// use kumiki_oracle::universe;
/// // One item, primary or optional, one option, one possible requirement.
/// assert_eq!(universe::cover_problems_with_requirements(1, 1, 0).count(), 2);
/// assert_eq!(universe::cover_problems_with_requirements(1, 1, 5).count(), 12);
/// ```
pub fn cover_problems_with_requirements(
    item_count: usize,
    max_options: usize,
    draws: usize,
) -> impl Iterator<Item = CoverProblem> {
    let mut dice = Dice::new(0);
    outlines(item_count, max_options, 0).filter(|outline| !outline.options.is_empty()).flat_map(
        move |outline| {
            let demand_count = outline.options.len() * outline.nonempty_set_count();
            let single = (0..demand_count).map(|number| vec![number]);
            let drawn: Vec<Vec<usize>> = (0..draws)
                .map(|_| (0..2 + dice.below(3)).map(|_| dice.below(demand_count)).collect())
                .collect();
            single.chain(drawn).map(|demands| outline.problem(&demands)).collect::<Vec<_>>()
        },
    )
}

/// The problems of [`cover_problems`] with colours: an option uses an optional item not at all,
/// without colour, or in one of two colours.
///
/// With p primary and q optional items there are 2^p 4^q - 1 options to choose from. With two items
/// and at most three options that makes 8, 64 and 576 problems; with three items, 47360.
///
/// ```
/// use kumiki_oracle::universe;
/// assert_eq!(universe::cover_problems_with_colours(2, 3).count(), 8 + 64 + 576);
/// ```
pub fn cover_problems_with_colours(
    item_count: usize,
    max_options: usize,
) -> impl Iterator<Item = CoverProblem> {
    outlines(item_count, max_options, 2).map(|outline| outline.problem(&[]))
}

/// All problems with `item_count` items that are to be covered between 0, 1 or 2 and 1, 2 or 3
/// times, and at most `max_options` options, which may be equal.
///
/// There are 8 kinds of item, so 36 kinds of two and 120 of three. With two items there are 3
/// options to choose from and hence 35 ways to choose at most four of them with repetition; with
/// three items, 7 and 330.
///
/// ```
/// use kumiki_oracle::universe;
/// assert_eq!(universe::cover_problems_with_ranges(2, 4).count(), 36 * 35);
/// ```
pub fn cover_problems_with_ranges(
    item_count: usize,
    max_options: usize,
) -> impl Iterator<Item = CoverProblem> {
    let bounds = (0..=2).flat_map(|least: u32| (least.max(1)..=3).map(move |most| (least, most)));
    let kinds: Vec<ItemKind> = bounds.map(|(least, most)| ItemKind::between(least, most)).collect();
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..item_count {
        let longer = |choice: Vec<usize>| {
            let first = choice.last().copied().unwrap_or(0);
            (first..kinds.len()).map(move |kind| [&choice[..], &[kind]].concat())
        };
        choices = choices.into_iter().flat_map(longer).collect();
    }
    choices.into_iter().flat_map(move |choice| {
        let kinds = choice.into_iter().map(|kind| kinds[kind]).collect();
        let start = Outline { kinds, colour_count: 0, repeats: true, options: Vec::new() };
        start.all_options(max_options).map(|outline| outline.problem(&[]))
    })
}

/// A problem before it is built. A set of items is the number whose binary digits say which.
#[derive(Clone)]
struct Outline {
    kinds: Vec<ItemKind>,
    /// How many colours an optional item can get.
    colour_count: usize,
    /// Whether an option may occur more than once.
    repeats: bool,
    /// The options as numbers, increasing. The digits of such a number say how it uses each item: 0
    /// not at all, 1 without colour, 2 in the first colour, and so on. The first item has the
    /// lowest digit.
    options: Vec<usize>,
}

impl Outline {
    fn nonempty_set_count(&self) -> usize {
        (1 << self.kinds.len()) - 1
    }

    /// How many ways there are to use an item.
    fn use_count(&self, kind: ItemKind) -> usize {
        if kind == ItemKind::Optional { 2 + self.colour_count } else { 2 }
    }

    /// One more than the greatest number of an option.
    fn option_end(&self) -> usize {
        self.kinds.iter().map(|kind| self.use_count(*kind)).product()
    }

    /// The problem with the demands of the given numbers: number `d` is that of option `d / s` for
    /// one of the items of set `d % s + 1`, where `s` is the number of nonempty sets.
    fn problem(&self, demands: &[usize]) -> CoverProblem {
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> = self.kinds.iter().map(|kind| builder.item(*kind)).collect();
        let options: Vec<OptionId> = self
            .options
            .iter()
            .map(|number| {
                let mut rest = *number;
                let uses = items.iter().zip(&self.kinds).filter_map(|(item, kind)| {
                    let way = rest % self.use_count(*kind);
                    rest /= self.use_count(*kind);
                    let colour = |shade| Colour(u32::try_from(shade).expect("few colours"));
                    (way > 0).then(|| (*item, way.checked_sub(2).map(colour)))
                });
                builder.coloured_option(uses)
            })
            .collect();
        let nonempty_count = self.nonempty_set_count();
        for demand in demands {
            let set = demand % nonempty_count + 1;
            let members = items
                .iter()
                .enumerate()
                .filter(|(at, _)| set >> at & 1 == 1)
                .map(|(_, item)| *item);
            builder.require(options[demand / nonempty_count], members);
        }
        builder.build(Action::trivial(items.len())).expect("nonempty sets of known items")
    }

    /// This outline and all that come after it when at most `max_options` options are chosen in
    /// every way.
    fn all_options(self, max_options: usize) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), move |outline| outline.next(max_options))
    }

    /// The lexicographically next choice of at most `max_options` options.
    fn next(&self, max_options: usize) -> Option<Self> {
        let mut after = self.clone();
        let end = self.option_end();
        let mut candidate =
            self.options.last().map_or(1, |last| if self.repeats { *last } else { last + 1 });
        if self.options.len() == max_options || candidate >= end {
            // No room for another: the last option that can grow does.
            candidate = loop {
                let grown = after.options.pop()? + 1;
                if grown < end {
                    break grown;
                }
            };
        }
        after.options.push(candidate);
        Some(after)
    }
}

/// All numbers of primary items, the others optional, with all sets of options.
fn outlines(
    item_count: usize,
    max_options: usize,
    colour_count: usize,
) -> impl Iterator<Item = Outline> {
    (0..=item_count).flat_map(move |primary_count| {
        let kind = |at| if at < primary_count { ItemKind::Primary } else { ItemKind::Optional };
        let kinds = (0..item_count).map(kind).collect();
        Outline { kinds, colour_count, repeats: false, options: Vec::new() }
            .all_options(max_options)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn described(problem: &CoverProblem) -> String {
        let entries: Vec<Vec<_>> =
            problem.options().ids().map(|o| problem.entries(o).collect()).collect();
        format!("{:?} {entries:?} {:?}", problem.items(), problem.requirements())
    }

    /// The number of problems must be as expected, and all of them different.
    fn check(problems: impl Iterator<Item = CoverProblem>, expected: usize) {
        let all: Vec<String> = problems.map(|problem| described(&problem)).collect();
        assert_eq!(all.len(), expected);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), expected);
    }

    #[test]
    fn no_problem_is_missing_or_repeated() {
        check(cover_problems(0, 3), 1);
        check(cover_problems(1, 0), 2);
        check(cover_problems(1, 9), 2 * 2);
        check(cover_problems(2, 2), 3 * (1 + 3 + 3));
        check(cover_problems(3, 7), 4 * 128);
        check(cover_problems(4, 3), 5 * (1 + 15 + 105 + 455));
    }

    #[test]
    fn no_single_requirement_is_missing_or_repeated() {
        // Each option of each problem can demand each of the three nonempty sets of two items.
        check(cover_problems_with_requirements(2, 3, 0), 3 * 3 * (3 + 2 * 3 + 3));
        assert_eq!(cover_problems_with_requirements(0, 3, 9).count(), 0);
    }

    #[test]
    fn draws_are_the_same_every_time_and_have_several_requirements() {
        let problems =
            || cover_problems_with_requirements(3, 3, 4).map(|problem| described(&problem));
        assert!(problems().eq(problems()));
        let most = cover_problems_with_requirements(3, 3, 4)
            .map(|problem| problem.requirements().len())
            .max();
        assert_eq!(most, Some(4));
    }

    #[test]
    fn no_colouring_is_missing_or_repeated() {
        check(cover_problems_with_colours(0, 3), 1);
        // Primary: in or out. Optional: out, plain or in one of two colours.
        check(cover_problems_with_colours(1, 9), 2 + 8);
        check(cover_problems_with_colours(2, 2), (1 + 3 + 3) + (1 + 7 + 21) + (1 + 15 + 105));
        check(cover_problems_with_colours(3, 3), 64 + 576 + 4992 + 41_728);
    }

    #[test]
    fn no_range_is_missing_or_repeated() {
        check(cover_problems_with_ranges(0, 3), 1);
        // No copy, one, two or three of the only option.
        check(cover_problems_with_ranges(1, 3), 8 * 4);
        check(cover_problems_with_ranges(2, 2), 36 * (1 + 3 + 6));
        check(cover_problems_with_ranges(3, 3), 120 * (1 + 7 + 28 + 84));
    }
}
