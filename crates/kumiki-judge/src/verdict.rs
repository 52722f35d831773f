//! What the judge says about an answer in which it finds nothing wrong.
//!
//! There are three verdicts. An answer is *refuted* if something in it is wrong: that is the error
//! of every function that judges. It is *proved* if the judge has found all its counts once more by
//! its own work, and *consistent* if nothing speaks against it but some of it had to be taken on
//! trust. What is the case is told by [`Verdict`].

use kumiki_model::Answer;

/// What was found to be in order, and what was not looked at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verdict {
    /// How many listed solutions were judged.
    pub solution_count: usize,
    /// Whether these are one of each class, in an answer that says it is complete.
    pub all_classes_listed: bool,
    /// What holds by the judge's own work: a phrase each.
    pub proved: Vec<String>,
    /// What the answer says beyond that, and why the judge did not find it out itself: a phrase
    /// each.
    pub trusted: Vec<String>,
}

impl Verdict {
    /// Nothing is judged yet but how the search ended.
    ///
    /// Of a search that was not finished, no count is known to be the whole one.
    pub(crate) fn of(answer: &Answer) -> Self {
        let unfinished = "the answer says itself that the search was not finished";
        let trusted = (!answer.is_complete()).then(|| unfinished.to_owned());
        Self { trusted: trusted.into_iter().collect(), ..Self::default() }
    }

    /// Whether nothing was taken on trust.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.trusted.is_empty()
    }
}

/// What was proved, what was not, and the verdict in the last line.
impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.proved.iter().try_for_each(|line| writeln!(f, "proved: {line}"))?;
        self.trusted.iter().try_for_each(|line| writeln!(f, "not proved: {line}"))?;
        let last = if self.is_proved() { "proved" } else { "consistent, not proved" };
        writeln!(f, "verdict: {last}")
    }
}
