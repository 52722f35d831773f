//! Drawn packings, judged and told in words.

use crate::words::{plural, symmetries};
use kumiki_formats::FormatError;
use kumiki_formats::picture::read_pictures;
use kumiki_judge::{PictureVerdict, SlidingBrick, judge_pictures};
use serde::Serialize;

/// What is known about the pictures of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JudgedPictures {
    /// `proved`, if no brick of any picture can slide, or `refuted`.
    verdict: &'static str,
    /// The pictures in order.
    pictures: Vec<PictureVerdict>,
}

impl JudgedPictures {
    /// Reads and judges the pictures of a text.
    ///
    /// # Errors
    /// If there are none, or if one does not show bricks in a box.
    pub fn new(text: &[u8]) -> Result<Self, FormatError> {
        let pictures = judge_pictures(&read_pictures(text)?)?;
        let is_rigid = pictures.iter().all(|picture| picture.rigid);
        Ok(Self { verdict: if is_rigid { "proved" } else { "refuted" }, pictures })
    }

    /// A line for each picture and each brick that slides, and the verdict.
    #[must_use]
    pub fn text(&self) -> String {
        let pictures = (1..).zip(&self.pictures).map(|(number, picture)| told(number, picture));
        pictures.collect::<String>() + &format!("verdict: {}\n", self.verdict)
    }

    /// What slides first, if something does.
    #[must_use]
    pub fn refutation(&self) -> Option<String> {
        let mut pictures = (1..).zip(&self.pictures);
        let (number, picture) = pictures.find(|(_, picture)| !picture.rigid)?;
        let labels: Vec<String> =
            picture.sliding.iter().map(|sliding| sliding.brick.to_string()).collect();
        let bricks = match labels.as_slice() {
            [label] => format!("brick {label}"),
            [most @ .., last] => format!("bricks {} and {last}", most.join(", ")),
            [] => unreachable!("what is not rigid slides"),
        };
        Some(format!("in picture {number} {bricks} can slide, expected none"))
    }
}

fn told(number: usize, picture: &PictureVerdict) -> String {
    let PictureVerdict { container, bricks, kinds, rigid, sliding, same_as, .. } = picture;
    let bricks = match kinds.as_slice() {
        [] => "no bricks".to_owned(),
        kinds => format!("{} {}", plural(bricks, "brick", "bricks"), kinds.join(" and ")),
    };
    let rigid = if *rigid { "rigid" } else { "not rigid" };
    let same = same_as
        .map_or_else(String::new, |same| format!("; it is picture {}, {}", same.picture, same.how));
    let how = symmetries(picture.symmetries);
    let mut text =
        format!("picture {number}: {bricks} in a {container} box, {rigid}, {how}{same}\n");
    for SlidingBrick { brick, to } in sliding {
        text += &format!("  brick {brick} can slide: {}\n", to.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_in_words() {
        let judged =
            JudgedPictures::new(b"112\n3.2\n344\n\nbut\n\n211\n2.3\n443\n").expect("boxes");
        assert_eq!(
            judged.text(),
            "picture 1: 4 bricks 1x1x2 in a 1x3x3 box, rigid, 4 symmetries\n\
             picture 2: 4 bricks 1x1x2 in a 1x3x3 box, rigid, 4 symmetries; it is picture 1, \
             mirrored\n\
             verdict: proved\n"
        );
        assert_eq!(judged.refutation(), None);
        let loose = JudgedPictures::new(b"1.2\n").expect("boxes");
        assert_eq!(
            loose.text(),
            "picture 1: 2 bricks 1x1x1 in a 1x1x3 box, not rigid, 4 symmetries\n  \
             brick 1 can slide: right\n  brick 2 can slide: left\nverdict: refuted\n"
        );
        let refutation = "in picture 1 bricks 1 and 2 can slide, expected none";
        assert_eq!(loose.refutation().as_deref(), Some(refutation));
    }
}
