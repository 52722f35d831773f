//! Coloured tilings, one after the other.
//!
//! Tiles of one colour may have to keep apart all over the region, so what is left cannot be tiled polygon by polygon. This is a
//! plain search:
//!
//! * **Q1** Of all convex corners of all polygons that are left, take the one with the fewest ways to lay a coloured tile there. A tile
//!   must be inside, be left in this colour, and keep away from the tiles of its colour.
//! * **Q6** If tiles of a colour may not touch at all, no point has two of them. So there is no tiling if more tiles would be needed to fill
//!   the angle at a corner than there are colours left for it.
//! * **Q7** Only kinds of tiles are laid that leave numbers of tiles with which the area can be filled.
//! * **Q9** Symmetries of the region make tilings of tilings. So the first tile is only one of each orbit, and of each tiling that is found
//!   all images are shown that no other one shows: those in which the image of the first tile is the least of its kind.
//! * **Q2** Colours are interchangeable. A tile may have one of the colours used so far or the first that is not used yet; so each
//!   tiling is found with one naming of its colours.

use crate::Unsuited;
use crate::atlas::symmetries;
use crate::composition::compositions;
use crate::frame::Frame;
use crate::outline::{Bench, Outline};
use crate::spot::Spot;
use crate::table::{Table, Variant, Way};
use kumiki_id::{narrow, widen};
use kumiki_model::{Apart, PlacedTile, TilingQuestion};
use kumiki_ring::Point;
use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// So many lists of numbers of tiles are few enough to be looked at in every node.
const FEW_COMPOSITIONS: usize = 64;

/// All coloured tilings of a question, up to the names of colours.
#[derive(Clone, Debug)]
pub struct Colourings {
    table: Table,
    region: Arc<Outline>,
    apart: Apart,
    colours: u32,
    /// For each kind: at least, at most, and at most of a colour.
    limits: Vec<[u32; 3]>,
    /// The numbers of tiles that have the right area together, if these are few.
    compositions: Option<Vec<Vec<u32>>>,
    symmetries: Vec<Frame>,
    /// The first tiles, one of each orbit, if there are symmetries.
    cases: Vec<Case>,
}

/// A tile in its place: a variant and where its first corner is.
type Place = (usize, Spot);

/// A first tile that stands for its images under the symmetries of the region.
///
/// * **Q8** `images` are all its images, each with the number of a symmetry that makes it, the tile itself first. Tilings that have
///   an image of the first tile of an earlier case are left to that case.
#[derive(Clone, Debug)]
struct Case {
    candidate: Candidate,
    images: Vec<(Place, usize)>,
    forbidden: FxHashSet<Place>,
}

/// A way to go on: a coloured tile in a corner.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    outline: u32,
    corner: u32,
    way: u32,
    colour: u32,
}

/// A level of the search.
///
/// * **Q3** `outlines` are what the tiles laid so far leave, and `candidates` all ways to fill one corner of them, of which the first
///   `tried` are behind us.
#[derive(Clone, Debug)]
struct Level {
    outlines: Vec<Arc<Outline>>,
    candidates: Vec<Candidate>,
    tried: usize,
}

/// A tile that is laid: its way, its corner and its colour.
#[derive(Clone, Copy, Debug)]
struct Laid {
    way: u32,
    spot: Spot,
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
        let compositions = compositions(question, &table).filter(|found| found.len() <= FEW_COMPOSITIONS);
        let mut space = Self {
            symmetries: symmetries(question),
            cases: Vec::new(),
            compositions,
            table,
            region,
            apart: colours.map_or(Apart::Free, |colours| colours.apart),
            colours: colours.map_or(1, |colours| narrow(colours.names.len())),
            limits,
        };
        if space.symmetries.len() > 1 {
            space.cases = space.make_cases();
        }
        Ok(space)
    }

    /// Q8: the orbits of the tiles for the first corner.
    fn make_cases(&self) -> Vec<Case> {
        let search = ColouringSearch::new(self);
        let mut cases: Vec<Case> = Vec::new();
        let mut forbidden: FxHashSet<Place> = FxHashSet::default();
        for candidate in &search.levels[0].candidates {
            let way = &self.table.ways[widen(candidate.way)];
            let corner = self.region.spots[widen(candidate.corner)];
            let place: Place = (way.variant, corner.plus(way.origin));
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

    /// Where a symmetry brings a tile.
    fn image(&self, (variant, first): Place, symmetry: usize) -> Place {
        let table = &self.table;
        let Variant { kind, corners, .. } = &table.variants[variant];
        let motion = self.symmetries[symmetry];
        let moved = corners.iter().map(|corner| motion.apply(&table.ring, *corner + first.unpack()));
        let mut moved: Vec<Point> = moved.collect();
        if motion.is_mirrored {
            moved.reverse();
        }
        let (variant, first) = table.identify(*kind, &moved);
        (variant, Spot::pack(first))
    }
}

impl Space for Colourings {
    type Search<'s> = ColouringSearch<'s>;

    fn begin(&self, prefix: &Prefix) -> ColouringSearch<'_> {
        let mut search = ColouringSearch::new(self);
        for choice in prefix.choices() {
            let level = search.levels.last_mut().expect("the root is always there");
            level.tried = widen(*choice) + 1;
            search.descend(widen(*choice));
        }
        search.given = search.laid.len();
        search
    }

    fn expand(&self, prefix: &Prefix, _: &mut Profile) -> Expansion {
        let search = self.begin(prefix);
        if search.is_complete() {
            return Expansion::Solution;
        }
        let choices = search.levels.last().map_or(0, |level| narrow(level.candidates.len()));
        Expansion::Choices((0..choices).collect())
    }
}

/// A walk through the coloured tilings.
///
/// * **Q4** Below the root, `laid[k]` is the candidate tried last on `levels[k]`, and `heights[k * axes..]` are those of its corner.
/// * **Q5** `used[kind][colour]` of `laid` are of a kind and a colour, and `totals[kind]` of a kind.
#[derive(Clone, Debug)]
pub struct ColouringSearch<'s> {
    space: &'s Colourings,
    levels: Vec<Level>,
    laid: Vec<Laid>,
    heights: Vec<i64>,
    used: Vec<Vec<u32>>,
    totals: Vec<u32>,
    bench: Bench,
    /// So many tiles are not this search's business to take back.
    given: usize,
    /// Q9: the tilings still to be shown, the last one first. The search holds still at the last one if `is_at_solution`.
    shown: Vec<Vec<PlacedTile>>,
    is_at_solution: bool,
    profile: Profile,
}

impl<'s> ColouringSearch<'s> {
    fn new(space: &'s Colourings) -> Self {
        let mut search = Self {
            space,
            levels: Vec::new(),
            laid: Vec::new(),
            heights: Vec::new(),
            used: vec![vec![0; widen(space.colours)]; space.limits.len()],
            totals: vec![0; space.limits.len()],
            bench: Bench::default(),
            given: 0,
            shown: Vec::new(),
            is_at_solution: false,
            profile: Profile::new(&[]),
        };
        search.enter(vec![Arc::clone(&space.region)]);
        search
    }

    /// The tiles of the solution at which the search holds still, in the order in which they were laid.
    #[must_use]
    pub fn solution(&self) -> Option<&[PlacedTile]> {
        self.shown.last().filter(|_| self.is_at_solution).map(Vec::as_slice)
    }

    /// Whether nothing is left to be tiled, and enough of every kind is used.
    fn is_complete(&self) -> bool {
        self.levels.last().is_some_and(|level| level.outlines.is_empty())
            && self
                .space
                .limits
                .iter()
                .zip(&self.used)
                .all(|([least, ..], used)| used.iter().sum::<u32>() >= *least)
    }

    /// Adds a level for what is left.
    fn enter(&mut self, outlines: Vec<Arc<Outline>>) {
        let candidates = match &self.space.cases[..] {
            cases @ [_, ..] if self.laid.is_empty() => cases.iter().map(|case| case.candidate).collect(),
            _ => self.choose(&outlines),
        };
        self.levels.push(Level { outlines, candidates, tried: 0 });
    }

    /// Q1
    fn choose(&self, outlines: &[Arc<Outline>]) -> Vec<Candidate> {
        let table = &self.space.table;
        let left: Vec<u32> = (0..self.space.limits.len()).map(|kind| self.colours_left(kind)).collect();
        // Corners with few ways at first sight are looked at first.
        let mut corners = Vec::new();
        for (at, outline) in outlines.iter().enumerate() {
            for corner in 0..outline.len() {
                let span = outline.span(table, corner);
                let direction = outline.directions[corner];
                let mut free = u32::MAX;
                if self.space.apart == Apart::Points {
                    // Q6
                    let here = self.colours_at(&outline.heights[corner * table.axes..][..table.axes]);
                    let needed = u32::from(table.fewest_tiles(direction, span));
                    if here.count_ones() + needed > self.space.colours {
                        return Vec::new();
                    }
                    free = !here;
                }
                if span < table.axes {
                    let ways = table.ways_out[direction].iter().map(|way| &table.ways[widen(*way)]);
                    let ways = ways.filter(|way| way.span <= span);
                    let at_sight: u32 = ways.map(|way| (left[way.kind] & free).count_ones()).sum();
                    corners.push((at_sight, at, corner, span, free));
                }
            }
        }
        corners.sort_unstable_by_key(|(at_sight, ..)| *at_sight);
        let mut best: Option<Vec<Candidate>> = None;
        let mut found = Vec::new();
        for (_, at, corner, span, free) in corners {
            let outline = &outlines[at];
            let base = &outline.heights[corner * table.axes..][..table.axes];
            found.clear();
            for way in &table.ways_out[outline.directions[corner]] {
                let compiled = &table.ways[widen(*way)];
                let mut colours = left[compiled.kind] & free;
                if compiled.span > span || colours == 0 {
                    continue;
                }
                colours &= !self.colours_near(compiled, base, colours);
                if colours == 0 || !outline.has_room_for(table, corner, compiled) {
                    continue;
                }
                let place = (compiled.variant, outline.spots[corner].plus(compiled.origin));
                if self.case().is_some_and(|case| case.forbidden.contains(&place)) {
                    continue;
                }
                while colours != 0 {
                    let colour = colours.trailing_zeros();
                    colours &= colours - 1;
                    found.push(Candidate { outline: narrow(at), corner: narrow(corner), way: *way, colour });
                }
                if best.as_ref().is_some_and(|best| found.len() >= best.len()) {
                    break;
                }
            }
            if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                if found.len() <= 1 {
                    return found;
                }
                best = Some(found.clone());
            }
        }
        best.unwrap_or_default()
    }

    /// Q2: the colours that a tile of a kind may have, as far as numbers go.
    fn colours_left(&self, kind: usize) -> u32 {
        let [_, most, most_of_a_colour] = self.space.limits[kind];
        if self.totals[kind] >= most {
            return 0;
        }
        // Q7
        let fits = |composition: &Vec<u32>| {
            let totals = composition.iter().zip(&self.totals).enumerate();
            totals.into_iter().all(|(at, (most, total))| total + u32::from(at == kind) <= *most)
        };
        if self.space.compositions.as_ref().is_some_and(|all| !all.iter().any(fits)) {
            return 0;
        }
        let known = self.laid.iter().map(|laid| laid.colour + 1).max().unwrap_or(0);
        let usable = (known + 1).min(self.space.colours);
        (0..usable)
            .filter(|colour| self.used[kind][widen(*colour)] < most_of_a_colour)
            .fold(0, |colours, colour| colours | 1 << colour)
    }

    /// The colours of the tiles that have a point, given by its heights.
    fn colours_at(&self, point: &[i64]) -> u32 {
        let table = &self.space.table;
        let mut here = 0;
        for (laid, base) in self.laid.iter().zip(self.heights.chunks_exact(table.axes)) {
            if here >> laid.colour & 1 == 0 && table.has_point(&table.ways[widen(laid.way)], base, point) {
                here |= 1 << laid.colour;
            }
        }
        here
    }

    /// Of some colours, those of the tiles that a tile in a corner, given by its heights, would come too close to.
    fn colours_near(&self, way: &Way, base: &[i64], colours: u32) -> u32 {
        let table = &self.space.table;
        let mut near = 0;
        for (laid, other_base) in self.laid.iter().zip(self.heights.chunks_exact(table.axes)) {
            let other = &table.ways[widen(laid.way)];
            let is_near = (colours & !near) >> laid.colour & 1 == 1
                && match self.space.apart {
                    Apart::Free => false,
                    Apart::Sides => table.share_a_side((way, base), (other, other_base)),
                    Apart::Points => table.touch((way, base), (other, other_base)),
                };
            near |= u32::from(is_near) << laid.colour;
        }
        near
    }

    /// Lays a tile, and looks how to go on.
    fn descend(&mut self, choice: usize) {
        let table = &self.space.table;
        let level = self.levels.last().expect("the root is always there");
        let Candidate { outline, corner, way, colour } = level.candidates[choice];
        let (at, corner) = (widen(outline), widen(corner));
        let outline = Arc::clone(&level.outlines[at]);
        let compiled = &table.ways[widen(way)];
        let mut pieces = Vec::new();
        outline.cut(table, corner, compiled, &mut self.bench, &mut pieces);
        let others = level.outlines.iter().enumerate().filter(|(other, _)| *other != at);
        let outlines =
            others.map(|(_, outline)| Arc::clone(outline)).chain(pieces.into_iter().map(Arc::new)).collect();
        self.laid.push(Laid { way, spot: outline.spots[corner], colour });
        self.heights.extend_from_slice(&outline.heights[corner * table.axes..][..table.axes]);
        self.used[compiled.kind][widen(colour)] += 1;
        self.totals[compiled.kind] += 1;
        self.enter(outlines);
    }

    /// Takes back the last tile, and the level below it.
    fn ascend(&mut self) {
        self.levels.pop();
        let Some(laid) = self.laid.pop() else { return };
        let table = &self.space.table;
        self.heights.truncate(self.laid.len() * table.axes);
        let kind = table.ways[widen(laid.way)].kind;
        self.used[kind][widen(laid.colour)] -= 1;
        self.totals[kind] -= 1;
    }

    /// The case that is searched, if there are cases and the first tile is laid.
    fn case(&self) -> Option<&'s Case> {
        let level = self.levels.first().filter(|_| !self.laid.is_empty())?;
        self.space.cases.get(level.tried - 1)
    }

    /// Q9: the tilings that are found with what is laid.
    fn tilings(&self) -> Vec<Vec<PlacedTile>> {
        let space = self.space;
        let places: Vec<(Place, u32)> = self
            .laid
            .iter()
            .map(|laid| {
                let way = &space.table.ways[widen(laid.way)];
                ((way.variant, laid.spot.plus(way.origin)), laid.colour)
            })
            .collect();
        let Some(case) = self.case() else { return vec![self.painted(&places)] };
        let is_first_tile = |place: &Place| case.images.iter().any(|(image, _)| image == place);
        let mut tilings = Vec::new();
        for (first, symmetry) in &case.images {
            let moved: Vec<(Place, u32)> =
                places.iter().map(|(place, colour)| (space.image(*place, *symmetry), *colour)).collect();
            let least = moved.iter().map(|(place, _)| *place).filter(is_first_tile).min();
            if least == Some(*first) {
                tilings.push(self.painted(&moved));
            }
        }
        tilings
    }

    /// Holds still at the first of the tilings that are found with what is laid, if there is one to be shown.
    fn show(&mut self) -> bool {
        self.shown = self.tilings();
        self.is_at_solution = !self.shown.is_empty();
        self.is_at_solution
    }

    fn painted(&self, places: &[(Place, u32)]) -> Vec<PlacedTile> {
        let placed = places.iter().map(|((variant, first), colour)| {
            let Variant { kind, frame, .. } = &self.space.table.variants[*variant];
            PlacedTile {
                tile: *kind,
                is_flipped: frame.is_mirrored,
                turns: frame.turns,
                shift: frame.shift + first.unpack(),
                colour: Some(widen(*colour)),
            }
        });
        placed.collect()
    }
}

impl Search for ColouringSearch<'_> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        if std::mem::take(&mut self.is_at_solution) {
            self.shown.pop();
            if !self.shown.is_empty() {
                self.is_at_solution = true;
                return Step::Solution;
            }
            self.ascend();
        } else if self.levels.len() == self.given + 1
            && self.levels[self.given].tried == 0
            && self.is_complete()
        {
            // The prefix itself is a solution.
            self.levels[self.given].tried = 1;
            if self.show() {
                return Step::Solution;
            }
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
            if self.is_complete() && self.show() {
                return Step::Solution;
            }
        }
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn searched(&self) -> f64 {
        let (mut searched, mut share) = (0.0, 1.0);
        for (depth, level) in self.levels.iter().enumerate().skip(self.given) {
            if level.candidates.is_empty() {
                break;
            }
            share /= f64::from(narrow(level.candidates.len()));
            // Above the deepest level, the last candidate tried is still under way.
            let done = level.tried - usize::from(depth + 1 < self.levels.len());
            searched += share * f64::from(narrow(done));
        }
        searched
    }

    fn audit(&self) -> Result<(), String> {
        let table = &self.space.table;
        let Some(level) = self.levels.last() else { return Ok(()) };
        let left = level.outlines.iter().map(|outline| table.ring.area(&outline.corners()));
        let laid = self.laid.iter().map(|laid| table.exact_areas[table.ways[widen(laid.way)].kind]);
        if left.chain(laid).sum::<Point>() != table.ring.area(&self.space.region.corners()) {
            return Err("Q3: the areas of what is laid and left do not add up".to_owned());
        }
        let used: u32 = self.used.iter().flatten().sum();
        if widen(used) != self.laid.len() || self.laid.len() + 1 != self.levels.len() {
            return Err("Q4, Q5: tiles, levels and numbers do not fit together".to_owned());
        }
        Ok(())
    }
}
