//! Families of sets: the operations of set algebra on a ZDD store.
//!
//! A family is a set of sets; its *members* are sets of elements, and the elements are the
//! variables of the store.

use crate::cache::{Operation, Question};
use crate::store::{Branch, Full, NodeId, ZddStore};

impl ZddStore {
    /// The family whose one member is the given set.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If an element is no variable of the store.
    pub fn single(&mut self, elements: &[u32]) -> Result<NodeId, Full> {
        let mut sorted = elements.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut family = NodeId::TOP;
        for element in sorted.into_iter().rev() {
            family = self.node(element, NodeId::BOTTOM, family)?;
        }
        Ok(family)
    }

    /// The family of the sets {v}, one for each given element. A join with it adds one of these
    /// elements to each member in all ways.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If an element is no variable of the store.
    pub fn singletons(&mut self, elements: &[u32]) -> Result<NodeId, Full> {
        let mut sorted = elements.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut family = NodeId::BOTTOM;
        for element in sorted.into_iter().rev() {
            family = self.node(element, family, NodeId::TOP)?;
        }
        Ok(family)
    }

    /// The family of all sets of elements of the store.
    ///
    /// # Errors
    /// If the store is full.
    pub fn universe(&mut self) -> Result<NodeId, Full> {
        let mut family = NodeId::TOP;
        for element in (0..kumiki_id::narrow(self.variable_count())).rev() {
            family = self.node(element, family, family)?;
        }
        Ok(family)
    }

    /// The sets that are members of f or of g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn union(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == NodeId::BOTTOM || f == g {
            return Ok(g);
        }
        if g == NodeId::BOTTOM {
            return Ok(f);
        }
        self.halve(Question::two(Operation::Union, f.min(g), f.max(g)), f, g, |store, f, g| {
            Ok([store.union(f[0], g[0])?, store.union(f[1], g[1])?])
        })
    }

    /// The sets that are members of f and of g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn intersection(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == NodeId::BOTTOM || g == NodeId::BOTTOM {
            return Ok(NodeId::BOTTOM);
        }
        if f == g {
            return Ok(f);
        }
        self.halve(
            Question::two(Operation::Intersection, f.min(g), f.max(g)),
            f,
            g,
            |store, f, g| Ok([store.intersection(f[0], g[0])?, store.intersection(f[1], g[1])?]),
        )
    }

    /// The members of f that are not members of g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn difference(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == NodeId::BOTTOM || f == g {
            return Ok(NodeId::BOTTOM);
        }
        if g == NodeId::BOTTOM {
            return Ok(f);
        }
        self.halve(Question::two(Operation::Difference, f, g), f, g, |store, f, g| {
            Ok([store.difference(f[0], g[0])?, store.difference(f[1], g[1])?])
        })
    }

    /// The sets that are members of exactly one of f and g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn symmetric_difference(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == g {
            return Ok(NodeId::BOTTOM);
        }
        if f == NodeId::BOTTOM {
            return Ok(g);
        }
        if g == NodeId::BOTTOM {
            return Ok(f);
        }
        self.halve(
            Question::two(Operation::SymmetricDifference, f.min(g), f.max(g)),
            f,
            g,
            |store, f, g| {
                Ok([
                    store.symmetric_difference(f[0], g[0])?,
                    store.symmetric_difference(f[1], g[1])?,
                ])
            },
        )
    }

    /// Answers a question about f and g, which are not both sinks, from their halves: members
    /// without and with the first element.
    #[inline]
    pub(crate) fn halve(
        &mut self,
        question: Question,
        f: NodeId,
        g: NodeId,
        on_halves: impl Fn(&mut Self, [NodeId; 2], [NodeId; 2]) -> Result<[NodeId; 2], Full>,
    ) -> Result<NodeId, Full> {
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let (element, f, g) = self.split(f, g);
        let [low, high] = on_halves(self, f, g)?;
        let answer = self.node(element, low, high)?;
        self.remember(question, answer);
        Ok(answer)
    }

    /// The members of f that contain an element, with the element taken out of them.
    ///
    /// # Errors
    /// If the store is full.
    pub fn onset(&mut self, f: NodeId, element: u32) -> Result<NodeId, Full> {
        let Branch { variable, low, high } = self.branch(f);
        if variable > element || f.is_sink() {
            return Ok(NodeId::BOTTOM);
        }
        if variable == element {
            return Ok(high);
        }
        let question = Question::with_number(Operation::Onset, f, element);
        self.below(question, variable, [low, high], |store, node| store.onset(node, element))
    }

    /// The members of f that do not contain an element.
    ///
    /// # Errors
    /// If the store is full.
    pub fn offset(&mut self, f: NodeId, element: u32) -> Result<NodeId, Full> {
        let Branch { variable, low, high } = self.branch(f);
        if variable > element || f.is_sink() {
            return Ok(f);
        }
        if variable == element {
            return Ok(low);
        }
        let question = Question::with_number(Operation::Offset, f, element);
        self.below(question, variable, [low, high], |store, node| store.offset(node, element))
    }

    /// The members of f, each with an element put in or, if it was there, taken out.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If the element is no variable of the store.
    pub fn change(&mut self, f: NodeId, element: u32) -> Result<NodeId, Full> {
        let Branch { variable, low, high } = self.branch(f);
        if variable > element || f.is_sink() {
            return self.node(element, NodeId::BOTTOM, f);
        }
        if variable == element {
            return self.node(element, high, low);
        }
        let question = Question::with_number(Operation::Change, f, element);
        self.below(question, variable, [low, high], |store, node| store.change(node, element))
    }

    /// Answers a question about a node above the element in question from the node's children.
    fn below(
        &mut self,
        question: Question,
        variable: u32,
        [low, high]: [NodeId; 2],
        on_child: impl Fn(&mut Self, NodeId) -> Result<NodeId, Full>,
    ) -> Result<NodeId, Full> {
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let low = on_child(self, low)?;
        let high = on_child(self, high)?;
        let answer = self.node(variable, low, high)?;
        self.remember(question, answer);
        Ok(answer)
    }

    /// The members of f that contain all of some elements and none of some others.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If an element of `with` is no variable of the store.
    pub fn restrict(&mut self, f: NodeId, with: &[u32], without: &[u32]) -> Result<NodeId, Full> {
        let mut family = f;
        for element in without {
            family = self.offset(family, *element)?;
        }
        for element in with {
            family = self.onset(family, *element)?;
            family = self.change(family, *element)?;
        }
        Ok(family)
    }

    /// Whether a set is a member of f.
    #[must_use]
    pub fn contains(&self, f: NodeId, set: &[u32]) -> bool {
        let mut sorted = set.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut rest = sorted.into_iter().peekable();
        let mut node = f;
        while !node.is_sink() {
            let Branch { variable, low, high } = self.branch(node);
            node = match rest.peek() {
                Some(element) if *element < variable => return false,
                Some(element) if *element == variable => {
                    rest.next();
                    high
                }
                _ => low,
            };
        }
        node == NodeId::TOP && rest.next().is_none()
    }
}
