//! Kernels, symmetries and threads lead to the same counts, and the naive counter agrees.

use super::{answer, request};
use kumiki::cover::{Kernel, Request, Show, Symmetry, solve};
use kumiki::drive::Run;
use kumiki::host::Terminal;
use kumiki::model::{CoverProblem, OptionId};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{self, RandomShape};
use std::collections::BTreeSet;

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
            match solve(
                &request(&problem, kernel, Symmetry::None, Show::Nothing),
                &Run::new(&Terminal::quiet(1)),
            ) {
                Ok(solved) => {
                    assert_eq!(solved.count, expected.len().into(), "{kernel:?} {problem:?}");
                }
                Err(refused) => {
                    assert!(!problem.is_plain(), "{kernel:?} refuses a plain problem: {refused}");
                    assert!(matches!(kernel, Kernel::Bits | Kernel::Memo), "{refused}");
                }
            }
        }
        let listed =
            answer(&request(&problem, Kernel::Auto, Symmetry::None, Show::List(usize::MAX)), 1);
        let found: BTreeSet<Vec<OptionId>> =
            listed.solutions.iter().map(|solution| solution.options.clone()).collect();
        assert_eq!(found.len(), listed.solutions.len(), "each once");
        assert_eq!(found, expected.into_iter().collect(), "{problem:?}");
    }
}

#[test]
fn classes_are_the_orbits_of_all_solutions() {
    for problem in sample_problems().filter(|problem| problem.options().len() <= 7) {
        let group = naive::automorphisms(&problem);
        let image = |solution: &Vec<OptionId>, on_options: &Vec<usize>| {
            use kumiki::id::Id;
            let mut image: Vec<OptionId> =
                solution.iter().map(|option| OptionId::new(on_options[option.index()])).collect();
            image.sort_unstable();
            image
        };
        let all = naive::covers(&problem);
        let firsts: BTreeSet<Vec<OptionId>> = all
            .iter()
            .map(|solution| {
                group.iter().map(|element| image(solution, element)).min().expect("the identity")
            })
            .collect();
        for kernel in [Kernel::Auto, Kernel::Cells] {
            let solved =
                answer(&request(&problem, kernel, Symmetry::Auto, Show::List(usize::MAX)), 1);
            let symmetries = solved.symmetries.expect("they were asked for");
            assert_eq!(symmetries.order, group.len().into());
            assert_eq!(solved.count, all.len().into());
            assert_eq!(symmetries.classes, Some(firsts.len().into()), "{problem:?}");
            let shown: BTreeSet<Vec<OptionId>> = solved
                .solutions
                .iter()
                .map(|shown| {
                    group
                        .iter()
                        .map(|element| image(&shown.options, element))
                        .min()
                        .expect("the identity")
                })
                .collect();
            assert_eq!(shown, firsts, "one of each class");
            for shown in &solved.solutions {
                let unchanged =
                    group.iter().filter(|element| image(&shown.options, element) == shown.options);
                assert_eq!(shown.symmetries, unchanged.count());
            }
        }
    }
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
        [(4usize, 2u32, 1u32), (5, 10, 2), (6, 4, 1), (7, 40, 6), (8, 92, 12), (9, 352, 46)]
    {
        let problem = queens(n);
        for kernel in [Kernel::Auto, Kernel::Bits, Kernel::Cells, Kernel::Memo] {
            let solved = answer(&request(&problem, kernel, Symmetry::None, Show::Nothing), 2);
            assert_eq!(solved.count, all.into(), "{n} queens by {kernel:?}");
        }
        let solved = answer(&request(&problem, Kernel::Auto, Symmetry::Auto, Show::Nothing), 2);
        let symmetries = solved.symmetries.expect("they were asked for");
        assert_eq!((symmetries.order, symmetries.classes), (8u32.into(), Some(classes.into())));
    }
}

#[test]
fn what_is_narrow_is_merged_and_what_is_not_is_listed() {
    let narrow = answer(&Request { verify: true, ..Request::count(&dominoes(16, 16)) }, 1);
    assert_eq!(narrow.count.to_string(), "2444888770250892795802079170816");
    assert_eq!(narrow.kernel, Kernel::Memo);
    assert!(
        narrow.evidence.iter().any(|line| line.starts_with("verified")),
        "{:?}",
        narrow.evidence
    );
    let wide = answer(&Request::count(&queens(11)), 2);
    assert_eq!((wide.count, wide.kernel), (2680u32.into(), Kernel::Bits));
}

#[test]
fn lists_do_not_depend_on_threads_nor_on_the_kernel() {
    let problem = queens(9);
    for symmetry in [Symmetry::None, Symmetry::Auto] {
        let list = |kernel, threads| {
            answer(&request(&problem, kernel, symmetry, Show::List(usize::MAX)), threads).solutions
        };
        let expected = list(Kernel::Bits, 1);
        assert!(expected.len() >= 46);
        for threads in [1, 2, 3] {
            assert_eq!(list(Kernel::Bits, threads), expected);
            assert_eq!(
                list(Kernel::Cells, threads),
                expected,
                "the same solutions in the same order"
            );
        }
    }
}
