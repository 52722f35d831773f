//! What an attack is, and how a finding is made small.

use crate::program::Program;
use fastrand::Rng;

/// One way to attack the command: questions drawn by lot, each with an answer known by other means.
pub(crate) trait Attack {
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
pub(crate) trait AnyAttack {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Tries the case of a seed; a fault is made as small as a number of further tries allows.
    fn attempt(&self, seed: u64, shrinks: usize, program: &Program) -> Option<Finding>;
}

impl<A: Attack> AnyAttack for A {
    fn name(&self) -> &'static str {
        Attack::name(self)
    }

    fn attempt(&self, seed: u64, shrinks: usize, program: &Program) -> Option<Finding> {
        let mut case = self.draw(&mut Rng::with_seed(seed));
        let mut fault = self.examine(&case, program).err()?;
        let mut tries = 0;
        'smaller: loop {
            for candidate in self.smaller(&case) {
                tries += 1;
                if tries > shrinks {
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
