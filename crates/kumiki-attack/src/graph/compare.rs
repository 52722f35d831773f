//! What the command says about subgraphs, beside all sets of edges.

use super::Case;
use super::files::{Form, names_as_read, text};
use super::subgraphs::{Edges, Graph, Kind, subgraphs};
use crate::program::Program;
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

const FILE: &str = "graph.txt";
const DIAGRAM: &str = "diagram.zdd";

/// The file with the graph, unless it is a board with a name.
pub(super) fn files(case: &Case) -> Vec<(String, Vec<u8>)> {
    match (case.form, &case.graph.board) {
        (Form::Board, Some(_)) => vec![],
        _ => {
            let text = text(&case.graph, case.form, &mut Rng::with_seed(case.asked));
            vec![(FILE.into(), text.into())]
        }
    }
}

/// The commands.
pub(super) fn commands(case: &Case) -> Vec<String> {
    let mut lot = Rng::with_seed(case.asked);
    let graph = match (case.form, &case.graph.board) {
        (Form::Board, Some(board)) => board,
        _ => FILE,
    };
    let names = names_as_read(&case.graph, case.form);
    let mut asked = format!("graph {} {graph} --json", case.kind.word());
    if let Some((from, to)) = case.ends {
        asked += &format!(" --from {} --to {}", names[from], names[to]);
    }
    if let Kind::Factors(degrees) = &case.kind {
        let degrees: Vec<String> = degrees.iter().map(ToString::to_string).collect();
        asked += &format!(" --degrees {}", degrees.join(","));
    }
    let few = lot.usize(1..=5);
    let flags = match lot.u8(..6) {
        // One vertex cannot be taken in another order.
        0 if names.len() > 1 => " --verify".into(),
        1 => format!(" --sample {few} --seed {}", lot.u8(..)),
        2 => " --first".into(),
        3 => format!(" --diagram {DIAGRAM}"),
        4 => format!(" --list {few} --threads 1"),
        _ => String::new(),
    };
    vec![format!("{asked} --list"), asked + &flags]
}

/// Asks and compares.
pub(super) fn compare(case: &Case, program: &Program) -> Result<(), String> {
    let truth = subgraphs(&case.graph, &case.kind, case.ends);
    let workshop = Workshop::new(program, &files(case))?;
    for command in commands(case) {
        let said = workshop.ask(&command)?;
        let fault = |what: String| format!("kumiki {command}: {what}");
        let is_first = command.contains("--first");
        if !is_first {
            let count = said["count"].as_str().unwrap_or("no count");
            agree("count", &count, &truth.len().to_string().as_str()).map_err(fault)?;
            agree("complete", &said["complete"], &true.into()).map_err(fault)?;
        }
        let mut listed = BTreeSet::new();
        for solution in said["solutions"].as_array().unwrap_or(&vec![]) {
            let edges = edges(case, solution).map_err(fault)?;
            if !truth.contains(&edges) {
                return Err(fault(format!("listed, but not a solution: {solution}")));
            }
            if !listed.insert(edges) {
                return Err(fault(format!("listed twice: {solution}")));
            }
        }
        let after = |flag: &str| {
            let mut words = command.split(' ').skip_while(|word| *word != flag);
            words
                .next()
                .map(|_| words.next().and_then(|few| few.parse().ok()).unwrap_or(usize::MAX))
        };
        let few = if is_first { 1 } else { after("--list").or(after("--sample")).unwrap_or(0) };
        agree("solutions listed", &listed.len(), &truth.len().min(few)).map_err(fault)?;
        if command.contains("--diagram") {
            let text = std::fs::read_to_string(workshop.path().join(DIAGRAM))
                .map_err(|e| fault(e.to_string()))?;
            agree("members of the diagram", &members(&text), &Some(truth.len() as u64))
                .map_err(fault)?;
        }
        if case.asked.is_multiple_of(3) {
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

/// The edges of a listed solution.
fn edges(case: &Case, solution: &Value) -> Result<Edges, String> {
    let names = names_as_read(&case.graph, case.form);
    let strange = || format!("a strange solution: {solution}");
    let edge = |from: &Value, to: &Value| {
        let vertex = |name: &Value| names.iter().position(|known| name == known.as_str());
        let ends = (vertex(from)?, vertex(to)?);
        edge_between(&case.graph, ends)
    };
    let mut found = Vec::new();
    if let Some(edges) = solution["edges"].as_array() {
        for ends in edges {
            found.push(edge(&ends[0], &ends[1]).ok_or_else(strange)?);
        }
    } else {
        let vertices = solution["vertices"].as_array().ok_or_else(strange)?;
        for ends in vertices.windows(2) {
            found.push(edge(&ends[0], &ends[1]).ok_or_else(strange)?);
        }
        if matches!(case.kind, Kind::Cycles | Kind::HamiltonianCycles) {
            let (Some(first), Some(last)) = (vertices.first(), vertices.last()) else {
                return Err(strange());
            };
            found.push(edge(last, first).ok_or_else(strange)?);
        }
    }
    let edges: Edges = found.iter().copied().collect();
    if edges.len() == found.len() { Ok(edges) } else { Err(strange()) }
}

fn edge_between(graph: &Graph, (from, to): (usize, usize)) -> Option<usize> {
    graph.edges.iter().position(|edge| *edge == (from, to) || *edge == (to, from))
}

/// How many members a diagram has: each line is a node, its edge, and the nodes without and with
/// that edge; the last one is the top. A diagram without nodes is T or B alone.
fn members(text: &str) -> Option<u64> {
    let mut counts: HashMap<&str, u64> = HashMap::from([("T", 1), ("B", 0)]);
    let mut last = None;
    for line in text.lines().filter(|line| *line != ".") {
        let words: Vec<&str> = line.split(' ').collect();
        let count = match words[..] {
            [top] => *counts.get(top)?,
            [node, _, without, with] => {
                let count = counts.get(without)? + counts.get(with)?;
                counts.insert(node, count);
                count
            }
            _ => return None,
        };
        last = Some(count);
    }
    last
}
