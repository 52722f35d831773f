//! Tilings counted by trying everything, for regions and tiles that are made of atoms.
//!
//! All ways to lay a tile into the region are listed as sets of atoms. Then the first atom that is
//! still free is covered in every possible way, again and again.

use crate::atoms::{Atom, Corner, Grid};
use kumiki_model::{
    Apart, ByComposition, BySymmetry, Classes, Colours, Count, PlacedTile, Polygon, Symmetry,
    TilingQuestion,
};
use kumiki_recount::{CanonicalTiling, TilingSymmetries};
use kumiki_ring::Point;
use std::collections::{BTreeMap, BTreeSet};

/// All tilings that the question asks for; if there are colours, one for each way to choose which
/// tiles have the same colour. `None` if the region or a tile is not made of quarters of unit
/// squares or of unit triangles.
///
/// ```
/// use kumiki_oracle::{naive, universe};
/// let count = |rows, columns| naive::tilings(&universe::dominoes(rows, columns)).map(|list| list.len());
/// assert_eq!((count(2, 3), count(4, 4)), (Some(3), Some(36)));
/// ```
#[must_use]
pub fn tilings(question: &TilingQuestion) -> Option<Vec<Vec<PlacedTile>>> {
    let mut found = Vec::new();
    Board::new(question)?.decide(false, &mut |tiling| found.push(tiling.to_vec()));
    Some(found)
}

/// What all tilings add up to, in the words of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TilingTally {
    /// How many tilings; if there are colours, how many that can be painted by the rules.
    pub tilings: Count,
    /// Painted tilings up to the names of colours, if there are colours.
    pub colourings: Option<Count>,
    /// Painted tilings, if there are colours.
    pub labelled: Option<Count>,
    /// How many symmetries the region has that the tiles respect.
    pub group_order: usize,
    /// How many classes.
    pub classes: Classes,
    /// The classes for each number of symmetries that occurs, in increasing order.
    pub by_symmetry: Vec<BySymmetry>,
    /// The same for each number of tiles of each kind that occurs, in increasing order.
    pub by_composition: Vec<ByComposition>,
}

/// Counts the tilings and their classes; `None` as with [`tilings`].
#[must_use]
pub fn tiling_tally(question: &TilingQuestion) -> Option<TilingTally> {
    let list = tilings(question)?;
    let mut labelled = 0_u64;
    Board::new(question)?.decide(true, &mut |_| labelled += 1);
    let [all, rotations] = [Symmetry::All, Symmetry::Rotations]
        .map(|symmetry| TilingSymmetries::of_question(question, symmetry));
    let plain: BTreeSet<CanonicalTiling> =
        list.iter().map(|tiling| all.written(tiling).without_colours()).collect();
    let mut order_of: BTreeMap<CanonicalTiling, (usize, Vec<usize>)> = BTreeMap::new();
    let mut composed: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    for tiling in &list {
        let of_kind = |kind: usize| tiling.iter().filter(|placed| placed.tile == kind).count();
        let composition: Vec<usize> = (0..question.tiles().len()).map(of_kind).collect();
        *composed.entry(composition.clone()).or_default() += 1;
        order_of.insert(all.canonical(tiling), (all.fixing(tiling), composition));
    }
    let turned: BTreeSet<CanonicalTiling> =
        list.iter().map(|tiling| rotations.canonical(tiling)).collect();
    let orders: BTreeSet<usize> = order_of.values().map(|(order, _)| *order).collect();
    let with_order = |order: usize| order_of.values().filter(|(other, _)| *other == order).count();
    let with_tiles =
        |tiles: &[usize]| order_of.values().filter(|(_, other)| other == tiles).count();
    let has_colours = question.colours().is_some();
    Some(TilingTally {
        tilings: count(plain.len()),
        colourings: has_colours.then(|| count(list.len())),
        labelled: has_colours.then(|| labelled.into()),
        group_order: all.order(),
        classes: Classes { all: count(order_of.len()), rotations: count(turned.len()) },
        by_symmetry: orders
            .into_iter()
            .map(|order| BySymmetry { order, classes: count(with_order(order)) })
            .collect(),
        by_composition: composed
            .into_iter()
            .map(|(tiles, tilings)| {
                let classes = Some(count(with_tiles(&tiles)));
                ByComposition { tiles, tilings: tilings.into(), classes }
            })
            .collect(),
    })
}

fn count(number: usize) -> Count {
    u64::try_from(number).expect("what is in memory can be counted").into()
}

/// A tile in a place where it fits.
struct Laid {
    placed: PlacedTile,
    /// Which atoms of the region it covers.
    atoms: Vec<usize>,
    /// All vertices of its atoms.
    vertices: BTreeSet<Corner>,
    /// Its boundary, from vertex to vertex.
    boundary: BTreeSet<[Corner; 2]>,
}

impl Laid {
    /// Whether two tiles that do not overlap come closer than same colours may.
    fn is_too_close(&self, other: &Self, apart: Apart) -> bool {
        match apart {
            Apart::Free => false,
            Apart::Sides => {
                self.boundary.iter().any(|[from, to]| other.boundary.contains(&[*to, *from]))
            }
            Apart::Points => !self.vertices.is_disjoint(&other.vertices),
        }
    }
}

/// A region half filled.
struct Board<'q> {
    question: &'q TilingQuestion,
    /// All ways to lay a tile.
    ways: Vec<Laid>,
    /// Which of them cover each atom.
    covering: Vec<Vec<usize>>,
    /// Which atoms are covered.
    taken: Vec<bool>,
    /// The ways chosen, with their colours.
    chosen: Vec<(usize, Option<usize>)>,
}

impl<'q> Board<'q> {
    fn new(question: &'q TilingQuestion) -> Option<Self> {
        let grid = Grid::of_order(question.ring().order())?;
        let region: Vec<Atom> = grid.atoms(&corners(question.region()))?.into_iter().collect();
        let mut ways: Vec<Laid> = Vec::new();
        for (kind, tile) in question.tiles().iter().enumerate() {
            let shape = corners(&tile.shape);
            let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
            for is_flipped in [false, true].into_iter().take(1 + usize::from(tile.flips)) {
                for turns in 0..if tile.turns { grid.order() } else { 1 } {
                    let moved: Vec<Corner> =
                        shape.iter().map(|corner| grid.moved(*corner, is_flipped, turns)).collect();
                    let posture = grid.atoms(&moved)?;
                    for shift in shifts(&region, &posture) {
                        let atoms: BTreeSet<Atom> =
                            posture.iter().map(|atom| atom.shifted(shift)).collect();
                        let inside: Option<Vec<usize>> =
                            atoms.iter().map(|atom| region.binary_search(atom).ok()).collect();
                        let Some(inside) = inside.filter(|inside| seen.insert(inside.clone()))
                        else {
                            continue;
                        };
                        ways.push(Laid {
                            placed: PlacedTile {
                                tile: kind,
                                is_flipped,
                                turns,
                                shift: Point::new(&shift),
                                colour: None,
                            },
                            atoms: inside,
                            vertices: atoms.iter().flat_map(|atom| grid.vertices(*atom)).collect(),
                            boundary: grid.boundary(&atoms),
                        });
                    }
                }
            }
        }
        let covers =
            |atom: usize| (0..ways.len()).filter(|way| ways[*way].atoms.contains(&atom)).collect();
        let covering = (0..region.len()).map(covers).collect();
        let taken = vec![false; region.len()];
        Some(Self { question, ways, covering, taken, chosen: Vec::new() })
    }

    /// Covers the first free atom in all ways. Colours are tried all, or up to the first that has
    /// not been used.
    fn decide(&mut self, all_names: bool, see: &mut dyn FnMut(&[PlacedTile])) {
        let Some(atom) = self.taken.iter().position(|taken| !taken) else {
            if self.has_enough() {
                let painted = |(way, colour): &(usize, Option<usize>)| PlacedTile {
                    colour: *colour,
                    ..self.ways[*way].placed
                };
                see(&self.chosen.iter().map(painted).collect::<Vec<_>>());
            }
            return;
        };
        for at in 0..self.covering[atom].len() {
            let way = self.covering[atom][at];
            if self.ways[way].atoms.iter().any(|atom| self.taken[*atom]) {
                continue;
            }
            let colours = match self.question.colours() {
                None => vec![None],
                Some(Colours { names, .. }) => {
                    let used = self
                        .chosen
                        .iter()
                        .filter_map(|(_, colour)| *colour)
                        .max()
                        .map_or(0, |last| last + 1);
                    let limit = if all_names { names.len() } else { names.len().min(used + 1) };
                    (0..limit).map(Some).collect()
                }
            };
            for colour in colours {
                if self.is_allowed(way, colour) {
                    self.chosen.push((way, colour));
                    self.mark(way, true);
                    self.decide(all_names, see);
                    self.mark(way, false);
                    self.chosen.pop();
                }
            }
        }
    }

    fn mark(&mut self, way: usize, is_taken: bool) {
        for atom in &self.ways[way].atoms {
            self.taken[*atom] = is_taken;
        }
    }

    /// Whether one more tile leaves all upper bounds and the distance of colours intact.
    fn is_allowed(&self, way: usize, colour: Option<usize>) -> bool {
        let kind = self.ways[way].placed.tile;
        let tile = &self.question.tiles()[kind];
        let of_kind =
            || self.chosen.iter().filter(|(other, _)| self.ways[*other].placed.tile == kind);
        let has_room = |found: usize, most: Option<u32>| {
            most.is_none_or(|most| widened(found) < u64::from(most))
        };
        let apart = self.question.colours().map_or(Apart::Free, |colours| colours.apart);
        has_room(of_kind().count(), tile.most)
            && has_room(
                of_kind().filter(|(_, other)| *other == colour).count(),
                tile.most_of_a_colour,
            )
            && self.chosen.iter().all(|(other, painted)| {
                *painted != colour || !self.ways[way].is_too_close(&self.ways[*other], apart)
            })
    }

    fn has_enough(&self) -> bool {
        self.question.tiles().iter().enumerate().all(|(kind, tile)| {
            let of_kind = self.chosen.iter().filter(|(way, _)| self.ways[*way].placed.tile == kind);
            widened(of_kind.count()) >= u64::from(tile.least)
        })
    }
}

fn widened(number: usize) -> u64 {
    u64::try_from(number).expect("no machine has more than 64 bits")
}

/// The corners of a polygon in a ring with two coordinates.
fn corners(polygon: &Polygon) -> Vec<Corner> {
    polygon
        .corners()
        .iter()
        .map(|corner| [corner.coordinates()[0], corner.coordinates()[1]])
        .collect()
}

/// All shifts that bring the first atom of a tile to one of the region.
fn shifts(region: &[Atom], posture: &BTreeSet<Atom>) -> Vec<Corner> {
    let Some(first) = posture.first() else { return Vec::new() };
    let alike = region.iter().filter(|atom| atom.part == first.part);
    alike.map(|atom| [atom.at[0] - first.at[0], atom.at[1] - first.at[1]]).collect()
}
