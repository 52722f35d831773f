//! An exact cover as a formula in conjunctive normal form, in the text that satisfiability solvers
//! and model counters read.
//!
//! # The idea
//! Each option is a variable: taken or not. An item that is covered between so and so many times is
//! a count of those variables. Colours of an optional item are variables that mean "one of the
//! options of this colour is taken"; at most one of them and of the options without colour may be
//! true. A requirement is one clause.
//!
//! Auxiliary variables are defined in both directions, so that the options determine them. The
//! formula then has exactly as many models as the problem has solutions, and no counter needs to be
//! told what to project on.
//!
//! # Roads not taken
//! One-sided definitions are enough for satisfiability and save a third of the clauses, but they
//! multiply models.

mod counter;
mod formula;

use super::CoverFile;
use crate::FormatError;
use formula::{Formula, Value};
use kumiki_id::{Id, IdVec};
use kumiki_model::{Colour, CoverProblem, ItemId, ItemKind, OptionId, Requirement};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The longest text that is written.
const SIZE_LIMIT_BYTES: usize = 1 << 30;

/// The options that cover each item, with the colours they give it.
type Ways = IdVec<ItemId, Vec<(OptionId, Option<Colour>)>>;

/// Writes the formula.
pub(super) fn write(file: &CoverFile) -> Result<String, FormatError> {
    let problem = file.problem();
    let option_count = problem.options().len();
    let formula = formula_of(problem)?;
    let mut text = format!(
        "c exact cover: variables 1 to {option_count} are the options listed below\n\
         c they determine the other {} variables, so there is one model for each solution\n",
        formula.variable_count() - option_count,
    );
    if problem.has_costs() {
        text.push_str("c costs are left out\n");
    }
    for option in problem.options().ids() {
        writeln!(text, "c {}: {}", option.index() + 1, file.option_text(option))
            .expect("a string takes everything");
    }
    formula.write_to(&mut text);
    Ok(text)
}

fn formula_of(problem: &CoverProblem) -> Result<Formula, FormatError> {
    let mut formula = Formula::new(problem.options().len(), SIZE_LIMIT_BYTES);
    let mut ways: Ways = problem.items().iter().map(|_| Vec::new()).collect();
    for option in problem.options().ids() {
        for (item, colour) in problem.entries(option) {
            ways[item].push((option, colour));
        }
    }
    for (item, kind) in problem.items().enumerate() {
        let ways = &ways[item];
        if *kind == ItemKind::Optional {
            let alternatives = alternatives(&mut formula, ways)?;
            counter::between(&mut formula, &alternatives, 0, 1)?;
        } else {
            let taken: Vec<Value> =
                ways.iter().map(|(option, _)| formula.option(*option)).collect();
            counter::between(&mut formula, &taken, kind.least() as usize, kind.most() as usize)?;
        }
    }
    for requirement in problem.requirements() {
        require(&mut formula, &ways, requirement)?;
    }
    Ok(formula)
}

/// What excludes each other at an optional item: each option without colour, and each colour.
fn alternatives(
    formula: &mut Formula,
    ways: &[(OptionId, Option<Colour>)],
) -> Result<Vec<Value>, FormatError> {
    let mut plain = Vec::new();
    let mut by_colour: BTreeMap<Colour, Vec<Value>> = BTreeMap::new();
    for (option, colour) in ways {
        let taken = formula.option(*option);
        match colour {
            Some(colour) => by_colour.entry(*colour).or_default().push(taken),
            None => plain.push(taken),
        }
    }
    // One colour and nothing else: nothing excludes anything.
    if plain.is_empty() && by_colour.len() == 1 {
        return Ok(plain);
    }
    for same_colour in by_colour.values() {
        plain.push(formula.any_of(same_colour)?);
    }
    Ok(plain)
}

/// If the option is taken, so is one that covers one of the items.
fn require(
    formula: &mut Formula,
    ways: &Ways,
    requirement: &Requirement,
) -> Result<(), FormatError> {
    let covering = requirement.any_of.iter().flat_map(|item| &ways[*item]);
    let mut wanted: Vec<OptionId> = covering.map(|(option, _)| *option).collect();
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.binary_search(&requirement.option).is_ok() {
        return Ok(());
    }
    let mut clause = vec![formula.option(requirement.option).not()];
    clause.extend(wanted.into_iter().map(|option| formula.option(option)));
    formula.clause(&clause)
}
