//! The SVG text as a whole: well-formed, plain, repeatable, and equal to the golden file.

use crate::svg_reader::parsed;
use kumiki_draw::{Card, arrangement_sheet, packing_sheet};
use kumiki_model::{
    Cuboid, PackQuestion, Packing, Piece, Place, PlacedBrick, PlacedPiece, Shape, Turns,
};
use std::collections::BTreeMap;

fn three_cube() -> Packing {
    let layers = ["11. 112 332", "544 5.2 332", "544 566 .66"];
    let rows = |layer: &str| layer.split(' ').map(str::to_owned).collect();
    Packing::from_layers(&layers.map(rows)).expect("the seed's example")
}

/// A box filled with upright columns, so that every size has a packing.
fn columns(size: &str) -> Packing {
    let container: Cuboid = size.parse().expect("a size");
    let [layers, rows, columns] = container.sides();
    let column = |row, column| PlacedBrick { origin: [0, row, column], extent: [layers, 1, 1] };
    let bricks = (0..rows).flat_map(|r| (0..columns).map(move |c| column(r, c)));
    Packing::new(container, bricks.collect())
}

fn drawn(packings: &[Packing], caption: &str) -> String {
    let card = |solution| Card { solution, caption: caption.to_owned() };
    packing_sheet("Packings", &packings.iter().cloned().map(card).collect::<Vec<_>>()).to_svg()
}

/// A sheet with the solution that a drawing shows: each letter is a piece, `.` an empty cell, and
/// `_` no cell.
fn arranged(layers: &[&str], caption: &str) -> String {
    let mut cells: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (layer, drawing) in layers.iter().enumerate() {
        for (row, text) in drawing.split(' ').enumerate() {
            for (column, mark) in text.chars().enumerate().filter(|(_, mark)| *mark != '_') {
                cells.entry(mark).or_default().push([layer, row, column]);
            }
        }
    }
    let all: Vec<Place> = cells.values().flatten().copied().collect();
    cells.remove(&'.');
    let coordinate = |at: usize| i64::try_from(at).expect("a small drawing");
    let piece = |(name, cells): (&char, &Vec<Place>)| {
        let shape = Shape::new(cells.iter().map(|place| place.map(coordinate))).expect("cells");
        let (name, turns) = (name.to_string(), Turns::Rotations);
        Piece { name, shape, least: 1, most: Some(1), turns, colour: None }
    };
    let question =
        PackQuestion::new("drawn", all, [], cells.iter().map(piece).collect()).expect("a puzzle");
    let placed = |(kind, cells)| PlacedPiece { cells, kind };
    let arrangement: Vec<PlacedPiece> = cells.into_values().enumerate().map(placed).collect();
    let card = Card { solution: arrangement, caption: caption.to_owned() };
    arrangement_sheet(&question, "Packings", &[card]).to_svg()
}

/// A solution of the Soma cube.
const SOMA: [&str; 3] = ["LLL LZZ ZZT", "ABV AAV PTT", "ABV PBB PPT"];

/// Pieces on stairs, some cells empty, one of them apart from the rest.
const STAIRS: [&str; 4] =
    ["1122 1.23 44.. 4555", ".1.2 6663 _463 _5.3", "777. 7888 ____ __._", ".___ .8__ ____ ____"];

fn documents() -> Vec<String> {
    let sizes = ["1x1x1", "1x8x8", "2x2x2", "4x4x5", "1x1x40", "3x20x20"];
    let all: Vec<Packing> = sizes.map(columns).to_vec();
    let mut documents: Vec<String> =
        all.iter().map(|packing| drawn(std::slice::from_ref(packing), "one")).collect();
    documents.push(drawn(&all, "together"));
    documents.push(drawn(&vec![three_cube(); 12], "a dozen"));
    documents.push(drawn(&[], ""));
    documents.push(arranged(&SOMA, "a cube"));
    documents.push(arranged(&STAIRS, "stairs"));
    documents.push(arranged(&["AAA_ A.BB ._BB"], "a board"));
    documents
}

#[test]
fn every_document_is_well_formed_and_described() {
    for document in documents() {
        let elements = parsed(&document);
        let names: Vec<&str> = elements.iter().map(|element| element.name.as_str()).collect();
        assert_eq!(names[..4], ["svg", "title", "desc", "rect"]);
        assert_eq!(elements[1].text, "Packings");
        let subject = [" of bricks in a box.", " of a packing puzzle."];
        assert!(subject.iter().any(|subject| elements[2].text.contains(subject)));
        assert_eq!(elements[0].attribute("role"), "img");
        assert_eq!(elements[3].attribute("fill"), "#ffffff");
    }
}

#[test]
fn numbers_are_plain_and_have_at_most_two_decimals() {
    let numeric = [
        "x",
        "y",
        "width",
        "height",
        "rx",
        "d",
        "viewBox",
        "transform",
        "font-size",
        "stroke-width",
    ];
    for document in documents() {
        let mut seen = 0;
        for (name, value) in parsed(&document).into_iter().flat_map(|element| element.attributes) {
            if !numeric.contains(&name.as_str()) {
                continue;
            }
            let bare = value.trim_start_matches("translate(").trim_end_matches(')');
            for number in bare.split([' ', 'M', 'L', 'Q', 'Z']).filter(|part| !part.is_empty()) {
                let digits = number.strip_prefix('-').unwrap_or(number);
                let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
                let plain =
                    |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
                assert!(plain(whole) && plain(decimals) && decimals.len() <= 2, "{name}={value}");
                seen += 1;
            }
        }
        assert!(seen > 10);
    }
}

#[test]
fn every_rectangle_lies_on_the_page() {
    for document in documents() {
        let elements = parsed(&document);
        let [width, height] = ["width", "height"].map(|name| elements[0].number(name));
        assert_eq!(elements[0].attribute("viewBox"), format!("-24 -24 {width} {height}"));
        for rectangle in elements.iter().filter(|element| element.name == "rect") {
            let [left, top] =
                [("x", 0), ("y", 1)].map(|(name, at)| rectangle.number(name) + rectangle.shift[at]);
            let [wide, high] = ["width", "height"].map(|name| rectangle.number(name));
            assert!(wide > 0.0 && high > 0.0);
            assert!(
                left >= -24.0 && left + wide <= width - 24.0,
                "{left} and {wide} more of {width}"
            );
            assert!(
                top >= -24.0 && top + high <= height - 24.0,
                "{top} and {high} more of {height}"
            );
        }
    }
}

#[test]
fn captions_are_escaped_and_stay_what_they_are() {
    let document = drawn(&[three_cube()], "<&>");
    let texts: Vec<String> = parsed(&document).into_iter().map(|element| element.text).collect();
    assert!(texts.contains(&"&lt;&amp;&gt;".to_owned()));
    assert!(!document.contains("<&>"));
}

#[test]
fn a_sheet_without_packings_says_so() {
    let texts: Vec<String> =
        parsed(&drawn(&[], "")).into_iter().map(|element| element.text).collect();
    assert!(texts.contains(&"no packings".to_owned()));
}

#[test]
fn a_sheet_of_a_dozen_shows_a_dozen_captions() {
    let document = drawn(&vec![three_cube(); 12], "a dozen");
    let captions =
        parsed(&document).into_iter().filter(|element| element.text == "a dozen").count();
    assert_eq!(captions, 12);
}

/// The document must be the golden file of that name.
///
/// Rewritten with `KUMIKI_BLESS=1 cargo test -p kumiki-draw`; look at the picture before committing
/// it.
fn check_golden(name: &str, document: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("KUMIKI_BLESS").is_some() {
        std::fs::write(&path, document).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file is there");
    assert_eq!(document, golden, "{name}");
}

#[test]
fn the_three_cube_is_drawn_as_before() {
    check_golden("three-cube.svg", &drawn(&[three_cube()], "6 bricks"));
    assert_eq!(drawn(&[three_cube()], "6 bricks"), drawn(&[three_cube()], "6 bricks"));
}

#[test]
fn solutions_of_puzzles_are_drawn_as_before() {
    check_golden("soma.svg", &arranged(&SOMA, "seven pieces"));
    check_golden("stairs.svg", &arranged(&STAIRS, "eight pieces"));
}
