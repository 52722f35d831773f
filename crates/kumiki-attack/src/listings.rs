//! Listings: every K-th solution is the K-th, the 2K-th and so on of the whole list, in all
//! families that list.
//!
//! The whole list is compared with brute force by the attacks on the families. Here it is asked for
//! once more, on another number of threads.

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::questions::{any_question, value, without};
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;

/// The attack on `--every`.
pub(crate) struct Listings;

/// A question, and what is asked of its list.
#[derive(Clone)]
pub(crate) struct Case {
    /// The files, and the command without what is said of the list.
    asked: Recipe,
    every: usize,
    /// The most that are shown.
    most: Option<usize>,
    /// Whether all are counted nevertheless.
    counts: bool,
    /// Threads for the whole list, and for the other one.
    threads: [usize; 2],
}

/// What says how many solutions are shown, and what would stop a list of all.
const LIST_FLAGS: [&str; 11] = [
    "--list",
    "--count",
    "--first",
    "--sample",
    "--seed",
    "--cheapest",
    "--threads",
    "--verify",
    "--json",
    "--every",
    "--diagram",
];

impl Attack for Listings {
    type Case = Case;

    fn name(&self) -> &'static str {
        "listings"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let mut asked = loop {
            let asked = any_question(lot);
            let words = &asked.commands[0];
            // Whole boards are not listed, and layers and memories only count.
            let counts_only = value(words, "--method") == Some("layers")
                || value(words, "--kernel") == Some("memo");
            if words[0] != "slide" && !counts_only {
                break asked;
            }
        };
        let words = &mut asked.commands[0];
        *words = without(words, &LIST_FLAGS);
        let may_be_classes = ["graph", "tours"].contains(&words[0].as_str());
        if may_be_classes && lot.u8(..3) == 0 {
            words.push("--one-per-class".to_owned());
        }
        let every = if lot.u8(..8) == 0 { lot.usize(8..=40) } else { lot.usize(1..=7) };
        let most = lot.bool().then(|| lot.usize(1..=4));
        let threads = [lot.usize(1..=3), lot.usize(1..=3)];
        Case { asked, every, most, counts: most.is_some() && lot.bool(), threads }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let shop = Workshop::new(program, &case.asked.files)?;
        let [whole, some] = case.commands();
        // What takes too long or cannot be answered is somebody else's finding.
        let Ok(all) = shop.ask(&format!("{whole} --time-limit 5s")) else { return Ok(()) };
        if all["complete"] != true {
            return Ok(());
        }
        let fault = |what: String| format!("kumiki {some}: {what}");
        let expected = case.expected(&all);
        let answer = shop.ask(&some)?;
        let listed: Vec<&Value> = answer["solutions"].as_array().into_iter().flatten().collect();
        let solutions: Vec<&Value> = expected.iter().map(|(_, _, solution)| *solution).collect();
        agree("every so many-th solution", &listed, &solutions).map_err(fault)?;
        for beside in ["symmetries", "costs"] {
            let said: Vec<&Value> = answer[beside].as_array().into_iter().flatten().collect();
            let truth = expected.iter().map(|(at, ..)| &all[beside][at]);
            let truth = truth.filter(|one| !one.is_null()).collect();
            agree(beside, &said, &truth).map_err(fault)?;
        }
        if case.most.is_none() || case.counts {
            // Classes of subgraphs are those that are listed: a list of some does not know them.
            let is_known = |name: &&str| {
                *name != "classes" || case.most.is_none() || case.asked.commands[0][0] != "graph"
            };
            for name in ["count", "classes", "by_symmetry"].into_iter().filter(is_known) {
                agree(name, &answer[name], &all[name]).map_err(fault)?;
            }
        }
        case.lines(&shop, &some, &expected).map_err(fault)?;
        shop.write("answer.json", answer.to_string().as_bytes())?;
        let ran = shop.run("check answer.json")?;
        match ran.code {
            0 => Ok(()),
            _ => Err(fault(format!("check refuses the answer: {}{}", ran.stdout, ran.stderr))),
        }
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut smaller = Vec::new();
        if case.threads != [1, 1] {
            smaller.push(Case { threads: [1, 1], ..case.clone() });
        }
        if case.most.is_some() {
            smaller.push(Case { most: None, counts: false, ..case.clone() });
        }
        if case.every > 1 {
            smaller.push(Case { every: case.every - 1, ..case.clone() });
        }
        smaller
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(case.asked.files.clone(), &case.commands())
    }
}

impl Case {
    /// The commands for the whole list and for some of it.
    fn commands(&self) -> [String; 2] {
        let words = self.asked.commands[0].join(" ");
        let Self { every, most, threads: [whole, some], .. } = self;
        let limit = most.map_or(String::new(), |most| format!(" {most}"));
        let count = if self.counts { " --count" } else { "" };
        [
            format!("{words} --list --json --threads {whole}"),
            format!("{words} --list{limit}{count} --every {every} --json --threads {some}"),
        ]
    }

    /// What is to be shown: places in the whole list, numbers, and solutions.
    fn expected<'a>(&self, all: &'a Value) -> Vec<(usize, usize, &'a Value)> {
        let words = &self.asked.commands[0];
        // Of bricks, a list of some leaves the empty packing out.
        let is_any = !words.iter().any(|word| word == "--fewest" || word == "--most");
        let leaves_empty_out = words[0] == "antislide" && self.most.is_some() && is_any;
        let solutions = all["solutions"].as_array().into_iter().flatten().enumerate();
        solutions
            .filter(|(_, solution)| !leaves_empty_out || solution["bricks"] != 0)
            .zip(1..)
            .filter(|(_, number)| number % self.every == 0)
            .map(|((at, solution), number)| (at, number, solution))
            .take(self.most.unwrap_or(usize::MAX))
            .collect()
    }

    /// The same line by line, with numbers.
    fn lines(
        &self,
        shop: &Workshop<'_>,
        command: &str,
        expected: &[(usize, usize, &Value)],
    ) -> Result<(), String> {
        let ran = shop.run(&command.replace("--json", "--json-lines"))?;
        agree("exit code of --json-lines", &ran.code, &0)?;
        let mut found = Vec::new();
        for line in ran.stdout.lines() {
            let line: Value =
                serde_json::from_str(line).map_err(|error| format!("no JSON line: {error}"))?;
            if !line["solution"].is_null() {
                found.push((line["number"].clone(), line["solution"].clone()));
            }
        }
        let truth: Vec<(Value, Value)> = expected
            .iter()
            .map(|(_, number, solution)| ((*number).into(), (*solution).clone()))
            .collect();
        agree("numbers and solutions line by line", &found, &truth)
    }
}
