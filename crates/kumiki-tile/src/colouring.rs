//! Coloured tilings, one after the other.
//!
//! Tiles of one colour may have to keep apart all over the region, so what is left cannot be tiled polygon by polygon. This is a
//! plain search for tilings; the module `paint` keeps an eye on whether they can be painted.
//!
//! * **Q1** Of all convex corners of all polygons that are left, take the one with the fewest ways to lay a tile there.
//! * **Q2** After each tile, there must be a way to paint all tiles laid so far. When all are laid, they are painted in all ways.
//! * **Q3** If tiles of a colour may not touch at all, no point has more tiles than there are colours. So there is no tiling if that many would be
//!   needed to fill the angle at a corner.
//! * **Q4** Only kinds of tiles are laid that leave numbers of tiles with which the area can be filled.
//! * **Q5** Symmetries of the region make tilings of tilings. So the first tile is only one of each orbit, and of each tiling that is found
//!   all images are shown that no other one shows: those in which the image of the first tile is the least of its kind.

use crate::Unsuited;
use crate::atlas::symmetries;
use crate::composition::compositions;
use crate::frame::Frame;
use crate::outline::{Bench, Outline};
use crate::paint::{Canvas, Painting};
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
    /// How many colours there are, or `None` if tiles are not painted.
    colours: Option<u32>,
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
/// * **Q6** `images` are all its images, each with the number of a symmetry that makes it, the tile itself first. Tilings that have
///   an image of the first tile of an earlier case are left to that case.
#[derive(Clone, Debug)]
struct Case {
    candidate: Candidate,
    images: Vec<(Place, usize)>,
    forbidden: FxHashSet<Place>,
}

/// A way to go on: a tile in a corner.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    outline: u32,
    corner: u32,
    way: u32,
}

/// A level of the search.
///
/// * **Q7** `outlines` are what the tiles laid so far leave, and `candidates` all ways to fill one corner of them, of which the first
///   `tried` are behind us.
#[derive(Clone, Debug)]
struct Level {
    outlines: Vec<Arc<Outline>>,
    candidates: Vec<Candidate>,
    tried: usize,
}

/// A tile that is laid: its way and its corner.
#[derive(Clone, Copy, Debug)]
struct Laid {
    way: u32,
    spot: Spot,
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
/// * **Q8** Below the root, `laid[k]` is the candidate tried last on `levels[k]`, and `heights[k * axes..]` are those of its corner.
/// * **Q9** `totals[kind]` of `laid` are of a kind, and `canvas` has all of them.
#[derive(Clone, Debug)]
pub struct ColouringSearch<'s> {
    space: &'s Colourings,
    levels: Vec<Level>,
    laid: Vec<Laid>,
    heights: Vec<i64>,
    totals: Vec<u32>,
    canvas: Canvas,
    bench: Bench,
    /// So many tiles are not this search's business to take back.
    given: usize,
    /// What there is to be shown of a complete tiling.
    show: Option<Show>,
    profile: Profile,
}

/// A complete tiling and its images, which are painted one after the other.
#[derive(Clone, Debug)]
struct Show {
    images: Vec<Vec<Place>>,
    painting: Painting,
    /// The tiles of the solution at which the search holds still.
    solution: Vec<PlacedTile>,
}

impl<'s> ColouringSearch<'s> {
    fn new(space: &'s Colourings) -> Self {
        let most_of_a_colour = space.limits.iter().map(|[.., most]| *most).collect();
        let mut search = Self {
            space,
            levels: Vec::new(),
            laid: Vec::new(),
            heights: Vec::new(),
            totals: vec![0; space.limits.len()],
            canvas: Canvas::new(space.colours.unwrap_or(1), most_of_a_colour),
            bench: Bench::default(),
            given: 0,
            show: None,
            profile: Profile::new(&[]),
        };
        search.enter(vec![Arc::clone(&space.region)]);
        search
    }

    /// The tiles of the solution at which the search holds still, in the order in which they were laid.
    #[must_use]
    pub fn solution(&self) -> Option<&[PlacedTile]> {
        self.show.as_ref().map(|show| show.solution.as_slice())
    }

    /// Whether nothing is left to be tiled, and enough of every kind is used.
    fn is_complete(&self) -> bool {
        self.levels.last().is_some_and(|level| level.outlines.is_empty())
            && self.space.limits.iter().zip(&self.totals).all(|([least, ..], total)| total >= least)
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
        let is_left: Vec<bool> = (0..self.space.limits.len()).map(|kind| self.is_left(kind)).collect();
        let mut corners = Vec::new();
        for (at, outline) in outlines.iter().enumerate() {
            for corner in 0..outline.len() {
                let span = outline.span(table, corner);
                if let (Some(colours), Apart::Points) = (self.space.colours, self.space.apart) {
                    // Q3
                    let here = self.tiles_at(&outline.heights[corner * table.axes..][..table.axes]);
                    let needed = u32::from(table.fewest_tiles(outline.directions[corner], span));
                    if here + needed > colours {
                        return Vec::new();
                    }
                }
                if span < table.axes {
                    corners.push((span, at, corner));
                }
            }
        }
        // Few tiles go into a small angle.
        corners.sort_unstable();
        let mut best: Option<Vec<Candidate>> = None;
        let mut found = Vec::new();
        for (span, at, corner) in corners {
            let outline = &outlines[at];
            found.clear();
            for way in &table.ways_out[outline.directions[corner]] {
                let compiled = &table.ways[widen(*way)];
                if compiled.span > span
                    || !is_left[compiled.kind]
                    || !outline.has_room_for(table, corner, compiled)
                {
                    continue;
                }
                let place = (compiled.variant, outline.spots[corner].plus(compiled.origin));
                if self.case().is_some_and(|case| case.forbidden.contains(&place)) {
                    continue;
                }
                found.push(Candidate { outline: narrow(at), corner: narrow(corner), way: *way });
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

    /// Whether another tile of a kind may be laid, as far as numbers go.
    fn is_left(&self, kind: usize) -> bool {
        let [_, most, most_of_a_colour] = self.space.limits[kind];
        let most = most.min(most_of_a_colour.saturating_mul(self.space.colours.unwrap_or(1)));
        // Q4
        let fits = |composition: &Vec<u32>| {
            let totals = composition.iter().zip(&self.totals).enumerate();
            totals.into_iter().all(|(at, (most, total))| total + u32::from(at == kind) <= *most)
        };
        self.totals[kind] < most && self.space.compositions.as_ref().is_none_or(|all| all.iter().any(fits))
    }

    /// How many tiles have a point, given by its heights.
    fn tiles_at(&self, point: &[i64]) -> u32 {
        let table = &self.space.table;
        let laid = self.laid.iter().zip(self.heights.chunks_exact(table.axes));
        let here = laid.filter(|(laid, base)| table.has_point(&table.ways[widen(laid.way)], base, point));
        narrow(here.count())
    }

    /// The tiles that must not have the colour of a tile in a corner, given by its heights.
    fn rivals(&self, way: &Way, base: &[i64]) -> Vec<u32> {
        let table = &self.space.table;
        let is_rival = |laid: &Laid, other_base: &[i64]| {
            let other = &table.ways[widen(laid.way)];
            match self.space.apart {
                Apart::Free => false,
                Apart::Sides => table.share_a_side((way, base), (other, other_base)),
                Apart::Points => table.touch((way, base), (other, other_base)),
            }
        };
        let laid = self.laid.iter().zip(self.heights.chunks_exact(table.axes)).zip(0..);
        laid.filter(|((laid, base), _)| is_rival(laid, base)).map(|(_, number)| number).collect()
    }

    /// Lays a tile, and looks how to go on.
    fn descend(&mut self, choice: usize) {
        let table = &self.space.table;
        let level = self.levels.last().expect("the root is always there");
        let Candidate { outline, corner, way } = level.candidates[choice];
        let (at, corner) = (widen(outline), widen(corner));
        let outline = Arc::clone(&level.outlines[at]);
        let compiled = &table.ways[widen(way)];
        let base = &outline.heights[corner * table.axes..][..table.axes];
        let can_be_painted = self.canvas.push(compiled.kind, self.rivals(compiled, base));
        self.laid.push(Laid { way, spot: outline.spots[corner] });
        self.heights.extend_from_slice(base);
        self.totals[compiled.kind] += 1;
        let mut pieces = Vec::new();
        outline.cut(table, corner, compiled, &mut self.bench, &mut pieces);
        let others = level.outlines.iter().enumerate().filter(|(other, _)| *other != at);
        let others = others.map(|(_, outline)| Arc::clone(outline));
        let outlines = others.chain(pieces.into_iter().map(Arc::new)).collect();
        if can_be_painted {
            self.enter(outlines);
        } else {
            self.levels.push(Level { outlines, candidates: Vec::new(), tried: 0 });
        }
    }

    /// Takes back the last tile, and the level below it.
    fn ascend(&mut self) {
        self.levels.pop();
        let Some(laid) = self.laid.pop() else { return };
        let table = &self.space.table;
        self.heights.truncate(self.laid.len() * table.axes);
        self.totals[table.ways[widen(laid.way)].kind] -= 1;
        self.canvas.pop();
    }

    /// The case that is searched, if there are cases and the first tile is laid.
    fn case(&self) -> Option<&'s Case> {
        let level = self.levels.first().filter(|_| !self.laid.is_empty())?;
        self.space.cases.get(level.tried - 1)
    }

    /// Q5: the tilings that are found with what is laid.
    fn images(&self) -> Vec<Vec<Place>> {
        let space = self.space;
        let place = |laid: &Laid| {
            let way = &space.table.ways[widen(laid.way)];
            (way.variant, laid.spot.plus(way.origin))
        };
        let places: Vec<Place> = self.laid.iter().map(place).collect();
        let Some(case) = self.case() else { return vec![places] };
        let is_first_tile = |place: &Place| case.images.iter().any(|(image, _)| image == place);
        let mut images = Vec::new();
        for (first, symmetry) in &case.images {
            let moved: Vec<Place> = places.iter().map(|place| space.image(*place, *symmetry)).collect();
            if moved.iter().copied().filter(is_first_tile).min() == Some(*first) {
                images.push(moved);
            }
        }
        images
    }

    /// Holds still at the next way to paint a tiling or an image of it. Says whether there is one.
    fn show_next(&mut self) -> bool {
        let Some(show) = &mut self.show else { return false };
        while let Some(places) = show.images.last() {
            if let Some(colours) = show.painting.next(&self.canvas) {
                let placed = places.iter().zip(colours).map(|((variant, first), colour)| {
                    let Variant { kind, frame, .. } = &self.space.table.variants[*variant];
                    PlacedTile {
                        tile: *kind,
                        is_flipped: frame.is_mirrored,
                        turns: frame.turns,
                        shift: frame.shift + first.unpack(),
                        colour: self.space.colours.map(|_| widen(*colour)),
                    }
                });
                show.solution = placed.collect();
                return true;
            }
            show.images.pop();
            show.painting = Painting::new();
        }
        self.show = None;
        false
    }

    /// Holds still at the first solution with the tiles that are laid, if they are complete.
    fn show_first(&mut self) -> bool {
        if self.is_complete() {
            self.show = Some(Show { images: self.images(), painting: Painting::new(), solution: Vec::new() });
        }
        self.show_next()
    }
}

impl Search for ColouringSearch<'_> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        if self.show.is_some() {
            if self.show_next() {
                return Step::Solution;
            }
        } else if self.levels.len() == self.given + 1
            && self.levels[self.given].tried == 0
            && self.show_first()
        {
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
            return Err("Q7: the areas of what is laid and left do not add up".to_owned());
        }
        let total: u32 = self.totals.iter().sum();
        if widen(total) != self.laid.len() || self.laid.len() + 1 != self.levels.len() {
            return Err("Q8, Q9: tiles, levels and numbers do not fit together".to_owned());
        }
        Ok(())
    }
}
