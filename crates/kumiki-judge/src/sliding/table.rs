//! Tables of all positions of a board by distance, or of those that need no sad move, and their
//! farthest positions.

use super::board::{has_same_colour, is_reachable, is_solved_happily, manhattan};
use super::{Ground, readable};
use crate::envelope::{Listing, at_most, equal, judge_presence};
use crate::fault::require;
use crate::{Fault, Verdict, rule};
use kumiki_model::{ByDistance, ListRecord, Metric, SlideTablePart, SlidingBoard, SlidingPosition};
use kumiki_recount::{SlidingDistances, how_often};
use num_bigint::BigUint;

/// P8 to P10, with what was found in words, and the end of P11.
pub(super) fn judge_table(
    ground: &Ground<'_>,
    SlideTablePart { positions: rows, antipodes }: &SlideTablePart,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    verdict.proved.push(judge_rows(ground, rows)?);
    judge_counts(ground, rows, verdict)?;
    let few = BigUint::from(FEW_ANTIPODES);
    let are_few = rows.last().is_some_and(|last| last.count.0 <= few);
    let list = ground.how().list;
    let may_be = (are_few || list.is_some()) && ground.is_complete();
    // Answers of earlier versions have no antipodes without sad moves.
    let may_be_absent = ground.ask.happy && list.is_none() && antipodes.is_none();
    judge_presence("antipodes", antipodes.is_some(), may_be && !may_be_absent)?;
    if let (Some(antipodes), Some(last)) = (antipodes, rows.last()) {
        let all_proved = judge_antipodes(ground, last, antipodes)?;
        let (distance, count) = (last.distance, antipodes.len());
        match ground.searched {
            _ if ground.ask.happy && all_proved => verdict.proved.push(format!(
                "antipodes that {distance} happy moves solve, and no fewer: {count}"
            )),
            Some(_) => verdict.proved.push(format!("antipodes at distance {distance}: {count}")),
            None => verdict.trusted.push(format!(
                "antipodes that can reach the goal: {count}, their distance not searched for"
            )),
        }
    }
    Ok(())
}

/// So many farthest positions are listed without being asked for.
const FEW_ANTIPODES: u32 = 100;

/// P8, what can be said of any board.
fn judge_rows(ground: &Ground<'_>, rows: &[ByDistance]) -> Result<String, Fault> {
    for (at, row) in rows.iter().enumerate() {
        equal(rule::ROW, &format!("the distance of row {}", at + 1), row.distance, at)?;
        require(row.count.0 > BigUint::ZERO, rule::ROW, || {
            format!("row {} has no positions, expected some", at + 1)
        })?;
    }
    let first = rows.first().map_or(BigUint::ZERO, |row| row.count.0.clone());
    equal(rule::ROW, "the number of positions at distance 0", first, 1_u32)?;
    let cell_count = ground.goal.tiles().len();
    let all = arrangements(cell_count) * cell_count;
    let sum: BigUint = rows.iter().map(|row| &row.count.0).sum();
    if ground.ask.happy || !ground.is_complete() {
        at_most(rule::SUM, "the number of all positions", sum.clone(), all)?;
        return Ok(format!("the table adds up to {sum} positions, no more than there are"));
    }
    equal(rule::SUM, "the number of all positions", sum, all.clone())?;
    if ground.ask.metric == Metric::Multi {
        return Ok(format!("the table adds up to {all} positions, half of the permutations"));
    }
    let even: BigUint =
        rows.iter().filter(|row| row.distance.is_multiple_of(2)).map(|row| &row.count.0).sum();
    let expected =
        arrangements(cell_count) * cells_of_a_colour(ground.goal.board(), ground.goal.blank());
    let what = "the number of positions at even distances";
    equal(rule::PARITY, what, even, expected.clone())?;
    Ok(format!(
        "the table adds up to {all} positions, half of the permutations; {expected} have the \
         blank on a cell of its colour in the goal, \
         as many as there are at even distances"
    ))
}

/// In how many ways the tiles can be arranged around a blank, if half of the permutations can
/// occur.
fn arrangements(cell_count: usize) -> BigUint {
    (1..cell_count).map(BigUint::from).product::<BigUint>() / 2_u32
}

/// How many cells have the colour of a cell on a chessboard.
fn cells_of_a_colour(board: SlidingBoard, cell: usize) -> usize {
    let colour = |cell: usize| (cell / board.columns() + cell % board.columns()) % 2;
    (0..board.cell_count()).filter(|other| colour(*other) == colour(cell)).count()
}

/// P8, every row.
fn judge_counts(
    ground: &Ground<'_>,
    rows: &[ByDistance],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let board = ground.goal.board();
    let Some(searched) = &ground.searched else {
        verdict.trusted.push(format!(
            "the {} rows of the table, one by one: {board} has too many positions to search them \
             here",
            rows.len()
        ));
        return Ok(());
    };
    let counts =
        if ground.ask.happy { happy_counts(searched, &ground.goal) } else { searched.counts() };
    ground.reaches(rule::RECOUNT, "the number of rows", rows.len(), counts.len())?;
    for (row, count) in rows.iter().zip(counts) {
        let what = format!("the number of positions at distance {}", row.distance);
        equal(rule::RECOUNT, &what, row.count.0.clone(), count)?;
    }
    let positions = searched.position_count();
    verdict
        .proved
        .push(format!("all {positions} positions of {board} were searched: every row is right"));
    Ok(())
}

/// P10: how many positions at each distance need no sad move. Without its first push, a solution
/// without sad moves is one of a position that is one closer, so there are no gaps.
fn happy_counts(searched: &SlidingDistances, goal: &SlidingPosition) -> Vec<usize> {
    let happy_distance = |position: SlidingPosition| {
        let steps = u32::try_from(manhattan(&position, goal)).ok();
        steps.filter(|_| searched.distance(&position) == steps)
    };
    how_often(searched.positions().filter_map(happy_distance)).into_values().collect()
}

/// P9 and P10: antipodes can reach the goal from the distance of the last row, or at least their
/// distances are as even as that; and if only such positions count, they need no sad move. Says
/// whether all of that was found out.
fn judge_antipodes(
    ground: &Ground<'_>,
    last: &ByDistance,
    antipodes: &[String],
) -> Result<bool, Fault> {
    let mut all_proved = true;
    let mut listing = Listing::new("antipodes", None);
    for (at, text) in antipodes.iter().enumerate() {
        let name = format!("antipode {}", at + 1);
        let position = SlidingPosition::parse(ground.goal.board(), text);
        let position = readable(rule::TEXT, &name, position)?;
        require(is_reachable(&position, &ground.goal), rule::PARITY, || {
            format!("{name} cannot reach the goal by parity, expected one that can")
        })?;
        let (distance, what) = (last.distance, format!("the distance of {name}"));
        if ground.ask.happy {
            let steps = manhattan(&position, &ground.goal);
            equal(rule::RECOUNT, &format!("{what} without sad moves"), distance, steps)?;
            let is_happy = is_solved_happily(&position, &ground.goal, MAX_HAPPY_POSITIONS);
            require(is_happy != Some(false), rule::RECOUNT, || {
                format!("{name} needs a sad move, expected none")
            })?;
            all_proved &= is_happy.is_some();
        }
        if let Some(searched) = &ground.searched {
            let found = searched.distance(&position).unwrap_or_default();
            equal(rule::RECOUNT, &what, distance, found)?;
        } else if ground.ask.metric == Metric::Single {
            let is_even = has_same_colour(&position, &ground.goal);
            require(is_even == distance.is_multiple_of(2), rule::PARITY, || {
                let kind = if is_even { "an even" } else { "an odd" };
                format!("{name} has {kind} distance by its blank, expected {distance}")
            })?;
        }
        listing.add(position.tiles().to_vec())?;
    }
    let most = ground.how().list.map_or(usize::MAX, ListRecord::most);
    let expected = last.count.0.clone().min(most.into());
    equal(rule::LENGTH, "the number of antipodes", antipodes.len(), expected)?;
    Ok(all_proved)
}

/// So many positions are met in a search for a solution without sad moves.
const MAX_HAPPY_POSITIONS: usize = 100_000;
