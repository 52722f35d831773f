//! Draws packings and tilings of every kind into a directory, to be looked at after a change of the
//! drawing code: `cargo run -p kumiki-draw --example gallery -- target/gallery`.

use kumiki_draw::{Card, packing_sheet, tiling_sheet};
use kumiki_model::{
    Apart, Colours, Cuboid, Packing, PlacedBrick, PlacedTile, Polygon, Tile, TilingQuestion,
};
use kumiki_ring::{Point, Ring};
use std::path::Path;

fn from_text(layers: &[&str]) -> Packing {
    let rows = |layer: &&str| layer.split(' ').map(str::to_owned).collect();
    Packing::from_layers(&layers.iter().map(rows).collect::<Vec<_>>())
        .expect("layers of equal size")
}

/// Puts bricks wherever they fit, their directions taking turns.
fn first_fit(container: Cuboid, brick: Cuboid) -> Packing {
    let mut free = vec![true; container.cell_count()];
    let mut bricks: Vec<PlacedBrick> = Vec::new();
    for cell in 0..container.cell_count() {
        let mut ways = brick.orientations();
        let turn = (bricks.len() + cell) % ways.len();
        ways.rotate_left(turn);
        for extent in ways {
            let placed = PlacedBrick { origin: container.place(cell), extent };
            let inside =
                (0..3).all(|axis| placed.origin[axis] + extent[axis] <= container.sides()[axis]);
            if inside && placed.places().all(|place| free[container.cell(place)]) {
                placed.places().for_each(|place| free[container.cell(place)] = false);
                bricks.push(placed);
            }
        }
    }
    Packing::new(container, bricks)
}

fn sized(container: &str, brick: &str) -> Packing {
    first_fit(container.parse().expect("a size"), brick.parse().expect("a size"))
}

/// A regular polygon of an even number of sides to be tiled by rhombs, whose tiles may have
/// colours.
fn rhombs(order: usize, colours: Option<Colours>) -> TilingQuestion {
    let ring = Ring::new(order).expect("a ring");
    let polygon = |corners: &[Point]| Polygon::new(&ring, corners).expect("a simple polygon");
    let round: Vec<Point> = (0..order).map(|end| (0..end).map(|k| ring.unit(k)).sum()).collect();
    let rhomb = |k: usize| Tile {
        name: format!("{} degrees", k * 360 / order),
        shape: polygon(&[Point::ZERO, ring.unit(0), ring.unit(0) + ring.unit(k), ring.unit(k)]),
        least: 0,
        most: None,
        most_of_a_colour: None,
        turns: true,
        flips: false,
    };
    let tiles = (1..order / 2).map(rhomb).collect();
    TilingQuestion::new("rhombs", ring.clone(), polygon(&round), tiles, colours)
        .expect("a valid question")
}

/// A tiling by rhombs: the directions of half the sides are reversed by exchanging neighbours, and
/// each exchange is a rhomb. The start decides which neighbours.
fn by_exchanges(question: &TilingQuestion, start: usize) -> Vec<PlacedTile> {
    let ring = question.ring();
    let mut path: Vec<usize> = (0..ring.order() / 2).collect();
    let mut tiling: Vec<PlacedTile> = Vec::new();
    loop {
        let ready: Vec<usize> = (1..path.len()).filter(|at| path[at - 1] < path[*at]).collect();
        let Some(at) = ready.get((start * 7 + tiling.len() * start) % ready.len().max(1)) else {
            return tiling;
        };
        let [low, high] = [path[at - 1], path[*at]];
        tiling.push(PlacedTile {
            tile: high - low - 1,
            is_flipped: false,
            turns: low,
            shift: path[..at - 1].iter().map(|k| ring.unit(*k)).sum(),
            colour: question.colours().map(|colours| low % colours.names.len()),
        });
        path.swap(at - 1, *at);
    }
}

fn main() -> std::io::Result<()> {
    let directory = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    std::fs::create_dir_all(&directory)?;
    let save = |name: &str, title: &str, packings: &[Packing]| {
        let caption = |packing: &Packing| format!("bricks: {}", packing.bricks().len());
        let cards: Vec<Card<Packing>> = packings
            .iter()
            .map(|packing| Card { solution: packing.clone(), caption: caption(packing) })
            .collect();
        std::fs::write(Path::new(&directory).join(name), packing_sheet(title, &cards).to_svg())
    };
    let three = from_text(&["11. 112 332", "544 5.2 332", "544 566 .66"]);
    let four = from_text(&[
        ".11. 2113 2443 .44.",
        "5566 2..3 2..3 7788",
        "5566 9..A 9..A 7788",
        ".BB. 9BBA 9CCA .CC.",
    ]);
    let fewer = |count: usize| Packing::new(four.container(), four.bricks()[..count].to_vec());
    save("three.svg", "3x3x3 with 2x2x1", &[three])?;
    save("four.svg", "4x4x4 with 2x2x1", &[fewer(12)])?;
    save("board.svg", "Dominoes on the 8x8 board", &[sized("8x8x1", "1x1x2")])?;
    save("long.svg", "4x4x5 with 2x2x1", &[sized("4x4x5", "2x2x1")])?;
    save("empty.svg", "An empty box", &[fewer(0)])?;
    save("none.svg", "No cards at all", &[])?;
    save(
        "twelve.svg",
        "4x4x4 with 2x2x1, brick after brick",
        &(1..=12).map(fewer).collect::<Vec<_>>(),
    )?;
    let sizes = ["2x2x2", "2x4x6", "1x1x6", "5x5x5", "6x6x6", "2x8x8", "3x3x9"];
    let mixed: Vec<Packing> = sizes.iter().map(|size| sized(size, "1x2x2")).collect();
    save("mixed.svg", "Boxes of many sizes", &mixed)?;

    let names = ["red", "green", "blue", "yellow"].map(str::to_owned).to_vec();
    let painted = Some(Colours { names, apart: Apart::Free });
    for (name, title, question) in [
        ("decagon", "Rhombs in a decagon", rhombs(10, None)),
        ("dodecagon", "Rhombs in a dodecagon (12 sides)", rhombs(12, painted)),
    ] {
        let tilings: Vec<Vec<PlacedTile>> =
            (0..6).map(|start| by_exchanges(&question, start)).collect();
        let card = |solution| Card { solution, caption: "found by exchanges".to_owned() };
        let sheet =
            tiling_sheet(&question, title, &tilings.iter().cloned().map(card).collect::<Vec<_>>());
        std::fs::write(Path::new(&directory).join(format!("{name}.svg")), sheet.to_svg())?;
        std::fs::write(Path::new(&directory).join(format!("{name}.eps")), sheet.to_eps())?;
    }
    Ok(())
}
