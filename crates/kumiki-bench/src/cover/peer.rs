//! The peer: a program that is given a file in Knuth's format and prints how many solutions there
//! are and how long it took.
//!
//! ```text
//! count 11520
//! seconds 0.146
//! ```

use crate::child;
use crate::failure::Failure;
use crate::product::beside;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that is looked for beside ours.
const NEIGHBOUR: &str = "kumiki-peer";

/// The other program.
#[derive(Debug)]
pub(super) struct Peer {
    program: PathBuf,
}

/// What the peer says about an instance.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Told {
    /// In decimal.
    pub(super) count: String,
    /// From the problem, already read, to the count.
    pub(super) seconds: f64,
}

impl Peer {
    /// The given program, or else the one beside ours, if there is one.
    pub(super) fn find(given: Option<&Path>) -> Result<Option<Self>, Failure> {
        let Some(path) = given else {
            let neighbour = Some(beside(NEIGHBOUR)?).filter(|program| program.is_file());
            if neighbour.is_none() {
                child::note(
                    "there is no kumiki-peer beside this program, so there are no ratios to it",
                );
            }
            return Ok(neighbour.map(|program| Self { program }));
        };
        if !path.is_file() {
            let name = path.display();
            return Err(Failure::Input(format!(
                "no such file '{name}' for --peer, expected a program"
            )));
        }
        // A bare name would be looked for in the path.
        let program = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Ok(Some(Self { program }))
    }

    /// Has the peer count the solutions of a file.
    pub(super) fn ask(&self, file: &Path) -> Result<Told, Failure> {
        let (program, name) = (self.program.display(), file.display());
        let ran = child::run(Command::new(&self.program).arg(file), "a peer for --peer")?;
        if !ran.status.success() {
            let reason = ran.stderr.lines().last().unwrap_or("no message");
            return Err(Failure::Input(format!(
                "the peer '{program}' failed, {}: {reason}, expected it to count '{name}'",
                ran.status
            )));
        }
        read(&ran.stdout).ok_or_else(|| {
            let line = ran.stdout.lines().next().unwrap_or_default();
            Failure::Input(format!(
                "the peer '{program}' prints '{line}', expected lines 'count N' and 'seconds S'"
            ))
        })
    }
}

/// Reads what a peer prints.
fn read(text: &str) -> Option<Told> {
    let value = |name: &str| {
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).map(str::trim)
    };
    let count = value("count")
        .filter(|count| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()))?;
    let seconds: f64 = value("seconds")?.parse().ok()?;
    (seconds > 0.0 && seconds.is_finite()).then(|| Told { count: count.to_owned(), seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_and_seconds_are_read_in_any_order() {
        let told = Told { count: "11520".to_owned(), seconds: 0.25 };
        for text in ["count 11520\nseconds 0.25\n", "hello\nseconds 0.25\ncount 11520"] {
            assert_eq!(read(text), Some(told.clone()), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            "count 5\n",
            "seconds 1\n",
            "count x\nseconds 1\n",
            "count -5\nseconds 1\n",
            "count 5\nseconds soon\n",
            "count 5\nseconds 0\n",
            "count 5\nseconds inf\n",
            "counted 5\nseconds 1\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
