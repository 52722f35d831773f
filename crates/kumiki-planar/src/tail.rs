//! Programs for the ends of words, where blocks are short.
//!
//! Near the right end of the line, what stands side by side gets short: one to ten counts. So the
//! walk over beginnings stops a few places before, and what is left is done by a program: lists of
//! positions in the blocks of the beginning, made once for each place and each due.

use crate::union::{Union, unite, unmatched};
use crate::words::{Due, Letter, Lexicon};
use Letter::{Bar, Bare, Close, Open};

/// The most places of a tail: positions have 16 bits.
#[cfg(test)]
pub(crate) const LONGEST_TAIL: usize = 8;

/// Counts side by side: some positions, and how many counts follow from each on.
pub(crate) type Run<const N: usize> = ([u16; N], u16);

/// What is done with the blocks of a beginning when a vertex is settled whose place is in the tail.
/// Positions are relative to the blocks: of words with all places (A), and of words in which the
/// place of the vertex is left out, since it is inner (B).
///
/// Runs of a list do not touch what other runs of the same list read.
#[derive(Default, Debug)]
pub(crate) struct Program {
    /// A: both places bare; A: `()`; B: bare. For beginnings of height 0.
    pub(crate) low_bares: Vec<Run<3>>,
    /// The same, and A: `)(`.
    pub(crate) bares: Vec<Run<4>>,
    /// A: bare and a letter; A: the letter and bare; B: the letter.
    pub(crate) moves: Vec<Run<3>>,
    /// From A to B: paths are joined within the tail, or to the right of it.
    pub(crate) joins: Vec<Run<2>>,
    /// From A to B of another beginning.
    pub(crate) crossings: Vec<Crossing>,
    /// A: the place bare; B: inner. For vertices without an edge to the right.
    pub(crate) folds: Vec<Run<2>>,
    /// A: all words with an edge at the place. For vertices without an edge down.
    pub(crate) clears: Vec<Run<1>>,
}

/// Counts that go to another beginning, in which the bracket that is open there is another letter.
#[derive(Debug)]
pub(crate) struct Crossing {
    /// Which of the open brackets of the beginning: 0 for the last.
    pub(crate) back: usize,
    /// Whether it becomes a bar, and not a closing bracket.
    pub(crate) is_bar: bool,
    /// From A to B, relative to the block of the other beginning.
    pub(crate) run: Run<2>,
}

/// Positions that follow one another, run by run.
fn push<const N: usize>(runs: &mut Vec<Run<N>>, positions: [usize; N]) {
    let positions = positions.map(position);
    if let Some((first, len)) = runs.last_mut() {
        let goes_on = (0..N).all(|n| first[n].checked_add(*len) == Some(positions[n]));
        if goes_on && *len < u16::MAX {
            *len += 1;
            return;
        }
    }
    runs.push((positions, 1));
}

fn position(rank: usize) -> u16 {
    u16::try_from(rank).expect("a tail has at most eight places")
}

impl Program {
    /// The program of a tail with so many places whose vertex is at one of them.
    pub(crate) fn new(lexicon: &Lexicon, len: usize, at: usize, due: Due, has_right: bool) -> Self {
        let mut program = Self::default();
        let rank = |word: &[Letter]| lexicon.rank(due, word);
        // B is read with the letter of the next place where that of the vertex was.
        for inner in lexicon.words(len - 1, due) {
            let from = rank(&inner).expect("a word");
            let with = |letters: &[Letter]| {
                let rest = &inner[at + letters.len() - 1..];
                let word: Vec<Letter> =
                    inner[..at].iter().chain(letters).chain(rest).copied().collect();
                rank(&word)
            };
            if !has_right {
                push(&mut program.folds, [with(&[Bare]).expect("a word"), from]);
                continue;
            }
            let letter = inner[at];
            if letter == Bare {
                let two = |letters: [Letter; 2]| with(&letters);
                let [bare, pair] =
                    [[Bare, Bare], [Open, Close]].map(|two_of| two(two_of).expect("a word"));
                match two([Close, Open]) {
                    Some(nip) => push(&mut program.bares, [bare, pair, from, nip]),
                    None => push(&mut program.low_bares, [bare, pair, from]),
                }
            } else {
                let [right, down] =
                    [[Bare, letter], [letter, Bare]].map(|two| with(&two).expect("a word"));
                push(&mut program.moves, [right, down, from]);
            }
        }
        for (from, word) in lexicon.words(len, due).iter().enumerate() {
            if word[at] == Bare {
                continue;
            }
            push(&mut program.clears, [from]);
            if has_right && word[at + 1] != Bare {
                program.unite(lexicon, due, word, from, at);
            }
        }
        program
    }

    /// The program of a join, if it is one.
    fn unite(&mut self, lexicon: &Lexicon, due: Due, word: &[Letter], from: usize, at: usize) {
        let letters = (word[at], word[at + 1]);
        let mut joined = word.to_vec();
        joined.remove(at + 1);
        joined[at] = Bare;
        match unite(word, at) {
            Some(Union::Cycle | Union::Whole) => {}
            // In the lists of bares.
            Some(Union::Path(None)) => {}
            Some(Union::Path(Some((place, letter)))) => {
                joined[place - usize::from(place > at)] = letter;
                let to = lexicon.rank(due, &joined).expect("paths do not cross");
                push(&mut self.joins, [from, to]);
            }
            None => {
                let is_bar = letters.0 == Bar || letters.1 == Bar;
                let lowered = due.lowered(2 - usize::from(is_bar), usize::from(is_bar));
                let to = lowered.and_then(|due| lexicon.rank(due, &joined));
                let to = to.expect("two brackets are open before the word, or one and a bar");
                let back = unmatched(&word[..at]);
                let run = ([position(from), position(to)], 1);
                if let Some(last) = self.crossings.last_mut() {
                    let mut runs = vec![last.run];
                    if (last.back, last.is_bar) == (back, is_bar) {
                        push(&mut runs, [from, to]);
                        if let [longer] = runs[..] {
                            last.run = longer;
                            return;
                        }
                    }
                }
                self.crossings.push(Crossing { back, is_bar, run });
            }
        }
    }
}

/// What a tail has to be when a bracket that was opened before it, and `depth` brackets after that
/// one, is found in the tail: the closing bracket becomes another letter.
///
/// The words are those of `due`; the new words those of `target`.
pub(crate) fn rejoining(
    lexicon: &Lexicon,
    len: usize,
    [due, target]: [Due; 2],
    depth: usize,
    letter: Letter,
) -> Vec<Run<2>> {
    let mut runs = Vec::new();
    for (from, word) in lexicon.words(len, due).iter().enumerate() {
        let mut depth = depth;
        let mut place = None;
        for (at, letter) in word.iter().enumerate() {
            match letter {
                Open => depth += 1,
                Close if depth == 0 => {
                    place = Some(at);
                    break;
                }
                Close => depth -= 1,
                Bare | Bar => {}
            }
        }
        let mut joined = word.clone();
        joined[place.expect("all brackets are closed in the end")] = letter;
        let to = lexicon.rank(target, &joined).expect("paths do not cross");
        push(&mut runs, [from, to]);
    }
    runs
}
