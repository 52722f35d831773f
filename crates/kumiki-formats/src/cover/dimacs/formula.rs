//! A formula that grows clause by clause.

use crate::FormatError;
use kumiki_id::{Id, narrow};
use kumiki_model::OptionId;
use std::fmt::Write as _;

/// Something that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// Known.
    Known(bool),
    /// A variable, or with a minus sign its opposite.
    Literal(i64),
}

impl Value {
    /// The opposite.
    pub(super) fn not(self) -> Self {
        match self {
            Self::Known(known) => Self::Known(!known),
            Self::Literal(literal) => Self::Literal(-literal),
        }
    }
}

/// Clauses over numbered variables.
///
/// * **N1** `body` is the DIMACS text of `clause_count` clauses over variables 1 to
///   `variable_count`.
/// * **N2** Variables beyond the first ones, which are the options, are determined by those before
///   them.
pub(super) struct Formula {
    variable_count: usize,
    clause_count: usize,
    body: String,
    size_limit_bytes: usize,
}

impl Formula {
    /// No clauses, and a variable for each option.
    pub(super) fn new(option_count: usize, size_limit_bytes: usize) -> Self {
        Self {
            variable_count: option_count,
            clause_count: 0,
            body: String::new(),
            size_limit_bytes,
        }
    }

    /// Whether an option is taken.
    pub(super) fn option(&self, option: OptionId) -> Value {
        Value::Literal(1 + i64::from(narrow(option.index())))
    }

    /// How many variables there are.
    pub(super) fn variable_count(&self) -> usize {
        self.variable_count
    }

    /// At least one of the values is true.
    pub(super) fn clause(&mut self, values: &[Value]) -> Result<(), FormatError> {
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
            return Err(FormatError::of_file(format!(
                "a formula of more than {limit} bytes, expected items with lower bounds"
            )));
        }
        Ok(())
    }

    /// Nothing is a model. (Some programs do not read empty clauses, so this takes two.)
    pub(super) fn contradict(&mut self) -> Result<(), FormatError> {
        let both = self.fresh();
        self.clause(&[both])?;
        self.clause(&[both.not()])
    }

    /// Whether at least one of some values is true.
    pub(super) fn any_of(&mut self, values: &[Value]) -> Result<Value, FormatError> {
        if let [only] = values {
            return Ok(*only);
        }
        let any = self.fresh();
        for value in values {
            self.clause(&[value.not(), any])?;
        }
        let mut clause = vec![any.not()];
        clause.extend(values);
        self.clause(&clause)?;
        Ok(any)
    }

    /// Whether `one`, or else both of `pair`.
    pub(super) fn one_or_both(
        &mut self,
        one: Value,
        pair: [Value; 2],
    ) -> Result<Value, FormatError> {
        match (one, pair) {
            (Value::Known(true), _) => return Ok(one),
            (Value::Known(false), [Value::Known(false), _] | [_, Value::Known(false)]) => {
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

    /// A variable that the next clauses must determine (N2).
    fn fresh(&mut self) -> Value {
        self.variable_count += 1;
        Value::Literal(i64::from(narrow(self.variable_count)))
    }

    /// Appends the formula to a text of comments.
    pub(super) fn write_to(&self, text: &mut String) {
        writeln!(text, "p cnf {} {}", self.variable_count, self.clause_count)
            .expect("a string takes everything");
        text.push_str(&self.body);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_written() {
        let mut formula = Formula::new(2, 1000);
        let [a, b] = [0, 1].map(|at| formula.option(OptionId::new(at)));
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
        let mut text = String::new();
        formula.write_to(&mut text);
        assert_eq!(text, "p cnf 2 1\n-1 2 0\n");
    }

    #[test]
    fn a_formula_stops_growing_at_its_limit() {
        let mut formula = Formula::new(1, 7);
        let a = formula.option(OptionId::new(0));
        assert_eq!(formula.clause(&[a]), Ok(()));
        let error = formula.clause(&[a]).expect_err("eight bytes").to_string();
        assert_eq!(error, "a formula of more than 7 bytes, expected items with lower bounds");
    }
}
