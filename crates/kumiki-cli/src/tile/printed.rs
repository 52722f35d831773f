//! `kumiki tile colorstar --as-printed`: the list of DECAGON-COLORSTAR, in text, JSON and pictures.

use super::{TileArgs, write_pictures};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{DRAWN_BY_DEFAULT, Outputs};
use crate::running::{exit_code, stop_reason};
use crate::tables::{picture_title, profile};
use crate::text::{plural, table};
use kumiki::SolveError;
use kumiki::draw::{Sheet, TilingCard, tiling_sheet};
use kumiki::model::TilingQuestion;
use kumiki::run::Runner;
use kumiki::tile::{ByTimes, Printed, PrintedAnswer, PrintedCounts, PrintedRequest, as_printed};
use std::fmt::Write as _;
use std::process::ExitCode;

pub(super) fn run(
    args: &TileArgs,
    input: &Input,
    question: &TilingQuestion,
    mut outputs: Outputs<'_>,
    runner: &Runner,
) -> Result<ExitCode, Failure> {
    let common = &args.common;
    let title = if question.title().is_empty() { &input.name } else { question.title() };
    let most = if common.first { 1 } else { common.list.unwrap_or(usize::MAX) };
    let request = PrintedRequest { question, most, verify: common.verify };
    let printed =
        as_printed(&request, &input.name, common.profile, runner).map_err(|error| match error {
            SolveError::Unsuited(reason) => input.refused(reason),
            error => error.into(),
        })?;
    let drawn = if common.first || common.list.is_some() { most } else { DRAWN_BY_DEFAULT };
    outputs.print(&printed.answer, || describe(title, &printed, common.profile))?;
    write_pictures(&mut outputs, || draw(question, title, &printed, drawn))?;
    Ok(exit_code(printed.ended, &printed.answer.evidence))
}

/// The picture of the first lines.
fn draw(question: &TilingQuestion, title: &str, printed: &Printed, most: usize) -> Sheet {
    let Printed { answer, tilings, .. } = printed;
    let lines = (1..).zip(&answer.solutions).zip(tilings).take(most);
    let cards: Vec<TilingCard<'_>> = lines
        .map(|((number, record), tiling)| {
            let tiles = plural(tiling.tiles.len(), "tile", "tiles");
            let repeats =
                record.same_as.map_or_else(String::new, |line| format!(", the same as {line}"));
            TilingCard { tiling: &tiling.tiles, caption: format!("{number}: {tiles}{repeats}") }
        })
        .collect();
    let title = format!("{title}, as printed by DECAGON-COLORSTAR");
    let title = match &answer.printed {
        Some(counts) => picture_title(&title, cards.len(), &counts.lines, answer.complete),
        None => title,
    };
    tiling_sheet(question, &title, &cards)
}

/// The answer for people: the lines just as the program prints them, and what is to be said about
/// them.
fn describe(title: &str, Printed { answer, ended, .. }: &Printed, with_profile: bool) -> String {
    let mut text = String::new();
    for (number, record) in (1..).zip(&answer.solutions) {
        writeln!(text, "{number}: {}", record.line).expect("writing to a string");
    }
    text += &comparison(title, answer);
    if with_profile {
        text += &profile(&answer.profile);
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*ended, "line") {
        writeln!(text, "{reason}: the list is not known").expect("writing to a string");
    }
    text
}

/// What is printed, how often, and what is not.
fn comparison(title: &str, answer: &PrintedAnswer) -> String {
    let (Some(counts), Some(all), Some(classes)) =
        (&answer.printed, &answer.colourings, &answer.classes)
    else {
        return format!("{title}: the colourings are not counted yet\n\n");
    };
    let PrintedCounts { lines, distinct, classes: printed_classes, by_times } = counts;
    let row = |row: &ByTimes| vec![row.times.to_string(), row.colourings.to_string()];
    let table = table(&["times printed", "colourings"], &[], by_times.iter().map(row).collect());
    let missing = &all.0 - &distinct.0;
    format!(
        "\n{title}, as printed by DECAGON-COLORSTAR: {lines} lines, {distinct} distinct up to the \
         names of colours, \
         {printed_classes} classes up to all symmetries\n\n{table}\n\
         In all there are {all} colourings, {} classes up to all symmetries. The program never \
         moves its first triangle, so {missing} \
         are not printed,\nand it settles the names of colours only in part, so some are printed \
         more than once.\n\n",
        classes.all
    )
}
