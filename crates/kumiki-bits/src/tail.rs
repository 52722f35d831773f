//! The end of a branch, when what is left fits into a few machine words.
//!
//! The live options and the open items are renumbered from 0: at most 64 items, and at most 64
//! options for each of `N` words. A set of items is then one word, a row or a set of clashes `N`
//! words, and a node costs a few instructions per open item that is looked at.
//!
//! Rows are renumbered when the tail is entered. Clashes wait until their option is taken for the
//! first time, since most options of most tails never are. The instruction that gathers the bits of
//! a word selected by a mask does the renumbering, or a loop on machines without it.
//!
//! Items with a single option left are covered at once, without a frame: the order in which that
//! happens does not matter, since whatever solution there is contains all of these options.

use crate::table::{BLOCK, Table};
use crate::vector::{Build, Portable};
use kumiki_id::narrow;
use kumiki_search::{Fuel, Step};

/// The most items, and the most options per word.
pub(crate) const WIDTH: usize = 64;

/// A set of renumbered options.
type Set<const N: usize> = [u64; N];

/// A renumbered option: its word and its bit.
#[derive(Clone, Copy, Debug)]
struct Spot {
    word: usize,
    bit: usize,
}

/// The members of one word of a large set, which become the bits from `shift` on.
#[derive(Clone, Copy, Default, Debug)]
struct Piece {
    /// Which bits of the word are members.
    members: u64,
    /// Position of the word in the large set.
    word: u32,
    /// The first bit that they become.
    shift: u32,
}

/// Pieces that together fill a word.
///
/// * **E1** `of[..count]` are the pieces by rising `word` and `shift`; each has members, and begins
///   where the one before it ends.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    /// The pieces (E1). Those from `count` on are of no use.
    of: [Piece; WIDTH],
    /// How many pieces there are (E1).
    count: usize,
}

impl Pieces {
    const NONE: Self = Self { of: [Piece { members: 0, word: 0, shift: 0 }; WIDTH], count: 0 };

    /// Adds the members of a word after `shift` others, which leave room for them.
    #[inline(always)]
    fn push(&mut self, members: u64, word: usize, shift: u32) {
        self.of[self.count % WIDTH] = Piece { members, word: narrow(word), shift };
        self.count += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Piece] {
        &self.of[..self.count.min(WIDTH)]
    }

    /// How many bits of the word are filled.
    fn len(&self) -> usize {
        self.as_slice().last().map_or(0, |last| (last.shift + last.members.count_ones()) as usize)
    }

    /// A large set renumbered.
    #[inline(always)]
    fn gather<B: Build>(&self, large: &[u64]) -> u64 {
        let parts = self.as_slice().iter().map(|piece| {
            B::extract(large[piece.word as usize], piece.members) << (piece.shift as usize % WIDTH)
        });
        parts.fold(0, |all, part| all | part)
    }

    /// The number that a bit had in the large set.
    #[inline(always)]
    fn name<B: Build>(&self, bit: usize) -> usize {
        let mut piece = self.of[0];
        for next in &self.as_slice()[1..] {
            if next.shift as usize > bit {
                break;
            }
            piece = *next;
        }
        piece.word as usize * 64 + B::member(piece.members, narrow(bit - piece.shift as usize))
    }
}

/// A choice still to be made among the options of one item.
///
/// * **E2** `live` are the options compatible with all that was taken, `open` the items not covered
///   yet, and each open item has a live option.
/// * **E3** `choices` are the live options of the branching item that have not been tried.
/// * **E4** `taken` options were taken since the tail was entered. Each covers an open item, so
///   there are less than [`WIDTH`] of them.
#[derive(Clone, Copy, Debug)]
struct Frame<const N: usize> {
    /// The options that clash with none that was taken (E2).
    live: Set<N>,
    /// The items not covered yet, bit by bit (E2).
    open: u64,
    /// The options still to be tried (E3).
    choices: Set<N>,
    /// How many options were taken since the tail was entered (E4).
    taken: usize,
}

/// A renumbered problem and the search in it.
///
/// * **E5** `options[w]` says which options have become the bits of word w, and `items` which
///   places the items. Both keep their order, so both kernels make the same choices.
/// * **E6** `rows[k]` are the options of item k. For the options in `known`, `names` tells the
///   number in the table, `clashes` and `covers` the clashing options and the items.
/// * **E7** `frames[..height]` wait for their remaining choices, the last one first.
#[derive(Clone, Debug)]
pub(crate) struct Tail<const N: usize> {
    /// For each word which options its bits are (E5).
    options: [Pieces; N],
    /// Which places the items are (E5).
    items: Pieces,
    /// For each item its options (E6).
    rows: [Set<N>; WIDTH],
    /// The options whose names, clashes and covers have been worked out (E6).
    known: Set<N>,
    /// For each known option its number in the table (E6).
    names: [[u32; WIDTH]; N],
    /// For each known option those it clashes with (E6).
    clashes: [[Set<N>; WIDTH]; N],
    /// For each known option its items, bit by bit (E6).
    covers: [[u64; WIDTH]; N],
    /// The choices still to be made (E7).
    frames: [Frame<N>; WIDTH],
    /// How many frames there are; 0 if no search is under way (E7).
    height: usize,
    /// How many options were taken before the tail was entered.
    entered_at: usize,
}

/// What is left where a tail is entered: the live options, which are in these patches, and the open
/// places, with so many options taken already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left<'k> {
    /// The live options, as words of the table.
    pub(crate) live: &'k [u64],
    /// The patches in which `live` is not zero.
    pub(crate) patches: u64,
    /// The open places, as words of the table.
    pub(crate) open: &'k [u64],
    /// How many options were taken before.
    pub(crate) taken: usize,
}

/// What a search reports: the options taken, if they are to be listed, the nodes by the number of
/// options taken before, and the number of solutions, if they are not to be listed.
#[derive(Debug)]
pub(crate) struct Log<'k> {
    /// The options taken. The tail appends its own to those taken before.
    pub(crate) chosen: &'k mut Vec<u32>,
    /// Nodes by the number of options taken before.
    pub(crate) nodes: &'k mut [u64],
    /// Solutions that were not listed.
    pub(crate) count: &'k mut u64,
}

/// How an attempt to enter a tail ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// The search is set up.
    Ready,
    /// An open item has no live option.
    Dead,
    /// There are too many options or items.
    TooLarge,
}

/// What a look at open items finds.
enum Look<const N: usize> {
    /// An item has no options.
    Dead,
    /// An item has only this option.
    Forced(Spot),
    /// All have several options, the earliest of the smallest these.
    Several(Set<N>),
}

impl<const N: usize> Tail<N> {
    /// Where no search is under way.
    pub(crate) fn new() -> Self {
        Self {
            options: [Pieces::NONE; N],
            items: Pieces::NONE,
            rows: [[0; N]; WIDTH],
            known: [0; N],
            names: [[0; WIDTH]; N],
            clashes: [[[0; N]; WIDTH]; N],
            covers: [[0; WIDTH]; N],
            frames: [Frame { live: [0; N], open: 0, choices: [0; N], taken: 0 }; WIDTH],
            height: 0,
            entered_at: 0,
        }
    }

    /// Whether a search is under way.
    #[inline(always)]
    pub(crate) fn is_busy(&self) -> bool {
        self.height > 0
    }

    /// Starts a search. The first choice is among the options of the item that has the fewest, the
    /// earliest of several.
    #[inline(always)]
    pub(crate) fn enter<B: Build, const PATCH: usize>(
        &mut self,
        table: &Table,
        left: &Left<'_>,
    ) -> Entry {
        let Some(live) = self.renumber_options::<PATCH>(left.live, left.patches) else {
            return Entry::TooLarge;
        };
        self.items.count = 0;
        let mut items = 0;
        let (mut fewest, mut branch) = (u32::MAX, [0; N]);
        for (word, bits) in left.open.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            if items + bits.count_ones() as usize > WIDTH {
                return Entry::TooLarge;
            }
            self.items.push(*bits, word, narrow(items));
            for (byte, mut is_open) in bits.to_le_bytes().into_iter().enumerate() {
                if is_open == 0 {
                    continue;
                }
                let rows = self.renumber_block::<B, PATCH>(table, word * 8 + byte);
                while is_open != 0 {
                    let slot = is_open.trailing_zeros() as usize % BLOCK;
                    is_open &= is_open - 1;
                    let row = rows.map(|word| word[slot]);
                    let size = size(&row);
                    if size == 0 {
                        return Entry::Dead;
                    }
                    if size < fewest {
                        (fewest, branch) = (size, row);
                    }
                    self.rows[items % WIDTH] = row;
                    items += 1;
                }
            }
        }
        self.known = [0; N];
        self.frames[0] = Frame { live, open: lowest(items), choices: branch, taken: 0 };
        self.height = 1;
        self.entered_at = left.taken;
        Entry::Ready
    }

    /// Fills `options`. Returns the set of all, or `None` if there are too many. The members of a
    /// word stay together.
    #[inline(always)]
    fn renumber_options<const PATCH: usize>(
        &mut self,
        live: &[u64],
        mut patches: u64,
    ) -> Option<Set<N>> {
        for pieces in &mut self.options {
            pieces.count = 0;
        }
        let mut all = [0; N];
        let (mut at, mut used) = (0, 0);
        while patches != 0 {
            let patch = patches.trailing_zeros() as usize;
            patches &= patches - 1;
            for (word, bits) in (patch * PATCH..).zip(&live[patch * PATCH..][..PATCH]) {
                if *bits == 0 {
                    continue;
                }
                let count = bits.count_ones();
                if used + count > 64 {
                    at += 1;
                    used = 0;
                }
                self.options.get_mut(at)?.push(*bits, word, used);
                used += count;
                all[at] = lowest(used as usize);
            }
        }
        Some(all)
    }

    /// The rows of a block of places, by words.
    #[inline(always)]
    fn renumber_block<B: Build, const PATCH: usize>(
        &self,
        table: &Table,
        block: usize,
    ) -> [[u64; BLOCK]; N] {
        let rows = &table.rows[block * table.words..][..table.words];
        let patches = table.patches[block];
        let mut found = [[0; BLOCK]; N];
        for (found, pieces) in found.iter_mut().zip(&self.options) {
            for piece in pieces.as_slice() {
                let word = piece.word as usize;
                if patches >> (word / PATCH) & 1 == 0 {
                    continue;
                }
                for (found, row) in found.iter_mut().zip(&rows[word]) {
                    *found |= B::extract(*row, piece.members) << (piece.shift as usize % WIDTH);
                }
            }
        }
        found
    }

    /// Makes an option known (E6).
    #[inline(always)]
    pub(crate) fn learn<B: Build>(&mut self, table: &Table, word: usize, bit: usize) {
        let name = self.options[word].name::<B>(bit);
        self.known[word] |= 1 << bit;
        self.names[word][bit] = narrow(name);
        let covers = self.items.gather::<B>(table.covers_of(name));
        self.covers[word][bit] = covers;
        self.clashes[word][bit] = if table.uses_optional[name] {
            std::array::from_fn(|word| self.options[word].gather::<B>(table.clashes_of(name)))
        } else {
            // Then it clashes with the options of its items, and these are known.
            let (mut items, mut clashes) = (covers, [0; N]);
            while items != 0 {
                let row = &self.rows[items.trailing_zeros() as usize % WIDTH];
                items &= items - 1;
                clashes = std::array::from_fn(|word| clashes[word] | row[word]);
            }
            clashes
        };
    }

    /// Searches on, and stops at every solution if they are to be listed. `Exhausted` means that
    /// this tail is finished.
    #[inline(always)]
    pub(crate) fn run<B: Build, const LISTING: bool>(
        &mut self,
        table: &Table,
        fuel: &mut Fuel,
        Log { chosen, nodes, count }: Log<'_>,
    ) -> Step {
        let nodes =
            nodes[self.entered_at..].first_chunk_mut::<WIDTH>().expect("room for all levels");
        // The frame at work is not on the stack.
        let mut height = self.height - 1;
        let mut frame = self.frames[height % WIDTH];
        let rest = 'choose: loop {
            while is_empty(&frame.choices) {
                if height == 0 {
                    self.height = 0;
                    return Step::Exhausted;
                }
                height -= 1;
                frame = self.frames[height % WIDTH];
            }
            if !fuel.burn() {
                break Step::OutOfFuel;
            }
            let mut option = first(&frame.choices);
            frame.choices[option.word] &= frame.choices[option.word] - 1;
            let Frame { mut live, mut open, mut taken, .. } = frame;
            if LISTING {
                chosen.truncate(self.entered_at + taken);
            }
            // Take the option, and then every option that is the only one for some item, until all
            // open items have several.
            let mut rest = 0;
            let choices = 'take: loop {
                nodes[taken % WIDTH] += 1;
                taken += 1;
                let Spot { word, bit } = option;
                if self.known[word] >> bit & 1 == 0 {
                    B::learn(self, table, word, bit);
                }
                if LISTING {
                    chosen.push(self.names[word][bit]);
                }
                open &= !self.covers[word][bit];
                if open == 0 {
                    if LISTING {
                        break 'choose Step::Solution;
                    }
                    *count += 1;
                    continue 'choose;
                }
                for (live, clash) in live.iter_mut().zip(&self.clashes[word][bit]) {
                    *live &= !clash;
                }
                // First the items that have not been looked at since an option was forced; then all
                // of them.
                rest &= open;
                let mut look = self.look(&live, &mut rest);
                if let Look::Several(_) = look {
                    rest = open;
                    look = self.look(&live, &mut rest);
                }
                match look {
                    Look::Dead => continue 'choose,
                    Look::Forced(only) => option = only,
                    Look::Several(choices) => break 'take choices,
                }
            };
            if !is_empty(&frame.choices) {
                self.frames[height % WIDTH] = frame;
                height += 1;
            }
            frame = Frame { live, open, choices, taken };
        };
        self.frames[height % WIDTH] = frame;
        self.height = height + 1;
        rest
    }

    /// Gives up: for each node that is left, the options that lead there from where the tail was
    /// entered, in the order of the search. `left` is what was left there.
    pub(crate) fn remaining<const PATCH: usize>(
        &mut self,
        table: &Table,
        left: &Left<'_>,
    ) -> Vec<Vec<u32>> {
        let frames = self.frames[..self.height].to_vec();
        // The frames on the stack are some of those on the way from the first one, which is made
        // anew; the others have no choices left.
        let entry = self.enter::<Portable, PATCH>(table, left);
        assert_eq!(entry, Entry::Ready, "E7: the tail could be entered before");
        let first = self.frames[0];
        self.height = 0;
        let Frame { mut live, mut open, choices: mut all, mut taken } = first;
        let (mut path, mut stacked) = (Vec::new(), frames.iter().peekable());
        let mut found: Vec<Vec<Vec<u32>>> = Vec::new();
        loop {
            let frame = stacked.next_if(|frame| frame.taken == taken);
            let choices = frame.map_or([0; N], |frame| frame.choices);
            let untried = spots(&choices).map(|spot| self.name(spot));
            found.push(untried.map(|option| [&path[..], &[option]].concat()).collect());
            if stacked.peek().is_none() {
                break;
            }
            // The choice tried last is the one that the next frame is below, and whatever was
            // forced after it.
            let tried: Set<N> = std::array::from_fn(|word| all[word] & !choices[word]);
            let mut option = spots(&tried).last().expect("E7: a choice leads to the next frame");
            all = loop {
                let Spot { word, bit } = option;
                self.learn::<Portable>(table, word, bit);
                path.push(self.names[word][bit]);
                taken += 1;
                open &= !self.covers[word][bit];
                for (live, clash) in live.iter_mut().zip(&self.clashes[word][bit]) {
                    *live &= !clash;
                }
                match self.look(&live, &mut { open }) {
                    Look::Dead => unreachable!("E7: no dead end is on the way to a frame"),
                    Look::Forced(only) => option = only,
                    Look::Several(all) => break all,
                }
            };
        }
        // The deepest come first.
        found.into_iter().rev().flatten().collect()
    }

    /// The number of an option in the table.
    fn name(&self, Spot { word, bit }: Spot) -> u32 {
        narrow(self.options[word].name::<Portable>(bit))
    }

    /// Looks at the items in `rest`, taking them out, until one has less than two options.
    #[inline(always)]
    fn look(&self, live: &Set<N>, rest: &mut u64) -> Look<N> {
        let (mut fewest, mut branch) = (u32::MAX, [0; N]);
        while *rest != 0 {
            let row = &self.rows[rest.trailing_zeros() as usize % WIDTH];
            *rest &= *rest - 1;
            let left: Set<N> = std::array::from_fn(|word| live[word] & row[word]);
            let size = size(&left);
            if size <= 1 {
                return if size == 0 { Look::Dead } else { Look::Forced(first(&left)) };
            }
            if size < fewest {
                (fewest, branch) = (size, left);
            }
        }
        Look::Several(branch)
    }

    /// Compares what is known of the options with the table (E6).
    pub(crate) fn audit(&self, table: &Table) -> Result<(), String> {
        if !self.is_busy() {
            return Ok(());
        }
        let names_of = |word: usize| {
            let pieces = &self.options[word];
            (0..pieces.len()).map(|bit| (bit, pieces.name::<Portable>(bit)))
        };
        for item in 0..self.items.len() {
            let place = self.items.name::<Portable>(item);
            for word in 0..N {
                let row = names_of(word)
                    .filter(|(_, name)| table.row(place, name / 64) >> (name % 64) & 1 == 1)
                    .fold(0, |row, (bit, _)| row | 1 << bit);
                if row != self.rows[item][word] {
                    return Err(format!("E6: the row of place {place}"));
                }
            }
        }
        for word in 0..N {
            for (bit, name) in names_of(word).filter(|(bit, _)| self.known[word] >> bit & 1 == 1) {
                let clashes: Set<N> = std::array::from_fn(|other| {
                    names_of(other)
                        .filter(|(_, other)| {
                            table.clashes_of(name)[other / 64] >> (other % 64) & 1 == 1
                        })
                        .fold(0, |set, (bit, _)| set | 1 << bit)
                });
                if self.names[word][bit] as usize != name || clashes != self.clashes[word][bit] {
                    return Err(format!("E6: the clashes of option {name}"));
                }
            }
        }
        Ok(())
    }
}

/// The number of members.
#[inline(always)]
fn size<const N: usize>(set: &Set<N>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

#[inline(always)]
fn is_empty<const N: usize>(set: &Set<N>) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

/// The least member of a set that is not empty.
#[inline(always)]
fn first<const N: usize>(set: &Set<N>) -> Spot {
    let mut word = 0;
    while word + 1 < N && set[word] == 0 {
        word += 1;
    }
    Spot { word, bit: set[word].trailing_zeros() as usize % WIDTH }
}

/// The members of a set, the least first.
fn spots<const N: usize>(set: &Set<N>) -> impl Iterator<Item = Spot> {
    let bits = move |word: usize, bits: u64| {
        (0..WIDTH).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| Spot { word, bit })
    };
    let words = *set;
    (0..N).flat_map(move |word| bits(word, words[word]))
}

/// The set of the numbers below `count`.
#[inline(always)]
fn lowest(count: usize) -> u64 {
    if count == 64 { u64::MAX } else { (1 << count) - 1 }
}
