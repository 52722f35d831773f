//! Tiling questions and placed tiles.

use kumiki_model::{Apart, Colours, PlacedTile, Polygon, Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

/// A tile without any symmetry.
fn hook(ring: &Ring) -> Polygon {
    let far = ring.unit(0).times(3);
    Polygon::new(ring, &[Point::ZERO, far, far + ring.unit(1)]).expect("a triangle")
}

fn tile(name: &str, shape: &Polygon) -> Tile {
    Tile {
        name: name.to_owned(),
        shape: shape.clone(),
        least: 1,
        most: Some(1),
        most_of_a_colour: None,
        turns: true,
        flips: true,
    }
}

fn ask(tiles: Vec<Tile>, colours: Option<Colours>) -> Result<TilingQuestion, String> {
    let ring = Ring::new(10).expect("a known order");
    let region = hook(&ring);
    TilingQuestion::new("test", ring, region, tiles, colours).map_err(|error| error.to_string())
}

fn colours(names: &[&str]) -> Option<Colours> {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    Some(Colours { names, apart: Apart::Points })
}

#[test]
fn placed_tiles_are_flipped_then_turned_then_shifted() {
    for order in [4, 6, 8, 10, 12, 14, 18, 24] {
        let ring = Ring::new(order).expect("a known order");
        let shape = hook(&ring);
        let question =
            TilingQuestion::new("", ring.clone(), shape.clone(), vec![tile("hook", &shape)], None)
                .expect("a question");
        for is_flipped in [false, true] {
            for turns in 0..order {
                let shift = ring.unit(1).times(5) - ring.unit(0).times(2);
                let placed = PlacedTile { tile: 0, is_flipped, turns, shift, colour: None };
                let corners = placed.corners(&question);
                // A polygon of the same size that goes to the left.
                let polygon = Polygon::new(&ring, &corners).expect("a triangle");
                assert_eq!(polygon.corners(), corners);
                assert_eq!(polygon.area(&ring), shape.area(&ring));
                assert_eq!(ring.sign_of_imaginary(polygon.area(&ring)), Ordering::Greater);
                // Each corner comes from one of the shape, by complex numbers.
                let angle = std::f64::consts::TAU * turns as f64 / order as f64;
                let [dx, dy] = ring.approximate(shift);
                for corner in shape.corners() {
                    let [x, y] = ring.approximate(*corner);
                    let y = if is_flipped { -y } else { y };
                    let (sine, cosine) = angle.sin_cos();
                    let [x, y] = [x * cosine - y * sine + dx, x * sine + y * cosine + dy];
                    let close = |other: &Point| {
                        let [ox, oy] = ring.approximate(*other);
                        (x - ox).abs() < 1e-9 && (y - oy).abs() < 1e-9
                    };
                    assert_eq!(corners.iter().filter(|corner| close(corner)).count(), 1);
                }
            }
        }
    }
}

#[test]
fn contradictions_are_refused_by_the_name_of_the_tile() {
    let ring = Ring::new(10).expect("a known order");
    let plain = tile("hook", &hook(&ring));
    assert!(ask(vec![plain.clone()], None).is_ok());
    assert!(ask(vec![], None).is_err_and(|error| error.contains("0 kinds of tiles")));
    let many = (0..65).map(|k| tile(&k.to_string(), &plain.shape)).collect();
    assert!(ask(many, None).is_err_and(|error| error.contains("65 kinds of tiles")));
    let twice = vec![plain.clone(), plain.clone()];
    assert!(ask(twice, None).is_err_and(|error| error.contains("tile 'hook' is given twice")));
    for (least, most) in [(0, Some(0)), (2, Some(1)), (1, Some(10_001)), (10_001, None)] {
        let wrong = Tile { least, most, ..plain.clone() };
        assert!(
            ask(vec![wrong], None).is_err_and(|error| error.contains("'hook'")),
            "{least} {most:?}"
        );
    }
    for (least, most) in [(0, Some(1)), (0, None), (10_000, Some(10_000)), (10_000, None)] {
        assert!(ask(vec![Tile { least, most, ..plain.clone() }], None).is_ok(), "{least} {most:?}");
    }
}

#[test]
fn colours_are_few_and_different() {
    let ring = Ring::new(10).expect("a known order");
    let plain = tile("hook", &hook(&ring));
    let limited = Tile { most_of_a_colour: Some(1), ..plain.clone() };
    assert!(
        ask(vec![limited.clone()], None).is_err_and(|error| error.contains("expected colours"))
    );
    assert!(ask(vec![limited], colours(&["red"])).is_ok());
    assert!(ask(vec![plain.clone()], colours(&[])).is_err_and(|error| error.contains("0 colours")));
    let letters: Vec<String> = ('a'..='q').map(String::from).collect();
    let names: Vec<&str> = letters.iter().map(String::as_str).collect();
    assert!(ask(vec![plain.clone()], colours(&names[..16])).is_ok());
    assert!(
        ask(vec![plain.clone()], colours(&names)).is_err_and(|error| error.contains("17 colours"))
    );
    let twice = ask(vec![plain], colours(&["red", "blue", "red"]));
    assert!(twice.is_err_and(|error| error.contains("colour 'red' is given twice")));
}
