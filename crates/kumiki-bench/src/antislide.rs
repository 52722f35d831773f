//! `cargo xtask bench antislide`: bricks that cannot slide, beside D. E. Knuth's ANTISLIDE3 in C.
//!
//! Our time is the one that the answer reports, from question to answer; that of the reference is
//! the time of the whole process. They differ by a millisecond or two.
//!
//! * `cases`: what is measured, and what is expected of it.
//! * `reference`: the reference program, compiled, run and read.
//! * `measure`: our own runs, each done once and checked.

mod cases;
mod measure;
mod reference;

use super::product::Product;
use super::report::Row;
use crate::args::BenchArgs;
use crate::failure::Failure;
use cases::{ANTISLIDE, Against, Case};
use measure::Laboratory;
use reference::References;

/// Measures the cases that are asked for.
pub(super) fn run(args: &BenchArgs, rows: &mut Vec<Row>) -> Result<(), Failure> {
    let cases = super::wanted(args, ANTISLIDE, |case| case.name, |case| case.is_long)?;
    let references =
        References::prepare(&cases, &args.reference, args.compile_reference.as_deref())?;
    super::warn_if_unoptimised();
    let product = Product::find(args.program.as_deref())?;
    let mut laboratory = Laboratory::new(product, references);
    for case in cases {
        rows.push(measure(&mut laboratory, case)?);
    }
    Ok(())
}

/// One line of the table.
fn measure(laboratory: &mut Laboratory, case: &Case) -> Result<Row, Failure> {
    let compared_seconds = match case.against {
        Against::Reference => laboratory.reference_seconds(&case.run)?,
        Against::Run(other) => Some(laboratory.run(&other)?.seconds),
        Against::Nothing => None,
    };
    let measured = laboratory.run(&case.run)?;
    let answer = None;
    Ok(Row {
        name: case.name,
        answer,
        measured,
        compared_seconds,
        floor: case.floor,
        aim: case.aim,
    })
}
