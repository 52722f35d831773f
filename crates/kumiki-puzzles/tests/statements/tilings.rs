//! The tiling problems that come with Kumiki: they are read, and they say what they should.

use kumiki_formats::tiling::{read, to_toml};
use kumiki_model::{Polygon, TilingQuestion};
use kumiki_puzzles::tilings::{BuiltInTiling, TILINGS};
use kumiki_ring::Point;
use std::collections::BTreeSet;
use std::path::Path;

fn question(tiling: &BuiltInTiling) -> TilingQuestion {
    read(tiling.text.as_bytes()).unwrap_or_else(|error| panic!("{}: {error}", tiling.name))
}

/// The area of so many polygons.
fn area(question: &TilingQuestion, polygon: &Polygon, count: u32) -> Point {
    polygon.area(question.ring()).times(i32::try_from(count).expect("a small number"))
}

#[test]
fn the_list_is_sorted_and_no_file_is_missing() {
    assert!(TILINGS.is_sorted_by(|one, other| one.name < other.name));
    let directory = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tilings"));
    let files = std::fs::read_dir(directory).expect("the directory of tilings");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    let listed = TILINGS.iter().map(|tiling| format!("{}.toml", tiling.name));
    assert_eq!(names.collect::<BTreeSet<_>>(), listed.collect());
}

#[test]
fn titles_are_different_and_figures_are_those_that_the_files_state() {
    let mut titles = BTreeSet::new();
    for tiling in TILINGS {
        let name = tiling.name;
        assert!(titles.insert(question(tiling).title().to_owned()), "{name}");
        let lines = tiling.text.lines().map_while(|line| line.strip_prefix("# "));
        let comment = lines.collect::<Vec<_>>().join(" ");
        let known = tiling.known;
        let said = [
            (known.tilings, "tilings"),
            (known.classes, "classes"),
            (known.colourings, "colourings"),
            (known.colouring_classes, "classes"),
            (known.labelled, "with names"),
        ];
        for (count, what) in said.iter().filter_map(|(count, what)| Some((count.as_ref()?, what))) {
            let is_one = *count == 1 && comment.contains("one class");
            assert!(is_one || comment.contains(&format!("{count} {what}")), "{name}: {comment}");
        }
        let is_unknown = said.iter().all(|(count, _)| count.is_none());
        assert_eq!(is_unknown, comment.contains("not known from elsewhere"), "{name}");
    }
}

#[test]
fn tiles_have_the_area_of_the_region_where_their_numbers_are_fixed() {
    let mut fixed = 0;
    for tiling in TILINGS {
        let question = question(tiling);
        let tiles = question.tiles();
        if tiles.iter().all(|tile| tile.most == Some(tile.least)) {
            let sum: Point =
                tiles.iter().map(|tile| area(&question, &tile.shape, tile.least)).sum();
            assert_eq!(sum, question.region().area(question.ring()), "{}", tiling.name);
            fixed += 1;
        }
    }
    assert_eq!(fixed, 28);
}

#[test]
fn stars_and_dodecagons_can_be_filled_with_known_numbers_of_tiles() {
    let cases: [(&str, &[&[u32]]); 3] = [
        // How many triangles of each kind there are in the colourings that the seed finds.
        ("colorstar", &[&[4, 2, 4, 2], &[4, 3, 3, 1], &[3, 4, 4, 1], &[4, 4, 2, 0]]),
        ("star", &[&[4, 2, 4, 2], &[4, 3, 3, 1], &[3, 4, 4, 1], &[4, 4, 2, 0]]),
        ("dodecagon", &[&[6, 12]]),
    ];
    for (name, compositions) in cases {
        let question = question(kumiki_puzzles::tilings::find(name).expect("it is there"));
        for counts in compositions {
            let tiles = question.tiles().iter().zip(*counts);
            let sum: Point = tiles.map(|(tile, count)| area(&question, &tile.shape, *count)).sum();
            assert_eq!(sum, question.region().area(question.ring()), "{name} {counts:?}");
        }
    }
}

#[test]
fn rhombi_of_all_angles_fill_the_polygon() {
    for n in 3..=11 {
        let name = format!("rhombs-{}", 2 * n);
        let question = question(kumiki_puzzles::tilings::find(&name).expect("it is there"));
        assert_eq!(question.ring().order(), 2 * n);
        assert_eq!(question.tiles().len(), n / 2);
        // One rhombus for each pair of directions of sides: n of each kind, but half as many
        // squares.
        let sum: Point = (1..=n / 2)
            .map(|k| {
                let count = if 2 * k == n { n / 2 } else { n };
                area(
                    &question,
                    &question.tiles()[k - 1].shape,
                    u32::try_from(count).expect("small"),
                )
            })
            .sum();
        assert_eq!(sum, question.region().area(question.ring()), "{name}");
    }
}

#[test]
fn every_problem_is_written_and_read_back() {
    for tiling in TILINGS {
        let question = question(tiling);
        let again = read(to_toml(&question).as_bytes()).expect("ours");
        assert_eq!(again.title(), question.title());
        assert_eq!(again.ring().order(), question.ring().order());
        assert_eq!(again.region(), question.region());
        assert_eq!(again.tiles(), question.tiles());
        assert_eq!(again.colours(), question.colours());
    }
}
