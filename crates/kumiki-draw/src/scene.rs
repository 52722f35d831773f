//! Scenes: shapes in the plane, before anybody decides on a file format.
//!
//! # The idea
//! A drawing is a list of shapes, painted first to last, and a group is a scene inside a scene,
//! moved. That is all: a module that draws makes a [`Scene`] around an origin of its own choice,
//! asks for its [`Bounds`] and places it in a larger one. Lengths are pixels, `x` grows to the
//! right and `y` downward, as in SVG.
//!
//! Text is always centred on its point, in both directions. We cannot know the reader's fonts, so
//! the width of text is an upper estimate (0.58 of its size per character, 0.66 in bold, the size
//! itself for ideographs); layouts that keep clear of the estimate keep clear of the text.

use crate::Colour;

/// A point of the plane, or the way from one point to another.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Point {
    /// Pixels to the right.
    pub x: f64,
    /// Pixels downward.
    pub y: f64,
}

impl Point {
    /// The point with the given coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A rectangle along the axes, from its upper left corner `low` to its lower right corner `high`.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Bounds {
    /// The corner with the smaller coordinates.
    pub low: Point,
    /// The corner with the larger coordinates.
    pub high: Point,
}

impl Bounds {
    /// The rectangle with the given upper left corner and size.
    #[must_use]
    pub const fn at(low: Point, width: f64, height: f64) -> Self {
        Self { low, high: Point::new(low.x + width, low.y + height) }
    }

    /// From left to right.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high.x - self.low.x
    }

    /// From top to bottom.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.high.y - self.low.y
    }

    /// The middle.
    #[must_use]
    pub fn centre(&self) -> Point {
        Point::new(f64::midpoint(self.low.x, self.high.x), f64::midpoint(self.low.y, self.high.y))
    }

    /// Its corners, clockwise from `low`.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let Self { low, high } = *self;
        [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]
    }

    /// The rectangle with a margin added on all sides, or taken away if negative.
    #[must_use]
    pub fn grown(&self, margin: f64) -> Self {
        Self {
            low: Point::new(self.low.x - margin, self.low.y - margin),
            high: Point::new(self.high.x + margin, self.high.y + margin),
        }
    }

    /// The rectangle moved.
    #[must_use]
    pub fn shifted(&self, by: Point) -> Self {
        Self::at(Point::new(self.low.x + by.x, self.low.y + by.y), self.width(), self.height())
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            low: Point::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y)),
            high: Point::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y)),
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width in pixels.
    pub width: f64,
    /// The length of dashes and of the gaps between them; a solid line has none.
    pub dash: Option<f64>,
}

impl Stroke {
    /// A solid line.
    #[must_use]
    pub const fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: None }
    }

    /// A dashed line.
    #[must_use]
    pub const fn dashed(colour: Colour, width: f64, dash: f64) -> Self {
        Self { colour, width, dash: Some(dash) }
    }
}

/// How an area is drawn: its inside, its outline, or both.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Paint {
    /// The colour of the inside.
    pub fill: Option<Colour>,
    /// The outline.
    pub stroke: Option<Stroke>,
}

impl Paint {
    /// An inside without an outline.
    #[must_use]
    pub const fn filled(colour: Colour) -> Self {
        Self { fill: Some(colour), stroke: None }
    }

    /// An outline without an inside.
    #[must_use]
    pub const fn outlined(stroke: Stroke) -> Self {
        Self { fill: None, stroke: Some(stroke) }
    }

    /// The same inside with an outline.
    #[must_use]
    pub const fn with_stroke(self, stroke: Stroke) -> Self {
        Self { stroke: Some(stroke), ..self }
    }
}

/// How text is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lettering {
    /// The height of a line in pixels.
    pub size: f64,
    /// The colour of the letters.
    pub colour: Colour,
    /// Whether the letters are heavy.
    pub bold: bool,
}

impl Lettering {
    /// Letters of ordinary weight.
    #[must_use]
    pub const fn plain(size: f64, colour: Colour) -> Self {
        Self { size, colour, bold: false }
    }

    /// Heavy letters.
    #[must_use]
    pub const fn bold(size: f64, colour: Colour) -> Self {
        Self { size, colour, bold: true }
    }

    /// An upper estimate of the width of a line of text.
    #[must_use]
    pub fn width_of(&self, text: &str) -> f64 {
        let latin = if self.bold { 0.66 } else { 0.58 };
        let ems = |c: char| if c < '\u{2000}' { latin } else { 1.0 };
        self.size * text.chars().map(ems).sum::<f64>()
    }
}

/// One thing that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// An area bounded by closed rings. A point is inside if a way out crosses the rings an odd
    /// number of times, so a ring within a ring is a hole.
    Polygon {
        /// The corners of each ring in order.
        rings: Vec<Vec<Point>>,
        /// How far from a corner its rounding begins; less where sides are too short.
        radius: f64,
        /// Inside and outline.
        paint: Paint,
    },
    /// A rectangle with rounded corners; rounded by half its side, a square becomes a dot.
    Rectangle {
        /// Where it lies.
        bounds: Bounds,
        /// The radius of its corners.
        radius: f64,
        /// Inside and outline.
        paint: Paint,
    },
    /// A line through points.
    Line {
        /// The points in order.
        points: Vec<Point>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// One line of text.
    Text {
        /// Its middle.
        centre: Point,
        /// What it says.
        text: String,
        /// How it is written.
        lettering: Lettering,
    },
    /// A scene moved to another place.
    Group {
        /// How far it is moved.
        shift: Point,
        /// What is moved.
        scene: Scene,
    },
}

impl Shape {
    /// The smallest rectangle around the shape, the width of strokes neglected.
    fn bounds(&self) -> Bounds {
        match self {
            Self::Polygon { rings, .. } => around(rings.iter().flatten()),
            Self::Rectangle { bounds, .. } => *bounds,
            Self::Line { points, .. } => around(points),
            Self::Text { centre, text, lettering } => {
                let half = Point::new(lettering.width_of(text) / 2.0, lettering.size / 2.0);
                Bounds::at(
                    Point::new(centre.x - half.x, centre.y - half.y),
                    2.0 * half.x,
                    2.0 * half.y,
                )
            }
            Self::Group { shift, scene } => scene.bounds().shifted(*shift),
        }
    }
}

fn around<'a>(points: impl IntoIterator<Item = &'a Point>) -> Bounds {
    let points = points.into_iter().map(|point| Bounds::at(*point, 0.0, 0.0));
    points.reduce(Bounds::union).unwrap_or_default()
}

/// Shapes, painted first to last.
///
/// ```
/// use kumiki_draw::{Bounds, Colour, Lettering, Paint, Point, Scene, Shape};
/// let square = Bounds::at(Point::new(0.0, 0.0), 40.0, 40.0);
/// let mut tile = Scene::new();
/// tile.add(Shape::Rectangle { bounds: square, radius: 4.0, paint: Paint::filled(Colour::grey(200)) });
/// tile.write("15", square.centre(), Lettering::bold(20.0, Colour::INK));
///
/// let mut board = Scene::new();
/// board.place(tile.clone(), Point::new(0.0, 0.0));
/// board.place(tile, Point::new(50.0, 0.0));
/// assert_eq!(board.bounds().width(), 90.0);
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Scene {
    shapes: Vec<Shape>,
}

impl Scene {
    /// A scene without shapes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Paints a shape over what is there.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Writes a line of text around its middle.
    pub fn write(&mut self, text: impl Into<String>, centre: Point, lettering: Lettering) {
        self.add(Shape::Text { centre, text: text.into(), lettering });
    }

    /// Paints a whole scene so that the upper left corner of its bounds comes to lie at a point.
    pub fn place(&mut self, scene: Self, low: Point) {
        let from = scene.bounds().low;
        self.add(Shape::Group { shift: Point::new(low.x - from.x, low.y - from.y), scene });
    }

    /// The shapes in the order of painting.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The smallest rectangle around all shapes; a point at the origin if there are none.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.shapes.iter().map(Shape::bounds).reduce(Bounds::union).unwrap_or_default()
    }
}

/// Where the rounding of each corner of a ring begins, the corner itself, and where its rounding
/// ends: so far from the corner, or halfway along a side that is too short.
pub(crate) fn rounded(ring: &[Point], radius: f64) -> impl Iterator<Item = [Point; 3]> {
    ring.iter().enumerate().map(move |(at, corner)| {
        let [before, after] =
            [ring[(at + ring.len() - 1) % ring.len()], ring[(at + 1) % ring.len()]];
        let [start, end] = [before, after].map(|other| {
            let way = Point::new(other.x - corner.x, other.y - corner.y);
            let share = (radius / way.x.hypot(way.y)).min(0.5);
            Point::new(corner.x + share * way.x, corner.y + share * way.y)
        });
        [start, *corner, end]
    })
}

/// A number of things as a length.
///
/// # Panics
/// If the number exceeds 32 bits: no drawing has that many parts.
pub(crate) fn length(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a drawing has fewer than 2^32 parts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(x: f64, y: f64) -> Shape {
        Shape::Line { points: vec![Point::new(x, y)], stroke: Stroke::solid(Colour::INK, 1.0) }
    }

    #[test]
    fn bounds_embrace_every_shape_even_in_groups_of_groups() {
        let mut inner = Scene::new();
        inner.add(dot(1.0, 2.0));
        inner.add(dot(4.0, 6.0));
        let mut middle = Scene::new();
        middle.place(inner, Point::new(10.0, 10.0));
        assert_eq!(middle.bounds(), Bounds::at(Point::new(10.0, 10.0), 3.0, 4.0));
        let mut outer = Scene::new();
        outer.add(dot(0.0, 50.0));
        outer.place(middle, Point::new(-5.0, 0.0));
        assert_eq!(outer.bounds(), Bounds::at(Point::new(-5.0, 0.0), 5.0, 50.0));
    }

    #[test]
    fn an_empty_scene_is_a_point() {
        assert_eq!(Scene::new().bounds(), Bounds::default());
    }

    #[test]
    fn text_is_centred_and_wide_letters_count_more() {
        let lettering = Lettering::plain(10.0, Colour::INK);
        let mut scene = Scene::new();
        scene.write("abc", Point::new(100.0, 50.0), lettering);
        let bounds = scene.bounds();
        assert_eq!(bounds.centre(), Point::new(100.0, 50.0));
        assert!(bounds.width() > 17.0 && bounds.width() < 18.0);
        assert!(lettering.width_of("木組") > lettering.width_of("ab"));
    }
}
