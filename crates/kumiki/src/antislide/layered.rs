//! The layered method: packings counted by joining halves, classes from the symmetric packings.
//!
//! For every subgroup of the box's group, up to conjugation, the packings that it leaves unchanged
//! are counted. If the subgroup keeps the layers together, that is done by joining halves as well:
//! turns within the layers fold the layers, and an exchange of bottom and top makes one half the
//! image of the other. The others (only a cube has them) fold the problem for the direct search;
//! the packings they fix are few. From these numbers [`Marks`] derives the classes by stabiliser,
//! for each number of bricks.

use super::direct::count_fixed;
use crate::Halt;
use crate::classes::{Row, Tables};
use crate::draft::Found;
use kumiki_bricks::CoverSearch;
use kumiki_drive::Run;
use kumiki_group::{Marks, SubgroupClass};
use kumiki_layers::{Counted, Fold, JoinedUnit, LayerCount, LayerJoin, NumbersTooLarge};
use kumiki_model::{AntislideQuestion, Objective, StoppedBy};
use kumiki_puzzles::{AntislidePuzzle, antislide};
use kumiki_search::{Fuel, Profile};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Counts packings and classes.
pub(super) fn count(question: &AntislideQuestion, run: &Run<'_>) -> Result<Found, Halt> {
    // The whole box without caps, for counting symmetric packings.
    let whole = AntislideQuestion::new(question.container(), question.bricks().to_vec());
    let puzzle = antislide(&whole)?;
    let mut found = Found::new(Profile::new(CoverSearch::TALLIES), None);
    found.evidence.push(format!(
        "method: {}; classes from the packings that each symmetry group fixes",
        LayerCount::new(question)?.describe()
    ));
    let marks = Marks::new(puzzle.problem().symmetries().group());
    let counted = if question.objective == Objective::Fewest {
        count_fewest(question, &puzzle, &marks, run)
    } else {
        count_fixed_by_all(question, &puzzle, marks.classes(), Joins::default(), run)
    };
    let mut tables = Tables::of(puzzle.problem());
    match counted {
        Ok(fixed) => fill_tables(question, &puzzle, &marks, &fixed, &mut tables)?,
        Err(Halt::Stopped(stopped_by)) => {
            let line = "stopped before everything was joined: nothing is counted yet";
            found.evidence.push(line.to_owned());
            found.stopped_by = Some(stopped_by);
        }
        Err(halt) => return Err(halt),
    }
    if tables.restrict_to(question.objective).is_some() && found.stopped_by.is_none() {
        let all = "all packings of up to that many bricks were counted, so the number is proved";
        found.evidence.push(all.to_owned());
    }
    found.tables = Some(tables);
    Ok(found)
}

/// Results of joining by fold, and the budget that they share.
#[derive(Default)]
struct Joins {
    budget: Option<usize>,
    by_fold: BTreeMap<Vec<usize>, JoinedUnit>,
}

/// The packings with as few bricks as possible, and all with fewer than that, which is only the
/// empty one.
///
/// The budget grows until a packing is found and the counts are complete up to its number of
/// bricks.
fn count_fewest(
    question: &AntislideQuestion,
    puzzle: &AntislidePuzzle,
    marks: &Marks,
    run: &Run<'_>,
) -> Result<Vec<Counted>, Halt> {
    let cells = question.container().cell_count();
    let mut budget = Some(cells / 6);
    loop {
        let halves = LayerCount::budgeted(question, &[0], budget)?;
        let (joined, complete_up_to) = join_all(halves, run)?;
        let fewest = joined.packings.keys().copied().find(|bricks| *bricks > 0);
        let is_proved =
            complete_up_to.is_none_or(|up_to| fewest.is_some_and(|bricks| bricks <= up_to));
        if is_proved {
            let joins = Joins { budget, by_fold: [(vec![0], joined)].into_iter().collect() };
            let fixed = count_fixed_by_all(question, puzzle, marks.classes(), joins, run)?;
            let keep = |counted: Counted| {
                counted.into_iter().filter(|(b, _)| Some(*b) == fewest).collect()
            };
            return Ok(fixed.into_iter().map(keep).collect());
        }
        // No half costs more than two for every cell.
        budget = budget.map(|most| most + (most / 16).max(2)).filter(|most| *most < 2 * cells);
    }
}

/// Builds the halves and joins them. Says up to how many bricks the counts are complete, if not all
/// are; or why the run was stopped.
fn join_all(halves: LayerCount, run: &Run<'_>) -> Result<(JoinedUnit, Option<usize>), StoppedBy> {
    let join = grown(halves, run)?;
    let total = match join_units(&join, run)? {
        Ok(total) => total,
        Err(NumbersTooLarge) => {
            join_units(&grown(join.exact(), run)?, run)?.expect("big integers do not overflow")
        }
    };
    Ok((total, join.complete_up_to()))
}

/// The finished halves, or why the run was stopped.
fn grown(mut halves: LayerCount, run: &Run<'_>) -> Result<LayerJoin, StoppedBy> {
    run.stages("building halves", &mut halves)
}

/// Choices between two questions whether to go on: less than a millisecond.
const SIP: u64 = 4096;

fn join_units(
    join: &LayerJoin,
    run: &Run<'_>,
) -> Result<Result<JoinedUnit, NumbersTooLarge>, StoppedBy> {
    let mut total = JoinedUnit::default();
    let mut too_large = false;
    let done = run.parts(
        "joining halves",
        join.unit_count(),
        |unit, pulse| {
            let mut part = join.begin(unit);
            loop {
                if let Some(counted) = part.advance(&mut Fuel(SIP)) {
                    return Ok(counted);
                }
                pulse.go_on(0)?;
            }
        },
        |part| match part {
            Ok(counted) => {
                total.add(counted);
                ControlFlow::Continue(())
            }
            Err(NumbersTooLarge) => {
                too_large = true;
                ControlFlow::Break(())
            }
        },
    );
    if too_large { Ok(Err(NumbersTooLarge)) } else { done.map(|()| Ok(total)) }
}

/// The packings that the representative of each class of subgroups leaves unchanged.
fn count_fixed_by_all(
    question: &AntislideQuestion,
    puzzle: &AntislidePuzzle,
    classes: &[SubgroupClass],
    mut joins: Joins,
    run: &Run<'_>,
) -> Result<Vec<Counted>, Halt> {
    let group = puzzle.problem().symmetries().group();
    let layers = LayerCount::new(question)?;
    let folds: Vec<Option<Fold>> = classes
        .iter()
        .map(|class| {
            let elements: Vec<_> =
                class.representative().iter().map(|e| &group.elements()[*e]).collect();
            layers.fold_of(&elements)
        })
        .collect();
    let mut fixed = Vec::new();
    for (class, fold) in classes.iter().zip(folds) {
        let Some(Fold { turns, mirror }) = fold else {
            fixed.push(count_fixed(puzzle, class.representative(), run)?);
            continue;
        };
        if !joins.by_fold.contains_key(&turns) {
            let halves = LayerCount::budgeted(question, &turns, joins.budget)?;
            joins.by_fold.insert(turns.clone(), join_all(halves, run)?.0);
        }
        let total = &joins.by_fold[&turns];
        let nothing = Counted::new();
        let counted =
            mirror.map_or(&total.packings, |turn| total.mirrored.get(turn).unwrap_or(&nothing));
        fixed.push(counted.clone());
    }
    Ok(fixed)
}

/// Fills the tables from the packings fixed by each subgroup.
fn fill_tables(
    question: &AntislideQuestion,
    puzzle: &AntislidePuzzle,
    marks: &Marks,
    fixed: &[Counted],
    tables: &mut Tables,
) -> Result<(), Halt> {
    let within_cap = |bricks: &&usize| question.max_bricks.is_none_or(|most| **bricks <= most);
    for bricks in fixed[0].keys().filter(within_cap) {
        let with: Vec<BigUint> =
            fixed.iter().map(|f| f.get(bricks).cloned().unwrap_or_default()).collect();
        for orbits in marks.orbits(&with)? {
            let stabiliser = marks.classes()[orbits.class].representative();
            let is_mirrored = stabiliser.iter().any(|element| !puzzle.is_rotation(*element));
            let order = orbits.stabiliser_order;
            tables.add(Row { pieces: *bricks, order, is_mirrored, of_box: order }, orbits.orbits);
        }
    }
    if question.max_bricks.is_none() {
        let packings: BigUint = fixed[0].values().sum();
        assert_eq!(packings, tables.members().0, "the classes hold all packings");
    }
    Ok(())
}
