//! What a run needs from outside.

use kumiki_search::Scratch;
use std::io::{self, Read};
use std::time::Duration;

/// Where a run takes place: it brings the clock, hears the progress and says when to stop.
///
/// There is one for each run. Every method may be called from any thread of the run, some hundred
/// times a second.
pub trait Host: Sync {
    /// The time since the run began: the only clock there is.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether somebody wants the run to stop: by Ctrl-C, a button, another thread.
    fn is_stop_asked(&self) -> bool {
        false
    }

    /// What the run may use.
    fn limits(&self) -> Limits {
        Limits::default()
    }

    /// Bytes of memory that the process holds now, if that is known.
    fn held_bytes(&self) -> Option<u64> {
        None
    }

    /// Bytes of memory that the process could still get, if that is known.
    fn available_bytes(&self) -> Option<u64> {
        None
    }

    /// The most bytes of memory that the process has held, if that is known.
    fn peak_bytes(&self) -> Option<u64> {
        None
    }

    /// How many threads the run may use, its own included. With one, everything happens on the
    /// thread of the caller.
    fn threads(&self) -> usize {
        1
    }

    /// Something that people may want to know, at most some twenty times a second.
    fn hear(&self, _event: &Event<'_>) {}

    /// Where tables are kept from one run to the next, if they are.
    fn tables(&self) -> Option<&dyn TableStore> {
        None
    }

    /// Room for what does not fit into memory, if there is any.
    fn scratch(&self) -> Option<&dyn Scratch> {
        None
    }
}

/// Tables that take long to make, kept from one run to the next. Their names are made of letters,
/// digits, dots and dashes.
pub trait TableStore: Sync {
    /// Looks for a table.
    fn load(&self, name: &str) -> StoredTable;

    /// Keeps a table.
    ///
    /// # Errors
    /// If that cannot be done, in words; what was there before is then still there.
    fn store(&self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Whether there is a table with this name, usable or not.
    fn has(&self, name: &str) -> bool;
}

/// What a look for a kept table finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoredTable {
    /// The table, as it was stored.
    Table(Vec<u8>),
    /// There is none.
    Absent,
    /// There is one, but it cannot be used, for a reason.
    Unusable(String),
}

/// A host that has nothing: no clock, no limits, one thread, nobody who listens.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unhosted;

impl Host for Unhosted {}

/// What a run may use.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// At most this long, from the beginning of the run.
    pub time: Option<Duration>,
    /// At most this much memory of the process, in bytes.
    pub memory_bytes: Option<u64>,
}

/// What a host may hear.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A phase goes on.
    Progress(Progress<'a>),
    /// A phase has ended.
    PhaseEnded {
        /// Which.
        phase: &'a str,
    },
    /// What a count is expected to need, before it begins.
    Forecast {
        /// States, memory and time, in a line.
        what: &'a str,
        /// How long it should take.
        time: Duration,
    },
    /// Something went wrong without doing harm.
    Warning {
        /// What, in a line.
        what: &'a str,
    },
}

/// How far a phase is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress<'a> {
    /// What is going on, in a word or two.
    pub phase: &'a str,
    /// How many things are done.
    pub done: u64,
    /// How many things there are; 0 if that is not known.
    pub all: u64,
    /// Whether these things are parts of a search, which can differ by factors of thousands.
    pub is_uneven: bool,
    /// Nodes visited in this phase so far; 0 if nobody counts them.
    pub nodes: u64,
    /// Solutions that a search has come to in this phase so far, of those that it looks for: one
    /// or a few of each class, if it looks for classes. 0 if it does not see them one by one.
    pub seen: u64,
    /// Where the work stands, in a few words; may be empty.
    pub note: &'a str,
    /// When the phase began.
    pub began: Duration,
}

/// Where the bytes of a list are.
pub trait ListStore: Send {
    /// Adds bytes at the end. If that cannot be done, what was there before is still there, and
    /// perhaps the beginning of the bytes after it.
    ///
    /// # Errors
    /// If the machine refuses.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Drops all bytes from this place on.
    ///
    /// # Errors
    /// If the machine refuses.
    fn cut(&mut self, at: u64) -> io::Result<()>;

    /// Makes sure that all bytes outlive a power cut.
    ///
    /// # Errors
    /// If the machine refuses.
    fn sync(&mut self) -> io::Result<()>;

    /// What is there, from the beginning. It is read before anything is added, and while nothing
    /// is.
    ///
    /// # Errors
    /// If the machine refuses.
    fn read(&self) -> io::Result<Box<dyn Read + Send>>;
}

/// Bytes as megabytes with one digit after the point.
#[must_use]
pub fn megabytes(bytes: u64) -> String {
    let tenths = bytes / (1 << 20) * 10 + bytes % (1 << 20) * 10 / (1 << 20);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn megabytes_have_one_digit_after_the_point() {
        assert_eq!(megabytes(0), "0.0");
        assert_eq!(megabytes((1 << 20) - 1), "0.9");
        assert_eq!(megabytes(5 << 19), "2.5");
        assert_eq!(megabytes(u64::MAX), "17592186044415.9");
    }
}
