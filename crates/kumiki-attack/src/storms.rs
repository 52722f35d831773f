//! Storms: signals at any moment and limits that are too tight. What is said before the end is
//! true, and nothing is left lying about.
//!
//! Reading order: `work`, commands that take a while, with published figures; `weather`, how they
//! are disturbed.

mod weather;
mod work;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::workshop::Workshop;
use fastrand::Rng;
use serde_json::Value;
use weather::{Ended, Weather};
use work::{Work, all_work};

/// The attack on everything that takes a while.
pub(crate) struct Storms;

/// A command and what happens to it.
#[derive(Clone)]
pub(crate) struct Case {
    work: Work,
    weather: Weather,
}

impl Attack for Storms {
    type Case = Case;

    fn name(&self) -> &'static str {
        "storms"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let mut all = all_work();
        let work = all.swap_remove(lot.usize(..all.len()));
        let weather = Weather::any(work.waits, lot);
        Case { work, weather }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let workshop = Workshop::new(program, &case.work.files)?;
        let command = case.command();
        let fault = |what: String| format!("kumiki {command}, {}: {what}", case.weather);
        let ended = weather::run(program, workshop.path(), &command, case.work.waits, case.weather);
        let ended = ended.map_err(fault)?;
        judge(case, &ended).map_err(fault)?;
        files(case, &workshop, &ended).map_err(fault)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let calmer = case.weather.calmer().into_iter();
        calmer.map(|weather| Case { weather, ..case.clone() }).collect()
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(case.work.files.clone(), &[case.command()])
    }
}

impl Case {
    fn command(&self) -> String {
        format!("{} --json{}", self.work.words, self.weather.flags())
    }
}

/// Whether a run ended as it may, and said only what is true.
fn judge(case: &Case, ended: &Ended) -> Result<(), String> {
    let stderr = ended.stderr.trim();
    let code = match ended.code {
        Some(code) => code,
        // Before its first instructions a program cannot do better.
        None if case.weather.is_killing() || ended.died_young => {
            return match ended.stdout.is_empty() || case.weather.is_killing() {
                true => Ok(()),
                false => Err("it died with an answer half written".into()),
            };
        }
        None => return Err(format!("it died of the signal: {stderr}")),
    };
    let is_absurd = matches!(case.weather, Weather::Memory { .. });
    match code {
        0 | 3 => {}
        2 if is_absurd && stderr.lines().count() == 1 => return Ok(()),
        _ => return Err(format!("exit code {code}: {stderr}")),
    }
    if ended.stdout.is_empty() && code == 3 {
        let has_reason = stderr.lines().any(|line| line.starts_with("error: "));
        return if has_reason {
            Ok(())
        } else {
            Err(format!("exit code 3 without a word: {stderr}"))
        };
    }
    // What is stopped while it is printed cannot be unsaid, but it can be said to be a part.
    if code == 3 && stderr.ends_with("is not whole") {
        return Ok(());
    }
    let said: Value = serde_json::from_str(&ended.stdout)
        .map_err(|error| format!("no JSON object on stdout: {error}"))?;
    let is_complete = said["complete"] == true;
    // A second method that could not finish says nothing about the first.
    let is_unverified = is_complete && case.work.words.contains("--verify");
    if is_complete != (code == 0) && !is_unverified {
        return Err(format!("exit code {code}, but complete is {}", said["complete"]));
    }
    for (pointer, truth) in &case.work.truths {
        let Some(value) = said.pointer(pointer).and_then(number) else { continue };
        if value > *truth || is_complete && value != *truth {
            let relation =
                if is_complete { "in truth" } else { "which is more than all there are," };
            return Err(format!("{pointer} is {value}, {relation} {truth}"));
        }
    }
    Ok(())
}

/// A count, which is a string, or a number of moves.
fn number(value: &Value) -> Option<u128> {
    match value {
        Value::String(text) => text.parse().ok(),
        _ => value.as_u64().map(u128::from),
    }
}

/// Whether the files are whole, or not there at all; and whether a run that was killed does no
/// harm.
fn files(case: &Case, workshop: &Workshop<'_>, ended: &Ended) -> Result<(), String> {
    if case.weather.is_killing() {
        let Some(easy) = &case.work.easy else { return Ok(()) };
        let ran = workshop.run(&format!("{easy} --force"))?;
        if ran.code != 0 {
            return Err(format!(
                "a later run fails, exit code {}: {}",
                ran.code,
                ran.stderr.trim()
            ));
        }
    }
    let entries = std::fs::read_dir(workshop.path()).map_err(|error| error.to_string())?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if case.work.files.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        let is_whole = match name.as_str() {
            work::DRAWING => text.trim_end().ends_with("</svg>"),
            work::DIAGRAM => text.trim_end().ends_with('.'),
            _ => false,
        };
        if !is_whole {
            return Err(format!(
                "it left {name}, {} bytes (exit code {:?})",
                text.len(),
                ended.code
            ));
        }
    }
    Ok(())
}
