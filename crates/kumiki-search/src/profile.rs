//! Profiles: the shape of a search tree, level by level, as the seeds print it.

/// What happened on one level.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Level {
    /// How many choices were tried.
    pub nodes: u64,
    /// Sums over those nodes of what the engine wants to tell, in the order of the profile's names.
    pub tallies: Vec<u64>,
}

/// The levels of a search tree. Profiles of the parts of a space add up to the profile of the
/// whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// What the tallies of each level mean.
    names: &'static [&'static str],
    /// The levels from the root down. Levels without nodes may be missing at the end.
    levels: Vec<Level>,
}

impl Profile {
    /// An empty profile with the names of the engine's tallies.
    #[must_use]
    pub fn new(names: &'static [&'static str]) -> Self {
        Self { names, levels: Vec::new() }
    }

    /// What the tallies of each level mean.
    #[must_use]
    pub fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// The levels from the root down.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The level at a depth, made if it is new.
    #[inline]
    pub fn level(&mut self, depth: usize) -> &mut Level {
        if self.levels.len() <= depth {
            let fresh = Level { nodes: 0, tallies: vec![0; self.names.len()] };
            self.levels.resize(depth + 1, fresh);
        }
        &mut self.levels[depth]
    }

    /// All nodes of all levels.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.levels.iter().map(|level| level.nodes).sum()
    }

    /// Adds the profile of another part of the same space.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.names, other.names, "profiles of one engine");
        for (depth, level) in other.levels.iter().enumerate() {
            let mine = self.level(depth);
            mine.nodes += level.nodes;
            for (sum, tally) in mine.tallies.iter_mut().zip(&level.tallies) {
                *sum += tally;
            }
        }
    }
}
