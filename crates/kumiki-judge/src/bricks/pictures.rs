//! Packings that somebody has drawn, judged one by one and compared with each other.
//!
//! # The idea
//! Whatever boxes lie in the box are bricks. A brick slides in a direction if it can move there by
//! one cell while all others stay; that is asked of every brick and every direction. Two pictures
//! are the same if one of the 48 ways to turn and mirror the grid takes one to the other, whatever
//! the bricks are called. A box of one layer is a piece of the plane, as everywhere.

use crate::envelope::drawn_cells;
use kumiki_formats::FormatError;
use kumiki_formats::picture::{Picture, not_a_box};
use kumiki_model::{Cuboid, Packing, PlacedBrick, PlacedPiece};
use kumiki_recount::{Direction, Room, cells_of};
use serde::Serialize;
use std::collections::BTreeSet;

/// What is known about a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PictureVerdict {
    /// The line where it begins.
    pub line: usize,
    /// Its layers, rows and columns.
    #[serde(rename = "box")]
    pub container: String,
    /// How many bricks it has.
    pub bricks: usize,
    /// Their kinds, with sorted sides.
    pub kinds: Vec<String>,
    /// Whether no brick can slide.
    pub rigid: bool,
    /// How many symmetries of the box leave it unchanged, the identity included.
    pub symmetries: usize,
    /// The bricks that can slide, in the order of their labels.
    pub sliding: Vec<SlidingBrick>,
    /// The first picture that is the same up to symmetry, if one before it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<SameAs>,
}

/// A brick that can slide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SlidingBrick {
    /// Its label.
    pub brick: char,
    /// Where to: `left`, `right`, `up` and `down` in its layer, `to the layer before` and `to the
    /// layer after`.
    pub to: Vec<&'static str>,
}

/// An earlier picture of the same packing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SameAs {
    /// Its number, from 1.
    pub picture: usize,
    /// How it becomes this one: `unchanged`, `turned` or `mirrored`.
    pub how: &'static str,
}

/// Judges every picture.
///
/// ```
/// use kumiki_formats::picture::read_pictures;
/// use kumiki_judge::judge_pictures;
/// let verdicts = judge_pictures(&read_pictures(b"1 1 2\n3 . 2\n3 4 4\n\nbut\n\n1 1 .\n")?)?;
/// assert!(verdicts[0].rigid && verdicts[0].symmetries == 4);
/// assert_eq!((verdicts[1].sliding[0].brick, &*verdicts[1].sliding[0].to), ('1', &["right"][..]));
/// # Ok::<(), kumiki_formats::FormatError>(())
/// ```
///
/// # Errors
/// If a box is too large, or if a label does not mark a box.
pub fn judge_pictures(pictures: &[Picture]) -> Result<Vec<PictureVerdict>, FormatError> {
    let packings: Vec<Packing> = pictures.iter().map(packing).collect::<Result<_, _>>()?;
    let turned: Vec<Turned> = packings.iter().map(Turned::new).collect();
    let verdict = |at: usize| {
        let (picture, packing) = (&pictures[at], &packings[at]);
        let sliding = sliding(picture, packing);
        let kinds: BTreeSet<Cuboid> = packing.bricks().iter().map(kind).collect();
        PictureVerdict {
            line: picture.line,
            container: packing.container().to_string(),
            bricks: packing.bricks().len(),
            kinds: kinds.iter().map(ToString::to_string).collect(),
            rigid: sliding.is_empty(),
            symmetries: turned[at].motions_to(&turned[at]).len(),
            sliding,
            same_as: (0..at).find_map(|first| {
                let how = if packings[first] == packings[at] {
                    "unchanged"
                } else {
                    turned[first].becomes(&turned[at])?
                };
                Some(SameAs { picture: first + 1, how })
            }),
        }
    };
    Ok((0..pictures.len()).map(verdict).collect())
}

/// The sides of a brick, sorted.
fn kind(brick: &PlacedBrick) -> Cuboid {
    Cuboid::new(brick.extent).expect("a brick that lies in a box is no larger").sorted()
}

/// The bricks of a picture.
fn packing(picture: &Picture) -> Result<Packing, FormatError> {
    let packing = Packing::from_layers(&picture.layers)
        .map_err(|error| FormatError::in_line(picture.line, error.to_string()))?;
    for (label, places) in drawn_cells(&picture.layers) {
        let is_brick =
            packing.bricks().iter().any(|brick| brick.places().eq(places.iter().copied()));
        if label != '.' && !is_brick {
            return Err(not_a_box(picture, label, places.len()));
        }
    }
    Ok(packing)
}

/// The names of the directions, as [`Direction::all`] has them.
const WAYS: [&str; 6] =
    ["to the layer before", "to the layer after", "up", "down", "left", "right"];

/// The bricks that can slide.
fn sliding(picture: &Picture, packing: &Packing) -> Vec<SlidingBrick> {
    let piece = |brick: &PlacedBrick| PlacedPiece { cells: brick.places().collect(), kind: 0 };
    let pieces: Vec<PlacedPiece> = packing.bricks().iter().map(piece).collect();
    let room = Room::new(&cells_of(packing.container()));
    let room = room.with(&pieces).expect("labels of different bricks mark different cells");
    let label = |brick: &PlacedBrick| {
        let [layer, row, column] = brick.origin;
        picture.layers[layer][row].chars().nth(column).expect("a cell of the picture")
    };
    let ways = |at: usize| {
        let ways = Direction::all().into_iter().zip(WAYS);
        ways.filter(|(direction, _)| room.can_slide(at, *direction)).map(|(_, way)| way).collect()
    };
    let bricks = packing.bricks().iter().enumerate();
    let mut sliding: Vec<SlidingBrick> = bricks
        .map(|(at, brick)| SlidingBrick { brick: label(brick), to: ways(at) })
        .filter(|sliding| !sliding.to.is_empty())
        .collect();
    sliding.sort_by_key(|sliding| sliding.brick);
    sliding
}

/// A packing whose box has its sides sorted.
struct Turned {
    sides: [usize; 3],
    bricks: BTreeSet<PlacedBrick>,
    /// Whether sorting the sides has turned the grid into its mirror image.
    is_mirrored: bool,
}

/// One of the 48 ways to turn and mirror the grid: which axis comes where, and which are reversed.
#[derive(Clone, Copy)]
struct Motion {
    axes: [usize; 3],
    is_reversed: [bool; 3],
}

impl Motion {
    /// All of them.
    fn all() -> impl Iterator<Item = Self> {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.into_iter().flat_map(|axes| {
            let bits = 0..8_usize;
            bits.map(move |bits| Self {
                axes,
                is_reversed: [0, 1, 2].map(|axis| bits >> axis & 1 == 1),
            })
        })
    }

    /// Whether it exchanges left and right.
    fn is_reflection(self) -> bool {
        let [a, b, c] = self.axes;
        let swaps = usize::from(a > b) + usize::from(a > c) + usize::from(b > c);
        let reversals = self.is_reversed.iter().filter(|reversed| **reversed).count();
        (swaps + reversals) % 2 == 1
    }

    /// Where a brick in a box with these sides comes.
    fn image(self, brick: &PlacedBrick, sides: [usize; 3]) -> PlacedBrick {
        let PlacedBrick { origin, extent } = brick;
        let at = |to: usize| {
            let axis = self.axes[to];
            match self.is_reversed[to] {
                true => sides[axis] - origin[axis] - extent[axis],
                false => origin[axis],
            }
        };
        PlacedBrick { origin: [0, 1, 2].map(at), extent: self.axes.map(|axis| extent[axis]) }
    }
}

impl Turned {
    fn new(packing: &Packing) -> Self {
        let sides = packing.container().sides();
        let mut axes = [0, 1, 2];
        axes.sort_by_key(|axis| sides[*axis]);
        let motion = Motion { axes, is_reversed: [false; 3] };
        Self {
            sides: axes.map(|axis| sides[axis]),
            bricks: packing.bricks().iter().map(|brick| motion.image(brick, sides)).collect(),
            is_mirrored: motion.is_reflection(),
        }
    }

    /// The symmetries of the box that take its bricks to those of another packing.
    fn motions_to(&self, other: &Self) -> Vec<Motion> {
        let sides = self.sides;
        // What is one layer thick has the symmetries of the plane.
        let stays_flat =
            |motion: &Motion| sides[0] > 1 || (motion.axes[0] == 0 && !motion.is_reversed[0]);
        let is_of_box = |motion: &Motion| motion.axes.map(|axis| sides[axis]) == other.sides;
        let is_there = |motion: &Motion| {
            let images = self.bricks.iter().map(|brick| motion.image(brick, sides));
            images.collect::<BTreeSet<_>>() == other.bricks
        };
        Motion::all()
            .filter(|motion| stays_flat(motion) && is_of_box(motion) && is_there(motion))
            .collect()
    }

    /// How it becomes another packing, if it is the same up to symmetry.
    fn becomes(&self, other: &Self) -> Option<&'static str> {
        let motions = self.motions_to(other);
        let is_turned =
            |motion: &Motion| !(motion.is_reflection() ^ self.is_mirrored ^ other.is_mirrored);
        let how = if motions.iter().any(is_turned) { "turned" } else { "mirrored" };
        (!motions.is_empty()).then_some(how)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bricks::rules::PackingJudge;
    use kumiki_formats::picture::read_pictures;
    use kumiki_model::Symmetry;
    use kumiki_oracle::examples::bricks::question;
    use kumiki_oracle::naive;
    use kumiki_recount::brick_board;

    fn judged(text: &str) -> Vec<PictureVerdict> {
        let pictures = read_pictures(text.as_bytes()).expect("pictures");
        judge_pictures(&pictures).expect("boxes")
    }

    const SEED: &str = "\
        1 1 .\t5 4 4\t5 4 4\n1 1 2\t5 . 2\t5 6 6\n3 3 2\t3 3 2\t. 6 6\n\nBut\n\n\
        1 1 2\t4 4 2\t4 4 .\n1 1 2\t. . 2\t. 5 5\n3 3 .\t3 3 .\t. 5 5\n\nis not rigid\n\n\
        1 1 .\t1 1 4\t6 6 4\n2 3 3\t2 . 4\t6 6 4\n2 3 3\t2 5 5\t. 5 5\n";

    #[test]
    fn the_seeds_pictures_are_judged_as_its_author_says() {
        let verdicts = judged(SEED);
        let rigid: Vec<bool> = verdicts.iter().map(|verdict| verdict.rigid).collect();
        assert_eq!(rigid, [true, false, true]);
        let sliding: Vec<(char, Vec<&str>)> =
            verdicts[1].sliding.iter().map(|one| (one.brick, one.to.clone())).collect();
        assert_eq!(sliding, [('2', vec!["down"]), ('3', vec!["right"]), ('5', vec!["left"])]);
        assert_eq!([0, 2].map(|at: usize| verdicts[at].symmetries), [6, 6]);
        assert_eq!(verdicts[2].same_as.map(|same| same.picture), Some(1));
        assert_eq!(verdicts[1].same_as, None);
        let twelve = ". 1 1 .  5 5 6 6  5 5 6 6  . B B .\n2 1 1 3  2 . . 3  9 . . A  9 B B A\n\
            2 4 4 3  2 . . 3  9 . . A  9 C C A\n. 4 4 .  7 7 8 8  7 7 8 8  . C C .\n";
        let twelve = &judged(twelve)[0];
        assert_eq!((twelve.bricks, twelve.rigid, twelve.symmetries), (12, true, 24));
        assert_eq!(twelve.kinds, ["1x2x2"]);
    }

    #[test]
    fn a_mirror_image_is_told_from_a_turn() {
        let same = |text: &str| judged(text)[1].same_as.map(|same| same.how);
        assert_eq!(same("11.\n..2\n\nbut\n\n11.\n..2\n"), Some("unchanged"));
        assert_eq!(same("11.\n..2\n\nbut\n\n2..\n.11\n"), Some("turned"));
        assert_eq!(same("11.\n..2\n\nbut\n\n.11\n2..\n"), Some("mirrored"));
        // By a quarter turn; the other way round it is mirrored, too.
        assert_eq!(same("11.\n..2\n\nbut\n\n.1\n.1\n2.\n"), Some("turned"));
        assert_eq!(same("11.\n..2\n\nbut\n\n1.\n1.\n.2\n"), Some("mirrored"));
        assert_eq!(same("11.\n..2\n\nbut\n\n11.\n.2.\n"), None);
        assert_eq!(same("11.\n..2\n\nbut\n\n11\n.2\n"), None);
        // In space, a corner with arms of different lengths has two hands.
        let left = "11.  2..\n..3  ...\n";
        assert_eq!(same(&format!("{left}\n.11  ..2\n3..  ...\n")), Some("mirrored"));
        assert_eq!(same(&format!("{left}\n2..  11.\n...  ..3\n")), Some("mirrored"));
        assert_eq!(same(&format!("{left}\n..2  .11\n...  3..\n")), Some("turned"));
    }

    #[test]
    fn labels_mark_boxes() {
        let refused = |text: &str| {
            let pictures = read_pictures(text.as_bytes()).expect("pictures");
            judge_pictures(&pictures).expect_err(text).to_string()
        };
        let what =
            "line 1: label '1' marks 3 cells that do not fill a box, expected one brick each";
        assert_eq!(refused("11\n1.\n"), what);
        assert_eq!(refused("1.1\n.1.\n"), what);
        let wide = "1".repeat(5000);
        assert!(refused(&wide).contains("4096"), "{}", refused(&wide));
    }

    #[test]
    fn every_arrangement_is_judged_as_by_the_board() {
        for (container, kinds) in
            [("2x2x3", vec!["1x1x2", "1x2x2"]), ("1x3x3", vec!["1x1x2"]), ("1x1x4", vec!["1x1x2"])]
        {
            let question = question(container, &kinds);
            let (judge, board) = (PackingJudge::new(&question), brick_board(&question));
            let motions = board.motions(None);
            let mut seen = 0;
            naive::arrangements(&question, &mut |bricks| {
                let packing = Packing::new(question.container(), bricks.to_vec());
                let picture = Picture { line: 1, layers: packing.layers() };
                let verdict = &judge_pictures(&[picture]).expect("bricks")[0];
                let is_rigid = judge.judge(&packing).is_ok();
                assert_eq!(verdict.rigid, is_rigid, "{packing:?}");
                let pieces = bricks.iter().map(|brick| judge.piece(brick).expect("a brick"));
                let numbers = board.numbers(&pieces.collect::<Vec<_>>());
                let fixing = motions.up_to(Symmetry::All).fixing(&numbers);
                assert_eq!(verdict.symmetries, fixing, "{packing:?}");
                seen += 1;
            });
            assert!(seen > 3, "{container}");
        }
    }
}
