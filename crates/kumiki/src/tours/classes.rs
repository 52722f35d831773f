//! Tours up to the motions of the board: counted, and where counting does not tell, sorted one by
//! one.

use super::{Folded, Tours};
use crate::Halt;
use crate::draft::Draft;
use crate::frontier::{self, motions, pick};
use kumiki_drive::Run;
use kumiki_frontier::{Motion, classes};
use kumiki_group::{Group, Perm};
use kumiki_model::{ClassCount, How, ListRecord};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Where counting does not tell, up to so many tours are listed and sorted into classes.
const SORTED_TOURS: u32 = 100_000;

impl Tours {
    /// Counts the classes of `tours` tours, which are all that the motion of the folded board
    /// preserves; says so if that is too large.
    ///
    /// # Errors
    /// If a count is stopped, or fails for another reason than its size.
    pub(super) fn classify(
        &self,
        folded: &Folded,
        tours: &BigUint,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let line = match self.count_classes(folded, tours, &draft.run) {
            Ok(Some((classes, how))) => {
                draft.answer.classes = Some(ClassCount::Number(classes.into()));
                format!("classes: {how}")
            }
            Ok(None) => {
                "classes are not counted: some tours are preserved by reflections".to_owned()
            }
            Err((what, error)) if error.is_limit() => {
                format!("classes are not counted: {what} {error}")
            }
            Err((_, error)) => return Err(error),
        };
        draft.answer.evidence.push(line);
        Ok(())
    }

    /// The number of classes, and how that was found out; none if it does not follow from what can
    /// be counted. An error comes with what was being done.
    fn count_classes(
        &self,
        folded: &Folded,
        tours: &BigUint,
        run: &Run<'_>,
    ) -> Result<Option<(BigUint, &'static str)>, (&'static str, Halt)> {
        if *tours == BigUint::ZERO {
            return Ok(Some((BigUint::ZERO, "there are none without tours")));
        }
        let mut fixed = Vec::new();
        for (motion, _) in Motion::of_board(self.board) {
            fixed.push(if motion.is_power_of(folded.motion) {
                tours.clone()
            } else {
                let other = Folded::new(&self.graph, *motion, run);
                let counted = other.and_then(|other| other.count(run));
                counted.map_err(|error| ("tours that another motion preserves:", error))?
            });
        }
        if let Some(counted) = classes(self.board, folded.motion, &fixed) {
            let how = "Burnside's lemma, with the tours that each motion of the board preserves";
            return Ok(Some((counted, how)));
        }
        if *tours > BigUint::from(SORTED_TOURS) {
            return Ok(None);
        }
        let sorted = self.sort(folded, tours, run);
        let sorted = sorted.map_err(|error| ("some are preserved by reflections, and", error))?;
        let how = "all tours were listed and sorted, because some are preserved by reflections";
        Ok(Some((sorted.into(), how)))
    }

    /// Lists all tours that a motion preserves, and counts those that stand for their classes.
    fn sort(&self, folded: &Folded, tours: &BigUint, run: &Run<'_>) -> Result<usize, Halt> {
        let (diagrams, folded) = self.diagrams(folded, tours, run)?;
        let motions = motions(self.board);
        let mut all = How::default();
        all.list = Some(ListRecord::at_most(usize::MAX));
        let mut classes = 0;
        let lift = |links: &[usize]| standing(&motions, &self.tour(&folded, links)?);
        let take = |batch: Vec<usize>| {
            classes += batch.len();
            ControlFlow::Continue(())
        };
        pick(&diagrams, tours, &all, run, lift, take)?;
        Ok(classes)
    }
}

/// How many motions of the board preserve a tour, written from the first cell in the direction of
/// the lower neighbour, if none makes an earlier one of it.
pub(super) fn standing(motions: &Group, tour: &[usize]) -> Option<usize> {
    let image = |motion: &Perm| normal(tour.iter().map(|cell| motion.apply(*cell)).collect());
    frontier::standing(&tour.to_vec(), motions.elements().iter().map(image))
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
    fn a_square_has_eight_motions_and_a_rectangle_four() {
        let check = |board, tour: &[usize], expected| {
            assert_eq!(standing(&motions(board), tour), expected, "{tour:?}");
        };
        check([2, 2], &[0, 1, 3, 2], Some(8));
        check([2, 3], &[0, 1, 2, 5, 4, 3], Some(4));
        check([2, 3], &[0, 3, 1, 5, 2, 4], Some(4));
        // Its mirror image is 0, 1, 4, 2, 5, 3.
        check([2, 3], &[0, 2, 1, 4, 5, 3], None);
        check([2, 3], &[0, 1, 4, 2, 5, 3], Some(1));
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
