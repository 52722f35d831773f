//! The length of the shortest solutions, found in another way.

use super::bound::Bound;
use super::pattern_tables::Trust;
use super::search::{Solved, solve};
use super::table;
use crate::Halt;
use crate::report::NOT_VERIFIED;
use kumiki_distances::Distances;
use kumiki_drive::Run;
use kumiki_model::{Metric, SlidingQuestion};
use num_bigint::BigUint;

/// Confirms what was found: by the table of the whole board if it is small, otherwise by searching
/// from the goal to the start. Gives a line that says so.
pub(super) fn verify(
    question: &SlidingQuestion,
    solved: &Solved,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let Some(moves) = solved.moves else {
        return Ok("nothing to verify: no solution was found".to_owned());
    };
    let first = format!("{moves} moves");
    if Distances::bytes(question.goal().board()).is_ok() {
        let (positions, stopped_by) = table(question.goal(), question.metric(), run)?;
        if stopped_by.is_some() {
            return Ok(format!("{NOT_VERIFIED}the table of the board was not finished"));
        }
        let distance = positions.distance(question.start());
        if distance != Some(moves) {
            let second = format!("{distance:?} by the table of all positions");
            return Err(Halt::Disagreement { first, second });
        }
        let count = positions.shortest_count(question.start()).map(BigUint::from);
        if let Some(counted) = &solved.optimal_solutions
            && Some(counted) != count.as_ref()
        {
            let (first, second) = (
                format!("{counted} solutions"),
                format!("{count:?} by the table of all positions"),
            );
            return Err(Halt::Disagreement { first, second });
        }
        return Ok(format!(
            "verified: the table of all positions of the board says {moves} moves too"
        ));
    }
    let (start, goal) = (question.goal().clone(), question.start().clone());
    let backwards = SlidingQuestion::new(start, goal, question.metric())?;
    let bound = match Bound::prepare(backwards.goal(), None, Trust::AsTheyAre, run) {
        Err(Halt::Stopped(_)) => {
            return Ok(format!("{NOT_VERIFIED}the tables for the way back were not finished"));
        }
        other => other?,
    };
    let second = solve(&backwards, &bound, false, None, run)?;
    match second.moves {
        Some(length) if length == moves => {
            let by = match question.metric() {
                Metric::Single => format!(", with the bound {},", bound.name()),
                Metric::Multi => String::new(),
            };
            Ok(format!(
                "verified in part: searching from the goal to the start{by} takes {moves} moves \
                 too; both searches deepen alike"
            ))
        }
        None => Ok(format!("{NOT_VERIFIED}the search from the goal to the start was stopped")),
        Some(length) => Err(Halt::Disagreement {
            first,
            second: format!("{length} moves from the goal to the start"),
        }),
    }
}
