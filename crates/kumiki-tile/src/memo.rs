//! Counting by remembering: what is left is a polygon, and equal polygons have equally many
//! tilings.
//!
//! # The recursion
//! * **M1** To tile a polygon, take the convex corner into which the fewest tiles fit, the lowest
//!   of several. One of them must lie there, along the side that leaves the corner.
//! * **M2** Cut it off. What is left falls into polygons, which are tiled independently: their
//!   numbers of tilings are multiplied, and the products for all tiles that fit are added.
//! * **M3** Before a polygon is tiled, its form is looked up: if it was met before, its number is
//!   known. It may lie elsewhere now, but the tilings are the same, moved.
//! * **M4** If only one tile fits into a corner, it is cut off at once, and if none does, there is
//!   no tiling: this is seen before any other polygon is worked on.
//!
//! If kinds of tiles have to be watched, a polygon is looked up together with what is left of
//! these, and its number is split up by what its tilings use.
//!
//! # Several at a time
//! * **M6** Those who count together try the ways of a corner in different orders, and look up and
//!   remember polygons in the same place. So they work towards each other: what one has counted,
//!   the others only look up, and the first to be done has the count. Tilings cannot be listed
//!   then, since where a polygon is met first decides about the order of its tilings.

mod levels;
mod shared;
mod snapshot;

use crate::Unsuited;
use crate::crossings::Crossings;
use crate::cutting::Scratch;
use crate::fits::{Barred, Retained};
use crate::form::{Form, Former, Squares};
use crate::frame::Frame;
use crate::outline::Outline;
use crate::spot::Spot;
use crate::stock::{Need, Stock, Watch};
use crate::table::Table;
use kumiki_id::narrow;
use kumiki_model::TilingQuestion;
use kumiki_ring::Point;
use kumiki_search::{Fuel, Profile, Progress, Stages, Turn};
use levels::Levels;
use rustc_hash::FxHashMap;
pub(crate) use shared::Shared;
use shared::Sum;

/// How corners are chosen (M1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// The one into which the fewest tiles fit.
    Fewest,
    /// The lowest, and the leftmost of several: slower, and a second opinion.
    Lowest,
}

/// The tilings of a polygon that use the same tiles.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// How many tiles of each watched kind they have.
    pub(crate) used: Stock,
    /// How many tilings there are; at least 1.
    pub(crate) count: u128,
    /// All ways to lay the first tile; empty if they are not kept.
    pub(crate) starts: Vec<Start>,
}

/// First tiles, and what is left.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The first tile, and those that were cut off at once after it (M4), where the polygon was
    /// first met.
    pub(crate) tiles: Vec<Laid>,
    /// The polygons that are left. Empty if the tiles fill the polygon.
    pub(crate) rest: Vec<Child>,
    /// How many tilings begin like this: the product over `rest`.
    pub(crate) count: u128,
}

/// A tile: a way, and where its corner is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laid {
    /// Position in `Table::ways`.
    pub(crate) way: u32,
    /// Where the corner of the way comes.
    pub(crate) spot: Spot,
}

/// The tilings of a polygon that is left: a term of a node, and the motion from where the polygon
/// was first met to where it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// Number of the polygon in the memo.
    pub(crate) node: u32,
    /// Position among its terms.
    pub(crate) term: u32,
    /// The motion from where that polygon was first met to where it lies.
    pub(crate) frame: Frame,
}

/// How a stretch of work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// Everything is counted.
    Done,
    /// The fuel is gone.
    OutOfFuel,
    /// A number outgrew 128 bits.
    TooMany,
}

/// A polygon that is being worked on.
#[derive(Debug)]
struct Task {
    /// How many tiles were laid on the way to it.
    laid: usize,
    /// The polygon, where it was met.
    outline: Outline,
    /// Its area, as `Ring::area` has it.
    area: Point,
    /// How many tiles of each watched kind its tilings may use; nothing if none is watched.
    stock: Stock,
    /// What it will be remembered under: the numbers of its form, and the stock (M3).
    key: Box<[u32]>,
    /// The motion from the form's own place to where it was met.
    frame: Frame,
    /// The corner that is filled, and with what (M1).
    choice: Choice,
    /// Position in `choice.ways` of the next way to try.
    next: usize,
    /// The way being tried, while something is missing for it.
    trial: Option<Trial>,
    /// The tilings found with the ways before, by what they use.
    terms: Vec<Term>,
}

/// A corner, and the ways to lay a tile there.
#[derive(Clone, Debug)]
struct Choice {
    /// Number of the corner of the outline. It means nothing if there are no ways.
    corner: usize,
    /// Positions in `Table::ways` of all that fit there. None if there is no tiling.
    ways: Vec<u32>,
}

/// Tiles that have been cut off, while the numbers for what is left are collected.
///
/// * **M5** `partial` has the products over `rest[..at]`, and of rest\[at\] those for the first
///   `done` of them are in `extended`.
#[derive(Debug)]
struct Trial {
    /// How many tiles were laid before.
    laid: usize,
    /// The tile that is tried, and those that it forces (M4).
    tiles: Vec<Laid>,
    /// How many tiles of each watched kind these are.
    used: Stock,
    /// The polygons that are left, those with the fewest corners first. If there can be no tiling,
    /// `partial` is empty.
    rest: Vec<Remainder>,
    /// How many of `rest` are worked into `partial` (M5).
    at: usize,
    /// Products over the first `at` of `rest`, one for each choice of their terms (M5).
    partial: Vec<Partial>,
    /// How many of `partial` are multiplied by the terms of rest\[at\] (M5).
    done: usize,
    /// What these became (M5).
    extended: Vec<Partial>,
}

/// A polygon that is left. Where to lay the next tile may be known already.
#[derive(Debug)]
struct Remainder {
    /// The polygon where it lies. Nothing is left of it when a task has taken it over.
    outline: Outline,
    /// Its area, as `Ring::area` has it.
    area: Point,
    /// Its form, and the motion from there.
    form: Form,
    /// Which tiles fill it, as far as its area tells.
    need: Need,
    /// Where to go on, if that is known; a task takes it.
    choice: Option<Choice>,
}

/// A product.
#[derive(Clone, Debug)]
struct Partial {
    /// Tiles of each watched kind that are left for the other polygons.
    left: Stock,
    /// Tiles of each watched kind that are used, those of the trial among them.
    used: Stock,
    /// How many tilings there are: the product of the counts of the terms.
    count: u128,
    /// The terms that were multiplied. Empty if starts are not kept.
    rest: Vec<Child>,
}

/// All polygons met so far, with their tilings.
#[derive(Debug)]
pub struct Memo {
    /// The question compiled.
    pub(crate) table: Table,
    /// Which kinds of tiles have to be counted.
    watch: Watch,
    /// How corners are chosen.
    corner: Corner,
    /// Whether terms keep their starts, so that tilings can be listed.
    keeps_starts: bool,
    /// What is known together with others, if somebody else counts, too (M6). Then of all polygons
    /// only the region is among `nodes`.
    shared: Option<Shared>,
    /// Number of this count among so many that count together.
    place: [usize; 2],
    /// Numbers of the polygons that are counted, by form and stock (M3).
    nodes: FxHashMap<Box<[u32]>, u32>,
    /// For each polygon its tilings, by what they use; none if it has no tiling. The region comes
    /// last, when everything is counted.
    pub(crate) terms: Vec<Vec<Term>>,
    /// For each polygon the motion from its form's own place to where it was first met.
    frames: Vec<Frame>,
    /// Makes forms, and numbers lengths.
    former: Former,
    /// Room for cutting.
    scratch: Scratch,
    /// What polygons need, by their areas; `None` if no tiles have this area together.
    needs: FxHashMap<Point, Option<Need>>,
    /// Areas in planes, if they say anything about these tiles.
    crossings: Option<Crossings>,
    /// Room for the form and the stock of a polygon that is looked up.
    key: Vec<u32>,
    /// Room for what still fits when a tile is laid.
    retained: Retained,
    /// Room for the kinds that are used up.
    lacking: Vec<usize>,
    /// Room for the ways that are not to be taken.
    barred: Barred,
    /// Polygons that are left by a trial, with their areas, still to be prepared. Empty between
    /// trials.
    pieces: Vec<(Outline, Point)>,
    /// Room for the polygons that one cut leaves; empty between cuts.
    cut_off: Vec<Outline>,
    /// The polygons being worked on, each needed by the one before; the region first. Empty when
    /// everything is counted.
    stack: Vec<Task>,
    /// How many tiles were cut off, the forced ones among them, and what else was done.
    levels: Levels,
    /// Digest of the question and of how it is counted, which a snapshot must agree with.
    digest: u64,
}

impl Memo {
    /// Prepares to count. If the tilings are to be listed later, `keeps_starts` must be set.
    ///
    /// # Errors
    /// If the question does not suit this engine.
    pub fn new(
        question: &TilingQuestion,
        corner: Corner,
        keeps_starts: bool,
    ) -> Result<Self, Unsuited> {
        Self::begin(question, corner, keeps_starts, None, [0, 1])
    }

    /// The same for the one with this number of so many that count together (M6).
    pub(crate) fn together(
        question: &TilingQuestion,
        corner: Corner,
        shared: &Shared,
        place: [usize; 2],
    ) -> Result<Self, Unsuited> {
        Self::begin(question, corner, false, Some(shared.clone()), place)
    }

    fn begin(
        question: &TilingQuestion,
        corner: Corner,
        keeps_starts: bool,
        shared: Option<Shared>,
        place: [usize; 2],
    ) -> Result<Self, Unsuited> {
        let squares =
            shared.as_ref().map_or_else(Squares::default, |shared| shared.squares.clone());
        let table = Table::new(question)?;
        let watch = Watch::new(question, &table).ok_or(Unsuited::TooManyKinds)?;
        let mut outline = Outline::new(&table, question.region().corners());
        outline.forget_fits(&table);
        let mut memo = Self {
            crossings: Crossings::new(&table),
            table,
            watch,
            corner,
            keeps_starts,
            shared,
            place,
            nodes: FxHashMap::default(),
            terms: Vec::new(),
            frames: Vec::new(),
            former: Former::new(squares),
            scratch: Scratch::default(),
            needs: FxHashMap::default(),
            key: Vec::new(),
            retained: Retained::default(),
            lacking: Vec::new(),
            barred: Barred::default(),
            pieces: Vec::new(),
            cut_off: Vec::new(),
            stack: Vec::new(),
            levels: Levels::default(),
            digest: snapshot::digest(question, corner, keeps_starts),
        };
        let form = memo.former.form(&memo.table, &outline);
        let area = question.region().area(question.ring());
        if let Some(need) = memo.watch.need(&memo.table, area) {
            let stock = memo.watch.supply(&memo.table, need, memo.watch.all);
            write_key(&mut memo.key, &form, &memo.watch, stock);
            let key = memo.key.as_slice().into();
            let task = memo.task(
                &mut Remainder { outline, area, form, need, choice: None },
                0,
                stock,
                key,
            );
            memo.stack.push(task);
        } else {
            memo.levels.at(0).counted += 1;
            memo.nodes.insert(form.numbers.into(), 0);
            memo.terms.push(Vec::new());
            memo.frames.push(form.frame);
        }
        Ok(memo)
    }

    /// How many different polygons were met.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.terms.len() + self.shared.as_ref().map_or(0, Shared::len)
    }

    /// How many tiles were cut off.
    #[must_use]
    pub fn node_count(&self) -> u64 {
        self.levels.cuts()
    }

    /// What was done, by how many tiles were laid on the way: its nodes are the tiles that were cut
    /// off, and its tallies the polygons that were met first there and those that were known.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.levels.profile()
    }

    /// The terms of the region that use enough of every kind, once everything is counted.
    pub(crate) fn roots(&self) -> impl Iterator<Item = Child> {
        let last = self.terms.len() - 1;
        let enough =
            self.terms[last].iter().enumerate().filter(|(_, term)| self.watch.is_enough(term.used));
        enough.map(move |(at, _)| Child {
            node: narrow(last),
            term: narrow(at),
            frame: Frame::IDENTITY,
        })
    }

    /// The number of tilings, once everything is counted. `None` if it outgrows 128 bits.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        self.roots().try_fold(0u128, |sum, root| sum.checked_add(self.term(&root).count))
    }

    pub(crate) fn term(&self, child: &Child) -> &Term {
        &self.terms[child.node as usize][child.term as usize]
    }

    /// Goes on counting. Each tile that is cut off burns fuel.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Pause {
        while let Some(mut task) = self.stack.pop() {
            let Some(mut trial) = task.trial.take().or_else(|| self.next_trial(&mut task, fuel))
            else {
                if task.next < task.choice.ways.len() {
                    self.stack.push(task);
                    return Pause::OutOfFuel;
                }
                self.levels.at(task.laid).counted += 1;
                self.scratch.recycle(task.outline);
                if let Some(shared) = self.shared.as_ref().filter(|_| !self.stack.is_empty()) {
                    shared.remember(task.key, &task.terms);
                    continue;
                }
                self.nodes.insert(task.key, narrow(self.terms.len()));
                self.terms.push(task.terms);
                self.frames.push(task.frame);
                continue;
            };
            match self.extend(&mut trial) {
                Ok(None) => {
                    trial.rest.drain(..).for_each(|rest| self.scratch.recycle(rest.outline));
                    if !settle(&mut task, trial, self.keeps_starts) {
                        return Pause::TooMany;
                    }
                    self.stack.push(task);
                }
                Ok(Some(Missing { at, stock, key })) => {
                    let laid = trial.laid + trial.tiles.len();
                    let new = self.task(&mut trial.rest[at], laid, stock, key);
                    task.trial = Some(trial);
                    self.stack.extend([task, new]);
                }
                Err(TooMany) => return Pause::TooMany,
            }
        }
        Pause::Done
    }

    /// The work on a polygon that is left when so many tiles are laid.
    fn task(&mut self, rest: &mut Remainder, laid: usize, stock: Stock, key: Box<[u32]>) -> Task {
        // With another stock, the same polygon may have to be worked on again.
        let mut outline = match rest.need {
            Need::Area(_) => self.scratch.copy(&rest.outline, self.table.axes),
            Need::Exactly(_) | Need::Anything => std::mem::take(&mut rest.outline),
        };
        let choice = rest.choice.take().unwrap_or_else(|| self.choose(&mut outline, stock));
        Task {
            laid,
            outline,
            area: rest.area,
            stock,
            key,
            frame: rest.form.frame,
            choice,
            next: 0,
            trial: None,
            terms: Vec::new(),
        }
    }

    /// M1: a corner and the ways that fit there.
    fn choose(&mut self, outline: &mut Outline, stock: Stock) -> Choice {
        match self.corner {
            Corner::Lowest => self.choose_lowest(outline, stock),
            Corner::Fewest => {
                if self.bar(outline, stock) {
                    self.choose_fewest(outline)
                } else {
                    Choice { corner: 0, ways: Vec::new() }
                }
            }
        }
    }

    /// Bars the ways of tiles that are used up, or in no tiling of a polygon. Says whether it can
    /// have tilings at all.
    fn bar(&mut self, outline: &mut Outline, stock: Stock) -> bool {
        self.watch.find_lacking(stock, &mut self.lacking);
        self.barred.bar_kinds(&self.table, &self.lacking);
        let crossings = self.crossings.as_mut();
        let can_be_tiled =
            crossings.is_none_or(|crossings| crossings.bar(&self.table, outline, &mut self.barred));
        outline.strike(&self.table, &self.barred);
        can_be_tiled
    }

    /// M4: whether a corner is known into which at most one tile fits.
    fn is_forced(&self, outline: &Outline) -> bool {
        let mut known = (0..outline.len()).filter(|corner| outline.is_known(*corner));
        known.any(|corner| outline.count_ways(&self.table, corner) < 2)
    }

    /// The same for the corner into which the fewest tiles fit.
    fn choose_fewest(&self, outline: &mut Outline) -> Choice {
        let table = &self.table;
        let mut best = (usize::MAX, [i64::MAX; 2], 0);
        for corner in 0..outline.len() {
            let span = outline.span(table, corner);
            if span < table.axes {
                if !outline.is_known(corner) {
                    outline.find_fits(table, corner, span, &self.barred);
                }
                let count = outline.count_ways(table, corner);
                best = best.min((count, place(table, outline, corner), corner));
                if count == 0 {
                    break;
                }
            }
        }
        let (_, _, corner) = best;
        Choice { corner, ways: outline.ways(table, corner) }
    }

    /// The same for the lowest corner, without any inheritance.
    fn choose_lowest(&self, outline: &Outline, stock: Stock) -> Choice {
        let table = &self.table;
        let convex = (0..outline.len()).filter(|corner| outline.span(table, *corner) < table.axes);
        let lowest = convex.min_by_key(|corner| place(table, outline, *corner));
        let corner = lowest.expect("every polygon has a convex corner");
        let span = outline.span(table, corner);
        let fits = |way: &u32| {
            let compiled = &table.ways[*way as usize];
            compiled.span <= span
                && self.watch.has(stock, compiled.kind)
                && outline.has_room_for(table, corner, compiled)
        };
        Choice {
            corner,
            ways: table.ways_out[outline.directions[corner]].iter().copied().filter(fits).collect(),
        }
    }

    /// M2: cuts off the next tile. `None` if there is none, or no fuel.
    fn next_trial(&mut self, task: &mut Task, fuel: &mut Fuel) -> Option<Trial> {
        let way = way_in_turn(&task.choice.ways, task.next, self.place)?;
        if !fuel.burn() {
            return None;
        }
        task.next += 1;
        let mut trial = Trial {
            laid: task.laid,
            tiles: Vec::new(),
            used: Stock::default(),
            rest: Vec::new(),
            at: 0,
            partial: Vec::new(),
            done: 0,
            extended: Vec::new(),
        };
        let has_rest = self.cut((&task.outline, task.area), task.choice.corner, way, &mut trial)
            && self.prepare(&mut trial);
        while let Some((outline, _)) = self.pieces.pop() {
            self.scratch.recycle(outline);
        }
        if has_rest {
            // The smallest first: often one that has no tiling saves the others.
            trial.rest.sort_by_key(|rest| rest.outline.len());
            let left = Stock(task.stock.0 - trial.used.0);
            trial.partial.push(Partial { left, used: trial.used, count: 1, rest: Vec::new() });
        }
        Some(trial)
    }

    /// Cuts a tile off a polygon, given with its area, and adds what is left to the pieces. Says
    /// whether it can have a tiling.
    fn cut(
        &mut self,
        (outline, area): (&Outline, Point),
        corner: usize,
        way: u32,
        trial: &mut Trial,
    ) -> bool {
        self.levels.at(trial.laid + trial.tiles.len() + 1).cuts += 1;
        let table = &self.table;
        let compiled = &table.ways[way as usize];
        let inherits = self.corner == Corner::Fewest;
        if inherits && !outline.keep_fits(table, corner, compiled, &mut self.retained) {
            return false;
        }
        trial.tiles.push(Laid { way, spot: outline.spots[corner] });
        trial.used.0 += self.watch.one(compiled.kind).0;
        outline.cut(table, corner, compiled, &mut self.scratch, &mut self.cut_off);
        // The area of the one with the most corners follows from the others': that they add up was
        // measured (C5).
        self.cut_off.sort_by_key(Outline::len);
        let mut rest = area - table.exact_areas[compiled.kind];
        let last = self.cut_off.len().saturating_sub(1);
        // A tile that is in no tiling of a polygon can be in one of a part of it, if there is
        // another part that has none: what crossings struck out is inherited by a single rest only.
        // (Numbers of tiles are never too low for a part: those of all parts are checked first.)
        let inherits = inherits && (last == 0 || self.crossings.is_none());
        for (at, mut piece) in self.cut_off.drain(..).enumerate() {
            let area = if at == last { rest } else { table.ring.area(&piece.corners(table)) };
            rest = rest - area;
            if inherits {
                piece.inherit_fits(table, &self.retained);
            } else {
                piece.forget_fits(table);
            }
            self.pieces.push((piece, area));
        }
        true
    }

    /// M4: adds the pieces to a trial, or what is left of them after forced tiles. Says whether
    /// there can be a tiling.
    fn prepare(&mut self, trial: &mut Trial) -> bool {
        while let Some((mut outline, area)) = self.pieces.pop() {
            let need = self.needs.entry(area).or_insert_with(|| self.watch.need(&self.table, area));
            let Some(need) = *need else {
                self.scratch.recycle(outline);
                return false;
            };
            let looks_ahead = !matches!(need, Need::Area(_)) && self.corner == Corner::Fewest;
            let stock = self.watch.supply(&self.table, need, Stock::default());
            let mut choice = None;
            if looks_ahead && !self.bar(&mut outline, stock) {
                self.scratch.recycle(outline);
                return false;
            }
            if looks_ahead && self.is_forced(&outline) {
                choice = Some(self.choose_fewest(&mut outline));
            } else {
                let form = self.former.form(&self.table, &outline);
                if looks_ahead {
                    write_key(&mut self.key, &form, &self.watch, stock);
                    match self.is_tiled() {
                        Some(false) => {
                            self.levels.at(trial.laid + trial.tiles.len()).found += 1;
                            self.scratch.recycle(outline);
                            return false;
                        }
                        Some(true) => {}
                        None => choice = Some(self.choose_fewest(&mut outline)),
                    }
                }
                if choice.as_ref().is_none_or(|choice| choice.ways.len() > 1) {
                    trial.rest.push(Remainder { outline, area, form, need, choice });
                    continue;
                }
            }
            let Some(Choice { corner, ways }) = choice else {
                unreachable!("what is not forced is done with")
            };
            let has_rest =
                ways.first().is_some_and(|way| self.cut((&outline, area), corner, *way, trial));
            self.scratch.recycle(outline);
            if !has_rest {
                return false;
            }
        }
        true
    }

    /// M2: multiplies as far as the numbers are known. Returns the number that is missing, if one
    /// is.
    fn extend(&mut self, trial: &mut Trial) -> Result<Option<Missing>, TooMany> {
        while trial.at < trial.rest.len() {
            let Remainder { form, need, .. } = &trial.rest[trial.at];
            while trial.done < trial.partial.len() {
                let partial = &trial.partial[trial.done];
                let stock = self.watch.supply(&self.table, *need, partial.left);
                write_key(&mut self.key, form, &self.watch, stock);
                if !self.multiply(partial, form, &mut trial.extended)? {
                    let key = self.key.as_slice().into();
                    return Ok(Some(Missing { at: trial.at, stock, key }));
                }
                self.levels.at(trial.laid + trial.tiles.len()).found += 1;
                trial.done += 1;
            }
            trial.partial = std::mem::take(&mut trial.extended);
            trial.done = 0;
            trial.at += 1;
        }
        Ok(None)
    }

    /// Whether the polygon that is written down as the key has a tiling, if it is known.
    fn is_tiled(&self) -> Option<bool> {
        if let Some(shared) = &self.shared {
            return shared.see(&self.key, |sums| !sums.is_empty());
        }
        let node = self.nodes.get(self.key.as_slice())?;
        Some(!self.terms[*node as usize].is_empty())
    }

    /// M2: multiplies a product by the numbers of the polygon that is written down as the key. Says
    /// whether it is known.
    fn multiply(
        &self,
        partial: &Partial,
        form: &Form,
        extended: &mut Vec<Partial>,
    ) -> Result<bool, TooMany> {
        let mut add = |used: Stock, count: u128, rest: Vec<Child>| {
            extended.push(Partial {
                left: Stock(partial.left.0 - used.0),
                used: Stock(partial.used.0 + used.0),
                count: partial.count.checked_mul(count).ok_or(TooMany)?,
                rest,
            });
            Ok(())
        };
        if let Some(shared) = &self.shared {
            let mut sums =
                |sums: &[Sum]| sums.iter().try_for_each(|sum| add(sum.used, sum.count, Vec::new()));
            return shared.see(&self.key, &mut sums).transpose().map(|known| known.is_some());
        }
        let Some(node) = self.nodes.get(self.key.as_slice()) else { return Ok(false) };
        let first = self.frames[*node as usize].inverse(&self.table.ring);
        for (at, term) in self.terms[*node as usize].iter().enumerate() {
            let mut rest = Vec::new();
            if self.keeps_starts {
                rest.clone_from(&partial.rest);
                let frame = form.frame.after(&self.table.ring, &first);
                rest.push(Child { node: *node, term: narrow(at), frame });
            }
            add(term.used, term.count, rest)?;
        }
        Ok(true)
    }
}

/// M6: the way that one of several tries after so many others: the first goes through them from the
/// beginning, the second from the end, the third from the middle, and so on.
fn way_in_turn(ways: &[u32], tried: usize, [who, of]: [usize; 2]) -> Option<u32> {
    if tried >= ways.len() {
        return None;
    }
    let at = (tried + ways.len() * (who / 2) / of.div_ceil(2)) % ways.len();
    ways.get(if who % 2 == 0 { at } else { ways.len() - 1 - at }).copied()
}

/// The height of a corner, and how far to the side it lies.
fn place(table: &Table, outline: &Outline, corner: usize) -> [i64; 2] {
    [0, 1].map(|axis| outline.heights[corner * table.axes + axis])
}

/// A number outgrew 128 bits.
struct TooMany;

/// A number of tilings that is not known yet: that of the polygon at a position of a trial, with a
/// stock.
struct Missing {
    /// Position in `Trial::rest`.
    at: usize,
    /// How many tiles of each watched kind it may use.
    stock: Stock,
    /// What was looked up.
    key: Box<[u32]>,
}

/// Adds what a trial found to the terms of its polygon. Says whether the numbers fit.
fn settle(task: &mut Task, trial: Trial, keeps_starts: bool) -> bool {
    for Partial { used, count, rest, .. } in trial.partial {
        let at = task.terms.iter().position(|term| term.used == used).unwrap_or_else(|| {
            task.terms.push(Term { used, count: 0, starts: Vec::new() });
            task.terms.len() - 1
        });
        let term = &mut task.terms[at];
        let Some(sum) = term.count.checked_add(count) else { return false };
        term.count = sum;
        if keeps_starts {
            term.starts.push(Start { tiles: trial.tiles.clone(), rest, count });
        }
    }
    true
}

/// M3: writes down what is looked up. All stocks of a problem take equally many numbers.
fn write_key(key: &mut Vec<u32>, form: &Form, watch: &Watch, stock: Stock) {
    let bytes = stock.0.to_le_bytes();
    let stock = bytes.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four));
    key.clear();
    key.extend_from_slice(&form.numbers);
    key.extend(stock.take(watch.len()));
}

impl Stages for Memo {
    /// Whether everything is counted; false if a number outgrew 128 bits.
    type Answer = bool;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<bool> {
        match self.advance(fuel) {
            Pause::OutOfFuel => Turn::Going,
            Pause::Done => Turn::Done(true),
            Pause::TooMany => Turn::Done(false),
        }
    }

    fn progress(&self) -> Progress {
        let note = format!("{} polygons so far", self.state_count());
        Progress { note, ..Progress::default() }
    }
}
