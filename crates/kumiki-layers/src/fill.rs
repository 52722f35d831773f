//! All ways to fill one layer above a set of halves with the same rising bricks.
//!
//! Cells are decided in order. A cell that is free is left empty, or a flat or rising brick starts in it. Three
//! kinds of demand are watched:
//!
//! * the strips of flat bricks must be hit within the layer: when all cells of a strip are decided (N3) and none is
//!   occupied, the branch ends;
//! * the bottoms of flat and rising bricks must be hit by the layer below: halves that do not hit them drop out;
//! * what a half demands of this layer must be hit: halves that demand a set lost for good drop out.
//!
//! When no half is left the branch ends. The halves that are left in the end fit under the finished layer, all of them.
//!
//! The recursion is as deep as the layer has cells, at most 64.

use crate::level::Half;
use crate::section::Section;
use kumiki_id::Bits;

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
    /// Strips of flat bricks.
    strips: Bits<P>,
}

/// The walk over all layers above the given halves.
pub(crate) struct Filler<'s, const P: usize, F> {
    section: &'s Section<P>,
    halves: &'s [Half<P>],
    /// Everything that some half demands.
    any_demand: Bits<P>,
    /// At most this many rising bricks.
    most_rising: usize,
    /// Indices of the halves that are left, one run per open call.
    left: Vec<u32>,
    see: F,
}

impl<'s, const P: usize, F: FnMut(&Layer<P>, &[u32])> Filler<'s, P, F> {
    /// Calls `see` with every layer above bricks `hanging` from the halves, and the halves that fit under it.
    pub(crate) fn run(section: &'s Section<P>, hanging: Bits<P>, halves: &'s [Half<P>], most_rising: usize, see: F) {
        let occupied = section.cells_of(hanging);
        let layer = Layer {
            occupied,
            hits: section.hits(occupied),
            flat: Bits::EMPTY,
            rising: Bits::EMPTY,
            bricks: 0,
            rising_count: 0,
            strips: Bits::EMPTY,
        };
        let left: Vec<u32> = (0..kumiki_id::narrow(halves.len())).collect();
        let any_demand = halves.iter().fold(Bits::EMPTY, |any, half| any.or(half.demands));
        let end = left.len();
        let mut filler = Filler { section, halves, any_demand, most_rising, left, see };
        filler.decide(0, layer, (0, end));
    }

    /// Decides the cells from `cell` on; `run` is where the halves stand that are left.
    fn decide(&mut self, mut cell: usize, layer: Layer<P>, run: (usize, usize)) {
        while cell < self.section.cell_count && layer.occupied >> cell & 1 == 1 {
            cell += 1;
        }
        if cell == self.section.cell_count {
            (self.see)(&layer, &self.left[run.0..run.1]);
            return;
        }
        self.leave_empty(cell, layer, run);
        let section = self.section;
        for footprint in &section.starting_at[cell] {
            let crowded = footprint.rises && layer.rising_count == self.most_rising;
            if footprint.cells & layer.occupied != 0 || crowded {
                continue;
            }
            let mut next = layer;
            next.occupied |= footprint.cells;
            next.hits = next.hits.or(footprint.hits);
            next.bricks += 1;
            if footprint.rises {
                next.rising.insert(footprint.member);
                next.rising_count += 1;
            } else {
                next.flat.insert(footprint.member);
                next.strips = next.strips.or(footprint.strips);
                if next.strips.minus(next.hits).meets(section.decided[cell]) {
                    continue;
                }
            }
            let from = self.left.len();
            for at in run.0..run.1 {
                let half = self.left[at];
                if self.halves[kumiki_id::widen(half)].hits.contains(footprint.member) {
                    self.left.push(half);
                }
            }
            let to = self.left.len();
            if to > from {
                self.decide(cell + 1, next, (from, to));
            }
            self.left.truncate(from);
        }
    }

    fn leave_empty(&mut self, cell: usize, layer: Layer<P>, run: (usize, usize)) {
        // What is decided and not hit now is lost for good.
        let lost = self.section.decided[cell].minus(layer.hits);
        if layer.strips.meets(lost) {
            return;
        }
        if !self.any_demand.meets(lost) {
            self.decide(cell + 1, layer, run);
            return;
        }
        let from = self.left.len();
        for at in run.0..run.1 {
            let half = self.left[at];
            if !self.halves[kumiki_id::widen(half)].demands.meets(lost) {
                self.left.push(half);
            }
        }
        let to = self.left.len();
        if to > from {
            self.decide(cell + 1, layer, (from, to));
        }
        self.left.truncate(from);
    }
}
