//! Which crate may depend on which. [`ALLOWED`] is the one place where the arrows are written down.
//!
//! Engines stand apart from one another: two engines agreeing on a count is evidence only while
//! neither is built from the other. The second counters see the model only, for the same reason,
//! and the judge the formats of files besides.
//! Dev-dependencies are free, because engines meet the judge, the oracle and the trial in their
//! tests.

use super::Complaint;
use super::manifest::{dependencies, is_ours};
use super::tree::Page;

/// Each crate with the crates of ours that it may depend on. A new row or entry also edits
/// ARCHITECTURE.md.
const ALLOWED: [(&str, &[&str]); 34] = [
    ("kumiki-id", &[]),
    ("kumiki-group", &["kumiki-id"]),
    ("kumiki-search", &[]),
    ("kumiki-ring", &[]),
    ("kumiki-model", &["kumiki-id", "kumiki-group", "kumiki-ring"]),
    ("kumiki-bricks", &["kumiki-id", "kumiki-group", "kumiki-model", "kumiki-search"]),
    ("kumiki-layers", &["kumiki-id", "kumiki-group", "kumiki-model", "kumiki-search"]),
    ("kumiki-plan", &["kumiki-id", "kumiki-group", "kumiki-model"]),
    ("kumiki-bits", &["kumiki-id", "kumiki-model", "kumiki-plan", "kumiki-search"]),
    ("kumiki-cells", &["kumiki-id", "kumiki-model", "kumiki-plan", "kumiki-search"]),
    ("kumiki-memo", &["kumiki-id", "kumiki-model", "kumiki-plan", "kumiki-search"]),
    ("kumiki-diagram", &["kumiki-id", "kumiki-search"]),
    ("kumiki-frontier", &["kumiki-id", "kumiki-group", "kumiki-model", "kumiki-search"]),
    ("kumiki-planar", &["kumiki-model", "kumiki-search"]),
    ("kumiki-tile", &["kumiki-id", "kumiki-model", "kumiki-ring", "kumiki-search"]),
    ("kumiki-distances", &["kumiki-id", "kumiki-model", "kumiki-search"]),
    ("kumiki-slide", &["kumiki-id", "kumiki-model", "kumiki-search"]),
    ("kumiki-auto", &["kumiki-id", "kumiki-group", "kumiki-model"]),
    ("kumiki-formats", &["kumiki-id", "kumiki-group", "kumiki-model", "kumiki-ring"]),
    ("kumiki-reduce", &["kumiki-id", "kumiki-group", "kumiki-model"]),
    ("kumiki-puzzles", &["kumiki-model"]),
    ("kumiki-draw", &["kumiki-model", "kumiki-ring"]),
    ("kumiki-recount", &["kumiki-id", "kumiki-model", "kumiki-ring"]),
    (
        "kumiki-judge",
        &["kumiki-id", "kumiki-formats", "kumiki-model", "kumiki-recount", "kumiki-ring"],
    ),
    // For tests only: in no other row.
    ("kumiki-oracle", &["kumiki-group", "kumiki-model", "kumiki-recount", "kumiki-ring"]),
    ("kumiki-drive", &["kumiki-model", "kumiki-search"]),
    // For tests only, too.
    ("kumiki-trial", &["kumiki-drive", "kumiki-model", "kumiki-search"]),
    ("kumiki-host", &["kumiki-drive", "kumiki-model", "kumiki-search"]),
    (
        "kumiki",
        &[
            "kumiki-id",
            "kumiki-group",
            "kumiki-search",
            "kumiki-ring",
            "kumiki-model",
            "kumiki-bricks",
            "kumiki-layers",
            "kumiki-diagram",
            "kumiki-frontier",
            "kumiki-planar",
            "kumiki-tile",
            "kumiki-distances",
            "kumiki-slide",
            "kumiki-plan",
            "kumiki-bits",
            "kumiki-cells",
            "kumiki-memo",
            "kumiki-auto",
            "kumiki-formats",
            "kumiki-reduce",
            "kumiki-puzzles",
            "kumiki-draw",
            "kumiki-judge",
            "kumiki-recount",
            "kumiki-drive",
        ],
    ),
    // It knows the command by its lines alone.
    ("kumiki-serve", &[]),
    ("kumiki-cli", &["kumiki", "kumiki-host", "kumiki-serve"]),
    (
        "kumiki-bench",
        &["kumiki-id", "kumiki-model", "kumiki-formats", "kumiki-puzzles", "kumiki-reduce"],
    ),
    (
        "kumiki-printed",
        &[
            "kumiki-id",
            "kumiki-model",
            "kumiki-ring",
            "kumiki-search",
            "kumiki-tile",
            "kumiki-judge",
            "kumiki-recount",
            "kumiki-formats",
            "kumiki-puzzles",
        ],
    ),
    // An oracle that knew our code could share our mistakes.
    ("kumiki-attack", &[]),
];

/// The arrows of the manifest of crate `name` that the table does not have.
pub(super) fn forbidden(manifest: &Page, name: &str) -> Vec<Complaint> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(row, _)| *row == name) else {
        return vec![Complaint::about(
            &manifest.path,
            format!("{name} has no row in xtask's table of arrows"),
        )];
    };
    let list = if allowed.is_empty() { String::from("none") } else { allowed.join(", ") };
    dependencies(&manifest.text)
        .into_iter()
        .filter(|d| !d.dev && is_ours(d.name) && !allowed.contains(&d.name))
        .map(|d| {
            let what = format!("{name} may not depend on {}; allowed: {list}", d.name);
            Complaint::at(manifest, d.line, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str) -> Vec<String> {
        let manifest = Page::new(&format!("crates/{name}/Cargo.toml"), text);
        forbidden(&manifest, name).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn arrows_of_the_table_and_of_tests_are_allowed() {
        let text = "[dependencies]\nkumiki-id.workspace = true\n\
                    kumiki-model = { workspace = true }\nnum-bigint.workspace = true\n\
                    [dev-dependencies]\nkumiki-oracle.workspace = true\n";
        assert_eq!(check("kumiki-bricks", text), [""; 0]);
    }

    #[test]
    fn an_engine_may_not_lean_on_another() {
        let text =
            "[dependencies]\nkumiki-layers = { workspace = true, features = [\"paranoid\"] }\n";
        let expected = "crates/kumiki-bricks/Cargo.toml:2: kumiki-bricks may not depend on \
            kumiki-layers; \
                        allowed: kumiki-id, kumiki-group, kumiki-model, kumiki-search";
        assert_eq!(check("kumiki-bricks", text), [expected]);
    }

    #[test]
    fn the_oracle_and_the_trial_are_for_tests_only() {
        for name in ["kumiki-oracle", "kumiki-trial"] {
            assert!(ALLOWED.iter().all(|(_, allowed)| !allowed.contains(&name)));
            let text = format!("[dependencies]\n{name}.workspace = true\n");
            assert_eq!(check("kumiki-judge", &text).len(), 1);
        }
    }

    #[test]
    fn a_crate_at_the_bottom_depends_on_none() {
        let text = "[dependencies]\nkumiki.workspace = true\n";
        let expected =
            "crates/kumiki-id/Cargo.toml:2: kumiki-id may not depend on kumiki; allowed: none";
        assert_eq!(check("kumiki-id", text), [expected]);
    }

    #[test]
    fn a_crate_without_a_row_is_refused() {
        let expected =
            "crates/kumiki-new/Cargo.toml: kumiki-new has no row in xtask's table of arrows";
        assert_eq!(check("kumiki-new", "[dependencies]\n"), [expected]);
    }

    /// Rows stand below all they depend on, so the table cannot allow a circle.
    #[test]
    fn the_table_has_no_circles_and_no_strangers() {
        for (row, (name, allowed)) in ALLOWED.iter().enumerate() {
            for target in *allowed {
                assert!(
                    ALLOWED[..row].iter().any(|(above, _)| above == target),
                    "{name} → {target}"
                );
            }
        }
    }
}
