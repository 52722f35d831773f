//! `kumiki pack`: from a puzzle to a request, from an answer to text, JSON and pictures.

use crate::args::{CoverWriteArg, HoldArg, PackArgs, PackKernelArg, PackWriteArg, PuzzleFormatArg};
use crate::cover;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{JSON, Outputs, write_converted};
use crate::running::{check_sample, exit_code, show, stop_reason, terminal};
use crate::tables::{
    different, kernel_profile, packings_and_classes, picture_title, symmetry_table,
};
use crate::text::{plural, print, symmetries, table};
use kumiki::cover::Kernel;
use kumiki::draw::{ArrangementCard, arrangement_sheet};
use kumiki::drive::Run;
use kumiki::formats::FormatError;
use kumiki::formats::puzzle::{
    PuzzleFile, PuzzleFormat, read, read_problem, to_polycube, to_toml, to_xmpuzzle,
};
use kumiki::model::{Hold, PackQuestion};
use kumiki::pack::{Answered, Arrangement, Request, answer, cover_file};
use kumiki::puzzles::gallery::{self, GALLERY, GalleryPuzzle};
use std::fmt::Write as _;
use std::process::ExitCode;

/// The longest file that is read. Longer XML is refused even if it is packed.
const FILE_LIMIT_BYTES: u64 = 64 << 20;

pub(crate) fn run(args: &PackArgs) -> Result<ExitCode, Failure> {
    let Some(path) = &args.file else { return show_gallery() };
    let common = &args.common;
    let terminal = terminal(common)?;
    let run = Run::new(&*terminal);
    check_sample(&args.sample, args.symmetry.into())?;
    let built_in = |name: &str| Some(gallery::find(name)?.text);
    let expected = "a puzzle file or a name that 'kumiki pack --gallery' lists";
    let input = Input::read_or_find(path, FILE_LIMIT_BYTES, built_in, expected)?;
    let PuzzleFile { mut question, notes, .. } =
        read_problem(&input.bytes, format(args.format), args.problem)
            .map_err(|error| input.refused(error))?;
    input.tell("note", &notes);
    if let Some(hold) = args.rule {
        question.hold = match hold {
            HoldArg::Free => Hold::Free,
            HoldArg::Piece => Hold::Piece,
            HoldArg::Group => Hold::Group,
        };
    }
    if let Some(values) = &args.write {
        write_converted(values, common.force, path, |format| convert(&question, format, &input))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut outputs = Outputs::new(common.force, common.json.then_some(JSON), Some(path));
    outputs.reserve("--svg", args.picture.svg.as_deref())?;
    let request = Request {
        question: &question,
        kernel: kernel(args.kernel),
        symmetry: args.symmetry.into(),
        show: show(common, &args.sample, args.picture.svg.is_some()),
        verify: common.verify,
    };
    let answered = answer(&request, &input.name, common.profile, &run)?;
    let title = if question.title().is_empty() { &input.name } else { question.title() };
    let with_list = common.list.is_some() || common.first || args.sample.sample.is_some();
    outputs.print(&answered.answer, || {
        describe(&question, title, &answered, with_list, common.profile)
    })?;
    outputs.write("--svg", || draw(&question, title, &answered))?;
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

fn format(format: PuzzleFormatArg) -> PuzzleFormat {
    match format {
        PuzzleFormatArg::Auto => PuzzleFormat::Auto,
        PuzzleFormatArg::Toml => PuzzleFormat::Toml,
        PuzzleFormatArg::Burrtools => PuzzleFormat::BurrTools,
        PuzzleFormatArg::Polycube => PuzzleFormat::Polycube,
    }
}

fn kernel(kernel: PackKernelArg) -> Kernel {
    match kernel {
        PackKernelArg::Auto => Kernel::Auto,
        PackKernelArg::Bits => Kernel::Bits,
        PackKernelArg::Cells => Kernel::Cells,
    }
}

/// The puzzle in another format.
fn convert(
    question: &PackQuestion,
    format: PackWriteArg,
    input: &Input,
) -> Result<String, Failure> {
    let refused = |error: FormatError| input.refused(error);
    let as_cover = |format: CoverWriteArg| {
        let file = cover_file(question).map_err(|error| input.refused(error))?;
        cover::convert(&file, format).map_err(refused)
    };
    match format {
        PackWriteArg::Toml => Ok(to_toml(question)),
        PackWriteArg::Xmpuzzle => {
            let xml = to_xmpuzzle(question, false).map_err(refused)?;
            Ok(String::from_utf8(xml).expect("XML that is not packed is text"))
        }
        PackWriteArg::Polycube => to_polycube(question).map_err(refused),
        PackWriteArg::Dlx => as_cover(CoverWriteArg::Dlx),
        PackWriteArg::Json => as_cover(CoverWriteArg::Json),
        PackWriteArg::Dimacs => as_cover(CoverWriteArg::Dimacs),
    }
}

/// The picture of the listed packings.
fn draw(question: &PackQuestion, title: &str, answered: &Answered) -> String {
    let Answered { answer, arrangements, .. } = answered;
    let mut cards = Vec::new();
    for (number, arrangement) in (1..).zip(arrangements) {
        let caption = caption(number, arrangement);
        cards.push(ArrangementCard { arrangement: &arrangement.pieces, caption });
    }
    let all = different(answer.question.symmetry, &answer.solutions_total, &answer.classes);
    arrangement_sheet(question, &picture_title(title, cards.len(), all, answer.complete), &cards)
}

fn caption(number: usize, arrangement: &Arrangement) -> String {
    let pieces = plural(arrangement.pieces.len(), "piece", "pieces");
    format!("{number}: {pieces}, {}", symmetries(arrangement.symmetries))
}

/// The answer for people.
fn describe(
    question: &PackQuestion,
    title: &str,
    answered: &Answered,
    with_list: bool,
    with_profile: bool,
) -> String {
    let Answered { answer, arrangements, stopped_by } = answered;
    let mut text = String::new();
    for (number, arrangement) in (1..).zip(arrangements).filter(|_| with_list) {
        writeln!(
            text,
            "{}\n{}",
            caption(number, arrangement),
            question.to_text(&arrangement.pieces)
        )
        .expect("writing to a string");
    }
    writeln!(text, "{title}: {}\n", headline(answered)).expect("writing to a string");
    text += &symmetry_table(&answer.by_symmetry);
    if with_profile {
        text += &kernel_profile(&answer.kernel, &answer.kernel_reason, &answer.profile);
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*stopped_by, "packing") {
        writeln!(text, "{reason}: the counts above are not complete").expect("writing to a string");
    }
    text
}

/// What is the answer, in a line.
fn headline(answered: &Answered) -> String {
    let answer = &answered.answer;
    let counts = packings_and_classes(&answer.solutions_total, &answer.classes);
    let is_none = answer.solutions_total.to_string() == "0";
    match (&answer.obstruction, answer.complete) {
        (Some(reason), _) if is_none => format!("no packing: {reason}"),
        (_, true) if is_none => "no packing".to_owned(),
        (_, true) => counts,
        (_, false) if is_none => "no packing found yet".to_owned(),
        (_, false) => format!("{counts} so far"),
    }
}

fn show_gallery() -> Result<ExitCode, Failure> {
    let title = |puzzle: &GalleryPuzzle| {
        let file =
            read(puzzle.text.as_bytes(), PuzzleFormat::Toml).expect("our own puzzles are right");
        file.question.title().to_owned()
    };
    let row = |puzzle: &GalleryPuzzle| {
        vec![
            puzzle.name.to_owned(),
            title(puzzle),
            puzzle.packings.to_string(),
            puzzle.classes.to_string(),
        ]
    };
    let rows = GALLERY.iter().map(row).collect();
    print(&table(&["name", "puzzle", "packings", "classes"], &["name", "puzzle"], rows))?;
    print(
        "\nClasses are up to all symmetries of the puzzle. Solve one with 'kumiki pack soma'.\n",
    )?;
    Ok(ExitCode::SUCCESS)
}
