//! Modules are named for their content: no drawer for odds and ends, no second edition beside the
//! first.

use super::Complaint;
use super::tree::inside_src;
use std::collections::BTreeSet;

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 6] = ["util", "utils", "common", "misc", "helpers", "types"];

/// The Rust files and directories under a `src/` with a poor name; a directory is reported once.
pub(super) fn poor(files: &[String]) -> Vec<Complaint> {
    let mut found = BTreeSet::new();
    for file in files.iter().filter(|file| file.ends_with(".rs")) {
        let Some(inside) = inside_src(file) else { continue };
        let mut end = file.len() - inside.len();
        for part in inside.split('/') {
            end += part.len();
            if let Some(why) = fault(part.trim_end_matches(".rs")) {
                found.insert(Complaint::about(&file[..end], why));
            }
            end += "/".len();
        }
    }
    found.into_iter().collect()
}

/// What is wrong with a module's name.
fn fault(name: &str) -> Option<&'static str> {
    if EMPTY_NAMES.contains(&name) {
        Some("name it for its content")
    } else if name.ends_with(|c: char| c.is_ascii_digit()) {
        Some("a name that ends with a digit hides what is different; name the difference")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[&str]) -> Vec<String> {
        poor(&files.iter().map(|f| String::from(*f)).collect::<Vec<_>>())
            .into_iter()
            .map(|c| c.file)
            .collect()
    }

    #[test]
    fn names_that_speak_pass() {
        let good = [
            "crates/kumiki-id/src/bits.rs",
            "crates/kumiki-id/src/common_neighbours.rs",
            "crates/kumiki-id/tests/common/mod.rs",
            "crates/kumiki-id/src/picture2.svg",
            "docs/types.rs",
        ];
        assert_eq!(check(&good), [""; 0]);
    }

    #[test]
    fn drawers_and_second_editions_are_refused() {
        let bad = [
            "crates/kumiki-id/src/util.rs",
            "crates/kumiki-id/src/misc/bits.rs",
            "crates/kumiki-id/src/misc/words.rs",
            "crates/kumiki-id/src/search2.rs",
            "xtask/src/v2/mod.rs",
        ];
        let expected = [
            "crates/kumiki-id/src/misc",
            "crates/kumiki-id/src/search2.rs",
            "crates/kumiki-id/src/util.rs",
            "xtask/src/v2",
        ];
        assert_eq!(check(&bad), expected);
    }
}
