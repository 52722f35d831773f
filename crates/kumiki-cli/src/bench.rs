//! `kumiki bench`.
use crate::args::BenchArgs;
use crate::failure::Failure;
use std::process::ExitCode;

pub(crate) fn run(_args: &BenchArgs) -> Result<ExitCode, Failure> {
    Ok(ExitCode::SUCCESS)
}
