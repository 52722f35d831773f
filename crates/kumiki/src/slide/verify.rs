//! The length of the shortest solutions, found in another way.

use super::bound::{Bound, Trust};
use super::distances;
use super::search::Quest;
use crate::Halt;
use crate::report::NOT_VERIFIED;
use kumiki_distances::Distances;
use kumiki_drive::Run;
use kumiki_model::{Count, Metric, SlidingQuestion};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Confirms the length of the shortest solutions and their number, as far as they are known: by the
/// table of the whole board if it is small, otherwise by searching from the goal to the start.
/// Gives a line that says so.
pub(super) fn verify(
    question: &SlidingQuestion,
    moves: Option<u32>,
    counted: Option<&Count>,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let Some(moves) = moves else {
        return Ok("nothing to verify: no solution was found".to_owned());
    };
    let disagreement = |first: String, second: String| Err(Halt::Disagreement { first, second });
    let first = format!("{moves} moves");
    if Distances::bytes(question.goal().board()).is_ok() {
        let (positions, stopped_by) = distances(question.goal(), question.metric(), run)?;
        if stopped_by.is_some() {
            return Ok(format!("{NOT_VERIFIED}the table of the board was not finished"));
        }
        let by_table = |what: String| format!("{what} by the table of all positions");
        let distance = positions.distance(question.start());
        if distance != Some(moves) {
            return disagreement(first, by_table(format!("{distance:?}")));
        }
        let count = positions.shortest_count(question.start()).map(BigUint::from);
        if let Some(Count(counted)) = counted
            && Some(counted) != count.as_ref()
        {
            return disagreement(format!("{counted} solutions"), by_table(format!("{count:?}")));
        }
        return Ok(format!(
            "verified: the table of all positions of the board says {moves} moves too"
        ));
    }
    let (start, goal, metric) =
        (question.goal().clone(), question.start().clone(), question.metric());
    let backwards = SlidingQuestion::new(start, goal, metric)?;
    let bound = match Bound::prepare(backwards.goal(), metric, None, Trust::AsTheyAre, run) {
        Err(Halt::Stopped(_)) => {
            return Ok(format!("{NOT_VERIFIED}the tables for the way back were not finished"));
        }
        other => other?,
    };
    let quest = Quest {
        question: &backwards,
        counts: false,
        room: 0,
        max_moves: None,
        patience: None,
        run: *run,
    };
    match quest.solve(&bound, &mut |_, _| ControlFlow::Break(()))?.record.moves {
        Some(length) if length == moves => {
            let by = match metric {
                Metric::Single => format!(", with the bound {},", bound.name),
                Metric::Multi => String::new(),
            };
            Ok(format!(
                "verified in part: searching from the goal to the start{by} takes {moves} moves \
                 too; both searches deepen alike"
            ))
        }
        None => Ok(format!("{NOT_VERIFIED}the search from the goal to the start was stopped")),
        Some(length) => disagreement(first, format!("{length} moves from the goal to the start")),
    }
}
