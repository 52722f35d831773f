//! Boolean functions: what is done with a BDD store.
//!
//! Every operation splits its operands at the first variable that one of them looks at, goes on
//! with the two halves, and joins the results by a node; what has been asked before is looked up.
//! So the time is at most proportional to the product of the sizes, as long as the cache remembers.

use crate::cache::{Operation, Question};
use crate::store::{BddStore, Branch, Full, NodeId};

impl BddStore {
    /// The function that is variable `v` itself.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If there is no such variable.
    pub fn variable(&mut self, v: u32) -> Result<NodeId, Full> {
        self.node(v, NodeId::BOTTOM, NodeId::TOP)
    }

    /// f ∧ g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn and(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == NodeId::BOTTOM || g == NodeId::BOTTOM {
            return Ok(NodeId::BOTTOM);
        }
        if f == NodeId::TOP || f == g {
            return Ok(g);
        }
        if g == NodeId::TOP {
            return Ok(f);
        }
        self.apply(Operation::And, f, g, Self::and)
    }

    /// f ∨ g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn or(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == NodeId::TOP || g == NodeId::TOP {
            return Ok(NodeId::TOP);
        }
        if f == NodeId::BOTTOM || f == g {
            return Ok(g);
        }
        if g == NodeId::BOTTOM {
            return Ok(f);
        }
        self.apply(Operation::Or, f, g, Self::or)
    }

    /// f ⊕ g.
    ///
    /// # Errors
    /// If the store is full.
    pub fn xor(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Full> {
        if f == g {
            return Ok(NodeId::BOTTOM);
        }
        if f == NodeId::BOTTOM {
            return Ok(g);
        }
        if g == NodeId::BOTTOM {
            return Ok(f);
        }
        if f.is_sink() && g.is_sink() {
            return Ok(NodeId::TOP);
        }
        self.apply(Operation::Xor, f, g, Self::xor)
    }

    /// ¬f.
    ///
    /// # Errors
    /// If the store is full.
    pub fn not(&mut self, f: NodeId) -> Result<NodeId, Full> {
        self.xor(f, NodeId::TOP)
    }

    /// A commutative operation on the halves of f and g.
    #[inline]
    fn apply(
        &mut self,
        operation: Operation,
        f: NodeId,
        g: NodeId,
        on_halves: impl Fn(&mut Self, NodeId, NodeId) -> Result<NodeId, Full>,
    ) -> Result<NodeId, Full> {
        let question = Question::two(operation, f.min(g), f.max(g));
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let (variable, [f_low, f_high], [g_low, g_high]) = self.split(f, g);
        let low = on_halves(self, f_low, g_low)?;
        let high = on_halves(self, f_high, g_high)?;
        let answer = self.node(variable, low, high)?;
        self.remember(question, answer);
        Ok(answer)
    }

    /// If f then g else h: (f ∧ g) ∨ (¬f ∧ h).
    ///
    /// # Errors
    /// If the store is full.
    pub fn ite(&mut self, f: NodeId, g: NodeId, h: NodeId) -> Result<NodeId, Full> {
        match (f, g, h) {
            (NodeId::TOP, ..) => return Ok(g),
            (NodeId::BOTTOM, ..) => return Ok(h),
            (_, NodeId::TOP, NodeId::BOTTOM) => return Ok(f),
            _ if g == h => return Ok(g),
            _ => {}
        }
        let question = Question::three(Operation::IfThenElse, f, g, h);
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let variable = self.variable_of(f).min(self.variable_of(g)).min(self.variable_of(h));
        let [f, g, h] = [f, g, h].map(|node| {
            let branch = self.branch(node);
            if branch.variable == variable { [branch.low, branch.high] } else { [node, node] }
        });
        let low = self.ite(f[0], g[0], h[0])?;
        let high = self.ite(f[1], g[1], h[1])?;
        let answer = self.node(variable, low, high)?;
        self.remember(question, answer);
        Ok(answer)
    }

    /// f with a variable set to a value.
    ///
    /// # Errors
    /// If the store is full.
    pub fn restrict(&mut self, f: NodeId, variable: u32, value: bool) -> Result<NodeId, Full> {
        let Branch { variable: top, low, high } = self.branch(f);
        if top > variable || f.is_sink() {
            return Ok(f);
        }
        if top == variable {
            return Ok(if value { high } else { low });
        }
        let question =
            Question::with_number(Operation::Restrict, f, 2 * variable + u32::from(value));
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let low = self.restrict(low, variable, value)?;
        let high = self.restrict(high, variable, value)?;
        let answer = self.node(top, low, high)?;
        self.remember(question, answer);
        Ok(answer)
    }

    /// Whether values of the given variables exist that make f true, as a function of the others.
    ///
    /// # Errors
    /// If the store is full.
    ///
    /// # Panics
    /// If one of them is no variable of the store.
    pub fn exists(&mut self, f: NodeId, variables: &[u32]) -> Result<NodeId, Full> {
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut all = NodeId::TOP;
        for variable in sorted.into_iter().rev() {
            all = self.node(variable, NodeId::BOTTOM, all)?;
        }
        self.exists_all(f, all)
    }

    /// [`BddStore::exists`] for the variables whose conjunction is `all`.
    fn exists_all(&mut self, f: NodeId, mut all: NodeId) -> Result<NodeId, Full> {
        let Branch { variable, low, high } = self.branch(f);
        while self.variable_of(all) < variable {
            all = self.branch(all).high;
        }
        if all == NodeId::TOP || f.is_sink() {
            return Ok(f);
        }
        let question = Question::two(Operation::Exists, f, all);
        if let Some(answer) = self.answer(question) {
            return Ok(answer);
        }
        let low = self.exists_all(low, all)?;
        let high = self.exists_all(high, all)?;
        let answer = if self.variable_of(all) == variable {
            self.or(low, high)?
        } else {
            self.node(variable, low, high)?
        };
        self.remember(question, answer);
        Ok(answer)
    }

    /// The value of f at a point, given as the value of each variable.
    #[must_use]
    pub fn evaluate(&self, f: NodeId, point: impl Fn(u32) -> bool) -> bool {
        let mut node = f;
        while !node.is_sink() {
            let Branch { variable, low, high } = self.branch(node);
            node = if point(variable) { high } else { low };
        }
        node == NodeId::TOP
    }

    /// How many nodes of f would be left out of the ZDD because their high child is ⊥.
    #[must_use]
    pub fn suppressible(&self, f: NodeId) -> usize {
        self.branches(f).filter(|(_, branch)| branch.high == NodeId::BOTTOM).count()
    }
}
