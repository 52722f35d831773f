//! The tree of moves below a start, as far as a search without memory walks through it: all paths
//! of the blank that never go straight back, by their lengths.
//!
//! How many paths there are depends on the board and the blank alone; they are counted cell by
//! cell. How many positions they end in takes all positions of a level. The paths that end in one
//! position go on alike but for the way back, so that the ways in which it was entered are all that
//! is remembered of them.
//!
//! * **M1** `level` has the positions of the last level, each once and in order, with the ways in
//!   which paths of this length enter it. Those before `done` have been expanded into `next`.
//! * **M2** `met` has all positions of all levels.
//! * **M3** `entries` has, for each cell and each way into it, how many paths of the last level end
//!   so. The empty path has come by no way.

use kumiki_model::{Direction, SlidingBoard, SlidingPosition};
use kumiki_search::{Fuel, Progress, Stages, Turn};
use std::collections::HashSet;

/// The most cells, four bits each.
const MAX_CELLS: usize = 16;

/// The longest paths: three ways on from each of so many positions are counted in 128 bits.
const MAX_DEPTH: usize = 80;

/// That a position was entered by no way: the start.
const NO_WAY: u8 = 1 << 4;

/// What is known about paths of one length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paved {
    /// How many paths there are.
    pub paths: u128,
    /// How many positions they end in.
    pub positions: u64,
    /// How many of these no shorter path ends in.
    pub new: u64,
}

/// The tree of moves below a start, level by level.
#[derive(Clone, Debug)]
pub struct MoveTree {
    board: SlidingBoard,
    depth: usize,
    levels: Vec<Paved>,
    /// Positions, four bits for each cell, and sets of the ways into them (M1).
    level: Vec<(u64, u8)>,
    done: usize,
    next: Vec<(u64, u8)>,
    /// M2.
    met: HashSet<u64>,
    /// M3: element 5 x cell + way, with 4 for no way.
    entries: Vec<u128>,
}

impl MoveTree {
    /// Begins at a start, for paths of at most so many moves. `None` if the board has more than 16
    /// cells or the paths may be longer than 80.
    #[must_use]
    pub fn new(start: &SlidingPosition, depth: usize) -> Option<Self> {
        let board = start.board();
        if board.cell_count() > MAX_CELLS || depth > MAX_DEPTH {
            return None;
        }
        let cells = start.tiles().iter().enumerate();
        let packed: u64 = cells.map(|(cell, tile)| u64::from(*tile) << (4 * cell)).sum();
        let mut entries = vec![0; 5 * board.cell_count()];
        entries[5 * start.blank() + 4] = 1;
        Some(Self {
            board,
            depth,
            levels: vec![Paved { paths: 1, positions: 1, new: 1 }],
            level: vec![(packed, NO_WAY)],
            done: 0,
            next: Vec::new(),
            met: HashSet::from([packed]),
            entries,
        })
    }

    /// The levels that are finished; the empty path is the only one of level 0.
    #[must_use]
    pub fn levels(&self) -> &[Paved] {
        &self.levels
    }

    /// The moves from a cell of the blank: the number of the way, and the cell it leads to.
    fn ways(&self, blank: usize) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        let board = self.board;
        Direction::ALL.into_iter().enumerate().filter_map(move |(way, direction)| {
            let back = Direction::ALL.iter().position(|other| *other == direction.opposite());
            Some((way, back.expect("one of all"), board.neighbour(blank, direction)?))
        })
    }

    /// The positions that follow the next one of the level.
    fn expand(&mut self, (packed, entered): (u64, u8)) {
        let cells = self.board.cell_count();
        let blank = (0..cells).find(|cell| packed >> (4 * cell) & 15 == 0);
        let blank = blank.expect("every position has a blank");
        for (way, back, cell) in self.ways(blank) {
            // A path may go on unless it came by the way back.
            if entered & !(1 << back) != 0 {
                let tile = packed >> (4 * cell) & 15;
                self.next.push((packed ^ (tile << (4 * cell) | tile << (4 * blank)), 1 << way));
            }
        }
    }

    /// Ends a level: what was found becomes the next one.
    fn turn(&mut self) {
        self.next.sort_unstable();
        self.level.clear();
        self.done = 0;
        for (packed, way) in self.next.drain(..) {
            match self.level.last_mut() {
                Some((last, ways)) if *last == packed => *ways |= way,
                _ => self.level.push((packed, way)),
            }
        }
        let before = self.met.len();
        self.met.extend(self.level.iter().map(|(packed, _)| *packed));
        let mut entries = vec![0; self.entries.len()];
        for blank in 0..self.board.cell_count() {
            let from = &self.entries[5 * blank..5 * blank + 5];
            for (way, back, cell) in self.ways(blank) {
                entries[5 * cell + way] += from.iter().sum::<u128>() - from[back];
            }
        }
        self.entries = entries;
        self.levels.push(Paved {
            paths: self.entries.iter().sum(),
            positions: self.level.len() as u64,
            new: (self.met.len() - before) as u64,
        });
    }
}

/// A unit of fuel pays for a position; sorting a level is not interrupted.
impl Stages for MoveTree {
    type Answer = ();

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<()> {
        while self.levels.len() <= self.depth {
            while let Some(entry) = self.level.get(self.done) {
                if !fuel.burn() {
                    return Turn::Going;
                }
                let entry = *entry;
                self.done += 1;
                self.expand(entry);
            }
            self.turn();
        }
        Turn::Done(())
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: every path is walked, and all positions are kept.
    fn naive(start: &SlidingPosition, depth: usize) -> Vec<Paved> {
        let mut paths = vec![(start.clone(), None)];
        let mut met = HashSet::new();
        let mut levels = Vec::new();
        for _ in 0..=depth {
            let ends: HashSet<SlidingPosition> =
                paths.iter().map(|(position, _)| position.clone()).collect();
            let before = met.len();
            met.extend(ends.iter().cloned());
            levels.push(Paved {
                paths: paths.len() as u128,
                positions: ends.len() as u64,
                new: (met.len() - before) as u64,
            });
            let mut longer = Vec::new();
            for (position, last) in &paths {
                for direction in Direction::ALL {
                    let mut next = position.clone();
                    if *last != Some(direction.opposite()) && next.step(direction).is_some() {
                        longer.push((next, Some(direction)));
                    }
                }
            }
            paths = longer;
        }
        levels
    }

    fn levels(start: &SlidingPosition, depth: usize, sip: u64) -> Vec<Paved> {
        let mut tree = MoveTree::new(start, depth).expect("a small board");
        while matches!(tree.advance(&mut Fuel(sip)), Turn::Going) {}
        tree.levels().to_vec()
    }

    #[test]
    fn small_trees_agree_with_the_definition() {
        for (board, start, depth) in [
            ("2x2", "1230", 14),
            ("2x3", "123450", 14),
            ("3x2", "103425", 14),
            ("3x3", "123405678", 12),
            ("4x4", "123456789abcdef0", 11),
            ("4x4", "1234506789abcdef", 10),
        ] {
            let start = SlidingPosition::parse(board.parse().expect("a board"), start);
            let start = start.expect("a position");
            let known = naive(&start, depth);
            for sip in [1, 7, 1 << 20] {
                assert_eq!(levels(&start, depth, sip), known, "{start}, {sip} at a time");
            }
        }
    }

    /// A cycle takes at least twelve moves: three times around a square of four cells.
    #[test]
    fn five_levels_below_any_position_have_no_position_twice() {
        for blank in 0..16 {
            let mut tiles: Vec<u8> = (1..16).collect();
            tiles.insert(blank, 0);
            let start = SlidingPosition::new("4x4".parse().expect("a board"), tiles);
            let levels = levels(&start.expect("a position"), 6, 1 << 20);
            let is_all_new = |level: &Paved| {
                u128::from(level.positions) == level.paths && level.new == level.positions
            };
            assert!(levels[..6].iter().all(is_all_new), "blank in cell {blank}");
            // Two ways around each square of four cells at the blank end in one position.
            let squares = [1, 2, 2, 1, 2, 4, 4, 2, 2, 4, 4, 2, 1, 2, 2, 1][blank];
            let Paved { paths, positions, new } = levels[6];
            assert_eq!((paths - u128::from(positions), new), (squares, positions), "{blank}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let start = SlidingPosition::solved("5x5".parse().expect("a board"));
        assert!(MoveTree::new(&start, 3).is_none());
        let start = SlidingPosition::solved("2x2".parse().expect("a board"));
        assert!(MoveTree::new(&start, 81).is_none() && MoveTree::new(&start, 80).is_some());
    }
}
