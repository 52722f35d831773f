//! The direct method: exact cover with requirements, one packing per class.
//!
//! The search always runs under the whole group, because that is fastest. A list under rotations
//! shows, for each class that is not its own mirror image, the mirror image too; a list under no
//! symmetry shows all images.

use crate::Halt;
use crate::classes::{ClassLedger, Show, Shower};
use crate::draft::Found;
use kumiki_bricks::{CoverSearch, CoverSolution, CoverSpace, Incumbent, Limits};
use kumiki_drive::{Pick, Picked, Run};
use kumiki_id::{Id, narrow};
use kumiki_layers::Counted;
use kumiki_model::{AntislideQuestion, Objective, OptionId};
use kumiki_plan::{Row, Tables};
use kumiki_reduce::AntislidePuzzle;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The row of the table that the class of a packing belongs to.
fn row(puzzle: &AntislidePuzzle, solution: CoverSolution<'_>) -> Row {
    let order = solution.stabiliser().len();
    Row {
        pieces: solution.option_count() as usize,
        order,
        is_mirrored: order > 1 && solution.stabiliser().any(|at| !puzzle.is_rotation(at)),
        of_box: if puzzle.has_all_symmetries() {
            order
        } else {
            puzzle.symmetries_of(&puzzle.packing(&solution.options()))
        },
    }
}

/// Which classes are listed.
pub(super) struct Wanted {
    /// Which are kept while the search goes on.
    pub(super) pick: Pick,
    /// Which of them are drawn by lot, if some are.
    pub(super) drawn: Option<Pick>,
    /// Whether the empty packing is one of them. A list of some leaves it out.
    pub(super) shows_empty: bool,
    /// Only those with at least so many symmetries.
    pub(super) min_symmetries: usize,
    /// If the most symmetric ones come first: so many of them.
    pub(super) most_symmetric: Option<usize>,
    /// Whether the tree of the search is measured, which takes time.
    pub(super) is_measured: bool,
}

impl Wanted {
    /// None.
    pub(super) const NOTHING: Self = Self {
        pick: Pick::NOTHING,
        drawn: None,
        shows_empty: false,
        min_symmetries: 1,
        most_symmetric: None,
        is_measured: false,
    };

    /// Drops what is certainly not among the most symmetric ones, if these are wanted.
    fn sort_out(&self, picked: &mut Picked<u32, Option<Row>>) {
        if let Some(most) = self.most_symmetric {
            picked.keep_greatest(most, |row| row.map(|row| row.of_box));
        }
    }

    /// The same if it is worth the trouble.
    fn sort_out_many(&self, picked: &mut Picked<u32, Option<Row>>) {
        let is_worth_it = |most: usize| picked.held() >= most.saturating_mul(2).max(SORTED_OUT);
        if self.most_symmetric.is_some_and(is_worth_it) {
            self.sort_out(picked);
        }
    }

    /// What is listed of those that were kept.
    fn listed(&self, mut picked: Picked<u32, Option<Row>>) -> Vec<(Vec<u32>, Option<Row>)> {
        self.sort_out(&mut picked);
        match (self.drawn, self.pick) {
            (Some(drawn), Pick::First { .. }) => {
                let mut sample = Picked::new(drawn);
                for (options, row) in picked.into_list() {
                    sample.see(options.into_iter(), || row);
                }
                sample.into_list()
            }
            _ => picked.into_list(),
        }
    }
}

/// So many are kept before some are dropped.
const SORTED_OUT: usize = 1024;

/// Searches all packings, or those with the fewest or most bricks.
///
/// A list of some leaves the empty packing out. It may be enough only if any number of bricks will
/// do: a bounded search learns only in the end which classes count.
pub(super) fn search(
    question: &AntislideQuestion,
    puzzle: &AntislidePuzzle,
    wanted: &Wanted,
    run: &Run<'_>,
    show: &mut Show<'_>,
) -> Result<Found, Halt> {
    let threads = u64::try_from(run.threads()).unwrap_or(u64::MAX);
    let per_search = CoverSpace::bytes_needed(puzzle.problem())?;
    Halt::check_memory(per_search.saturating_mul(threads.saturating_add(1)), run)?;
    let incumbent = match question.objective {
        Objective::Any => None,
        Objective::Fewest => Some(Arc::new(Incumbent::fewest())),
        Objective::Most => Some(Arc::new(Incumbent::most())),
    };
    let limits = Limits {
        at_most: question.max_bricks.map(|most| u32::try_from(most).unwrap_or(u32::MAX)),
        // Nothing at all is the answer to "how few?", but nobody wants to hear it.
        at_least: (question.objective == Objective::Fewest).then_some(1),
    };
    let mut space = CoverSpace::new(puzzle.problem(), limits)?;
    if wanted.is_measured {
        space = space.measured();
    }
    if let Some(incumbent) = &incumbent {
        space = space.bounded_by(Arc::clone(incumbent));
    }
    let mut shower = Shower::new(show);
    let name = |option: u32| OptionId::new(option as usize);
    let walked = run.tree(
        "searching",
        &space,
        || ClassLedger::new(wanted.pick),
        |ledger: &mut ClassLedger, search: &CoverSearch<'_>| {
            let solution = search.solution().expect("the search holds still at a solution");
            let bricks = solution.option_count();
            let row = row(puzzle, solution);
            ledger.count(Some(row));
            let is_wanted = match &incumbent {
                None => bricks > 0 || wanted.shows_empty,
                Some(incumbent) => {
                    incumbent.offer(bricks);
                    let best = incumbent.best().unwrap_or(bricks);
                    ledger.picked.restrict_to(best as usize);
                    bricks == best
                }
            };
            if is_wanted && row.of_box >= wanted.min_symmetries {
                // Its options are looked for only if it is picked.
                let options = || solution.options().into_iter().map(|o| narrow(o.index()));
                ledger.picked.see(std::iter::once_with(options).flatten(), || Some(row));
                wanted.sort_out_many(&mut ledger.picked);
            }
            ledger.flow()
        },
        |ledger| match &incumbent {
            None if wanted.most_symmetric.is_some() => {
                wanted.sort_out_many(&mut ledger.picked);
                ControlFlow::Continue(())
            }
            None => shower.hand_over(ledger.picked.take_first(), name),
            Some(incumbent) => {
                // What an earlier run has found is a bound for this one, too.
                for row in ledger.rows.keys().flatten() {
                    incumbent.offer(narrow(row.pieces));
                }
                let best = incumbent.best();
                best.into_iter().for_each(|best| ledger.picked.restrict_to(best as usize));
                ControlFlow::Continue(())
            }
        },
    );
    let ClassLedger { rows, mut picked } = walked.ledger;
    let mut found = Found::new(walked.profile, walked.stopped_by);
    let which = if puzzle.has_all_symmetries() { "" } else { " that keep the first brick" };
    let how = match puzzle.problem().symmetries().group().order() {
        1 => "every packing visited".to_owned(),
        order => format!("one packing per class under {order} symmetries{which}"),
    };
    found.note(format!("method: exact-cover search with requirements, {how}"));
    let mut tables = Tables::of(puzzle.problem());
    if incumbent.is_some() {
        tables.add_all(rows);
        let best = tables.restrict_to(question.objective);
        if best.is_some() && found.stopped_by.is_none() {
            let all = "branch and bound searched the whole space";
            found.note(format!("{all}, so the number of bricks is proved"));
        }
        best.into_iter().for_each(|best| picked.restrict_to(best));
        let _ = shower.hand_over(wanted.listed(picked), name);
    } else {
        // The first ones have been handed over already.
        if wanted.most_symmetric.is_some() || wanted.drawn.is_some() {
            let _ = shower.hand_over(wanted.listed(picked), name);
        }
        tables.add_all(shower.rows(rows, found.stopped_by));
    }
    found.tables = Some(tables);
    Ok(found)
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
        || ClassLedger::new(Pick::NOTHING),
        |ledger: &mut ClassLedger, search: &CoverSearch<'_>| {
            let solution = search.solution().expect("the search holds still at a solution");
            let pieces = solution.options().iter().map(|option| members[*option].len()).sum();
            ledger.count(Some(Row { pieces, order: 1, is_mirrored: false, of_box: 1 }));
            ControlFlow::Continue(())
        },
        |_| ControlFlow::Continue(()),
    );
    match walked.stopped_by {
        Some(stopped_by) => Err(stopped_by.into()),
        None => {
            let rows = walked.ledger.rows.into_iter();
            Ok(rows.filter_map(|(row, count)| Some((row?.pieces, count.into()))).collect())
        }
    }
}
