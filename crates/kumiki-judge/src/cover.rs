//! A set of options, held against an exact-cover problem.

pub(crate) mod answer;

use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_id::Id;
use kumiki_model::{Colour, CoverProblem, ItemId, OptionId, Requirement};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a set of options, in any order, is a solution of the problem. Costs do not matter.
///
/// ```
/// use kumiki_judge::judge_cover;
/// use kumiki_group::Action;
/// use kumiki_model::{CoverProblemBuilder, ItemKind};
/// let mut builder = CoverProblemBuilder::new();
/// let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
/// let (left, right, both) = (builder.option([a]), builder.option([b]), builder.option([a, b]));
/// let problem = builder.build(Action::trivial(2))?;
/// assert_eq!(judge_cover(&problem, &[right, left]), Ok(()));
/// assert_eq!(judge_cover(&problem, &[both]), Ok(()));
/// let fault = judge_cover(&problem, &[right, both]).expect_err("too much");
/// assert_eq!(fault.to_string(), "item 1 is covered 2 times, expected 1");
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Errors
/// With the first fault: unknown or repeated options in the order of the list, then items, then
/// requirements.
pub fn judge_cover(problem: &CoverProblem, options: &[OptionId]) -> Result<(), Fault> {
    let (item, option) =
        (|id: ItemId| id.index().to_string(), |id: OptionId| id.index().to_string());
    judge_named(problem, options, &item, &option)
}

/// The same, with names for items and options.
fn judge_named(
    problem: &CoverProblem,
    options: &[OptionId],
    item_name: &dyn Fn(ItemId) -> String,
    option_name: &dyn Fn(OptionId) -> String,
) -> Result<(), Fault> {
    let mut taken: BTreeSet<OptionId> = BTreeSet::new();
    // The options that cover each item, and the colours they give it.
    let mut uses_of: BTreeMap<ItemId, Vec<(OptionId, Option<Colour>)>> = BTreeMap::new();
    for (entry, option) in options.iter().enumerate() {
        require(problem.options().get(*option).is_some(), rule::KIND, || {
            format!(
                "entry {entry} of the solution is an unknown option, expected one of the problem"
            )
        })?;
        require(taken.insert(*option), rule::ONCE, || {
            format!("option {} is taken twice", option_name(*option))
        })?;
        for (item, colour) in problem.entries(*option) {
            uses_of.entry(item).or_default().push((*option, colour));
        }
    }
    for (item, kind) in problem.items().enumerate() {
        let uses = uses_of.get(&item).map_or(&[][..], Vec::as_slice);
        // All uses are plain, or all in the same colour.
        if let Some((other, _)) = uses.iter().find(|(_, colour)| *colour != uses[0].1) {
            let [one, other] = [uses[0].0, *other].map(option_name);
            let item = item_name(item);
            let what = format!("item {item} gets different colours from options {one} and {other}");
            return refuse(rule::ONE_COLOUR, what);
        }
        let is_coloured = uses.iter().any(|(_, colour)| colour.is_some());
        let times = if is_coloured { 1 } else { uses.len() };
        let (least, most) = (kind.least(), kind.most());
        let is_right = u32::try_from(times).is_ok_and(|times| (least..=most).contains(&times));
        require(is_right, rule::COVERED, || {
            let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
            let more = if least == most { String::new() } else { format!(" to {most}") };
            format!("item {} is covered {times}, expected {least}{more}", item_name(item))
        })?;
    }
    let is_unmet = |requirement: &&Requirement| {
        taken.contains(&requirement.option)
            && !requirement.any_of.iter().any(|i| uses_of.contains_key(i))
    };
    match problem.requirements().iter().find(is_unmet) {
        Some(Requirement { option, any_of }) => {
            let items: Vec<String> = any_of.iter().map(|item| item_name(*item)).collect();
            let (option, items) = (option_name(*option), items.join(", "));
            let what =
                format!("option {option} requires one of {items}, expected one to be covered");
            refuse(rule::REQUIRED, what)
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_group::Action;
    use kumiki_model::{CoverProblemBuilder, ItemKind};
    use kumiki_oracle::{naive, universe};

    /// All sets of options: those and only those that the naive counter finds are approved.
    fn check(problem: &CoverProblem) {
        let solutions = naive::covers(problem);
        let ids: Vec<OptionId> = problem.options().ids().collect();
        for set in 0_usize..1 << ids.len() {
            let taken: Vec<OptionId> = ids
                .iter()
                .enumerate()
                .filter(|(at, _)| set >> at & 1 == 1)
                .map(|(_, id)| *id)
                .collect();
            let verdict = judge_cover(problem, &taken);
            assert_eq!(
                verdict.is_ok(),
                solutions.contains(&taken),
                "{taken:?} {verdict:?} {problem:?}"
            );
            let backwards: Vec<OptionId> = taken.into_iter().rev().collect();
            assert_eq!(judge_cover(problem, &backwards).is_ok(), verdict.is_ok(), "{problem:?}");
        }
    }

    #[test]
    fn the_judge_approves_what_the_naive_counter_finds_and_nothing_else() {
        universe::cover_problems(3, 4).for_each(|problem| check(&problem));
        universe::cover_problems_with_requirements(2, 3, 3).for_each(|problem| check(&problem));
        universe::cover_problems_with_colours(2, 3).for_each(|problem| check(&problem));
        universe::cover_problems_with_ranges(2, 4).for_each(|problem| check(&problem));
        let shape =
            universe::RandomShape { options: 6, ..universe::RandomShape::with_everything() };
        universe::random_cover_problems(5, 40, &shape).for_each(|problem| check(&problem));
    }

    #[test]
    fn every_fault_is_named_in_one_line() {
        let mut builder = CoverProblemBuilder::new();
        let [a, x, many] = [ItemKind::Primary, ItemKind::Optional, ItemKind::between(0, 2)]
            .map(|kind| builder.item(kind));
        let red = builder.coloured_option([(a, None), (x, Some(Colour(1)))]);
        let blue = builder.coloured_option([(x, Some(Colour(2))), (many, None)]);
        let bare = builder.option([x, many]);
        let more = builder.option([many]);
        builder.require(more, [x, a]);
        let elsewhere = builder.option([a]);
        let whole = builder.clone().build(Action::trivial(3)).expect("valid");
        let judged = |options: &[OptionId]| match judge_cover(&whole, options) {
            Ok(()) => "a solution".to_owned(),
            Err(fault) => fault.to_string(),
        };
        assert_eq!(judged(&[red, more]), "a solution");
        assert_eq!(judged(&[red, red]), "option 0 is taken twice");
        assert_eq!(judged(&[red, blue]), "item 1 gets different colours from options 0 and 1");
        assert_eq!(judged(&[bare, red]), "item 1 gets different colours from options 2 and 0");
        assert_eq!(judged(&[blue]), "item 0 is covered 0 times, expected 1");
        assert_eq!(judged(&[red, elsewhere]), "item 0 is covered 2 times, expected 1");
        assert_eq!(judged(&[elsewhere, bare, bare]), "option 2 is taken twice");
        let unknown = builder.option([many]);
        let wide = "entry 1 of the solution is an unknown option, expected one of the problem";
        assert_eq!(judged(&[red, unknown]), wide);
        let copies: Vec<OptionId> = (0..3).map(|_| builder.option([many])).collect();
        let wider = builder.build(Action::trivial(3)).expect("valid");
        let fault =
            judge_cover(&wider, &[copies.as_slice(), &[elsewhere]].concat()).expect_err("three");
        assert_eq!(fault.to_string(), "item 2 is covered 3 times, expected 0 to 2");
    }

    #[test]
    fn an_unmet_requirement_names_the_option_and_the_items() {
        let mut builder = CoverProblemBuilder::new();
        let [a, x, y] =
            [ItemKind::Primary, ItemKind::Optional, ItemKind::Optional].map(|k| builder.item(k));
        let option = builder.option([a]);
        builder.require(option, [x, y]);
        let problem = builder.build(Action::trivial(3)).expect("valid");
        let fault = judge_cover(&problem, &[option]).expect_err("unmet");
        assert_eq!(fault.to_string(), "option 0 requires one of 1, 2, expected one to be covered");
    }
}
