//! What a search finds, as data.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Plain data, of which ledgers are made.
pub trait Plain: Send + Serialize + DeserializeOwned + 'static {}

impl<T: Send + Serialize + DeserializeOwned + 'static> Plain for T {}

/// Counts, tables and lists that a search fills.
///
/// The ledgers of the parts of a space, put together in the order of the search, are the ledger of
/// the whole. A ledger is plain data, so that it can be written down and sent elsewhere.
pub trait Ledger: Plain {
    /// Adds what was found later in the order of the search.
    fn absorb(&mut self, later: Self);

    /// Whether what is found first is wanted first. Otherwise the parts of a space are searched in
    /// an order by lot, so that those that are over tell about the rest, and ledgers are put
    /// together in any order, which must not matter; they hold no solutions then.
    fn is_ordered(&self) -> bool {
        true
    }

    /// How many solutions it holds on to. A part that holds many hands them over before its end.
    fn held(&self) -> usize {
        0
    }
}

/// A plain count.
impl Ledger for u64 {
    fn absorb(&mut self, later: Self) {
        *self += later;
    }

    fn is_ordered(&self) -> bool {
        false
    }
}

/// A list of what was found.
impl<T: Plain> Ledger for Vec<T> {
    fn absorb(&mut self, later: Self) {
        self.extend(later);
    }

    fn held(&self) -> usize {
        self.len()
    }
}
