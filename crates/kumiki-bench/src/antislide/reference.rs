//! The reference: D. E. Knuth's ANTISLIDE3 in C, a program for one box, compiled, run and read.

use super::cases::{Against, Case};
use crate::failure::Failure;
use crate::workshop::Workshop;
use crate::{child, compiler};
use kumiki_model::Cuboid;
use kumiki_puzzles::figures::{Figures, Quantity};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the reference says about a box, and how long it takes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Told {
    pub(super) figures: Figures,
    pub(super) seconds: f64,
}

/// The reference programs, by box. Each is run when it is first asked.
#[derive(Debug)]
pub(super) struct References {
    programs: BTreeMap<Cuboid, PathBuf>,
    told: BTreeMap<Cuboid, Told>,
    /// Where the compiled ones are; removed in the end.
    _workshop: Option<Workshop>,
}

impl References {
    /// Makes sure that all programs exist: the given ones, and if there is a source, one for every
    /// other box that is compared with the reference.
    pub(super) fn prepare(
        cases: &[&Case],
        given: &[(Cuboid, PathBuf)],
        source: Option<&Path>,
    ) -> Result<Self, Failure> {
        let boxes = compared_boxes(cases);
        let mut programs = BTreeMap::new();
        for (container, path) in given {
            check_given(&boxes, *container, path)?;
            if programs.insert(*container, path.clone()).is_some() {
                return Err(Failure::Input(format!(
                    "--reference {container} is given twice, expected once"
                )));
            }
        }
        let workshop = source.map(|_| Workshop::open()).transpose()?;
        if let (Some(source), Some(workshop)) = (source, &workshop) {
            for container in
                boxes.iter().filter(|container| !given.iter().any(|(known, _)| known == *container))
            {
                programs.insert(*container, compile(source, *container, workshop.folder())?);
            }
        }
        Ok(Self { programs, told: BTreeMap::new(), _workshop: workshop })
    }

    /// What the reference for a box says, with the best time of `repeats` runs; nothing if there is
    /// none.
    pub(super) fn told(
        &mut self,
        container: &str,
        repeats: usize,
    ) -> Result<Option<&Told>, Failure> {
        let container: Cuboid = container.parse().expect("the boxes of the cases are boxes");
        let Some(program) = self.programs.get(&container) else { return Ok(None) };
        Ok(Some(match self.told.entry(container) {
            Entry::Occupied(told) => told.into_mut(),
            Entry::Vacant(place) => place.insert(ask(container, program, repeats)?),
        }))
    }
}

/// The boxes for which the reference is wanted.
fn compared_boxes(cases: &[&Case]) -> Vec<Cuboid> {
    let compared = cases.iter().filter(|case| case.against == Against::Reference);
    let mut boxes: Vec<Cuboid> = compared
        .map(|case| case.run.container.parse().expect("the boxes of the cases are boxes"))
        .collect();
    boxes.sort_unstable();
    boxes.dedup();
    boxes
}

fn check_given(boxes: &[Cuboid], container: Cuboid, path: &Path) -> Result<(), Failure> {
    let name = path.display();
    if !boxes.contains(&container) {
        let names: Vec<String> = boxes.iter().map(ToString::to_string).collect();
        return Err(Failure::Input(format!(
            "no case compares --reference {container}, expected one of {}",
            names.join(", ")
        )));
    }
    if !path.is_file() {
        return Err(Failure::Input(format!(
            "no such file '{name}' for --reference {container}, expected a compiled reference \
             program"
        )));
    }
    Ok(())
}

/// Compiles the reference for a box.
fn compile(source: &Path, container: Cuboid, folder: &Path) -> Result<PathBuf, Failure> {
    let program = folder.join(format!("antislide3-{container}"));
    let sides = ["ll", "mm", "nn"].into_iter().zip(sides_for_reference(container));
    let defines = sides.map(|(side, length)| format!("-D{side}={length}"));
    compiler::compile(
        source,
        "--compile-reference",
        defines,
        &program,
        ", or --reference BOX=PATH",
    )?;
    Ok(program)
}

/// The sides in the order the reference wants them: equal ones first.
fn sides_for_reference(container: Cuboid) -> [usize; 3] {
    let [a, b, c] = container.sides();
    if b == c { [b, c, a] } else { [a, b, c] }
}

/// Runs the reference and reads what it prints.
fn ask(container: Cuboid, program: &Path, repeats: usize) -> Result<Told, Failure> {
    let name = program.display();
    // A bare name would be looked for in the path.
    let path = std::path::absolute(program).unwrap_or_else(|_| program.to_owned());
    let mut best: Option<Told> = None;
    for _ in 0..repeats {
        let ran = child::run(&mut Command::new(&path), "a compiled reference program")?;
        if !ran.status.success() {
            return Err(Failure::Input(format!(
                "the reference '{name}' failed, {}, expected it to count {container}",
                ran.status
            )));
        }
        let figures = read(&ran.stdout).map_err(|reason| {
            Failure::Input(format!("cannot read what the reference '{name}' prints: {reason}"))
        })?;
        let seconds = best.as_ref().map_or(ran.seconds, |told| told.seconds.min(ran.seconds));
        child::note(&format!("reference {container}: {:.3} s", ran.seconds));
        best = Some(Told { figures, seconds });
    }
    Ok(best.expect("every case is run at least once"))
}

/// Reads the output of the reference. The total must be there; the tables are a later addition to
/// the program, so they may be missing.
///
/// ```text
/// Altogether 5 solutions.
///   0: 1 = 1 | 16:1 | …          bricks: classes = packings | …
///  12: 4 = 40 | 1:2 4:2 | …
/// by symmetry count: 1:2 4:2 16:1
/// ```
fn read(text: &str) -> Result<Figures, String> {
    let mut figures = Figures::from_source("the reference");
    let mut has_total = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("Altogether ") {
            let total = rest.split(' ').next().unwrap_or_default();
            figures.state(Quantity::Classes, number(total, line)?);
            has_total = true;
        } else if let Some(rest) = line.strip_prefix("by symmetry count:") {
            for pair in rest.split_whitespace() {
                let (order, classes) = split(pair, ':', line)?;
                let order = usize::try_from(number(order, line)?).map_err(|_| unreadable(line))?;
                figures.state(Quantity::ClassesWithSymmetries(order), number(classes, line)?);
            }
        } else if line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            let (bricks, rest) = split(line, ':', line)?;
            let (classes, rest) = split(rest, '=', line)?;
            let (packings, _) = split(rest, '|', line)?;
            let bricks = usize::try_from(number(bricks, line)?).map_err(|_| unreadable(line))?;
            figures.state(Quantity::ClassesWithBricks(bricks), number(classes, line)?);
            figures.state(Quantity::PackingsWithBricks(bricks), number(packings, line)?);
        }
    }
    if has_total {
        Ok(figures)
    } else {
        Err("expected a line 'Altogether N solutions.'".to_owned())
    }
}

fn split<'t>(text: &'t str, mark: char, line: &str) -> Result<(&'t str, &'t str), String> {
    text.split_once(mark).ok_or_else(|| unreadable(line))
}

fn number(text: &str, line: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| unreadable(line))
}

fn unreadable(line: &str) -> String {
    format!("'{}', expected numbers as in ' 12: 4 = 40 | 1:2 4:2 |'", line.trim())
}

#[cfg(test)]
mod tests {
    use super::super::cases::ANTISLIDE;
    use super::*;

    const SAMPLE: &str = "Altogether 7 solutions.\n\
        box 2x2x9, 16 symmetries, 123 moves accepted, constraint high-water 4 (seed's array: 792)\n\
        blocks: classes = all packings | by symmetry count | corner-free | sum\n  \
        0: 1 = 1 | 16:1 | 1/1 | 0\n \
        11: 2 = 24 | 1:1 2:1 | 0/0 | 192\n\
        112: 4 = 64 | 1:4 | 0/0 | 512\n\
        by symmetry count: 1:5 2:1 16:1\n\
        nonempty classes 6, all packings incl. empty 89\n";

    fn sample() -> Figures {
        let mut figures = Figures::from_source("the reference");
        figures.state(Quantity::Classes, 7);
        for (bricks, classes, packings) in [(0, 1, 1), (11, 2, 24), (112, 4, 64)] {
            figures.state(Quantity::ClassesWithBricks(bricks), classes);
            figures.state(Quantity::PackingsWithBricks(bricks), packings);
        }
        for (order, classes) in [(1, 5), (2, 1), (16, 1)] {
            figures.state(Quantity::ClassesWithSymmetries(order), classes);
        }
        figures
    }

    #[test]
    fn everything_the_reference_counts_is_read() {
        assert_eq!(read(SAMPLE), Ok(sample()));
    }

    #[test]
    fn the_total_alone_will_do() {
        let figures = read("Altogether 7 solutions.\n").expect("a total");
        assert_eq!(figures.difference(&sample()), None);
        let wrong = read("Altogether 8 solutions.\n").expect("a total");
        assert!(wrong.difference(&sample()).is_some());
    }

    #[test]
    fn what_the_reference_would_not_print_is_refused() {
        for (text, word) in [
            ("", "Altogether"),
            ("Segmentation fault\n", "Altogether"),
            ("Altogether many solutions.\n", "'Altogether many solutions.'"),
            ("Altogether 7 solutions.\n 12: x = 40 | 1:2\n", "'12: x = 40 | 1:2'"),
            ("Altogether 7 solutions.\n 12 bricks\n", "'12 bricks'"),
            ("Altogether 7 solutions.\nby symmetry count: 1:5 2\n", "'by symmetry count: 1:5 2'"),
            ("Altogether 99999999999999999999 solutions.\n", "99999999999999999999"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(word) && error.contains("expected"), "{error}");
        }
    }

    #[test]
    fn equal_sides_come_first() {
        for (container, sides) in [
            ("5x5x5", [5, 5, 5]),
            ("4x4x6", [4, 4, 6]),
            ("6x4x4", [4, 4, 6]),
            ("4x5x5", [5, 5, 4]),
            ("3x4x5", [3, 4, 5]),
        ] {
            let container: Cuboid = container.parse().expect("a box");
            assert_eq!(sides_for_reference(container.sorted()), sides);
        }
    }

    #[test]
    fn only_boxes_that_are_compared_take_a_reference() {
        let cases: Vec<&Case> = ANTISLIDE.iter().collect();
        let names: Vec<String> = compared_boxes(&cases).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["4x4x6", "5x5x5"]);
        let given = [("3x3x3".parse().expect("a box"), PathBuf::from("antislide3"))];
        let failure = References::prepare(&cases, &given, None).expect_err("no such case");
        assert_eq!(
            failure,
            Failure::Input(
                "no case compares --reference 3x3x3, expected one of 4x4x6, 5x5x5".to_owned()
            )
        );
    }
}
