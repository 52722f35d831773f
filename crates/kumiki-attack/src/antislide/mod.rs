//! Attacks on `kumiki antislide`: random boxes and bricks.

mod compare;
mod oracle;
mod question;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::workshop::Workshop;
use compare::{Asked, Objective};
use fastrand::Rng;
use question::Question;

/// Bricks that cannot slide.
pub(crate) struct Antislide;

/// A question and how it is asked.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    question: Question,
    asked: Asked,
}

impl Attack for Antislide {
    type Case = Case;

    fn name(&self) -> &'static str {
        "antislide"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        Case { question: Question::draw(lot), asked: Asked::draw(lot) }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        case.asked.examine(&case.question, &Workshop::new(program, &[])?)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let with = |question: Question| Case { question, ..case.clone() };
        let mut smaller: Vec<Case> = case.question.smaller().into_iter().map(with).collect();
        let asked = case.asked;
        let simpler = [
            Asked { threads: 1, ..asked },
            Asked { objective: Objective::Any, ..asked },
            Asked { list: None, least: None, most_symmetric: false, ..asked },
            Asked { least: None, ..asked },
            Asked { most_symmetric: false, ..asked },
            Asked { is_verified: false, ..asked },
        ];
        let others = simpler.into_iter().filter(|other| *other != asked);
        smaller.extend(others.map(|asked| Case { asked, ..case.clone() }));
        smaller
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(Vec::new(), &[format!("{} {}", case.question.words(), case.asked.flags())])
    }
}
