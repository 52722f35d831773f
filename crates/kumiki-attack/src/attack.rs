//! What an attack is, and how a finding is made small.

use crate::program::Program;
use crate::workshop::split;
use fastrand::Rng;
use std::time::{Duration, Instant};

/// One way to attack the command: questions drawn by lot, each with an answer known by other means.
///
/// Several threads ask at once, so an attack keeps nothing from one question to the next.
pub(crate) trait Attack: Sync {
    /// A question, with all that is needed to ask it.
    type Case: Clone;

    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// A case drawn by lot. Equal generators give equal cases.
    fn draw(&self, lot: &mut Rng) -> Self::Case;

    /// Puts the case to the program and compares.
    ///
    /// # Errors
    /// What is wrong, in words that a reader can check.
    fn examine(&self, case: &Self::Case, program: &Program) -> Result<(), String>;

    /// Simpler cases that may show the same fault, the simplest first.
    fn smaller(&self, case: &Self::Case) -> Vec<Self::Case>;

    /// The files and commands with which a person repeats the case.
    fn recipe(&self, case: &Self::Case) -> Recipe;
}

/// What a person needs to repeat a case.
#[derive(Clone, Default, Debug)]
pub(crate) struct Recipe {
    /// Names and contents of the files.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// The commands, in order, each without the name of the program.
    pub(crate) commands: Vec<Vec<String>>,
}

impl Recipe {
    /// Files, and commands written as words separated by blanks.
    pub(crate) fn new(files: Vec<(String, Vec<u8>)>, commands: &[String]) -> Self {
        Self { files, commands: commands.iter().map(|words| split(words)).collect() }
    }

    /// The commands as a person types them, one a line.
    pub(crate) fn script(&self) -> String {
        let line = |words: &Vec<String>| {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            format!("kumiki {}\n", words.join(" "))
        };
        self.commands.iter().map(line).collect()
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:=/+".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A fault that was found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The attack that found it.
    pub(crate) attack: &'static str,
    /// The seed of its case.
    pub(crate) seed: u64,
    /// What is wrong with the smallest case that was found.
    pub(crate) fault: String,
    /// The smallest case.
    pub(crate) recipe: Recipe,
}

/// An attack whose kind of case is nobody else's business.
pub(crate) trait AnyAttack: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Tries the case of a seed; a fault is made as small as the given time allows.
    fn attempt(&self, seed: u64, shrinking: Duration, program: &Program) -> Option<Finding>;
}

impl<A: Attack> AnyAttack for A {
    fn name(&self) -> &'static str {
        Attack::name(self)
    }

    fn attempt(&self, seed: u64, shrinking: Duration, program: &Program) -> Option<Finding> {
        let mut case = self.draw(&mut Rng::with_seed(seed));
        let mut fault = self.examine(&case, program).err()?;
        let start = Instant::now();
        'smaller: loop {
            for candidate in self.smaller(&case) {
                if start.elapsed() > shrinking {
                    break 'smaller;
                }
                if let Err(still) = self.examine(&candidate, program) {
                    (case, fault) = (candidate, still);
                    continue 'smaller;
                }
            }
            break;
        }
        Some(Finding { attack: Attack::name(self), seed, fault, recipe: self.recipe(&case) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        let words = ["cover", "a b", "it's", "", "x:y"].map(str::to_owned).to_vec();
        let recipe = Recipe { files: Vec::new(), commands: vec![words] };
        assert_eq!(recipe.script(), "kumiki cover 'a b' 'it'\\''s' '' x:y\n");
    }
}
