//! How many shortest solutions there are, without walking each of them.
//!
//! Paths that meet in a position go on alike. So the number of ways to the goal is remembered for
//! each position, with the number of moves that are left.
//!
//! * **O1** `frames` are the positions from the start to where we stand. The moves of each that are
//!   not counted yet are in `waiting`, from `first` on; `solutions` are those below its other
//!   moves.
//! * **O2** `memo` has finished positions only, with the number of all paths from there to the goal
//!   that have as many moves as are left. It does not matter by which way a position was reached:
//!   going straight back is part of no shortest solution.

use crate::arrangement::{Arrangement, byte};
use crate::guide::Guide;
use crate::paths::{Move, Paths};
use kumiki_model::Direction;
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Step, Turn, read_flag, read_size,
};
use rustc_hash::FxHashMap;

/// Positions with fewer nodes below them are counted again rather than remembered.
const SMALL: u64 = 16;

/// What a remembered position takes, while the table grows.
const BYTES_PER_ENTRY: usize = 160;

/// A position, six bits for each cell, and the number of moves left.
type Key = [u64; 4];

/// Cells in a word of a key.
const CELLS_PER_WORD: usize = 10;

/// What takes back a move: the guide's change, and the blank's cell before it.
type Back<C> = (C, u8);

/// A move that has been made, and what takes it back.
type Made<C> = (Back<C>, Move<C>);

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Frame<C> {
    /// Where its moves begin in `Optima::waiting` (O1).
    first: usize,
    /// What takes back the move that led here; `None` for the start.
    back: Option<Back<C>>,
    /// Solutions below its moves that are counted (O1), saturating.
    solutions: u128,
    /// Moves made below it so far.
    nodes: u64,
}

/// Counts all shortest solutions.
#[derive(Clone, Debug)]
pub struct Optima<'g, G: Guide> {
    /// The round whose limit is the length of the shortest solutions.
    paths: Paths<'g, G>,
    /// The position where we stand.
    arrangement: Arrangement,
    /// What the guide knows about it.
    known: G::State,
    /// The positions from the start to where we stand (O1). Empty when all is counted.
    frames: Vec<Frame<G::Change>>,
    /// Moves of `frames` that are not counted yet, those of the last frame last (O1).
    waiting: Vec<Move<G::Change>>,
    /// Numbers of paths to the goal, by position and moves left (O2), saturating.
    memo: FxHashMap<Key, u128>,
    /// The most entries of `memo`.
    limit_entries: usize,
    /// The number of shortest solutions, once all are counted; saturating.
    solutions: Option<u128>,
    /// How many moves were made.
    nodes: u64,
}

impl<'g, G: Guide> Optima<'g, G> {
    /// Begins to count the paths of a round whose limit is the length of the shortest solutions.
    /// The memory takes up to `limit_bytes`; when it is full, nothing more is remembered.
    ///
    /// # Panics
    /// If the automaton of the paths refuses more than going back: it would lose solutions.
    #[must_use]
    pub fn new(paths: &Paths<'g, G>, limit_bytes: usize) -> Self {
        assert!(paths.automaton.keeps_all(), "an automaton that loses solutions");
        let mut optima = Self {
            arrangement: paths.start,
            known: paths.state(),
            frames: Vec::new(),
            waiting: Vec::new(),
            memo: FxHashMap::default(),
            limit_entries: limit_bytes / BYTES_PER_ENTRY,
            solutions: None,
            nodes: 0,
            paths: paths.clone(),
        };
        match (optima.paths.limit, optima.paths.bound() as usize) {
            (0, bound) => optima.solutions = Some(u128::from(bound == 0)),
            (limit, bound) if bound > limit => optima.solutions = Some(0),
            _ => optima.enter(None),
        }
        optima
    }

    /// Counts on. [`Step::Exhausted`] says that all is counted.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Step {
        while self.solutions.is_none() {
            let frame = self.frames.last().expect("O1: the start is there until all is counted");
            if self.waiting.len() == frame.first {
                self.leave();
                continue;
            }
            if !fuel.burn() {
                return Step::OutOfFuel;
            }
            let next = self.waiting.pop().expect("O1: a move waits");
            self.nodes += 1;
            let back = self.make(next);
            let known = if self.frames.len() == self.paths.limit {
                Some(1)
            } else {
                self.memo.get(&self.key(self.frames.len())).copied()
            };
            match known {
                Some(solutions) => {
                    self.unmake(back);
                    self.add(solutions, 1);
                }
                None => self.enter(Some((back, next))),
            }
        }
        Step::Exhausted
    }

    /// The number of shortest solutions, once all are counted. The greatest number stands for
    /// itself and all beyond it.
    #[must_use]
    pub fn solutions(&self) -> Option<u128> {
        self.solutions
    }

    /// How many moves were made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn make(&mut self, next: Move<G::Change>) -> Back<G::Change> {
        let Move { mut change, cell, .. } = next;
        let blank = byte(self.arrangement.blank);
        self.paths.guide.exchange(&mut self.known, &mut change);
        self.arrangement.push(usize::from(cell));
        (change, blank)
    }

    fn unmake(&mut self, (mut change, blank): Back<G::Change>) {
        self.paths.guide.exchange(&mut self.known, &mut change);
        self.arrangement.push(usize::from(blank));
    }

    /// Opens a frame for the position, which a move has led to unless it is the start.
    fn enter(&mut self, made: Option<Made<G::Change>>) {
        let first = self.waiting.len();
        let last = made.map(|(_, next)| next.direction);
        let state = made.map_or(self.paths.automaton.start(), |(_, next)| next.state);
        let place = (self.frames.len(), last, state);
        self.paths.add_moves(&self.arrangement, &self.known, place, &mut self.waiting);
        let back = made.map(|(back, _)| back);
        self.frames.push(Frame { first, back, solutions: 0, nodes: 0 });
    }

    /// Closes the last frame, whose moves are all counted.
    fn leave(&mut self) {
        let frame = self.frames.pop().expect("O1: a frame is open");
        let Some(back) = frame.back else {
            self.solutions = Some(frame.solutions);
            return;
        };
        if frame.nodes >= SMALL && self.memo.len() < self.limit_entries {
            self.memo.insert(self.key(self.frames.len()), frame.solutions);
        }
        self.unmake(back);
        self.add(frame.solutions, frame.nodes + 1);
    }

    /// Adds to the last frame what was found below one of its moves.
    fn add(&mut self, solutions: u128, nodes: u64) {
        let frame = self.frames.last_mut().expect("O1: the start is there until all is counted");
        frame.solutions = frame.solutions.saturating_add(solutions);
        frame.nodes += nodes;
    }

    /// The key of the position after `depth` moves.
    fn key(&self, depth: usize) -> Key {
        let mut key = [0; 4];
        for (word, cells) in key.iter_mut().zip(self.arrangement.cells.chunks(CELLS_PER_WORD)) {
            *word = cells.iter().fold(0, |word, tile| word << 6 | u64::from(*tile));
        }
        // The last word has six cells at most.
        key[3] |= ((self.paths.limit - depth) as u64) << 40;
        key
    }
}

impl<G: Guide> Stages for Optima<'_, G> {
    type Answer = ();

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<()> {
        if self.advance(fuel) == Step::Exhausted { Turn::Done(()) } else { Turn::Going }
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// The records are: the name; the moves made and what was found, if all is done; the frames from
/// the start on, each with the number of its moves that wait, its solutions and its nodes; and what
/// is remembered.
///
/// The moves of a position always come in the same order, and wait for the last of them first. So
/// the number of those that wait tells which one was made.
impl<G: Guide> Snapshot for Optima<'_, G> {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &[self.digest()]);
        let [low, high] = halves(self.solutions.unwrap_or(0));
        writer.numbers(&[self.nodes, u64::from(self.solutions.is_some()), low, high]);
        let ends = self.frames.iter().skip(1).map(|frame| frame.first);
        let mut ends = ends.chain([self.waiting.len()]);
        writer.list(4, &self.frames, |frame, line| {
            let end = ends.next().expect("O1: an end for each frame");
            let [low, high] = halves(frame.solutions);
            line.extend([(end - frame.first) as u64, low, high, frame.nodes]);
        });
        let mut entries: Vec<(&Key, &u128)> = self.memo.iter().collect();
        entries.sort_unstable();
        writer.list(6, entries, |(key, solutions), line| {
            line.extend(key);
            line.extend(halves(*solutions));
        });
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[self.digest()])?;
        let [nodes, is_done, low, high] = reader.numbers()?;
        let solutions = read_flag(is_done)?.then(|| whole(low, high));
        let mut frames = Vec::new();
        reader.list(4, |entry| {
            frames.push((read_size(entry[0])?, whole(entry[1], entry[2]), entry[3]));
            Ok(())
        })?;
        let mut memo = FxHashMap::default();
        reader.list(6, |entry| {
            let key: Key = entry[..4].try_into().map_err(|_| BadSnapshot)?;
            memo.insert(key, whole(entry[4], entry[5]));
            Ok(())
        })?;
        reader.finish()?;
        if solutions.is_none() == frames.is_empty() || frames.len() > self.paths.limit {
            return Err(BadSnapshot);
        }
        (self.arrangement, self.known) = (self.paths.start, self.paths.state());
        self.frames.clear();
        self.waiting.clear();
        let mut made = None;
        let depth = frames.len();
        for (at, (waiting, solutions, nodes)) in frames.into_iter().enumerate() {
            self.enter(made.take());
            let frame = self.frames.last_mut().expect("it was just opened");
            (frame.solutions, frame.nodes) = (solutions, nodes);
            let end = frame.first.checked_add(waiting).ok_or(BadSnapshot)?;
            if at + 1 < depth {
                let next = *self.waiting.get(end).ok_or(BadSnapshot)?;
                made = Some((self.make(next), next));
            }
            if end > self.waiting.len() {
                return Err(BadSnapshot);
            }
            self.waiting.truncate(end);
        }
        (self.memo, self.solutions, self.nodes) = (memo, solutions, nodes);
        Ok(())
    }
}

impl<G: Guide> Optima<'_, G> {
    /// Of the board, the start as seen from the goal, the length and the bound.
    fn digest(&self) -> u64 {
        let Paths { start, compass, limit, .. } = &self.paths;
        let beside = (0..start.cells.len()).flat_map(|cell| {
            let cells = Direction::ALL.map(|direction| {
                let is_there = cell < compass.cell_count();
                is_there.then(|| compass.beside(cell, direction)).flatten()
            });
            cells.map(|cell| cell.map_or(u64::MAX, |cell| cell as u64))
        });
        let numbers = [start.blank as u64, *limit as u64, u64::from(self.paths.bound())];
        let cells = start.cells.iter().map(|tile| u64::from(*tile));
        Digest::of(numbers.into_iter().chain(cells).chain(beside))
    }
}

/// The lower and the higher half of a number.
fn halves(number: u128) -> [u64; 2] {
    let [low, high] = [number & u128::from(u64::MAX), number >> 64];
    [low, high].map(|half| u64::try_from(half).expect("64 bits"))
}

/// The number with these halves.
fn whole(low: u64, high: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}
