//! From common arguments to a runner, and from the end of a run to words and an exit code.

use crate::args::{CommonArgs, ProgressArg};
use crate::failure::{Failure, STOPPED};
use crate::text::megabytes;
use kumiki::run::{Ended, Limits, Runner, ShowProgress};
use std::process::ExitCode;
use std::time::Instant;

/// The runner that the arguments describe. Its clock starts now.
///
/// A memory limit that is exceeded before anything has begun is refused.
pub(crate) fn runner(common: &CommonArgs) -> Result<Runner, Failure> {
    let held = kumiki::run::resident_bytes();
    if let Some(limit) = common.memory_limit.filter(|limit| *limit < held) {
        return Err(Failure::Input(format!(
            "--memory-limit allows {} MB, the program alone needs {} MB, expected a higher limit",
            megabytes(limit),
            megabytes(held)
        )));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Runner {
        threads: common.threads.unwrap_or_else(cores),
        limits: Limits { time: common.time_limit, memory_bytes: common.memory_limit },
        progress: match common.progress {
            ProgressArg::Auto => ShowProgress::Auto,
            ProgressArg::Always => ShowProgress::Always,
            ProgressArg::Never => ShowProgress::Never,
        },
        started: Instant::now(),
    })
}

/// Why a run ended before everything was seen; nothing if it did not. `what` is a solution in words.
pub(crate) fn stop_reason(ended: Ended, what: &str) -> Option<String> {
    match ended {
        Ended::Complete => None,
        Ended::Enough => Some(format!("stopped at the first {what}, as asked")),
        Ended::Interrupted => Some("interrupted".to_owned()),
        Ended::TimeLimit => Some("stopped by the time limit".to_owned()),
        Ended::MemoryLimit => Some("stopped by the memory limit".to_owned()),
    }
}

/// The exit code of a run.
pub(crate) fn exit_code(ended: Ended) -> ExitCode {
    match ended {
        Ended::Complete | Ended::Enough => ExitCode::SUCCESS,
        Ended::Interrupted | Ended::TimeLimit | Ended::MemoryLimit => ExitCode::from(STOPPED),
    }
}
