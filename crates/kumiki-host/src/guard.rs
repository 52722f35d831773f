//! The last word: limits and signals hold in every phase, also where nobody asks.
//!
//! Searches, counts and lists ask in sips whether to stop, and then show what they have found.
//! Reading, preparing and writing can take long as well. So a thread of its own looks at the same
//! limits, and ends the program if the program does not end by itself:
//!
//! * **W1** While input is waited for, at once: there is nothing to show.
//! * **W2** Otherwise as soon as the program has used `GRACE` of processor time since there was a
//!   reason to stop. Where processor time is not told, the clock counts. It counts also, up to
//!   `PATIENCE`, when a signal finds the program printing: whoever is to read that may not do so
//!   any more.
//! * **W3** At once if the memory limit is exceeded by more than a sixteenth.
//!
//! * **W4** Not while a checkpoint is written: it is what the run will go on from. A run that has
//!   one may use `GRACE_OF_CHECKPOINT` to come to where it can be written. A second signal ends
//!   the program even then.
//!
//! Whoever ends the program removes the files that are not whole, and says in a line what has
//! happened. All this is about the one process, and all of it that is static is here.

use crate::file::abandon_files;
use crate::stop::catch_signals;
use crate::terminal::Terminal;
use kumiki_drive::{Host, Run, StoppedBy, megabytes};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Exit code of a run that a limit or a signal stopped early.
pub const STOPPED: u8 = 3;

/// Exit code of a bug, or of a machine that failed.
const FAILED: u8 = 1;

/// What a program that is to stop may still use. With the checks of debug builds everything takes
/// longer.
const GRACE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1500 } else { 450 });

/// The same if there is a checkpoint: some steps between two levels take seconds, and if they were
/// broken off, what was done since the last writing would be lost.
const GRACE_OF_CHECKPOINT: Duration = Duration::from_secs(20);

/// How long a program that was interrupted may wait for its reader.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where the program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It prepares or searches.
    Working,
    /// It waits for input.
    Reading,
    /// It prints the answer.
    Printing,
    /// It has printed something, and has more to print or to draw.
    Printed,
}

static PHASE: Mutex<Phase> = Mutex::new(Phase::Working);
static LIMITED: OnceLock<Arc<Terminal>> = OnceLock::new();
static REPORT: OnceLock<fn(&str)> = OnceLock::new();
static SIGNALS: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// How many checkpoints are being written.
static SAVING: AtomicUsize = AtomicUsize::new(0);

/// Whether the run has a checkpoint (W4).
static HAS_CHECKPOINT: AtomicBool = AtomicBool::new(false);

/// From now on the run has a checkpoint (W4).
pub fn wait_for_checkpoint() {
    HAS_CHECKPOINT.store(true, Ordering::SeqCst);
}

/// A checkpoint is written as long as this value lasts (W4).
pub struct Saving(());

impl Drop for Saving {
    fn drop(&mut self) {
        SAVING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Begins to write a checkpoint.
pub fn saving() -> Saving {
    SAVING.fetch_add(1, Ordering::SeqCst);
    Saving(())
}

/// The limits are looked at so often.
const GLANCE: Duration = Duration::from_millis(50);

/// A phase that lasts as long as this value, with the phase that follows.
pub struct Lasting(Phase);

impl Drop for Lasting {
    fn drop(&mut self) {
        *now() = self.0;
    }
}

/// The phase of this moment.
fn now() -> MutexGuard<'static, Phase> {
    PHASE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a phase.
pub fn phase(phase: Phase) -> Lasting {
    let before = std::mem::replace(&mut *now(), phase);
    Lasting(if phase == Phase::Printing { Phase::Printed } else { before })
}

/// From now on the limits of a terminal hold as well as signals.
pub fn limit(terminal: Arc<Terminal>) {
    // A command has one terminal.
    let _ = LIMITED.set(terminal);
}

/// The flag that signals raise.
pub fn signals() -> Arc<AtomicBool> {
    SIGNALS.get().cloned().unwrap_or_default()
}

/// Begins to watch limits and signals, and makes a panic end with a line, which is told by
/// `report`. A system that has no signals to catch, or no thread, ends the program.
pub fn begin(report: fn(&str)) {
    // There is one beginning.
    let _ = REPORT.set(report);
    match catch_signals() {
        Ok(signals) => drop(SIGNALS.set(signals)),
        Err(error) => end(FAILED, &format!("the system refuses signal handlers: {error}")),
    }
    std::panic::set_hook(Box::new(|panic| {
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            let _ = writeln!(std::io::stderr(), "{trace}");
        }
        let message = panic.payload_as_str().unwrap_or("no reason given");
        let place = panic.location().map(|place| format!(", at {place}")).unwrap_or_default();
        end(FAILED, &format!("bug: {message}{place}, expected never to get there"));
    }));
    if cfg!(target_family = "wasm") {
        // There are no threads, and whoever runs us can end us at any time.
        return;
    }
    let thread = std::thread::Builder::new().name("guard".to_owned()).spawn(patrol);
    if let Err(error) = thread {
        let expected = "expected more memory or threads";
        end(STOPPED, &format!("the system starts no thread: {error}, {expected}"));
    }
}

/// Removes what is not whole, says why, and ends the program.
pub fn end(code: u8, line: &str) -> ! {
    abandon_files();
    if let Some(report) = REPORT.get() {
        report(line);
    }
    std::process::exit(code.into())
}

fn patrol() {
    let signals_only = Arc::new(Terminal::quiet(1).stopped_by(signals()));
    let mut overdue: Option<(StoppedBy, Spent)> = None;
    loop {
        let terminal = LIMITED.get().unwrap_or(&signals_only);
        std::thread::sleep(glance(terminal));
        let phase = *now();
        if let Some(line) = far_too_much(terminal) {
            end(STOPPED, &format!("{line}, {}", where_it_was(phase)));
        }
        let Err(reason) = Run::new(&**terminal).check() else {
            // What was held for a moment is given back.
            overdue = None;
            continue;
        };
        if SAVING.load(Ordering::SeqCst) > 0 {
            overdue = None;
            continue;
        }
        let (reason, spent) = overdue.get_or_insert_with(|| (reason, Spent::now()));
        let is_printing = phase == Phase::Printing && *reason == StoppedBy::Interrupt;
        let is_kept_waiting = is_printing && spent.clock.elapsed() > PATIENCE;
        let has_checkpoint = HAS_CHECKPOINT.load(Ordering::SeqCst);
        let grace = if has_checkpoint { GRACE_OF_CHECKPOINT } else { GRACE };
        if phase == Phase::Reading || is_kept_waiting || spent.is_beyond(grace) {
            end(STOPPED, &format!("{} {}", reason.in_words(), where_it_was(phase)));
        }
    }
}

/// Memory grows by some megabytes in a millisecond: a low limit is looked at more often.
fn glance(terminal: &Terminal) -> Duration {
    let millisecond = |limit: u64| Duration::from_millis((limit >> 24).clamp(1, 5));
    terminal.limits().memory_bytes.map_or(GLANCE, millisecond)
}

/// W3.
fn far_too_much(terminal: &Terminal) -> Option<String> {
    let limit = terminal.limits().memory_bytes?;
    let held = terminal.held_bytes()?;
    (held > limit + limit / 16).then(|| {
        format!(
            "stopped by the memory limit of {} MB, {} MB are used",
            megabytes(limit),
            megabytes(held)
        )
    })
}

fn where_it_was(phase: Phase) -> &'static str {
    match phase {
        Phase::Working => "before there was an answer to show",
        Phase::Reading => "while input was read, before there was a question",
        Phase::Printing => "while the answer was printed: it is not whole",
        Phase::Printed => {
            "after something was printed: the answer or what was to be drawn is not whole"
        }
    }
}

/// A moment, with the processor time used until then.
struct Spent {
    clock: Instant,
    processor: Option<Duration>,
}

impl Spent {
    fn now() -> Self {
        Self { clock: Instant::now(), processor: processor_time() }
    }

    /// W2: whether more has been used since then. On many cores processor time passes faster than
    /// the clock.
    fn is_beyond(&self, grace: Duration) -> bool {
        let used = self.processor.and_then(|begin| Some(processor_time()?.saturating_sub(begin)));
        self.clock.elapsed() > grace && used.is_none_or(|used| used > grace)
    }
}

/// The processor time that this process has used, if the system says so.
fn processor_time() -> Option<Duration> {
    // In ticks, of which Linux counts a hundred in a second everywhere; after the name, which is in
    // parentheses.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * 10))
}

/// What is said, without a request for memory, when the system gives no more.
pub fn out_of_memory(bytes: usize) -> ! {
    abandon_files();
    let mut stderr = std::io::stderr();
    // If stderr is gone, the exit code must do.
    let _ = writeln!(
        stderr,
        "error: too little memory, the system refuses {bytes} bytes more, expected a smaller \
         problem or more memory"
    );
    std::process::exit(STOPPED.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_passes_while_we_work() {
        let Some(begin) = processor_time() else { return };
        let mut sum = 0_u64;
        while processor_time().is_some_and(|now| now == begin) {
            sum = std::hint::black_box(sum.wrapping_mul(3) + 1);
        }
        assert!(processor_time() > Some(begin));
    }

    /// One test, since there is one phase in a program.
    #[test]
    fn phases_end_with_their_scope_but_what_was_printed_is_not_denied() {
        let reading = phase(Phase::Reading);
        assert_eq!(*now(), Phase::Reading);
        drop(reading);
        let printing = phase(Phase::Printing);
        drop(phase(Phase::Reading));
        assert_eq!(*now(), Phase::Printing);
        drop(printing);
        drop(phase(Phase::Reading));
        assert!(where_it_was(*now()).starts_with("after something was printed"));
    }
}
