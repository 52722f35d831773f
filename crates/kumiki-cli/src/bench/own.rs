//! The command itself, run as a child process.

use super::child;
use crate::failure::{Failure, STOPPED};
use crate::text::megabytes;
use kumiki::model::RunReport;
use std::path::PathBuf;
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

/// This very program.
#[derive(Debug)]
pub(super) struct Own {
    program: PathBuf,
}

impl Own {
    pub(super) fn find() -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(|error| {
            Failure::Machine(format!("the program cannot find itself: {error}"))
        })?;
        Ok(Self { program })
    }

    /// A program that lies beside this one, if there is such a file.
    pub(super) fn neighbour(&self, name: &str) -> Option<PathBuf> {
        let path = self.program.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        path.is_file().then_some(path)
    }

    /// What `kumiki` prints if it is given these arguments and succeeds.
    pub(super) fn answer(&self, arguments: &[&str]) -> Result<String, Failure> {
        let line = format!("kumiki {}", arguments.join(" "));
        let ran = child::run(Command::new(&self.program).args(arguments), "the program itself")?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_time_and_the_most_memory_count() {
        let (first, second) =
            (Measured { seconds: 2.0, peak_bytes: 7 }, Measured { seconds: 3.0, peak_bytes: 9 });
        let both = Measured { seconds: 2.0, peak_bytes: 9 };
        assert_eq!((first.and(second), second.and(first)), (both, both));
    }
}
