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
    ListLength, Listing, by_symmetry, class_size, classes_in, contained, is_stated, judge_claim,
    judge_presence, judge_rows, judge_symmetry_order, symmetry_rows,
};
use crate::fault::{refuse, require};
use crate::saved::{LIMIT_STEPS, number_of_classes, unreadable};
use crate::{Fault, Verdict, recount, rule};
use kumiki_formats::cover::{CoverFile, items_without_options};
use kumiki_formats::quoted;
use kumiki_id::Id;
use kumiki_model::{
    Answer, BySymmetry, Count, CoverAsk, CoverProblem, CoverSymmetry, ItemId, ListRecord, OptionId,
    Part, Solution,
};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Groups of at most so many symmetries are small enough to tell classes apart.
const SMALL_GROUP: usize = 100;

/// What an answer about an exact cover claims.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    /// The problem, if the answer repeats it.
    file: Option<CoverFile>,
    symmetry: CoverSymmetry,
    list: Option<ListRecord>,
    sample: Option<usize>,
    cheapest: Option<usize>,
    count: Count,
    group_order: Option<Count>,
    classes: Option<Count>,
    by_symmetry: Vec<BySymmetry>,
    solutions: Option<Vec<Vec<String>>>,
    costs: Option<Vec<u64>>,
    symmetries: Option<Vec<usize>>,
    uncoverable: Vec<String>,
    complete: bool,
}

impl Claims {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &Answer, ask: &CoverAsk) -> Result<Self, Fault> {
        let (Part::Cover(part), Some(count)) = (&answer.part, &answer.count) else {
            return refuse(rule::FIELD, "there is no count of solutions, expected one");
        };
        let read = |text: &String| {
            CoverFile::read(text.as_bytes(), ask.format).map_err(|error| unreadable(&error))
        };
        let options = |solution: &Solution| match solution {
            Solution::Options(options) => Some(options.clone()),
            _ => None,
        };
        let how = &answer.question.how;
        Ok(Self {
            file: ask.file.text.as_ref().map(read).transpose()?,
            symmetry: ask.symmetry,
            list: how.list,
            sample: how.sample,
            cheapest: ask.cheapest,
            count: count.clone(),
            group_order: answer.group_order.clone(),
            classes: number_of_classes(answer)?,
            by_symmetry: answer.by_symmetry.clone(),
            solutions: answer
                .solutions
                .as_ref()
                .map(|solutions| solutions.iter().filter_map(options).collect()),
            costs: answer.costs.clone(),
            symmetries: answer.symmetries.clone(),
            uncoverable: part.uncoverable.clone(),
            complete: answer.is_complete(),
        })
    }
}

/// Judges an answer.
pub(crate) fn judge(answer: &Claims) -> Result<Verdict, Fault> {
    let mut verdict = Verdict::default();
    verdict.note_end(answer.complete);
    judge_counts(answer, &mut verdict)?;
    let file = &answer.file;
    let mut listed = None;
    if let Some(solutions) = &answer.solutions {
        let file = file.as_ref().ok_or_else(|| {
            let what = "solutions are listed without the problem, expected it in the question";
            Fault::new(rule::FIELD, what)
        })?;
        listed = Some(judge_solutions(answer, file, solutions)?);
        let line =
            format!("listed solutions that obey the rules, no two the same: {}", solutions.len());
        verdict.proved.push(line);
        verdict.solution_count = solutions.len();
        verdict.all_classes_listed = judge_contents(answer, solutions.len(), &mut verdict)?;
    } else {
        verdict.proved.push("no solutions are listed".to_owned());
    }
    judge_length(answer)?;
    match file {
        Some(file) => judge_recount(answer, file, listed.as_deref(), &mut verdict)?,
        None => verdict.trusted.push(format!(
            "{} solutions: the answer does not repeat the problem; a question that is to be \
             verified is counted twice",
            answer.count
        )),
    }
    Ok(verdict)
}

/// K1 and the part of K6 that is about symmetries.
fn judge_counts(answer: &Claims, verdict: &mut Verdict) -> Result<(), Fault> {
    let with_symmetries = answer.symmetry == CoverSymmetry::Auto;
    judge_presence("group_order", answer.group_order.is_some(), with_symmetries)?;
    let has_classes = answer.classes.is_some();
    if has_classes {
        judge_presence("classes", has_classes, with_symmetries)?;
    }
    let lists_some = answer.solutions.as_ref().is_some_and(|list| !list.is_empty());
    judge_presence("symmetries", answer.symmetries.is_some(), has_classes && lists_some)?;
    if answer.cheapest.is_some() || !answer.complete {
        return Ok(());
    }
    if let (Some(item), true) = (answer.uncoverable.first(), answer.count.0 > BigUint::ZERO) {
        let what = format!(
            "there are solutions, and yet it says that there are none: item {} is in no option",
            quoted(item)
        );
        return refuse(rule::REASON, what);
    }
    let Some((order, classes)) = answer.group_order.as_ref().zip(answer.classes.as_ref()) else {
        return judge_presence("by_symmetry", !answer.by_symmetry.is_empty(), false);
    };
    let table = &answer.by_symmetry;
    let contained = contained(table, &order.0)?;
    is_stated(rule::SUM, "classes by symmetry", classes_in(table), classes)?;
    is_stated(rule::SUM, "solutions in the classes by symmetry", contained, &answer.count)?;
    judge_symmetry_order(table)?;
    verdict.proved.push(format!(
        "the identity holds: under {order} symmetries these {classes} classes contain {} solutions",
        answer.count
    ));
    Ok(())
}

/// The first half of K4. The cheapest ones are all that is counted.
fn judge_length(answer: &Claims) -> Result<(), Fault> {
    let listed = answer.solutions.as_ref().map(Vec::len);
    let tells_apart = answer.symmetry == CoverSymmetry::None || answer.classes.is_some();
    let counted = answer.classes.as_ref().unwrap_or(&answer.count);
    let length = ListLength {
        list: answer.list.or(answer.cheapest.map(ListRecord::at_most)),
        sample: answer.sample,
        listed,
        available: Some(&counted.0).filter(|_| tells_apart && answer.cheapest.is_none()),
        is_complete: answer.complete,
    };
    length.judge()?;
    match (answer.cheapest, listed) {
        (Some(_), Some(listed)) => {
            is_stated(rule::LENGTH, "listed solutions", listed, &answer.count)
        }
        _ => Ok(()),
    }
}

/// K5, and the items that no option covers. The listed solutions are given by their options.
fn judge_recount(
    answer: &Claims,
    file: &CoverFile,
    listed: Option<&[Vec<OptionId>]>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let problem = file.problem();
    let uncoverable = items_without_options(problem);
    let names: Vec<String> =
        uncoverable.into_iter().map(|item| quoted(file.item_name(item))).collect();
    let stated: Vec<String> = answer.uncoverable.iter().map(|name| quoted(name)).collect();
    judge_rows(rule::RECOUNT, "uncoverable", &stated, &names)?;
    let Some(solutions) = recount::covers(problem, LIMIT_STEPS) else {
        let count = &answer.count;
        verdict.trusted.push(format!(
            "{count} solutions: there are too many sets of options to try them here"
        ));
        return Ok(());
    };
    if !answer.complete {
        let (found, stated) = (solutions.len(), &answer.count);
        return require(stated.0 <= BigUint::from(found), rule::RECOUNT, || {
            format!("solutions there are: {found}, but {stated} is stated")
        });
    }
    if let Some(most) = answer.cheapest {
        return judge_cheapest(answer, file, most, &solutions, verdict);
    }
    is_stated(rule::RECOUNT, "solutions counted again", solutions.len(), &answer.count)?;
    verdict.proved.push(format!("every set of options was tried: {} solutions", solutions.len()));
    if answer.symmetry == CoverSymmetry::Auto {
        judge_group(answer, file, &solutions, listed, verdict)?;
    }
    Ok(())
}

/// K5 for the cheapest.
fn judge_cheapest(
    answer: &Claims,
    file: &CoverFile,
    most: usize,
    solutions: &[Vec<OptionId>],
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    if answer.group_order.is_some() {
        verdict.trusted.push(
            "the cheapest classes: symmetries and costs are not looked at together here".to_owned(),
        );
        return Ok(());
    }
    let mut costs: Vec<u64> = solutions.iter().map(|options| cost(file, options)).collect();
    costs.sort_unstable();
    costs.truncate(most);
    is_stated(rule::RECOUNT, "cheapest solutions found again", costs.len(), &answer.count)?;
    let stated = answer.costs.iter().flatten();
    if let Some((at, (_, cost))) =
        costs.iter().zip(stated).enumerate().find(|(_, (own, cost))| own != cost)
    {
        return Err(not_cheapest(rule::RECOUNT, at + 1, *cost));
    }
    verdict.proved.push("the costs were found again by trying every set of options".to_owned());
    Ok(())
}

/// K5 for the symmetries and classes.
fn judge_group(
    answer: &Claims,
    file: &CoverFile,
    solutions: &[Vec<OptionId>],
    listed: Option<&[Vec<OptionId>]>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let group = recount::automorphisms(file.problem(), LIMIT_STEPS / 50);
    let (Some(group), Some(order)) = (group, &answer.group_order) else {
        verdict.trusted.push(
            "the symmetries of the problem and the classes: too many to find them here".to_owned(),
        );
        return Ok(());
    };
    is_stated(rule::RECOUNT, "symmetries found again", group.len(), order)?;
    judge_presence(
        "classes",
        answer.classes.is_some(),
        answer.classes.is_some() || group.len() <= SMALL_GROUP,
    )?;
    let Some(classes) = &answer.classes else { return Ok(()) };
    let images = |solution: &[OptionId]| -> Vec<Vec<usize>> {
        let image = |symmetry: &Vec<usize>| {
            let mut image: Vec<usize> =
                solution.iter().map(|option| symmetry[option.index()]).collect();
            image.sort_unstable();
            image
        };
        group.iter().map(image).collect()
    };
    // The least image stands for a class; as many symmetries lead to it as leave a solution
    // unchanged.
    let standing = |solution: &Vec<OptionId>| {
        let images = images(solution);
        let least = images.iter().min().cloned().unwrap_or_default();
        let fixing = images.iter().filter(|image| **image == least).count();
        (least, fixing)
    };
    let found: BTreeMap<Vec<usize>, usize> = solutions.iter().map(standing).collect();
    is_stated(rule::RECOUNT, "classes found again", found.len(), classes)?;
    let own = by_symmetry(found.values().copied());
    judge_rows(
        rule::RECOUNT,
        "by_symmetry",
        &symmetry_rows(&answer.by_symmetry),
        &symmetry_rows(&own),
    )?;
    let mut listing = Listing::new("solutions", None);
    for (at, solution) in listed.unwrap_or_default().iter().enumerate() {
        let (least, fixing) = standing(solution);
        listing.add(least)?;
        let stated =
            answer.symmetries.as_ref().and_then(|list| list.get(at)).copied().unwrap_or(fixing);
        judge_claim("number of symmetries", stated, fixing)
            .map_err(|fault| fault.within("solution", at + 1))?;
    }
    verdict
        .proved
        .push(format!("all {order} symmetries were found again, and with them {classes} classes"));
    Ok(())
}

/// K2, K3 and the rest of K6. Gives the options of each solution.
fn judge_solutions(
    answer: &Claims,
    file: &CoverFile,
    solutions: &[Vec<String>],
) -> Result<Vec<Vec<OptionId>>, Fault> {
    let has_costs = file.problem().has_costs() && !solutions.is_empty();
    judge_presence("costs", answer.costs.is_some(), has_costs)?;
    let mut copies: BTreeMap<&str, Vec<OptionId>> = BTreeMap::new();
    for option in file.problem().options().ids() {
        copies.entry(file.option_text(option)).or_default().push(option);
    }
    // Solutions that look alike: the first of them, and how many there are.
    let mut alike: BTreeMap<Vec<&str>, (usize, u64)> = BTreeMap::new();
    let mut listed = Vec::with_capacity(solutions.len());
    for (at, texts) in solutions.iter().enumerate() {
        let in_solution = |fault: Fault| fault.within("solution", at + 1);
        let copies = copies_allowed(file.problem(), &copies, texts);
        let mut look: Vec<&str> = texts.iter().map(String::as_str).collect();
        look.sort_unstable();
        let (first, times) = alike.entry(look.clone()).or_insert((at + 1, 0));
        let (options, left) = options_of(&copies, &look, *times).map_err(in_solution)?;
        require(left == 0, rule::SAME, || format!("solutions {first} and {} are the same", at + 1))
            .map_err(|fault| fault.at(at + 1))?;
        *times += 1;
        let item = |item| quoted(file.item_name(item));
        let option = |option| quoted(file.option_text(option));
        judge_named(file.problem(), &options, &item, &option).map_err(in_solution)?;
        judge_cost(answer, at, cost(file, &options))?;
        listed.push(options);
    }
    Ok(listed)
}

/// Of the options with each text those whose requirements a solution meets, or all if it meets
/// none. Options with the same text cover the same items, so the choice changes nothing for others.
fn copies_allowed<'t>(
    problem: &CoverProblem,
    copies: &BTreeMap<&'t str, Vec<OptionId>>,
    texts: &[String],
) -> BTreeMap<&'t str, Vec<OptionId>> {
    if problem.requirements().is_empty() {
        return copies.clone();
    }
    let taken = texts.iter().filter_map(|text| copies.get(text.as_str())?.first());
    let covered: BTreeSet<ItemId> =
        taken.flat_map(|option| problem.entries(*option).map(|(item, _)| item)).collect();
    let is_met = |option: &OptionId| {
        let own = problem.requirements().iter().filter(|requirement| requirement.option == *option);
        own.into_iter()
            .all(|requirement| requirement.any_of.iter().any(|item| covered.contains(item)))
    };
    let allowed = |(text, options): (&&'t str, &Vec<OptionId>)| {
        let met: Vec<OptionId> = options.iter().copied().filter(is_met).collect();
        (*text, if met.is_empty() { options.clone() } else { met })
    };
    copies.iter().map(allowed).collect()
}

/// The options with these texts, which are sorted. Of several with the same text some have to be
/// chosen; all choices are numbered, and so many are passed over. Also says how many are still to
/// be passed over when there is no other choice.
fn options_of(
    copies: &BTreeMap<&str, Vec<OptionId>>,
    texts: &[&str],
    mut pass_over: u64,
) -> Result<(Vec<OptionId>, u64), Fault> {
    let mut options = Vec::new();
    for alike in texts.chunk_by(|one, other| one == other) {
        let copies = copies.get(alike[0]).filter(|copies| copies.len() >= alike.len());
        let copies = copies.ok_or_else(|| {
            let what = format!("'{}' is not an option of the problem, or not so often", alike[0]);
            Fault::new(rule::TEXT, what)
        })?;
        let ways = choices(copies.len(), alike.len());
        options.extend(choice(copies, alike.len(), pass_over % ways));
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
    let mut left = chosen;
    let mut taken = Vec::with_capacity(chosen);
    for (at, copy) in copies.iter().enumerate() {
        if left == 0 {
            break;
        }
        // The choices with this copy come before those without it.
        let with_it = choices(copies.len() - at - 1, left - 1);
        if number < with_it {
            taken.push(*copy);
            left -= 1;
        } else {
            number -= with_it;
        }
    }
    taken
}

fn not_cheapest(rule: &'static str, number: usize, cost: u64) -> Fault {
    let what = format!("solution {number} costs {cost}, and is not the next cheapest");
    Fault::new(rule, what).at(number)
}

/// What a solution costs.
fn cost(file: &CoverFile, options: &[OptionId]) -> u64 {
    options.iter().map(|option| file.problem().cost(*option)).sum()
}

fn judge_cost(answer: &Claims, at: usize, found: u64) -> Result<(), Fault> {
    let Some(costs) = &answer.costs else { return Ok(()) };
    let stated = costs[at];
    judge_claim("cost", stated, found).map_err(|fault| fault.within("solution", at + 1))?;
    let is_dearer_before = at > 0 && costs[at - 1] > stated;
    if answer.cheapest.is_some() && is_dearer_before {
        return Err(not_cheapest(rule::CHEAPEST, at + 1, stated));
    }
    Ok(())
}

/// The second half of K4. Says whether all classes are listed.
fn judge_contents(answer: &Claims, listed: usize, verdict: &mut Verdict) -> Result<bool, Fault> {
    let class_count = answer.classes.as_ref().unwrap_or(&answer.count);
    let is_all = answer.complete && class_count.0 == BigUint::from(listed);
    if !is_all || answer.cheapest.is_some() {
        return Ok(false);
    }
    if let (Some(order), Some(symmetries)) = (&answer.group_order, &answer.symmetries) {
        let mut contained = BigUint::ZERO;
        for symmetries in symmetries {
            contained += class_size(&order.0, *symmetries)?;
        }
        let what = "solutions in the classes of those listed";
        is_stated(rule::SUM, what, contained, &answer.count)?;
        verdict.proved.push(format!(
            "the list has as many as are counted, {class_count}, with {} solutions",
            answer.count
        ));
    } else if answer.group_order.is_none() {
        verdict.proved.push(format!("the list has as many as are counted, {class_count}"));
    }
    Ok(true)
}
