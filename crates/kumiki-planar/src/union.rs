//! What becomes of a word when two places of it are united: the one specification of the joins that
//! the programs of tails, the walk over beginnings and the ends of paths share.

use crate::words::Letter::{self, Bar, Bare, Close, Open};

/// What becomes of paths when an edge joins two of their ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Union {
    /// They become one path. The letter at this place, if any, becomes another; the two letters are
    /// gone.
    Path(Option<(usize, Letter)>),
    /// The two are ends of the same path: a cycle is closed.
    Cycle,
    /// Both paths came from the ends of the question: the path is complete.
    Whole,
}

/// Unites the ends at two neighbouring places of a word, none of which is bare. Gives `None` if the
/// bracket that would become another letter stands before the word.
pub(crate) fn unite(word: &[Letter], at: usize) -> Option<Union> {
    let (left, right) = (word[at], word[at + 1]);
    Some(match (left, right) {
        (Open, Close) => Union::Cycle,
        (Bar, Bar) => Union::Whole,
        (Close, Open) => Union::Path(None),
        (Open, Open) => Union::Path(Some((partner(word, at + 1)?, Open))),
        (Close, Close) => Union::Path(Some((partner(word, at)?, Close))),
        (Open, Bar) => Union::Path(Some((partner(word, at)?, Bar))),
        (Bar, Open) => Union::Path(Some((partner(word, at + 1)?, Bar))),
        (Close, Bar) => Union::Path(Some((partner(word, at)?, Bar))),
        (Bar, Close) => Union::Path(Some((partner(word, at + 1)?, Bar))),
        (Bare, _) | (_, Bare) => unreachable!("a bare place has no end"),
    })
}

/// Where the bracket is that belongs to the bracket at a place; none if it is not in the word.
pub(crate) fn partner(word: &[Letter], at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut belongs = |letter: Letter, same: Letter, other: Letter| {
        if letter == same {
            depth += 1;
        } else if letter == other {
            depth -= 1;
        }
        depth == 0
    };
    if word[at] == Open {
        (at..word.len()).find(|place| belongs(word[*place], Open, Close))
    } else {
        (0..=at).rev().find(|place| belongs(word[*place], Close, Open))
    }
}

/// How many brackets of the word before a place close what was opened before the word.
pub(crate) fn unmatched(word: &[Letter]) -> usize {
    let mut open = 0_usize;
    let mut unmatched = 0;
    for letter in word {
        match letter {
            Open => open += 1,
            Close if open == 0 => unmatched += 1,
            Close => open -= 1,
            Bare | Bar => {}
        }
    }
    unmatched
}
