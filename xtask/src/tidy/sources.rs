//! The shape of source files: a header first, not too long, and a reason for every ignored test.

use super::Complaint;
use super::tree::Page;

/// A source file with more lines holds two jobs and is refused.
const LENGTH_LIMIT: usize = 800;

/// A source file with more lines begins to smell; tidy only remarks on it.
const LENGTH_SMELL: usize = 600;

/// Complains unless the first line is a module header.
pub(super) fn headless(page: &Page) -> Option<Complaint> {
    (!page.text.starts_with("//!"))
        .then(|| Complaint::at(page, 1, "needs a header: //! and what the file is for"))
}

/// Complains about a file beyond the limit.
pub(super) fn too_long(page: &Page) -> Option<Complaint> {
    let len = page.text.lines().count();
    (len > LENGTH_LIMIT).then(|| {
        Complaint::about(&page.path, format!("{len} lines; split it, the limit is {LENGTH_LIMIT}"))
    })
}

/// Remarks on a source file that is on its way to the limit.
pub(super) fn smell(page: &Page) -> Option<Complaint> {
    let len = page.text.lines().count();
    (page.is_source() && len > LENGTH_SMELL && len <= LENGTH_LIMIT).then(|| {
        Complaint::about(&page.path, format!("{len} lines; more than {LENGTH_SMELL} is a smell"))
    })
}

/// The `ignore` attributes, direct or within `cfg_attr`, that do not say why.
pub(super) fn ignored_without_reason(page: &Page) -> Vec<Complaint> {
    let attributes =
        (1..).zip(page.text.lines().map(str::trim)).filter(|(_, line)| line.starts_with("#["));
    attributes
        .filter(|(_, line)| ["[ignore", " ignore"].iter().any(|start| lacks_reason(line, start)))
        .map(|(number, _)| {
            Complaint::at(page, number, "an ignored test says why: #[ignore = \"…\"]")
        })
        .collect()
}

/// Whether an attribute contains `start`, followed by its end or by an empty reason.
fn lacks_reason(attribute: &str, start: &str) -> bool {
    let Some((_, rest)) = attribute.split_once(start) else { return false };
    let rest = rest.trim_start();
    rest.starts_with([']', ')', ',']) || rest.replace(' ', "").starts_with("=\"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page::new("crates/kumiki-id/src/lib.rs", text)
    }

    #[test]
    fn a_source_opens_with_its_header() {
        assert_eq!(headless(&page("//! Ids.\n")), None);
        for bad in ["", "\n//! Ids.\n", "// Ids.\n", "use std::fmt;\n"] {
            assert!(headless(&page(bad)).is_some_and(|c| c.line == Some(1)), "{bad:?}");
        }
    }

    #[test]
    fn length_smells_before_it_fails() {
        let verdict = |len: usize| {
            let page = page(&"//!\n".repeat(len));
            (smell(&page).is_some(), too_long(&page).is_some())
        };
        assert_eq!(verdict(600), (false, false));
        assert_eq!(verdict(601), (true, false));
        assert_eq!(verdict(800), (true, false));
        assert_eq!(verdict(801), (false, true));
        assert_eq!(smell(&Page::new("README.md", &"\n".repeat(700))), None, "only sources smell");
    }

    #[test]
    fn an_ignored_test_says_why() {
        let good =
            "    #[ignore = \"an hour\"]\n#[cfg_attr(miri, ignore = \"slow\")]\n// #[ignore]\n";
        assert_eq!(ignored_without_reason(&page(good)), []);
        let bad =
            "#[test]\n#[ignore]\n    #[ignore = \"\"]\n#[cfg_attr(debug_assertions, ignore)]\n";
        let lines: Vec<_> =
            ignored_without_reason(&page(bad)).into_iter().map(|c| c.line).collect();
        assert_eq!(lines, [Some(2), Some(3), Some(4)]);
    }
}
