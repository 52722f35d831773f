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
use crate::draft::Found;
use kumiki_bricks::CoverSearch;
use kumiki_drive::Run;
use kumiki_group::{Marks, SubgroupClass};
use kumiki_layers::{Counted, Fold, JoinedUnit, LayerCount, LayerJoin};
use kumiki_model::{AntislideQuestion, Count, Objective, StoppedBy};
use kumiki_plan::{Row, Tables};
use kumiki_reduce::{AntislidePuzzle, antislide};
use kumiki_search::{Fuel, Profile};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Counts packings and classes.
pub(super) fn count(question: &AntislideQuestion, run: &Run<'_>) -> Result<Found, Halt> {
    let layers = LayerCount::new(question)?;
    let mut found = Found::new(Profile::new(CoverSearch::TALLIES), None);
    found.note(format!(
        "method: {}; classes from the packings that each symmetry group fixes",
        layers.describe()
    ));
    let whole = AntislideQuestion::new(question.container(), question.bricks().to_vec());
    let puzzle = antislide(&whole)?;
    let marks = Marks::new(puzzle.problem().symmetries().group());
    let mut tables = Tables::of(puzzle.problem());
    let mut joins = Joins { question, layers, puzzle, run, budget: None, by_fold: BTreeMap::new() };
    let counted = match question.objective {
        Objective::Fewest => joins.count_fewest(marks.classes()),
        _ => joins.count_fixed_by_all(marks.classes()),
    };
    match counted {
        Ok(fixed) => joins.fill_tables(&marks, &fixed, &mut tables)?,
        Err(Halt::Stopped(stopped_by)) => {
            found.note("stopped before everything was joined: nothing is counted yet");
            found.stopped_by = Some(stopped_by);
        }
        Err(halt) => return Err(halt),
    }
    if tables.restrict_to(question.objective).is_some() && found.stopped_by.is_none() {
        found.note("all packings of up to that many bricks were counted, so the number is proved");
    }
    found.tables = Some(tables);
    Ok(found)
}

/// Choices between two questions whether to go on: less than a millisecond.
const SIP: u64 = 4096;

/// Halves of a box that are joined.
struct Joins<'q, 'h> {
    question: &'q AntislideQuestion,
    layers: LayerCount,
    /// The whole box without caps, for counting symmetric packings.
    puzzle: AntislidePuzzle,
    run: &'q Run<'h>,
    /// What a half may cost, unless anything will do.
    budget: Option<usize>,
    /// What came of joining within the budget, by the turns that fold the layers.
    by_fold: BTreeMap<Vec<usize>, JoinedUnit>,
}

impl Joins<'_, '_> {
    /// The packings with as few bricks as possible.
    ///
    /// The budget grows until a packing is found and the counts are complete up to its number of
    /// bricks.
    fn count_fewest(&mut self, classes: &[SubgroupClass]) -> Result<Vec<Counted>, Halt> {
        let cells = self.question.container().cell_count();
        self.budget = Some(cells / 6);
        loop {
            let (joined, complete_up_to) = self.join_all(&[0])?;
            let fewest = joined.packings.keys().copied().find(|bricks| *bricks > 0);
            if complete_up_to.is_none_or(|up_to| fewest.is_some_and(|bricks| bricks <= up_to)) {
                self.by_fold.insert(vec![0], joined);
                let mut fixed = self.count_fixed_by_all(classes)?;
                fixed.iter_mut().for_each(|f| f.retain(|bricks, _| Some(*bricks) == fewest));
                return Ok(fixed);
            }
            // No half costs more than two for every cell.
            let more = self.budget.map(|most| most + (most / 16).max(2));
            self.budget = more.filter(|most| *most < 2 * cells);
        }
    }

    /// Builds the halves and joins them. Says up to how many bricks the counts are complete, if not
    /// all are; or why the run was stopped.
    fn join_all(&self, turns: &[usize]) -> Result<(JoinedUnit, Option<usize>), Halt> {
        let grown = |mut halves| self.run.stages("building halves", &mut halves);
        let join = grown(LayerCount::budgeted(self.question, turns, self.budget)?)?;
        let total = match self.join_units(&join)? {
            Some(total) => total,
            None => self.join_units(&grown(join.exact())?)?.expect("big integers do not overflow"),
        };
        Ok((total, join.complete_up_to()))
    }

    /// Nothing if the numbers are too large.
    fn join_units(&self, join: &LayerJoin) -> Result<Option<JoinedUnit>, StoppedBy> {
        let mut total = Some(JoinedUnit::default());
        let done = self.run.parts(
            "joining halves",
            join.unit_count(),
            |unit, pulse| {
                let mut part = join.begin(unit);
                loop {
                    if let Some(counted) = part.advance(&mut Fuel(SIP)) {
                        return Ok(counted.ok().map(JoinedRecord::from));
                    }
                    pulse.go_on(0)?;
                }
            },
            |part| match (part, &mut total) {
                (Some(counted), Some(total)) => {
                    total.add(counted.into());
                    ControlFlow::Continue(())
                }
                _ => {
                    total = None;
                    ControlFlow::Break(())
                }
            },
        );
        if total.is_none() { Ok(None) } else { done.map(|()| total) }
    }

    /// The packings that the representative of each class of subgroups leaves unchanged.
    fn count_fixed_by_all(&mut self, classes: &[SubgroupClass]) -> Result<Vec<Counted>, Halt> {
        let mut fixed = Vec::new();
        for class in classes {
            let subgroup = class.representative();
            let group = self.puzzle.problem().symmetries().group();
            let elements: Vec<_> = subgroup.iter().map(|at| &group.elements()[*at]).collect();
            let Some(Fold { turns, mirror }) = self.layers.fold_of(&elements) else {
                fixed.push(count_fixed(&self.puzzle, subgroup, self.run)?);
                continue;
            };
            if !self.by_fold.contains_key(&turns) {
                let (joined, _) = self.join_all(&turns)?;
                self.by_fold.insert(turns.clone(), joined);
            }
            let total = &self.by_fold[&turns];
            fixed.push(match mirror {
                None => total.packings.clone(),
                Some(turn) => total.mirrored.get(turn).cloned().unwrap_or_default(),
            });
        }
        Ok(fixed)
    }

    /// Fills the tables from the packings fixed by each subgroup.
    fn fill_tables(
        &self,
        marks: &Marks,
        fixed: &[Counted],
        tables: &mut Tables,
    ) -> Result<(), Halt> {
        let cap = self.question.max_bricks;
        for pieces in fixed[0].keys().copied().filter(|bricks| cap.is_none_or(|cap| *bricks <= cap))
        {
            let with: Vec<BigUint> =
                fixed.iter().map(|f| f.get(&pieces).cloned().unwrap_or_default()).collect();
            for orbits in marks.orbits(&with)? {
                let mut stabiliser = marks.classes()[orbits.class].representative().iter();
                let is_mirrored = stabiliser.any(|element| !self.puzzle.is_rotation(*element));
                let order = orbits.stabiliser_order;
                tables.add(Row { pieces, order, is_mirrored, of_box: order }, orbits.orbits);
            }
        }
        if cap.is_none() {
            let packings: BigUint = fixed[0].values().sum();
            assert_eq!(packings, tables.members().0, "the classes hold all packings");
        }
        Ok(())
    }
}

/// What one part of the join yields, as data.
#[derive(Serialize, Deserialize)]
struct JoinedRecord {
    packings: Vec<(usize, Count)>,
    mirrored: Vec<Vec<(usize, Count)>>,
}

impl From<JoinedUnit> for JoinedRecord {
    fn from(unit: JoinedUnit) -> Self {
        let list = |counted: Counted| counted.into_iter().map(|(n, c)| (n, c.into())).collect();
        let mirrored = unit.mirrored.into_iter().map(list).collect();
        Self { packings: list(unit.packings), mirrored }
    }
}

impl From<JoinedRecord> for JoinedUnit {
    fn from(record: JoinedRecord) -> Self {
        let map = |list: Vec<(usize, Count)>| list.into_iter().map(|(n, c)| (n, c.0)).collect();
        let mirrored = record.mirrored.into_iter().map(map).collect();
        Self { packings: map(record.packings), mirrored }
    }
}
