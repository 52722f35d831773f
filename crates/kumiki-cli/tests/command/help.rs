//! Help texts: each command explains itself with an example that can be pasted.

use crate::program::answer;

#[test]
fn every_command_shows_an_example() {
    for (line, parts) in [
        ("--help", &["Usage: kumiki <COMMAND>", "antislide", "check", "demo", "bench"][..]),
        (
            "help antislide",
            &["Usage: kumiki antislide", "Examples:\n  kumiki antislide 4x4x4 ", "--svg", "Exit codes: 0"],
        ),
        ("antislide --help", &["Examples:\n  kumiki antislide 4x4x4 "]),
        ("antislide -h", &["Examples:\n  kumiki antislide 4x4x4 "]),
        (
            "help check",
            &["Example:\n  kumiki antislide 4x4x4 --list --json > answer.json && kumiki check answer.json"],
        ),
        ("help demo", &["Example:\n  kumiki demo"]),
        (
            "help bench",
            &["Examples:\n  kumiki bench antislide", "--compile-reference", "--reference", "--long"],
        ),
    ] {
        let text = answer(line);
        for part in parts {
            assert!(text.contains(part), "{line}: '{part}' is missing in\n{text}");
        }
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{line}: wider than 100 columns\n{text}"
        );
    }
}

/// Every example of `help antislide` that does not take long.
#[test]
fn the_examples_can_be_pasted() {
    let text = answer("help antislide");
    let examples =
        text.split("Examples:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("examples");
    let folder = crate::program::Folder::new("examples");
    let mut pasted = 0;
    for example in examples.lines().filter(|line| !line.contains("5x5x5")) {
        // Two spaces separate the command from its explanation.
        let line = example
            .trim()
            .split("  ")
            .next()
            .and_then(|line| line.strip_prefix("kumiki "))
            .expect("a command");
        let finished = crate::program::run_in(folder.path(), line);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{line}");
        pasted += 1;
    }
    assert!(pasted >= 4, "{examples}");
}

#[test]
fn the_version_is_told() {
    assert_eq!(answer("--version"), format!("kumiki {}\n", env!("CARGO_PKG_VERSION")));
}
