//! The direct method: exact cover with requirements, one packing per class.
//!
//! The search always runs under the whole group, because that is fastest. A list under rotations
//! shows, for each class that is not its own mirror image, the mirror image too; a list under no
//! symmetry shows all images.

use super::Found;
use super::tables::{Row, Tables};
use crate::Halt;
use kumiki_bricks::{CoverSearch, CoverSolution, CoverSpace, Incumbent, Limits};
use kumiki_drive::{Ledger, Run, pairs};
use kumiki_group::Perm;
use kumiki_id::{Id, narrow};
use kumiki_layers::Counted;
use kumiki_model::{
    AntislideQuestion, Objective, OptionId, Packing, SolutionRecord, StoppedBy, Symmetry,
};
use kumiki_puzzles::{AntislidePuzzle, antislide};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is to be listed, and who takes it.
pub(super) struct Listing<'l> {
    /// At most so many packings. If these are not all, the empty one is none of them.
    pub(super) room: usize,
    /// Whether the search may end when so many are listed.
    pub(super) is_enough: bool,
    /// Takes the next ones, and breaks if no more are wanted.
    pub(super) show: &'l mut (dyn FnMut(Vec<Listed>) -> ControlFlow<()> + Send),
}

impl<'l> Listing<'l> {
    /// Nothing.
    pub(super) fn nothing(
        show: &'l mut (dyn FnMut(Vec<Listed>) -> ControlFlow<()> + Send),
    ) -> Self {
        Self { room: 0, is_enough: false, show }
    }
}

/// A packing to be shown.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) packing: Packing,
    /// How many symmetries of the box leave it unchanged.
    symmetry: usize,
}

impl Listed {
    pub(super) fn record(&self) -> SolutionRecord {
        let Self { packing, symmetry } = self;
        SolutionRecord {
            bricks: packing.bricks().len(),
            symmetry: *symmetry,
            layers: packing.layers(),
        }
    }
}

/// A class that a search found: options of a representative and the stabiliser.
#[derive(Serialize, Deserialize)]
struct Class {
    options: Vec<u32>,
    stabiliser: Vec<usize>,
}

impl Class {
    /// The row of the table that it belongs to; so many symmetries of the box leave its packings
    /// unchanged.
    fn row(&self, puzzle: &AntislidePuzzle, of_box: usize) -> Row {
        let is_mirrored = self.stabiliser.iter().any(|element| !puzzle.is_rotation(*element));
        let (bricks, order) = (self.options.len(), self.stabiliser.len());
        Row { bricks, order, is_mirrored, of_box }
    }
}

/// What a part of the search has found.
#[derive(Default, Serialize, Deserialize)]
struct Tally {
    #[serde(with = "pairs")]
    rows: BTreeMap<Row, u64>,
    /// Classes without symmetry by number of bricks: nearly all, so they get a faster table.
    plain: Vec<u64>,
    classes: Vec<Class>,
}

impl Ledger for Tally {
    fn absorb(&mut self, later: Self) {
        later.rows.into_iter().for_each(|(row, count)| *self.rows.entry(row).or_default() += count);
        self.plain.resize(self.plain.len().max(later.plain.len()), 0);
        self.plain.iter_mut().zip(later.plain).for_each(|(sum, count)| *sum += count);
        self.classes.extend(later.classes);
    }

    fn held(&self) -> usize {
        self.classes.len()
    }
}

impl Tally {
    /// Counts a class, and keeps it for the list if it is wanted there and there is room.
    fn add(
        &mut self,
        solution: CoverSolution<'_>,
        puzzle: &AntislidePuzzle,
        list: usize,
        is_wanted: bool,
    ) {
        let bricks = solution.option_count() as usize;
        let order = solution.stabiliser().len();
        let of_box = if puzzle.has_all_symmetries() {
            order
        } else {
            puzzle.symmetries_of(&puzzle.packing(&solution.options()))
        };
        if of_box == 1 {
            if self.plain.len() <= bricks {
                self.plain.resize(bricks + 1, 0);
            }
            self.plain[bricks] += 1;
        } else {
            let is_mirrored = solution.stabiliser().any(|element| !puzzle.is_rotation(element));
            *self.rows.entry(Row { bricks, order, is_mirrored, of_box }).or_default() += 1;
        }
        if self.classes.len() < list && is_wanted {
            self.classes.push(Class {
                options: solution.options().iter().map(|o| narrow(o.index())).collect(),
                stabiliser: solution.stabiliser().collect(),
            });
        }
    }
}

/// Searches all packings, or those with the fewest or most bricks.
pub(super) fn search(
    question: &AntislideQuestion,
    listing: Listing<'_>,
    run: &Run<'_>,
) -> Result<Found, Halt> {
    let Listing { room, is_enough, show } = listing;
    let puzzle = antislide(question)?;
    check_memory(&puzzle, run)?;
    let group_order = puzzle.problem().symmetries().group().order();
    let has_reflections = puzzle.rotations().len() < group_order;
    let cap = question.max_bricks.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    // Nothing at all is the answer to "how few?", but nobody wants to hear it.
    let at_least = (question.objective == Objective::Fewest).then_some(1);
    let mut space = CoverSpace::new(puzzle.problem(), Limits { at_most: cap, at_least })?;
    let incumbent = match question.objective {
        Objective::Any => None,
        Objective::Fewest => Some(Arc::new(Incumbent::fewest())),
        Objective::Most => Some(Arc::new(Incumbent::most())),
    };
    if let Some(incumbent) = &incumbent {
        space = space.bounded_by(Arc::clone(incumbent));
    }
    let mut tables = Tables::new(group_order, has_reflections, false);
    if !puzzle.has_all_symmetries() {
        tables = tables.cornered();
    }
    let mut shown = ShownClasses {
        puzzle: &puzzle,
        symmetry: question.symmetry,
        left: room,
        rows: Vec::new(),
        show,
    };
    // A bounded search learns only in the end which classes count.
    let is_streamed = incumbent.is_none();
    let walked = run.tree(
        "searching",
        &space,
        Tally::default,
        |tally: &mut Tally, search: &CoverSearch<'_>| {
            let solution = search.solution().expect("the search holds still at a solution");
            let bricks = solution.option_count();
            let mut is_wanted = bricks > 0 || room == usize::MAX;
            if let Some(incumbent) = &incumbent {
                incumbent.offer(bricks);
                let best = incumbent.best().unwrap_or(bricks);
                tally.classes.retain(|class| class.options.len() == best as usize);
                is_wanted = bricks == best;
            }
            tally.add(solution, &puzzle, room, is_wanted);
            if is_streamed && is_enough && tally.classes.len() >= room {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
        |tally| match &incumbent {
            Some(incumbent) => {
                if let Some(best) = incumbent.best() {
                    tally.classes.retain(|class| class.options.len() == best as usize);
                }
                tally.classes.truncate(room);
                ControlFlow::Continue(())
            }
            None if tally.classes.is_empty() => ControlFlow::Continue(()),
            None => shown.show(&std::mem::take(&mut tally.classes)),
        },
    );
    let Tally { rows, plain, mut classes } = walked.ledger;
    if walked.stopped_by == Some(StoppedBy::Enough) {
        shown.rows.iter().for_each(|row| tables.add(*row, 1_u32));
    } else {
        for (row, count) in rows {
            tables.add(row, count);
        }
        for (bricks, count) in plain.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            tables.add(Row { bricks, order: 1, is_mirrored: false, of_box: 1 }, count);
        }
    }
    let bricks = match question.objective {
        Objective::Any => None,
        Objective::Fewest => tables.brick_numbers().next(),
        Objective::Most => tables.brick_numbers().next_back(),
    };
    let which = if puzzle.has_all_symmetries() { "" } else { " that keep the first brick" };
    let how = match group_order {
        1 => "every packing visited".to_owned(),
        _ => format!("one packing per class under {group_order} symmetries{which}"),
    };
    let mut evidence = vec![format!("method: exact-cover search with requirements, {how}")];
    if incumbent.is_some() {
        tables.restrict_to(bricks);
        classes.retain(|class| Some(class.options.len()) == bricks);
        if walked.stopped_by.is_none() && bricks.is_some() {
            evidence.push(
                "branch and bound searched the whole space, so the number of bricks is proved"
                    .to_owned(),
            );
        }
        let _ = shown.show(&classes);
    }
    if question.rule == kumiki_model::Rule::Group {
        evidence.push("rule group: for box-shaped bricks it is the same as rule piece".to_owned());
    }
    let (stopped_by, profile) = (walked.stopped_by, walked.profile);
    Ok(Found { tables, bricks, stopped_by, evidence, profile })
}

/// The classes that are shown, on their way out.
struct ShownClasses<'p, 'l> {
    puzzle: &'p AntislidePuzzle,
    symmetry: Symmetry,
    /// How many packings may still be shown.
    left: usize,
    /// The rows of the classes shown. They count if the search ends when the list is full: what
    /// else has been found by then is a matter of luck.
    rows: Vec<Row>,
    show: &'l mut (dyn FnMut(Vec<Listed>) -> ControlFlow<()> + Send),
}

impl ShownClasses<'_, '_> {
    fn show(&mut self, classes: &[Class]) -> ControlFlow<()> {
        let mut images = Vec::new();
        for class in classes {
            if self.left == 0 {
                break;
            }
            let packings = packings(self.puzzle, self.symmetry, class);
            self.left = self.left.saturating_sub(packings.len());
            self.rows.push(class.row(self.puzzle, packings[0].symmetry));
            images.extend(packings);
        }
        (self.show)(images)
    }
}

/// The packings that a class is shown as: one for each class under the chosen symmetry that it
/// falls into.
fn packings(puzzle: &AntislidePuzzle, chosen: Symmetry, class: &Class) -> Vec<Listed> {
    let problem = puzzle.problem();
    let image = |element: &Perm| {
        let moved = |option: &u32| OptionId::new(element.apply(*option as usize));
        let mut options: Vec<OptionId> = class.options.iter().map(moved).collect();
        options.sort_unstable();
        options
    };
    let own = || class.options.iter().map(|option| OptionId::new(*option as usize)).collect();
    let is_rotation = |element: &usize| puzzle.is_rotation(*element);
    let images: Vec<Vec<OptionId>> = match chosen {
        Symmetry::All => vec![own()],
        Symmetry::Rotations => {
            let mirror = (0..problem.on_options().len()).find(|element| !is_rotation(element));
            let other = mirror
                .filter(|_| class.stabiliser.iter().all(is_rotation))
                .map(|m| image(&problem.on_options()[m]));
            std::iter::once(own()).chain(other).collect()
        }
        Symmetry::None => {
            let all: BTreeSet<Vec<OptionId>> = problem.on_options().iter().map(image).collect();
            all.into_iter().collect()
        }
    };
    let listed = |options: &Vec<OptionId>| {
        let packing = puzzle.packing(options);
        let symmetry = puzzle.symmetries_of(&packing);
        Listed { packing, symmetry }
    };
    images.iter().map(listed).collect()
}

/// Refuses beforehand what will not fit.
fn check_memory(puzzle: &AntislidePuzzle, run: &Run<'_>) -> Result<(), Halt> {
    let per_search = CoverSpace::bytes_needed(puzzle.problem())?;
    let threads = u64::try_from(run.threads()).unwrap_or(u64::MAX);
    let needed = per_search.saturating_mul(threads.saturating_add(1));
    match run.memory_limit() {
        Some(limit) if needed > limit => Err(Halt::Memory { needed, limit }),
        _ => Ok(()),
    }
}

/// The packings that a subgroup leaves unchanged, by number of bricks, or why they were not all
/// counted.
pub(super) fn count_fixed(
    puzzle: &AntislidePuzzle,
    subgroup: &[usize],
    run: &Run<'_>,
) -> Result<Counted, Halt> {
    let (folded, members) = puzzle.problem().fixed_by(subgroup);
    let space = CoverSpace::new(&folded, Limits::default())?;
    let walked = run.tree(
        "counting symmetric packings",
        &space,
        ByBricks::default,
        |ByBricks(tally): &mut ByBricks, search: &CoverSearch<'_>| {
            let solution = search.solution().expect("the search holds still at a solution");
            let bricks = solution.options().iter().map(|option| members[*option].len()).sum();
            *tally.entry(bricks).or_default() += 1;
            ControlFlow::Continue(())
        },
        |_| ControlFlow::Continue(()),
    );
    match walked.stopped_by {
        Some(stopped_by) => Err(stopped_by.into()),
        None => Ok(walked.ledger.0.into_iter().map(|(bricks, n)| (bricks, n.into())).collect()),
    }
}

/// Packings by their number of bricks.
#[derive(Default, Serialize, Deserialize)]
struct ByBricks(#[serde(with = "pairs")] BTreeMap<usize, u64>);

impl Ledger for ByBricks {
    fn absorb(&mut self, later: Self) {
        later.0.into_iter().for_each(|(bricks, count)| *self.0.entry(bricks).or_default() += count);
    }
}

/// The problem of the whole box without caps, for counting symmetric packings.
pub(super) fn unrestricted(question: &AntislideQuestion) -> Result<AntislidePuzzle, Halt> {
    Ok(antislide(&AntislideQuestion::new(question.container(), question.bricks().to_vec()))?)
}
