//! The positions that happy moves alone solve: each push brings its tile closer to its goal.
//!
//! Searched from the goal: a push backwards takes a tile one step away from its goal, so the sum of
//! all distances is the number of moves behind us, and a position is met in one layer only. Within
//! a layer it may be met several times; sorting brings its copies together.
//!
//! * **A1** `layer` has the positions of the last layer, each once and in order. Those before
//!   `done` have been expanded into `next`.

use kumiki_model::{Direction, SlidingBoard, SlidingPosition};
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Step, Turn, read_size,
};

/// The most cells, four bits each.
const MAX_CELLS: usize = 16;

/// All positions from which a goal is reached by happy moves alone, layer by layer.
#[derive(Clone, Debug)]
pub struct HappyPositions {
    board: SlidingBoard,
    /// For each cell of the blank its neighbours: where the neighbouring cell begins in a packed
    /// position, and a set of tiles, bit by bit: those that a step from there into the blank's cell
    /// takes away from their goals.
    ways: Vec<Vec<(u32, u16)>>,
    /// Element d: how many positions are at distance d, up to the last layer.
    layers: Vec<u64>,
    /// The positions of the last layer, four bits for each cell (A1).
    layer: Vec<u64>,
    /// How many of `layer` have been expanded (A1).
    done: usize,
    /// What came of these, in no order and with copies; sorted when the layer is done.
    next: Vec<u64>,
    /// Digest of the board and the goal, which a snapshot must agree with.
    digest: u64,
}

impl HappyPositions {
    /// Begins at a goal. `None` if the board has more than 16 cells.
    #[must_use]
    pub fn new(goal: &SlidingPosition) -> Option<Self> {
        let board = goal.board();
        if board.cell_count() > MAX_CELLS {
            return None;
        }
        let goes_away = |from: usize, to: usize, tile: u8| {
            let home = goal.cell_of(tile);
            board.steps(to, home) > board.steps(from, home)
        };
        let tiles = || goal.tiles().iter().copied().filter(|tile| *tile != 0);
        let way = |blank: usize, direction: Direction| {
            let from = board.neighbour(blank, direction)?;
            let away =
                tiles().filter(|tile| goes_away(from, blank, *tile)).map(|tile| 1 << tile).sum();
            Some((shift(from), away))
        };
        let ways = (0..board.cell_count())
            .map(|blank| {
                Direction::ALL.into_iter().filter_map(|direction| way(blank, direction)).collect()
            })
            .collect();
        let packed: u64 = goal
            .tiles()
            .iter()
            .enumerate()
            .map(|(cell, tile)| u64::from(*tile) << shift(cell))
            .sum();
        let digest = Digest::of([board.rows() as u64, board.columns() as u64, packed]);
        let (layers, layer) = (vec![1], vec![packed]);
        Some(Self { board, ways, layers, layer, done: 0, next: Vec::new(), digest })
    }

    /// Searches on. A unit of fuel pays for a position; sorting a layer is not interrupted.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Step {
        loop {
            while let Some(position) = self.layer.get(self.done) {
                if !fuel.burn() {
                    return Step::OutOfFuel;
                }
                self.done += 1;
                let blank = blank_of(*position, self.ways.len());
                for (from, away) in &self.ways[blank] {
                    let tile = position >> from & 15;
                    if away >> tile & 1 != 0 {
                        self.next.push(position ^ (tile << from | tile << shift(blank)));
                    }
                }
            }
            if self.next.is_empty() {
                return Step::Exhausted;
            }
            self.next.sort_unstable();
            self.next.dedup();
            std::mem::swap(&mut self.layer, &mut self.next);
            self.next.clear();
            self.done = 0;
            self.layers.push(self.layer.len() as u64);
        }
    }

    /// The positions at the greatest distance, in the order of their tiles. `None` unless all
    /// positions have been met.
    #[must_use]
    pub fn farthest(&self) -> Option<Vec<SlidingPosition>> {
        if self.done < self.layer.len() || !self.next.is_empty() {
            return None;
        }
        let tile = |packed: u64, cell| u8::try_from(packed >> shift(cell) & 15).expect("four bits");
        let tiles = |packed: &u64| (0..self.ways.len()).map(|cell| tile(*packed, cell)).collect();
        let mut all: Vec<Vec<u8>> = self.layer.iter().map(tiles).collect();
        all.sort_unstable();
        all.into_iter().map(|tiles| SlidingPosition::new(self.board, tiles).ok()).collect()
    }

    /// How many positions there are at each distance; the goal is at distance 0.
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        &self.layers
    }
}

/// Where a cell begins in a packed position.
fn shift(cell: usize) -> u32 {
    4 * u32::try_from(cell).expect("few cells")
}

/// The cell of the blank.
fn blank_of(position: u64, count: usize) -> usize {
    (0..count).find(|cell| position >> shift(*cell) & 15 == 0).expect("every position has a blank")
}

impl Stages for HappyPositions {
    type Answer = ();

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<()> {
        if self.advance(fuel) == Step::Exhausted { Turn::Done(()) } else { Turn::Going }
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// The records are: the name; how many positions are done; the layers, the positions of the last
/// one, and those of the next.
impl Snapshot for HappyPositions {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &[self.digest]);
        writer.numbers(&[self.done as u64]);
        for list in [&self.layers, &self.layer, &self.next] {
            writer.list(1, list, |number, line| line.push(*number));
        }
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &[self.digest])?;
        let [done] = reader.numbers()?;
        let done = read_size(done)?;
        let [layers, layer, next] = [reader.words()?, reader.words()?, reader.words()?];
        reader.finish()?;
        let cells = self.ways.len();
        let has_blank = |position: &u64| (0..cells).any(|cell| position >> shift(cell) & 15 == 0);
        let is_right = layers.last() == Some(&(layer.len() as u64))
            && done <= layer.len()
            && layer.iter().chain(&next).all(has_blank);
        if !is_right {
            return Err(BadSnapshot);
        }
        (self.layers, self.layer, self.next, self.done) = (layers, layer, next, done);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// By the definition: positions reached backwards by pushes that are happy forwards.
    fn naive(goal: &SlidingPosition) -> (Vec<u64>, HashSet<SlidingPosition>) {
        let board = goal.board();
        let sum = |position: &SlidingPosition| -> usize {
            let tiles = position.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
            tiles.map(|(cell, tile)| board.steps(cell, goal.cell_of(*tile))).sum()
        };
        let mut layers = Vec::new();
        let (mut last, mut layer) = (HashSet::new(), HashSet::from([goal.clone()]));
        while !layer.is_empty() {
            layers.push(layer.len() as u64);
            let mut next = HashSet::new();
            for position in &layer {
                for direction in Direction::ALL {
                    let mut before = position.clone();
                    if before.step(direction).is_some() && sum(&before) > sum(position) {
                        next.insert(before);
                    }
                }
            }
            (last, layer) = (layer, next);
        }
        (layers, last)
    }

    #[test]
    fn small_boards_agree_with_the_definition() {
        for size in ["2x2", "2x3", "3x2", "2x4", "3x3"] {
            let solved = SlidingPosition::solved(size.parse().expect("a board"));
            let mut turned = solved.tiles().to_vec();
            turned.reverse();
            let turned = SlidingPosition::new(solved.board(), turned).expect("a position");
            for goal in [solved, turned] {
                let mut happy = HappyPositions::new(&goal).expect("a small board");
                while happy.advance(&mut Fuel(7)) == Step::OutOfFuel {
                    assert!(happy.farthest().is_none(), "{size}");
                }
                let (layers, last) = naive(&goal);
                assert_eq!(happy.layers(), layers, "{size}");
                let farthest = happy.farthest().expect("all were met");
                assert!(farthest.is_sorted_by_key(|position| position.tiles().to_vec()), "{size}");
                assert_eq!(farthest.len(), last.len(), "{size}");
                assert_eq!(farthest.into_iter().collect::<HashSet<_>>(), last, "{size}");
            }
        }
        assert!(
            HappyPositions::new(&SlidingPosition::solved("5x5".parse().expect("a board")))
                .is_none()
        );
    }
}
