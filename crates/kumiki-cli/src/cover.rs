//! `kumiki cover`: from a file to a request, from an answer to text and JSON.

use crate::args::{CoverArgs, CoverFormatArg, CoverSymmetryArg, CoverWriteArg, KernelArg};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{JSON, Outputs, write_converted};
use crate::running::{exit_code, stop_reason, terminal};
use crate::tables::{kernel_profile, symmetry_table};
use crate::text::{plural, symmetries};
use kumiki::cover::{Answered, FileRequest, Kernel, Show, Symmetry, answer};
use kumiki::drive::Run;
use kumiki::formats::FormatError;
use kumiki::formats::cover::{CoverFile, CoverFormat};
use kumiki::model::CoverAnswer;
use std::fmt::Write as _;
use std::process::ExitCode;

/// The longest file that is read.
const FILE_LIMIT_BYTES: u64 = 1 << 30;

/// So many items that no option covers are named.
const NAMED_ITEMS: usize = 3;

pub(crate) fn run(args: &CoverArgs) -> Result<ExitCode, Failure> {
    let common = &args.common;
    let terminal = terminal(common)?;
    let run = Run::new(&*terminal);
    let input = Input::read(&args.file, FILE_LIMIT_BYTES, "a file with an exact-cover problem")?;
    let file =
        CoverFile::read(&input.bytes, format(args.format)).map_err(|error| input.refused(error))?;
    input.tell("warning", file.warnings());
    if let Some(values) = &args.write {
        let convert = |format| convert(&file, format).map_err(|error| input.refused(error));
        write_converted(values, common.force, &args.file, convert)?;
        return Ok(ExitCode::SUCCESS);
    }
    let request = FileRequest {
        file: &file,
        name: &input.name,
        kernel: kernel(args.kernel),
        symmetry: match args.symmetry {
            CoverSymmetryArg::Auto => Symmetry::Auto,
            CoverSymmetryArg::None => Symmetry::None,
        },
        show: show(args),
        verify: common.verify,
        profile: common.profile,
    };
    let answered = answer(&request, &run)?;
    let outputs = Outputs::new(common.force, common.json.then_some(JSON), None);
    outputs.print(&answered.answer, || describe(&answered, common.profile))?;
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

fn kernel(kernel: KernelArg) -> Kernel {
    match kernel {
        KernelArg::Auto => Kernel::Auto,
        KernelArg::Bits => Kernel::Bits,
        KernelArg::Cells => Kernel::Cells,
        KernelArg::Memo => Kernel::Memo,
    }
}

fn format(format: CoverFormatArg) -> CoverFormat {
    match format {
        CoverFormatArg::Auto => CoverFormat::Auto,
        CoverFormatArg::Dlx => CoverFormat::Dlx,
        CoverFormatArg::Rows => CoverFormat::Rows,
        CoverFormatArg::Matrix => CoverFormat::Matrix,
        CoverFormatArg::Json => CoverFormat::Json,
    }
}

fn show(args: &CoverArgs) -> Show {
    match (args.cheapest, args.sample.sample, args.common.list) {
        (Some(most), _, _) => Show::Cheapest(most),
        (_, Some(size), _) => Show::Sample { size, seed: args.sample.seed },
        _ if args.common.first => Show::First(1),
        (_, _, Some(most)) => Show::List(most),
        _ => Show::Nothing,
    }
}

/// The problem in another format.
pub(crate) fn convert(file: &CoverFile, format: CoverWriteArg) -> Result<String, FormatError> {
    match format {
        CoverWriteArg::Dlx => file.to_dlx(),
        CoverWriteArg::Rows => file.to_rows(),
        CoverWriteArg::Matrix => file.to_matrix(),
        CoverWriteArg::Json => Ok(file.to_json()),
        CoverWriteArg::Dimacs => file.to_dimacs(),
    }
}

/// The answer for people.
fn describe(answered: &Answered, with_profile: bool) -> String {
    let answer = &answered.answer;
    let mut text = list(answer);
    writeln!(text, "{}\n", headline(answer)).expect("writing to a string");
    text += &symmetry_table(&answer.by_symmetry);
    if with_profile {
        text += &kernel_profile(&answer.kernel, &answer.kernel_reason, &answer.profile);
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(answered.stopped_by, "solution") {
        writeln!(text, "{reason}: the counts above are not complete").expect("writing to a string");
    }
    text
}

/// The listed solutions, an option in each line.
fn list(answer: &CoverAnswer) -> String {
    let mut text = String::new();
    for (at, solution) in answer.solutions.iter().flatten().enumerate() {
        let cost = answer.costs.as_ref().map(|costs| format!("costs {}", costs[at]));
        let how_symmetric = answer.symmetries.as_ref().map(|all| symmetries(all[at]));
        let caption: Vec<String> = cost.into_iter().chain(how_symmetric).collect();
        writeln!(text, "{}", format!("{}: {}", at + 1, caption.join(", ")).trim_end())
            .expect("writing to a string");
        for option in solution {
            writeln!(text, "{option}").expect("writing to a string");
        }
        text.push('\n');
    }
    text
}

/// What is the answer, in a line.
fn headline(answer: &CoverAnswer) -> String {
    let is_none = answer.count.to_string() == "0";
    let found = match (answer.complete, &answer.costs) {
        (true, _) if is_none => no_solution(&answer.uncoverable),
        (false, _) if is_none => "no solution found yet".to_owned(),
        (complete, costs) if answer.question.cheapest.is_some() => {
            cheapest(costs.as_deref().unwrap_or(&[]), &answer.count.to_string(), complete)
        }
        (true, _) => plural(&answer.count, "solution", "solutions"),
        (false, _) => format!("{} so far", plural(&answer.count, "solution", "solutions")),
    };
    let Some(order) = &answer.group_order else { return found };
    match &answer.classes {
        // The cheapest solutions are not the classes there are, and those are not counted.
        _ if answer.question.cheapest.is_some() => format!("{found}; group of order {order}"),
        Some(classes) => {
            format!("{found}; group of order {order}, {}", plural(classes, "class", "classes"))
        }
        None => format!("{found}; group of order {order}, too large to tell classes apart"),
    }
}

/// That there is no solution, and why if it is plain to see.
fn no_solution(uncoverable: &[String]) -> String {
    let named: Vec<String> =
        uncoverable.iter().take(NAMED_ITEMS).map(|item| format!("'{item}'")).collect();
    match uncoverable.len() {
        0 => "no solution".to_owned(),
        1 => format!("no solution: item {} is in no option", named.join(", ")),
        many if many > NAMED_ITEMS => {
            let others = plural(many - NAMED_ITEMS, "other", "others");
            format!("no solution: items {} and {others} are in no option", named.join(", "))
        }
        _ => format!("no solution: items {} are in no option", named.join(" and ")),
    }
}

/// What the cheapest solutions cost. Without costs, all cost nothing.
fn cheapest(costs: &[u64], count: &str, complete: bool) -> String {
    let (least, most) = (costs.first().copied().unwrap_or(0), costs.last().copied().unwrap_or(0));
    let so_far = if complete { "" } else { " so far" };
    match count {
        "1" => format!("the cheapest solution{so_far} costs {least}"),
        _ if least == most => format!("the {count} cheapest solutions{so_far} cost {least} each"),
        _ => format!("the {count} cheapest solutions{so_far} cost {least} to {most}"),
    }
}
