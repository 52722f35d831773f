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

use super::CoverFile;
use crate::FormatError;
use kumiki_id::{Id, IdVec, narrow};
use kumiki_model::{Colour, CoverProblem, ItemId, ItemKind, OptionId, Requirement};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The longest text that is written.
const SIZE_LIMIT_BYTES: usize = 1 << 30;

/// With so many values, of which at most one may be true, pairs take fewer clauses than counting.
const PAIRWISE_LIMIT: usize = 6;

/// The options that cover an item, with the colours they give it.
type Ways = Vec<(OptionId, Option<Colour>)>;

impl CoverFile {
    /// The problem as a formula that has exactly one model for each solution, in the text of
    /// satisfiability solvers.
    ///
    /// Variable `i + 1` is option `i`. The options determine the values of all other variables, so
    /// that counting models counts solutions. Costs are left out.
    ///
    /// # Errors
    /// If the text would be longer than a gibibyte, which needs bounds in the thousands.
    pub fn to_dimacs(&self) -> Result<String, FormatError> {
        let problem = self.problem();
        let option_count = problem.options().len();
        let formula = formula_of(problem)?;
        let mut text = format!(
            "c exact cover: variables 1 to {option_count} are the options listed below\n\
             c they determine the other {} variables, so there is one model for each solution\n",
            formula.variable_count - option_count,
        );
        if problem.has_costs() {
            text.push_str("c costs are left out\n");
        }
        for option in problem.options().ids() {
            text += &format!("c {}: {}\n", option.index() + 1, self.option_text(option));
        }
        text += &format!("p cnf {} {}\n", formula.variable_count, formula.clause_count);
        Ok(text + &formula.body)
    }
}

fn formula_of(problem: &CoverProblem) -> Result<Formula, FormatError> {
    let mut formula = Formula::new(problem.options().len(), SIZE_LIMIT_BYTES);
    let mut ways: IdVec<ItemId, Ways> = problem.items().iter().map(|_| Vec::new()).collect();
    for option in problem.options().ids() {
        for (item, colour) in problem.entries(option) {
            ways[item].push((option, colour));
        }
    }
    for (item, kind) in problem.items().enumerate() {
        if *kind == ItemKind::Optional {
            let alternatives = formula.alternatives(&ways[item])?;
            formula.between(&alternatives, 0, 1)?;
        } else {
            let taken: Vec<Value> = ways[item].iter().map(|(option, _)| taken(*option)).collect();
            formula.between(&taken, kind.least() as usize, kind.most() as usize)?;
        }
    }
    for requirement in problem.requirements() {
        formula.require(&ways, requirement)?;
    }
    Ok(formula)
}

/// Something that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// Known.
    Known(bool),
    /// A variable, or with a minus sign its opposite.
    Literal(i64),
}

impl Value {
    /// The opposite.
    fn not(self) -> Self {
        match self {
            Self::Known(known) => Self::Known(!known),
            Self::Literal(literal) => Self::Literal(-literal),
        }
    }
}

/// Whether an option is taken.
fn taken(option: OptionId) -> Value {
    Value::Literal(1 + i64::from(narrow(option.index())))
}

/// Clauses over numbered variables.
///
/// * **N1** `body` is the DIMACS text of `clause_count` clauses over variables 1 to
///   `variable_count`.
/// * **N2** Variables beyond the first ones, which are the options, are determined by those before
///   them.
struct Formula {
    variable_count: usize,
    clause_count: usize,
    body: String,
    size_limit_bytes: usize,
}

impl Formula {
    /// No clauses, and a variable for each option.
    fn new(option_count: usize, size_limit_bytes: usize) -> Self {
        let (variable_count, clause_count, body) = (option_count, 0, String::new());
        Self { variable_count, clause_count, body, size_limit_bytes }
    }

    /// At least one of the values is true.
    fn clause(&mut self, values: &[Value]) -> Result<(), FormatError> {
        if values.contains(&Value::Known(true)) {
            return Ok(());
        }
        for value in values {
            if let Value::Literal(literal) = value {
                write!(self.body, "{literal} ").expect("a string takes everything");
            }
        }
        self.body.push_str("0\n");
        self.clause_count += 1;
        if self.body.len() > self.size_limit_bytes {
            let limit = self.size_limit_bytes;
            let reason =
                format!("a formula of more than {limit} bytes, expected items with lower bounds");
            return Err(FormatError::of_file(reason));
        }
        Ok(())
    }

    /// A variable that the next clauses must determine (N2).
    fn fresh(&mut self) -> Value {
        self.variable_count += 1;
        Value::Literal(i64::from(narrow(self.variable_count)))
    }

    /// Whether at least one of some values is true.
    fn any_of(&mut self, values: &[Value]) -> Result<Value, FormatError> {
        if let [only] = values {
            return Ok(*only);
        }
        let any = self.fresh();
        for value in values {
            self.clause(&[value.not(), any])?;
        }
        self.clause(&[&[any.not()], values].concat())?;
        Ok(any)
    }

    /// Whether `one`, or else both of `pair`.
    fn one_or_both(&mut self, one: Value, pair: [Value; 2]) -> Result<Value, FormatError> {
        match (one, pair) {
            (Value::Known(true), _)
            | (Value::Known(false), [Value::Known(false), _] | [_, Value::Known(false)]) => {
                return Ok(one);
            }
            (Value::Known(false), [Value::Known(true), other] | [other, Value::Known(true)]) => {
                return Ok(other);
            }
            _ => {}
        }
        let [left, right] = pair;
        let result = self.fresh();
        self.clause(&[one.not(), result])?;
        self.clause(&[left.not(), right.not(), result])?;
        self.clause(&[result.not(), one, left])?;
        self.clause(&[result.not(), one, right])?;
        Ok(result)
    }

    /// At least `least` and at most `most` of the values are true.
    ///
    /// Walk through the values and keep, for each number `j` up to the bound, whether at least `j`
    /// of the values passed are true. With the next value `x`, at least `j` are true if they were
    /// before, or if `x` is and `j - 1` were. That is the sequential counter of Sinz (2005), with
    /// its definitions made two-sided. It takes a variable per value and number; a few values of
    /// which at most one may be true are cheaper pair by pair.
    fn between(&mut self, values: &[Value], least: usize, most: usize) -> Result<(), FormatError> {
        if least > values.len() {
            // Nothing is a model. (Some programs do not read empty clauses, so this takes two.)
            let both = self.fresh();
            self.clause(&[both])?;
            return self.clause(&[both.not()]);
        }
        if most == 1 && values.len() <= PAIRWISE_LIMIT {
            return self.pairwise(values, least);
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
                self.clause(&[value.not(), at_least[most].not()])?;
            }
            for number in (1..=highest).rev() {
                let pair = [*value, at_least[number - 1]];
                at_least[number] = self.one_or_both(at_least[number], pair)?;
            }
        }
        if is_capped {
            self.clause(&[last.not(), at_least[most].not()])?;
        }
        if least > 0 {
            self.clause(&[at_least[least], *last])?;
            self.clause(&[at_least[least], at_least[least - 1]])?;
        }
        Ok(())
    }

    /// No two of the values, and if `least` is 1 one of them.
    fn pairwise(&mut self, values: &[Value], least: usize) -> Result<(), FormatError> {
        if least == 1 {
            self.clause(values)?;
        }
        for (at, value) in values.iter().enumerate() {
            for earlier in &values[..at] {
                self.clause(&[earlier.not(), value.not()])?;
            }
        }
        Ok(())
    }

    /// What excludes each other at an optional item: each option without colour, and each colour.
    fn alternatives(&mut self, ways: &Ways) -> Result<Vec<Value>, FormatError> {
        let mut plain = Vec::new();
        let mut by_colour: BTreeMap<Colour, Vec<Value>> = BTreeMap::new();
        for (option, colour) in ways {
            match colour {
                Some(colour) => by_colour.entry(*colour).or_default().push(taken(*option)),
                None => plain.push(taken(*option)),
            }
        }
        // One colour and nothing else: nothing excludes anything.
        if plain.is_empty() && by_colour.len() == 1 {
            return Ok(plain);
        }
        for same_colour in by_colour.values() {
            plain.push(self.any_of(same_colour)?);
        }
        Ok(plain)
    }

    /// If the option is taken, so is one that covers one of the items.
    fn require(
        &mut self,
        ways: &IdVec<ItemId, Ways>,
        requirement: &Requirement,
    ) -> Result<(), FormatError> {
        let covering = requirement.any_of.iter().flat_map(|item| &ways[*item]);
        let mut wanted: Vec<OptionId> = covering.map(|(option, _)| *option).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.binary_search(&requirement.option).is_ok() {
            return Ok(());
        }
        let mut clause = vec![taken(requirement.option).not()];
        clause.extend(wanted.into_iter().map(taken));
        self.clause(&clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_written() {
        let mut formula = Formula::new(2, 1000);
        let [a, b] = [0, 1].map(|at| taken(OptionId::new(at)));
        let (yes, no) = (Value::Known(true), Value::Known(false));
        formula.clause(&[a, yes]).expect("short");
        formula.clause(&[a.not(), no, b]).expect("short");
        for (one, pair, result) in [
            (yes, [a, b], yes),
            (no, [a, no], no),
            (no, [no, b], no),
            (no, [yes, b], b),
            (no, [a, yes], a),
        ] {
            assert_eq!(formula.one_or_both(one, pair), Ok(result));
        }
        assert_eq!(formula.any_of(&[b]), Ok(b));
        let counts = (formula.variable_count, formula.clause_count);
        assert_eq!((counts, formula.body.as_str()), ((2, 1), "-1 2 0\n"));
    }

    #[test]
    fn a_formula_stops_growing_at_its_limit() {
        let mut formula = Formula::new(1, 7);
        let a = taken(OptionId::new(0));
        assert_eq!(formula.clause(&[a]), Ok(()));
        let error = formula.clause(&[a]).expect_err("eight bytes").to_string();
        assert_eq!(error, "a formula of more than 7 bytes, expected items with lower bounds");
    }
}
