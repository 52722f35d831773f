//! The orbit of a point as a shallow tree of steps, from which elements of the group are put
//! together.

use crate::Perm;

/// The number of a point that is in no tree.
const NOT_REACHED: u32 = u32::MAX;

/// A permutation that steps are made of, with what is asked of it again and again.
#[derive(Clone, Debug)]
pub(crate) struct Pooled {
    /// The permutation and its inverse.
    pub(crate) ways: [Perm; 2],
    /// The points that it moves, ascending.
    moved: Vec<u32>,
}

impl Pooled {
    pub(crate) fn new(perm: Perm) -> Self {
        let moved = (0..perm.degree()).filter(|point| perm.apply(*point) != *point);
        let moved = moved.map(kumiki_id::narrow).collect();
        let inverse = perm.inverse();
        Self { ways: [perm, inverse], moved }
    }
}

/// The orbit of a root.
///
/// * **T1** Point number 0 is the root. Every other point is reached from an earlier one by its
///   step.
/// * **T2** No point is deeper than the limit, unless enough shortcuts have been tried in vain.
#[derive(Clone, Debug)]
pub(crate) struct OrbitTree {
    /// The orbit by number, in the order in which its points were reached (T1).
    points: Vec<usize>,
    /// For each point its number; `NOT_REACHED` for those outside the orbit.
    number_of: Vec<u32>,
    /// For each number how the point is reached (T1); that of the root is never read.
    steps: Vec<Step>,
    /// For each number how many steps lead there from the root (T2).
    depth: Vec<u32>,
    /// Positions in the pool of elements that make the tree shallow. They are products of
    /// generators, so loops with them say nothing new.
    shortcuts: Vec<usize>,
}

/// A permutation of the pool or its inverse, taken from an earlier point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    /// The number of the earlier point.
    from: usize,
    /// Position of the permutation in the pool.
    pooled: usize,
    /// 0 for the permutation itself, 1 for its inverse.
    way: usize,
}

impl OrbitTree {
    /// The tree of a root alone, among so many points.
    pub(crate) fn new(root: usize, degree: usize) -> Self {
        let mut number_of = vec![NOT_REACHED; degree];
        number_of[root] = 0;
        Self {
            points: vec![root],
            number_of,
            steps: vec![Step { from: 0, pooled: usize::MAX, way: 0 }],
            depth: vec![0],
            shortcuts: Vec::new(),
        }
    }

    /// How many points are reached.
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// The number of a point, if it is reached.
    pub(crate) fn number(&self, point: usize) -> Option<usize> {
        Some(self.number_of[point])
            .filter(|number| *number != NOT_REACHED)
            .map(|number| number as usize)
    }

    /// Adds all points that the generators, given as positions in the pool, and the shortcuts
    /// reach. What is there stays as it is.
    pub(crate) fn grow(&mut self, generators: &[usize], pool: &[Pooled]) {
        // A permutation is tried at the points it moves only: many generators may move two points
        // each.
        let mut movers: Vec<Vec<usize>> = vec![Vec::new(); self.number_of.len()];
        for pooled in generators.iter().chain(&self.shortcuts) {
            for point in &pool[*pooled].moved {
                movers[*point as usize].push(*pooled);
            }
        }
        let mut from = 0;
        while from < self.points.len() {
            let point = self.points[from];
            for pooled in &movers[point] {
                for (way, perm) in pool[*pooled].ways.iter().enumerate() {
                    let image = perm.apply(point);
                    if self.number_of[image] == NOT_REACHED {
                        self.number_of[image] = kumiki_id::narrow(self.points.len());
                        self.points.push(image);
                        self.steps.push(Step { from, pooled: *pooled, way });
                        self.depth.push(self.depth[from] + 1);
                    }
                }
            }
            from += 1;
        }
    }

    /// Makes the tree shallow (T2) by adding elements of the group to the pool, as shortcuts to the
    /// deepest points. Says whether there was anything to do; if so, points have other steps and
    /// numbers than before.
    pub(crate) fn flatten(&mut self, generators: &[usize], pool: &mut Vec<Pooled>) -> bool {
        let mut changed = false;
        while let Some(deepest) = self.too_deep() {
            let mut shortcuts = std::mem::take(&mut self.shortcuts);
            shortcuts.push(pool.len());
            pool.push(Pooled::new(self.element(deepest, pool)));
            *self = Self { shortcuts, ..Self::new(self.points[0], self.number_of.len()) };
            self.grow(generators, pool);
            changed = true;
        }
        changed
    }

    /// The number of a deepest point, if it is too deep.
    fn too_deep(&self) -> Option<usize> {
        let deepest = (0..self.points.len()).max_by_key(|number| self.depth[*number])?;
        let limit = 2 * (self.points.len() + 1).ilog2() + 4;
        let is_worth_it = self.shortcuts.len() < limit as usize;
        (self.depth[deepest] > limit && is_worth_it).then_some(deepest)
    }

    /// The element that takes the root to a point, given by its number.
    pub(crate) fn element(&self, number: usize, pool: &[Pooled]) -> Perm {
        let mut path = Vec::new();
        let mut at = number;
        while at > 0 {
            path.push(self.steps[at]);
            at = self.steps[at].from;
        }
        let mut product = Perm::identity(self.number_of.len());
        for step in path.iter().rev() {
            product.compose(&pool[step.pooled].ways[step.way]);
        }
        product
    }

    /// Multiplies by the inverse of the element that takes the root to a point.
    pub(crate) fn divide(&self, perm: &mut Perm, number: usize, pool: &[Pooled]) {
        let mut at = number;
        while at > 0 {
            let step = self.steps[at];
            perm.compose(&pool[step.pooled].ways[1 - step.way]);
            at = step.from;
        }
    }

    /// Whether going from a point by a generator is a step of the tree, there or back: then the
    /// loop is trivial.
    pub(crate) fn is_step(&self, number: usize, pooled: usize, pool: &[Pooled]) -> bool {
        let image = pool[pooled].ways[0].apply(self.points[number]);
        let to = self.number_of[image] as usize;
        let there = to > 0 && self.steps[to] == Step { from: number, pooled, way: 0 };
        there || number > 0 && self.steps[number] == Step { from: to, pooled, way: 1 }
    }

    /// The elements that take the root to all points, by number.
    pub(crate) fn elements(&self, pool: &[Pooled]) -> Vec<Perm> {
        let mut elements = vec![Perm::identity(self.number_of.len())];
        for step in &self.steps[1..] {
            elements.push(elements[step.from].then(&pool[step.pooled].ways[step.way]));
        }
        elements
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_cycle_makes_a_shallow_tree_whose_elements_reach_their_points() {
        let degree = 3000;
        let turn = Perm::new((0..3000).map(|point| (point + 1) % 3000).collect()).expect("a cycle");
        let mut pool = vec![Pooled::new(turn)];
        let mut tree = OrbitTree::new(7, degree);
        tree.grow(&[0], &pool);
        assert_eq!((tree.len(), tree.depth.iter().max()), (degree, Some(&1500)));
        assert!(tree.flatten(&[0], &mut pool) && !tree.flatten(&[0], &mut pool));
        assert_eq!(tree.len(), degree);
        assert!(tree.depth.iter().all(|depth| *depth <= 26), "{:?}", tree.depth.iter().max());
        for point in (0..degree).step_by(37) {
            let number = tree.number(point).expect("all points are reached");
            let mut element = tree.element(number, &pool);
            assert_eq!(element.apply(7), point);
            tree.divide(&mut element, number, &pool);
            assert!(element.is_identity());
        }
    }
}
