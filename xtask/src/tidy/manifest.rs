//! The little of TOML that our rules need: which dependencies a manifest names, and on which line.

/// The tables that name dependencies, alone or as the last part of a longer name such as
/// `workspace.dependencies`.
const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// One dependency as written in a manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dependency<'t> {
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) name: &'t str,
    /// Whether it serves tests, examples and benches only.
    pub(super) dev: bool,
    /// Whether the line leaves version and source to the workspace manifest.
    pub(super) inherited: bool,
}

/// All dependencies of a manifest, in order: lines `name = …` and `name.workspace = true` of the
/// dependency tables, and tables `[dependencies.name]`. The further lines of a value that spans
/// several are skipped.
pub(super) fn dependencies(text: &str) -> Vec<Dependency<'_>> {
    let mut found = Vec::new();
    let mut kind = None;
    let mut depth = 0;
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let header = content.strip_prefix('[').filter(|_| depth == 0);
        if let Some(header) = header {
            let table = header.split(']').next().unwrap_or(header);
            kind = dependency_table(table);
            if let Some((parent, name)) = table.rsplit_once('.')
                && let Some(parent) = dependency_table(parent)
            {
                found.push(Dependency {
                    line,
                    name,
                    dev: parent == "dev-dependencies",
                    inherited: false,
                });
            }
            continue;
        }
        if depth == 0
            && let Some(kind) = kind
            && let Some((key, value)) = content.split_once('=')
        {
            let (name, rest) = key.trim().split_once('.').unwrap_or((key.trim(), ""));
            let inherited =
                rest == "workspace" || value.replace(' ', "").contains("workspace=true");
            let name = name.trim_matches('"');
            found.push(Dependency { line, name, dev: kind == "dev-dependencies", inherited });
        }
        depth += content.matches(['[', '{']).count();
        depth = depth.saturating_sub(content.matches([']', '}']).count());
    }
    found
}

/// The kind of a table that lists dependencies.
fn dependency_table(table: &str) -> Option<&'static str> {
    let last = table.rsplit('.').next().unwrap_or(table);
    TABLES.into_iter().find(|kind| *kind == last)
}

/// Whether a dependency is a crate of this workspace.
pub(super) fn is_ours(name: &str) -> bool {
    name == "kumiki" || name.starts_with("kumiki-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_dependency_is_seen() {
        let text = r#"[package]
name = "x"
[dependencies]
# a remark = nothing
a.workspace = true
b = { workspace = true, features = ["f"] }
c = "1"
d = { version = "1", features = [
    "g = 1",
] }
[target.'cfg(unix)'.dependencies]
e = "1"
[dev-dependencies]
f.workspace = true
[build-dependencies.g]
version = "1"
[features]
h = []
"#;
        let seen: Vec<_> =
            dependencies(text).into_iter().map(|d| (d.line, d.name, d.dev, d.inherited)).collect();
        let expected = [
            (5, "a", false, true),
            (6, "b", false, true),
            (7, "c", false, false),
            (8, "d", false, false),
            (12, "e", false, false),
            (14, "f", true, true),
            (15, "g", false, false),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn our_crates_are_told_by_their_names() {
        assert!(is_ours("kumiki") && is_ours("kumiki-id"));
        assert!(!is_ours("kumikix") && !is_ours("clap"));
    }
}
