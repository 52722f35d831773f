//! Both ways to count, and short ways to ask.

use kumiki_bricks::{CoverSpace, Limits};
use kumiki_layers::{Counted, JoinedUnit, LayerCount, LayerJoin, NumbersTooLarge};
use kumiki_model::{AntislideQuestion, CoverProblem};
use kumiki_reduce::AntislidePuzzle;
use kumiki_search::{Fuel, Prefix, Space, visit};
use std::ops::ControlFlow;

/// The plain question about a box and some kinds of brick.
pub(crate) fn question(container: &str, kinds: &[&str]) -> AntislideQuestion {
    let size = |text: &&str| text.parse().expect("a size");
    AntislideQuestion::new(size(&container), kinds.iter().map(size).collect())
}

/// The same question for the direct search.
pub(crate) fn puzzle(question: &AntislideQuestion) -> AntislidePuzzle {
    kumiki_reduce::antislide(question).expect("a valid question")
}

/// Calls `see` with the number of options and of symmetries of every class of solutions.
fn visit_all(problem: &CoverProblem, mut see: impl FnMut(usize, &[kumiki_model::OptionId])) {
    let space = CoverSpace::new(problem, Limits::default()).expect("few items");
    let outcome = visit(&mut space.begin(&Prefix::root()), &mut Fuel::unlimited(), |search| {
        let solution = search.solution().expect("the search holds still at a solution");
        see(solution.stabiliser().len(), &solution.options());
        ControlFlow::<()>::Continue(())
    });
    assert!(outcome.is_exhausted());
}

/// All packings by number of bricks, found by the direct search: one per class, counted as often as
/// it has images.
pub(crate) fn direct(question: &AntislideQuestion) -> Counted {
    let puzzle = puzzle(question);
    let order = puzzle.problem().symmetries().group().order();
    let mut counted = Counted::new();
    visit_all(puzzle.problem(), |symmetries, options| {
        *counted.entry(options.len()).or_default() += order / symmetries;
    });
    counted
}

/// The packings that a subgroup leaves unchanged, found by the direct search of the folded problem.
pub(crate) fn direct_fixed(puzzle: &AntislidePuzzle, subgroup: &[usize]) -> Counted {
    let (folded, members) = puzzle.problem().fixed_by(subgroup);
    let mut counted = Counted::new();
    visit_all(&folded, |_, options| {
        *counted.entry(options.iter().map(|option| members[*option].len()).sum()).or_default() +=
            1_u32;
    });
    counted
}

/// The finished halves.
pub(crate) fn grown(halves: LayerCount) -> LayerJoin {
    halves.build()
}

/// All parts of the join together.
pub(crate) fn joined(join: &LayerJoin) -> Result<JoinedUnit, NumbersTooLarge> {
    let mut total = JoinedUnit::default();
    for unit in 0..join.unit_count() {
        total.add(join.unit(unit)?);
    }
    Ok(total)
}

/// All packings by number of bricks, counted layer by layer.
pub(crate) fn layered(halves: LayerCount) -> JoinedUnit {
    joined(&grown(halves)).expect("small boxes have few packings")
}
