//! Engines, and all they stand on, are quiet: they print nothing, touch no file or socket, start no
//! thread and read no clock. `kumiki-host` and the fronts do.

use super::Complaint;
use super::rust::{has_word, shipped_lines};
use super::tree::Page;

/// The crates that must be quiet.
const QUIET: [&str; 26] = [
    "kumiki-id",
    "kumiki-group",
    "kumiki-ring",
    "kumiki-model",
    "kumiki-search",
    "kumiki-bricks",
    "kumiki-plan",
    "kumiki-auto",
    "kumiki-bits",
    "kumiki-cells",
    "kumiki-memo",
    "kumiki-formats",
    "kumiki-layers",
    "kumiki-diagram",
    "kumiki-frontier",
    "kumiki-planar",
    "kumiki-tile",
    "kumiki-distances",
    "kumiki-slide",
    "kumiki-puzzles",
    "kumiki-reduce",
    "kumiki-recount",
    "kumiki-judge",
    "kumiki-oracle",
    "kumiki-trial",
    "kumiki-draw",
];

/// What they do not use. The clocks go by their bare names, so that a grouped import does not hide
/// them.
const NOISES: [&str; 10] = [
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "dbg!",
    "std::fs",
    "std::net",
    "std::thread",
    "Instant",
    "SystemTime",
];

/// What they do not import from a group `use std::{…}`.
const LOUD_MODULES: [&str; 3] = ["fs", "net", "thread"];

/// Whether the crate must be quiet.
pub(super) fn must_be(crate_name: &str) -> bool {
    QUIET.contains(&crate_name)
}

/// The uses of anything loud outside tests and comments.
pub(super) fn noises(page: &Page) -> Vec<Complaint> {
    let mut found = Vec::new();
    for (line, code) in shipped_lines(&page.text) {
        let group = code.split_once("use std::{").map_or("", |(_, group)| group);
        let loud = LOUD_MODULES.into_iter().filter(|module| has_word(group, module));
        for noise in NOISES.into_iter().filter(|noise| has_word(code, noise)).chain(loud) {
            found.push(Complaint::at(
                page,
                line,
                format!("{noise} is not for this crate; kumiki-host brings the world"),
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Vec<(Option<usize>, String)> {
        let found = noises(&Page::new("crates/kumiki-bricks/src/search.rs", text));
        found
            .into_iter()
            .map(|c| (c.line, c.what.split(' ').next().unwrap_or_default().into()))
            .collect()
    }

    #[test]
    fn comments_tests_and_longer_names_are_no_noise() {
        let text = "//! println!\n/// let t = Instant::now();\nfn fingerprint() {} // dbg!\n\
                    std::thread_local!(a);\n\
                    use std::{fmt, rc::Rc};\nlet instant_net = net::unfold();\n\
                    #[cfg(test)]\nmod tests {\ndbg!(1);\n}\n";
        assert_eq!(check(text), []);
    }

    #[test]
    fn every_noise_is_heard() {
        for noise in NOISES {
            let text = format!("//! Search.\nlet x = {noise}(1);\n");
            assert_eq!(check(&text), [(Some(2), String::from(noise))]);
        }
        for module in LOUD_MODULES {
            let text = format!("use std::{{fmt, {module}}};\n");
            assert_eq!(check(&text), [(Some(1), String::from(module))]);
        }
        assert_eq!(
            check("use std::time::{Duration, Instant};"),
            [(Some(1), String::from("Instant"))]
        );
    }

    #[test]
    fn runners_and_fronts_may_be_loud() {
        assert!(must_be("kumiki-bricks") && must_be("kumiki-judge"));
        assert!(!must_be("kumiki-host") && !must_be("kumiki-cli") && !must_be("kumiki"));
    }
}
