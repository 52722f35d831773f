//! All ways to pair the ends of paths, numbered, and what a step does to the numbers.
//!
//! The ends of a frontier have positions 0, 1, 2 and so on, in the order in which their vertices
//! will be settled. A *pairing* says which ends belong to the same path: element p is the position
//! of the other end of the path that ends at p.
//!
//! * **P1** All pairings of n ends are numbered from 0: first by the mate of end 0, then by the
//!   mate of the next end that is not its mate, and so on. There are (n - 1)(n - 3)...1 of them.
//! * **P2** *Flat* pairings do not cross: they are words of brackets, numbered in the order of the
//!   alphabet, with ( before ). Their numbers are those of Catalan.
//!
//! What a step does to a pairing depends on the positions concerned only. So it is worked out once
//! for all numbers, as a table.

/// The most ends that can be paired here.
pub(crate) const MOST_ENDS: usize = 32;

/// What a step does to the ends of paths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Change {
    /// Nothing.
    Keep,
    /// A path grows: its end at a position is removed, and then inserted at another.
    Move {
        /// The position before.
        from: usize,
        /// The position afterwards.
        to: usize,
    },
    /// Two paths become one, or a path becomes a cycle: the ends at these positions, the lower one
    /// first, are removed.
    Join([usize; 2]),
    /// A path is begun: its ends are inserted, and then have these positions, the lower one first.
    Begin([usize; 2]),
}

impl Change {
    /// How many ends there are afterwards, if there were `ends`.
    pub(crate) fn ends_after(self, ends: usize) -> usize {
        match self {
            Self::Keep | Self::Move { .. } => ends,
            Self::Join(_) => ends - 2,
            Self::Begin(_) => ends + 2,
        }
    }

    /// The position afterwards of an end that stays.
    fn moved(self, end: usize) -> usize {
        let past = |end: usize, inserted: usize| end + usize::from(end >= inserted);
        match self {
            Self::Keep => end,
            Self::Move { from, to } if end == from => to,
            Self::Move { from, to } => past(end - usize::from(end > from), to),
            Self::Join([first, second]) => {
                end - usize::from(end > first) - usize::from(end > second)
            }
            Self::Begin([first, second]) => past(past(end, first), second),
        }
    }

    /// Writes the pairing afterwards to `after`, which is as long. Says whether a cycle was closed
    /// instead.
    fn apply(self, mates: &[usize], after: &mut [usize]) -> bool {
        match self {
            Self::Join([first, second]) => {
                if mates[first] == second {
                    return true;
                }
                for (end, &mate) in
                    mates.iter().enumerate().filter(|(end, _)| *end != first && *end != second)
                {
                    let mate = match mate {
                        mate if mate == first => mates[second],
                        mate if mate == second => mates[first],
                        mate => mate,
                    };
                    after[self.moved(end)] = self.moved(mate);
                }
            }
            _ => {
                for (end, &mate) in mates.iter().enumerate() {
                    after[self.moved(end)] = self.moved(mate);
                }
                if let Self::Begin([first, second]) = self {
                    (after[first], after[second]) = (second, first);
                }
            }
        }
        false
    }
}

/// The pairings of up to [`MOST_ENDS`] ends.
#[derive(Clone, Debug)]
pub(crate) struct Pairings {
    /// Whether only flat pairings exist, numbered by P2; otherwise all do, numbered by P1.
    is_flat: bool,
    /// Element n: how many pairings of n ends there are (P1), if they need not be flat; saturating.
    counts: Vec<usize>,
    /// Row n, element h: in how many ways n more brackets close h open ones and all that they open
    /// themselves (P2); saturating.
    words: Vec<Vec<usize>>,
}

impl Pairings {
    /// All pairings, or the flat ones.
    pub(crate) fn new(is_flat: bool) -> Self {
        let mut counts = vec![1_usize; MOST_ENDS + 1];
        for ends in 2..=MOST_ENDS {
            counts[ends] =
                if ends % 2 == 0 { counts[ends - 2].saturating_mul(ends - 1) } else { 0 };
        }
        counts[1] = 0;
        let mut words = vec![vec![0_usize; MOST_ENDS + 2]; MOST_ENDS + 1];
        words[0][0] = 1;
        for len in 1..=MOST_ENDS {
            for height in 0..=MOST_ENDS {
                let closing = if height > 0 { words[len - 1][height - 1] } else { 0 };
                words[len][height] = closing.saturating_add(words[len - 1][height + 1]);
            }
        }
        Self { is_flat, counts, words }
    }

    /// How many pairings of so many ends there are; at most as many as a number can tell.
    pub(crate) fn count(&self, ends: usize) -> usize {
        if self.is_flat { self.words[ends][0] } else { self.counts[ends] }
    }

    /// The number of a pairing.
    fn number(&self, mates: &[usize]) -> usize {
        let ends = mates.len();
        if self.is_flat {
            let mut height = 0;
            let mut number = 0;
            for (end, &mate) in mates.iter().enumerate() {
                if mate > end {
                    height += 1;
                } else {
                    number += self.words[ends - 1 - end][height + 1];
                    height -= 1;
                }
            }
            return number;
        }
        let mut open = (1_u64 << ends) - 1;
        let mut number = 0;
        let mut left = ends;
        while open != 0 {
            let end = open.trailing_zeros() as usize;
            open &= open - 1;
            let mate = 1_u64 << mates[end];
            left -= 2;
            number += (open & (mate - 1)).count_ones() as usize * self.counts[left];
            open &= !mate;
        }
        number
    }

    /// Calls `see` for each pairing of so many ends, in the order of their numbers.
    fn for_each(&self, ends: usize, see: &mut impl FnMut(&[usize])) {
        let mut mates = vec![0; ends];
        if self.is_flat {
            self.close(0, &mut Vec::new(), &mut mates, see);
        } else {
            pair((1 << ends) - 1, &mut mates, see);
        }
    }

    /// Chooses the brackets from `end` on in all ways; `open` are the ends whose brackets are open.
    fn close(
        &self,
        end: usize,
        open: &mut Vec<usize>,
        mates: &mut [usize],
        see: &mut impl FnMut(&[usize]),
    ) {
        if end == mates.len() {
            see(mates);
            return;
        }
        if open.len() < mates.len() - end {
            open.push(end);
            self.close(end + 1, open, mates, see);
            open.pop();
        }
        if let Some(mate) = open.pop() {
            (mates[end], mates[mate]) = (mate, end);
            self.close(end + 1, open, mates, see);
            open.push(mate);
        }
    }

    /// What a change does to each pairing of so many ends: the number afterwards, or the number of
    /// all pairings afterwards if a cycle was closed instead.
    ///
    /// # Panics
    /// If there are more than 2^32 pairings, or if a flat pairing does not stay flat.
    pub(crate) fn table(&self, ends: usize, change: Change) -> Vec<u32> {
        let mut table = Vec::with_capacity(self.count(ends));
        let mut after = vec![0; change.ends_after(ends)];
        let closed = kumiki_id::narrow(self.count(after.len()));
        self.for_each(ends, &mut |mates| {
            let is_closed = change.apply(mates, &mut after);
            assert!(is_closed || !self.is_flat || is_flat(&after), "P2: {change:?} of {mates:?}");
            table.push(if is_closed { closed } else { kumiki_id::narrow(self.number(&after)) });
        });
        table
    }
}

/// Pairs the ends in the set `open` in all ways.
fn pair(open: u64, mates: &mut [usize], see: &mut impl FnMut(&[usize])) {
    if open == 0 {
        see(mates);
        return;
    }
    let end = open.trailing_zeros() as usize;
    let others = open & (open - 1);
    let mut choices = others;
    while choices != 0 {
        let choice = choices & choices.wrapping_neg();
        choices ^= choice;
        let mate = choice.trailing_zeros() as usize;
        (mates[end], mates[mate]) = (mate, end);
        pair(others ^ choice, mates, see);
    }
}

/// Whether no two paths cross.
fn is_flat(mates: &[usize]) -> bool {
    let mut open = Vec::with_capacity(mates.len());
    mates.iter().enumerate().all(|(end, &mate)| {
        if mate > end {
            open.push(end);
            true
        } else {
            open.pop() == Some(mate)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_are_numbered_in_the_order_in_which_they_are_listed() {
        for (is_flat, counts) in [(false, [1, 1, 3, 15, 105, 945]), (true, [1, 1, 2, 5, 14, 42])] {
            let pairings = Pairings::new(is_flat);
            for (pairs, count) in counts.into_iter().enumerate() {
                assert_eq!(pairings.count(2 * pairs), count);
                let mut next = 0;
                pairings.for_each(2 * pairs, &mut |mates| {
                    assert_eq!(pairings.number(mates), next);
                    assert!(
                        mates
                            .iter()
                            .enumerate()
                            .all(|(end, mate)| mates[*mate] == end && *mate != end)
                    );
                    assert!(!is_flat || super::is_flat(mates));
                    next += 1;
                });
                assert_eq!(next, count);
            }
        }
    }

    /// A pairing whose ends have names, before and after a change: paths are sets of two names.
    fn check(pairings: &Pairings, ends: usize, change: Change) {
        let names: Vec<usize> = (0..ends).collect();
        let mut names_after = names.clone();
        match change {
            Change::Keep => {}
            Change::Move { from, to } => {
                let name = names_after.remove(from);
                names_after.insert(to, name);
            }
            Change::Join([first, second]) => {
                names_after.remove(second);
                names_after.remove(first);
            }
            Change::Begin([first, second]) => {
                names_after.insert(first, 100);
                names_after.insert(second, 101);
            }
        }
        let table = pairings.table(ends, change);
        let mut all_after = Vec::new();
        pairings.for_each(names_after.len(), &mut |mates| all_after.push(mates.to_vec()));
        let mut number = 0;
        pairings.for_each(ends, &mut |mates| {
            let mate_of = |name: usize| match (change, name) {
                (Change::Begin(_), 100) => Some(101),
                (Change::Begin(_), 101) => Some(100),
                (Change::Join([first, second]), name) if mates[name] == first => {
                    Some(mates[second])
                }
                (Change::Join([first, second]), name) if mates[name] == second => {
                    Some(mates[first])
                }
                (_, name) => Some(mates[name]),
            };
            let to = table[number] as usize;
            if matches!(change, Change::Join([first, second]) if mates[first] == second) {
                assert_eq!(to, all_after.len(), "a cycle");
            } else {
                for (end, &name) in names_after.iter().enumerate() {
                    assert_eq!(
                        mate_of(name),
                        Some(names_after[all_after[to][end]]),
                        "{change:?} of {mates:?}"
                    );
                }
            }
            number += 1;
        });
    }

    #[test]
    fn tables_say_what_becomes_of_named_ends() {
        let pairings = Pairings::new(false);
        for ends in [2, 4, 6, 8] {
            check(&pairings, ends, Change::Keep);
            for first in 0..ends {
                for second in 0..ends {
                    check(&pairings, ends, Change::Move { from: first, to: second });
                    if first < second {
                        check(&pairings, ends, Change::Join([first, second]));
                    }
                }
            }
            for second in 1..ends + 2 {
                (0..second)
                    .for_each(|first| check(&pairings, ends, Change::Begin([first, second])));
            }
        }
        let flat = Pairings::new(true);
        for ends in [2, 4, 6, 8] {
            check(&flat, ends, Change::Move { from: 0, to: ends - 1 });
            check(&flat, ends, Change::Join([0, 1]));
            check(&flat, ends, Change::Begin([0, ends + 1]));
        }
    }
}
