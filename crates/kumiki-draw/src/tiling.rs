//! Tilings: polygons in a polygon, in exact proportions.
//!
//! # Colours
//! In questions with colours, tiles have them: the colour itself if all names are those of common
//! colours, and otherwise one colour of the palette for each name. Without colours, each kind of
//! tile has one. Either way a colour means the same in all tilings of a question. Above sixteen
//! kinds some share a colour.
//!
//! # Which side is down
//! A region that would stand on one corner, and could stand on two or more after a half-turn, is
//! drawn after the half-turn: a star of five points stands on two of them. This is so only if every
//! tile may be turned; otherwise directions matter, and the picture keeps them.
//!
//! # Lines
//! Lines between tiles are thin and dark, 1.2 pixels or 0.9 points, and that around the region is
//! twice as wide. It is drawn last, so no tile covers half of it.

use crate::colour::palette;
use crate::{Card, Colour, Paint, Point, Scene, Shape, Sheet, Stroke};
use kumiki_model::{PlacedTile, Tile, TilingQuestion};

/// How long the longer side of a region's bounds is drawn.
const EXTENT: f64 = 320.0;
const BETWEEN_TILES: Stroke = Stroke::solid(Colour::INK, 1.2);
const AROUND_REGION: Stroke = Stroke::solid(Colour::INK, 2.4);

/// Tilings of a question on one sheet, to be written as SVG or PostScript.
///
/// ```
/// use kumiki_draw::{Card, tiling_sheet};
/// use kumiki_model::{PlacedTile, Polygon, Tile, TilingQuestion};
/// use kumiki_ring::{Point, Ring};
/// let ring = Ring::new(4)?;
/// let corners = [[0, 0], [2, 0], [2, 1], [0, 1]].map(|corner| Point::new(&corner));
/// let shape = Polygon::new(&ring, &corners)?;
/// let name = "domino".to_owned();
/// let domino =
///     Tile { name, shape: shape.clone(), least: 0, most: None, most_of_a_colour: None, turns: true, flips: false };
/// let question = TilingQuestion::new("one domino", ring, shape, vec![domino], None)?;
/// let solution = vec![PlacedTile { tile: 0, is_flipped: false, turns: 0, shift: Point::ZERO, colour: None }];
/// let card = Card { solution, caption: "the only one".to_owned() };
/// let sheet = tiling_sheet(&question, "One domino", &[card]);
/// assert!(sheet.to_svg().contains(">the only one</text>"));
/// assert!(sheet.to_eps().starts_with("%!PS-Adobe-3.0 EPSF-3.0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If a tile is of a kind or a colour that the question does not have.
#[must_use]
pub fn tiling_sheet(
    question: &TilingQuestion,
    title: &str,
    cards: &[Card<Vec<PlacedTile>>],
) -> Sheet {
    Sheet::of(title, "tiling", question.title(), cards, |card| {
        // How many tiles of each kind it has.
        let of_kind = |(kind, tile): (usize, &Tile)| {
            let count = card.solution.iter().filter(|placed| placed.tile == kind).count();
            (count > 0).then(|| format!("{count} {}", tile.name))
        };
        let numbers: Vec<String> =
            question.tiles().iter().enumerate().filter_map(of_kind).collect();
        let words = format!(" {}: {}.", card.caption, numbers.join(", "));
        (tiling_scene(question, &card.solution), words)
    })
}

/// One tiling as a scene. Whatever lies in the region is drawn in its place; nothing is judged.
///
/// # Panics
/// If a tile is of a kind or a colour that the question does not have.
fn tiling_scene(question: &TilingQuestion, tiling: &[PlacedTile]) -> Scene {
    let ring = question.ring();
    let region: Vec<[f64; 2]> =
        question.region().corners().iter().map(|corner| ring.approximate(*corner)).collect();
    let extent = |axis: usize| {
        let parts = || region.iter().map(|corner| corner[axis]);
        parts().fold(f64::MIN, f64::max) - parts().fold(f64::MAX, f64::min)
    };
    let scale = EXTENT / extent(0).max(extent(1));
    let scale = if is_upside_down(question, &region) { -scale } else { scale };
    let on_paper = |[x, y]: [f64; 2]| Point::new(scale * x, -scale * y);
    let polygon = |corners: Vec<Point>, paint: Paint| Shape::Polygon {
        rings: vec![corners],
        radius: 0.0,
        paint,
    };
    let colours = colours(question);
    let mut scene = Scene::new();
    for placed in tiling {
        let corners = placed.corners(question).into_iter();
        let corners = corners.map(|corner| on_paper(ring.approximate(corner))).collect();
        let colour = colours[placed.colour.unwrap_or(placed.tile)];
        scene.add(polygon(corners, Paint::filled(colour).with_stroke(BETWEEN_TILES)));
    }
    let corners = region.into_iter().map(on_paper).collect();
    scene.add(polygon(corners, Paint::outlined(AROUND_REGION)));
    scene
}

/// Whether a region stands better after a half-turn, and may be turned.
fn is_upside_down(question: &TilingQuestion, region: &[[f64; 2]]) -> bool {
    // So many corners are as low as the lowest, if heights are counted in this direction.
    let feet = |direction: f64| {
        let heights = || region.iter().map(|[_, y]| direction * y);
        let ground = heights().fold(f64::MAX, f64::min);
        heights().filter(|height| height - ground < 1e-9 * (1.0 + ground.abs())).count()
    };
    feet(1.0) == 1 && feet(-1.0) > 1 && question.tiles().iter().all(|tile| tile.turns)
}

/// The colours of the question, or of its kinds of tiles.
fn colours(question: &TilingQuestion) -> Vec<Colour> {
    let Some(colours) = question.colours() else { return palette(question.tiles().len()) };
    let named = |name: &String| match name.to_ascii_lowercase().as_str() {
        "cyan" => Colour::named("sky"),
        "magenta" => Colour::named("pink"),
        "gray" => Colour::named("grey"),
        other => Colour::named(other),
    };
    let named: Option<Vec<Colour>> = colours.names.iter().map(named).collect();
    named.unwrap_or_else(|| palette(colours.names.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::{Apart, Colours, Polygon};
    use kumiki_ring::Ring;
    use std::collections::BTreeSet;

    /// The corners of the region, as they are drawn when it is empty.
    fn drawn(angles: [usize; 2], is_turned: bool) -> Vec<Point> {
        let ring = Ring::new(10).expect("a ring");
        let mut corners = vec![kumiki_ring::Point::ZERO];
        let mut direction = 0;
        for angle in angles.iter().cycle().skip(1).take(9) {
            let last = *corners.last().expect("a corner");
            corners.push(last + ring.unit(direction));
            direction = (direction + 5 + 10 - angle) % 10;
        }
        let shape = Polygon::new(&ring, &corners).expect("simple");
        let tile = Tile {
            name: "all of it".to_owned(),
            shape: shape.clone(),
            least: 0,
            most: None,
            most_of_a_colour: None,
            turns: is_turned,
            flips: false,
        };
        let question = TilingQuestion::new("", ring, shape, vec![tile], None).expect("valid");
        let scene = tiling_scene(&question, &[]);
        let [Shape::Polygon { rings, .. }] = scene.shapes() else { panic!("one polygon") };
        rings[0].clone()
    }

    /// How many corners are lowest on paper, where y grows downwards, and how many are highest.
    fn lowest_and_highest(corners: &[Point]) -> [usize; 2] {
        let count = |sign: f64| {
            let low = corners.iter().map(|corner| sign * corner.y).fold(f64::MIN, f64::max);
            corners.iter().filter(|corner| (sign * corner.y - low).abs() < 1e-6).count()
        };
        [count(1.0), count(-1.0)]
    }

    #[test]
    fn a_star_stands_on_two_points_unless_its_tiles_may_not_be_turned() {
        assert_eq!(lowest_and_highest(&drawn([1, 7], true)), [2, 1]);
        assert_eq!(lowest_and_highest(&drawn([1, 7], false)), [1, 2], "as the file has it");
        // A decagon stands on a side already, and after a half-turn it would, too.
        assert_eq!(lowest_and_highest(&drawn([4, 4], true)), [2, 2]);
        let [turned, kept] = [true, false].map(|is_turned| drawn([1, 7], is_turned));
        for (one, other) in turned.iter().zip(&kept) {
            assert!((one.x + other.x).abs() < 1e-9 && (one.y + other.y).abs() < 1e-9);
        }
    }

    /// A decagon and one of its tilings by rhombs: five directions are sorted by exchanging
    /// neighbours, and each exchange is a rhomb.
    fn rhombs(colour_names: &[&str]) -> (TilingQuestion, Vec<PlacedTile>) {
        let ring = Ring::new(10).expect("a ring");
        let mut corners = vec![kumiki_ring::Point::ZERO];
        for k in 0..9 {
            corners.push(corners[k] + ring.unit(k));
        }
        let polygon =
            |corners: &[kumiki_ring::Point]| Polygon::new(&ring, corners).expect("simple");
        let rhomb = |name: &str, k: usize| Tile {
            name: name.to_owned(),
            shape: polygon(&[corners[0], ring.unit(0), ring.unit(0) + ring.unit(k), ring.unit(k)]),
            least: 0,
            most: None,
            most_of_a_colour: None,
            turns: true,
            flips: false,
        };
        let tiles = vec![rhomb("thin", 1), rhomb("thick", 2), rhomb("wide", 3), rhomb("flat", 4)];
        let names: Vec<String> = colour_names.iter().map(ToString::to_string).collect();
        let colours = (!names.is_empty()).then_some(Colours { names, apart: Apart::Free });
        let question =
            TilingQuestion::new("a decagon", ring.clone(), polygon(&corners), tiles, colours)
                .expect("valid");
        let mut path = [0, 1, 2, 3, 4];
        let mut tiling = Vec::new();
        while let Some(at) = (0..4).find(|at| path[*at] < path[at + 1]) {
            tiling.push(PlacedTile {
                tile: path[at + 1] - path[at] - 1,
                is_flipped: false,
                turns: path[at],
                shift: path[..at].iter().map(|k| ring.unit(*k)).sum(),
                colour: (!colour_names.is_empty())
                    .then_some(tiling.len() % colour_names.len().max(1)),
            });
            path.swap(at, at + 1);
        }
        (question, tiling)
    }

    /// The corners and the paint of all polygons.
    fn polygons(scene: &Scene) -> Vec<(Vec<Point>, Paint)> {
        let of_shape = |shape: &Shape| match shape {
            Shape::Polygon { rings, paint, .. } => (rings.concat(), *paint),
            other => panic!("{other:?}"),
        };
        scene.shapes().iter().map(of_shape).collect()
    }

    fn area(corners: &[Point]) -> f64 {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f64>().abs() / 2.0
    }

    #[test]
    fn every_tile_is_a_polygon_and_the_region_is_drawn_around_them() {
        let (question, tiling) = rhombs(&[]);
        let scene = tiling_scene(&question, &tiling);
        let polygons = polygons(&scene);
        let (region, tiles) = polygons.split_last().expect("shapes");
        assert_eq!((tiles.len(), region.0.len()), (10, 10));
        assert_eq!((region.1.fill, region.1.stroke), (None, Some(AROUND_REGION)));
        let sum: f64 = tiles.iter().map(|(corners, _)| area(corners)).sum();
        assert!(
            (sum - area(&region.0)).abs() < 1e-6,
            "the tiles fill the region in the picture too"
        );
        // A regular decagon of side 1 is as wide as twice its circumradius in one direction only.
        let bounds = scene.bounds();
        assert!((bounds.width().max(bounds.height()) - EXTENT).abs() < 1e-9);
        let side = (region.0[1].x - region.0[0].x).hypot(region.0[1].y - region.0[0].y);
        for (corners, _) in tiles {
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                assert!(((to.x - from.x).hypot(to.y - from.y) - side).abs() < 1e-9, "unit sides");
            }
        }
    }

    #[test]
    fn kinds_or_colours_decide_the_paint() {
        let fills = |names: &[&str]| {
            let (question, tiling) = rhombs(names);
            let all = polygons(&tiling_scene(&question, &tiling));
            all.into_iter().filter_map(|(_, paint)| paint.fill).collect::<Vec<Colour>>()
        };
        assert_eq!(fills(&[]).into_iter().collect::<BTreeSet<_>>().len(), 4);
        let by_name = fills(&["red", "Yellow"]);
        assert_eq!(by_name[..2], ["red", "yellow"].map(|name| Colour::named(name).expect("known")));
        assert_eq!(by_name[0], by_name[2]);
        assert_eq!(fills(&["one", "red", "two"]).into_iter().collect::<BTreeSet<_>>().len(), 3);
    }

    #[test]
    fn both_kinds_of_document_show_all_polygons_and_are_repeatable() {
        let (question, tiling) = rhombs(&[]);
        let cards = [1, 2, 3]
            .map(|number| Card { solution: tiling.clone(), caption: format!("number {number}") });
        let sheet = tiling_sheet(&question, "Rhombs", &cards);
        let (svg, eps) = (sheet.to_svg(), sheet.to_eps());
        assert_eq!(svg.matches("<path ").count(), 3 * 11);
        assert_eq!(eps.matches("\nZ\n").count(), 3 * 11 + 3); // and three frames
        assert!(svg.contains("number 2: 4 thin, 3 thick, 2 wide, 1 flat."));
        for number in 1..=3 {
            assert!(
                svg.contains(&format!(">number {number}</text>"))
                    && eps.contains(&format!("(number {number})"))
            );
        }
        let again = tiling_sheet(&question, "Rhombs", &cards);
        assert_eq!((svg, eps), (again.to_svg(), again.to_eps()));
    }

    #[test]
    fn a_sheet_without_tilings_says_so() {
        let (question, _) = rhombs(&[]);
        let sheet = tiling_sheet(&question, "Rhombs", &[]);
        assert!(
            sheet.to_svg().contains(">no tilings</text>")
                && sheet.to_eps().contains("(no tilings)")
        );
        assert_eq!(sheet.description, "No tilings of a decagon.");
    }
}
