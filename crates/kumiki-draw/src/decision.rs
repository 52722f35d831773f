//! Decision diagrams: a row of circles for each variable, dashed lines for 0 and solid ones for 1.
//!
//! # What it looks like
//! The variables that nodes look at are named on the left, one row each, the first on top. A
//! circle has the number of its node, which the text forms of diagrams use, too. A dashed line
//! leaves it for 0 and a solid one for 1, the former on the left unless they would cross. The
//! constant ⊤ is a box at the bottom. A line to ⊥ would say little and cross much: it ends at
//! once, with a small ⊥ of its own.
//!
//! # Files
//! `layout.rs` says where everything is, `decision.rs` draws it.

mod layout;

use crate::{Bounds, Colour, Figure, Lettering, Paint, Point, Scene, Shape, Sheet, Stroke};
use layout::{Layout, Place};

/// Between the middles of neighbouring rows.
const ROW: f64 = 64.0;
/// The radius of a node.
const RADIUS: f64 = 15.0;
/// How far from the middle of a node its lines begin, to the left and to the right.
const ASIDE: f64 = 8.0;
/// How far a line to ⊥ goes down from the rim of its node.
const STUB: f64 = 13.0;

const NUMBER: Lettering = Lettering::plain(11.0, Colour::INK);
const NAME: Lettering = Lettering::plain(13.0, Colour::INK);
const SMALL: Lettering = Lettering::plain(10.0, Colour::grey(0x77));
const EDGE: Stroke = Stroke::solid(Colour::INK, 1.2);
const RIM: Stroke = Stroke::solid(Colour::INK, 1.2);

/// A branch node of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionNode {
    /// Its number, at least 2.
    pub number: usize,
    /// The variable that it looks at.
    pub variable: usize,
    /// The numbers of the nodes for 0 and for 1; 0 is ⊥ and 1 is ⊤.
    pub links: [usize; 2],
}

/// A decision diagram on a sheet. Nodes come with their variables in order, the root first;
/// variable k is called `names[k]`. Without nodes the diagram is a constant, ⊤ if `is_top`.
///
/// ```
/// use kumiki_draw::{DecisionNode, decision_sheet};
/// let nodes = [
///     DecisionNode { number: 3, variable: 0, links: [2, 1] },
///     DecisionNode { number: 2, variable: 1, links: [0, 1] },
/// ];
/// let names = ["a", "b"].map(str::to_owned);
/// let sheet = decision_sheet("a or b", &names, &nodes, false);
/// assert_eq!(sheet.description, "A decision diagram with 2 nodes. 3: if a then ⊤ else 2. 2: if b then ⊤ else ⊥.");
/// ```
///
/// # Panics
/// If a link leads to no node, or not to a later variable, or if a variable has no name.
#[must_use]
pub fn decision_sheet(
    title: &str,
    names: &[String],
    nodes: &[DecisionNode],
    is_top: bool,
) -> Sheet {
    let count = match nodes.len() {
        0 => format!("without nodes: it is {}", if is_top { "⊤" } else { "⊥" }),
        1 => "with one node".to_owned(),
        many => format!("with {many} nodes"),
    };
    let called = |number: usize| match number {
        0 => "⊥".to_owned(),
        1 => "⊤".to_owned(),
        _ => number.to_string(),
    };
    let words: String = nodes
        .iter()
        .map(|node| {
            let [low, high] = node.links.map(called);
            format!(" {}: if {} then {high} else {low}.", node.number, names[node.variable])
        })
        .collect();
    Sheet {
        title: title.to_owned(),
        description: format!("A decision diagram {count}.{words}"),
        figures: vec![Figure {
            scene: scene(names, nodes, is_top),
            caption: "dashed for 0, solid for 1".to_owned(),
        }],
        if_empty: String::new(),
        legend: Vec::new(),
    }
}

fn scene(names: &[String], nodes: &[DecisionNode], is_top: bool) -> Scene {
    let mut scene = Scene::new();
    if nodes.is_empty() {
        add_box(&mut scene, Point::default(), if is_top { "⊤" } else { "⊥" });
        return scene;
    }
    let layout = Layout::new(nodes);
    let point = |place: Place| Point::new(place.x, crate::scene::length(place.row) * ROW);
    for (node, at) in nodes.iter().zip(&layout.nodes) {
        let target = |link: usize| layout.place_of(link).unwrap_or(layout.top);
        let next = |kind: usize| {
            layout.bends(node, kind).next().unwrap_or_else(|| target(node.links[kind])).x
        };
        let is_crossed = match node.links {
            [0, 0] => false,
            [0, _] => next(1) < at.x - ASIDE,
            [_, 0] => next(0) > at.x + ASIDE,
            _ => next(0) > next(1),
        };
        for (kind, link) in node.links.into_iter().enumerate() {
            let side = if (kind == 0) == is_crossed { 1.0 } else { -1.0 };
            let middle = point(*at);
            let stroke = if kind == 0 { Stroke { dash: Some(4.0), ..EDGE } } else { EDGE };
            let down = (RADIUS * RADIUS - ASIDE * ASIDE).sqrt();
            let from = Point::new(middle.x + side * ASIDE, middle.y + down);
            if link == 0 {
                let to = Point::new(from.x + side * 3.0, from.y + STUB);
                scene.add(Shape::Line { points: vec![from, to], stroke });
                scene.write("⊥", Point::new(to.x, to.y + 6.0), SMALL);
                continue;
            }
            let mut points = vec![from];
            points.extend(layout.bends(node, kind).map(point));
            let target = point(target(link));
            points.push(Point::new(target.x, target.y - RADIUS));
            scene.add(Shape::Line { points: smooth(&points), stroke });
        }
    }
    let left = layout.nodes.iter().map(|place| place.x).fold(f64::INFINITY, f64::min);
    let widest = names.iter().map(|name| NAME.width_of(name)).fold(0.0, f64::max);
    for (row, variable) in layout.variables.iter().enumerate() {
        let name = &names[*variable];
        let middle = left - layout.margin() - widest + NAME.width_of(name) / 2.0;
        scene.write(name, point(Place { row, x: middle }), NAME);
    }
    for (node, at) in nodes.iter().zip(&layout.nodes) {
        let bounds = Bounds::at(point(*at), 0.0, 0.0).grown(RADIUS);
        let paint = Paint::filled(Colour::grey(0xff)).with_stroke(RIM);
        scene.add(Shape::Rectangle { bounds, radius: RADIUS, paint });
        scene.write(node.number.to_string(), point(*at), NUMBER);
    }
    add_box(&mut scene, point(layout.top), "⊤");
    scene
}

/// A constant in a box.
fn add_box(scene: &mut Scene, middle: Point, text: &str) {
    let bounds = Bounds::at(middle, 0.0, 0.0).grown(RADIUS);
    let paint = Paint::filled(Colour::grey(0xff)).with_stroke(RIM);
    scene.add(Shape::Rectangle { bounds, radius: 2.0, paint });
    scene.write(text, middle, Lettering::plain(15.0, Colour::INK));
}

/// A line through points that leaves and reaches each of them from above to below: a cubic between
/// neighbours, with its ends upright, in twelve straight pieces.
fn smooth(points: &[Point]) -> Vec<Point> {
    const PIECES: usize = 12;
    let mut line = vec![points[0]];
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        for piece in 1..=PIECES {
            let t = crate::scene::length(piece) / crate::scene::length(PIECES);
            let eased = t * t * (3.0 - 2.0 * t);
            line.push(Point::new(from.x + (to.x - from.x) * eased, from.y + (to.y - from.y) * t));
        }
    }
    line
}
