//! The part of the demo about puzzles and exact covers.

use super::check_ended;
use crate::failure::Failure;
use crate::text::{print, table};
use kumiki::drive::Run;
use kumiki::formats::cover::{CoverFile, CoverFormat};
use kumiki::formats::puzzle::{PuzzleFormat, read};
use kumiki::puzzles::gallery::{self, GalleryPuzzle};
use kumiki::{cover, pack};
use std::time::Instant;

/// The puzzles of the gallery that take no more than a second or so.
const SHOWN: [&str; 6] =
    ["diabolical", "pentominoes-6x10", "pentominoes-8x8", "rods", "slothouber-graatsma", "soma"];

/// Dominoes on a board of 16 by 16, too many to list.
const DOMINOES: &str = include_str!("../../../../examples/domino16.dlx");
/// Kasteleyn's formula, and Temperley and Fisher's.
const DOMINO_TILINGS: &str = "2444888770250892795802079170816";

/// Shows the table, and returns the first difference from the known figures.
pub(super) fn run(run: &Run<'_>) -> Result<Option<String>, Failure> {
    print("\nPacking puzzles and exact covers (TAOCP 7.2.2.1), symmetries included.\n\n")?;
    let mut rows = Vec::new();
    let mut difference = None;
    for name in SHOWN {
        let known = gallery::find(name).expect("the gallery has it");
        let (row, is_known) = puzzle(known, run)?;
        rows.push(row);
        difference = difference.or((!is_known).then(|| name.to_owned()));
    }
    let (row, is_known) = dominoes(run)?;
    rows.push(row);
    difference = difference.or((!is_known).then(|| "dominoes".to_owned()));
    let head = ["problem", "solutions", "classes", "kernel", "seconds", "known figure"];
    print(&table(&head, &["problem", "kernel", "known figure"], rows))?;
    Ok(difference)
}

fn puzzle(known: &GalleryPuzzle, run: &Run<'_>) -> Result<(Vec<String>, bool), Failure> {
    let began = Instant::now();
    let file =
        read(known.text.as_bytes(), PuzzleFormat::Toml).expect("the gallery's files are valid");
    let solved = pack::solve(&pack::Request::count(&file.question), run)?;
    check_ended(solved.stopped_by, known.name)?;
    let is_known = solved.total == known.packings.into() && solved.classes == known.classes.into();
    let (total, classes) = (solved.total.to_string(), solved.classes.to_string());
    Ok((row(known.name, total, classes, solved.kernel, began, is_known), is_known))
}

fn dominoes(run: &Run<'_>) -> Result<(Vec<String>, bool), Failure> {
    let began = Instant::now();
    let file =
        CoverFile::read(DOMINOES.as_bytes(), CoverFormat::Dlx).expect("the example is valid");
    let solved = cover::solve(&cover::Request::count(file.problem()), run)?;
    check_ended(solved.stopped_by, "dominoes")?;
    let total = solved.count.to_string();
    let is_known = total == DOMINO_TILINGS;
    Ok((row("dominoes 16x16", total, "-".to_owned(), solved.kernel, began, is_known), is_known))
}

fn row(
    name: &str,
    total: String,
    classes: String,
    kernel: cover::Kernel,
    began: Instant,
    is_known: bool,
) -> Vec<String> {
    let seconds = format!("{:.3}", began.elapsed().as_secs_f64());
    let verdict = if is_known { "agrees" } else { "DIFFERS" };
    vec![name.to_owned(), total, classes, kernel.name().to_owned(), seconds, verdict.to_owned()]
}
