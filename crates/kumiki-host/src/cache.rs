//! Tables that take long to make, kept in files from one run to the next.
//!
//! A kept table is a file of its own: a line that names the format, the table's name and length, a
//! checksum, and the table. A file that is cut short, damaged or foreign is not used; the table is
//! then made anew and the file replaced. Files are [output files](crate::OutputFile), which appear
//! whole or not at all, so two processes that make the same table at once do no harm: the last one
//! to finish wins, and both wrote the same.
//!
//! The checksum protects from accidents, not from malice.

use crate::OutputFile;
use kumiki_drive::{StoredTable, TableStore};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The first line of every file. A new format gets a new line, and old files are made anew.
const FORMAT: &str = "kumiki table, format 1";

/// A folder of kept tables, or none.
#[derive(Clone, Debug)]
pub struct TableCache {
    folder: Option<PathBuf>,
}

impl TableCache {
    /// Nothing is kept.
    #[must_use]
    pub fn none() -> Self {
        Self { folder: None }
    }

    /// Tables are kept in a folder, which is made when the first is stored.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder: Some(folder) }
    }

    /// Tables are kept where the user's system keeps such things: in `$KUMIKI_CACHE`,
    /// `$XDG_CACHE_HOME/kumiki` or `~/.cache/kumiki`, whichever is set first; nowhere if nothing
    /// is.
    #[must_use]
    pub fn of_user() -> Self {
        let set = |name: &str| {
            std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
        };
        let folder = set("KUMIKI_CACHE")
            .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("kumiki")))
            .or_else(|| set("HOME").map(|home| home.join(".cache/kumiki")));
        Self { folder }
    }

    /// Where a table is kept, if it is.
    fn path(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{name}.table")))
    }
}

impl TableStore for TableCache {
    fn load(&self, name: &str) -> StoredTable {
        let Some(path) = self.path(name) else { return StoredTable::Absent };
        match read(&path, name) {
            Ok(table) => StoredTable::Table(table),
            Err(error) if error.kind() == io::ErrorKind::NotFound => StoredTable::Absent,
            Err(error) => StoredTable::Unusable(error.to_string()),
        }
    }

    /// Keeps a table, if there is a folder for it.
    fn store(&self, name: &str, table: &[u8]) -> Result<(), String> {
        let (Some(folder), Some(path)) = (&self.folder, self.path(name)) else { return Ok(()) };
        let store = || {
            fs::create_dir_all(folder)?;
            OutputFile::reserve(&path, true)?.write(&[heading(name, table).as_bytes(), table])
        };
        store().map_err(|error: io::Error| error.to_string())
    }

    fn has(&self, name: &str) -> bool {
        self.path(name).is_some_and(|path| path.is_file())
    }
}

/// What comes before the table.
fn heading(name: &str, table: &[u8]) -> String {
    format!("{FORMAT}\n{name}\n{}\n{:016x}\n", table.len(), checksum(table))
}

fn read(path: &Path, name: &str) -> io::Result<Vec<u8>> {
    let unusable = |reason: &str| Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    let mut file = BufReader::new(File::open(path)?);
    // No line of the heading is longer than a whole heading.
    let room = heading(name, &[]).len() as u64;
    let mut line = || -> io::Result<String> {
        let mut bytes = Vec::new();
        file.by_ref().take(room).read_until(b'\n', &mut bytes)?;
        Ok(String::from_utf8_lossy(bytes.strip_suffix(b"\n").unwrap_or_default()).into_owned())
    };
    if line()? != FORMAT {
        return unusable("it is no table of this version");
    }
    if line()? != name {
        return unusable("it is another table");
    }
    let (length, sum) = (line()?.parse::<usize>(), u64::from_str_radix(&line()?, 16));
    let (Ok(length), Ok(sum)) = (length, sum) else {
        return unusable("its heading is damaged");
    };
    let mut table = Vec::new();
    file.read_to_end(&mut table)?;
    if table.len() != length {
        return unusable("it is cut short, or too long");
    }
    if checksum(&table) != sum {
        return unusable("its checksum is wrong");
    }
    Ok(table)
}

/// A number that changes if a byte of the table does.
fn checksum(table: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    // Four sums at once, since each multiplication waits for the one before.
    let mut sums = [1_u64, 2, 3, 4];
    let (words, rest) = table.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let sum = &mut sums[at % 4];
        *sum = (*sum ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR).rotate_left(29);
    }
    let mut total = table.len() as u64;
    for number in sums.into_iter().chain(rest.iter().map(|byte| u64::from(*byte))) {
        total = (total ^ number).wrapping_mul(FACTOR).rotate_left(29);
    }
    total ^ total >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("kumiki-cache-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn some_table(length: usize) -> Vec<u8> {
        (0..length).map(|at| u8::try_from(at * at % 251).unwrap_or(0)).collect()
    }

    #[test]
    fn a_stored_table_is_found_again() -> io::Result<()> {
        let folder = Folder::new("found");
        let cache = TableCache::in_folder(folder.0.clone());
        assert_eq!((cache.load("a"), cache.has("a")), (StoredTable::Absent, false));
        for length in [0, 1, 7, 8, 9, 31, 32, 33, 1000] {
            cache.store("a", &some_table(length)).expect("stored");
            assert_eq!(cache.load("a"), StoredTable::Table(some_table(length)));
            assert!(cache.has("a"));
        }
        assert_eq!(fs::read_dir(&folder.0)?.count(), 1, "nothing else is left behind");
        Ok(())
    }

    #[test]
    fn every_damage_is_noticed() -> io::Result<()> {
        let folder = Folder::new("damage");
        let cache = TableCache::in_folder(folder.0.clone());
        let path = folder.0.join("a.table");
        cache.store("a", &some_table(100)).expect("stored");
        let good = fs::read(&path)?;
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 4;
            fs::write(&path, &bad)?;
            assert!(matches!(cache.load("a"), StoredTable::Unusable(_)), "byte {at} changed");
            fs::write(&path, &good[..at])?;
            assert!(matches!(cache.load("a"), StoredTable::Unusable(_)), "cut after {at} bytes");
        }
        fs::write(&path, [&good[..], b"x"].concat())?;
        assert!(matches!(cache.load("a"), StoredTable::Unusable(_)));
        fs::write(folder.0.join("b.table"), &good)?;
        assert_eq!(cache.load("b"), StoredTable::Unusable("it is another table".to_owned()));
        cache.store("a", &some_table(100)).expect("stored");
        assert_eq!(cache.load("a"), StoredTable::Table(some_table(100)));
        Ok(())
    }

    #[test]
    fn writers_at_the_same_time_do_no_harm() {
        let folder = Folder::new("race");
        let cache = TableCache::in_folder(folder.0.clone());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        cache.store("a", &some_table(10_000)).expect("the folder can be written");
                        assert_eq!(cache.load("a"), StoredTable::Table(some_table(10_000)));
                    }
                });
            }
        });
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_and_no_folder_is_none() -> io::Result<()> {
        let folder = Folder::new("blocked");
        fs::write(&folder.0, "a file in the way")?;
        let blocked = TableCache::in_folder(folder.0.join("below"));
        assert!(blocked.store("a", &[1]).is_err());
        let none = TableCache::none();
        none.store("a", &[1]).expect("nothing to do");
        assert_eq!(none.load("a"), StoredTable::Absent);
        fs::remove_file(&folder.0)
    }
}
