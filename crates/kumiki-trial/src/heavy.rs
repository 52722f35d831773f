//! A space whose nodes weigh more than they do, so that the driver finds small spaces worth
//! cutting.

use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step};

/// A space of which every node burns `weight` units of fuel.
pub(crate) struct Heavy<'s, S> {
    pub(crate) space: &'s S,
    pub(crate) weight: u64,
}

/// A search of it.
pub(crate) struct HeavySearch<W> {
    pub(crate) inner: W,
    weight: u64,
    /// Fuel that was burned and is not enough for a node.
    credit: u64,
}

impl<'s, S: Space> Space for Heavy<'s, S> {
    type Search<'a>
        = HeavySearch<S::Search<'s>>
    where
        Self: 'a;

    fn begin(&self, prefix: &Prefix) -> HeavySearch<S::Search<'s>> {
        HeavySearch { inner: self.space.begin(prefix), weight: self.weight, credit: 0 }
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        self.space.expand(prefix, profile)
    }
}

impl<W: Search> Search for HeavySearch<W> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        let all = self.credit.saturating_add(fuel.0);
        let mut nodes = Fuel(all / self.weight);
        let step = self.inner.advance(&mut nodes);
        (self.credit, fuel.0) = match step {
            Step::OutOfFuel => (all % self.weight, 0),
            Step::Solution | Step::Exhausted => (0, fuel.0.min(nodes.0 * self.weight)),
        };
        step
    }

    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn counted(&self) -> u64 {
        self.inner.counted()
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        self.inner.remaining()
    }

    fn audit(&self) -> Result<(), String> {
        self.inner.audit()
    }
}
