//! What is asked of every list of subgraphs, be they tours or not.

use super::listed::Words;
use crate::envelope::{
    ListLength, Listing, at_most, equal, judge_counted, judge_presence, judge_reason,
};
use crate::{Fault, Verdict, rule};
use kumiki_model::{Answer, Count, Solution};
use kumiki_recount::Permutations;
use num_bigint::BigUint;

/// An answer that may list subgraphs.
#[derive(Debug)]
pub(crate) struct SubgraphList<'a> {
    pub(crate) answer: &'a Answer,
    pub(crate) words: &'static Words,
    /// Whether one of each class was to be listed.
    pub(crate) is_by_class: bool,
    /// What classes are up to, if one of each was to be listed and the judge has found them.
    pub(crate) symmetries: Option<Permutations<'a>>,
    /// How many classes the answer counts.
    pub(crate) classes: Option<&'a Count>,
}

impl SubgraphList<'_> {
    /// Judges what is listed. No two are the same or, if one of each class was to be listed, in the
    /// same class, unless they were drawn at random; each has as many symmetries as it says, and
    /// all classes together contain all subgraphs. No more different ones are listed than counted.
    /// There is a reason why there is none only if there is none, and a complete answer has a
    /// count.
    ///
    /// `edges_of` judges one by its number and gives the numbers of its edges; `judged` is what all of them are
    /// then known to be.
    pub(crate) fn judge(
        &self,
        judged: &str,
        edges_of: impl Fn(usize, &Solution) -> Result<Vec<usize>, Fault>,
    ) -> Result<Verdict, Fault> {
        let (answer, words) = (self.answer, self.words);
        let listed = self.listed();
        let sample = answer.question.how.sample;
        let mut listing = Listing::new(words.listed, sample);
        let mut contained = 0;
        for (at, solution) in listed.iter().enumerate() {
            let edges = edges_of(at + 1, solution)?;
            let Some(group) = self.symmetries else {
                listing.add(edges)?;
                continue;
            };
            let (class, found) = group.class_of(&edges);
            listing.add(class)?;
            contained += group.order() / found;
            if let Some(stated) = answer.symmetries.as_ref().and_then(|all| all.get(at)) {
                let what = format!("the number of symmetries of {} {}", words.one, at + 1);
                equal(rule::CLAIM, &what, *stated, found).map_err(|fault| fault.at(at + 1))?;
            }
        }
        let is_number = |count: &Count, number: usize| count.0 == BigUint::from(number);
        let has_all_classes = self.classes.is_some_and(|count| is_number(count, listed.len()));
        let different_count = listing.different_count()?;
        if let Some(Count(count)) = &answer.count {
            if self.symmetries.is_some() && answer.is_complete() && has_all_classes {
                let what = format!("the number of {}s in the classes listed", words.one);
                equal(rule::SUM, &what, count.clone(), contained)?;
            }
            at_most(rule::LISTED, words.different, different_count, count.clone())?;
        }
        let mut counts = answer.count.iter().chain(self.classes);
        let is_none = counts.all(|count| is_number(count, 0)) && listed.is_empty();
        judge_reason(answer.why_none.as_deref(), is_none)?;
        judge_counted(answer.is_complete(), answer.count.is_some())?;
        let is_known = !self.is_by_class || self.symmetries.is_some();
        let is_all = self.available().is_some_and(|count| is_number(count, different_count));
        let mut verdict = Verdict {
            solution_count: listed.len(),
            all_classes_listed: answer.is_complete()
                && answer.solutions.is_some()
                && is_known
                && is_all,
            ..Verdict::of(answer)
        };
        if !listed.is_empty() {
            verdict.proved.push(format!("{judged}: {}", listed.len()));
            verdict.proved.push(match sample {
                Some(_) => format!("different ones among them: {different_count}"),
                None => "no two of them are the same".to_owned(),
            });
        }
        Ok(verdict)
    }

    /// There are symmetries if one of each class is listed, and as many are listed as were asked
    /// for, or all there are.
    pub(crate) fn judge_length(&self) -> Result<(), Fault> {
        let answer = self.answer;
        let has_symmetries = self.is_by_class && !self.listed().is_empty();
        judge_presence("symmetries", answer.symmetries.is_some(), has_symmetries)?;
        ListLength::of(answer, self.available().map(|count| &count.0)).judge()
    }

    /// What is listed, if anything.
    pub(crate) fn listed(&self) -> &[Solution] {
        self.answer.solutions.as_deref().unwrap_or_default()
    }

    /// How many there are to be listed, if the answer says so.
    fn available(&self) -> Option<&Count> {
        if self.is_by_class { self.classes } else { self.answer.count.as_ref() }
    }
}
