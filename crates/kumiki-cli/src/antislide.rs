//! `kumiki antislide`: from arguments to a request, from an answer to text, JSON and pictures.

use crate::args::{AntislideArgs, MethodArg, RuleArg, StartArg};
use crate::failure::Failure;
use crate::output::{DRAWN_BY_DEFAULT, JSON, Outputs};
use crate::running::{exit_code, stop_reason, terminal};
use crate::tables::{different, packings_and_classes, picture_title, profile, symmetry_table};
use crate::text::{plural, symmetries, table};
use kumiki::antislide::{Method, Request, Solved, solve};
use kumiki::draw::{Card, packing_sheet};
use kumiki::drive::Run;
use kumiki::model::{
    AntislideAnswer, AntislideQuestion, Classes, Cuboid, Objective, Rule, SolutionRecord, Start,
};
use std::fmt::Write as _;
use std::process::ExitCode;

pub(crate) fn run(args: &AntislideArgs) -> Result<ExitCode, Failure> {
    let terminal = terminal(&args.common)?;
    let run = Run::new(&*terminal);
    let request = request(args)?;
    let mut outputs = Outputs::new(args.common.force, args.common.json.then_some(JSON), None);
    outputs.reserve("--svg", args.picture.svg.as_deref())?;
    let solved = solve(&request, &run)?;
    let with_list = args.common.list.is_some() || args.common.first;
    outputs.print(&solved.answer, || describe(&solved, &request, with_list))?;
    outputs.write("--svg", || packing_sheet(&title(&solved.answer), &cards(&solved)))?;
    Ok(exit_code(solved.stopped_by, &solved.answer.evidence))
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
    question.symmetry = args.symmetry.into();
    question.objective = match (args.fewest, args.most) {
        (true, _) => Objective::Fewest,
        (_, true) => Objective::Most,
        _ => Objective::Any,
    };
    question.max_bricks = args.max_bricks;
    let common = &args.common;
    let drawn = args.picture.svg.as_ref().map_or(0, |_| DRAWN_BY_DEFAULT);
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

fn title(answer: &AntislideAnswer) -> String {
    let question = &answer.question;
    let what = format!(
        "{} bricks that cannot slide in a {} box",
        question.brick.join(" and "),
        question.container
    );
    let shown = answer.solutions.iter().flatten().count();
    let all = different(question.symmetry, &answer.packings, &answer.classes);
    picture_title(&what, shown, all, answer.complete)
}

/// The listed packings, each with its caption.
pub(crate) fn cards(solved: &Solved) -> Vec<Card<'_>> {
    let pairs = solved.packings.iter().zip(solved.answer.solutions.iter().flatten());
    pairs.map(|(packing, record)| Card { packing, caption: caption(record) }).collect()
}

fn caption(record: &SolutionRecord) -> String {
    let bricks = plural(record.bricks, "brick", "bricks");
    format!("{bricks}, {}", symmetries(record.symmetry))
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
            vec![
                row.bricks.to_string(),
                row.packings.to_string(),
                rotations.to_string(),
                all.to_string(),
            ]
        });
        text += &(table(&head, &[], rows.collect()) + "\n");
        text += &symmetry_table(&answer.by_symmetry);
    }
    if request.profile {
        text += &(profile(&answer.profile) + "\n");
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    text + &ending(solved)
}

/// What was asked and what is the answer, in a line.
fn headline(answer: &AntislideAnswer, question: &AntislideQuestion) -> String {
    let which = if question.start == Start::Corner { " that keep the first brick" } else { "" };
    let counts = packings_and_classes(&answer.packings, &answer.classes) + which;
    let is_empty = answer.by_bricks.is_empty();
    let found = match (answer.bricks, &answer.bound) {
        (Some(bricks), None) => format!("{}, proved; {counts}", plural(bricks, "brick", "bricks")),
        (Some(_), Some(bound)) => format!("{bound}; {counts} so far"),
        (None, _) if !answer.complete && is_empty => "nothing counted yet".to_owned(),
        (None, _) if !answer.complete => format!("{counts} so far"),
        // The empty packing does not qualify for --fewest, nor where a brick in the corner is asked
        // for.
        (None, _) if question.objective == Objective::Fewest && question.start != Start::Corner => {
            "no packing but the empty one".to_owned()
        }
        (None, _) if is_empty => "no packing".to_owned(),
        (None, _) => counts,
    };
    let AntislideAnswer { question, .. } = answer;
    format!("{} bricks in a {} box: {found}", question.brick.join(" and "), question.container)
}

/// Why the counts are not complete, if they are not.
fn ending(solved: &Solved) -> String {
    let Some(reason) = stop_reason(solved.stopped_by, "packing") else { return String::new() };
    if solved.answer.by_bricks.is_empty() {
        format!("{reason} before anything was counted; --method direct counts as it goes\n")
    } else {
        format!("{reason}: the counts above are not complete\n")
    }
}
