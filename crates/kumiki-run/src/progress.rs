//! The progress line on stderr: how far, how fast, how long still.
//!
//! How far is the sum of the finished units' shares and of what the unfinished ones report. Knuth's estimate is
//! behind both: it takes every choice to split the work evenly, which is right on average. The time left is
//! what the same speed would take.

use indicatif::{ProgressBar, ProgressStyle};
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

/// The line itself. It appears only if the work takes more than a second.
pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    into_file: bool,
    what: &'static str,
    started: Instant,
    last_line: Instant,
}

const STEPS: u32 = 10_000;

impl ProgressLine {
    pub(crate) fn new(show: ShowProgress, what: &'static str) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let started = Instant::now();
        let into_file = show == ShowProgress::Always && !is_terminal;
        let wanted = show != ShowProgress::Never && is_terminal;
        let bar = wanted.then(|| {
            let style = ProgressStyle::with_template("{prefix} [{bar:30}] {msg}").expect("a valid template");
            let bar =
                ProgressBar::new(u64::from(STEPS)).with_style(style.progress_chars("=> ")).with_prefix(what);
            bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
            bar
        });
        Self { bar, into_file, what, started, last_line: started }
    }

    /// Shows where we are; `note` says more about it, or nothing.
    pub(crate) fn update(&mut self, fraction: f64, nodes: u64, note: &str) {
        let elapsed = self.started.elapsed();
        if elapsed < Duration::from_secs(1) {
            return;
        }
        let message = describe(fraction, nodes, note, elapsed);
        if let Some(bar) = &self.bar {
            if bar.is_hidden() {
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            let steps = (0..=STEPS).rev().find(|s| f64::from(*s) <= fraction * f64::from(STEPS)).unwrap_or(0);
            bar.set_position(u64::from(steps));
            bar.set_message(message);
        } else if self.into_file && self.last_line.elapsed() >= Duration::from_secs(2) {
            self.last_line = Instant::now();
            // Nothing sensible can be done if stderr is gone.
            let _ = writeln!(std::io::stderr(), "{}: {message}", self.what);
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn describe(fraction: f64, nodes: u64, note: &str, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = Duration::try_from_secs_f64(if fraction > 0.0 {
        seconds * (1.0 - fraction) / fraction
    } else {
        -1.0
    });
    let left =
        rate.map_or_else(|_| "end unknown".to_owned(), |left| format!("about {} left", human_time(left)));
    let speed = if nodes == 0 { String::new() } else { format!("{} nodes/s, ", human_count(nodes, seconds)) };
    let note = if note.is_empty() { String::new() } else { format!("{note}, ") };
    format!("{:.1} %, {note}{speed}{} so far, {left}", fraction * 100.0, human_time(elapsed))
}

fn human_count(nodes: u64, seconds: f64) -> String {
    let per_second = u32::try_from(nodes).map_or(f64::from(u32::MAX), f64::from).max(1.0) / seconds;
    let per_second = if nodes > u64::from(u32::MAX) {
        // Enough digits for a display: count in thousands.
        u32::try_from(nodes / 1000).map_or(f64::from(u32::MAX), f64::from) * 1000.0 / seconds
    } else {
        per_second
    };
    if per_second >= 1e6 { format!("{:.1}M", per_second / 1e6) } else { format!("{:.0}k", per_second / 1e3) }
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
    fn the_line_says_how_far_how_fast_and_how_long() {
        let line = describe(0.25, 30_000_000, "", Duration::from_secs(10));
        assert_eq!(line, "25.0 %, 3.0M nodes/s, 10 s so far, about 30 s left");
        let line = describe(0.25, 30_000_000, "vertex 3 of 12", Duration::from_secs(10));
        assert_eq!(line, "25.0 %, vertex 3 of 12, 3.0M nodes/s, 10 s so far, about 30 s left");
        assert!(describe(0.0, 0, "", Duration::from_secs(2)).ends_with("end unknown"));
    }
}
