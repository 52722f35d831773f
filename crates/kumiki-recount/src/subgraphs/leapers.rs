//! Where a leaper can go on a board.

use std::collections::BTreeSet;

/// The moves of a leaper between cells of a board, numbered row by row, each once.
#[must_use]
pub fn leaper_moves([rows, columns]: [usize; 2], [a, b]: [usize; 2]) -> Vec<[usize; 2]> {
    let mut moves = BTreeSet::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        for [down, across] in [[a, b], [b, a]] {
            let right = Some(column + across).filter(|to| *to < columns);
            for to in [right, column.checked_sub(across)].into_iter().flatten() {
                if row + down < rows && [down, across] != [0, 0] {
                    let ends = [row * columns + column, (row + down) * columns + to];
                    moves.insert([ends[0].min(ends[1]), ends[0].max(ends[1])]);
                }
            }
        }
    }
    moves.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Graph;

    #[test]
    fn moves_are_those_of_the_model() {
        for (rows, columns, a, b) in (1..=5)
            .flat_map(|rows| (1..=6).map(move |columns| (rows, columns)))
            .flat_map(|(rows, columns)| (0..4).map(move |a| (rows, columns, a)))
            .flat_map(|(rows, columns, a)| (a..5).map(move |b| (rows, columns, a, b)))
            .filter(|(.., b)| *b > 0)
        {
            let graph = Graph::leaper(rows, columns, a, b).expect("a board");
            assert_eq!(
                leaper_moves([rows, columns], [a, b]),
                graph.edges(),
                "{rows}x{columns} {a},{b}"
            );
        }
    }
}
