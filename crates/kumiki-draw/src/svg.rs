//! Scenes as SVG text.
//!
//! # What the text looks like
//! One element per line. Numbers have at most two decimals and no exponent, so the same scene is
//! the same text on every machine. Nothing refers to anything outside the file or to an id inside
//! it, so a drawing can be pasted into a page next to others. A white rectangle lies behind
//! everything, for viewers that are dark.

use crate::scene::rounded;
use crate::{Bounds, Colour, Paint, Point, Scene, Shape, Stroke};

/// The white space around the scene.
const MARGIN: f64 = 24.0;

/// A complete SVG document around a scene.
///
/// The title and the description are for those who cannot see the picture; the title is not drawn.
///
/// ```
/// use kumiki_draw::{Colour, Lettering, Point, Scene, svg_document};
/// let mut scene = Scene::new();
/// scene.write("3 < 4", Point::new(0.0, 0.0), Lettering::plain(12.0, Colour::INK));
/// let text = svg_document(&scene, "a true inequality", "three is less than four");
/// assert!(text.contains("<title>a true inequality</title>"));
/// assert!(text.contains(">3 &lt; 4</text>"));
/// ```
#[must_use]
pub fn svg_document(scene: &Scene, title: &str, description: &str) -> String {
    let page = scene.bounds().grown(MARGIN);
    let low = Point::new(page.low.x.floor(), page.low.y.floor());
    let page = Bounds::at(low, (page.high.x - low.x).ceil(), (page.high.y - low.y).ceil());
    let [x, y, width, height] = [low.x, low.y, page.width(), page.height()].map(number);
    let paper = Shape::Rectangle { bounds: page, radius: 0.0, paint: Paint::filled(Colour::WHITE) };
    let [title, description] = [title, description].map(escaped);
    let [paper, drawing] = [element(&paper), markup(scene)];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{x} {y} {width} {height}\" role=\"img\" font-family=\"Helvetica, Arial, \
         sans-serif\" \
         text-anchor=\"middle\" stroke-linejoin=\"round\" fill-rule=\"evenodd\">\n\
         <title>{title}</title>\n<desc>{description}</desc>\n{paper}{drawing}</svg>\n"
    )
}

/// The shapes of a scene as elements.
fn markup(scene: &Scene) -> String {
    scene.shapes().iter().map(element).collect()
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Polygon { rings, radius, paint } => {
            let path: String = rings.iter().map(|ring| closed_path(ring, *radius)).collect();
            format!("<path d=\"{path}\"{}/>\n", painted(*paint))
        }
        Shape::Rectangle { bounds, radius, paint } => {
            let [x, y, width, height] =
                [bounds.low.x, bounds.low.y, bounds.width(), bounds.height()].map(number);
            let rounding = match *radius > 0.0 {
                true => format!(" rx=\"{}\"", number(*radius)),
                false => String::new(),
            };
            let paint = painted(*paint);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{rounding}{paint}/>\n"
            )
        }
        Shape::Line { points, stroke } => {
            format!("<path d=\"M{}\"{}/>\n", path(points), painted(Paint::outlined(*stroke)))
        }
        Shape::Text { centre, text, lettering } => {
            // Capitals are about 0.7 of the size high; not every viewer knows `dominant-baseline`.
            let [x, baseline, size] =
                [centre.x, centre.y + 0.35 * lettering.size, lettering.size].map(number);
            let weight = if lettering.bold { " font-weight=\"bold\"" } else { "" };
            let (colour, text) = (lettering.colour, escaped(text));
            format!(
                "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\"{weight} fill=\"{colour}\">{text}</text>\n"
            )
        }
        Shape::Group { shift, scene } => {
            let [x, y] = [shift.x, shift.y].map(number);
            format!("<g transform=\"translate({x} {y})\">\n{}</g>\n", markup(scene))
        }
    }
}

/// The points of a path, separated by spaces; after the first, a path takes them as ends of lines.
fn path(points: &[Point]) -> String {
    let point = |point: &Point| format!("{} {}", number(point.x), number(point.y));
    points.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// A ring. If its corners are rounded, each is a parabola that begins and ends so far from the
/// corner, which draws it.
fn closed_path(ring: &[Point], radius: f64) -> String {
    if radius <= 0.0 {
        return format!("M{}Z", path(ring));
    }
    let corner =
        |[start, corner, end]: [Point; 3]| format!("{} Q{}", path(&[start]), path(&[corner, end]));
    let corners: Vec<String> = rounded(ring, radius).map(corner).collect();
    format!("M{}Z", corners.join(" L"))
}

/// The attributes of an area or a line.
fn painted(Paint { fill, stroke }: Paint) -> String {
    let fill = fill.map_or_else(|| "none".to_owned(), |colour| colour.to_string());
    let stroke = stroke.map(|Stroke { colour, width, dash }| {
        let dash = dash.map(|dash| format!(" stroke-dasharray=\"{}\"", number(dash)));
        let (width, dash) = (number(width), dash.unwrap_or_default());
        format!(" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}")
    });
    format!(" fill=\"{fill}\"{}", stroke.unwrap_or_default())
}

/// A number with at most two decimals, never in scientific notation, never `-0`.
pub(crate) fn number(number: f64) -> String {
    assert!(number.is_finite(), "a drawing has only finite coordinates");
    let text = format!("{number:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Text without the characters that mean something to XML, or that it forbids.
fn escaped(text: &str) -> String {
    let allowed = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    let text: String = text.chars().map(allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lettering;

    #[test]
    fn numbers_are_short_and_plain() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.001, "0"),
            (100.0, "100"),
            (0.5, "0.5"),
            (-12.346, "-12.35"),
            (1e15, "1000000000000000"),
            (1e-15, "0"),
        ];
        for (number, text) in cases {
            assert_eq!(super::number(number), text);
        }
    }

    #[test]
    #[should_panic(expected = "finite")]
    fn a_number_that_is_none_is_refused() {
        let _ = number(f64::NAN);
    }

    #[test]
    fn text_cannot_break_out_of_its_element() {
        assert_eq!(escaped("a<b> & \u{1}\n"), "a&lt;b&gt; &amp; \u{fffd} ");
    }

    #[test]
    fn every_shape_has_its_element() {
        let corner = |x, y| Point::new(x, y);
        let stroke = Stroke::dashed(Colour::BLACK, 0.5, 3.0);
        let check = |shape: Shape, expected: &str| assert_eq!(element(&shape), expected);
        check(
            Shape::Polygon {
                rings: vec![
                    vec![corner(0.0, 0.0), corner(9.0, 0.0), corner(0.0, 9.0)],
                    vec![corner(1.0, 1.0), corner(2.0, 1.0), corner(1.0, 2.0)],
                ],
                radius: 0.0,
                paint: Paint::filled(Colour::WHITE),
            },
            "<path d=\"M0 0 9 0 0 9ZM1 1 2 1 1 2Z\" fill=\"#ffffff\"/>\n",
        );
        check(
            Shape::Polygon {
                rings: vec![vec![corner(0.0, 0.0), corner(8.0, 0.0), corner(8.0, 3.0)]],
                radius: 2.0,
                paint: Paint::filled(Colour::WHITE),
            },
            "<path d=\"M1.87 0.7 Q0 0 2 0 L6 0 Q8 0 8 1.5 L8 1.5 Q8 3 6.13 2.3Z\" \
             fill=\"#ffffff\"/>\n",
        );
        check(
            Shape::Rectangle {
                bounds: Bounds::at(corner(1.0, 2.0), 3.0, 4.0),
                radius: 1.5,
                paint: Paint::outlined(Stroke::solid(Colour::BLACK, 1.0)),
            },
            "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" rx=\"1.5\" fill=\"none\" \
             stroke=\"#000000\" \
             stroke-width=\"1\"/>\n",
        );
        check(
            Shape::Line { points: vec![corner(0.0, 0.0), corner(1.0, 1.0)], stroke },
            "<path d=\"M0 0 1 1\" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.5\" \
             stroke-dasharray=\"3\"/>\n",
        );
        let mut scene = Scene::new();
        scene.write("K", corner(5.0, 5.0), Lettering::bold(10.0, Colour::INK));
        check(
            Shape::Group { shift: corner(-1.0, 0.25), scene },
            "<g transform=\"translate(-1 0.25)\">\n<text x=\"5\" y=\"8.5\" font-size=\"10\" \
             font-weight=\"bold\" fill=\"#222222\">K</text>\n</g>\n",
        );
    }
}
