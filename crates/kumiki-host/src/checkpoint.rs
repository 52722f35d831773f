//! A journal in a file: what a run leaves behind so that another can go on.
//!
//! The document is the file itself. Long pieces are beside it, in files whose names begin with that
//! of the file.
//!
//! * **F1** One run at a time uses a journal: it holds a lock, which ends with its process.
//! * **F2** What is put is written aside, synced, and moved into place; so is the folder. What is
//!   appended is synced, too. The process is not ended meanwhile.

use crate::guard;
use kumiki_drive::{JOURNAL, JournalStore};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The end of the name of the file that is locked.
const LOCK: &str = "lock";
/// A run that was killed while it wrote much is not gone at once.
const PATIENCE: Duration = Duration::from_secs(5);
/// The end of the names of files aside.
const ASIDE: &str = "part";

/// A file with a journal.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    /// Locked as long as this lives (F1).
    _lock: File,
}

impl CheckpointFile {
    /// A new journal.
    ///
    /// # Errors
    /// If something is there already and `force` is not set, or if nothing can be written there.
    pub fn create(path: &Path, force: bool) -> io::Result<Self> {
        check_free(path, force)?;
        let locked = Self::lock(path)?;
        // Whoever had the lock before may have written there.
        check_free(path, force)?;
        Ok(locked)
    }

    /// A journal that is there.
    ///
    /// # Errors
    /// If there is none, or if another run uses it.
    pub fn open(path: &Path) -> io::Result<Self> {
        fs::metadata(path)?;
        Self::lock(path)
    }

    fn lock(path: &Path) -> io::Result<Self> {
        let name = beside(path, LOCK);
        let open = || OpenOptions::new().create(true).truncate(false).write(true).open(&name);
        let mut lock = open()?;
        let began = Instant::now();
        loop {
            match lock.try_lock() {
                // Whoever had it before may have removed it: then others lock another file.
                Ok(()) if is_called(&lock, &name) => break,
                Ok(()) => lock = open()?,
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => {
                    std::thread::sleep(PATIENCE / 100);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another run uses it"));
                }
                // Where there are no locks, it is up to the user.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    break;
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Reads a journal that another run may use.
    #[must_use]
    pub fn look(path: &Path) -> CheckpointReader {
        CheckpointReader { path: path.to_owned() }
    }

    fn sync_folder(&self) -> io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Some systems cannot open folders; there a name is as safe as it can be.
        File::open(folder.unwrap_or(Path::new("."))).map_or(Ok(()), |folder| {
            match folder.sync_all() {
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
                synced => synced,
            }
        })
    }
}

impl Drop for CheckpointFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(beside(&self.path, LOCK));
    }
}

/// Whether a journal may be written where there is none.
fn check_free(path: &Path, force: bool) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => {
            Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"))
        }
        Ok(_) if !force => Err(io::Error::new(io::ErrorKind::AlreadyExists, "it exists already")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether a file that is open is the one with this name.
#[cfg(unix)]
fn is_called(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let named = fs::metadata(name).map(identity).ok();
    named.is_some() && named == file.metadata().map(identity).ok()
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn is_called(_: &File, _: &Path) -> bool {
    true
}

/// The file of a piece.
fn file_of(path: &Path, name: &str) -> PathBuf {
    if name == JOURNAL { path.to_owned() } else { beside(path, name) }
}

/// A file beside another, whose name is longer.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(".");
    name.push(ending);
    name.into()
}

impl JournalStore for CheckpointFile {
    fn put(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let _saving = guard::saving();
        let path = file_of(&self.path, name);
        let aside = beside(&path, ASIDE);
        let mut written = || -> io::Result<()> {
            let mut file = BufWriter::with_capacity(1 << 16, File::create(&aside)?);
            write(&mut file)?;
            file.into_inner()?.sync_all()?;
            fs::rename(&aside, &path)
        };
        written().inspect_err(|_| drop(fs::remove_file(&aside)))?;
        self.sync_folder()
    }

    fn append(&self, name: &str, from: u64, bytes: &[u8]) -> io::Result<()> {
        let _saving = guard::saving();
        let path = file_of(&self.path, name);
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        if file.metadata()?.len() < from {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "bytes are missing"));
        }
        file.set_len(from)?;
        file.seek(SeekFrom::Start(from))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        if from == 0 { self.sync_folder() } else { Ok(()) }
    }

    fn get(&self, name: &str) -> io::Result<Box<dyn Read + Send + '_>> {
        Ok(Box::new(File::open(file_of(&self.path, name))?))
    }

    fn remove(&self, name: &str) {
        // If it stays, it takes room and does no harm.
        let _ = fs::remove_file(file_of(&self.path, name));
    }
}

/// A journal that is only looked at.
#[derive(Debug)]
pub struct CheckpointReader {
    path: PathBuf,
}

impl JournalStore for CheckpointReader {
    fn put(&self, _: &str, _: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn append(&self, _: &str, _: u64, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn get(&self, name: &str) -> io::Result<Box<dyn Read + Send + '_>> {
        Ok(Box::new(File::open(file_of(&self.path, name))?))
    }

    fn remove(&self, _: &str) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn nobody_has_a_lock_that_somebody_else_has() {
        let name = format!("kumiki-lock-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let inside = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let locked = CheckpointFile::lock(&path).expect("after some time");
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "alone");
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(locked);
                        // Whoever waits opens its file again.
                        std::thread::yield_now();
                    }
                });
            }
        });
        assert!(!beside(&path, LOCK).exists());
        let first = CheckpointFile::create(&path, false).expect("a free name");
        first.put(JOURNAL, &mut |to| to.write_all(b"one")).expect("room");
        drop(first);
        let taken = CheckpointFile::create(&path, false).expect_err("it is there");
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        fs::remove_file(&path).expect("ours");
    }
}
