//! Pairs of matchings one by one.
//!
//! As in the seed, the outer matching μ is whole before the inner one μ' begins. At first every
//! edge of μ is a path from a black end to a red end, and stays so: an edge (b, r) of μ' joins the
//! path with black end b to the path with red end r. If these are the same path a cycle is closed;
//! unless b is the last black cell this was in vain, and everything that begins like this is
//! skipped.
//!
//! The outer matchings are numbered, so that parts of the walk can be given to different threads.

use super::count::{PairTotals, Unpairable, check, share};
use super::matchings::{Choice, Matchings, Trellis};
use kumiki_search::Fuel;
use std::ops::Range;

/// Why [`PairWalk::advance`] came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairStep {
    /// A pair that makes a tour.
    Tour,
    /// A pair that makes two cycles that the half-turn exchanges.
    Pseudo,
    /// Call again with more: nothing is lost.
    OutOfFuel,
    /// All pairs of the part have been visited.
    Exhausted,
}

/// A walk through pairs of matchings. Each unordered pair that makes a single folded cycle is met
/// once, with the lower edge of the first black cell in the outer matching.
///
/// * **V1** `red_end[b]` is the red end of the path whose black end is b, and `black_end[r]` is b
///   in turn. The path of a black cell that has its inner edge is found at its other cells; the
///   entries of b and of the red end it gave up are stale, and hold what undoing needs.
/// * **V2** `cursors[b]` is the next choice of μ' for black cell b, and the one after the last;
///   `inner[b]` is the choice made.
#[derive(Clone, Debug)]
pub struct PairWalk<'m> {
    /// All matchings.
    trellis: &'m Trellis,
    /// Numbers of outer matchings still to come.
    outer_left: Range<u64>,
    /// The outer matching: a choice for each black cell.
    outer: Vec<Choice>,
    /// How many edges of the outer matching cross, modulo 2.
    outer_parity: u8,
    /// The inner matching, as far as black cells have an inner edge (V2).
    inner: Vec<Choice>,
    /// For each black cell the choices still to be tried, as positions in `Trellis::choices` (V2).
    cursors: Vec<[u32; 2]>,
    /// Black cells with an inner edge, or none if the next outer matching is to be taken.
    depth: Option<usize>,
    /// For each black cell the red end of its path (V1).
    red_end: [u8; 256],
    /// For each red cell the black end of its path (V1).
    black_end: [u8; 256],
    /// Unordered pairs met so far.
    totals: PairTotals,
}

impl<'m> PairWalk<'m> {
    /// A walk through part `part` of `parts` of all pairs; the parts have about the same number of
    /// outer matchings. Part 0 of 1 is everything.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(matchings: &'m Matchings, part: u64, parts: u64) -> Result<Self, Unpairable> {
        let total = check(matchings)?;
        let trellis = matchings.trellis();
        let dummy = Choice { next: 0, edge: 0, red: 0, parity: 0 };
        Ok(Self {
            trellis,
            outer_left: share(total, part, parts),
            outer: Vec::with_capacity(trellis.depth()),
            outer_parity: 0,
            inner: vec![dummy; trellis.depth()],
            cursors: vec![[0, 0]; trellis.depth()],
            depth: None,
            red_end: [0; 256],
            black_end: [0; 256],
            totals: PairTotals::default(),
        })
    }

    /// How many pairs of each kind have been met.
    #[must_use]
    pub fn totals(&self) -> PairTotals {
        self.totals
    }

    /// The edges of the pair just met: those of the outer and of the inner matching, black cell by
    /// black cell.
    pub fn edges(&self) -> impl Iterator<Item = u32> + '_ {
        self.outer.iter().chain(&self.inner).map(|choice| choice.edge)
    }

    /// Walks on to the next pair, burning a unit of fuel per choice of the inner matching.
    pub fn advance(&mut self, fuel: &mut Fuel) -> PairStep {
        let last = self.trellis.depth().wrapping_sub(1);
        loop {
            let Some(depth) = self.depth else {
                let Some(number) = self.outer_left.next() else { return PairStep::Exhausted };
                self.take_outer(number);
                continue;
            };
            let [cursor, end] = &mut self.cursors[depth];
            if cursor == end {
                self.depth = depth.checked_sub(1);
                if let Some(above) = self.depth {
                    self.unlink(above);
                }
                continue;
            }
            if !fuel.burn() {
                return PairStep::OutOfFuel;
            }
            let choice = self.trellis.choices[*cursor as usize];
            *cursor += 1;
            if depth == last {
                self.inner[depth] = choice;
                return self.tell(choice);
            }
            if self.link(depth, choice) {
                self.inner[depth] = choice;
                self.enter(depth + 1, choice.next);
            }
        }
    }

    /// Joins the path of black cell `depth` to that of the red cell of a choice. False, and nothing
    /// happens, if that closes a cycle.
    #[inline(always)]
    fn link(&mut self, depth: usize, choice: Choice) -> bool {
        let far_black = usize::from(self.black_end[usize::from(choice.red)]);
        if far_black == depth {
            return false;
        }
        let far_red = self.red_end[depth];
        self.red_end[far_black] = far_red;
        self.black_end[usize::from(far_red)] =
            u8::try_from(far_black).expect("at most 255 black cells");
        true
    }

    /// The inverse of `link` for the choice made at black cell `depth`.
    #[inline(always)]
    fn unlink(&mut self, depth: usize) {
        let red = self.inner[depth].red;
        let far_black = self.black_end[usize::from(red)];
        self.red_end[usize::from(far_black)] = red;
        self.black_end[usize::from(self.red_end[depth])] =
            u8::try_from(depth).expect("at most 255 black cells");
    }

    /// Goes to the choices of a state.
    #[inline(always)]
    fn enter(&mut self, depth: usize, state: u32) {
        let state = state as usize;
        self.cursors[depth] = [self.trellis.first[state], self.trellis.first[state + 1]];
        self.depth = Some(depth);
    }

    /// Records a pair whose cycle the last choice closes.
    fn tell(&mut self, last: Choice) -> PairStep {
        let others =
            self.inner[..self.inner.len() - 1].iter().fold(0, |sum, choice| sum ^ choice.parity);
        if self.outer_parity ^ others ^ last.parity == 1 {
            self.totals.tours += 1;
            PairStep::Tour
        } else {
            self.totals.pseudo += 1;
            PairStep::Pseudo
        }
    }

    /// Takes an outer matching by its number, and begins with the inner ones that have a greater
    /// first edge.
    fn take_outer(&mut self, number: u64) {
        self.trellis.matching(number, &mut self.outer);
        self.outer_parity = 0;
        for (black, choice) in (0..).zip(&self.outer) {
            self.outer_parity ^= choice.parity;
            self.red_end[usize::from(black)] = choice.red;
            self.black_end[usize::from(choice.red)] = black;
        }
        self.enter(0, 0);
        let [cursor, end] = &mut self.cursors[0];
        while *cursor < *end && self.trellis.choices[*cursor as usize].edge <= self.outer[0].edge {
            *cursor += 1;
        }
    }
}
