//! Bricks in a box: a view from outside and the layers one by one.
//!
//! # What a card shows
//! On the left the box in isometric view, as [`crate::isometric`] sees it: solid bricks, light tops, darker
//! sides, and behind them floor and back walls of the box. On the right the layers from bottom to top in
//! reading order, each seen from above with row 1 at the top, as [`Packing::layers`] writes them. Turned by
//! an eighth of a circle, the layers are what the view shows: the rows run to the lower left, the columns to
//! the lower right. A box of one layer is drawn as that layer alone, larger.
//!
//! Bricks carry the labels of [`Packing::layers`]. Where bricks overlap, which the judge would have refused,
//! the later one hides the earlier.

use crate::isometric::{Node, Region, Side, visible_regions};
use crate::scene::length;
use crate::{Bounds, Colour, Figure, Lettering, Paint, Point, Scene, Shape, Sheet, Stroke, colours_for};
use kumiki_model::{Cuboid, Packing, PlacedBrick};
use std::collections::BTreeSet;

/// The height the isometric view aims at.
const VIEW_HEIGHT: f64 = 220.0;
/// The smallest and largest edge of a cell in the view.
const VIEW_EDGE: [f64; 2] = [16.0, 30.0];
/// The smallest and largest side of a cell in a layer next to a view.
const LAYER_CELL: [f64; 2] = [16.0, 24.0];
/// The same if the layer is all there is.
const BOARD_CELL: [f64; 2] = [18.0, 36.0];
/// The width a board of one layer aims at.
const BOARD_WIDTH: f64 = 320.0;
/// Between neighbouring layers.
const LAYER_GAP: f64 = 14.0;
/// From a layer to the middle of its name.
const NAME_OFFSET: f64 = 12.0;
/// Between the view and the layers.
const VIEW_GAP: f64 = 28.0;

const LAYER_NAME: Lettering = Lettering::plain(10.5, Colour::grey(0x55));
const EDGE: Stroke = Stroke::solid(Colour::INK, 1.0);
const BOX_EDGE: Stroke = Stroke::dashed(Colour::grey(0xa0), 1.0, 3.0);
const EMPTY_CELL: Colour = Colour::grey(0xbd);
const LAYER_FLOOR: Colour = Colour::grey(0xf3);

/// A packing and what is written below it.
#[derive(Clone, Debug)]
pub struct Card<'a> {
    /// The bricks in their box.
    pub packing: &'a Packing,
    /// For example "12 bricks, 24 symmetries".
    pub caption: String,
}

/// Packings on one sheet, as a complete SVG document.
///
/// ```
/// use kumiki_draw::{Card, packing_sheet};
/// use kumiki_model::Packing;
/// let packing = Packing::from_layers(&[vec!["112".to_owned(), "332".to_owned()]])?;
/// let cards = [1, 2].map(|number| Card { packing: &packing, caption: format!("number {number}") });
/// let svg = packing_sheet("The same board twice", &cards);
/// assert!(svg.contains(">number 1</text>") && svg.contains(">number 2</text>"));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Panics
/// If a brick sticks out of its box.
#[must_use]
pub fn packing_sheet(title: &str, cards: &[Card<'_>]) -> String {
    let figure =
        |card: &Card<'_>| Figure { scene: packing_scene(card.packing), caption: card.caption.clone() };
    let sheet = Sheet {
        title: title.to_owned(),
        description: description(cards),
        figures: cards.iter().map(figure).collect(),
        if_empty: "no packings".to_owned(),
    };
    sheet.to_svg()
}

/// The packings in words: all that the drawings show.
fn description(cards: &[Card<'_>]) -> String {
    let in_words = |card: &Card<'_>| {
        let layers: Vec<String> = card.packing.layers().iter().map(|layer| layer.join(" ")).collect();
        let size = card.packing.container();
        format!(" Box {size}, {}, layers from the bottom: {}.", card.caption, layers.join(" / "))
    };
    let packings = match cards.len() {
        0 => "No packings".to_owned(),
        1 => "One packing".to_owned(),
        many => format!("{many} packings"),
    };
    packings + " of bricks in a box." + &cards.iter().map(in_words).collect::<String>()
}

/// One packing as a scene: its view and its layers.
///
/// ```
/// use kumiki_draw::{packing_scene, svg_document};
/// use kumiki_model::{Cuboid, Packing};
/// let empty = Packing::new("2x2x2".parse::<Cuboid>()?, vec![]);
/// let svg = svg_document(&packing_scene(&empty), "an empty box", "two layers of four empty cells");
/// assert!(svg.contains(">layer 1 (bottom)</text>") && svg.contains(">layer 2 (top)</text>"));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Panics
/// If a brick sticks out of its box.
#[must_use]
pub fn packing_scene(packing: &Packing) -> Scene {
    let bricks = Bricks::new(packing);
    let [layer_count, _, columns] = bricks.container.sides();
    if layer_count == 1 {
        return bricks.layer(0, fitted(BOARD_WIDTH / length(columns), BOARD_CELL));
    }
    let view = bricks.view();
    let layers = bricks.layers(view.bounds().height());
    let [left, right] = [view.bounds(), layers.bounds()];
    let height = left.height().max(right.height());
    let mut scene = Scene::new();
    scene.place(view, Point::new(0.0, (height - left.height()) / 2.0));
    scene.place(layers, Point::new(left.width() + VIEW_GAP, (height - right.height()) / 2.0));
    scene
}

/// A length in whole pixels within limits.
fn fitted(length: f64, [least, most]: [f64; 2]) -> f64 {
    length.floor().clamp(least, most)
}

/// The bricks of a packing with everything that is decided before drawing.
struct Bricks<'a> {
    container: Cuboid,
    bricks: &'a [PlacedBrick],
    /// The brick in each cell of the box.
    owner: Vec<Option<usize>>,
    /// The label of each brick; none if others hide all its cells.
    labels: Vec<Option<char>>,
    /// The colour of each brick, different for bricks that share a face if the palette suffices.
    colours: Vec<Colour>,
}

impl<'a> Bricks<'a> {
    fn new(packing: &'a Packing) -> Self {
        let (container, bricks) = (packing.container(), packing.bricks());
        let sides = container.sides();
        let mut owner = vec![None; container.cell_count()];
        for (at, brick) in bricks.iter().enumerate() {
            let inside = (0..3).all(|axis| brick.origin[axis] + brick.extent[axis] <= sides[axis]);
            assert!(inside, "{brick:?} sticks out of its box {container}");
            for place in brick.places() {
                owner[container.cell(place)] = Some(at);
            }
        }
        let text: Vec<char> = packing.layers().concat().concat().chars().collect();
        let mut labels = vec![None; bricks.len()];
        for (cell, brick) in owner.iter().enumerate() {
            if let Some(brick) = *brick {
                labels[brick] = Some(text[cell]);
            }
        }
        let colours = colours_for(&neighbours(container, &owner, bricks.len()));
        Self { container, bricks, owner, labels, colours }
    }

    /// The colour of a side in the light, which falls from above and a little from the left.
    fn shade(&self, brick: usize, side: Side) -> Colour {
        let colour = self.colours[brick];
        match side {
            Side::Top => colour.mixed(Colour::WHITE, 30),
            Side::Row => colour,
            Side::Column => colour.mixed(Colour::BLACK, 25),
        }
    }

    /// The box from outside.
    fn view(&self) -> Scene {
        let sides = self.container.sides();
        let [layers, rows, columns] = sides.map(length);
        let edge = fitted(VIEW_HEIGHT / (layers + f64::midpoint(rows, columns)), VIEW_EDGE);
        let scaled = |point: Point| Point::new(point.x * edge, point.y * edge);
        let mut scene = empty_box(sides, |place| scaled(Node::of_corner(sides[0], place).project()));
        let regions = visible_regions(sides, |place| self.owner[self.container.cell(place)]);
        for region in &regions {
            let rings = region.rings();
            let rings = rings.iter().map(|ring| ring.iter().map(|node| scaled(node.project())).collect());
            let paint = Paint::filled(self.shade(region.brick, region.side)).with_stroke(EDGE);
            scene.add(Shape::Polygon { rings: rings.collect(), paint });
        }
        for of_brick in regions.chunk_by(|one, other| one.brick == other.brick) {
            let spots = of_brick.iter().filter_map(|region| Some((region, region.label_spot()?)));
            // The largest side; the uppermost if two are equally large.
            let best = spots.rev().max_by_key(|(region, _)| region.area());
            if let Some((&Region { brick, side, .. }, spot)) = best {
                let label = self.labels[brick].expect("what is seen has cells");
                scene.write(label, scaled(spot), Lettering::bold(0.5 * edge, self.shade(brick, side).ink()));
            }
        }
        scene
    }

    /// All layers with their names, about as high as the view.
    fn layers(&self, view_height: f64) -> Scene {
        let [layer_count, rows, columns] = self.container.sides();
        let per_row = (1..=layer_count).find(|n| n * n >= layer_count).expect("the count itself is enough");
        let row_count = layer_count.div_ceil(per_row);
        let below = NAME_OFFSET + LAYER_NAME.size / 2.0;
        let room = (view_height + LAYER_GAP) / length(row_count) - LAYER_GAP - below;
        let cell = fitted(room / length(rows), LAYER_CELL);
        let name = |layer: usize| match layer + 1 {
            1 => "layer 1 (bottom)".to_owned(),
            last if last == layer_count => format!("layer {last} (top)"),
            middle => format!("layer {middle}"),
        };
        let [width, height] = [length(columns) * cell, length(rows) * cell];
        let pitch = (width + LAYER_GAP).max(LAYER_NAME.width_of(&name(0)));
        let mut scene = Scene::new();
        for layer in 0..layer_count {
            let left = length(layer % per_row) * pitch;
            let top = length(layer / per_row) * (height + below + LAYER_GAP);
            scene.place(self.layer(layer, cell), Point::new(left, top));
            let middle = Point::new(left + width / 2.0, top + height + NAME_OFFSET);
            scene.write(name(layer), middle, LAYER_NAME);
        }
        scene
    }

    /// One layer from above, its cells of a given size: a rectangle for each brick in it, dots where none is.
    fn layer(&self, layer: usize, cell: f64) -> Scene {
        let [_, rows, columns] = self.container.sides();
        let area = |[row, column]: [usize; 2], [high, wide]: [usize; 2]| {
            let low = Point::new(length(column) * cell, length(row) * cell);
            Bounds::at(low, length(wide) * cell, length(high) * cell)
        };
        let mut scene = Scene::new();
        let floor = Paint::filled(LAYER_FLOOR);
        scene.add(Shape::Rectangle { bounds: area([0, 0], [rows, columns]), radius: 3.0, paint: floor });
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            if self.owner[self.container.cell([layer, row, column])].is_none() {
                let bounds = area([row, column], [1, 1]).grown(-0.4 * cell);
                let radius = bounds.width() / 2.0;
                scene.add(Shape::Rectangle { bounds, radius, paint: Paint::filled(EMPTY_CELL) });
            }
        }
        for (at, brick) in self.bricks.iter().enumerate() {
            let [low, row, column] = brick.origin;
            let [thick, high, wide] = brick.extent;
            if let Some(label) = self.labels[at]
                && (low..low + thick).contains(&layer)
            {
                let bounds = area([row, column], [high, wide]).grown(-1.0);
                let colour = self.shade(at, Side::Top);
                let paint = Paint::filled(colour).with_stroke(EDGE);
                scene.add(Shape::Rectangle { bounds, radius: 3.0, paint });
                scene.write(label, bounds.centre(), Lettering::bold(0.58 * cell, colour.ink()));
            }
        }
        scene
    }
}

/// The bricks that share a face with each brick.
fn neighbours(container: Cuboid, owner: &[Option<usize>], brick_count: usize) -> Vec<Vec<usize>> {
    let sides = container.sides();
    let mut touching = vec![BTreeSet::new(); brick_count];
    for (cell, one) in owner.iter().enumerate() {
        for axis in 0..3 {
            let mut place = container.place(cell);
            place[axis] += 1;
            if place[axis] == sides[axis] {
                continue;
            }
            if let (Some(one), Some(other)) = (*one, owner[container.cell(place)])
                && one != other
            {
                touching[one].insert(other);
                touching[other].insert(one);
            }
        }
    }
    touching.into_iter().map(|set| set.into_iter().collect()).collect()
}

/// What is behind all bricks: the floor, the two back walls, and the edges of the box that the observer sees
/// or would see if it were empty. The three edges in front are left out.
fn empty_box([layers, rows, columns]: [usize; 3], corner: impl Fn([usize; 3]) -> Point) -> Scene {
    let far = [0, 0, 0];
    let [up, left, right] = [[layers, 0, 0], [0, rows, 0], [0, 0, columns]];
    let [up_left, up_right, front] = [[layers, rows, 0], [layers, 0, columns], [0, rows, columns]];
    let ring = |places: &[[usize; 3]]| places.iter().map(|place| corner(*place)).collect::<Vec<_>>();
    let mut scene = Scene::new();
    let walls = [
        ([far, left, front, right], Colour::grey(0xe9)),
        ([far, left, up_left, up], Colour::grey(0xf8)),
        ([far, right, up_right, up], Colour::grey(0xf1)),
    ];
    for (wall, colour) in walls {
        scene.add(Shape::Polygon { rings: vec![ring(&wall)], paint: Paint::filled(colour) });
    }
    for end in [up, left, right] {
        scene.add(Shape::Line { points: ring(&[far, end]), stroke: BOX_EDGE });
    }
    let outline = ring(&[up, up_right, right, front, left, up_left]);
    scene.add(Shape::Polygon { rings: vec![outline], paint: Paint::outlined(BOX_EDGE) });
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packing(layers: &[&str]) -> Packing {
        let rows = |layer: &&str| layer.split(' ').map(str::to_owned).collect();
        Packing::from_layers(&layers.iter().map(rows).collect::<Vec<_>>()).expect("equal layers")
    }

    fn three_cube() -> Packing {
        packing(&["11. 112 332", "544 5.2 332", "544 566 .66"])
    }

    fn four_cube() -> Packing {
        packing(&[".11. 2113 2443 .44.", "5566 2..3 2..3 7788", "5566 9..A 9..A 7788", ".BB. 9BBA 9CCA .CC."])
    }

    fn board() -> Packing {
        let domino = |row, column: usize| PlacedBrick { origin: [0, row, 2 * column], extent: [1, 1, 2] };
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

    /// The layers of a packing write the label of every brick once for each layer it meets, and mark every
    /// empty cell.
    fn check_layers(packing: &Packing) {
        let bricks = Bricks::new(packing);
        let scene = bricks.layers(200.0);
        let [layer_count, ..] = packing.container().sides();
        let mut written: Vec<String> =
            texts(&scene).into_iter().filter(|text| !text.starts_with("layer ")).collect();
        assert_eq!(texts(&scene).len() - written.len(), layer_count);
        let thickness = |(at, brick): (usize, &PlacedBrick)| {
            let label = bricks.labels[at].expect("nothing hides it").to_string();
            vec![label; brick.extent[0]]
        };
        let mut expected: Vec<String> = packing.bricks().iter().enumerate().flat_map(thickness).collect();
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
        let labels: String = Bricks::new(&four_cube()).labels.into_iter().flatten().collect();
        assert_eq!(labels, "123456789ABC");
    }

    fn touching(bricks: &Bricks<'_>) -> Vec<Vec<usize>> {
        neighbours(bricks.container, &bricks.owner, bricks.bricks.len())
    }

    #[test]
    fn bricks_that_share_a_face_have_different_colours() {
        for packing in [three_cube(), four_cube(), board()] {
            let bricks = Bricks::new(&packing);
            let touching = touching(&bricks);
            assert!(touching.iter().all(|around| !around.is_empty()), "no brick floats");
            for (one, around) in touching.iter().enumerate() {
                for other in around {
                    assert_ne!(bricks.colours[one], bricks.colours[*other], "bricks {one} and {other}");
                }
            }
        }
    }

    #[test]
    fn sharing_a_face_is_not_sharing_an_edge() {
        assert!(touching(&Bricks::new(&packing(&["1.3 .2."]))).iter().all(Vec::is_empty));
        assert_eq!(touching(&Bricks::new(&packing(&["12."]))), [vec![1], vec![0]]);
    }

    #[test]
    fn the_view_labels_exactly_the_bricks_that_can_be_seen() {
        // Bricks 1 of the 3x3x3 and 1, 2, 5 of the 4x4x4 box are hidden from above and in front.
        let seen = |packing: &Packing| {
            let mut labels = texts(&Bricks::new(packing).view());
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
        let overlapping = Packing::new(container, vec![brick([1, 0, 2]), brick([1, 1, 1]), brick([1, 2, 2])]);
        assert_eq!(texts(&packing_scene(&overlapping)), ["3"]);
    }

    #[test]
    #[should_panic(expected = "sticks out of its box 1x2x2")]
    fn a_brick_outside_its_box_is_a_bug() {
        let container = Cuboid::new([1, 2, 2]).expect("a size");
        let outside = PlacedBrick { origin: [0, 1, 1], extent: [1, 1, 2] };
        let _ = packing_scene(&Packing::new(container, vec![outside]));
    }

    #[test]
    fn the_description_says_in_words_what_the_sheet_shows() {
        let packing = three_cube();
        let card = Card { packing: &packing, caption: "6 bricks".to_owned() };
        assert_eq!(
            description(&[card]),
            "One packing of bricks in a box. \
             Box 3x3x3, 6 bricks, layers from the bottom: 11. 112 332 / 455 4.2 332 / 455 466 .66."
        );
        assert_eq!(description(&[]), "No packings of bricks in a box.");
    }
}
