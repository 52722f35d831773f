//! Scenes as Encapsulated PostScript.
//!
//! # What the text looks like
//! A header with the bounding box, a few definitions, and then one operation per line, so that no
//! line is too long for the conventions of PostScript documents. Everything happens inside a
//! dictionary and a saved state of its own, so a drawing leaves nothing behind in the document that
//! includes it. There is no paper behind the drawing.
//!
//! A pixel is three quarters of a point, as on the web, and `y` grows upward in PostScript: we
//! write -y and begin at the bottom of the scene.
//!
//! Text is in Helvetica with the Latin-1 encoding; a character outside of that becomes a question
//! mark.

use crate::scene::rounded;
use crate::svg::number;
use crate::{Bounds, Colour, Lettering, Paint, Point, Scene, Shape, Stroke};

/// The space around the scene in pixels: enough for half the width of a line.
const MARGIN: f64 = 4.0;

/// How many points a pixel is.
const POINTS: f64 = 0.75;

/// The most characters of a title.
const MAX_TITLE: usize = 60;

/// Names for what occurs often: `F` fills, `S` strokes, `T` writes a text around a point with a
/// colour and a size, in light or bold letters.
const PROLOG: &str = "\
/M {moveto} bind def
/L {lineto} bind def
/C {curveto} bind def
/Z {closepath} bind def
/F {gsave setrgbcolor eofill grestore} bind def
/S {gsave setdash setlinewidth setrgbcolor stroke grestore} bind def
/latin {
  findfont dup length dict begin
  {1 index /FID ne {def} {pop pop} ifelse} forall
  /Encoding ISOLatin1Encoding def
  currentdict end definefont pop
} bind def
/Light /Helvetica latin
/Bold /Helvetica-Bold latin
/T {
  gsave
  findfont exch scalefont setfont setrgbcolor moveto
  dup stringwidth pop -2 div 0 rmoveto show
  grestore
} bind def
";

/// A complete EPS document around a scene.
///
/// ```
/// use kumiki_draw::{Colour, Lettering, Point, Scene, eps_document};
/// let mut scene = Scene::new();
/// scene.write("f(x)", Point::new(0.0, 0.0), Lettering::plain(12.0, Colour::INK));
/// let text = eps_document(&scene, "a function");
/// assert!(text.starts_with("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 "));
/// assert!(text.contains("(f\\(x\\))") && text.ends_with("%%EOF\n"));
/// ```
#[must_use]
pub fn eps_document(scene: &Scene, title: &str) -> String {
    let page = scene.bounds().grown(MARGIN);
    let [width, height] = [page.width(), page.height()].map(|length| POINTS * length);
    let [whole_width, whole_height] = [width.ceil(), height.ceil()].map(number);
    let [width, height] = [width, height].map(number);
    let [left, bottom, points] = [-page.low.x, page.high.y, POINTS].map(number);
    let title: String = title.chars().take(MAX_TITLE).collect();
    let (title, drawing) = (quoted(&title), operations(scene));
    format!(
        "%!PS-Adobe-3.0 EPSF-3.0\n\
         %%BoundingBox: 0 0 {whole_width} {whole_height}\n\
         %%HiResBoundingBox: 0 0 {width} {height}\n\
         %%Title: {title}\n\
         %%Creator: Kumiki\n\
         %%LanguageLevel: 2\n\
         %%DocumentNeededResources: font Helvetica Helvetica-Bold\n\
         %%EndComments\n\
         %%BeginProlog\n\
         20 dict begin\n\
         {PROLOG}\
         %%EndProlog\n\
         gsave\n\
         {points} {points} scale\n\
         {left} {bottom} translate\n\
         1 setlinejoin\n\
         {drawing}\
         grestore\n\
         end\n\
         %%EOF\n"
    )
}

/// The shapes of a scene as operations.
fn operations(scene: &Scene) -> String {
    scene.shapes().iter().map(operation).collect()
}

fn operation(shape: &Shape) -> String {
    let painted_path = |path: String, paint| format!("newpath\n{path}{}", painted(paint));
    match shape {
        Shape::Polygon { rings, radius, paint } => {
            painted_path(rings.iter().map(|ring| ring_path(ring, *radius)).collect(), *paint)
        }
        Shape::Rectangle { bounds, radius, paint } => {
            painted_path(rectangle_path(*bounds, *radius), *paint)
        }
        Shape::Line { points, stroke } => {
            painted_path(straight_path(points), Paint::outlined(*stroke))
        }
        Shape::Text { centre, text, lettering: Lettering { size, colour, bold } } => {
            // Capitals are about 0.7 of the size high.
            let baseline = place(Point::new(centre.x, centre.y + 0.35 * size));
            let font = if *bold { "/Bold" } else { "/Light" };
            let (text, light, size) = (quoted(text), light(*colour), number(*size));
            format!("{text}\n{baseline} {light} {size} {font} T\n")
        }
        Shape::Group { shift, scene } => {
            format!("gsave\n{} translate\n{}grestore\n", place(*shift), operations(scene))
        }
    }
}

/// A closed ring of straight sides, with rounded corners if there is a radius.
fn ring_path(ring: &[Point], radius: f64) -> String {
    if radius <= 0.0 {
        return straight_path(ring) + "Z\n";
    }
    let corner = |(at, [start, corner, end]): (usize, [Point; 3])| {
        // A parabola with one control point is a cubic curve with two, two thirds of the way to it.
        let towards = |from: Point| {
            Point::new(from.x + (corner.x - from.x) / 1.5, from.y + (corner.y - from.y) / 1.5)
        };
        let [start, first, second, end] = [start, towards(start), towards(end), end].map(place);
        format!("{start} {}\n{first} {second} {end} C\n", step(at))
    };
    rounded(ring, radius).enumerate().map(corner).collect::<String>() + "Z\n"
}

/// A rectangle with circular corners.
fn rectangle_path(bounds: Bounds, radius: f64) -> String {
    let corners = bounds.corners();
    if radius <= 0.0 {
        return ring_path(&corners, radius);
    }
    let start = place(Point::new(bounds.centre().x, bounds.low.y));
    let radius = number(radius.min(bounds.width() / 2.0).min(bounds.height() / 2.0));
    let arc = |at: usize| {
        let [corner, next] = [at % 4, (at + 1) % 4].map(|at| place(corners[at]));
        format!("{corner} {next} {radius} arct\n")
    };
    format!("{start} M\n{}Z\n", (1..=4).map(arc).collect::<String>())
}

fn straight_path(points: &[Point]) -> String {
    let line = |(at, point): (usize, &Point)| format!("{} {}\n", place(*point), step(at));
    points.iter().enumerate().map(line).collect()
}

/// A path begins at its first point, and lines lead to the others.
fn step(at: usize) -> char {
    if at == 0 { 'M' } else { 'L' }
}

/// The path filled and stroked.
fn painted(Paint { fill, stroke }: Paint) -> String {
    let fill = fill.map(|colour| format!("{} F\n", light(colour)));
    let stroke = stroke.map(|Stroke { colour, width, dash }| {
        let (light, width) = (light(colour), number(width));
        format!("{light} {width} [{}] 0 S\n", dash.map(number).unwrap_or_default())
    });
    fill.into_iter().chain(stroke).collect()
}

/// A point, or a way, in the coordinates of PostScript.
fn place(point: Point) -> String {
    format!("{} {}", number(point.x), number(-point.y))
}

/// The three parts of a colour, from 0 to 1, with three decimals: enough to tell all 256 levels
/// apart.
fn light(colour: Colour) -> String {
    let [red, green, blue] = colour.parts().map(|part| f64::from(part) / 255.0);
    format!("{red:.3} {green:.3} {blue:.3}")
}

/// A text as a PostScript string in Latin-1.
fn quoted(text: &str) -> String {
    let letter = |c: char| match c {
        '(' | ')' | '\\' => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        '\t' | '\n' | '\r' => " ".to_owned(),
        '\u{a0}'..='\u{ff}' => format!("\\{:03o}", u32::from(c)),
        _ => "?".to_owned(),
    };
    format!("({})", text.chars().map(letter).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_its_string() {
        for (text, expected) in [
            ("plain", "(plain)"),
            ("f(x) \\ )(", "(f\\(x\\) \\\\ \\)\\()"),
            ("two\nlines\t%", "(two lines %)"),
            ("é×ÿ", "(\\351\\327\\377)"),
            ("木 \u{1}\u{7f}\u{85}–", "(? ????)"),
        ] {
            assert_eq!(quoted(text), expected);
        }
    }

    #[test]
    fn every_shape_has_its_operations() {
        let corner = Point::new;
        let check = |shape: Shape, expected: &str| assert_eq!(operation(&shape), expected);
        check(
            Shape::Polygon {
                rings: vec![vec![corner(0.0, 0.0), corner(9.0, 0.0), corner(0.0, 9.0)]],
                radius: 0.0,
                paint: Paint::filled(Colour::WHITE).with_stroke(Stroke::solid(Colour::BLACK, 1.5)),
            },
            "newpath\n0 0 M\n9 0 L\n0 -9 L\nZ\n1.000 1.000 1.000 F\n0.000 0.000 0.000 1.5 [] 0 S\n",
        );
        check(
            Shape::Polygon {
                rings: vec![vec![
                    corner(0.0, 0.0),
                    corner(9.0, 0.0),
                    corner(9.0, 9.0),
                    corner(0.0, 9.0),
                ]],
                radius: 3.0,
                paint: Paint::filled(Colour::WHITE),
            },
            "newpath\n0 -3 M\n0 -1 1 0 3 0 C\n6 0 L\n8 0 9 -1 9 -3 C\n9 -6 L\n9 -8 8 -9 6 -9 C\n3 \
             -9 L\n\
             1 -9 0 -8 0 -6 C\nZ\n1.000 1.000 1.000 F\n",
        );
        check(
            Shape::Rectangle {
                bounds: Bounds::at(corner(1.0, 2.0), 4.0, 6.0),
                radius: 9.0,
                paint: Paint::filled(Colour::BLACK),
            },
            "newpath\n3 -2 M\n5 -2 5 -8 2 arct\n5 -8 1 -8 2 arct\n1 -8 1 -2 2 arct\n1 -2 5 -2 2 \
             arct\nZ\n\
             0.000 0.000 0.000 F\n",
        );
        check(
            Shape::Line {
                points: vec![corner(0.0, 0.0), corner(1.0, 1.0)],
                stroke: Stroke::dashed(Colour::BLACK, 0.5, 3.0),
            },
            "newpath\n0 0 M\n1 -1 L\n0.000 0.000 0.000 0.5 [3] 0 S\n",
        );
        let mut scene = Scene::new();
        scene.write("K", corner(5.0, 5.0), Lettering::bold(10.0, Colour::WHITE));
        check(
            Shape::Group { shift: corner(-1.0, 0.25), scene },
            "gsave\n-1 -0.25 translate\n(K)\n5 -8.5 1.000 1.000 1.000 10 /Bold T\ngrestore\n",
        );
    }

    #[test]
    fn all_levels_of_light_are_told_apart() {
        let texts: std::collections::BTreeSet<String> =
            (0..=255).map(|level| light(Colour::grey(level))).collect();
        assert_eq!(texts.len(), 256);
    }

    /// Carries out the operations that move points, and returns all points of paths in points of
    /// the page.
    fn places(document: &str) -> Vec<[f64; 2]> {
        let body = document.split_once("%%EndProlog\n").expect("a prolog").1;
        let mut shifts = vec![[0.0, 0.0]];
        let mut found = Vec::new();
        for line in body.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
            let shift = *shifts.last().expect("as many restored as saved");
            match *words.last().expect("no line is empty") {
                "gsave" => shifts.push(shift),
                "grestore" => drop(shifts.pop()),
                "translate" => {
                    let last = shifts.last_mut().expect("as many restored as saved");
                    *last = [shift[0] + numbers[0], shift[1] + numbers[1]];
                }
                "M" | "L" => found.push([0, 1].map(|axis| POINTS * (shift[axis] + numbers[axis]))),
                _ => {}
            }
        }
        assert_eq!(shifts.len(), 1, "as many restored as saved");
        found
    }

    #[test]
    fn the_bounding_box_contains_everything_however_deeply_it_is_moved() {
        let triangle = |x: f64, y: f64| Shape::Polygon {
            rings: vec![vec![Point::new(x, y), Point::new(x + 50.0, y), Point::new(x, y + 30.5)]],
            radius: 0.0,
            paint: Paint::outlined(Stroke::solid(Colour::INK, 2.0)),
        };
        let mut scene = Scene::new();
        scene.add(triangle(-120.0, 70.0));
        for step in 1..4_u8 {
            let mut outer = Scene::new();
            outer.add(triangle(f64::from(step) * 31.0, -9.0));
            outer.place(scene, Point::new(-7.5, f64::from(step) * 40.0));
            scene = outer;
        }
        let document = eps_document(&scene, "triangles");
        let line =
            document.lines().find_map(|line| line.strip_prefix("%%BoundingBox: ")).expect("a box");
        let numbers: Vec<f64> =
            line.split(' ').map(|word| word.parse().expect("a number")).collect();
        let found = places(&document);
        assert_eq!(found.len(), 12);
        for place in &found {
            for axis in [0, 1] {
                assert!(
                    place[axis] >= 0.75 && place[axis] <= numbers[axis + 2] - 0.75,
                    "{place:?} {line}"
                );
            }
        }
        // And it is not larger than needed.
        for axis in [0, 1] {
            let most = found.iter().map(|place| place[axis]).fold(0.0, f64::max);
            assert!(numbers[axis + 2] - most < 5.0, "{most} {line}");
        }
    }

    #[test]
    fn documents_are_balanced_and_their_lines_short() {
        let mut scene = Scene::new();
        scene.write("(".repeat(30), Point::default(), Lettering::plain(9.0, Colour::INK));
        let mut outer = Scene::new();
        outer.place(scene, Point::new(3.0, 4.0));
        let document = eps_document(&outer, &")".repeat(1000));
        assert!(document.lines().all(|line| line.len() < 255));
        let words = || document.split(|c: char| !c.is_ascii_alphabetic());
        let count = |word: &str| words().filter(|other| *other == word).count();
        assert!(count("gsave") > 3);
        assert_eq!(count("gsave"), count("grestore"));
        assert_eq!(count("begin"), count("end"));
        assert_eq!(document, eps_document(&outer, &")".repeat(1000)));
    }
}
