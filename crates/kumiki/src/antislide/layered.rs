//! The layered method: packings counted by joining halves, classes from the symmetric packings.
//!
//! For every subgroup of the box's group, up to conjugation, the packings that it leaves unchanged are counted: for the
//! trivial one by halves joined in the middle, for the others by the direct search on the folded problem. They are few.
//! From these numbers [`Marks`] derives the classes by stabiliser, for each number of bricks.

use super::direct::{count_fixed, unrestricted};
use super::tables::{Row, Tables};
use super::Found;
use crate::SolveError;
use kumiki_cover::CoverSearch;
use kumiki_group::Marks;
use kumiki_layers::{Counted, LayerCount, LayerJoin, NumbersTooLarge};
use kumiki_model::{AntislideQuestion, Objective};
use kumiki_puzzles::AntislidePuzzle;
use kumiki_run::{Ended, Runner};
use kumiki_search::Profile;
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Counts packings and classes.
pub(super) fn count(question: &AntislideQuestion, runner: &Runner) -> Result<Found, SolveError> {
    let puzzle = unrestricted(question)?;
    let group_order = puzzle.problem().symmetries().group().order();
    let has_reflections = puzzle.rotations().len() < group_order;
    let mut tables = Tables::new(group_order, has_reflections, true);
    let (raw, ended, description) = count_packings(question, runner)?;
    let mut evidence = vec![format!("method: {description}; classes from the packings that each symmetry group fixes")];
    let mut ended = ended;
    if ended == Ended::Complete {
        ended = count_classes(question, &puzzle, &raw, runner, &mut tables)?;
    }
    if ended != Ended::Complete {
        evidence.push("stopped before the halves were joined: nothing is counted yet".to_owned());
        tables = Tables::new(group_order, has_reflections, true);
    } else if question.max_bricks.is_none() {
        tables.counted_raw(raw.values().sum());
    }
    let bricks = match question.objective {
        Objective::Any => None,
        Objective::Fewest => tables.brick_numbers().find(|bricks| *bricks > 0),
        Objective::Most => tables.brick_numbers().next_back(),
    };
    if question.objective != Objective::Any {
        tables.restrict_to(bricks);
        if ended == Ended::Complete {
            evidence.push("all packings were counted by number of bricks, so the number is proved".to_owned());
        }
    }
    if question.rule == kumiki_model::Rule::Group {
        evidence.push("rule group: for box-shaped bricks it is the same as rule piece".to_owned());
    }
    let profile = Profile::new(CoverSearch::TALLIES);
    Ok(Found { tables, bricks, listed: Vec::new(), ended, evidence, profile })
}

/// All packings by number of bricks.
fn count_packings(question: &AntislideQuestion, runner: &Runner) -> Result<(Counted, Ended, String), SolveError> {
    let mut halves = LayerCount::new(question)?;
    let description = halves.describe();
    // Each step lays all layers on one group of halves; between steps we look at the clock.
    let mut join = None;
    let ended = runner.alone("building halves", |reporter| {
        loop {
            match halves.grow() {
                Some(fraction) if reporter.go_on(fraction, 0) => {}
                Some(_) => return false,
                None => return true,
            }
        }
    });
    if ended == Ended::Complete {
        join = Some(halves.finish());
    }
    let Some(join) = join else { return Ok((Counted::new(), ended, description)) };
    let (total, ended) = match join_units(&join, runner) {
        Ok(result) => result,
        Err(NumbersTooLarge) => join_units(&join.exact(), runner).expect("big integers do not overflow"),
    };
    Ok((total, ended, description))
}

fn join_units(join: &LayerJoin, runner: &Runner) -> Result<(Counted, Ended), NumbersTooLarge> {
    let mut total = Counted::new();
    let mut too_large = false;
    let ended = runner.units(
        join.unit_count(),
        "joining halves",
        |unit, reporter| reporter.go_on(0.0, 0).then(|| join.unit(unit)),
        |part| {
            match part {
                Ok(counted) => {
                    for (bricks, count) in counted {
                        *total.entry(bricks).or_default() += count;
                    }
                    ControlFlow::Continue(())
                }
                Err(NumbersTooLarge) => {
                    too_large = true;
                    ControlFlow::Break(())
                }
            }
        },
    );
    if too_large { Err(NumbersTooLarge) } else { Ok((total, ended)) }
}

/// Fills the tables from the packings fixed by each subgroup.
fn count_classes(
    question: &AntislideQuestion,
    puzzle: &AntislidePuzzle,
    raw: &Counted,
    runner: &Runner,
    tables: &mut Tables,
) -> Result<Ended, SolveError> {
    let group = puzzle.problem().symmetries().group();
    let marks = Marks::new(group);
    let mut fixed = vec![raw.clone()];
    for class in &marks.classes()[1..] {
        let Some(counted) = count_fixed(puzzle, class.representative(), runner)? else {
            return Ok(runner.reason_now());
        };
        fixed.push(counted.into_iter().map(|(bricks, count)| (bricks, BigUint::from(count))).collect());
    }
    let numbers: BTreeSet<usize> = raw.keys().copied().collect();
    for bricks in numbers.into_iter().filter(|bricks| question.max_bricks.is_none_or(|most| *bricks <= most)) {
        let with: Vec<BigUint> = fixed.iter().map(|f| f.get(&bricks).cloned().unwrap_or_default()).collect();
        for orbits in marks.orbits(&with)? {
            let stabiliser = marks.classes()[orbits.class].representative();
            let is_mirrored = stabiliser.iter().any(|element| !puzzle.is_rotation(*element));
            tables.add(Row { bricks, order: orbits.stabiliser_order, is_mirrored }, orbits.orbits);
        }
    }
    Ok(Ended::Complete)
}
