//! Words of blank moves that are never needed, found on a board without walls.
//!
//! # The idea
//! Two words of moves may lead to the same arrangement: six steps around a square of four cells do
//! the same as six steps the other way round. Then one of them is enough. A word is *unneeded* if
//! another one, its *substitute*, does the same, is shorter or equally long and earlier in the
//! order of [`Direction::ALL`], and keeps inside the smallest rectangle that has all cells of the
//! word's own path.
//!
//! # Why no shortest solution is lost
//! Let a path on a real board contain an unneeded word. The board is a rectangle that has the cells
//! of the word's path, so it has the smallest such rectangle, and the substitute can be walked
//! there, too. It leads to the same arrangement; so the rest of the path can follow. The new path
//! is shorter, or equally long and earlier in the order of words. Of all shortest solutions, the
//! earliest one thus contains no unneeded word.
//!
//! # Finding them
//! Words are looked at by length, then in order. A word that contains an unneeded one is left out:
//! unneeded are only words all of whose proper factors are needed. And a substitute that contains
//! an unneeded word has a substitute of its own, inside the same rectangle; so it is enough to
//! compare with needed words.
//!
//! * **D1** `children` is a trie of the needed words: `children[w][d]` is the word `w` followed by
//!   direction `d`, or `NONE`.
//! * **D2** `suffixes[w]` is `w` without its first letter. All factors of needed words are needed;
//!   so it is there.
//! * **D3** `needed[p]` has the traces of all needed words of even length (p = 0) or odd length (p
//!   = 1), by length, then in order.
//!
//! Equal planes are found by sorting hashes, then compared cell by cell. A hash table of all words
//! took a third more time for words of 14 letters: it misses the cache at every word.

use kumiki_id::narrow;
use kumiki_model::Direction;

/// No word.
const NONE: u32 = u32::MAX;

/// The longest words that are looked at; twice their bits fit in a [`Word`].
pub(crate) const LONGEST: usize = 14;

/// Cells from the middle of the plane to its rim, so that no word of [`LONGEST`] moves meets the
/// rim.
const REACH: usize = LONGEST + 1;

/// Cells in a row of the plane.
const SIDE: usize = 2 * REACH + 1;

/// How far each direction goes in the plane, as a number to be added with wrapping.
const STRIDES: [usize; 4] = [1, SIDE.wrapping_neg(), 1_usize.wrapping_neg(), SIDE];

/// The letters of a word, two bits each, the last letter lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word {
    /// Two bits for each letter, a position in `Direction::ALL`; the last letter lowest.
    letters: u32,
    /// How many letters there are, at most `LONGEST`.
    len: u32,
}

impl Word {
    fn then(self, letter: usize) -> Self {
        Self { letters: self.letters << 2 | narrow(letter), len: self.len + 1 }
    }

    fn letters(self) -> impl Iterator<Item = usize> {
        (0..self.len).rev().map(move |place| (self.letters >> (2 * place) & 3) as usize)
    }

    fn last(self) -> usize {
        (self.letters & 3) as usize
    }

    fn backwards(self) -> impl Iterator<Item = usize> {
        (0..self.len).map(move |place| (self.letters >> (2 * place) & 3) as usize)
    }
}

/// The smallest rectangle that has a path: least row, least column, and the greatest ones.
#[derive(Clone, Copy, Debug)]
struct Hull([u8; 4]);

impl Hull {
    fn of(cell: usize) -> Self {
        let place = |coordinate: usize| u8::try_from(coordinate).expect("the plane is small");
        let (row, column) = (place(cell / SIDE), place(cell % SIDE));
        Self([row, column, row, column])
    }

    fn with(self, cell: usize) -> Self {
        let ([top, left, bottom, right], [row, column, ..]) = (self.0, Self::of(cell).0);
        Self([top.min(row), left.min(column), bottom.max(row), right.max(column)])
    }

    fn is_inside(self, other: Self) -> bool {
        let ([top, left, bottom, right], [above, before, below, after]) = (self.0, other.0);
        top >= above && left >= before && bottom <= below && right <= after
    }
}

/// A plane with a tile in each cell but the blank one, as a word has left it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plane {
    /// For each cell its tile, called by the cell where it has been at first. Where the blank is,
    /// the cell of the blank at first.
    tiles: Vec<u16>,
    /// The cell of the blank; at first the middle.
    blank: usize,
    /// The sum of `weight` over all tiles, less what it is at first, modulo 2^64: equal for equal
    /// planes.
    hash: u64,
}

impl Plane {
    fn new() -> Self {
        let tiles =
            (0..SIDE * SIDE).map(|cell| u16::try_from(cell).expect("the plane is small")).collect();
        Self { tiles, blank: REACH * SIDE + REACH, hash: 0 }
    }

    fn step(&mut self, letter: usize) {
        let from = self.blank.wrapping_add(STRIDES[letter]);
        let tile = self.tiles[from];
        self.hash =
            self.hash.wrapping_add(weight(tile, self.blank)).wrapping_sub(weight(tile, from));
        self.tiles.swap(from, self.blank);
        self.blank = from;
    }

    /// Whether `early` may take the place of `late`. The plane is untouched before and afterwards.
    fn is_substitute(&mut self, early: &Trace, late: &Trace) -> bool {
        if !early.hull.is_inside(late.hull) {
            return false;
        }
        late.word.letters().for_each(|letter| self.step(letter));
        early.word.backwards().for_each(|letter| self.step(opposite(letter)));
        let [top, left, bottom, right] = late.hull.0.map(usize::from);
        let mut cells =
            (top..=bottom).flat_map(|row| (left..=right).map(move |column| row * SIDE + column));
        let is_untouched = cells.all(|cell| usize::from(self.tiles[cell]) == cell);
        early.word.letters().for_each(|letter| self.step(letter));
        late.word.backwards().for_each(|letter| self.step(opposite(letter)));
        is_untouched
    }
}

/// The letter that takes back another one.
fn opposite(letter: usize) -> usize {
    (letter + 2) % 4
}

/// A number that looks random, for a tile in a cell.
fn weight(tile: u16, cell: usize) -> u64 {
    let pair = u64::from(tile) << 32 | u64::from(narrow(cell));
    let mixed = (pair ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// What a word does.
#[derive(Clone, Copy, Debug)]
struct Trace {
    /// The hash of the plane it makes.
    hash: u64,
    /// The word itself.
    word: Word,
    /// The smallest rectangle that has its path, if it begins in the middle of the plane.
    hull: Hull,
    /// Number of the word without its last letter, in the trie (D1); `NONE` for the empty word.
    parent: u32,
}

/// The search for unneeded words.
struct WordSearch {
    /// For each needed word its four continuations (D1).
    children: Vec<[u32; 4]>,
    /// For each needed word the number of what is left without its first letter (D2).
    suffixes: Vec<u32>,
    /// The traces of all needed words, by the parity of their lengths (D3).
    needed: [Vec<Trace>; 2],
    /// Words of the length that is looked at now all of whose proper factors are needed, in order.
    candidates: Vec<Trace>,
    /// The plane on which words are tried; untouched between words.
    plane: Plane,
}

impl WordSearch {
    /// Collects the candidates that begin with `trace`, which is at `node`, and have `more` letters
    /// more, in order.
    fn collect(&mut self, node: u32, trace: Trace, more: usize) {
        for letter in 0..4 {
            let (word, child) = (trace.word.then(letter), self.children[node as usize][letter]);
            let is_dead =
                if more > 1 { child == NONE } else { self.suffix(node, word, letter) == NONE };
            if is_dead {
                continue;
            }
            self.plane.step(letter);
            let hull = trace.hull.with(self.plane.blank);
            let longer = Trace { hash: self.plane.hash, word, hull, parent: node };
            if more > 1 {
                self.collect(child, longer, more - 1);
            } else {
                self.candidates.push(longer);
            }
            self.plane.step(opposite(letter));
        }
    }

    /// D2: what is left of the word at `node` and one more letter if the first is taken away, or
    /// `NONE` if that is not needed.
    fn suffix(&self, node: u32, word: Word, letter: usize) -> u32 {
        if word.len == 1 { 0 } else { self.children[self.suffixes[node as usize] as usize][letter] }
    }

    /// Tells the candidates that have a substitute, in their order, and makes needed words of all
    /// others.
    fn sift(&mut self) -> Vec<Word> {
        let candidates = std::mem::take(&mut self.candidates);
        let parity = candidates.first().map_or(0, |trace| (trace.word.len % 2) as usize);
        let known = self.needed[parity].len();
        self.needed[parity].extend(&candidates);
        let traces = &self.needed[parity];
        let mut order: Vec<(u64, u32)> = traces.iter().map(|trace| trace.hash).zip(0..).collect();
        order.sort_unstable();
        let mut is_needed = vec![true; traces.len()];
        for run in order.chunk_by(|one, other| one.0 == other.0).filter(|run| run.len() > 1) {
            for (at, (_, late)) in run.iter().enumerate() {
                let late = *late as usize;
                let mut earlier = run[..at].iter().map(|(_, early)| *early as usize);
                is_needed[late] = late < known
                    || !earlier.any(|early| {
                        is_needed[early] && self.plane.is_substitute(&traces[early], &traces[late])
                    });
            }
        }
        self.needed[parity].truncate(known);
        let mut unneeded = Vec::new();
        for (trace, is_needed) in candidates.iter().zip(&is_needed[known..]) {
            if *is_needed {
                self.needed[parity].push(*trace);
                self.grow(trace);
            } else {
                unneeded.push(trace.word);
            }
        }
        unneeded
    }

    /// Keeps D1 and D2 with one more needed word.
    fn grow(&mut self, trace: &Trace) {
        let letter = trace.word.last();
        self.suffixes.push(self.suffix(trace.parent, trace.word, letter));
        self.children[trace.parent as usize][letter] = narrow(self.children.len());
        self.children.push([NONE; 4]);
    }
}

/// All unneeded words of up to `longest` letters whose proper factors are needed.
pub(crate) fn unneeded_words(longest: usize) -> Vec<Vec<Direction>> {
    let plane = Plane::new();
    let empty = Trace {
        hash: plane.hash,
        word: Word { letters: 0, len: 0 },
        hull: Hull::of(plane.blank),
        parent: NONE,
    };
    let mut search = WordSearch {
        children: vec![[NONE; 4]],
        suffixes: vec![NONE],
        needed: [vec![empty], Vec::new()],
        candidates: Vec::new(),
        plane,
    };
    let mut unneeded = Vec::new();
    for len in 1..=longest.min(LONGEST) {
        search.collect(0, empty, len);
        unneeded.extend(search.sift());
    }
    let directions = |word: &Word| word.letters().map(|letter| Direction::ALL[letter]).collect();
    unneeded.iter().map(directions).collect()
}
