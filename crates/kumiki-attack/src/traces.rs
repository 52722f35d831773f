//! Traces: searches told step by step, in all families that can tell.
//!
//! Reading order: `steps`, who follows a trace without knowing what it is about; then what is
//! compared, here.

mod steps;

use crate::attack::{Attack, Recipe};
use crate::judge::count;
use crate::program::Program;
use crate::questions::{any_question, value, without};
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use steps::{Followed, follow};

/// The attack on `--trace`.
pub(crate) struct Traces;

/// A question, and how many of its steps are told.
#[derive(Clone)]
pub(crate) struct Case {
    asked: Recipe,
    /// The most steps of the long trace and of the short one.
    most: [usize; 2],
}

/// More steps than these questions take, most of the time.
const ALL: usize = 20_000;

/// What is not told: groups of pieces that slide.
const UNTOLD: &str = "why groups of pieces slide";

/// Flags that ask for something else than what is told.
const CHANGED: [&str; 8] = [
    "--json",
    "--verify",
    "--sample",
    "--seed",
    "--diagram",
    "--first",
    "--cheapest",
    "--min-symmetries",
];

impl Attack for Traces {
    type Case = Case;

    fn name(&self) -> &'static str {
        "traces"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let mut asked = loop {
            let asked = any_question(lot);
            if can_be_told(&asked.commands[0]) {
                break asked;
            }
        };
        let mut changed = CHANGED.to_vec();
        // With a list or without: what is told is the same.
        if lot.u8(..3) > 0 {
            changed.extend(["--list", "--count", "--most-symmetric"]);
        }
        let words = &mut asked.commands[0];
        *words = without(words, &changed);
        if words[0] == "antislide" && value(words, "--list").is_none() {
            *words = without(words, &["--most-symmetric"]);
        }
        let long = if lot.u8(..4) == 0 { lot.usize(1..=60) } else { ALL };
        Case { asked, most: [long, lot.usize(1..=40).min(long)] }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let shop = Workshop::new(program, &case.asked.files)?;
        let [plain, long, short] = case.commands();
        // What takes too long or cannot be answered is somebody else's finding.
        let Ok(untold) = shop.ask(&format!("{plain} --time-limit 5s")) else { return Ok(()) };
        let told = match shop.ask(&long) {
            Err(fault) if fault.contains(UNTOLD) => return Ok(()),
            told => told?,
        };
        let fault = |what: String| format!("kumiki {long}: {what}");
        for name in ["count", "classes", "by_symmetry", "solutions", "moves", "why_none"] {
            agree(name, &told[name], &untold[name]).map_err(fault)?;
        }
        let steps = steps_of(&told);
        let followed = follow(steps, case.most[0]).map_err(fault)?;
        case.compare(&told, &followed).map_err(fault)?;
        let few = shop.ask(&short)?;
        let first = &steps[..steps.len().min(case.most[1])];
        agree("the first steps", &steps_of(&few), &first)
            .map_err(|what| format!("kumiki {short}: {what}"))?;
        let ran = shop.run(&long.replace("--json", "--json-lines"))?;
        agree("steps as JSON lines", &lines(&ran.stdout)?.as_slice(), &steps).map_err(fault)?;
        shop.write("answer.json", told.to_string().as_bytes())?;
        let ran = shop.run("check answer.json")?;
        match ran.code {
            0 => Ok(()),
            _ => Err(fault(format!("check refuses the answer: {}{}", ran.stdout, ran.stderr))),
        }
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let [long, short] = case.most;
        let fewer = [[long / 2, short / 2], [long - 1, short], [long, short - 1]];
        let fewer = fewer.into_iter().filter(|[long, short]| *short > 0 && short <= long);
        fewer.map(|most| Case { most, ..case.clone() }).collect()
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(case.asked.files.clone(), &case.commands())
    }
}

/// Whether the steps of a question can be told.
fn can_be_told(words: &[String]) -> bool {
    let is = |flag: &str, wanted: &[&str]| value(words, flag).is_some_and(|v| wanted.contains(&v));
    let has = |flag: &str| words.iter().any(|word| word == flag);
    match words[0].as_str() {
        "antislide" => !is("--method", &["layers"]),
        "tours" => is("--symmetry", &["none"]),
        "slide" => !["--file", "--table", "--random", "--tree"].into_iter().any(has),
        _ => true,
    }
}

impl Case {
    /// The commands without a trace, with a long one, and with a short one.
    fn commands(&self) -> [String; 3] {
        let words = self.asked.commands[0].join(" ");
        let [long, short] = self.most;
        [
            format!("{words} --json"),
            format!("{words} --json --trace {long}"),
            format!("{words} --json --trace {short}"),
        ]
    }

    /// Holds what the steps lead to against the answer.
    fn compare(&self, answer: &Value, followed: &Followed) -> Result<(), String> {
        let words = &self.asked.commands[0];
        let told = followed.solutions.to_string();
        let is_complete = answer["complete"] == true;
        if let Some(ways) = followed.ways.filter(|_| is_complete) {
            return agree("count by the levels told", &ways.to_string(), &count(answer, "count"));
        }
        let is_whole = followed.is_whole && is_complete;
        let is_best = words.iter().any(|word| word == "--fewest" || word == "--most");
        let symmetry = value(words, "--symmetry").unwrap_or("none");
        match words[0].as_str() {
            "cover" if is_whole && symmetry == "none" => {
                agree("solutions told", &told, &count(answer, "count"))
            }
            "antislide" if is_whole && !is_best => {
                agree("classes told", &told, &count(answer, "classes.all"))
            }
            "slide" if followed.is_cut => Ok(()),
            "slide" => {
                let is_solved = usize::from(!answer["moves"].is_null());
                agree("solutions told", &followed.solutions, &is_solved)?;
                let moves = answer["moves"].as_u64().and_then(|n| usize::try_from(n).ok());
                agree("moves of the solution told", &followed.depth, &moves)
            }
            // Up to the symmetries that the search knows: at least one of each class, and none
            // twice.
            "tile" | "pack" | "cover" if is_whole => {
                let classes = if answer["classes"].is_string() { "classes" } else { "classes.all" };
                let number = |name: &str| count(answer, name).parse::<usize>().ok();
                let all = number("colourings").or(number("count"));
                let is_right = number(classes).is_none_or(|least| least <= followed.solutions)
                    && all.is_none_or(|most| followed.solutions <= most);
                match is_right {
                    true => Ok(()),
                    false => Err(format!("{told} solutions told, of {answer}")),
                }
            }
            _ => Ok(()),
        }
    }
}

/// The steps of an answer.
fn steps_of(answer: &Value) -> &[Value] {
    answer["trace"].as_array().map_or(&[], Vec::as_slice)
}

/// The steps among JSON lines.
fn lines(text: &str) -> Result<Vec<Value>, String> {
    let mut steps = Vec::new();
    for line in text.lines() {
        let mut line: Value =
            serde_json::from_str(line).map_err(|error| format!("no JSON line: {error}"))?;
        if line["trace"].is_object() {
            steps.push(line["trace"].take());
        }
    }
    Ok(steps)
}
