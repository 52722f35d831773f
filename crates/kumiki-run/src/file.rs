//! Output files that appear whole or not at all, and never in the place of another by accident.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What is written aside now.
static ASIDE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes what was written aside and is not in place, for those who end the process.
pub fn abandon_files() {
    // Whoever ends the process may have been interrupted just here.
    if let Ok(aside) = ASIDE.try_lock() {
        aside.iter().for_each(|path| drop(fs::remove_file(path)));
    }
}

/// A file that will exist once [`OutputFile::write`] succeeds. Reserving it early finds out at once whether it can.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    aside: PathBuf,
    is_written: bool,
}

impl OutputFile {
    /// Makes sure that the file can be written later, without touching it.
    ///
    /// # Errors
    /// If it exists and `force` is not set, or nothing can be written in its folder.
    pub fn reserve(path: &Path, force: bool) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        if path.exists() && !force {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it exists already"));
        }
        let name = path.file_name().ok_or_else(|| io::Error::other("it has no file name"))?;
        let mut aside_name = name.to_owned();
        aside_name.push(format!(".{}.part", std::process::id()));
        let aside = path.with_file_name(aside_name);
        File::create_new(&aside)?;
        ASIDE.lock().unwrap_or_else(PoisonError::into_inner).insert(aside.clone());
        Ok(Self { path: path.to_owned(), aside, is_written: false })
    }

    /// Writes the text aside, makes sure it is on disk, and moves it into place.
    ///
    /// # Errors
    /// If the system refuses; the target is then as it was before.
    pub fn write(mut self, text: &str) -> io::Result<()> {
        let mut file = File::create(&self.aside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&self.aside, &self.path)?;
        self.is_written = true;
        Ok(())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if !self.is_written {
            // If even that fails, an empty file with a telling name is left behind.
            let _ = fs::remove_file(&self.aside);
        }
        ASIDE.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.aside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("kumiki-file-test-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let target = folder.join("a.svg");
        drop(OutputFile::reserve(&target, false).expect("a free name"));
        assert_eq!(
            fs::read_dir(&folder).expect("readable").count(),
            0,
            "nothing is left of what was not written"
        );
        OutputFile::reserve(&target, false).expect("a free name").write("one").expect("written");
        assert!(OutputFile::reserve(&target, false).is_err(), "taken");
        OutputFile::reserve(&target, true).expect("forced").write("two").expect("written");
        assert_eq!(fs::read_to_string(&target).expect("readable"), "two");
        assert!(OutputFile::reserve(&folder.join("no/such/folder.svg"), false).is_err());
        assert!(OutputFile::reserve(&folder, true).is_err(), "a folder is no file");
        fs::remove_dir_all(&folder).expect("removable");
    }
}
