//! A folder of our own for what a bench compiles and writes.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The folder, removed with everything in it when this is dropped.
#[derive(Debug)]
pub(super) struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    pub(super) fn open() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("kumiki-bench-{}", std::process::id()));
        std::fs::create_dir(&folder).map_err(|error| {
            Failure::Machine(format!("cannot make the folder '{}': {error}", folder.display()))
        })?;
        Ok(Self { folder })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Puts a file into the folder.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).map_err(|error| {
            Failure::Machine(format!("cannot write '{}': {error}", path.display()))
        })?;
        Ok(path)
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // If that fails, a folder with a telling name is left behind.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
