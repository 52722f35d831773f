//! An answer that is being written. What is there when a run is stopped, stays.

use crate::Halt;
use crate::judged::{judge_batch, judged_count, judged_line};
use crate::report::{NOT_VERIFIED, levels};
use crate::sink::{Row, Shown, Sink};
use crate::words::plural;
use kumiki_drive::Run;
use kumiki_judge::Fault;
use kumiki_model::{
    Answer, How, Kernel, Part, Question, RunReport, StoppedBy, Symmetry, TraceEvent, TraceStep,
};
use kumiki_plan::{Chosen, Tables};
use kumiki_search::Profile;
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::Duration;

/// What a method found.
pub(crate) struct Found {
    /// How many solutions.
    pub(crate) count: BigUint,
    /// Their classes, if these are told apart.
    pub(crate) tables: Option<Tables>,
    /// Which kernel for exact covers did the work, if one did.
    pub(crate) kernel: Kernel,
    /// Why that one.
    pub(crate) kernel_reason: String,
    pub(crate) stopped_by: Option<StoppedBy>,
    pub(crate) evidence: Vec<String>,
    pub(crate) profile: Profile,
}

impl Found {
    /// Nothing yet, after so much work.
    pub(crate) fn new(profile: Profile, stopped_by: Option<StoppedBy>) -> Self {
        Self {
            count: BigUint::ZERO,
            tables: None,
            kernel: Kernel::Auto,
            kernel_reason: String::new(),
            stopped_by,
            evidence: Vec::new(),
            profile,
        }
    }

    /// Adds a line to the evidence.
    pub(crate) fn note(&mut self, line: impl Into<String>) {
        self.evidence.push(line.into());
    }
}

/// What only the answers of one family have, which must be that of the draft.
macro_rules! part {
    ($answer:expr, $family:ident) => {
        match $answer.part {
            kumiki_model::Part::$family(ref mut part) => part,
            _ => unreachable!("a draft begins with the part of its family"),
        }
    };
}
pub(crate) use part;

/// Breaks if there is reason to.
pub(crate) fn break_if(is_enough: bool) -> ControlFlow<()> {
    if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Samples are drawn from the classes up to all symmetries.
///
/// # Errors
/// If one is asked for, but solutions are told apart in another way.
pub(crate) fn check_sample(how: &How, told_apart_by: Symmetry) -> Result<(), Halt> {
    if how.sample.is_none() || told_apart_by == Symmetry::All {
        return Ok(());
    }
    Err(Halt::contradiction(
        "`sample` draws classes up to all symmetries, not what `symmetry` says, expected \
         `symmetry` all",
    ))
}

/// An answer that is being written.
///
/// * **W1** Everything that is shown has been judged as [`crate::judged`] says, or there is no
///   answer.
/// * **W2** No more are shown than the question asks for.
pub(crate) struct Draft<'a> {
    /// Where the work takes place.
    pub(crate) run: Run<'a>,
    /// What is wanted beside the count.
    pub(crate) how: How,
    /// What is known so far.
    pub(crate) answer: Answer,
    /// What the search took so far.
    pub(crate) profile: Profile,
    sink: &'a mut dyn Sink,
    began: Duration,
    /// How many solutions of the list have been gone through: shown, unless only every K-th is.
    shown: usize,
    /// What the judge has refused, or why not all could be judged.
    halted: Option<Halt>,
    /// The count that the steps told lead to, if they are told to the end of such work.
    told: Option<BigUint>,
    /// Room for a solution as a row.
    row: Row,
    /// The plan of a count by states of a frontier whose steps were told, for the count itself.
    pub(crate) plan: Option<kumiki_frontier::Plan>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(
        question: Question,
        part: Part,
        run: Run<'a>,
        sink: &'a mut dyn Sink,
    ) -> Self {
        Self {
            run,
            how: question.how.clone(),
            answer: Answer::new(question, part),
            profile: Profile::new(&[]),
            sink,
            began: run.elapsed(),
            shown: 0,
            halted: None,
            told: None,
            row: Row::default(),
            plan: None,
        }
    }

    /// Adds a line to the evidence.
    pub(crate) fn note(&mut self, line: impl Into<String>) {
        self.answer.evidence.push(line.into());
    }

    /// How many solutions may still be shown.
    pub(crate) fn room(&self) -> usize {
        let most = self.how.sample.unwrap_or_else(|| self.how.room());
        most.saturating_sub(self.shown)
    }

    /// How many solutions of the list have been gone through.
    pub(crate) fn shown_count(&self) -> usize {
        self.shown
    }

    /// How many of them have been judged.
    pub(crate) fn judged_count(&self) -> usize {
        judged_count(self.shown)
    }

    /// Judges the next solutions of the list and hands them over. Breaks if the search may end.
    ///
    /// What `judge` refuses is a bug; [`Draft::check_shown`] tells.
    pub(crate) fn show<T: Sync>(
        &mut self,
        batch: Vec<T>,
        judge: impl Fn(usize, &T) -> Result<(), Fault> + Sync,
        shown: impl Fn(&T) -> Shown,
    ) -> ControlFlow<()> {
        self.show_rows(batch, judge, shown, None::<fn(&T, &mut Row)>)
    }

    /// The same for solutions that can be handed over as rows. `row` is given an empty one.
    pub(crate) fn show_rows<T: Sync>(
        &mut self,
        mut batch: Vec<T>,
        judge: impl Fn(usize, &T) -> Result<(), Fault> + Sync,
        shown: impl Fn(&T) -> Shown,
        row: Option<impl Fn(&T, &mut Row)>,
    ) -> ControlFlow<()> {
        if self.halted.is_some() {
            return ControlFlow::Break(());
        }
        batch.truncate(self.room());
        let (obeying, halt) = judge_batch(self.shown, &batch, &self.run, judge);
        self.halted = halt;
        let row = row.filter(|_| self.sink.takes_rows());
        for solution in &batch[..obeying] {
            self.shown += 1;
            if !self.shown.is_multiple_of(self.how.spacing()) {
                continue;
            }
            let flow = match &row {
                Some(row) => {
                    self.row.elements.clear();
                    row(solution, &mut self.row);
                    self.sink.take_row(self.shown, &self.row)
                }
                None => self.sink.take(Shown { number: self.shown, ..shown(solution) }),
            };
            if flow.is_break() {
                self.halted.get_or_insert(Halt::Stopped(StoppedBy::Enough));
                break;
            }
        }
        if !batch.is_empty() {
            self.sink.rest();
        }
        let is_full = self.room() == 0 && self.how.is_list_enough();
        break_if(self.halted.is_some() || is_full)
    }

    /// Judges what each class is shown as and hands it over. Says of how many classes something is
    /// shown, and breaks if the search may end.
    pub(crate) fn show_classes<'c, T: Sync, I: IntoIterator<Item = T>>(
        &mut self,
        classes: &'c [Chosen],
        images: impl Fn(&'c Chosen) -> I,
        judge: impl Fn(&T) -> Result<(), Fault> + Sync,
        shown: impl Fn(&T) -> Shown,
        row: impl Fn(&T, &mut Row),
    ) -> (usize, ControlFlow<()>) {
        let (room, before) = (self.room(), self.shown);
        let numbered = (1..).zip(classes).flat_map(|(number, class)| {
            images(class).into_iter().map(move |image| (number, image))
        });
        let (class_of, batch): (Vec<usize>, Vec<T>) = numbered.take(room).unzip();
        let flow = self.show_rows(batch, |_, image| judge(image), shown, Some(row));
        (class_of[..self.shown - before].last().copied().unwrap_or(0), flow)
    }

    /// Tells a step of the search. Breaks if no more are wanted.
    pub(crate) fn tell(&mut self, level: usize, event: TraceEvent) -> ControlFlow<()> {
        let most = self.how.trace.unwrap_or(0);
        if self.answer.trace.len() < most {
            let step = TraceStep { step: self.answer.trace.len() + 1, level, event };
            self.sink.hear(&step);
            self.answer.trace.push(step);
        }
        break_if(self.answer.trace.len() >= most)
    }

    /// Lets the judge follow the steps that were told.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn follow_trace(&mut self) -> Result<(), Halt> {
        let Answer { question, trace, .. } = &self.answer;
        let followed = kumiki_judge::follow_trace(question, trace).map_err(|fault| {
            Halt::Refuted { what: "the trace".to_owned(), fault: fault.to_string() }
        })?;
        let (steps, solutions) = (
            plural(trace.len(), "step", "steps"),
            plural(&followed.solutions, "solution", "solutions"),
        );
        let line = match trace.is_empty() {
            true => "trace: there is no step to be told".to_owned(),
            false => {
                format!("trace: the judge has followed the {steps} told and arrived at {solutions}")
            }
        };
        let trusted = followed.trusted.join("; ");
        self.told = Some(followed.solutions).filter(|_| followed.is_count);
        self.note(line);
        if !trusted.is_empty() {
            self.note(format!("trace: taken on trust by the judge: {trusted}"));
        }
        Ok(())
    }

    /// Whether the steps told, if they lead to a count, lead to the one that was found.
    ///
    /// # Errors
    /// If they lead to another, which is a bug.
    pub(crate) fn check_told(&mut self) -> Result<(), Halt> {
        match (self.told.take(), &self.answer.count) {
            (Some(told), Some(count)) if told != count.0 => Err(Halt::Disagreement {
                first: count.to_string(),
                second: format!("{told} by the steps told"),
            }),
            (Some(_), Some(_)) => {
                self.note("trace: it is told to the end, and the count is the same");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether all that was to be shown could be.
    ///
    /// # Errors
    /// If the judge has refused something, or if the run was stopped meanwhile.
    pub(crate) fn check_shown(&mut self) -> Result<(), Halt> {
        self.halted.take().map_or(Ok(()), Err)
    }

    /// Adds the line that says what was judged; the nouns are those of one and of many solutions.
    pub(crate) fn note_judged(&mut self, nouns: [&str; 2]) {
        let which = if self.how.spacing() == 1 { "shown" } else { "gone through" };
        self.answer.evidence.extend(judged_line(self.shown, nouns, which));
    }

    /// Notes what a second method says. That it was stopped or is too large to be made is no reason
    /// to stop.
    ///
    /// # Errors
    /// If it disagrees.
    pub(crate) fn note_second(&mut self, second: Result<String, Halt>) -> Result<(), Halt> {
        self.note(match second {
            Err(Halt::Stopped(_)) => format!("{NOT_VERIFIED}the second count was stopped"),
            Err(halt) if halt.is_limit() => format!("{NOT_VERIFIED}{halt}"),
            second => second?,
        });
        Ok(())
    }

    /// Notes what a method found and, if it is to be verified, what a second one says.
    ///
    /// # Errors
    /// If the second one disagrees.
    pub(crate) fn note_found(
        &mut self,
        found: &Found,
        second: impl FnOnce() -> Result<String, Halt>,
    ) -> Result<(), Halt> {
        self.profile = found.profile.clone();
        self.answer.stopped_by = found.stopped_by;
        self.answer.count = Some(found.count.clone().into());
        self.answer.by_symmetry =
            found.tables.as_ref().map(Tables::by_symmetry).unwrap_or_default();
        self.answer.evidence.extend(found.evidence.iter().cloned());
        if self.how.verify && found.stopped_by.is_none() {
            self.note_second(second())?;
        }
        Ok(())
    }

    /// The answer, if the work came to its end or was stopped.
    pub(crate) fn finish(mut self, done: Result<(), Halt>) -> Result<Answer, Halt> {
        match done {
            Ok(()) => {}
            Err(Halt::Stopped(stopped_by)) => self.answer.stopped_by = Some(stopped_by),
            Err(halt) => return Err(halt),
        }
        self.answer.profile = RunReport {
            nodes: self.profile.nodes(),
            seconds: self.run.elapsed().saturating_sub(self.began).as_secs_f64()
                + self.run.earlier().as_secs_f64(),
            threads: self.run.threads(),
            peak_bytes: self.run.host().peak_bytes().unwrap_or(0),
            levels: if self.how.profile { levels(&self.profile) } else { Vec::new() },
        };
        Ok(self.answer)
    }
}
