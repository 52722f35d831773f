//! What is asked of every answer, whatever its family: that it has an end, what goes with the
//! question, a list of the right length, and numbers that agree with each other.

use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{
    Answer, Ask, BySymmetry, Classes, Count, ListRecord, Place, Solution, StoppedBy, Symmetry,
};
use kumiki_recount::how_often;
use num_bigint::BigUint;
use serde_json::Value;
use std::collections::BTreeMap;

/// There is no reason why there is none, or none.
pub(crate) fn judge_reason(reason: Option<&str>, is_none: bool) -> Result<(), Fault> {
    match reason {
        Some(reason) if !is_none => refuse(
            rule::REASON,
            format!("there is none because '{reason}', but there are some, expected none"),
        ),
        _ => Ok(()),
    }
}

/// A complete answer has a count.
pub(crate) fn judge_counted(is_complete: bool, is_counted: bool) -> Result<(), Fault> {
    let what = "the answer is complete, but has no count, expected one";
    require(is_counted || !is_complete, rule::COUNT, || what)
}

/// An answer is complete or says what stopped it.
pub(crate) fn judge_end(answer: &Value) -> Result<(), Fault> {
    let Some(is_complete) = answer["complete"].as_bool() else { return Ok(()) };
    let is_stopped = !answer["stopped_by"].is_null();
    require(is_complete != is_stopped, rule::END, || match is_complete {
        true => "the answer is complete, but something stopped the search, expected nothing",
        false => "the answer is not complete, expected what stopped the search",
    })
}

/// What every answer must obey before its family is asked.
///
/// An answer whose search had enough lists as many as were asked for, and its question did not ask
/// for the count.
pub(crate) fn judge_envelope(answer: &Answer) -> Result<(), Fault> {
    let how = &answer.question.how;
    if answer.stopped_by == Some(StoppedBy::Enough) {
        let listed = answer.solutions.as_ref().map(Vec::len);
        let is_full = how.is_list_enough() && listed == Some(how.most_listed());
        require(is_full, rule::END, || {
            "the search ended because the list was full, but it is not, or all were to be counted, \
             expected another reason"
        })?;
    }
    // Long files are not repeated.
    let is_whole = !matches!(&answer.question.ask, Ask::Cover(ask) if ask.file.text.is_none());
    let digest = answer.question.digest();
    require(!is_whole || digest == answer.digest, rule::ASKED, || {
        format!("the digest of the question is {}, expected {digest}", answer.digest)
    })?;
    let lists = [answer.symmetries.as_ref().map(Vec::len), answer.costs.as_ref().map(Vec::len)];
    let listed = answer.solutions.as_ref().map(Vec::len);
    for (name, length) in ["symmetries", "costs"].iter().zip(lists) {
        require(length.is_none() || length == listed, rule::FIELD, || {
            format!("there are not as many {name} as solutions, expected one for each")
        })?;
    }
    if how.seed != 0 {
        let by_lot = matches!(&answer.question.ask, Ask::Slide(ask) if ask.random.is_some());
        judge_presence("seed", true, how.sample.is_some() || by_lot)?;
    }
    judge_reason(
        answer.why_none.as_deref(),
        answer.count.as_ref().is_none_or(|count| count.0 == BigUint::ZERO),
    )
}

/// A field is there exactly if it should be.
pub(crate) fn judge_presence(field: &str, is_there: bool, is_expected: bool) -> Result<(), Fault> {
    require(is_there == is_expected, rule::FIELD, || match is_expected {
        true => format!("there is no {field}, expected one"),
        false => format!("there is {field}, expected none"),
    })
}

/// A number is what it should be.
pub(crate) fn equal(
    rule: &'static str,
    what: &str,
    found: impl Into<BigUint>,
    expected: impl Into<BigUint>,
) -> Result<(), Fault> {
    let (found, expected) = (found.into(), expected.into());
    require(found == expected, rule, || format!("{what} is {found}, expected {expected}"))
}

/// A number is not too large.
pub(crate) fn at_most(
    rule: &'static str,
    what: &str,
    found: impl Into<BigUint>,
    most: impl Into<BigUint>,
) -> Result<(), Fault> {
    let (found, most) = (found.into(), most.into());
    require(found <= most, rule, || format!("{what} is {found}, expected at most {most}"))
}

/// What was counted or added up is what is stated.
pub(crate) fn is_stated(
    rule: &'static str,
    what: &str,
    found: impl Into<BigUint>,
    stated: &Count,
) -> Result<(), Fault> {
    let found = found.into();
    require(found == stated.0, rule, || format!("{what}: {found}, but {stated} is stated"))
}

/// A number that a solution claims to have is the one it has.
pub(crate) fn judge_claim<T: Copy + PartialEq + std::fmt::Display>(
    what: &str,
    stated: T,
    found: T,
) -> Result<(), Fault> {
    require(stated == found, rule::CLAIM, || {
        format!("{stated} is stated for its {what}, expected {found}")
    })
}

/// There are as many pieces or tiles of a kind as there may be.
pub(crate) fn judge_number(
    kind: &str,
    found: usize,
    least: u32,
    most: Option<u32>,
) -> Result<(), Fault> {
    let is_used = |bounds: String| format!("{kind} is used {found} times, expected {bounds}");
    let number = u32::try_from(found).unwrap_or(u32::MAX);
    require(number >= least, rule::NUMBER, || is_used(format!("at least {least}")))?;
    let most = most.unwrap_or(u32::MAX);
    require(number <= most, rule::NUMBER, || is_used(format!("at most {most}")))
}

/// No more are listed than counted.
pub(crate) fn judge_listed(what: &str, listed: usize, counted: &Count) -> Result<(), Fault> {
    require(BigUint::from(listed) <= counted.0, rule::LISTED, || {
        format!("{what} listed: {listed}, but the answer counts {counted}")
    })
}

/// No more are listed than counted with any key; `what` they are is said for each key.
pub(crate) fn judge_listed_each<K: Ord>(
    keys: impl Iterator<Item = K>,
    what: impl Fn(&K) -> String,
    counted: impl Fn(&K) -> Option<Count>,
) -> Result<(), Fault> {
    how_often(keys).into_iter().try_for_each(|(key, times)| {
        judge_listed(&what(&key), times, &counted(&key).unwrap_or_default())
    })
}

/// The listed solutions of an answer in the form of its family, if there is a list.
pub(crate) fn listed<'a, R: ?Sized>(
    answer: &'a Answer,
    of_family: impl Fn(&'a Solution) -> Option<&'a R>,
) -> Option<Vec<&'a R>> {
    answer.solutions.as_ref().map(|solutions| solutions.iter().filter_map(of_family).collect())
}

/// The number of classes for one idea of sameness; if only equal solutions are the same, that of
/// solutions.
pub(crate) fn class_count<'c>(
    symmetry: Symmetry,
    solutions: &'c Count,
    classes: &'c Classes,
) -> &'c Count {
    match symmetry {
        Symmetry::All => &classes.all,
        Symmetry::Rotations => &classes.rotations,
        Symmetry::None => solutions,
    }
}

/// Whether so many solutions can form so many classes: a class falls into at most `group_order /
/// rotation_count` classes up to rotations, and one of those contains at most `rotation_count`
/// solutions.
pub(crate) fn are_possible(
    solutions: &Count,
    [Count(all), Count(rotations)]: [&Count; 2],
    group_order: usize,
    rotation_count: usize,
) -> bool {
    all <= rotations
        && rotations <= &(all * (group_order / rotation_count))
        && rotations <= &solutions.0
        && solutions.0 <= rotations * rotation_count
}

/// How many members a class has of which each has so many symmetries.
pub(crate) fn class_size(group_order: &BigUint, symmetries: usize) -> Result<BigUint, Fault> {
    let order = BigUint::from(symmetries);
    let is_divisor = symmetries > 0 && group_order % &order == BigUint::ZERO;
    require(is_divisor, rule::DIVISOR, || {
        format!(
            "{symmetries} symmetries, expected a divisor of the {group_order} symmetries there are"
        )
    })?;
    Ok(group_order / order)
}

/// A table by symmetry is in order, and adds up to the classes and, with the size of each class, to
/// the solutions if these are known, which are of a kind.
///
/// A class whose members have `s` of `group_order` symmetries has `group_order / s` members.
pub(crate) fn judge_class_table(
    table: &[BySymmetry],
    group_order: &BigUint,
    classes: &Count,
    kind: &str,
    solutions: Option<&Count>,
) -> Result<(), Fault> {
    judge_different("by_symmetry", table.iter().map(|row| row.order))?;
    let size = |row: &BySymmetry| Ok(&row.classes.0 * class_size(group_order, row.order)?);
    let contained = table.iter().map(size).sum::<Result<BigUint, Fault>>()?;
    let class_sum: BigUint = table.iter().map(|row| &row.classes.0).sum();
    is_stated(rule::SUM, "classes by symmetry", class_sum, classes)?;
    if let Some(solutions) = solutions {
        is_stated(rule::SUM, &format!("{kind} in the classes by symmetry"), contained, solutions)?;
    }
    let mut sorted: Vec<BySymmetry> =
        table.iter().filter(|row| row.classes.0 > BigUint::ZERO).cloned().collect();
    sorted.sort_by_key(|row| row.order);
    judge_symmetry_rows(rule::ROW, table, &sorted)
}

/// No table has two rows for the same thing.
pub(crate) fn judge_different<T: Ord + std::fmt::Display>(
    table: &str,
    keys: impl Iterator<Item = T>,
) -> Result<(), Fault> {
    match how_often(keys).into_iter().find(|(_, times)| *times > 1) {
        Some((key, _)) => refuse(rule::REPEATED_ROW, format!("{table} has two rows for {key}")),
        None => Ok(()),
    }
}

/// The places of each mark of a drawing, layer by layer and row by row.
pub(crate) fn drawn_cells(layers: &[Vec<String>]) -> BTreeMap<char, Vec<Place>> {
    let mut places_of: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (layer, rows) in layers.iter().enumerate() {
        for (row, cells) in rows.iter().enumerate() {
            for (column, mark) in cells.chars().enumerate() {
                places_of.entry(mark).or_default().push([layer, row, column]);
            }
        }
    }
    places_of
}

/// What an answer was to list, and what it does list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListLength<'a> {
    /// What was asked for.
    pub(crate) list: Option<ListRecord>,
    /// Of so many solutions, one was to be listed.
    pub(crate) spacing: usize,
    /// So many were to be drawn by lot.
    pub(crate) sample: Option<usize>,
    /// So many are listed, if there is a list.
    pub(crate) listed: Option<usize>,
    /// So many there are to be listed, if a finished search has counted them.
    pub(crate) available: Option<&'a BigUint>,
    /// Whether the search was finished.
    pub(crate) is_complete: bool,
}

impl<'a> ListLength<'a> {
    /// What an answer was to list, and what it does list.
    pub(crate) fn of(answer: &Answer, available: Option<&'a BigUint>) -> Self {
        Self {
            list: answer.question.how.list,
            spacing: answer.question.how.spacing(),
            sample: answer.question.how.sample,
            listed: answer.solutions.as_ref().map(Vec::len),
            available,
            is_complete: answer.is_complete(),
        }
    }

    /// As many are listed as were asked for, or all there are.
    pub(crate) fn judge(&self) -> Result<(), Fault> {
        let most = match (self.list, self.sample) {
            (None, None) => {
                let what = "solutions are listed, but the question does not ask for any";
                return require(self.listed.is_none(), rule::LIST, || what);
            }
            (Some(list), None) => list.most(),
            (None, Some(size)) => size,
            (Some(_), Some(_)) => {
                let what = "the question has a list and a sample, expected one of them";
                return refuse(rule::LIST, what);
            }
        };
        let Some(listed) = self.listed else {
            let what = "no solutions are listed, expected those that the question asks for";
            return require(!self.is_complete, rule::LIST, || what);
        };
        let what = "the number of listed solutions";
        let most = BigUint::from(most);
        let available = self.available.map(|available| available / self.spacing);
        match available {
            Some(available) if self.is_complete => {
                equal(rule::LENGTH, what, listed, most.min(available))
            }
            available => {
                at_most(rule::LENGTH, what, listed, most)?;
                available.map_or(Ok(()), |available| at_most(rule::LENGTH, what, listed, available))
            }
        }
    }
}

/// The rows of a table, in words, are those that should be there.
pub(crate) fn judge_rows(
    rule: &'static str,
    table: &str,
    found: &[String],
    expected: &[String],
) -> Result<(), Fault> {
    let row =
        |rows: &[String], at: usize| rows.get(at).cloned().unwrap_or_else(|| "missing".to_owned());
    let differs = |at: &usize| found.get(*at) != expected.get(*at);
    match (0..found.len().max(expected.len())).find(differs) {
        None => Ok(()),
        Some(at) => {
            let (number, found, expected) = (at + 1, row(found, at), row(expected, at));
            refuse(rule, format!("row {number} of {table} is {found}, expected {expected}"))
        }
    }
}

/// The rows of a table of classes by symmetry, in words.
fn symmetry_rows(table: &[BySymmetry]) -> Vec<String> {
    table
        .iter()
        .map(|row| format!("{} classes with {} symmetries", row.classes, row.order))
        .collect()
}

/// The rows of a table of classes by symmetry are those that should be there.
pub(crate) fn judge_symmetry_rows(
    rule: &'static str,
    table: &[BySymmetry],
    expected: &[BySymmetry],
) -> Result<(), Fault> {
    judge_rows(rule, "by_symmetry", &symmetry_rows(table), &symmetry_rows(expected))
}

/// Things as they are listed, each with the number at which it came first.
pub(crate) struct Listing<T> {
    what: &'static str,
    /// How many were to be drawn at random, if they were: these may come twice.
    sample: Option<usize>,
    listed_count: usize,
    firsts: BTreeMap<T, usize>,
}

impl<T: Ord> Listing<T> {
    /// Nothing is listed yet; `what` are the things in words.
    pub(crate) fn new(what: &'static str, sample: Option<usize>) -> Self {
        Self { what, sample, listed_count: 0, firsts: BTreeMap::new() }
    }

    /// The next thing. It must not have been listed, unless things were drawn at random.
    pub(crate) fn add(&mut self, thing: T) -> Result<(), Fault> {
        self.listed_count += 1;
        let second = self.listed_count;
        let first = *self.firsts.entry(thing).or_insert(second);
        require(first == second || self.sample.is_some(), rule::SAME, || {
            format!("{} {first} and {second} are the same", self.what)
        })
        .map_err(|fault| fault.at(second))
    }

    /// How many different things there are. There must not be more than were to be drawn.
    pub(crate) fn different_count(&self) -> Result<usize, Fault> {
        if let Some(sample) = self.sample {
            let kind = self.what.trim_start_matches("listed ");
            let what = format!("the number of {kind} drawn");
            at_most(rule::LENGTH, &what, self.listed_count, sample)?;
        }
        Ok(self.firsts.len())
    }

    /// The different things.
    pub(crate) fn into_different(self) -> impl Iterator<Item = T> {
        self.firsts.into_keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_must_be_explained() {
        let judged = |text: &str| judge_end(&serde_json::from_str(text).expect("JSON"));
        for right in [
            r#"{"complete": true}"#,
            r#"{"complete": false, "stopped_by": "time-limit"}"#,
            r#"{"complete": 1}"#,
        ] {
            assert_eq!(judged(right), Ok(()));
        }
        for wrong in [r#"{"complete": true, "stopped_by": "time-limit"}"#, r#"{"complete": false}"#]
        {
            assert_eq!(judged(wrong).expect_err("no such end").rule, rule::END, "{wrong}");
        }
    }

    #[test]
    fn a_list_is_as_long_as_was_asked_for_or_has_all() {
        let three = BigUint::from(3_u32);
        let length = |list, sample, listed, is_complete| {
            let available = Some(&three);
            let length = ListLength { list, spacing: 1, sample, listed, available, is_complete };
            length.judge().map_err(|fault| fault.to_string())
        };
        let most = |most: usize| Some(ListRecord::at_most(most));
        for (list, listed) in
            [(None, None), (most(2), Some(2)), (most(9), Some(3)), (most(usize::MAX), Some(3))]
        {
            assert_eq!(length(list, None, listed, true), Ok(()));
        }
        assert_eq!(length(None, Some(9), Some(3), true), Ok(()));
        assert_eq!(length(most(9), None, Some(1), false), Ok(()));
        assert_eq!(length(most(9), None, None, false), Ok(()));
        let other = |found: usize, expected: &str| {
            Err(format!("the number of listed solutions is {found}, expected {expected}"))
        };
        assert_eq!(length(most(2), None, Some(1), true), other(1, "2"));
        assert_eq!(length(most(usize::MAX), None, Some(2), true), other(2, "3"));
        assert_eq!(length(None, Some(9), Some(9), true), other(9, "3"));
        assert_eq!(length(most(2), None, Some(3), false), other(3, "at most 2"));
        assert_eq!(length(most(9), None, Some(4), false), other(4, "at most 3"));
        let every_second = |listed: usize| {
            let (list, available) = (most(9), Some(&three));
            let listed = Some(listed);
            ListLength { list, spacing: 2, sample: None, listed, available, is_complete: true }
                .judge()
        };
        assert!(every_second(1).is_ok() && every_second(2).is_err() && every_second(3).is_err());
        let twice = length(most(2), Some(2), Some(2), true);
        assert_eq!(
            twice,
            Err("the question has a list and a sample, expected one of them".to_owned())
        );
    }
}
