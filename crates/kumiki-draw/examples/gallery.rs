//! Draws packings of every kind into a directory, to be looked at after a change of the drawing code:
//! `cargo run -p kumiki-draw --example gallery -- target/gallery`.

use kumiki_draw::{Card, packing_sheet};
use kumiki_model::{Cuboid, Packing, PlacedBrick};
use std::path::Path;

fn from_text(layers: &[&str]) -> Packing {
    let rows = |layer: &&str| layer.split(' ').map(str::to_owned).collect();
    Packing::from_layers(&layers.iter().map(rows).collect::<Vec<_>>()).expect("layers of equal size")
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
            let inside = (0..3).all(|axis| placed.origin[axis] + extent[axis] <= container.sides()[axis]);
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

fn main() -> std::io::Result<()> {
    let directory = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    std::fs::create_dir_all(&directory)?;
    let save = |name: &str, title: &str, packings: &[Packing]| {
        let caption = |packing: &Packing| format!("bricks: {}", packing.bricks().len());
        let cards: Vec<Card<'_>> =
            packings.iter().map(|packing| Card { packing, caption: caption(packing) }).collect();
        std::fs::write(Path::new(&directory).join(name), packing_sheet(title, &cards))
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
    save("twelve.svg", "4x4x4 with 2x2x1, brick after brick", &(1..=12).map(fewer).collect::<Vec<_>>())?;
    let sizes = ["2x2x2", "2x4x6", "1x1x6", "5x5x5", "6x6x6", "2x8x8", "3x3x9"];
    let mixed: Vec<Packing> = sizes.iter().map(|size| sized(size, "1x2x2")).collect();
    save("mixed.svg", "Boxes of many sizes", &mixed)
}
