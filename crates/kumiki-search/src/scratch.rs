//! Room for what does not fit into memory: an engine that works level by level may put levels
//! there, part by part, and takes them back in the order in which they were put.

use std::collections::BTreeMap;
use std::io;
use std::ops::{Bound, RangeBounds};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs of bytes, each with a number. Who runs an engine brings it: engines do no I/O.
///
/// Nothing in it outlives the process, unless it has a name. Every method may be called from any
/// thread.
pub trait Scratch: Sync {
    /// So many numbers that no run has or has had: this one, and those that follow it.
    fn reserve(&self, count: u64) -> u64;

    /// Puts bytes at the end of a run, which begins with them if it is not there.
    ///
    /// # Errors
    /// If there is no room, or if it cannot be written. What the run has then is not known.
    fn append(&self, run: u64, bytes: &[u8]) -> io::Result<()>;

    /// Fills a buffer with the bytes of a run from a position on.
    ///
    /// # Errors
    /// If the run has fewer bytes, or if it cannot be read.
    fn read(&self, run: u64, at: u64, into: &mut [u8]) -> io::Result<()>;

    /// Removes a run, if it is there. If that fails, it stays until the end.
    fn remove(&self, run: u64);

    /// How many bytes there is room for, if that is known.
    fn free_bytes(&self) -> Option<u64> {
        None
    }

    /// What it is called, if its runs are still there when the process has ended.
    fn name(&self) -> Option<u64> {
        None
    }

    /// Makes sure that what was put is there even if the power fails.
    ///
    /// # Errors
    /// If that cannot be done.
    fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// Goes on with runs of a scratch that was called so, and takes its name: runs with these
    /// numbers, each cut to so many bytes; without bytes, there is none. Others with numbers in
    /// `range` are removed. Numbers before its end are not free any more, unless it has none.
    ///
    /// # Errors
    /// If one is not there, or has fewer bytes. Then nothing has changed.
    fn take_up(
        &self,
        _name: u64,
        _range: (Bound<u64>, Bound<u64>),
        _runs: &[(u64, u64)],
    ) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Scratch in memory: for tests, and for those who have no files.
#[derive(Default, Debug)]
pub struct MemoryScratch {
    /// The runs, by their numbers.
    runs: Mutex<BTreeMap<u64, Vec<u8>>>,
    /// The most bytes of all runs together; no limit if `None`.
    room: Option<u64>,
    /// What it is called, if whoever has it keeps it.
    name: Option<u64>,
    /// The first number that nobody has reserved.
    free: AtomicU64,
}

impl MemoryScratch {
    /// Scratch with room for so many bytes.
    #[must_use]
    pub fn with_room(bytes: u64) -> Self {
        Self { room: Some(bytes), ..Self::default() }
    }

    /// Scratch that is kept, with a name.
    #[must_use]
    pub fn named(name: u64) -> Self {
        Self { name: Some(name), ..Self::default() }
    }

    /// The same with the runs of another.
    #[must_use]
    pub fn with_runs_of(self, other: &Self) -> Self {
        let (runs, free) = (Mutex::new(other.runs().clone()), AtomicU64::new(0));
        Self { runs, free, ..self }
    }

    fn runs(&self) -> MutexGuard<'_, BTreeMap<u64, Vec<u8>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The numbers of all runs that are there.
    #[must_use]
    pub fn names(&self) -> Vec<u64> {
        self.runs().keys().copied().collect()
    }

    /// Lets somebody change the bytes of a run: to see what damage does.
    pub fn damage(&self, run: u64, how: impl FnOnce(&mut Vec<u8>)) {
        how(self.runs().entry(run).or_default());
    }
}

/// How many bytes all runs have together.
fn held(runs: &BTreeMap<u64, Vec<u8>>) -> u64 {
    runs.values().map(|bytes| bytes.len() as u64).sum()
}

impl Scratch for MemoryScratch {
    fn reserve(&self, count: u64) -> u64 {
        self.free.fetch_add(count, Ordering::Relaxed)
    }

    fn append(&self, run: u64, bytes: &[u8]) -> io::Result<()> {
        let mut runs = self.runs();
        if self.room.is_some_and(|room| held(&runs) + bytes.len() as u64 > room) {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        runs.entry(run).or_default().extend_from_slice(bytes);
        Ok(())
    }

    fn read(&self, run: u64, at: u64, into: &mut [u8]) -> io::Result<()> {
        let runs = self.runs();
        let bytes = runs.get(&run).map_or(&[][..], Vec::as_slice);
        let found = usize::try_from(at).ok().and_then(|at| bytes.get(at..)?.get(..into.len()));
        into.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn remove(&self, run: u64) {
        self.runs().remove(&run);
    }

    fn free_bytes(&self) -> Option<u64> {
        self.room.map(|room| room - held(&self.runs()))
    }

    fn name(&self) -> Option<u64> {
        self.name
    }

    fn take_up(
        &self,
        name: u64,
        range: (Bound<u64>, Bound<u64>),
        runs: &[(u64, u64)],
    ) -> io::Result<()> {
        let named: BTreeMap<u64, u64> = runs.iter().copied().filter(|run| run.1 > 0).collect();
        let mut all = self.runs();
        let found = |run: &u64| all.get(run).map_or(0, |bytes| bytes.len() as u64);
        if self.name != Some(name) || named.iter().any(|(run, bytes)| found(run) < *bytes) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        all.retain(|run, _| named.contains_key(run) || !range.contains(run));
        for (run, bytes) in &named {
            all.entry(*run).or_default().truncate(usize::try_from(*bytes).unwrap_or(usize::MAX));
        }
        self.free.fetch_max(free_after(range, runs), Ordering::Relaxed);
        Ok(())
    }
}

/// The first number that is free after runs in a range were taken up. Those without bytes will get
/// some.
#[must_use]
pub fn free_after(range: (Bound<u64>, Bound<u64>), runs: &[(u64, u64)]) -> u64 {
    let last = runs.iter().map(|(run, _)| run + 1).max().unwrap_or(0);
    match range.1 {
        Bound::Excluded(end) => last.max(end),
        Bound::Included(end) => last.max(end + 1),
        Bound::Unbounded => last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_kept_until_they_are_removed_and_there_is_no_room() {
        let scratch = MemoryScratch::with_room(5);
        scratch.append(7, b"ab").expect("room");
        scratch.append(7, b"cd").expect("room");
        assert_eq!(scratch.free_bytes(), Some(1));
        let error = scratch.append(8, b"ef").expect_err("no room");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let mut three = [0; 3];
        scratch.read(7, 1, &mut three).expect("there");
        assert_eq!(&three, b"bcd");
        let error = scratch.read(7, 2, &mut three).expect_err("too short");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert!(scratch.read(9, 0, &mut three).is_err());
        scratch.remove(7);
        scratch.remove(7);
        assert_eq!((scratch.free_bytes(), scratch.names()), (Some(5), vec![]));
    }
}
