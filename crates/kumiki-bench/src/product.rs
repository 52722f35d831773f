//! The command, run as a child process.

use super::child;
use crate::failure::{Failure, STOPPED};
use kumiki_model::RunReport;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What runs have cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Measured {
    /// The shortest time.
    pub(super) seconds: f64,
    /// The most memory.
    pub(super) peak_bytes: u64,
}

impl Measured {
    /// One run.
    pub(super) fn of(report: &RunReport) -> Self {
        Self { seconds: report.seconds, peak_bytes: report.peak_bytes }
    }

    /// These runs and one more.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            seconds: self.seconds.min(other.seconds),
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
        }
    }

    /// Tells on stderr that a run is done and its answer has been checked.
    pub(super) fn note(self, what: &str) {
        let (milliseconds, peak) = (self.seconds * 1e3, megabytes(self.peak_bytes));
        child::note(&format!("{what}: {milliseconds:.1} ms, {peak} MB, the answer agrees"));
    }
}

/// The command that is measured.
#[derive(Debug)]
pub(super) struct Product {
    program: PathBuf,
}

impl Product {
    /// The given program, or else `kumiki` beside this one.
    pub(super) fn find(given: Option<&Path>) -> Result<Self, Failure> {
        let program = match given {
            Some(program) => program.to_owned(),
            None => beside("kumiki")?,
        };
        if !program.is_file() {
            let name = program.display();
            return Err(Failure::Input(format!(
                "no such file '{name}', expected the command to measure"
            )));
        }
        // A bare name would be looked for in the path.
        let program = std::path::absolute(&program).unwrap_or(program);
        Ok(Self { program })
    }

    /// What `kumiki` prints if it is given these arguments and succeeds.
    pub(super) fn answer(&self, arguments: &[&str]) -> Result<String, Failure> {
        let line = format!("kumiki {}", arguments.join(" "));
        let ran =
            child::run(Command::new(&self.program).args(arguments), "the command to measure")?;
        if ran.status.code() == Some(i32::from(STOPPED)) {
            return Err(Failure::Stopped(format!("'{line}' was interrupted, expected to finish")));
        }
        if !ran.status.success() {
            let reason = ran.stderr.lines().last().unwrap_or("no message");
            return Err(Failure::Machine(format!("'{line}' failed, {}: {reason}", ran.status)));
        }
        Ok(ran.stdout)
    }
}

/// A program in the folder of this one, whether it is there or not.
pub(super) fn beside(name: &str) -> Result<PathBuf, Failure> {
    let here = std::env::current_exe()
        .map_err(|error| Failure::Machine(format!("the program cannot find itself: {error}")))?;
    Ok(here.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// Bytes as megabytes with one digit after the point.
pub(super) fn megabytes(bytes: u64) -> String {
    let tenths = bytes / (1 << 20) * 10 + bytes % (1 << 20) * 10 / (1 << 20);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn megabytes_have_one_digit_after_the_point() {
        assert_eq!(megabytes((1 << 20) - 1), "0.9");
        assert_eq!(megabytes(5 << 19), "2.5");
        assert_eq!(megabytes(u64::MAX), "17592186044415.9");
    }

    #[test]
    fn the_shortest_time_and_the_most_memory_count() {
        let (first, second) =
            (Measured { seconds: 2.0, peak_bytes: 7 }, Measured { seconds: 3.0, peak_bytes: 9 });
        let both = Measured { seconds: 2.0, peak_bytes: 9 };
        assert_eq!((first.and(second), second.and(first)), (both, both));
    }
}
