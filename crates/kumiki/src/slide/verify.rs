//! The length of the shortest solutions, found in another way.

use super::bound::{Bound, Prepared};
use super::pattern_tables::Trust;
use super::search::{Solved, Wishes, solve};
use super::tables;
use crate::SolveError;
use crate::report::NOT_VERIFIED;
use kumiki_distances::Distances;
use kumiki_model::{Metric, SlidingQuestion};
use kumiki_run::{Ended, Runner, TableCache};
use num_bigint::BigUint;

/// Confirms what was found: by the table of the whole board if it is small, otherwise by searching
/// from the goal to the start. Gives a line that says so.
pub(super) fn verify(
    question: &SlidingQuestion,
    solved: &Solved,
    cache: &TableCache,
    runner: &Runner,
) -> Result<String, SolveError> {
    let Some(moves) = solved.moves else {
        return Ok("nothing to verify: no solution was found".to_owned());
    };
    let first = format!("{moves} moves");
    if Distances::bytes(question.goal().board()).is_ok() {
        let (table, ended) = tables::make(question.goal(), question.metric(), runner)?;
        if ended != Ended::Complete {
            return Ok(format!("{NOT_VERIFIED}the table of the board was not finished"));
        }
        let distance = table.distance(question.start());
        if distance != Some(moves) {
            let second = format!("{distance:?} by the table of all positions");
            return Err(SolveError::Disagreement { first, second });
        }
        let count = table.shortest_count(question.start()).map(BigUint::from);
        if let Some(counted) = &solved.optimal_solutions
            && Some(counted) != count.as_ref()
        {
            let (first, second) = (
                format!("{counted} solutions"),
                format!("{count:?} by the table of all positions"),
            );
            return Err(SolveError::Disagreement { first, second });
        }
        return Ok(format!(
            "verified: the table of all positions of the board says {moves} moves too"
        ));
    }
    let (start, goal) = (question.goal().clone(), question.start().clone());
    let backwards = SlidingQuestion::new(start, goal, question.metric())?;
    let Prepared::Ready(bound) =
        Bound::prepare(backwards.goal(), None, Trust::AsTheyAre, cache, runner)?
    else {
        return Ok(format!("{NOT_VERIFIED}the tables for the way back were not finished"));
    };
    let second = solve(&backwards, &bound, Wishes::default(), runner)?;
    match second.moves {
        Some(length) if length == moves => {
            let by = match question.metric() {
                Metric::Single => format!(", with the bound {},", bound.name()),
                Metric::Multi => String::new(),
            };
            Ok(format!(
                "verified: searching from the goal to the start{by} takes {moves} moves too"
            ))
        }
        None => Ok(format!("{NOT_VERIFIED}the search from the goal to the start was stopped")),
        Some(length) => Err(SolveError::Disagreement {
            first,
            second: format!("{length} moves from the goal to the start"),
        }),
    }
}
