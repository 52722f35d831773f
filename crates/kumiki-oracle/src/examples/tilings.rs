//! Small tiling questions.

use kumiki_model::{PlacedTile, Polygon, Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};

/// A square of so many units.
pub fn square(side: i32) -> [[i32; 2]; 4] {
    [[0, 0], [side, 0], [side, side], [0, side]]
}

/// A polygon in a ring with two coordinates.
fn polygon(order: usize, corners: &[[i32; 2]]) -> Polygon {
    let points: Vec<Point> = corners.iter().map(|corner| Point::new(corner)).collect();
    Polygon::new(&Ring::new(order).expect("a ring"), &points).expect("a simple polygon")
}

/// A kind of tile that may be used as often as one likes.
pub fn kind(order: usize, name: &str, corners: &[[i32; 2]], turns: bool, flips: bool) -> Tile {
    let shape = polygon(order, corners);
    Tile {
        name: name.to_owned(),
        shape,
        least: 0,
        most: None,
        most_of_a_colour: None,
        turns,
        flips,
    }
}

/// A question without colours.
pub fn question(order: usize, region: &[[i32; 2]], tiles: Vec<Tile>) -> TilingQuestion {
    let ring = Ring::new(order).expect("a ring");
    TilingQuestion::new("example", ring, polygon(order, region), tiles, None)
        .expect("a valid question")
}

/// A tile of the first kind, which is often a domino, shifted and turned.
pub fn domino(shift: [i32; 2], turns: usize) -> PlacedTile {
    PlacedTile { tile: 0, is_flipped: false, turns, shift: Point::new(&shift), colour: None }
}
