//! What is asked about a packing puzzle, and what the answer has to be.

use super::oracle::{Packing, Symmetry, classes, image, packings, symmetries};
use super::puzzle::Puzzle;
use super::text::Format;
use crate::grid::Cells;
use crate::judge::{by_symmetry, count, judged};
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Query {
    Count,
    Verify,
    List(&'static str, Option<usize>),
    First,
    Sample(usize),
    /// Write the puzzle in a format, and count what is read back.
    Write(Format),
    /// Write it as an exact cover, and count what is read back.
    Cover,
}

impl Query {
    pub(crate) fn draw(lot: &mut Rng) -> Self {
        let symmetry = *lot.choice(&["all", "rotations", "none"]).unwrap_or(&"all");
        match lot.u8(..10) {
            0 => Self::Count,
            1 => Self::Verify,
            2..=4 => Self::List(symmetry, None),
            5 => Self::List(symmetry, Some(lot.usize(1..=4))),
            6 => Self::First,
            7 => Self::Sample(lot.usize(1..=4)),
            8 => Self::Write(*lot.choice(&Format::ALL).unwrap_or(&Format::Toml)),
            _ => Self::Cover,
        }
    }

    /// What is added to the command line.
    pub(crate) fn flags(self) -> String {
        match self {
            Self::Count => "--json".to_owned(),
            Self::Verify => "--json --verify".to_owned(),
            Self::List(symmetry, None) => format!("--json --list --symmetry {symmetry}"),
            Self::List(symmetry, Some(most)) => {
                format!("--json --list {most} --count --symmetry {symmetry}")
            }
            Self::First => "--json --first".to_owned(),
            Self::Sample(size) => format!("--json --sample {size}"),
            Self::Write(format) => format!("--write {} -", format.written()),
            Self::Cover => "--write dlx -".to_owned(),
        }
    }

    /// Puts the question and compares.
    pub(crate) fn examine(
        self,
        puzzle: &Puzzle,
        command: &str,
        shop: &Workshop<'_>,
    ) -> Result<(), String> {
        let Some(found) = packings(puzzle) else { return Ok(()) };
        let command = format!("{command} {}", self.flags());
        match self {
            Self::Write(format) => written(puzzle, &found, format, &command, shop),
            Self::Cover => as_cover(&found, &command, shop),
            _ => self.counted(puzzle, &found, &command, shop),
        }
    }

    fn counted(
        self,
        puzzle: &Puzzle,
        found: &BTreeSet<Packing>,
        command: &str,
        shop: &Workshop<'_>,
    ) -> Result<(), String> {
        let answer = shop.ask(command)?;
        let room = puzzle.room();
        let group = symmetries(puzzle);
        let all: Vec<&Symmetry> = group.iter().collect();
        let rotations: Vec<&Symmetry> =
            group.iter().filter(|symmetry| symmetry.0.is_rotation()).collect();
        let [by_all, by_rotations] = [&all, &rotations].map(|group| classes(found, group, &room));
        let how_many =
            |classes: &BTreeMap<Packing, usize>| classes.values().collect::<BTreeSet<_>>().len();
        let keep = |packing: &Packing| {
            all.iter().filter(|one| image(packing, one, &room) == *packing).count()
        };
        agree("group_order", &count(&answer, "group_order"), &group.len().to_string())?;
        if self != Self::First {
            agree("solutions_total", &count(&answer, "solutions_total"), &found.len().to_string())?;
            agree("classes.all", &count(&answer, "classes.all"), &how_many(&by_all).to_string())?;
            let answered = count(&answer, "classes.rotations");
            agree("classes.rotations", &answered, &how_many(&by_rotations).to_string())?;
            let mut orders: BTreeMap<usize, usize> = BTreeMap::new();
            let mut seen = BTreeSet::new();
            for (packing, class) in &by_all {
                if seen.insert(class) {
                    *orders.entry(keep(packing)).or_default() += 1;
                }
            }
            agree("by_symmetry", &by_symmetry(&answer), &orders)?;
        }
        let (class_of, most) = match self {
            Self::List("all", most) => (by_all, most.unwrap_or(usize::MAX)),
            Self::List("rotations", most) => (by_rotations, most.unwrap_or(usize::MAX)),
            Self::List(_, most) => {
                ((found.iter().cloned().zip(0..)).collect(), most.unwrap_or(usize::MAX))
            }
            Self::First => (by_all, 1),
            Self::Sample(size) => (by_all, size),
            _ => (by_all, 0),
        };
        let listed = listed(&answer, puzzle)?;
        agree("how many are listed", &listed.len(), &how_many(&class_of).min(most))?;
        let mut seen = BTreeSet::new();
        for (packing, symmetry) in &listed {
            let class = class_of
                .get(packing)
                .ok_or_else(|| format!("listed, but no packing: {packing:?}"))?;
            if !seen.insert(*class) {
                return Err(format!("a second packing of a class is listed: {packing:?}"));
            }
            agree("symmetry of a listed packing", symmetry, &keep(packing))?;
        }
        judged(shop, &answer, "solutions_total")
    }
}

/// Counts what is read back.
fn written(
    puzzle: &Puzzle,
    found: &BTreeSet<Packing>,
    format: Format,
    command: &str,
    shop: &Workshop<'_>,
) -> Result<(), String> {
    let ran = shop.run(command)?;
    if ran.code == 2 && !format.can_say(puzzle) {
        return Ok(());
    }
    agree(command, &ran.code, &0)?;
    shop.write("written", ran.stdout.as_bytes())?;
    let answer = shop.ask(&format!("pack written --format {} --json", format.name()))?;
    agree("count of what was written", &count(&answer, "solutions_total"), &found.len().to_string())
}

/// Counts the exact cover that is written. Rigid groups cannot be said there.
fn as_cover(found: &BTreeSet<Packing>, command: &str, shop: &Workshop<'_>) -> Result<(), String> {
    let ran = shop.run(command)?;
    if ran.code == 2 {
        return Ok(());
    }
    shop.write("written", ran.stdout.as_bytes())?;
    let answer = shop.ask("cover written --format dlx --json")?;
    agree("count of the exact cover", &count(&answer, "count"), &found.len().to_string())
}

/// The listed packings, each with its number of symmetries.
fn listed(answer: &Value, puzzle: &Puzzle) -> Result<Vec<(Packing, usize)>, String> {
    let solutions = answer["solutions"].as_array().into_iter().flatten();
    solutions.map(|solution| packing_of(solution, puzzle)).collect()
}

fn packing_of(solution: &Value, puzzle: &Puzzle) -> Result<(Packing, usize), String> {
    let from = crate::grid::corner(&puzzle.room());
    let mut pieces: BTreeMap<char, Cells> = BTreeMap::new();
    for (layer, rows) in (from[0]..).zip(solution["layers"].as_array().into_iter().flatten()) {
        for (row, cells) in
            (from[1]..).zip(rows.as_array().into_iter().flatten().filter_map(Value::as_str))
        {
            for (column, label) in (from[2]..).zip(cells.chars()) {
                if label != '.' && label != ' ' {
                    pieces.entry(label).or_default().insert([layer, row, column]);
                }
            }
        }
    }
    let mut packing = Packing::new();
    for (label, cells) in pieces {
        let name = solution["kinds"][label.to_string()].as_str().unwrap_or("no name");
        let kind = (0..puzzle.kinds.len()).find(|kind| Puzzle::name(*kind) == name);
        packing
            .insert((kind.ok_or_else(|| format!("an unknown piece '{name}' is listed"))?, cells));
    }
    let symmetry = solution["symmetry"].as_u64().and_then(|order| usize::try_from(order).ok());
    agree("number of pieces", &solution["pieces"], &Value::from(packing.len()))?;
    Ok((packing, symmetry.unwrap_or(0)))
}
