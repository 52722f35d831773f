//! Scratch in files: room for levels of a count that do not fit into memory.
//!
//! * **X1** Every run is a file of its own, locked, whose name says that it is ours. Where a file
//!   may lose its name while it is open, it does so at once: then the system removes it when the
//!   process ends, however that happens.
//! * **X2** Files with such names that nobody has locked belong to processes that are gone. They
//!   are removed when scratch is opened in the same folder.
//! * **X3** If a run may be resumed, its files have other names, and stay. They begin with what the
//!   scratch is called, so that no other takes them for its own. Whoever resumes calls it the same
//!   from the start: then nothing is left of a run that was killed before it could say what it had.

use crate::file::process_number;
use kumiki_drive::{Scratch, free_after};
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::{Bound, RangeBounds};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the names of all files end with.
const SUFFIX: &str = ".kumiki.scratch";
/// What the names of files that stay end with (X3).
const KEPT: &str = ".kumiki.level";

/// A run in a file, which is removed when this is dropped, unless it is kept.
#[derive(Debug)]
struct RunFile {
    path: PathBuf,
    file: Mutex<File>,
    is_kept: bool,
}

impl Drop for RunFile {
    fn drop(&mut self) {
        if !self.is_kept {
            // Where it has lost its name already, there is nothing to remove.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl RunFile {
    /// A file with a name that nobody has (X1).
    fn new(folder: &Path) -> io::Result<Self> {
        let process = process_number();
        for number in 0_u32.. {
            let path = folder.join(format!("{process}-{number}{SUFFIX}"));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // Without locks, nobody removes it.
                    let _ = file.lock();
                    if cfg!(unix) {
                        fs::remove_file(&path)?;
                    }
                    return Ok(Self { path, file: Mutex::new(file), is_kept: false });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no name is free"))
    }

    /// A file that stays (X3), of which so many bytes are there. What is behind them goes.
    fn kept(path: PathBuf, bytes: u64) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&path)?;
        file.set_len(bytes)?;
        Ok(Self { path, file: Mutex::new(file), is_kept: true })
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
    /// The first number that nobody has reserved.
    free: AtomicU64,
    /// What it is called if its files stay (X3); otherwise 0.
    name: AtomicU64,
}

impl ScratchFolder {
    /// Scratch in a folder that is there. What processes that are gone have left is removed.
    ///
    /// # Errors
    /// If files cannot be written there.
    pub fn open(folder: &Path) -> io::Result<Self> {
        RunFile::new(folder)?;
        sweep(folder);
        Ok(Self {
            folder: folder.to_owned(),
            runs: Mutex::default(),
            free: AtomicU64::new(0),
            name: AtomicU64::new(0),
        })
    }

    /// The same with files that stay, so that a run can be resumed (X3). It is called as
    /// [`scratch_name`] says.
    #[must_use]
    pub fn kept(self, name: u64) -> Self {
        Self { name: AtomicU64::new(name), ..self }
    }

    /// Removes all files that would stay: the run is over.
    pub fn clear(&self) {
        let Some(name) = self.name() else { return };
        self.runs().clear();
        self.files_of(name).for_each(|(_, path)| drop(fs::remove_file(path)));
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<u64, Arc<RunFile>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file of a run that stays.
    fn kept_file(&self, name: u64, run: u64) -> PathBuf {
        self.folder.join(format!("{name:016x}-{run}{KEPT}"))
    }

    /// The files that stay of a scratch that is called so, with the numbers of their runs.
    fn files_of(&self, name: u64) -> impl Iterator<Item = (u64, PathBuf)> {
        let start = format!("{name:016x}-");
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.filter_map(move |entry| {
            let file = entry.file_name().into_string().ok()?;
            let run = file.strip_prefix(&start)?.strip_suffix(KEPT)?.parse().ok()?;
            Some((run, entry.path()))
        })
    }
}

impl Scratch for ScratchFolder {
    fn reserve(&self, count: u64) -> u64 {
        self.free.fetch_add(count, Ordering::Relaxed)
    }

    fn append(&self, run: u64, bytes: &[u8]) -> io::Result<()> {
        let known = self.runs().get(&run).cloned();
        let known = match known {
            Some(known) => known,
            None => {
                let new = match self.name() {
                    Some(name) => RunFile::kept(self.kept_file(name, run), 0)?,
                    None => RunFile::new(&self.folder)?,
                };
                let new = Arc::new(new);
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
        let removed = self.runs().remove(&run);
        if let Some(kept) = removed.filter(|run| run.is_kept) {
            let _ = fs::remove_file(&kept.path);
        }
    }

    fn free_bytes(&self) -> Option<u64> {
        free_bytes(&self.folder)
    }

    fn name(&self) -> Option<u64> {
        Some(self.name.load(Ordering::Relaxed)).filter(|name| *name != 0)
    }

    fn sync(&self) -> io::Result<()> {
        sync(self)
    }

    fn take_up(
        &self,
        name: u64,
        range: (Bound<u64>, Bound<u64>),
        runs: &[(u64, u64)],
    ) -> io::Result<()> {
        let named: BTreeMap<u64, u64> = runs.iter().copied().filter(|run| run.1 > 0).collect();
        for (run, bytes) in &named {
            let path = self.kept_file(name, *run);
            let missing = |what: String| {
                let folder = self.folder.display();
                io::Error::other(format!("'{}' in '{folder}' {what}", path_name(&path)))
            };
            let found = fs::metadata(&path).map_err(|_| missing("is not there".to_owned()))?;
            if found.len() < *bytes {
                let len = found.len();
                return Err(missing(format!("has {len} bytes, and {bytes} were written")));
            }
        }
        let files: Vec<(u64, PathBuf)> = self.files_of(name).collect();
        for (_, path) in
            files.iter().filter(|(run, _)| range.contains(run) && !named.contains_key(run))
        {
            fs::remove_file(path)?;
        }
        let mut all = self.runs();
        all.clear();
        for (run, bytes) in &named {
            let file = RunFile::kept(self.kept_file(name, *run), *bytes)?;
            all.insert(*run, Arc::new(file));
        }
        self.name.store(name, Ordering::Relaxed);
        self.free.fetch_max(free_after(range, runs), Ordering::Relaxed);
        Ok(())
    }
}

/// What a new run calls its scratch: as good as random, and never 0.
#[must_use]
pub fn scratch_name() -> u64 {
    RandomState::new().hash_one(process_number()) | 1
}

/// The name of a file without its folder.
fn path_name(path: &Path) -> std::borrow::Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Makes sure that all files are on disk: at once where the system can do that, since there may be
/// hundreds.
#[cfg(target_os = "linux")]
fn sync(scratch: &ScratchFolder) -> io::Result<()> {
    Ok(rustix::fs::syncfs(File::open(&scratch.folder)?)?)
}

#[cfg(not(target_os = "linux"))]
fn sync(scratch: &ScratchFolder) -> io::Result<()> {
    let files: Vec<Arc<RunFile>> = scratch.runs().values().cloned().collect();
    files.iter().try_for_each(|run| run.file().sync_all())
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
        kept_files_stay(&folder);
        assert_eq!(names(&folder), left);
        fs::remove_dir_all(&folder).expect("removable");
    }

    /// What a process leaves that ends in the middle is taken up by another, or refused as it is.
    fn kept_files_stay(folder: &Path) {
        let open = || ScratchFolder::open(folder).expect("a folder").kept(scratch_name());
        let [first, other] = [open(), open()];
        assert_ne!(first.name(), other.name());
        assert_eq!((first.reserve(3), first.reserve(1)), (0, 3));
        for (run, bytes) in [(0, "old"), (1, "abc"), (1, "def"), (2, "gone")] {
            first.append(run, bytes.as_bytes()).expect("room");
        }
        other.append(1, b"of another").and_then(|()| other.sync()).expect("room");
        let name = first.name().expect("it is kept");
        drop(first);
        let range = (Bound::Included(1), Bound::Unbounded);
        for (name, runs) in [(name ^ 2, [(1, 4)]), (name, [(1, 7)]), (name, [(9, 1)])] {
            assert!(open().take_up(name, range, &runs).is_err(), "{runs:?}");
        }
        let next = open();
        next.take_up(name, range, &[(1, 4), (5, 0)]).expect("there");
        assert_eq!((next.name(), next.reserve(1)), (Some(name), 6));
        next.append(1, b"xy").expect("room");
        let mut all = [0; 6];
        next.read(1, 0, &mut all).expect("there");
        assert_eq!(&all, b"abcdxy", "what was behind is cut off");
        let runs: Vec<u64> = next.files_of(name).map(|(run, _)| run).collect();
        assert!(runs.len() == 2 && runs.contains(&0), "{runs:?}: what is not named goes");
        next.remove(1);
        assert_eq!(next.files_of(name).count(), 1);
        next.clear();
        other.clear();
    }
}
