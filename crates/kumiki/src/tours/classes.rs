//! Tours up to the motions of the board: counted, and where counting does not tell, sorted one by
//! one.

use super::Tours;
use super::folded::{Folded, FoldedCount};
use super::listing::Diagrams;
use crate::Halt;
use crate::frontier::{motions, pick};
use kumiki_drive::Run;
use kumiki_frontier::{Keys, Motion, classes, half_turn_classes};
use kumiki_model::{How, ListRecord, TourSymmetry};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Where counting does not tell, up to so many tours are listed and sorted into classes.
const SORTED_TOURS: u32 = 100_000;

/// The number of classes, or why it is not known.
pub(super) enum Classes {
    /// So many, and how that was found out.
    Counted(BigUint, &'static str),
    /// It does not follow from what can be counted; the words say why.
    Unknown(String),
}

impl Tours {
    /// Counts the classes of `tours` tours, which are all that are asked for; `folded` is the board
    /// that they were counted in, unless all tours are asked for.
    ///
    /// # Errors
    /// If a count is stopped, or fails for another reason than its size.
    pub(super) fn count_classes(
        &self,
        folded: Option<&Folded>,
        tours: &BigUint,
        run: &Run<'_>,
    ) -> Result<Classes, Halt> {
        let (board, symmetry) = (self.board, self.ask.symmetry);
        let burnside = "Burnside's lemma, with the tours that each motion of the board preserves";
        if *tours == BigUint::ZERO {
            return Ok(Classes::Counted(BigUint::ZERO, "there are none without tours"));
        }
        let mut fixed = Vec::new();
        for (motion, _) in Motion::of_board(board) {
            // What a quarter-turn preserves, a half-turn does too: how many more there are does not
            // matter for the classes of the former.
            let is_idle = *motion == Motion::HalfTurn && symmetry == TourSymmetry::QuarterTurn;
            if is_idle || folded.is_some_and(|folded| folded.motion == *motion) {
                fixed.push(tours.clone());
                continue;
            }
            let other = Folded::new(&self.graph, *motion, run)?;
            match other.count(&other.plans, Keys::Narrow, run) {
                Ok(FoldedCount { found, .. }) => fixed.push(found?.tours),
                Err(error) if error.is_limit() => {
                    return Ok(Classes::Unknown(format!(
                        "tours that another motion preserves: {error}"
                    )));
                }
                Err(error) => return Err(error),
            }
        }
        let counted = match symmetry {
            TourSymmetry::None => Some(classes(board, tours, &fixed)),
            TourSymmetry::HalfTurn => half_turn_classes(board, &fixed),
            TourSymmetry::QuarterTurn => quarter_turn_classes(board, tours, &fixed),
        };
        match (counted, folded) {
            (Some(counted), _) => Ok(Classes::Counted(counted, burnside)),
            (None, Some(folded)) if *tours <= BigUint::from(SORTED_TOURS) => {
                match self.sort(folded, tours, run) {
                    Ok(classes) => Ok(Classes::Counted(
                        classes.into(),
                        "all tours were listed and sorted, because some are preserved by \
                         reflections",
                    )),
                    Err(error) if error.is_limit() => Ok(Classes::Unknown(format!(
                        "some are preserved by reflections, and {error}"
                    ))),
                    Err(error) => Err(error),
                }
            }
            (None, _) => Ok(Classes::Unknown("some tours are preserved by reflections".to_owned())),
        }
    }

    /// Lists all tours that a motion preserves and sorts them into classes.
    fn sort(&self, folded: &Folded, tours: &BigUint, run: &Run<'_>) -> Result<usize, Halt> {
        let diagrams = Diagrams::of_symmetric(self, folded, tours, run)?;
        let mut all = How::default();
        all.list = Some(ListRecord::at_most(usize::MAX));
        let mut classes = BTreeSet::new();
        let lift = |number: usize, links: &[usize]| {
            diagrams.lift(number, links).map(|tour| least_image(self.board, &tour))
        };
        let take = |batch| {
            classes.extend::<Vec<Vec<usize>>>(batch);
            ControlFlow::Continue(())
        };
        pick(diagrams.families(), tours, &all, run, lift, take)?;
        Ok(classes.len())
    }
}

/// The classes of tours that quarter-turns preserve, if no tour is preserved by a reflection: each
/// has a mirror image that is another.
fn quarter_turn_classes(board: [usize; 2], tours: &BigUint, fixed: &[BigUint]) -> Option<BigUint> {
    let is_reflection = |motion: Motion| !matches!(motion, Motion::HalfTurn | Motion::QuarterTurn);
    let motions = Motion::of_board(board).iter().zip(fixed);
    let mut reflections = motions.filter(|((motion, _), _)| is_reflection(*motion));
    reflections.all(|(_, fixed)| *fixed == BigUint::ZERO).then(|| tours / 2_u32)
}

/// Of a tour and its images, the first.
fn least_image(board: [usize; 2], tour: &[usize]) -> Vec<usize> {
    images(board, tour).into_iter().min().unwrap_or_default()
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
        let class_count = |board, tours: &[&Vec<usize>]| {
            tours.iter().map(|tour| least_image(board, tour)).collect::<BTreeSet<_>>().len()
        };
        assert_eq!(class_count([2, 2], &[&ring]), 1);
        let [one, other] = [vec![0, 1, 2, 5, 4, 3], vec![0, 3, 1, 5, 2, 4]];
        assert_eq!(images([2, 3], &one).len(), 4);
        assert_eq!(class_count([2, 3], &[&one, &other]), 2);
        assert_eq!(class_count([2, 3], &[&one, &one]), 1);
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
