//! `kumiki antislide`: from arguments to a request, from an answer to text, JSON and pictures.

use crate::args::{AntislideArgs, CommonArgs, MethodArg, ProgressArg, RuleArg, StartArg, SymmetryArg};
use crate::failure::{Failure, STOPPED};
use crate::text::{megabytes, plural, print, table};
use kumiki::antislide::{Method, Request, Solved, solve};
use kumiki::draw::{Card, packing_sheet};
use kumiki::model::{
    AntislideAnswer, AntislideQuestion, Classes, Cuboid, Objective, Rule, SolutionRecord, Start, Symmetry,
};
use kumiki::run::{Ended, Limits, OutputFile, Runner, ShowProgress};
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// How many packings are drawn if nobody says.
const DRAWN_BY_DEFAULT: usize = 24;

pub(crate) fn run(args: &AntislideArgs) -> Result<ExitCode, Failure> {
    check_memory_limit(&args.common)?;
    let request = request(args)?;
    let picture = args.common.svg.as_deref().map(|path| reserve(path, args.common.force)).transpose()?;
    let solved = solve(&request, &runner(&args.common))?;
    if let Some(file) = picture {
        draw(file, &title(&solved.answer), &cards(&solved))?;
    }
    let text = if args.common.json {
        serde_json::to_string_pretty(&solved.answer).expect("an answer is plain data") + "\n"
    } else {
        describe(&solved, &request, args.common.list.is_some() || args.common.first)
    };
    print(&text)?;
    Ok(match solved.ended {
        Ended::Complete | Ended::Enough => ExitCode::SUCCESS,
        Ended::Interrupted | Ended::TimeLimit | Ended::MemoryLimit => ExitCode::from(STOPPED),
    })
}

/// Makes sure at once that a picture can be written in the end.
pub(crate) fn reserve(path: &Path, force: bool) -> Result<OutputFile, Failure> {
    OutputFile::reserve(path, force).map_err(|error| {
        let expected = match error.kind() {
            ErrorKind::AlreadyExists => "a new name or --force",
            ErrorKind::IsADirectory => "the name of a file",
            ErrorKind::NotFound => "a folder that exists",
            _ => "a folder where files can be written",
        };
        Failure::Input(format!("cannot write --svg '{}': {error}, expected {expected}", path.display()))
    })
}

/// Writes a picture in its reserved place.
pub(crate) fn draw(file: OutputFile, title: &str, cards: &[Card<'_>]) -> Result<(), Failure> {
    file.write(&packing_sheet(title, cards))
        .map_err(|error| Failure::Machine(format!("the picture cannot be written: {error}")))
}

/// Refuses a limit that is exceeded before anything has begun.
fn check_memory_limit(common: &CommonArgs) -> Result<(), Failure> {
    let held = kumiki::run::resident_bytes();
    match common.memory_limit {
        Some(limit) if limit < held => Err(Failure::Input(format!(
            "--memory-limit allows {} MB, the program alone needs {} MB, expected a higher limit",
            megabytes(limit),
            megabytes(held)
        ))),
        _ => Ok(()),
    }
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
    let what =
        format!("{} bricks that cannot slide in a {} box", question.brick.join(" and "), question.container);
    let shown = answer.solutions.iter().flatten().count().to_string();
    let all = match question.symmetry {
        Symmetry::All => &answer.classes.all,
        Symmetry::Rotations => &answer.classes.rotations,
        Symmetry::None => &answer.packings,
    };
    if answer.complete && shown != all.to_string() { format!("{what}: {shown} of {all}") } else { what }
}

/// The listed packings, each with its caption.
pub(crate) fn cards(solved: &Solved) -> Vec<Card<'_>> {
    let pairs = solved.packings.iter().zip(solved.answer.solutions.iter().flatten());
    pairs.map(|(packing, record)| Card { packing, caption: caption(record) }).collect()
}

fn caption(record: &SolutionRecord) -> String {
    let bricks = plural(record.bricks, "brick", "bricks");
    format!("{bricks}, {}", plural(record.symmetry, "symmetry", "symmetries"))
}

/// The answer for people.
fn describe(solved: &Solved, request: &Request, with_list: bool) -> String {
    let answer = &solved.answer;
    let mut text = String::new();
    if with_list {
        let pairs = solved.packings.iter().zip(answer.solutions.iter().flatten());
        for (number, (packing, record)) in (1..).zip(pairs) {
            writeln!(text, "{number}: {}\n{}", caption(record), packing.to_text())
                .expect("writing to a string");
        }
    }
    writeln!(text, "{}\n", headline(answer, &request.question)).expect("writing to a string");
    if !answer.by_bricks.is_empty() {
        let head = ["bricks", "packings", "classes up to rotations", "up to all symmetries"];
        let rows = answer.by_bricks.iter().map(|row| {
            let Classes { all, rotations } = &row.classes;
            vec![row.bricks.to_string(), row.packings.to_string(), rotations.to_string(), all.to_string()]
        });
        text += &(table(&head, &[], rows.collect()) + "\n");
        let rows = answer.by_symmetry.iter().map(|row| vec![row.order.to_string(), row.classes.to_string()]);
        text += &(table(&["symmetries", "classes"], &[], rows.collect()) + "\n");
    }
    if request.profile {
        text += &(profile(answer) + "\n");
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    text + &ending(solved)
}

/// What was asked and what is the answer, in a line.
fn headline(answer: &AntislideAnswer, question: &AntislideQuestion) -> String {
    let Classes { all, rotations } = &answer.classes;
    let counts = format!(
        "{}, {} up to rotations, {all} up to all symmetries",
        plural(&answer.packings, "packing", "packings"),
        plural(rotations, "class", "classes"),
    );
    let is_empty = answer.by_bricks.is_empty();
    let found = match (answer.bricks, &answer.bound) {
        (Some(bricks), None) => format!("{}, proved; {counts}", plural(bricks, "brick", "bricks")),
        (Some(_), Some(bound)) => format!("{bound}; {counts} so far"),
        (None, _) if !answer.complete && is_empty => "nothing counted yet".to_owned(),
        (None, _) if !answer.complete => format!("{counts} so far"),
        // The empty packing does not qualify for --fewest, nor where a brick in the corner is asked for.
        (None, _) if question.objective == Objective::Fewest && question.start != Start::Corner => {
            "no packing but the empty one".to_owned()
        }
        (None, _) if is_empty => "no packing".to_owned(),
        (None, _) => counts,
    };
    let AntislideAnswer { question, .. } = answer;
    format!("{} bricks in a {} box: {found}", question.brick.join(" and "), question.container)
}

/// The search tree level by level, if the method has one, and what it cost.
fn profile(answer: &AntislideAnswer) -> String {
    let report = &answer.profile;
    let mut text = String::new();
    if let Some(first) = report.levels.first() {
        let names = first.tallies.iter().map(|(name, _)| name.as_str());
        let head: Vec<&str> = ["level", "nodes"].into_iter().chain(names).collect();
        let rows = report.levels.iter().map(|level| {
            let tallies = level.tallies.iter().map(|(_, tally)| tally.to_string());
            [level.level.to_string(), level.nodes.to_string()].into_iter().chain(tallies).collect()
        });
        text += &(table(&head, &[], rows.collect()) + "\n");
    }
    let (nodes, threads) =
        (plural(report.nodes, "node", "nodes"), plural(report.threads, "thread", "threads"));
    let peak = megabytes(report.peak_bytes);
    writeln!(text, "{nodes}, {:.3} s, {threads}, at most {peak} MB", report.seconds)
        .expect("writing to a string");
    text
}

/// Why the counts are not complete, if they are not.
fn ending(solved: &Solved) -> String {
    let reason = match solved.ended {
        Ended::Complete => return String::new(),
        Ended::Enough => "stopped at the first packing, as asked",
        Ended::Interrupted => "interrupted",
        Ended::TimeLimit => "stopped by the time limit",
        Ended::MemoryLimit => "stopped by the memory limit",
    };
    if solved.answer.by_bricks.is_empty() {
        format!("{reason} before anything was counted; --method direct counts as it goes\n")
    } else {
        format!("{reason}: the counts above are not complete\n")
    }
}
