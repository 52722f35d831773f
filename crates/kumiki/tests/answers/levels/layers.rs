//! Bricks told layer by layer: halves that meet lead to all packings.

use super::{ALL, told, words};
use kumiki::drive::Unhosted;
use kumiki::judge::{follow_trace, judge};
use kumiki::model::{AntislideAsk, Method, Question, TraceEvent, TraceOutcome, TraceStep};
use kumiki::solve;

/// Bricks in a box, of some kinds.
pub(super) fn boxed(container: &str, kinds: &str) -> AntislideAsk {
    let kinds: Vec<String> = kinds.split(' ').map(str::to_owned).collect();
    AntislideAsk::new(container).brick(kinds)
}

#[test]
fn bricks_are_told_layer_by_layer_and_lead_to_all_packings() {
    for (container, kinds) in [
        ("2x2x2", "1x2x2"),
        ("2x2x2", "2x2x2"),
        ("2x2x3", "1x2x2"),
        ("2x2x4", "1x2x2"),
        ("2x3x4", "1x2x2"),
        ("3x3x3", "1x2x2"),
        ("3x3x4", "1x2x2"),
        ("3x4x4", "1x2x2"),
        ("1x1x1", "1x1x1"),
        ("1x1x5", "1x1x2"),
        ("1x3x3", "1x1x3"),
        ("1x3x4", "1x1x2"),
        ("1x4x4", "1x1x2"),
        ("2x2x3", "1x1x1"),
        ("2x2x3", "1x1x2"),
        ("2x3x3", "1x1x2 1x2x2"),
        ("2x2x4", "1x2x2 2x2x2"),
    ] {
        let ask = boxed(container, kinds);
        let direct = Question::new(ask.clone().method(Method::Direct));
        let direct = solve(&direct, &Unhosted).expect("it can be searched");
        let answer = told(ask.method(Method::Layers));
        assert_eq!(answer.count, direct.count, "{container} {kinds}");
        assert!(judge(&serde_json::to_string(&answer).expect("JSON")).is_ok());
    }
}

#[test]
fn layers_that_lead_to_more_than_is_asked_for_are_no_count() {
    let ask = boxed("3x3x3", "1x2x2").method(Method::Layers);
    for ask in [ask.clone().max_bricks(3_usize), ask.clone().fewest(true), ask.most(true)] {
        let answer = solve(&Question::new(ask).trace(ALL), &Unhosted).expect("it can be told");
        let followed = follow_trace(&answer.question, &answer.trace).expect("it can be followed");
        assert!(!followed.is_count && !followed.is_cut_short);
        assert_eq!(followed.solutions, 9_u32.into());
    }
}

#[test]
fn whatever_is_changed_in_a_layer_cannot_be_followed() {
    for (container, kinds) in [("2x2x2", "1x2x2"), ("3x3x3", "1x2x2"), ("1x3x3", "1x1x3")] {
        let answer = told(boxed(container, kinds).method(Method::Layers));
        let last = answer.trace.len() - 1;
        for at in 0..=last {
            let here = format!("{container}, step {}", at + 1);
            let followed = |spoil: &dyn Fn(&mut Vec<TraceStep>)| {
                let mut spoilt = answer.trace.clone();
                spoil(&mut spoilt);
                (1..).zip(&mut spoilt).for_each(|(number, step)| step.step = number);
                follow_trace(&answer.question, &spoilt)
            };
            assert!(followed(&|steps| steps[at].level += 1).is_err(), "{here}");
            let doubled = |steps: &mut Vec<TraceStep>| steps.insert(at, steps[at].clone());
            assert!(followed(&doubled).is_err(), "{here}");
            // Without it the steps are refused, or they are no count.
            let without = followed(&|steps| drop(steps.remove(at)));
            assert!(without.is_ok_and(|left| !left.is_count) || at < last, "{here}");
            for place in 0..words(&mut answer.trace[at].event.clone()).len() {
                for [from, to] in [["", "x"], ["1.", "2."], ["occupied", "needed"], ["1", "9"]] {
                    let mut changed = answer.trace[at].event.clone();
                    let text = &mut *words(&mut changed)[place];
                    match from {
                        "" => text.push_str(to),
                        _ => *text = text.replace(from, to),
                    }
                    if changed != answer.trace[at].event {
                        let spoil = |steps: &mut Vec<TraceStep>| steps[at].event = changed.clone();
                        assert!(followed(&spoil).is_err(), "{here}: {from} to {to}");
                    }
                }
            }
            let other = |outcome: TraceOutcome| match outcome {
                TraceOutcome::Alive => TraceOutcome::Merged,
                TraceOutcome::Merged => TraceOutcome::Alive,
                _ => TraceOutcome::Dead,
            };
            let spoil = |steps: &mut Vec<TraceStep>| match &mut steps[at].event {
                TraceEvent::Level { states, .. } => *states += 1,
                TraceEvent::Carry { outcome, .. } => *outcome = other(*outcome),
                _ => unreachable!("no other steps are told"),
            };
            assert!(followed(&spoil).is_err(), "{here}");
        }
    }
}
