//! The list that DECAGON-COLORSTAR prints, beside the whole answer.
//!
//! All colourings of the star are found first, and then those that the program prints are put in
//! its order, with its repetitions.
//!
//! ```
//! use kumiki::run::Runner;
//! use kumiki::tile::{PrintedRequest, as_printed};
//! let star = kumiki::puzzles::tilings::find("colorstar").expect("it comes with Kumiki");
//! let question = kumiki::formats::tiling::read(star.text.as_bytes())?;
//! let request = PrintedRequest { question: &question, most: 1, verify: false };
//! let answer = as_printed(&request, "colorstar", false, &Runner::quiet(1))?.answer;
//! let printed = answer.printed.expect("the search was not stopped");
//! assert_eq!([printed.lines, printed.distinct], [287.into(), 184.into()]);
//! assert_eq!(answer.colourings, Some(370.into()));
//! assert_eq!(answer.solutions[0].line, "0-1 2-3 4-13 6-25 3-36 3-30 12-17 16-7 18-34 24-18 25-39 (42407)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::answer::record;
use super::forms::Forms;
use super::{Classes, Request, Show, Solved, Tiling, solve};
use crate::SolveError;
use crate::judged::judge_shown;
use crate::report::{NOT_VERIFIED, run_report, stopped_by};
use kumiki_formats::tiling::to_toml;
use kumiki_judge::judge_tiling;
use kumiki_model::{
    Count, ListRecord, PlacedTile, RunReport, StoppedBy, Symmetry, TilingClasses, TilingQuestion,
    TilingQuestionRecord, TilingRecord,
};
use kumiki_run::{Ended, Runner};
use kumiki_search::{Fuel, Search, Step};
use kumiki_tile::{FirstTile, PrintedLine, PrintedStar, symmetries};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// So many triangles are laid between two looks at the clock.
const SIP: u64 = 1 << 12;

/// A question about the star, and what is wanted.
#[derive(Clone, Copy, Debug)]
pub struct PrintedRequest<'a> {
    /// The problem; it must be that of DECAGON-COLORSTAR.
    pub question: &'a TilingQuestion,
    /// At most so many lines are shown.
    pub most: usize,
    /// Confirm everything by a second method. For the list this is the search of the program
    /// itself.
    pub verify: bool,
}

/// How often colourings are printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ByTimes {
    /// So often.
    pub times: usize,
    /// How many colourings up to the names of colours.
    pub colourings: Count,
}

/// What is printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PrintedCounts {
    /// How many lines.
    pub lines: Count,
    /// How many different colourings, up to the names of colours.
    pub distinct: Count,
    /// How many classes these form under all symmetries of the star.
    pub classes: Count,
    /// The colourings by how often they are printed.
    pub by_times: Vec<ByTimes>,
}

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PrintedRecord {
    /// What is printed, without the number of the line.
    pub line: String,
    /// The number of the first line with the same colouring, if it is an earlier one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<usize>,
    /// The tiling, its tiles in the order in which they were laid.
    #[serde(flatten)]
    pub tiling: TilingRecord,
}

/// What DECAGON-COLORSTAR prints, and what it could have printed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PrintedAnswer {
    /// What was asked; the command is `tile --as-printed`.
    pub question: TilingQuestionRecord,
    /// What is printed, if the search was not stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCounts>,
    /// All tilings that can be painted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tilings: Option<Count>,
    /// All colourings up to the names of colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colourings: Option<Count>,
    /// All colourings with names of colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labelled: Option<Count>,
    /// The classes of all colourings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<TilingClasses>,
    /// The first lines.
    pub solutions: Vec<PrintedRecord>,
    /// Whether everything was searched.
    pub complete: bool,
    /// What ended the search, if it was not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer.
    pub evidence: Vec<String>,
    /// What it took.
    pub profile: RunReport,
}

/// The answer, the tilings ready to be drawn, and how the search ended.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Everything that is known.
    pub answer: PrintedAnswer,
    /// The tilings of the lines in the answer.
    pub tilings: Vec<Tiling>,
    /// Whether all was searched, or why not.
    pub ended: Ended,
}

/// Finds what DECAGON-COLORSTAR prints. `name` is what the problem is called; `with_levels` records
/// the search tree level by level.
///
/// # Errors
/// If the problem is another one, or if two methods disagree.
pub fn as_printed(
    request: &PrintedRequest<'_>,
    name: &str,
    with_levels: bool,
    runner: &Runner,
) -> Result<Printed, SolveError> {
    let began = Instant::now();
    let PrintedRequest { question, most, verify } = *request;
    let star = PrintedStar::new(question, FirstTile::Kept)?;
    let show = Show::List(usize::MAX);
    let mut solved =
        solve(&Request { question, symmetry: Some(Symmetry::None), show, verify }, runner)?;
    let mut list = None;
    if solved.ended == Ended::Complete {
        let lines = star.lines(solved.shown.iter().map(|tiling| tiling.tiles.as_slice()));
        let list = list.insert(List::new(question, lines));
        solved
            .evidence
            .push("method: each colouring was followed through the program's choices".to_owned());
        solved.evidence.push(list.compare(&solved)?);
        solved.evidence.extend(list.judge(question, runner)?);
        if verify {
            solved.evidence.push(search_again(&star, &list.lines, runner)?);
        }
    }
    let Solved { tilings, colourings, labelled, ended, evidence, profile, .. } = solved;
    let classes =
        |Classes { all, rotations }| TilingClasses { all: all.into(), rotations: rotations.into() };
    let answer = PrintedAnswer {
        question: TilingQuestionRecord {
            command: "tile --as-printed".to_owned(),
            file: name.to_owned(),
            symmetry: Symmetry::None,
            list: Some(ListRecord::at_most(most)),
            sample: None,
            problem: to_toml(question),
        },
        printed: list.as_ref().map(List::counts),
        tilings: tilings.map(Into::into),
        colourings: colourings.map(Into::into),
        labelled: labelled.map(Into::into),
        classes: solved.classes.map(classes),
        solutions: list.as_ref().map_or_else(Vec::new, |list| list.records(question, most)),
        complete: ended == Ended::Complete,
        stopped_by: stopped_by(ended),
        evidence,
        profile: run_report(&profile, began, runner, with_levels),
    };
    let mut tilings = list.map_or_else(Vec::new, |list| list.tilings);
    tilings.truncate(most);
    Ok(Printed { answer, tilings, ended })
}

/// The lines, and which of them have the same colouring.
///
/// * **X1** `tilings` and `same_as` go with `lines`: the tiling, and the number of the first line
///   with the same colouring, if that is an earlier one.
/// * **X2** `times` has each colouring, written as `forms` says, and how often it is printed.
struct List {
    lines: Vec<PrintedLine>,
    tilings: Vec<Tiling>,
    same_as: Vec<Option<usize>>,
    times: BTreeMap<Vec<PlacedTile>, usize>,
    class_count: usize,
    /// The first triangle of all lines, without its colour.
    first_tile: Option<PlacedTile>,
}

impl List {
    fn new(question: &TilingQuestion, lines: Vec<PrintedLine>) -> Self {
        let symmetries = symmetries(question);
        let mut forms = Forms::new(question, &symmetries);
        let first_tile = lines.first().and_then(|line| forms.image(&line.tiles[..1], 0).pop());
        let mut list = Self {
            lines: Vec::new(),
            tilings: Vec::new(),
            same_as: Vec::new(),
            times: BTreeMap::new(),
            class_count: 0,
            first_tile: first_tile.map(without_colour),
        };
        let (mut classes, mut first_lines) = (BTreeSet::new(), BTreeMap::new());
        for (number, line) in (1..).zip(lines) {
            let images = forms.images(&line.tiles);
            let own = images[0].clone();
            let symmetries = images.iter().filter(|image| **image == own).count();
            classes.extend(images.into_iter().min());
            let first = *first_lines.entry(own.clone()).or_insert(number);
            *list.times.entry(own).or_default() += 1;
            list.same_as.push((first != number).then_some(first));
            list.tilings.push(Tiling { tiles: line.tiles.clone(), symmetries });
            list.lines.push(line);
        }
        list.class_count = classes.len();
        list
    }

    /// Compares with all colourings: those are printed that have the first triangle.
    fn compare(&self, solved: &Solved) -> Result<String, SolveError> {
        let has_first = |tiles: &[PlacedTile]| {
            tiles.iter().any(|tile| Some(without_colour(*tile)) == self.first_tile)
        };
        let all = solved.shown.iter().map(|tiling| &tiling.tiles);
        let expected: BTreeSet<&Vec<PlacedTile>> = all.filter(|tiles| has_first(tiles)).collect();
        let (printed, total) = (self.times.len(), solved.shown.len());
        if !self.times.keys().eq(expected.iter().copied()) {
            return Err(SolveError::Disagreement {
                first: format!("{printed} colourings are printed"),
                second: format!(
                    "{} of {total} have the triangle that the program lays first",
                    expected.len()
                ),
            });
        }
        Ok(format!(
            "identity: of all {total} colourings, {printed} have the triangle that the program \
             lays first; it prints these"
        ))
    }

    fn judge(
        &self,
        question: &TilingQuestion,
        runner: &Runner,
    ) -> Result<Option<String>, SolveError> {
        judge_shown(["line", "lines"], &self.lines, runner, |_, line| {
            judge_tiling(question, &line.tiles)
        })
    }

    fn counts(&self) -> PrintedCounts {
        let mut by_times: BTreeMap<usize, usize> = BTreeMap::new();
        for times in self.times.values() {
            *by_times.entry(*times).or_default() += 1;
        }
        let row =
            |(times, colourings): (usize, usize)| ByTimes { times, colourings: count(colourings) };
        PrintedCounts {
            lines: count(self.lines.len()),
            distinct: count(self.times.len()),
            classes: count(self.class_count),
            by_times: by_times.into_iter().map(row).collect(),
        }
    }

    /// The first lines, as they are shown.
    fn records(&self, question: &TilingQuestion, most: usize) -> Vec<PrintedRecord> {
        let lines = self.lines.iter().zip(&self.same_as).zip(&self.tilings).take(most);
        let record =
            |((line, same_as), tiling): ((&PrintedLine, &Option<usize>), &Tiling)| PrintedRecord {
                line: line.to_string(),
                same_as: *same_as,
                tiling: record(question, tiling),
            };
        lines.map(record).collect()
    }
}

fn without_colour(tile: PlacedTile) -> PlacedTile {
    PlacedTile { colour: None, ..tile }
}

/// Walks through the program's own tree, and compares.
fn search_again(
    star: &PrintedStar,
    lines: &[PrintedLine],
    runner: &Runner,
) -> Result<String, SolveError> {
    let mut search = star.search();
    let (mut expected, mut number, mut is_same) = (lines.iter(), 0, true);
    let ended = runner.alone("searching as the program does", |reporter| {
        while is_same {
            let mut fuel = Fuel(SIP);
            match search.advance(&mut fuel) {
                Step::Solution => {
                    number += 1;
                    is_same = search.line().as_ref() == expected.next();
                }
                Step::Exhausted => {
                    is_same = expected.next().is_none();
                    return true;
                }
                Step::OutOfFuel => {}
            }
            if !reporter.go_on(0.0, SIP - fuel.0) {
                return false;
            }
        }
        true
    });
    if !is_same {
        return Err(SolveError::Disagreement {
            first: format!("that the list has {} lines", lines.len()),
            second: format!("that it is another one from line {number} on"),
        });
    }
    if ended != Ended::Complete {
        return Ok(format!("{NOT_VERIFIED}the program's own search was stopped"));
    }
    let nodes = search.profile().nodes();
    Ok(format!(
        "verified: the program's own search lays {nodes} triangles and prints the same {number} \
         lines"
    ))
}

fn count(number: usize) -> Count {
    Count(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_the_program_does_not_print_is_noticed() {
        let star = kumiki_puzzles::tilings::find("colorstar").expect("it comes with Kumiki");
        let question = kumiki_formats::tiling::read(star.text.as_bytes()).expect("our own problem");
        let runner = Runner::quiet(1);
        let show = Show::List(usize::MAX);
        let all = Request { symmetry: Some(Symmetry::None), show, ..Request::count(&question) };
        let mut solved = solve(&all, &runner).expect("a small problem");
        let star = PrintedStar::new(&question, FirstTile::Kept).expect("the star");
        let lines = star.lines(solved.shown.iter().map(|tiling| tiling.tiles.as_slice()));

        // The first lines come early in the search.
        let mut swapped = lines.clone();
        swapped.swap(0, 1);
        let fault = search_again(&star, &swapped, &runner).expect_err("another order");
        assert!(fault.to_string().ends_with("that it is another one from line 1 on"), "{fault}");
        let fault = search_again(&star, &[&lines[..1], &lines[2..]].concat(), &runner)
            .expect_err("a line less");
        assert!(fault.to_string().ends_with("that it is another one from line 2 on"), "{fault}");

        let list = List::new(&question, lines);
        list.judge(&question, &runner).expect("tilings");
        list.compare(&solved).expect("the colourings with the first triangle");
        let mut wrong = List::new(&question, list.lines.clone());
        wrong.lines[6].tiles.pop();
        let fault = wrong.judge(&question, &runner).expect_err("a hole");
        assert!(
            fault.to_string().starts_with("bug: line 7 was found, but the judge refuses it: "),
            "{fault}"
        );
        // A colouring that is printed is taken from those that are known.
        solved.shown.retain(|tiling| Some(&tiling.tiles) != list.times.keys().next());
        let fault = list.compare(&solved).expect_err("one colouring less");
        assert!(fault.to_string().contains("184 colourings are printed"), "{fault}");
        assert!(fault.to_string().contains("183 of 369"), "{fault}");
    }
}
