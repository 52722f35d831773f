//! The number of spanning trees of a graph, by the theorem of Kirchhoff.
//!
//! Take the matrix with the degrees of the vertices on the diagonal and -1 for every edge, and
//! leave out one vertex. Its determinant is the number of spanning trees. It is worked out modulo
//! primes until their product exceeds the product of all degrees, which no number of spanning trees
//! exceeds: then there is one number with these remainders.

use super::counting::Parts;
use kumiki_model::Graph;
use num_bigint::BigUint;

/// The number of spanning trees. Nothing if it takes more than so many multiplications.
///
/// ```
/// use kumiki_recount::spanning_trees;
/// let graph = "grid:3x3".parse()?;
/// assert_eq!(spanning_trees(&graph, 1_000_000), Some(192_u32.into()));
/// assert_eq!(spanning_trees(&graph, 10), None);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn spanning_trees(graph: &Graph, limit_steps: u64) -> Option<BigUint> {
    let neighbours = graph.neighbours();
    let mut parts = Parts::new(neighbours.len());
    for edge in graph.edges() {
        parts.join(*edge);
    }
    if parts.count > 1 {
        return Some(BigUint::ZERO);
    }
    let most: BigUint =
        neighbours.iter().map(|others| BigUint::from(others.len().max(1))).product();
    let mut steps_left = limit_steps;
    let (mut trees, mut product) = (BigUint::ZERO, BigUint::from(1_u32));
    let mut prime = 1_u64 << 31;
    while product <= most {
        prime = prime_below(prime);
        // The leading minors of a connected graph are not zero, but may be modulo a prime: then the
        // next one is asked.
        let Some(determinant) = determinant_modulo(&neighbours, prime, &mut steps_left)? else {
            continue;
        };
        let remainder = |number: &BigUint| {
            u64::try_from(number % prime).expect("a remainder is less than the prime")
        };
        let missing = (determinant + prime - remainder(&trees)) % prime;
        let times = missing * power(remainder(&product), prime - 2, prime) % prime;
        trees += &product * times;
        product *= prime;
    }
    Some(trees)
}

fn prime_below(number: u64) -> u64 {
    let is_prime = |n: &u64| (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    (2..number).rev().find(is_prime).expect("there are millions of them")
}

/// The determinant without the last vertex, nothing inside if a pivot is zero, nothing at all if
/// there are no steps left.
fn determinant_modulo(
    neighbours: &[Vec<usize>],
    prime: u64,
    steps_left: &mut u64,
) -> Option<Option<u64>> {
    let size = neighbours.len().saturating_sub(1);
    // Row by row up to its last entry that is not zero.
    let mut rows: Vec<Vec<u64>> = vec![Vec::new(); size];
    for (row, others) in neighbours.iter().take(size).enumerate() {
        let inside = || others.iter().copied().filter(|other| *other < size);
        rows[row].resize(1 + inside().max().unwrap_or(0).max(row), 0);
        rows[row][row] = u64::try_from(others.len()).ok()? % prime;
        inside().for_each(|other| rows[row][other] = prime - 1);
    }
    let mut determinant = 1;
    for step in 0..size {
        let (done, rest) = rows.split_at_mut(step + 1);
        let pivot = &done[step];
        if pivot[step] == 0 {
            return Some(None);
        }
        determinant = determinant * pivot[step] % prime;
        let inverse = power(pivot[step], prime - 2, prime);
        for row in rest.iter_mut().filter(|row| row.get(step).is_some_and(|entry| *entry != 0)) {
            *steps_left = steps_left.checked_sub(u64::try_from(pivot.len() - step).ok()?)?;
            // Minus the multiple of the pivot's row that clears this entry.
            let factor = (prime - row[step]) * inverse % prime;
            row.resize(row.len().max(pivot.len()), 0);
            for (entry, other) in row[step..].iter_mut().zip(&pivot[step..]) {
                *entry = (*entry + factor * other) % prime;
            }
        }
    }
    Some(Some(determinant))
}

fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    for bit in (0..64).rev() {
        result = result * result % modulus;
        if exponent >> bit & 1 == 1 {
            result = result * base % modulus;
        }
    }
    result
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
            assert_eq!(spanning_trees(&graph, 1_000_000), Some(expected.into()), "{vertices}");
        }
    }

    #[test]
    fn a_graph_in_two_parts_has_none() {
        let names = || ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        for edges in [vec![[0, 1], [2, 3]], vec![[2, 3]], vec![[0, 3], [0, 2], [2, 3]]] {
            let graph = Graph::new(names(), edges).expect("a graph");
            assert_eq!(spanning_trees(&graph, 1_000_000), Some(BigUint::ZERO));
        }
    }

    #[test]
    fn large_numbers_are_put_together_from_their_remainders() {
        let graph = "grid:8x8".parse().expect("a board");
        let trees = spanning_trees(&graph, 10_000_000).map(|trees| trees.to_string());
        assert_eq!(trees.as_deref(), Some("126231322912498539682594816"));
        assert_eq!(spanning_trees(&graph, 100), None);
    }
}
