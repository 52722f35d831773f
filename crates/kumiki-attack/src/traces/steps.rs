//! A trace followed by its form alone: numbers, levels, announced ways, and states with equal
//! names.
//!
//! What the names mean is `kumiki check`'s business.

use serde_json::Value;
use std::collections::BTreeMap;

/// Where steps lead.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Followed {
    /// How often a tree came to a solution.
    pub(super) solutions: usize,
    /// At how many choices the last of them was.
    pub(super) depth: Option<usize>,
    /// Whether a tree was told with all its branches.
    pub(super) is_whole: bool,
    /// Whether no more steps were wanted.
    pub(super) is_cut: bool,
    /// In how many ways levels lead to solutions, if they are told to their end.
    pub(super) ways: Option<u128>,
}

/// Follows steps, of which at most so many were asked for.
///
/// # Errors
/// The first thing that is out of order.
pub(super) fn follow(steps: &[Value], most: usize) -> Result<Followed, String> {
    if steps.len() > most {
        return Err(format!("{} steps, but {most} were asked for", steps.len()));
    }
    for (number, step) in (1..).zip(steps) {
        if step["step"] != number || !step["level"].is_u64() || !step["do"].is_string() {
            return Err(format!("step {number} is strange: {step}"));
        }
    }
    let is_cut = steps.len() == most;
    let is_level = |step: &Value| ["level", "carry"].iter().any(|word| step["do"] == *word);
    let followed = match steps.iter().any(is_level) {
        true => levels(steps, is_cut)?,
        false => tree(steps)?,
    };
    let is_whole = followed.is_whole && !is_cut && !steps.is_empty();
    Ok(Followed { is_whole, is_cut, ..followed })
}

/// Decisions from the root on: how many ways of each are still to come, and whether the search is
/// below one that was tried.
fn tree(steps: &[Value]) -> Result<Followed, String> {
    let mut followed = Followed::default();
    let mut open: Vec<(u64, bool)> = Vec::new();
    for step in steps {
        let wrong = |what: &str| Err(format!("{what}: {step}"));
        let level = step["level"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        match step["do"].as_str() {
            Some("round") => {
                if level != 0 || open.iter().any(|(left, _)| *left > 0) {
                    return wrong("a new round before the end of the last one");
                }
                open.clear();
            }
            Some("branch") => {
                if level != open.len() || open.last().is_some_and(|(_, is_alive)| !is_alive) {
                    return wrong("a decision that no choice leads to");
                }
                open.push((step["ways"].as_u64().unwrap_or(0), false));
            }
            Some("try") if step["choice"] == "nothing" && open.is_empty() => {
                note_solution(step, 0, &mut followed);
            }
            Some("try") => {
                while open.len() > level + 1 {
                    if open.pop().is_some_and(|(left, _)| left > 0) {
                        return wrong("choices were announced that are not tried");
                    }
                    if let Some(above) = open.last_mut() {
                        above.1 = false;
                    }
                }
                let count = open.len();
                let Some((left, is_alive)) = open.last_mut().filter(|_| count == level + 1) else {
                    return wrong("a choice without a decision");
                };
                if *left == 0 || *is_alive {
                    return wrong("a choice that was not announced");
                }
                *left -= 1;
                *is_alive = step["outcome"] == "alive";
                note_solution(step, level + 1, &mut followed);
            }
            _ => return wrong("a step of another kind"),
        }
    }
    // What is alive in the end has been left, if it has no ways to go.
    followed.is_whole = open.iter().all(|(left, _)| *left == 0);
    Ok(followed)
}

fn note_solution(step: &Value, choices: usize, followed: &mut Followed) {
    if step["outcome"] == "solution" {
        followed.solutions += 1;
        followed.depth = Some(choices);
    }
}

/// States of levels: in how many ways each is come to.
fn levels(steps: &[Value], is_cut: bool) -> Result<Followed, String> {
    let mut here: BTreeMap<&str, u128> = BTreeMap::new();
    let mut next: BTreeMap<&str, u128> = BTreeMap::new();
    let (mut total, mut reached) = (0, 0);
    for (at, step) in steps.iter().enumerate() {
        let wrong = |what: &str| Err(format!("{what}: {step}"));
        let text = |name: &str| step[name].as_str().unwrap_or("");
        match step["do"].as_str() {
            Some("level") => {
                let expected = if at == 0 { 1 } else { next.len() };
                if step["states"] != expected || step["level"] != reached {
                    return wrong("another number of states, or another level");
                }
                (here, next) = (std::mem::take(&mut next), BTreeMap::new());
                reached += 1;
            }
            Some("carry") => {
                // The one state of the first level is called as its first step says.
                if reached == 1 && here.is_empty() {
                    here.insert(text("state"), 1);
                }
                let Some(ways) = here.get(text("state")) else {
                    return wrong("a state that nothing led to");
                };
                let is_known = next.contains_key(text("becomes"));
                match (text("outcome"), is_known) {
                    ("dead", _) => {}
                    ("solution", _) => total += ways,
                    ("alive", false) | ("merged", true) => {
                        *next.entry(text("becomes")).or_default() += ways;
                    }
                    _ => return wrong("a state that is new and is not, or the other way round"),
                }
            }
            _ => return wrong("a step of another kind"),
        }
    }
    if !is_cut && !next.is_empty() {
        return Err(format!("the steps end with states that were not carried on: {next:?}"));
    }
    Ok(Followed { ways: (!is_cut).then_some(total), ..Followed::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn step(number: usize, level: usize, what: Value) -> Value {
        let mut step = what;
        (step["step"], step["level"]) = (number.into(), level.into());
        step
    }

    #[test]
    fn a_tree_has_the_choices_that_it_announces() {
        let steps = [
            step(1, 0, json!({"do": "branch", "on": "a", "ways": 2})),
            step(2, 0, json!({"do": "try", "choice": "x", "outcome": "alive"})),
            step(3, 1, json!({"do": "branch", "on": "b", "ways": 1})),
            step(4, 1, json!({"do": "try", "choice": "y", "outcome": "solution"})),
            step(5, 0, json!({"do": "try", "choice": "z", "outcome": "dead"})),
        ];
        let whole = follow(&steps, 9).expect("in order");
        assert_eq!((whole.solutions, whole.depth, whole.is_whole), (1, Some(2), true));
        let cut = follow(&steps[..4], 4).expect("in order");
        assert_eq!((cut.solutions, cut.is_whole, cut.is_cut), (1, false, true));
        assert!(follow(&steps, 4).is_err(), "too many");
        for left_out in 0..4 {
            let mut spoilt = steps.to_vec();
            spoilt.remove(left_out);
            assert!(follow(&spoilt, 9).is_err(), "step {left_out}");
        }
    }

    #[test]
    fn levels_add_up_ways() {
        let carry = |number, level, state: &str, becomes: &str, outcome: &str| {
            let what = json!({"do": "carry", "state": state, "choice": "", "becomes": becomes,
                "outcome": outcome});
            step(number, level, what)
        };
        let steps = [
            step(1, 0, json!({"do": "level", "on": "a", "states": 1})),
            carry(2, 0, "nothing", "a", "alive"),
            carry(3, 0, "nothing", "a", "merged"),
            step(4, 1, json!({"do": "level", "on": "b", "states": 1})),
            carry(5, 1, "a", "", "solution"),
            carry(6, 1, "a", "", "dead"),
        ];
        assert_eq!(follow(&steps, 9).expect("in order").ways, Some(2));
        assert_eq!(follow(&steps[..5], 5).expect("in order").ways, None);
        assert!(follow(&steps[..3], 9).is_err(), "a state is left");
        let mut spoilt = steps.to_vec();
        spoilt[4]["state"] = json!("b");
        assert!(follow(&spoilt, 9).is_err(), "a state from nowhere");
    }
}
