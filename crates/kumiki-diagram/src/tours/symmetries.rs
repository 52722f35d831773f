//! The symmetries of a folded board, as permutations of its edges.

use super::board::{FoldedBoard, FoldedEdge};
use rustc_hash::FxHashMap;

impl FoldedBoard {
    /// Where each edge goes under each symmetry of the folded board but the identity: the
    /// reflection and, on a square board, the exchange of rows and columns and both together. Other
    /// symmetries of the board differ from these by a half-turn, which folding makes nothing of.
    pub(super) fn symmetries(&self) -> Vec<Vec<u32>> {
        let [rows, columns] = self.size();
        let reflect = |[row, column]: [usize; 2]| [row, columns - 1 - column];
        let exchange = |[row, column]: [usize; 2]| [column, row];
        let mut symmetries = vec![self.edge_images(reflect)];
        if rows == columns {
            symmetries.push(self.edge_images(exchange));
            symmetries.push(self.edge_images(|cell| exchange(reflect(cell))));
        }
        symmetries
    }

    /// Where each edge goes if cells go where `map` says.
    fn edge_images(&self, map: impl Fn([usize; 2]) -> [usize; 2]) -> Vec<u32> {
        let [rows, columns] = self.size();
        let opposite = |cell: usize| rows * columns - 1 - cell;
        let image = |cell: usize| {
            let [row, column] = map([cell / columns, cell % columns]);
            row * columns + column
        };
        // An edge as a black cell of the first half and a red cell of either half.
        let first = |[black, red]: [usize; 2]| {
            if black < opposite(black) { [black, red] } else { [opposite(black), opposite(red)] }
        };
        let ends = |edge: &FoldedEdge| {
            let red = self.reds()[edge.red as usize];
            let red = if edge.crosses { opposite(red) } else { red };
            first([self.blacks()[edge.black as usize], red])
        };
        let numbers: FxHashMap<[usize; 2], u32> =
            (0..).zip(self.edges()).map(|(number, edge)| (ends(edge), number)).collect();
        let is_black = |cell: usize| (cell / columns + cell % columns).is_multiple_of(2);
        let edge_image = |edge: &FoldedEdge| {
            let [from, to] = ends(edge).map(image);
            let [black, red] = if is_black(from) { [from, to] } else { [to, from] };
            numbers[&first([black, red])]
        };
        self.edges().iter().map(edge_image).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_id::narrow;

    #[test]
    fn symmetries_are_permutations_that_undo_themselves_and_keep_neighbours() {
        for (rows, columns, leap) in
            [(4, 6, [1, 2]), (6, 6, [1, 2]), (8, 8, [0, 1]), (6, 8, [2, 3]), (2, 2, [0, 1])]
        {
            let board = FoldedBoard::leaper(rows, columns, leap[0], leap[1]).expect("even sides");
            let cells = |edge: usize| {
                let FoldedEdge { black, red, .. } = board.edges()[edge];
                [(true, black), (false, red)]
            };
            for symmetry in board.symmetries() {
                assert!(
                    (0..symmetry.len())
                        .all(|edge| symmetry[symmetry[edge] as usize] == narrow(edge)),
                    "{rows}x{columns}"
                );
                for (edge, image) in symmetry.iter().enumerate() {
                    for (other, other_image) in symmetry.iter().enumerate() {
                        let meet =
                            |a, b| cells(a).iter().filter(|cell| cells(b).contains(cell)).count();
                        assert_eq!(meet(edge, other), meet(*image as usize, *other_image as usize));
                    }
                }
            }
        }
    }
}
