//! `kumiki demo`: known problems, each answer beside its known figure, with pictures.

mod covers;
mod slides;
mod tilings;
mod tours;

use crate::antislide::cards;
use crate::args::DemoArgs;
use crate::failure::Failure;
use crate::guard;
use crate::output::Outputs;
use crate::text::{print, table};
use kumiki::antislide::{Request, Solved, solve};
use kumiki::draw::{Card, packing_sheet};
use kumiki::drive::Run;
use kumiki::host::Terminal;
use kumiki::model::StoppedBy;
use kumiki::model::{AntislideQuestion, Objective};
use kumiki::puzzles::figures::Figures;
use kumiki::puzzles::known::{self, KnownPackings};
use std::process::ExitCode;

/// The boxes whose packings are shown.
const SHOWN: [&str; 2] = ["3x3x3", "4x4x4"];

pub(crate) fn run(args: &DemoArgs) -> Result<ExitCode, Failure> {
    let mut outputs = Outputs::new(args.force, Some("the demo"), None);
    outputs.reserve("--svg", args.svg.as_deref())?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let terminal = Terminal::quiet(threads).stopped_by(guard::signals());
    let run = Run::new(&terminal);
    print(
        "Bricks of 1x2x2 in a box, packed so that none can slide (ANTISLIDE3, D. E. Knuth, \
         1996).\n",
    )?;
    print(
        "Packings and classes include the empty box; every count is made anew, then compared.\n\n",
    )?;
    let compared =
        known::ANTISLIDE.iter().map(|case| compare(case, &run)).collect::<Result<Vec<_>, _>>()?;
    let (rows, differences): (Vec<_>, Vec<_>) = compared.into_iter().unzip();
    let head = ["box", "packings", "classes", "fewest", "seconds", "known figure", "known from"];
    print(&table(&head, &["known figure", "known from"], rows))?;
    let shown =
        SHOWN.iter().map(|container| fewest(container, &run)).collect::<Result<Vec<_>, _>>()?;
    for solved in &shown {
        let bricks = solved.answer.bricks.unwrap_or(0);
        let container = &solved.answer.question.container;
        print(&format!(
            "\nAll classes with the fewest bricks, {bricks} in {container}, layer by layer:\n"
        ))?;
        for packing in &solved.packings {
            print(&format!("\n{}", packing.to_text()))?;
        }
    }
    let wrong_cover = covers::run(&run)?;
    let wrong_tiling = tilings::run(&run)?;
    let wrong_slide = slides::run(&run)?;
    let wrong_tour = tours::run(&run)?;
    outputs.write("--svg", || {
        let cards: Vec<Card<'_>> = shown.iter().flat_map(cards).collect();
        packing_sheet("Bricks that cannot slide, as few as possible", &cards)
    })?;
    let others = [wrong_cover, wrong_tiling, wrong_slide, wrong_tour];
    match differences.into_iter().chain(others).flatten().next() {
        Some(difference) => Err(Failure::Machine(format!("bug: a count is wrong, {difference}"))),
        None => {
            print("\nAll figures agree. Next: kumiki tile colorstar --list --svg star.svg\n")?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// A line of the table, and the first difference from the known figures.
fn compare(case: &KnownPackings, run: &Run<'_>) -> Result<(Vec<String>, Option<String>), Failure> {
    let solved = finish(&Request::count(question(case.container)), run)?;
    let answer = &solved.answer;
    let difference = Figures::answered(answer).difference(&Figures::known(case));
    let fewest = answer.by_bricks.iter().find(|row| row.bricks > 0);
    let row = vec![
        case.container.to_owned(),
        answer.packings.to_string(),
        answer.classes.all.to_string(),
        fewest.map_or("-".to_owned(), |row| row.bricks.to_string()),
        format!("{:.3}", answer.profile.seconds),
        if difference.is_none() { "agrees".to_owned() } else { "DIFFERS".to_owned() },
        case.source.to_owned(),
    ];
    Ok((row, difference.map(|difference| format!("{}, {difference}", case.container))))
}

/// All classes with as few bricks as possible.
fn fewest(container: &str, run: &Run<'_>) -> Result<Solved, Failure> {
    let mut question = question(container);
    question.objective = Objective::Fewest;
    finish(&Request { list: usize::MAX, ..Request::count(question) }, run)
}

/// An answer; half an answer is none here.
fn finish(request: &Request, run: &Run<'_>) -> Result<Solved, Failure> {
    let solved = solve(request, run)?;
    check_ended(solved.stopped_by, &solved.answer.question.container)?;
    Ok(solved)
}

/// Whether a part of the demo came to its end.
fn check_ended(stopped_by: Option<StoppedBy>, name: &str) -> Result<(), Failure> {
    if stopped_by.is_none() {
        return Ok(());
    }
    Err(Failure::Stopped(format!("the demo was interrupted at {name}, expected to finish")))
}

fn question(container: &str) -> AntislideQuestion {
    let brick = "1x2x2".parse().expect("the seed's brick");
    AntislideQuestion::new(container.parse().expect("known boxes are boxes"), vec![brick])
}
