//! A vector indexed by one kind of id.

use crate::Id;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A `Vec<T>` whose index is an `I` and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdVec<I, T> {
    slots: Vec<T>,
    kind: PhantomData<I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// No elements yet.
    #[must_use]
    pub fn new() -> Self {
        Self { slots: Vec::new(), kind: PhantomData }
    }

    /// Appends an element and returns its id.
    pub fn push(&mut self, value: T) -> I {
        let id = I::new(self.slots.len());
        self.slots.push(value);
        id
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The element with an id, if there is one.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.slots.get(id.index())
    }

    /// The elements in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.slots.iter()
    }

    /// All ids in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + use<I, T> {
        (0..self.slots.len()).map(I::new)
    }

    /// Pairs of id and element, in order.
    pub fn enumerate(&self) -> impl Iterator<Item = (I, &T)> {
        self.slots.iter().enumerate().map(|(position, value)| (I::new(position), value))
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(values: A) -> Self {
        Self { slots: values.into_iter().collect(), kind: PhantomData }
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.slots[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.slots[id.index()]
    }
}
