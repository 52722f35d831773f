//! Things that fill the cells of a box: a view from outside and the layers one by one.
//!
//! # What is drawn
//! On the left the box in isometric view, as [`crate::isometric`] sees it: solid pieces, light
//! tops, darker sides, and behind them floor and back walls of the box. On the right the layers
//! from bottom to top in reading order, each seen from above with row 1 at the top. Turned by an
//! eighth of a circle, the layers are what the view shows: the rows run to the lower left, the
//! columns to the lower right. A box of one layer is drawn as that layer alone, larger.
//!
//! Bricks and pieces of any shape are drawn alike. Where a box has no cells, nothing is drawn.

use crate::isometric::{Node, Region, Side, places, visible_regions, wall_regions};
use crate::outline::{Bend, Square, parts, rings};
use crate::scene::length;
use crate::{Bounds, Colour, Lettering, Paint, Point, Scene, Shape, Stroke};
use kumiki_model::Place;
use std::collections::{BTreeMap, BTreeSet};

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
pub(crate) const EMPTY_CELL: Colour = Colour::grey(0xbd);
const LAYER_FLOOR: Colour = Colour::grey(0xf3);

/// The lines between the cells of a piece.
const CELL_LINE_WIDTH: f64 = 1.0;
const CELL_LINE_PERCENT: u8 = 16;
/// From the edge of a cell to the outline of what fills it.
const MARGIN: f64 = 1.0;
const CORNER_RADIUS: f64 = 3.0;

/// What is at a place of the smallest cuboid around a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    /// No cell.
    Nothing,
    /// A cell that stays empty.
    Empty,
    /// A cell of a piece.
    Piece(usize),
}

/// Pieces in a box, with everything that is decided before drawing.
///
/// * **L1** `contents` has one entry per place of the cuboid, layer by layer and row by row.
/// * **L2** Every piece that occurs there has a label and a colour.
pub(crate) struct Filling {
    sides: [usize; 3],
    contents: Vec<Content>,
    pub(crate) labels: Vec<char>,
    pub(crate) colours: Vec<Colour>,
    /// Whether lines show the cells that a piece consists of.
    pub(crate) is_ruled: bool,
}

/// A length in whole pixels within limits.
fn fitted(length: f64, [least, most]: [f64; 2]) -> f64 {
    length.floor().clamp(least, most)
}

impl Filling {
    /// Pieces in a box with these cells, the lowest of each coordinate and so many along each axis,
    /// each with its label and its colour. Where pieces overlap, the later one hides the earlier.
    pub(crate) fn new<P: IntoIterator<Item = Place>>(
        low: Place,
        sides: [usize; 3],
        cells: impl Iterator<Item = Place>,
        pieces: impl Iterator<Item = P>,
        labels: Vec<char>,
        colours: Vec<Colour>,
    ) -> Self {
        let position = |place: Place| {
            let [layer, row, column] = [0, 1, 2].map(|axis| place[axis].wrapping_sub(low[axis]));
            let is_inside = layer < sides[0] && row < sides[1] && column < sides[2];
            assert!(is_inside, "{place:?} sticks out of the box at {low:?} with sides {sides:?}");
            (layer * sides[1] + row) * sides[2] + column
        };
        let mut contents = vec![Content::Nothing; sides.iter().product()];
        cells.for_each(|place| contents[position(place)] = Content::Empty);
        for (at, piece) in pieces.enumerate() {
            piece.into_iter().for_each(|place| contents[position(place)] = Content::Piece(at));
        }
        Self { sides, contents, labels, colours, is_ruled: false }
    }

    /// The view and the layers, or the only layer.
    pub(crate) fn scene(&self) -> Scene {
        let [layer_count, _, columns] = self.sides;
        if layer_count == 1 {
            return self.layer(0, fitted(BOARD_WIDTH / length(columns), BOARD_CELL));
        }
        let view = self.view();
        let layers = self.layers(view.bounds().height());
        let [left, right] = [view.bounds(), layers.bounds()];
        let height = left.height().max(right.height());
        let mut scene = Scene::new();
        scene.place(view, Point::new(0.0, (height - left.height()) / 2.0));
        scene.place(layers, Point::new(left.width() + VIEW_GAP, (height - right.height()) / 2.0));
        scene
    }

    fn at(&self, [layer, row, column]: [usize; 3]) -> Content {
        self.contents[(layer * self.sides[1] + row) * self.sides[2] + column]
    }

    fn owner(&self, place: [usize; 3]) -> Option<usize> {
        match self.at(place) {
            Content::Piece(piece) => Some(piece),
            Content::Nothing | Content::Empty => None,
        }
    }

    /// The colour of a side in the light, which falls from above and a little from the left.
    fn shade(&self, piece: usize, side: Side) -> Colour {
        let colour = self.colours[piece];
        match side {
            Side::Top => colour.mixed(Colour::WHITE, 30),
            Side::Row => colour,
            Side::Column => colour.mixed(Colour::BLACK, 25),
        }
    }

    /// The box from outside.
    pub(crate) fn view(&self) -> Scene {
        let [layers, rows, columns] = self.sides.map(length);
        let edge = fitted(VIEW_HEIGHT / (layers + f64::midpoint(rows, columns)), VIEW_EDGE);
        let scaled = |point: Point| Point::new(point.x * edge, point.y * edge);
        let polygon = |region: &Region, paint: Paint| {
            let rings = region.rings();
            let rings =
                rings.iter().map(|ring| ring.iter().map(|node| scaled(node.project())).collect());
            Shape::Polygon { rings: rings.collect(), radius: 0.0, paint }
        };
        let mut scene = if self.contents.contains(&Content::Nothing) {
            let is_cell = |place| self.at(place) != Content::Nothing;
            let walls = wall_regions(self.sides, is_cell);
            let paint =
                |wall: &Region| Paint::filled(wall_colour(wall.face.side)).with_stroke(BOX_EDGE);
            let mut scene = Scene::new();
            walls.iter().for_each(|wall| scene.add(polygon(wall, paint(wall))));
            scene
        } else {
            empty_box(self.sides, |place| scaled(Node::of_corner(self.sides[0], place).project()))
        };
        let regions = visible_regions(self.sides, |place| self.owner(place));
        for region in &regions {
            let fill = self.shade(region.face.piece, region.face.side);
            scene.add(polygon(region, Paint::filled(fill).with_stroke(EDGE)));
        }
        for of_piece in regions.chunk_by(|one, other| one.face.piece == other.face.piece) {
            let spots = of_piece.iter().filter_map(|region| Some((region, region.label_spot()?)));
            // The largest side; the uppermost if two are equally large.
            let best = spots.rev().max_by_key(|(region, _)| region.area());
            if let Some((region, spot)) = best {
                let ink = self.shade(region.face.piece, region.face.side).ink();
                let label = self.labels[region.face.piece];
                scene.write(label, scaled(spot), Lettering::bold(0.5 * edge, ink));
            }
        }
        scene
    }

    /// All layers with their names, about as high as the view.
    pub(crate) fn layers(&self, view_height: f64) -> Scene {
        let [layer_count, rows, columns] = self.sides;
        let per_row =
            (1..=layer_count).find(|n| n * n >= layer_count).expect("the count itself is enough");
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
            // Moved as it is: a layer of an odd box need not begin in its own corner.
            scene
                .add(Shape::Group { shift: Point::new(left, top), scene: self.layer(layer, cell) });
            let middle = Point::new(left + width / 2.0, top + height + NAME_OFFSET);
            scene.write(name(layer), middle, LAYER_NAME);
        }
        scene
    }

    /// One layer from above, its cells of a given size: an area for each part of a piece in it,
    /// dots where cells are empty.
    fn layer(&self, layer: usize, cell: f64) -> Scene {
        let [_, rows, columns] = self.sides;
        let squares = || places([1, rows, columns]).map(|[_, row, column]| [row, column]);
        let content = |[row, column]: Square| self.at([layer, row, column]);
        let mut scene = Scene::new();
        let cells: BTreeSet<Square> =
            squares().filter(|at| content(*at) != Content::Nothing).collect();
        for part in parts(&cells) {
            scene.add(area(&part, cell, 0.0, Paint::filled(LAYER_FLOOR)));
        }
        for square in squares().filter(|at| content(*at) == Content::Empty) {
            let bounds = cell_bounds(square, cell).grown(-0.4 * cell);
            let radius = bounds.width() / 2.0;
            scene.add(Shape::Rectangle { bounds, radius, paint: Paint::filled(EMPTY_CELL) });
        }
        let mut of_pieces: BTreeMap<usize, BTreeSet<Square>> = BTreeMap::new();
        for square in squares() {
            if let Content::Piece(piece) = content(square) {
                of_pieces.entry(piece).or_default().insert(square);
            }
        }
        for (piece, of_piece) in of_pieces {
            for part in parts(&of_piece) {
                let colour = self.shade(piece, Side::Top);
                scene.add(area(&part, cell, MARGIN, Paint::filled(colour).with_stroke(EDGE)));
                if self.is_ruled {
                    rule(&mut scene, &part, cell, colour);
                }
                scene.write(
                    self.labels[piece],
                    label_spot(&part, cell),
                    Lettering::bold(0.58 * cell, colour.ink()),
                );
            }
        }
        scene
    }
}

/// Where a cell lies in the drawing of a layer.
fn cell_bounds([row, column]: Square, cell: f64) -> Bounds {
    Bounds::at(Point::new(length(column) * cell, length(row) * cell), cell, cell)
}

/// The smallest rectangle around some cells, and whether they fill it.
fn around(part: &BTreeSet<Square>, cell: f64) -> (Bounds, bool) {
    let bounds = part.iter().map(|square| cell_bounds(*square, cell)).reduce(Bounds::union);
    let bounds = bounds.expect("a part has cells");
    let room = (bounds.width() / cell).round() * (bounds.height() / cell).round();
    (bounds, length(part.len()) >= room)
}

/// Cells as one area, with a margin taken away on all sides.
fn area(part: &BTreeSet<Square>, cell: f64, margin: f64, paint: Paint) -> Shape {
    let (bounds, is_full) = around(part, cell);
    if is_full {
        return Shape::Rectangle { bounds: bounds.grown(-margin), radius: CORNER_RADIUS, paint };
    }
    let corner = |bend: &Bend| {
        let [row, column] = bend.at.map(|at| length(at) * cell);
        let [down, right] = bend.inward.map(|step| f64::from(step) * margin);
        Point::new(column + right, row + down)
    };
    let rings = rings(part).iter().map(|ring| ring.iter().map(corner).collect()).collect();
    Shape::Polygon { rings, radius: CORNER_RADIUS, paint }
}

/// Draws the lines between cells.
fn rule(scene: &mut Scene, part: &BTreeSet<Square>, cell: f64, colour: Colour) {
    let stroke = Stroke::solid(colour.mixed(Colour::INK, CELL_LINE_PERCENT), CELL_LINE_WIDTH);
    for [row, column] in part {
        let Bounds { low, high } = cell_bounds([*row, *column], cell).grown(-2.0 * MARGIN);
        let [x, y] = [column + 1, row + 1].map(|at| length(at) * cell);
        for (next, ends) in [
            ([*row, column + 1], [Point::new(x, low.y), Point::new(x, high.y)]),
            ([row + 1, *column], [Point::new(low.x, y), Point::new(high.x, y)]),
        ] {
            if part.contains(&next) {
                scene.add(Shape::Line { points: ends.to_vec(), stroke });
            }
        }
    }
}

/// The middle of a rectangle; otherwise that of the cell nearest to the centre of gravity.
fn label_spot(part: &BTreeSet<Square>, cell: f64) -> Point {
    let (bounds, is_full) = around(part, cell);
    if is_full {
        return bounds.centre();
    }
    let centres = || part.iter().map(|square| cell_bounds(*square, cell).centre());
    let sum =
        centres().fold(Point::default(), |sum, point| Point::new(sum.x + point.x, sum.y + point.y));
    let mean = Point::new(sum.x / length(part.len()), sum.y / length(part.len()));
    let distance = |point: &Point| (point.x - mean.x).hypot(point.y - mean.y);
    let nearest = centres().min_by(|one, other| distance(one).total_cmp(&distance(other)));
    nearest.expect("a part has cells")
}

/// The colour of a wall behind the pieces.
fn wall_colour(side: Side) -> Colour {
    match side {
        Side::Top => Colour::grey(0xe9),
        Side::Row => Colour::grey(0xf1),
        Side::Column => Colour::grey(0xf8),
    }
}

/// What is behind all pieces: the floor, the two back walls, and the edges of the box that the
/// observer sees or would see if it were empty. The three edges in front are left out.
fn empty_box([layers, rows, columns]: [usize; 3], corner: impl Fn([usize; 3]) -> Point) -> Scene {
    let far = [0, 0, 0];
    let [up, left, right] = [[layers, 0, 0], [0, rows, 0], [0, 0, columns]];
    let [up_left, up_right, front] = [[layers, rows, 0], [layers, 0, columns], [0, rows, columns]];
    let ring =
        |places: &[[usize; 3]]| places.iter().map(|place| corner(*place)).collect::<Vec<_>>();
    let mut scene = Scene::new();
    let walls = [
        ([far, left, front, right], Side::Top),
        ([far, left, up_left, up], Side::Column),
        ([far, right, up_right, up], Side::Row),
    ];
    for (wall, side) in walls {
        let paint = Paint::filled(wall_colour(side));
        scene.add(Shape::Polygon { rings: vec![ring(&wall)], radius: 0.0, paint });
    }
    for end in [up, left, right] {
        scene.add(Shape::Line { points: ring(&[far, end]), stroke: BOX_EDGE });
    }
    let outline = ring(&[up, up_right, right, front, left, up_left]);
    scene.add(Shape::Polygon {
        rings: vec![outline],
        radius: 0.0,
        paint: Paint::outlined(BOX_EDGE),
    });
    scene
}
