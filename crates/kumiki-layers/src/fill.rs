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
//! The walk is an explicit stack, as deep as the layer has cells, at most 64. It pauses between any
//! two choices. Where it stands is told by the choice that comes next in each frame.

use crate::budget::Budget;
use crate::level::{Group, Half, Overflow};
use crate::section::{Footprint, Section};
use kumiki_id::Bits;
use kumiki_search::{BadSnapshot, Fuel};

/// Looking at this many halves costs a unit of fuel.
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

/// The walk over all layers above the halves of a group.
///
/// * **F1** `left` are indices of halves, those that are left for each open frame. A frame's own
///   are those of its `run`; what comes after `base` belongs to its children.
pub(crate) struct Filling<const P: usize> {
    /// The bricks that come from below.
    hanging: Bits<P>,
    /// Everything that some half demands.
    any_demand: Bits<P>,
    /// The cells that some half offers to rest on: those occupied in its top layer.
    rest: u64,
    /// At most this many rising bricks.
    most_rising: usize,
    /// What the finished halves may cost.
    budget: Budget,
    /// The fewest bricks that one of the halves below has.
    fewest_below: usize,
    /// Positions of halves in the group, frame after frame (F1).
    left: Vec<u32>,
    /// Whether the first choice has been made.
    is_begun: bool,
    /// The free cells on the way to where the walk stands, the first one first.
    frames: Vec<Frame<P>>,
}

/// A free cell in which something may start.
struct Frame<const P: usize> {
    /// The cell.
    cell: usize,
    /// What is laid in the cells before it.
    layer: Layer<P>,
    /// From where to where the halves stand in `left` that are left (F1).
    run: (usize, usize),
    /// How long `left` is without the children (F1).
    base: usize,
    /// What is tried next: 0 to leave the cell empty, k + 1 for the footprint k that starts there.
    choice: usize,
}

/// What all steps of a walk look at.
struct Below<'s, const P: usize> {
    /// The geometry of the layer.
    section: &'s Section<P>,
    /// The halves of the group, which `Filling::left` refers to.
    halves: &'s [Half<P>],
}

impl<const P: usize> Filling<P> {
    /// The walk over the layers above the halves of a group.
    pub(crate) fn new(group: &Group<P>, most_rising: usize, budget: Budget) -> Self {
        let halves = &group.halves;
        Self {
            hanging: group.rising,
            any_demand: halves.iter().fold(Bits::EMPTY, |any, half| any.or(half.demands)),
            rest: halves.iter().fold(0, |any, half| any | half.occupied),
            most_rising,
            budget,
            fewest_below: group.fewest_bricks,
            left: (0..kumiki_id::narrow(halves.len())).collect(),
            is_begun: false,
            frames: Vec::new(),
        }
    }

    /// Calls `see` with every layer above the halves, and the halves that fit under it, until the
    /// fuel is gone. Says whether these were all.
    pub(crate) fn advance(
        &mut self,
        section: &Section<P>,
        group: &Group<P>,
        fuel: &mut Fuel,
        see: &mut impl FnMut(&Layer<P>, &[u32]) -> Result<(), Overflow>,
    ) -> Result<bool, Overflow> {
        let below = Below { section, halves: &group.halves };
        while !self.is_begun || !self.frames.is_empty() {
            if fuel.0 == 0 {
                return Ok(false);
            }
            self.step(&below, fuel, see)?;
        }
        Ok(true)
    }

    /// The choice that comes next in each frame; `None` if nothing was chosen yet.
    pub(crate) fn choices(&self) -> Option<impl ExactSizeIterator<Item = usize>> {
        self.is_begun.then(|| self.frames.iter().map(|frame| frame.choice))
    }

    /// Goes to where these choices come next, from the beginning.
    pub(crate) fn go_to(
        &mut self,
        section: &Section<P>,
        group: &Group<P>,
        choices: &[usize],
    ) -> Result<(), BadSnapshot> {
        let below = Below { section, halves: &group.halves };
        for (depth, choice) in choices.iter().enumerate() {
            // The child of a frame is what was chosen last there.
            if let Some(frame) = self.frames.last_mut() {
                frame.choice = frame.choice.checked_sub(1).ok_or(BadSnapshot)?;
            }
            let fuel = &mut Fuel::unlimited();
            self.step(&below, fuel, &mut |_, _| Ok(())).map_err(|Overflow| BadSnapshot)?;
            // What does not fit is skipped: then it was no choice.
            let before = depth.checked_sub(1).and_then(|before| self.frames.get(before));
            let is_skipped = before.is_some_and(|frame| frame.choice != choices[depth - 1]);
            let frame = self.frames.get_mut(depth).ok_or(BadSnapshot)?;
            let most = section.starting_at[frame.cell].len() + 1;
            if is_skipped || frame.choice != 0 || *choice > most {
                return Err(BadSnapshot);
            }
            frame.choice = *choice;
        }
        Ok(())
    }

    /// Makes the next choice.
    #[inline]
    fn step(
        &mut self,
        below: &Below<'_, P>,
        fuel: &mut Fuel,
        see: &mut impl FnMut(&Layer<P>, &[u32]) -> Result<(), Overflow>,
    ) -> Result<(), Overflow> {
        let Some(frame) = self.frames.last_mut() else {
            self.is_begun = true;
            let layer = self.bare_layer(below.section);
            return self.decide(below, 0, layer, (0, self.left.len()), fuel, see);
        };
        let (cell, run) = (frame.cell, frame.run);
        self.left.truncate(frame.base);
        if frame.choice == 0 {
            frame.choice = 1;
            let layer = frame.layer;
            return self.decide(below, cell + 1, layer, run, fuel, see);
        }
        let (layer, most_rising) = (&frame.layer, self.most_rising);
        let fits = |footprint: &Footprint<P>| {
            let crowded = footprint.rises && layer.rising_count + footprint.bricks > most_rising;
            footprint.cells & layer.occupied == 0 && !crowded
        };
        let rest = &below.section.starting_at[cell][frame.choice - 1..];
        let Some(skipped) = rest.iter().position(fits) else {
            self.frames.pop();
            return Ok(());
        };
        let footprint = &rest[skipped];
        frame.choice += skipped + 1;
        let mut next = frame.layer;
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
            return Ok(());
        }
        let from = self.left.len();
        for at in run.0..run.1 {
            let half = self.left[at];
            if footprint.members.minus(below.halves[half as usize].hits).is_empty() {
                self.left.push(half);
            }
        }
        let to = self.left.len();
        if to > from { self.decide(below, cell + 1, next, (from, to), fuel, see) } else { Ok(()) }
    }

    /// A layer with the hanging bricks only.
    fn bare_layer(&self, section: &Section<P>) -> Layer<P> {
        let occupied = section.cells_of(self.hanging);
        Layer {
            occupied,
            hits: section.hits(occupied),
            flat: Bits::EMPTY,
            rising: Bits::EMPTY,
            bricks: 0,
            rising_count: 0,
            rising_cells: 0,
            rising_strips: Bits::EMPTY,
            strips: Bits::EMPTY,
        }
    }

    /// Decides the cells from `cell` on, up to one that is free: that becomes a frame. `run` is
    /// where the halves stand that are left.
    fn decide(
        &mut self,
        below: &Below<'_, P>,
        mut cell: usize,
        layer: Layer<P>,
        mut run: (usize, usize),
        fuel: &mut Fuel,
        see: &mut impl FnMut(&Layer<P>, &[u32]) -> Result<(), Overflow>,
    ) -> Result<(), Overflow> {
        let section = below.section;
        fuel.0 = fuel.0.saturating_sub(1 + ((run.1 - run.0) / HALVES_IN_A_STEP) as u64);
        // Occupied cells, and those in which nothing can start, are decided already.
        while cell < section.cell_count && !section.can_start(cell, layer.occupied) {
            cell += 1;
        }
        let undecided = !layer.occupied & section.cells_from(cell);
        // What can still be hit, if everything goes well.
        let hope = layer.hits.or(section.hits(section.coverable(undecided, self.rest)));
        if !layer.strips.minus(hope).is_empty()
            || !self.next_layer_is_possible(section, &layer, hope, undecided)
        {
            return Ok(());
        }
        if !self.any_demand.minus(hope).is_empty() {
            let from = self.left.len();
            for at in run.0..run.1 {
                let half = self.left[at];
                if below.halves[half as usize].demands.minus(hope).is_empty() {
                    self.left.push(half);
                }
            }
            run = (from, self.left.len());
        }
        if run.1 == run.0 {
            return Ok(());
        }
        if cell == section.cell_count {
            return see(&layer, &self.left[run.0..run.1]);
        }
        self.frames.push(Frame { cell, layer, run, base: self.left.len(), choice: 0 });
        Ok(())
    }

    /// Whether the demands on the next layer that are certain by now can all be met.
    ///
    /// The tops of flat and hanging bricks, and the strips of rising ones that this layer cannot
    /// hit any more, must be hit by rising bricks or by something that can start in the next layer
    /// and rest on this one.
    fn next_layer_is_possible(
        &self,
        section: &Section<P>,
        layer: &Layer<P>,
        hope: Bits<P>,
        undecided: u64,
    ) -> bool {
        let free = section.all_cells & !layer.rising_cells;
        let rest = layer.occupied | undecided;
        let reach = layer.rising_cells | undecided | section.coverable(free, rest);
        let demands = self.hanging.or(layer.flat).or(layer.rising_strips.minus(hope));
        demands.minus(section.hits(reach)).is_empty()
    }
}
