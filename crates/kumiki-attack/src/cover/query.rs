//! What is asked about an exact-cover problem, and what the answer has to be.

use super::formula::models;
use super::oracle::cost;
use super::problem::Problem;
use super::symmetry::{classes, symmetries};
use super::text::Dialect;
use crate::judge::{by_symmetry, count, judged};
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use std::collections::BTreeMap;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Query {
    Count,
    Verify,
    List(Option<usize>),
    First,
    Cheapest(usize),
    Sample(usize),
    /// Classes, with a list of one solution each.
    Classes,
    CheapestClasses(usize),
    /// Write the problem in a dialect, and count what is read back.
    Write(Dialect),
    /// Write a formula, and count its models.
    Formula,
}

/// A solution as Kumiki lists it: the texts of its options.
type Texts = Vec<String>;

impl Query {
    pub(crate) fn draw(lot: &mut Rng) -> Self {
        let few = |lot: &mut Rng| lot.usize(1..=6);
        match lot.u8(..13) {
            0 | 1 => Self::Count,
            2 => Self::Verify,
            3 => Self::List(None),
            4 => Self::List(Some(few(lot))),
            5 => Self::First,
            6 => Self::Cheapest(few(lot)),
            7 => Self::Sample(few(lot)),
            8 | 9 => Self::Classes,
            10 => Self::CheapestClasses(few(lot)),
            11 => Self::Write(*lot.choice(&Dialect::ALL).unwrap_or(&Dialect::Json)),
            _ => Self::Formula,
        }
    }

    /// The most options for which the question has a known answer.
    pub(crate) fn most_options(self) -> usize {
        match self {
            Self::Classes | Self::CheapestClasses(_) => 8,
            Self::Formula => 9,
            _ => 13,
        }
    }

    /// What is added to the command line.
    pub(crate) fn flags(self) -> String {
        match self {
            Self::Count => "--json".to_owned(),
            Self::Verify => "--json --verify".to_owned(),
            Self::List(None) => "--json --list".to_owned(),
            Self::List(Some(most)) => format!("--json --list {most} --count"),
            Self::First => "--json --first".to_owned(),
            Self::Cheapest(most) => format!("--json --cheapest {most}"),
            Self::Sample(size) => format!("--json --sample {size} --seed 5"),
            Self::Classes => "--json --list --symmetry auto".to_owned(),
            Self::CheapestClasses(most) => format!("--json --cheapest {most} --symmetry auto"),
            Self::Write(dialect) => format!("--write {} -", dialect.name()),
            Self::Formula => "--write dimacs -".to_owned(),
        }
    }

    /// Puts the question and compares; `command` is `cover FILE` with the options that do not
    /// matter.
    pub(crate) fn examine(
        self,
        problem: &Problem,
        solutions: &[Vec<usize>],
        command: &str,
        shop: &Workshop<'_>,
    ) -> Result<(), String> {
        let command = format!("{command} {}", self.flags());
        match self {
            Self::Write(dialect) => written(problem, solutions, dialect, &command, shop),
            Self::Formula => formula(solutions, &command, shop),
            Self::Classes | Self::CheapestClasses(_) => {
                self.by_class(problem, solutions, &command, shop)
            }
            _ => self.plainly(problem, solutions, &command, shop),
        }
    }

    fn plainly(
        self,
        problem: &Problem,
        solutions: &[Vec<usize>],
        command: &str,
        shop: &Workshop<'_>,
    ) -> Result<(), String> {
        let answer = shop.ask(command)?;
        let listed = listed(&answer);
        let all = texts_of(problem, solutions);
        let shown = match self {
            Self::List(None) => all.len(),
            Self::First => all.len().min(1),
            Self::List(Some(most)) | Self::Cheapest(most) | Self::Sample(most) => {
                all.len().min(most)
            }
            _ => 0,
        };
        agree("how many are listed", &listed.len(), &shown)?;
        are_among(&listed, &all)?;
        let costs: Vec<u64> = solutions.iter().map(|solution| cost(problem, solution)).collect();
        let counted = if let Self::Cheapest(_) = self { shown } else { solutions.len() };
        if self != Self::First {
            agree("count", &count(&answer, "count"), &counted.to_string())?;
        }
        if let Self::Cheapest(most) = self {
            cheapest(problem, &answer, costs, most)?;
        }
        let is_complete = answer["complete"] == true;
        agree("complete", &is_complete, &(self != Self::First || is_complete))?;
        judged(shop, &answer, "count")
    }

    fn by_class(
        self,
        problem: &Problem,
        solutions: &[Vec<usize>],
        command: &str,
        shop: &Workshop<'_>,
    ) -> Result<(), String> {
        let Some(group) = symmetries(problem) else { return Ok(()) };
        let classes = classes(solutions, &group);
        let answer = shop.ask(command)?;
        agree("group_order", &count(&answer, "group_order"), &group.len().to_string())?;
        // A listed solution stands for the class that contains it, and no two for the same.
        let mut keeps: Vec<(Vec<Texts>, usize)> =
            classes.iter().map(|(members, keep)| (texts_of(problem, members), *keep)).collect();
        let listed = listed(&answer);
        for (at, solution) in listed.iter().enumerate() {
            let home = keeps.iter().position(|(members, _)| members.contains(solution));
            let home = home.ok_or_else(|| {
                format!("{solution:?} is no solution, or of a class listed before")
            })?;
            let (_, keep) = keeps.remove(home);
            if self == Self::Classes {
                agree("symmetries", &answer["symmetries"][at], &Value::from(keep))?;
            }
        }
        if let Self::CheapestClasses(most) = self {
            let of_class = |(members, _): &(std::collections::BTreeSet<Vec<usize>>, usize)| {
                members.first().map_or(0, |solution| cost(problem, solution))
            };
            agree("how many are listed", &listed.len(), &classes.len().min(most))?;
            agree("classes, which are not counted", &answer["classes"], &Value::Null)?;
            return cheapest(problem, &answer, classes.iter().map(of_class).collect(), most);
        }
        agree("how many classes are missing in the list", &keeps.len(), &0)?;
        agree("count", &count(&answer, "count"), &solutions.len().to_string())?;
        agree("classes", &count(&answer, "classes"), &classes.len().to_string())?;
        let mut orders: BTreeMap<usize, usize> = BTreeMap::new();
        classes.iter().for_each(|(_, keep)| *orders.entry(*keep).or_default() += 1);
        agree("by_symmetry", &by_symmetry(&answer), &orders)?;
        judged(shop, &answer, "count")
    }
}

/// Compares the costs of the cheapest.
fn cheapest(
    problem: &Problem,
    answer: &Value,
    mut costs: Vec<u64>,
    most: usize,
) -> Result<(), String> {
    costs.sort_unstable();
    costs.truncate(most);
    let answered: Vec<u64> =
        answer["costs"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    match problem.has_costs() {
        true => agree("costs", &answered, &costs),
        false => Ok(()),
    }
}

/// Counts what is read back.
fn written(
    problem: &Problem,
    solutions: &[Vec<usize>],
    dialect: Dialect,
    command: &str,
    shop: &Workshop<'_>,
) -> Result<(), String> {
    let ran = shop.run(command)?;
    if ran.code == 2 && !dialect.can_say(problem) {
        return Ok(());
    }
    agree(command, &ran.code, &0)?;
    shop.write("written", ran.stdout.as_bytes())?;
    let answer = shop.ask(&format!("cover written --format {} --json", dialect.name()))?;
    agree("count of what was written", &count(&answer, "count"), &solutions.len().to_string())
}

fn formula(solutions: &[Vec<usize>], command: &str, shop: &Workshop<'_>) -> Result<(), String> {
    let ran = shop.run(command)?;
    agree(command, &ran.code, &0)?;
    match models(&ran.stdout)? {
        None => Ok(()),
        Some(models) => {
            agree("models of the formula", &models.to_string(), &solutions.len().to_string())
        }
    }
}

/// The listed solutions, each sorted.
fn listed(answer: &Value) -> Vec<Texts> {
    let solutions = answer["solutions"].as_array().into_iter().flatten();
    solutions
        .map(|solution| {
            let options = solution.as_array().into_iter().flatten();
            let mut texts: Texts = options.filter_map(Value::as_str).map(str::to_owned).collect();
            texts.sort();
            texts
        })
        .collect()
}

fn texts_of<'s>(
    problem: &Problem,
    solutions: impl IntoIterator<Item = &'s Vec<usize>>,
) -> Vec<Texts> {
    let texts = |solution: &Vec<usize>| {
        let mut texts: Texts = solution.iter().map(|option| problem.text(*option)).collect();
        texts.sort();
        texts
    };
    solutions.into_iter().map(texts).collect()
}

/// Each of some solutions is one of all, and none is there more often.
fn are_among(some: &[Texts], all: &[Texts]) -> Result<(), String> {
    let mut left = all.to_vec();
    for one in some {
        let Some(at) = left.iter().position(|other| other == one) else {
            return Err(format!("{one:?} is no solution, or is listed too often"));
        };
        left.swap_remove(at);
    }
    Ok(())
}
