//! An ordered partition of the vertices that can be split and mended, and that knows how far it is
//! from home.
//!
//! # The idea
//! The vertices stand in a row, cell after cell. A cell is split by drawing a line through it,
//! after its members have been brought to the right side of the line; it is mended by removing the
//! line. Cells go by the place where they begin, so the left part of a split keeps the name of the
//! whole.
//!
//! # Home
//! The search follows one path down to a partition into single vertices, and
//! [settles](Partition::settle) there: the place of each vertex is now its *home*. It then returns
//! and takes other turns. A vertex whose home is not inside its cell is a *stray*. While traces
//! agree, the cells of the two paths correspond place by place. If only single vertices are strays,
//! all larger cells have the same members on both paths, and the permutation that takes the vertex
//! at home in a place to the one that is there now is worth trying, however many cells are still
//! undecided.
//!
//! # Invariants
//! * **P1** `order` has every vertex once, and `place` says where.
//! * **P2** The cell that begins at place `p` takes the places `p..p + len[p]`; `cell` names it for
//!   each of its members. Elsewhere, `len` is stale.
//! * **P3** Mending in reverse order brings back the cells as sets. The order within a cell may
//!   have changed.
//! * **P4** `strays` counts the vertices whose homes are outside their cells, `single_strays` those
//!   of them that are alone in their cells. Before settling nobody has a home, and both are 0.

use crate::graph::{Graph, VertexId};
use kumiki_id::{Id, define_id};

define_id!(
    /// A cell, by the place where it begins.
    pub(crate) struct CellId
);

/// One line drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    /// The part before the line.
    pub(crate) left: CellId,
    /// The part behind it.
    pub(crate) right: CellId,
}

/// An ordered partition; [P1–P4](self#invariants) hold between any two calls.
pub(crate) struct Partition {
    /// For each place the vertex that stands there (P1).
    order: Vec<VertexId>,
    /// For each vertex its place (P1).
    place: Vec<u32>,
    /// For each vertex its cell (P2).
    cell: Vec<CellId>,
    /// For each cell, by the place where it begins, how many members it has (P2).
    len: Vec<u32>,
    /// The lines drawn and not removed, the last one last (P3).
    splits: Vec<Split>,
    /// The vertex at home in each place; empty before settling.
    resident: Vec<VertexId>,
    /// The home of each vertex; empty before settling.
    home: Vec<u32>,
    /// Vertices whose homes are outside their cells (P4).
    strays: usize,
    /// Those of them that are alone in their cells (P4).
    single_strays: usize,
}

impl Partition {
    /// One cell for each look, in the order of looks.
    pub(crate) fn new(graph: &Graph) -> Self {
        let count = graph.vertex_count();
        let mut order: Vec<VertexId> = (0..count).map(VertexId::new).collect();
        order.sort_by_key(|vertex| graph.look(*vertex));
        let mut place = vec![0; count];
        let mut cell = vec![CellId::new(0); count];
        let mut len = vec![0; count];
        let mut begin = 0;
        for (at, vertex) in order.iter().enumerate() {
            if graph.look(*vertex) != graph.look(order[begin]) {
                begin = at;
            }
            place[vertex.index()] = kumiki_id::narrow(at);
            cell[vertex.index()] = CellId::new(begin);
            len[begin] += 1;
        }
        let (resident, home) = (Vec::new(), Vec::new());
        Self {
            order,
            place,
            cell,
            len,
            splits: Vec::new(),
            resident,
            home,
            strays: 0,
            single_strays: 0,
        }
    }

    pub(crate) fn cell_of(&self, vertex: VertexId) -> CellId {
        self.cell[vertex.index()]
    }

    pub(crate) fn cell_len(&self, cell: CellId) -> usize {
        self.len[cell.index()] as usize
    }

    /// The members of a cell, in any order.
    pub(crate) fn members(&self, cell: CellId) -> &[VertexId] {
        &self.order[cell.index()..cell.index() + self.cell_len(cell)]
    }

    /// Who stands at a place.
    pub(crate) fn vertex_at(&self, place: usize) -> VertexId {
        self.order[place]
    }

    /// The cell that a place belongs to.
    pub(crate) fn cell_at(&self, place: usize) -> CellId {
        self.cell_of(self.order[place])
    }

    /// All lines drawn and not removed, in order.
    pub(crate) fn splits(&self) -> &[Split] {
        &self.splits
    }

    /// Brings a vertex to a place of its cell, and the vertex from there to where it was.
    pub(crate) fn bring(&mut self, vertex: VertexId, to: usize) {
        debug_assert_eq!(
            self.cell_of(vertex),
            self.cell_at(to),
            "P3: vertices stay in their cells"
        );
        let from = self.place[vertex.index()];
        let other = self.order[to];
        self.order.swap(from as usize, to);
        self.place[other.index()] = from;
        self.place[vertex.index()] = kumiki_id::narrow(to);
    }

    /// Sorts the last `count` members of a cell by a key.
    pub(crate) fn sort_last<K: Ord>(
        &mut self,
        cell: CellId,
        count: usize,
        key: impl Fn(VertexId) -> K,
    ) {
        let end = cell.index() + self.cell_len(cell);
        self.order[end - count..end].sort_unstable_by_key(|vertex| key(*vertex));
        for at in end - count..end {
            self.place[self.order[at].index()] = kumiki_id::narrow(at);
        }
    }

    /// Draws a line in front of the last `count` members of a cell, neither all nor none, which
    /// become a new cell.
    pub(crate) fn split_last(&mut self, left: CellId, count: usize) -> CellId {
        let len = self.cell_len(left);
        debug_assert!(0 < count && count < len, "P2: no cell is empty");
        let right = CellId::new(left.index() + len - count);
        self.len[left.index()] = kumiki_id::narrow(len - count);
        self.len[right.index()] = kumiki_id::narrow(count);
        for at in right.index()..right.index() + count {
            self.cell[self.order[at].index()] = right;
        }
        self.splits.push(Split { left, right });
        let (strays, single_strays) = self.strays_made_by(Split { left, right });
        self.strays += strays;
        self.single_strays += single_strays;
        right
    }

    /// Removes lines until only so many are left.
    pub(crate) fn mend(&mut self, split_count: usize) {
        while self.splits.len() > split_count {
            let Some(split) = self.splits.pop() else { return };
            let (strays, single_strays) = self.strays_made_by(split);
            self.strays -= strays;
            self.single_strays -= single_strays;
            let Split { left, right } = split;
            let end = right.index() + self.cell_len(right);
            for at in right.index()..end {
                self.cell[self.order[at].index()] = left;
            }
            self.len[left.index()] = kumiki_id::narrow(end - left.index());
        }
    }

    /// How many strays, and how many single ones, there are because of a line that has just been
    /// drawn or is about to be removed. Takes time for the right part only.
    fn strays_made_by(&self, Split { left, right }: Split) -> (usize, usize) {
        if self.home.is_empty() {
            return (0, 0);
        }
        let places = right.index()..right.index() + self.cell_len(right);
        let is_home_left =
            |vertex: &&VertexId| (left.index()..right.index()).contains(&self.home_of(**vertex));
        let from_left = self.order[places.clone()].iter().filter(is_home_left).count();
        let from_right =
            self.resident[places].iter().filter(|vertex| self.cell_of(**vertex) == left).count();
        let single_strays =
            [left, right].into_iter().filter(|part| self.is_single_stray(*part)).count();
        (from_left + from_right, single_strays)
    }

    fn home_of(&self, vertex: VertexId) -> usize {
        self.home[vertex.index()] as usize
    }

    fn is_single_stray(&self, cell: CellId) -> bool {
        self.cell_len(cell) == 1 && self.resident[cell.index()] != self.order[cell.index()]
    }

    /// Declares every vertex to be at home where it is.
    pub(crate) fn settle(&mut self) {
        self.resident.clone_from(&self.order);
        self.home.clone_from(&self.place);
        (self.strays, self.single_strays) = (0, 0);
    }

    /// Whether all cells with more than one member have the members that are at home there.
    pub(crate) fn is_home_but_for_singles(&self) -> bool {
        self.strays == self.single_strays
    }

    /// What changes if everyone goes from home to where it now stands: pairs of a resident and the
    /// vertex in its place, for all single strays that are there because of lines after the first
    /// `split_count`.
    pub(crate) fn displacement(&self, split_count: usize) -> Vec<(VertexId, VertexId)> {
        let parts = self.splits[split_count..].iter().flat_map(|split| [split.left, split.right]);
        let mut moved: Vec<(VertexId, VertexId)> = parts
            .filter(|part| self.is_single_stray(*part))
            .map(|part| (self.resident[part.index()], self.order[part.index()]))
            .collect();
        moved.sort_unstable();
        moved.dedup();
        moved
    }

    /// Whom to try first in place of a vertex: the vertex itself, as if nothing moved; or, if
    /// something else already goes to where it is, what is at home there, as if the two changed
    /// places; or anybody.
    pub(crate) fn likely_image(&self, vertex: VertexId, cell: CellId) -> VertexId {
        let exchanged = self.resident[self.place[vertex.index()] as usize];
        let in_cell = |candidate: &VertexId| self.cell_of(*candidate) == cell;
        [vertex, exchanged].into_iter().find(in_cell).unwrap_or(self.order[cell.index()])
    }
}

#[cfg(test)]
impl Partition {
    /// Derives P1, P2 and P4 from scratch.
    pub(crate) fn audit(&self) -> Result<(), String> {
        let mut begin = 0;
        let (mut strays, mut single_strays) = (0, 0);
        for (at, vertex) in self.order.iter().enumerate() {
            if self.place[vertex.index()] as usize != at {
                return Err(format!("P1: {vertex:?} is at place {at}"));
            }
            if at == begin + self.cell_len(CellId::new(begin)) {
                begin = at;
            }
            let cell = CellId::new(begin);
            if self.cell_of(*vertex) != cell {
                return Err(format!("P2: {vertex:?} is in cell {begin}"));
            }
            let places = begin..begin + self.cell_len(cell);
            if !self.home.is_empty() && !places.contains(&self.home_of(*vertex)) {
                strays += 1;
                single_strays += usize::from(places.len() == 1);
            }
        }
        if (strays, single_strays) != (self.strays, self.single_strays) {
            return Err(format!("P4: there are {strays} strays, {single_strays} of them single"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::twins;
    use kumiki_oracle::universe::{Dice, RandomShape, random_cover_problems};
    use std::collections::BTreeSet;

    /// The cells as sets.
    fn cells(partition: &Partition) -> BTreeSet<Vec<VertexId>> {
        let sorted = |cell: CellId| {
            let mut members = partition.members(cell).to_vec();
            members.sort_unstable();
            members
        };
        partition.order.iter().map(|vertex| sorted(partition.cell_of(*vertex))).collect()
    }

    /// Takes random vertices out of random cells until all are alone or `limit` is reached.
    fn split_at_random(partition: &mut Partition, dice: &mut Dice, limit: usize) {
        for _ in 0..limit {
            let large: Vec<CellId> = (0..partition.order.len())
                .map(|place| partition.cell_at(place))
                .filter(|cell| partition.cell_len(*cell) > 1)
                .collect();
            if large.is_empty() {
                return;
            }
            let cell = large[dice.below(large.len())];
            let count = 1 + dice.below(partition.cell_len(cell) - 1);
            for taken in 0..count {
                let end = partition.cell_len(cell) - taken;
                let chosen = partition.members(cell)[dice.below(end)];
                partition.bring(chosen, cell.index() + end - 1);
            }
            partition.split_last(cell, count);
            assert_eq!(partition.audit(), Ok(()));
        }
    }

    #[test]
    fn mending_brings_the_cells_back_and_strays_are_counted_right() {
        let mut dice = Dice::new(1);
        let mut home_again = 0;
        for problem in random_cover_problems(2, 30, &RandomShape::with_everything()) {
            let graph = Graph::new(&problem, twins::classes(&problem));
            let mut partition = Partition::new(&graph);
            assert_eq!(partition.audit(), Ok(()));
            let looks = cells(&partition);
            split_at_random(&mut partition, &mut dice, usize::MAX);
            partition.settle();
            assert_eq!(partition.audit(), Ok(()));
            for _ in 0..10 {
                let kept = dice.below(partition.splits().len() + 1);
                partition.mend(kept);
                assert_eq!(partition.audit(), Ok(()));
                let before = cells(&partition);
                split_at_random(&mut partition, &mut dice, 3);
                if partition.is_home_but_for_singles() {
                    home_again += 1;
                    let moved = partition.displacement(0);
                    let [mut from, mut to]: [Vec<VertexId>; 2] = [
                        moved.iter().map(|pair| pair.0).collect(),
                        moved.iter().map(|pair| pair.1).collect(),
                    ];
                    from.sort_unstable();
                    to.sort_unstable();
                    assert_eq!(from, to, "a permutation");
                }
                partition.mend(kept);
                assert_eq!(cells(&partition), before);
            }
            partition.mend(0);
            assert_eq!(cells(&partition), looks);
            assert!(partition.is_home_but_for_singles() && partition.displacement(0).is_empty());
        }
        assert!(home_again > 20, "{home_again}");
    }

    #[test]
    fn the_audit_names_what_is_wrong() {
        let problem =
            random_cover_problems(2, 1, &RandomShape::plain()).next().expect("one problem");
        let graph = Graph::new(&problem, twins::classes(&problem));
        let spoilt = |spoil: &dyn Fn(&mut Partition)| {
            let mut partition = Partition::new(&graph);
            partition.settle();
            spoil(&mut partition);
            partition.audit().expect_err("spoilt")[..2].to_owned()
        };
        assert_eq!(spoilt(&|partition| partition.place.swap(0, 1)), "P1");
        assert_eq!(spoilt(&|partition| partition.cell[0] = CellId::new(1)), "P2");
        assert_eq!(spoilt(&|partition| partition.strays = 1), "P4");
    }
}
