//! A diagram in sentences, as Knuth's OBDD prints one in its section 7.

use super::listing::Listed;
use crate::store::{NodeId, Rule, Store};
use kumiki_id::Id;
use std::fmt::Write;

impl<R: Rule> Store<R> {
    /// A diagram in sentences: `5: if NAME then 4 else 3`, a line for each branch node, children
    /// before parents and the root last. Nodes 0 and 1 are the sinks. `name` names the variables.
    ///
    /// ```
    /// use kumiki_diagram::BddStore;
    ///
    /// let mut store = BddStore::new(2, 1 << 20)?;
    /// let [a, b] = [store.variable(0)?, store.variable(1)?];
    /// let both = store.and(a, b)?;
    /// let text = store.to_sentences(both, |variable| ["a", "b"][variable as usize].to_owned());
    /// assert_eq!(text, "2: if b then 1 else 0\n3: if a then 2 else 0\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_sentences(&self, root: NodeId, name: impl Fn(u32) -> String) -> String {
        if root.is_sink() {
            return format!("{}\n", root.index());
        }
        let mut text = String::new();
        for Listed { number, variable, links: [low, high] } in self.listing(root).into_iter().rev()
        {
            writeln!(text, "{number}: if {} then {high} else {low}", name(variable))
                .expect("strings can be written to");
        }
        text
    }
}
