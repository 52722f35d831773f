//! The progress line on stderr: how far, how fast, how long so far.
//!
//! How far is told in things whose number is known. How much time they will take is not: the parts
//! of a search differ by factors of thousands, and an estimate without bounds misleads.

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

/// How much is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Done {
    /// So many parts of so many.
    Parts(usize, usize),
    /// A share of things whose number is known; 0 if none is known.
    Share(f64),
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
            let style = ProgressStyle::with_template("{prefix} [{bar:30}] {msg}")
                .expect("a valid template");
            let bar = ProgressBar::new(u64::from(STEPS))
                .with_style(style.progress_chars("=> "))
                .with_prefix(what);
            bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
            bar
        });
        Self { bar, into_file, what, started, last_line: started }
    }

    /// Shows where we are; `note` says more about it, or nothing.
    pub(crate) fn update(&mut self, done: Done, nodes: u64, note: &str) {
        let elapsed = self.started.elapsed();
        if elapsed < Duration::from_secs(1) {
            return;
        }
        let message = describe(done, nodes, note, elapsed);
        if let Some(bar) = &self.bar {
            if bar.is_hidden() {
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            let number = |count: usize| u32::try_from(count).map_or(f64::from(u32::MAX), f64::from);
            let fraction = match done {
                Done::Parts(finished, all) => number(finished) / number(all.max(1)),
                Done::Share(share) => share,
            };
            let steps = (0..=STEPS)
                .rev()
                .find(|s| f64::from(*s) <= fraction * f64::from(STEPS))
                .unwrap_or(0);
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

fn describe(done: Done, nodes: u64, note: &str, elapsed: Duration) -> String {
    let done = match done {
        Done::Share(share) if share > 0.0 => format!("{:.1} %", share * 100.0),
        Done::Share(_) => String::new(),
        Done::Parts(finished, all) => format!("{finished} of {all} parts"),
    };
    let speed = match nodes {
        0 => String::new(),
        nodes => format!("{} nodes/s", human_count(nodes, elapsed.as_secs_f64())),
    };
    let so_far = format!("{} so far", human_time(elapsed));
    let words = [done, note.to_owned(), speed, so_far];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<String>>().join(", ")
}

fn human_count(nodes: u64, seconds: f64) -> String {
    let per_second = u32::try_from(nodes).map_or(f64::from(u32::MAX), f64::from).max(1.0) / seconds;
    let per_second = if nodes > u64::from(u32::MAX) {
        // Enough digits for a display: count in thousands.
        u32::try_from(nodes / 1000).map_or(f64::from(u32::MAX), f64::from) * 1000.0 / seconds
    } else {
        per_second
    };
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
        let line = describe(Done::Share(0.25), 30_000_000, "", Duration::from_secs(10));
        assert_eq!(line, "25.0 %, 3.0M nodes/s, 10 s so far");
        let line =
            describe(Done::Parts(3, 2000), 30_000_000, "vertex 3 of 12", Duration::from_secs(10));
        assert_eq!(line, "3 of 2000 parts, vertex 3 of 12, 3.0M nodes/s, 10 s so far");
        assert_eq!(describe(Done::Share(0.0), 0, "", Duration::from_secs(2)), "2 s so far");
    }
}
