//! One vertex settled in place: a walk over the beginnings of words.
//!
//! Every count stays where it is unless the vertex says otherwise, and what happens to it depends
//! on the letters at the place of the vertex and the next one only, and on what belongs to them. So
//! one walk over all beginnings, in the order of ranks, is enough; the offsets of both arrays go
//! with it, and no rank is worked out. Where a closing bracket is united with another, the bracket
//! that was open before them becomes a closing one, in *another* beginning; that one comes first in
//! the order, so it is done, and what comes later is just added to it. Its offset goes with the
//! walk, too: it is known where the brackets were opened, and what later letters skip at a lower
//! height.

use crate::adding::Arrays;
use crate::board::Site;
use crate::tail::{Program, Run, rejoining};
use crate::words::{Due, LETTERS, Letter, Lexicon, MOST_BARS};
use Letter::{Bar, Bare, Close, Open};

/// Beginnings of so many letters are the parts between which a step can be left.
const PART_PLACES: usize = 5;

/// A bracket that is open becomes a closing one and another one is gone, or it becomes a bar and a
/// bar is gone: by how much height and bars are lower after it.
const LOWERED: [[usize; 2]; 2] = [[2, 0], [1, 1]];

/// The words of a board, and programs for their ends.
#[derive(Debug)]
pub(crate) struct Sweep {
    pub(crate) lexicon: Lexicon,
    /// How many places the line has.
    pub(crate) width: usize,
    /// The walk over beginnings stops so many places before the end of the line.
    tail: usize,
    /// The programs of places near the end, for each due: by place, and by whether there is an edge
    /// to the right.
    programs: Vec<[Vec<Option<Program>>; 2]>,
    /// The lists of [`rejoining`] for tails, by letter, due and depth.
    rejoinings: [Vec<Vec<Run<2>>>; 2],
}

/// Where a walk over beginnings stands.
#[derive(Clone, Copy, Default, Debug)]
struct Cursor {
    /// What is due after the beginning.
    due: Due,
    /// Where the block of the beginning begins in the array of whole words.
    whole: usize,
    /// The same in the array of inner words.
    inner: usize,
    /// What letters have skipped among inner words, had the height and the bars been lower all the
    /// time by [`LOWERED`].
    lowered: [usize; 2],
}

/// For an open bracket: where its beginning would have been among inner words had it been a closing
/// bracket or a bar, less `Cursor::lowered` after it.
type Other = [usize; 2];

/// A beginning of words: a part of a step.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    place: usize,
    cursor: Cursor,
    /// What is known of its open brackets.
    others: Vec<Other>,
}

impl Sweep {
    /// Prepares words with so many places. The walk over beginnings stops `tail` places before the
    /// end.
    pub(crate) fn new(width: usize, are_bars_low: bool, tail: usize) -> Self {
        let lexicon = Lexicon::new(width, are_bars_low);
        let programs = (0..width).map(|_| [Vec::new(), Vec::new()]).collect();
        Self { lexicon, width, tail, programs, rejoinings: [Vec::new(), Vec::new()] }
    }

    /// How many words with all places there are, and how many inner ones, with so many bars.
    pub(crate) fn sizes(&self, bars: usize) -> [usize; 2] {
        let due = Due { height: 0, bars };
        [self.width, self.width - 1].map(|len| self.lexicon.count(len, due))
    }

    /// Whether vertices at a place are settled by programs.
    fn is_near_end(&self, place: usize) -> bool {
        place + 2 + self.tail > self.width
    }

    /// Where the walk over beginnings stops.
    fn cut(&self, place: usize) -> usize {
        place.min(if self.is_near_end(place) {
            self.width.saturating_sub(self.tail)
        } else {
            place
        })
    }

    /// Makes the programs that a vertex needs, if they are not there.
    pub(crate) fn prepare(&mut self, site: &Site) {
        let cut = self.cut(site.place);
        let dues = |len: usize, bars: usize| {
            (0..=len).flat_map(move |height| (0..=bars).map(move |bars| Due { height, bars }))
        };
        if self.is_near_end(site.place) {
            let len = self.width - cut;
            let programs = &mut self.programs[site.place][usize::from(site.has_right)];
            programs.resize_with((len + 1) * (MOST_BARS + 1), || None);
            for due in dues(len, site.bars) {
                let slot = &mut programs[index(due)];
                let at = site.place - cut;
                if slot.is_none() {
                    *slot = Some(Program::new(&self.lexicon, len, at, due, site.has_right));
                }
            }
        } else if site.has_right {
            let (lexicon, len) = (&self.lexicon, self.tail);
            for ((letter, lists), lowered) in
                [Open, Bar].into_iter().zip(&mut self.rejoinings).zip(LOWERED)
            {
                lists.resize_with((len + 1) * (MOST_BARS + 1) * (len + 1), Vec::new);
                let [height, bars] = lowered;
                // Counted from the right, a bar more is due.
                for due in dues(len, site.bars.saturating_sub(bars)) {
                    let Some(lower) = due.lowered(height, 0) else { continue };
                    let target = Due { bars: due.bars + bars, ..lower };
                    for depth in 0..=lower.height {
                        let list = &mut lists[rejoining_index(len, due, depth)];
                        let base = Due { height: lower.height - depth, bars: 1 };
                        let is_possible = letter == Open || lexicon.after(base, Bar).is_some();
                        if list.is_empty() && is_possible && site.bars >= bars {
                            *list = rejoining(lexicon, len, [due, target], depth, letter);
                        }
                    }
                }
            }
        }
    }

    /// The beginning with another letter, and what is known of it if it opens a bracket; none if
    /// there is no such word.
    #[inline(always)]
    fn after(&self, place: usize, at: &Cursor, letter: Letter) -> Option<(Cursor, Other)> {
        let due = self.lexicon.after(at.due, letter)?;
        let len = self.width - place - 1;
        if self.lexicon.count(len, due) == 0 {
            return None;
        }
        let mut next = *at;
        next.due = due;
        next.whole += self.lexicon.skip(len, at.due, letter);
        let mut other = [0; 2];
        // There is a place for the vertex behind every beginning.
        let len = len - 1;
        next.inner += self.lexicon.skip(len, at.due, letter);
        for (n, [height, bars]) in LOWERED.into_iter().enumerate() {
            if let Some(lower) = at.due.lowered(height, bars) {
                next.lowered[n] += self.lexicon.skip(len, lower, letter);
            }
            let instead = at.inner + self.lexicon.skip(len, at.due, [Close, Bar][n]);
            other[n] = instead.wrapping_sub(next.lowered[n]);
        }
        Some((next, other))
    }

    /// The parts of a step, in order. `is_open` says for each place before that of the vertex
    /// whether an edge may cross the line there; no word is higher than `highest`.
    pub(crate) fn parts(&self, site: &Site, is_open: &[bool], highest: usize) -> Vec<Part> {
        let start = Cursor { due: Due { height: 0, bars: site.bars }, ..Cursor::default() };
        let mut parts = vec![Part { place: 0, cursor: start, others: Vec::new() }];
        let places = self.cut(site.place).min(PART_PLACES);
        for (place, &is_open) in is_open.iter().enumerate().take(places) {
            let mut longer = Vec::new();
            for part in &parts {
                for &letter in letters(is_open) {
                    let Some((cursor, other)) = self.after(place, &part.cursor, letter) else {
                        continue;
                    };
                    if cursor.due.height > highest {
                        continue;
                    }
                    let mut others = part.others.clone();
                    others.truncate(part.cursor.due.height);
                    if letter == Open {
                        others.push(other);
                    }
                    longer.push(Part { place: place + 1, cursor, others });
                }
            }
            parts = longer;
        }
        parts
    }

    /// How many words begin with a part.
    pub(crate) fn size(&self, part: &Part) -> usize {
        self.lexicon.count(self.width - part.place, part.cursor.due)
    }
}

/// The letters of a place, if an edge may cross the line there or not.
fn letters(is_open: bool) -> &'static [Letter] {
    if is_open { &LETTERS } else { &LETTERS[..1] }
}

/// Where the program for a due is.
fn index(due: Due) -> usize {
    due.height * (MOST_BARS + 1) + due.bars
}

/// Where the list of a join is.
fn rejoining_index(len: usize, due: Due, depth: usize) -> usize {
    index(due) * (len + 1) + depth
}

/// A step under way.
pub(crate) struct Step<'s, 'n, const L: usize> {
    pub(crate) sweep: &'s Sweep,
    pub(crate) site: Site,
    /// For each place before that of the vertex: whether an edge may cross the line there.
    pub(crate) is_open: &'s [bool],
    /// No word is higher than this.
    pub(crate) highest: usize,
    pub(crate) arrays: Arrays<'n, L>,
}

/// A part under way.
struct Walk<'w, 's, 'n, const L: usize, const KEEP: bool, const DOWN: bool> {
    sweep: &'s Sweep,
    site: Site,
    is_open: &'s [bool],
    highest: usize,
    /// Where the walk over beginnings stops.
    cut: usize,
    /// What is known of the brackets that are open, by height.
    others: Vec<Other>,
    arrays: &'w mut Arrays<'n, L>,
    /// The union of the top limbs that were written.
    top: u64,
}

impl<const L: usize> Step<'_, '_, L> {
    /// Works on a part. Gives the union of the top limbs that were written.
    pub(crate) fn work(&mut self, part: &Part) -> u64 {
        match (self.site.is_required, self.site.has_down) {
            (false, true) => self.walk::<true, true>(part),
            (false, false) => self.walk::<true, false>(part),
            (true, true) => self.walk::<false, true>(part),
            (true, false) => self.walk::<false, false>(part),
        }
    }

    fn walk<const KEEP: bool, const DOWN: bool>(&mut self, part: &Part) -> u64 {
        let mut others = part.others.clone();
        others.resize(self.sweep.width + 1, [0; 2]);
        let mut walk = Walk::<L, KEEP, DOWN> {
            sweep: self.sweep,
            site: self.site,
            is_open: self.is_open,
            highest: self.highest,
            cut: self.sweep.cut(self.site.place),
            others,
            arrays: &mut self.arrays,
            top: 0,
        };
        walk.go(part.place, &part.cursor);
        walk.top
    }
}

impl<const L: usize, const KEEP: bool, const DOWN: bool> Walk<'_, '_, '_, L, KEEP, DOWN> {
    /// All beginnings that begin with one.
    fn go(&mut self, place: usize, at: &Cursor) {
        if place == self.cut {
            if self.sweep.is_near_end(self.site.place) {
                self.run_program(at);
            } else {
                self.add_blocks(at);
            }
            return;
        }
        for &letter in letters(self.is_open[place]) {
            let Some((next, other)) = self.sweep.after(place, at, letter) else { continue };
            if letter != Open {
                self.go(place + 1, &next);
            } else if next.due.height <= self.highest {
                // A bracket that was open at this height before may still be open to the others.
                let before = std::mem::replace(&mut self.others[at.due.height], other);
                self.go(place + 1, &next);
                self.others[at.due.height] = before;
            }
        }
    }

    /// Where the beginning is among inner words in which an open bracket is another letter: the
    /// last one, or one before.
    fn other(&self, at: &Cursor, back: usize, is_bar: bool) -> usize {
        let n = usize::from(is_bar);
        self.others[at.due.height - 1 - back][n].wrapping_add(at.lowered[n])
    }

    /// The blocks of a beginning that ends before the vertex.
    fn add_blocks(&mut self, at: &Cursor) {
        let lexicon = &self.sweep.lexicon;
        let (due, place) = (at.due, self.site.place);
        let rest = self.sweep.width - place - 1;
        let bare_len = lexicon.count(rest, due);
        if self.site.has_right {
            self.add_pairs(at);
        } else {
            self.top |= self.arrays.fold_block::<KEEP>(at.whole, at.inner, bare_len);
        }
        if !DOWN {
            let len = lexicon.count(rest + 1, due) - bare_len;
            self.arrays.clear_block(at.whole + bare_len, len);
        }
    }

    /// The same, if the vertex has an edge to the right.
    fn add_pairs(&mut self, at: &Cursor) {
        let sweep = self.sweep;
        let lexicon = &sweep.lexicon;
        let len = sweep.width - self.site.place - 2;
        // What is due after two letters, and where the block is.
        let block = |letters: [Letter; 2]| {
            let mut start = at.whole;
            let mut due = at.due;
            for (after, letter) in [len + 1, len].into_iter().zip(letters) {
                let next = lexicon.after(due, letter)?;
                start += lexicon.skip(after, due, letter);
                due = next;
            }
            let size = lexicon.count(len, due);
            (size > 0).then_some((start, due, size))
        };
        if let Some((bare, _, size)) = block([Bare, Bare]) {
            let (pair, _, _) = block([Open, Close]).expect("as many words as with bare places");
            let nip = block([Close, Open]).map(|(start, _, _)| start);
            let starts = [bare, pair, at.inner];
            self.top |= self.arrays.bare_block::<KEEP, DOWN>(starts, nip, size);
        }
        for letter in [Bar, Close, Open] {
            if let Some((right, _, size)) = block([Bare, letter]) {
                let (down, _, _) = block([letter, Bare]).expect("as many words");
                let into = at.inner + lexicon.skip(len, at.due, letter);
                self.top |= self.arrays.moved_block::<KEEP, DOWN>([right, down, into], size);
            }
        }
        for (letters, letter) in [([Open, Open], Open), ([Open, Bar], Bar), ([Bar, Open], Bar)] {
            if let Some((start, due, _)) = block(letters) {
                self.rejoin(letter, len, 0, (start, due), (at.inner, at.due));
            }
        }
        for (letters, is_bar) in
            [([Close, Close], false), ([Close, Bar], true), ([Bar, Close], true)]
        {
            if let Some((start, _, size)) = block(letters) {
                self.top |= self.arrays.join_block(start, self.other(at, 0, is_bar), size);
            }
        }
    }

    /// Joins two paths of which one ends further right: its closing bracket becomes another letter.
    /// `depth` says how many brackets have to be closed before it.
    fn rejoin(
        &mut self,
        letter: Letter,
        len: usize,
        depth: usize,
        (start, due): (usize, Due),
        (into, target): (usize, Due),
    ) {
        let lexicon = &self.sweep.lexicon;
        if due.height > self.highest {
            return;
        }
        if len == self.sweep.tail {
            let lists = &self.sweep.rejoinings[usize::from(letter == Bar)];
            let list = &lists[rejoining_index(len, due, depth)];
            let whole = start..start + lexicon.count(len, due);
            let inner = into..into + lexicon.count(len, target);
            self.top |= self.arrays.blocks(whole, inner).join_runs(list);
            return;
        }
        let len = len - 1;
        for next in LETTERS {
            let Some(after) = lexicon.after(due, next) else { continue };
            let size = lexicon.count(len, after);
            if size == 0 {
                continue;
            }
            let start = start + lexicon.skip(len, due, next);
            if next == Close && depth == 0 {
                let into = into + lexicon.skip(len, target, letter);
                self.top |= self.arrays.join_block(start, into, size);
                continue;
            }
            let into = into + lexicon.skip(len, target, next);
            let Some(target) = lexicon.after(target, next) else { continue };
            let depth = match next {
                Open => depth + 1,
                Close => depth - 1,
                Bare | Bar => depth,
            };
            self.rejoin(letter, len, depth, (start, after), (into, target));
        }
    }

    /// The blocks of a beginning after which the vertex comes in the tail.
    fn run_program(&mut self, at: &Cursor) {
        let sweep = self.sweep;
        let (lexicon, place) = (&sweep.lexicon, self.site.place);
        let programs = &sweep.programs[place][usize::from(self.site.has_right)];
        let program = programs[index(at.due)].as_ref().expect("programs are prepared");
        let len = sweep.width - self.cut;
        let whole = at.whole..at.whole + lexicon.count(len, at.due);
        let inner = at.inner..at.inner + lexicon.count(len - 1, at.due);
        let mut arrays = self.arrays.blocks(whole, inner);
        let mut top = 0;
        if self.site.has_right {
            top |= arrays.bare_runs::<KEEP, DOWN>(&program.low_bares, &program.bares);
            top |= arrays.moved_runs::<KEEP, DOWN>(&program.moves);
            top |= arrays.join_runs(&program.joins);
            for crossing in &program.crossings {
                let ([start, into], len) = crossing.run;
                let start = at.whole + usize::from(start);
                let into = self.other(at, crossing.back, crossing.is_bar) + usize::from(into);
                top |= self.arrays.join_block(start, into, usize::from(len));
            }
        } else {
            top |= arrays.fold_runs::<KEEP>(&program.folds);
        }
        if !DOWN {
            let size = lexicon.count(len, at.due);
            let mut arrays = self.arrays.blocks(at.whole..at.whole + size, 0..0);
            arrays.clear_runs(&program.clears);
        }
        self.top |= top;
    }
}
