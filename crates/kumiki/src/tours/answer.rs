//! From a question to the answer that is printed, saved and judged.

use super::classes::{Classes, count_classes};
use super::folded::{Folded, matchings};
use super::images::standing;
use super::pairs::{Paired, count_pairs};
use super::reasons::none_because;
use super::{Request, Show, shown, verify};
use crate::Halt;
use crate::frontier::{Counted, Forecasted, compare_sizes, count, forecast, motions, plan};
use crate::judged::judge_shown;
use crate::report::{run_report, unless_too_large};
use kumiki_diagram::tours::FoldedBoard;
use kumiki_drive::Run;
use kumiki_frontier::{Keys, Motion, Network, Problem};
use kumiki_judge::TourJudge;
use kumiki_model::{
    Graph, RunReport, StoppedBy, TourMethod, TourSymmetry, ToursAnswer, ToursQuestionRecord,
};
use kumiki_search::Profile;
use num_bigint::BigUint;

/// An answer, the tours that are shown, and how the search ended.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Everything that is known.
    pub answer: ToursAnswer,
    /// The graph of moves.
    pub graph: Graph,
    /// The cells of each tour that is shown, in the order of the visit: from the first cell in the
    /// direction of its lower neighbour.
    pub shown: Vec<Vec<usize>>,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
}

/// Answers a question. `tell` hears what a count is expected to need, before it begins.
///
/// # Errors
/// If the question makes no sense, if it needs more memory than there is, or if two methods
/// disagree, which is a bug.
pub fn answer(
    request: &Request,
    run: &Run<'_>,
    tell: &mut dyn FnMut(&Forecasted),
) -> Result<Answered, Halt> {
    let graph = request.graph()?;
    let run = run.within_the_machine();
    let began = run.elapsed();
    let mut draft = Draft {
        request,
        graph: &graph,
        run,
        answer: nothing(request),
        shown: Vec::new(),
        profile: Profile::new(&[]),
    };
    let reason = none_because(&graph, request.board, request.symmetry);
    let written = match reason {
        Some(reason) => draft.explain(reason),
        None if request.symmetry == TourSymmetry::None => draft.count_all(tell),
        None => draft.count_symmetric(tell),
    };
    let stopped_by = match written {
        Ok(()) => None,
        Err(Halt::Stopped(stopped_by)) => Some(stopped_by),
        Err(halt) => return Err(halt),
    };
    let Draft { mut answer, shown, profile, .. } = draft;
    let solutions = answer.solutions.as_deref().unwrap_or_default();
    let judge = TourJudge::new(&answer.question).map_err(|fault| Halt::Refuted {
        what: "the question".to_owned(),
        fault: fault.to_string(),
    })?;
    let judge = |number: usize, tour: &Vec<String>| judge.judge(number, tour);
    answer.evidence.extend(judge_shown(["tour", "tours"], solutions, &run, judge)?);
    answer.complete = stopped_by.is_none();
    answer.stopped_by = stopped_by;
    answer.profile = run_report(&profile, began, &run, request.profile);
    Ok(Answered { answer, graph, shown, stopped_by })
}

/// An answer that is being written. What is there when a step halts, stays.
struct Draft<'a> {
    request: &'a Request,
    graph: &'a Graph,
    run: Run<'a>,
    answer: ToursAnswer,
    shown: Vec<Vec<usize>>,
    profile: Profile,
}

impl Draft<'_> {
    /// There is no tour. The diagram method still shows what it has, where it applies.
    fn explain(&mut self, reason: String) -> Result<(), Halt> {
        let ([rows, columns], [a, b]) = (self.request.board, self.request.piece);
        let applies = FoldedBoard::leaper(rows, columns, a, b).is_ok();
        if self.request.method == TourMethod::Diagram && applies {
            let tours = self.count_pairs()?;
            if tours != BigUint::ZERO {
                let first = format!("no tour because {reason}");
                return Err(Halt::Disagreement { first, second: tours.to_string() });
            }
        }
        self.answer.tours = Some(BigUint::ZERO.into());
        self.answer.classes = Some(BigUint::ZERO.into());
        self.answer.evidence.push("method: no search was needed".to_owned());
        self.answer.none_because = Some(reason);
        self.answer.solutions = (self.request.show != Show::Nothing).then(Vec::new);
        Ok(())
    }

    /// All tours.
    fn count_all(&mut self, tell: &mut dyn FnMut(&Forecasted)) -> Result<(), Halt> {
        let (request, run) = (self.request, &{ self.run });
        let network = Network::from(self.graph);
        let plan = plan(&network, Problem::HamiltonianCycles, run)?;
        let expected = forecast(&plan, run.threads());
        expected.check(run)?;
        tell(&expected);
        self.answer.forecast = Some(expected.record());
        let Counted { tally, profile, peak_states } = count(&plan, Keys::Narrow, run)?;
        self.note_states(&profile, peak_states);
        let tours = tally?.total();
        self.answer.tours = Some(tours.clone().into());
        if request.verify {
            let line = unless_too_large(verify::verify_all(&network, &plan, &tours, run))?;
            self.answer.evidence.push(line);
        }
        self.classify(&tours, None)?;
        if request.show == Show::Nothing {
            return Ok(());
        }
        self.show(shown::of_all(request, self.graph, &plan, &tours, run)?)
    }

    /// The tours that a turn preserves.
    fn count_symmetric(&mut self, tell: &mut dyn FnMut(&Forecasted)) -> Result<(), Halt> {
        let (request, run) = (self.request, &{ self.run });
        let motion = match request.symmetry {
            TourSymmetry::QuarterTurn => Motion::QuarterTurn,
            TourSymmetry::HalfTurn | TourSymmetry::None => Motion::HalfTurn,
        };
        let folded = Folded::new(self.graph, motion, run)?;
        let tours = match request.method {
            TourMethod::Frontier => self.count_folded(&folded, tell)?,
            TourMethod::Diagram => self.count_pairs()?,
        };
        if request.verify {
            let line = unless_too_large(verify::verify_symmetric(request, &folded, &tours, run))?;
            self.answer.evidence.push(line);
        }
        self.classify(&tours, Some(&folded))?;
        if request.show == Show::Nothing {
            return Ok(());
        }
        self.show(shown::of_symmetric(request, self.graph, &folded, &tours, run)?)
    }

    /// Counts in the folded board.
    fn count_folded(
        &mut self,
        folded: &Folded,
        tell: &mut dyn FnMut(&Forecasted),
    ) -> Result<BigUint, Halt> {
        if let Some(expected) = folded.forecast(self.run.threads()) {
            expected.check(&self.run)?;
            tell(&expected);
            self.answer.forecast = Some(expected.record());
        }
        let counted = folded.count(&folded.plans, Keys::Narrow, &self.run)?;
        self.note_states(&counted.profile, counted.peak_states);
        let found = counted.found?;
        self.answer.tours = Some(found.tours.clone().into());
        if self.request.symmetry == TourSymmetry::HalfTurn
            && let Some(matchings) = matchings(folded, &self.run)?
        {
            self.answer.matchings = Some(matchings.into());
            self.answer.pseudo = Some(found.pseudo.into());
        }
        Ok(found.tours)
    }

    /// Counts by pairs of matchings.
    fn count_pairs(&mut self) -> Result<BigUint, Halt> {
        let Paired { matchings, diagram, totals, profile } =
            count_pairs(self.request.board, self.request.piece, &self.run)?;
        self.profile.merge(&profile);
        let tours = BigUint::from(totals.tours);
        self.answer.evidence.push(
            "method: a decision diagram of all perfect matchings of the folded board, then pairs \
             of matchings"
                .to_owned(),
        );
        self.answer.tours = Some(tours.clone().into());
        self.answer.pseudo = Some(totals.pseudo.into());
        self.answer.matchings = Some(matchings.into());
        self.answer.diagram = Some(diagram);
        Ok(tours)
    }

    fn note_states(&mut self, profile: &Profile, peak_states: u64) {
        self.profile.merge(profile);
        let line = match peak_states {
            0 => "method: the board is folded, and nothing is left to count".to_owned(),
            _ => format!(
                "method: states of a frontier, cell by cell, at most {peak_states} at a time"
            ),
        };
        self.answer.evidence.push(line);
    }

    /// Counts the classes.
    fn classify(&mut self, tours: &BigUint, folded: Option<&Folded>) -> Result<(), Halt> {
        match count_classes(self.request, self.graph, folded, tours, &self.run)? {
            Classes::Counted(classes, how) => {
                self.answer.classes = Some(classes.into());
                self.answer.evidence.push(format!("classes: {how}"));
            }
            Classes::Unknown(reason) => {
                self.answer.evidence.push(format!("classes are not counted: {reason}"));
            }
        }
        Ok(())
    }

    /// Writes down the tours that are shown. A whole list of classes must contain all tours.
    fn show(&mut self, shown: Vec<Vec<usize>>) -> Result<(), Halt> {
        let name = |cell: &usize| self.graph.names()[*cell].clone();
        let named = shown.iter().map(|tour| tour.iter().map(name).collect());
        self.answer.solutions = Some(named.collect());
        if self.request.one_per_class {
            let board = self.request.board;
            let symmetries: Vec<usize> =
                shown.iter().filter_map(|tour| standing(board, tour)).collect();
            let is_whole = matches!(self.request.show, Show::List(most) if shown.len() < most);
            if let (Some(tours), true) = (&self.answer.tours, is_whole) {
                let sizes = symmetries.iter().copied();
                self.answer.evidence.push(compare_sizes(motions(board).len(), sizes, &tours.0)?);
            }
            self.answer.symmetries = Some(symmetries);
        }
        self.shown = shown;
        Ok(())
    }
}

/// An answer without anything.
fn nothing(request: &Request) -> ToursAnswer {
    let [rows, columns] = request.board;
    let [a, b] = request.piece;
    let (sample, seed) = match request.show {
        Show::Sample { size, seed } => (Some(size), Some(seed)),
        _ => (None, None),
    };
    ToursAnswer {
        question: ToursQuestionRecord {
            command: "tours".to_owned(),
            board: format!("{rows}x{columns}"),
            piece: format!("{a},{b}"),
            symmetry: request.symmetry,
            method: request.method,
            list: request.show.list(),
            sample,
            seed,
            one_per_class: request.one_per_class,
        },
        tours: None,
        classes: None,
        none_because: None,
        matchings: None,
        pseudo: None,
        diagram: None,
        forecast: None,
        solutions: None,
        symmetries: None,
        complete: false,
        stopped_by: None,
        evidence: Vec::new(),
        profile: RunReport::default(),
    }
}
