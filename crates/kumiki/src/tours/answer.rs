//! From a question to the answer that is printed, saved and judged.

use super::classes::{Classes, count_classes};
use super::folded::{Folded, matchings};
use super::images::standing;
use super::pairs::{Paired, count_pairs};
use super::reasons::none_because;
use super::{Request, Show, shown, verify};
use crate::SolveError;
use crate::frontier::{
    Counted, Forecasted, compare_sizes, count, forecast, guarded, motions, plan,
};
use crate::judged::judge_shown;
use crate::report::{run_report, stopped_by, unless_too_large};
use kumiki_diagram::tours::FoldedBoard;
use kumiki_frontier::{Keys, Motion, Network, Problem};
use kumiki_judge::TourJudge;
use kumiki_model::{Graph, RunReport, TourMethod, TourSymmetry, ToursAnswer, ToursQuestionRecord};
use kumiki_run::{Ended, Runner};
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
    pub ended: Ended,
}

/// Answers a question. `tell` hears what a count is expected to need, before it begins.
///
/// # Errors
/// If the question makes no sense, if it needs more memory than there is, or if two methods
/// disagree, which is a bug.
pub fn answer(
    request: &Request,
    runner: &Runner,
    tell: &mut dyn FnMut(&Forecasted),
) -> Result<Answered, SolveError> {
    let graph = request.graph()?;
    let runner = guarded(runner);
    let mut draft = Draft {
        request,
        graph: &graph,
        runner: &runner,
        answer: nothing(request),
        shown: Vec::new(),
        profile: Profile::new(&[]),
    };
    let reason = none_because(&graph, request.board, request.symmetry);
    let ended = match reason {
        Some(reason) => draft.explain(reason)?,
        None if request.symmetry == TourSymmetry::None => draft.count_all(tell)?,
        None => draft.count_symmetric(tell)?,
    };
    let Draft { mut answer, shown, profile, .. } = draft;
    let solutions = answer.solutions.as_deref().unwrap_or_default();
    let judge = TourJudge::new(&answer.question).map_err(|fault| SolveError::Refuted {
        what: "the question".to_owned(),
        fault: fault.to_string(),
    })?;
    let judge = |number: usize, tour: &Vec<String>| judge.judge(number, tour);
    answer.evidence.extend(judge_shown(["tour", "tours"], solutions, &runner, judge)?);
    let ended = ended.err().unwrap_or(Ended::Complete);
    answer.complete = ended == Ended::Complete;
    answer.stopped_by = stopped_by(ended);
    answer.profile = run_report(&profile, runner.started, &runner, request.profile);
    Ok(Answered { answer, graph, shown, ended })
}

/// An answer that is being written. Its steps say why they were stopped, if they were; what they
/// found until then stays.
struct Draft<'a> {
    request: &'a Request,
    graph: &'a Graph,
    runner: &'a Runner,
    answer: ToursAnswer,
    shown: Vec<Vec<usize>>,
    profile: Profile,
}

/// Whether a step came to its end.
type Stepped = Result<(), Ended>;

impl Draft<'_> {
    /// There is no tour. The diagram method still shows what it has, where it applies.
    fn explain(&mut self, reason: String) -> Result<Stepped, SolveError> {
        let ([rows, columns], [a, b]) = (self.request.board, self.request.piece);
        let applies = FoldedBoard::leaper(rows, columns, a, b).is_ok();
        if self.request.method == TourMethod::Diagram && applies {
            match self.count_pairs()? {
                Ok(tours) if tours == BigUint::ZERO => {}
                Ok(tours) => {
                    let first = format!("no tour because {reason}");
                    return Err(SolveError::Disagreement { first, second: tours.to_string() });
                }
                Err(ended) => return Ok(Err(ended)),
            }
        }
        self.answer.tours = Some(BigUint::ZERO.into());
        self.answer.classes = Some(BigUint::ZERO.into());
        self.answer.evidence.push("method: no search was needed".to_owned());
        self.answer.none_because = Some(reason);
        self.answer.solutions = (self.request.show != Show::Nothing).then(Vec::new);
        Ok(Ok(()))
    }

    /// All tours.
    fn count_all(&mut self, tell: &mut dyn FnMut(&Forecasted)) -> Result<Stepped, SolveError> {
        let (request, runner) = (self.request, self.runner);
        let network = Network::from(self.graph);
        let plan = match plan(&network, Problem::HamiltonianCycles, runner)? {
            Ok(plan) => plan,
            Err(ended) => return Ok(Err(ended)),
        };
        let expected = forecast(&plan, runner.threads);
        expected.check(runner)?;
        tell(&expected);
        self.answer.forecast = Some(expected.record());
        let Counted { tally, profile, peak_states } = count(&plan, Keys::Narrow, runner)?;
        self.note_states(&profile, peak_states);
        let tours = match tally {
            Ok(tally) => tally.total(),
            Err(ended) => return Ok(Err(ended)),
        };
        self.answer.tours = Some(tours.clone().into());
        if request.verify {
            let line = unless_too_large(verify::verify_all(&network, &plan, &tours, runner))?;
            self.answer.evidence.push(line);
        }
        if let Err(ended) = self.classify(&tours, None)? {
            return Ok(Err(ended));
        }
        if request.show == Show::Nothing {
            return Ok(Ok(()));
        }
        let shown = shown::of_all(request, self.graph, &plan, &tours, runner)?;
        match shown {
            Ok(shown) => self.show(shown).map(Ok),
            Err(ended) => Ok(Err(ended)),
        }
    }

    /// The tours that a turn preserves.
    fn count_symmetric(
        &mut self,
        tell: &mut dyn FnMut(&Forecasted),
    ) -> Result<Stepped, SolveError> {
        let (request, runner) = (self.request, self.runner);
        let motion = match request.symmetry {
            TourSymmetry::QuarterTurn => Motion::QuarterTurn,
            TourSymmetry::HalfTurn | TourSymmetry::None => Motion::HalfTurn,
        };
        let folded = match Folded::new(self.graph, motion, runner)? {
            Ok(folded) => folded,
            Err(ended) => return Ok(Err(ended)),
        };
        let counted = match request.method {
            TourMethod::Frontier => self.count_folded(&folded, tell)?,
            TourMethod::Diagram => self.count_pairs()?,
        };
        let tours = match counted {
            Ok(tours) => tours,
            Err(ended) => return Ok(Err(ended)),
        };
        if request.verify {
            let line =
                unless_too_large(verify::verify_symmetric(request, &folded, &tours, runner))?;
            self.answer.evidence.push(line);
        }
        if let Err(ended) = self.classify(&tours, Some(&folded))? {
            return Ok(Err(ended));
        }
        if request.show == Show::Nothing {
            return Ok(Ok(()));
        }
        let shown = shown::of_symmetric(request, self.graph, &folded, &tours, runner)?;
        match shown {
            Ok(shown) => self.show(shown).map(Ok),
            Err(ended) => Ok(Err(ended)),
        }
    }

    /// Counts in the folded board.
    fn count_folded(
        &mut self,
        folded: &Folded,
        tell: &mut dyn FnMut(&Forecasted),
    ) -> Result<Result<BigUint, Ended>, SolveError> {
        if let Some(expected) = folded.forecast(self.runner.threads) {
            expected.check(self.runner)?;
            tell(&expected);
            self.answer.forecast = Some(expected.record());
        }
        let counted = folded.count(&folded.plans, Keys::Narrow, self.runner)?;
        self.note_states(&counted.profile, counted.peak_states);
        let found = match counted.found {
            Ok(found) => found,
            Err(ended) => return Ok(Err(ended)),
        };
        self.answer.tours = Some(found.tours.clone().into());
        if self.request.symmetry == TourSymmetry::HalfTurn {
            match matchings(folded, self.runner)? {
                Some(Ok(matchings)) => {
                    self.answer.matchings = Some(matchings.into());
                    self.answer.pseudo = Some(found.pseudo.into());
                }
                Some(Err(ended)) => return Ok(Err(ended)),
                None => {}
            }
        }
        Ok(Ok(found.tours))
    }

    /// Counts by pairs of matchings.
    fn count_pairs(&mut self) -> Result<Result<BigUint, Ended>, SolveError> {
        let Paired { matchings, diagram, totals, profile } =
            match count_pairs(self.request.board, self.request.piece, self.runner)? {
                Ok(paired) => paired,
                Err(ended) => return Ok(Err(ended)),
            };
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
        Ok(Ok(tours))
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
    fn classify(
        &mut self,
        tours: &BigUint,
        folded: Option<&Folded>,
    ) -> Result<Stepped, SolveError> {
        match count_classes(self.request, self.graph, folded, tours, self.runner)? {
            Classes::Counted(classes, how) => {
                self.answer.classes = Some(classes.into());
                self.answer.evidence.push(format!("classes: {how}"));
            }
            Classes::Stopped(ended) => return Ok(Err(ended)),
            Classes::Unknown(reason) => {
                self.answer.evidence.push(format!("classes are not counted: {reason}"));
            }
        }
        Ok(Ok(()))
    }

    /// Writes down the tours that are shown. A whole list of classes must contain all tours.
    fn show(&mut self, shown: Vec<Vec<usize>>) -> Result<(), SolveError> {
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
