//! Splitting cells until members of a cell can no longer be told apart by counting neighbours.
//!
//! # The idea
//! Take a cell as *splitter* and count, for every vertex, its neighbours in there. Members of a
//! cell with different counts are different; the cell is split. The parts become splitters in turn,
//! except that of the parts of a cell that was none, the largest may be left out: what it would
//! tell follows from the others (Hopcroft). A vertex is in a new splitter at most as often as its
//! cell can be halved, so all this takes m log n steps for m edges and n vertices.
//!
//! # The trace
//! What happens at a splitter, told in terms of places and numbers alone, is condensed into one
//! word. Vertices play no part in it, so two vertices that a symmetry exchanges leave the same
//! words when they are taken out of their cells. At the first different word the search turns back.
//! Equal words of different happenings cost time at worst: every symmetry is checked in the end.

use crate::graph::{Graph, VertexId};
use crate::partition::{CellId, Partition};
use kumiki_id::Id;
use std::collections::VecDeque;

/// The splitters to come, and scratch space.
///
/// * **W1** Before cells are announced and after a run, no cell waits, and `count` and
///   `touched` are 0 everywhere.
pub(crate) struct Refiner {
    /// The cells that are splitters to come, the next one first.
    waiting: VecDeque<CellId>,
    /// For each cell, by the place where it begins, whether it is in `waiting`.
    is_waiting: Vec<bool>,
    /// For each vertex how many neighbours it has in the splitter (W1).
    count: Vec<u32>,
    /// For each cell, by the place where it begins, how many members have any (W1).
    touched: Vec<u32>,
    /// The cells with such members. Empty between splitters.
    touched_cells: Vec<CellId>,
    /// Room for the members of the splitter, which may change places meanwhile.
    splitter: Vec<VertexId>,
    /// The work done so far: ends of edges and splitters, and what was charged from elsewhere.
    steps: u64,
}

impl Refiner {
    pub(crate) fn new(graph: &Graph) -> Self {
        let count = graph.vertex_count();
        Self {
            waiting: VecDeque::new(),
            is_waiting: vec![false; count],
            count: vec![0; count],
            touched: vec![0; count],
            touched_cells: Vec::new(),
            splitter: Vec::new(),
            steps: 0,
        }
    }

    /// The work done so far: one step for each end of an edge, and one for each splitter.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Adds work that was done elsewhere.
    pub(crate) fn charge(&mut self, steps: usize) {
        self.steps += u64::try_from(steps).expect("no machine has more than 64 bits");
    }

    /// Announces a splitter.
    pub(crate) fn announce(&mut self, cell: CellId) {
        if !std::mem::replace(&mut self.is_waiting[cell.index()], true) {
            self.waiting.push_back(cell);
        }
    }

    /// Works until no splitter waits or `witness` refuses a word of the trace. Says whether all
    /// were accepted.
    pub(crate) fn run(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        mut witness: impl FnMut(u64) -> bool,
    ) -> bool {
        while let Some(cell) = self.waiting.pop_front() {
            self.is_waiting[cell.index()] = false;
            let word = self.split_by(cell, graph, partition);
            if !witness(word) {
                for cell in self.waiting.drain(..) {
                    self.is_waiting[cell.index()] = false;
                }
                return false;
            }
        }
        true
    }

    /// Splits all cells by the numbers of neighbours in one, and returns the word of the trace.
    fn split_by(&mut self, splitter: CellId, graph: &Graph, partition: &mut Partition) -> u64 {
        let mut word = Word::new(splitter);
        self.splitter.clear();
        self.splitter.extend_from_slice(partition.members(splitter));
        self.steps += 1;
        for vertex in &self.splitter {
            let neighbours = graph.neighbours(*vertex);
            self.steps +=
                u64::try_from(neighbours.len()).expect("no machine has more than 64 bits");
            for neighbour in neighbours {
                let count = &mut self.count[neighbour.index()];
                *count += 1;
                if *count == 1 {
                    // Those that are touched gather at the end of their cell.
                    let cell = partition.cell_of(*neighbour);
                    let touched = &mut self.touched[cell.index()];
                    if *touched == 0 {
                        self.touched_cells.push(cell);
                    }
                    *touched += 1;
                    let to = cell.index() + partition.cell_len(cell) - *touched as usize;
                    partition.bring(*neighbour, to);
                }
            }
        }
        // The order in which cells were touched depends on the names of vertices; that of places
        // does not.
        let mut cells = std::mem::take(&mut self.touched_cells);
        cells.sort_unstable();
        for cell in cells.drain(..) {
            self.split_touched(cell, partition, &mut word);
        }
        self.touched_cells = cells;
        word.0
    }

    /// Splits one cell by the counts of its members, the untouched first, and forgets the counts.
    fn split_touched(&mut self, cell: CellId, partition: &mut Partition, word: &mut Word) {
        let touched = std::mem::take(&mut self.touched[cell.index()]) as usize;
        let end = cell.index() + partition.cell_len(cell);
        let begin = end - touched;
        word.add(cell.index());
        let count = &mut self.count;
        let first = count[partition.vertex_at(begin).index()];
        if (begin..end).any(|place| count[partition.vertex_at(place).index()] != first) {
            partition.sort_last(cell, touched, |vertex| count[vertex.index()]);
        }
        // From the end on, each run of equal counts is split off, unless nothing else is left of
        // the cell.
        let mut parts: Vec<CellId> = Vec::new();
        let mut run_end = end;
        while run_end > begin {
            let shared = count[partition.vertex_at(run_end - 1).index()];
            let mut run_begin = run_end;
            while run_begin > begin && count[partition.vertex_at(run_begin - 1).index()] == shared {
                run_begin -= 1;
                count[partition.vertex_at(run_begin).index()] = 0;
            }
            word.add(shared as usize);
            word.add(run_end - run_begin);
            if run_begin > cell.index() {
                parts.push(partition.split_last(cell, run_end - run_begin));
            }
            run_end = run_begin;
        }
        self.announce_parts(cell, &parts, partition);
    }

    /// Announces the parts of a cell that has been split: the new ones if it waits itself,
    /// otherwise all but a largest.
    fn announce_parts(&mut self, cell: CellId, parts: &[CellId], partition: &Partition) {
        let larger = |best: CellId, part: &CellId| {
            if partition.cell_len(*part) > partition.cell_len(best) { *part } else { best }
        };
        let waits = self.is_waiting[cell.index()];
        let left_out = if waits { cell } else { parts.iter().fold(cell, larger) };
        for part in std::iter::once(&cell).chain(parts).filter(|part| **part != left_out) {
            self.announce(*part);
        }
    }
}

/// One word of the trace, in the making.
struct Word(u64);

impl Word {
    fn new(splitter: CellId) -> Self {
        let mut word = Self(0x243f_6a88_85a3_08d3);
        word.add(splitter.index());
        word
    }

    fn add(&mut self, number: usize) {
        let number = u64::try_from(number).expect("no machine has more than 64 bits");
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::twins;
    use kumiki_oracle::universe::{PlantedSymmetry, RandomShape, random_cover_problems};
    use std::collections::BTreeMap;

    /// Names for the vertices such that equal names mean: the same look, and the same numbers of
    /// neighbours of each name.
    fn named_by_brute_force(graph: &Graph) -> Vec<usize> {
        fn renamed<K: Ord>(keys: &[K]) -> Vec<usize> {
            let mut sorted: Vec<&K> = keys.iter().collect();
            sorted.sort_unstable();
            sorted.dedup();
            keys.iter().map(|key| sorted.binary_search(&key).expect("it is there")).collect()
        }
        let vertices: Vec<VertexId> = (0..graph.vertex_count()).map(VertexId::new).collect();
        let mut names =
            renamed(&vertices.iter().map(|vertex| graph.look(*vertex)).collect::<Vec<_>>());
        loop {
            let key = |vertex: &VertexId| {
                let mut around: Vec<usize> = graph
                    .neighbours(*vertex)
                    .iter()
                    .map(|neighbour| names[neighbour.index()])
                    .collect();
                around.sort_unstable();
                (names[vertex.index()], around)
            };
            let finer = renamed(&vertices.iter().map(key).collect::<Vec<_>>());
            if finer.iter().max() == names.iter().max() {
                return names;
            }
            names = finer;
        }
    }

    #[test]
    fn refining_stops_at_the_coarsest_partition_that_counting_cannot_split() {
        for symmetry in [PlantedSymmetry::None, PlantedSymmetry::Shift { by: 2 }] {
            let shape = RandomShape { items: 10, symmetry, ..RandomShape::with_everything() };
            for problem in random_cover_problems(3, 60, &shape) {
                let graph = Graph::new(&problem, twins::classes(&problem));
                let mut partition = Partition::new(&graph);
                let mut refiner = Refiner::new(&graph);
                for place in 0..graph.vertex_count() {
                    refiner.announce(partition.cell_at(place));
                }
                assert!(refiner.run(&graph, &mut partition, |_| true));
                assert_eq!(partition.audit(), Ok(()));
                let names = named_by_brute_force(&graph);
                let mut cell_of: BTreeMap<usize, CellId> = BTreeMap::new();
                let mut name_of: BTreeMap<CellId, usize> = BTreeMap::new();
                for (at, name) in names.iter().enumerate() {
                    let cell = partition.cell_of(VertexId::new(at));
                    assert_eq!(*cell_of.entry(*name).or_insert(cell), cell, "{problem:?}");
                    assert_eq!(*name_of.entry(cell).or_insert(*name), *name, "{problem:?}");
                }
            }
        }
    }

    #[test]
    fn a_refused_word_leaves_nothing_waiting() {
        let problem =
            random_cover_problems(3, 1, &RandomShape::plain()).next().expect("one problem");
        let graph = Graph::new(&problem, twins::classes(&problem));
        let mut partition = Partition::new(&graph);
        let mut refiner = Refiner::new(&graph);
        for place in 0..graph.vertex_count() {
            refiner.announce(partition.cell_at(place));
        }
        assert!(!refiner.run(&graph, &mut partition, |_| false));
        assert!(refiner.waiting.is_empty() && !refiner.is_waiting.contains(&true), "W1");
        assert!(refiner.count.iter().chain(&refiner.touched).all(|count| *count == 0), "W1");
        assert_eq!(partition.audit(), Ok(()));
    }
}
