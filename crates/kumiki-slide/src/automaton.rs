//! A finite automaton that refuses unneeded words of blank moves.
//!
//! It reads the directions of a path one by one, and has no way on if the path's last letters are
//! an unneeded word (see the module `duplicates`, which says why a shortest solution is always
//! left). Made as by Aho and Corasick: states are the proper prefixes of unneeded words; each is
//! the longest one that the letters read so far end with. States that cannot be told apart are then
//! made one.

use crate::duplicates::unneeded_words;
use kumiki_id::narrow;
use kumiki_model::Direction;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What has been read so far, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State(u16);

/// No way on, while the automaton is made.
const DEAD: u32 = u32::MAX;

/// No way on, in the table.
const REFUSED: u16 = u16::MAX;

/// The automaton.
///
/// * **W1** `next[state][direction]` is the state after one more letter, or `REFUSED` if an
///   unneeded word has just been completed.
/// * **W2** State 0 has read nothing.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// For each state and direction the state afterwards, or `REFUSED` (W1, W2).
    next: Vec<[u16; 4]>,
    /// The longest words that were looked at, in letters.
    longest: usize,
}

impl Automaton {
    /// Refuses unneeded words of up to so many letters, at most 14. To find those of 12 takes 0.1
    /// seconds and 80 MB; those of 14 take ten times as much, and refuse little more.
    #[must_use]
    pub fn new(longest: usize) -> Self {
        // Words of 14 letters make 56 287 states.
        let state = |next: u32| {
            if next == DEAD { REFUSED } else { u16::try_from(next).expect("states are few") }
        };
        let next = merged(&refusing(&unneeded_words(longest)));
        Self { next: next.into_iter().map(|row| row.map(state)).collect(), longest }
    }

    /// Refuses only to take back the last move: nothing that may be part of a shortest solution.
    #[must_use]
    pub fn no_way_back() -> Self {
        Self::new(2)
    }

    /// The state before the first letter.
    #[must_use]
    #[inline]
    pub fn start(&self) -> State {
        State(0)
    }

    /// The state after one more letter, unless that completes an unneeded word.
    #[must_use]
    #[inline(always)]
    pub fn after(&self, state: State, direction: Direction) -> Option<State> {
        let next = self.next[usize::from(state.0)][direction as usize];
        (next != REFUSED).then_some(State(next))
    }

    /// How many states there are.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.next.len()
    }

    /// Whether only moves that take back the last one are refused, so that every shortest solution
    /// passes.
    #[must_use]
    pub fn keeps_all(&self) -> bool {
        self.longest <= 2
    }
}

/// The automaton of Aho and Corasick for words none of which is a factor of another.
fn refusing(words: &[Vec<Direction>]) -> Vec<[u32; 4]> {
    // The trie of proper prefixes; 0 stands for "not yet known", as no edge leads to the root.
    let mut next = vec![[0; 4]];
    for word in words {
        let mut at = 0;
        let (last, prefix) = word.split_last().expect("the empty word is needed");
        for direction in prefix {
            let edge = *direction as usize;
            if next[at][edge] == 0 {
                next[at][edge] = narrow(next.len());
                next.push([0; 4]);
            }
            at = next[at][edge] as usize;
        }
        next[at][*last as usize] = DEAD;
    }
    // Breadth first, where a state lacks an edge it takes that of its longest proper suffix.
    let mut waiting: VecDeque<(usize, usize)> = VecDeque::new();
    let first = next[0].into_iter().filter(|edge| ![0, DEAD].contains(edge));
    waiting.extend(first.map(|child| (child as usize, 0)));
    while let Some((at, suffix)) = waiting.pop_front() {
        let fallbacks = next[suffix];
        for (edge, fallback) in next[at].iter_mut().zip(fallbacks) {
            match *edge {
                0 => *edge = fallback,
                DEAD => {}
                child => waiting.push_back((child as usize, fallback as usize)),
            }
        }
    }
    next
}

/// The same automaton with indistinguishable states made one (Moore's algorithm); state 0 stays
/// first.
fn merged(next: &[[u32; 4]]) -> Vec<[u32; 4]> {
    let mut class: Vec<u32> = vec![0; next.len()];
    let mut count = 1;
    loop {
        let class_of = |state: u32| if state == DEAD { DEAD } else { class[state as usize] };
        let mut names: FxHashMap<(u32, [u32; 4]), u32> = FxHashMap::default();
        let finer: Vec<u32> = next
            .iter()
            .enumerate()
            .map(|(state, edges)| {
                let fresh = narrow(names.len());
                *names.entry((class[state], edges.map(class_of))).or_insert(fresh)
            })
            .collect();
        let is_stable = names.len() == count;
        count = names.len();
        class = finer;
        if is_stable {
            break;
        }
    }
    let mut merged = vec![[DEAD; 4]; count];
    for (state, edges) in next.iter().enumerate() {
        let class_of = |state: u32| if state == DEAD { DEAD } else { class[state as usize] };
        merged[class[state] as usize] = edges.map(class_of);
    }
    merged
}
