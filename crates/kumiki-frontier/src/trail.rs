//! Paths and cycles as people write them: vertex by vertex.

/// The vertices of a path or of a cycle in order, from `from` on if that is given; otherwise from
/// the lower end of a path, or from the lowest vertex of a cycle in the direction of the lower
/// neighbour. A cycle is not closed by its first vertex again. Without edges there is one vertex
/// only, the first.
#[must_use]
pub fn trail(vertex_count: usize, edges: &[[usize; 2]], from: Option<usize>) -> Vec<usize> {
    let mut neighbours = vec![Vec::with_capacity(2); vertex_count];
    for &[one, other] in edges {
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    let end = || (0..vertex_count).find(|vertex| neighbours[*vertex].len() == 1);
    let lowest = || (0..vertex_count).find(|vertex| !neighbours[*vertex].is_empty());
    let start = from.or_else(end).or_else(lowest).unwrap_or(0);
    let mut trail = vec![start];
    let mut next = neighbours[start].iter().min().copied();
    while let Some(vertex) = next.filter(|vertex| *vertex != start) {
        let before = trail[trail.len() - 1];
        trail.push(vertex);
        next = neighbours[vertex].iter().copied().find(|other| *other != before);
    }
    trail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_begin_where_they_should() {
        assert_eq!(trail(5, &[[1, 4], [2, 4], [2, 3]], None), [1, 4, 2, 3]);
        assert_eq!(trail(5, &[[1, 4], [2, 4], [2, 3]], Some(3)), [3, 2, 4, 1]);
        assert_eq!(trail(5, &[[1, 4], [2, 4], [2, 3], [1, 3]], None), [1, 3, 2, 4]);
        assert_eq!(trail(1, &[], None), [0]);
    }
}
