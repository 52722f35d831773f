//! Tiles that are not convex: dissections put together again, counted again by the judge, which
//! cuts nothing.

use crate::walks::{colourings, count, visits};
use kumiki_judge::judge_tiling;
use kumiki_model::{Apart, Colours, PlacedTile, Polygon, Tile, TilingQuestion};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{
    Dice, random_coloured_dissections, random_coloured_tiling_questions, random_dissections,
};
use kumiki_recount::{TilingCounts, TilingRecount};
use kumiki_ring::{Point, Ring};
use kumiki_tile::Corner;
use std::collections::BTreeSet;

/// More tiles are not tried.
const STEPS: u64 = 20_000;

/// What the recount counts, if it is not too much; remembering or not.
fn recounted(question: &TilingQuestion, remembers: bool) -> Option<TilingCounts> {
    let mut recount = TilingRecount::new(question, remembers)?;
    recount.advance(STEPS).then(|| recount.count())
}

fn tile(ring: &Ring, name: &str, corners: &[[i32; 2]], most: Option<u32>) -> Tile {
    let corners: Vec<Point> = corners.iter().map(|at| Point::new(at)).collect();
    let shape = Polygon::new(ring, &corners).expect("a simple polygon");
    let least = most.unwrap_or(0);
    Tile {
        name: name.to_owned(),
        shape,
        least,
        most,
        most_of_a_colour: None,
        turns: true,
        flips: true,
    }
}

fn question(region: &[[i32; 2]], tiles: Vec<Tile>, colours: Option<Colours>) -> TilingQuestion {
    let ring = Ring::new(4).expect("a ring");
    let region = tile(&ring, "region", region, None).shape;
    TilingQuestion::new("small", ring, region, tiles, colours).expect("valid")
}

#[test]
fn a_frame_and_what_it_lacks_fill_their_rectangle() {
    // Both contacts of the triangle's hole lie on the last side of the rectangle.
    let ring = Ring::new(4).expect("a ring");
    let fixed = |name, corners: &[[i32; 2]]| Tile {
        turns: false,
        flips: false,
        ..tile(&ring, name, corners, Some(1))
    };
    let frame = fixed("frame", &[[0, 0], [2, 0], [2, 3], [0, 3], [0, 2], [1, 2], [0, 1]]);
    let triangle = fixed("triangle", &[[0, 1], [1, 2], [0, 2]]);
    let region = [[0, 0], [2, 0], [2, 3], [0, 3]];
    // Whichever side comes last.
    for first in 0..4 {
        let mut region = region;
        region.rotate_left(first);
        let question = question(&region, vec![frame.clone(), triangle.clone()], None);
        for corner in [Corner::Fewest, Corner::Lowest] {
            assert_eq!(count(&question, corner), 1, "{first} {corner:?}");
        }
    }
}

#[test]
fn u_pentominoes_and_cells_are_as_many_as_in_a_packing() {
    let ring = Ring::new(4).expect("a ring");
    let u = tile(
        &ring,
        "u",
        &[[0, 0], [2, 0], [2, 3], [0, 3], [0, 2], [1, 2], [1, 1], [0, 1]],
        Some(1),
    );
    let cell = tile(&ring, "cell", &[[0, 0], [1, 0], [1, 1], [0, 1]], None);
    let question = question(&[[0, 0], [5, 0], [5, 3], [0, 3]], vec![u, cell], None);
    assert_eq!(naive::tilings(&question).map(|list| list.len()), Some(20));
    for corner in [Corner::Fewest, Corner::Lowest] {
        assert_eq!(count(&question, corner), 20);
    }
}

#[test]
fn the_lightning_cut_has_four_tilings() {
    let ring = Ring::new(4).expect("a ring");
    let half = tile(&ring, "half", &[[-2, 0], [0, 1], [0, -1], [2, 0], [2, 2], [-2, 2]], Some(2));
    let colours = Colours { names: vec!["red".to_owned()], apart: Apart::Free };
    for colours in [None, Some(colours)] {
        let region = [[-2, -2], [2, -2], [2, 2], [-2, 2]];
        let question = question(&region, vec![half.clone()], colours);
        assert_eq!(recounted(&question, true).map(|count| count.tilings), Some(4_u32.into()));
        assert_eq!(colourings(&question).len(), 4);
    }
}

#[test]
fn the_recount_agrees_with_sets_of_atoms() {
    let mut compared = 0;
    for (at, question) in random_dissections(1, 150).enumerate() {
        let Some(count) = recounted(&question, true) else { continue };
        let Some(each) = recounted(&question, false) else { continue };
        let list = naive::tilings(&question).expect("made of atoms");
        assert_eq!(count.tilings, list.len().into(), "question {at}");
        assert_eq!(each.tilings, count.tilings, "question {at}: remembering changes nothing");
        compared += 1;
    }
    for (at, question) in random_coloured_tiling_questions(8, 100).enumerate() {
        let Some(count) = recounted(&question, true) else { continue };
        let tally = naive::tiling_tally(&question).expect("made of atoms");
        let found = [&count.tilings, &count.colourings, &count.labelled].map(ToString::to_string);
        let expected = [Some(&tally.tilings), tally.colourings.as_ref(), tally.labelled.as_ref()];
        assert_eq!(
            found,
            expected.map(|count| count.map_or(String::new(), ToString::to_string)),
            "{at}"
        );
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn dissections_have_as_many_tilings_as_the_judge_recounts() {
    let (mut compared, mut total) = (0, 0);
    for (at, question) in random_dissections(2, 400).enumerate() {
        let Some(expected) = recounted(&question, true) else { continue };
        for corner in [Corner::Fewest, Corner::Lowest] {
            let found = count(&question, corner).to_string();
            assert_eq!(
                found,
                expected.tilings.to_string(),
                "question {at}, {corner:?}: {question:?}"
            );
        }
        let visits = visits(&question);
        assert_eq!(visits.len().to_string(), expected.tilings.to_string(), "question {at}");
        for visit in visits.iter().take(50) {
            judge_tiling(&question, &visit.tiles)
                .unwrap_or_else(|fault| panic!("question {at}: {fault}"));
        }
        compared += 1;
        total += visits.len();
    }
    assert!(compared > 300 && total > 1000, "{compared} dissections, {total} tilings");
}

#[test]
fn coloured_dissections_have_as_many_colourings_as_the_judge_recounts() {
    let (mut compared, mut total) = (0, 0);
    for (at, question) in random_coloured_dissections(3, 400).enumerate() {
        let Some(mut recount) = TilingRecount::new(&question, false) else { continue };
        if !recount.advance(STEPS / 10) {
            continue;
        }
        let expected: BTreeSet<Vec<PlacedTile>> =
            recount.tilings().into_iter().map(sorted).collect();
        let found: Vec<Vec<PlacedTile>> = colourings(&question);
        assert_eq!(found.len(), expected.len(), "question {at}: {question:?}");
        for tiling in found.iter().take(50) {
            judge_tiling(&question, tiling)
                .unwrap_or_else(|fault| panic!("question {at}: {fault}"));
        }
        compared += 1;
        total += found.len();
    }
    assert!(compared > 200 && total > 1000, "{compared} dissections, {total} colourings");
}

fn sorted(mut tiling: Vec<PlacedTile>) -> Vec<PlacedTile> {
    tiling.sort_unstable();
    tiling
}

/// A polygon with sides along a ring's directions, cut in two again and again along walks from
/// corner to corner.
fn random_cut(dice: &mut Dice, ring: &Ring, region: &[Point]) -> Vec<Vec<Point>> {
    let mut pieces = vec![region.to_vec()];
    for _ in 0..2 + dice.below(4) {
        let at = dice.below(pieces.len());
        let piece = pieces[at].clone();
        let [from, to] = [dice.below(piece.len()), dice.below(piece.len())];
        let middle = piece[from] + ring.unit(dice.below(ring.order()));
        let (from, to) = (from.min(to), from.max(to));
        let way: Vec<Point> = if dice.percent(50) { vec![middle] } else { Vec::new() };
        let one: Vec<Point> =
            piece[from..=to].iter().copied().chain(way.iter().rev().copied()).collect();
        let other: Vec<Point> =
            piece[to..].iter().chain(&piece[..=from]).copied().chain(way.iter().copied()).collect();
        let areas = [&one, &other]
            .map(|corners| Polygon::new(ring, corners).ok().map(|polygon| polygon.area(ring)));
        if let [Some(a), Some(b)] = areas
            && a + b == ring.area(&piece)
        {
            pieces.swap_remove(at);
            pieces.extend([one, other]);
        }
    }
    pieces
}

#[test]
fn polygons_off_every_grid_have_as_many_tilings_as_the_judge_recounts() {
    let mut dice = Dice::new(9);
    let (mut compared, mut several, mut refused) = (0, 0, 0);
    while compared < 250 {
        let ring = Ring::new([4, 6, 8, 10, 12][dice.below(5)]).expect("a ring");
        let mut at = Point::ZERO;
        let mut region = Vec::new();
        for direction in 0..ring.order() {
            region.push(at);
            at = at + ring.unit(direction);
        }
        let pieces = random_cut(&mut dice, &ring, &region);
        let tiles = pieces.iter().enumerate().map(|(at, corners)| Tile {
            name: format!("t{at}"),
            shape: Polygon::new(&ring, corners).expect("a piece"),
            least: 1,
            most: Some(1 + u32::from(dice.percent(20))),
            most_of_a_colour: None,
            turns: dice.percent(60),
            flips: dice.percent(40),
        });
        let tiles: Vec<Tile> = tiles.collect();
        let region = Polygon::new(&ring, &region).expect("a regular polygon");
        let question = TilingQuestion::new("cut", ring, region, tiles, None).expect("valid");
        let Some(expected) = recounted(&question, true) else {
            refused += 1;
            assert!(refused < 100, "too few are feasible");
            continue;
        };
        for corner in [Corner::Fewest, Corner::Lowest] {
            let found = count(&question, corner).to_string();
            assert_eq!(found, expected.tilings.to_string(), "{corner:?}: {question:?}");
        }
        compared += 1;
        several += u32::from(expected.tilings > 1_u32.into());
    }
    assert!(several > 50, "{several}");
}
