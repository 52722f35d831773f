//! A tiling problem as a user states it, and its file.

use super::plane::{Plane, Spot};
use super::polygon::Polygon;
use std::cmp::Ordering;
use std::fmt::Write;

/// A kind of tile.
///
/// * **P1** Corners, here and of regions, are as a reader of the file has them, whatever the form.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    pub(super) name: String,
    pub(super) corners: Vec<Spot>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    /// At most so many in each colour.
    pub(super) each: Option<usize>,
    pub(super) turn: bool,
    pub(super) flip: bool,
    /// Which of the ways to write its outline is used, if it can be.
    pub(super) form: Form,
}

/// The ways to write an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Corners,
    Grid,
    Walk,
    Angles,
}

/// What tiles of the same colour must not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Apart {
    None,
    Sides,
    Points,
}

/// A problem.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) ring: usize,
    pub(super) region: Vec<Spot>,
    pub(super) form: Form,
    pub(super) tiles: Vec<Tile>,
    /// How many colours there are, and what they must not do.
    pub(super) colours: Option<(usize, Apart)>,
}

/// The name of a colour.
pub(super) fn colour_name(colour: usize) -> String {
    format!("colour {colour}")
}

impl Problem {
    /// The file.
    pub(super) fn text(&self) -> String {
        let plane = Plane::new(self.ring);
        let mut text = format!("kumiki = 1\nring = {}\n\n[region]\n", self.ring);
        text += &outline(&plane, &self.region, self.form);
        for tile in &self.tiles {
            let _ = write!(text, "\n[[tile]]\nname = \"{}\"\n", tile.name);
            text += &outline(&plane, &tile.corners, tile.form);
            match (tile.least, tile.most) {
                (1, Some(1)) => {}
                (0, None) => text += "count = \"any\"\n",
                (least, None) => text += &format!("count = \"{least}..\"\n"),
                (0, Some(most)) => text += &format!("count = \"..{most}\"\n"),
                (least, Some(most)) if least == most => text += &format!("count = {least}\n"),
                (least, Some(most)) => text += &format!("count = \"{least}..{most}\"\n"),
            }
            if let Some(each) = tile.each {
                text += &format!("each = {each}\n");
            }
            if !tile.turn {
                text += "turn = false\n";
            }
            if !tile.flip {
                text += "flip = false\n";
            }
        }
        if let Some((count, apart)) = self.colours {
            let names: Vec<String> =
                (0..count).map(|colour| format!("{:?}", colour_name(colour))).collect();
            let _ = write!(text, "\n[colours]\nnames = [{}]\n", names.join(", "));
            match apart {
                Apart::None => {}
                Apart::Sides => text += "apart = \"sides\"\n",
                Apart::Points => text += "apart = \"points\"\n",
            }
        }
        text
    }
}

/// The corners as they are once an outline in a form is read: walks and angles start in the origin,
/// and angles along the real axis.
pub(super) fn as_read(plane: &Plane, corners: &[Spot], form: Form) -> Vec<Spot> {
    match usable(plane, corners, form) {
        Form::Corners | Form::Grid => corners.to_vec(),
        Form::Walk => corners.iter().map(|corner| *corner - corners[0]).collect(),
        Form::Angles => {
            let steps = steps(plane, corners).expect("the form is usable");
            let back = plane.order() - steps[0].0;
            corners.iter().map(|corner| plane.turned(*corner - corners[0], false, back)).collect()
        }
    }
}

/// The form, or corners if the outline cannot be written in it.
fn usable(plane: &Plane, corners: &[Spot], form: Form) -> Form {
    let fits = match form {
        Form::Corners => true,
        Form::Grid => plane.order() == 4,
        Form::Walk => steps(plane, corners).is_some(),
        Form::Angles => {
            steps(plane, corners).is_some()
                && plane.sense(corners) == Ordering::Greater
                && Polygon::new(plane, corners).is_some()
        }
    };
    if fits { form } else { Form::Corners }
}

/// Directions and whole lengths of the sides, if they have such.
fn steps(plane: &Plane, corners: &[Spot]) -> Option<Vec<(usize, i64)>> {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let step = |(from, to): (&Spot, &Spot)| {
        let mut directions = (0..plane.order())
            .flat_map(|direction| (1..=20).map(move |length| (direction, length)));
        directions.find(|(direction, length)| plane.unit(*direction) * *length == *to - *from)
    };
    sides.map(step).collect()
}

fn outline(plane: &Plane, corners: &[Spot], form: Form) -> String {
    let coordinates = |corner: &Spot| format!("{:?}", &corner.0[..plane.degree()]);
    let list = || corners.iter().map(coordinates).collect::<Vec<String>>().join(", ");
    let steps = || steps(plane, corners).expect("the form is usable");
    let words = |words: Vec<String>| words.join(" ");
    match usable(plane, corners, form) {
        Form::Corners => format!("corners = [{}]\n", list()),
        Form::Grid => format!("grid = [{}]\n", list()),
        Form::Walk => {
            let step = |(direction, length)| match length {
                1 => format!("{direction}"),
                _ => format!("{direction}:{length}"),
            };
            format!("walk = \"{}\"\n", words(steps().into_iter().map(step).collect()))
        }
        Form::Angles => {
            let (steps, order) = (steps(), plane.order());
            let angle = |at: usize| {
                let last = steps[(at + steps.len() - 1) % steps.len()].0;
                ((last + order / 2 + order - steps[at].0) % order).to_string()
            };
            let angles = words((0..steps.len()).map(angle).collect());
            let sides = words(steps.iter().map(|step| step.1.to_string()).collect());
            format!("angles = \"{angles}\"\nsides = \"{sides}\"\n")
        }
    }
}
