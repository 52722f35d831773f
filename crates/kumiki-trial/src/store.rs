//! A store for journals that remembers everything it ever held, and fails when it is told to. It
//! panics if two threads write at the same time: files would not stand that.

use kumiki_drive::JournalStore;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The pieces of a store, by name.
pub type Pieces = BTreeMap<String, Vec<u8>>;

/// A store in memory. Copies are the same store.
#[derive(Clone, Default, Debug)]
pub struct MemoryStore {
    state: Arc<Mutex<State>>,
    /// Whether somebody is writing.
    is_busy: Arc<AtomicBool>,
}

/// Somebody who writes.
struct Writing<'s>(&'s AtomicBool);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

#[derive(Default, Debug)]
struct State {
    pieces: Pieces,
    /// What was there after every change.
    history: Vec<Pieces>,
    /// Bytes that may still be written, if the disk is small.
    room: Option<usize>,
}

impl State {
    /// Takes room on the disk; says how many bytes fit.
    fn take(&mut self, wanted: usize) -> usize {
        let len = self.room.map_or(wanted, |room| room.min(wanted));
        self.room = self.room.map(|room| room - len);
        len
    }
}

impl MemoryStore {
    /// A store with some pieces.
    #[must_use]
    pub fn of(pieces: Pieces) -> Self {
        let store = Self::default();
        store.lock().pieces = pieces;
        store
    }

    /// A store on a disk that has room for so many bytes.
    #[must_use]
    pub fn with_room(bytes: usize) -> Self {
        let store = Self::default();
        store.lock().room = Some(bytes);
        store
    }

    /// What the store has held after every change: what is found there if a run is killed then.
    #[must_use]
    pub fn history(&self) -> Vec<Pieces> {
        self.lock().history.clone()
    }

    /// What it holds.
    #[must_use]
    pub fn pieces(&self) -> Pieces {
        self.lock().pieces.clone()
    }

    fn write(&self) -> Writing<'_> {
        assert!(!self.is_busy.swap(true, Ordering::SeqCst), "two threads write at the same time");
        Writing(&self.is_busy)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn full() -> io::Error {
    io::Error::new(io::ErrorKind::StorageFull, "the disk is full")
}

impl JournalStore for MemoryStore {
    fn put(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let _writing = self.write();
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        let mut state = self.lock();
        if state.take(bytes.len()) < bytes.len() {
            return Err(full());
        }
        state.pieces.insert(name.to_owned(), bytes);
        let pieces = state.pieces.clone();
        state.history.push(pieces);
        Ok(())
    }

    fn append(&self, name: &str, from: u64, bytes: &[u8]) -> io::Result<()> {
        let _writing = self.write();
        let mut state = self.lock();
        let fitting = state.take(bytes.len());
        let piece = state.pieces.entry(name.to_owned()).or_default();
        piece.truncate(usize::try_from(from).expect("it fits into memory"));
        // What a full disk takes is half a line.
        piece.extend(&bytes[..fitting]);
        let pieces = state.pieces.clone();
        state.history.push(pieces);
        if fitting < bytes.len() { Err(full()) } else { Ok(()) }
    }

    fn get(&self, name: &str) -> io::Result<Box<dyn Read + Send + '_>> {
        let piece = self.lock().pieces.get(name).cloned();
        let piece =
            piece.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no such piece"))?;
        Ok(Box::new(Cursor::new(piece)))
    }

    fn remove(&self, name: &str) {
        let mut state = self.lock();
        state.pieces.remove(name);
        let pieces = state.pieces.clone();
        state.history.push(pieces);
    }
}
