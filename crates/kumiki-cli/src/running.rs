//! From common arguments to a runner, and from the end of a run to words and an exit code.

use crate::args::{CommonArgs, ProgressArg, SampleArgs};
use crate::failure::{Failure, STOPPED};
use crate::output::DRAWN_BY_DEFAULT;
use crate::text::{megabytes, tell};
use kumiki::Forecasted;
use kumiki::model::Symmetry;
use kumiki::pack::Show;
use kumiki::run::{Ended, Limits, Runner, ShowProgress};
use std::process::ExitCode;
use std::time::{Duration, Instant};

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

/// What is shown of packings or tilings. If they are drawn and nobody says how many, some are.
pub(crate) fn show(common: &CommonArgs, sample: &SampleArgs, is_drawn: bool) -> Show {
    match (sample.sample, common.list.or(is_drawn.then_some(DRAWN_BY_DEFAULT))) {
        (Some(size), _) => Show::Sample { size, seed: sample.seed },
        _ if common.first => Show::First(1),
        (_, Some(most)) => Show::List(most),
        _ => Show::Nothing,
    }
}

/// A count that takes at least so long is announced.
const ANNOUNCED: Duration = Duration::from_secs(3);

/// Tells on stderr what a count is expected to need, if it takes a while.
pub(crate) fn tell_forecast(forecast: &Forecasted) {
    if forecast.time >= ANNOUNCED {
        tell(&format!("forecast: {forecast}"));
    }
}

/// What draws by lot draws classes up to all symmetries.
pub(crate) fn check_sample(sample: &SampleArgs, symmetry: Symmetry) -> Result<(), Failure> {
    if sample.sample.is_some() && symmetry != Symmetry::All {
        let what = "--sample draws classes up to all symmetries";
        return Err(Failure::Input(format!("{what}, not what --symmetry says, expected --symmetry all")));
    }
    Ok(())
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
