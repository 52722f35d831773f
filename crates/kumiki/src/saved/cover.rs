//! Answers about exact covers.
//!
//! # What is held against what
//! * **K1** In a complete answer with classes, the table by symmetry adds up to the classes, and with the size of each
//!   class to the solutions. An item that no option covers leaves no solutions.
//! * **K2** Every listed solution consists of options of the problem and is a solution of it, with the cost that it
//!   claims. The cheapest ones come in order of cost.
//! * **K3** No two listed solutions are equal, and no more are listed than counted. An option that the problem has
//!   several times may appear in several solutions that look alike, as many as there are ways to choose a copy.
//! * **K4** If all classes are listed, they contain exactly the solutions counted.
//! * **K5** A problem with few options is counted again by trying every set of options.

use super::{
    RECOUNTED_OPTIONS, SavedFault, SolutionFault, Verdict, class_size, equal, judge_classes,
    judge_list_length,
};
use kumiki_check::{CoverFault, judge_cover, naive};
use kumiki_formats::cover::{CoverFile, CoverFormat, items_without_options};
use kumiki_formats::quoted;
use kumiki_id::Id;
use kumiki_model::{Count, CoverAnswer, ItemId, OptionId};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Judges an answer.
pub(super) fn judge(answer: &CoverAnswer) -> Result<Verdict, SavedFault> {
    let mut lines = Vec::new();
    judge_counts(answer, &mut lines)?;
    let file = answer.question.problem.as_deref().map(read).transpose()?;
    if let Some(file) = &file {
        judge_recount(answer, file, &mut lines)?;
    }
    if !answer.complete {
        lines.push("the answer says itself that the search was not finished".to_owned());
    } else if lines.is_empty() {
        lines.push("the count cannot be checked from here; 'kumiki cover --verify' counts twice".to_owned());
    }
    let Some(solutions) = &answer.solutions else {
        lines.push("no solutions are listed".to_owned());
        return Ok(Verdict { solution_count: 0, all_classes_listed: false, lines });
    };
    let file = file.ok_or(SavedFault::NoProblem)?;
    judge_solutions(answer, &file, solutions)?;
    lines.push(format!("listed solutions that obey the rules, no two the same: {}", solutions.len()));
    let all_classes_listed = judge_completeness(answer, solutions.len(), &mut lines)?;
    Ok(Verdict { solution_count: solutions.len(), all_classes_listed, lines })
}

/// The problem that the answer repeats. What begins with a brace is JSON, everything else is Knuth's text.
fn read(text: &str) -> Result<CoverFile, SavedFault> {
    let format = if text.starts_with('{') { CoverFormat::Json } else { CoverFormat::Dlx };
    CoverFile::read(text.as_bytes(), format).map_err(SavedFault::Question)
}

/// K1.
fn judge_counts(answer: &CoverAnswer, lines: &mut Vec<String>) -> Result<(), SavedFault> {
    if answer.question.cheapest.is_some() || !answer.complete {
        return Ok(());
    }
    if let (Some(item), true) = (answer.uncoverable.first(), answer.count.0 > BigUint::ZERO) {
        let reason = format!("item {} is in no option", quoted(item));
        return Err(SavedFault::NotImpossible { reason });
    }
    if let (Some(order), Some(classes)) = (&answer.group_order, &answer.classes) {
        judge_classes(&answer.by_symmetry, order, classes, &answer.count)?;
        lines.push(format!(
            "the identity holds: under {order} symmetries these {classes} classes contain {} solutions",
            answer.count
        ));
    }
    Ok(())
}

/// K5, and the items that no option covers.
fn judge_recount(answer: &CoverAnswer, file: &CoverFile, lines: &mut Vec<String>) -> Result<(), SavedFault> {
    let problem = file.problem();
    let uncoverable: BTreeSet<&str> =
        items_without_options(problem).into_iter().map(|item| file.item_name(item)).collect();
    let stated: BTreeSet<&str> = answer.uncoverable.iter().map(String::as_str).collect();
    if uncoverable != stated {
        let found = BigUint::from(uncoverable.len());
        return equal("items in no option", found, &Count(BigUint::from(stated.len())));
    }
    if problem.options().len() > RECOUNTED_OPTIONS || !answer.complete {
        return Ok(());
    }
    let solutions = naive::covers(problem);
    if answer.question.cheapest.is_none() {
        equal("solutions counted again", solutions.len().into(), &answer.count)?;
        lines.push(format!("counted again by trying every set of options: {}", solutions.len()));
    } else if answer.group_order.is_none() {
        let mut costs: Vec<u64> = solutions.iter().map(|options| cost(file, options)).collect();
        costs.sort_unstable();
        costs.truncate(answer.question.cheapest.unwrap_or(0));
        equal("cheapest solutions found again", costs.len().into(), &answer.count)?;
        let listed = answer.costs.iter().flatten();
        if let Some((at, (_, cost))) =
            costs.iter().zip(listed).enumerate().find(|(_, (own, cost))| own != cost)
        {
            return Err(SavedFault::NotCheapest { number: at + 1, cost: *cost });
        }
        lines.push("the costs were found again by trying every set of options".to_owned());
    }
    Ok(())
}

/// K2 and K3.
fn judge_solutions(
    answer: &CoverAnswer,
    file: &CoverFile,
    solutions: &[Vec<String>],
) -> Result<(), SavedFault> {
    for (list, length) in [
        ("costs", answer.costs.as_ref().map(Vec::len)),
        ("symmetries", answer.symmetries.as_ref().map(Vec::len)),
    ] {
        if let Some(length) = length.filter(|length| *length != solutions.len()) {
            return Err(SavedFault::OtherLength { list, length, solution_count: solutions.len() });
        }
    }
    let mut copies: BTreeMap<&str, Vec<OptionId>> = BTreeMap::new();
    for option in file.problem().options().ids() {
        copies.entry(file.option_text(option)).or_default().push(option);
    }
    let mut alike: BTreeMap<Vec<OptionId>, (usize, BigUint)> = BTreeMap::new();
    for (at, texts) in solutions.iter().enumerate() {
        let in_solution = |fault: SolutionFault| SavedFault::Solution { number: at + 1, fault };
        let options = options_of(&copies, texts).map_err(in_solution)?;
        judge_cover(file.problem(), &options)
            .map_err(|fault| in_solution(SolutionFault::Cover { reason: in_words(&fault, file) }))?;
        judge_cost(answer, at, cost(file, &options))?;
        // Those that look alike take the first copies here, so their lists of options are equal.
        let ways = ways_to_choose(&copies, texts);
        let (first, left) = alike.entry(options).or_insert((at + 1, ways));
        if *left == BigUint::ZERO {
            return Err(SavedFault::Same { first: *first, second: at + 1 });
        }
        *left -= 1_u32;
    }
    Ok(())
}

/// The options with these texts; of several with the same text the first ones that are left.
fn options_of(
    copies: &BTreeMap<&str, Vec<OptionId>>,
    texts: &[String],
) -> Result<Vec<OptionId>, SolutionFault> {
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    let mut options = Vec::new();
    for text in texts {
        let nth = used.entry(text).or_default();
        let option = copies.get(text.as_str()).and_then(|copies| copies.get(*nth));
        options.push(*option.ok_or_else(|| SolutionFault::UnknownOption { text: text.clone() })?);
        *nth += 1;
    }
    options.sort_unstable();
    Ok(options)
}

/// In how many ways copies of options can be chosen such that the solution looks the same.
fn ways_to_choose(copies: &BTreeMap<&str, Vec<OptionId>>, texts: &[String]) -> BigUint {
    let mut chosen: BTreeMap<&str, usize> = BTreeMap::new();
    texts.iter().for_each(|text| *chosen.entry(text).or_default() += 1);
    let ways = |(text, chosen): (&&str, &usize)| {
        let available = copies.get(*text).map_or(0, Vec::len);
        (0..*chosen).fold(BigUint::from(1_u32), |ways, at| ways * (available - at) / (at + 1))
    };
    chosen.iter().map(ways).product()
}

/// What a solution costs.
fn cost(file: &CoverFile, options: &[OptionId]) -> u64 {
    options.iter().map(|option| file.problem().cost(*option)).sum()
}

fn judge_cost(answer: &CoverAnswer, at: usize, found: u64) -> Result<(), SavedFault> {
    let Some(costs) = &answer.costs else { return Ok(()) };
    let stated = costs[at];
    if stated != found {
        let fault = SolutionFault::WrongNumber { what: "cost", stated, found };
        return Err(SavedFault::Solution { number: at + 1, fault });
    }
    let is_dearer_before = at > 0 && costs[at - 1] > stated;
    if answer.question.cheapest.is_some() && is_dearer_before {
        return Err(SavedFault::NotCheapest { number: at + 1, cost: stated });
    }
    Ok(())
}

/// The rest of K3, and K4. Says whether all classes are listed.
fn judge_completeness(
    answer: &CoverAnswer,
    listed: usize,
    lines: &mut Vec<String>,
) -> Result<bool, SavedFault> {
    if answer.question.cheapest.is_some() {
        equal("listed solutions", listed.into(), &answer.count)?;
        return Ok(false);
    }
    let class_count = answer.classes.as_ref().unwrap_or(&answer.count);
    judge_list_length(listed, class_count)?;
    if !answer.complete || class_count.0 != BigUint::from(listed) {
        return Ok(false);
    }
    if let (Some(order), Some(symmetries)) = (&answer.group_order, &answer.symmetries) {
        let mut contained = BigUint::ZERO;
        for symmetries in symmetries {
            contained += class_size(order, *symmetries)?;
        }
        equal("solutions in the classes of those listed", contained, &answer.count)?;
        lines.push(format!("all {class_count} classes are listed, with {} solutions", answer.count));
    } else if answer.classes.is_none() && answer.group_order.is_none() {
        lines.push(format!("all {class_count} solutions are listed"));
    }
    Ok(true)
}

/// What is wrong with a set of options, with the names that the file has for options and items.
fn in_words(fault: &CoverFault, file: &CoverFile) -> String {
    let item = |item: &usize| quoted(file.item_name(ItemId::new(*item)));
    let option = |option: &usize| quoted(file.option_text(OptionId::new(*option)));
    match fault {
        CoverFault::OptionTwice { option: twice } => format!("option {} is taken twice", option(twice)),
        CoverFault::ColoursClash { item: clashing, one, other } => format!(
            "item {} gets different colours from options {} and {}",
            item(clashing),
            option(&one.0),
            option(&other.0)
        ),
        CoverFault::WrongTimes { item: wrong, times, least, most } => {
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let times = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
            format!("item {} is covered {times}, expected {wanted}", item(wrong))
        }
        CoverFault::Unmet { option: unmet, any_of } => {
            let items: Vec<String> = any_of.iter().map(item).collect();
            format!(
                "option {} requires one of {}, expected one to be covered",
                option(unmet),
                items.join(", ")
            )
        }
        other => other.to_string(),
    }
}
