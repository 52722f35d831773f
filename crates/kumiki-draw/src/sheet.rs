//! Many captioned scenes on one sheet.
//!
//! # The layout
//! Every scene gets a frame with its caption below it. All frames are equally wide, the frames of a
//! row equally high. A row holds at most four, and no more than fit into 1600 pixels; among the
//! arrangements with the fewest rows we take the one with the fewest frames per row, so that five
//! figures stand as 3 + 2 rather than 4 + 1. A sheet with wider figures or words simply is wider:
//! nothing is ever cut off.

use crate::scene::length;
use crate::{
    Bounds, Colour, Lettering, Paint, Point, Scene, Shape, Stroke, eps_document, svg_document,
};

/// The width that the frames of a row try not to exceed.
const TARGET_WIDTH: f64 = 1552.0;
/// The most frames in a row.
const MAX_PER_ROW: usize = 4;
/// The narrowest frame, so that captions of small scenes need not be broken at every word.
const MIN_INNER_WIDTH: f64 = 180.0;
/// From a frame to what is inside it.
const PADDING: f64 = 16.0;
/// Between neighbouring frames.
const GAP: f64 = 20.0;
/// From one line of text to the next, as a multiple of the size of its letters.
const LEADING: f64 = 1.35;

const TITLE: Lettering = Lettering::bold(22.0, Colour::INK);
const CAPTION: Lettering = Lettering::plain(14.0, Colour::INK);
const NOTHING: Lettering = Lettering::plain(16.0, Colour::grey(0x66));
/// How wide a legend may be, however narrow what it explains.
const MIN_LEGEND_WIDTH: f64 = 480.0;
/// The side of a colour in a legend.
const SWATCH: f64 = 14.0;
const SWATCH_EDGE: Stroke = Stroke::solid(Colour::INK, 1.0);
const FRAME_EDGE: Stroke = Stroke::solid(Colour::grey(0xd4), 1.0);

/// Something to be drawn, and what is written below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card<T> {
    /// A packing, pieces or tiles in their places, tiles that are pushed in order, or the edges of
    /// a subgraph by the numbers of the vertices they join.
    pub solution: T,
    /// For example "12 bricks, 24 symmetries".
    pub caption: String,
}

/// A scene and what is written below it.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The drawing; its origin does not matter.
    pub scene: Scene,
    /// The caption. A long one is broken between words; a line break stays a line break.
    pub caption: String,
}

/// A title above figures in rows.
///
/// ```
/// use kumiki_draw::Sheet;
/// let sheet = Sheet {
///     title: "Tours of the 4x4 board".to_owned(),
///     description: "There are none.".to_owned(),
///     figures: vec![],
///     if_empty: "no tours".to_owned(),
///     legend: vec![],
/// };
/// assert!(sheet.to_svg().contains(">no tours</text>"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// What is written above the figures.
    pub title: String,
    /// What the figures show, for those who cannot see them.
    pub description: String,
    /// The figures in reading order.
    pub figures: Vec<Figure>,
    /// What a sheet without figures says.
    pub if_empty: String,
    /// What letters and colours mean, between the title and the figures.
    pub legend: Vec<LegendEntry>,
}

/// What some letters and colours mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendEntry {
    /// The colours.
    pub colours: Vec<Colour>,
    /// The letters, in words.
    pub letters: String,
    /// What they stand for.
    pub name: String,
}

impl Sheet {
    /// Things of one kind, each drawn, named and said in words; `of` is what they are solutions of.
    pub(crate) fn of<T>(
        title: &str,
        thing: &str,
        of: &str,
        cards: &[Card<T>],
        draw: impl Fn(&Card<T>) -> (Scene, String),
    ) -> Self {
        let things = match cards.len() {
            0 => format!("No {thing}s"),
            1 => format!("One {thing}"),
            many => format!("{many} {thing}s"),
        };
        let drawn = |card: &Card<T>| {
            let (scene, words) = draw(card);
            (Figure { scene, caption: card.caption.clone() }, words)
        };
        let (figures, words): (Vec<Figure>, String) = cards.iter().map(drawn).unzip();
        Self {
            title: title.to_owned(),
            description: format!("{things} of {of}.{words}"),
            figures,
            if_empty: format!("no {thing}s"),
            legend: Vec::new(),
        }
    }

    /// The sheet as a complete SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg_document(&self.scene(), &self.title, &self.description)
    }

    /// The sheet as Encapsulated PostScript.
    #[must_use]
    pub fn to_eps(&self) -> String {
        eps_document(&self.scene(), &self.title)
    }

    /// The sheet as a scene.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let title = paragraph(&self.title, TITLE, TARGET_WIDTH);
        let body = if self.figures.is_empty() {
            paragraph(&self.if_empty, NOTHING, TARGET_WIDTH)
        } else {
            self.rows()
        };
        let room = title.bounds().width().max(body.bounds().width()).max(MIN_LEGEND_WIDTH);
        let legend = (!self.legend.is_empty()).then(|| legend_scene(&self.legend, room));
        let parts: Vec<Scene> = [Some(title), legend, Some(body)].into_iter().flatten().collect();
        let width = parts.iter().map(|part| part.bounds().width()).fold(0.0, f64::max);
        let (mut sheet, mut top) = (Scene::new(), 0.0);
        for part in parts {
            let bounds = part.bounds();
            sheet.place(part, Point::new((width - bounds.width()) / 2.0, top));
            top += bounds.height() + GAP;
        }
        sheet
    }

    fn rows(&self) -> Scene {
        let scene_widths = self.figures.iter().map(|figure| figure.scene.bounds().width());
        let line_width = scene_widths.fold(MIN_INNER_WIDTH, f64::max);
        let captions: Vec<Scene> = self
            .figures
            .iter()
            .map(|figure| paragraph(&figure.caption, CAPTION, line_width))
            .collect();
        // A single word may be wider than all scenes.
        let inner_width =
            captions.iter().map(|caption| caption.bounds().width()).fold(line_width, f64::max);
        let pitch = inner_width + 2.0 * PADDING + GAP;

        let mut body = Scene::new();
        let mut top = 0.0;
        let parts: Vec<[&Scene; 2]> = self
            .figures
            .iter()
            .zip(&captions)
            .map(|(figure, caption)| [&figure.scene, caption])
            .collect();
        for row in parts.chunks(per_row(parts.len(), pitch)) {
            let heights = [0, 1].map(|part| {
                row.iter().map(|parts| parts[part].bounds().height()).fold(0.0, f64::max)
            });
            for (at, parts) in row.iter().enumerate() {
                let low = Point::new(length(at) * pitch, top);
                body.place(framed(*parts, inner_width, heights), low);
            }
            top += heights[0] + heights[1] + 3.0 * PADDING + GAP;
        }
        body
    }
}

/// Entries side by side, in rows no wider than `room` unless a single one is.
fn legend_scene(entries: &[LegendEntry], room: f64) -> Scene {
    let mut scene = Scene::new();
    let (mut left, mut top) = (0.0, 0.0);
    for entry in entries {
        let text = format!("{} {}", entry.letters, entry.name);
        let swatches = length(entry.colours.len()) * SWATCH;
        let width = swatches + PADDING / 2.0 + CAPTION.width_of(&text);
        if left > 0.0 && left + width > room {
            (left, top) = (0.0, top + LEADING * CAPTION.size.max(SWATCH));
        }
        for (at, colour) in entry.colours.iter().enumerate() {
            let low = Point::new(left + length(at) * SWATCH, top);
            let bounds = Bounds::at(low, SWATCH, SWATCH);
            let paint = Paint::filled(*colour).with_stroke(SWATCH_EDGE);
            scene.add(Shape::Rectangle { bounds, radius: 2.0, paint });
        }
        let middle = left + width - CAPTION.width_of(&text) / 2.0;
        scene.write(text, Point::new(middle, top + SWATCH / 2.0), CAPTION);
        left += width + GAP;
    }
    scene
}

/// A drawing and its caption in a frame, with so much room for them.
fn framed([drawing, caption]: [&Scene; 2], width: f64, heights: [f64; 2]) -> Scene {
    let size = [width + 2.0 * PADDING, heights[0] + heights[1] + 3.0 * PADDING];
    let bounds = Bounds::at(Point::default(), size[0], size[1]);
    let left = |part: &Scene| bounds.centre().x - part.bounds().width() / 2.0;
    let slack = heights[0] - drawing.bounds().height();
    let mut scene = Scene::new();
    scene.add(Shape::Rectangle { bounds, radius: 8.0, paint: Paint::outlined(FRAME_EDGE) });
    scene.place(drawing.clone(), Point::new(left(drawing), PADDING + slack / 2.0));
    scene.place(caption.clone(), Point::new(left(caption), heights[0] + 2.0 * PADDING));
    scene
}

/// How many of so many frames stand in a row, if each takes `pitch` pixels with the gap beside it.
fn per_row(count: usize, pitch: f64) -> usize {
    let fits = |frames: &usize| length(*frames) * pitch - GAP <= TARGET_WIDTH;
    let most = (1..=MAX_PER_ROW).rev().find(fits).unwrap_or(1);
    count.div_ceil(count.div_ceil(most))
}

/// Text in lines no wider than `width` unless a single word is.
fn paragraph(text: &str, lettering: Lettering, width: f64) -> Scene {
    let mut scene = Scene::new();
    for (at, line) in text.lines().flat_map(|line| broken(line, lettering, width)).enumerate() {
        scene.write(line, Point::new(0.0, length(at) * LEADING * lettering.size), lettering);
    }
    scene
}

/// One line broken between words, as late as possible.
fn broken(line: &str, lettering: Lettering, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        match lines.last_mut() {
            Some(last)
                if lettering.width_of(last) + lettering.width_of(word) + lettering.size
                    <= width =>
            {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(width: f64, height: f64, caption: &str) -> Figure {
        let bounds = Bounds::at(Point::new(-7.0, 3.0), width, height);
        let mut scene = Scene::new();
        scene.add(Shape::Rectangle { bounds, radius: 0.0, paint: Paint::filled(Colour::INK) });
        Figure { scene, caption: caption.to_owned() }
    }

    fn sheet(figures: Vec<Figure>) -> Sheet {
        let [title, description, if_empty] = ["title", "description", "nothing"].map(str::to_owned);
        Sheet { title, description, figures, if_empty, legend: Vec::new() }
    }

    /// The bounds of the frames on a sheet, in order.
    fn frames(sheet: &Sheet) -> Vec<Bounds> {
        let body = sheet.rows();
        let bounds = |shape: &Shape| match shape {
            Shape::Group { shift, scene } => scene.bounds().shifted(*shift),
            other => panic!("not a frame: {other:?}"),
        };
        body.shapes().iter().map(bounds).collect()
    }

    #[test]
    fn rows_are_balanced_and_narrow_enough() {
        let cases = [
            (1, 300.0, 1),
            (4, 300.0, 4),
            (5, 300.0, 3),
            (12, 300.0, 4),
            (13, 300.0, 4),
            (9, 50.0, 3),
            (6, 700.0, 2),
            (3, 5000.0, 1),
        ];
        for (count, pitch, expected) in cases {
            assert_eq!(per_row(count, pitch), expected, "{count} frames of {pitch}");
        }
    }

    #[test]
    fn frames_never_overlap_and_hold_their_contents() {
        let long = "a caption of quite a number of words, so many that they need several lines";
        let figures = (0_u8..7).map(|at| {
            figure(f64::from(at) * 60.0, f64::from(50 - at), [long, "x"][usize::from(at % 2)])
        });
        let sheet = sheet(figures.collect());
        let frames = frames(&sheet);
        assert_eq!(frames.len(), 7);
        for (at, frame) in frames.iter().enumerate() {
            assert_eq!(frame.width(), frames[0].width()); // nothing sticks out of its frame
            for other in &frames[..at] {
                let apart_x =
                    other.high.x + GAP <= frame.low.x || frame.high.x + GAP <= other.low.x;
                let apart_y =
                    other.high.y + GAP <= frame.low.y || frame.high.y + GAP <= other.low.y;
                assert!(apart_x || apart_y, "{frame:?} overlaps {other:?}");
            }
        }
    }

    #[test]
    fn a_word_wider_than_every_scene_widens_the_frames() {
        let word = "m".repeat(100);
        let frames = frames(&sheet(vec![figure(10.0, 10.0, &word), figure(10.0, 10.0, "short")]));
        assert!(frames.iter().all(|frame| frame.width() > CAPTION.width_of(&word)));
    }

    #[test]
    fn captions_break_between_words_and_at_line_breaks() {
        let lettering = Lettering::plain(10.0, Colour::INK);
        let count = |text: &str| paragraph(text, lettering, 100.0).shapes().len();
        assert_eq!(count("short"), 1);
        assert_eq!(count("first\nsecond"), 2);
        assert_eq!(count("one two three four five six seven"), 3);
        assert_eq!(count(""), 0);
    }

    #[test]
    fn a_sheet_without_figures_says_so() {
        assert!(sheet(vec![]).to_svg().contains(">nothing</text>"));
        assert!(!sheet(vec![figure(1.0, 1.0, "")]).to_svg().contains(">nothing</text>"));
    }
}
