//! Words of brackets, and their ranks.
//!
//! A word has a letter for each place of the line. A bracket is an end of a path whose other end is
//! the bracket that belongs to it; since paths of a planar board do not cross, that is what says
//! who belongs to whom. A bar is an end of a path that begins at one of the two ends of the
//! question.
//! From left to right a word goes up with `(` and down with `)`: it is a Motzkin word, begun at any
//! height. How it may go on depends on the height and on the number of bars to come, its [`Due`].
//!
//! The rank of a word is its position among those of the same length and due, in the order
//! `0 | ) (` of letters. So all words that begin alike stand side by side, and what stands there
//! depends on the due after the beginning only.

/// A letter of a word. Their order is that of ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Letter {
    /// No edge crosses the line here.
    Bare,
    /// The path comes from one of the two ends of the question.
    Bar,
    /// The right one of two ends of a path.
    Close,
    /// The left one of two ends of a path.
    Open,
}

/// All letters, in order.
pub(crate) const LETTERS: [Letter; 4] = [Letter::Bare, Letter::Bar, Letter::Close, Letter::Open];

/// What the rest of a word has to do: to go down from a height to 0, with so many bars on the way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Due {
    /// How many brackets are open.
    pub(crate) height: usize,
    /// How many bars are to come; at most [`MOST_BARS`].
    pub(crate) bars: usize,
}

/// A path has two ends.
pub(crate) const MOST_BARS: usize = 2;

impl Due {
    /// A due, if neither number is negative.
    pub(crate) fn lowered(self, height: usize, bars: usize) -> Option<Self> {
        let height = self.height.checked_sub(height)?;
        Some(Self { height, bars: self.bars.checked_sub(bars)? })
    }
}

/// How many words there are.
///
/// * **X1** `counts` has the number of words for each length up to `longest`, each height up to two
///   more, and each number of bars.
/// * **X2** `skips` has, for each of these and each letter, how many words of one letter more begin
///   with a smaller letter.
#[derive(Debug)]
pub(crate) struct Lexicon {
    /// The length of the longest words.
    longest: usize,
    /// Whether bars stand outside all brackets.
    are_bars_low: bool,
    /// Numbers of words (X1); `usize::MAX` if there are more.
    counts: Vec<usize>,
    /// Numbers of words before those that begin with a letter (X2), saturating.
    skips: Vec<[usize; 4]>,
}

impl Lexicon {
    /// Counts words of up to `longest` letters.
    pub(crate) fn new(longest: usize, are_bars_low: bool) -> Self {
        let mut lexicon = Self { longest, are_bars_low, counts: Vec::new(), skips: Vec::new() };
        for len in 0..=longest {
            let mut counts = Vec::new();
            for due in lexicon.dues() {
                let mut skips = [0; 4];
                let mut count = usize::from(len == 0 && due == Due::default());
                for letter in LETTERS {
                    skips[letter as usize] = count;
                    let next = lexicon.after(due, letter).filter(|_| len > 0);
                    let more = next.map_or(0, |next| lexicon.count(len - 1, next));
                    count = count.saturating_add(more);
                }
                if len > 0 {
                    lexicon.skips.push(skips);
                }
                counts.push(count);
            }
            lexicon.counts.append(&mut counts);
        }
        lexicon
    }

    fn dues(&self) -> impl Iterator<Item = Due> + use<> {
        let heights = 0..=self.longest + 2;
        heights.flat_map(|height| (0..=MOST_BARS).map(move |bars| Due { height, bars }))
    }

    /// The position of a length and a due in the tables; none for what no word can do.
    #[inline(always)]
    fn place(&self, len: usize, due: Due) -> Option<usize> {
        (due.height <= self.longest + 2)
            .then(|| (len * (self.longest + 3) + due.height) * (MOST_BARS + 1) + due.bars)
    }

    /// How many words there are; `usize::MAX` if there are more.
    #[inline(always)]
    pub(crate) fn count(&self, len: usize, due: Due) -> usize {
        self.place(len, due).map_or(0, |place| self.counts[place])
    }

    /// What is due after a letter; none if the letter is not possible.
    #[inline(always)]
    pub(crate) fn after(&self, due: Due, letter: Letter) -> Option<Due> {
        match letter {
            Letter::Bare => Some(due),
            Letter::Bar if self.are_bars_low && due.height > 0 => None,
            Letter::Bar => due.lowered(0, 1),
            Letter::Close => due.lowered(1, 0),
            Letter::Open => Some(Due { height: due.height + 1, ..due }),
        }
    }

    /// How many words begin with a smaller letter, if `len` letters follow the first.
    #[inline(always)]
    pub(crate) fn skip(&self, len: usize, due: Due, letter: Letter) -> usize {
        self.place(len, due).map_or(0, |place| self.skips[place][letter as usize])
    }

    /// The rank of a word; none if it is none.
    pub(crate) fn rank(&self, mut due: Due, word: &[Letter]) -> Option<usize> {
        let mut rank = 0;
        for (at, letter) in word.iter().enumerate() {
            rank += self.skip(word.len() - at - 1, due, *letter);
            due = self.after(due, *letter)?;
        }
        (due == Due::default()).then_some(rank)
    }

    /// All words of a length, in order.
    pub(crate) fn words(&self, len: usize, due: Due) -> Vec<Vec<Letter>> {
        let mut words = Vec::with_capacity(self.count(len, due));
        if self.count(len, due) > 0 {
            self.spell(len, due, &mut Vec::with_capacity(len), &mut words);
        }
        words
    }

    /// All words that begin with one and have `len` letters more.
    fn spell(&self, len: usize, due: Due, word: &mut Vec<Letter>, words: &mut Vec<Vec<Letter>>) {
        if len == 0 {
            words.push(word.clone());
            return;
        }
        for letter in LETTERS {
            if let Some(next) =
                self.after(due, letter).filter(|next| self.count(len - 1, *next) > 0)
            {
                word.push(letter);
                self.spell(len - 1, next, word, words);
                word.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motzkin_numbers_and_ranks() {
        for are_bars_low in [false, true] {
            let lexicon = Lexicon::new(9, are_bars_low);
            let motzkin: Vec<usize> =
                (0..10).map(|len| lexicon.count(len, Due::default())).collect();
            assert_eq!(motzkin, [1, 1, 2, 4, 9, 21, 51, 127, 323, 835]);
            for len in 0..7 {
                for due in lexicon.dues() {
                    let words = lexicon.words(len, due);
                    assert_eq!(words.len(), lexicon.count(len, due), "X1: {len} letters, {due:?}");
                    for (rank, word) in words.iter().enumerate() {
                        assert_eq!(lexicon.rank(due, word), Some(rank), "X2: {word:?}");
                    }
                }
            }
        }
        // A bar outside all brackets: two words side by side. Anywhere: a word and a position.
        let bar = Due { height: 0, bars: 1 };
        assert_eq!(Lexicon::new(9, true).count(9, bar), 2188 - 835);
        assert_eq!(Lexicon::new(9, false).count(9, bar), 9 * 323);
    }
}
