//! What brute force says about a problem: tilings, colourings and classes.

use super::plane::{Plane, Spot};
use super::polygon::{Polygon, share_a_side, touch};
use super::problem::{Apart, Problem};
use super::tilings::{Tiling, tilings, ways};
use std::collections::{BTreeMap, BTreeSet};

/// A tile in its place: its outline, its kind and, in problems with colours, its colour.
pub(super) type Laid = (Polygon, usize, Option<usize>);

/// A painted tiling, sorted; colours are numbered in the order in which they come.
pub(super) type Painting = Vec<Laid>;

/// A motion of the plane: mirrored in the real axis or not, turned, shifted.
type Motion = (bool, usize, Spot);

/// All that is known.
pub(super) struct Answer {
    plane: Plane,
    /// Tilings that can be painted; all of them in problems without colours.
    pub(super) tilings: BTreeSet<Tiling>,
    /// Tilings in problems without colours, otherwise colourings up to the names of colours.
    pub(super) paintings: BTreeSet<Painting>,
    /// How many colourings there are with names.
    pub(super) labelled: u128,
    /// The symmetries; those that do not mirror come first.
    motions: Vec<Motion>,
    /// The classes, each by its least member.
    pub(super) classes: BTreeSet<Painting>,
    /// The same under symmetries that do not mirror.
    pub(super) classes_by_rotations: BTreeSet<Painting>,
}

impl Answer {
    /// The answer, or `None` if that takes too long.
    pub(super) fn new(problem: &Problem, steps: usize) -> Option<Self> {
        let plane = Plane::new(problem.ring);
        let all = tilings(problem, steps)?;
        let mut answer = Self {
            motions: symmetries(&plane, problem)?,
            plane,
            tilings: BTreeSet::new(),
            paintings: BTreeSet::new(),
            labelled: 0,
            classes: BTreeSet::new(),
            classes_by_rotations: BTreeSet::new(),
        };
        for tiling in all {
            let before = answer.paintings.len();
            answer.paint(problem, &tiling);
            if answer.paintings.len() > steps {
                return None;
            }
            if answer.paintings.len() > before {
                answer.tilings.insert(tiling);
            }
        }
        answer.classes = answer.least_members(true);
        answer.classes_by_rotations = answer.least_members(false);
        Some(answer)
    }

    fn paint(&mut self, problem: &Problem, tiling: &Tiling) {
        let Some((count, apart)) = problem.colours else {
            self.paintings
                .insert(tiling.iter().map(|(tile, kind)| (tile.clone(), *kind, None)).collect());
            self.labelled += 1;
            return;
        };
        let must_differ = |one: &Polygon, other: &Polygon| match apart {
            Apart::None => false,
            Apart::Sides => share_a_side(&self.plane, one, other),
            Apart::Points => touch(&self.plane, one, other),
        };
        let clashes: Vec<Vec<usize>> = (0..tiling.len())
            .map(|at| {
                (0..at).filter(|other| must_differ(&tiling[at].0, &tiling[*other].0)).collect()
            })
            .collect();
        let mut open = vec![Vec::new()];
        while let Some(colours) = open.pop() {
            let at = colours.len();
            let used = colours.iter().max().map_or(0, |last| last + 1);
            let Some((_, kind)) = tiling.get(at) else {
                let tiles = tiling.iter().zip(&colours);
                self.paintings.insert(
                    tiles
                        .map(|((tile, kind), colour)| (tile.clone(), *kind, Some(*colour)))
                        .collect(),
                );
                self.labelled += (0..used).map(|taken| (count - taken) as u128).product::<u128>();
                continue;
            };
            for colour in 0..count.min(used + 1) {
                let same =
                    (0..at).filter(|other| tiling[*other].1 == *kind && colours[*other] == colour);
                let is_full = problem.tiles[*kind].each.is_some_and(|each| same.count() >= each);
                if !is_full && clashes[at].iter().all(|other| colours[*other] != colour) {
                    open.push([&colours[..], &[colour]].concat());
                }
            }
        }
    }

    /// How many symmetries there are.
    pub(super) fn order(&self) -> usize {
        self.motions.len()
    }

    /// All images of a painting, one for each symmetry.
    pub(super) fn images(&self, painting: &Painting, with_mirrors: bool) -> Vec<Painting> {
        let motions = self.motions.iter().filter(|motion| with_mirrors || !motion.0);
        let image = |(is_flipped, turns, shift): &Motion| {
            let moved = painting.iter().map(|(tile, kind, colour)| {
                (tile.moved(&self.plane, *is_flipped, *turns, *shift), *kind, *colour)
            });
            written(moved.collect())
        };
        motions.map(image).collect()
    }

    /// How many symmetries keep a painting.
    pub(super) fn symmetry(&self, painting: &Painting) -> usize {
        self.images(painting, true).iter().filter(|image| *image == painting).count()
    }

    fn least_members(&self, with_mirrors: bool) -> BTreeSet<Painting> {
        let least = |painting| self.images(painting, with_mirrors).into_iter().min();
        self.paintings.iter().filter_map(least).collect()
    }

    /// How many classes have how many symmetries.
    pub(super) fn by_symmetry(&self) -> BTreeMap<usize, usize> {
        let mut found = BTreeMap::new();
        for class in &self.classes {
            *found.entry(self.symmetry(class)).or_default() += 1;
        }
        found
    }
}

/// A painting sorted, with colours in the order in which they come.
pub(super) fn written(mut painting: Painting) -> Painting {
    painting.sort_unstable();
    let mut names: Vec<usize> = Vec::new();
    for tile in &mut painting {
        if let Some(colour) = &mut tile.2 {
            if !names.contains(colour) {
                names.push(*colour);
            }
            *colour = names.iter().position(|name| name == colour).unwrap_or(0);
        }
    }
    painting
}

/// The motions that keep the region and each kind of tile.
fn symmetries(plane: &Plane, problem: &Problem) -> Option<Vec<Motion>> {
    let region = Polygon::new(plane, &problem.region)?;
    let may_turn = problem.tiles.iter().all(|tile| tile.turn);
    let may_flip = problem.tiles.iter().all(|tile| {
        let ways =
            |flip| Polygon::new(plane, &tile.corners).map(|shape| ways(plane, &shape, true, flip));
        tile.flip || ways(true) == ways(false)
    });
    let mut motions = Vec::new();
    for is_flipped in [false, true] {
        for turns in 0..plane.order() {
            let image = region.moved(plane, is_flipped, turns, Spot::default());
            let shift = region.lowest() - image.lowest();
            let is_allowed = if is_flipped { may_turn && may_flip } else { may_turn || turns == 0 };
            if is_allowed && image.with_lowest(region.lowest()) == region {
                motions.push((is_flipped, turns, shift));
            }
        }
    }
    Some(motions)
}

#[cfg(test)]
mod tests {
    use super::super::problem::{Form, Tile};
    use super::*;

    fn tile(corners: &[[i64; 2]], least: usize, most: Option<usize>) -> Tile {
        let corners = spots(corners);
        let (name, form) = ("t".into(), Form::Corners);
        Tile { name, corners, least, most, each: None, turn: true, flip: true, form }
    }

    fn spots(corners: &[[i64; 2]]) -> Vec<Spot> {
        corners.iter().map(|[x, y]| Spot([*x, *y, 0, 0])).collect()
    }

    fn answer(
        ring: usize,
        region: &[[i64; 2]],
        tiles: Vec<Tile>,
        colours: Option<(usize, Apart)>,
    ) -> Answer {
        let problem = Problem { ring, region: spots(region), form: Form::Corners, tiles, colours };
        Answer::new(&problem, 100_000).expect("few steps")
    }

    fn counts(answer: &Answer) -> [usize; 4] {
        let classes = [&answer.classes, &answer.classes_by_rotations].map(BTreeSet::len);
        [answer.tilings.len(), answer.paintings.len(), classes[0], classes[1]]
    }

    #[test]
    fn dominoes_fill_four_by_four_in_36_ways() {
        let domino = tile(&[[0, 0], [2, 0], [2, 1], [0, 1]], 8, Some(8));
        let region = [[0, 0], [4, 0], [4, 4], [0, 4]];
        let plain = answer(4, &region, vec![domino.clone()], None);
        assert_eq!((counts(&plain), plain.order()), ([36, 36, 9, 12], 8));
        let sides = answer(
            4,
            &[[0, 0], [4, 0], [4, 1], [0, 1]],
            vec![tile(&[[0, 0], [1, 0], [1, 1], [0, 1]], 0, None)],
            Some((3, Apart::Sides)),
        );
        // abab, abac, abca, abcb; the third is its own mirror image, as the first is.
        assert_eq!((counts(&sides), sides.labelled), ([1, 4, 3, 3], 24));
    }

    #[test]
    fn lozenges_fill_a_hexagon_in_20_ways() {
        let lozenge = tile(&[[0, 0], [1, 0], [1, 1], [0, 1]], 12, Some(12));
        let hexagon = [[2, 0], [0, 2], [-2, 2], [-2, 0], [0, -2], [2, -2]];
        assert_eq!(counts(&answer(6, &hexagon, vec![lozenge], None))[0], 20);
    }

    #[test]
    fn tiles_that_are_not_convex_are_laid_too() {
        let u = tile(&[[0, 0], [2, 0], [2, 3], [0, 3], [0, 2], [1, 2], [1, 1], [0, 1]], 1, Some(1));
        let cell = tile(&[[0, 0], [1, 0], [1, 1], [0, 1]], 0, None);
        let region = [[0, 0], [5, 0], [5, 3], [0, 3]];
        assert_eq!(counts(&answer(4, &region, vec![u, cell], None))[..3], [20, 20, 8]);
        let lightning = tile(&[[-2, 0], [0, 1], [0, -1], [2, 0], [2, 2], [-2, 2]], 2, Some(2));
        let region = [[-2, -2], [2, -2], [2, 2], [-2, 2]];
        for colours in [None, Some((1, Apart::None))] {
            assert_eq!(
                counts(&answer(4, &region, vec![lightning.clone()], colours))[..3],
                [4, 4, 1]
            );
        }
    }
}
