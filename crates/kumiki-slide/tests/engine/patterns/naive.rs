//! The slow way: distances over the cells of the pattern's tiles and of the blank, one state at a
//! time.

use kumiki_model::{Direction, SlidingBoard, SlidingPosition};
use kumiki_slide::patterns::{PackedTable, Partition, PatternSum, PatternTable};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// A board by its size.
pub(super) fn board_of(size: &str) -> SlidingBoard {
    size.parse().expect("a size such as 3x3")
}

/// A partition by its name or letters.
pub(super) fn partition_of(board: SlidingBoard, blank: usize, text: &str) -> Partition {
    Partition::parse(board, blank, text).expect("a partition")
}

/// The least number of pushes of the tiles with these goal cells, for all cells they can be in; the
/// blank may be anywhere.
pub(super) fn distances(
    board: SlidingBoard,
    goals: &[usize],
    blank: usize,
) -> HashMap<Vec<usize>, u8> {
    let mut settled: HashMap<(Vec<usize>, usize), u8> = HashMap::new();
    let mut waiting = VecDeque::from([(0, goals.to_vec(), blank)]);
    while let Some((distance, cells, blank)) = waiting.pop_front() {
        if settled.contains_key(&(cells.clone(), blank)) {
            continue;
        }
        settled.insert((cells.clone(), blank), distance);
        for cell in Direction::ALL.into_iter().filter_map(|way| board.neighbour(blank, way)) {
            match cells.iter().position(|other| *other == cell) {
                None => waiting.push_front((distance, cells.clone(), cell)),
                Some(tile) => {
                    let mut after = cells.clone();
                    after[tile] = blank;
                    waiting.push_back((distance + 1, after, cell));
                }
            }
        }
    }
    let mut least: HashMap<Vec<usize>, u8> = HashMap::new();
    for ((cells, _), distance) in settled {
        let entry = least.entry(cells).or_insert(distance);
        *entry = distance.min(*entry);
    }
    least
}

/// All ways to put so many things into different cells.
pub(super) fn placements(cells: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |placement: Vec<usize>| {
            let free: Vec<usize> = (0..cells).filter(|cell| !placement.contains(cell)).collect();
            free.into_iter().map(move |cell| [&placement[..], &[cell]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// A goal with the blank in a given cell and the other tiles in order.
pub(super) fn goal_with_blank(board: SlidingBoard, blank: usize) -> SlidingPosition {
    let mut tiles: Vec<u8> = (1..).take(board.cell_count() - 1).collect();
    tiles.insert(blank, 0);
    SlidingPosition::new(board, tiles).expect("every tile comes once")
}

/// The bound of a partition, its tables built for it.
pub(super) fn sum_of(goal: &SlidingPosition, partition: &Partition) -> PatternSum {
    let packed = |shape| Arc::new(PackedTable::new(&PatternTable::build(shape)));
    let tables: Vec<Arc<PackedTable>> = partition.shapes().into_iter().map(packed).collect();
    PatternSum::new(goal, partition, &tables).expect("all tables are there")
}

/// A generator of numbers that look random: Marsaglia's xorshift.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// A number below a limit.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}
