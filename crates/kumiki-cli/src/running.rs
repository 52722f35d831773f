//! From common arguments to a terminal, and from the end of a run to words and an exit code.

use crate::args::{CommonArgs, ProgressArg, SampleArgs};
use crate::failure::{Failure, STOPPED};
use crate::guard;
use crate::output::DRAWN_BY_DEFAULT;
use crate::text::{megabytes, tell};
use kumiki::drive::{Host, Limits};
use kumiki::host::{ShowProgress, Terminal};
use kumiki::model::StoppedBy;
use kumiki::model::Symmetry;
use kumiki::pack::Show;
use kumiki::{Forecasted, NOT_VERIFIED};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The terminal that the arguments describe. Its clock starts now.
///
/// A memory limit that is exceeded before anything has begun is refused.
pub(crate) fn terminal(common: &CommonArgs) -> Result<Arc<Terminal>, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let progress = match common.progress {
        ProgressArg::Auto => ShowProgress::Auto,
        ProgressArg::Always => ShowProgress::Always,
        ProgressArg::Never => ShowProgress::Never,
    };
    let limits = Limits { time: common.time_limit, memory_bytes: common.memory_limit };
    let terminal = Terminal::quiet(common.threads.unwrap_or_else(cores))
        .limited(limits)
        .showing(progress)
        .stopped_by(guard::signals());
    if let Some(limit) = common.memory_limit {
        check_memory_limit(limit, terminal.held_bytes(), terminal.available_bytes())?;
    }
    let terminal = Arc::new(terminal);
    guard::limit(Arc::clone(&terminal));
    Ok(terminal)
}

/// Refuses a limit that cannot be kept, or that the program alone exceeds.
fn check_memory_limit(
    limit: u64,
    held: Option<u64>,
    available: Option<u64>,
) -> Result<(), Failure> {
    let (Some(held), Some(_)) = (held, available) else {
        let message = "--memory-limit cannot be kept, this system does not tell how much memory \
            is used and left";
        return Err(Failure::Input(format!("{message}, expected no --memory-limit")));
    };
    if limit < held {
        return Err(Failure::Stopped(format!(
            "--memory-limit allows {} MB, the program alone needs {} MB, expected a higher limit",
            megabytes(limit),
            megabytes(held)
        )));
    }
    Ok(())
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
        return Err(Failure::Input(format!(
            "{what}, not what --symmetry says, expected --symmetry all"
        )));
    }
    Ok(())
}

/// Why a run was stopped before everything was seen; nothing if it was not. `what` is a solution in
/// words.
pub(crate) fn stop_reason(stopped_by: Option<StoppedBy>, what: &str) -> Option<String> {
    Some(match stopped_by? {
        StoppedBy::Enough => format!("stopped at the first {what}, as asked"),
        other => other.in_words().to_owned(),
    })
}

/// The exit code of a run with this evidence. A second opinion that was asked for and is missing is
/// an early end.
pub(crate) fn exit_code(stopped_by: Option<StoppedBy>, evidence: &[String]) -> ExitCode {
    match stopped_by {
        _ if evidence.iter().any(|line| line.starts_with(NOT_VERIFIED)) => ExitCode::from(STOPPED),
        None | Some(StoppedBy::Enough) => ExitCode::SUCCESS,
        Some(_) => ExitCode::from(STOPPED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_limit_that_cannot_be_kept_is_refused() {
        assert_eq!(check_memory_limit(100, Some(99), Some(0)), Ok(()));
        assert!(matches!(check_memory_limit(100, Some(101), Some(0)), Err(Failure::Stopped(_))));
        for (held, available) in [(None, Some(1)), (Some(1), None), (None, None)] {
            assert!(matches!(check_memory_limit(100, held, available), Err(Failure::Input(_))));
        }
    }
}
