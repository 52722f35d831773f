//! The references: D. E. Knuth's DECAGON and DECAGON-COLORSTAR in C, compiled, run and read.

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::workshop::Workshop;
use crate::{child, compiler};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program to compare with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reference {
    /// All tilings of a decagon.
    Decagon,
    /// Coloured tilings of a star, the first triangle being given, with repetitions.
    Colorstar,
}

impl Reference {
    /// The argument that names its source.
    fn flag(self) -> &'static str {
        match self {
            Self::Decagon => "--compile-reference-decagon",
            Self::Colorstar => "--compile-reference-colorstar",
        }
    }

    fn source(self, args: &BenchArgs) -> Option<&Path> {
        match self {
            Self::Decagon => args.compile_reference_decagon.as_deref(),
            Self::Colorstar => args.compile_reference_colorstar.as_deref(),
        }
    }

    /// What it is told, so that it prints no solutions: every how many it prints one.
    fn argument(self) -> &'static str {
        match self {
            Self::Decagon => "0",
            // This one divides by it.
            Self::Colorstar => "1000000",
        }
    }

    /// How many solutions it finds.
    fn expected(self) -> u64 {
        match self {
            Self::Decagon => 5_464_292,
            Self::Colorstar => 287,
        }
    }
}

/// The reference programs that were given. Each is run when it is first asked.
#[derive(Debug)]
pub(super) struct References {
    programs: BTreeMap<Reference, PathBuf>,
    seconds: BTreeMap<Reference, f64>,
    /// Where the programs are; removed in the end.
    _workshop: Option<Workshop>,
}

impl References {
    /// Compiles the sources that are given.
    pub(super) fn prepare(args: &BenchArgs) -> Result<Self, Failure> {
        let given = [Reference::Decagon, Reference::Colorstar]
            .into_iter()
            .filter_map(|reference| Some((reference, reference.source(args)?)));
        let mut workshop = None;
        let mut programs = BTreeMap::new();
        for (reference, source) in given {
            let workshop = match &workshop {
                Some(open) => open,
                None => workshop.insert(Workshop::open()?),
            };
            let program = workshop.folder().join(format!("{reference:?}").to_lowercase());
            compiler::compile(source, reference.flag(), [], &program, "")?;
            programs.insert(reference, program);
        }
        Ok(Self { programs, seconds: BTreeMap::new(), _workshop: workshop })
    }

    /// How long a reference takes, if there is one.
    pub(super) fn seconds(&mut self, reference: Reference) -> Result<Option<f64>, Failure> {
        if let Some(seconds) = self.seconds.get(&reference) {
            return Ok(Some(*seconds));
        }
        let Some(program) = self.programs.get(&reference) else { return Ok(None) };
        let ran =
            child::run(Command::new(program).arg(reference.argument()), "a reference program")?;
        if !ran.status.success() {
            let flag = reference.flag();
            return Err(Failure::Input(format!(
                "the program of {flag} failed, {}, expected it to count",
                ran.status
            )));
        }
        check(reference, &ran.stdout)?;
        child::note(&format!(
            "the reference of {}: {:.3} s, the answer agrees",
            reference.flag(),
            ran.seconds
        ));
        self.seconds.insert(reference, ran.seconds);
        Ok(Some(ran.seconds))
    }
}

/// Reads the line `Altogether N solutions.` and holds it against what is known.
fn check(reference: Reference, stdout: &str) -> Result<(), Failure> {
    let (flag, expected) = (reference.flag(), reference.expected());
    let total = stdout
        .lines()
        .find_map(|line| line.strip_prefix("Altogether ")?.strip_suffix(" solutions."));
    match total {
        None => Err(Failure::Input(format!(
            "cannot read what the program of {flag} prints, expected a line 'Altogether N \
             solutions.'"
        ))),
        Some(total) if total == expected.to_string() => Ok(()),
        Some(total) => Err(Failure::Machine(format!(
            "answers differ: the program of {flag} says {total}, the known figure is {expected}, \
             expected the same"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_a_reference_is_read_and_compared() {
        assert_eq!(check(Reference::Colorstar, "1: 0-1\nAltogether 287 solutions.\n"), Ok(()));
        let wrong = check(Reference::Decagon, "Altogether 5463628 solutions.\n")
            .expect_err("the first draft");
        let Failure::Machine(line) = wrong else { panic!("{wrong:?}") };
        assert!(line.contains("says 5463628, the known figure is 5464292"), "{line}");
        for text in ["", "Altogether\n", "Segmentation fault\n"] {
            assert!(matches!(check(Reference::Decagon, text), Err(Failure::Input(_))), "{text}");
        }
    }
}
