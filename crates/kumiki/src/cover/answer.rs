//! From a file to the answer that is printed, saved and judged.

use super::{Kernel, Request, Show, Solution, Solved, Symmetry, solve};
use crate::Halt;
use crate::report::{by_symmetry, run_report};
use kumiki_drive::Run;
use kumiki_formats::cover::{CoverFile, items_without_options};
use kumiki_model::{
    CoverAnswer, CoverQuestionRecord, ListRecord, ListWord, SampleRecord, StoppedBy,
};

/// A file and how it is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct FileRequest<'a> {
    /// What the file says.
    pub file: &'a CoverFile,
    /// What the file is called.
    pub name: &'a str,
    /// How to find out.
    pub kernel: Kernel,
    /// What is the same.
    pub symmetry: Symmetry,
    /// What is shown.
    pub show: Show,
    /// Confirm the count by another kernel.
    pub verify: bool,
    /// Record the search tree level by level.
    pub profile: bool,
}

/// An answer, and how the search ended.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Everything that is known.
    pub answer: CoverAnswer,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
}

/// Answers the question of a file.
///
/// ```
/// use kumiki::cover::{FileRequest, Kernel, Show, Symmetry, answer};
/// use kumiki::formats::cover::{CoverFile, CoverFormat};
/// use kumiki::drive::{Run, Unhosted};
/// let file = CoverFile::read(b"a b c\na\nb\na b\nc\n", CoverFormat::Dlx)?;
/// let (name, kernel, symmetry) = ("small.dlx", Kernel::Auto, Symmetry::Auto);
/// let request =
///     FileRequest { file: &file, name, kernel, symmetry, show: Show::List(9), verify: false, profile: false };
/// let answer = answer(&request, &Run::new(&Unhosted))?.answer;
/// assert_eq!(answer.count.to_string(), "2");
/// assert_eq!(answer.group_order.map(|order| order.to_string()).as_deref(), Some("2"));
/// assert_eq!(answer.solutions.map(|solutions| solutions.len()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`solve`].
pub fn answer(request: &FileRequest<'_>, run: &Run<'_>) -> Result<Answered, Halt> {
    let began = run.elapsed();
    let FileRequest { file, kernel, symmetry, show, verify, .. } = *request;
    let problem = file.problem();
    let solved = solve(&Request { problem, kernel, symmetry, show, verify }, run)?;
    let is_listed = show != Show::Nothing;
    let has_classes =
        solved.symmetries.as_ref().is_some_and(|symmetries| symmetries.classes.is_some());
    let Solved {
        count,
        symmetries,
        solutions,
        kernel,
        kernel_reason,
        stopped_by,
        evidence,
        profile,
    } = solved;
    let order = symmetries.as_ref().map(|symmetries| symmetries.order.clone().into());
    let by_symmetry =
        symmetries.as_ref().map_or_else(Vec::new, |found| by_symmetry(&found.by_symmetry));
    let uncoverable = items_without_options(problem);
    let answer = CoverAnswer {
        question: question(request),
        count: count.into(),
        group_order: order,
        classes: symmetries.and_then(|symmetries| symmetries.classes).map(Into::into),
        by_symmetry,
        solutions: is_listed
            .then(|| solutions.iter().map(|solution| texts(file, solution)).collect()),
        costs: (is_listed && problem.has_costs())
            .then(|| solutions.iter().map(|s| s.cost).collect()),
        symmetries: (is_listed && has_classes)
            .then(|| solutions.iter().map(|s| s.symmetries).collect()),
        uncoverable: uncoverable.into_iter().map(|item| file.item_name(item).to_owned()).collect(),
        kernel: kernel.name().to_owned(),
        kernel_reason,
        complete: stopped_by.is_none(),
        stopped_by,
        evidence,
        profile: run_report(&profile, began, run, request.profile),
    };
    Ok(Answered { answer, stopped_by })
}

/// The options of a solution as the file has them.
fn texts(file: &CoverFile, solution: &Solution) -> Vec<String> {
    solution.options.iter().map(|option| file.option_text(*option).to_owned()).collect()
}

/// Answers about problems with at most so many options repeat the problem, so that it can be
/// counted again.
const REPEATED_OPTIONS: usize = 256;

/// The question again, so that the answer can be judged by itself.
fn question(request: &FileRequest<'_>) -> CoverQuestionRecord {
    let FileRequest { file, name, symmetry, show, .. } = *request;
    let is_needed = show != Show::Nothing || file.problem().options().len() <= REPEATED_OPTIONS;
    let list = match show {
        Show::List(most) => Some(ListRecord::at_most(most)),
        Show::First(1) => Some(ListRecord::Word(ListWord::First)),
        Show::First(most) => Some(ListRecord::at_most(most)),
        Show::Nothing | Show::Sample { .. } | Show::Cheapest(_) => None,
    };
    CoverQuestionRecord {
        command: "cover".to_owned(),
        file: name.to_owned(),
        symmetry,
        cheapest: if let Show::Cheapest(most) = show { Some(most) } else { None },
        list,
        sample: if let Show::Sample { size, seed } = show {
            Some(SampleRecord { size, seed })
        } else {
            None
        },
        problem: is_needed.then(|| file.to_dlx().unwrap_or_else(|_| file.to_json())),
    }
}
