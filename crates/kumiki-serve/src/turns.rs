//! Whose turn it is: jobs that run, and those that wait for it.
//!
//! # Invariants
//! * **Q1** At most `most_running` jobs run, at most one of each page.
//! * **Q2** At most `most_waiting` jobs wait.
//! * **Q3** Nobody waits who could run.
//! * **Q4** Pages take turns: when a job of a page begins, the page goes behind all others that
//!   wait; a page that comes goes there, too. The jobs of one page begin in their order.

use std::collections::VecDeque;

/// A job's number.
pub(crate) type JobId = u64;

/// Jobs and the pages that have asked for them.
#[derive(Debug)]
pub(crate) struct Turns {
    most_running: usize,
    most_waiting: usize,
    running: Vec<(JobId, String)>,
    /// Pages with jobs that wait, in the order of their turns (Q4). None is without such a job.
    pages: VecDeque<(String, VecDeque<JobId>)>,
}

/// What becomes of a job that comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entered {
    Runs,
    /// So many jobs wait already.
    Waits(usize),
    /// As many jobs wait as may.
    Refused,
}

impl Turns {
    pub(crate) fn new(most_running: usize, most_waiting: usize) -> Self {
        Self { most_running, most_waiting, running: Vec::new(), pages: VecDeque::new() }
    }

    /// A job comes.
    pub(crate) fn enter(&mut self, id: JobId, page: &str) -> Entered {
        if self.running.len() < self.most_running && !self.runs_of(page) {
            // By Q3, nobody waits whose turn it could be.
            self.running.push((id, page.to_owned()));
            return Entered::Runs;
        }
        let waiting = self.waiting();
        if waiting >= self.most_waiting {
            return Entered::Refused;
        }
        match self.pages.iter_mut().find(|(name, _)| name == page) {
            Some((_, jobs)) => jobs.push_back(id),
            None => self.pages.push_back((page.to_owned(), [id].into())),
        }
        Entered::Waits(waiting)
    }

    /// A job goes, whether it ran or waited. Another one may begin instead.
    pub(crate) fn leave(&mut self, id: JobId) -> Option<JobId> {
        self.running.retain(|(other, _)| *other != id);
        for (_, jobs) in &mut self.pages {
            jobs.retain(|other| *other != id);
        }
        self.pages.retain(|(_, jobs)| !jobs.is_empty());
        if self.running.len() >= self.most_running {
            return None;
        }
        let next = self.pages.iter().position(|(page, _)| !self.runs_of(page))?;
        let (page, mut jobs) = self.pages.remove(next)?;
        let begins = jobs.pop_front()?;
        if !jobs.is_empty() {
            self.pages.push_back((page.clone(), jobs));
        }
        self.running.push((begins, page));
        Some(begins)
    }

    pub(crate) fn waiting(&self) -> usize {
        self.pages.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.running.is_empty() && self.pages.is_empty()
    }

    fn runs_of(&self, page: &str) -> bool {
        self.running.iter().any(|(_, other)| other == page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Turns {
        fn assert_sound(&self) {
            assert!(self.running.len() <= self.most_running, "Q1: {self:?}");
            for (at, (_, page)) in self.running.iter().enumerate() {
                assert!(self.running[..at].iter().all(|(_, other)| other != page), "Q1: {self:?}");
            }
            assert!(self.waiting() <= self.most_waiting, "Q2: {self:?}");
            let is_free = self.running.len() < self.most_running;
            for (page, jobs) in &self.pages {
                assert!(!jobs.is_empty());
                assert!(!is_free || self.runs_of(page), "Q3: {self:?}");
            }
        }
    }

    #[test]
    fn a_page_with_many_jobs_does_not_keep_another_waiting() {
        let mut turns = Turns::new(1, 20);
        assert_eq!(turns.enter(1, "a"), Entered::Runs);
        assert_eq!(turns.enter(2, "a"), Entered::Waits(0));
        assert_eq!(turns.enter(3, "a"), Entered::Waits(1));
        assert_eq!(turns.enter(4, "b"), Entered::Waits(2));
        assert_eq!(turns.enter(5, "b"), Entered::Waits(3));
        let mut order = vec![1];
        while let Some(next) = turns.leave(order[order.len() - 1]) {
            order.push(next);
        }
        assert_eq!(order, [1, 2, 4, 3, 5]);
        assert!(turns.is_empty());
    }

    #[test]
    fn a_page_runs_one_job_even_if_there_is_room() {
        let mut turns = Turns::new(2, 1);
        assert_eq!(turns.enter(1, "a"), Entered::Runs);
        assert_eq!(turns.enter(2, "a"), Entered::Waits(0));
        assert_eq!(turns.enter(3, "a"), Entered::Refused);
        assert_eq!(turns.enter(4, "b"), Entered::Runs);
        assert_eq!(turns.leave(4), None);
        assert_eq!(turns.leave(2), None);
        assert_eq!(turns.leave(1), None);
        assert!(turns.is_empty());
    }

    /// All stories of seven steps: one of three pages asks, or the oldest or the newest job goes.
    #[test]
    fn no_story_breaks_an_invariant() {
        let mut stories = 0;
        for story in 0..5_usize.pow(7) {
            let mut turns = Turns::new(2, 3);
            let mut present: Vec<JobId> = Vec::new();
            let mut steps = story;
            for id in 0..7 {
                let step = steps % 5;
                steps /= 5;
                match (["a", "b", "c"].get(step), present.is_empty()) {
                    (Some(page), _) => {
                        if turns.enter(id, page) != Entered::Refused {
                            present.push(id);
                        }
                    }
                    (None, true) => {}
                    (None, false) => {
                        let at = if step == 3 { 0 } else { present.len() - 1 };
                        let begun = turns.leave(present.remove(at));
                        assert!(begun.is_none_or(|begun| present.contains(&begun)));
                    }
                }
                turns.assert_sound();
                assert_eq!(turns.running.len() + turns.waiting(), present.len());
            }
            stories += 1;
        }
        assert_eq!(stories, 78125);
    }

    /// Pages that always have something to ask get the same number of turns.
    #[test]
    fn turns_are_even() {
        let mut turns = Turns::new(2, 20);
        let mut page_of = Vec::new();
        let mut running = VecDeque::new();
        let mut ask = |turns: &mut Turns, running: &mut VecDeque<JobId>, page: usize| {
            let id = JobId::try_from(page_of.len()).expect("a few");
            page_of.push(page);
            if turns.enter(id, &page.to_string()) == Entered::Runs {
                running.push_back(id);
            }
            page_of.clone()
        };
        for page in [0, 0, 0, 0, 0, 0, 1, 2, 3, 1, 2, 3] {
            ask(&mut turns, &mut running, page);
        }
        let mut begun = [0; 4];
        let mut page = 0;
        for _ in 0..400 {
            let pages = ask(&mut turns, &mut running, page);
            let done = running.pop_front().expect("somebody runs");
            running.extend(turns.leave(done));
            page = pages[usize::try_from(done).expect("a few")];
            begun[page] += 1;
        }
        assert!(begun.iter().all(|count| (98..=102).contains(count)), "{begun:?}");
    }
}
