//! Tables of all positions of a board by distance, or of those that need no sad move, and their
//! farthest positions.

use super::Ground;
use super::board::{has_same_colour, is_reachable, manhattan};
use crate::envelope::{Listing, at_most, equal, judge_presence};
use crate::fault::require;
use crate::recount::SlidingDistances;
use crate::{Fault, Verdict, rule};
use kumiki_model::{ByDistance, Metric, SlidingBoard, SlidingPosition};
use num_bigint::BigUint;

/// P8 to P10, with what was found in words, and the end of P11.
pub(super) fn judge_table(
    ground: &Ground,
    rows: &[ByDistance],
    antipodes: Option<&[String]>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    verdict.proved.push(judge_rows(ground, rows)?);
    judge_counts(ground, rows, verdict)?;
    let few = BigUint::from(FEW_ANTIPODES);
    let are_few = rows.last().is_some_and(|last| last.count.0 <= few);
    if !ground.is_happy {
        judge_presence("antipodes", antipodes.is_some(), are_few && ground.is_complete)?;
    }
    if let (Some(antipodes), Some(last)) = (antipodes, rows.last()) {
        judge_antipodes(ground, last, antipodes)?;
        match ground.searched {
            Some(_) => {
                verdict.proved.push(format!(
                    "antipodes at distance {}: {}",
                    last.distance,
                    antipodes.len()
                ));
            }
            None => verdict.trusted.push(format!(
                "antipodes that can reach the goal: {}, their distance not searched for",
                antipodes.len()
            )),
        }
    }
    Ok(())
}

/// So many farthest positions are listed, or none.
const FEW_ANTIPODES: u32 = 100;

/// P8, what can be said of any board.
fn judge_rows(ground: &Ground, rows: &[ByDistance]) -> Result<String, Fault> {
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
    if ground.is_happy || !ground.is_complete {
        at_most(rule::SUM, "the number of all positions", sum.clone(), all)?;
        return Ok(format!("the table adds up to {sum} positions, no more than there are"));
    }
    equal(rule::SUM, "the number of all positions", sum, all.clone())?;
    if ground.metric == Metric::Multi {
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
fn judge_counts(ground: &Ground, rows: &[ByDistance], verdict: &mut Verdict) -> Result<(), Fault> {
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
        if ground.is_happy { happy_counts(searched, &ground.goal) } else { searched.counts() };
    if ground.is_complete {
        equal(rule::RECOUNT, "the number of rows", rows.len(), counts.len())?;
    } else {
        at_most(rule::RECOUNT, "the number of rows", rows.len(), counts.len())?;
    }
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
    let mut counts = Vec::new();
    for position in searched.positions() {
        let steps = manhattan(&position, goal);
        if searched.distance(&position).map(BigUint::from) == Some(BigUint::from(steps)) {
            counts.resize(counts.len().max(steps + 1), 0);
            counts[steps] += 1;
        }
    }
    counts
}

/// P9.
fn judge_antipodes(ground: &Ground, last: &ByDistance, antipodes: &[String]) -> Result<(), Fault> {
    let mut listing = Listing::new("antipodes", None);
    for (at, text) in antipodes.iter().enumerate() {
        let number = at + 1;
        let name = format!("antipode {number}");
        let position = ground.position(&name, text)?;
        require(is_reachable(&position, &ground.goal), rule::PARITY, || {
            format!("{name} cannot reach the goal by parity, expected one that can")
        })?;
        judge_distance(ground, &position, number, last.distance)?;
        listing.add(position.tiles().to_vec())?;
    }
    equal(rule::LENGTH, "the number of antipodes", antipodes.len(), last.count.0.clone())
}

/// P9 and P10: how far an antipode is, or at least whether its distance is even; and whether it
/// needs no sad move.
fn judge_distance(
    ground: &Ground,
    position: &SlidingPosition,
    number: usize,
    distance: usize,
) -> Result<(), Fault> {
    if ground.is_happy {
        let steps = manhattan(position, &ground.goal);
        let what = format!("the distance of antipode {number} without sad moves");
        equal(rule::RECOUNT, &what, distance, steps)?;
    }
    if let Some(searched) = &ground.searched {
        let found = searched.distance(position).unwrap_or_default();
        let what = format!("the distance of antipode {number}");
        return equal(rule::RECOUNT, &what, distance, found);
    }
    let is_even = has_same_colour(position, &ground.goal);
    let is_right = ground.metric == Metric::Multi || is_even == distance.is_multiple_of(2);
    require(is_right, rule::PARITY, || {
        let kind = if is_even { "an even" } else { "an odd" };
        format!("antipode {number} has {kind} distance by its blank, expected {distance}")
    })
}

#[cfg(test)]
mod tests {
    use crate::sliding::Claims;
    use crate::sliding::examples::{spoilt_large_table, spoilt_table};

    fn change(answer: &mut Claims, row: usize, count: u64) {
        answer.positions.as_mut().expect("a table")[row].count = count.into();
    }

    fn antipodes(answer: &mut Claims) -> &mut Vec<String> {
        answer.antipodes.as_mut().expect("listed")
    }

    #[test]
    fn an_unfinished_table_has_right_rows_as_far_as_it_goes() {
        let unfinished = |answer: &mut Claims| {
            answer.complete = false;
            answer.antipodes = None;
            answer.positions.as_mut().expect("a table").truncate(6);
            answer.count = Some(24.into());
        };
        assert_eq!(spoilt_table(unfinished), "approved");
        let wrong = |answer: &mut Claims| {
            unfinished(answer);
            change(answer, 5, 8);
        };
        assert_eq!(spoilt_table(wrong), "the number of positions at distance 5 is 8, expected 7");
        let longer = |answer: &mut Claims| {
            answer.complete = false;
            answer.antipodes = None;
            let rows = answer.positions.as_mut().expect("a table");
            let mut last = rows[21].clone();
            rows[20].count = 5.into();
            last.distance = 22;
            rows.push(last);
        };
        assert_eq!(spoilt_table(longer), "the number of rows is 23, expected at most 22");
    }

    #[test]
    fn large_tables_are_judged_by_their_sums() {
        assert_eq!(spoilt_large_table(|_| {}), "approved");
        assert_eq!(
            spoilt_large_table(|answer| change(answer, 9, 113)),
            "the number of all positions is 1814401, expected 1814400"
        );
        let moved = |row: usize, count: u64| {
            spoilt_large_table(|answer| {
                change(answer, 5, 20);
                change(answer, row, count);
            })
        };
        assert_eq!(
            moved(6, 29),
            "the number of positions at even distances is 907199, expected 907200"
        );
        // Nobody here knows how many positions there are at which odd distance.
        assert_eq!(moved(7, 43), "approved");
        assert_eq!(
            spoilt_large_table(|answer| antipodes(answer)[1] = "1234567890".to_owned()),
            "antipode 2 has an even distance by its blank, expected 55"
        );
    }
}
