//! Answers about exact covers.
//!
//! # What is held against what
//! * **K1** In a complete answer with classes, the table by symmetry adds up to the classes, and
//!   with the size of each class to the solutions. An item that no option covers leaves no
//!   solutions.
//! * **K2** Every listed solution consists of options of the problem and is a solution of it, with
//!   the cost that it claims. The cheapest ones come in order of cost.
//! * **K3** No two listed solutions are equal, and no more are listed than counted. An option that
//!   the problem has several times may appear in several solutions that look alike, as many as
//!   there are ways to choose a copy.
//! * **K4** As many are listed as were asked for, or all there are. If all classes are listed, they
//!   contain exactly the solutions counted.
//! * **K5** A problem with few options is counted again by trying every set of options. Its
//!   symmetries are found again, and so are the classes. The cheapest solutions are the cheapest of
//!   all.
//! * **K6** What goes with a list, with symmetries or with costs is there, and nothing else.

use super::judge_named;
use crate::envelope::{
    ListLength, Listing, class_size, is_stated, judge_claim, judge_class_table, judge_presence,
    judge_rows, judge_symmetry_rows, listed,
};
use crate::fault::{refuse, require};
use crate::saved::{LIMIT_STEPS, number_of_classes, unreadable};
use crate::{Fault, Verdict, rule};
use kumiki_formats::cover::{CoverFile, items_without_options};
use kumiki_formats::quoted;
use kumiki_id::Id;
use kumiki_model::{
    Answer, Count, CoverAsk, CoverPart, CoverProblem, CoverSymmetry, ItemId, ListRecord, OptionId,
    Part, Requirement, Solution,
};
use kumiki_recount::{Permutations, automorphisms, by_symmetry, covers};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Groups of at most so many symmetries are small enough to tell classes apart.
const SMALL_GROUP: usize = 100;

/// What an answer about an exact cover claims.
struct Claims<'a> {
    answer: &'a Answer,
    ask: &'a CoverAsk,
    part: &'a CoverPart,
    count: &'a Count,
    classes: Option<Count>,
}

/// Judges an answer.
pub(crate) fn judge(answer: &Answer, ask: &CoverAsk) -> Result<Verdict, Fault> {
    let (Part::Cover(part), Some(count)) = (&answer.part, &answer.count) else {
        return refuse(rule::FIELD, "there is no count of solutions, expected one");
    };
    let read = |text: &String| CoverFile::read(text.as_bytes(), ask.format);
    let file = ask.file.text.as_ref().map(read).transpose();
    let file = file.map_err(|error| unreadable(&error))?;
    let claims = Claims { answer, ask, part, count, classes: number_of_classes(answer)? };
    let mut verdict = Verdict::of(answer);
    judge_counts(&claims, &mut verdict)?;
    let records = listed(answer, |solution| match solution {
        Solution::Options(options) => Some(options),
        _ => None,
    });
    let mut own = Vec::new();
    if let Some(solutions) = records {
        let Some(file) = &file else {
            let what = "solutions are listed without the problem, expected it in the question";
            return refuse(rule::FIELD, what);
        };
        own = judge_solutions(&claims, file, &solutions)?;
        let line = format!("listed solutions that obey the rules, no two the same: {}", own.len());
        verdict.proved.push(line);
        verdict.solution_count = own.len();
        verdict.all_classes_listed = judge_contents(&claims, own.len(), &mut verdict)?;
    } else {
        verdict.proved.push("no solutions are listed".to_owned());
    }
    judge_length(&claims)?;
    match &file {
        Some(file) => judge_recount(&claims, file, &own, &mut verdict)?,
        None => verdict.trusted.push(format!(
            "{count} solutions: the answer does not repeat the problem; a question that is to be \
             verified is counted twice"
        )),
    }
    Ok(verdict)
}

/// K1 and the part of K6 that is about symmetries.
fn judge_counts(claims: &Claims<'_>, verdict: &mut Verdict) -> Result<(), Fault> {
    let Claims { answer, ask, part, count, classes } = claims;
    let with_symmetries = ask.symmetry == CoverSymmetry::Auto;
    judge_presence("group_order", answer.group_order.is_some(), with_symmetries)?;
    if classes.is_some() {
        judge_presence("classes", true, with_symmetries)?;
    }
    let lists_some = answer.solutions.as_ref().is_some_and(|list| !list.is_empty());
    judge_presence("symmetries", answer.symmetries.is_some(), classes.is_some() && lists_some)?;
    if ask.cheapest.is_some() || !answer.is_complete() {
        return Ok(());
    }
    if let (Some(item), true) = (part.uncoverable.first(), count.0 > BigUint::ZERO) {
        let what = format!(
            "there are solutions, and yet it says that there are none: item {} is in no option",
            quoted(item)
        );
        return refuse(rule::REASON, what);
    }
    let Some((order, classes)) = answer.group_order.as_ref().zip(classes.as_ref()) else {
        return judge_presence("by_symmetry", !answer.by_symmetry.is_empty(), false);
    };
    judge_class_table(&answer.by_symmetry, &order.0, classes, "solutions", Some(count))?;
    verdict.proved.push(format!(
        "the identity holds: under {order} symmetries these {classes} classes contain {count} \
         solutions"
    ));
    Ok(())
}

/// The first half of K4. The cheapest ones are all that is counted.
fn judge_length(claims: &Claims<'_>) -> Result<(), Fault> {
    let Claims { answer, ask, count, classes, .. } = claims;
    let tells_apart = ask.symmetry == CoverSymmetry::None || classes.is_some();
    let counted = classes.as_ref().unwrap_or(count);
    let available = Some(&counted.0).filter(|_| tells_apart && ask.cheapest.is_none());
    let mut length = ListLength::of(answer, available);
    length.list = length.list.or(ask.cheapest.map(ListRecord::at_most));
    length.judge()?;
    match (ask.cheapest, length.listed) {
        (Some(_), Some(listed)) => is_stated(rule::LENGTH, "listed solutions", listed, count),
        _ => Ok(()),
    }
}

/// K5, and the items that no option covers. The listed solutions are given by their options.
fn judge_recount(
    claims: &Claims<'_>,
    file: &CoverFile,
    listed: &[Vec<OptionId>],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Claims { answer, ask, part, count, .. } = claims;
    let uncoverable = items_without_options(file.problem()).into_iter();
    let names: Vec<String> = uncoverable.map(|item| quoted(file.item_name(item))).collect();
    let stated: Vec<String> = part.uncoverable.iter().map(|name| quoted(name)).collect();
    judge_rows(rule::RECOUNT, "uncoverable", &stated, &names)?;
    let Some(solutions) = covers(file.problem(), LIMIT_STEPS) else {
        verdict.trusted.push(format!(
            "{count} solutions: there are too many sets of options to try them here"
        ));
        return Ok(());
    };
    let found = solutions.len();
    if !answer.is_complete() {
        return require(count.0 <= found.into(), rule::RECOUNT, || {
            format!("solutions there are: {found}, but {count} is stated")
        });
    }
    if let Some(most) = ask.cheapest {
        return judge_cheapest(claims, file, most, &solutions, verdict);
    }
    is_stated(rule::RECOUNT, "solutions counted again", found, count)?;
    verdict.proved.push(format!("every set of options was tried: {found} solutions"));
    match &answer.group_order {
        Some(order) => judge_group(claims, order, file, [&solutions, listed], verdict),
        None => Ok(()),
    }
}

/// K5 for the cheapest.
fn judge_cheapest(
    claims: &Claims<'_>,
    file: &CoverFile,
    most: usize,
    solutions: &[Vec<OptionId>],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Claims { answer, count, .. } = claims;
    if answer.group_order.is_some() {
        verdict.trusted.push(
            "the cheapest classes: symmetries and costs are not looked at together here".to_owned(),
        );
        return Ok(());
    }
    let mut costs: Vec<u64> = solutions.iter().map(|options| cost(file, options)).collect();
    costs.sort_unstable();
    costs.truncate(most);
    is_stated(rule::RECOUNT, "cheapest solutions found again", costs.len(), count)?;
    for (number, (own, stated)) in (1..).zip(costs.iter().zip(answer.costs.iter().flatten())) {
        judge_next_cheapest(rule::RECOUNT, own == stated, number, *stated)?;
    }
    verdict.proved.push("the costs were found again by trying every set of options".to_owned());
    Ok(())
}

/// K5 for the symmetries and classes of all solutions and of those listed.
fn judge_group(
    claims: &Claims<'_>,
    order: &Count,
    file: &CoverFile,
    [solutions, listed]: [&[Vec<OptionId>]; 2],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Claims { answer, classes, .. } = claims;
    let Some(group) = automorphisms(file.problem(), LIMIT_STEPS / 50) else {
        verdict.trusted.push(
            "the symmetries of the problem and the classes: too many to find them here".to_owned(),
        );
        return Ok(());
    };
    is_stated(rule::RECOUNT, "symmetries found again", group.len(), order)?;
    let Some(classes) = classes else {
        return judge_presence("classes", false, group.len() <= SMALL_GROUP);
    };
    let group: Vec<Vec<usize>> = group.into_iter().collect();
    let group = Permutations(&group);
    let numbers = |options: &Vec<OptionId>| options.iter().map(|option| option.index()).collect();
    let found = group.classes(&solutions.iter().map(numbers).collect::<Vec<_>>());
    is_stated(rule::RECOUNT, "classes found again", found.len(), classes)?;
    judge_symmetry_rows(rule::RECOUNT, &answer.by_symmetry, &by_symmetry(found.into_values()))?;
    let mut listing = Listing::new("solutions", None);
    let mut stated = answer.symmetries.iter().flatten();
    for (number, options) in (1..).zip(listed) {
        let (class, fixing) = group.class_of(&numbers(options));
        listing.add(class)?;
        judge_claim("number of symmetries", *stated.next().unwrap_or(&fixing), fixing)
            .map_err(|fault| fault.within("solution", number))?;
    }
    verdict
        .proved
        .push(format!("all {order} symmetries were found again, and with them {classes} classes"));
    Ok(())
}

/// K2, K3 and the rest of K6. Gives the options of each solution.
fn judge_solutions(
    claims: &Claims<'_>,
    file: &CoverFile,
    solutions: &[&Vec<String>],
) -> Result<Vec<Vec<OptionId>>, Fault> {
    let problem = file.problem();
    let costs = claims.answer.costs.as_deref();
    judge_presence("costs", costs.is_some(), problem.has_costs() && !solutions.is_empty())?;
    let mut copies: BTreeMap<&str, Vec<OptionId>> = BTreeMap::new();
    for option in problem.options().ids() {
        copies.entry(file.option_text(option)).or_default().push(option);
    }
    // Solutions that look alike: the first of them, and how many there are.
    let mut alike: BTreeMap<Vec<&str>, (usize, u64)> = BTreeMap::new();
    let mut listed = Vec::with_capacity(solutions.len());
    for (number, texts) in (1..).zip(solutions) {
        let in_solution = |fault: Fault| fault.within("solution", number);
        let mut look: Vec<&str> = texts.iter().map(String::as_str).collect();
        look.sort_unstable();
        let (first, times) = alike.entry(look.clone()).or_insert((number, 0));
        let (options, left) = options_of(problem, &copies, &look, *times).map_err(in_solution)?;
        require(left == 0, rule::SAME, || format!("solutions {first} and {number} are the same"))
            .map_err(|fault| fault.at(number))?;
        *times += 1;
        let item = |item| quoted(file.item_name(item));
        let option = |option| quoted(file.option_text(option));
        judge_named(problem, &options, &item, &option).map_err(in_solution)?;
        if let Some(costs) = costs {
            let (before, stated) = (costs[..number - 1].last(), costs[number - 1]);
            judge_claim("cost", stated, cost(file, &options)).map_err(in_solution)?;
            let is_next =
                claims.ask.cheapest.is_none() || before.is_none_or(|cost| *cost <= stated);
            judge_next_cheapest(rule::CHEAPEST, is_next, number, stated)?;
        }
        listed.push(options);
    }
    Ok(listed)
}

/// The options with these texts, which are sorted. Of several with the same text some have to be
/// chosen, among those whose requirements are met if there are such; all choices are numbered, and
/// so many are passed over. Also says how many are still to be passed over when there is no other
/// choice.
fn options_of(
    problem: &CoverProblem,
    copies: &BTreeMap<&str, Vec<OptionId>>,
    texts: &[&str],
    mut pass_over: u64,
) -> Result<(Vec<OptionId>, u64), Fault> {
    // Options with the same text cover the same items, so the choice changes nothing for others.
    let taken = texts.iter().filter_map(|text| copies.get(text)?.first());
    let covered: BTreeSet<ItemId> =
        taken.flat_map(|option| problem.entries(*option).map(|(item, _)| item)).collect();
    let is_met = |demand: &Requirement| demand.any_of.iter().any(|item| covered.contains(item));
    let are_met = |option: &OptionId| {
        problem.requirements().iter().all(|demand| demand.option != *option || is_met(demand))
    };
    let mut options = Vec::new();
    for alike in texts.chunk_by(|one, other| one == other) {
        let all = copies.get(alike[0]).cloned().unwrap_or_default();
        let met: Vec<OptionId> = all.iter().copied().filter(are_met).collect();
        let copies = if met.is_empty() { all } else { met };
        require(copies.len() >= alike.len(), rule::TEXT, || {
            format!("'{}' is not an option of the problem, or not so often", alike[0])
        })?;
        let ways = choices(copies.len(), alike.len());
        options.extend(choice(&copies, alike.len(), pass_over % ways));
        pass_over /= ways;
    }
    options.sort_unstable();
    Ok((options, pass_over))
}

/// In how many ways so many of some things can be chosen; of very many ways, some are enough.
fn choices(things: usize, chosen: usize) -> u64 {
    let step =
        |ways: u128, at: usize| ways.saturating_mul((things - at) as u128) / (at as u128 + 1);
    u64::try_from((0..chosen).fold(1, step)).unwrap_or(u64::MAX)
}

/// So many of some copies: the choice with a number, in lexicographic order.
fn choice(copies: &[OptionId], chosen: usize, mut number: u64) -> Vec<OptionId> {
    let mut taken = Vec::with_capacity(chosen);
    for (at, copy) in copies.iter().enumerate() {
        let Some(others) = (chosen - taken.len()).checked_sub(1) else { break };
        // The choices with this copy come before those without it.
        match number.checked_sub(choices(copies.len() - at - 1, others)) {
            None => taken.push(*copy),
            Some(left) => number = left,
        }
    }
    taken
}

/// A solution is listed in its place if the cheapest come first.
fn judge_next_cheapest(
    rule: &'static str,
    is_next: bool,
    number: usize,
    cost: u64,
) -> Result<(), Fault> {
    let what = || format!("solution {number} costs {cost}, and is not the next cheapest");
    require(is_next, rule, what).map_err(|fault| fault.at(number))
}

/// What a solution costs.
fn cost(file: &CoverFile, options: &[OptionId]) -> u64 {
    options.iter().map(|option| file.problem().cost(*option)).sum()
}

/// The second half of K4. Says whether all classes are listed.
fn judge_contents(
    claims: &Claims<'_>,
    listed: usize,
    verdict: &mut Verdict,
) -> Result<bool, Fault> {
    let Claims { answer, ask, count, classes, .. } = claims;
    let class_count = classes.as_ref().unwrap_or(count);
    let is_all = answer.is_complete() && class_count.0 == BigUint::from(listed);
    if !is_all || ask.cheapest.is_some() {
        return Ok(false);
    }
    let line = format!("the list has as many as are counted, {class_count}");
    match (&answer.group_order, &answer.symmetries) {
        (Some(order), Some(symmetries)) => {
            let sizes = symmetries.iter().map(|symmetries| class_size(&order.0, *symmetries));
            let contained: BigUint = sizes.sum::<Result<_, _>>()?;
            let what = "solutions in the classes of those listed";
            is_stated(rule::SUM, what, contained, count)?;
            verdict.proved.push(format!("{line}, with {count} solutions"));
        }
        (Some(_), None) => {}
        (None, _) => verdict.proved.push(line),
    }
    Ok(true)
}
