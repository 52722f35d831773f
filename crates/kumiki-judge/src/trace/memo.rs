//! States of an exact cover whose equal states are merged: `b and x:A covered`.
//!
//! Items that must be covered are settled one by one. A state is what is covered of the items that
//! a later option may cover too. A choice is an option for the item that is settled, or `nothing`
//! if that is covered already or has no option; options for it that have an item settled before
//! cannot be chosen any more.

use super::NOTHING;
use super::cover::Options;
use super::levels::{Fate, Levels};
use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{Colour, ItemId, OptionId};
use std::collections::BTreeMap;

/// The items that are covered, with their colours.
type State = BTreeMap<ItemId, Option<Colour>>;

/// An exact cover whose items are settled.
pub(super) struct Items {
    options: Options,
    settled: Vec<ItemId>,
    /// The item that is settled on this level; not yet in `settled`.
    item: Option<ItemId>,
}

impl Items {
    pub(super) fn new(options: Options) -> Self {
        Self { options, settled: Vec::new(), item: None }
    }

    fn must_be_covered(&self, item: ItemId) -> bool {
        self.options.file.problem().items()[item].least() > 0
    }

    /// Whether an option has no item that is settled before this level, or with it.
    fn is_open(&self, option: OptionId, with_this: bool) -> bool {
        let mut items = self.options.file.problem().entries(option).map(|(item, _)| item);
        let is_settled =
            |item: &ItemId| self.settled.contains(item) || with_this && self.item == Some(*item);
        !items.any(|item| is_settled(&item))
    }

    /// The options that may be chosen now.
    fn choices(&self) -> impl Iterator<Item = OptionId> {
        let problem = self.options.file.problem();
        let has_item =
            |option: &OptionId| problem.entries(*option).any(|(item, _)| self.item == Some(item));
        problem.options().ids().filter(has_item).filter(|option| self.is_open(*option, false))
    }

    /// The state without what no later option can cover.
    fn still_needed(&self, mut state: State) -> Fate<State> {
        let problem = self.options.file.problem();
        let later: Vec<OptionId> =
            problem.options().ids().filter(|option| self.is_open(*option, true)).collect();
        let is_needed = |item: &ItemId| match self.must_be_covered(*item) {
            true => !self.settled.contains(item) && self.item != Some(*item),
            false => later.iter().any(|option| problem.entries(*option).any(|(it, _)| it == *item)),
        };
        state.retain(|item, _| is_needed(item));
        if self.is_over() { Fate::Solution } else { Fate::Becomes(state) }
    }

    fn text(&self, option: OptionId) -> &str {
        self.options.file.option_text(option)
    }
}

impl Levels for Items {
    type State = State;
    /// The text of an option; none for nothing.
    type Choice = Option<String>;

    fn start(&self) -> State {
        State::new()
    }

    fn begin(&mut self, on: &str, _: &mut dyn Iterator<Item = &State>) -> Result<(), Fault> {
        self.settled.extend(self.item.take());
        let file = &self.options.file;
        let named = file.problem().items().ids().find(|item| file.item_name(*item) == on);
        self.item =
            named.filter(|item| self.must_be_covered(*item) && !self.settled.contains(item));
        require(self.item.is_some(), rule::TRACE, || {
            format!("'{on}' is decided, expected an item that must be covered and is not settled")
        })
    }

    fn is_over(&self) -> bool {
        let mut items = self.options.file.problem().items().ids();
        items.all(|item| {
            !self.must_be_covered(item) || self.settled.contains(&item) || self.item == Some(item)
        })
    }

    fn words(&self, state: &State) -> String {
        let (file, problem) = (&self.options.file, self.options.file.problem());
        let word = |(item, colour): (&ItemId, &Option<Colour>)| {
            let name = file.item_name(*item);
            if colour.is_none() {
                return name.to_owned();
            }
            let gives =
                |option: &OptionId| problem.entries(*option).any(|entry| entry == (*item, *colour));
            let option = problem.options().ids().find(gives).expect("an option gave the colour");
            let prefix = format!("{name}:");
            let mut words = self.text(option).split_whitespace();
            words.find(|word| word.starts_with(&prefix)).unwrap_or(name).to_owned()
        };
        let words: Vec<String> = state.iter().map(word).collect();
        match words.is_empty() {
            true => NOTHING.to_owned(),
            false => format!("{} covered", words.join(" and ")),
        }
    }

    fn choice(&self, words: &str) -> Result<Option<String>, Fault> {
        if words == NOTHING {
            return Ok(None);
        }
        require(self.choices().any(|option| self.text(option) == words), rule::TEXT, || {
            format!("'{words}' cannot be chosen here, expected an option for the item")
        })?;
        Ok(Some(words.to_owned()))
    }

    /// Options with the same text are told as often as there are.
    fn is_apart(&self, one: &Option<String>, other: &Option<String>) -> bool {
        let copies =
            |text: &str| self.choices().filter(|option| self.text(*option) == text).count();
        match (one, other) {
            (Some(one), Some(other)) => one != other || copies(one) > 1,
            _ => false,
        }
    }

    fn are_all(&self, state: &State, choices: &[Option<String>]) -> bool {
        let Some(item) = self.item else { return true };
        let mut known: Vec<Option<&str>> = match state.contains_key(&item) {
            true => Vec::new(),
            false => self.choices().map(|option| Some(self.text(option))).collect(),
        };
        if known.is_empty() {
            known.push(None);
        }
        let mut told: Vec<Option<&str>> = choices.iter().map(Option::as_deref).collect();
        known.sort_unstable();
        told.sort_unstable();
        known == told
    }

    fn fate(&self, state: &State, choice: &Option<String>) -> Result<Fate<State>, Fault> {
        let is_covered = self.item.is_some_and(|item| state.contains_key(&item));
        let Some(text) = choice else {
            return match is_covered {
                true => Ok(self.still_needed(state.clone())),
                false if self.choices().next().is_none() => Ok(Fate::Dead),
                false => refuse(rule::TRACE, "an item is passed over, expected an option for it"),
            };
        };
        require(!is_covered, rule::TRACE, || {
            format!("'{text}' is taken for an item that is covered, expected nothing")
        })?;
        let option = self.choices().find(|option| self.text(*option) == text);
        let option = option.expect("choices were looked up");
        let mut after = state.clone();
        for (item, colour) in self.options.file.problem().entries(option) {
            match after.insert(item, colour) {
                Some(before) if before.is_none() || before != colour => return Ok(Fate::Dead),
                _ => {}
            }
        }
        Ok(self.still_needed(after))
    }
}
