//! The polylines of a set of edges: a cycle or a path is one line with joined corners, not a heap
//! of segments.

use std::collections::{BTreeMap, BTreeSet};

/// A way along edges.
///
/// * **T1** It has at least two vertices, at least three if it is closed, and each follows an edge
///   from the one before.
/// * **T2** All but the first and the last have exactly two edges; in a closed one, all have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trail {
    pub(super) vertices: Vec<usize>,
    /// Whether the last vertex is joined to the first.
    pub(super) is_closed: bool,
}

/// Cuts a set of edges into trails, such that each edge is in one of them: between vertices that
/// have one edge or more than two, and then around the cycles that are left. Edges that come twice
/// count once, and loops not at all.
pub(super) fn trails(edges: &[[usize; 2]]) -> Vec<Trail> {
    let mut left = Edges::new(edges);
    let degrees: BTreeMap<usize, usize> =
        left.0.iter().map(|(vertex, neighbours)| (*vertex, neighbours.len())).collect();
    let mut found = Vec::new();
    for start in degrees.keys().filter(|vertex| degrees[vertex] != 2) {
        while let Some(second) = left.take_from(*start) {
            let mut vertices = vec![*start, second];
            let mut last = second;
            while degrees[&last] == 2 {
                last = left.take_from(last).expect("it has two edges, and only one was taken");
                vertices.push(last);
            }
            found.push(Trail { vertices, is_closed: false });
        }
    }
    for start in degrees.keys() {
        let mut vertices = vec![*start];
        while let Some(next) = left.take_from(vertices[vertices.len() - 1]) {
            vertices.push(next);
        }
        if vertices.len() > 1 {
            vertices.pop(); // We are back at the start.
            found.push(Trail { vertices, is_closed: true });
        }
    }
    found
}

/// The neighbours of vertices along edges that nobody has taken yet.
struct Edges(BTreeMap<usize, BTreeSet<usize>>);

impl Edges {
    fn new(edges: &[[usize; 2]]) -> Self {
        let mut neighbours: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for [from, to] in edges.iter().filter(|[from, to]| from != to) {
            neighbours.entry(*from).or_default().insert(*to);
            neighbours.entry(*to).or_default().insert(*from);
        }
        Self(neighbours)
    }

    /// Takes the edge to the first neighbour, and says who that is.
    fn take_from(&mut self, vertex: usize) -> Option<usize> {
        let other = self.0.get_mut(&vertex)?.pop_first()?;
        let back = self.0.get_mut(&other).expect("it is a neighbour");
        back.remove(&vertex);
        Some(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_and_paths_are_one_trail() {
        let check = |edges: &[[usize; 2]], expected: &[(&[usize], bool)]| {
            let found = trails(edges);
            let found: Vec<(&[usize], bool)> =
                found.iter().map(|trail| (&trail.vertices[..], trail.is_closed)).collect();
            assert_eq!(found, expected);
        };
        check(&[], &[]);
        check(&[[5, 5]], &[]);
        check(&[[4, 2], [2, 4]], &[(&[2, 4], false)]);
        check(&[[1, 7], [3, 1], [7, 4]], &[(&[3, 1, 7, 4], false)]);
        check(&[[1, 7], [3, 1], [7, 3]], &[(&[1, 3, 7], true)]);
        check(&[[0, 1], [2, 3]], &[(&[0, 1], false), (&[2, 3], false)]);
        // A cycle with a tail, and a cycle for itself.
        check(
            &[[0, 1], [1, 2], [2, 0], [2, 3], [4, 5], [5, 6], [6, 4]],
            &[(&[2, 0, 1, 2], false), (&[2, 3], false), (&[4, 5, 6], true)],
        );
    }

    #[test]
    fn every_set_of_edges_on_five_vertices_is_cut_into_trails() {
        let pairs: Vec<[usize; 2]> =
            (0..5).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
        for chosen in 0..1_usize << pairs.len() {
            let edges: Vec<[usize; 2]> =
                (0..pairs.len()).filter(|at| chosen >> at & 1 == 1).map(|at| pairs[at]).collect();
            let degree =
                |vertex: usize| edges.iter().flatten().filter(|end| **end == vertex).count();
            let mut covered = Vec::new();
            for Trail { vertices, is_closed } in trails(&edges) {
                assert!(vertices.len() >= if is_closed { 3 } else { 2 }, "T1");
                let back = is_closed.then_some(vertices[0]);
                let way: Vec<usize> = vertices.iter().copied().chain(back).collect();
                covered.extend(
                    way.windows(2).map(|step| [step[0].min(step[1]), step[0].max(step[1])]),
                );
                for (at, vertex) in vertices.iter().enumerate() {
                    let is_inner = is_closed || (at > 0 && at + 1 < vertices.len());
                    assert_eq!(degree(*vertex) == 2, is_inner, "T2");
                }
            }
            covered.sort_unstable();
            let mut expected = edges.clone();
            expected.sort_unstable();
            assert_eq!(covered, expected);
        }
    }
}
