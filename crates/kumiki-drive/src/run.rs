//! A run: a host, and how much of it may be used.

use crate::beside::Beside;
use crate::host::{Host, Limits};
use crate::journal::Journal;
use kumiki_model::StoppedBy;
use kumiki_search::Digest;
use std::time::Duration;

/// A run on a host. Copies are the same run.
#[derive(Clone, Copy)]
pub struct Run<'h> {
    host: &'h dyn Host,
    threads: usize,
    /// The most bytes of memory that may be used.
    memory_bytes: Option<u64>,
    /// Whether nobody hears the progress.
    pub(crate) is_quiet: bool,
    /// Where it is written down what was done, if it is.
    pub(crate) journal: Option<&'h Journal>,
    /// What tells the phases from others of the same name.
    pub(crate) label: u64,
    /// Whether a shard has a share of one phase after the other, until it says that it is done.
    pub(crate) is_in_rounds: bool,
    /// What takes turns with searches, if anything does.
    pub(crate) beside: Option<&'h dyn Beside>,
}

impl<'h> Run<'h> {
    /// A run with all that the host has.
    #[must_use]
    pub fn new(host: &'h dyn Host) -> Self {
        let memory_bytes = host.limits().memory_bytes;
        let threads = host.threads().max(1);
        Self {
            host,
            threads,
            memory_bytes,
            is_quiet: false,
            journal: None,
            label: 0,
            is_in_rounds: false,
            beside: None,
        }
    }

    /// The same run, which writes down what it does, and goes on from what is written there.
    #[must_use]
    pub fn with_journal(self, journal: &'h Journal) -> Self {
        Self { journal: Some(journal), ..self }
    }

    /// The same run, whose phases work on something that others with the same names do not: a round
    /// with another limit, for example. `what` tells them apart in the journal.
    #[must_use]
    pub fn labelled(self, what: &str) -> Self {
        Self { label: Digest::of(what.bytes().map(u64::from)), ..self }
    }

    /// The same run, whose phases are rounds of one search. A shard has a share of each, one after
    /// the other, until it [has done its share](Self::end_share). It need not come to rounds that
    /// are of no use if what it has found is right: whoever puts all shards together goes through
    /// those that all have come to, and comes to no other.
    #[must_use]
    pub fn in_rounds(self) -> Self {
        Self { is_in_rounds: true, ..self }
    }

    /// The same run, whose searches take turns with other work.
    #[must_use]
    pub fn beside<'b>(self, work: &'b dyn Beside) -> Run<'b>
    where
        'h: 'b,
    {
        Run { beside: Some(work), ..self }
    }

    /// A shard has done its share of all rounds.
    pub fn end_share(&self) {
        if let Some(journal) = self.journal {
            journal.end_share();
        }
    }

    /// The same run, whose phases leave nothing in the journal: for work that is soon done again.
    #[must_use]
    pub fn done_anew(self) -> Self {
        Self { journal: None, ..self }
    }

    /// Whether units are cut for shards, or results are written down: then the cut may depend on
    /// the question alone.
    #[must_use]
    pub fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether this run does the share of a shard.
    #[must_use]
    pub fn is_shard(&self) -> bool {
        self.journal.is_some_and(|journal| journal.shard().is_some())
    }

    /// Whether the work is divided among shards: this run is one of them, or puts them together.
    #[must_use]
    pub fn is_divided(&self) -> bool {
        self.journal.is_some_and(Journal::is_divided)
    }

    /// The time that earlier runs have taken.
    #[must_use]
    pub fn earlier(&self) -> Duration {
        self.journal.map_or(Duration::ZERO, Journal::earlier)
    }

    /// The same run with one thread, for work that several threads would only slow down.
    #[must_use]
    pub fn on_one_thread(self) -> Self {
        Self { threads: 1, ..self }
    }

    /// The same run with one thread, whose progress nobody hears: for work inside a part.
    #[must_use]
    pub fn within_a_part(self) -> Self {
        Self { threads: 1, is_quiet: true, journal: None, beside: None, ..self }
    }

    /// The same run, whose progress nobody hears: for short work in the middle of other work.
    #[must_use]
    pub fn quietly(self) -> Self {
        Self { is_quiet: true, journal: None, ..self }
    }

    /// The same run, which stops before the memory of the machine is used up, if there is no other
    /// limit: for work that may need any amount.
    #[must_use]
    pub fn within_the_machine(self) -> Self {
        let all = || Some(self.host.held_bytes()? + self.host.available_bytes()?);
        Self { memory_bytes: self.memory_bytes.or_else(all), ..self }
    }

    /// The host.
    #[must_use]
    pub fn host(&self) -> &'h dyn Host {
        self.host
    }

    /// How many threads are used.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The time since the run began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    /// The most bytes of memory that may be used, if there is a limit.
    #[must_use]
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory_bytes
    }

    /// Whether the run may go on.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), StoppedBy> {
        if let Some(reason) = self.journal.and_then(Journal::is_over) {
            return Err(reason);
        }
        if self.host.is_stop_asked() {
            return Err(StoppedBy::Interrupt);
        }
        if self.journal.is_some_and(Journal::is_share_done) {
            return Err(StoppedBy::Shard);
        }
        let Limits { time, .. } = self.host.limits();
        if time.is_some_and(|time| self.host.elapsed() >= time) {
            return Err(StoppedBy::TimeLimit);
        }
        // Where nobody can tell, a limit is not kept, and nothing may be used.
        let is_exceeded = |limit: u64| self.host.held_bytes().is_none_or(|held| held > limit);
        if self.memory_bytes.is_some_and(is_exceeded) {
            return Err(StoppedBy::MemoryLimit);
        }
        Ok(())
    }
}
