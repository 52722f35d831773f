//! Output files that appear whole or not at all, and never in the place of another by accident.
//!
//! # The rules
//! * **O1** A file is written *aside*, in the folder where it is to be, under a name that ends in
//!   `.kumiki.part`, and moved into place when it is whole.
//! * **O2** Without force nothing is replaced, not even what appears during the run: the file is
//!   linked into place, which fails if the name is taken. Where a file system has no links, an
//!   empty file takes the name first, which fails likewise.
//! * **O3** Symbolic links are followed: what they point to is written, and they stay.
//! * **O4** What is neither a regular file nor a folder, such as a device or a FIFO, is never
//!   replaced: it is written through, with or without force.
//! * **O5** A file aside is locked as long as its process lives. Whoever reserves a file in the
//!   same folder removes the files aside that nobody has locked. A lock ends with its process,
//!   whoever has its number later, and other machines see it if a shared file system has locks.
//!   Where there are none, nothing is removed; and should a file aside vanish nevertheless, it is
//!   made anew.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The end of the names of files aside.
const SUFFIX: &str = ".kumiki.part";

/// So many symbolic links may point to each other.
const MAX_LINKS: usize = 40;

/// What is written aside now.
static ASIDE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn known_asides() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    ASIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what was written aside and is not in place, for those who end the process.
pub fn abandon_files() {
    // Whoever ends the process may have been interrupted just here.
    if let Ok(aside) = ASIDE.try_lock() {
        aside.iter().for_each(|path| drop(fs::remove_file(path)));
    }
}

/// A file that will exist once [`OutputFile::write`] succeeds. Reserving it early finds out at once
/// whether it can.
#[derive(Debug)]
pub struct OutputFile {
    /// Where it will be; no symbolic link, unless it is written through.
    path: PathBuf,
    force: bool,
    /// The file aside; none if it is written through (O4).
    aside: Option<Aside>,
}

impl OutputFile {
    /// Makes sure that the file can be written later, without touching it.
    ///
    /// # Errors
    /// If it exists and `force` is not set, or nothing can be written in its folder.
    pub fn reserve(path: &Path, force: bool) -> io::Result<Self> {
        Self::prepare(path, force, sweep)
    }

    /// The same for one of many files in a folder: what others have left there is not looked for.
    ///
    /// # Errors
    /// As for [`OutputFile::reserve`].
    pub fn reserve_another(path: &Path, force: bool) -> io::Result<Self> {
        Self::prepare(path, force, |_| ())
    }

    fn prepare(path: &Path, force: bool, before: fn(&Path)) -> io::Result<Self> {
        let path = followed(path)?;
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            }
            Ok(found) if !found.is_file() => return Ok(Self { path, force, aside: None }),
            Ok(_) if !force => {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it exists already"));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        before(&path);
        let aside = Some(Aside::new(&path)?);
        Ok(Self { path, force, aside })
    }

    /// Whether a path leads to the same place, whatever it is called there: by other folders,
    /// links, or letters of another size.
    #[must_use]
    pub fn is_at(&self, path: &Path) -> bool {
        let Ok(path) = followed(path) else { return false };
        let Some(aside) = &self.aside else {
            return fs::canonicalize(path).ok() == fs::canonicalize(&self.path).ok();
        };
        // If our file aside is found beside the other path too, under the other name, the names
        // mean the same.
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(&aside.ending);
        is_same_file(&path.with_file_name(name), &aside.path)
    }

    /// Whether it is something like a device (O4). Writing to a FIFO takes until somebody reads it.
    #[must_use]
    pub fn is_written_through(&self) -> bool {
        self.aside.is_none()
    }

    /// Writes some bytes aside, one part after the other, makes sure they are on disk, and moves
    /// the file into place.
    ///
    /// # Errors
    /// If the system refuses, or the name was taken during the run; what was there before is then
    /// still there.
    pub fn write(self, parts: &[&[u8]]) -> io::Result<()> {
        self.write_long(&mut |out| parts.iter().try_for_each(|part| out.write_all(part)))
    }

    /// The same for what is made while it is written.
    ///
    /// # Errors
    /// As for [`OutputFile::write`], or what `make` says.
    pub fn write_long(
        self,
        make: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(mut aside) = self.aside else {
            let mut file = OpenOptions::new().write(true).open(&self.path)?;
            make(&mut file)?;
            return file.flush();
        };
        if !is_still_there(&aside.file, &aside.path) {
            // The old one goes first: the new one may have its name.
            drop(aside);
            aside = Aside::new(&self.path)?;
        }
        make(&mut aside.file)?;
        aside.file.sync_all()?;
        aside.settle(&self.path, self.force)
    }
}

/// The place that a path means in the end. What does not exist yet may be meant by a link, too.
fn followed(path: &Path) -> io::Result<PathBuf> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => return fs::canonicalize(path),
        Ok(_) => return Ok(path.to_owned()),
        Err(_) => {}
    }
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Whether two paths lead to one regular file that exists.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    is_found_at(fs::metadata(one), one, other)
}

/// Whether an open file still has a name.
fn is_still_there(file: &File, path: &Path) -> bool {
    is_found_at(file.metadata(), path, path)
}

/// Whether a path leads to the regular file that stdout goes to.
#[must_use]
#[cfg(unix)]
pub fn is_stdout(path: &Path) -> bool {
    use std::os::fd::AsFd;
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    is_found_at(stdout.and_then(|stdout| File::from(stdout).metadata()), path, path)
}

/// Whether a path leads to the regular file that stdout goes to: nobody knows.
#[must_use]
#[cfg(not(unix))]
pub fn is_stdout(_: &Path) -> bool {
    false
}

/// Whether something that was found, under some name, is the regular file at a path.
fn is_found_at(found: io::Result<fs::Metadata>, name: &Path, path: &Path) -> bool {
    let found = identity(found, name);
    found.is_some() && found == identity(fs::metadata(path), path)
}

/// What is different for different regular files.
#[cfg(unix)]
fn identity(found: io::Result<fs::Metadata>, _: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    found.ok().filter(fs::Metadata::is_file).map(|file| (file.dev(), file.ino()))
}

/// What is different for different regular files.
#[cfg(not(unix))]
fn identity(found: io::Result<fs::Metadata>, path: &Path) -> Option<PathBuf> {
    found.ok().filter(fs::Metadata::is_file).and_then(|_| fs::canonicalize(path).ok())
}

/// A file aside, which is removed unless it comes to its place.
#[derive(Debug)]
struct Aside {
    path: PathBuf,
    /// What its name has after that of the file.
    ending: String,
    /// Locked (O5).
    file: File,
    is_moved: bool,
}

impl Aside {
    fn new(target: &Path) -> io::Result<Self> {
        let name = target.file_name().ok_or_else(|| io::Error::other("it has no file name"))?;
        let mut number = 0_u32;
        loop {
            let ending = format!(".{}-{number}{SUFFIX}", process_number());
            let mut aside = name.to_owned();
            aside.push(&ending);
            let path = target.with_file_name(aside);
            match File::create_new(&path) {
                Ok(file) => {
                    // A sweeper may hold the lock for a moment, and then it removes the file.
                    // Without locks, nobody removes it.
                    let _ = file.lock();
                    if !is_still_there(&file, &path) {
                        continue;
                    }
                    known_asides().insert(path.clone());
                    return Ok(Self { path, ending, file, is_moved: false });
                }
                // Ours for another output, or that of a process with our number in another
                // container.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Moves the file into place (O2).
    fn settle(mut self, target: &Path, force: bool) -> io::Result<()> {
        let taken = |what: &str| io::Error::new(io::ErrorKind::AlreadyExists, what.to_owned());
        if force {
            match fs::symlink_metadata(target) {
                // Whoever may read the old file may read the new one; if not, it is only less
                // public.
                Ok(found) if found.is_file() => {
                    drop(self.file.set_permissions(found.permissions()));
                }
                Ok(_) => return Err(taken("what is there now is no regular file")),
                Err(_) => {}
            }
        } else {
            let appeared = |error: io::Error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    taken("it appeared during the run, and --force is not given")
                }
                _ => error,
            };
            if fs::hard_link(&self.path, target).is_ok() {
                return Ok(());
            }
            // The name is taken, or there are no links.
            File::create_new(target).map_err(appeared)?;
        }
        let moved = fs::rename(&self.path, target);
        self.is_moved = moved.is_ok();
        if moved.is_err() && !force {
            // The empty file is ours.
            let _ = fs::remove_file(target);
        }
        moved
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !self.is_moved {
            // If even that fails, a file with a telling name is left behind until the next run.
            let _ = fs::remove_file(&self.path);
        }
        known_asides().remove(&self.path);
    }
}

/// What tells this process from others, where there are others.
pub(crate) fn process_number() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

/// Removes the files aside in the folder of a file whose processes are gone (O5).
fn sweep(path: &Path) {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_aside(&entry.file_name()) {
            continue;
        }
        let Ok(file) = OpenOptions::new().write(true).open(entry.path()) else { continue };
        // Another sweeper may have removed the file before we locked it, and the name may be
        // another's by now.
        if file.try_lock().is_ok() && is_still_there(&file, &entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name is one of ours: NAME.PROCESS-NUMBER.kumiki.part.
fn is_aside(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let numbers =
        name.strip_suffix(SUFFIX).and_then(|start| start.rsplit_once('.')?.1.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("kumiki-file-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).expect("a folder for the test");
            Self(folder)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("readable");
            let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
            let mut names: Vec<String> = entries.flatten().map(name).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn write(path: &Path, force: bool, text: &str) -> io::Result<()> {
        OutputFile::reserve(path, force)?.write(&[text.as_bytes()])
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = Folder::new("whole");
        let target = folder.0.join("a.svg");
        drop(OutputFile::reserve(&target, false).expect("a free name"));
        assert_eq!(folder.names(), Vec::<String>::new(), "nothing is left of what was not written");
        OutputFile::reserve(&target, false)
            .expect("a free name")
            .write(&[b"o", b"ne"])
            .expect("written");
        assert!(OutputFile::reserve(&target, false).is_err(), "taken");
        write(&target, true, "two").expect("forced");
        assert_eq!(fs::read_to_string(&target).expect("readable"), "two");
        assert!(OutputFile::reserve(&folder.0.join("no/such/folder.svg"), false).is_err());
        assert!(OutputFile::reserve(&folder.0, true).is_err(), "a folder is no file");
        assert_eq!(folder.names(), ["a.svg"]);
    }

    #[test]
    fn what_appears_during_the_run_is_not_replaced() {
        let folder = Folder::new("appears");
        let target = folder.0.join("a.svg");
        let file = OutputFile::reserve(&target, false).expect("a free name");
        fs::write(&target, "mine").expect("writable");
        let error = file.write(&[b"ours"]).expect_err("taken meanwhile");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&target).expect("readable"), "mine");
        // By force a regular file is replaced, and nothing else.
        let file = OutputFile::reserve(&target, true).expect("forced");
        fs::remove_file(&target).expect("removable");
        fs::create_dir(&target).expect("a folder");
        assert!(file.write(&[b"ours"]).is_err());
        assert_eq!(folder.names(), ["a.svg"]);
    }

    #[test]
    fn files_aside_are_swept_when_nobody_has_locked_them() {
        let folder = Folder::new("swept");
        let live = OutputFile::reserve(&folder.0.join("live.svg"), false).expect("a free name");
        let names = [
            "dead.svg.123-0.kumiki.part",
            "mine.part",
            "mine.7.part",
            "a.b.kumiki.part",
            ".kumiki.part",
        ];
        for name in names {
            fs::write(folder.0.join(name), "half").expect("writable");
        }
        fs::create_dir(folder.0.join("f.1-1.kumiki.part")).expect("a folder");
        write(&folder.0.join("new.svg"), false, "new").expect("written");
        let mut left: Vec<&str> = names[1..].to_vec();
        let own = format!("live.svg.{}-0.kumiki.part", std::process::id());
        left.extend(["f.1-1.kumiki.part", "new.svg", own.as_str()]);
        left.sort_unstable();
        assert_eq!(folder.names(), left);
        // Even if somebody removes it, it is written.
        fs::remove_file(folder.0.join(&own)).expect("removable");
        live.write(&[b"live"]).expect("written");
        assert_eq!(fs::read_to_string(folder.0.join("live.svg")).expect("readable"), "live");
    }

    #[test]
    fn another_file_is_in_nobodys_place_either_and_sweeps_nothing() {
        let folder = Folder::new("another");
        let [target, dead] =
            ["a.svg", "dead.svg.123-0.kumiki.part"].map(|name| folder.0.join(name));
        fs::write(&dead, "half").expect("writable");
        OutputFile::reserve_another(&target, false)
            .and_then(|file| file.write(&[b"one"]))
            .expect("a free name");
        assert!(OutputFile::reserve_another(&target, false).is_err(), "taken");
        assert_eq!(folder.names(), ["a.svg", "dead.svg.123-0.kumiki.part"]);
        drop(OutputFile::reserve(&folder.0.join("b.svg"), false).expect("a free name"));
        assert_eq!(folder.names(), ["a.svg"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_stay() {
        use std::os::unix::fs::symlink;
        let folder = Folder::new("links");
        let [link, target] = ["link.svg", "target.svg"].map(|name| folder.0.join(name));
        symlink("target.svg", &link).expect("a link");
        write(&link, false, "new").expect("it points to nothing yet");
        assert!(write(&link, false, "again").is_err(), "now it does");
        write(&link, true, "forced").expect("forced");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&target).expect("readable"), "forced");
        symlink("circle.svg", folder.0.join("circle.svg")).expect("a link");
        assert!(write(&folder.0.join("circle.svg"), true, "x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn one_place_is_known_by_all_its_names() {
        use std::os::unix::fs::symlink;
        let folder = Folder::new("places");
        fs::create_dir(folder.0.join("b")).expect("a folder");
        symlink(&folder.0, folder.0.join("b/up")).expect("a link");
        symlink("a.svg", folder.0.join("other.svg")).expect("a link");
        let file = OutputFile::reserve(&folder.0.join("a.svg"), false).expect("a free name");
        for name in ["a.svg", "./a.svg", "b/../a.svg", "b/up/a.svg", "other.svg"] {
            assert!(file.is_at(&folder.0.join(name)), "{name}");
        }
        for name in ["b.svg", "b/a.svg", "no/a.svg", "a.svg.part"] {
            assert!(!file.is_at(&folder.0.join(name)), "{name}");
        }
        let null = OutputFile::reserve(Path::new("/dev/null"), false).expect("a device");
        assert!(null.is_at(Path::new("/dev/../dev/null")) && !null.is_at(Path::new("/dev/zero")));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_through_and_stay() {
        use std::os::unix::fs::FileTypeExt;
        // Not by force: whoever runs the tests may be allowed to replace a device.
        write(Path::new("/dev/null"), false, "x").expect("it takes everything");
        assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device());
        #[cfg(target_os = "linux")]
        assert!(write(Path::new("/dev/full"), false, "x").is_err(), "no room there");
    }
}
