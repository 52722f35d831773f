//! Positions that the command draws by lot: they can be solved, each equally likely, and the same
//! seed draws the same ones.

use super::compare::{command, instance, written};
use super::positions::Position;
use super::{Case, MANY, Question};
use crate::workshop::{Workshop, agree};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// All that were asked for are there, can be solved, and are solved.
pub(super) fn judge(
    case: &Case,
    distances: &HashMap<Position, usize>,
    said: &Value,
) -> Result<(), String> {
    let Question::Random(count, _) = case.question else { return Ok(()) };
    let instances = said["instances"].as_array().map_or(&[][..], Vec::as_slice);
    agree("positions by lot", &instances.len(), &count)?;
    let by_name: HashMap<String, &Position> =
        distances.keys().map(|position| (written(position, false), position)).collect();
    let mut seen = BTreeSet::new();
    for said in instances {
        let start = said["start"].as_str().and_then(|name| by_name.get(name));
        let start = start.ok_or_else(|| format!("no position that can be solved: {said}"))?;
        instance(case, start, distances, said)?;
        seen.insert(*start);
    }
    // Twelve positions are missed one time in (12/11)^MANY / 12.
    if distances.len() == 12 && count == MANY {
        agree("different positions by lot", &seen.len(), &distances.len())?;
    }
    Ok(())
}

/// The starts of an answer.
fn starts(said: &Value) -> Vec<&Value> {
    said["instances"].as_array().into_iter().flatten().map(|said| &said["start"]).collect()
}

/// More positions from the same seed begin with the same ones.
pub(super) fn drawn_again(case: &Case, said: &Value, shop: &Workshop<'_>) -> Result<(), String> {
    let Question::Random(count, seed) = case.question else { return Ok(()) };
    let more = Case { question: Question::Random(count + 3, seed), ..case.clone() };
    let command = command(&more);
    let again = shop.ask(&command)?;
    let (first, second) = (starts(said), starts(&again));
    agree("positions by lot, three more", &second.len(), &(count + 3))?;
    agree("the first of more positions", &second[..count].to_vec(), &first)
        .map_err(|what| format!("kumiki {command}: {what}"))
}
