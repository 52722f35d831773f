//! Words, numbers and tables for people.

use kumiki_draw::Card;
use kumiki_drive::megabytes;
use kumiki_model::{
    Answer, BySymmetry, ClassCount, Count, RunReport, Solution, StoppedBy, Symmetry,
};
use std::fmt::{Display, Write as _};

/// A number with the right form of its noun. The number may be of any size.
#[must_use]
pub fn plural(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

/// How symmetric something is that so many symmetries leave unchanged, the identity among them.
#[must_use]
pub fn symmetries(number: usize) -> String {
    match number {
        1 => "no symmetry".to_owned(),
        _ => format!("{number} symmetries"),
    }
}

/// The number of a solution in a list, with its symmetries if they are known.
pub(crate) fn numbered(number: usize, symmetry: Option<usize>) -> String {
    match symmetry {
        Some(known) => format!("{number}, {}", symmetries(known)),
        None => number.to_string(),
    }
}

/// `a`, `a or b`, `a, b or c`.
#[must_use]
pub fn alternatives(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Columns under their heads, aligned to the right; the columns named in `left` to the left.
#[must_use]
pub fn table(head: &[&str], left: &[&str], rows: Vec<Vec<String>>) -> String {
    let lines: Vec<Vec<String>> =
        std::iter::once(head.iter().map(|name| (*name).to_owned()).collect()).chain(rows).collect();
    let width =
        |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).zip(head).map(|((cell, width), name)| {
            if left.contains(name) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// A count, or a dash if there is none.
pub(crate) fn or_dash<T: Display>(number: Option<T>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// How many packings there are, and how many classes they form.
pub(crate) fn packings_and_classes(answer: &Answer) -> String {
    let mut text = plural(or_dash(answer.count.as_ref()), "packing", "packings");
    if let Some(classes) = &answer.classes {
        let rotations = plural(or_dash(classes.rotations()), "class", "classes");
        write!(text, ", {rotations} up to rotations, {} up to all symmetries", classes.all())
            .expect("writing to a string");
    }
    text
}

/// How many solutions are different for one idea of sameness, if that is known.
pub(crate) fn different(answer: &Answer, symmetry: Symmetry) -> Option<&Count> {
    match symmetry {
        Symmetry::All => answer.classes.as_ref().map(ClassCount::all),
        Symmetry::Rotations => answer.classes.as_ref().and_then(ClassCount::rotations),
        Symmetry::None => answer.count.as_ref(),
    }
}

/// The title of a picture, which says how many of how many are shown if not all are.
pub(crate) fn picture_title(what: &str, answer: &Answer, all: Option<&Count>) -> String {
    let shown = answer.solutions.as_ref().map_or(0, Vec::len);
    match all {
        Some(all) if answer.is_complete() && shown.to_string() != all.to_string() => {
            format!("{what}: {shown} of {all}")
        }
        _ => what.to_owned(),
    }
}

/// What can be drawn of the solutions that an answer lists, the first of which has this number.
/// `draw` makes a drawing and its caption of the number of a solution and the solution.
pub(crate) fn drawn<T>(
    answer: &Answer,
    first: usize,
    draw: impl Fn(usize, &Solution) -> Option<Card<T>>,
) -> Vec<Card<T>> {
    let numbers = (first..).step_by(answer.question.how.spacing());
    let numbered = numbers.zip(answer.solutions.iter().flatten());
    numbered.filter_map(|(number, solution)| draw(number, solution)).collect()
}

/// The classes by number of symmetries; nothing if there are none.
pub(crate) fn symmetry_table(rows: &[BySymmetry]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let rows = rows.iter().map(|row| vec![row.order.to_string(), row.classes.to_string()]);
    table(&["symmetries", "classes"], &[], rows.collect()) + "\n"
}

/// The search tree level by level, if the method has one, and what it cost.
pub(crate) fn profile(report: &RunReport) -> String {
    let mut text = String::new();
    if let Some(first) = report.levels.first() {
        let names = first.tallies.iter().map(|(name, _)| name.as_str());
        let head: Vec<&str> = ["level", "nodes"].into_iter().chain(names).collect();
        let rows = report.levels.iter().map(|level| {
            let tallies = level.tallies.iter().map(|(_, tally)| tally.to_string());
            [level.level.to_string(), level.nodes.to_string()].into_iter().chain(tallies).collect()
        });
        text += &(table(&head, &[], rows.collect()) + "\n");
    }
    let (nodes, threads) =
        (plural(report.nodes, "node", "nodes"), plural(report.threads, "thread", "threads"));
    let peak = megabytes(report.peak_bytes);
    writeln!(text, "{nodes}, {:.3} s, {threads}, at most {peak} MB", report.seconds)
        .expect("writing to a string");
    text
}

/// An answer of the exact-cover kernels without its solutions: the headline, the classes by number
/// of symmetries, which kernel did the work and why if that is asked for, and the evidence.
pub(crate) fn kernel_answer(
    headline: &str,
    [kernel, reason]: [&str; 2],
    answer: &Answer,
    nouns: [&str; 2],
) -> String {
    let mut text = format!("{headline}\n\n{}", symmetry_table(&answer.by_symmetry));
    if answer.question.how.profile {
        text += &format!("kernel {kernel}: {reason}\n\n{}\n", profile(&answer.profile));
    }
    text + &evidence(answer) + &ending(answer, nouns, "the counts above are")
}

/// What was found: the counts, or that there is nothing, in the words `none` if that is certain.
/// `one` is a solution in words.
pub(crate) fn found(answer: &Answer, one: &str, counts: String, none: String) -> String {
    match (answer.count == Some(Count::default()), answer.is_complete()) {
        (true, true) => none,
        (true, false) => format!("no {one} found yet"),
        (false, true) => counts,
        (false, false) => format!("{counts} so far"),
    }
}

/// A packing of so many pieces, called by their nouns, that so many symmetries leave unchanged.
pub(crate) fn packing(pieces: usize, [one, many]: [&str; 2], symmetry: usize) -> String {
    format!("{}, {}", plural(pieces, one, many), symmetries(symmetry))
}

/// The evidence, a line each.
pub(crate) fn evidence(answer: &Answer) -> String {
    answer.evidence.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Why a run was stopped before everything was seen; nothing if it was not. `nouns` are one and
/// many solutions in words.
pub(crate) fn stop_reason(answer: &Answer, [one, many]: [&str; 2]) -> Option<String> {
    Some(match answer.stopped_by? {
        StoppedBy::Enough => match answer.question.how.room() {
            1 => format!("stopped at the first {one}, as asked"),
            room => format!("stopped after {}, as asked", plural(room, one, many)),
        },
        other => other.in_words().to_owned(),
    })
}

/// The line that says that the counts are not complete, and why; nothing if they are.
pub(crate) fn ending(answer: &Answer, nouns: [&str; 2], what: &str) -> String {
    let reason = stop_reason(answer, nouns);
    reason.map(|reason| format!("{reason}: {what} not complete\n")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_numbers() {
        assert_eq!(plural(0, "class", "classes"), "0 classes");
        assert_eq!(plural(1, "class", "classes"), "1 class");
        assert_eq!(plural("11", "class", "classes"), "11 classes");
    }

    #[test]
    fn the_identity_alone_is_no_symmetry() {
        assert_eq!(symmetries(1), "no symmetry");
        assert_eq!(symmetries(2), "2 symmetries");
    }

    #[test]
    fn alternatives_end_with_or() {
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(alternatives(&words[..0]), "");
        assert_eq!(alternatives(&words[..1]), "a");
        assert_eq!(alternatives(&words[..2]), "a or b");
        assert_eq!(alternatives(&words), "a, b or c");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let text = table(
            &["case", "s", "reached"],
            &["case"],
            vec![row(["a b", "12.5", "-"]), row(["c", "1", "aim"])],
        );
        assert_eq!(text, "case     s  reached\na b   12.5        -\nc        1      aim\n");
    }
}
