//! `kumiki antislide`: from arguments to a request, from an answer to text, JSON and pictures.

use crate::args::{AntislideArgs, CommonArgs, MethodArg, ProgressArg, RuleArg, StartArg, SymmetryArg};
use crate::failure::{Failure, STOPPED};
use kumiki::antislide::{Method, Request, Solved, solve};
use kumiki::draw::{Card, packing_sheet};
use kumiki::model::{AntislideAnswer, AntislideQuestion, Cuboid, Objective, Rule, Start, Symmetry};
use kumiki::run::{Ended, Limits, OutputFile, Runner, ShowProgress};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// How many packings are drawn if nobody says.
const DRAWN_BY_DEFAULT: usize = 24;

pub(crate) fn run(args: &AntislideArgs) -> Result<ExitCode, Failure> {
    let picture = args.common.svg.as_deref().map(|path| reserve(path, args.common.force)).transpose()?;
    let request = request(args)?;
    let solved = solve(&request, &runner(&args.common))?;
    if let Some(file) = picture {
        let text = packing_sheet(&title(&solved.answer), &cards(&solved));
        file.write(&text)
            .map_err(|error| Failure::Machine(format!("the picture cannot be written: {error}")))?;
    }
    let text = if args.common.json {
        serde_json::to_string_pretty(&solved.answer).expect("an answer is plain data") + "\n"
    } else {
        describe(&solved, args.common.list.is_some() || args.common.first)
    };
    print(&text)?;
    Ok(match solved.ended {
        Ended::Complete | Ended::Enough => ExitCode::SUCCESS,
        Ended::Interrupted | Ended::TimeLimit | Ended::MemoryLimit => ExitCode::from(STOPPED),
    })
}

/// Prints the answer. A reader who has left is no reason to complain.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Machine(format!("the answer cannot be printed: {error}")))
        }
        _ => Ok(()),
    }
}

pub(crate) fn reserve(path: &Path, force: bool) -> Result<OutputFile, Failure> {
    OutputFile::reserve(path, force).map_err(|error| {
        Failure::Input(format!(
            "cannot write '{}': {error}, expected a writable new file or --force",
            path.display()
        ))
    })
}

fn request(args: &AntislideArgs) -> Result<Request, Failure> {
    let kinds = if args.brick.is_empty() {
        vec![Cuboid::new([2, 2, 1]).expect("the seed's brick")]
    } else {
        args.brick.clone()
    };
    let mut question = AntislideQuestion::new(args.container, kinds);
    question.rule = match args.rule {
        RuleArg::Piece => Rule::Piece,
        RuleArg::Group => Rule::Group,
    };
    question.start = match args.start {
        StartArg::Anywhere => Start::Anywhere,
        StartArg::Corner => Start::Corner,
        StartArg::NoCorner => Start::NoCorner,
    };
    question.symmetry = match args.symmetry {
        SymmetryArg::All => Symmetry::All,
        SymmetryArg::Rotations => Symmetry::Rotations,
        SymmetryArg::None => Symmetry::None,
    };
    question.objective = match (args.fewest, args.most) {
        (true, _) => Objective::Fewest,
        (_, true) => Objective::Most,
        _ => Objective::Any,
    };
    question.max_bricks = args.max_bricks;
    let common = &args.common;
    let drawn = common.svg.as_ref().map_or(0, |_| DRAWN_BY_DEFAULT);
    let list = if common.first { 1 } else { common.list.unwrap_or(drawn) };
    let method = match args.method {
        MethodArg::Auto => Method::Auto,
        MethodArg::Direct => Method::Direct,
        MethodArg::Layers => Method::Layers,
    };
    if method == Method::Layers && (list > 0 || common.profile) {
        let what = if common.profile { "--profile" } else { "--list, --first and --svg" };
        return Err(Failure::Input(format!(
            "--method layers only counts, {what} cannot be had, expected --method direct"
        )));
    }
    Ok(Request {
        question,
        method,
        list,
        stop_when_listed: common.first,
        profile: common.profile,
        verify: common.verify,
    })
}

fn runner(common: &CommonArgs) -> Runner {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Runner {
        threads: common.threads.unwrap_or_else(cores),
        limits: Limits { time: common.time_limit, memory_bytes: common.memory_limit },
        progress: match common.progress {
            ProgressArg::Auto => ShowProgress::Auto,
            ProgressArg::Always => ShowProgress::Always,
            ProgressArg::Never => ShowProgress::Never,
        },
        started: Instant::now(),
    }
}

fn title(answer: &AntislideAnswer) -> String {
    let question = &answer.question;
    format!("{} bricks that cannot slide in a {} box", question.brick.join(" and "), question.container)
}

fn cards(solved: &Solved) -> Vec<Card<'_>> {
    let records = solved.answer.solutions.iter().flatten();
    let caption = |bricks: usize, symmetry: usize| {
        format!("{}, {}", plural(bricks, "brick", "bricks"), plural(symmetry, "symmetry", "symmetries"))
    };
    let pairs = solved.packings.iter().zip(records);
    pairs
        .map(|(packing, record)| Card { packing, caption: caption(record.bricks, record.symmetry) })
        .collect()
}

/// A number with the right form of its noun.
pub(crate) fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The answer for people.
fn describe(solved: &Solved, with_list: bool) -> String {
    let answer = &solved.answer;
    let mut text = String::new();
    if with_list {
        for (number, record) in answer.solutions.iter().flatten().enumerate() {
            let bricks = plural(record.bricks, "brick", "bricks");
            let symmetries = plural(record.symmetry, "symmetry", "symmetries");
            writeln!(text, "{}: {bricks}, {symmetries}", number + 1).expect("writing to a string");
            writeln!(text, "{}", solved.packings[number].to_text()).expect("writing to a string");
        }
    }
    writeln!(text, "{}", headline(answer)).expect("writing to a string");
    if !answer.by_bricks.is_empty() {
        text += "\n";
        let head = ["bricks", "packings", "classes up to rotations", "up to all symmetries"];
        let rows = answer.by_bricks.iter().map(|row| {
            let Classes { all, rotations } = &row.classes;
            vec![row.bricks.to_string(), row.packings.to_string(), rotations.to_string(), all.to_string()]
        });
        text += &table(&head, rows.collect());
        text += "\n";
        let rows = answer.by_symmetry.iter().map(|row| vec![row.order.to_string(), row.classes.to_string()]);
        text += &table(&["symmetries", "classes"], rows.collect());
        text += "\n";
    }
    if !answer.profile.levels.is_empty() {
        text += &profile(answer);
        text += "\n";
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    match solved.ended {
        Ended::Complete => {}
        Ended::Enough => {
            text += "stopped at the first packing, as asked: the counts above are not complete\n"
        }
        Ended::Interrupted => text += "interrupted: the counts above are not complete\n",
        Ended::TimeLimit => text += "stopped by the time limit: the counts above are not complete\n",
        Ended::MemoryLimit => text += "stopped by the memory limit: the counts above are not complete\n",
    }
    text
}

use kumiki::model::Classes;

fn headline(answer: &AntislideAnswer) -> String {
    let question = &answer.question;
    let what = format!("{} bricks in a {} box", question.brick.join(" and "), question.container);
    let Classes { all, rotations } = &answer.classes;
    let counts = format!(
        "{} packings, {rotations} classes up to rotations, {all} up to all symmetries",
        answer.packings
    );
    match (answer.bricks, &answer.bound) {
        (Some(bricks), None) => format!("{what}: {bricks} bricks, proved; {counts}"),
        (Some(_), Some(bound)) => format!("{what}: {bound}; {counts} so far"),
        (None, _) if answer.complete => format!("{what}: {counts}"),
        (None, _) => format!("{what}: {counts} so far"),
    }
}

fn profile(answer: &AntislideAnswer) -> String {
    let levels = &answer.profile.levels;
    let names = levels[0].tallies.iter().map(|(name, _)| name.as_str());
    let head: Vec<&str> = ["level", "nodes"].into_iter().chain(names).collect();
    let rows = levels.iter().map(|level| {
        let tallies = level.tallies.iter().map(|(_, tally)| tally.to_string());
        [level.level.to_string(), level.nodes.to_string()].into_iter().chain(tallies).collect()
    });
    table(&head, rows.collect())
}

/// Columns of numbers, aligned to the right.
pub(crate) fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let lines: Vec<Vec<String>> =
        std::iter::once(head.iter().map(|name| (*name).to_owned()).collect()).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ")).expect("writing to a string");
    }
    text
}
