//! Which points can be reached from which, while permutations come in one after the other.

/// Disjoint sets of the points `0..n`, joined as pairs come in.
///
/// * **O1** Following `parent` leads to the representative of the set, which is its own parent.
/// * **O2** `len` is right for representatives.
pub(crate) struct Orbits {
    /// For each point another one of its set, or itself (O1).
    parent: Vec<u32>,
    /// For each representative how many points its set has (O2).
    len: Vec<u32>,
}

impl Orbits {
    /// Every point alone.
    pub(crate) fn new(count: usize) -> Self {
        Self { parent: (0..kumiki_id::narrow(count)).collect(), len: vec![1; count] }
    }

    /// The representative of a point's set.
    pub(crate) fn representative(&mut self, point: usize) -> usize {
        let mut at = point;
        while self.parent[at] as usize != at {
            self.parent[at] = self.parent[self.parent[at] as usize];
            at = self.parent[at] as usize;
        }
        at
    }

    /// How many points are in the set of a point.
    pub(crate) fn len_of(&mut self, point: usize) -> u32 {
        let representative = self.representative(point);
        self.len[representative]
    }

    /// Joins the sets of two points.
    pub(crate) fn join(&mut self, one: usize, other: usize) {
        let [one, other] = [one, other].map(|point| self.representative(point));
        if one == other {
            return;
        }
        let (small, large) =
            if self.len[one] < self.len[other] { (one, other) } else { (other, one) };
        self.parent[small] = kumiki_id::narrow(large);
        self.len[large] += self.len[small];
    }
}
