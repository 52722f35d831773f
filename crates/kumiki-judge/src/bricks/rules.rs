//! The rules of the game, applied to one packing.
//!
//! # The idea
//! A packing is first of all bricks of the allowed kinds that lie in the box without overlap. It
//! qualifies if it starts as the question wants and has no more bricks than it allows. Then it must
//! be rigid, by one of two rules:
//!
//! * [`Rule::Piece`]: each of the six faces of each brick touches a wall or at least one other
//!   brick.
//! * [`Rule::Group`]: in each direction, no set of bricks can move by one cell while the others
//!   stay. Such a set contains with each of its bricks everything that blocks it, and none of its
//!   bricks is at the wall. The union of two such sets is another, so there is a largest one; its
//!   complement is what the wall holds, directly or through a chain of blockers, and that grows
//!   step by step from the wall.
//!
//! For box-shaped bricks the two agree: take from a set that can move the brick that is furthest
//! ahead; what blocks it would have to be further ahead still. The tests compare them on every
//! arrangement of some small boxes all the same.

use super::occupancy::{Beyond, Occupancy};
use super::symmetry::AXIS_ORDERS;
use crate::direction::slides;
use crate::fault::{refuse, require};
use crate::{Direction, Fault, rule};
use kumiki_model::{AntislideQuestion, Packing, PlacedBrick, Rule, Start};

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
    let (expected, found) = (question.container(), packing.container());
    require(found == expected, rule::BOX, || format!("the box is {found}, expected {expected}"))?;
    if let Some(brick) = packing.bricks().iter().find(|brick| !is_allowed(question, brick)) {
        return refuse(rule::KIND, format!("{} is of no allowed kind", name(brick)));
    }
    let occupancy = Occupancy::of(packing)?;
    judge_start(question, &occupancy)?;
    judge_brick_count(packing.bricks().len(), question.max_bricks)?;
    match question.rule {
        Rule::Piece => judge_pieces(&occupancy),
        Rule::Group => judge_groups(&occupancy),
    }
}

/// There are no more bricks than a limit allows.
pub(super) fn judge_brick_count(found: usize, most: Option<usize>) -> Result<(), Fault> {
    let most = most.unwrap_or(usize::MAX);
    require(found <= most, rule::NUMBER, || {
        format!("there are {found} bricks, expected at most {most}")
    })
}

/// A brick as a reader finds it in a drawing, whose layers, rows and columns are numbered from 1.
pub(super) fn name(brick: &PlacedBrick) -> String {
    let [layers, rows, columns] = brick.extent;
    let [layer, row, column] = brick.origin.map(|at| at.saturating_add(1));
    format!("brick {layers}x{rows}x{columns} at layer {layer}, row {row}, column {column}")
}

/// The brick that [`Start::Corner`] prescribes: in the first cell, across as few layers as
/// possible, and then as few rows. There is none if there are no kinds or the first does not fit at
/// all, and then no packing qualifies.
pub(crate) fn corner_brick(question: &AntislideQuestion) -> Option<PlacedBrick> {
    let brick = question.bricks().first()?.sides();
    let sides = question.container().sides();
    let ways = AXIS_ORDERS.map(|order| order.map(|axis| brick[axis]));
    let fitting = ways.into_iter().filter(|extent| (0..3).all(|axis| extent[axis] <= sides[axis]));
    fitting.min().map(|extent| PlacedBrick { origin: [0; 3], extent })
}

fn is_allowed(question: &AntislideQuestion, brick: &PlacedBrick) -> bool {
    let sorted = |mut sides: [usize; 3]| {
        sides.sort_unstable();
        sides
    };
    question.bricks().iter().any(|kind| sorted(kind.sides()) == sorted(brick.extent))
}

fn judge_start(question: &AntislideQuestion, occupancy: &Occupancy<'_>) -> Result<(), Fault> {
    match question.start {
        Start::Anywhere => Ok(()),
        Start::Corner => match corner_brick(question) {
            Some(wanted) if occupancy.bricks().contains(&wanted) => Ok(()),
            _ => refuse(
                rule::START,
                "no brick of the first kind lies at layer 1, row 1, column 1 with its shortest \
                 side across the layers and its longest across the columns",
            ),
        },
        Start::NoCorner => {
            let ends = occupancy.sides().map(|side| [0, side - 1]);
            for layer in ends[0] {
                for row in ends[1] {
                    for column in ends[2] {
                        if let Some(at) = occupancy.at([layer, row, column]) {
                            let brick = name(&occupancy.bricks()[at]);
                            let what = format!("{brick} covers a corner, expected none to");
                            return refuse(rule::START, what);
                        }
                    }
                }
            }
            Ok(())
        }
    }
}

/// Whether every face of every brick touches something.
fn judge_pieces(occupancy: &Occupancy<'_>) -> Result<(), Fault> {
    for brick in occupancy.bricks() {
        for direction in Direction::ALL {
            match occupancy.beyond(brick, direction) {
                Beyond::Bricks(blockers) if blockers.is_empty() => {
                    return Err(slides(&[name(brick)], direction));
                }
                Beyond::Wall | Beyond::Bricks(_) => {}
            }
        }
    }
    Ok(())
}

/// Whether the wall holds every brick in every direction, directly or through others.
fn judge_groups(occupancy: &Occupancy<'_>) -> Result<(), Fault> {
    for direction in Direction::ALL {
        let bricks = movable(occupancy, direction);
        if !bricks.is_empty() {
            let names: Vec<String> = bricks.iter().map(name).collect();
            return Err(slides(&names, direction));
        }
    }
    Ok(())
}

/// The largest set of bricks that can move together by one cell.
fn movable(occupancy: &Occupancy<'_>, direction: Direction) -> Vec<PlacedBrick> {
    let beyond: Vec<Beyond> =
        occupancy.bricks().iter().map(|brick| occupancy.beyond(brick, direction)).collect();
    let mut held = vec![false; beyond.len()];
    loop {
        let holds = |beyond: &Beyond| match beyond {
            Beyond::Wall => true,
            Beyond::Bricks(blockers) => blockers.iter().any(|at| held[*at]),
        };
        let next: Vec<bool> = beyond.iter().map(holds).collect();
        if next == held {
            break;
        }
        held = next;
    }
    occupancy.bricks().iter().zip(held).filter(|(_, held)| !held).map(|(brick, _)| *brick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_oracle::examples::bricks::{brick, drawn, question, with};
    use kumiki_oracle::naive;

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
        let occupancy = Occupancy::of(&packing).expect("no overlap");
        let loose: Vec<(Direction, Vec<PlacedBrick>)> = Direction::ALL
            .map(|direction| (direction, movable(&occupancy, direction)))
            .into_iter()
            .filter(|(_, bricks)| !bricks.is_empty())
            .collect();
        let three = brick([0, 2, 0], [2, 1, 2]);
        let five = brick([2, 1, 1], [1, 2, 2]);
        let expected = [
            (Direction::HigherRows, vec![two]),
            (Direction::LowerColumns, vec![five]),
            (Direction::HigherColumns, vec![three]),
        ];
        assert_eq!(loose, expected);
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
        let words = "column 1 overlaps brick 1x2x1 at layer 1, row 1, column 2";
        refused(&plain, &[across, fits], rule::OVERLAP, words);
        refused(&plain, &[fits, fits], rule::OVERLAP, "overlaps");
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

    /// The definition itself: a nonempty set of bricks can move if no member meets the wall or a
    /// brick outside.
    fn some_set_moves(occupancy: &Occupancy<'_>, direction: Direction) -> bool {
        let bricks = occupancy.bricks();
        (1_usize..1 << bricks.len()).any(|set| {
            let is_member = |at: usize| set >> at & 1 == 1;
            (0..bricks.len()).filter(|at| is_member(*at)).all(|at| {
                match occupancy.beyond(&bricks[at], direction) {
                    Beyond::Wall => false,
                    Beyond::Bricks(blockers) => blockers.into_iter().all(is_member),
                }
            })
        })
    }

    #[test]
    fn what_the_wall_does_not_hold_is_what_some_set_can_do() {
        for (container, kinds) in [("2x2x3", ["1x2x2", "1x1x2"]), ("1x3x4", ["1x1x3", "1x2x2"])] {
            let question = question(container, &kinds);
            naive::arrangements(&question, &mut |bricks| {
                let packing = Packing::new(question.container(), bricks.to_vec());
                let occupancy = Occupancy::of(&packing).expect("no overlap");
                for direction in Direction::ALL {
                    let moves = !movable(&occupancy, direction).is_empty();
                    assert_eq!(
                        moves,
                        some_set_moves(&occupancy, direction),
                        "{packing:?} to {direction}"
                    );
                }
            });
        }
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
}
