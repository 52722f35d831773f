//! A file that is there from the beginning of a run and grows: what is in it is of use even if the
//! run never ends.
//!
//! * **H1** Without force nothing is replaced. With force, what is there stays until the first cut.
//! * **H2** Symbolic links are followed. What is neither a regular file nor a folder, such as a
//!   device, is written through; there is nothing to be cut or read.
//! * **H3** One run at a time writes: it holds a lock, which ends with its process. The process is
//!   not ended while it adds bytes.

use crate::guard;
use kumiki_drive::ListStore;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that grows.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    /// Locked if it is a regular file (H3). Its position is its end.
    file: File,
    /// Whether it was not there before.
    is_new: bool,
    /// Whether it can be cut and read (H2).
    is_regular: bool,
}

impl GrowingFile {
    /// A new file.
    ///
    /// # Errors
    /// If something is there already and `force` is not set, or nothing can be written there.
    pub fn create(path: &Path, force: bool) -> io::Result<Self> {
        Self::find(path, |is_there| match is_there && !force {
            true => Err(exists()),
            false => Ok(()),
        })
    }

    /// A file that may be there.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::find(path, |_| Ok(()))
    }

    /// Whether a new file can be expected to be written there. Nothing is touched.
    ///
    /// # Errors
    /// If something is there already and `force` is not set, or there is no folder for it.
    pub fn check(path: &Path, force: bool) -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(is_a_folder()),
            Ok(found) if found.is_file() && !force => Err(exists()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                folder.map_or(Ok(()), |folder| fs::metadata(folder).map(drop))
            }
            other => other.map(drop),
        }
    }

    fn find(path: &Path, check: impl Fn(bool) -> io::Result<()>) -> io::Result<Self> {
        let path = path.to_owned();
        let writing = || OpenOptions::new().write(true).open(&path);
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => Err(is_a_folder()),
            Ok(found) if !found.is_file() => {
                Ok(Self { file: writing()?, path, is_new: false, is_regular: false })
            }
            Ok(_) => {
                check(true)?;
                let mut file = locked(writing()?)?;
                file.seek(SeekFrom::End(0))?;
                Ok(Self { file, path, is_new: false, is_regular: true })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                check(false)?;
                // A link may point to where there is nothing yet.
                let is_link = fs::symlink_metadata(&path).is_ok();
                let mut options = OpenOptions::new();
                let options = options.write(true).create(is_link).create_new(!is_link);
                let file = locked(options.open(&path)?)?;
                Ok(Self { file, path, is_new: true, is_regular: true })
            }
            Err(error) => Err(error),
        }
    }

    /// Whether it was not there before.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }
}

impl ListStore for GrowingFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let _saving = guard::saving();
        self.file.write_all(bytes)
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        if !self.is_regular {
            return Ok(());
        }
        self.file.set_len(at)?;
        self.file.seek(SeekFrom::Start(at)).map(drop)
    }

    fn read(&self) -> io::Result<Box<dyn Read + Send>> {
        match self.is_regular {
            true => Ok(Box::new(io::BufReader::with_capacity(1 << 16, File::open(&self.path)?))),
            false => Ok(Box::new(io::empty())),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.is_regular { self.file.sync_all() } else { Ok(()) }
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "it exists already")
}

fn is_a_folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")
}

/// Locks a file for as long as it is open (H3).
fn locked(file: File) -> io::Result<File> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another run uses it"))
        }
        // Where there are no locks, it is up to the user.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of its own for each test, where nothing is.
    fn fresh(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("kumiki-grow-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn text(file: &GrowingFile) -> String {
        let mut text = String::new();
        file.read().and_then(|mut read| read.read_to_string(&mut text)).expect("readable");
        text
    }

    #[test]
    fn a_file_grows_is_cut_and_is_gone_on_with() {
        let path = fresh("grows");
        let mut file = GrowingFile::create(&path, false).expect("a free name");
        assert!(file.is_new());
        file.append(b"one two").expect("room");
        file.cut(4).expect("cut");
        file.append(b"three").expect("room");
        assert_eq!(text(&file), "one three");
        drop(file);
        let mut file = GrowingFile::open(&path).expect("it is there");
        assert!(!file.is_new() && text(&file) == "one three");
        file.cut(3).expect("cut");
        file.append(b"!").and_then(|()| file.sync()).expect("room");
        assert_eq!(text(&file), "one!");
        fs::remove_file(&path).expect("ours");
    }

    #[test]
    fn nothing_is_replaced_without_force_and_nobody_else_writes() {
        let path = fresh("kept");
        fs::write(&path, "mine").expect("writable");
        for error in [
            GrowingFile::create(&path, false).expect_err("taken"),
            GrowingFile::check(&path, false).expect_err("taken"),
        ] {
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        }
        GrowingFile::check(&path, true).expect("forced");
        let forced = GrowingFile::create(&path, true).expect("forced");
        assert_eq!(text(&forced), "mine", "until the first cut");
        let error = GrowingFile::open(&path).expect_err("another run uses it");
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        for error in [
            GrowingFile::create(&std::env::temp_dir(), true).expect_err("a folder"),
            GrowingFile::check(&std::env::temp_dir(), true).expect_err("a folder"),
        ] {
            assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
        }
        let error = GrowingFile::check(&path.join("in/a/file"), false).expect_err("no folder");
        assert_ne!(error.kind(), io::ErrorKind::AlreadyExists);
        fs::remove_file(&path).expect("ours");
    }
}
