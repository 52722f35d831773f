//! Members chosen by what they contain and by what contains them.

use crate::cache::{Operation, Question};
use crate::store::{Branch, Full, NodeId, ZddStore};

impl ZddStore {
    /// The members of f that contain no member of g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn nonsupersets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if g == NodeId::BOTTOM {
            return Ok(f);
        }
        if f == NodeId::BOTTOM || g == NodeId::TOP || f == g {
            return Ok(NodeId::BOTTOM);
        }
        self.halve(Question::two(Operation::NonSupersets, f, g), f, g, |store, f, g| {
            let low = store.nonsupersets(f[0], g[0])?;
            let high = store.nonsupersets(f[1], g[1])?;
            Ok([low, store.nonsupersets(high, g[0])?])
        })
    }

    /// The members of f that no member of g contains.
    ///
    /// # Errors
    /// If the store is full.
    pub fn nonsubsets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if g == NodeId::BOTTOM {
            return Ok(f);
        }
        if f.is_sink() || f == g {
            return Ok(NodeId::BOTTOM);
        }
        self.halve(Question::two(Operation::NonSubsets, f, g), f, g, |store, f, g| {
            let low = store.nonsubsets(f[0], g[0])?;
            let low = store.nonsubsets(low, g[1])?;
            Ok([low, store.nonsubsets(f[1], g[1])?])
        })
    }

    /// The members of f that contain a member of g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn supersets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        let others = self.nonsupersets(f, g)?;
        self.difference(f, others)
    }

    /// The members of f that a member of g contains.
    ///
    /// # Errors
    /// If the store is full.
    pub fn subsets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        let others = self.nonsubsets(f, g)?;
        self.difference(f, others)
    }

    /// The members of f that contain no other member of f.
    ///
    /// # Errors
    /// If the store is full.
    pub fn minimal(&mut self, f: NodeId) -> Result<NodeId, Full> {
        if f.is_sink() {
            return Ok(f);
        }
        let question = Question::one(Operation::Minimal, f);
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let Branch { variable, low, high } = self.branch(f);
        let low = self.minimal(low)?;
        let high = self.minimal(high)?;
        let high = self.nonsupersets(high, low)?;
        let answer = self.node(variable, low, high)?;
        self.remember(question, answer);
        Ok(answer)
    }

    /// The members of f that no other member of f contains.
    ///
    /// # Errors
    /// If the store is full.
    pub fn maximal(&mut self, f: NodeId) -> Result<NodeId, Full> {
        if f.is_sink() {
            return Ok(f);
        }
        let question = Question::one(Operation::Maximal, f);
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let Branch { variable, low, high } = self.branch(f);
        let high = self.maximal(high)?;
        let low = self.maximal(low)?;
        let low = self.nonsubsets(low, high)?;
        let answer = self.node(variable, low, high)?;
        self.remember(question, answer);
        Ok(answer)
    }
}
