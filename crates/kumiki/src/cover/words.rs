//! Answers about exact covers in words.

use super::Covers;
use crate::family::Told;
use crate::sink::Shown;
use crate::words::{found, kernel_answer, or_dash, plural, symmetries};
use kumiki_draw::Sheet;
use kumiki_model::{Answer, Ask, Part, Solution};

/// So many items that no option covers are named.
const NAMED_ITEMS: usize = 3;

impl Told for Covers {
    /// A solution, an option in each line.
    fn solution_text(&self, shown: &Shown) -> String {
        let Solution::Options(options) = &shown.solution else { return String::new() };
        let cost = shown.cost.map(|cost| format!("costs {cost}"));
        let caption: Vec<String> = cost.into_iter().chain(shown.symmetry.map(symmetries)).collect();
        let head = format!("{}: {}", shown.number, caption.join(", "));
        let lines = std::iter::once(head.trim_end()).chain(options.iter().map(String::as_str));
        lines.flat_map(|line| [line, "\n"]).chain(["\n"]).collect()
    }

    /// The answer without its solutions.
    fn text(&self, answer: &Answer) -> String {
        let Part::Cover(part) = &answer.part else { return String::new() };
        let kernel = [part.kernel.as_str(), &part.kernel_reason];
        let headline = headline(answer, &part.uncoverable);
        kernel_answer(&headline, kernel, answer, ["solution", "solutions"])
    }

    /// Options have no shape.
    fn picture(&self, _: &Answer, _: usize) -> Sheet {
        let if_empty = "an exact cover has no picture".to_owned();
        let (title, description) = (self.name.clone(), if_empty.clone());
        Sheet { title, description, figures: Vec::new(), if_empty, legend: Vec::new() }
    }
}

/// What is the answer, in a line.
fn headline(answer: &Answer, uncoverable: &[String]) -> String {
    let is_cheapest = matches!(&answer.question.ask, Ask::Cover(ask) if ask.cheapest.is_some());
    let count = or_dash(answer.count.as_ref());
    let found = match &answer.costs {
        costs if is_cheapest && count != "0" => {
            cheapest(costs.as_deref().unwrap_or(&[]), &count, answer.is_complete())
        }
        _ => {
            let counts = plural(count, "solution", "solutions");
            found(answer, "solution", counts, no_solution(uncoverable))
        }
    };
    let Some(order) = &answer.group_order else { return found };
    match &answer.classes {
        // The cheapest solutions are not the classes there are, and those are not counted.
        _ if is_cheapest => format!("{found}; group of order {order}"),
        Some(classes) => {
            let classes = plural(classes.all(), "class", "classes");
            format!("{found}; group of order {order}, {classes}")
        }
        None => format!("{found}; group of order {order}, too large to tell classes apart"),
    }
}

/// That there is no solution, and why if it is plain to see.
fn no_solution(uncoverable: &[String]) -> String {
    let named: Vec<String> =
        uncoverable.iter().take(NAMED_ITEMS).map(|item| format!("'{item}'")).collect();
    match uncoverable.len() {
        0 => "no solution".to_owned(),
        1 => format!("no solution: item {} is in no option", named.join(", ")),
        many if many > NAMED_ITEMS => {
            let others = plural(many - NAMED_ITEMS, "other", "others");
            format!("no solution: items {} and {others} are in no option", named.join(", "))
        }
        _ => format!("no solution: items {} are in no option", named.join(" and ")),
    }
}

/// What the cheapest solutions cost. Without costs, all cost nothing.
fn cheapest(costs: &[u64], count: &str, complete: bool) -> String {
    let (least, most) = (costs.first().copied().unwrap_or(0), costs.last().copied().unwrap_or(0));
    let so_far = if complete { "" } else { " so far" };
    match count {
        "1" => format!("the cheapest solution{so_far} costs {least}"),
        _ if least == most => format!("the {count} cheapest solutions{so_far} cost {least} each"),
        _ => format!("the {count} cheapest solutions{so_far} cost {least} to {most}"),
    }
}
