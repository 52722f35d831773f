//! `kumiki bench`: what the engines need, with every answer checked first.
//!
//! Each case is run as a child process, `kumiki antislide …`, so that its time and its peak memory are its
//! own. A wrong answer cannot look fast: no time is shown before the answer has been compared with the known
//! figures and with the reference, and the first difference ends the bench.
//!
//! Our time is the one that the answer reports, from question to answer; that of the reference is the time of
//! the whole process. They differ by a millisecond or two.
//!
//! * `cases`: what is measured, and what is expected of it.
//! * `child`: a program run to its end.
//! * `reference`: the reference program, compiled, run and read.
//! * `measure`: our own runs, each done once and checked.
//! * `report`: the table.

mod cases;
mod child;
mod measure;
mod reference;
mod report;

use crate::args::{BenchArgs, EngineArg};
use crate::failure::Failure;
use crate::text::print;
use cases::{ANTISLIDE, Against, Case};
use measure::Laboratory;
use reference::References;
use report::Row;
use std::process::ExitCode;

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    let EngineArg::Antislide = args.engine;
    let cases: Vec<&Case> = ANTISLIDE.iter().filter(|case| args.long || !case.is_long).collect();
    let references = References::prepare(&cases, &args.reference, args.compile_reference.as_deref())?;
    if cfg!(debug_assertions) {
        child::note("this build is not optimised: its times mean little");
    }
    let mut laboratory = Laboratory::new(references)?;
    let mut rows = Vec::new();
    let measured = cases.iter().try_for_each(|case| {
        rows.push(measure(&mut laboratory, case)?);
        Ok(())
    });
    // What was measured before a failure is worth showing too.
    if !rows.is_empty() {
        print(&report::table(&rows))?;
    }
    measured.map(|()| ExitCode::SUCCESS)
}

/// One line of the table.
fn measure(laboratory: &mut Laboratory, case: &Case) -> Result<Row, Failure> {
    let compared_seconds = match case.against {
        Against::Reference => laboratory.reference_seconds(&case.run)?,
        Against::Run(other) => Some(laboratory.run(&other)?.seconds),
        Against::Nothing => None,
    };
    let own = laboratory.run(&case.run)?;
    Ok(Row {
        name: case.name,
        seconds: own.seconds,
        compared_seconds,
        peak_bytes: own.peak_bytes,
        floor: case.floor,
        aim: case.aim,
    })
}
