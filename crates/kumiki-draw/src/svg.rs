//! Scenes as SVG text.
//!
//! # What the text looks like
//! One element per line. Numbers have at most two decimals and no exponent, so the same scene is
//! the same text on every machine. Nothing refers to anything outside the file or to an id inside
//! it, so a drawing can be pasted into a page next to others. A white rectangle lies behind
//! everything, for viewers that are dark.

use crate::scene::rounded;
use crate::{Bounds, Colour, Paint, Point, Scene, Shape, Stroke};
use std::fmt;

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
    let [x, y, width, height] = [low.x, low.y, page.width(), page.height()].map(Number);
    let paper = Shape::Rectangle { bounds: page, radius: 0.0, paint: Paint::filled(Colour::WHITE) };
    let [title, description] = [title, description].map(Escaped);
    let [paper, drawing] = [std::slice::from_ref(&paper), scene.shapes()].map(Markup);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{x} {y} {width} {height}\" role=\"img\" font-family=\"Helvetica, Arial, \
         sans-serif\" \
         text-anchor=\"middle\" stroke-linejoin=\"round\" fill-rule=\"evenodd\">\n\
         <title>{title}</title>\n<desc>{description}</desc>\n{paper}{drawing}</svg>\n"
    )
}

/// Shapes as elements.
struct Markup<'a>(&'a [Shape]);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|shape| element(shape, f))
    }
}

fn element(shape: &Shape, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match shape {
        Shape::Polygon { rings, radius, paint } => {
            write!(f, "<path d=\"")?;
            for ring in rings {
                if *radius > 0.0 {
                    write!(f, "{}Z", Rounded(ring, *radius))?;
                } else {
                    write!(f, "M{}Z", Corners(ring))?;
                }
            }
            writeln!(f, "\"{}/>", Painted(paint))
        }
        Shape::Rectangle { bounds, radius, paint } => {
            let [x, y, width, height] =
                [bounds.low.x, bounds.low.y, bounds.width(), bounds.height()].map(Number);
            write!(f, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")?;
            if *radius > 0.0 {
                write!(f, " rx=\"{}\"", Number(*radius))?;
            }
            writeln!(f, "{}/>", Painted(paint))
        }
        Shape::Line { points, stroke } => {
            writeln!(f, "<path d=\"M{}\"{}/>", Corners(points), Painted(&Paint::outlined(*stroke)))
        }
        Shape::Text { centre, text, lettering } => {
            // Capitals are about 0.7 of the size high; not every viewer knows `dominant-baseline`.
            let [x, baseline, size] =
                [centre.x, centre.y + 0.35 * lettering.size, lettering.size].map(Number);
            write!(f, "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\"")?;
            if lettering.bold {
                write!(f, " font-weight=\"bold\"")?;
            }
            writeln!(f, " fill=\"{}\">{}</text>", lettering.colour, Escaped(text))
        }
        Shape::Group { shift, scene } => {
            let [x, y] = [shift.x, shift.y].map(Number);
            writeln!(f, "<g transform=\"translate({x} {y})\">\n{}</g>", Markup(scene.shapes()))
        }
    }
}

/// The points of a path, separated by spaces; after the first, a path takes them as ends of lines.
struct Corners<'a>(&'a [Point]);

impl fmt::Display for Corners<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, point) in self.0.iter().enumerate() {
            let gap = if at == 0 { "" } else { " " };
            write!(f, "{gap}{} {}", Number(point.x), Number(point.y))?;
        }
        Ok(())
    }
}

/// A ring with rounded corners: each is a parabola that begins and ends so far from the corner,
/// which draws it.
struct Rounded<'a>(&'a [Point], f64);

impl fmt::Display for Rounded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(ring, radius) = *self;
        for (at, [start, corner, end]) in rounded(ring, radius).enumerate() {
            let mark = if at == 0 { "M" } else { " L" };
            write!(
                f,
                "{mark}{} {} Q{}",
                Number(start.x),
                Number(start.y),
                Corners(&[corner, end])
            )?;
        }
        Ok(())
    }
}

/// The attributes of an area or a line.
struct Painted<'a>(&'a Paint);

impl fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.fill {
            Some(colour) => write!(f, " fill=\"{colour}\"")?,
            None => write!(f, " fill=\"none\"")?,
        }
        if let Some(Stroke { colour, width, dash }) = self.0.stroke {
            write!(f, " stroke=\"{colour}\" stroke-width=\"{}\"", Number(width))?;
            if let Some(dash) = dash {
                write!(f, " stroke-dasharray=\"{}\"", Number(dash))?;
            }
        }
        Ok(())
    }
}

/// A number with at most two decimals, never in scientific notation, never `-0`.
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        assert!(self.0.is_finite(), "a drawing has only finite coordinates");
        let text = format!("{:.2}", self.0);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short == "-0" { "0" } else { short })
    }
}

/// Text without the characters that mean something to XML, or that it forbids.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '\t' | '\n' | '\r' => f.write_char(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER),
            _ => f.write_char(c),
        })
    }
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
            assert_eq!(Number(number).to_string(), text);
        }
    }

    #[test]
    #[should_panic(expected = "finite")]
    fn a_number_that_is_none_is_refused() {
        let _ = Number(f64::NAN).to_string();
    }

    #[test]
    fn text_cannot_break_out_of_its_element() {
        assert_eq!(Escaped("a<b> & \u{1}\n").to_string(), "a&lt;b&gt; &amp; \u{fffd} ");
    }

    #[test]
    fn every_shape_has_its_element() {
        let corner = |x, y| Point::new(x, y);
        let stroke = Stroke::dashed(Colour::BLACK, 0.5, 3.0);
        let check =
            |shape: Shape, expected: &str| assert_eq!(Markup(&[shape]).to_string(), expected);
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
