//! Spanning trees counted by a determinant: the theorem of Kirchhoff.
//!
//! Take the matrix with the degrees of the vertices on the diagonal and -1 for every edge, and
//! leave out one vertex. Its determinant is the number of spanning trees. Fractions are avoided as
//! E. H. Bareiss showed (1968): every division below comes out even.

use kumiki_model::Graph;
use num_bigint::{BigInt, BigUint};

/// The number of spanning trees. The time grows with the third power of the number of vertices, and
/// the length of numbers comes on top.
pub(super) fn spanning_trees(graph: &Graph) -> BigUint {
    let size = graph.vertex_count().saturating_sub(1);
    let mut matrix = vec![vec![BigInt::ZERO; size]; size];
    for &[from, to] in graph.edges() {
        for (row, column) in [(from, to), (to, from)] {
            if row < size {
                matrix[row][row] += 1;
                if column < size {
                    matrix[row][column] -= 1;
                }
            }
        }
    }
    let mut before = BigInt::from(1);
    for step in 0..size {
        // Leading minors of the matrix are not negative, and zero only if the graph is not
        // connected.
        if matrix[step][step] == BigInt::ZERO {
            return BigUint::ZERO;
        }
        let (done, rest) = matrix.split_at_mut(step + 1);
        let pivot = &done[step];
        for row in rest {
            for column in step + 1..size {
                row[column] = (&row[column] * &pivot[step] - &row[step] * &pivot[column]) / &before;
            }
        }
        before = pivot[step].clone();
    }
    before.to_biguint().expect("a number of trees is not negative")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_graphs_have_as_many_trees_as_cayley_says() {
        for vertices in 1..9_u32 {
            let names = (0..vertices).map(|name| name.to_string()).collect();
            let ends = || 0..usize::try_from(vertices).expect("small");
            let edges = ends().flat_map(|to| (0..to).map(move |from| [from, to])).collect();
            let graph = Graph::new(names, edges).expect("a graph");
            let expected = if vertices < 3 { 1 } else { vertices.pow(vertices - 2) };
            assert_eq!(spanning_trees(&graph), expected.into(), "{vertices} vertices");
        }
    }

    #[test]
    fn a_graph_in_two_parts_has_none() {
        let names = || ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        for edges in [vec![[0, 1], [2, 3]], vec![[2, 3]], vec![[0, 3], [0, 2], [2, 3]]] {
            assert_eq!(
                spanning_trees(&Graph::new(names(), edges).expect("a graph")),
                BigUint::ZERO
            );
        }
    }
}
