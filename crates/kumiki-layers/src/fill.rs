//! All ways to fill one layer above a set of halves with the same rising bricks.
//!
//! Cells are decided in order. A cell that is free is left empty, or a flat or rising brick starts
//! in it. Several kinds of demand are watched, and a branch ends as soon as one of them has no hope
//! left:
//!
//! * the strips of flat bricks must be hit within the layer;
//! * the bottoms of flat and rising bricks must be hit by the layer below: halves that do not hit
//!   them drop out;
//! * what a half demands of this layer must be hit: halves without hope drop out;
//! * what this layer demands of the next must be possible there.
//!
//! Hope is what could be hit if all bricks that still fit were laid at once
//! ([`Section::coverable`]). Without it the halves of 5x5 layers take 350 s instead of a fraction
//! of one.
//!
//! When no half is left the branch ends. The halves that are left in the end fit under the finished
//! layer, all of them.
//!
//! The recursion is as deep as the layer has cells, at most 64.

use crate::budget::Budget;
use crate::level::{Group, Half, Halt};
use crate::section::Section;
use kumiki_id::Bits;

/// Asked from time to time whether to go on.
pub(crate) type Patron<'p> = dyn Fn() -> bool + Sync + 'p;

/// So many steps are done between two questions: less than a millisecond. Looking at a number of
/// halves is a step.
const PATIENCE: u32 = 4096;
const HALVES_IN_A_STEP: usize = 8;

/// A finished layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer<const P: usize> {
    /// All occupied cells.
    pub(crate) occupied: u64,
    /// The members they hit.
    pub(crate) hits: Bits<P>,
    /// The flat bricks' footprints.
    pub(crate) flat: Bits<P>,
    /// The rising bricks' footprints.
    pub(crate) rising: Bits<P>,
    /// How many bricks start in this layer.
    pub(crate) bricks: usize,
    /// How many of them rise.
    pub(crate) rising_count: usize,
    /// The cells of the rising bricks.
    pub(crate) rising_cells: u64,
    /// The strips of the rising bricks.
    pub(crate) rising_strips: Bits<P>,
    /// The strips of the flat bricks.
    strips: Bits<P>,
}

/// The walk over all layers above the given halves.
pub(crate) struct Filler<'s, const P: usize, F> {
    section: &'s Section<P>,
    halves: &'s [Half<P>],
    /// The bricks that come from below.
    hanging: Bits<P>,
    /// Everything that some half demands.
    any_demand: Bits<P>,
    /// The cells that some half offers to rest on.
    rest: u64,
    /// At most this many rising bricks.
    most_rising: usize,
    /// What the finished halves may cost.
    budget: Budget,
    /// The fewest bricks that one of the halves below has.
    fewest_below: usize,
    /// Indices of the halves that are left, one run per open call.
    left: Vec<u32>,
    /// Steps until we ask again whether to go on.
    patience: u32,
    patron: &'s Patron<'s>,
    see: F,
}

impl<'s, const P: usize, F: FnMut(&Layer<P>, &[u32]) -> Result<(), Halt>> Filler<'s, P, F> {
    /// Calls `see` with every layer above the halves of a group, and the halves that fit under it.
    pub(crate) fn run(
        section: &'s Section<P>,
        group: &'s Group<P>,
        most_rising: usize,
        budget: Budget,
        patron: &'s Patron<'s>,
        see: F,
    ) -> Result<(), Halt> {
        let (hanging, halves) = (group.rising, group.halves.as_slice());
        let occupied = section.cells_of(hanging);
        let layer = Layer {
            occupied,
            hits: section.hits(occupied),
            flat: Bits::EMPTY,
            rising: Bits::EMPTY,
            bricks: 0,
            rising_count: 0,
            rising_cells: 0,
            rising_strips: Bits::EMPTY,
            strips: Bits::EMPTY,
        };
        let left: Vec<u32> = (0..kumiki_id::narrow(halves.len())).collect();
        let any_demand = halves.iter().fold(Bits::EMPTY, |any, half| any.or(half.demands));
        let rest = halves.iter().fold(0, |any, half| any | half.occupied);
        let end = left.len();
        let fewest_below = group.fewest_bricks;
        let patience = PATIENCE;
        #[rustfmt::skip]
        let mut filler = Filler {
            section, halves, hanging, any_demand, rest, most_rising, budget, fewest_below, left, patience, patron, see,
        };
        filler.decide(0, layer, (0, end))
    }

    /// Decides the cells from `cell` on; `run` is where the halves stand that are left.
    fn decide(
        &mut self,
        mut cell: usize,
        layer: Layer<P>,
        run: (usize, usize),
    ) -> Result<(), Halt> {
        let steps = u32::try_from(1 + (run.1 - run.0) / HALVES_IN_A_STEP).unwrap_or(PATIENCE);
        self.patience = self.patience.saturating_sub(steps);
        if self.patience == 0 {
            self.patience = PATIENCE;
            if !(self.patron)() {
                return Err(Halt::Stopped);
            }
        }
        // Occupied cells, and those in which nothing can start, are decided already.
        while cell < self.section.cell_count && !self.section.can_start(cell, layer.occupied) {
            cell += 1;
        }
        let undecided = !layer.occupied & self.section.cells_from(cell);
        // What can still be hit, if everything goes well.
        let hope = layer.hits.or(self.section.hits(self.section.coverable(undecided, self.rest)));
        if !layer.strips.minus(hope).is_empty()
            || !self.next_layer_is_possible(&layer, hope, undecided)
        {
            return Ok(());
        }
        let from = self.left.len();
        let mut run = run;
        if !self.any_demand.minus(hope).is_empty() {
            for at in run.0..run.1 {
                let half = self.left[at];
                if self.halves[kumiki_id::widen(half)].demands.minus(hope).is_empty() {
                    self.left.push(half);
                }
            }
            run = (from, self.left.len());
        }
        if run.1 > run.0 {
            if cell == self.section.cell_count {
                (self.see)(&layer, &self.left[run.0..run.1])?;
            } else {
                self.branch(cell, layer, run)?;
            }
        }
        self.left.truncate(from);
        Ok(())
    }

    /// Tries everything that can be done with a free cell.
    fn branch(&mut self, cell: usize, layer: Layer<P>, run: (usize, usize)) -> Result<(), Halt> {
        self.decide(cell + 1, layer, run)?;
        let section = self.section;
        for footprint in &section.starting_at[cell] {
            let crowded =
                footprint.rises && layer.rising_count + footprint.bricks > self.most_rising;
            if footprint.cells & layer.occupied != 0 || crowded {
                continue;
            }
            let mut next = layer;
            next.occupied |= footprint.cells;
            next.hits = next.hits.or(footprint.hits);
            next.bricks += footprint.bricks;
            if footprint.rises {
                next.rising = next.rising.or(footprint.members);
                next.rising_cells |= footprint.cells;
                next.rising_strips = next.rising_strips.or(footprint.strips);
                next.rising_count += footprint.bricks;
            } else {
                next.flat = next.flat.or(footprint.members);
                next.strips = next.strips.or(footprint.strips);
            }
            if !self.budget.allows(self.fewest_below + next.bricks, next.rising_count) {
                continue;
            }
            let from = self.left.len();
            for at in run.0..run.1 {
                let half = self.left[at];
                if footprint.members.minus(self.halves[kumiki_id::widen(half)].hits).is_empty() {
                    self.left.push(half);
                }
            }
            let to = self.left.len();
            if to > from {
                self.decide(cell + 1, next, (from, to))?;
            }
            self.left.truncate(from);
        }
        Ok(())
    }

    /// Whether the demands on the next layer that are certain by now can all be met.
    ///
    /// The tops of flat and hanging bricks, and the strips of rising ones that this layer cannot
    /// hit any more, must be hit by rising bricks or by something that can start in the next layer
    /// and rest on this one.
    fn next_layer_is_possible(&self, layer: &Layer<P>, hope: Bits<P>, undecided: u64) -> bool {
        let free = self.section.all_cells & !layer.rising_cells;
        let rest = layer.occupied | undecided;
        let reach = layer.rising_cells | undecided | self.section.coverable(free, rest);
        let demands = self.hanging.or(layer.flat).or(layer.rising_strips.minus(hope));
        demands.minus(self.section.hits(reach)).is_empty()
    }
}
