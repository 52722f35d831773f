//! Ends of paths settled: words get a bar more, so all counts go to other arrays.
//!
//! This happens twice at most, and an end that is the last cell needs no arrays, so words are
//! spelled out here, one by one.

use crate::board::Site;
use crate::numbers::{Numbers, number};
use crate::union::partner;
use crate::words::{Due, LETTERS, Letter, Lexicon};
use Letter::{Bar, Bare, Close, Open};
use num_bigint::BigUint;

/// What becomes of the counts when an end is settled.
pub(crate) struct Settled {
    /// Words with all places.
    pub(crate) whole: Numbers,
    /// Words in which the place of the next vertex is left out, since it is inner.
    pub(crate) inner: Numbers,
    /// Paths that are complete.
    pub(crate) complete: BigUint,
    /// The union of the top limbs that were written.
    pub(crate) top: u64,
}

/// A walk over all words.
struct Walk<'w> {
    lexicon: &'w Lexicon,
    site: Site,
    from: &'w Numbers,
    settled: &'w mut Settled,
    word: Vec<Letter>,
    width: usize,
}

/// Settles an end. The arrays of `settled` are those for a bar more; if they are empty, this is the
/// last cell.
pub(crate) fn settle_end(
    lexicon: &Lexicon,
    width: usize,
    site: Site,
    from: &Numbers,
    settled: &mut Settled,
) {
    let due = Due { height: 0, bars: site.bars };
    Walk { lexicon, site, from, settled, word: Vec::new(), width }.go(due, 0);
}

impl Walk<'_> {
    fn go(&mut self, due: Due, rank: usize) {
        let len = self.width - self.word.len();
        if self.from.are_zero(rank, self.lexicon.count(len, due)) {
            return;
        }
        if len == 0 {
            self.settle(rank);
            return;
        }
        for letter in LETTERS {
            if let Some(next) = self.lexicon.after(due, letter) {
                self.word.push(letter);
                self.go(next, rank + self.lexicon.skip(len - 1, due, letter));
                self.word.pop();
            }
        }
    }

    /// What becomes of a word: an end has exactly one edge.
    fn settle(&mut self, rank: usize) {
        let at = self.site.place;
        let word = self.word.clone();
        match word[at] {
            Bare => {
                if self.site.has_down {
                    self.add(rank, word.clone(), at, Bar);
                }
                if self.site.has_right {
                    match word[at + 1] {
                        Bare => self.add(rank, word, at + 1, Bar),
                        Bar => self.complete(rank, &word, self.site.may_complete),
                        Open | Close => {
                            let other = partner(&word, at + 1).expect("no bracket is left open");
                            let mut inner = word;
                            inner[other] = Bar;
                            inner.remove(at + 1);
                            self.add_inner(rank, &inner);
                        }
                    }
                }
            }
            Bar => self.complete(rank, &word, self.site.may_end),
            Open | Close => {
                let other = partner(&word, at).expect("no bracket is left open");
                let mut word = word;
                word[at] = Bare;
                self.add(rank, word, other, Bar);
            }
        }
    }

    /// A path is complete if nothing else is left.
    fn complete(&mut self, rank: usize, word: &[Letter], may_complete: bool) {
        if may_complete && word.iter().all(|letter| matches!(letter, Bare | Bar)) {
            self.settled.complete += number(self.from.get(rank));
        }
    }

    fn due(&self) -> Due {
        Due { height: 0, bars: self.site.bars + 1 }
    }

    /// Adds the count of a word to that of the word with another letter.
    fn add(&mut self, rank: usize, mut word: Vec<Letter>, at: usize, letter: Letter) {
        word[at] = letter;
        if self.settled.whole.limbs().is_empty() {
            return;
        }
        let to = self.lexicon.rank(self.due(), &word).expect("paths do not cross");
        self.settled.top |= self.settled.whole.add(to, self.from.get(rank));
    }

    fn add_inner(&mut self, rank: usize, word: &[Letter]) {
        if self.settled.inner.limbs().is_empty() {
            return;
        }
        let to = self.lexicon.rank(self.due(), word).expect("paths do not cross");
        self.settled.top |= self.settled.inner.add(to, self.from.get(rank));
    }
}
