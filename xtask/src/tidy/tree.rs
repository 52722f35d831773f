//! The tree as the rules see it: every path, and the text of every text file.
//!
//! We walk the directories ourselves rather than ask git, so that the chore works on an unpacked
//! archive and sees files that are not added yet. What the root's `.gitignore` names literally is
//! skipped.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// Endings of the files whose text the rules read.
const TEXT_ENDINGS: [&str; 9] =
    [".rs", ".md", ".toml", ".cff", ".sh", ".ci", ".py", ".js", ".html"];

/// Directories whose files are text whatever their names.
const TEXT_DIRECTORIES: [&str; 1] = [".ci/"];

/// One text file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Page {
    /// Path from the root, with forward slashes on every machine.
    pub(super) path: String,
    pub(super) text: String,
}

impl Page {
    #[cfg(test)]
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// The crate of `crates/` that the file belongs to.
    pub(super) fn crate_name(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split_once('/').map(|(name, _)| name)
    }

    /// Whether this is the manifest of a crate of `crates/`.
    pub(super) fn is_manifest(&self) -> bool {
        inside_crate(&self.path) == Some("Cargo.toml")
    }

    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether this is Rust under `src/`, of a crate or of xtask.
    pub(super) fn is_source(&self) -> bool {
        self.is_rust() && inside_src(&self.path).is_some()
    }
}

/// The rest of a path below the crate's own directory; xtask counts as a crate here.
fn inside_crate(path: &str) -> Option<&str> {
    match path.strip_prefix("crates/") {
        Some(rest) => rest.split_once('/').map(|(_, inside)| inside),
        None => path.strip_prefix("xtask/"),
    }
}

/// The rest of a path below the `src/` of its crate.
pub(super) fn inside_src(path: &str) -> Option<&str> {
    inside_crate(path)?.strip_prefix("src/")
}

/// All that tidy looks at.
pub(super) struct Tree {
    /// Paths of all files, text or not, sorted.
    pub(super) files: Vec<String>,
    /// The text files among them, in the same order.
    pub(super) pages: Vec<Page>,
}

impl Tree {
    /// Reads the tree below `root`. Links are not followed; bytes that are no UTF-8 are replaced.
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let skip = skipped(&fs::read_to_string(root.join(".gitignore")).unwrap_or_default());
        let mut files = Vec::new();
        walk(root, "", &skip, &mut files)?;
        files.sort();
        let mut pages = Vec::new();
        for path in files.iter().filter(|path| is_text(path)) {
            let bytes = fs::read(root.join(path))?;
            pages.push(Page {
                path: path.clone(),
                text: String::from_utf8_lossy(&bytes).into_owned(),
            });
        }
        Ok(Self { files, pages })
    }

    /// The crates of `crates/`: the directories with a manifest.
    pub(super) fn crate_names(&self) -> BTreeSet<String> {
        let manifests = self.pages.iter().filter(|page| page.is_manifest());
        manifests.filter_map(|page| page.crate_name().map(String::from)).collect()
    }
}

/// The names in a `.gitignore` that stand for themselves, and git's own directory. Patterns are
/// left out: at worst we read a file too many.
fn skipped(gitignore: &str) -> BTreeSet<String> {
    let names = gitignore.lines().map(|line| line.trim().trim_matches('/'));
    let literal = names.filter(|n| !n.is_empty() && !n.contains(['#', '!', '*', '?', '[']));
    literal.chain([".git"]).map(String::from).collect()
}

/// Appends the files below `root/prefix`; `prefix` is empty or ends with a slash.
fn walk(
    root: &Path,
    prefix: &str,
    skip: &BTreeSet<String>,
    files: &mut Vec<String>,
) -> io::Result<()> {
    for entry in fs::read_dir(root.join(prefix))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if skip.contains(&name) || skip.contains(&path) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(root, &format!("{path}/"), skip, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn is_text(path: &str) -> bool {
    TEXT_ENDINGS.iter().any(|ending| path.ends_with(ending))
        || TEXT_DIRECTORIES.iter().any(|directory| path.starts_with(directory))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_what_kind_of_file_it_is() {
        let kinds = |path| {
            let page = Page::new(path, "");
            (
                page.crate_name().map(String::from),
                page.is_manifest(),
                page.is_rust(),
                page.is_source(),
            )
        };
        let of = |name: &str| Some(String::from(name));
        assert_eq!(kinds("crates/kumiki/src/a/b.rs"), (of("kumiki"), false, true, true));
        assert_eq!(kinds("crates/kumiki/tests/b.rs"), (of("kumiki"), false, true, false));
        assert_eq!(kinds("crates/kumiki/Cargo.toml"), (of("kumiki"), true, false, false));
        assert_eq!(kinds("xtask/src/main.rs"), (None, false, true, true));
        assert_eq!(kinds("Cargo.toml"), (None, false, false, false));
    }

    #[test]
    fn scripts_of_ci_are_text_though_they_have_no_ending() {
        assert!(is_text(".ci/run") && is_text("README.md") && is_text("book/x.html"));
        assert!(!is_text("Cargo.lock") && !is_text("data/picture.png"));
    }

    #[test]
    fn only_literal_lines_of_gitignore_are_skipped() {
        let skip = skipped("# builds\n/target\nfuzz/corpus/\n*.svg\n!keep\n\n");
        assert_eq!(skip, [".git", "fuzz/corpus", "target"].map(String::from).into());
    }
}
