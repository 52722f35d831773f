//! Fuel: the only clock an engine knows.

/// How many search nodes may still be visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fuel(pub u64);

impl Fuel {
    /// More than any search can burn.
    #[must_use]
    pub fn unlimited() -> Self {
        Self(u64::MAX)
    }

    /// Burns one node's worth. Says whether there was any.
    #[inline(always)]
    pub fn burn(&mut self) -> bool {
        match self.0.checked_sub(1) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }
}
