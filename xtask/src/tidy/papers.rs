//! The documents at the root: they exist, the map names every crate, and the citation names the
//! version.

use super::Complaint;
use super::rust::has_word;
use super::tree::Page;
use std::collections::BTreeSet;

/// The document that describes every crate.
pub(super) const MAP: &str = "ARCHITECTURE.md";

/// How to cite the program.
const CITATION: &str = "CITATION.cff";

/// What a visitor expects to find.
const PAPERS: [&str; 6] =
    ["README.md", MAP, "CHANGELOG.md", CITATION, "LICENSE-MIT", "LICENSE-APACHE"];

/// The papers that are not among the files.
pub(super) fn missing(files: &[String]) -> Vec<Complaint> {
    let absent = PAPERS.into_iter().filter(|paper| !files.iter().any(|file| file == paper));
    absent.map(|paper| Complaint::about(paper, "is missing")).collect()
}

/// The crates that the map does not mention by their full names.
pub(super) fn unmapped(map: &Page, crates: &BTreeSet<String>) -> Vec<Complaint> {
    let unnamed = crates.iter().filter(|name| !has_word(&map.text, name));
    unnamed.map(|name| Complaint::about(&map.path, format!("does not mention {name}"))).collect()
}

/// The citation, if its version is not that of the workspace.
pub(super) fn outdated_citation(pages: &[Page]) -> Vec<Complaint> {
    let version = |path: &str, key: &str| {
        let page = pages.iter().find(|page| page.path == path)?;
        page.text.lines().find_map(|line| Some(line.strip_prefix(key)?.trim_matches(['"', ' '])))
    };
    let stated = version(CITATION, "version:").unwrap_or("none");
    match version("Cargo.toml", "version =") {
        Some(ours) if ours != stated => {
            vec![Complaint::about(CITATION, format!("has version {stated}; ours is {ours}"))]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_is_missed() {
        let all = PAPERS.map(String::from);
        assert_eq!(missing(&all), []);
        for lost in PAPERS {
            let rest: Vec<String> = all.iter().filter(|paper| *paper != lost).cloned().collect();
            assert_eq!(missing(&rest), [Complaint::about(lost, "is missing")]);
        }
    }

    #[test]
    fn the_citation_has_the_version_of_the_workspace() {
        let manifest = || Page::new("Cargo.toml", "[workspace.package]\nversion = \"0.2.0\"\n");
        let cited = |text| outdated_citation(&[manifest(), Page::new(CITATION, text)]);
        assert_eq!(cited("title: Kumiki\nversion: 0.2.0\n"), []);
        let old = Complaint::about(CITATION, "has version 0.1.0; ours is 0.2.0");
        assert_eq!(cited("cff-version: 1.2.0\nversion: 0.1.0\n"), [old]);
    }

    #[test]
    fn the_map_names_every_crate_in_full() {
        let crates = ["kumiki", "kumiki-id"].map(String::from).into();
        assert_eq!(unmapped(&Page::new(MAP, "`kumiki-id`, and `kumiki` on top"), &crates), []);
        let found = unmapped(&Page::new(MAP, "Kumiki has kumiki-id."), &crates);
        assert_eq!(found, [Complaint::about(MAP, "does not mention kumiki")]);
    }
}
