//! Attacks on the command line: flags that contradict each other, huge sizes, nonsense.
//!
//! The help is held against the attacker's own table now and then, so that a new flag is attacked
//! as soon as it is there.

mod table;

use crate::attack::{Attack, Recipe};
use crate::files::WORDS;
use crate::manners::{LIMITS, observe};
use crate::program::Program;
use crate::shrink::shorter;
use crate::workshop::{Workshop, split};
use fastrand::Rng;
use table::{COMMANDS, COMMON, FILES, Known};

/// Mutated command lines.
pub(crate) struct Commands;

/// The words of a command, in groups that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    command: usize,
    groups: Vec<Vec<String>>,
    is_help: bool,
}

impl Case {
    fn known(&self) -> &'static Known {
        &COMMANDS[self.command]
    }

    fn words(&self) -> Vec<String> {
        if self.is_help {
            return split(&format!("help {}", self.name()));
        }
        let mut words = split(self.known().words);
        words.extend(self.groups.concat());
        // Limits come last unless they are given, which would be one too many.
        for pair in LIMITS.chunks(2) {
            if self.name() != "check" && !words.iter().any(|word| word.starts_with(pair[0])) {
                words.extend(pair.iter().map(|word| (*word).to_owned()));
            }
        }
        words
    }

    fn name(&self) -> &'static str {
        self.known().words.split(' ').next().unwrap_or("")
    }
}

impl Attack for Commands {
    type Case = Case;

    fn name(&self) -> &'static str {
        "commands"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let command = lot.usize(..COMMANDS.len());
        let known = &COMMANDS[command];
        let mut groups: Vec<Vec<String>> = Vec::new();
        if lot.u8(..12) > 0 {
            groups.push(split(lot.choice(known.subjects).unwrap_or(&"")));
        }
        let common: &[(&str, &[&str])] = match known.words {
            "check" | "export" => &[],
            _ => &COMMON,
        };
        let flags: Vec<&(&str, &[&str])> =
            known.flags.iter().chain(known.flags).chain(common).collect();
        for _ in 0..lot.usize(0..=4) {
            let Some((flag, values)) = lot.choice(&flags) else { break };
            let value = lot.choice(values.iter()).map_or("", |value| value);
            let mut group = vec![(*flag).to_owned()];
            match lot.u8(..12) {
                0 => group.push(lot.choice(WORDS).unwrap_or("").replace('\0', "")),
                1 => group = vec![format!("{flag}={value}")],
                2 => {}
                _ => group.extend(split(value)),
            }
            groups.push(group);
        }
        if lot.u8(..10) == 0 {
            groups.push(vec![lot.choice(WORDS).unwrap_or("").replace('\0', "")]);
        }
        Case { command, groups, is_help: lot.u8(..40) == 0 }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let files: Vec<(String, Vec<u8>)> = FILES
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
            .collect();
        let shop = Workshop::new(program, &files)?;
        let ran = observe(program, shop.path(), &case.words(), &[0, 2, 3])?;
        let picture = std::fs::read(shop.path().join("there.svg")).unwrap_or_default();
        if !case.words().iter().any(|word| word.starts_with("--force")) && picture != b"a picture\n"
        {
            return Err("an existing file was replaced without --force".to_owned());
        }
        match case.is_help {
            true => every_flag_is_known(case, &ran.stdout),
            false => Ok(()),
        }
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let with = |groups: Vec<Vec<String>>| Case { groups, ..case.clone() };
        if case.is_help {
            Vec::new()
        } else {
            shorter(&case.groups).into_iter().map(with).collect()
        }
    }

    fn recipe(&self, case: &Case) -> Recipe {
        let words = case.words();
        let is_used = |name: &str| words.iter().any(|word| word.ends_with(name));
        let used = FILES.iter().filter(|(name, _)| is_used(name));
        let files =
            used.map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        Recipe { files, commands: vec![words] }
    }
}

/// A flag of the help that the table does not have would never be attacked.
fn every_flag_is_known(case: &Case, help: &str) -> Result<(), String> {
    let own = case.known().flags.iter().chain(&COMMON).map(|(flag, _)| *flag).chain(["--help"]);
    let known: Vec<&str> = own.collect();
    let starts =
        help.lines().map(str::trim_start).map(|line| line.strip_prefix("-h, ").unwrap_or(line));
    let flags = starts
        .filter(|line| line.starts_with("--"))
        .filter_map(|line| line.split([' ', '=']).next());
    match flags.into_iter().find(|flag| !known.contains(flag)) {
        Some(flag) => Err(format!("help has {flag}, which the attacker's table of commands lacks")),
        None => Ok(()),
    }
}
