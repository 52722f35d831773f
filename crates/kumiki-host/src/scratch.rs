//! Scratch in files: room for levels of a count that do not fit into memory.
//!
//! * **X1** Every run is a file of its own, locked, whose name says that it is ours. Where a file
//!   may lose its name while it is open, it does so at once: then the system removes it when the
//!   process ends, however that happens.
//! * **X2** Files with such names that nobody has locked belong to processes that are gone. They
//!   are removed when scratch is opened in the same folder.

use kumiki_drive::Scratch;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the names of all files end with.
const SUFFIX: &str = ".kumiki.scratch";

/// A run in a file, which is removed when this is dropped.
#[derive(Debug)]
struct RunFile {
    path: PathBuf,
    file: Mutex<File>,
}

impl Drop for RunFile {
    fn drop(&mut self) {
        // Where it has lost its name already, there is nothing to remove.
        let _ = fs::remove_file(&self.path);
    }
}

impl RunFile {
    /// A file with a name that nobody has (X1).
    fn new(folder: &Path) -> io::Result<Self> {
        let process = if cfg!(target_family = "wasm") { 0 } else { std::process::id() };
        for number in 0_u32.. {
            let path = folder.join(format!("{process}-{number}{SUFFIX}"));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // Without locks, nobody removes it.
                    let _ = file.lock();
                    if cfg!(unix) {
                        fs::remove_file(&path)?;
                    }
                    return Ok(Self { path, file: Mutex::new(file) });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no name is free"))
    }

    fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A folder in which runs are files.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: PathBuf,
    runs: Mutex<HashMap<u64, Arc<RunFile>>>,
}

impl ScratchFolder {
    /// Scratch in a folder that is there. What processes that are gone have left is removed.
    ///
    /// # Errors
    /// If files cannot be written there.
    pub fn open(folder: &Path) -> io::Result<Self> {
        RunFile::new(folder)?;
        sweep(folder);
        Ok(Self { folder: folder.to_owned(), runs: Mutex::default() })
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<u64, Arc<RunFile>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scratch for ScratchFolder {
    fn append(&self, run: u64, bytes: &[u8]) -> io::Result<()> {
        let known = self.runs().get(&run).cloned();
        let known = match known {
            Some(known) => known,
            None => {
                let new = Arc::new(RunFile::new(&self.folder)?);
                self.runs().insert(run, Arc::clone(&new));
                new
            }
        };
        let mut file = known.file();
        file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)
    }

    fn read(&self, run: u64, at: u64, into: &mut [u8]) -> io::Result<()> {
        let known = self.runs().get(&run).cloned();
        let known = known.ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut file = known.file();
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(into)
    }

    fn remove(&self, run: u64) {
        self.runs().remove(&run);
    }

    fn free_bytes(&self) -> Option<u64> {
        free_bytes(&self.folder)
    }
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}

/// Removes what processes that are gone have left in a folder (X2).
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_ours(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let Ok(file) = OpenOptions::new().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name is one of ours: PROCESS-NUMBER.kumiki.scratch.
fn is_ours(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_suffix(SUFFIX).and_then(|start| start.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("readable").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn runs_are_kept_and_nothing_is_left_behind() {
        let folder = std::env::temp_dir().join(format!("kumiki-scratch-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert!(ScratchFolder::open(&folder).is_err(), "there is no such folder");
        fs::create_dir_all(&folder).expect("a folder for the test");
        for name in ["1-7.kumiki.scratch", "mine.kumiki.scratch", "1-x.kumiki.scratch", "1-2"] {
            fs::write(folder.join(name), "left").expect("writable");
        }
        let left = ["1-2", "1-x.kumiki.scratch", "mine.kumiki.scratch"];
        let scratch = ScratchFolder::open(&folder).expect("a folder");
        assert_eq!(names(&folder), left, "what a process that is gone has left is removed");
        for (run, bytes) in [(3, "ab"), (4, "xyz"), (3, "cd")] {
            scratch.append(run, bytes.as_bytes()).expect("room");
        }
        let mut three = [0; 3];
        scratch.read(3, 1, &mut three).expect("there");
        assert_eq!(&three, b"bcd");
        let error = scratch.read(3, 2, &mut three).expect_err("too short");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        scratch.append(3, b"e").expect("room, and at the end");
        scratch.read(3, 2, &mut three).expect("there");
        assert_eq!(&three, b"cde");
        scratch.remove(3);
        assert!(scratch.read(3, 0, &mut three).is_err());
        if cfg!(target_os = "linux") {
            assert_eq!(names(&folder), left, "files have no names");
            assert!(scratch.free_bytes().is_some());
        }
        drop(scratch);
        assert_eq!(names(&folder), left);
        fs::remove_dir_all(&folder).expect("removable");
    }
}
