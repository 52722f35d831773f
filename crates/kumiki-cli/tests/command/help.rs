//! Help texts: each command explains itself with an example that can be pasted.

use crate::program::answer;

#[test]
fn every_command_shows_an_example() {
    for (line, parts) in [
        (
            "--help",
            &[
                "Usage: kumiki <COMMAND>",
                "antislide",
                "cover",
                "pack",
                "tile",
                "slide",
                "tours",
                "graph",
                "check",
                "demo",
            ][..],
        ),
        (
            "help cover",
            &["Usage: kumiki cover", "Examples:\n  kumiki cover ", "--cheapest", "Exit codes: 0"],
        ),
        (
            "help pack",
            &["Usage: kumiki pack", "Examples:\n  kumiki pack soma ", "--gallery", "Exit codes: 0"],
        ),
        (
            "help tile",
            &[
                "Usage: kumiki tile",
                "Examples:\n  kumiki tile ",
                "--gallery",
                "--eps",
                "Exit codes: 0",
            ],
        ),
        (
            "help tours",
            &[
                "Usage: kumiki tours",
                "Examples:\n  kumiki tours ",
                "--symmetry",
                "--method",
                "--order",
                "--diagram",
                "Exit codes: 0",
            ],
        ),
        (
            "help graph",
            &[
                "Usage: kumiki graph",
                "Examples:\n  kumiki graph ",
                "--from",
                "--diagram",
                "Exit codes: 0",
            ],
        ),
        (
            "help antislide",
            &[
                "Usage: kumiki antislide",
                "Examples:\n  kumiki antislide 4x4x4 ",
                "--svg",
                "Exit codes: 0",
            ],
        ),
        ("antislide --help", &["Examples:\n  kumiki antislide 4x4x4 "]),
        ("antislide -h", &["Examples:\n  kumiki antislide 4x4x4 "]),
        (
            "help check",
            &["Examples:\n  kumiki antislide 3x3x3 --list --json > answer.json && kumiki check \
                 answer.json"],
        ),
        (
            "help serve",
            &["Usage: kumiki serve", "--port", "--bind", "--token", "Examples:\n  kumiki serve "],
        ),
        ("help demo", &["Example:\n  kumiki demo"]),
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

/// Every example of these commands that does not take long, in a folder that has the repository's
/// examples.
#[cfg(unix)]
#[test]
fn the_examples_can_be_pasted() {
    let folder = crate::program::Folder::new("examples");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    std::os::unix::fs::symlink(examples, folder.path().join("examples"))
        .expect("a writable folder");
    folder.write("my-edges.txt", "a b\nb c\nc a\n");
    for (command, least) in [
        ("antislide", 4),
        ("cover", 8),
        ("pack", 6),
        ("tile", 9),
        ("tours", 9),
        ("graph", 8),
        ("check", 2),
    ] {
        let text = answer(&format!("help {command}"));
        let examples = text.split("Example").nth(1).and_then(|rest| rest.split("\n\n").next());
        let mut pasted = 0;
        let long = ["5x5x5", "in half a minute", "--scratch"];
        let is_short = |line: &&str| !long.iter().any(|word| line.contains(word));
        for example in examples.expect("examples").lines().skip(1).filter(is_short) {
            // Two spaces separate the command from its explanation.
            let line = example.trim().split("  ").next().expect("a command");
            let script = format!("kumiki() {{ \"$0\" \"$@\"; }}\n{line}");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_kumiki")]).current_dir(folder.path());
            let finished = crate::program::finish(&mut shell);
            assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{line}");
            pasted += 1;
        }
        assert!(pasted >= least, "{command}: {text}");
    }
}

/// Nobody builds the server without being asked to.
#[cfg(not(feature = "serve"))]
#[test]
fn a_command_without_its_server_says_how_to_get_it() {
    use crate::program::{assert_refused, run};
    let words = ["without its server", "'cargo install --path crates/kumiki-cli --features serve'"];
    assert_refused("serve", &run("serve --port 0"), &words);
}

#[test]
fn the_version_is_told() {
    assert_eq!(answer("--version"), format!("kumiki {}\n", env!("CARGO_PKG_VERSION")));
}
