//! The attacker attacked: programs that answer wrongly on purpose are found out.

use crate::attack::{AnyAttack, Finding};
use crate::program::Program;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;
use tempfile::TempDir;

/// A program that is a script for the shell.
fn script(text: &str) -> (TempDir, Program) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("kumiki");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    (directory, Program::new(path))
}

/// The first finding of an attack within some questions.
fn first_finding(attack: &dyn AnyAttack, questions: u64, program: &Program) -> Option<Finding> {
    (0..questions).find_map(|seed| attack.attempt(seed, Duration::from_secs(5), program))
}

#[test]
fn a_wrong_count_is_found_and_made_small() {
    // It says that every problem has one solution, which is none.
    let (_kept, liar) =
        script("echo '{\"count\": \"1\", \"complete\": true, \"solutions\": [[]]}'");
    let finding = first_finding(&crate::cover::Cover, 50, &liar).expect("it lies nearly always");
    let words = finding.recipe.script();
    assert!(words.starts_with("kumiki cover problem"), "{words}");
    let (_, bytes) = &finding.recipe.files[0];
    assert!(bytes.len() < 60, "{}", String::from_utf8_lossy(bytes));
    // The same seed finds it again.
    assert!(crate::cover::Cover.attempt(finding.seed, Duration::ZERO, &liar).is_some());
}

#[test]
fn each_family_sees_through_an_empty_answer() {
    let (_kept, empty) = script("echo '{}'");
    let attacks: [&dyn AnyAttack; 8] = [
        &crate::cover::Cover,
        &crate::pack::Pack,
        &crate::antislide::Antislide,
        &crate::tile::Tilings,
        &crate::graph::Subgraphs,
        &crate::tours::Tours,
        &crate::slide::Sliding,
        &crate::pictures::Pictures,
    ];
    for attack in attacks {
        assert!(first_finding(attack, 20, &empty).is_some(), "{}", attack.name());
    }
}

#[test]
fn lists_and_traces_that_are_not_what_was_asked_for_are_found_out() {
    let found = |attack: &dyn AnyAttack, answer: &str| {
        let (_kept, liar) = script(&format!("echo '{answer}'"));
        first_finding(attack, 20, &liar).map(|finding| finding.fault).unwrap_or_default()
    };
    let whole = r#"{"complete": true, "solutions": [[1], [2], [3]]}"#;
    // All of them, whatever was asked for, and no lines.
    let fault = found(&crate::listings::Listings, whole);
    assert!(fault.contains("line by line"), "{fault}");
    let none = r#"{"complete": true, "solutions": []}"#;
    assert_eq!(found(&crate::listings::Listings, none), "", "nothing is every K-th of nothing");
    let loose = r#"{"complete": true, "trace": [{"step": 1, "level": 0, "do": "try",
        "choice": "a", "outcome": "solution"}]}"#;
    let fault = found(&crate::traces::Traces, &loose.replace('\n', " "));
    assert!(fault.contains("a choice without a decision"), "{fault}");
}

#[test]
fn a_judge_who_is_content_with_everything_is_found_out() {
    let (_kept, mild) = script("echo '{\"count\": \"5\", \"complete\": true}'");
    let finding =
        first_finding(&crate::forgeries::Forgeries, 5, &mild).expect("it proves everything");
    assert!(finding.fault.contains("called proved"), "{}", finding.fault);
}

#[test]
fn what_is_wrong_in_a_storm_is_noticed() {
    let rude = [
        "echo '{\"complete\": true}'; exit 3",
        "echo '{\"complete\": fal'; exit 3",
        "echo '{\"complete\": false, \"count\": \"999999999999999999999999999999\"}'; exit 3",
        "touch left.part; echo '{\"complete\": true}'",
        "exit 3",
    ];
    for text in rude {
        let (_kept, program) = script(text);
        assert!(first_finding(&crate::storms::Storms, 40, &program).is_some(), "{text}");
    }
}

#[test]
fn bad_manners_are_noticed() {
    let rude = [
        "exit 1",
        "exit 101",
        "kill -9 $$",
        "echo 'error: one'; exit 2",
        "echo 'error: one' >&2; echo 'error: two' >&2; exit 2",
        "echo 'panicked' >&2; exit 2",
        "echo 'error: one' >&2; touch left.part; exit 2",
        "printf '\\033[31m'",
    ];
    for text in rude {
        let (_kept, program) = script(text);
        assert!(first_finding(&crate::files::Files, 3, &program).is_some(), "{text}");
        assert!(first_finding(&crate::commands::Commands, 3, &program).is_some(), "{text}");
    }
    let (_kept, polite) = script("echo 'error: what, where, what was expected' >&2; exit 2");
    assert!(first_finding(&crate::files::Files, 9, &polite).is_none());
}
