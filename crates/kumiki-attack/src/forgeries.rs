//! Forgeries: answers with one thing changed that cannot be true any more. Nobody may call them
//! proved.
//!
//! Questions come from the other attacks, which see to it that the answers are true before they are
//! changed.

mod changes;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::questions::any_question;
use crate::workshop::Workshop;
use changes::Change;
use fastrand::Rng;
use serde_json::Value;

/// The attack on `kumiki check`.
pub(crate) struct Forgeries;

/// A question, and the seed of what becomes of its answer.
#[derive(Clone)]
pub(crate) struct Case {
    asked: Recipe,
    forged: u64,
}

/// How many changes of an answer are tried.
const CHANGES: usize = 4;

/// How long an answer may be, in bytes.
const LARGE: usize = 200_000;

impl Attack for Forgeries {
    type Case = Case;

    fn name(&self) -> &'static str {
        "forgeries"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        Case { asked: any_question(lot), forged: lot.u64(..) }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let workshop = Workshop::new(program, &case.asked.files)?;
        let command = case.asked.commands[0].join(" ");
        // Answers that are missing are somebody else's finding, and large ones take too long.
        let Ok(answer) = workshop.ask(&format!("{command} --time-limit 2s")) else { return Ok(()) };
        let text = answer.to_string();
        if text.len() > LARGE {
            return Ok(());
        }
        workshop.write("answer.json", text.as_bytes())?;
        let ran = workshop.run("check answer.json --strict")?;
        if ran.code != 0 && ran.code != 4 {
            let said = [ran.stdout, ran.stderr].concat();
            return Err(format!(
                "kumiki {command}: a true answer is refused, exit code {}: {said}",
                ran.code
            ));
        }
        let mut lot = Rng::with_seed(case.forged);
        for _ in 0..CHANGES {
            let Some(change) = Change::any(&answer, &mut lot) else { return Ok(()) };
            let forged = change.made(&answer);
            examine_forgery(&workshop, &forged)
                .map_err(|fault| format!("kumiki {command}, then {change}: {fault}"))?;
        }
        Ok(())
    }

    fn smaller(&self, _: &Case) -> Vec<Case> {
        Vec::new()
    }

    fn recipe(&self, case: &Case) -> Recipe {
        case.asked.clone()
    }
}

/// Whether a false answer is refuted, refused or said not to be proved.
fn examine_forgery(workshop: &Workshop<'_>, forged: &Value) -> Result<(), String> {
    workshop.write("forged.json", forged.to_string().as_bytes())?;
    let strict = workshop.run("check forged.json --strict")?;
    match strict.code {
        1 | 2 => return Ok(()),
        4 => {}
        0 => return Err(format!("it is called proved: {}", strict.stdout)),
        code => return Err(format!("exit code {code}: {}", strict.stderr)),
    }
    let mild = workshop.run("check forged.json")?;
    match mild.code == 0 && mild.stdout.contains("not proved") {
        true => Ok(()),
        false => {
            Err(format!("exit code {} without --strict, and it says {}", mild.code, mild.stdout))
        }
    }
}
