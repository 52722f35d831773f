//! Groups too large to list: a chain of stabilisers, after Schreier and Sims.
//!
//! # The idea
//! Choose a point `b`. The group falls into as many equal parts as the orbit of `b` has points, one
//! for each image of `b`. Keep one element per image, and the rest of the group is told by the
//! *stabiliser* of `b`, the elements that leave `b` alone. Do the same with the stabiliser and
//! another point, until only the identity is left. The order of the group is the product of the
//! lengths of these orbits, and every element is a product of kept ones, one per level, in exactly
//! one way. Dividing these factors out, level by level, is called *sifting*; what belongs to the
//! group leaves nothing.
//!
//! Generators of the stabiliser come from Schreier's lemma: go to a point of the orbit by its kept
//! element, take a generator, return by the kept element of the point reached. These loops are
//! sifted through the levels below; whatever remains is a new generator there. When all loops of
//! all levels leave nothing, the chain is complete.
//!
//! # Roads not taken
//! Random elements instead of all loops are faster for large groups, but they need a proof at the
//! end. Whoever knows a base and strong generators, as a search for symmetries does, hands them to
//! [`StabiliserChain::from_strong_generators`] and pays for no loops at all.

use crate::Perm;
use crate::orbit_tree::{OrbitTree, Pooled};
use crate::reduction::Reduction;
use num_bigint::BigUint;

/// A permutation group given by generators, of any order.
///
/// Inside, the group acts on the kept points of a reduction (`reduction.rs`) only, under their new
/// names.
///
/// * **H1** `pool` has no identity among its permutations. Those that level `l` uses fix the bases
///   of the levels before.
/// * **H2** The points of a level's tree are the orbit of its base under its generators.
/// * **H3** The loops of a level lie in the group of the next one; the last level's group is
///   trivial once its base is fixed.
///
/// ```
/// use kumiki_group::{Perm, StabiliserChain};
/// let turn = Perm::new((0..20).map(|point| (point + 1) % 20).collect()).expect("a cycle");
/// let swap = Perm::new((0..20).map(|point| if point < 2 { 1 - point } else { point }).collect()).expect("a swap");
/// let all = StabiliserChain::generated_by(20, &[turn, swap]);
/// assert_eq!(all.order().to_string(), "2432902008176640000"); // 20!
/// ```
#[derive(Clone, Debug)]
pub struct StabiliserChain {
    /// How many points the group acts on, kept or not.
    degree: usize,
    /// Which points are kept, and under which names.
    reduction: Reduction,
    /// The permutations of kept points that generators and steps refer to (H1).
    pool: Vec<Pooled>,
    /// One for each point of the base, in the order in which they are fixed (H2, H3).
    levels: Vec<Level>,
}

/// One point of the base with its orbit.
#[derive(Clone, Debug)]
struct Level {
    /// The point of the base, by its new name.
    base: usize,
    /// Positions in the pool: these generate the group of the level (H1).
    generators: Vec<usize>,
    /// The orbit of the base, and how its points are reached (H2).
    tree: OrbitTree,
    /// For each point of the tree, with how many of the generators its loops have been sifted.
    looped: Vec<usize>,
}

impl StabiliserChain {
    /// The group that the generators generate.
    ///
    /// The time is dominated by loops: orbit lengths times numbers of generators times kept points.
    /// Symmetric groups on 50 points take a fraction of a second; small groups on 100,000 points as
    /// well.
    ///
    /// # Panics
    /// If a generator acts on another number of points.
    #[must_use]
    pub fn generated_by(degree: usize, generators: &[Perm]) -> Self {
        Self::generated_with_base(degree, generators, &[])
    }

    /// The same, with the stabilisers of the given points first, one after the other.
    ///
    /// # Panics
    /// If a generator acts on another number of points.
    #[must_use]
    pub fn generated_with_base(degree: usize, generators: &[Perm], base: &[usize]) -> Self {
        let mut chain = Self::begun(degree, generators, base);
        chain.cover_generators();
        chain.close_loops();
        chain
    }

    /// The chain of a group whose base and strong generators are known: for each point of the base,
    /// those generators that fix the points before it must generate the whole stabiliser of the
    /// points before it.
    ///
    /// This is believed, since checking it is what takes the time.
    ///
    /// # Panics
    /// If a generator acts on another number of points, or fixes the whole base without being the
    /// identity.
    #[must_use]
    pub fn from_strong_generators(degree: usize, generators: &[Perm], base: &[usize]) -> Self {
        let mut chain = Self::begun(degree, generators, base);
        let level_count = chain.levels.len();
        chain.cover_generators();
        assert_eq!(
            chain.levels.len(),
            level_count,
            "every generator but the identity moves a point of the base"
        );
        chain
    }

    /// A chain with the levels of the base, and with generators that no level knows of.
    fn begun(degree: usize, generators: &[Perm], base: &[usize]) -> Self {
        assert!(
            generators.iter().all(|g| g.degree() == degree),
            "all generators act on {degree} points"
        );
        let reduction = Reduction::new(degree, generators);
        let pool = generators
            .iter()
            .filter(|generator| !generator.is_identity())
            .map(|generator| reduction.shrink(generator).expect("a generator keeps its orbits"))
            .map(Pooled::new)
            .collect();
        let mut chain = Self { degree, reduction, pool, levels: Vec::new() };
        for point in base {
            let name = chain.reduction.name(*point);
            if chain.levels.iter().all(|level| level.base != name) {
                chain.add_level(name);
            }
        }
        chain
    }

    fn add_level(&mut self, base: usize) {
        let tree = OrbitTree::new(base, self.reduction.kept_count());
        self.levels.push(Level { base, generators: Vec::new(), tree, looped: vec![0] });
    }

    /// Hands every permutation of the pool to the levels whose groups it belongs to.
    fn cover_generators(&mut self) {
        for pooled in 0..self.pool.len() {
            self.hand_out(pooled, 0);
        }
        for level in 0..self.levels.len() {
            self.grow_tree(level);
        }
    }

    /// Hands a permutation to `first` and the levels after it, up to the first whose base it moves,
    /// which is returned. Their trees do not know yet.
    fn hand_out(&mut self, pooled: usize, first: usize) -> usize {
        let perm = &self.pool[pooled].ways[0];
        let moves_base = |level: &Level| perm.apply(level.base) != level.base;
        let last = match self.levels[first..].iter().position(moves_base) {
            Some(after) => first + after,
            None => {
                let moved = (0..perm.degree()).find(|point| perm.apply(*point) != *point);
                self.add_level(moved.expect("the identity is never handed out"));
                self.levels.len() - 1
            }
        };
        for level in &mut self.levels[first..=last] {
            level.generators.push(pooled);
        }
        last
    }

    /// Lets the tree of a level reach its whole orbit (H2).
    fn grow_tree(&mut self, at: usize) {
        let Level { generators, tree, looped, .. } = &mut self.levels[at];
        tree.grow(generators, &self.pool);
        if tree.flatten(generators, &mut self.pool) {
            // Other steps make other loops.
            looped.clear();
        }
        looped.resize(tree.len(), 0);
    }

    /// Sifts all loops of all levels until none leaves anything (H3).
    fn close_loops(&mut self) {
        let mut at = self.levels.len();
        while let Some(level) = at.checked_sub(1) {
            match self.open_loop(level) {
                Some(rest) => {
                    self.pool.push(Pooled::new(rest));
                    let last = self.hand_out(self.pool.len() - 1, level + 1);
                    (level + 1..=last).for_each(|below| self.grow_tree(below));
                    at = last + 1;
                }
                None => at = level,
            }
        }
    }

    /// The remainder of the next loop of a level that leaves one.
    fn open_loop(&mut self, at: usize) -> Option<Perm> {
        for number in 0..self.levels[at].looped.len() {
            let todo = self.levels[at].looped[number]..self.levels[at].generators.len();
            if todo.is_empty() {
                continue;
            }
            let there = self.levels[at].tree.element(number, &self.pool);
            for which in todo {
                self.levels[at].looped[number] = which + 1;
                let pooled = self.levels[at].generators[which];
                if self.levels[at].tree.is_step(number, pooled, &self.pool) {
                    continue;
                }
                let mut rest = there.clone();
                rest.compose(&self.pool[pooled].ways[0]);
                self.sift(&mut rest, at);
                if !rest.is_identity() {
                    return Some(rest);
                }
            }
        }
        None
    }

    /// Divides by kept elements, from level `first` on, until a level has none that fits.
    fn sift(&self, perm: &mut Perm, first: usize) {
        for level in &self.levels[first..] {
            match level.tree.number(perm.apply(level.base)) {
                Some(number) => level.tree.divide(perm, number, &self.pool),
                None => return,
            }
        }
    }

    /// How many points the group acts on.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// How many elements there are.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.levels.iter().map(|level| BigUint::from(level.tree.len())).product()
    }

    /// The points whose stabilisers form the chain. Only the identity fixes all of them.
    ///
    /// A point that was asked for may be represented by another that is moved alike.
    #[must_use]
    pub fn base(&self) -> Vec<usize> {
        self.levels.iter().map(|level| self.reduction.point(level.base)).collect()
    }

    /// How many images each point of the base has under the elements that fix the points before it.
    #[must_use]
    pub fn orbit_lengths(&self) -> Vec<usize> {
        self.levels.iter().map(|level| level.tree.len()).collect()
    }

    /// Elements of which those that fix the first points of the base generate the stabiliser of
    /// these points.
    #[must_use]
    pub fn strong_generators(&self) -> Vec<Perm> {
        self.generators_from(0)
    }

    /// The generators of a level and those below.
    fn generators_from(&self, first: usize) -> Vec<Perm> {
        let mut pooled: Vec<usize> = self.levels[first.min(self.levels.len())..]
            .iter()
            .flat_map(|level| level.generators.clone())
            .collect();
        pooled.sort_unstable();
        pooled.dedup();
        pooled.into_iter().map(|at| self.reduction.grow(&self.pool[at].ways[0])).collect()
    }

    /// Whether a permutation belongs to the group.
    #[must_use]
    pub fn contains(&self, perm: &Perm) -> bool {
        if perm.degree() != self.degree {
            return false;
        }
        let Some(small) = self.reduction.shrink(perm) else { return false };
        let mut rest = small.clone();
        self.sift(&mut rest, 0);
        rest.is_identity() && self.reduction.grow(&small) == *perm
    }

    /// The images of a point, sorted.
    #[must_use]
    pub fn orbit_of(&self, point: usize) -> Vec<usize> {
        let mut orbit = self.reduction.orbit(point).to_vec();
        orbit.sort_unstable();
        orbit
    }

    /// For each image of a point, in increasing order, an element that takes the point there.
    #[must_use]
    pub fn transversal(&self, point: usize) -> Vec<(usize, Perm)> {
        let generators: Vec<usize> =
            self.levels.first().map_or(Vec::new(), |level| level.generators.clone());
        let mut tree = OrbitTree::new(self.reduction.name(point), self.reduction.kept_count());
        tree.grow(&generators, &self.pool);
        let mut found: Vec<(usize, Perm)> = tree
            .elements(&self.pool)
            .iter()
            .map(|element| self.reduction.grow(element))
            .map(|element| (element.apply(point), element))
            .collect();
        found.sort_unstable_by_key(|(image, _)| *image);
        found
    }

    /// The subgroup of the elements that fix a point.
    #[must_use]
    pub fn stabiliser(&self, point: usize) -> Self {
        let chain = Self::generated_with_base(self.degree, &self.strong_generators(), &[point]);
        let rest: Vec<Perm> = chain.generators_from(1);
        Self::from_strong_generators(self.degree, &rest, chain.base().get(1..).unwrap_or(&[]))
    }

    /// All elements, the identity first, always in the same order.
    ///
    /// Takes memory for one permutation of the kept points per point of each level's orbit: for
    /// groups of up to some hundred thousand elements, or the beginning of larger ones.
    pub fn elements(&self) -> impl Iterator<Item = Perm> {
        let kept_count = self.reduction.kept_count();
        let kept: Vec<Vec<Perm>> =
            self.levels.iter().map(|level| level.tree.elements(&self.pool)).collect();
        // `chosen[l]` says which element of level l is the factor, and `product[l]` is the product
        // of the factors of levels 0 to l - 1, the last one first.
        let mut chosen = vec![0; kept.len()];
        let mut product = vec![Perm::identity(kept_count); kept.len() + 1];
        let mut is_over = false;
        std::iter::from_fn(move || {
            if is_over {
                return None;
            }
            let element = self.reduction.grow(&product[kept.len()]);
            match (0..kept.len()).rev().find(|level| chosen[*level] + 1 < kept[*level].len()) {
                None => is_over = true,
                Some(level) => {
                    chosen[level] += 1;
                    chosen[level + 1..].fill(0);
                    for at in level..kept.len() {
                        product[at + 1] = kept[at][chosen[at]].then(&product[at]);
                    }
                }
            }
            Some(element)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Group;
    use std::collections::BTreeSet;

    fn perm(images: impl IntoIterator<Item = usize>) -> Perm {
        Perm::new(images.into_iter().map(kumiki_id::narrow).collect()).expect("a permutation")
    }

    /// The permutation of so many points with the given cycles of points numbered from 1.
    fn cycles(degree: usize, cycles: &[&[usize]]) -> Perm {
        let mut images: Vec<usize> = (0..degree).collect();
        for cycle in cycles {
            for (at, point) in cycle.iter().enumerate() {
                images[point - 1] = cycle[(at + 1) % cycle.len()] - 1;
            }
        }
        perm(images)
    }

    /// The permutations of so many points in lexicographic order.
    fn permutations(degree: usize) -> Vec<Perm> {
        let rotate = perm((0..degree).map(|point| (point + 1) % degree));
        let swap = perm((0..degree).map(|point| if point < 2 { 1 - point } else { point }));
        Group::generated_by(degree, &[rotate, swap]).elements().to_vec()
    }

    /// The chain must say the same as the list of all elements.
    fn check(degree: usize, generators: &[Perm], base: &[usize]) {
        let group = Group::generated_by(degree, generators);
        let chain = StabiliserChain::generated_with_base(degree, generators, base);
        assert_eq!(chain.order(), BigUint::from(group.order()), "{generators:?}");
        let elements: Vec<Perm> = chain.elements().collect();
        assert!(elements[0].is_identity());
        let sorted: BTreeSet<&Perm> = elements.iter().collect();
        assert_eq!(elements.len(), sorted.len(), "no element comes twice: {generators:?}");
        assert!(sorted.into_iter().eq(group.elements()), "{generators:?}");
        for orbit in group.orbits() {
            for point in &orbit {
                assert_eq!(chain.orbit_of(*point), orbit);
                let transversal = chain.transversal(*point);
                assert!(transversal.iter().map(|(image, _)| image).eq(&orbit));
                for (image, element) in transversal {
                    assert_eq!(element.apply(*point), image);
                    assert!(group.elements().binary_search(&element).is_ok());
                }
                let stabiliser = chain.stabiliser(*point);
                let fixing = group.where_fixed(*point);
                assert_eq!(stabiliser.order(), BigUint::from(fixing.len()));
                assert!(fixing.iter().all(|at| stabiliser.contains(&group.elements()[*at])));
            }
        }
        let strong = StabiliserChain::from_strong_generators(
            degree,
            &chain.strong_generators(),
            &chain.base(),
        );
        assert_eq!(strong.order(), chain.order(), "{generators:?}");
    }

    #[test]
    fn every_subgroup_on_four_points_is_as_listed() {
        let all = permutations(4);
        let whole = Group::generated_by(4, &all);
        for subgroup in whole.subgroups() {
            let members: Vec<Perm> = subgroup.iter().map(|at| all[*at].clone()).collect();
            check(4, &members, &[]);
            check(4, &members, &[2, 0]);
            let chain = StabiliserChain::generated_by(4, &members);
            for perm in &all {
                assert_eq!(chain.contains(perm), members.contains(perm), "{perm:?} in {members:?}");
            }
        }
    }

    #[test]
    fn pairs_of_generators_on_five_and_six_points_are_as_listed() {
        let five = permutations(5);
        for (at, one) in five.iter().enumerate().step_by(7) {
            check(5, &[one.clone(), five[(at * 31 + 17) % 120].clone()], &[at % 5]);
        }
        let six = permutations(6);
        for (at, one) in six.iter().enumerate().step_by(97) {
            let both = [one.clone(), six[(at * 131 + 59) % 720].clone()];
            check(6, &both, &[]);
            let (chain, group) =
                (StabiliserChain::generated_by(6, &both), Group::generated_by(6, &both));
            for perm in &six {
                assert_eq!(chain.contains(perm), group.elements().binary_search(perm).is_ok());
            }
        }
    }

    #[test]
    fn the_trivial_group_and_no_points_at_all_are_groups() {
        for degree in [0, 1, 5] {
            let trivial = StabiliserChain::generated_by(degree, &[Perm::identity(degree)]);
            assert_eq!(trivial.order(), BigUint::from(1_u32));
            assert!(trivial.elements().eq([Perm::identity(degree)]));
            assert!(
                trivial.contains(&Perm::identity(degree))
                    && !trivial.contains(&Perm::identity(degree + 1))
            );
        }
        let fixed = StabiliserChain::generated_with_base(3, &[], &[1, 2]);
        assert_eq!((fixed.order(), fixed.orbit_of(1)), (BigUint::from(1_u32), vec![1]));
    }

    fn factorial(n: usize) -> BigUint {
        (1..=n).map(BigUint::from).product()
    }

    #[test]
    fn symmetric_groups_and_their_products_have_factorials_as_orders() {
        let turn = perm((0..30).map(|point| (point + 1) % 30));
        let swap = cycles(30, &[&[4, 5]]);
        assert_eq!(
            StabiliserChain::generated_by(30, &[turn.clone(), swap.clone()]).order(),
            factorial(30)
        );
        let even = StabiliserChain::generated_by(30, &[turn.then(&swap), swap.then(&turn)]);
        assert!(
            even.contains(&turn.then(&turn)) && even.order() == factorial(30) / 2_u32,
            "{}",
            even.order()
        );
        let parts: [&[&[usize]]; 6] = [
            &[&[1, 2]],
            &[&[1, 2, 3, 4, 5]],
            &[&[6, 7]],
            &[&[6, 7, 8, 9, 10, 11, 12]],
            &[&[13, 14]],
            &[&[13, 14, 15]],
        ];
        let product = StabiliserChain::generated_by(15, &parts.map(|part| cycles(15, part)));
        assert_eq!(product.order(), factorial(5) * factorial(7) * factorial(3));
        assert!(!product.contains(&cycles(15, &[&[5, 6]])));
    }

    #[test]
    fn mathieus_groups_have_their_known_orders() {
        let eleven: &[usize] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        let quads: &[&[usize]] = &[&[3, 7, 11, 8], &[4, 10, 5, 6]];
        let order = |degree, generators: &[Perm]| {
            StabiliserChain::generated_by(degree, generators).order().to_string()
        };
        assert_eq!(order(11, &[cycles(11, &[eleven]), cycles(11, quads)]), "7920");
        let pairs: &[&[usize]] = &[&[1, 12], &[2, 11], &[3, 6], &[4, 8], &[5, 9], &[7, 10]];
        assert_eq!(
            order(12, &[cycles(12, &[eleven]), cycles(12, quads), cycles(12, pairs)]),
            "95040"
        );
        let long: Vec<usize> = (1..=23).collect();
        let fives: &[&[usize]] =
            &[&[3, 17, 10, 7, 9], &[4, 13, 14, 19, 5], &[8, 18, 11, 12, 23], &[15, 20, 22, 21, 16]];
        let swaps: &[&[usize]] = &[
            &[1, 24],
            &[2, 23],
            &[3, 12],
            &[4, 16],
            &[5, 18],
            &[6, 10],
            &[7, 20],
            &[8, 14],
            &[9, 21],
            &[11, 17],
            &[13, 22],
            &[15, 19],
        ];
        let large = [cycles(24, &[&long]), cycles(24, fives), cycles(24, swaps)];
        assert_eq!(order(24, &large), "244823040");
    }

    #[test]
    fn a_small_group_on_many_points_is_no_trouble() {
        // A polygon with 1500 corners, turned and reflected, drawn thirty times, and its diagonals.
        let degree = 30 * 1500 + 750;
        let place = |point: usize, moved: &dyn Fn(usize) -> usize| match point / 1500 {
            30 => 45_000 + moved(point % 1500) % 750,
            copy => copy * 1500 + moved(point % 1500) % 1500,
        };
        let turn = perm((0..degree).map(|point| place(point, &|at| at + 1)));
        let flip = perm((0..degree).map(|point| place(point, &|at| 3000 - at)));
        let chain = StabiliserChain::generated_by(degree, &[turn.clone(), flip.clone()]);
        assert_eq!(chain.order(), BigUint::from(3000_u32));
        assert!(chain.contains(&flip.then(&turn)));
        let images: Vec<u32> = (0..kumiki_id::narrow(degree)).collect();
        let one_copy_only =
            images.iter().map(|at| if *at < 1500 { (at + 1) % 1500 } else { *at }).collect();
        assert!(!chain.contains(&Perm::new(one_copy_only).expect("a turn of one copy")));
        assert_eq!(
            chain.elements().map(|element| element.apply(7)).collect::<BTreeSet<_>>().len(),
            1500
        );
    }

    #[test]
    fn known_strong_generators_make_a_large_chain_at_once() {
        let degree = 200;
        let swaps: Vec<Perm> =
            (1..degree).map(|point| cycles(degree, &[&[point, point + 1]])).collect();
        let base: Vec<usize> = (0..degree - 1).collect();
        let chain = StabiliserChain::from_strong_generators(degree, &swaps, &base);
        assert_eq!(chain.order(), factorial(degree));
        assert!(chain.contains(&perm((0..degree).rev())));
        assert_eq!(chain.elements().take(3).collect::<BTreeSet<_>>().len(), 3);
    }

    #[test]
    #[should_panic(expected = "every generator but the identity moves a point of the base")]
    fn a_base_that_a_generator_fixes_is_refused() {
        let _ = StabiliserChain::from_strong_generators(4, &[cycles(4, &[&[3, 4]])], &[0, 1]);
    }
}
