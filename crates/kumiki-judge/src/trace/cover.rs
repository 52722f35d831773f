//! Choices of options of an exact cover.

use super::{NOTHING, Subject};
use crate::cover::judge_cover;
use crate::fault::{refuse, require};
use crate::saved::unreadable;
use crate::{Fault, rule};
use kumiki_formats::cover::CoverFile;
use kumiki_model::{CoverAsk, ItemId, OptionId};
use std::collections::BTreeMap;

/// An exact cover, whose options are called by their texts.
pub(super) struct Options {
    pub(super) file: CoverFile,
    /// The options with each text.
    by_text: BTreeMap<String, Vec<OptionId>>,
}

impl Options {
    pub(super) fn new(ask: &CoverAsk) -> Result<Self, Fault> {
        let Some(text) = &ask.file.text else {
            let what = "steps are told without the problem, expected it in the question";
            return refuse(rule::FIELD, what);
        };
        let file = CoverFile::read(text.as_bytes(), ask.format);
        Ok(Self::of(file.map_err(|error| unreadable(&error))?))
    }

    pub(super) fn of(file: CoverFile) -> Self {
        let mut by_text: BTreeMap<String, Vec<OptionId>> = BTreeMap::new();
        for option in file.problem().options().ids() {
            by_text.entry(file.option_text(option).to_owned()).or_default().push(option);
        }
        Self { file, by_text }
    }

    /// The options that choices take; of those with the same text one after the other.
    fn options(&self, made: &[&str]) -> Result<Vec<OptionId>, Fault> {
        let mut used: BTreeMap<&str, usize> = BTreeMap::new();
        let mut options = Vec::new();
        for choice in made.iter().copied().filter(|choice| !is_empty_choice(choice)) {
            let number = used.entry(choice).or_default();
            let copies = self.by_text.get(choice);
            let Some(option) = copies.and_then(|copies| copies.get(*number)) else {
                let what = format!("'{choice}' is not an option of the problem, or not so often");
                return refuse(rule::TEXT, what);
            };
            *number += 1;
            options.push(*option);
        }
        Ok(options)
    }
}

/// Whether a choice takes nothing by itself: the first one, the last one, and a case, which forces
/// its option.
fn is_empty_choice(choice: &str) -> bool {
    let is_case = choice.strip_prefix("case ").is_some_and(|rest| rest.parse::<usize>().is_ok());
    is_case || [NOTHING, "no further option"].contains(&choice)
}

impl Subject for Options {
    fn copies(&self, choice: &str) -> usize {
        self.by_text.get(choice).map_or(1, Vec::len)
    }

    fn judge_choice(&self, about: &str, made: &[&str], choice: &str) -> Result<(), Fault> {
        if is_empty_choice(choice) {
            return Ok(());
        }
        let problem = self.file.problem();
        let all: Vec<&str> = made.iter().copied().chain([choice]).collect();
        let options = self.options(&all)?;
        // How often each item is covered, and in which colours.
        let mut covered: BTreeMap<ItemId, (u32, Vec<_>)> = BTreeMap::new();
        for (item, colour) in options.iter().flat_map(|option| problem.entries(*option)) {
            let (times, colours) = covered.entry(item).or_default();
            *times += 1;
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
        for (item, (times, colours)) in &covered {
            let is_coloured = colours.iter().any(Option::is_some);
            let fits = match is_coloured {
                true => colours.len() == 1,
                false => *times <= problem.items()[*item].most(),
            };
            require(fits, rule::TRACE, || {
                format!("'{choice}' does not go with the options taken, expected one that does")
            })?;
        }
        let chosen = *options.last().expect("the choice is an option");
        let names: Vec<&str> =
            problem.entries(chosen).map(|(item, _)| self.file.item_name(item)).collect();
        let is_an_item = problem.items().ids().any(|item| self.file.item_name(item) == about);
        require(!is_an_item || names.contains(&about), rule::TRACE, || {
            format!("'{choice}' does not cover {about}, expected an option that does")
        })
    }

    fn judge_solution(&self, made: &[&str]) -> Result<(), Fault> {
        judge_cover(self.file.problem(), &self.options(made)?)
    }
}
