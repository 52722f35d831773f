//! Shortest solutions if a slide of several tiles in a line counts as one move.
//!
//! # The bound
//! A slide along a row takes at most one tile less than there are columns by one step each. With x
//! steps to go across the columns in all, there are thus at least x / (columns − 1) slides along
//! rows, rounded up; likewise along columns. In a shortest solution slides along rows and along
//! columns take turns, as two slides in one line are one slide, or none. So if h slides along rows
//! and v along columns are needed and the next one is along a row, then n slides are enough only if
//! half of n, rounded up, is at least h, and half of n, rounded down, at least v: n is not less
//! than 2h − 1 and 2v.
//!
//! # The search
//! * **L1** Take the slide that was put aside last; take back slides until we stand where it can be
//!   made, and make it.
//! * **L2** If the bound says that the goal is too far, forget it.
//! * **L3** If it was the last slide, it has reached the goal: a solution.
//! * **L4** Otherwise put aside all slides across it, the first one last.

use crate::arrangement::{Arrangement, Compass, byte};
use kumiki_id::narrow;
use kumiki_model::{Direction, SlidingBoard, SlidingQuestion};
use kumiki_search::{Arrival, Expansion, Explained, Fuel, Prefix, Profile, Search, Space, Step};
use std::sync::Arc;

/// Along a row, and along a column.
const AXES: usize = 2;

/// All paths of exactly `limit` slides from a start to its goal, no two slides one after the other
/// in one line.
///
/// A choice is the cell to which the blank goes. All slides made that keep to the bound are counted
/// on level 0 of the profile.
#[derive(Clone, Debug)]
pub struct Slides {
    /// The start, seen from the goal.
    start: Arrangement,
    /// The ways from each cell of the board.
    compass: Arc<Compass>,
    /// The board, with at least two rows and columns.
    board: SlidingBoard,
    /// The length of the paths, in slides.
    limit: usize,
}

/// The axis of a direction.
fn axis(direction: Direction) -> usize {
    direction as usize % AXES
}

impl Slides {
    /// All paths of `limit` slides.
    #[must_use]
    pub fn new(question: &SlidingQuestion, limit: u32) -> Self {
        let board = question.start().board();
        let (start, compass) = (Arrangement::new(question), Arc::new(Compass::new(board)));
        Self { start, compass, board, limit: limit as usize }
    }

    /// The same with another length.
    #[must_use]
    pub fn with_limit(&self, limit: u32) -> Self {
        Self { limit: limit as usize, ..self.clone() }
    }

    /// A lower bound for the number of slides of a solution.
    #[must_use]
    pub fn bound(&self) -> u32 {
        let needed = self.needed(self.steps(&self.start));
        narrow((0..AXES).map(|first| at_least(needed, first)).min().unwrap_or(0))
    }

    /// A search below a prefix.
    #[must_use]
    pub fn search(&self, prefix: &Prefix) -> SlideSearch {
        SlideSearch::new(self.clone(), prefix)
    }

    /// How many steps a tile in a cell has to go along each axis.
    fn steps_of(&self, cell: usize, tile: u8) -> [usize; AXES] {
        let (columns, home) = (self.board.columns(), usize::from(tile));
        [(cell % columns).abs_diff(home % columns), (cell / columns).abs_diff(home / columns)]
    }

    /// How many steps all tiles have to go along each axis.
    fn steps(&self, arrangement: &Arrangement) -> [usize; AXES] {
        let tiles = (0..self.board.cell_count()).filter(|cell| *cell != arrangement.blank);
        tiles.fold([0; AXES], |[across, down], cell| {
            let [right, below] = self.steps_of(cell, arrangement.cells[cell]);
            [across + right, down + below]
        })
    }

    /// How many slides along each axis are needed for so many steps.
    fn needed(&self, [across, down]: [usize; AXES]) -> [usize; AXES] {
        [across.div_ceil(self.board.columns() - 1), down.div_ceil(self.board.rows() - 1)]
    }

    /// The direction from a cell to another one in its row or column.
    fn direction(&self, from: usize, to: usize) -> Direction {
        let is_same_row = from / self.board.columns() == to / self.board.columns();
        match (is_same_row, from < to) {
            (true, true) => Direction::East,
            (true, false) => Direction::West,
            (false, true) => Direction::South,
            (false, false) => Direction::North,
        }
    }
}

/// How many slides there are at least if so many are needed along each axis, and the next one is
/// along axis `first`.
fn at_least(needed: [usize; AXES], first: usize) -> usize {
    (2 * needed[first]).saturating_sub(1).max(2 * needed[1 - first])
}

impl Space for Slides {
    type Search<'s> = SlideSearch;

    fn begin(&self, prefix: &Prefix) -> SlideSearch {
        self.search(prefix)
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        let mut search = self.search(prefix);
        if search.is_prefix_solution() {
            return Expansion::Solution;
        }
        let mut choices = Vec::new();
        for (cell, depth) in search.children().into_iter().rev() {
            if search.try_slide(cell, depth) {
                choices.push(u32::from(cell));
            }
        }
        if prefix.len() + 1 < self.limit {
            profile.level(0).nodes += choices.len() as u64;
        }
        Expansion::Choices(choices)
    }
}

/// All slides across the last one are told, even if the bound is too high.
impl Explained for Slides {
    fn arrive(&self, prefix: &Prefix) -> Arrival {
        let search = self.search(prefix);
        if search.is_prefix_solution() {
            return Arrival::Solution { forced: Vec::new() };
        }
        if !search.is_fresh {
            return Arrival::Dead;
        }
        let children = search.children().into_iter().rev();
        let ways = children.map(|(cell, _)| u32::from(cell)).collect();
        Arrival::Branch { forced: Vec::new(), item: Some(0), ways }
    }
}

/// A walk through the paths below a prefix.
///
/// * **L5** `stops` are the cells of the blank from the start on, before each slide and now; the
///   first `given` slides are the prefix.
/// * **L6** `steps` is what all tiles of `arrangement` have to go.
/// * **L7** `waiting` has slides that are put aside: the cell where the blank goes, and the number
///   of slides before.
#[derive(Clone, Debug)]
pub struct SlideSearch {
    /// The paths that are searched.
    slides: Slides,
    /// The position where we stand.
    arrangement: Arrangement,
    /// The steps that all tiles have to go, along rows and along columns (L6).
    steps: [usize; AXES],
    /// The cells of the blank at the start and after each slide (L5).
    stops: Vec<u8>,
    /// How many slides the prefix has made: they are never taken back (L5).
    given: usize,
    /// Slides put aside, the next one last (L7).
    waiting: Vec<(u8, usize)>,
    /// Whether the search still has to begin at its prefix. Never if the prefix is no path, or the
    /// bound is above the limit.
    is_fresh: bool,
    /// The way of the blank, cell by cell, of the solution at which the search holds still.
    solution: Option<Vec<Direction>>,
    /// Slides made, all on level 0.
    profile: Profile,
}

impl SlideSearch {
    /// The directions of the blank, cell by cell, on the way to the goal at which the search holds
    /// still.
    #[must_use]
    pub fn solution(&self) -> Option<&[Direction]> {
        self.solution.as_deref()
    }

    fn new(slides: Slides, prefix: &Prefix) -> Self {
        let mut profile = Profile::new(&[]);
        profile.level(0);
        let mut search = Self {
            arrangement: slides.start,
            steps: slides.steps(&slides.start),
            stops: vec![byte(slides.start.blank)],
            given: 0,
            waiting: Vec::new(),
            is_fresh: (slides.bound() as usize) <= slides.limit,
            solution: None,
            profile,
            slides,
        };
        for choice in prefix.choices() {
            let children = search.children();
            let slide = children.iter().find(|(cell, _)| u32::from(*cell) == *choice);
            search.is_fresh &= slide.is_some_and(|(cell, depth)| search.try_slide(*cell, *depth));
        }
        search.given = search.depth();
        search
    }

    fn depth(&self) -> usize {
        self.stops.len() - 1
    }

    /// Whether the prefix is a solution by itself.
    fn is_prefix_solution(&self) -> bool {
        self.is_fresh && self.depth() == self.slides.limit
    }

    /// The direction of the last slide.
    fn last(&self) -> Option<Direction> {
        let [.., from, to] = self.stops[..] else { return None };
        Some(self.slides.direction(usize::from(from), usize::from(to)))
    }

    /// The slides across the last one, the first of them last.
    fn children(&self) -> Vec<(u8, usize)> {
        let last = self.last().map(axis);
        let mut found = Vec::new();
        if self.depth() < self.slides.limit {
            for direction in
                Direction::ALL.into_iter().filter(|direction| Some(axis(*direction)) != last)
            {
                let mut cell = self.arrangement.blank;
                while let Some(next) = self.slides.compass.beside(cell, direction) {
                    found.push((byte(next), self.depth()));
                    cell = next;
                }
            }
        }
        found.reverse();
        found
    }

    /// L1 and L2. Says whether the slide was made.
    fn try_slide(&mut self, cell: u8, depth: usize) -> bool {
        while self.depth() > depth {
            self.unslide();
        }
        let direction = self.slides.direction(self.arrangement.blank, usize::from(cell));
        self.slide(usize::from(cell));
        self.stops.push(cell);
        let needed = self.slides.needed(self.steps);
        let is_live = self.depth() + at_least(needed, 1 - axis(direction)) <= self.slides.limit;
        if !is_live {
            self.unslide();
        }
        is_live
    }

    fn unslide(&mut self) {
        self.stops.pop();
        let before = self.stops.last().expect("L5: the start is never left");
        self.slide(usize::from(*before));
    }

    /// Takes the blank to a cell in its row or column.
    fn slide(&mut self, to: usize) {
        while self.arrangement.blank != to {
            let (here, direction) =
                (self.arrangement.blank, self.slides.direction(self.arrangement.blank, to));
            let next =
                self.slides.compass.beside(here, direction).expect("the cell is on the board");
            let tile = self.arrangement.push(next);
            let axis = axis(direction);
            self.steps[axis] += self.slides.steps_of(here, tile)[axis];
            self.steps[axis] -= self.slides.steps_of(next, tile)[axis];
        }
    }

    /// L4
    fn put_aside(&mut self) {
        let children = self.children();
        self.waiting.extend(children);
    }

    /// The way of the blank, cell by cell.
    fn way(&self) -> Vec<Direction> {
        let mut way = Vec::new();
        for stops in self.stops.windows(2) {
            let (mut cell, to) = (usize::from(stops[0]), usize::from(stops[1]));
            while cell != to {
                let direction = self.slides.direction(cell, to);
                cell =
                    self.slides.compass.beside(cell, direction).expect("the cell is on the board");
                way.push(direction);
            }
        }
        way
    }
}

impl Search for SlideSearch {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        self.solution = None;
        let is_prefix_solution = self.is_prefix_solution();
        if std::mem::take(&mut self.is_fresh) {
            if is_prefix_solution {
                self.solution = Some(self.way());
                return Step::Solution;
            }
            self.put_aside();
        }
        loop {
            let Some((cell, depth)) = self.waiting.pop() else { return Step::Exhausted };
            if !fuel.burn() {
                self.waiting.push((cell, depth));
                return Step::OutOfFuel;
            }
            if !self.try_slide(cell, depth) {
                continue;
            }
            // L3
            if self.depth() == self.slides.limit {
                self.solution = Some(self.way());
                return Step::Solution;
            }
            self.profile.level(0).nodes += 1;
            self.put_aside();
        }
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        self.solution = None;
        let path = |search: &Self| -> Vec<u32> {
            search.stops[1..].iter().map(|cell| u32::from(*cell)).collect()
        };
        if std::mem::take(&mut self.is_fresh) {
            return vec![Prefix::from(path(self))];
        }
        let mut rest = Vec::new();
        while let Some((cell, depth)) = self.waiting.pop() {
            if self.try_slide(cell, depth) {
                rest.push(Prefix::from(path(self)));
                self.profile.level(0).nodes += u64::from(self.depth() < self.slides.limit);
            }
        }
        rest
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn audit(&self) -> Result<(), String> {
        let mut again = Self { arrangement: self.slides.start, ..self.clone() };
        again.steps = self.slides.steps(&self.slides.start);
        self.stops.iter().for_each(|stop| again.slide(usize::from(*stop)));
        if again.arrangement != self.arrangement {
            return Err(String::from("L5: the stops do not lead to the arrangement"));
        }
        if self.slides.steps(&self.arrangement) != self.steps {
            return Err(String::from("L6: steps are counted wrongly"));
        }
        let depths: Vec<usize> = self.waiting.iter().map(|(_, depth)| *depth).collect();
        if !depths.is_sorted()
            || depths.iter().any(|depth| !(self.given..=self.depth()).contains(depth))
        {
            return Err(String::from("L7: slides wait out of order"));
        }
        Ok(())
    }
}
