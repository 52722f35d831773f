//! Many short texts in one long one, each found by its id.

use kumiki_id::{Id, IdVec};

/// A vector of texts. A hundred thousand options are two allocations instead of as many.
///
/// * **T1** Text `i` ends before byte `ends[i]` of `all` and begins where the one before it ends,
///   or at 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Texts<I> {
    all: String,
    ends: IdVec<I, usize>,
}

impl<I: Id> Texts<I> {
    /// No texts yet.
    pub(super) fn new() -> Self {
        Self { all: String::new(), ends: IdVec::new() }
    }

    /// Appends a text.
    pub(super) fn push(&mut self, text: &str) -> I {
        self.push_parts([text])
    }

    /// Appends one text made of several parts.
    pub(super) fn push_parts<'p>(&mut self, parts: impl IntoIterator<Item = &'p str>) -> I {
        self.all.extend(parts);
        self.ends.push(self.all.len())
    }

    /// The text with an id.
    pub(super) fn get(&self, id: I) -> &str {
        let start = id.index().checked_sub(1).map_or(0, |before| self.ends[I::new(before)]);
        &self.all[start..self.ends[id]]
    }

    /// How many texts there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The texts in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.ends.ids().map(|id| self.get(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::ItemId;

    #[test]
    fn texts_come_back_as_they_were_put_in() {
        let mut texts: Texts<ItemId> = Texts::new();
        assert_eq!(texts.len(), 0);
        let given = ["ab", "", "ä", "c"];
        let ids = given.map(|text| texts.push(text));
        let joined = texts.push_parts(["x", ":", "red"]);
        assert_eq!(ids.map(|id| texts.get(id)), given);
        assert_eq!(texts.get(joined), "x:red");
        assert!(texts.iter().eq(["ab", "", "ä", "c", "x:red"]));
    }
}
