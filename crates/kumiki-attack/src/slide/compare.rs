//! What the command says about sliding tiles, beside all positions.

use super::by_lot;
use super::positions::Position;
use super::{Case, Question};
use crate::program::Program;
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const FILE: &str = "positions.txt";

/// The file with positions, if there is one.
pub(super) fn files(case: &Case) -> Vec<(String, Vec<u8>)> {
    if case.question != Question::File {
        return vec![];
    }
    let mut lot = Rng::with_seed(case.asked);
    let mut text = String::new();
    for (at, start) in case.starts.iter().enumerate() {
        if lot.u8(..5) == 0 {
            text += "# a comment\n\n";
        }
        if lot.u8(..3) == 0 {
            text += &format!("{} ", at + 1);
        }
        text += &written(start, lot.bool());
        text += ["\n", " a remark\n", " # a comment\n"][lot.usize(..3)];
    }
    vec![(FILE.into(), text.into())]
}

/// The command.
pub(super) fn command(case: &Case) -> String {
    let mut lot = Rng::with_seed(!case.asked);
    let size = format!("{}x{}", case.board.rows, case.board.columns);
    let start = written(&case.starts[0], lot.bool());
    let mut words = match case.question {
        Question::Solve => format!("slide {start} --board {size}"),
        Question::All(None) => format!("slide {start} --board {size} --all --list"),
        Question::All(Some(few)) => format!("slide {start} --board {size} --all --list {few}"),
        Question::File => format!("slide --file {FILE} --board {size}"),
        Question::Table => format!("slide --table {size}"),
        Question::Happy => format!("slide --table {size} --happy"),
        Question::Random(count, seed) => {
            format!("slide --random {count} --seed {seed} --board {size}")
        }
        Question::Tree(depth) => format!("slide {start} --board {size} --tree {depth}"),
    };
    if let Some(goal) = &case.goal {
        words += &format!(" --goal {}", written(goal, lot.bool()));
    }
    if let Some(heuristic) = &case.heuristic {
        words += &format!(" --heuristic {heuristic}");
    }
    if case.board.is_multi {
        words += " --metric multi";
    }
    match case.question {
        Question::Solve | Question::All(_) if lot.u8(..4) == 0 => words += " --verify",
        _ => {}
    }
    words + " --json"
}

/// Digits, or numbers with commas between.
pub(super) fn written(position: &Position, with_commas: bool) -> String {
    let digits = position.iter().map(|tile| format!("{tile:x}"));
    let numbers: Vec<String> = position.iter().map(ToString::to_string).collect();
    if with_commas { numbers.join(",") } else { digits.collect() }
}

/// Asks and compares.
pub(super) fn compare(case: &Case, program: &Program) -> Result<(), String> {
    let workshop = Workshop::new(program, &files(case))?;
    let command = command(case);
    let said = workshop.ask(&command)?;
    judge(case, &said).map_err(|what| format!("kumiki {command}: {what}"))?;
    if let Question::Random(..) = case.question {
        by_lot::drawn_again(case, &said, &workshop)?;
    }
    workshop.write("answer.json", said.to_string().as_bytes())?;
    let ran = workshop.run("check answer.json")?;
    match ran.code {
        0 => Ok(()),
        _ => {
            Err(format!("kumiki {command}: check refuses the answer: {}{}", ran.stdout, ran.stderr))
        }
    }
}

fn judge(case: &Case, said: &Value) -> Result<(), String> {
    agree("complete", &said["complete"], &true.into())?;
    if let Question::Tree(depth) = case.question {
        return tree(case, depth, said);
    }
    let goal = case.goal();
    if case.question == Question::Happy {
        let truth = case.board.happy(&goal).into_iter().enumerate().collect();
        return agree("positions", &table(said), &Some(truth));
    }
    let distances = case.board.distances(&goal);
    match case.question {
        Question::Table => {
            let mut truth = BTreeMap::new();
            for distance in distances.values() {
                *truth.entry(*distance).or_insert(0) += 1;
            }
            agree("positions", &table(said), &Some(truth))?;
            antipodes(said, &distances)
        }
        Question::File => {
            let instances = said["instances"].as_array().map_or(&[][..], Vec::as_slice);
            agree("instances", &instances.len(), &case.starts.len())?;
            let mut pairs = case.starts.iter().zip(instances);
            pairs.try_for_each(|(start, said)| instance(case, start, &distances, said))
        }
        Question::Random(..) => by_lot::judge(case, &distances, said),
        _ => instance(case, &case.starts[0], &distances, said),
    }
}

/// The tree of moves below the start.
fn tree(case: &Case, depth: usize, said: &Value) -> Result<(), String> {
    agree("start", &said["start"], &written(&case.starts[0], false).into())?;
    let truth = case.board.tree(&case.starts[0], depth);
    let rows = said["levels"].as_array().map_or(&[][..], Vec::as_slice);
    let row = |row: &Value| {
        let number = |name: &str| row[name].as_str()?.parse::<u128>().ok();
        Some([number("paths")?, number("positions")?, number("new")?])
    };
    agree("levels", &rows.iter().map(row).collect(), &Some(truth.clone()))?;
    let numbers: Vec<Value> = rows.iter().map(|row| row["level"].clone()).collect();
    agree("numbers of levels", &numbers, &(0..=depth).map(Value::from).collect())?;
    let all: u128 = truth.iter().map(|level| level[2]).sum();
    agree("count", &said["count"], &all.to_string().into())
}

/// The table of positions.
fn table(said: &Value) -> Option<BTreeMap<usize, usize>> {
    let row = |row: &Value| {
        let distance = usize::try_from(row["distance"].as_u64()?).ok()?;
        Some((distance, row["count"].as_str()?.parse().ok()?))
    };
    said["positions"].as_array()?.iter().map(row).collect()
}

/// More farthest positions than this are not named.
const FEW: usize = 100;

/// All positions that are named as farthest are.
fn antipodes(said: &Value, distances: &HashMap<Position, usize>) -> Result<(), String> {
    let most = distances.values().max();
    let names: BTreeSet<String> = distances
        .iter()
        .filter(|(_, distance)| Some(*distance) == most)
        .map(|(position, _)| written(position, false))
        .collect();
    let stated = said["antipodes"].as_array().map_or(&[][..], Vec::as_slice);
    let strange =
        stated.iter().find(|name| !name.as_str().is_some_and(|name| names.contains(name)));
    match strange {
        Some(strange) => Err(format!("not one of the farthest positions: {strange}")),
        None if stated.is_empty() && names.len() <= FEW => {
            Err("no farthest position is named".into())
        }
        None => Ok(()),
    }
}

/// What is said about one position.
pub(super) fn instance(
    case: &Case,
    start: &Position,
    distances: &HashMap<Position, usize>,
    said: &Value,
) -> Result<(), String> {
    agree("start", &said["start"], &written(start, false).into())?;
    let Some(distance) = distances.get(start) else {
        let is_explained = said["unreachable"].is_string() || said["why_none"].is_string();
        return match is_explained && said["moves"].is_null() {
            true => Ok(()),
            false => Err(format!("there is no way from {start:?}")),
        };
    };
    agree("moves", &said["moves"], &Value::from(*distance))?;
    agree("lower_bound", &said["lower_bound"], &Value::from(*distance))?;
    let solution = path(&said["solution"]).ok_or("no solution")?;
    let solutions = case.board.solutions(start, distances);
    if solutions.as_ref().is_some_and(|all| !all.contains(&solution)) {
        return Err(format!("not a shortest solution: {solution:?}"));
    }
    let (Question::All(few), Some(solutions)) = (&case.question, solutions) else { return Ok(()) };
    let count = said["optimal_solutions"].as_str().unwrap_or("no count");
    agree("optimal_solutions", &count, &solutions.len().to_string().as_str())?;
    let listed = said["solutions"].as_array().map_or(&[][..], Vec::as_slice);
    let different: BTreeSet<Vec<usize>> = listed.iter().filter_map(path).collect();
    agree("different solutions listed", &different.len(), &listed.len())?;
    agree("solutions listed", &listed.len(), &solutions.len().min(few.unwrap_or(usize::MAX)))?;
    match different.iter().find(|path| !solutions.contains(*path)) {
        Some(strange) => Err(format!("listed, but not a shortest solution: {strange:?}")),
        None => Ok(()),
    }
}

fn path(value: &Value) -> Option<Vec<usize>> {
    value.as_array()?.iter().map(|tile| usize::try_from(tile.as_u64()?).ok()).collect()
}
