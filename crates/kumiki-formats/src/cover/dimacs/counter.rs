//! Counting in clauses: at least so many and at most so many of some values are true.
//!
//! # The idea
//! Walk through the values and keep, for each number `j` up to the bound, whether at least `j` of
//! the values passed are true. With the next value `x`, at least `j` are true if they were before,
//! or if `x` is and `j - 1` were. That is the sequential counter of Sinz (2005), with its
//! definitions made two-sided. It takes a variable per value and number; a few values of which at
//! most one may be true are cheaper pair by pair.

use super::formula::{Formula, Value};
use crate::FormatError;

/// With so many values, of which at most one may be true, pairs take fewer clauses than counting.
const PAIRWISE_LIMIT: usize = 6;

/// At least `least` and at most `most` of the values are true.
pub(super) fn between(
    formula: &mut Formula,
    values: &[Value],
    least: usize,
    most: usize,
) -> Result<(), FormatError> {
    if least > values.len() {
        return formula.contradict();
    }
    if most == 1 && values.len() <= PAIRWISE_LIMIT {
        return pairwise(formula, values, least);
    }
    let is_capped = most < values.len();
    let highest = if is_capped { most } else { least };
    let Some((last, others)) = values.split_last().filter(|_| highest > 0) else {
        return Ok(());
    };
    let mut at_least = vec![Value::Known(false); highest + 1];
    at_least[0] = Value::Known(true);
    for value in others {
        if is_capped {
            formula.clause(&[value.not(), at_least[most].not()])?;
        }
        for number in (1..=highest).rev() {
            at_least[number] =
                formula.one_or_both(at_least[number], [*value, at_least[number - 1]])?;
        }
    }
    if is_capped {
        formula.clause(&[last.not(), at_least[most].not()])?;
    }
    if least > 0 {
        formula.clause(&[at_least[least], *last])?;
        formula.clause(&[at_least[least], at_least[least - 1]])?;
    }
    Ok(())
}

/// No two of the values, and if `least` is 1 one of them.
fn pairwise(formula: &mut Formula, values: &[Value], least: usize) -> Result<(), FormatError> {
    if least == 1 {
        formula.clause(values)?;
    }
    for (at, value) in values.iter().enumerate() {
        for earlier in &values[..at] {
            formula.clause(&[earlier.not(), value.not()])?;
        }
    }
    Ok(())
}
