//! Exact-cover problems as files, in every dialect, and with whatever white space and comments a
//! file may have.

use super::problem::{Kind, Problem};
use fastrand::Rng;
use serde_json::{Value, json};

/// A dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Dlx,
    Rows,
    Matrix,
    Json,
}

impl Dialect {
    pub(crate) const ALL: [Self; 4] = [Self::Dlx, Self::Rows, Self::Matrix, Self::Json];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dlx => "dlx",
            Self::Rows => "rows",
            Self::Matrix => "matrix",
            Self::Json => "json",
        }
    }

    /// Whether it has words for the problem.
    pub(crate) fn can_say(self, problem: &Problem) -> bool {
        let is_used =
            |item: usize| problem.options.iter().flat_map(|o| &o.entries).any(|e| e.0 == item);
        match self {
            Self::Json => true,
            Self::Dlx => !problem.has_requirements() && is_dlx(problem),
            Self::Rows => {
                problem.is_plain()
                    && (0..problem.items.len()).all(is_used)
                    && !problem.options.is_empty()
            }
            Self::Matrix => problem.is_plain() && !problem.options.is_empty(),
        }
    }
}

/// Whether Knuth's text can say it as it is: there, options without a primary item are left out.
fn is_dlx(problem: &Problem) -> bool {
    let is_first = |item: usize| problem.items[item] != Kind::Secondary;
    // A line that begins with the bar would be a comment.
    (0..problem.items.len()).any(is_first)
        && problem.options.iter().all(|choice| choice.entries.iter().any(|entry| is_first(entry.0)))
}

/// The file, with white space and comments by lot.
pub(crate) fn write(problem: &Problem, dialect: Dialect, lot: &mut Rng) -> String {
    match dialect {
        Dialect::Json => json_text(problem, lot),
        Dialect::Dlx => noisy(&dlx_lines(problem, lot), lot),
        Dialect::Rows => {
            noisy(&(0..problem.options.len()).map(|o| words(problem, o)).collect::<Vec<_>>(), lot)
        }
        Dialect::Matrix => noisy(&matrix_lines(problem, lot), lot),
    }
}

fn words(problem: &Problem, option: usize) -> Vec<String> {
    problem.options[option].entries.iter().map(|entry| problem.entry_text(*entry)).collect()
}

/// The items and options as words.
fn dlx_lines(problem: &Problem, lot: &mut Rng) -> Vec<Vec<String>> {
    let mut first = Vec::new();
    let mut second = Vec::new();
    for (item, kind) in problem.items.iter().enumerate() {
        let name = problem.name(item);
        match kind {
            Kind::Once if lot.u8(..9) == 0 => first.push(format!("1|{name}")),
            Kind::Once => first.push(name),
            Kind::Between(least, most) if least == most && lot.bool() => {
                first.push(format!("{most}|{name}"));
            }
            Kind::Between(least, most) => first.push(format!("{least}:{most}|{name}")),
            Kind::Secondary => second.push(name),
        }
    }
    if !second.is_empty() || lot.u8(..5) == 0 {
        first.push("|".to_owned());
    }
    // The bar may stand alone or before the first secondary item.
    if !second.is_empty() && first.len() > 1 && lot.bool() {
        first.pop();
        second[0].insert(0, '|');
    }
    first.extend(second);
    let mut lines = vec![first];
    for (option, choice) in problem.options.iter().enumerate() {
        let mut line = words(problem, option);
        // Costs add up.
        let part = lot.u64(0..=choice.cost);
        if choice.cost > 0 && lot.u8(..4) == 0 {
            line.extend([format!("|{part}"), format!("|{}", choice.cost - part)]);
        } else if choice.cost > 0 {
            line.push(format!("|{}", choice.cost));
        }
        lines.push(line);
    }
    lines
}

fn matrix_lines(problem: &Problem, lot: &mut Rng) -> Vec<Vec<String>> {
    let digit = |option: usize, item: usize| {
        let is_there = problem.options[option].entries.iter().any(|entry| entry.0 == item);
        if is_there { "1" } else { "0" }
    };
    let is_together = lot.bool();
    let row = |option: usize| {
        let digits: Vec<String> =
            (0..problem.items.len()).map(|item| digit(option, item).to_owned()).collect();
        if is_together { vec![digits.concat()] } else { digits }
    };
    (0..problem.options.len()).map(row).collect()
}

/// Lines of words with gaps, comments and blank lines.
fn noisy(lines: &[Vec<String>], lot: &mut Rng) -> String {
    let is_plain = lot.bool();
    let end = if lot.u8(..6) == 0 { "\r\n" } else { "\n" };
    let mut text = String::new();
    for words in lines {
        if !is_plain && lot.u8(..4) == 0 {
            text.push_str(lot.choice(["| a comment", "|", "", "  \t", "|1 2 3"]).unwrap_or(""));
            text.push_str(end);
        }
        let gap = if is_plain { " " } else { lot.choice([" ", "  ", "\t"]).unwrap_or(" ") };
        text.push_str(&words.join(gap));
        text.push_str(end);
    }
    text
}

fn json_text(problem: &Problem, lot: &mut Rng) -> String {
    let items: Vec<Value> = (0..problem.items.len())
        .map(|item| match problem.items[item] {
            Kind::Once => json!({"name": problem.name(item)}),
            Kind::Secondary => json!({"name": problem.name(item), "secondary": true}),
            Kind::Between(least, most) => {
                json!({"name": problem.name(item), "least": least, "most": most})
            }
        })
        .collect();
    let options: Vec<Value> = (0..problem.options.len())
        .map(|option| {
            let choice = &problem.options[option];
            let mut value = json!({"items": words(problem, option)});
            if choice.cost > 0 || lot.u8(..6) == 0 {
                value["cost"] = json!(choice.cost);
            }
            if !choice.requires.is_empty() {
                let names = |list: &Vec<usize>| -> Vec<String> {
                    list.iter().map(|i| problem.name(*i)).collect()
                };
                value["requires"] = json!(choice.requires.iter().map(names).collect::<Vec<_>>());
            }
            value
        })
        .collect();
    let document = json!({"items": items, "options": options});
    let text = if lot.bool() {
        serde_json::to_string_pretty(&document)
    } else {
        serde_json::to_string(&document)
    };
    text.unwrap_or_default()
}
