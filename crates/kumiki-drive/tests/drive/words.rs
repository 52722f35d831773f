//! A space to search: the words over three letters in which no letter comes three times in a row.
//!
//! Their number is known by a recurrence that has nothing to do with searching.

use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step};

#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub(crate) length: usize,
}

/// How many words there are: a word ends in one letter or in two equal ones.
pub(crate) fn count(length: usize) -> u64 {
    let (mut single, mut double) = (3, 0);
    for _ in 1..length {
        (single, double) = (2 * (single + double), single);
    }
    single + double
}

/// How many nodes the tree has below its root.
pub(crate) fn nodes(length: usize) -> u64 {
    (1..=length).map(count).sum()
}

fn letters(word: &[u32]) -> impl Iterator<Item = u32> {
    let barred = match word {
        [.., one, other] if one == other => Some(*one),
        _ => None,
    };
    (0..3).filter(move |letter| Some(*letter) != barred)
}

pub(crate) struct Walk {
    words: Words,
    /// Nodes that are counted and not visited, the last first.
    waiting: Vec<Vec<u32>>,
    word: Vec<u32>,
    profile: Profile,
}

impl Walk {
    pub(crate) fn word(&self) -> &[u32] {
        &self.word
    }
}

impl Space for Words {
    type Search<'s> = Walk;

    fn begin(&self, prefix: &Prefix) -> Walk {
        let waiting = vec![prefix.choices().to_vec()];
        Walk { words: *self, waiting, word: Vec::new(), profile: Profile::new(&[]) }
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        if prefix.len() == self.length {
            return Expansion::Solution;
        }
        let choices: Vec<u32> = letters(prefix.choices()).collect();
        profile.level(prefix.len() + 1).nodes += choices.len() as u64;
        Expansion::Choices(choices)
    }
}

impl Search for Walk {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        while let Some(word) = self.waiting.pop() {
            if !fuel.burn() {
                self.waiting.push(word);
                return Step::OutOfFuel;
            }
            if word.len() == self.words.length {
                self.word = word;
                return Step::Solution;
            }
            let mut longer: Vec<Vec<u32>> = letters(&word)
                .map(|letter| word.iter().copied().chain([letter]).collect())
                .collect();
            longer.reverse();
            self.profile.level(word.len() + 1).nodes += longer.len() as u64;
            self.waiting.extend(longer);
        }
        Step::Exhausted
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        self.waiting.drain(..).rev().map(Prefix::from).collect()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn audit(&self) -> Result<(), String> {
        if self.waiting.is_empty() { Ok(()) } else { Err("W1: nodes are waiting".to_owned()) }
    }
}
