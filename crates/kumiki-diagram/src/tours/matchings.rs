//! The diagram of all perfect matchings of a folded board, and the same as choices from cell to
//! cell.

use super::board::{FoldedBoard, FoldedEdge};
use crate::store::{BddStore, Branch, Full, NodeId};
use kumiki_id::narrow;
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Turn, read_size,
};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The seed counts the two sinks as nodes.
const SINKS: usize = 2;

/// The diagram of perfect matchings while it is made.
///
/// It starts with "every black cell has exactly one edge". Then, for one red cell after the other,
/// "this red cell has exactly one edge" is intersected with it, in two phases (sections 6 to 9 of
/// the seed).
///
/// * **P1** `root` is the function of the edges that says: every black cell, and every red cell
///   before `next_red`, has exactly one edge.
#[derive(Clone, Debug)]
pub struct MatchingDiagram {
    /// The folded board, whose edges are the variables.
    board: FoldedBoard,
    /// The store of the diagram.
    store: BddStore,
    /// The diagram so far (P1).
    root: NodeId,
    /// The first red cell that has not been dealt with (P1).
    next_red: usize,
    /// How the diagram grew: an entry for the beginning and one for each red cell dealt with.
    growth: Vec<Growth>,
}

/// The size of a diagram of matchings after a red cell has been dealt with, as the seed counts:
/// with the two sinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Nodes of the template, before it was reduced; of the beginning, which has no template, the
    /// same as `reduced`.
    pub unreduced: usize,
    /// Nodes of the reduced diagram.
    pub reduced: usize,
}

impl MatchingDiagram {
    /// A diagram in which black cells are matched and red ones not yet.
    ///
    /// # Errors
    /// If the memory limit is too low even for that.
    pub fn begin(board: FoldedBoard, limit_bytes: usize) -> Result<Self, Full> {
        let mut store = BddStore::new(board.edges().len(), limit_bytes)
            .expect("a folded board has no more edges than a store has variables");
        let mut root = NodeId::TOP;
        for black in (0..board.blacks().len()).rev() {
            let edges: Vec<u32> = edges_where(&board, |edge| edge.black as usize == black);
            root = exactly_one(&mut store, &edges, root)?;
        }
        let reduced = store.size(root) + SINKS;
        let growth = vec![Growth { unreduced: reduced, reduced }];
        Ok(Self { board, store, root, next_red: 0, growth })
    }

    /// Intersects on. Says whether the diagram is finished.
    fn intersect(&mut self, fuel: &mut Fuel) -> Result<bool, Full> {
        while self.next_red < self.board.reds().len() {
            if !fuel.burn() {
                return Ok(false);
            }
            let edges = edges_where(&self.board, |edge| edge.red as usize == self.next_red);
            let (mut roots, mut unreduced) = ([self.root], 0);
            let answer = self.store.with_room(&mut roots, |store, roots| {
                let red = exactly_one(store, &edges, NodeId::TOP)?;
                let (root, branches) = store.intersect_and_measure(roots[0], red)?;
                unreduced = branches + SINKS;
                Ok(root)
            });
            [self.root] = roots;
            self.root = answer?;
            self.next_red += 1;
            let size = self.store.size(self.root);
            self.growth.push(Growth { unreduced, reduced: size + SINKS });
            fuel.0 = fuel.0.saturating_sub(u64::try_from(size).unwrap_or(u64::MAX));
        }
        Ok(true)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &FoldedBoard {
        &self.board
    }

    /// How the diagram has grown: an entry for the beginning and one for each red cell dealt with.
    #[must_use]
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// How many sets of edges the diagram has (P1).
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.store.count(self.root)
    }

    /// Deals with the next red cell, if there is one.
    ///
    /// # Errors
    /// If the store is full.
    pub fn intersect_next(&mut self) -> Result<(), Full> {
        self.intersect(&mut Fuel(1)).map(|_| ())
    }

    /// How many red cells have been dealt with, and how many there are.
    #[must_use]
    pub fn progress(&self) -> [usize; 2] {
        [self.next_red, self.board.reds().len()]
    }

    /// The matchings, if the diagram is finished; otherwise the diagram comes back.
    ///
    /// # Errors
    /// If the diagram is not finished.
    pub fn finish(mut self) -> Result<Matchings, Box<Self>> {
        if self.next_red < self.board.reds().len() {
            return Err(Box::new(self));
        }
        let mut roots = [self.root];
        self.store.collect(&mut roots);
        let [root] = roots;
        let trellis = Trellis::new(&self.board, &self.store, root);
        let growth = self.growth;
        Ok(Matchings { board: self.board, store: self.store, root, trellis, growth })
    }
}

/// The edges with a property, in order.
fn edges_where(board: &FoldedBoard, property: impl Fn(&FoldedEdge) -> bool) -> Vec<u32> {
    let edges = board.edges().iter().enumerate().filter(|(_, edge)| property(edge));
    edges.map(|(number, _)| narrow(number)).collect()
}

/// Exactly one of some edges, then `after`, which looks at later edges only.
fn exactly_one(store: &mut BddStore, edges: &[u32], after: NodeId) -> Result<NodeId, Full> {
    let (mut none_yet, mut one) = (NodeId::BOTTOM, after);
    for edge in edges.iter().rev() {
        none_yet = store.node(*edge, none_yet, one)?;
        one = store.node(*edge, one, NodeId::BOTTOM)?;
    }
    Ok(none_yet)
}

/// All perfect matchings of a folded board.
#[derive(Clone, Debug)]
pub struct Matchings {
    /// The folded board, whose edges are the variables.
    board: FoldedBoard,
    /// The store of the diagram, without garbage.
    store: BddStore,
    /// The function of the edges that is true for perfect matchings.
    root: NodeId,
    /// The same as choices.
    trellis: Trellis,
    /// How the diagram grew.
    growth: Vec<Growth>,
}

impl Matchings {
    /// Makes the diagram in one go.
    ///
    /// # Errors
    /// If the memory limit is too low.
    pub fn of(board: FoldedBoard, limit_bytes: usize) -> Result<Self, Full> {
        let mut diagram = MatchingDiagram::begin(board, limit_bytes)?;
        diagram.intersect(&mut Fuel::unlimited())?;
        Ok(diagram.finish().expect("unlimited fuel finishes it"))
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &FoldedBoard {
        &self.board
    }

    /// The store of the diagram, whose variables are the edges of the board, and the function
    /// itself.
    #[must_use]
    pub fn diagram(&self) -> (&BddStore, NodeId) {
        (&self.store, self.root)
    }

    /// How many matchings there are.
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.store.count(self.root)
    }

    /// How many nodes the diagram has, the two sinks included, as the seed counts them.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.store.size(self.root) + SINKS
    }

    /// How the diagram grew: first with black cells matched only, then red cell by red cell.
    #[must_use]
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// For each edge how many nodes look at it, and how many of these zero-suppression removes.
    #[must_use]
    pub fn levels(&self) -> Vec<[usize; 2]> {
        let mut levels = vec![[0, 0]; self.board.edges().len()];
        for (_, Branch { variable, high, .. }) in self.store.branches(self.root) {
            levels[variable as usize][0] += 1;
            levels[variable as usize][1] += usize::from(high == NodeId::BOTTOM);
        }
        levels
    }

    /// For each edge of the first black cell how many matchings have it, in the order of edges,
    /// modulo 2^64.
    #[must_use]
    pub fn by_first_edge(&self) -> Vec<(u32, u64)> {
        let is_only = self.trellis.depth() == 1;
        let ways = |choice: &Choice| match is_only {
            true => 1,
            false => self.trellis.ways[choice.next as usize],
        };
        let first = if self.trellis.first.len() > 1 { self.trellis.choices_of(0) } else { &[] };
        first.iter().map(|choice| (choice.edge, ways(choice))).collect()
    }

    /// How many of the nodes zero-suppression removes.
    #[must_use]
    pub fn suppressed_count(&self) -> usize {
        self.store.suppressible(self.root)
    }

    /// The matchings as choices.
    pub(super) fn trellis(&self) -> &Trellis {
        &self.trellis
    }
}

/// One way to match a black cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// The state after it; 0 after the last black cell, without meaning.
    pub(super) next: u32,
    /// The edge, as a position in `FoldedBoard::edges`.
    pub(super) edge: u32,
    /// The red cell at its end, as a position in `FoldedBoard::reds`. If there are more than 255,
    /// no pairs are made.
    pub(super) red: u8,
    /// Whether the edge crosses, as 0 or 1.
    pub(super) parity: u8,
}

/// The diagram of matchings without its null branches: black cell by black cell, which edges can be
/// chosen.
///
/// A state is a node of the diagram that looks at the first edge of a black cell that can be used:
/// all the nodes that ask about the other edges of the cell are its choices.
///
/// * **L1** State s is one of `levels[b]..levels[b + 1]` if black cell b is the next to be matched;
///   state 0 is the root.
/// * **L2** The choices of state s are `choices[first[s]..first[s + 1]]`, in the order of edges.
///   Each leads to a matching. The choices for the last black cell lead to state 0, which is never
///   looked at.
/// * **L3** State s leads to `ways[s]` matchings, modulo 2^64. They are numbered in the order of
///   choices.
#[derive(Clone, Debug)]
pub(super) struct Trellis {
    /// For each black cell the first state in which it is the next one (L1). One more than black
    /// cells.
    pub(super) levels: Vec<u32>,
    /// For each state its first choice (L2). One more than states.
    pub(super) first: Vec<u32>,
    /// The choices of all states, one state after the other (L2).
    pub(super) choices: Vec<Choice>,
    /// For each state how many matchings it leads to, modulo 2^64 (L3).
    ways: Vec<u64>,
}

impl Trellis {
    fn new(board: &FoldedBoard, store: &BddStore, root: NodeId) -> Self {
        let black_of = |node: NodeId| {
            board.edges().get(store.variable_of(node) as usize).map(|edge| edge.black)
        };
        let mut trellis =
            Self { levels: vec![0], first: vec![0], choices: Vec::new(), ways: Vec::new() };
        let mut current: Vec<NodeId> = if root.is_sink() { Vec::new() } else { vec![root] };
        for black in 0..board.blacks().len() {
            let after = narrow(trellis.first.len() - 1 + current.len());
            let (mut states, mut next) = (FxHashMap::default(), Vec::new());
            for state in current {
                let mut node = state;
                while node != NodeId::BOTTOM {
                    let Branch { variable, low, mut high } = store.branch(node);
                    let FoldedEdge { red, crosses, .. } = board.edges()[variable as usize];
                    if high != NodeId::BOTTOM {
                        while black_of(high) == Some(narrow(black)) {
                            high = store.branch(high).low;
                        }
                        let state = *states.entry(high).or_insert_with(|| {
                            next.push(high);
                            after + narrow(next.len()) - 1
                        });
                        trellis.choices.push(Choice {
                            next: if high == NodeId::TOP { 0 } else { state },
                            edge: variable,
                            red: u8::try_from(red).unwrap_or(u8::MAX),
                            parity: u8::from(crosses),
                        });
                    }
                    node = low;
                }
                trellis.first.push(narrow(trellis.choices.len()));
            }
            trellis.levels.push(after);
            next.retain(|node| *node != NodeId::TOP);
            current = next;
        }
        trellis.ways = trellis.count_ways();
        trellis
    }

    /// How many matchings each state leads to (L3).
    fn count_ways(&self) -> Vec<u64> {
        let mut ways: Vec<u64> = vec![0; self.first.len() - 1];
        let last = self.levels[self.depth().saturating_sub(1)];
        for state in (0..narrow(ways.len())).rev() {
            let after = self
                .choices_of(state)
                .iter()
                .map(|choice| if state >= last { 1 } else { ways[choice.next as usize] });
            ways[state as usize] = after.fold(0, u64::wrapping_add);
        }
        ways
    }

    /// Puts the matching with a number, one choice for each black cell, in the place of what was
    /// there.
    ///
    /// The number is less than that of all matchings, which is at most 2^64.
    pub(super) fn matching(&self, mut number: u64, matching: &mut Vec<Choice>) {
        matching.clear();
        let mut state = 0;
        while matching.len() < self.depth() {
            let is_last = matching.len() + 1 == self.depth();
            for choice in self.choices_of(state) {
                let ways = if is_last { 1 } else { self.ways[choice.next as usize] };
                if number < ways {
                    matching.push(*choice);
                    state = choice.next;
                    break;
                }
                number -= ways;
            }
        }
    }

    /// How many black cells there are.
    pub(super) fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// The choices of a state.
    #[inline(always)]
    pub(super) fn choices_of(&self, state: u32) -> &[Choice] {
        &self.choices
            [(self.first[state as usize] as usize)..self.first[state as usize + 1] as usize]
    }
}

/// A node of each result costs a unit of fuel. A red cell that has been begun is finished. The
/// answer is an error if the store is full.
impl Stages for MatchingDiagram {
    type Answer = Result<(), Full>;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer> {
        match self.intersect(fuel) {
            Ok(false) => Turn::Going,
            Ok(true) => Turn::Done(Ok(())),
            Err(full) => Turn::Done(Err(full)),
        }
    }

    fn progress(&self) -> Progress {
        let [done, all] = self.progress().map(|cells| cells as u64);
        Progress { done, all, note: String::new() }
    }
}

/// The records are: the name; the next red cell; how the diagram grew; the root and the nodes of
/// the diagram. Red cells are never left half done.
impl Snapshot for MatchingDiagram {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        writer.numbers(&[self.next_red as u64]);
        writer.list(2, &self.growth, |growth, line| {
            line.extend([growth.unreduced as u64, growth.reduced as u64]);
        });
        self.store.save_diagram(self.root, &mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [next_red] = reader.numbers()?;
        let next_red = read_size(next_red)?;
        let mut growth = Vec::new();
        reader.list(2, |sizes| {
            let [unreduced, reduced] = [read_size(sizes[0])?, read_size(sizes[1])?];
            growth.push(Growth { unreduced, reduced });
            Ok(())
        })?;
        let (store, root) = self.store.load_diagram(&mut reader)?;
        reader.finish()?;
        if next_red > self.board.reds().len() || growth.len() != next_red + 1 {
            return Err(BadSnapshot);
        }
        (self.next_red, self.store, self.root) = (next_red, store, root);
        self.growth = growth;
        Ok(())
    }
}

impl MatchingDiagram {
    /// What tells it from the diagrams of other boards, in snapshots.
    fn name(&self) -> [u64; 2] {
        let edges = self.board.edges().iter();
        let numbers = edges.flat_map(|edge| [u64::from(edge.black), u64::from(edge.red)]);
        [self.board.edges().len() as u64, Digest::of(numbers)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_matching_has_a_number_and_every_number_a_matching() {
        for (rows, columns) in [(2, 2), (4, 4), (4, 6), (6, 6), (6, 8)] {
            let board = FoldedBoard::knight(rows, columns).expect("even sides");
            let matchings = Matchings::of(board, 1 << 24).expect("room");
            let trellis = matchings.trellis();
            let total = trellis.ways.first().copied().unwrap_or_default();
            assert_eq!(BigUint::from(total), matchings.count(), "{rows}x{columns}");
            let mut all = std::collections::BTreeSet::new();
            for number in 0..total {
                let mut matching = Vec::new();
                trellis.matching(number, &mut matching);
                let edges: Vec<u32> = matching.iter().map(|choice| choice.edge).collect();
                let (store, root) = matchings.diagram();
                assert!(store.evaluate(root, |edge| edges.contains(&edge)), "{edges:?}");
                assert!(
                    all.insert(edges),
                    "{rows}x{columns}, matching {number} for the second time"
                );
            }
        }
    }
}
