//! Families as the terms of an algebra: join, meet, quotient, remainder.
//!
//! The names are those of Knuth's family algebra (The Art of Computer Programming, section 7.1.4).
//! A join is a product, with union of members in place of multiplication; quotient and remainder
//! belong to it as usual.

use crate::cache::{Operation, Question};
use crate::store::{Full, NodeId, ZddStore};

impl ZddStore {
    /// The sets α ∪ β, for all members α of f and β of g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn join(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == NodeId::BOTTOM || g == NodeId::BOTTOM {
            return Ok(NodeId::BOTTOM);
        }
        if f == NodeId::TOP {
            return Ok(g);
        }
        if g == NodeId::TOP {
            return Ok(f);
        }
        self.halve(Question::two(Operation::Join, f.min(g), f.max(g)), f, g, |store, f, g| {
            let low = store.join(f[0], g[0])?;
            // The element is in α ∪ β if it is in α, whatever β has, or only in β.
            let any = store.union(g[0], g[1])?;
            let in_first = store.join(f[1], any)?;
            let in_second = store.join(f[0], g[1])?;
            Ok([low, store.union(in_first, in_second)?])
        })
    }

    /// The sets α ∩ β, for all members α of f and β of g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn meet(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == NodeId::BOTTOM || g == NodeId::BOTTOM {
            return Ok(NodeId::BOTTOM);
        }
        if f == NodeId::TOP || g == NodeId::TOP {
            return Ok(NodeId::TOP);
        }
        self.halve(Question::two(Operation::Meet, f.min(g), f.max(g)), f, g, |store, f, g| {
            let any = store.union(g[0], g[1])?;
            let not_in_first = store.meet(f[0], any)?;
            let not_in_second = store.meet(f[1], g[0])?;
            let low = store.union(not_in_first, not_in_second)?;
            Ok([low, store.meet(f[1], g[1])?])
        })
    }

    /// The sets α that are disjoint from every member β of g, such that all α ∪ β are members of f.
    /// If g has no members these are all sets.
    ///
    /// # Errors
    /// If the store is full.
    pub fn quotient(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if g == NodeId::BOTTOM { self.universe() } else { self.divide(f, g) }
    }

    /// The quotient by a family with members.
    fn divide(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if g == NodeId::TOP {
            return Ok(f);
        }
        if f.is_sink() {
            return Ok(NodeId::BOTTOM);
        }
        if f == g {
            return Ok(NodeId::TOP);
        }
        self.halve(Question::two(Operation::Quotient, f, g), f, g, |store, f, g| {
            if g[1] == NodeId::BOTTOM {
                // No member of g has the element, so it is in α or not as f says.
                return Ok([store.divide(f[0], g[0])?, store.divide(f[1], g[0])?]);
            }
            let mut quotient = store.divide(f[1], g[1])?;
            if quotient != NodeId::BOTTOM && g[0] != NodeId::BOTTOM {
                let other = store.divide(f[0], g[0])?;
                quotient = store.intersection(quotient, other)?;
            }
            Ok([quotient, NodeId::BOTTOM])
        })
    }

    /// The members of f that the quotient of f and g does not explain: f without the join of g and
    /// the quotient.
    ///
    /// # Errors
    /// If the store is full.
    pub fn remainder(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        let quotient = self.quotient(f, g)?;
        let explained = self.join(g, quotient)?;
        self.difference(f, explained)
    }
}
