//! The walk through the coloured tilings: how a painted tile is chosen, laid and taken back (Q1 to
//! Q5).

use super::{Candidate, Case, Colourings};
use crate::cutting::Scratch;
use crate::outline::Outline;
use crate::sites::{Colours, Filling, Place, Sites};
use crate::table::Variant;
use kumiki_id::narrow;
use kumiki_model::{Apart, PlacedTile};
use kumiki_ring::Point;
use kumiki_search::{Fuel, Prefix, Profile, Search, Step};
use std::sync::Arc;

/// A corner of what is left, and its site.
#[derive(Clone, Copy, Debug)]
struct OpenCorner {
    /// Position in `Level::outlines`.
    outline: u32,
    /// Number of the corner of that outline.
    corner: u32,
    /// Number of its site in `Sites`.
    site: u32,
}

/// A level of the search.
///
/// * **Q7** `outlines` are what the tiles laid so far leave, and `open_corners` their corners.
///   `candidates` are all ways to fill one of these corners, of which the first `tried` are behind
///   us. There are none if the level `is_dead`; it need not be complete then.
/// * **Q8** As far as the tiles laid so far go, a tile in place p may have the colours
///   `colours[p]`; `crowd[s]` of them have spot s.
#[derive(Clone, Default, Debug)]
struct Level {
    /// What is left of the region (Q7).
    outlines: Vec<Arc<Outline>>,
    /// All corners of `outlines`, convex or not (Q7).
    open_corners: Vec<OpenCorner>,
    /// For each place its possible colours (Q8).
    colours: Vec<Colours>,
    /// For each spot the number of tiles laid that have it (Q8).
    crowd: Vec<u8>,
    /// All ways to fill the corner that was chosen (Q1, Q7).
    candidates: Vec<Candidate>,
    /// How many of `candidates` have been tried, the one below which the search is among them. At a
    /// complete tiling that the prefix leads to, 1 when it has been shown.
    tried: usize,
    /// Whether some corner cannot be filled, or is too crowded (Q3).
    is_dead: bool,
}

impl Level {
    /// Empties it.
    fn clear(&mut self) {
        self.outlines.clear();
        self.open_corners.clear();
        self.colours.clear();
        self.crowd.clear();
        self.candidates.clear();
        self.tried = 0;
        self.is_dead = false;
    }
}

/// A tile that is laid.
#[derive(Clone, Copy, Debug)]
struct Laid {
    /// Number of the tile in the question.
    kind: usize,
    /// Number of its place in `Sites`.
    place: u32,
    /// Its colour, below the number of colours.
    colour: u32,
}

/// A walk through the coloured tilings.
///
/// * **Q9** Below the root, `laid[k]` is the candidate tried last on `levels[k]`.
/// * **Q10** `totals[kind]` of `laid` are of a kind, `painted[kind]` of each colour, and `used`
///   colours are used.
#[derive(Clone, Debug)]
pub struct ColouringSearch<'s> {
    /// The tilings that are searched.
    space: &'s Colourings,
    /// The corners and places met so far.
    sites: Sites<'s>,
    /// The root, and a level for each tile that is laid (Q9).
    levels: Vec<Level>,
    /// The tiles that are laid, the first one first (Q9).
    laid: Vec<Laid>,
    /// For each kind the number of tiles laid (Q10).
    totals: Vec<u32>,
    /// For each kind and each colour the number of tiles laid (Q10).
    painted: Vec<Vec<u32>>,
    /// How many colours are used: they are those below this (Q2).
    used: u32,
    /// For each kind the colours that another tile may have, as far as numbers and Q2 go. They are
    /// those of the last level while it is made.
    of_kinds: Vec<Colours>,
    /// Room for cutting.
    scratch: Scratch,
    /// Room for what a cut leaves; empty between cuts.
    pieces: Vec<Outline>,
    /// How many tiles the prefix has laid: they are never taken back.
    given: usize,
    /// The position among the images of the complete tiling that the prefix leads to, if the prefix
    /// has a choice beyond that tiling. Only this image is shown.
    image: Option<u32>,
    /// The images of a complete tiling at which the search holds still. `None` anywhere else.
    show: Option<Show>,
    /// Candidates tried, by depth.
    profile: Profile,
    /// Levels that were taken back, to be used again.
    spare: Vec<Level>,
}

/// A complete tiling and its images, which are shown one after the other.
#[derive(Clone, Debug)]
struct Show {
    /// The images that are still to be shown, the next one last.
    images: Vec<Vec<Place>>,
    /// The tiles of the image that is shown now.
    solution: Vec<PlacedTile>,
}

impl<'s> ColouringSearch<'s> {
    /// Begins below some choices.
    pub(super) fn below(space: &'s Colourings, prefix: &Prefix) -> Self {
        let mut search = Self::new(space);
        for choice in prefix.choices() {
            if search.is_complete() {
                search.image = Some(*choice);
                break;
            }
            let level = search.levels.last_mut().expect("the root is always there");
            level.tried = *choice as usize + 1;
            search.descend(*choice as usize);
        }
        search.given = search.laid.len();
        search
    }

    /// The ways to go on.
    pub(super) fn candidates(&self) -> &[Candidate] {
        self.levels.last().map_or(&[], |level| &level.candidates)
    }

    /// The place of a tile in a corner.
    pub(super) fn place(&self, filling: Filling) -> Place {
        self.sites.place(filling.place as usize)
    }

    fn new(space: &'s Colourings) -> Self {
        let kinds = space.limits.len();
        let mut search = Self {
            space,
            sites: Sites::new(&space.table, &space.region, space.apart),
            levels: Vec::new(),
            laid: Vec::new(),
            totals: vec![0; kinds],
            painted: vec![vec![0; space.palette() as usize]; kinds],
            used: 0,
            of_kinds: vec![0; kinds],
            scratch: Scratch::default(),
            pieces: Vec::new(),
            given: 0,
            image: None,
            show: None,
            profile: Profile::new(&[]),
            spare: Vec::new(),
        };
        search.levels.push(Level::default());
        search.note_colours();
        search.enter(&mut vec![Outline::clone(&space.region)]);
        if let cases @ [_, ..] = &space.cases[..] {
            search.levels[0].candidates = cases.iter().map(|case| case.candidate).collect();
        }
        search
    }

    /// The tiles of the solution at which the search holds still, in the order in which they were
    /// laid.
    #[must_use]
    pub fn solution(&self) -> Option<&[PlacedTile]> {
        self.show.as_ref().map(|show| show.solution.as_slice())
    }

    /// The tiles that are laid, the first one first.
    #[must_use]
    pub fn laid(&self) -> Vec<PlacedTile> {
        let placed = self
            .laid
            .iter()
            .map(|laid| self.placed(self.sites.place(laid.place as usize), laid.colour));
        placed.collect()
    }

    /// What is left to be tiled: the corners of each polygon.
    #[must_use]
    pub fn polygons(&self) -> Vec<Vec<Point>> {
        let level = self.levels.last().expect("the root is always there");
        level.outlines.iter().map(|outline| outline.corners(&self.space.table)).collect()
    }

    /// The corner that is filled next, if there is one.
    #[must_use]
    pub fn corner(&self) -> Option<Point> {
        let Candidate { outline, corner, .. } = self.candidates().first()?;
        let level = self.levels.last().expect("the root is always there");
        Some(level.outlines[*outline as usize].corners(&self.space.table)[*corner as usize])
    }

    /// A tile in its place.
    fn placed(&self, (variant, first): Place, colour: u32) -> PlacedTile {
        let Variant { kind, frame, .. } = &self.space.table.variants[variant];
        PlacedTile {
            tile: *kind,
            is_flipped: frame.is_mirrored,
            turns: frame.turns,
            shift: frame.shift + self.space.table.lanes.unpack(first),
            colour: self.space.colours.map(|_| colour as usize),
        }
    }

    /// Whether nothing is left to be tiled, and enough of every kind is used.
    pub(super) fn is_complete(&self) -> bool {
        self.levels.last().is_some_and(|level| level.outlines.is_empty() && !level.is_dead)
            && self.space.limits.iter().zip(&self.totals).all(|([least, ..], total)| total >= least)
    }

    /// Whether another tile of a kind may be laid, as far as numbers go.
    fn is_left(&self, kind: usize) -> bool {
        let [_, most, most_of_a_colour] = self.space.limits[kind];
        let most = most.min(most_of_a_colour.saturating_mul(self.space.palette()));
        // Q4
        let fits = |composition: &Vec<u32>| {
            let totals = composition.iter().zip(&self.totals).enumerate();
            totals.into_iter().all(|(at, (most, total))| total + u32::from(at == kind) <= *most)
        };
        self.totals[kind] < most
            && self.space.compositions.as_ref().is_none_or(|all| all.iter().any(fits))
    }

    /// Notes the colours that another tile of each kind may have, as far as numbers and Q2 go.
    fn note_colours(&mut self) {
        let names = (self.used + 1).min(self.space.palette());
        for kind in 0..self.totals.len() {
            let [.., most] = self.space.limits[kind];
            let left = self.painted[kind].iter().zip(0..names).filter(|(count, _)| **count < most);
            self.of_kinds[kind] =
                if self.is_left(kind) { left.map(|(_, colour)| 1 << colour).sum() } else { 0 };
        }
    }

    /// The ways to fill a corner, each with the colours that the tile may have.
    #[inline(always)]
    fn fillings(
        &self,
        level: &Level,
        open_corner: &OpenCorner,
    ) -> impl Iterator<Item = (Filling, Colours)> {
        let fillings = self.sites.fillings(self.sites.site(open_corner.site)).iter();
        fillings.map(|filling| {
            (*filling, level.colours[filling.place as usize] & self.of_kinds[filling.kind as usize])
        })
    }

    fn is_convex(&self, open_corner: &OpenCorner) -> bool {
        self.sites.site(open_corner.site).span < self.space.table.axes
    }

    /// In how many ways a corner can be filled, counting colours.
    #[inline(always)]
    fn count_fillings(&self, level: &Level, open_corner: &OpenCorner) -> u32 {
        self.fillings(level, open_corner).map(|(_, colours)| colours.count_ones()).sum()
    }

    /// Q3: whether the angle at a corner takes more tiles than there are colours.
    #[inline(always)]
    fn is_crowded(&self, level: &Level, open_corner: &OpenCorner) -> bool {
        let site = self.sites.site(open_corner.site);
        let needed = self.space.table.fewest_tiles(site.direction, site.span);
        let here = level.crowd[site.spot as usize];
        self.space.apart == Apart::Points
            && u32::from(here) + u32::from(needed) > self.space.palette()
    }

    /// Lays a tile, and looks how to go on.
    fn descend(&mut self, choice: usize) {
        let table = &self.space.table;
        let parent = self.levels.last().expect("the root is always there");
        let Candidate { outline: at, corner, filling, colour } = parent.candidates[choice];
        let outline = Arc::clone(&parent.outlines[at as usize]);
        let way = &table.ways[filling.way as usize];
        self.laid.push(Laid { kind: way.kind, place: filling.place, colour });
        self.totals[way.kind] += 1;
        self.painted[way.kind][colour as usize] += 1;
        self.used = self.used.max(colour + 1);
        self.note_colours();
        let level = self.next_level(at);
        let is_dead = level.is_dead;
        self.levels.push(level);
        if !is_dead {
            let mut pieces = std::mem::take(&mut self.pieces);
            outline.cut(table, corner as usize, way, &mut self.scratch, &mut pieces);
            self.enter(&mut pieces);
            self.pieces = pieces;
        }
    }

    /// A level for all that the last tile does not change, if it was laid into an outline of the
    /// last level.
    fn next_level(&mut self, at: u32) -> Level {
        let mut level = self.spare.pop().unwrap_or_default();
        let Laid { place, colour, .. } = *self.laid.last().expect("a tile was laid");
        self.sites.complete_row(place);
        let row = self.sites.row(place);
        let parent = self.levels.last().expect("the root is always there");
        let others: Colours = !(1 << colour);
        let before = parent.colours.iter().zip(&row.clear).zip(&row.apart);
        level
            .colours
            .extend(before.map(|((colours, clear), apart)| colours & clear & (apart | others)));
        level.crowd.extend(parent.crowd.iter().zip(&row.has).map(|(crowd, has)| crowd + has));
        if let (Some(case), 1) = (self.case(), self.laid.len()) {
            for place in case.forbidden.iter().filter_map(|place| self.sites.number_of(*place)) {
                level.colours[place as usize] = 0;
            }
        }
        for open_corner in &parent.open_corners {
            let is_touched = row.has[self.sites.site(open_corner.site).spot as usize] != 0;
            if open_corner.outline == at && is_touched {
                continue;
            }
            let is_hopeless =
                self.is_convex(open_corner) && self.count_fillings(&level, open_corner) == 0;
            if is_hopeless || (is_touched && self.is_crowded(&level, open_corner)) {
                level.is_dead = true;
                return level;
            }
            if open_corner.outline != at {
                level.open_corners.push(OpenCorner {
                    outline: open_corner.outline - u32::from(open_corner.outline > at),
                    ..*open_corner
                });
            }
        }
        let kept = parent.outlines.iter().zip(0..).filter(|(_, number)| *number != at);
        level.outlines.extend(kept.map(|(outline, _)| Arc::clone(outline)));
        level
    }

    /// Adds outlines to the last level, and lists its candidates.
    fn enter(&mut self, pieces: &mut Vec<Outline>) {
        for piece in pieces.drain(..) {
            for corner in 0..piece.len() {
                let site = self.sites.of_corner(&piece, corner);
                self.learn();
                let level = self.levels.last_mut().expect("the root is always there");
                let open_corner = OpenCorner {
                    outline: narrow(level.outlines.len()),
                    corner: narrow(corner),
                    site,
                };
                level.open_corners.push(open_corner);
            }
            let level = self.levels.last_mut().expect("the root is always there");
            level.outlines.push(Arc::new(piece));
        }
        self.choose();
    }

    /// Q8 for places and spots that were not known before.
    #[inline(always)]
    fn learn(&mut self) {
        let root = &self.levels[0];
        if root.colours.len() < self.sites.place_count()
            || root.crowd.len() < self.sites.spot_count()
        {
            self.learn_more();
        }
    }

    fn learn_more(&mut self) {
        let forbidden = self.case().map(|case| &case.forbidden);
        for place in self.levels[0].colours.len()..self.sites.place_count() {
            let is_forbidden =
                forbidden.is_some_and(|forbidden| forbidden.contains(&self.sites.place(place)));
            let mut colours = Colours::MAX;
            for (depth, level) in self.levels.iter_mut().enumerate() {
                if let Some(laid) = depth.checked_sub(1).map(|above| self.laid[above]) {
                    let [clear, apart] = self.sites.relation(laid.place as usize, place);
                    colours &= clear & (apart | !(1 << laid.colour));
                    colours = if is_forbidden { 0 } else { colours };
                }
                level.colours.push(colours);
            }
        }
        for spot in self.levels[0].crowd.len()..self.sites.spot_count() {
            let mut crowd = 0;
            for (depth, level) in self.levels.iter_mut().enumerate() {
                if let Some(laid) = depth.checked_sub(1).map(|above| self.laid[above]) {
                    crowd += u8::from(self.sites.has_spot(laid.place as usize, spot));
                }
                level.crowd.push(crowd);
            }
        }
    }

    /// Q1: lists the candidates of the last level.
    fn choose(&mut self) {
        let mut level = self.levels.pop().expect("the root is always there");
        let mut best: Option<(OpenCorner, u32, u32)> = None;
        for open_corner in &level.open_corners {
            if self.is_crowded(&level, open_corner) {
                level.is_dead = true;
                break;
            }
            if self.is_convex(open_corner) {
                let count = self.count_fillings(&level, open_corner);
                let weight =
                    1 + u32::from(level.crowd[self.sites.site(open_corner.site).spot as usize]);
                if best.is_none_or(|(_, fewest, heaviest)| count * heaviest < fewest * weight) {
                    best = Some((*open_corner, count, weight));
                }
            }
        }
        level.is_dead |= best.is_some_and(|(_, count, _)| count == 0);
        if let (Some((open_corner, ..)), false) = (best, level.is_dead) {
            let OpenCorner { outline, corner, .. } = open_corner;
            let mut candidates = std::mem::take(&mut level.candidates);
            for (filling, colours) in self.fillings(&level, &open_corner) {
                let colours = (0..self.space.palette()).filter(|colour| colours >> colour & 1 != 0);
                candidates.extend(colours.map(|colour| Candidate {
                    outline,
                    corner,
                    filling,
                    colour,
                }));
            }
            level.candidates = candidates;
        }
        self.levels.push(level);
    }

    /// Takes back the last tile, and the level below it.
    fn ascend(&mut self) {
        if let Some(mut level) = self.levels.pop() {
            for outline in level.outlines.drain(..) {
                Arc::into_inner(outline)
                    .into_iter()
                    .for_each(|outline| self.scratch.recycle(outline));
            }
            level.clear();
            self.spare.push(level);
        }
        let Some(laid) = self.laid.pop() else { return };
        self.totals[laid.kind] -= 1;
        self.painted[laid.kind][laid.colour as usize] -= 1;
        self.used = self.laid.iter().map(|laid| laid.colour + 1).max().unwrap_or(0);
    }

    /// The case that is searched, if there are cases and the first tile is laid.
    fn case(&self) -> Option<&'s Case> {
        let level = self.levels.first().filter(|_| !self.laid.is_empty())?;
        self.space.cases.get(level.tried - 1)
    }

    /// Q5: the tilings that are found with what is laid.
    fn images(&self) -> Vec<Vec<Place>> {
        let space = self.space;
        let places: Vec<Place> =
            self.laid.iter().map(|laid| self.sites.place(laid.place as usize)).collect();
        let Some(case) = self.case() else { return vec![places] };
        let is_first_tile = |place: &Place| case.images.iter().any(|(image, _)| image == place);
        let mut images = Vec::new();
        for (first, symmetry) in &case.images {
            let moved: Vec<Place> =
                places.iter().map(|place| space.image(*place, *symmetry)).collect();
            if moved.iter().copied().filter(is_first_tile).min() == Some(*first) {
                images.push(moved);
            }
        }
        images
    }

    /// Holds still at the next image of a tiling. Says whether there is one.
    fn show_next(&mut self) -> bool {
        let Some(show) = &mut self.show else { return false };
        let Some(places) = show.images.pop() else {
            self.show = None;
            return false;
        };
        let placed = places.iter().zip(&self.laid);
        let placed = placed.map(|(place, laid)| self.placed(*place, laid.colour)).collect();
        if let Some(show) = &mut self.show {
            show.solution = placed;
        }
        true
    }

    /// Holds still at the first solution with the tiles that are laid, if they are complete.
    fn show_first(&mut self) -> bool {
        if self.is_complete() {
            let mut images = self.images();
            if let Some(image) = self.image {
                images = vec![images.swap_remove(image as usize)];
            }
            self.show = Some(Show { images, solution: Vec::new() });
        }
        self.show_next()
    }

    /// Whether nothing below the prefix has been looked at.
    fn is_fresh(&self) -> bool {
        self.levels.len() == self.given + 1 && self.levels[self.given].tried == 0
    }

    /// The choices that lead to the last level.
    fn path(&self) -> Prefix {
        let tried = self.levels[..self.levels.len() - 1].iter().map(|level| level.tried - 1);
        Prefix::from(tried.map(narrow).collect::<Vec<u32>>())
    }
}

impl Search for ColouringSearch<'_> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        if self.show.is_some() {
            if self.show_next() {
                return Step::Solution;
            }
        } else if self.is_fresh() && self.show_first() {
            // The prefix itself is a solution.
            self.levels[self.given].tried = 1;
            return Step::Solution;
        }
        loop {
            if self.levels.len() <= self.given {
                return Step::Exhausted;
            }
            let depth = self.levels.len() - 1;
            let Level { candidates, tried, .. } = &mut self.levels[depth];
            if *tried >= candidates.len() {
                if depth == self.given {
                    return Step::Exhausted;
                }
                self.ascend();
                continue;
            }
            if !fuel.burn() {
                return Step::OutOfFuel;
            }
            let choice = *tried;
            *tried += 1;
            self.profile.level(depth).nodes += 1;
            self.descend(choice);
            if self.show_first() {
                return Step::Solution;
            }
        }
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        let mut rest = Vec::new();
        if let Some(show) = self.show.take() {
            let path = self.path();
            rest.extend((0..narrow(show.images.len())).rev().map(|image| path.then(image)));
        } else if self.is_fresh() && self.is_complete() {
            let path = self.path();
            rest.push(self.image.map_or(path.clone(), |image| path.then(image)));
            self.levels[self.given].tried = 1;
        }
        loop {
            let (path, depth) = (self.path(), self.levels.len() - 1);
            let Level { candidates, tried, .. } = &mut self.levels[depth];
            let untried = narrow(*tried)..narrow(candidates.len());
            self.profile.level(depth).nodes += untried.len() as u64;
            rest.extend(untried.map(|choice| path.then(choice)));
            *tried = candidates.len().max(*tried);
            if depth == self.given {
                return rest;
            }
            self.ascend();
        }
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn audit(&self) -> Result<(), String> {
        let table = &self.space.table;
        let Some(level) = self.levels.last() else { return Ok(()) };
        if level.is_dead {
            return Ok(());
        }
        let left = level.outlines.iter().map(|outline| table.ring.area(&outline.corners(table)));
        let laid = self.laid.iter().map(|laid| table.exact_areas[laid.kind]);
        if left.chain(laid).sum::<Point>() != table.ring.area(&self.space.region.corners(table)) {
            return Err("Q7: the areas of what is laid and left do not add up".to_owned());
        }
        let total: u32 = self.totals.iter().sum();
        if total as usize != self.laid.len() || self.laid.len() + 1 != self.levels.len() {
            return Err("Q9, Q10: tiles, levels and numbers do not fit together".to_owned());
        }
        Ok(())
    }
}
