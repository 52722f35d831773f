//! A saved list, judged from what is in its file.
//!
//! # How
//! A list that is closed has its answer. If the list is not long, they are judged together, as a
//! saved answer is. Otherwise every row is held against the rules, and no two rows may be the same;
//! the verdict then says what is taken on trust.

use super::{ListError, ListReader, open_list};
use crate::sink::{Row, Shown, put_back};
use kumiki_formats::solutions::Ending;
use kumiki_judge::{Fault, Verdict, judge, rule};
use kumiki_model::Answer;
use kumiki_search::mix;
use std::collections::HashSet;
use std::io::Read;
use std::ops::ControlFlow;

/// Lists with so many rows are judged with their answers.
const JUDGED_WITH_ANSWER: usize = 100_000;

/// Judges the list in a file.
///
/// # Errors
/// If it cannot be read. That it is refuted is a verdict.
pub fn judge_list<R: Read>(source: R) -> Result<Result<Verdict, Fault>, ListError> {
    let (prepared, reader) = open_list(source)?;
    let mut list = ListReader::new(&prepared, reader)?;
    let (mut kept, mut different) = (Vec::new(), HashSet::new());
    let key = |list: &ListReader<'_, R>, shown: &Shown, row: Option<&Row>| match row {
        Some(row) => key(list.sorted(row).into_iter().map(u64::from)),
        None => {
            let text = serde_json::to_vec(&shown.solution).expect("plain data");
            key(text.into_iter().map(u64::from))
        }
    };
    let mut batch: Vec<(Shown, Option<Row>)> = Vec::new();
    loop {
        let flow = list.each::<ListError>(|_| true, &mut |shown, row| {
            batch.push((shown, row.cloned()));
            Ok(ControlFlow::Continue(()))
        })?;
        for (shown, row) in batch.drain(..) {
            if let Err(mut fault) = list.judge(&shown, row.as_ref()) {
                fault.what = format!("solution {}: {}", shown.number, fault.what);
                return Ok(Err(fault));
            }
            let is_new = different.insert(key(&list, &shown, row.as_ref()));
            // A sample may have a solution twice.
            if !is_new && prepared.question().how.sample.is_none() {
                let what = format!("solution {} is there twice", shown.number);
                return Ok(Err(Fault::new(rule::SAME, what)));
            }
            if kept.len() <= JUDGED_WITH_ANSWER {
                kept.push(shown);
            }
        }
        if flow.is_break() {
            break;
        }
    }
    let count = list.read_count();
    if let Some(Ending::Closed(answer)) = list.ending()
        && kept.len() <= JUDGED_WITH_ANSWER
    {
        return Ok(judge_with_answer(answer, kept, count));
    }
    let proved = vec![format!("solutions in the file that obey the rules, no two alike: {count}")];
    let trusted = match list.ending() {
        Some(Ending::Closed(_)) => format!(
            "that these are all that were asked for, and no two the same under a symmetry: lists of \
             more than {JUDGED_WITH_ANSWER} are judged row by row"
        ),
        _ => {
            "that these are all that were asked for: the file is not closed, its run was killed or \
              stopped"
                .to_owned()
        }
    };
    Ok(Ok(Verdict {
        solution_count: usize::try_from(count).unwrap_or(usize::MAX),
        proved,
        trusted: vec![trusted],
        ..Verdict::default()
    }))
}

/// What is different for different numbers, but for one chance in 2^64 and more.
fn key(numbers: impl Iterator<Item = u64>) -> u128 {
    let mut halves = [mix(1), mix(2)];
    for number in numbers {
        halves = halves.map(|half| mix(half ^ mix(number)));
    }
    u128::from(halves[0]) << 64 | u128::from(halves[1])
}

/// Judges an answer and its list as a saved answer is judged.
fn judge_with_answer(answer: &[u8], list: Vec<Shown>, count: u64) -> Result<Verdict, Fault> {
    let text = String::from_utf8_lossy(answer);
    let Ok(mut answer) = Answer::from_json(&text) else {
        // What is no answer is said by the judge.
        return judge(&text);
    };
    if count > 0 || answer.question.shows() {
        put_back(&mut answer, list);
    }
    judge(&serde_json::to_string(&answer).expect("plain data"))
}
