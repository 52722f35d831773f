//! Many output files, written by several threads.
//!
//! # The idea
//! A file is moved into place when it is known to be on disk, and waiting for that is all that
//! takes time: a disk that answers fifty times a second writes fifty files. But it can be asked
//! about many files at once, and a file system answers for all of them together. So each file is
//! written as [`OutputFile::write`] does it, whole or not at all, and up to [`MOST_WRITERS`] at a
//! time wait. Nothing is held back: a file is written as soon as it is handed over.
//!
//! # Roads not taken
//! Writing all aside and syncing the file system once: files would come in the end only, and other
//! programs' data would have to be waited for, too.

use crate::file::OutputFile;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// So many files are written at a time.
const MOST_WRITERS: usize = 32;

/// So many wait to be written before the one who hands them over has to wait.
const MOST_WAITING: usize = 64;

/// A file to be written, and whose it is.
struct Job<L> {
    label: L,
    file: OutputFile,
    text: String,
}

/// What the threads share.
///
/// * **C1** A job is in `waiting`, or one of the `busy` threads has it, or its label is in `done`.
/// * **C2** When `is_over` is set, no job is added any more; threads end when none waits.
struct State<L> {
    waiting: VecDeque<Job<L>>,
    /// How many are being written.
    busy: usize,
    is_over: bool,
    /// What was written, or why not, in the order in which that was known.
    done: Vec<(L, io::Result<()>)>,
}

struct Shared<L> {
    state: Mutex<State<L>>,
    /// A job was added or is done, or all is over.
    changed: Condvar,
}

impl<L> Shared<L> {
    fn state(&self) -> MutexGuard<'_, State<L>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state as soon as it is as it should be.
    fn once(&self, is_right: impl Fn(&State<L>) -> bool) -> MutexGuard<'_, State<L>> {
        let wait = |state| self.changed.wait_while(state, |state| !is_right(state));
        wait(self.state()).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those who write files. Labels say whose a file is.
///
/// Dropping the crew waits until all that was handed over is written.
pub struct Crew<L: Send + 'static> {
    shared: Arc<Shared<L>>,
    writers: Vec<JoinHandle<()>>,
}

impl<L: Send + 'static> Default for Crew<L> {
    fn default() -> Self {
        let state = State { waiting: VecDeque::new(), busy: 0, is_over: false, done: Vec::new() };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        Self { shared, writers: Vec::new() }
    }
}

impl<L: Send + 'static> Crew<L> {
    /// Hands a file over. It is written in its turn, or at once if there can be no threads.
    pub fn write(&mut self, label: L, file: OutputFile, text: String) {
        let mut state = self.shared.once(|state| state.waiting.len() < MOST_WAITING);
        state.waiting.push_back(Job { label, file, text });
        let are_busy = state.busy + state.waiting.len() > self.writers.len();
        drop(state);
        self.shared.changed.notify_all();
        if are_busy && self.writers.len() < MOST_WRITERS {
            let shared = Arc::clone(&self.shared);
            let writer = Builder::new().name("writer".to_owned()).spawn(move || work(&shared));
            self.writers.extend(writer);
        }
        if self.writers.is_empty() {
            while let Some(job) = take(&mut self.shared.state()) {
                do_job(&self.shared, job);
            }
        }
    }

    /// What has come of files since the last time, without waiting.
    pub fn settled(&mut self) -> Vec<(L, io::Result<()>)> {
        std::mem::take(&mut self.shared.state().done)
    }

    /// The same when all is written.
    pub fn finish(&mut self) -> Vec<(L, io::Result<()>)> {
        drop(self.shared.once(|state| state.busy == 0 && state.waiting.is_empty()));
        self.settled()
    }
}

impl<L: Send + 'static> Drop for Crew<L> {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.changed.notify_all();
        for writer in self.writers.drain(..) {
            // A thread that panicked has said so.
            let _ = writer.join();
        }
    }
}

/// Takes the next job (C1).
fn take<L>(state: &mut State<L>) -> Option<Job<L>> {
    let job = state.waiting.pop_front()?;
    state.busy += 1;
    Some(job)
}

/// Writes a file that was taken.
fn do_job<L>(shared: &Shared<L>, Job { label, file, text }: Job<L>) {
    let written = file.write(&[text.as_bytes()]);
    let mut state = shared.state();
    state.busy -= 1;
    state.done.push((label, written));
    drop(state);
    shared.changed.notify_all();
}

/// Writes files until all is over.
fn work<L>(shared: &Shared<L>) {
    loop {
        let job = take(&mut shared.once(|state| state.is_over || !state.waiting.is_empty()));
        let Some(job) = job else { return };
        do_job(shared, job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn all_files_are_there_when_the_crew_has_finished_and_failures_are_told() {
        let folder = std::env::temp_dir().join(format!("kumiki-crew-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        let path = |number: usize| folder.join(format!("{number}.txt"));
        let mut crew = Crew::default();
        for number in 0..300 {
            let file = OutputFile::reserve_another(&path(number), false).expect("a free name");
            if number == 7 {
                // Somebody else is quicker.
                fs::write(path(number), "mine").expect("writable");
            }
            crew.write(number, file, format!("text {number}"));
        }
        let mut done = crew.finish();
        done.sort_by_key(|(number, _)| *number);
        assert_eq!(done.len(), 300);
        for (number, written) in &done {
            let expected = if *number == 7 { "mine".to_owned() } else { format!("text {number}") };
            assert_eq!(written.is_err(), *number == 7);
            assert_eq!(fs::read_to_string(path(*number)).expect("there"), expected);
        }
        assert!(crew.settled().is_empty() && crew.finish().is_empty(), "told once");
        // What is handed over is written even if nobody asks.
        let file = OutputFile::reserve_another(&path(300), false).expect("a free name");
        crew.write(300, file, "last".to_owned());
        drop(crew);
        assert_eq!(fs::read_to_string(path(300)).expect("there"), "last");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 301, "nothing is left aside");
        fs::remove_dir_all(&folder).expect("ours");
    }
}
