//! The places of tiles and the corners that a search comes across, and how they get along.
//!
//! A search for coloured tilings meets few different corners and few different places of tiles,
//! over and over: 455 and about a thousand in the star of golden triangles, in more than a hundred
//! thousand nodes. So each gets a number when it is met first, and what is known about it is
//! written down once.
//!
//! * **S1** A *site* is a corner of something that is left: a point, the direction of the side that
//!   leaves it, and the angle to the left of that, as a number of directions. The `fillings` of a
//!   convex one are all tiles with a corner there, a side in this direction and an angle that is no
//!   wider, unless a side of the region runs through them. One that overlaps no tile laid before
//!   lies within what is left: near the corner it does, and no boundary comes between.
//! * **S2** `clear[p]` of a place's row is 0 if a tile in place p would overlap it, and all ones
//!   otherwise. `apart[p]` is 0 if the two must have different colours, and all ones otherwise.
//!   `has[s]` is 1 if the tile has spot s.

use crate::outline::Outline;
use crate::spot::Spot;
use crate::table::{Relation, Table, Way};
use kumiki_id::narrow;
use kumiki_model::Apart;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// When rows take more entries than this, they are forgotten and made again when needed.
const MAX_ROW_ENTRIES: usize = 1 << 26;

/// A set of colours.
pub(crate) type Colours = u16;

/// A tile in its place: a variant and where its first corner is.
pub(crate) type Place = (usize, Spot);

/// A way to fill a corner, the kind of its tile, and which place that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filling {
    /// Position in `Table::ways`.
    pub(crate) way: u32,
    /// Number of the tile in the question.
    pub(crate) kind: u32,
    /// Number of the place (S3).
    pub(crate) place: u32,
}

/// See S1.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Number of the point (S3).
    pub(crate) spot: u32,
    /// Direction of the side that leaves it.
    pub(crate) direction: usize,
    /// The angle to the left of that, as a number of directions. It is convex if that is below
    /// `axes`.
    pub(crate) span: usize,
    /// Where its fillings are in `Sites::fillings`; none if it is not convex.
    fillings: Range<usize>,
}

/// See S2.
#[derive(Clone, Default, Debug)]
pub(crate) struct Row {
    /// For each place: 0 if tiles would overlap, and otherwise all ones (S2). It may be shorter
    /// than the places met, until it is completed.
    pub(crate) clear: Vec<Colours>,
    /// For each place: 0 if colours must differ, and otherwise all ones (S2). As long as `clear`.
    pub(crate) apart: Vec<Colours>,
    /// For each spot: whether the tile has it (S2).
    pub(crate) has: Vec<u8>,
}

/// All that was met so far.
///
/// * **S3** `way_of[p]`, `corners[p]` and `heights[p * axes..]` describe place p by one of its
///   corners; `spot_heights[s * axes..]` are those of spot s.
#[derive(Clone, Debug)]
pub(crate) struct Sites<'s> {
    /// The question compiled.
    table: &'s Table,
    /// The whole region: its sides run through no filling.
    region: &'s Outline,
    /// How far tiles of one colour have to keep apart.
    apart: Apart,
    /// The sites by their numbers.
    sites: Vec<Site>,
    /// Numbers of sites, by the point, the direction of the side that leaves it, and the angle.
    by_corner: FxHashMap<(Spot, usize, usize), u32>,
    /// The fillings of all sites, one site after the other.
    fillings: Vec<Filling>,
    /// Numbers of the points that have a site.
    spots: FxHashMap<Spot, u32>,
    /// For each spot its heights over all axes (S3).
    spot_heights: Vec<i64>,
    /// Numbers of the places.
    places: FxHashMap<Place, u32>,
    /// For each place a way, as a position in `Table::ways` (S3).
    way_of: Vec<u32>,
    /// For each place the point where the corner of that way comes (S3).
    corners: Vec<Spot>,
    /// For each place the heights of that point over all axes (S3).
    heights: Vec<i64>,
    /// For each place how it gets along with others. Empty until it is needed.
    rows: Vec<Row>,
    /// How many entries `clear` has in all rows together; see `MAX_ROW_ENTRIES`.
    row_entries: usize,
}

impl<'s> Sites<'s> {
    pub(crate) fn new(table: &'s Table, region: &'s Outline, apart: Apart) -> Self {
        Self {
            table,
            region,
            apart,
            sites: Vec::new(),
            by_corner: FxHashMap::default(),
            fillings: Vec::new(),
            spots: FxHashMap::default(),
            spot_heights: Vec::new(),
            places: FxHashMap::default(),
            way_of: Vec::new(),
            corners: Vec::new(),
            heights: Vec::new(),
            rows: Vec::new(),
            row_entries: 0,
        }
    }

    pub(crate) fn place_count(&self) -> usize {
        self.way_of.len()
    }

    pub(crate) fn spot_count(&self) -> usize {
        self.spots.len()
    }

    pub(crate) fn site(&self, site: u32) -> &Site {
        &self.sites[site as usize]
    }

    pub(crate) fn fillings(&self, site: &Site) -> &[Filling] {
        &self.fillings[site.fillings.clone()]
    }

    /// The number of a place, if it was met.
    pub(crate) fn number_of(&self, place: Place) -> Option<u32> {
        self.places.get(&place).copied()
    }

    /// The site of a corner.
    #[inline(always)]
    pub(crate) fn of_corner(&mut self, outline: &Outline, corner: usize) -> u32 {
        let span = outline.span(self.table, corner);
        let key = (outline.spots[corner], outline.directions[corner], span);
        match self.by_corner.get(&key) {
            Some(site) => *site,
            None => self.add(outline, corner, span),
        }
    }

    fn add(&mut self, outline: &Outline, corner: usize, span: usize) -> u32 {
        let table = self.table;
        let key @ (spot, direction, _) = (outline.spots[corner], outline.directions[corner], span);
        let base = &outline.heights[corner * table.axes..][..table.axes];
        let next_spot = narrow(self.spots.len());
        let number = *self.spots.entry(spot).or_insert(next_spot);
        if number == next_spot {
            self.spot_heights.extend_from_slice(base);
        }
        let first = self.fillings.len();
        for way in &table.ways_out[direction] {
            let compiled = &table.ways[*way as usize];
            if span >= table.axes
                || compiled.span > span
                || !self.region.keeps_out_of(table, base, compiled)
            {
                continue;
            }
            let next_place = narrow(self.way_of.len());
            let place = *self
                .places
                .entry((compiled.variant, spot.plus(compiled.origin)))
                .or_insert(next_place);
            if place == next_place {
                self.way_of.push(*way);
                self.corners.push(spot);
                self.heights.extend_from_slice(base);
                self.rows.push(Row::default());
            }
            self.fillings.push(Filling { way: *way, kind: narrow(compiled.kind), place });
        }
        let site = narrow(self.sites.len());
        self.sites.push(Site {
            spot: number,
            direction,
            span,
            fillings: first..self.fillings.len(),
        });
        self.by_corner.insert(key, site);
        site
    }

    /// The place with a number.
    pub(crate) fn place(&self, number: usize) -> Place {
        let way = &self.table.ways[self.way_of[number] as usize];
        (way.variant, self.corners[number].plus(way.origin))
    }

    /// A place as a way and the heights of its corner.
    fn tile(&self, place: usize) -> (&'s Way, &[i64]) {
        let axes = self.table.axes;
        (&self.table.ways[self.way_of[place] as usize], &self.heights[place * axes..][..axes])
    }

    /// `clear` and `apart` of two places.
    pub(crate) fn relation(&self, a: usize, b: usize) -> [Colours; 2] {
        let (a, b) = (self.tile(a), self.tile(b));
        let relation = self.table.relation(a, b);
        let are_rivals = match self.apart {
            Apart::Free => false,
            Apart::Sides => relation == Relation::Touching && self.table.share_a_side(a, b),
            Apart::Points => relation == Relation::Touching,
        };
        [relation == Relation::Overlapping, are_rivals]
            .map(|is_so| if is_so { 0 } else { Colours::MAX })
    }

    /// Whether the tile in a place has a spot.
    pub(crate) fn has_spot(&self, place: usize, spot: usize) -> bool {
        let (way, base) = self.tile(place);
        self.table.has_point(
            way,
            base,
            &self.spot_heights[spot * self.table.axes..][..self.table.axes],
        )
    }

    /// The row of a place, if it is complete.
    #[inline(always)]
    pub(crate) fn row(&self, place: u32) -> &Row {
        &self.rows[place as usize]
    }

    /// Completes the row of a place, for all places and spots met so far.
    #[inline(always)]
    pub(crate) fn complete_row(&mut self, place: u32) {
        let row = &self.rows[place as usize];
        if row.clear.len() < self.place_count() || row.has.len() < self.spot_count() {
            self.extend_row(place as usize);
        }
    }

    fn extend_row(&mut self, place: usize) {
        if self.row_entries > MAX_ROW_ENTRIES {
            self.rows.fill(Row::default());
            self.row_entries = 0;
        }
        let mut row = std::mem::take(&mut self.rows[place]);
        self.row_entries += self.place_count() - row.clear.len();
        for other in row.clear.len()..self.place_count() {
            let known = &self.rows[other];
            let [clear, apart] = match known.clear.get(place) {
                Some(clear) => [*clear, known.apart[place]],
                None => self.relation(place, other),
            };
            row.clear.push(clear);
            row.apart.push(apart);
        }
        for spot in row.has.len()..self.spot_count() {
            row.has.push(u8::from(self.has_spot(place, spot)));
        }
        self.rows[place] = row;
    }
}
