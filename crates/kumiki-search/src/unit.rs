//! Units of work: parts of a search space that are pure functions of a prefix of choices.

use crate::{Profile, Search};

/// The first choices of a path from the root, each a number that the engine understands.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Prefix {
    /// The choices from the root down.
    choices: Vec<u32>,
}

impl Prefix {
    /// The prefix of no choices: the whole space.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// This prefix with one more choice.
    #[must_use]
    pub fn then(&self, choice: u32) -> Self {
        let mut choices = self.choices.clone();
        choices.push(choice);
        Self { choices }
    }

    /// The choices from the root down.
    #[must_use]
    pub fn choices(&self) -> &[u32] {
        &self.choices
    }

    /// How many choices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether this is the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }
}

impl From<Vec<u32>> for Prefix {
    fn from(choices: Vec<u32>) -> Self {
        Self { choices }
    }
}

/// What lies directly below a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// The live choices in order; none if the prefix turns out to be a dead end.
    Choices(Vec<u32>),
    /// A solution, and nothing below it.
    Solution,
}

/// A search space that can be entered anywhere.
pub trait Space: Sync {
    /// A search of this space.
    type Search<'s>: Search + Send
    where
        Self: 's;

    /// A search of everything below a prefix that [`Space::expand`] led to. Its profile leaves out
    /// the prefix itself, so that parts add up to the whole.
    fn begin(&self, prefix: &Prefix) -> Self::Search<'_>;

    /// The live choices below a prefix, in the order in which a search tries them. The nodes it
    /// takes to find out are added to the profile.
    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion;

    /// What [`Space::expand`] says, for one prefix after the other. An engine that can keeps the
    /// choices that the next prefix has in common with the last.
    fn expander(&self) -> Expander<'_> {
        Box::new(|prefix, profile| self.expand(prefix, profile))
    }
}

/// Expands prefixes, one after the other.
pub type Expander<'s> = Box<dyn FnMut(&Prefix, &mut Profile) -> Expansion + 's>;

/// A part of the space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The choices that lead to its root: the unit is everything below them.
    pub prefix: Prefix,
}

/// Cuts a space into at least `wanted` units where it is large enough for that, in the order of a
/// search, and returns them with the profile of the nodes above them.
///
/// The cut depends on nothing but the space and `wanted`, so that the same units arise on every
/// machine.
pub fn split<S: Space>(space: &S, wanted: usize) -> (Vec<Unit>, Profile) {
    let mut profile = space.begin(&Prefix::root()).profile().clone();
    let parts = cut(space, vec![Prefix::root()], wanted, &mut profile);
    (parts.into_iter().map(|prefix| Unit { prefix }).collect(), profile)
}

/// Cuts the parts of a space below some prefixes into at least `wanted` parts where they are large
/// enough for that, in the same order; the nodes it takes are added to the profile.
///
/// The shortest prefixes are cut first: most lies below them. The cut depends on nothing but its
/// arguments, so that the same parts arise on every machine.
pub fn cut<S: Space>(
    space: &S,
    prefixes: Vec<Prefix>,
    wanted: usize,
    profile: &mut Profile,
) -> Vec<Prefix> {
    let mut parts: Vec<(Prefix, bool)> = prefixes.into_iter().map(|part| (part, false)).collect();
    let mut expand = space.expander();
    while parts.len() < wanted {
        let can_be_cut = parts.iter().filter(|(_, is_solution)| !is_solution);
        let Some(shortest) = can_be_cut.map(|(part, _)| part.len()).min() else { break };
        let mut finer = Vec::new();
        for (part, is_solution) in parts {
            if is_solution || part.len() > shortest {
                finer.push((part, is_solution));
                continue;
            }
            match expand(&part, profile) {
                Expansion::Solution => finer.push((part, true)),
                Expansion::Choices(choices) => {
                    finer.extend(choices.into_iter().map(|choice| (part.then(choice), false)));
                }
            }
        }
        parts = finer;
    }
    parts.into_iter().map(|(part, _)| part).collect()
}
