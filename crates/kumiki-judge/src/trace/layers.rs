//! Layers of bricks that are laid on each other, and halves of a box that are joined.
//!
//! A state is what layers leave for those above: `rising 1.1.2 1.2.2; occupied 1.1.1 1.2.1; needed
//! 1.3.2 or 1.3.3`. For each brick that goes on in the next layer it has the cells there; then come
//! the occupied cells of the last layer, and sets of cells of the next one, of which one cell each
//! must become occupied. A choice are the bricks that begin in a layer, and in the middle the half
//! that is put on top, upside down.
//!
//! * **Y1** No brick reaches over three layers. Bricks lie in the box, and do not overlap.
//! * **Y2** Under a brick there is the floor or an occupied cell, and above it the same.
//! * **Y3** Along each side of a brick there is a wall or an occupied cell, in one of its layers.
//! * **Y4** What is needed of the next layer must be possible there: one brick is enough for it
//!   that keeps clear of those that rise, and lies on an occupied cell. Layers that need something
//!   else are not told.
//!
//! Two halves meet if the same bricks rise out of both, and if each has what the other needs.

use super::NOTHING;
use super::bricks::{Bricks, cells};
use super::levels::{Fate, Levels};
use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{AntislideAsk, AntislideQuestion, Cuboid, Objective, PlacedBrick};
use kumiki_recount::cells_of;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

type Cell = [usize; 3];

/// Some cells, sorted.
type Cells = Vec<Cell>;

/// What layers leave for those above.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// There are none: on the floor everything can stand.
    Floor,
    Half {
        /// For each brick that goes on in the next layer its cells there.
        rising: BTreeSet<Cells>,
        /// The occupied cells of the last layer.
        occupied: BTreeSet<Cell>,
        /// Sets of cells of the next layer that need an occupied cell; none has one of a rising
        /// brick.
        needed: BTreeSet<Cells>,
    },
}

/// What is decided: the bricks of a layer, sorted by their cells, or the half that is met, or both.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Choice {
    bricks: Vec<Cells>,
    /// In the words of its state.
    other: Option<String>,
}

/// Halves that are joined.
#[derive(Default)]
struct Halves {
    /// By their words.
    named: BTreeMap<String, State>,
    /// The words of those with the same rising bricks, whose cells are moved to layer 0.
    by_rising: BTreeMap<BTreeSet<Cells>, Vec<String>>,
}

/// A box whose layers are laid.
pub(super) struct Layers {
    bricks: Bricks,
    /// The axis across the layers, when it has been said.
    axis: Option<usize>,
    /// The layer that is laid on this level, from 0; in the middle the one between the halves, or
    /// the first of the upper half.
    layer: usize,
    /// How many layers have been begun, the middle not counted.
    begun: usize,
    /// The halves that are joined; nothing before the middle.
    halves: Option<Halves>,
}

impl Layers {
    pub(super) fn new(ask: &AntislideAsk) -> Result<Self, Fault> {
        let bricks = Bricks::new(ask)?;
        Ok(Self { bricks, axis: None, layer: 0, begun: 0, halves: None })
    }

    /// Whether all packings are the answer, whatever their number of bricks.
    pub(super) fn counts_all(&self) -> bool {
        let question = self.question();
        question.objective == Objective::Any && question.max_bricks.is_none()
    }

    fn question(&self) -> &AntislideQuestion {
        self.bricks.question()
    }

    fn axis(&self) -> usize {
        self.axis.unwrap_or(0)
    }

    fn layer_count(&self) -> usize {
        self.question().container().sides()[self.axis()]
    }

    /// Whether a layer is laid on this level: in the middle only if there is one between the
    /// halves.
    fn lays(&self) -> bool {
        self.halves.is_none() || self.layer_count() % 2 == 1
    }

    /// Cells in another layer.
    fn moved<'c>(
        &self,
        cells: impl IntoIterator<Item = &'c Cell>,
        layer: usize,
    ) -> impl Iterator<Item = Cell> {
        let axis = self.axis();
        let place = move |cell: &Cell| {
            let mut cell = *cell;
            cell[axis] = layer;
            cell
        };
        cells.into_iter().map(place).collect::<Vec<_>>().into_iter()
    }

    /// All ways to hold a brick in the box.
    fn extents(&self) -> BTreeSet<[usize; 3]> {
        let sides = self.question().container().sides();
        let held = self.question().bricks().iter().flat_map(Cuboid::orientations);
        held.filter(|extent| (0..3).all(|axis| extent[axis] <= sides[axis])).collect()
    }

    /// The bricks that can begin in a layer, by their cells.
    fn beginning(&self, layer: usize) -> BTreeSet<Cells> {
        let sides = self.question().container().sides();
        let mut found = BTreeSet::new();
        for extent in self.extents() {
            let last = [0, 1, 2].map(|axis| sides[axis] - extent[axis]);
            let range = |axis: usize| match axis == self.axis() {
                true => layer..=layer.min(last[axis]),
                false => 0..=last[axis],
            };
            for low in range(0).flat_map(|a| range(1).map(move |b| [a, b])) {
                for c in range(2) {
                    let origin = [low[0], low[1], c];
                    let mut cells: Cells = PlacedBrick { origin, extent }.places().collect();
                    cells.sort_unstable();
                    found.insert(cells);
                }
            }
        }
        found
    }

    /// The cells of a brick in a layer.
    fn within(&self, brick: &Cells, layer: usize) -> Cells {
        brick.iter().copied().filter(|cell| cell[self.axis()] == layer).collect()
    }

    /// The cells along each side of a rectangle of a layer that does not touch a wall (Y3).
    fn strips(&self, rectangle: &Cells) -> Vec<Cells> {
        let sides = self.question().container().sides();
        let mut strips = Vec::new();
        for axis in (0..3).filter(|axis| *axis != self.axis()) {
            let along = |cell: &Cell| cell[axis];
            let low = rectangle.iter().map(along).min().unwrap_or(0);
            let high = rectangle.iter().map(along).max().unwrap_or(0);
            let beside = [low.checked_sub(1), Some(high + 1).filter(|at| *at < sides[axis])];
            for to in beside.into_iter().flatten() {
                let place = |cell: &Cell| {
                    let mut cell = *cell;
                    cell[axis] = to;
                    cell
                };
                let strip: BTreeSet<Cell> = rectangle.iter().map(place).collect();
                strips.push(strip.into_iter().collect());
            }
        }
        strips
    }

    /// Whether a brick that begins in this layer has something under it (Y2).
    fn stands(&self, state: &State, brick: &Cells) -> bool {
        match state {
            State::Floor => true,
            State::Half { occupied, .. } => {
                let under = self.within(brick, self.layer);
                self.moved(&under, self.layer - 1).any(|cell| occupied.contains(&cell))
            }
        }
    }

    /// What a layer of bricks leaves; nothing if it cannot be laid.
    fn laid(&self, state: &State, bricks: &[Cells]) -> Option<State> {
        let (layer, next) = (self.layer, self.layer + 1);
        let none = BTreeSet::new();
        let (hanging, needed) = match state {
            State::Floor => (&none, &none),
            State::Half { rising, needed, .. } => (rising, needed),
        };
        let mut taken: BTreeSet<Cell> = hanging.iter().flatten().copied().collect();
        for brick in bricks {
            let is_free = brick.iter().all(|cell| taken.insert(*cell)); // Y1
            if !is_free || !self.stands(state, brick) {
                return None;
            }
        }
        let (above, occupied): (BTreeSet<Cell>, BTreeSet<Cell>) =
            taken.into_iter().partition(|cell| cell[self.axis()] == next);
        let is_hit = |cells: &Cells| cells.iter().any(|cell| occupied.contains(cell));
        if !needed.iter().all(is_hit) {
            return None;
        }
        let mut later: Vec<Cells> = hanging.iter().cloned().collect();
        let mut rising = BTreeSet::new();
        for brick in bricks {
            let (own, after) = (self.within(brick, layer), self.within(brick, next));
            let mut open = self.strips(&own).into_iter().filter(|strip| !is_hit(strip));
            if !after.is_empty() {
                rising.insert(after);
                later.extend(open);
            } else if open.next().is_some() {
                return None; // Y3
            } else {
                later.push(own);
            }
        }
        let needed = later.iter().map(|cells| self.moved(cells, next).collect::<Cells>());
        let needed: BTreeSet<Cells> =
            needed.filter(|cells| !cells.iter().any(|cell| above.contains(cell))).collect();
        let is_possible = self.are_possible(&needed, &above, &occupied);
        is_possible.then_some(State::Half { rising, occupied, needed })
    }

    /// Y4.
    fn are_possible(
        &self,
        needed: &BTreeSet<Cells>,
        above: &BTreeSet<Cell>,
        occupied: &BTreeSet<Cell>,
    ) -> bool {
        if needed.is_empty() {
            return true;
        }
        let next = self.layer + 1;
        // Whatever is above the last layer of the box is the ceiling, but a brick of one layer can
        // be thought there.
        let mut useful = BTreeSet::new();
        for brick in self.beginning(self.layer) {
            let own = self.within(&brick, self.layer);
            let lies = own.iter().any(|cell| occupied.contains(cell));
            let there: Cells = self.moved(&own, next).collect();
            if lies && !there.iter().any(|cell| above.contains(cell)) {
                useful.extend(there);
            }
        }
        needed.iter().all(|cells| cells.iter().any(|cell| useful.contains(cell)))
    }

    /// Whether a half that comes upside down fits on another one.
    fn meets(&self, below: &State, above: &State) -> bool {
        let has = |state: &State, other: &State| {
            let (State::Half { needed, .. }, State::Half { occupied, .. }) = (state, other) else {
                return true;
            };
            let flat: BTreeSet<Cell> = self.moved(occupied, 0).collect();
            needed.iter().all(|cells| self.moved(cells, 0).any(|cell| flat.contains(&cell)))
        };
        self.rising(below) == self.rising(above) && has(below, above) && has(above, below)
    }

    /// The bricks that rise, by their cells moved to layer 0.
    fn rising(&self, state: &State) -> BTreeSet<Cells> {
        match state {
            State::Floor => BTreeSet::new(),
            State::Half { rising, .. } => {
                rising.iter().map(|cells| self.moved(cells, 0).collect()).collect()
            }
        }
    }

    /// The halves that go with a layer, or with a half if there is no layer between them.
    fn others(&self, state: &State) -> impl Iterator<Item = &str> {
        let rising = self.rising(state);
        let alike = self.halves.iter().flat_map(move |halves| {
            let names = halves.by_rising.get(&rising).into_iter().flatten();
            names.map(|words| (words, &halves.named[words]))
        });
        alike.filter(move |(_, other)| self.meets(state, other)).map(|(words, _)| words.as_str())
    }

    /// Calls `see` with all layers that can be laid on a state, until it breaks.
    fn fill(
        &self,
        state: &State,
        see: &mut dyn FnMut(&[Cells], &State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut at: BTreeMap<Cell, Vec<Cells>> = BTreeMap::new();
        for cell in cells_of(self.question().container()) {
            if cell[self.axis()] == self.layer {
                at.insert(cell, Vec::new());
            }
        }
        for brick in self.beginning(self.layer) {
            let first = self.within(&brick, self.layer)[0];
            at.entry(first).or_default().push(brick);
        }
        let mut filling = Filling { layers: self, state, see, bricks: Vec::new() };
        let (cells, starting): (Vec<Cell>, Vec<Vec<Cells>>) = at.into_iter().unzip();
        let taken: BTreeSet<Cell> = match state {
            State::Floor => BTreeSet::new(),
            State::Half { rising, .. } => rising.iter().flatten().copied().collect(),
        };
        filling.go_on(&cells, &starting, &taken)
    }

    fn name(&self, cell: &Cell) -> String {
        let [layer, row, column] = cell.map(|at| at + 1);
        match self.question().container().sides()[0] {
            1 => format!("{row}.{column}"),
            _ => format!("{layer}.{row}.{column}"),
        }
    }

    /// The axis and the number of a layer such as `*.*.1`.
    fn layer_called(&self, text: &str) -> Option<(usize, usize)> {
        let parts: Vec<&str> = text.split('.').collect();
        let axis = parts.iter().position(|part| *part != "*").filter(|_| parts.len() == 3)?;
        let number = parts[axis].parse::<usize>().ok()?.checked_sub(1)?;
        let is_alone = parts.iter().filter(|part| **part == "*").count() == 2;
        let is_thin = self.extents().iter().all(|extent| extent[axis] <= 2); // Y1
        let is_same = self.axis.is_none_or(|known| known == axis);
        (is_alone && is_thin && is_same).then_some((axis, number))
    }
}

/// A layer that is being filled.
struct Filling<'f> {
    layers: &'f Layers,
    state: &'f State,
    see: &'f mut dyn FnMut(&[Cells], &State) -> ControlFlow<()>,
    /// What is laid.
    bricks: Vec<Cells>,
}

impl Filling<'_> {
    /// Decides the cells that are left; `starting` are the bricks whose first cell each of them is.
    fn go_on(
        &mut self,
        cells: &[Cell],
        starting: &[Vec<Cells>],
        taken: &BTreeSet<Cell>,
    ) -> ControlFlow<()> {
        let Some((cell, later)) = cells.split_first() else {
            let mut bricks = self.bricks.clone();
            bricks.sort_unstable();
            return match self.layers.laid(self.state, &bricks) {
                Some(state) => (self.see)(&bricks, &state),
                None => ControlFlow::Continue(()),
            };
        };
        if self.is_hopeless(*cell, taken) {
            return ControlFlow::Continue(());
        }
        self.go_on(later, &starting[1..], taken)?;
        for brick in &starting[0] {
            let is_free = !brick.iter().any(|cell| taken.contains(cell));
            if is_free && self.layers.stands(self.state, brick) {
                let taken = taken.iter().chain(brick).copied().collect();
                self.bricks.push(brick.clone());
                self.go_on(later, &starting[1..], &taken)?;
                self.bricks.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether all cells before this one are decided wrongly: something is missing that can only be
    /// there.
    fn is_hopeless(&self, cell: Cell, taken: &BTreeSet<Cell>) -> bool {
        let is_missed = |set: &Cells| set.iter().all(|one| *one < cell && !taken.contains(one));
        let is_needed = match self.state {
            State::Floor => false,
            State::Half { needed, .. } => needed.iter().any(is_missed),
        };
        let Layers { layer, .. } = self.layers;
        let slides = |brick: &Cells| {
            let own = self.layers.within(brick, *layer);
            own.len() == brick.len() && self.layers.strips(&own).iter().any(is_missed)
        };
        is_needed || self.bricks.iter().any(slides)
    }
}

impl Levels for Layers {
    type State = State;
    type Choice = Choice;

    fn start(&self) -> State {
        State::Floor
    }

    fn begin(&mut self, on: &str, states: &mut dyn Iterator<Item = &State>) -> Result<(), Fault> {
        let wrong = || {
            let what = format!("'{on}' is decided, expected the next layer, or the middle");
            Fault::new(rule::TRACE, what)
        };
        let layer = on.strip_prefix("layer ").and_then(|text| self.layer_called(text));
        let middle = on.strip_prefix("the middle of layers up to ");
        let middle = middle.and_then(|text| self.layer_called(text));
        let (axis, number) = layer.or(middle).ok_or_else(wrong)?;
        self.axis = Some(axis);
        let (half, count) = (self.layer_count() / 2, self.layer_count());
        let is_next = match layer {
            Some(_) => number == self.begun && number < half,
            None => self.begun == half && number + 1 == count,
        };
        require(is_next && self.halves.is_none(), rule::TRACE, || wrong().what)?;
        self.layer = self.begun;
        self.begun += usize::from(layer.is_some());
        if layer.is_none() {
            let mut halves = Halves::default();
            for state in states {
                let words = self.words(state);
                halves.by_rising.entry(self.rising(state)).or_default().push(words.clone());
                halves.named.insert(words, state.clone());
            }
            self.halves = Some(halves);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.halves.is_some()
    }

    fn words(&self, state: &State) -> String {
        let State::Half { rising, occupied, needed } = state else {
            return "the floor".to_owned();
        };
        let list = |cells: &mut dyn Iterator<Item = &Cell>, between: &str| {
            cells.map(|cell| self.name(cell)).collect::<Vec<_>>().join(between)
        };
        let mut parts: Vec<String> =
            rising.iter().map(|cells| format!("rising {}", list(&mut cells.iter(), " "))).collect();
        if !occupied.is_empty() {
            parts.push(format!("occupied {}", list(&mut occupied.iter(), " ")));
        }
        let needed = needed.iter().map(|cells| list(&mut cells.iter(), " or "));
        parts.extend(needed.map(|cells| format!("needed {cells}")));
        if parts.is_empty() { "empty".to_owned() } else { parts.join("; ") }
    }

    fn choice(&self, words: &str) -> Result<Choice, Fault> {
        let (laid, other) = match words.split_once("meet ") {
            Some((laid, other)) => (laid.strip_suffix("; "), Some(other.to_owned())),
            None => (Some(words), None),
        };
        let is_right = laid.is_some() == self.lays() && other.is_some() == self.halves.is_some();
        require(is_right, rule::TEXT, || {
            format!("'{words}' is no choice here, expected bricks of a layer, or a half to meet")
        })?;
        let mut bricks = Vec::new();
        for brick in laid.into_iter().filter(|laid| *laid != NOTHING).flat_map(|l| l.split(" and "))
        {
            let cells = brick.strip_prefix("brick ").and_then(cells).unwrap_or_default();
            self.bricks.brick(brick, &cells)?;
            bricks.push(cells);
        }
        let begins = |brick: &Cells| self.within(brick, self.layer) != Cells::new();
        let is_low = |brick: &Cells| brick.iter().all(|cell| cell[self.axis()] >= self.layer);
        let is_sorted = bricks.is_sorted() && bricks.iter().all(|brick| brick.is_sorted());
        require(
            is_sorted && bricks.iter().all(|brick| begins(brick) && is_low(brick)),
            rule::TRACE,
            || format!("'{words}' are not the bricks of this layer, expected them in order"),
        )?;
        let is_known = |other: &String| {
            self.halves.as_ref().is_some_and(|halves| halves.named.contains_key(other))
        };
        require(other.iter().all(is_known), rule::TRACE, || {
            format!("'{words}' meets what is no half, expected one of this level")
        })?;
        Ok(Choice { bricks, other })
    }

    fn is_apart(&self, one: &Choice, other: &Choice) -> bool {
        one != other
    }

    fn are_all(&self, state: &State, choices: &[Choice]) -> bool {
        let told: BTreeSet<&Choice> = choices.iter().collect();
        let mut found = 0;
        let mut see = |bricks: &[Cells], other: Option<&str>| {
            found += 1;
            let choice = Choice { bricks: bricks.to_vec(), other: other.map(str::to_owned) };
            if told.contains(&choice) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let is_told = match (self.halves.is_some(), self.lays()) {
            (false, _) => self.fill(state, &mut |bricks, _| see(bricks, None)),
            (true, true) => self.fill(state, &mut |bricks, after| {
                self.others(after).try_for_each(|other| see(bricks, Some(other)))
            }),
            (true, false) => self.others(state).try_for_each(|other| see(&[], Some(other))),
        };
        is_told.is_continue() && found == choices.len()
    }

    fn fate(&self, state: &State, choice: &Choice) -> Result<Fate<State>, Fault> {
        let after = match self.lays() {
            true => self.laid(state, &choice.bricks),
            false => Some(state.clone()),
        };
        let Some(after) = after else {
            return refuse(rule::TRACE, "a layer cannot be laid there, expected one that can");
        };
        let Some(other) = &choice.other else { return Ok(Fate::Becomes(after)) };
        let other = self.halves.as_ref().and_then(|halves| halves.named.get(other));
        let fits = other.is_some_and(|other| self.meets(&after, other));
        require(fits, rule::TRACE, || "two halves do not fit, expected some that do")?;
        Ok(Fate::Solution)
    }

    fn partner<'c>(&self, choice: &'c Choice) -> Option<&'c str> {
        choice.other.as_deref()
    }
}
