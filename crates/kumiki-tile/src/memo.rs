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

mod snapshot;

use crate::Unsuited;
use crate::crossings::Crossings;
use crate::cutting::Scratch;
use crate::fits::{Barred, Retained};
use crate::form::{Form, Former};
use crate::frame::Frame;
use crate::outline::Outline;
use crate::spot::Spot;
use crate::stock::{Need, Stock, Watch};
use crate::table::Table;
use kumiki_id::narrow;
use kumiki_model::TilingQuestion;
use kumiki_ring::Point;
use kumiki_search::{Fuel, Progress, Stages, Turn};
use rustc_hash::FxHashMap;

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
    pub(crate) used: Stock,
    pub(crate) count: u128,
    /// All ways to lay the first tile; empty if they are not kept.
    pub(crate) starts: Vec<Start>,
}

/// First tiles, and what is left.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) tiles: Vec<Laid>,
    pub(crate) rest: Vec<Child>,
    pub(crate) count: u128,
}

/// A tile: a way, and where its corner is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laid {
    pub(crate) way: u32,
    pub(crate) spot: Spot,
}

/// The tilings of a polygon that is left: a term of a node, and the motion from where the polygon
/// was first met to where it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) node: u32,
    pub(crate) term: u32,
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
    outline: Outline,
    area: Point,
    stock: Stock,
    key: Box<[u32]>,
    frame: Frame,
    choice: Choice,
    /// The next way to try.
    next: usize,
    trial: Option<Trial>,
    terms: Vec<Term>,
}

/// A corner, and the ways to lay a tile there.
#[derive(Clone, Debug)]
struct Choice {
    corner: usize,
    ways: Vec<u32>,
}

/// Tiles that have been cut off, while the numbers for what is left are collected.
///
/// * **M5** `partial` has the products over `rest[..at]`, and of rest\[at\] those for the first
///   `done` of them are in `extended`.
#[derive(Debug)]
struct Trial {
    tiles: Vec<Laid>,
    used: Stock,
    rest: Vec<Remainder>,
    at: usize,
    partial: Vec<Partial>,
    done: usize,
    extended: Vec<Partial>,
}

/// A polygon that is left. Where to lay the next tile may be known already.
#[derive(Debug)]
struct Remainder {
    outline: Outline,
    area: Point,
    form: Form,
    need: Need,
    choice: Option<Choice>,
}

/// A product.
#[derive(Clone, Debug)]
struct Partial {
    left: Stock,
    used: Stock,
    count: u128,
    rest: Vec<Child>,
}

/// All polygons met so far, with their tilings.
#[derive(Debug)]
pub struct Memo {
    pub(crate) table: Table,
    watch: Watch,
    corner: Corner,
    keeps_starts: bool,
    nodes: FxHashMap<Box<[u32]>, u32>,
    pub(crate) terms: Vec<Vec<Term>>,
    /// Where each polygon was first met: the motion from its form's own place.
    frames: Vec<Frame>,
    former: Former,
    scratch: Scratch,
    /// What polygons need, by their areas.
    needs: FxHashMap<Point, Option<Need>>,
    crossings: Option<Crossings>,
    /// Room for what is looked up, for what fits when a tile is laid, for the kinds that are used
    /// up, and for what is not to be laid.
    key: Vec<u32>,
    retained: Retained,
    lacking: Vec<usize>,
    barred: Barred,
    /// Polygons that tiles were just cut off, with their areas, still to be prepared.
    pieces: Vec<(Outline, Point)>,
    cut_off: Vec<Outline>,
    stack: Vec<Task>,
    tried: u64,
    /// Of the question and how it is counted, to know its snapshots by.
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
            nodes: FxHashMap::default(),
            terms: Vec::new(),
            frames: Vec::new(),
            former: Former::default(),
            scratch: Scratch::default(),
            needs: FxHashMap::default(),
            key: Vec::new(),
            retained: Retained::default(),
            lacking: Vec::new(),
            barred: Barred::default(),
            pieces: Vec::new(),
            cut_off: Vec::new(),
            stack: Vec::new(),
            tried: 0,
            digest: snapshot::digest(question, corner, keeps_starts),
        };
        let form = memo.former.form(&memo.table, &outline);
        let area = question.region().area(question.ring());
        if let Some(need) = memo.watch.need(&memo.table, area) {
            let stock = memo.watch.supply(&memo.table, need, memo.watch.all);
            write_key(&mut memo.key, &form, &memo.watch, stock);
            let key = memo.key.as_slice().into();
            let task =
                memo.task(&mut Remainder { outline, area, form, need, choice: None }, stock, key);
            memo.stack.push(task);
        } else {
            memo.nodes.insert(form.numbers.into(), 0);
            memo.terms.push(Vec::new());
            memo.frames.push(form.frame);
        }
        Ok(memo)
    }

    /// How many different polygons were met.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.terms.len()
    }

    /// How many tiles were cut off.
    #[must_use]
    pub fn node_count(&self) -> u64 {
        self.tried
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
                self.scratch.recycle(task.outline);
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
                    let new = self.task(&mut trial.rest[at], stock, key);
                    task.trial = Some(trial);
                    self.stack.extend([task, new]);
                }
                Err(TooMany) => return Pause::TooMany,
            }
        }
        Pause::Done
    }

    /// The work on a polygon.
    fn task(&mut self, rest: &mut Remainder, stock: Stock, key: Box<[u32]>) -> Task {
        // With another stock, the same polygon may have to be worked on again.
        let mut outline = match rest.need {
            Need::Area(_) => self.scratch.copy(&rest.outline, self.table.axes),
            Need::Exactly(_) | Need::Anything => std::mem::take(&mut rest.outline),
        };
        let choice = rest.choice.take().unwrap_or_else(|| self.choose(&mut outline, stock));
        Task {
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
        let way = *task.choice.ways.get(task.next)?;
        if !fuel.burn() {
            return None;
        }
        task.next += 1;
        let mut trial = Trial {
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
        self.tried += 1;
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
            let area = if at == last { rest } else { table.ring.area(&piece.corners()) };
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
                    match self.nodes.get(self.key.as_slice()) {
                        Some(node) if self.terms[*node as usize].is_empty() => {
                            self.scratch.recycle(outline);
                            return false;
                        }
                        Some(_) => {}
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
                let Some(node) = self.nodes.get(self.key.as_slice()) else {
                    let key = self.key.as_slice().into();
                    return Ok(Some(Missing { at: trial.at, stock, key }));
                };
                let first = self.frames[*node as usize].inverse(&self.table.ring);
                for (at, term) in self.terms[*node as usize].iter().enumerate() {
                    let mut rest = Vec::new();
                    if self.keeps_starts {
                        rest.clone_from(&partial.rest);
                        let frame = form.frame.after(&self.table.ring, &first);
                        rest.push(Child { node: *node, term: narrow(at), frame });
                    }
                    trial.extended.push(Partial {
                        left: Stock(partial.left.0 - term.used.0),
                        used: Stock(partial.used.0 + term.used.0),
                        count: partial.count.checked_mul(term.count).ok_or(TooMany)?,
                        rest,
                    });
                }
                trial.done += 1;
            }
            trial.partial = std::mem::take(&mut trial.extended);
            trial.done = 0;
            trial.at += 1;
        }
        Ok(None)
    }
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
    at: usize,
    stock: Stock,
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
        Progress::default()
    }
}
