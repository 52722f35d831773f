//! The search for symmetries of the graph: one path down, and other paths compared with it.
//!
//! # The idea
//! Refining leaves cells whose members look alike. Take a vertex out of its cell, refine, take
//! another one, and so on, until all vertices are alone: that is the *first path*, and the vertices
//! taken out are the *base*. A symmetry takes this path to another one with the same trace;
//! conversely, a path with the same trace that ends with single vertices is the image of the first
//! one under exactly one permutation, almost surely a symmetry.
//!
//! Level by level, from the last one up, the base vertex of the level is mapped to each other
//! member of its cell, while the base vertices before it stay. Nothing has to be tried that the
//! symmetries found so far make superfluous. They all fix the base vertices before, and those found
//! at deeper levels generate all that fix this one too; so the orbit of the base vertex, once all
//! of its cell has been decided, is the factor of the order of the group that this level
//! contributes.
//!
//! Levels that take out options come first. When all options are alone, what is left to decide
//! moves no option: the path is finished, since a permutation must map everything, but no
//! symmetries are looked for there.
//!
//! # Steps
//! * **S1** Follow the first path; settle at its end.
//! * **S2** At each level, for each candidate that is neither in the orbit of the base vertex nor
//!   in that of one that failed:
//! * **S3** go down from there, taking out what is likeliest first, and turn back where the trace
//!   differs;
//! * **S4** as soon as only single vertices are away from home, check the permutation that this
//!   makes;
//! * **S5** where a choice fails, leave out those that known symmetries take it to without moving
//!   the choices before.
//!
//! # Cost
//! A node is one vertex taken out and the refinement that follows, which takes time for the edges
//! of what it splits. A problem without symmetry costs one node on the first path and one for each
//! other member of the cells on it, most of which differ at the first word of the trace.

use crate::Automorphism;
use crate::definition::Definition;
use crate::graph::{Graph, VertexId};
use crate::orbits::Orbits;
use crate::partition::{CellId, Partition};
use crate::refine::Refiner;
use kumiki_id::Id;
use std::collections::BTreeSet;

/// One vertex taken out on the first path.
struct Level {
    /// The base vertex of the level.
    vertex: VertexId,
    /// The cell it is taken out of.
    cell: CellId,
    /// How many lines the partition has before.
    split_count: usize,
    /// Where the words of its refinement begin in `Search::trace`; they end where those of the next
    /// level begin.
    trace_begin: usize,
}

/// A choice on another path.
struct Choice {
    /// Position in `Search::levels` of the level that it corresponds to.
    level: usize,
    /// How many lines the partition has before it.
    split_count: usize,
    /// The vertex taken out, if one is.
    taken: Option<VertexId>,
    /// What there is still to try, the next one last. `None` until the likeliest vertex has failed.
    others: Option<Vec<VertexId>>,
    /// What need not be tried: those that failed, and where known symmetries take them (S5).
    excluded: BTreeSet<VertexId>,
}

/// The outcome for one candidate.
enum Mapped {
    /// There is a symmetry, which is a generator now.
    Found,
    /// There is none.
    Impossible,
    /// The steps are used up, and nothing is decided.
    OutOfSteps,
}

/// A permutation of the vertices as the pairs of those that move, sorted.
type Moves = Vec<(VertexId, VertexId)>;

/// The symmetries of a graph, as far as found.
pub(crate) struct Found {
    /// What they do to options and items.
    pub(crate) generators: Vec<Automorphism>,
    /// Classes of options, as positions in `Graph::classes`, such that only the identity fixes all
    /// of them; each with the length of its orbit under the symmetries found that fix those before
    /// it.
    pub(crate) base: Vec<(usize, u32)>,
    /// Whether these are all, and the steps were enough.
    pub(crate) is_complete: bool,
    /// The work done, in steps of `Refiner`.
    pub(crate) steps: u64,
}

/// Finds the symmetries of the graph, with as many steps as the limit allows and those of one node
/// more.
pub(crate) fn search(graph: &Graph, definition: &Definition<'_>, limit_steps: u64) -> Found {
    let mut search = Search {
        graph,
        definition,
        limit_steps,
        partition: Partition::new(graph),
        refiner: Refiner::new(graph),
        levels: Vec::new(),
        trace: Vec::new(),
        orbits: Orbits::new(graph.vertex_count()),
        moves: Vec::new(),
        generators: Vec::new(),
    };
    let mut is_complete = search.follow_first_path();
    let mut base = Vec::new();
    if is_complete {
        search.partition.settle();
        let option_levels =
            search.levels.iter().take_while(|level| level.vertex.index() < graph.class_count());
        let mut level = option_levels.count();
        while is_complete && level > 0 {
            level -= 1;
            is_complete = search.decide(level);
            let vertex = search.levels[level].vertex.index();
            base.push((vertex, search.orbits.len_of(vertex)));
        }
        base.extend(search.levels[..level].iter().rev().map(|level| (level.vertex.index(), 1)));
        base.reverse();
    }
    Found { generators: search.generators, base, is_complete, steps: search.refiner.steps() }
}

struct Search<'g> {
    /// The graph whose symmetries are looked for.
    graph: &'g Graph,
    /// What every permutation is checked against.
    definition: &'g Definition<'g>,
    /// The most steps, looked at before each node.
    limit_steps: u64,
    /// The cells on the path that is followed now.
    partition: Partition,
    /// Splits cells, and counts the steps.
    refiner: Refiner,
    /// The vertices taken out on the first path, in order.
    levels: Vec<Level>,
    /// The words of all refinements on the first path.
    trace: Vec<u64>,
    /// The orbits of the vertices under the group generated so far.
    orbits: Orbits,
    /// The generators found, as permutations of vertices, in the order of `generators`.
    moves: Vec<Moves>,
    /// What they do to options and items.
    generators: Vec<Automorphism>,
}

impl Search<'_> {
    fn is_out_of_steps(&self) -> bool {
        self.refiner.steps() >= self.limit_steps
    }

    /// S1. Says whether there were enough steps.
    fn follow_first_path(&mut self) -> bool {
        let Self { graph, partition, refiner, levels, trace, .. } = self;
        let mut place = 0;
        while place < graph.vertex_count() {
            let cell = partition.cell_at(place);
            refiner.announce(cell);
            place += partition.cell_len(cell);
        }
        refiner.run(graph, partition, |_| true);
        let mut agenda = Agenda::default();
        while let Some(cell) = agenda.next(partition, graph) {
            if refiner.steps() >= self.limit_steps {
                return false;
            }
            let vertex = partition.members(cell)[0];
            let level = Level {
                vertex,
                cell,
                split_count: partition.splits().len(),
                trace_begin: trace.len(),
            };
            take_out(vertex, partition, refiner);
            refiner.run(graph, partition, |word| {
                trace.push(word);
                true
            });
            levels.push(level);
        }
        true
    }

    /// S2: maps the base vertex of a level to all it can be mapped to. Says whether there were
    /// enough steps.
    fn decide(&mut self, level: usize) -> bool {
        let Level { vertex, cell, split_count, .. } = self.levels[level];
        self.partition.mend(split_count);
        let mut candidates = self.partition.members(cell).to_vec();
        // An exchange with the next base vertex is complete at the next level; one with a later
        // vertex would have to pass all levels in between.
        let next = self.levels.get(level + 1).map(|next| next.vertex);
        if let Some(at) = candidates.iter().position(|candidate| Some(*candidate) == next) {
            candidates.swap(0, at);
        }
        let mut failed: BTreeSet<usize> = BTreeSet::new();
        for candidate in &candidates {
            // The orbit is part of the cell, since all symmetries so far fix the base vertices
            // before.
            if self.orbits.len_of(vertex.index()) as usize == candidates.len() {
                break;
            }
            self.refiner.charge(1);
            let representative = self.orbits.representative(candidate.index());
            if representative == self.orbits.representative(vertex.index())
                || failed.contains(&representative)
            {
                continue;
            }
            match self.map(level, *candidate) {
                Mapped::Found => {
                    failed =
                        failed.into_iter().map(|point| self.orbits.representative(point)).collect();
                }
                Mapped::Impossible => {
                    failed.insert(representative);
                }
                Mapped::OutOfSteps => return false,
            }
        }
        true
    }

    /// S3: looks for a symmetry that fixes the base vertices before a level and takes that of the
    /// level to the candidate.
    fn map(&mut self, level: usize, candidate: VertexId) -> Mapped {
        let split_count = self.levels[level].split_count;
        let mut path = vec![Choice {
            level,
            split_count,
            taken: None,
            others: Some(vec![candidate]),
            excluded: BTreeSet::new(),
        }];
        let outcome = loop {
            if self.is_out_of_steps() {
                break Mapped::OutOfSteps;
            }
            let Some(vertex) = self.next_vertex(&mut path) else {
                path.pop();
                if path.is_empty() {
                    break Mapped::Impossible;
                }
                continue;
            };
            let level = path[path.len() - 1].level;
            take_out(vertex, &mut self.partition, &mut self.refiner);
            if !self.retrace(level) {
                continue;
            }
            if self.partition.is_home_but_for_singles() && self.accept(split_count) {
                break Mapped::Found;
            }
            if level + 1 < self.levels.len() {
                path.push(Choice {
                    level: level + 1,
                    split_count: self.partition.splits().len(),
                    taken: None,
                    others: None,
                    excluded: BTreeSet::new(),
                });
            }
        };
        self.partition.mend(split_count);
        outcome
    }

    /// Undoes what the last choice of the path has done, and makes it choose anew, if it can.
    fn next_vertex(&mut self, path: &mut [Choice]) -> Option<VertexId> {
        let (choice, before) = path.split_last_mut()?;
        self.partition.mend(choice.split_count);
        let Level { vertex, cell, .. } = self.levels[choice.level];
        let next = match (choice.taken, &mut choice.others) {
            (None, None) => Some(self.partition.likely_image(vertex, cell)),
            (_, Some(others)) if others.is_empty() => None,
            (Some(failed), others) => {
                let fixed: Vec<VertexId> =
                    before.iter().filter_map(|choice| choice.taken).collect();
                choice.excluded.extend(self.orbit_fixing(&fixed, failed));
                let others = others.get_or_insert_with(|| {
                    let mut members = self.partition.members(cell).to_vec();
                    members.sort_unstable_by(|one, other| other.cmp(one));
                    members
                });
                std::iter::from_fn(|| others.pop()).find(|vertex| !choice.excluded.contains(vertex))
            }
            (None, Some(others)) => others.pop(),
        };
        choice.taken = next;
        next
    }

    /// Where the symmetries found so far that fix some vertices take another one (S5).
    fn orbit_fixing(&self, fixed: &[VertexId], vertex: VertexId) -> BTreeSet<VertexId> {
        let keeps = |moves: &&Moves| fixed.iter().all(|v| image(moves, *v) == *v);
        let useful: Vec<&Moves> = self.moves.iter().filter(keeps).collect();
        let mut orbit = BTreeSet::from([vertex]);
        let mut fresh = vec![vertex];
        while let Some(reached) = fresh.pop() {
            let images = useful.iter().map(|moves| image(moves, reached));
            fresh.extend(images.filter(|image| orbit.insert(*image)));
        }
        orbit
    }

    /// Refines, and says whether the trace is that of the first path at this level.
    fn retrace(&mut self, level: usize) -> bool {
        let begin = self.levels[level].trace_begin;
        let end = self.levels.get(level + 1).map_or(self.trace.len(), |next| next.trace_begin);
        let mut expected = self.trace[begin..end].iter();
        let agrees = self
            .refiner
            .run(self.graph, &mut self.partition, |word| expected.next() == Some(&word));
        agrees && expected.next().is_none()
    }

    /// S4: the permutation from the first path to this one, if it is a symmetry, becomes a
    /// generator.
    fn accept(&mut self, split_count: usize) -> bool {
        let moves = self.partition.displacement(split_count);
        self.refiner.charge(moves.len());
        let Some(generator) =
            self.graph.lift(&moves).filter(|made| self.definition.is_met_by(made))
        else {
            return false;
        };
        for (from, to) in &moves {
            self.orbits.join(from.index(), to.index());
        }
        self.moves.push(moves);
        self.generators.push(generator);
        true
    }
}

/// Makes a vertex a cell of its own, which is the next splitter.
fn take_out(vertex: VertexId, partition: &mut Partition, refiner: &mut Refiner) {
    let cell = partition.cell_of(vertex);
    partition.bring(vertex, cell.index() + partition.cell_len(cell) - 1);
    refiner.announce(partition.split_last(cell, 1));
}

fn image(moves: &Moves, vertex: VertexId) -> VertexId {
    moves.binary_search_by_key(&vertex, |(from, _)| *from).map_or(vertex, |at| moves[at].1)
}

/// Which cell the first path splits next.
///
/// Cells of options come first; among them, one that was split last. So the path stays in a part of
/// the problem until it is done with it, and a dead end in there is not met again for each choice
/// in the other parts.
///
/// * **Q1** All cells before `place` are single vertices.
#[derive(Default)]
struct Agenda {
    /// Cells of options that have been split, the last one last. Some may be single by now.
    recent: Vec<CellId>,
    /// How many lines of the partition have been looked at.
    seen_splits: usize,
    /// Where to look for a cell when none is recent (Q1).
    place: usize,
}

impl Agenda {
    /// A cell with at least two members, if there is one.
    fn next(&mut self, partition: &Partition, graph: &Graph) -> Option<CellId> {
        let is_of_options = |cell: &CellId| cell.index() < graph.class_count();
        for split in &partition.splits()[self.seen_splits..] {
            self.recent.extend([split.left, split.right].into_iter().filter(is_of_options));
        }
        self.seen_splits = partition.splits().len();
        while let Some(cell) = self.recent.last() {
            if partition.cell_len(*cell) > 1 {
                return Some(*cell);
            }
            self.recent.pop();
        }
        // Options stand before all other vertices (G2), so they come first here too.
        while self.place < graph.vertex_count() {
            let cell = partition.cell_at(self.place);
            if partition.cell_len(cell) > 1 {
                return Some(cell);
            }
            self.place += 1;
        }
        None
    }
}
