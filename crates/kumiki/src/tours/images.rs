//! Tours sorted into classes one by one, where counting does not tell.

use crate::frontier::motions;
use std::collections::BTreeSet;

/// How many classes tours form up to all motions of the board. With a tour, all its images must be
/// there.
pub(super) fn class_count(board: [usize; 2], tours: &[Vec<usize>]) -> usize {
    let least = |tour: &Vec<usize>| images(board, tour).into_iter().min();
    tours.iter().filter_map(least).collect::<BTreeSet<Vec<usize>>>().len()
}

/// How many motions of the board preserve a tour, written from the first cell in the direction of
/// the lower neighbour, if none makes an earlier one of it.
pub(super) fn standing(board: [usize; 2], tour: &[usize]) -> Option<usize> {
    let images = images(board, tour);
    let is_least = images.iter().all(|image| image.as_slice() >= tour);
    is_least.then(|| images.iter().filter(|image| image.as_slice() == tour).count())
}

/// The images of a tour under all motions of the board, each written from the first cell in the
/// direction of the lower neighbour.
fn images(board: [usize; 2], tour: &[usize]) -> Vec<Vec<usize>> {
    let image = |motion: Vec<usize>| normal(tour.iter().map(|cell| motion[*cell]).collect());
    motions(board).into_iter().map(image).collect()
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
        let [one, other] = [vec![0, 1, 2, 5, 4, 3], vec![0, 3, 1, 5, 2, 4]];
        assert_eq!(images([2, 3], &one).len(), 4);
        assert_eq!(class_count([2, 3], &[one.clone(), other.clone()]), 2);
        assert_eq!(class_count([2, 3], &[one.clone(), one.clone()]), 1);
        assert_eq!([standing([2, 3], &one), standing([2, 3], &other)], [Some(4), Some(4)]);
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
