//! What the command says about a problem, beside what brute force says.

use super::answer::{Answer, Painting, written};
use super::plane::{Plane, Spot};
use super::polygon::Polygon;
use super::problem::{Problem, colour_name};
use crate::program::Program;
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the file with the problem.
pub(super) const FILE: &str = "problem.toml";

/// The commands for a seed. All print JSON; the first has the whole list.
pub(super) fn commands(asked: u64) -> Vec<String> {
    let mut lot = Rng::with_seed(asked);
    let (few, seed) = (lot.usize(1..=4), lot.u32(..100));
    let flags = match lot.u8(..8) {
        0 => format!("--sample {few} --seed {seed}"),
        1 => "--verify".into(),
        2 => "--first".into(),
        3 => format!("--list {few} --count --threads 1"),
        4 => format!("--sample {few} --seed {seed} --verify"),
        5 => "--list --symmetry rotations".into(),
        _ => "--list".into(),
    };
    vec![
        format!("tile {FILE} --list --symmetry none --json"),
        format!("tile {FILE} {flags} --json"),
    ]
}

/// Asks the program all commands of a seed, and compares; has some answers checked.
pub(super) fn compare(
    problem: &Problem,
    answer: &Answer,
    asked: u64,
    program: &Program,
) -> Result<(), String> {
    let workshop = Workshop::new(program, &[(FILE.into(), problem.text().into())])?;
    for (at, command) in (0..).zip(&commands(asked)) {
        let said = workshop.ask(command)?;
        let fault = |what: String| format!("kumiki {command}: {what}");
        judge(problem, answer, command, &said).map_err(fault)?;
        if asked % 6 == at {
            workshop.write("answer.json", said.to_string().as_bytes())?;
            let ran = workshop.run("check answer.json")?;
            if ran.code != 0 {
                return Err(fault(format!(
                    "check refuses the answer: {}{}",
                    ran.stdout, ran.stderr
                )));
            }
        }
    }
    Ok(())
}

/// Compares one answer.
fn judge(problem: &Problem, answer: &Answer, command: &str, said: &Value) -> Result<(), String> {
    let is_first = command.contains("--first");
    let after = |flag: &str| {
        let mut words = command.split(' ').skip_while(|word| *word != flag);
        words.next().map(|_| words.next().unwrap_or(""))
    };
    if !is_first {
        if said["complete"] != true {
            return Err("not complete".into());
        }
        counts(problem, answer, said)?;
    }
    let symmetry = after("--symmetry").unwrap_or("all");
    let listed = said["solutions"].as_array().map_or(&[][..], Vec::as_slice);
    let plane = Plane::new(problem.ring);
    let classes = match symmetry {
        "none" => &answer.paintings,
        "rotations" => &answer.classes_by_rotations,
        _ => &answer.classes,
    };
    let mut seen = BTreeSet::new();
    for solution in listed {
        let painting = painting(&plane, problem, solution)?;
        if !answer.paintings.contains(&painting) {
            return Err(format!("listed, but not a solution: {solution}"));
        }
        let symmetries = answer.symmetry(&painting);
        if solution["symmetry"] != symmetries {
            return Err(format!("{symmetries} symmetries expected: {solution}"));
        }
        let class = match symmetry {
            "none" => Some(painting),
            _ => answer.images(&painting, symmetry == "all").into_iter().min(),
        };
        if !class.is_some_and(|class| seen.insert(class)) {
            return Err(format!("listed twice: {solution}"));
        }
    }
    let few = after("--list").or(after("--sample")).map(|few| few.parse().unwrap_or(usize::MAX));
    let expected =
        if is_first { classes.len().min(1) } else { few.unwrap_or(0).min(classes.len()) };
    agree("solutions listed", &seen.len(), &expected)
}

fn counts(problem: &Problem, answer: &Answer, said: &Value) -> Result<(), String> {
    let count = |name: &str, value: &Value, expected: u128| match value.as_str() {
        Some(text) => agree(name, &text, &expected.to_string().as_str()),
        None => Err(format!("no {name}: {value}")),
    };
    count("tilings", &said["tilings"], answer.tilings.len() as u128)?;
    if problem.colours.is_some() {
        count("colourings", &said["colourings"], answer.paintings.len() as u128)?;
        count("labelled", &said["labelled"], answer.labelled)?;
    }
    count("classes", &said["classes"]["all"], answer.classes.len() as u128)?;
    let rotations = answer.classes_by_rotations.len() as u128;
    count("classes under rotations", &said["classes"]["rotations"], rotations)?;
    agree("group_order", &said["group_order"], &Value::from(answer.order().to_string()))?;
    let rows = said["by_symmetry"].as_array().map_or(&[][..], Vec::as_slice);
    let stated = rows.iter().map(|row| (row["order"].to_string(), row["classes"].to_string()));
    let expected = answer.by_symmetry().into_iter();
    agree(
        "by_symmetry",
        &stated.collect::<BTreeMap<_, _>>(),
        &expected.map(|(order, classes)| (order.to_string(), format!("\"{classes}\""))).collect(),
    )?;
    by_composition(problem, answer, said)
}

/// Compares the table of numbers of tiles, which is left out if areas allow one row only.
fn by_composition(problem: &Problem, answer: &Answer, said: &Value) -> Result<(), String> {
    let composition = |painting: &Painting| {
        let used = |kind| painting.iter().filter(|tile| tile.1 == kind).count();
        (0..problem.tiles.len()).map(used).collect::<Vec<usize>>()
    };
    let mut expected: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for painting in &answer.paintings {
        expected.entry(format!("{:?}", composition(painting)).replace(' ', "")).or_default().0 += 1;
    }
    for class in &answer.classes {
        expected.entry(format!("{:?}", composition(class)).replace(' ', "")).or_default().1 += 1;
    }
    let Some(rows) = said["by_composition"].as_array() else {
        return if expected.len() > 1 { Err("no table by_composition".into()) } else { Ok(()) };
    };
    let stated = rows.iter().map(|row| {
        (row["tiles"].to_string(), (row["tilings"].to_string(), row["classes"].to_string()))
    });
    let expected = expected.into_iter().map(|(tiles, (tilings, classes))| {
        (tiles, (format!("\"{tilings}\""), format!("\"{classes}\"")))
    });
    agree("by_composition", &stated.collect::<BTreeMap<_, _>>(), &expected.collect())
}

/// A listed solution, laid by our own geometry.
fn painting(plane: &Plane, problem: &Problem, solution: &Value) -> Result<Painting, String> {
    let strange = |tile: &Value| format!("a strange tile: {tile}");
    let mut painting = Painting::new();
    for tile in solution["tiles"].as_array().ok_or("a solution without tiles")? {
        let kind = problem.tiles.iter().position(|kind| tile["tile"] == kind.name.as_str());
        let kind = kind.ok_or_else(|| strange(tile))?;
        let given = &problem.tiles[kind];
        let turns =
            usize::try_from(tile["turns"].as_u64().unwrap_or(0)).map_err(|_| strange(tile))?;
        let is_flipped = tile["flipped"].as_bool().unwrap_or(false);
        let mut at = Spot::default();
        let numbers = tile["at"].as_array().ok_or_else(|| strange(tile))?;
        for (coordinate, number) in at.0.iter_mut().zip(numbers) {
            *coordinate = number.as_i64().ok_or_else(|| strange(tile))?;
        }
        let shape = Polygon::new(plane, &given.corners).ok_or_else(|| strange(tile))?;
        let colours = problem.colours.map_or(0, |(count, _)| count);
        let colour = (0..colours).find(|colour| tile["colour"] == colour_name(*colour));
        if colours > 0 && colour.is_none() {
            return Err(strange(tile));
        }
        painting.push((shape.moved(plane, is_flipped, turns, at), kind, colour));
    }
    Ok(written(painting))
}
