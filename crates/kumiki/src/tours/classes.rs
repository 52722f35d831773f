//! Tours up to the motions of the board: counted, and where counting does not tell, sorted one by
//! one.

use super::{Folded, Tours};
use crate::Halt;
use crate::draft::Draft;
use crate::frontier::pick;
use kumiki_drive::Run;
use kumiki_frontier::{Motion, classes, motions, standing_tour};
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
        draft.note(line);
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
        let lift = |links: &[usize]| standing_tour(&motions, &self.tour(&folded, links)?);
        let take = |batch: Vec<usize>| {
            classes += batch.len();
            ControlFlow::Continue(())
        };
        pick(&diagrams, tours, &all, run, lift, take)?;
        Ok(classes)
    }
}
