//! The part of the demo about tilings.

use super::check_ended;
use crate::failure::Failure;
use crate::text::{print, table};
use kumiki::drive::Run;
use kumiki::formats::tiling::read;
use kumiki::puzzles::tilings::{self, BuiltInTiling};
use kumiki::tile::{Request, solve};
use std::time::Instant;

/// The problems that are shown. None takes more than a second or two.
const SHOWN: [&str; 7] = [
    "decagon",
    "colorstar",
    "stomachion",
    "stomachion-alike",
    "tangram-square",
    "penrose-decagon",
    "rhombs-14",
];

/// Shows the table, and returns the first difference from the known figures.
pub(super) fn run(run: &Run<'_>) -> Result<Option<String>, Failure> {
    print("\nPolygons tiled by polygons, exactly (DECAGON and DECAGON-COLORSTAR, D. E. Knuth).\n")?;
    print("Tilings of the coloured star are up to the names of colours.\n\n")?;
    let mut rows = Vec::new();
    let mut difference = None;
    for name in SHOWN {
        let (row, is_known) = compare(tilings::find(name).expect("it comes with Kumiki"), run)?;
        rows.push(row);
        difference = difference.or((!is_known).then(|| name.to_owned()));
    }
    let head = ["problem", "tilings", "classes", "seconds", "known figure"];
    print(&table(&head, &["problem", "known figure"], rows))?;
    Ok(difference)
}

fn compare(problem: &BuiltInTiling, run: &Run<'_>) -> Result<(Vec<String>, bool), Failure> {
    let began = Instant::now();
    let question = read(problem.text.as_bytes()).expect("our own problems are right");
    let solved = solve(&Request::count(&question), run)?;
    check_ended(solved.stopped_by, problem.name)?;
    let known = &problem.known;
    let agrees = |found: &Option<_>, known: Option<u64>| {
        known.is_none_or(|known| *found == Some(known.into()))
    };
    let classes = solved.classes.map(|classes| classes.all);
    let is_known = agrees(&solved.tilings, known.tilings)
        && agrees(&solved.colourings, known.colourings)
        && agrees(&solved.labelled, known.labelled)
        && known.colouring_classes.or(known.classes).is_none_or(|known| classes == Some(known));
    let total = solved.colourings.or(solved.tilings).unwrap_or_default();
    let row = vec![
        problem.name.to_owned(),
        total.to_string(),
        classes.map_or_else(|| "-".to_owned(), |classes| classes.to_string()),
        format!("{:.3}", began.elapsed().as_secs_f64()),
        if is_known { "agrees".to_owned() } else { "DIFFERS".to_owned() },
    ];
    Ok((row, is_known))
}
