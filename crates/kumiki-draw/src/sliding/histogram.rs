//! A table of positions by distance as bars.
//!
//! The scale is linear, so the bars at both ends are too small to be compared; every bar is at
//! least a pixel high, to be seen at all. What matters is written: the number of all positions, the
//! highest bar, and the last one.

use crate::scene::length;
use crate::{Bounds, Colour, Lettering, Paint, Point, Scene, Shape, Stroke};
use kumiki_model::Count;

/// How high the highest bar is.
const HEIGHT: f64 = 320.0;
/// How wide the bars would like to be together, and the limits for one of them with its gap.
const WIDTH: f64 = 760.0;
const MIN_PITCH: f64 = 6.0;
const MAX_PITCH: f64 = 30.0;
/// The part of its room that a bar fills.
const BAR_SHARE: f64 = 0.82;
/// About so many lines cross the bars.
const GRID_LINES: f64 = 5.0;
/// From the axes to what is written beside them.
const CLEARANCE: f64 = 8.0;
/// Labels on the axis of distances keep at least so far apart.
const LABEL_PITCH: f64 = 26.0;

const BAR: Colour = Colour::new(0x56, 0xb4, 0xe9);
const HIGHEST: Colour = Colour::new(0xd5, 0x5e, 0x00);
const AXIS: Stroke = Stroke::solid(Colour::grey(0x55), 1.2);
const GRID: Stroke = Stroke::solid(Colour::grey(0xdd), 1.0);
const LABEL: Lettering = Lettering::plain(12.0, Colour::grey(0x44));
const NOTE: Lettering = Lettering::bold(12.0, Colour::INK);
const TOTAL: Lettering = Lettering::bold(15.0, Colour::INK);

/// Bars for the numbers of positions at each distance: `counts[d]` at distance `d`. Without counts
/// the scene is empty.
pub(super) fn histogram_scene(counts: &[Count]) -> Scene {
    let mut scene = Scene::new();
    let Some((highest, most)) = counts.iter().enumerate().rev().max_by_key(|(_, count)| *count)
    else {
        return scene;
    };
    let chart = Chart { pitch: pitch(counts.len()), most: approximate(most).max(1.0) };
    let width = length(counts.len()) * chart.pitch;
    chart.add_grid(&mut scene, width);
    for (distance, count) in
        counts.iter().enumerate().filter(|(_, count)| **count != Count::default())
    {
        let colour = if distance == highest { HIGHEST } else { BAR };
        let (bounds, radius) = (chart.bar(distance, count), 0.0);
        scene.add(Shape::Rectangle { bounds, radius, paint: Paint::filled(colour) });
    }
    let base = vec![Point::new(0.0, 0.0), Point::new(width, 0.0)];
    scene.add(Shape::Line { points: base, stroke: AXIS });
    chart.add_distances(&mut scene, counts.len());
    chart.add_notes(&mut scene, counts, highest);
    scene
}

/// How wide a bar is, with its gap.
fn pitch(bar_count: usize) -> f64 {
    (WIDTH / length(bar_count)).clamp(MIN_PITCH, MAX_PITCH)
}

/// Where the bars stand: on the axis `y = 0`, from `x = 0` on.
struct Chart {
    pitch: f64,
    /// The number that the highest bar stands for.
    most: f64,
}

impl Chart {
    /// How far above the axis a number is.
    fn height(&self, number: f64) -> f64 {
        HEIGHT * number / self.most
    }

    /// The middle of the bar of a distance.
    fn middle(&self, distance: usize) -> f64 {
        (length(distance) + 0.5) * self.pitch
    }

    fn bar(&self, distance: usize, count: &Count) -> Bounds {
        let height = self.height(approximate(count)).max(1.0);
        let width = BAR_SHARE * self.pitch;
        Bounds::at(Point::new(self.middle(distance) - width / 2.0, -height), width, height)
    }

    /// Lines at round numbers, with the numbers.
    fn add_grid(&self, scene: &mut Scene, width: f64) {
        let step = round_step(self.most / GRID_LINES);
        let mut number = step;
        while number <= self.most {
            let y = -self.height(number);
            let points = vec![Point::new(0.0, y), Point::new(width, y)];
            scene.add(Shape::Line { points, stroke: GRID });
            let text = spaced(&format!("{number:.0}"));
            let x = -CLEARANCE - LABEL.width_of(&text) / 2.0;
            scene.write(text, Point::new(x, y), LABEL);
            number += step;
        }
    }

    /// Numbers below the bars, as many as there is room for, and what they mean.
    fn add_distances(&self, scene: &mut Scene, bar_count: usize) {
        let every =
            [1, 2, 5, 10].into_iter().find(|every| length(*every) * self.pitch >= LABEL_PITCH);
        let every = every.unwrap_or(20);
        let y = CLEARANCE + LABEL.size / 2.0;
        for distance in (0..bar_count).step_by(every) {
            scene.write(distance.to_string(), Point::new(self.middle(distance), y), LABEL);
        }
        let middle = length(bar_count) * self.pitch / 2.0;
        scene.write("distance", Point::new(middle, y + CLEARANCE + LABEL.size), LABEL);
    }

    /// The number of all positions, the highest bar and the last one.
    fn add_notes(&self, scene: &mut Scene, counts: &[Count], highest: usize) {
        let note =
            |distance: usize| format!("{} at {distance}", spaced(&counts[distance].to_string()));
        let above = -HEIGHT - CLEARANCE - NOTE.size / 2.0;
        scene.write(note(highest), Point::new(self.middle(highest), above), NOTE);
        let last = counts.len() - 1;
        if last != highest {
            let text = note(last);
            let right =
                self.middle(last) + self.pitch / 2.0 + CLEARANCE + NOTE.width_of(&text) / 2.0;
            scene.write(text, Point::new(right, -NOTE.size / 2.0), NOTE);
        }
        let sum = Count(counts.iter().map(|count| &count.0).sum());
        let total = format!("{} positions", spaced(&sum.to_string()));
        let middle = length(counts.len()) * self.pitch / 2.0;
        scene.write(
            total,
            Point::new(middle, above - NOTE.size - CLEARANCE - TOTAL.size / 2.0),
            TOTAL,
        );
    }
}

/// A count as a length: fifteen digits are more than a picture can show.
fn approximate(count: &Count) -> f64 {
    count.to_string().parse().expect("the digits of a number")
}

/// The least of 1, 2, 5, 10, 20, 50 and so on that is not less than a number.
fn round_step(least: f64) -> f64 {
    let mut decade = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if factor * decade >= least {
                return factor * decade;
            }
        }
        decade *= 10.0;
    }
}

/// Digits in groups of three.
fn spaced(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const EIGHT_PUZZLE: [u64; 32] = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];

    fn drawn(counts: &[u64]) -> Scene {
        histogram_scene(&counts.iter().map(|count| (*count).into()).collect::<Vec<_>>())
    }

    fn bars(scene: &Scene) -> Vec<(Bounds, Option<Colour>)> {
        let bar = |shape: &Shape| match shape {
            Shape::Rectangle { bounds, paint, .. } => Some((*bounds, paint.fill)),
            _ => None,
        };
        scene.shapes().iter().filter_map(bar).collect()
    }

    /// What is written, with the room that it takes.
    fn texts(scene: &Scene) -> Vec<(String, Bounds)> {
        let text = |shape: &Shape| match shape {
            Shape::Text { text, centre, lettering } => {
                let mut alone = Scene::new();
                alone.write(text.clone(), *centre, *lettering);
                Some((text.clone(), alone.bounds()))
            }
            _ => None,
        };
        scene.shapes().iter().filter_map(text).collect()
    }

    #[test]
    fn bars_are_as_high_as_their_numbers_but_none_is_invisible() {
        let scene = drawn(&EIGHT_PUZZLE);
        let bars = bars(&scene);
        assert_eq!(bars.len(), EIGHT_PUZZLE.len());
        for ((bounds, colour), count) in bars.iter().zip(EIGHT_PUZZLE) {
            let exact = HEIGHT * f64::from(u32::try_from(count).expect("small")) / 24047.0;
            assert!((bounds.height() - exact.max(1.0)).abs() < 1e-9);
            assert_eq!(bounds.high.y, 0.0);
            assert_eq!(*colour, Some(if count == 24047 { HIGHEST } else { BAR }));
        }
        assert!(bars.windows(2).all(|pair| pair[0].0.high.x < pair[1].0.low.x));
    }

    #[test]
    fn the_total_the_highest_and_the_last_are_written() {
        let texts: Vec<String> =
            texts(&drawn(&EIGHT_PUZZLE)).into_iter().map(|(text, _)| text).collect();
        for expected in ["181 440 positions", "24 047 at 24", "2 at 31", "20 000", "30", "distance"]
        {
            assert!(texts.iter().any(|text| text == expected), "{expected} in {texts:?}");
        }
    }

    #[test]
    fn nothing_written_overlaps_anything() {
        let rising: Vec<u64> = (0..81).map(|at| 1 << (at % 40)).collect();
        let tables = [
            &EIGHT_PUZZLE[..],
            &[1],
            &[1, 2, 2, 2, 2, 2, 1],
            &[1, 1],
            &[u64::MAX, 1, 0, 3],
            &rising,
        ];
        for counts in tables {
            let scene = drawn(counts);
            let (texts, bars) = (texts(&scene), bars(&scene));
            for (at, (text, bounds)) in texts.iter().enumerate() {
                let others = texts[..at].iter().map(|(_, bounds)| bounds);
                for other in others.chain(bars.iter().map(|(bounds, _)| bounds)) {
                    let is_beside = other.high.x <= bounds.low.x || bounds.high.x <= other.low.x;
                    let is_above = other.high.y <= bounds.low.y || bounds.high.y <= other.low.y;
                    assert!(is_beside || is_above, "{text} of {counts:?}");
                }
            }
        }
    }

    #[test]
    fn a_table_without_rows_is_an_empty_scene_and_counts_may_be_huge() {
        assert_eq!(histogram_scene(&[]), Scene::new());
        let huge: Count = "123456789012345678901234567890".parse().expect("a count");
        let scene = histogram_scene(&[1_u64.into(), huge]);
        assert!(texts(&scene).iter().any(|(text, _)| text.starts_with("123 456 789 012 345")));
        assert_eq!(bars(&scene)[1].0.height(), HEIGHT);
    }

    #[test]
    fn steps_are_round_and_digits_are_grouped() {
        for (least, step) in [(0.2, 1.0), (1.0, 1.0), (1.1, 2.0), (4809.4, 5000.0), (60.0, 100.0)] {
            assert_eq!(round_step(least), step);
        }
        for (digits, text) in
            [("0", "0"), ("999", "999"), ("1000", "1 000"), ("1234567", "1 234 567")]
        {
            assert_eq!(spaced(digits), text);
        }
    }
}
