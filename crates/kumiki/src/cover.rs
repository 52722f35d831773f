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
//! [`Kernel::Auto`] starts to count with bits or cells. If that takes long, merging takes turns
//! with it, and whichever is done first has the answer.
//!
//! # Symmetry
//! With [`CoverSymmetry::Auto`] the symmetries of the problem are found by `kumiki-auto`. One
//! solution of each class is looked for; how many there are in all follows in two ways, which must
//! agree.

mod count;
mod listing;
mod product;
mod told;
mod told_memo;
mod words;

use crate::Halt;
use crate::draft::{Draft, Found, part};
use crate::family::Family;
use crate::rows::{ReadRows, all_options, meaning_of, options_of, put_options};
use crate::sink::{Row, Shown};
use crate::sources::text_of;
use count::{Attempt, count, try_merging, unsuited_memo};
use kumiki_auto::{Automorphisms, Budget, automorphisms};
use kumiki_drive::Pick;
use kumiki_formats::FormatError;
use kumiki_formats::cover::{CoverFile, items_without_options};
use kumiki_group::Perm;
use kumiki_id::Id;
use kumiki_judge::{Fault, judge_cover};
use kumiki_model::{
    Ask, ClassCount, CoverAsk, CoverPart, CoverSymmetry, How, ItemId, Kernel, ListRecord, OptionId,
    Part, Solution,
};
use kumiki_plan::{Chosen, Plan, Symmetries, Tables};
use std::ops::ControlFlow;

pub(crate) use count::{count_merged, verify};
pub(crate) use listing::Listing;
use product::Product;
pub(crate) use told::{Called, tell_cover};
pub(crate) use told_memo::tell_memo;

/// Answers about problems with more options do not repeat the problem, unless they show solutions:
/// the judge does not count so far.
const REPEATED_OPTIONS: usize = 256;

/// The elements of a group are listed if their images of all options take no more than so many
/// bytes.
const MAX_GROUP_BYTES: u64 = 256 << 20;

/// How solutions were counted that were seen one by one.
const EVERY: &str = "every solution was visited";
/// The same if not all were seen.
const STOPPED: &str = "solutions were visited one by one until the search was stopped";

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
        let text = text_of(&ask.file, None, "problem", "a file with an exact-cover problem")?;
        if ask.cheapest == Some(0) {
            let reason = "no solution is asked for, expected at least one";
            return Err(Halt::field("cheapest", "0", reason));
        }
        let file = CoverFile::read(text.as_bytes(), ask.format)
            .map_err(|error| Halt::file(&name, &error))?;
        let CoverAsk { kernel, symmetry, cheapest, .. } = *ask;
        Ok(Self { name, file, kernel, symmetry, cheapest })
    }
}

impl Family for Covers {
    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        Ok(Box::new(self))
    }

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
            && draft.how.trace.is_none()
            && self.file.problem().options().len() > REPEATED_OPTIONS
        {
            ask.file.text = None;
        }
        let (run, plan) = (draft.run, Plan::new(self.file.problem()));
        let symmetries = match self.symmetry {
            CoverSymmetry::None => None,
            CoverSymmetry::Auto => Some(automorphisms(self.file.problem(), Budget::default())),
        };
        let group = symmetries.as_ref().map(|found| group_of(found, &plan));
        let pick = Pick::of(&draft.how, draft.how.is_list_enough());
        let (kernel, group) = (self.kernel, group.as_ref());
        let listing = Listing { plan: &plan, kernel, group, pick, keep: None };
        let is_counted = group.is_none() && !draft.how.shows() && self.cheapest.is_none();
        let product = match is_counted && !run.is_divided() {
            true => Product::of(self.file.problem(), kernel),
            false => None,
        };
        let mut found = self.found(draft, &listing, product.as_ref())?;
        if symmetries.as_ref().is_some_and(|found| !found.is_complete()) {
            found.note("the search for symmetries was broken off; there may be more");
        }
        draft.note_found(&found, || match self.cheapest {
            Some(_) => Ok("the cheapest solutions are not confirmed by a second method".to_owned()),
            None => match &product {
                Some(product) => product.verify(&run),
                None => verify(&found, &listing, "solutions", &run),
            },
        })?;
        draft.note_judged(["solution", "solutions"]);
        draft.answer.group_order = symmetries.map(|found| found.order().clone().into());
        let classes = found.tables.as_ref().map(Tables::classes);
        draft.answer.classes = classes.map(|classes| ClassCount::Number(classes.all));
        let part = part!(draft.answer, Cover);
        part.kernel = found.kernel.name().to_owned();
        part.kernel_reason = found.kernel_reason;
        draft.check_shown()
    }

    fn trace(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let plan = Plan::new(self.file.problem());
        let is_count = self.symmetry == CoverSymmetry::None && self.cheapest.is_none();
        if self.kernel == Kernel::Memo && is_count {
            return tell_memo(&self.file, &plan, draft);
        }
        let symmetries = match self.symmetry {
            CoverSymmetry::None => None,
            CoverSymmetry::Auto => Some(automorphisms(self.file.problem(), Budget::default())),
        };
        let group = symmetries.as_ref().map(|found| group_of(found, &plan));
        let called = Called {
            item: &|item| self.file.item_name(ItemId::new(item)).to_owned(),
            option: &|option| self.file.option_text(option).to_owned(),
        };
        tell_cover(&plan, self.kernel, group.as_ref(), &called, draft)
    }

    fn check_divisible(&self, _: &How) -> Result<(), Halt> {
        check_kernel(self.kernel)
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        let line = |line: &String| ("warning", format!("{}: {line}", self.name));
        self.file.warnings().iter().map(line).collect()
    }

    fn write_as(&self, format: &str) -> Result<String, Halt> {
        write_as(&self.file, format).map_err(|error| Halt::file(&self.name, &error))
    }
}

/// Whether what a kernel does can be divided among shards.
pub(crate) fn check_kernel(kernel: Kernel) -> Result<(), Halt> {
    if kernel != Kernel::Memo {
        return Ok(());
    }
    let what = "a count by merging states".to_owned();
    Err(Halt::Indivisible { what, expected: "`kernel` bits or cells" })
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

impl ReadRows for &Covers {
    fn meaning(&self) -> Option<String> {
        let options = all_options(self.file.problem().options().len());
        Some(meaning_of(options.map(|option| self.file.option_text(option))))
    }

    fn shown(&self, row: &Row) -> Option<Shown> {
        let options = options_of(row, self.file.problem().options().len())?;
        Some(self.shown_options(&options, (row.symmetries > 0).then_some(row.symmetries)))
    }

    fn judge(&self, _: &Shown, row: Option<&Row>) -> Result<(), Fault> {
        let problem = self.file.problem();
        let options = row.and_then(|row| options_of(row, problem.options().len()));
        judge_cover(problem, &options.unwrap_or_default())
    }
}

impl Covers {
    fn cost(&self, options: &[OptionId]) -> u64 {
        options.iter().map(|option| self.file.problem().cost(*option)).sum()
    }

    /// A solution as it is shown, its options in the order of the file.
    fn shown_options(&self, options: &[OptionId], symmetry: Option<usize>) -> Shown {
        let text = |option: &OptionId| self.file.option_text(*option).to_owned();
        let mut options = options.to_vec();
        options.sort_unstable();
        Shown {
            symmetry,
            cost: self.file.problem().has_costs().then(|| self.cost(&options)),
            ..Shown::new(Solution::Options(options.iter().map(text).collect()))
        }
    }

    /// Judges solutions and shows them. Says how many are shown.
    fn show(&self, draft: &mut Draft<'_>, batch: &[Chosen]) -> (usize, ControlFlow<()>) {
        let problem = self.file.problem();
        let cost = |chosen: &Chosen| self.cost(&chosen.options);
        let shown =
            |chosen: &&Chosen| self.shown_options(&chosen.options, chosen.row.map(|row| row.order));
        let judge = |chosen: &&Chosen| judge_cover(problem, &chosen.options);
        let row = |chosen: &&Chosen, row: &mut Row| {
            put_options(&chosen.options, row);
            row.symmetries = chosen.row.map_or(0, |row| row.order);
        };
        let (count, flow) = draft.show_classes(batch, Some, judge, shown, row);
        if self.cheapest.is_some() && problem.has_costs() && count > 0 {
            // What they cost is the answer.
            draft.answer.costs = Some(batch[..count].iter().map(cost).collect());
        }
        (count, flow)
    }

    /// Looks for the solutions one by one, or counts them and draws samples from merged states.
    fn found(
        &self,
        draft: &mut Draft<'_>,
        listing: &Listing<'_>,
        product: Option<&Product>,
    ) -> Result<Found, Halt> {
        let (run, sample, plan) = (draft.run, draft.how.sample, listing.plan);
        if listing.group.is_none() && !run.is_divided() && self.cheapest.is_none() {
            match sample {
                None if !draft.how.shows() => {
                    return match product {
                        Some(product) => product.count(&run),
                        None => count(listing, &run),
                    };
                }
                Some(size) => match try_merging(self.kernel, plan, &run)? {
                    Attempt::Merged(found) if found.stopped_by.is_some() => return Ok(found),
                    Attempt::Merged(found) => return self.draw(draft, listing, size, found),
                    _ => {}
                },
                None => {}
            }
        }
        if self.kernel == Kernel::Memo {
            let reason = "it only counts, expected `kernel` auto, bits or cells".to_owned();
            return Err(Halt::Kernel { kernel: "memo", reason });
        }
        let show = &mut |batch: &[Chosen]| self.show(draft, batch);
        let mut found = match self.cheapest {
            Some(most) => listing.cheapest(most, &run, show)?,
            None => listing.run(&run, show)?,
        };
        let method = match listing.group {
            _ if self.cheapest.is_some() => "branch and bound",
            _ if found.stopped_by.is_some() => STOPPED,
            None => EVERY,
            Some(group) if group.has_classes() => "one solution of each class was visited",
            Some(_) => "every solution was visited up to the symmetries of its first option",
        };
        found.evidence.insert(0, format!("method: {method}"));
        Ok(found)
    }

    /// Draws a sample from states that were merged.
    fn draw(
        &self,
        draft: &mut Draft<'_>,
        listing: &Listing<'_>,
        size: usize,
        mut found: Found,
    ) -> Result<Found, Halt> {
        let drawn = kumiki_memo::sample(listing.plan, size, draft.how.seed)
            .map_err(|unsuited| unsuited_memo(&unsuited))?;
        found.note("the sample was drawn from the merged states, each solution equally likely");
        let options = drawn.iter().map(|options| listing.plan.ids(options));
        let chosen: Vec<Chosen> = options.map(|options| Chosen { options, row: None }).collect();
        let _ = self.show(draft, &chosen);
        Ok(found)
    }
}

/// The group with all its elements, if they are not too many.
fn group_of(found: &Automorphisms, plan: &Plan) -> Symmetries {
    let bytes_each = 4 * plan.option_count().max(1) as u64;
    let elements: Option<Vec<Perm>> = u64::try_from(found.order())
        .ok()
        .filter(|order| order.saturating_mul(bytes_each) <= MAX_GROUP_BYTES)
        .map(|_| found.chain().elements().collect());
    Symmetries::new(plan, &found.orbits(), elements.as_deref())
}
