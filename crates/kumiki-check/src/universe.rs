//! Small universes: *all* exact-cover problems up to a size, for tests that leave no case out.
//!
//! A problem is given by its kinds of item and its set of options. Renumbering items changes nothing that
//! matters, so the primary items come first and only their number varies. Options, on the other hand, are taken
//! in every combination, although renumbering makes many of them alike: a test that goes through a few thousand
//! problems twice is cheaper than an argument why it need not.

use kumiki_group::Action;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};

/// All problems with `item_count` items, any number of them primary, and at most `max_options` options, without
/// requirements.
///
/// With three items and no bound on the options there are 4 * 2^7 of them.
///
/// ```
/// use kumiki_check::universe;
/// assert_eq!(universe::cover_problems(3, 7).count(), 512);
/// ```
pub fn cover_problems(item_count: usize, max_options: usize) -> impl Iterator<Item = CoverProblem> {
    outlines(item_count, max_options).map(|outline| outline.problem(&[]))
}

/// The problems of [`cover_problems`] with requirements: each problem that has an option is returned once for every
/// single requirement it can have, and then `draws` more times with two, three or four requirements drawn by a
/// generator of pseudo-random numbers, the same ones every time.
///
/// ```
/// use kumiki_check::universe;
/// // One item, primary or optional, one option, one possible requirement.
/// assert_eq!(universe::cover_problems_with_requirements(1, 1, 0).count(), 2);
/// assert_eq!(universe::cover_problems_with_requirements(1, 1, 5).count(), 12);
/// ```
pub fn cover_problems_with_requirements(
    item_count: usize,
    max_options: usize,
    draws: usize,
) -> impl Iterator<Item = CoverProblem> {
    let mut dice = SplitMix { state: 0 };
    outlines(item_count, max_options).filter(|outline| !outline.options.is_empty()).flat_map(move |outline| {
        let demand_count = outline.options.len() * (outline.subset_count() - 1);
        let single = (0..demand_count).map(|number| vec![number]);
        let drawn: Vec<Vec<usize>> =
            (0..draws).map(|_| (0..2 + dice.below(3)).map(|_| dice.below(demand_count)).collect()).collect();
        single.chain(drawn).map(|demands| outline.problem(&demands)).collect::<Vec<_>>()
    })
}

/// A problem before it is built. A set of items is the number whose binary digits say which.
#[derive(Clone)]
struct Outline {
    item_count: usize,
    primary_count: usize,
    /// The options as sets of items, increasing.
    options: Vec<usize>,
}

impl Outline {
    /// How many sets of items there are, the empty one included.
    fn subset_count(&self) -> usize {
        1 << self.item_count
    }

    /// The problem with the demands of the given numbers: number `d` is that of option `d / s` for one of the
    /// items of set `d % s + 1`, where `s` is the number of nonempty sets.
    fn problem(&self, demands: &[usize]) -> CoverProblem {
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> = (0..self.item_count)
            .map(|at| {
                builder.item(if at < self.primary_count { ItemKind::Primary } else { ItemKind::Optional })
            })
            .collect();
        let members = |set: usize| {
            items.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, item)| *item)
        };
        let options: Vec<OptionId> = self.options.iter().map(|set| builder.option(members(*set))).collect();
        let nonempty_count = self.subset_count() - 1;
        for demand in demands {
            builder.require(options[demand / nonempty_count], members(demand % nonempty_count + 1));
        }
        builder.build(Action::trivial(self.item_count)).expect("different nonempty sets of known items")
    }
}

/// All numbers of primary items with all sets of options.
fn outlines(item_count: usize, max_options: usize) -> impl Iterator<Item = Outline> {
    (0..=item_count).flat_map(move |primary_count| {
        let start = Outline { item_count, primary_count, options: Vec::new() };
        std::iter::successors(Some(start), move |outline| next(outline, max_options))
    })
}

/// The lexicographically next set of at most `max_options` options.
fn next(outline: &Outline, max_options: usize) -> Option<Outline> {
    let mut after = outline.clone();
    let mut candidate = outline.options.last().map_or(1, |last| last + 1);
    if after.options.len() == max_options || candidate == after.subset_count() {
        // No room for another: the last option that can grow does.
        candidate = loop {
            let grown = after.options.pop()? + 1;
            if grown < after.subset_count() {
                break grown;
            }
        };
    }
    after.options.push(candidate);
    Some(after)
}

/// The generator splitmix64 of Steele, Lea and Flood: one addition and a good stirring per number.
struct SplitMix {
    state: u64,
}

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below the bound; slightly uneven, which matters to no test.
    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("no machine has more than 64 bits");
        usize::try_from(self.next() % bound).expect("less than a usize")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn described(problem: &CoverProblem) -> String {
        format!("{:?} {:?} {:?}", problem.items(), problem.options(), problem.requirements())
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
        let problems = || cover_problems_with_requirements(3, 3, 4).map(|problem| described(&problem));
        assert!(problems().eq(problems()));
        let most =
            cover_problems_with_requirements(3, 3, 4).map(|problem| problem.requirements().len()).max();
        assert_eq!(most, Some(4));
    }

    #[test]
    fn the_generator_is_splitmix64() {
        // The first numbers from seed 0, as published with the reference implementation.
        let mut dice = SplitMix { state: 0 };
        assert_eq!([dice.next(), dice.next()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }
}
