//! Bricks in a box, drawn as any pieces are.
//!
//! Bricks carry the labels of [`Packing::layers`], and each label has a colour of its own in all
//! packings, as far as the palette goes. Where bricks overlap, which the judge would have
//! refused, the later one hides the earlier.

use crate::colour::palette;
use crate::filling::Filling;
use crate::isometric::places;
use crate::{Card, Scene, Sheet};
use kumiki_model::{Packing, PlacedBrick, label};

/// Packings on one sheet.
///
/// ```
/// use kumiki_draw::{Card, packing_sheet};
/// use kumiki_model::Packing;
/// let packing = Packing::from_layers(&[vec!["112".to_owned(), "332".to_owned()]])?;
/// let cards = [1, 2].map(|number| Card { solution: packing.clone(), caption: format!("number {number}") });
/// let svg = packing_sheet("The same board twice", &cards).to_svg();
/// assert!(svg.contains(">number 1</text>") && svg.contains(">number 2</text>"));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Panics
/// If a brick sticks out of its box.
#[must_use]
pub fn packing_sheet(title: &str, cards: &[Card<Packing>]) -> Sheet {
    Sheet::of(title, "packing", "bricks in a box", cards, |card| {
        // All that the drawing shows.
        let layers: Vec<String> =
            card.solution.layers().iter().map(|layer| layer.join(" ")).collect();
        let (size, caption, layers) =
            (card.solution.container(), &card.caption, layers.join(" / "));
        let words = format!(" Box {size}, {caption}, layers from the bottom: {layers}.");
        (packing_scene(&card.solution), words)
    })
}

/// One packing as a scene: its view and its layers.
///
/// # Panics
/// If a brick sticks out of its box.
fn packing_scene(packing: &Packing) -> Scene {
    filling(packing).scene()
}

/// The bricks with all that is decided before drawing.
fn filling(packing: &Packing) -> Filling {
    let (sides, bricks) = (packing.container().sides(), packing.bricks());
    let labels = (0..bricks.len()).map(label).collect();
    let (places, of_bricks) = (places(sides), bricks.iter().map(PlacedBrick::places));
    Filling::new([0; 3], sides, places, of_bricks, labels, palette(bricks.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filling::EMPTY_CELL;
    use crate::{Paint, Shape};
    use kumiki_model::{Cuboid, PALETTE, PlacedBrick};

    fn packing(layers: &[&str]) -> Packing {
        let rows = |layer: &&str| layer.split(' ').map(str::to_owned).collect();
        Packing::from_layers(&layers.iter().map(rows).collect::<Vec<_>>()).expect("equal layers")
    }

    fn three_cube() -> Packing {
        packing(&["11. 112 332", "544 5.2 332", "544 566 .66"])
    }

    fn four_cube() -> Packing {
        packing(&[
            ".11. 2113 2443 .44.",
            "5566 2..3 2..3 7788",
            "5566 9..A 9..A 7788",
            ".BB. 9BBA 9CCA .CC.",
        ])
    }

    fn board() -> Packing {
        let domino =
            |row, column: usize| PlacedBrick { origin: [0, row, 2 * column], extent: [1, 1, 2] };
        let dominoes = (0..8).flat_map(|row| (0..4).map(move |column| domino(row, column)));
        Packing::new(Cuboid::new([1, 8, 8]).expect("a size"), dominoes.collect())
    }

    /// The shapes of a scene and of the groups in it that a test asks for.
    fn gathered<T>(scene: &Scene, wanted: &impl Fn(&Shape) -> Option<T>) -> Vec<T> {
        let of_shape = |shape: &Shape| match shape {
            Shape::Group { scene, .. } => gathered(scene, wanted),
            other => wanted(other).into_iter().collect(),
        };
        scene.shapes().iter().flat_map(of_shape).collect()
    }

    fn texts(scene: &Scene) -> Vec<String> {
        gathered(scene, &|shape| match shape {
            Shape::Text { text, .. } => Some(text.clone()),
            _ => None,
        })
    }

    /// The layers of a packing write the label of every brick once for each layer it meets, and
    /// mark every empty cell.
    fn check_layers(packing: &Packing) {
        let filling = filling(packing);
        let scene = filling.layers(200.0);
        let [layer_count, ..] = packing.container().sides();
        let mut written: Vec<String> =
            texts(&scene).into_iter().filter(|text| !text.starts_with("layer ")).collect();
        assert_eq!(texts(&scene).len() - written.len(), layer_count);
        let thickness = |(at, brick): (usize, &PlacedBrick)| {
            vec![filling.labels[at].to_string(); brick.extent[0]]
        };
        let mut expected: Vec<String> =
            packing.bricks().iter().enumerate().flat_map(thickness).collect();
        written.sort_unstable();
        expected.sort_unstable();
        assert_eq!(written, expected);

        let dots = gathered(&scene, &|shape| match shape {
            Shape::Rectangle { paint, .. } => (*paint == Paint::filled(EMPTY_CELL)).then_some(()),
            _ => None,
        });
        let covered: usize = packing.bricks().iter().map(|brick| brick.places().count()).sum();
        assert_eq!(dots.len() + covered, packing.container().cell_count());
    }

    #[test]
    fn the_layers_show_every_brick_in_every_layer_it_meets() {
        let empty = Packing::new(Cuboid::new([2, 3, 4]).expect("a size"), vec![]);
        for packing in [three_cube(), four_cube(), board(), empty] {
            check_layers(&packing);
        }
    }

    #[test]
    fn labels_are_those_of_the_text() {
        let labels: String = filling(&four_cube()).labels.into_iter().collect();
        assert_eq!(labels, "123456789ABC");
    }

    #[test]
    fn a_label_has_the_same_colour_in_all_packings() {
        for packing in [three_cube(), four_cube(), board()] {
            let filling = filling(&packing);
            assert_eq!(filling.colours, PALETTE[..packing.bricks().len()]);
        }
    }

    #[test]
    fn the_view_labels_exactly_the_bricks_that_can_be_seen() {
        // Bricks 1 of the 3x3x3 and 1, 2, 5 of the 4x4x4 box are hidden from above and in front.
        let seen = |packing: &Packing| {
            let mut labels = texts(&filling(packing).view());
            labels.sort_unstable();
            labels.concat()
        };
        assert_eq!(seen(&three_cube()), "23456");
        assert_eq!(seen(&four_cube()), "346789ABC");
    }

    #[test]
    fn a_flat_box_is_drawn_as_its_only_layer() {
        let scene = packing_scene(&board());
        assert_eq!(texts(&scene).len(), 32);
        let polygons = |scene: &Scene| {
            gathered(scene, &|shape| matches!(shape, Shape::Polygon { .. }).then_some(())).len()
        };
        assert_eq!(polygons(&scene), 0);
        assert!(polygons(&packing_scene(&three_cube())) > 6);
    }

    #[test]
    fn bricks_that_nobody_can_see_are_left_out() {
        let container = Cuboid::new([1, 2, 2]).expect("a size");
        let brick = |extent| PlacedBrick { origin: [0, 0, 0], extent };
        let overlapping =
            Packing::new(container, vec![brick([1, 0, 2]), brick([1, 1, 1]), brick([1, 2, 2])]);
        assert_eq!(texts(&packing_scene(&overlapping)), ["3"]);
    }

    #[test]
    #[should_panic(expected = "[0, 1, 2] sticks out of the box")]
    fn a_brick_outside_its_box_is_a_bug() {
        let container = Cuboid::new([1, 2, 2]).expect("a size");
        let outside = PlacedBrick { origin: [0, 1, 1], extent: [1, 1, 2] };
        let _ = packing_scene(&Packing::new(container, vec![outside]));
    }

    #[test]
    fn the_description_says_in_words_what_the_sheet_shows() {
        let packing = three_cube();
        let card = Card { solution: packing, caption: "6 bricks".to_owned() };
        assert_eq!(
            packing_sheet("", &[card]).description,
            "One packing of bricks in a box. \
             Box 3x3x3, 6 bricks, layers from the bottom: 11. 112 332 / 455 4.2 332 / 455 466 .66."
        );
        assert_eq!(packing_sheet("", &[]).description, "No packings of bricks in a box.");
    }
}
