//! The work of a count, level by level: by how many tiles were laid on the way from the region.
//!
//! A polygon is counted once, on the level on which it is met first. Polygons beside it, which the
//! same tiles leave, are counted on their own: their tiles are not on its way.

use kumiki_search::Profile;

/// What the tallies of a level are called: how many polygons were met there first, and how often
/// one was left there that was known.
pub(super) const TALLIES: &[&str] = &["polygons", "remembered"];

/// What was done on one level.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Level {
    /// How many tiles were cut off, each as the last of so many.
    pub(super) cuts: u64,
    /// How many polygons that so many tiles left were counted.
    pub(super) counted: u64,
    /// How often the number of such a polygon was looked up and found: once for each time that it
    /// was left, whether it was known or had to be counted first.
    pub(super) found: u64,
}

/// All levels, the region's first. Levels without work may be missing at the end.
#[derive(Clone, Default, Debug)]
pub(super) struct Levels(pub(super) Vec<Level>);

impl Levels {
    /// The level after so many tiles, made if it is new.
    pub(super) fn at(&mut self, laid: usize) -> &mut Level {
        if self.0.len() <= laid {
            self.0.resize(laid + 1, Level::default());
        }
        &mut self.0[laid]
    }

    /// How many tiles were cut off.
    pub(super) fn cuts(&self) -> u64 {
        self.0.iter().map(|level| level.cuts).sum()
    }

    /// The levels as a profile. The region itself is not looked up.
    pub(super) fn profile(&self) -> Profile {
        let mut profile = Profile::new(TALLIES);
        for (laid, Level { cuts, counted, found }) in self.0.iter().enumerate() {
            let level = profile.level(laid);
            level.nodes = *cuts;
            level.tallies = vec![*counted, found.saturating_sub(*counted)];
        }
        profile
    }
}
