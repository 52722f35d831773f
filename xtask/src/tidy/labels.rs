//! Labels of invariants and steps: one or two capitals and a number, such as D1 or MS12.
//!
//! Bold in a documentation line, as in `* **D1** While …`, a label is being defined; plain, it is
//! being cited. A message that opens with a label and a colon, as broken invariants do, cites it
//! too.

use super::Complaint;
use super::rust::{code, doc_text};
use super::tree::Page;
use std::collections::{BTreeMap, BTreeSet};

/// The second and later definitions of a label in one file.
pub(super) fn repeated(sources: &[&Page]) -> Vec<Complaint> {
    let mut found = Vec::new();
    for page in sources {
        let mut first = BTreeMap::new();
        for (line, label) in definitions(&page.text) {
            let defined = *first.entry(label).or_insert(line);
            if defined != line {
                let what = format!(
                    "{label} is already defined on line {defined}; bold is for definitions"
                );
                found.push(Complaint::at(page, line, what));
            }
        }
    }
    found
}

/// The labels that messages cite and no file of the crate defines. `sources` are all its files.
pub(super) fn undefined(sources: &[&Page]) -> Vec<Complaint> {
    let defined: BTreeSet<&str> =
        sources.iter().flat_map(|page| definitions(&page.text)).map(|(_, label)| label).collect();
    let mut found = Vec::new();
    for page in sources {
        for (line, label) in cited_by_messages(&page.text) {
            if !defined.contains(label) {
                let what = format!(
                    "{label} is cited, but no doc line of this crate defines it: * **{label}** …"
                );
                found.push(Complaint::at(page, line, what));
            }
        }
    }
    found
}

/// Bold labels in documentation, with their lines from 1.
fn definitions(text: &str) -> Vec<(usize, &str)> {
    labels_between(text, |line| doc_text(line).unwrap_or_default(), "**", "**")
}

/// Labels that open a string literal and are followed by a colon, with their lines from 1.
fn cited_by_messages(text: &str) -> Vec<(usize, &str)> {
    labels_between(text, code, "\"", ":")
}

/// The labels that stand exactly between `open` and `close` in the part of each line that `part`
/// selects.
fn labels_between<'t>(
    text: &'t str,
    part: impl Fn(&'t str) -> &'t str,
    open: &str,
    close: &str,
) -> Vec<(usize, &'t str)> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = part(line);
        for (start, _) in line.match_indices(open) {
            let rest = &line[start + open.len()..];
            if let Some(label) = label_at_start(rest)
                && rest[label.len()..].starts_with(close)
            {
                found.push((number, label));
            }
        }
    }
    found
}

/// The label that a text begins with.
fn label_at_start(text: &str) -> Option<&str> {
    let capitals = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = text.bytes().skip(capitals).take_while(u8::is_ascii_digit).count();
    ((1..=2).contains(&capitals) && digits > 0).then(|| &text[..capitals + digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "//! * **D1** Circles are closed.\n//! * **D2** Lengths are right (D1).\n\
                        //! A **bold** word.\n\
                        assert!(a, \"D1: circles\");\nb.expect(\"D2: lengths\"); // \"D7: not \
                            code\"\n";

    #[test]
    fn defined_once_and_cited_is_fine() {
        let page = Page::new("crates/kumiki-bricks/src/dance.rs", GOOD);
        let other = Page::new(
            "crates/kumiki-bricks/src/search.rs",
            "//! * **D1** Of this file.\npanic!(\"D2: there\");\n",
        );
        assert_eq!(repeated(&[&page, &other]), []);
        assert_eq!(undefined(&[&page, &other]), []);
    }

    #[test]
    fn a_second_definition_is_refused() {
        let page = Page::new("a.rs", "//! * **D1** One.\n//! * **D2** Two.\n/// Recall **D1**.\n");
        let expected =
            Complaint::at(&page, 3, "D1 is already defined on line 1; bold is for definitions");
        assert_eq!(repeated(&[&page]), [expected]);
    }

    #[test]
    fn a_citation_of_nothing_is_refused() {
        let page = Page::new(
            "a.rs",
            "//! * **D1** One.\n// **D9** is not documentation.\nassert!(a, \"D9: lost\");\n",
        );
        let what = "D9 is cited, but no doc line of this crate defines it: * **D9** …";
        assert_eq!(undefined(&[&page]), [Complaint::at(&page, 3, what)]);
    }

    #[test]
    fn a_label_is_one_or_two_capitals_and_a_number() {
        assert_eq!(label_at_start("D1: a"), Some("D1"));
        assert_eq!(label_at_start("MS12"), Some("MS12"));
        for text in ["", "D", "1", "d1", "ABC1", "É1"] {
            assert_eq!(label_at_start(text), None, "{text}");
        }
    }
}
