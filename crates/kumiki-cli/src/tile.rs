//! `kumiki tile`: from a problem to a request, from an answer to text, JSON and pictures.

use crate::args::{TileArgs, TileWriteArg};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{JSON, Outputs, write_converted};
use crate::running::{check_sample, exit_code, show, stop_reason, terminal};
use crate::tables::{picture_title, profile, symmetry_table};
use crate::text::{plural, print, symmetries, table};
use kumiki::draw::{Sheet, TilingCard, tiling_sheet};
use kumiki::drive::Run;
use kumiki::formats::tiling::{read, to_toml};
use kumiki::model::{ByComposition, Count, PlacedTile, Symmetry, TilingAnswer, TilingQuestion};
use kumiki::puzzles::tilings::{self, BuiltInTiling, TILINGS};
use kumiki::tile::{Answered, Request, Tiling, answer};
use std::fmt::Write as _;
use std::process::ExitCode;

/// The longest file that is read.
const FILE_LIMIT_BYTES: u64 = 64 << 20;

pub(crate) fn run(args: &TileArgs) -> Result<ExitCode, Failure> {
    let Some(path) = &args.file else { return show_gallery() };
    let common = &args.common;
    let terminal = terminal(common)?;
    let run = Run::new(&*terminal);
    let symmetry = args.symmetry.map(Symmetry::from);
    check_sample(&args.sample, symmetry.unwrap_or(Symmetry::All))?;
    let built_in = |name: &str| Some(tilings::find(name)?.text);
    let expected = "a file with a tiling problem or a name that 'kumiki tile --gallery' lists";
    let input = Input::read_or_find(path, FILE_LIMIT_BYTES, built_in, expected)?;
    let question = read(&input.bytes).map_err(|error| input.refused(error))?;
    if let Some(values) = &args.write {
        write_converted(values, common.force, path, |TileWriteArg::Toml| Ok(to_toml(&question)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut outputs = outputs(args)?;
    let request = Request {
        question: &question,
        symmetry,
        show: show(common, &args.sample, outputs.wants("--svg") || outputs.wants("--eps")),
        verify: common.verify,
    };
    let answered = answer(&request, &input.name, common.profile, &run)?;
    let title = if question.title().is_empty() { &input.name } else { question.title() };
    let with_list = common.list.is_some() || common.first || args.sample.sample.is_some();
    outputs.print(&answered.answer, || {
        describe(&question, title, &answered, with_list, common.profile)
    })?;
    write_pictures(&mut outputs, || draw(&question, title, &answered))?;
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

/// The places of the pictures that are wanted.
fn outputs(args: &TileArgs) -> Result<Outputs<'_>, Failure> {
    let common = &args.common;
    let mut outputs = Outputs::new(common.force, common.json.then_some(JSON), args.file.as_deref());
    outputs.reserve("--svg", args.picture.svg.as_deref())?;
    outputs.reserve("--eps", args.eps.as_deref())?;
    Ok(outputs)
}

/// Draws what is wanted.
fn write_pictures(outputs: &mut Outputs<'_>, draw: impl Fn() -> Sheet) -> Result<(), Failure> {
    outputs.write("--svg", || draw().to_svg())?;
    outputs.write("--eps", || draw().to_eps())
}

/// The picture of the listed tilings.
fn draw(question: &TilingQuestion, title: &str, answered: &Answered) -> Sheet {
    let Answered { answer, tilings, .. } = answered;
    let cards: Vec<TilingCard<'_>> = (1..)
        .zip(tilings)
        .map(|(number, tiling)| TilingCard {
            tiling: &tiling.tiles,
            caption: caption(number, tiling),
        })
        .collect();
    let title = match different(answer) {
        Some(all) => picture_title(title, cards.len(), all, answer.complete),
        None => title.to_owned(),
    };
    tiling_sheet(question, &title, &cards)
}

/// How many tilings are different for the list, if that is known.
fn different(answer: &TilingAnswer) -> Option<&Count> {
    let classes = answer.classes.as_ref();
    match answer.question.symmetry {
        Symmetry::All => classes.map(|classes| &classes.all),
        Symmetry::Rotations => classes.map(|classes| &classes.rotations),
        Symmetry::None => answer.colourings.as_ref().or(answer.tilings.as_ref()),
    }
}

fn caption(number: usize, tiling: &Tiling) -> String {
    let tiles = plural(tiling.tiles.len(), "tile", "tiles");
    format!("{number}: {tiles}, {}", symmetries(tiling.symmetries))
}

/// The answer for people.
fn describe(
    question: &TilingQuestion,
    title: &str,
    answered: &Answered,
    with_list: bool,
    with_profile: bool,
) -> String {
    let Answered { answer, tilings, stopped_by } = answered;
    let mut text = String::new();
    for (number, tiling) in (1..).zip(tilings).filter(|_| with_list) {
        writeln!(text, "{}\n{}", caption(number, tiling), tile_table(question, &tiling.tiles))
            .expect("writing to a string");
    }
    writeln!(text, "{title}: {}\n", headline(answer)).expect("writing to a string");
    text += &composition_table(question, &answer.by_composition);
    text += &symmetry_table(&answer.by_symmetry);
    if with_profile {
        text += &profile(&answer.profile);
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*stopped_by, "tiling") {
        writeln!(text, "{reason}: the counts above are not complete").expect("writing to a string");
    }
    text
}

/// What is the answer, in a line.
fn headline(answer: &TilingAnswer) -> String {
    let counted = answer.colourings.as_ref().or(answer.tilings.as_ref());
    let is_none = counted.is_some_and(|count| count.to_string() == "0");
    let Some(counted) = counted else { return "the tilings are not counted yet".to_owned() };
    match (&answer.obstruction, answer.complete) {
        (Some(reason), _) if is_none => return format!("no tiling: {reason}"),
        (_, true) if is_none => return "no tiling".to_owned(),
        (_, false) if is_none => return "no tiling found yet".to_owned(),
        _ => {}
    }
    let mut text = match &answer.labelled {
        Some(labelled) => {
            let on = answer
                .tilings
                .as_ref()
                .map(|tilings| format!(" on {}", plural(tilings, "tiling", "tilings")));
            let on = on.unwrap_or_default();
            format!(
                "{}{on} ({labelled} with names of colours)",
                plural(counted, "colouring", "colourings")
            )
        }
        None => plural(counted, "tiling", "tilings"),
    };
    if let Some(classes) = &answer.classes {
        let rotations = plural(&classes.rotations, "class", "classes");
        write!(text, ", {rotations} up to rotations, {} up to all symmetries", classes.all)
            .expect("writing to a string");
    }
    // The count of plain tilings is complete before any of them is visited.
    if !answer.complete && answer.colourings.is_some() {
        text += " so far";
    }
    text
}

/// The tiles of a tiling: what they are and where their corners are, roughly.
fn tile_table(question: &TilingQuestion, tiles: &[PlacedTile]) -> String {
    let ring = question.ring();
    let colour = |placed: &PlacedTile| {
        let name = placed.colour.and_then(|at| Some(question.colours()?.names[at].clone()));
        name.map_or_else(String::new, |name| format!("{name} "))
    };
    let corner = |corner| {
        let [x, y] = ring.approximate(corner);
        format!("({}, {})", decimal(x), decimal(y))
    };
    let line = |placed: &PlacedTile| {
        let corners: Vec<String> = placed.corners(question).into_iter().map(corner).collect();
        format!(
            "  {}{}: {}\n",
            colour(placed),
            question.tiles()[placed.tile].name,
            corners.join(" ")
        )
    };
    tiles.iter().map(line).collect()
}

/// Three digits after the point, and no negative zero.
fn decimal(number: f64) -> String {
    let text = format!("{number:.3}");
    if text == "-0.000" { "0.000".to_owned() } else { text }
}

/// The tilings by the numbers of their tiles; nothing if these do not vary.
fn composition_table(question: &TilingQuestion, rows: &[ByComposition]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let counted = if question.colours().is_some() { "colourings" } else { "tilings" };
    let names = question.tiles().iter().map(|tile| tile.name.as_str());
    let head: Vec<&str> = names.chain([counted, "classes"]).collect();
    let row = |row: &ByComposition| {
        let numbers = row.tiles.iter().map(ToString::to_string);
        let classes = row.classes.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        numbers.chain([row.tilings.to_string(), classes]).collect()
    };
    table(&head, &[], rows.iter().map(row).collect()) + "\n"
}

fn show_gallery() -> Result<ExitCode, Failure> {
    let title = |problem: &BuiltInTiling| {
        let question = read(problem.text.as_bytes()).expect("our own problems are right");
        question.title().to_owned()
    };
    let or_dash =
        |count: Option<u64>| count.map_or_else(|| "-".to_owned(), |count| count.to_string());
    let row = |problem: &BuiltInTiling| {
        let known = &problem.known;
        let tilings = or_dash(known.colourings.or(known.tilings));
        let classes = or_dash(known.colouring_classes.or(known.classes));
        vec![problem.name.to_owned(), title(problem), tilings, classes]
    };
    let rows = TILINGS.iter().map(row).collect();
    print(&table(&["name", "problem", "tilings", "classes"], &["name", "problem"], rows))?;
    print(
        "\nWhat is known from elsewhere; classes are up to all symmetries of the region, and \
         tilings of coloured\n\
           problems up to the names of colours. Solve one with 'kumiki tile decagon'.\n",
    )?;
    Ok(ExitCode::SUCCESS)
}
