//! What answers about pieces and about bricks have in common: packings, classes of them up to all
//! symmetries and up to rotations, and a list.

use crate::envelope::{Listing, class_count, is_stated};
use crate::fault::refuse;
use crate::{Fault, Verdict, rule};
use kumiki_model::{Answer, ClassCount, Classes, Count, Symmetry};
use kumiki_recount::Motions;
use num_bigint::BigUint;

/// What an answer about packings counts.
pub(crate) struct PackingClaims<'a> {
    pub(crate) answer: &'a Answer,
    pub(crate) packings: &'a Count,
    pub(crate) classes: &'a Classes,
    /// Which listed packings count as the same.
    pub(crate) symmetry: Symmetry,
}

/// What the classes of listed packings contain.
#[derive(Default)]
pub(crate) struct ListedClasses {
    /// How many are listed, one of each class.
    listed: usize,
    /// So many packings are in their classes.
    packings: usize,
    /// Into so many classes up to rotations their classes fall, if they are classes up to all
    /// symmetries.
    rotations: usize,
}

impl<'a> PackingClaims<'a> {
    /// Reads the counts of an answer, or says that they are missing.
    pub(crate) fn read(
        answer: &'a Answer,
        symmetry: Symmetry,
        missing: &str,
    ) -> Result<Self, Fault> {
        match (&answer.count, &answer.classes) {
            (Some(packings), Some(ClassCount::Both(classes))) => {
                Ok(Self { answer, packings, classes, symmetry })
            }
            _ => refuse(rule::FIELD, missing),
        }
    }

    /// How many there are to be listed.
    pub(crate) fn class_count(&self) -> &'a Count {
        class_count(self.symmetry, self.packings, self.classes)
    }

    /// Every listed packing obeys the rules, which `numbers` asks to give the numbers of its
    /// placements; and no two are the same in this way.
    pub(crate) fn judge_list<R>(
        &self,
        motions: &Motions,
        records: &[&R],
        in_this_way: &str,
        numbers: impl Fn(&R) -> Result<Vec<usize>, Fault>,
    ) -> Result<ListedClasses, Fault> {
        let (chosen, turned) = (motions.up_to(self.symmetry), motions.up_to(Symmetry::Rotations));
        let mut listing = Listing::new("solutions", None);
        let mut sums = ListedClasses { listed: records.len(), ..ListedClasses::default() };
        for (number, record) in (1..).zip(records) {
            let packing = numbers(record).map_err(|fault| fault.within("solution", number))?;
            let (class, fixing) = chosen.class_of(&packing);
            listing
                .add(class)
                .map_err(|fault| Fault { what: format!("{fault}{in_this_way}"), ..fault })?;
            sums.packings += chosen.order() / fixing;
            sums.rotations += chosen.order() * turned.fixing(&packing) / (fixing * turned.order());
        }
        Ok(sums)
    }

    /// If a complete answer lists as many as it counts classes, these contain exactly the packings
    /// counted, and fall into as many classes up to rotations.
    pub(crate) fn judge_contents(
        &self,
        sums: &ListedClasses,
        verdict: &mut Verdict,
    ) -> Result<(), Fault> {
        let (class_count, packings) = (self.class_count(), self.packings);
        verdict.solution_count = sums.listed;
        verdict.all_classes_listed =
            self.answer.is_complete() && class_count.0 == BigUint::from(sums.listed);
        if verdict.all_classes_listed {
            let what = "the packings in the classes of the listed solutions";
            is_stated(rule::SUM, what, sums.packings, packings)?;
            if self.symmetry == Symmetry::All {
                let what = "the classes up to rotations of those listed";
                is_stated(rule::SUM, what, sums.rotations, &self.classes.rotations)?;
            }
            verdict.proved.push(format!(
                "the list has as many as are counted, {class_count}, with {packings} packings"
            ));
        }
        Ok(())
    }
}
