//! Edges that lead to the same place, by the parity of their labels.

/// How many edges with an even and with an odd label lead somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Ways {
    /// Edges with an even label.
    pub(crate) even: u32,
    /// Edges with an odd label.
    pub(crate) odd: u32,
}

impl Ways {
    /// One way, with an even label.
    pub(crate) const ONE: Self = Self { even: 1, odd: 0 };

    /// Adds an edge.
    pub(crate) fn add(&mut self, label: u32) {
        if label.is_multiple_of(2) {
            self.even += 1;
        } else {
            self.odd += 1;
        }
    }

    /// One edge each from two groups.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            even: self.even * other.even + self.odd * other.odd,
            odd: self.even * other.odd + self.odd * other.even,
        }
    }

    /// Two edges of the group.
    pub(crate) fn twice(self) -> Self {
        let pairs = |of: u32| of * of.saturating_sub(1) / 2;
        Self { even: pairs(self.even) + pairs(self.odd), odd: self.even * self.odd }
    }
}
