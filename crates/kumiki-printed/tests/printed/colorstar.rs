//! The list of DECAGON-COLORSTAR: its lines are compared with what the program prints, with the
//! judge and with all colourings.

use crate::digest;
use kumiki_judge::judge_tiling;
use kumiki_model::{Apart, Colours, PlacedTile, Polygon, Symmetry, Tile, TilingQuestion};
use kumiki_oracle::universe::lozenges;
use kumiki_printed::colorstar::{FirstTile, PrintedLine, PrintedSearch, PrintedStar, colourings};
use kumiki_recount::{CanonicalTiling, TilingSymmetries};
use kumiki_ring::{Point, Ring};
use kumiki_search::{Fuel, Step};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Lines of the program's own output, by their numbers.
const PRINTED: [(usize, &str); 5] = [
    (1, "0-1 2-3 4-13 6-25 3-36 3-30 12-17 16-7 18-34 24-18 25-39 (42407)"),
    (2, "0-1 2-3 4-13 6-25 3-36 3-30 12-17 16-7 18-34 24-18 25-43 26-11 (34750)"),
    (13, "0-1 2-7 12-18 13-27 12-37 14-5 5-39 20-15 25-24 17-12 (28797)"),
    (286, "0-1 2-23 12-30 12-44 4-3 6-27 8-37 7-20 7-6 23-24 16-13 24-47 (34750)"),
    (287, "0-1 2-23 12-30 12-44 4-27 6-13 18-5 5-39 18-17 16-24 22-19 28-6 (22731)"),
];

/// The SHA-256 digest of all lines of the program's own output, each with its number and a line
/// feed.
pub(crate) const PRINTED_DIGEST: &str =
    "7e80d3c1bd459e6da244cd6533f4b50e12d4d02b94552f6a6b978e42111d1793";

/// The star, after a few changes.
fn star(change: impl FnOnce(&mut Vec<Tile>, &mut Colours)) -> TilingQuestion {
    let ring = Ring::new(10).expect("a ring");
    let [one, short, long] =
        [[1, 0, 0, 0], [0, 0, 1, -1], [1, 0, 1, -1]].map(|length| Point::new(&length));
    let polygon = |corners: &[(usize, Point)]| {
        let (mut at, mut heading, mut points) = (Point::ZERO, 0, Vec::new());
        for (step, (_, side)) in corners.iter().enumerate() {
            points.push(at);
            at = at + ring.turn(*side, heading);
            heading = (heading + 15 - corners[(step + 1) % corners.len()].0) % 10;
        }
        Polygon::new(&ring, &points).expect("a simple polygon")
    };
    let tile = |name: &str, corners: [(usize, Point); 3]| Tile {
        name: name.to_owned(),
        shape: polygon(&corners),
        least: 0,
        most: Some(4),
        most_of_a_colour: Some(1),
        turns: true,
        flips: true,
    };
    let mut tiles = vec![
        tile("large acute", [(1, long), (2, one), (2, long)]),
        tile("large obtuse", [(3, one), (1, long), (1, one)]),
        tile("small acute", [(1, one), (2, short), (2, one)]),
        tile("small obtuse", [(3, short), (1, one), (1, short)]),
    ];
    let names = ["red", "green", "blue", "yellow"].map(str::to_owned).to_vec();
    let mut colours = Colours { names, apart: Apart::Points };
    change(&mut tiles, &mut colours);
    let region = polygon(&[(1, long), (7, long)].repeat(5));
    TilingQuestion::new("star", ring, region, tiles, Some(colours)).expect("a question")
}

/// The star, and all its colourings up to the names of colours.
fn star_and_colourings() -> &'static (TilingQuestion, Vec<Vec<PlacedTile>>) {
    static FOUND: OnceLock<(TilingQuestion, Vec<Vec<PlacedTile>>)> = OnceLock::new();
    FOUND.get_or_init(|| {
        let question = star(|_, _| {});
        let all = colourings(&question);
        (question, all)
    })
}

/// What is printed about the star, and the list.
fn list(first: FirstTile) -> (PrintedStar, Vec<PrintedLine>) {
    let (question, all) = star_and_colourings();
    let star = PrintedStar::new(question, first).expect("the star");
    let lines = star.lines(all.iter().map(Vec::as_slice));
    (star, lines)
}

/// The lines as the program prints them, with their numbers.
fn text(lines: &[PrintedLine]) -> String {
    (1..).zip(lines).map(|(number, line)| format!("{number}: {line}\n")).collect()
}

#[test]
fn the_lines_are_those_of_the_program_in_its_order() {
    let (_, lines) = list(FirstTile::Kept);
    assert_eq!(lines.len(), 287);
    for (number, line) in PRINTED {
        assert_eq!(lines[number - 1].to_string(), line, "line {number}");
    }
    assert_eq!(digest(text(&lines).as_bytes()), PRINTED_DIGEST, "{}", text(&lines));
}

#[test]
fn the_lines_are_the_colourings_with_the_first_triangle() {
    let (question, all) = star_and_colourings();
    let (_, lines) = list(FirstTile::Kept);
    let same = TilingSymmetries::of_question(question, Symmetry::None);
    let mut times: BTreeMap<CanonicalTiling, usize> = BTreeMap::new();
    for line in &lines {
        judge_tiling(question, &line.tiles).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(line.steps.len(), line.tiles.len(), "{line}");
        *times.entry(same.written(&line.tiles)).or_default() += 1;
    }
    let named: BTreeSet<&Vec<PlacedTile>> = lines.iter().map(|line| &line.tiles).collect();
    assert_eq!(
        (named.len(), times.len()),
        (287, 184),
        "no two lines are equal, names of colours included"
    );
    let mut by_times: BTreeMap<usize, usize> = BTreeMap::new();
    times.values().for_each(|times| *by_times.entry(*times).or_default() += 1);
    assert_eq!(by_times, BTreeMap::from([(1, 113), (2, 55), (4, 16)]));

    // The triangle in the first point of the star, between the two hollows beside it.
    let corners =
        |tile: &PlacedTile| -> BTreeSet<Point> { tile.corners(question).into_iter().collect() };
    let region = question.region().corners();
    let first = BTreeSet::from([region[0], region[1], region[9]]);
    assert!(lines.iter().all(|line| corners(&line.tiles[0]) == first));
    let with_first = all.iter().filter(|tiling| tiling.iter().any(|tile| corners(tile) == first));
    let expected: BTreeSet<CanonicalTiling> =
        with_first.map(|tiling| same.written(tiling)).collect();
    assert!(times.keys().eq(&expected), "{} and {}", times.len(), expected.len());

    let turned = TilingSymmetries::of_question(question, Symmetry::All);
    let classes: BTreeSet<CanonicalTiling> =
        lines.iter().map(|line| turned.canonical(&line.tiles)).collect();
    let expected: BTreeSet<CanonicalTiling> =
        all.iter().map(|tiling| turned.canonical(tiling)).collect();
    assert_eq!((classes.len(), all.len()), (37, 370));
    assert_eq!(classes, expected, "every class is printed");
}

#[test]
fn if_the_first_triangle_moved_too_every_colouring_would_be_printed() {
    let (question, all) = star_and_colourings();
    let (_, lines) = list(FirstTile::Moved);
    let same = TilingSymmetries::of_question(question, Symmetry::None);
    let printed: BTreeSet<CanonicalTiling> =
        lines.iter().map(|line| same.written(&line.tiles)).collect();
    let expected: BTreeSet<CanonicalTiling> =
        all.iter().map(|tiling| same.written(tiling)).collect();
    assert_eq!(lines.len(), 478);
    assert_eq!(printed, expected);
    // The lines with the first triangle where it came first are the same as before, and come before
    // all others.
    let (_, kept) = list(FirstTile::Kept);
    assert_eq!(lines[..kept.len()], kept);
}

/// All lines of a search, with so much fuel at a time.
fn searched(mut search: PrintedSearch<'_>, sip: u64) -> Vec<PrintedLine> {
    let mut lines = Vec::new();
    loop {
        search.audit().expect("sound structures");
        match search.advance(&mut Fuel(sip)) {
            Step::Solution => lines.push(search.line().expect("at a line")),
            Step::OutOfFuel => assert_eq!(search.line(), None),
            Step::Exhausted => return lines,
        }
    }
}

#[test]
fn searching_finds_the_lines_that_following_finds() {
    let (star, lines) = list(FirstTile::Kept);
    let ways =
        |line: &PrintedLine| -> Vec<usize> { line.steps.iter().map(|(_, way)| *way).collect() };
    let below = |prefix: &[usize]| -> Vec<PrintedLine> {
        lines.iter().filter(|line| ways(line).starts_with(prefix)).cloned().collect()
    };
    // Around every line: whatever shares its first triangles.
    let prefixes: BTreeSet<Vec<usize>> =
        lines.iter().map(|line| ways(line)[..line.steps.len() - 5].to_vec()).collect();
    let (mut found, mut sip) = (0, 1);
    for prefix in &prefixes {
        let search = star.search_below(prefix).expect("the beginning of a line");
        assert_eq!(searched(search, sip), below(prefix), "{prefix:?} with sips of {sip}");
        found += below(prefix).len();
        sip = sip * 7 % 1000;
    }
    assert!(
        prefixes.len() > 200 && found > lines.len(),
        "{found} lines below {} prefixes",
        prefixes.len()
    );
    assert!(star.search_below(&[0]).is_none(), "too wide for the point of the star");
    assert!(star.search_below(&[1, 12]).is_none());
    assert!(star.search_below(&ways(&lines[0])).is_none(), "nothing is left");
}

#[test]
fn a_line_is_found_again_from_its_tiles_and_names_alone() {
    let (star, lines) = list(FirstTile::Kept);
    for line in &lines {
        assert_eq!(star.line(&line.tiles).as_ref(), Some(line));
        let mut tiles = line.tiles.clone();
        tiles.reverse();
        assert_eq!(star.line(&tiles).as_ref(), Some(line), "the order of tiles does not matter");
        tiles.push(tiles[0]);
        assert_eq!(star.line(&tiles), None, "a triangle twice");
        assert_eq!(star.line(&tiles[2..]), None, "a triangle less");
        let renamed = |tile: &PlacedTile| PlacedTile {
            colour: tile.colour.map(|colour| (colour + 1) % 4),
            ..*tile
        };
        let renamed: Vec<PlacedTile> = line.tiles.iter().map(renamed).collect();
        assert_eq!(star.line(&renamed), None, "the first triangle has the first colour");
        tiles[0].colour = None;
        assert_eq!(star.line(&tiles), None, "a triangle without a colour");
    }
    assert_eq!(star.line(&[]), None);
}

#[test]
fn other_questions_are_refused() {
    let refused = |question: &TilingQuestion| PrintedStar::new(question, FirstTile::Kept).is_none();
    assert!(!refused(&star(|_, _| {})));
    assert!(!refused(&star(|tiles, _| tiles[0].most = None)));
    let changes: [fn(&mut Vec<Tile>, &mut Colours); 9] = [
        |_, colours| colours.apart = Apart::Sides,
        |_, colours| colours.names.truncate(3),
        |tiles, _| tiles.truncate(3),
        |tiles, _| tiles.swap(0, 1),
        |tiles, _| tiles[2].shape = tiles[0].shape.clone(),
        |tiles, _| tiles[0].most = Some(3),
        |tiles, _| tiles[0].least = 1,
        |tiles, _| tiles[0].most_of_a_colour = Some(2),
        |tiles, _| tiles[0].turns = false,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert!(refused(&star(change)), "change {number}");
    }
    assert!(refused(&lozenges([1, 1, 1])));
    let question = star(|_, _| {});
    let (tiles, colours) = (question.tiles().to_vec(), question.colours().cloned());
    let decagon: Vec<Point> = (0..10).map(|k| question.ring().unit(k)).collect();
    let region = Polygon::new(question.ring(), &decagon).expect("a decagon");
    let other = TilingQuestion::new("decagon", question.ring().clone(), region, tiles, colours);
    assert!(refused(&other.expect("a question")));
}
