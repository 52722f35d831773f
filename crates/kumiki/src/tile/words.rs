//! Answers about tilings in words and pictures, and the problems that come with Kumiki.

use super::Tilings;
use crate::family::Told;
use crate::sink::Shown;
use crate::words::{
    different, drawn, ending, evidence, or_dash, picture_title, plural, profile, symmetries,
    symmetry_table, table,
};
use kumiki_draw::{Card, Sheet, tiling_sheet};
use kumiki_formats::tiling::read;
use kumiki_model::{
    Answer, ByComposition, ClassCount, Count, Part, PlacedTile, Solution, StoppedBy, TilePart,
    TilingQuestion, TilingRecord,
};
use kumiki_puzzles::tilings::{BuiltInTiling, TILINGS};
use std::fmt::Write as _;

impl Told for Tilings {
    /// A tiling, tile by tile.
    fn solution_text(&self, shown: &Shown) -> String {
        let Solution::Tiles(record) = &shown.solution else { return String::new() };
        let tiles = record.placed(&self.question).unwrap_or_default();
        format!("{}\n{}\n", caption(shown.number, record), tile_table(&self.question, &tiles))
    }

    /// The answer without its tilings.
    fn text(&self, answer: &Answer) -> String {
        let Part::Tile(part) = &answer.part else { return String::new() };
        let mut text = format!("{}: {}\n\n", self.title, headline(answer, part));
        text += &composition_table(&self.question, &part.by_composition);
        text += &symmetry_table(&answer.by_symmetry);
        if answer.question.how.profile {
            text += &profile(&answer.profile);
            if self.question.colours().is_none() && !answer.profile.levels.is_empty() {
                text += LEVELS;
            }
        }
        text + &evidence(answer) + &ending(answer, ["tiling", "tilings"], "the counts above are")
    }

    /// The listed tilings.
    fn picture(&self, answer: &Answer, first: usize) -> Sheet {
        let question = &self.question;
        let cards = drawn(answer, first, |number, solution| {
            let Solution::Tiles(record) = solution else { return None };
            let solution = record.placed(question).ok()?;
            Some(Card { solution, caption: caption(number, record) })
        });
        let all = different(answer, self.told_apart_by(&answer.question.how));
        tiling_sheet(question, &picture_title(&self.title, answer, all), &cards)
    }
}

/// What the levels of a count without colours are.
const LEVELS: &str = "a level is a number of tiles laid; nodes are tiles cut off as the last of so \
    many, polygons those\nfirst left by so many and counted there, remembered those left again\n";

fn caption(number: usize, record: &TilingRecord) -> String {
    let tiles = plural(record.tiles.len(), "tile", "tiles");
    format!("{number}: {tiles}, {}", symmetries(record.symmetry.unwrap_or(1)))
}

/// What is the answer, in a line.
fn headline(answer: &Answer, part: &TilePart) -> String {
    let Some(counted) = &answer.count else {
        return match answer.stopped_by {
            Some(StoppedBy::Enough) => "not counted, since only a list was asked for".to_owned(),
            _ => "the tilings are not counted yet".to_owned(),
        };
    };
    let is_none = *counted == Count::default();
    match (&answer.why_none, answer.is_complete()) {
        (Some(reason), _) if is_none => return format!("no tiling: {reason}"),
        (_, true) if is_none => return "no tiling".to_owned(),
        (_, false) if is_none => return "no tiling found yet".to_owned(),
        _ => {}
    }
    let mut text = match &part.labelled {
        Some(labelled) => {
            let on = |tilings| format!(" on {}", plural(tilings, "tiling", "tilings"));
            let on = part.tilings.as_ref().map(on).unwrap_or_default();
            format!(
                "{}{on} ({labelled} with names of colours)",
                plural(counted, "colouring", "colourings")
            )
        }
        None => plural(counted, "tiling", "tilings"),
    };
    if let Some(ClassCount::Both(classes)) = &answer.classes {
        let rotations = plural(&classes.rotations, "class", "classes");
        write!(text, ", {rotations} up to rotations, {} up to all symmetries", classes.all)
            .expect("writing to a string");
    }
    // The count of plain tilings is complete before any of them is visited.
    if !answer.is_complete() && part.colourings.is_some() {
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
        let name = &question.tiles()[placed.tile].name;
        format!("  {}{name}: {}\n", colour(placed), corners.join(" "))
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
        numbers.chain([row.tilings.to_string(), or_dash(row.classes.as_ref())]).collect()
    };
    table(&head, &[], rows.iter().map(row).collect()) + "\n"
}

/// The problems that come with Kumiki, with what is known about them.
pub(crate) fn gallery() -> String {
    let title = |problem: &BuiltInTiling| {
        let question = read(problem.text.as_bytes()).expect("our own problems are right");
        question.title().to_owned()
    };
    let row = |problem: &BuiltInTiling| {
        let known = &problem.known;
        let tilings = or_dash(known.colourings.or(known.tilings));
        let classes = or_dash(known.colouring_classes.or(known.classes));
        vec![problem.name.to_owned(), title(problem), tilings, classes]
    };
    let rows = TILINGS.iter().map(row).collect();
    let text = table(&["name", "problem", "tilings", "classes"], &["name", "problem"], rows);
    text + "\nWhat is known from elsewhere; classes are up to all symmetries of the region, and \
            tilings of coloured\nproblems up to the names of colours. Solve one with 'kumiki tile \
            decagon'.\n"
}
