//! Bounds on the number of options, fixed ones and the one that branch and bound improves.
//!
//! # The bounds of the search
//! Of a node we know the options taken and the items unsettled. Items that cannot stay open need
//! further options, and none settles more items than the largest: so there will be at least taken +
//! ceil(must be covered / largest). Every further option needs items, and none makes do with fewer
//! than the smallest: so there will be at most taken + floor(unsettled / smallest). A node whose
//! bounds miss the limits is dead.

use std::sync::atomic::{AtomicU32, Ordering};

/// How many options a solution may take.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Not more than this; no limit at first.
    pub at_most: Option<u32>,
    /// Not fewer than this; no limit at first.
    pub at_least: Option<u32>,
}

/// The best number of options known so far, shared by all searches of a branch and bound.
#[derive(Debug)]
pub struct Incumbent {
    /// Whether few options are better, and not many.
    wants_few: bool,
    /// The best number offered. At first `u32::MAX` if few are wanted, otherwise 0.
    best: AtomicU32,
}

impl Incumbent {
    /// Nothing known; few options are wanted.
    #[must_use]
    pub fn fewest() -> Self {
        Self { wants_few: true, best: AtomicU32::new(u32::MAX) }
    }

    /// Nothing known; many options are wanted.
    #[must_use]
    pub fn most() -> Self {
        Self { wants_few: false, best: AtomicU32::new(0) }
    }

    /// A solution with this many options exists.
    pub fn offer(&self, options: u32) {
        if self.wants_few {
            self.best.fetch_min(options, Ordering::Relaxed);
        } else {
            self.best.fetch_max(options, Ordering::Relaxed);
        }
    }

    /// The best number offered so far. Before any offer, `None` if few are wanted and 0 if many
    /// are: the empty box has none.
    #[must_use]
    pub fn best(&self) -> Option<u32> {
        let best = self.best.load(Ordering::Relaxed);
        (!self.wants_few || best != u32::MAX).then_some(best)
    }

    /// The limits that leave only what is at least as good.
    pub(crate) fn tighten(&self, limits: Limits) -> Limits {
        let best = self.best();
        if self.wants_few {
            Limits { at_most: limits.at_most.into_iter().chain(best).min(), ..limits }
        } else {
            Limits { at_least: limits.at_least.into_iter().chain(best).max(), ..limits }
        }
    }
}
