//! What a run has done so far, as plain data: a checkpoint on disk, or the part of a shard.
//!
//! # The idea
//! A run is a sequence of phases: a run that asks the same question goes through the same ones. The
//! journal keeps what each has done. A run that is given a journal goes through finished phases
//! without working, and goes on with the one that was cut off. So *resuming* is that, and *merging*
//! shards is resuming from the union of their journals: lists, identities and evidence are made by
//! the same code as in a run that nothing has disturbed.
//!
//! Phases are known by their names, by what they work on, and by how many of that name came before.
//! What takes little time may have left no trace, and is done again.
//!
//! # The document
//! A JSON object with a checksum. Long things are beside it, in pieces: results that were accepted,
//! line by line, and snapshots of stages. A [`JournalStore`] keeps all of them.
//!
//! * **L1** The document that is in the store names only pieces that are there, whole. A piece that
//!   it names is not changed but for bytes after those that count.
//! * **L2** What cannot be written does no harm: the document that was there before is still there.
//!   The run goes on, and tries again later.

mod kept;
mod merge;
mod record;

use crate::host::{Event, Host};
use crate::meter::lock;
pub(crate) use kept::{Codec, Keeping, Kept};
use kumiki_model::StoppedBy;
use kumiki_search::Snapshot;
pub use merge::{MergeError, is_share_done, merge, merge_stopped};
use record::{ByteDigest, Digesting, Short, digest_of, from_hex, to_hex};
pub use record::{KeptResult, PhaseRecord, Piece, SnapshotRecord, UnitsRecord, WorkRecord};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use thiserror::Error;

/// What the document is called in the store.
pub const JOURNAL: &str = "journal.json";
/// The version of the document.
const VERSION: u32 = 1;
/// The longest document, in bytes.
const MOST_BYTES: u64 = 1 << 32;
/// Snapshots of no more bytes are in the document.
const SHORT_BYTES: usize = 1 << 18;
/// What these are labelled as.
const SHORT: &str = "snapshot";
/// Between two writings passes at least so many times what one takes: 1 % of the time at most.
const RARELY: u32 = 100;
/// But no more than this, so that a slow disk does not make a run lose hours...
const SELDOM: Duration = Duration::from_secs(300);
/// ... unless writing takes so long that at least so many times that must pass.
const LEAST: u32 = 10;

/// Where a journal is kept: named pieces of bytes.
pub trait JournalStore: Send + Sync {
    /// Puts a piece into the place of one with the same name, whole or not at all, also if the
    /// power fails.
    ///
    /// # Errors
    /// If that cannot be done, or if `write` fails; what was there before is then still there.
    fn put(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Writes at the end of a piece, which is at `from`: what is behind that goes.
    ///
    /// # Errors
    /// If that cannot be done; what is before `from` is then still there.
    fn append(&self, name: &str, from: u64, bytes: &[u8]) -> io::Result<()>;

    /// Reads a piece.
    ///
    /// # Errors
    /// If there is none, or if it cannot be read.
    fn get(&self, name: &str) -> io::Result<Box<dyn Read + Send + '_>>;

    /// Removes a piece, if it is there.
    fn remove(&self, name: &str);
}

/// Why a journal cannot be gone on from.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read.
    #[error("{name} cannot be read: {error}")]
    Io {
        /// The piece.
        name: String,
        /// What happened.
        error: io::Error,
    },
    /// It is no journal, or a damaged one.
    #[error("{name} is damaged: a checksum of {found:#018x}, expected {expected:#018x}")]
    Checksum {
        /// The piece.
        name: String,
        /// The checksum of what is there.
        found: u64,
        /// The checksum that was written down.
        expected: u64,
    },
    /// Something is missing.
    #[error("{name} has {found} bytes, expected {expected}")]
    Truncated {
        /// The piece.
        name: String,
        /// How many bytes there are.
        found: u64,
        /// How many were written.
        expected: u64,
    },
    /// No journal at all.
    #[error(
        "{name} is no journal: {what}, expected what a run with a checkpoint or a shard writes"
    )]
    Malformed {
        /// The piece.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// A journal in another format.
    #[error("the journal has version {found}, expected {expected}")]
    Version {
        /// Its version.
        found: u32,
        /// The one that can be read.
        expected: u32,
    },
}

/// A journal as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JournalDocument {
    /// The version of the format.
    pub kumiki_journal: u32,
    /// What the run is about, for whoever takes it up.
    pub head: Value,
    /// Seconds that all runs so far have taken.
    pub seconds: f64,
    /// The phases.
    pub phases: Vec<PhaseRecord>,
}

/// A journal in a file: its checksum comes first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    /// Of the text of the journal, in sixteen digits.
    checksum: String,
    journal: Box<RawValue>,
}

impl JournalDocument {
    /// The document as text, a JSON object with its checksum.
    ///
    /// # Panics
    /// Never: all of it is data.
    #[must_use]
    pub fn to_text(&self) -> String {
        let journal = serde_json::value::to_raw_value(self).expect("plain data");
        let checksum = checksum_of(&journal);
        let sealed = Sealed { checksum: format!("{checksum:016x}"), journal };
        serde_json::to_string(&sealed).expect("plain data") + "\n"
    }

    /// Reads a document that is called `name`.
    ///
    /// # Errors
    /// If it is damaged, or none.
    pub fn from_text(text: &str, name: &str) -> Result<Self, JournalError> {
        let malformed = |what: String| JournalError::Malformed { name: name.to_owned(), what };
        let sealed: Sealed =
            serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_checksum = sealed.checksum.len() == 16 && sealed.checksum.bytes().all(is_digit);
        let expected = u64::from_str_radix(&sealed.checksum, 16).ok().filter(|_| is_checksum);
        let expected = expected.ok_or_else(|| malformed("its checksum is none".to_owned()))?;
        let found = checksum_of(&sealed.journal);
        if found != expected {
            return Err(JournalError::Checksum { name: name.to_owned(), found, expected });
        }
        let document: Self = serde_json::from_str(sealed.journal.get())
            .map_err(|error| malformed(error.to_string()))?;
        match document.kumiki_journal {
            VERSION => Ok(document),
            found => Err(JournalError::Version { found, expected: VERSION }),
        }
    }
}

fn checksum_of(journal: &RawValue) -> u64 {
    ByteDigest::of(journal.get().as_bytes())
}

/// A share of a run: every `of`-th unit, beginning with number `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which share, from 0.
    pub index: u32,
    /// How many shares there are.
    pub of: u32,
}

impl Shard {
    /// Whether a unit belongs to the share.
    pub(crate) fn has(self, unit: u32) -> bool {
        unit % self.of == self.index
    }
}

/// What a run has done so far.
pub struct Journal {
    /// Where it is kept, if not only in memory.
    store: Option<Box<dyn JournalStore>>,
    /// What the run is about.
    head: Value,
    /// It is written no more often than this.
    every: Duration,
    /// When it is to be written next, in microseconds of the run's clock.
    due: AtomicU64,
    /// The share of the run, if it does not do all: one of its first phase of units. Nothing comes
    /// after that.
    shard: Option<Shard>,
    is_share_done: AtomicBool,
    /// Whether the work is divided among shards.
    is_divided: bool,
    /// Why what shards have left of their phase is not done, if it is not.
    leaves_rest: Option<StoppedBy>,
    /// Whether nothing at all is to be done.
    is_over: bool,
    state: Mutex<State>,
    /// Held by whoever writes: two threads may find that it is time.
    writing: Mutex<()>,
}

#[derive(Default)]
struct State {
    /// The phases of this run, in order.
    met: Vec<Met>,
    /// Phases of earlier runs that this run has not come to.
    known: Vec<PhaseRecord>,
    /// Seconds that earlier runs have taken.
    earlier: f64,
    /// Snapshots that the document in the store names no more.
    stale: Vec<String>,
    /// Whether the last writing failed.
    is_failing: bool,
}

/// A phase that this run has come to.
struct Met {
    record: PhaseRecord,
    /// Seconds that it has taken in earlier runs.
    earlier: f64,
    began: Duration,
}

impl Journal {
    /// A journal in memory.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::new(None, Value::Null, Duration::MAX)
    }

    /// The same with a head.
    #[must_use]
    pub fn with_head(self, head: Value) -> Self {
        Self { head, ..self }
    }

    /// A journal in a store, with a head, written about so often.
    #[must_use]
    pub fn in_store(store: Box<dyn JournalStore>, head: Value, every: Duration) -> Self {
        Self::new(Some(store), head, every)
    }

    fn new(store: Option<Box<dyn JournalStore>>, head: Value, every: Duration) -> Self {
        let due = AtomicU64::new(micros(every));
        let is_share_done = AtomicBool::new(false);
        let (state, writing) = (Mutex::default(), Mutex::default());
        Self {
            store,
            head,
            every,
            due,
            shard: None,
            is_share_done,
            is_divided: false,
            leaves_rest: None,
            is_over: false,
            state,
            writing,
        }
    }

    /// The same for a share of the run.
    #[must_use]
    pub fn for_shard(self, shard: Shard) -> Self {
        Self { shard: Some(shard), is_divided: true, ..self }
    }

    /// The same to end with: what shards have left of their phase is not done, for a reason.
    /// The run counts as stopped, even if nothing waits.
    #[must_use]
    pub fn leaving_the_rest(self, reason: StoppedBy) -> Self {
        // Where no shard has come to that phase, there is nothing to be told.
        let is_over = lock(&self.state).known.is_empty();
        Self { leaves_rest: Some(reason), is_divided: true, is_over, ..self }
    }

    /// Why a run that goes on from here is not to begin, if it has nothing to go on from.
    pub(crate) fn is_over(&self) -> Option<StoppedBy> {
        self.leaves_rest.filter(|_| self.is_over)
    }

    /// Why a run that goes on from here ends with what shards have found, if it does.
    pub(crate) fn leaves_rest(&self) -> Option<StoppedBy> {
        self.leaves_rest
    }

    /// The share of the run, if it does not do all.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Whether the share of the run is done.
    #[must_use]
    pub fn is_share_done(&self) -> bool {
        self.is_share_done.load(Ordering::Relaxed)
    }

    /// Whether the work is divided among shards: this is one of them, or all of them.
    #[must_use]
    pub fn is_divided(&self) -> bool {
        self.is_divided
    }

    /// The share of the run is done.
    pub(crate) fn end_share(&self) {
        self.is_share_done.store(true, Ordering::Relaxed);
    }

    /// A journal in memory to go on from.
    #[must_use]
    pub fn of(document: JournalDocument) -> Self {
        let mut journal = Self::new(None, document.head, Duration::MAX);
        journal.is_divided = document.phases.iter().any(PhaseRecord::is_divided);
        {
            let mut state = lock(&journal.state);
            state.known = document.phases;
            state.earlier = document.seconds;
        }
        journal
    }

    /// Reads the document of a store.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn read(store: &dyn JournalStore) -> Result<JournalDocument, JournalError> {
        let unreadable = |error| JournalError::Io { name: JOURNAL.to_owned(), error };
        let mut text = String::new();
        let document = store.get(JOURNAL).map_err(unreadable)?;
        document.take(MOST_BYTES).read_to_string(&mut text).map_err(unreadable)?;
        JournalDocument::from_text(&text, JOURNAL)
    }

    /// The journal of a store, to go on from. All its pieces are read once.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn open(store: Box<dyn JournalStore>, every: Duration) -> Result<Self, JournalError> {
        let document = Self::read(&*store)?;
        for phase in &document.phases {
            let piece = match &phase.work {
                WorkRecord::Units(units) => units.log.as_ref(),
                WorkRecord::Stages(SnapshotRecord::Beside(piece)) => Some(piece),
                WorkRecord::Stages(_) => None,
            };
            if let Some(piece) = piece {
                check_piece(&*store, piece)?;
            }
        }
        let mut journal = Self::of(document);
        (journal.store, journal.every) = (Some(store), every);
        journal.due = AtomicU64::new(micros(every));
        Ok(journal)
    }

    /// What the run is about.
    #[must_use]
    pub fn head(&self) -> &Value {
        &self.head
    }

    /// The time that earlier runs have taken.
    #[must_use]
    pub fn earlier(&self) -> Duration {
        Duration::try_from_secs_f64(lock(&self.state).earlier).unwrap_or_default()
    }

    /// Units are given up after so long, so that what they have found can be written down.
    pub(crate) fn every(&self) -> Duration {
        self.every
    }

    /// Whether it is time to write.
    pub(crate) fn is_due(&self, now: Duration) -> bool {
        micros(now) >= self.due.load(Ordering::Relaxed)
    }

    /// Begins a phase: its number in this run, and what an earlier run has done of it.
    pub(crate) fn begin(
        &self,
        phase: &str,
        label: u64,
        now: Duration,
        fresh: WorkRecord,
    ) -> (usize, Option<PhaseRecord>) {
        let mut state = lock(&self.state);
        let is_alike = |met: &&Met| met.record.phase == phase && met.record.label == label;
        let occurrence = state.met.iter().filter(is_alike).count();
        let is_it = |known: &PhaseRecord| known.is_called(phase, label, occurrence);
        let known = state.known.iter().position(is_it).map(|at| state.known.remove(at));
        let record = known.clone().unwrap_or_else(|| PhaseRecord {
            phase: phase.to_owned(),
            label,
            occurrence,
            seconds: 0.0,
            work: fresh,
        });
        let earlier = record.seconds;
        state.met.push(Met { record, earlier, began: now });
        (state.met.len() - 1, known)
    }

    /// The right to write, if it is time and nobody else is writing.
    pub(crate) fn turn_to_write(&self, host: &dyn Host) -> Option<MutexGuard<'_, ()>> {
        let turn = match self.writing.try_lock() {
            Ok(turn) => turn,
            Err(TryLockError::Poisoned(turn)) => turn.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        self.is_due(host.elapsed()).then_some(turn)
    }

    /// Notes what a phase has done.
    pub(crate) fn note(&self, phase: usize, work: WorkRecord, now: Duration) {
        let met = &mut lock(&self.state).met[phase];
        met.record.work = work;
        met.record.seconds = met.earlier + now.saturating_sub(met.began).as_secs_f64();
    }

    /// Takes a snapshot of stages and writes it down; says whether that could be done. It has been
    /// got ready since `began`. Nothing happens in memory.
    pub(crate) fn save(
        &self,
        phase: usize,
        work: &dyn Snapshot,
        began: Duration,
        host: &dyn Host,
    ) -> bool {
        let Some(store) = &self.store else { return false };
        let before = match &lock(&self.state).met[phase].record.work {
            WorkRecord::Stages(SnapshotRecord::Beside(piece)) => Some(piece.name.clone()),
            _ => None,
        };
        let mut short = Short { bytes: Vec::new(), most: SHORT_BYTES };
        let snapshot = if crate::write_snapshot(work, SHORT, &mut short).is_ok() {
            SnapshotRecord::Here(to_hex(&short.bytes))
        } else {
            let names = ["a", "b"].map(|which| format!("snapshot-{phase}-{which}"));
            let [name, other] = &names;
            let name = if before.as_ref() == Some(name) { other } else { name };
            let mut piece = None;
            let written = store.put(name, &mut |to| {
                let mut to = Digesting { to, digest: ByteDigest::new() };
                crate::write_snapshot(work, name, &mut to).map_err(io::Error::other)?;
                let (bytes, checksum) = (to.digest.len(), to.digest.get());
                piece = Some(Piece { name: name.clone(), bytes, checksum });
                Ok(())
            });
            match (written, piece) {
                (Ok(()), Some(piece)) => SnapshotRecord::Beside(piece),
                (Err(error), _) => {
                    self.fail(name, &error, began, host);
                    return false;
                }
                (Ok(()), None) => return false,
            }
        };
        lock(&self.state).stale.extend(before);
        self.note(phase, WorkRecord::Stages(snapshot), host.elapsed());
        self.write_since(began, host)
    }

    /// Lets stages go on from a snapshot, if there is one.
    pub(crate) fn load(&self, snapshot: &SnapshotRecord, work: &mut dyn Snapshot) {
        let loaded = match snapshot {
            SnapshotRecord::Nothing => Ok(()),
            SnapshotRecord::Here(digits) => {
                let bytes = from_hex(digits).unwrap_or_default();
                crate::read_snapshot(work, SHORT, &bytes[..])
            }
            SnapshotRecord::Beside(piece) => {
                let store = self.store.as_ref().expect("long snapshots are in a store");
                let read = store.get(&piece.name).map_err(crate::SnapshotError::from);
                read.and_then(|from| {
                    crate::read_snapshot(work, &piece.name, from.take(piece.bytes))
                })
            }
        };
        if let Err(error) = loaded {
            // Its checksum was right, and so was its question.
            panic!("a snapshot cannot be gone on from: {error}");
        }
    }

    /// The document.
    #[must_use]
    pub fn document(&self, now: Duration) -> JournalDocument {
        let state = lock(&self.state);
        let met = state.met.iter().map(|met| &met.record);
        JournalDocument {
            kumiki_journal: VERSION,
            head: self.head.clone(),
            seconds: state.earlier + now.as_secs_f64(),
            phases: met.chain(&state.known).cloned().collect(),
        }
    }

    /// The document with all results in it, for those who have no store. A share that is not done
    /// after all, because whoever takes its results was stopped, is said to be unfinished.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn part(&self, is_done: bool, now: Duration) -> Result<JournalDocument, JournalError> {
        let mut document = self.document(now);
        for phase in &mut document.phases {
            match &mut phase.work {
                WorkRecord::Stages(snapshot) => *snapshot = SnapshotRecord::Nothing,
                WorkRecord::Units(units) => {
                    units.is_over &= is_done;
                    if let (Some(piece), Some(store)) = (units.log.take(), &self.store) {
                        let mut all = kept::read_log(&**store, &piece)
                            .map_err(|error| JournalError::Io { name: piece.name, error })?;
                        all.append(&mut units.accepted);
                        units.accepted = all;
                    }
                }
            }
        }
        Ok(document)
    }

    /// Writes a journal in which nothing is done, if it is kept in a store.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin_in_store(&self) -> io::Result<()> {
        let Some(store) = &self.store else { return Ok(()) };
        let text = self.document(Duration::ZERO).to_text();
        store.put(JOURNAL, &mut |to| to.write_all(text.as_bytes()))
    }

    /// Writes the document, if it is kept in a store.
    pub fn write(&self, host: &dyn Host) {
        self.write_since(host.elapsed(), host);
    }

    /// Writes the document; says whether it is there. The next time comes when it may cost as much
    /// as this one.
    fn write_since(&self, began: Duration, host: &dyn Host) -> bool {
        let Some(store) = &self.store else { return false };
        let text = self.document(host.elapsed()).to_text();
        match store.put(JOURNAL, &mut |to| to.write_all(text.as_bytes())) {
            Ok(()) => {
                let stale = {
                    let mut state = lock(&self.state);
                    state.is_failing = false;
                    std::mem::take(&mut state.stale)
                };
                stale.iter().for_each(|name| store.remove(name));
                self.rest(began, host);
                true
            }
            Err(error) => {
                self.fail(JOURNAL, &error, began, host);
                false
            }
        }
    }

    /// The next time to write comes when this one is a small part of the time.
    fn rest(&self, began: Duration, host: &dyn Host) {
        let now = host.elapsed();
        let pause = pause(now.saturating_sub(began)).max(self.every);
        self.due.store(micros(now.saturating_add(pause)), Ordering::Relaxed);
    }

    /// Tells that something could not be written (L2), once in a row.
    fn fail(&self, name: &str, error: &io::Error, began: Duration, host: &dyn Host) {
        self.rest(began, host);
        if !std::mem::replace(&mut lock(&self.state).is_failing, true) {
            let what = format!("{name} cannot be written, the run goes on without it: {error}");
            host.hear(&Event::Warning { what: &what });
        }
    }
}

/// How long nothing is written after writing took so long.
fn pause(took: Duration) -> Duration {
    let longest = SELDOM.max(took.saturating_mul(LEAST));
    took.saturating_mul(RARELY).min(longest)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Whether a piece is what was written.
fn check_piece(store: &dyn JournalStore, piece: &Piece) -> Result<(), JournalError> {
    let name = || piece.name.clone();
    let read = store.get(&piece.name).and_then(|from| digest_of(from, piece.bytes));
    let digest = read.map_err(|error| JournalError::Io { name: name(), error })?;
    let (found, expected) = (digest.len(), piece.bytes);
    if found != expected {
        return Err(JournalError::Truncated { name: name(), found, expected });
    }
    let (found, expected) = (digest.get(), piece.checksum);
    if found != expected {
        return Err(JournalError::Checksum { name: name(), found, expected });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_takes_a_hundredth_of_the_time_if_that_is_not_too_seldom() {
        for (took, expected) in [(0, 0), (10, 1_000), (2_000, 200_000), (4_000, 300_000)] {
            let [took, expected] = [took, expected].map(Duration::from_millis);
            assert_eq!(pause(took), expected, "{took:?}");
        }
        assert_eq!(pause(Duration::from_secs(60)), Duration::from_secs(600));
        assert!(pause(Duration::MAX) > SELDOM);
    }
}
