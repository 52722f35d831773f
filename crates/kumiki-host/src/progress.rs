//! The progress line on stderr: how far, how fast, how long so far.
//!
//! How far is told in things whose number is known. How much time they will take is not: the parts
//! of a search differ by factors of thousands, and an estimate without bounds misleads.

use kumiki_drive::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// When to show progress.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ShowProgress {
    /// After a second, if stderr is a terminal.
    #[default]
    Auto,
    /// After a second, also into files and pipes, a line every two seconds.
    Always,
    /// Never.
    Never,
}

/// The line of a phase. It appears only if the phase takes more than a second. On a terminal it is
/// written over and over in one place, and gone in the end.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    /// Between two lines passes so much time; none if nothing is shown.
    pause: Option<Duration>,
    is_terminal: bool,
    /// When the last line was written.
    written: Option<Instant>,
}

/// How many characters a whole bar has.
const BAR: usize = 30;

/// The line is cleared, and the next is written in its place.
const CLEAR: &str = "\r\x1b[K";

impl ProgressLine {
    pub(crate) fn new(show: ShowProgress) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let pause = match show {
            ShowProgress::Never => None,
            _ if is_terminal => Some(Duration::from_millis(100)),
            ShowProgress::Auto => None,
            ShowProgress::Always => Some(Duration::from_secs(2)),
        };
        Self { pause, is_terminal, written: None }
    }

    /// Shows where the phase is, which has taken so long so far.
    pub(crate) fn update(&mut self, progress: &Progress<'_>, so_far: Duration) {
        let Some(pause) = self.pause else { return };
        let is_early = self
            .written
            .map_or(so_far < Duration::from_secs(1), |written| written.elapsed() < pause);
        if is_early {
            return;
        }
        self.written = Some(Instant::now());
        let (phase, message) = (progress.phase, describe(progress, so_far));
        let line = if self.is_terminal {
            format!("{CLEAR}{phase} [{}] {message}", bar(progress))
        } else {
            format!("{phase}: {message}\n")
        };
        // Nothing sensible can be done if stderr is gone.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }

    pub(crate) fn finish(&self) {
        if self.is_terminal && self.written.is_some() {
            let _ = std::io::stderr().write_all(CLEAR.as_bytes());
        }
    }
}

/// The part that is done, as a bar.
fn bar(progress: &Progress<'_>) -> String {
    let done = progress.done.min(progress.all) * BAR as u64 / progress.all.max(1);
    let done = "=".repeat(usize::try_from(done).unwrap_or(BAR));
    format!("{:<BAR$.BAR$}", done + ">")
}

fn describe(progress: &Progress<'_>, so_far: Duration) -> String {
    let Progress { done, all, is_uneven, nodes, note, .. } = *progress;
    let done = match all {
        0 => String::new(),
        _ if is_uneven => format!("{done} of {all} parts"),
        _ => {
            let tenths = u128::from(done) * 1000 / u128::from(all);
            format!("{}.{} %", tenths / 10, tenths % 10)
        }
    };
    let speed = match nodes {
        0 => String::new(),
        nodes => format!("{} nodes/s", human_count(nodes, so_far.as_secs_f64())),
    };
    let so_far = format!("{} so far", human_time(so_far));
    let words = [done, note.to_owned(), speed, so_far];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<String>>().join(", ")
}

fn human_count(nodes: u64, seconds: f64) -> String {
    let per_second = nodes as f64 / seconds;
    if per_second >= 1e6 {
        format!("{:.1}M", per_second / 1e6)
    } else {
        format!("{:.0}k", per_second / 1e3)
    }
}

fn human_time(time: Duration) -> String {
    match time.as_secs() {
        s @ 0..=99 => format!("{s} s"),
        s @ 100..=5999 => format!("{} min", s / 60),
        s @ 6000..=359_999 => format!("{} h", s / 3600),
        s => format!("{} days", s / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_known_and_nothing_else() {
        let progress = Progress {
            phase: "searching",
            done: 1,
            all: 4,
            is_uneven: false,
            seen: 0,
            nodes: 30_000_000,
            note: "",
            began: Duration::ZERO,
        };
        let ten = Duration::from_secs(10);
        assert_eq!(describe(&progress, ten), "25.0 %, 3.0M nodes/s, 10 s so far");
        assert_eq!(bar(&progress), "=======>                      ");
        assert_eq!(bar(&Progress { done: 4, ..progress }), "=".repeat(30));
        let parts = Progress { done: 3, all: 2000, is_uneven: true, ..progress };
        let parts = Progress { note: "vertex 3 of 12", ..parts };
        let line = "3 of 2000 parts, vertex 3 of 12, 3.0M nodes/s, 10 s so far";
        assert_eq!(describe(&parts, ten), line);
        let unknown = Progress { done: 0, all: 0, nodes: 0, ..progress };
        assert_eq!(describe(&unknown, ten), "10 s so far");
    }
}
