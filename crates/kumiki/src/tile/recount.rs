//! The judge's count of tilings as work that can be paused and taken up again.

use kumiki_judge::{TilingCounts, TilingRecount};
use kumiki_model::TilingQuestion;
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
};

/// The judge's count as work that can be paused. The answer is what was counted and how many tiles
/// were tried, or nothing if that would be too many.
pub(super) struct Recounting<'q> {
    question: &'q TilingQuestion,
    recount: TilingRecount<'q>,
    /// More tiles are not tried.
    most: u64,
}

impl<'q> Recounting<'q> {
    /// `None` if there are too many directions.
    pub(super) fn new(question: &'q TilingQuestion, most: u64) -> Option<Self> {
        Some(Self { question, recount: TilingRecount::new(question, true)?, most })
    }

    /// The question and the limit.
    fn name(&self) -> [u64; 2] {
        let text = format!("{:?}", self.question);
        [Digest::of(text.bytes().map(u64::from)), self.most]
    }
}

impl Stages for Recounting<'_> {
    type Answer = Option<(TilingCounts, u64)>;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer> {
        let before = self.recount.steps();
        // One more, to know that it is too many.
        let is_done = self.recount.advance(fuel.0.min(self.most + 1 - before));
        let steps = self.recount.steps();
        fuel.0 -= steps - before;
        if steps > self.most {
            Turn::Done(None)
        } else if is_done {
            Turn::Done(Some((self.recount.count(), steps)))
        } else {
            Turn::Going
        }
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// The judge tells nothing of what it has laid, but it always lays the same. So the records are the
/// name and how many tiles were tried; they are tried again, which takes a minute at most.
impl Snapshot for Recounting<'_> {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        writer.numbers(&[self.recount.steps()]);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [steps] = reader.numbers()?;
        reader.finish()?;
        let left = steps.checked_sub(self.recount.steps()).ok_or(BadSnapshot)?;
        if steps > self.most {
            return Err(BadSnapshot);
        }
        self.recount.advance(left);
        if self.recount.steps() == steps { Ok(()) } else { Err(BadSnapshot) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_oracle::universe::{dominoes, random_coloured_tiling_questions, random_dissections};
    use kumiki_trial::{check_damage, check_stages};

    #[test]
    fn recounts_are_taken_up() {
        let questions = [dominoes(2, 3), dominoes(3, 3), dominoes(4, 4)];
        let others = random_dissections(21, 12).chain(random_coloured_tiling_questions(22, 12));
        let (mut counted, mut too_long) = (0, 0);
        for (at, question) in questions.into_iter().chain(others).enumerate() {
            for most in [20, 500] {
                let make = || Recounting::new(&question, most).expect("few directions");
                let answer = check_stages(make).unwrap_or_else(|fault| panic!("{at}: {fault}"));
                counted += usize::from(answer.is_some());
                too_long += usize::from(answer.is_none());
            }
        }
        assert!(counted > 20 && too_long > 5, "{counted} and {too_long}");
    }

    #[test]
    fn damaged_recounts_are_refused() {
        let question = dominoes(4, 4);
        let make = || Recounting::new(&question, 1000).expect("few directions");
        check_damage(make, 3, 10).expect("all is noticed");
    }
}
