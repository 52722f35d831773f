//! Third-party crates: each is declared once, in the workspace manifest, under a comment that says
//! why we need it.

use super::Complaint;
use super::manifest::{dependencies, is_ours};
use super::tree::Page;

/// The third-party lines of the workspace manifest with no reason above them.
///
/// A reason is a comment directly above the line, or above the first of the consecutive lines it
/// stands among.
pub(super) fn unjustified(manifest: &Page) -> Vec<Complaint> {
    let lines: Vec<&str> = manifest.text.lines().map(str::trim).collect();
    dependencies(&manifest.text)
        .into_iter()
        .filter(|d| !is_ours(d.name) && !has_reason(&lines[..d.line - 1]))
        .map(|d| {
            Complaint::at(
                manifest,
                d.line,
                format!("{} needs a comment above it: why do we need it?", d.name),
            )
        })
        .collect()
}

/// Whether the lines above an entry end with a comment, save for further entries in between.
fn has_reason(above: &[&str]) -> bool {
    let edge = above.iter().rev().find(|l| l.is_empty() || l.starts_with(['#', '[']));
    edge.is_some_and(|l| l.starts_with('#') && l.contains(char::is_alphabetic))
}

/// The third-party lines of a crate's manifest that name a version themselves, and so dodge
/// [`unjustified`].
pub(super) fn undeclared(manifest: &Page) -> Vec<Complaint> {
    dependencies(&manifest.text)
        .into_iter()
        .filter(|d| !is_ours(d.name) && !d.inherited)
        .map(|d| {
            let what = format!(
                "declare {0} in the workspace manifest and write {0}.workspace = true",
                d.name
            );
            Complaint::at(manifest, d.line, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(complaints: &[Complaint]) -> Vec<Option<usize>> {
        complaints.iter().map(|c| c.line).collect()
    }

    #[test]
    fn a_reason_covers_the_lines_below_it_up_to_a_gap() {
        let text = "[workspace.dependencies]\nkumiki = { path = \"crates/kumiki\" }\n\n\
                    # One JSON object per answer.\nserde = \"1\"\nserde_json = \"1\"\n\
                    # Hashing.\nrustc-hash = \"2\"\n";
        assert_eq!(unjustified(&Page::new("Cargo.toml", text)), []);
    }

    #[test]
    fn a_line_without_a_reason_is_refused() {
        let text = "[workspace.dependencies]\nclap = \"4\"\n\n# Hashing.\nrustc-hash = \"2\"\n\n\
                    serde = \"1\"\n#\nrand = \"1\"\n";
        let found = unjustified(&Page::new("Cargo.toml", text));
        assert_eq!(lines(&found), [Some(2), Some(7), Some(9)]);
        assert_eq!(found[0].what, "clap needs a comment above it: why do we need it?");
    }

    #[test]
    fn a_crate_takes_its_versions_from_the_workspace() {
        let good = "[dependencies]\nclap.workspace = true\nserde = { workspace = true }\n\
                    kumiki-id = { path = \"x\" }\n";
        let bad = "[dependencies]\nclap = \"4\"\n[dev-dependencies]\nrand = { version = \"1\" }\n";
        assert_eq!(undeclared(&Page::new("crates/a/Cargo.toml", good)), []);
        let found = undeclared(&Page::new("crates/a/Cargo.toml", bad));
        assert_eq!(lines(&found), [Some(2), Some(4)]);
        assert_eq!(
            found[0].what,
            "declare clap in the workspace manifest and write clap.workspace = true"
        );
    }
}
