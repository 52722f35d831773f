//! What the command line says: a program, at most one question, and options.

use std::str::FromStr;

/// An option that a program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    /// Nothing follows it.
    Nothing,
    /// A number follows it.
    Number,
    /// A number may follow it; otherwise it is 1.
    MaybeNumber,
}

/// The arguments of one program.
#[derive(Debug)]
pub(crate) struct Arguments {
    question: Option<String>,
    /// The options that were given, with their numbers.
    options: Vec<(&'static str, u64)>,
}

impl Arguments {
    /// Reads what comes after the program's name.
    ///
    /// # Errors
    /// With one line, if something is unknown, missing or given twice.
    pub(crate) fn read(words: &[String], known: &[(&'static str, Takes)]) -> Result<Self, String> {
        let mut read = Self { question: None, options: Vec::new() };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                if let Some(first) = &read.question {
                    return Err(format!("'{word}': expected one question, and '{first}' is one"));
                }
                read.question = Some(word.clone());
                continue;
            }
            let Some((name, takes)) = known.iter().find(|(name, _)| name == word) else {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let expected = if names.is_empty() { "none".into() } else { names.join(", ") };
                return Err(format!("'{word}' is no option here, expected {expected}"));
            };
            if read.option(name).is_some() {
                return Err(format!("{name} is given twice, expected once"));
            }
            let number = words.peek().and_then(|word| word.parse().ok());
            let number = match (takes, number) {
                (Takes::Nothing, _) | (Takes::MaybeNumber, None) => 1,
                (Takes::MaybeNumber | Takes::Number, Some(number)) => {
                    words.next();
                    number
                }
                (Takes::Number, None) => return Err(format!("{name}: expected a number after it")),
            };
            read.options.push((name, number));
        }
        Ok(read)
    }

    /// The number of an option that was given.
    pub(crate) fn option(&self, name: &str) -> Option<u64> {
        self.options.iter().find(|(given, _)| *given == name).map(|(_, number)| *number)
    }

    /// The number of an option, which must be in a range.
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn number<T: TryFrom<u64>>(
        &self,
        name: &str,
        least: u64,
        most: u64,
    ) -> Result<Option<T>, String> {
        let Some(number) = self.option(name) else { return Ok(None) };
        let in_range = Some(number).filter(|number| (least..=most).contains(number));
        match in_range.and_then(|number| T::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(format!("{name}: {number} is out of range, expected {least} to {most}")),
        }
    }

    /// The question.
    ///
    /// # Errors
    /// If there is none, or if it is wrong.
    pub(crate) fn question<T: FromStr<Err = String>>(&self, what: &str) -> Result<T, String> {
        let question = self.question.as_ref().ok_or_else(|| format!("expected {what}"))?;
        question.parse()
    }

    /// There must be no question.
    ///
    /// # Errors
    /// If there is one.
    pub(crate) fn no_question(&self) -> Result<(), String> {
        match &self.question {
            Some(question) => Err(format!("'{question}': expected options only")),
            None => Ok(()),
        }
    }
}
