//! The points of a group action without repetitions.
//!
//! A small group on many points moves most of them in the same ways. Number the points of an orbit
//! in the order in which a breadth-first walk meets them, and write down where each generator takes
//! each number. Two orbits with the same table are moved alike, number by number, by every element
//! of the group. So it is enough to know what an element does to one of them. The 48 symmetries of
//! a cube can move 100,000 points, yet no more than a few hundred of them differently.

use crate::Perm;
use std::collections::BTreeMap;

/// The points of an action sorted into orbits, with one orbit *kept* of all those that are moved
/// alike.
///
/// * **R1** `orbits` has every point once; `orbit_of` and `number_of` say where.
/// * **R2** `twin[d]` is a kept orbit, the same as `d` if `d` is kept. An element that takes number
///   `a` of one to number `b` does so in the other.
/// * **R3** The points of kept orbits have new names, `0..kept.len()`: `name_of` gives them, `kept`
///   takes them back.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    /// The orbits, each in the order of the walk (R1).
    orbits: Vec<Vec<usize>>,
    /// For each point its orbit (R1).
    orbit_of: Vec<usize>,
    /// For each point its position in its orbit (R1).
    number_of: Vec<usize>,
    /// For each orbit the kept one that is moved like it (R2).
    twin: Vec<usize>,
    /// For each new name its point (R3).
    kept: Vec<usize>,
    /// For each point of a kept orbit its new name (R3); `usize::MAX` for the others.
    name_of: Vec<usize>,
}

impl Reduction {
    /// The reduction of the action that the generators generate.
    pub(crate) fn new(degree: usize, generators: &[Perm]) -> Self {
        let mut made = Self {
            orbits: Vec::new(),
            orbit_of: vec![usize::MAX; degree],
            number_of: vec![0; degree],
            twin: Vec::new(),
            kept: Vec::new(),
            name_of: vec![usize::MAX; degree],
        };
        let mut first_with: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        for root in 0..degree {
            if made.orbit_of[root] == usize::MAX {
                let table = made.walk(root, generators);
                let orbit = made.orbits.len() - 1;
                let twin = *first_with.entry(table).or_insert(orbit);
                made.twin.push(twin);
                if twin == orbit {
                    for point in &made.orbits[orbit] {
                        made.name_of[*point] = made.kept.len();
                        made.kept.push(*point);
                    }
                }
            }
        }
        made
    }

    /// Adds the orbit of a point, and returns where each generator takes each number.
    fn walk(&mut self, root: usize, generators: &[Perm]) -> Vec<u32> {
        let orbit = self.orbits.len();
        let mut points = vec![root];
        self.orbit_of[root] = orbit;
        let mut table = Vec::new();
        let mut next = 0;
        while next < points.len() {
            for generator in generators {
                let image = generator.apply(points[next]);
                if self.orbit_of[image] == usize::MAX {
                    self.orbit_of[image] = orbit;
                    self.number_of[image] = points.len();
                    points.push(image);
                }
                table.push(kumiki_id::narrow(self.number_of[image]));
            }
            next += 1;
        }
        self.orbits.push(points);
        table
    }

    /// How many points are kept.
    pub(crate) fn kept_count(&self) -> usize {
        self.kept.len()
    }

    /// The point with a new name.
    pub(crate) fn point(&self, name: usize) -> usize {
        self.kept[name]
    }

    /// The new name of the kept point that is moved like the given one.
    pub(crate) fn name(&self, point: usize) -> usize {
        let twin = self.twin[self.orbit_of[point]];
        self.name_of[self.orbits[twin][self.number_of[point]]]
    }

    /// The orbit of a point, in the order of the walk.
    pub(crate) fn orbit(&self, point: usize) -> &[usize] {
        &self.orbits[self.orbit_of[point]]
    }

    /// What a permutation does to the kept points, or `None` if it takes one of them out of its
    /// orbit.
    pub(crate) fn shrink(&self, perm: &Perm) -> Option<Perm> {
        let image = |point: &usize| {
            let image = perm.apply(*point);
            let stays = self.orbit_of[image] == self.orbit_of[*point];
            stays.then(|| kumiki_id::narrow(self.name_of[image]))
        };
        self.kept.iter().map(image).collect::<Option<Vec<u32>>>().and_then(Perm::new)
    }

    /// What an element of the group does to all points, given what it does to the kept ones (R2).
    pub(crate) fn grow(&self, small: &Perm) -> Perm {
        let mut images = vec![0; self.orbit_of.len()];
        for (orbit, twin) in self.orbits.iter().zip(&self.twin) {
            for (point, model) in orbit.iter().zip(&self.orbits[*twin]) {
                let moved = self.kept[small.apply(self.name_of[*model])];
                images[*point] = kumiki_id::narrow(orbit[self.number_of[moved]]);
            }
        }
        Perm::new(images).expect("R2: each orbit is permuted like its twin")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Group;

    fn perm(images: &[usize]) -> Perm {
        Perm::new(images.iter().map(|image| kumiki_id::narrow(*image)).collect())
            .expect("a permutation")
    }

    #[test]
    fn orbits_that_move_alike_are_kept_once_and_elements_grow_back() {
        // A square turned and reflected: its corners twice, its sides, its centre, its diagonals,
        // and its corners in an order that only looks different.
        let turn = perm(&[1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 12, 14, 13, 16, 17, 18, 15]);
        let flip = perm(&[1, 0, 3, 2, 5, 4, 7, 6, 8, 11, 10, 9, 12, 14, 13, 18, 17, 16, 15]);
        let reduction = Reduction::new(19, &[turn.clone(), flip.clone()]);
        // One set of corners, the sides, the centre, the diagonals, and one more set of corners:
        // its root has another stabiliser than the first one, which makes another table.
        assert_eq!(reduction.kept_count(), 4 + 4 + 1 + 2 + 4);
        let group = Group::generated_by(19, &[turn, flip]);
        assert_eq!(group.order(), 8);
        for element in group.elements() {
            let small = reduction.shrink(element).expect("stays in its orbits");
            assert_eq!(small.degree(), reduction.kept_count());
            assert_eq!(reduction.grow(&small), *element);
            for point in 0..19 {
                assert_eq!(
                    small.apply(reduction.name(point)),
                    reduction.name(element.apply(point))
                );
            }
        }
        let out = perm(&[4, 1, 2, 3, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
        assert_eq!(reduction.shrink(&out), None);
    }

    #[test]
    fn many_points_of_a_small_group_become_few() {
        let turn =
            perm(&(0..4000).map(|point| point / 4 * 4 + (point + 1) % 4).collect::<Vec<_>>());
        let reduction = Reduction::new(4000, std::slice::from_ref(&turn));
        assert_eq!(reduction.kept_count(), 4);
        let small = reduction.shrink(&turn).expect("a turn");
        assert_eq!(small, perm(&[1, 2, 3, 0]));
        assert_eq!(reduction.grow(&small), turn);
        assert_eq!(reduction.orbit(4001 - 2), [3996, 3997, 3998, 3999]);
    }
}
