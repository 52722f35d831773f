//! Exact covers.
//!
//! # Three kernels
//! * *Bits*: bit sets of options (`kumiki-bits`), the fastest at listing and counting plain
//!   problems.
//! * *Cells*: sparse sets (`kumiki-cells`), for multiplicities, requirements and costs, and for
//!   problems too large for bit sets.
//! * *Memo*: merging equal states (`kumiki-memo`). It only counts, but reaches numbers that nobody
//!   could list.
//!
//! [`Kernel::Auto`] starts to count with bits. If that is going to take long and merging is not, it
//! changes over; the attempt is limited to a small part of what listing would cost.
//!
//! # Symmetry
//! With [`CoverSymmetry::Auto`] the symmetries of the problem are found by `kumiki-auto`. One
//! solution of each class is looked for; how many there are in all follows in two ways, which must
//! agree.

mod count;
mod listing;
mod words;

use crate::Halt;
use crate::draft::Draft;
use crate::family::Family;
use crate::report::by_symmetry;
use crate::sink::Shown;
use kumiki_auto::{Automorphisms, Budget, automorphisms};
use kumiki_draw::Sheet;
use kumiki_formats::FormatError;
use kumiki_formats::cover::{CoverFile, items_without_options};
use kumiki_judge::judge_cover;
use kumiki_model::{
    Answer, Ask, ClassCount, CoverAsk, CoverPart, CoverProblem, CoverSymmetry, Kernel, ListRecord,
    Part, Solution, StoppedBy,
};
use kumiki_plan::Plan;
use kumiki_search::Profile;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(crate) use listing::{Chosen, Group, Listed, Listing, Stabiliser, Wanted};

/// Answers about problems with more options do not repeat the problem, unless they show solutions:
/// the judge does not count so far.
const REPEATED_OPTIONS: usize = 256;

/// The elements of a group are listed if their images of all options take no more than so many
/// bytes.
const MAX_GROUP_BYTES: u64 = 256 << 20;

/// What a problem can be written as.
pub(crate) const FORMATS: &[&str] = &["dlx", "rows", "matrix", "json", "dimacs"];

/// A question about an exact-cover problem.
pub(crate) struct Covers {
    /// What the file is called.
    name: String,
    file: CoverFile,
    kernel: Kernel,
    symmetry: CoverSymmetry,
    /// Only the so many cheapest solutions are wanted.
    cheapest: Option<usize>,
}

impl Covers {
    /// Reads a question.
    ///
    /// # Errors
    /// If the file is not there or cannot be understood.
    pub(crate) fn new(ask: &CoverAsk) -> Result<Self, Halt> {
        let name = ask.file.name.clone();
        let refused = |reason: String| Halt::File { name: name.clone(), reason };
        let text = ask.file.text.as_ref().ok_or_else(|| {
            refused(
                "no such problem comes with Kumiki, expected a file with an exact-cover problem"
                    .to_owned(),
            )
        })?;
        if ask.cheapest == Some(0) {
            let reason = "no solution is asked for, expected at least one".to_owned();
            return Err(Halt::Field { field: "cheapest", value: "0".to_owned(), reason });
        }
        let file = CoverFile::read(text.as_bytes(), ask.format)
            .map_err(|error| refused(error.to_string()))?;
        let CoverAsk { kernel, symmetry, cheapest, .. } = *ask;
        Ok(Self { name, file, kernel, symmetry, cheapest })
    }
}

/// What is known about the symmetries.
struct Symmetries {
    order: BigUint,
    /// How many classes the solutions form, or `None` if there are too many symmetries to tell them
    /// apart, or if not all solutions are looked for.
    classes: Option<BigUint>,
    by_symmetry: BTreeMap<usize, u64>,
}

/// What a method found.
struct Found {
    count: BigUint,
    symmetries: Option<Symmetries>,
    kernel: Kernel,
    kernel_reason: String,
    stopped_by: Option<StoppedBy>,
    evidence: Vec<String>,
    profile: Profile,
}

impl Family for Covers {
    fn part(&self) -> Part {
        let uncoverable = items_without_options(self.file.problem());
        let name = |item| self.file.item_name(item).to_owned();
        let uncoverable = uncoverable.into_iter().map(name).collect();
        Part::Cover(CoverPart { uncoverable, ..CoverPart::default() })
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if let Some(most) = self.cheapest {
            for (field, is_given) in
                [("list", draft.how.list.is_some()), ("sample", draft.how.sample.is_some())]
            {
                if is_given {
                    return Err(Halt::both("cheapest", field));
                }
            }
            // They are a list as long as that.
            draft.how.list = Some(ListRecord::at_most(most));
        }
        if let Ask::Cover(ask) = &mut draft.answer.question.ask
            && !draft.how.shows()
            && self.file.problem().options().len() > REPEATED_OPTIONS
        {
            ask.file.text = None;
        }
        let (run, plan) = (draft.run, Plan::new(self.file.problem()));
        let is_counted = self.symmetry == CoverSymmetry::None && !draft.how.shows();
        let merged = match (self.symmetry, draft.how.sample) {
            (CoverSymmetry::None, Some(size)) => {
                count::sample(self.kernel, &plan, size, draft.how.seed, &run)?
            }
            _ => None,
        };
        let mut found = match merged {
            Some((found, drawn)) => {
                let _ = self.show(draft, drawn, false);
                found
            }
            None if is_counted => count::count(self.kernel, &plan, &run)?,
            None => self.list(draft, &plan)?,
        };
        draft.profile = found.profile.clone();
        draft.answer.stopped_by = found.stopped_by;
        draft.answer.evidence.append(&mut found.evidence);
        if draft.how.verify && found.stopped_by.is_none() {
            if self.cheapest.is_some() {
                let line = "the cheapest solutions are not confirmed by a second method";
                draft.answer.evidence.push(line.to_owned());
            } else {
                draft.note_second(count::verify(&found, &plan, &run))?;
            }
        }
        draft.note_judged(["solution", "solutions"]);
        draft.answer.count = Some(found.count.into());
        if let Some(Symmetries { order, classes, by_symmetry: classes_by }) = found.symmetries {
            draft.answer.group_order = Some(order.into());
            draft.answer.classes = classes.map(|classes| ClassCount::Number(classes.into()));
            draft.answer.by_symmetry = by_symmetry(&classes_by);
        }
        if let Part::Cover(part) = &mut draft.answer.part {
            part.kernel = found.kernel.name().to_owned();
            part.kernel_reason = found.kernel_reason;
        }
        draft.check_shown()
    }

    fn solution_text(&self, shown: &Shown) -> String {
        words::solution(shown)
    }

    fn text(&self, answer: &Answer) -> String {
        words::answer(answer)
    }

    /// Options have no shape.
    fn picture(&self, _: &Answer) -> Sheet {
        let if_empty = "an exact cover has no picture".to_owned();
        let (title, description) = (self.name.clone(), if_empty.clone());
        Sheet { title, description, figures: Vec::new(), if_empty }
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        let line = |line: &String| ("warning", format!("{}: {line}", self.name));
        self.file.warnings().iter().map(line).collect()
    }

    fn write_as(&self, format: &str) -> Result<String, Halt> {
        write_as(&self.file, format)
            .map_err(|error| Halt::File { name: self.name.clone(), reason: error.to_string() })
    }
}

/// A problem in one of the [`FORMATS`].
pub(crate) fn write_as(file: &CoverFile, format: &str) -> Result<String, FormatError> {
    match format {
        "rows" => file.to_rows(),
        "matrix" => file.to_matrix(),
        "json" => Ok(file.to_json()),
        "dimacs" => file.to_dimacs(),
        _ => file.to_dlx(),
    }
}

impl Covers {
    /// Judges solutions and shows them. Says how many are shown.
    fn show(
        &self,
        draft: &mut Draft<'_>,
        batch: Vec<Chosen>,
        has_classes: bool,
    ) -> (usize, ControlFlow<()>) {
        let problem = self.file.problem();
        let judge = |_: usize, chosen: &Chosen| judge_cover(problem, &chosen.options);
        let text = |option| self.file.option_text(option).to_owned();
        let shown = |chosen: &Chosen| Shown {
            symmetry: has_classes.then_some(chosen.symmetries),
            cost: problem.has_costs().then_some(chosen.cost),
            ..Shown::new(Solution::Options(chosen.options.iter().copied().map(text).collect()))
        };
        let (before, costs) = (draft.shown_count(), batch.iter().map(|chosen| chosen.cost));
        let mut costs: Vec<u64> = costs.collect();
        let flow = draft.show(batch, judge, shown);
        costs.truncate(draft.shown_count() - before);
        let shown_count = costs.len();
        if self.cheapest.is_some() && problem.has_costs() && shown_count > 0 {
            // What they cost is the answer.
            draft.answer.costs = Some(costs);
        }
        (shown_count, flow)
    }

    /// Looks for the solutions one by one.
    fn list(&self, draft: &mut Draft<'_>, plan: &Plan) -> Result<Found, Halt> {
        if self.kernel == Kernel::Memo {
            let reason = "it only counts, expected `kernel` auto, bits or cells".to_owned();
            return Err(Halt::Kernel { kernel: "memo", reason });
        }
        let symmetries = match self.symmetry {
            CoverSymmetry::None => None,
            CoverSymmetry::Auto => Some(automorphisms(self.file.problem(), Budget::default())),
        };
        let group = symmetries
            .as_ref()
            .map_or(Group::Trivial, |found| group_of(found, self.file.problem()));
        let wanted = self.cheapest.map_or_else(|| Wanted::of(&draft.how), Wanted::Cheapest);
        // The cheapest solutions are not all the classes there are.
        let has_classes = matches!(group, Group::Listed { .. }) && self.cheapest.is_none();
        let listing = Listing { plan, kernel: self.kernel, group: &group, wanted, keep: &|_| true };
        let run = draft.run;
        let Listed { total, classes, kernel, kernel_reason, stopped_by, mut evidence, profile } =
            listing.run(&run, &mut |batch| self.show(draft, batch, has_classes))?;
        let method = match &group {
            _ if self.cheapest.is_some() => "branch and bound",
            _ if stopped_by.is_some() => {
                "solutions were visited one by one until the search was stopped"
            }
            Group::Trivial => "every solution was visited",
            Group::Listed { .. } => "one solution of each class was visited",
            Group::Large { .. } => {
                "every solution was visited up to the symmetries of its first option"
            }
        };
        evidence.insert(0, format!("method: {method}"));
        let symmetries = symmetries.map(|found| {
            if !found.is_complete() {
                let line = "the search for symmetries was broken off; there may be more";
                evidence.push(line.to_owned());
            }
            let mut by_symmetry = BTreeMap::new();
            for (stabiliser, count) in &classes {
                *by_symmetry.entry(stabiliser.order).or_default() += count;
            }
            Symmetries {
                order: found.order().clone(),
                classes: has_classes.then(|| classes.values().copied().map(BigUint::from).sum()),
                by_symmetry,
            }
        });
        Ok(Found { count: total, symmetries, kernel, kernel_reason, stopped_by, evidence, profile })
    }
}

/// The group with all its elements, if they are not too many.
fn group_of(found: &Automorphisms, problem: &CoverProblem) -> Group {
    let degree = problem.options().len();
    let orbits = found.orbits();
    let bytes_each = 4 * u64::try_from(degree.max(1)).unwrap_or(u64::MAX);
    let elements = u64::try_from(found.order())
        .ok()
        .filter(|order| order.saturating_mul(bytes_each) <= MAX_GROUP_BYTES)
        .map(|_| found.chain().elements().collect());
    match elements {
        Some(elements) => Group::Listed { orbits, elements },
        None => Group::Large { orbits },
    }
}
