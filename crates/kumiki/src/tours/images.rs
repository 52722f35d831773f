//! Tours sorted into classes one by one, where counting does not tell.

use std::collections::BTreeSet;

/// How many classes tours form up to all motions of the board. With a tour, all its images must be there.
pub(super) fn class_count(board: [usize; 2], tours: &[Vec<usize>]) -> usize {
    let least = |tour: &Vec<usize>| images(board, tour).into_iter().min();
    tours.iter().filter_map(least).collect::<BTreeSet<Vec<usize>>>().len()
}

/// The images of a tour under all motions of the board, each written from the first cell in the direction of the lower neighbour.
fn images([rows, columns]: [usize; 2], tour: &[usize]) -> Vec<Vec<usize>> {
    let mut images = Vec::new();
    for is_transposed in [false, true] {
        for [flips_rows, flips_columns] in [[false, false], [false, true], [true, false], [true, true]] {
            let image = |cell: &usize| {
                let [row, column] = [cell / columns, cell % columns];
                let row = if flips_rows { rows - 1 - row } else { row };
                let column = if flips_columns { columns - 1 - column } else { column };
                if is_transposed { column * columns + row } else { row * columns + column }
            };
            if !is_transposed || rows == columns {
                images.push(normal(tour.iter().map(image).collect()));
            }
        }
    }
    images
}

/// A tour from the first cell on, in the direction of its lower neighbour.
fn normal(mut tour: Vec<usize>) -> Vec<usize> {
    let start = tour.iter().position(|cell| *cell == 0).unwrap_or(0);
    tour.rotate_left(start);
    if tour.len() > 2 && tour[1] > tour[tour.len() - 1] {
        tour[1..].reverse();
    }
    tour
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_images_and_a_rectangle_four() {
        let ring = vec![0, 1, 3, 2];
        assert_eq!(images([2, 2], &ring), vec![ring.clone(); 8]);
        assert_eq!(class_count([2, 2], &[ring]), 1);
        let [one, other] = [vec![0, 1, 2, 5, 4, 3], vec![0, 4, 2, 5, 1, 3]];
        assert_eq!(images([2, 3], &one).len(), 4);
        assert_eq!(class_count([2, 3], &[one.clone(), other.clone()]), 2);
        assert_eq!(class_count([2, 3], &[one.clone(), one]), 1);
    }

    #[test]
    fn every_way_to_write_a_tour_has_one_normal_form() {
        let tour = vec![0, 2, 4, 1, 3];
        for turn in 0..5 {
            let mut written = tour.clone();
            written.rotate_left(turn);
            assert_eq!(normal(written.clone()), tour);
            written.reverse();
            assert_eq!(normal(written), tour);
        }
    }
}
