//! Kernels, symmetries and threads lead to the same counts, and the naive counter agrees.

use super::{answer, answer_or_halt, ask, file, listed, number, part, texts};
use kumiki::id::Id;
use kumiki::model::{
    CoverProblem, CoverProblemBuilder, CoverSymmetry, ItemId, ItemKind, Kernel, OptionId, Question,
    Requirement, StoppedBy,
};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{self, RandomShape};
use std::collections::{BTreeMap, BTreeSet};

fn sample_problems() -> impl Iterator<Item = CoverProblem> {
    let plain = universe::random_cover_problems(1, 150, &RandomShape::plain());
    let everything = universe::random_cover_problems(2, 150, &RandomShape::with_everything());
    plain.chain(everything).chain(universe::cover_problems(3, 4))
}

#[test]
fn every_kernel_counts_what_the_naive_counter_counts() {
    for problem in sample_problems() {
        let expected = naive::covers(&problem);
        for kernel in [Kernel::Auto, Kernel::Cells, Kernel::Bits, Kernel::Memo] {
            match answer_or_halt(&Question::new(ask(&problem, kernel, CoverSymmetry::None)), 1) {
                Ok(answer) => {
                    assert_eq!(
                        answer.count,
                        Some(number(expected.len())),
                        "{kernel:?} {problem:?}"
                    );
                }
                Err(refused) => {
                    assert!(!problem.is_plain(), "{kernel:?} refuses a plain problem: {refused}");
                    assert!(matches!(kernel, Kernel::Bits | Kernel::Memo), "{refused}");
                }
            }
        }
        let question = Question::new(ask(&problem, Kernel::Auto, CoverSymmetry::None));
        let mut found = listed(&answer(&question.list(usize::MAX), 1));
        found.sort_unstable();
        assert_eq!(found, texts(&problem, &expected), "each once: {problem:?}");
    }
}

/// The options of a problem by their texts, in order. Those with the same text are the same for
/// every symmetry, unless they have different requirements; then there are none.
fn copies(problem: &CoverProblem) -> Option<BTreeMap<String, Vec<OptionId>>> {
    let file = file(problem);
    let mut copies: BTreeMap<String, Vec<OptionId>> = BTreeMap::new();
    for option in problem.options().ids() {
        copies.entry(file.option_text(option).to_owned()).or_default().push(option);
    }
    let has_own = |Requirement { option, .. }: &Requirement| {
        copies.values().any(|copies| copies.len() > 1 && copies.contains(option))
    };
    (!problem.requirements().iter().any(has_own)).then_some(copies)
}

#[test]
fn classes_are_the_orbits_of_all_solutions() {
    let mut checked = 0;
    for problem in sample_problems().filter(|problem| problem.options().len() <= 7) {
        let Some(copies) = copies(&problem) else { continue };
        checked += 1;
        let group = naive::automorphisms(&problem);
        let image = |solution: &[OptionId], on_options: &Vec<usize>| {
            let mut image: Vec<OptionId> =
                solution.iter().map(|option| OptionId::new(on_options[option.index()])).collect();
            image.sort_unstable();
            image
        };
        let least = |solution: &[OptionId]| {
            group.iter().map(|element| image(solution, element)).min().expect("the identity")
        };
        let all = naive::covers(&problem);
        let firsts: BTreeSet<Vec<OptionId>> = all.iter().map(|solution| least(solution)).collect();
        for kernel in [Kernel::Auto, Kernel::Cells] {
            let question = Question::new(ask(&problem, kernel, CoverSymmetry::Auto));
            let answer = answer(&question.list(usize::MAX), 1);
            assert_eq!(answer.group_order, Some(number(group.len())));
            assert_eq!(answer.count, Some(number(all.len())));
            let classes = answer.classes.as_ref().map(|classes| classes.all().clone());
            assert_eq!(classes, Some(number(firsts.len())), "{problem:?}");
            let mut shown = BTreeSet::new();
            for (at, texts) in listed(&answer).iter().enumerate() {
                let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
                let mut options: Vec<OptionId> = Vec::new();
                for text in texts {
                    let number = taken.entry(text).or_default();
                    options.push(copies[text][*number]);
                    *number += 1;
                }
                options.sort_unstable();
                let unchanged =
                    group.iter().filter(|element| image(&options, element) == options).count();
                let stated = answer.symmetries.as_ref().expect("they were asked for")[at];
                assert_eq!(stated, unchanged, "{problem:?}");
                assert!(shown.insert(least(&options)), "one of each class");
            }
            assert_eq!(shown, firsts, "one of each class");
        }
    }
    assert!(checked > 300, "{checked}");
}

/// n queens, with diagonals as optional items.
pub(crate) fn queens(n: usize) -> CoverProblem {
    use kumiki::model::{CoverProblemBuilder, ItemKind};
    let mut builder = CoverProblemBuilder::new();
    let lines: Vec<_> = (0..2 * n).map(|_| builder.item(ItemKind::Primary)).collect();
    let diagonals: Vec<_> = (0..4 * n).map(|_| builder.item(ItemKind::Optional)).collect();
    for row in 0..n {
        for column in 0..n {
            let (up, down) = (diagonals[row + column], diagonals[2 * n + row + n - column]);
            builder.option([lines[row], lines[n + column], up, down]);
        }
    }
    let degree = builder.item_count();
    builder.build(kumiki::group::Action::trivial(degree)).expect("a valid problem")
}

/// Dominoes on a board.
pub(crate) fn dominoes(rows: usize, columns: usize) -> CoverProblem {
    use kumiki::model::{CoverProblemBuilder, ItemKind};
    let mut builder = CoverProblemBuilder::new();
    let cells: Vec<_> = (0..rows * columns).map(|_| builder.item(ItemKind::Primary)).collect();
    for at in 0..rows * columns {
        if (at + 1) % columns != 0 {
            builder.option([cells[at], cells[at + 1]]);
        }
        if at + columns < cells.len() {
            builder.option([cells[at], cells[at + columns]]);
        }
    }
    builder.build(kumiki::group::Action::trivial(cells.len())).expect("a valid problem")
}

#[test]
fn queens_by_every_road() {
    // OEIS A000170 and A002562.
    for (n, all, classes) in
        [(4usize, 2u64, 1u64), (5, 10, 2), (6, 4, 1), (7, 40, 6), (8, 92, 12), (9, 352, 46)]
    {
        let problem = queens(n);
        for kernel in [Kernel::Auto, Kernel::Bits, Kernel::Cells, Kernel::Memo] {
            let counted = answer(&Question::new(ask(&problem, kernel, CoverSymmetry::None)), 2);
            assert_eq!(counted.count, Some(all.into()), "{n} queens by {kernel:?}");
        }
        let question = Question::new(ask(&problem, Kernel::Auto, CoverSymmetry::Auto));
        let counted = answer(&question, 2);
        assert_eq!(counted.group_order, Some(8.into()));
        assert_eq!(counted.classes.map(|found| found.all().clone()), Some(classes.into()));
    }
}

#[test]
fn what_is_narrow_is_merged_and_what_is_not_is_listed() {
    let question =
        |problem: &CoverProblem| Question::new(ask(problem, Kernel::Auto, CoverSymmetry::None));
    let narrow = answer(&question(&dominoes(16, 16)).verify(), 1);
    let count = narrow.count.as_ref().expect("they are counted").to_string();
    assert_eq!(count, "2444888770250892795802079170816");
    assert_eq!(part(&narrow).kernel, "memo");
    let is_verified = narrow.evidence.iter().any(|line| line.starts_with("verified"));
    assert!(is_verified, "{:?}", narrow.evidence);
    let wide = answer(&question(&queens(11)), 2);
    assert_eq!((&wide.count, part(&wide).kernel.as_str()), (&Some(2680.into()), "bits"));
}

#[test]
fn whether_listing_or_merging_is_done_first_the_count_is_the_same() {
    // Sets by lot of items that are so close together: neither is done in no time.
    let mut kernels = BTreeSet::new();
    for (seed, items, options, close) in [(1, 20, 500, 20), (3, 33, 200, 9)] {
        let mut dice = universe::Dice::new(seed);
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> = (0..items).map(|_| builder.item(ItemKind::Primary)).collect();
        for _ in 0..options {
            let first = dice.below(items.len() - close + 1);
            let mut some = items[first..first + close].to_vec();
            dice.shuffle(&mut some);
            builder.option(some.into_iter().take(2 + dice.below(6)));
        }
        let symmetries = kumiki::group::Action::trivial(builder.item_count());
        let problem = builder.build(symmetries).expect("a problem");
        let question = |kernel| Question::new(ask(&problem, kernel, CoverSymmetry::None));
        let expected = answer(&question(Kernel::Bits), 2).count;
        for threads in [1, 2] {
            let counted = answer(&question(Kernel::Auto), threads);
            assert_eq!(counted.count, expected, "seed {seed}, {threads} threads");
            kernels.insert(part(&counted).kernel.clone());
        }
        assert_eq!(answer(&question(Kernel::Memo), 1).count, expected, "seed {seed}");
    }
    assert_eq!(kernels.len(), 2, "{kernels:?}");
}

#[test]
fn a_problem_that_falls_apart_is_counted_part_by_part() {
    // Thirty boards, each covered by 36 tilings: 154 bits, and nobody could list them.
    let mut builder = CoverProblemBuilder::new();
    for _ in 0..30 {
        let cells: Vec<ItemId> = (0..16).map(|_| builder.item(ItemKind::Primary)).collect();
        for (at, cell) in cells.iter().enumerate() {
            if at % 4 < 3 {
                builder.option([*cell, cells[at + 1]]);
            }
            if at < 12 {
                builder.option([*cell, cells[at + 4]]);
            }
        }
    }
    let symmetries = kumiki::group::Action::trivial(builder.item_count());
    let problem = builder.build(symmetries).expect("a problem");
    for kernel in [Kernel::Auto, Kernel::Bits, Kernel::Cells, Kernel::Memo] {
        let question = Question::new(ask(&problem, kernel, CoverSymmetry::None)).verify();
        let counted = answer(&question, 2);
        let count = counted.count.as_ref().expect("they are counted").to_string();
        assert_eq!(count, "48873677980689257489322752273774603865660850176", "{kernel:?}");
        assert!(
            counted.evidence[0].contains("30 parts without a common item, 1 of them different")
        );
        assert!(counted.evidence.iter().any(|line| line.starts_with("verified in part: every")));
    }
}

#[test]
fn lists_do_not_depend_on_threads_nor_on_the_kernel() {
    let problem = queens(9);
    for symmetry in [CoverSymmetry::None, CoverSymmetry::Auto] {
        let question = |kernel| Question::new(ask(&problem, kernel, symmetry));
        let list = |kernel, threads| listed(&answer(&question(kernel).list(usize::MAX), threads));
        let expected = list(Kernel::Bits, 1);
        assert!(expected.len() >= 46);
        for threads in [1, 2, 3] {
            assert_eq!(list(Kernel::Bits, threads), expected);
            assert_eq!(
                list(Kernel::Cells, threads),
                expected,
                "the same solutions in the same order"
            );
            for length in [1, 2, 20] {
                // A shorter list is the beginning of the longer one, and counts what it has.
                let some = question(Kernel::Auto).list(length);
                let ended = answer_or_halt(&some, threads).expect("an answer");
                assert_eq!(ended.stopped_by, Some(StoppedBy::Enough));
                assert_eq!(listed(&ended), expected[..length]);
                let counted = ended.classes.as_ref().map(|classes| classes.all().clone());
                assert_eq!(counted.or(ended.count), Some(number(length)));
                let whole = answer(&some.count(), threads);
                assert_eq!(listed(&whole), expected[..length]);
                assert_eq!(whole.count, Some(352.into()));
            }
        }
    }
}
