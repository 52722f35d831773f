//! A count told layer by layer, for people.
//!
//! What is told are the layers that `fill` lays, on the halves that they fit, and then which halves
//! are joined. The count itself does with less: of halves that turns of the layer take to each
//! other it keeps one, and of two halves that are exchanged it looks at one order only. Here every
//! half speaks for itself, a half is kept where it came first, and no numbers are added up.
//!
//! ```
//! use kumiki_layers::{Told, tell_count};
//! use kumiki_model::AntislideQuestion;
//! use std::ops::ControlFlow;
//!
//! let question = AntislideQuestion::new("2x2x2".parse()?, vec!["1x2x2".parse()?]);
//! let mut joined = 0;
//! tell_count(&question, &mut |_, told| {
//!     joined += usize::from(matches!(told, Told::Join { .. }));
//!     ControlFlow::Continue(())
//! })?;
//! // Nothing, two bricks that stand in one of two ways, and one brick on another.
//! assert_eq!(joined, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::budget::Budget;
use crate::fill::{Filling, Layer};
use crate::halves::{NotLayered, WIDEST};
use crate::join::fitting_above;
use crate::level::{Group, Half, Level, Overflow, demands_above};
use crate::section::{Section, Slicing};
use kumiki_id::Bits;
use kumiki_model::{AntislideQuestion, Start};
use kumiki_search::Fuel;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// A cell of the box: its layer, row and column as the question has them.
pub type Cell = [usize; 3];

/// What lies above some layers can know of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HalfTold {
    /// There are none: this is the floor, on which everything can stand.
    Floor,
    /// There are some. Cells and sets of cells are sorted.
    Half {
        /// For each brick that goes on in the next layer its cells there.
        rising: Vec<Vec<Cell>>,
        /// The occupied cells of the top layer.
        occupied: Vec<Cell>,
        /// Sets of cells of the next layer; one cell of each must become occupied, and none is by a
        /// rising brick.
        needed: Vec<Vec<Cell>>,
    },
}

/// A step of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// The next layer is laid, in all ways on all halves.
    Level {
        /// The axis across the layers: 0, 1 or 2.
        axis: usize,
        /// The number of the layer, from 0.
        layer: usize,
        /// How many halves there are.
        states: usize,
    },
    /// A layer is laid on a half.
    Lay {
        /// The half.
        half: HalfTold,
        /// The bricks that begin in the layer, each by its cells; sorted.
        bricks: Vec<Vec<Cell>>,
        /// The half that it becomes.
        becomes: HalfTold,
        /// Whether nothing before has become this half.
        is_new: bool,
    },
    /// All layers are laid; halves are joined.
    Middle {
        /// The axis across the layers: 0, 1 or 2.
        axis: usize,
        /// How many layers the box has.
        layers: usize,
        /// How many halves there are.
        states: usize,
    },
    /// A half is joined with another one, which is put on it upside down.
    Join {
        /// The half below.
        half: HalfTold,
        /// The bricks that begin in the layer between them, if there is one.
        between: Option<Vec<Vec<Cell>>>,
        /// The other half, as it looks before it is put upside down.
        other: HalfTold,
    },
}

/// Tells a count: `hear` gets the number of layers laid before each step, and the step, and breaks
/// when it has heard enough. Halves that wait are no more than steps that were told.
///
/// # Errors
/// If the method does not apply.
pub fn tell_count(
    question: &AntislideQuestion,
    hear: &mut dyn FnMut(usize, Told) -> ControlFlow<()>,
) -> Result<(), NotLayered> {
    if question.start != Start::Anywhere {
        return Err(NotLayered::Start);
    }
    let slicing = Slicing::best(question).ok_or(NotLayered::NoSlicing)?;
    if slicing.family_len() > 64 * WIDEST {
        return Err(NotLayered::Family);
    }
    let mut section = Section::new(&slicing, &[0]);
    section.merging = vec![0];
    // That it was broken off is no news to who did it.
    let _ = Teller { slicing: &slicing, section, hear }.tell();
    Ok(())
}

/// Sets are as wide as they can be: speed does not matter here.
const P: usize = WIDEST;

/// Whoever listens, and what is needed to say which cells are meant.
struct Teller<'t> {
    slicing: &'t Slicing,
    section: Section<P>,
    hear: &'t mut dyn FnMut(usize, Told) -> ControlFlow<()>,
}

impl Teller<'_> {
    fn tell(&mut self) -> ControlFlow<()> {
        let layers = self.slicing.layers;
        let mut groups = Level::<P, u64>::floor(&self.section).groups;
        for layer in 0..layers / 2 {
            let (axis, states) = (self.slicing.axes[0], half_count(&groups));
            (self.hear)(layer, Told::Level { axis, layer, states })?;
            groups = self.lay(layer, &groups)?;
        }
        let (axis, states) = (self.slicing.axes[0], half_count(&groups));
        (self.hear)(layers / 2, Told::Middle { axis, layers, states })?;
        match layers % 2 {
            0 => self.join(&groups),
            _ => self.join_around(&groups),
        }
    }

    /// Lays a layer on all halves. The halves that this makes.
    fn lay(&mut self, at: usize, groups: &[Group<P>]) -> ControlFlow<(), Vec<Group<P>>> {
        let mut next = Next::default();
        for group in groups {
            self.fill(group, |teller, layer, left| {
                let demands = demands_above(&teller.section, group.rising, layer);
                let above =
                    Half { demands, hits: layer.hits, occupied: layer.occupied, terms: 0..0 };
                let becomes = teller.half(at + 1, layer.rising, &above);
                let bricks = teller.bricks(at, layer);
                for half in left {
                    let half = teller.half(at, group.rising, &group.halves[*half as usize]);
                    let is_new = next.add(layer, &above);
                    let (bricks, becomes) = (bricks.clone(), becomes.clone());
                    (teller.hear)(at, Told::Lay { half, bricks, becomes, is_new })?;
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(next.groups)
    }

    /// Calls `see` with all layers on a group and the halves that they fit.
    fn fill(
        &mut self,
        group: &Group<P>,
        mut see: impl FnMut(&mut Self, &Layer<P>, &[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut filling = Filling::new(group, usize::MAX, Budget::new(None, false));
        let section = self.section.clone();
        let told =
            filling.advance(&section, group, &mut Fuel::unlimited(), &mut |layer, left| match see(
                self, layer, left,
            ) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Overflow),
            });
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Joins halves that meet: what rises from the one rises from the other, and each hits what the
    /// other demands.
    fn join(&mut self, groups: &[Group<P>]) -> ControlFlow<()> {
        let at = self.slicing.layers / 2;
        for group in groups {
            for half in &group.halves {
                let fits = |other: &&Half<P>| {
                    half.demands.minus(other.hits).is_empty()
                        && other.demands.minus(half.hits).is_empty()
                };
                for other in group.halves.iter().filter(fits) {
                    let [half, other] = [half, other].map(|it| self.half(at, group.rising, it));
                    (self.hear)(at, Told::Join { half, between: None, other })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Joins halves around a layer.
    fn join_around(&mut self, groups: &[Group<P>]) -> ControlFlow<()> {
        let at = self.slicing.layers / 2;
        for group in groups {
            self.fill(group, |teller, layer, left| {
                let above = groups.iter().filter(|other| other.rising == layer.rising);
                let bricks = teller.bricks(at, layer);
                for above in above {
                    let fitting =
                        fitting_above(&teller.section, above, group.rising, layer, IDENTITY);
                    for half in left {
                        for other in &fitting {
                            let [half, other] =
                                [(group, half), (above, other)].map(|(of, half)| {
                                    teller.half(at, of.rising, &of.halves[*half as usize])
                                });
                            let between = Some(bricks.clone());
                            (teller.hear)(at, Told::Join { half, between, other })?;
                        }
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Some cells of a layer.
    fn cells(&self, layer: usize, cells: u64) -> Vec<Cell> {
        let [across, down, right] = self.slicing.axes;
        let cell = |number: usize| {
            let mut cell = [0; 3];
            (cell[across], cell[down]) = (layer, number / self.slicing.columns);
            cell[right] = number % self.slicing.columns;
            cell
        };
        let mut cells: Vec<Cell> = Bits([cells]).iter().map(cell).collect();
        cells.sort_unstable();
        cells
    }

    /// Members of the family as sets of cells of a layer.
    fn members(&self, layer: usize, members: Bits<P>) -> Vec<Vec<Cell>> {
        let cells = |member: usize| self.cells(layer, self.section.member_cells[member]);
        let mut sets: Vec<Vec<Cell>> = members.iter().map(cells).collect();
        sets.sort_unstable();
        sets
    }

    /// A half of so many layers.
    fn half(&self, layers: usize, rising: Bits<P>, half: &Half<P>) -> HalfTold {
        if layers == 0 {
            return HalfTold::Floor;
        }
        HalfTold::Half {
            rising: self.members(layers, rising),
            occupied: self.cells(layers - 1, half.occupied),
            needed: self.members(layers, half.demands),
        }
    }

    /// The bricks that begin in a layer.
    fn bricks(&self, at: usize, layer: &Layer<P>) -> Vec<Vec<Cell>> {
        let mut bricks = self.members(at, layer.flat);
        for member in layer.rising.iter() {
            let cells = self.section.member_cells[member];
            let mut brick = self.cells(at, cells);
            brick.extend(self.cells(at + 1, cells));
            brick.sort_unstable();
            bricks.push(brick);
        }
        bricks.sort_unstable();
        bricks
    }
}

/// The turn that leaves everything where it is.
const IDENTITY: usize = 0;

fn half_count(groups: &[Group<P>]) -> usize {
    groups.iter().map(|group| group.halves.len()).sum()
}

/// Halves of the next level, as they came first.
///
/// * **T1** `known` are the rising bricks, occupied cells and demands of all halves of `groups`.
/// * **T2** `place` is where the group of each set of rising bricks is in `groups`.
#[derive(Default)]
struct Next {
    groups: Vec<Group<P>>,
    known: FxHashSet<(Bits<P>, u64, Bits<P>)>,
    place: FxHashMap<Bits<P>, usize>,
}

impl Next {
    /// Adds a half with the layer on its top. Says whether it is new.
    fn add(&mut self, layer: &Layer<P>, half: &Half<P>) -> bool {
        if !self.known.insert((layer.rising, half.occupied, half.demands)) {
            return false;
        }
        let groups = &mut self.groups;
        let at = *self.place.entry(layer.rising).or_insert_with(|| {
            groups.push(Group {
                rising: layer.rising,
                rising_count: layer.rising_count,
                spread: vec![IDENTITY],
                fewest_bricks: 0,
                halves: Vec::new(),
            });
            groups.len() - 1
        });
        groups[at].halves.push(half.clone());
        true
    }
}
