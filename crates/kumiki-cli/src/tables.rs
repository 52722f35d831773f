//! Parts of answers that several commands print in the same words: counts, classes, profiles.

use crate::text::{megabytes, plural, table};
use kumiki::model::{BySymmetry, Classes, Count, RunReport, Symmetry};
use std::fmt::Write as _;

/// How many packings there are, and how many classes they form.
pub(crate) fn packings_and_classes(packings: &Count, classes: &Classes) -> String {
    let Classes { all, rotations } = classes;
    format!(
        "{}, {} up to rotations, {all} up to all symmetries",
        plural(packings, "packing", "packings"),
        plural(rotations, "class", "classes"),
    )
}

/// How many packings are different for one idea of sameness.
pub(crate) fn different<'c>(
    symmetry: Symmetry,
    packings: &'c Count,
    classes: &'c Classes,
) -> &'c Count {
    match symmetry {
        Symmetry::All => &classes.all,
        Symmetry::Rotations => &classes.rotations,
        Symmetry::None => packings,
    }
}

/// The title of a picture, which says how many of how many are shown if not all are.
pub(crate) fn picture_title(what: &str, shown: usize, all: &Count, complete: bool) -> String {
    let is_part = complete && shown.to_string() != all.to_string();
    if is_part { format!("{what}: {shown} of {all}") } else { what.to_owned() }
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

/// The kernel of an exact-cover search and why it was taken, then the profile.
pub(crate) fn kernel_profile(kernel: &str, reason: &str, report: &RunReport) -> String {
    format!("kernel {kernel}: {reason}\n\n{}\n", profile(report))
}
