//! The documents at the root: they exist, and the map names every crate.

use super::Complaint;
use super::rust::has_word;
use super::tree::Page;
use std::collections::BTreeSet;

/// The document that describes every crate.
pub(super) const MAP: &str = "ARCHITECTURE.md";

/// What a visitor expects to find.
const PAPERS: [&str; 5] = ["README.md", MAP, "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

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
    fn the_map_names_every_crate_in_full() {
        let crates = ["kumiki", "kumiki-id"].map(String::from).into();
        assert_eq!(unmapped(&Page::new(MAP, "`kumiki-id`, and `kumiki` on top"), &crates), []);
        let found = unmapped(&Page::new(MAP, "Kumiki has kumiki-id."), &crates);
        assert_eq!(found, [Complaint::about(MAP, "does not mention kumiki")]);
    }
}
