//! The places of tiles, and what the symmetries of the region make of them.
//!
//! A tile that looks the same from several sides can be described by several motions. Here each
//! place of a tile, that is a kind and a polygon, has one number, whatever motion led to it.

use crate::frame::Frame;
use kumiki_id::narrow;
use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use rustc_hash::FxHashMap;

/// The symmetries of a region that turn tilings into tilings, the identity first. There are none
/// but the identity if some tile may not be turned, and no reflections if some tile may not be
/// flipped and minds it.
#[must_use]
pub fn symmetries(question: &TilingQuestion) -> Vec<Frame> {
    let ring = question.ring();
    let corners = question.region().corners();
    let mut found = vec![Frame::IDENTITY];
    if !question.tiles().iter().all(|tile| tile.turns) {
        return found;
    }
    let mirrors = crate::table::respects_mirrors(question);
    for is_mirrored in [false, true].into_iter().take(1 + usize::from(mirrors)) {
        for turns in 0..ring.order() {
            let still = Frame { is_mirrored, turns, shift: Point::ZERO };
            let mut image: Vec<Point> =
                corners.iter().map(|corner| still.apply(ring, *corner)).collect();
            if is_mirrored {
                image.reverse();
            }
            // The first corner of the image comes to one of the corners, and then all the others
            // follow.
            for first in 0..corners.len() {
                let frame = Frame { shift: corners[first] - image[0], ..still };
                let around = corners[first..].iter().chain(&corners[..first]);
                if frame != Frame::IDENTITY
                    && around.zip(&image).all(|(c, i)| *c == *i + frame.shift)
                {
                    found.push(frame);
                }
            }
        }
    }
    found
}

/// Numbers for the places of tiles.
#[derive(Clone, Debug)]
pub struct Atlas<'q> {
    /// The question whose tiles are placed.
    question: &'q TilingQuestion,
    /// The symmetries of the region, the identity first.
    symmetries: Vec<Frame>,
    /// Number of the place, by the kind and the motion of a tile.
    by_motion: FxHashMap<(usize, Frame), u32>,
    /// Number of the place, by the kind and the outline: several motions may lead there.
    by_corners: FxHashMap<(usize, Vec<Point>), u32>,
    /// A tile in each place, as the motion that led there first has it.
    tiles: Vec<PlacedTile>,
}

impl<'q> Atlas<'q> {
    /// No places yet.
    #[must_use]
    pub fn new(question: &'q TilingQuestion) -> Self {
        Self {
            question,
            symmetries: symmetries(question),
            by_motion: FxHashMap::default(),
            by_corners: FxHashMap::default(),
            tiles: Vec::new(),
        }
    }

    /// See [`symmetries`].
    #[must_use]
    pub fn symmetries(&self) -> &[Frame] {
        &self.symmetries
    }

    /// A tile in a place, without colour.
    #[must_use]
    pub fn tile(&self, place: u32) -> PlacedTile {
        self.tiles[place as usize]
    }

    /// How many places are known.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.tiles.len()
    }

    fn ring(&self) -> &'q Ring {
        self.question.ring()
    }

    /// The place where a motion brings a tile of a kind.
    pub fn place(&mut self, kind: usize, frame: Frame) -> u32 {
        if let Some(place) = self.by_motion.get(&(kind, frame)) {
            return *place;
        }
        let tile = self.allowed(kind, frame);
        let corners = tile.outline(self.question);
        let next = narrow(self.tiles.len());
        let place = *self.by_corners.entry((kind, corners)).or_insert(next);
        if place == next {
            self.tiles.push(tile);
        }
        self.by_motion.insert((kind, frame), place);
        place
    }

    /// A tile where a motion brings it, without flipping it if that is not allowed.
    fn allowed(&self, kind: usize, Frame { is_mirrored, turns, shift }: Frame) -> PlacedTile {
        let flipped =
            PlacedTile { tile: kind, is_flipped: is_mirrored, turns, shift, colour: None };
        if !is_mirrored || self.question.tiles()[kind].flips {
            return flipped;
        }
        // A tile that does not mind being flipped looks the same after some turn instead.
        let wanted = flipped.outline(self.question);
        let unflipped = (0..self.ring().order()).find_map(|turns| {
            let tile = PlacedTile { is_flipped: false, turns, ..flipped };
            let shift = shift + wanted[0] - tile.outline(self.question)[0];
            let tile = PlacedTile { shift, ..tile };
            (tile.outline(self.question) == wanted).then_some(tile)
        });
        unflipped
            .expect("mirrors are respected only if every tile may be flipped or looks the same")
    }

    /// The place to which a symmetry, given by its number, brings what is in another place.
    pub fn image(&mut self, place: u32, symmetry: usize) -> u32 {
        let PlacedTile { tile, is_flipped, turns, shift, .. } = self.tile(place);
        let frame = Frame { is_mirrored: is_flipped, turns, shift };
        let image = self.symmetries[symmetry].after(self.ring(), &frame);
        self.place(tile, image)
    }
}
