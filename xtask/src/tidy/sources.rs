//! The shape of source files: a header first, not too long, not too wide, and a reason for every
//! ignored test.

use super::Complaint;
use super::tree::Page;

/// A source file with more lines holds two jobs and is refused.
const LENGTH_LIMIT: usize = 800;

/// A source file with more lines begins to smell; tidy only remarks on it.
const LENGTH_SMELL: usize = 600;

/// The most columns of a line.
const WIDTH_LIMIT: usize = 100;

/// The lines of prose that are too wide: those of Markdown and of comments. Code is rustfmt's
/// affair; tables and what stands between fences have the width that they need.
pub(super) fn too_wide(page: &Page) -> Vec<Complaint> {
    let mut is_fenced = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(page.text.lines()) {
        let comment = ["//! ", "/// ", "// "]
            .iter()
            .find_map(|mark| line.trim_start().strip_prefix(mark).filter(|_| page.is_rust()));
        let prose = match comment {
            Some(prose) => prose,
            None if page.path.ends_with(".md") => line,
            // A fence does not outlive its comment.
            None => {
                is_fenced &= page.is_rust() && line.trim_start().starts_with("//");
                continue;
            }
        };
        is_fenced ^= prose.trim_start().starts_with("```");
        let is_free = is_fenced || prose.trim_start().starts_with(['|', '!', '`']);
        let width = line.chars().count();
        if width > WIDTH_LIMIT && !is_free {
            let what = format!("{width} columns; the limit is {WIDTH_LIMIT}");
            found.push(Complaint::at(page, number, what));
        }
    }
    found
}

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
    fn prose_is_narrow_and_code_is_not_our_affair() {
        let wide = "word ".repeat(25);
        let complaints = |path: &str, text: &str| too_wide(&Page::new(path, text)).len();
        assert_eq!(complaints("README.md", &format!("{wide}\n| {wide} |\n```\n{wide}\n```\n")), 1);
        let code = "crates/kumiki-id/src/lib.rs";
        assert_eq!(
            complaints(code, &format!("//! {wide}\n    // {wide}\nlet a = \"{wide}\";\n")),
            2
        );
        let doc = format!("/// ```\n/// {wide}\nfn f() {{}}\n/// {wide}\n");
        assert_eq!(complaints(code, &doc), 1, "a fence ends with its comment");
        assert_eq!(complaints("Cargo.toml", &wide), 0);
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
