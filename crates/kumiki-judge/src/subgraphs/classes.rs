//! Subgraphs up to the symmetries of their graph: the judge's own.
//!
//! A symmetry takes vertices to vertices and edges to edges, and keeps the ends of paths, in
//! whatever order. A board is turned and reflected. For other graphs, vertices are given their
//! images one after the other, with a look at the edges to those before; this is given up after so
//! many steps, and then the judge says so.

use kumiki_model::Graph;
use std::collections::BTreeSet;

/// The most steps of a search for symmetries.
const LIMIT_STEPS: usize = 1_000_000;

/// A set of edges, the lower end of each first.
type Edges = BTreeSet<[usize; 2]>;

/// The symmetries of a graph.
#[derive(Clone, Debug)]
pub(super) struct GraphSymmetries {
    /// Where each symmetry takes each vertex. No two do the same to the edges.
    elements: Vec<Vec<usize>>,
}

impl GraphSymmetries {
    /// The symmetries of a graph that keep the ends of paths; nothing if finding them takes too
    /// long.
    pub(super) fn of(graph: &Graph, ends: Option<[usize; 2]>) -> Option<Self> {
        let all = match graph.board() {
            Some(board) => motions(board),
            None => Search::new(graph).all()?,
        };
        let edges: Edges = graph.edges().iter().copied().collect();
        let mut seen: BTreeSet<Vec<[usize; 2]>> = BTreeSet::new();
        let mut elements = Vec::new();
        for element in all {
            let keeps_ends = ends.is_none_or(|[from, to]| {
                let image = [element[from], element[to]];
                image == [from, to] || image == [to, from]
            });
            let images: Vec<[usize; 2]> =
                graph.edges().iter().map(|edge| moved(*edge, &element)).collect();
            if keeps_ends && images.iter().all(|image| edges.contains(image)) && seen.insert(images)
            {
                elements.push(element);
            }
        }
        Some(Self { elements })
    }

    /// How many there are.
    pub(super) fn order(&self) -> usize {
        self.elements.len()
    }

    /// How many leave a set of edges unchanged.
    pub(super) fn fixing(&self, edges: &Edges) -> usize {
        self.elements.iter().filter(|element| image(edges, element) == *edges).count()
    }

    /// The least image of a set of edges: the same for two sets if and only if they are in the same
    /// class.
    pub(super) fn least(&self, edges: &Edges) -> Edges {
        self.elements.iter().map(|element| image(edges, element)).min().unwrap_or_default()
    }
}

fn moved(edge: [usize; 2], element: &[usize]) -> [usize; 2] {
    let [from, to] = edge.map(|vertex| element[vertex]);
    [from.min(to), from.max(to)]
}

fn image(edges: &Edges, element: &[usize]) -> Edges {
    edges.iter().map(|edge| moved(*edge, element)).collect()
}

/// All ways to turn a board over, cell by cell: quarter-turns of a square, half-turns of others,
/// with and without a flip.
fn motions([rows, columns]: [usize; 2]) -> Vec<Vec<usize>> {
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
    let number = |[row, column]: [usize; 2]| row * columns + column;
    let mut all = Vec::new();
    for turns in 0..4 {
        for is_flipped in [false, true] {
            let image = |[mut row, mut column]: [usize; 2]| {
                let (mut height, mut width) = (rows, columns);
                for _ in 0..turns {
                    (row, column) = (column, height - 1 - row);
                    (height, width) = (width, height);
                }
                [row, if is_flipped { width - 1 - column } else { column }]
            };
            if rows == columns || turns % 2 == 0 {
                all.push(cells().map(image).map(number).collect());
            }
        }
    }
    all
}

/// A search for all symmetries of a graph without a board.
struct Search {
    neighbours: Vec<BTreeSet<usize>>,
    /// The vertices that have edges, each but the first of a component after a neighbour.
    order: Vec<usize>,
    images: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    steps: usize,
    found: Vec<Vec<usize>>,
}

impl Search {
    fn new(graph: &Graph) -> Self {
        let count = graph.vertex_count();
        let mut neighbours = vec![BTreeSet::new(); count];
        for [from, to] in graph.edges() {
            neighbours[*from].insert(*to);
            neighbours[*to].insert(*from);
        }
        let mut order: Vec<usize> = Vec::new();
        let mut is_known = vec![false; count];
        for start in 0..count {
            if neighbours[start].is_empty() || std::mem::replace(&mut is_known[start], true) {
                continue;
            }
            order.push(start);
            let mut at = order.len() - 1;
            while at < order.len() {
                for next in &neighbours[order[at]] {
                    if !std::mem::replace(&mut is_known[*next], true) {
                        order.push(*next);
                    }
                }
                at += 1;
            }
        }
        let (images, is_taken) = (vec![None; count], vec![false; count]);
        Self { neighbours, order, images, is_taken, steps: 0, found: Vec::new() }
    }

    /// All symmetries, which leave vertices without edges where they are.
    fn all(mut self) -> Option<Vec<Vec<usize>>> {
        self.extend(0).then_some(self.found)
    }

    /// Gives the next vertex its image. Says whether the search was not given up.
    fn extend(&mut self, at: usize) -> bool {
        let Some(&vertex) = self.order.get(at) else {
            let whole = self.images.iter().enumerate().map(|(own, image)| image.unwrap_or(own));
            self.found.push(whole.collect());
            return true;
        };
        for image in self.order.clone() {
            self.steps += 1;
            if self.steps > LIMIT_STEPS {
                return false;
            }
            let fits = !self.is_taken[image]
                && self.neighbours[image].len() == self.neighbours[vertex].len()
                && self.order[..at].iter().all(|before| {
                    let there =
                        self.images[*before].is_some_and(|at| self.neighbours[image].contains(&at));
                    self.neighbours[vertex].contains(before) == there
                });
            if fits {
                self.images[vertex] = Some(image);
                self.is_taken[image] = true;
                let goes_on = self.extend(at + 1);
                self.images[vertex] = None;
                self.is_taken[image] = false;
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(graph: &Graph, ends: Option<[usize; 2]>) -> Option<usize> {
        GraphSymmetries::of(graph, ends).map(|group| group.order())
    }

    fn without_board(name: &str) -> Graph {
        let board: Graph = name.parse().expect("a board");
        Graph::new(board.names().to_vec(), board.edges().to_vec()).expect("a graph")
    }

    #[test]
    fn well_known_graphs_have_as_many_symmetries_as_they_should() {
        for (name, of_board, all) in [
            ("grid:3x3", 8, 8),
            ("grid:2x3", 4, 4),
            ("grid:1x4", 2, 2),
            ("king:2x2", 8, 24),
            ("grid:1x2", 1, 1),
        ] {
            assert_eq!(order(&name.parse().expect("a board"), None), Some(of_board), "{name}");
            assert_eq!(order(&without_board(name), None), Some(all), "{name}");
        }
        assert_eq!(order(&without_board("grid:3x3"), Some([0, 8])), Some(4));
        assert_eq!(order(&"grid:3x3".parse().expect("a board"), Some([0, 2])), Some(2));
        assert_eq!(order(&without_board("king:1x1"), None), Some(1));
    }

    #[test]
    fn a_search_that_takes_too_long_is_given_up() {
        let star =
            Graph::new((0..12).map(|v| v.to_string()).collect(), (1..12).map(|v| [0, v]).collect());
        assert_eq!(order(&star.expect("a graph"), None), None);
    }

    #[test]
    fn classes_have_as_many_members_as_symmetries_say() {
        let graph: Graph = "grid:2x3".parse().expect("a board");
        let group = GraphSymmetries::of(&graph, None).expect("few symmetries");
        let edges = graph.edges();
        for set in 0_usize..1 << edges.len() {
            let chosen = (0..edges.len()).filter(|at| set >> at & 1 == 1).map(|at| edges[at]);
            let own: Edges = chosen.collect();
            let images: BTreeSet<Edges> =
                group.elements.iter().map(|element| image(&own, element)).collect();
            assert_eq!(images.len() * group.fixing(&own), group.order());
            assert!(images.iter().all(|image| group.least(image) == group.least(&own)));
        }
    }
}
