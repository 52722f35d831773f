//! The rules of the game, applied to one packing.
//!
//! # The idea
//! Bricks are pieces in the shape of boxes, of which there are any number, and any number of cells
//! may be left empty. A packing is first of all bricks of the allowed kinds that lie in the box
//! without overlap. It qualifies if it starts as the question wants and has no more bricks than it
//! allows. Then it must be rigid, by one of two rules:
//!
//! * [`Rule::Piece`]: no brick can move by one cell while the others stay. So each of the six faces
//!   of each brick touches a wall or at least one other brick.
//! * [`Rule::Group`]: in each direction, no set of bricks can move by one cell while the others
//!   stay.
//!
//! For box-shaped bricks the two agree: take from a set that can move the brick that is furthest
//! ahead; what blocks it would have to be further ahead still. The tests compare them on every
//! arrangement of some small boxes all the same.

use crate::fault::{refuse, require};
use crate::pieces::{in_words, judge_held, laid};
use crate::{Fault, rule};
use kumiki_model::{
    AntislideQuestion, Cuboid, Hold, Packing, PlacedBrick, PlacedPiece, Rule, Start,
};
use kumiki_recount::{Room, brick_of, cells_of, corner_brick, corners_of};

/// Whether a packing is one of those that the question asks for.
///
/// The question's `objective` is not looked at: one packing alone does not show that there is none
/// with fewer bricks. Its `symmetry` does not matter for one packing either.
///
/// # Errors
/// With the first rule that the packing breaks, and the brick that breaks it.
///
/// ```
/// use kumiki_judge::judge_packing;
/// use kumiki_model::{AntislideQuestion, Packing, PlacedBrick};
/// let question = AntislideQuestion::new("1x2x3".parse()?, vec!["1x1x2".parse()?]);
/// let lonely = PlacedBrick { origin: [0, 0, 0], extent: [1, 1, 2] };
/// let fault = judge_packing(&question, &Packing::new(question.container(), vec![lonely]));
/// assert_eq!(
///     fault.expect_err("nothing holds it").to_string(),
///     "brick 1x1x2 at layer 1, row 1, column 1 can slide to higher rows"
/// );
/// assert_eq!(judge_packing(&question, &question.empty_packing()), Ok(()));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
pub fn judge_packing(question: &AntislideQuestion, packing: &Packing) -> Result<(), Fault> {
    PackingJudge::new(question).judge(packing).map(|_| ())
}

/// Judges packings of one box.
pub(super) struct PackingJudge<'q> {
    question: &'q AntislideQuestion,
    /// The box without bricks.
    empty: Room,
}

impl<'q> PackingJudge<'q> {
    pub(super) fn new(question: &'q AntislideQuestion) -> Self {
        Self { question, empty: Room::new(&cells_of(question.container())) }
    }

    /// Whether a packing is one of those that the question asks for. Gives its bricks as pieces.
    pub(super) fn judge(&self, packing: &Packing) -> Result<Vec<PlacedPiece>, Fault> {
        let (expected, found) = (self.question.container(), packing.container());
        require(found == expected, rule::BOX, || {
            format!("the box is {found}, expected {expected}")
        })?;
        let pieces: Vec<PlacedPiece> =
            packing.bricks().iter().map(|brick| self.piece(brick)).collect::<Result<_, _>>()?;
        self.judge_pieces(&pieces)?;
        Ok(pieces)
    }

    /// A brick as a piece: it must be of an allowed kind and inside the box.
    pub(super) fn piece(&self, brick: &PlacedBrick) -> Result<PlacedPiece, Fault> {
        let sorted = |mut sides: [usize; 3]| {
            sides.sort_unstable();
            sides
        };
        let is_alike = |kind: &Cuboid| sorted(kind.sides()) == sorted(brick.extent);
        let Some(kind) = self.question.bricks().iter().position(is_alike) else {
            return refuse(rule::KIND, format!("{} is of no allowed kind", name(brick)));
        };
        let sides = self.question.container().sides();
        let is_inside = (0..3).all(|axis| {
            let end = brick.origin[axis].checked_add(brick.extent[axis]);
            end.is_some_and(|end| end <= sides[axis])
        });
        require(is_inside, rule::INSIDE, || format!("{} sticks out of the box", name(brick)))?;
        Ok(PlacedPiece { cells: brick.places().collect(), kind })
    }

    /// The rules for bricks of allowed kinds inside the box.
    pub(super) fn judge_pieces(&self, pieces: &[PlacedPiece]) -> Result<(), Fault> {
        let room = laid(&self.empty, pieces, piece_name)?;
        self.judge_start(pieces, &room)?;
        judge_brick_count(pieces.len(), self.question.max_bricks)?;
        let hold = match self.question.rule {
            Rule::Piece => Hold::Piece,
            Rule::Group => Hold::Group,
        };
        judge_held(&room, pieces, hold, piece_name)
    }

    fn judge_start(&self, pieces: &[PlacedPiece], room: &Room) -> Result<(), Fault> {
        match self.question.start {
            Start::Anywhere => Ok(()),
            Start::Corner => {
                let wanted = corner_brick(self.question);
                let is_there = pieces.iter().any(|piece| Some(brick_of(piece)) == wanted);
                require(is_there, rule::START, || {
                    "no brick of the first kind lies at layer 1, row 1, column 1 with its shortest \
                     side across the layers and its longest across the columns"
                })
            }
            Start::NoCorner => {
                let mut corners = corners_of(self.question.container());
                let covering = corners.find_map(|corner| room.at(&corner));
                covering.map_or(Ok(()), |piece| {
                    let brick = piece_name(piece);
                    refuse(rule::START, format!("{brick} covers a corner, expected none to"))
                })
            }
        }
    }
}

/// There are no more bricks than a limit allows.
pub(super) fn judge_brick_count(found: usize, most: Option<usize>) -> Result<(), Fault> {
    let most = most.unwrap_or(usize::MAX);
    require(found <= most, rule::NUMBER, || {
        format!("there are {found} bricks, expected at most {most}")
    })
}

/// A brick as a reader finds it in a drawing.
fn name(brick: &PlacedBrick) -> String {
    let [layers, rows, columns] = brick.extent;
    format!("brick {layers}x{rows}x{columns} at {}", in_words(brick.origin))
}

/// A piece in the shape of a brick in the same words.
fn piece_name(piece: &PlacedPiece) -> String {
    name(&brick_of(piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Symmetry;
    use kumiki_oracle::examples::bricks::{brick, drawn, question, with};
    use kumiki_oracle::naive;
    use kumiki_recount::{Direction, brick_board, prescribed_brick};
    use std::collections::BTreeSet;

    const RULES: [Rule; 2] = [Rule::Piece, Rule::Group];

    fn judge(question: &AntislideQuestion, bricks: &[PlacedBrick]) -> Result<(), Fault> {
        judge_packing(question, &Packing::new(question.container(), bricks.to_vec()))
    }

    /// This rule must be broken, and the line must contain the words.
    fn refused(
        question: &AntislideQuestion,
        bricks: &[PlacedBrick],
        rule: &'static str,
        words: &str,
    ) {
        let fault = judge(question, bricks).expect_err(words);
        assert!(fault.rule == rule && fault.what.contains(words), "{fault:?}");
    }

    #[test]
    fn the_seeds_examples_are_rigid() {
        for rule in RULES {
            let three = with(question("3x3x3", &["2x2x1"]), |q| q.rule = rule);
            assert_eq!(
                judge_packing(&three, &drawn(&["11.,112,332", "544,5.2,332", "544,566,.66"])),
                Ok(())
            );
            assert_eq!(
                judge_packing(&three, &drawn(&["11.,233,233", "114,2.4,255", "664,664,.55"])),
                Ok(())
            );
            let four = with(question("4x4x4", &["2x2x1"]), |q| {
                q.rule = rule;
                q.start = Start::NoCorner;
            });
            let twelve = drawn(&[
                ".11.,2113,2443,.44.",
                "5566,2..3,2..3,7788",
                "5566,9..A,9..A,7788",
                ".BB.,9BBA,9CCA,.CC.",
            ]);
            assert_eq!(judge_packing(&four, &twelve), Ok(()));
        }
    }

    #[test]
    fn the_seeds_counterexample_is_refused_and_its_loose_bricks_named() {
        let packing = drawn(&["112,112,33.", "442,..2,33.", "44.,.55,.55"]);
        let by_piece = question("3x3x3", &["2x2x1"]);
        let by_group = with(by_piece.clone(), |q| q.rule = Rule::Group);
        let two = brick([0, 0, 2], [2, 2, 1]);
        let words = "brick 2x2x1 at layer 1, row 1, column 3 can slide to higher rows";
        refused(&by_piece, packing.bricks(), rule::HELD, words);
        refused(&by_group, packing.bricks(), rule::HELD, words);
        let judge = PackingJudge::new(&by_piece);
        let bricks = packing.bricks().iter();
        let pieces: Vec<PlacedPiece> =
            bricks.map(|brick| judge.piece(brick).expect("a brick")).collect();
        let room = laid(&judge.empty, &pieces, piece_name).expect("no overlap");
        let loose: Vec<(String, Vec<PlacedBrick>)> = Direction::all()
            .into_iter()
            .map(|direction| (direction.to_string(), room.movable(direction)))
            .filter(|(_, loose)| !loose.is_empty())
            .map(|(to, loose)| (to, loose.iter().map(|at| packing.bricks()[*at]).collect()))
            .collect();
        let three = brick([0, 2, 0], [2, 1, 2]);
        let five = brick([2, 1, 1], [1, 2, 2]);
        let expected = [("higher rows", two), ("lower columns", five), ("higher columns", three)];
        assert_eq!(loose, expected.map(|(to, brick)| (to.to_owned(), vec![brick])));
    }

    #[test]
    fn every_broken_rule_is_named() {
        let plain = question("1x2x4", &["1x1x2", "1x1x3"]);
        let fits = brick([0, 0, 0], [1, 1, 2]);
        let other = question("1x2x3", &[]).container();
        let fault = judge_packing(&plain, &Packing::new(other, vec![])).expect_err("another box");
        assert_eq!(fault, Fault::new(rule::BOX, "the box is 1x2x3, expected 1x2x4"));
        let square = brick([0, 0, 0], [1, 2, 2]);
        refused(&plain, &[square], rule::KIND, "1x2x2 at layer 1, row 1, column 1 is of no");
        for outside in [
            brick([0, 0, 3], [1, 1, 2]),
            brick([0, 1, 0], [1, 2, 1]),
            brick([1, 0, 0], [1, 1, 2]),
            brick([0, 0, usize::MAX], [1, 1, 2]),
        ] {
            refused(&plain, &[outside], rule::INSIDE, "sticks out");
        }
        let across = brick([0, 0, 1], [1, 2, 1]);
        let words =
            "column 1 and brick 1x2x1 at layer 1, row 1, column 2 both cover layer 1, row 1";
        refused(&plain, &[across, fits], rule::OVERLAP, words);
        refused(&plain, &[fits, fits], rule::OVERLAP, "both cover");
        let capped = with(plain.clone(), |q| q.max_bricks = Some(1));
        let two = [fits, brick([0, 0, 2], [1, 1, 2])];
        refused(&capped, &two, rule::NUMBER, "there are 2 bricks, expected at most 1");
        refused(&plain, &two, rule::HELD, "row 1, column 1 can slide to higher rows");
        let by_group = with(plain, |q| q.rule = Rule::Group);
        refused(&by_group, &two, rule::HELD, "column 3 can slide to higher rows together");
    }

    #[test]
    fn the_start_is_judged() {
        let corner = with(question("1x2x4", &["1x1x2", "1x1x1"]), |q| q.start = Start::Corner);
        let lengthwise = |row, column| brick([0, row, column], [1, 1, 2]);
        let upright = |column| brick([0, 0, column], [1, 2, 1]);
        let rows = [lengthwise(0, 0), lengthwise(0, 2), lengthwise(1, 0), lengthwise(1, 2)];
        assert_eq!(judge(&corner, &rows), Ok(()));
        let missing = "no brick of the first kind";
        refused(&corner, &[0, 1, 2, 3].map(upright), rule::START, missing);
        let too_long = with(question("1x2x4", &["1x1x5"]), |q| q.start = Start::Corner);
        let no_kinds = with(question("1x2x4", &[]), |q| q.start = Start::Corner);
        for question in [&corner, &too_long, &no_kinds] {
            refused(question, &[], rule::START, missing);
        }
        let no_corner = with(corner, |q| q.start = Start::NoCorner);
        assert_eq!(judge(&no_corner, &[]), Ok(()));
        for taken in [upright(0), upright(3), lengthwise(1, 0), lengthwise(0, 2)] {
            refused(&no_corner, &[taken], rule::START, "covers a corner");
        }
        refused(&no_corner, &[lengthwise(0, 1), lengthwise(1, 1)], rule::HELD, "can slide");
    }

    #[test]
    fn both_rules_agree_on_every_arrangement_of_box_shaped_bricks() {
        for (container, kinds, arrangement_count, rigid_count) in [
            ("1x3x4", vec!["1x1x2"], 823, 12),
            ("1x4x4", vec!["1x1x2"], 10_012, 37),
            ("1x4x5", vec!["1x1x3", "1x2x2"], 4811, 15),
            ("2x2x3", vec!["1x1x1", "1x1x2"], 99_680, 1832),
            ("2x2x4", vec!["1x2x2", "1x1x3"], 446, 14),
            ("2x3x3", vec!["1x2x2", "1x2x3"], 577, 29),
            ("2x3x4", vec!["1x2x2", "2x2x2"], 2605, 56),
            ("3x3x3", vec!["1x2x2"], 4797, 9),
            ("2x2x5", vec!["1x2x3"], 31, 1),
        ] {
            let by_piece = question(container, &kinds);
            let by_group = with(by_piece.clone(), |q| q.rule = Rule::Group);
            let (mut seen, mut rigid) = (0, 0);
            naive::arrangements(&by_piece, &mut |bricks| {
                let packing = Packing::new(by_piece.container(), bricks.to_vec());
                let is_rigid = judge_packing(&by_piece, &packing).is_ok();
                assert_eq!(is_rigid, judge_packing(&by_group, &packing).is_ok(), "{packing:?}");
                seen += 1;
                rigid += usize::from(is_rigid);
            });
            assert_eq!((seen, rigid), (arrangement_count, rigid_count), "{kinds:?} in {container}");
        }
    }

    #[test]
    fn the_seeds_remarks_on_symmetry_are_right() {
        let class_of = |packing: &Packing, kind, symmetry| {
            let question = question(&packing.container().to_string(), &[kind]);
            let board = brick_board(&question);
            let pieces = PackingJudge::new(&question).judge(packing).expect("a packing");
            board.motions(None).up_to(symmetry).class_of(&board.numbers(&pieces))
        };
        let first = drawn(&["11.,112,332", "544,5.2,332", "544,566,.66"]);
        let second = drawn(&["11.,233,233", "114,2.4,255", "664,664,.55"]);
        let canonical = |packing, symmetry| class_of(packing, "2x2x1", symmetry).0;
        assert_eq!(canonical(&first, Symmetry::All), canonical(&second, Symmetry::All));
        assert_ne!(canonical(&first, Symmetry::None), canonical(&second, Symmetry::None));
        assert_eq!(class_of(&first, "2x2x1", Symmetry::None).1, 1);
        let twelve = drawn(&[
            ".11.,2113,2443,.44.",
            "5566,2..3,2..3,7788",
            "5566,9..A,9..A,7788",
            ".BB.,9BBA,9CCA,.CC.",
        ]);
        assert_eq!(class_of(&twelve, "2x2x1", Symmetry::All).1, 24);
    }

    #[test]
    fn a_start_keeps_its_brick_in_place() {
        let order = |container, kinds: &[&str], start, symmetry| {
            let question = with(question(container, kinds), |q| q.start = start);
            let board = brick_board(&question);
            board.motions(prescribed_brick(&question, &board)).up_to(symmetry).order()
        };
        assert_eq!(order("4x4x4", &["2x2x1"], Start::Anywhere, Symmetry::All), 48);
        assert_eq!(order("4x4x4", &["2x2x1"], Start::NoCorner, Symmetry::All), 48);
        // Rows and columns may be exchanged, which is a reflection.
        assert_eq!(order("4x4x4", &["2x2x1"], Start::Corner, Symmetry::All), 2);
        assert_eq!(order("4x4x4", &["2x2x1"], Start::Corner, Symmetry::Rotations), 1);
        assert_eq!(order("4x4x4", &["2x2x2"], Start::Corner, Symmetry::All), 6);
        assert_eq!(order("4x4x4", &["1x2x3"], Start::Corner, Symmetry::All), 1);
        // The rows and columns of a flat board may be exchanged, however it is held.
        assert_eq!(order("1x4x4", &["2x2x1"], Start::Corner, Symmetry::All), 2);
        assert_eq!(order("4x4x1", &["2x2x1"], Start::Corner, Symmetry::All), 2);
        // A brick that does not fit leaves no packing, and nothing to keep in place.
        assert_eq!(order("1x4x4", &["2x2x2"], Start::Corner, Symmetry::All), 8);
    }

    #[test]
    fn every_arrangement_obeys_the_orbit_stabiliser_theorem() {
        for size in ["2x2x2", "1x2x4", "2x2x3", "1x3x3"] {
            let question = question(size, &["1x2x2", "1x1x3"]);
            let (judge, board) = (PackingJudge::new(&question), brick_board(&question));
            let motions = board.motions(None);
            for symmetry in [Symmetry::All, Symmetry::Rotations, Symmetry::None] {
                let group = motions.up_to(symmetry);
                naive::arrangements(&question, &mut |bricks| {
                    let bricks = bricks.iter().map(|brick| judge.piece(brick).expect("a brick"));
                    let packing = board.numbers(&bricks.collect::<Vec<_>>());
                    let image = |element: &Vec<usize>| {
                        let mut image: Vec<usize> = packing.iter().map(|at| element[*at]).collect();
                        image.sort_unstable();
                        image
                    };
                    let orbit: BTreeSet<Vec<usize>> = group.0.iter().map(image).collect();
                    assert_eq!(orbit.len() * group.fixing(&packing), group.order(), "{packing:?}");
                    let class = group.class_of(&packing);
                    for image in orbit {
                        assert_eq!(group.class_of(&image), class, "{packing:?}");
                    }
                });
            }
        }
    }
}
