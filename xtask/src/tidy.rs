//! Fast checks on the tree: `cargo xtask tidy`.
//!
//! # The idea
//! Each rule is a pure function from text to complaints, so that its tests can show it a good text
//! and a planted bad one. This file reads the tree once, hands every text to the rules it concerns,
//! and prints what they say.
//!
//! The rules read lines, not syntax. They are meant to catch slips, not somebody who wants to get
//! past them; a parser would cost a dependency, and the speed that makes people run a check at all.
//!
//! | file | rules |
//! | --- | --- |
//! | [`arrows`] | which crate may depend on which |
//! | [`dependencies`] | third-party crates are declared once, with a reason |
//! | [`names`] | modules are named for their content |
//! | [`quiet`] | engines do not print, read a clock, start threads or touch the world |
//! | [`labels`] | invariants and steps are defined once and cited as defined |
//! | [`sources`] | headers, lengths, widths, reasons for ignored tests |
//! | [`machine`] | no path of anybody's machine |
//! | [`papers`] | the documents exist, name every crate and cite the right version |

mod arrows;
mod dependencies;
mod labels;
mod machine;
mod manifest;
mod names;
mod papers;
mod quiet;
mod rust;
mod sources;
mod tree;

use std::fmt;
use std::path::Path;
use tree::{Page, Tree};

/// One thing that is not as it should be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Complaint {
    /// Path from the workspace's root, with forward slashes.
    file: String,
    /// Counted from 1; absent when the whole file is meant.
    line: Option<usize>,
    what: String,
}

impl Complaint {
    /// About one line, counted from 1.
    fn at(page: &Page, line: usize, what: impl Into<String>) -> Self {
        Self { file: page.path.clone(), line: Some(line), what: what.into() }
    }

    /// About a file or a directory as a whole.
    fn about(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, what: what.into() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

/// Checks the workspace at `root` and prints every complaint; the error counts them.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root).map_err(|e| format!("tidy: {e}"))?;
    for note in tree.pages.iter().filter_map(sources::smell) {
        println!("tidy: note: {note}");
    }
    let complaints = complaints(&tree);
    for complaint in &complaints {
        println!("tidy: {complaint}");
    }
    match complaints.len() {
        0 => {
            println!("tidy: nothing to complain about in {} files", tree.pages.len());
            Ok(())
        }
        count => Err(format!("tidy: complaints: {count}")),
    }
}

/// What all rules say about the tree, sorted by file and line.
fn complaints(tree: &Tree) -> Vec<Complaint> {
    let crates = tree.crate_names();
    let mut found = papers::missing(&tree.files);
    found.extend(papers::outdated_citation(&tree.pages));
    found.extend(names::poor(&tree.files));
    for page in &tree.pages {
        found.extend(machine::paths(page));
        found.extend(sources::too_wide(page));
        if page.is_rust() {
            found.extend(sources::ignored_without_reason(page));
        }
        if page.is_source() {
            found.extend(sources::headless(page));
            found.extend(sources::too_long(page));
        }
        if let Some(name) = page.crate_name() {
            if page.is_manifest() {
                found.extend(arrows::forbidden(page, name));
                found.extend(dependencies::undeclared(page));
            }
            if page.is_source() && quiet::must_be(name) {
                found.extend(quiet::noises(page));
            }
        }
        match page.path.as_str() {
            "Cargo.toml" => found.extend(dependencies::unjustified(page)),
            papers::MAP => found.extend(papers::unmapped(page, &crates)),
            _ => {}
        }
    }
    for name in &crates {
        let sources: Vec<&Page> =
            tree.pages.iter().filter(|p| p.is_source() && p.crate_name() == Some(name)).collect();
        found.extend(labels::repeated(&sources));
        found.extend(labels::undefined(&sources));
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_is_one_line_that_editors_can_jump_to() {
        let page = Page::new("crates/kumiki-id/src/lib.rs", "");
        assert_eq!(
            Complaint::at(&page, 7, "why").to_string(),
            "crates/kumiki-id/src/lib.rs:7: why"
        );
        assert_eq!(
            Complaint::about("README.md", "is missing").to_string(),
            "README.md: is missing"
        );
    }

    /// The rules' own tests show that they work; this one shows that each is called.
    #[test]
    fn every_rule_is_applied() {
        let pages = [
            ("Cargo.toml", "[workspace.dependencies]\nclap = \"4\"\n"),
            ("ARCHITECTURE.md", "No crate is named here."),
            (
                "crates/kumiki-id/Cargo.toml",
                "[dependencies]\nkumiki-cli.workspace = true\nserde = \"1\"\n",
            ),
            (
                "crates/kumiki-id/src/util.rs",
                "print!(\"Z9: \");\n#[ignore]\n/// * **A1** a\n/// * **A1** b\n",
            ),
            ("crates/kumiki-id/src/long.rs", &format!("//! Long.\n{}", "\n".repeat(900))),
            ("notes.md", &["see ", "home/me"].join("/")),
        ];
        let pages = pages.map(|(path, text)| Page::new(path, text));
        let files = pages.iter().map(|page| page.path.clone()).collect();
        let said = complaints(&Tree { files, pages: pages.into() });
        let expected = [
            "ARCHITECTURE.md: does not mention kumiki-id",
            "Cargo.toml:2: ",
            "README.md: is missing",
            "crates/kumiki-id/Cargo.toml:2: ",
            "crates/kumiki-id/Cargo.toml:3: ",
            "crates/kumiki-id/src/long.rs: ",
            "crates/kumiki-id/src/util.rs: ",
            "crates/kumiki-id/src/util.rs:1: needs a header",
            "crates/kumiki-id/src/util.rs:1: print! ",
            "crates/kumiki-id/src/util.rs:1: Z9 ",
            "crates/kumiki-id/src/util.rs:2: ",
            "crates/kumiki-id/src/util.rs:4: ",
            "notes.md:1: ",
        ];
        for start in expected {
            assert!(
                said.iter().any(|c| c.to_string().starts_with(start)),
                "{start:?} is not in {said:#?}"
            );
        }
    }
}
