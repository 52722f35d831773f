//! A problem as a graph, whose symmetries are those of the problem.
//!
//! # The idea
//! The vertices are the classes of equal options, the items, the *shades* (an item in a colour),
//! and the sets of items that some option requires. An option is joined to the items that it uses
//! without colour, to the shades that it uses, and to the sets that it requires; a shade to its
//! item; a set to its items. Two vertices look alike at first if they are of the same sort and, for
//! items, have the same bounds; for options, the same cost and number of copies.
//!
//! A permutation of the vertices that keeps looks and edges takes shades of an item to shades of
//! its image. That is how colours change their names.

use crate::Automorphism;
use kumiki_id::{Id, IdVec, define_id};
use kumiki_model::{Colour, CoverProblem, ItemId, OptionId};
use std::collections::BTreeMap;

define_id!(
    /// A vertex of the graph.
    pub(crate) struct VertexId
);

/// What a vertex looks like. Options come first in this order, so that they come first in every
/// partition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Look {
    /// A class of equal options, with what each costs and how many they are.
    Options { cost: u64, copies: usize },
    /// An item, with how often it must and may be covered.
    Item { least: u32, most: u32 },
    /// An item in a colour.
    Shade,
    /// A set of items that some option requires.
    Required,
}

/// The graph of a problem.
///
/// * **G1** Vertex `v` has the neighbours `neighbours[first[v]..first[v + 1]]`, and is theirs.
/// * **G2** The classes of options are the first vertices, then come the items that are in use.
/// * **G3** An item that no option covers or requires is no vertex.
pub(crate) struct Graph {
    /// For each vertex what it looks like.
    looks: Vec<Look>,
    /// For each vertex where its neighbours begin (G1). One more than vertices.
    first: Vec<u32>,
    /// The neighbours of all vertices, one vertex after the other (G1).
    neighbours: Vec<VertexId>,
    /// For each class of options its members, ascending. Class k is vertex k (G2).
    classes: Vec<Vec<OptionId>>,
    /// The items in use, ascending: the vertices after the classes (G2, G3).
    items: Vec<ItemId>,
}

impl Graph {
    /// The graph of a problem whose equal options are sorted into the given classes.
    pub(crate) fn new(problem: &CoverProblem, classes: Vec<Vec<OptionId>>) -> Self {
        let mut looks: Vec<Look> = classes
            .iter()
            .map(|class| Look::Options { cost: problem.cost(class[0]), copies: class.len() })
            .collect();
        let covered = problem.options().iter().flatten();
        let required = problem.requirements().iter().flat_map(|requirement| &requirement.any_of);
        let mut is_used: IdVec<ItemId, bool> = problem.items().iter().map(|_| false).collect();
        covered.chain(required).for_each(|item| is_used[*item] = true);
        let items: Vec<ItemId> = problem.items().ids().filter(|item| is_used[*item]).collect();
        let mut vertex_of: IdVec<ItemId, Option<VertexId>> =
            problem.items().iter().map(|_| None).collect();
        for item in &items {
            vertex_of[*item] = Some(VertexId::new(looks.len()));
            let kind = problem.items()[*item];
            looks.push(Look::Item { least: kind.least(), most: kind.most() });
        }
        let vertex_of = |item: ItemId| vertex_of[item].expect("G3: an item in use is a vertex");
        let mut edges: Vec<(VertexId, VertexId)> = Vec::new();
        let mut shades: BTreeMap<(ItemId, Colour), VertexId> = BTreeMap::new();
        let mut class_of: BTreeMap<OptionId, VertexId> = BTreeMap::new();
        for (at, class) in classes.iter().enumerate() {
            class_of.insert(class[0], VertexId::new(at));
            for (item, colour) in problem.entries(class[0]) {
                let used = match colour {
                    None => vertex_of(item),
                    Some(colour) => *shades.entry((item, colour)).or_insert_with(|| {
                        looks.push(Look::Shade);
                        let shade = VertexId::new(looks.len() - 1);
                        edges.push((shade, vertex_of(item)));
                        shade
                    }),
                };
                edges.push((VertexId::new(at), used));
            }
        }
        let mut sets: BTreeMap<&[ItemId], VertexId> = BTreeMap::new();
        for requirement in problem.requirements() {
            // Of equal options, the first speaks for all.
            if let Some(class) = class_of.get(&requirement.option) {
                let set = *sets.entry(&requirement.any_of).or_insert_with(|| {
                    looks.push(Look::Required);
                    let set = VertexId::new(looks.len() - 1);
                    edges.extend(requirement.any_of.iter().map(|item| (set, vertex_of(*item))));
                    set
                });
                edges.push((*class, set));
            }
        }
        let (first, neighbours) = adjacency(looks.len(), &edges);
        Self { looks, first, neighbours, classes, items }
    }

    pub(crate) fn vertex_count(&self) -> usize {
        self.looks.len()
    }

    /// How many vertices are classes of options; they are the first ones (G2).
    pub(crate) fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// The options of each class.
    pub(crate) fn classes(&self) -> &[Vec<OptionId>] {
        &self.classes
    }

    pub(crate) fn look(&self, vertex: VertexId) -> Look {
        self.looks[vertex.index()]
    }

    pub(crate) fn neighbours(&self, vertex: VertexId) -> &[VertexId] {
        let [from, to] = [0, 1].map(|after| self.first[vertex.index() + after] as usize);
        &self.neighbours[from..to]
    }

    /// What a permutation of the vertices does to options and items, given what moves. Members of a
    /// class go to those of its image in order.
    ///
    /// `None` if it is no permutation, or mixes up vertices of different sorts.
    pub(crate) fn lift(&self, moved: &[(VertexId, VertexId)]) -> Option<Automorphism> {
        let mut options = Vec::new();
        let mut items = Vec::new();
        for (from, to) in moved {
            match (self.look(*from), self.look(*to)) {
                (Look::Options { copies, .. }, Look::Options { copies: same, .. })
                    if copies == same =>
                {
                    let [from, to] =
                        [from, to].map(|class| self.classes[class.index()].iter().copied());
                    options.extend(from.zip(to));
                }
                (Look::Item { .. }, Look::Item { .. }) => {
                    let [from, to] = [from, to].map(|v| self.items[v.index() - self.classes.len()]);
                    items.push((from, to));
                }
                (Look::Shade, Look::Shade) | (Look::Required, Look::Required) => {}
                _ => return None,
            }
        }
        Automorphism::new(options, items)
    }
}

/// The neighbours of all vertices one after the other, and where each vertex's begin.
fn adjacency(vertex_count: usize, edges: &[(VertexId, VertexId)]) -> (Vec<u32>, Vec<VertexId>) {
    let mut first = vec![0_u32; vertex_count + 1];
    for (one, other) in edges {
        first[one.index() + 1] += 1;
        first[other.index() + 1] += 1;
    }
    for vertex in 0..vertex_count {
        first[vertex + 1] += first[vertex];
    }
    let mut next = first.clone();
    let mut neighbours = vec![VertexId::new(0); 2 * edges.len()];
    for (one, other) in edges {
        for (from, to) in [(one, other), (other, one)] {
            let place = &mut next[from.index()];
            neighbours[*place as usize] = *to;
            *place += 1;
        }
    }
    (first, neighbours)
}
