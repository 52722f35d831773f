//! The program counts right, and says what it cannot read.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A file for one test, removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{name}-{}.dlx", std::process::id()));
        std::fs::write(&path, text).expect("a writable folder");
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // Under the target folder nobody minds a leftover.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn run(name: &str, text: &str) -> Output {
    let file = File::new(name, text);
    Command::new(env!("CARGO_BIN_EXE_kumiki-peer"))
        .arg(&file.0)
        .output()
        .expect("the program can be started")
}

#[test]
fn small_problems_are_counted() {
    for (name, text, count) in [
        ("exact", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", 1),
        ("dominoes", "a b c d\na b\nc d\na c\nb d\n", 2),
        ("none", "a b\na\n", 0),
        ("secondary", "a b | x\na x\nb x\na\nb\n", 3),
        ("coloured", "a b | x\na x:1\na x:2\nb x:1\nb x:2\nb x:3\n", 2),
    ] {
        let output = run(name, text);
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(
            output.status.success() && stdout.starts_with(&format!("count {count}\nseconds ")),
            "{name}: {stdout}"
        );
        let seconds =
            stdout.trim_end().rsplit(' ').next().and_then(|word| word.parse::<f64>().ok());
        assert!(seconds.is_some_and(|seconds| seconds > 0.0), "{name}: {stdout}");
    }
}

#[test]
fn what_dlx_cannot_take_is_refused_in_one_line() {
    for (name, text, words) in [
        ("bounds", "2:3|a\na\n", "expected primary and secondary items only"),
        ("optionless", "a b\n", "expected some"),
        ("unknown", "a b\na c\n", "line 2, column 3: unknown item 'c'"),
    ] {
        let output = run(name, text);
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]), "{name}");
        assert!(
            stderr.starts_with("error: ") && stderr.lines().count() == 1 && stderr.contains(words),
            "{stderr}"
        );
    }
    let output = Command::new(env!("CARGO_BIN_EXE_kumiki-peer"))
        .output()
        .expect("the program can be started");
    assert_eq!(output.status.code(), Some(2));
}
