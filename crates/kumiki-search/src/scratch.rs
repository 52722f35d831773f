//! Room for what does not fit into memory: an engine that works level by level may put levels
//! there, part by part, and takes them back in the order in which they were put.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs of bytes, each with a number. Who runs an engine brings it: engines do no I/O.
///
/// Nothing in it outlives the run. Every method may be called from any thread.
pub trait Scratch: Sync {
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
}

/// Scratch in memory: for tests, and for those who have no files.
#[derive(Default, Debug)]
pub struct MemoryScratch {
    /// The runs, by their numbers.
    runs: Mutex<BTreeMap<u64, Vec<u8>>>,
    /// The most bytes of all runs together; no limit if `None`.
    room: Option<u64>,
}

impl MemoryScratch {
    /// Scratch with room for so many bytes.
    #[must_use]
    pub fn with_room(bytes: u64) -> Self {
        Self { room: Some(bytes), ..Self::default() }
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
