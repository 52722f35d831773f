//! Coloured tilings, one after the other.
//!
//! Tiles of one colour may have to keep apart all over the region, so what is left cannot be tiled
//! polygon by polygon. This is a plain search: it lays painted tiles into corners, one by one.
//!
//! * **Q1** Of all convex corners of all polygons that are left, take the one with the fewest ways
//!   to lay a painted tile there; but with k tiles at the corner already, k + 1 times as many ways
//!   count as much: what is decided there has more consequences.
//! * **Q2** Colours that are not used yet are alike: a tile gets one that is used, or the first
//!   that is not.
//! * **Q3** If tiles of a colour may not touch at all, no point has more tiles than there are
//!   colours. So there is no tiling if that many would be needed to fill the angle at a corner.
//! * **Q4** Only kinds of tiles are laid that leave numbers of tiles with which the area can be
//!   filled.
//! * **Q5** Symmetries of the region make tilings of tilings. So the first tile is only one of each
//!   orbit, and of each tiling that is found all images are shown that no other one shows: those in
//!   which the image of the first tile is the least of its kind.
//!
//! The module `search` does it. The module `sites` numbers the places of tiles and remembers how
//! they get along. A tile that is laid strikes out the places that it overlaps, and its colour from
//! those that it touches. A corner with nothing left ends the branch before anything is cut.

mod search;

pub use search::ColouringSearch;

use crate::Unsuited;
use crate::atlas::symmetries;
use crate::composition::compositions;
use crate::frame::Frame;
use crate::outline::Outline;
use crate::sites::{Filling, Place};
use crate::table::{Table, Variant};
use kumiki_id::narrow;
use kumiki_model::{Apart, TilingQuestion};
use kumiki_ring::Point;
use kumiki_search::{Arrival, Expansion, Explained, Prefix, Profile, Space};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// So many lists of numbers of tiles are few enough to be looked at in every node.
const FEW_COMPOSITIONS: usize = 64;

/// All coloured tilings of a question, up to the names of colours.
///
/// A choice is the number of a way to fill a corner. A complete tiling stands for its images (Q5);
/// one more choice is the number of one of them.
#[derive(Clone, Debug)]
pub struct Colourings {
    /// The question compiled.
    table: Table,
    /// The whole region.
    region: Arc<Outline>,
    /// How far tiles of one colour have to keep apart.
    apart: Apart,
    /// How many colours there are, 1 to 16, or `None` if tiles are not painted.
    colours: Option<u32>,
    /// For each kind: at least, at most, and at most of a colour.
    limits: Vec<[u32; 3]>,
    /// All lists of numbers of tiles, one for each kind, that have the area of the region together
    /// (Q4). `None` if there are more than `FEW_COMPOSITIONS`, or too many to try.
    compositions: Option<Vec<Vec<u32>>>,
    /// The symmetries of the region, the identity first.
    symmetries: Vec<Frame>,
    /// The first tiles, one of each orbit (Q6). None if there is no symmetry but the identity.
    cases: Vec<Case>,
}

/// A first tile that stands for its images under the symmetries of the region.
///
/// * **Q6** `images` are all its images, each with the number of a symmetry that makes it, the tile
///   itself first. Tilings that have an image of the first tile of an earlier case are left to that
///   case.
#[derive(Clone, Debug)]
struct Case {
    /// How the first tile is laid.
    candidate: Candidate,
    /// The places of its images, each with the position in `Colourings::symmetries` of a symmetry
    /// that makes it; its own place first (Q6).
    images: Vec<(Place, usize)>,
    /// The images of all earlier cases: no tile may lie in these places (Q6).
    forbidden: FxHashSet<Place>,
}

/// A way to go on: a painted tile in a corner.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Position in `Level::outlines`.
    outline: u32,
    /// Number of the corner of that outline.
    corner: u32,
    /// The tile that is laid there.
    filling: Filling,
    /// The colour that it gets; below the number of colours, and 0 if tiles are not painted.
    colour: u32,
}

impl Colourings {
    /// Compiles a question. Without colours it is about plain tilings, which are all painted alike.
    ///
    /// # Errors
    /// If it does not suit this engine.
    pub fn new(question: &TilingQuestion) -> Result<Self, Unsuited> {
        let table = Table::new(question)?;
        let region = Arc::new(Outline::new(&table, question.region().corners()));
        let limits = question
            .tiles()
            .iter()
            .map(|tile| {
                let most = tile.most.unwrap_or(u32::MAX);
                [tile.least, most, tile.most_of_a_colour.unwrap_or(u32::MAX)]
            })
            .collect();
        let colours = question.colours();
        let compositions =
            compositions(question, &table).filter(|found| found.len() <= FEW_COMPOSITIONS);
        let mut space = Self {
            symmetries: symmetries(question),
            cases: Vec::new(),
            compositions,
            table,
            region,
            apart: colours.map_or(Apart::Free, |colours| colours.apart),
            colours: colours.map(|colours| narrow(colours.names.len())),
            limits,
        };
        if space.symmetries.len() > 1 {
            space.cases = space.make_cases();
        }
        Ok(space)
    }

    /// Q6: the orbits of the tiles for the first corner.
    fn make_cases(&self) -> Vec<Case> {
        let search = ColouringSearch::below(self, &Prefix::root());
        let mut cases: Vec<Case> = Vec::new();
        let mut forbidden: FxHashSet<Place> = FxHashSet::default();
        for candidate in search.candidates() {
            let place = search.place(candidate.filling);
            if forbidden.contains(&place) {
                continue;
            }
            let mut images: Vec<(Place, usize)> = Vec::new();
            for symmetry in 0..self.symmetries.len() {
                let image = self.image(place, symmetry);
                if images.iter().all(|(other, _)| *other != image) {
                    images.push((image, symmetry));
                }
            }
            let before = forbidden.clone();
            forbidden.extend(images.iter().map(|(image, _)| *image));
            cases.push(Case { candidate: *candidate, images, forbidden: before });
        }
        cases
    }

    /// How many colours there are, one if tiles are not painted.
    fn palette(&self) -> u32 {
        self.colours.unwrap_or(1)
    }

    /// Where a symmetry brings a tile.
    fn image(&self, (variant, first): Place, symmetry: usize) -> Place {
        let table = &self.table;
        let Variant { kind, corners, .. } = &table.variants[variant];
        let motion = self.symmetries[symmetry];
        let first = table.lanes.unpack(first);
        let moved = corners.iter().map(|corner| motion.apply(&table.ring, *corner + first));
        let mut moved: Vec<Point> = moved.collect();
        if motion.is_mirrored {
            moved.reverse();
        }
        let (variant, first) = table.identify(*kind, &moved);
        (variant, table.lanes.pack(first))
    }
}

impl Space for Colourings {
    type Search<'s> = ColouringSearch<'s>;

    fn begin(&self, prefix: &Prefix) -> ColouringSearch<'_> {
        ColouringSearch::below(self, prefix)
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        let search = self.begin(prefix);
        if search.is_complete() {
            return Expansion::Solution;
        }
        let choices: Vec<u32> = (0..narrow(search.candidates().len())).collect();
        profile.level(prefix.len()).nodes += choices.len() as u64;
        Expansion::Choices(choices)
    }
}

/// A complete tiling stands for its images.
impl Explained for Colourings {
    fn arrive(&self, prefix: &Prefix) -> Arrival {
        let search = self.begin(prefix);
        if search.is_complete() {
            return Arrival::Solution { forced: Vec::new() };
        }
        match narrow(search.candidates().len()) {
            0 => Arrival::Dead,
            ways => {
                Arrival::Branch { forced: Vec::new(), item: Some(0), ways: (0..ways).collect() }
            }
        }
    }
}
