//! `kumiki-peer FILE`: counts the solutions of an exact-cover problem with the crate `dlx`, for
//! `cargo xtask bench cover` to compare with.
//!
//! ```text
//! $ kumiki-peer soma.dlx
//! count 11520
//! seconds 0.146
//! ```
//! The time is that from the problem, already read, to the count: building the links and dancing.
//! Kumiki's own times are taken in the same way, of the same problem, items and options in the same
//! order. A program of its own, so that nobody who uses Kumiki has to build its rival.
#![forbid(unsafe_code)]

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Solve, Solver, Uint};
use kumiki_formats::cover::{CoverFile, CoverFormat};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, ItemId, ItemKind, OptionId};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Exit code for bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (result, code) = match run(&arguments) {
        Ok(answer) => (write!(std::io::stdout(), "{answer}"), ExitCode::SUCCESS),
        Err(why) => (writeln!(std::io::stderr(), "error: {why}"), ExitCode::from(BAD_INPUT)),
    };
    if result.is_ok() { code } else { ExitCode::FAILURE }
}

/// The two lines of the answer, or what is wrong with the input.
fn run(arguments: &[String]) -> Result<String, String> {
    let [file] = arguments else {
        return Err(format!(
            "{} arguments, expected one: a file in Knuth's format",
            arguments.len()
        ));
    };
    let bytes = std::fs::read(file)
        .map_err(|error| format!("cannot read '{file}': {error}, expected a file"))?;
    let read =
        CoverFile::read(&bytes, CoverFormat::Dlx).map_err(|error| format!("'{file}', {error}"))?;
    let task = Task::of(read.problem())?;
    let began = Instant::now();
    let count = task.count();
    let seconds = began.elapsed().as_secs_f64();
    Ok(format!("count {count}\nseconds {seconds:.9}\n"))
}

/// A problem as `dlx` takes it: primary items are numbered before secondary ones.
struct Task {
    primary_count: Uint,
    secondary_count: Uint,
    options: Options,
}

/// Colours have a solver of their own; it would be unfair to use it without need.
enum Options {
    Plain(Vec<Vec<Uint>>),
    /// Items with their colours; 0 is none.
    Coloured(Vec<Vec<(Uint, Int)>>),
}

impl Task {
    fn of(problem: &CoverProblem) -> Result<Self, String> {
        let is_ranged = |kind: &ItemKind| matches!(kind, ItemKind::Ranged { .. });
        if problem.items().iter().any(is_ranged) {
            return Err("an item with bounds, expected primary and secondary items only".to_owned());
        }
        let primary_count =
            problem.items().iter().filter(|kind| **kind == ItemKind::Primary).count();
        let item_count = problem.items().len();
        if primary_count == 0 || problem.options().is_empty() {
            return Err("no primary item or no option, expected some".to_owned());
        }
        let options = if problem.has_colours() {
            let entries = |option: OptionId| {
                problem
                    .entries(option)
                    .map(|(item, colour)| (number(item), colour.map_or(0, |c| 1 + Int::from(c.0))))
            };
            Options::Coloured(
                problem.options().ids().map(|option| entries(option).collect()).collect(),
            )
        } else {
            let items = |option: &Vec<ItemId>| option.iter().map(|item| number(*item)).collect();
            Options::Plain(problem.options().iter().map(items).collect())
        };
        let [primary_count, secondary_count] = [primary_count, item_count - primary_count]
            .map(|count| Uint::try_from(count).expect("there are fewer items than 64-bit numbers"));
        Ok(Self { primary_count, secondary_count, options })
    }

    fn count(&self) -> u64 {
        let Self { primary_count, secondary_count, .. } = *self;
        match &self.options {
            Options::Plain(options) => count(&mut dlx::x::make_problem(
                primary_count,
                secondary_count,
                options,
                OptOrder::Seq,
            )),
            Options::Coloured(options) => count(&mut dlx::c::make_problem(
                primary_count,
                secondary_count,
                options,
                OptOrder::Seq,
            )),
        }
    }
}

fn number(item: ItemId) -> Uint {
    Uint::try_from(item.index()).expect("there are fewer items than 64-bit numbers")
}

/// Visits every solution; branches on the first of the items with the fewest options.
fn count<P: Solve>(problem: &mut P) -> u64 {
    let mut solver = Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count
}
