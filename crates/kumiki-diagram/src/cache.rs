//! What operations have found out: a table that forgets.
//!
//! An operation on two diagrams meets the same pair of nodes again and again. Each result is kept
//! in the one place its hash names; a later result with the same place replaces it. Forgetting
//! costs time, never truth, and the table has a fixed size.

use crate::store::NodeId;

/// The operations whose results are kept, each named like the method of a store that it is;
/// `IfThenElse` is `ite`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Operation {
    And = 1,
    Or,
    Xor,
    IfThenElse,
    Restrict,
    Exists,
    Union,
    Intersection,
    Difference,
    SymmetricDifference,
    Onset,
    Offset,
    Change,
    Join,
    Meet,
    Quotient,
    NonSupersets,
    NonSubsets,
    Minimal,
    Maximal,
}

/// What is asked: an operation and up to three operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// The number of an `Operation`; 0 in a place without an answer (C1).
    operation: u32,
    /// Raw numbers of nodes, or a number that is no node in the second place; 0 where there is
    /// none. Commutative operations have the lower node first.
    operands: [u32; 3],
}

impl Question {
    pub(crate) fn one(operation: Operation, f: NodeId) -> Self {
        Self::with_number(operation, f, 0)
    }

    pub(crate) fn two(operation: Operation, f: NodeId, g: NodeId) -> Self {
        Self::with_number(operation, f, g.raw())
    }

    pub(crate) fn three(operation: Operation, f: NodeId, g: NodeId, h: NodeId) -> Self {
        Self { operation: operation as u32, operands: [f.raw(), g.raw(), h.raw()] }
    }

    /// A node and a number that is no node: a variable, or a variable with its value.
    pub(crate) fn with_number(operation: Operation, f: NodeId, number: u32) -> Self {
        Self { operation: operation as u32, operands: [f.raw(), number, 0] }
    }
}

/// Questions with their answers.
///
/// * **C1** The number of places is a power of two. A place without an answer has operation 0,
///   which is none.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    /// Questions with their answers, each where its hash says (C1). Ids of dropped nodes are never
    /// there: a collection empties the cache.
    places: Vec<(Question, NodeId)>,
    /// With up to so many nodes the cache does not try to grow.
    enough_for: usize,
}

/// Places in the smallest cache.
const SMALLEST: usize = 16;

/// A place without an answer.
const FREE: (Question, NodeId) = (Question { operation: 0, operands: [0; 3] }, NodeId::BOTTOM);

impl Cache {
    /// The bytes of the smallest cache.
    pub(crate) const SMALLEST_BYTES: usize = SMALLEST * size_of::<(Question, NodeId)>();

    /// The smallest cache.
    pub(crate) fn new() -> Self {
        Self { places: vec![FREE; SMALLEST], enough_for: SMALLEST }
    }

    /// The bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * size_of_val(&FREE)
    }

    /// Whether there are more nodes than before the last attempt to grow.
    #[inline(always)]
    pub(crate) fn wants_to_grow(&self, nodes: usize) -> bool {
        nodes > self.enough_for
    }

    /// Takes as many places as there are nodes, or half of that as often as needed to stay within
    /// some bytes. Forgets everything if it grows.
    #[cold]
    pub(crate) fn grow(&mut self, nodes: usize, affordable_bytes: usize) {
        let affordable = affordable_bytes / size_of_val(&FREE);
        let mut wanted = nodes.next_power_of_two();
        self.enough_for = wanted;
        while wanted > affordable {
            wanted /= 2;
        }
        if wanted > self.places.len() {
            self.places = Vec::new();
            self.places.resize(wanted, FREE);
        }
    }

    /// The answer, if it is remembered.
    #[inline(always)]
    pub(crate) fn answer(&self, question: Question) -> Option<NodeId> {
        let (kept, answer) = self.places[self.place(question)];
        (kept == question).then_some(answer)
    }

    /// Remembers an answer.
    #[inline(always)]
    pub(crate) fn remember(&mut self, question: Question, answer: NodeId) {
        let place = self.place(question);
        self.places[place] = (question, answer);
    }

    #[inline(always)]
    fn place(&self, question: Question) -> usize {
        let [f, g, h] = question.operands.map(u64::from);
        let mixed = (f | g << 32)
            ^ (h << 7 ^ u64::from(question.operation)).wrapping_mul(0xA24B_AED4_963E_E407);
        let mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        u32::try_from(mixed >> 32).expect("a shifted word has 32 bits") as usize
            & (self.places.len() - 1)
    }
}
