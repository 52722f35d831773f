//! Closed tours of leapers on boards: of all, or of those that a turn of the board preserves.
//!
//! # How
//! * All tours are Hamiltonian cycles of the graph of moves, counted by `kumiki_frontier::Count`.
//!   Tours that a motion preserves are cycles of the folded board whose labels generate the group
//!   (`kumiki_frontier::Folding`). From the numbers of tours that each motion preserves follows the
//!   number of classes, by Burnside's lemma.
//! * The method of Knuth's OBDD, for the half-turn: a decision diagram of all perfect matchings of
//!   the folded board, and all pairs of matchings that make a single cycle
//!   (`kumiki_diagram::tours`).
//! * Lists and samples come from decision diagrams of all cycles, compiled by the frontier engine.

mod classes;
mod folded;
mod listing;
mod pairs;
mod reasons;
mod verify;
mod words;

use crate::Halt;
use crate::draft::Draft;
use crate::family::Family;
use crate::frontier::{Counted, count, forecast, plan};
use crate::sink::Shown;
use classes::Classes;
use folded::{Folded, matchings};
use kumiki_diagram::tours::FoldedBoard;
use kumiki_draw::Sheet;
use kumiki_frontier::{Keys, Motion, Network, Problem};
use kumiki_model::{
    Answer, ClassCount, Graph, Part, TourMethod, TourSymmetry, ToursAsk, ToursPart,
};
use kumiki_search::Profile;
use listing::Diagrams;
use num_bigint::BigUint;
use pairs::{Paired, count_pairs};
use reasons::none_because;

/// A question about tours.
pub(crate) struct Tours {
    ask: ToursAsk,
    /// Rows and columns.
    board: [usize; 2],
    /// How far the piece leaps.
    piece: [usize; 2],
    /// The moves.
    graph: Graph,
}

impl Tours {
    /// Reads a question.
    ///
    /// # Errors
    /// If there is no such board or piece, or if a motion or a method does not go with it.
    pub(crate) fn new(ask: &mut ToursAsk) -> Result<Self, Halt> {
        let board = board("board", &ask.board)?;
        let piece = piece("piece", ask.piece.as_deref().unwrap_or("knight"))?;
        let ([rows, columns], [a, b]) = (board, piece);
        if ask.symmetry == TourSymmetry::QuarterTurn && rows != columns {
            return Err(Halt::contradiction(format!(
                "a quarter-turn of a {rows}x{columns} board, expected a square board"
            )));
        }
        if ask.method == TourMethod::Diagram && ask.symmetry != TourSymmetry::HalfTurn {
            return Err(Halt::contradiction(
                "`method` diagram pairs matchings of a board folded by the half-turn, expected \
                 `symmetry` half-turn",
            ));
        }
        // The same question is written in one way.
        ask.board = format!("{rows}x{columns}");
        ask.piece = Some(format!("{a},{b}"));
        let graph = Graph::leaper(rows, columns, a, b)?;
        Ok(Self { ask: ask.clone(), board, piece, graph })
    }
}

/// Two numbers with something between them.
fn pair(text: &str, between: char) -> Option<[usize; 2]> {
    let (first, second) = text.split_once(between)?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

/// Rows and columns of a board.
fn board(field: &'static str, text: &str) -> Result<[usize; 2], Halt> {
    pair(text, 'x').filter(|sides| !sides.contains(&0)).ok_or_else(|| Halt::Field {
        field,
        value: text.to_owned(),
        reason: "expected two positive sides such as 8x8".to_owned(),
    })
}

/// How far a piece leaps.
fn piece(field: &'static str, text: &str) -> Result<[usize; 2], Halt> {
    let leaps = if text == "knight" { Some([1, 2]) } else { pair(text, ',') };
    leaps.filter(|leaps| *leaps != [0, 0]).ok_or_else(|| Halt::Field {
        field,
        value: text.to_owned(),
        reason: "expected knight or two leaps such as 1,2".to_owned(),
    })
}

impl Family for Tours {
    fn part(&self) -> Part {
        Part::Tours(ToursPart::default())
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if self.ask.one_per_class && draft.how.sample.is_some() {
            return Err(Halt::contradiction(
                "`sample` draws from all tours, expected no `one_per_class`",
            ));
        }
        draft.run = draft.run.within_the_machine();
        match none_because(&self.graph, self.board, self.ask.symmetry) {
            Some(reason) => self.explain(reason, draft),
            None if self.ask.symmetry == TourSymmetry::None => self.count_all(draft),
            None => self.count_symmetric(draft),
        }
    }

    fn solution_text(&self, shown: &Shown) -> String {
        words::solution(&self.graph, self.board, shown)
    }

    fn text(&self, answer: &Answer) -> String {
        words::answer(&self.ask, answer)
    }

    fn picture(&self, answer: &Answer) -> Sheet {
        words::picture(&self.ask, &self.graph, answer)
    }
}

/// What only answers about tours have.
fn part<'d>(draft: &'d mut Draft<'_>) -> &'d mut ToursPart {
    match &mut draft.answer.part {
        Part::Tours(part) => part,
        _ => unreachable!("a draft begins with the part of its family"),
    }
}

impl Tours {
    /// There is no tour. The diagram method still shows what it has, where it applies.
    fn explain(&self, reason: String, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let ([rows, columns], [a, b]) = (self.board, self.piece);
        let applies = FoldedBoard::leaper(rows, columns, a, b).is_ok();
        if self.ask.method == TourMethod::Diagram && applies {
            let tours = self.count_pairs(draft)?;
            if tours != BigUint::ZERO {
                let first = format!("no tour because {reason}");
                return Err(Halt::Disagreement { first, second: tours.to_string() });
            }
        }
        draft.answer.count = Some(BigUint::ZERO.into());
        draft.answer.classes = Some(ClassCount::Number(BigUint::ZERO.into()));
        draft.answer.evidence.push("method: no search was needed".to_owned());
        draft.answer.why_none = Some(reason);
        Ok(())
    }

    /// All tours.
    fn count_all(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let run = draft.run;
        let network = Network::from(&self.graph);
        let plan = plan(&network, Problem::HamiltonianCycles, &run)?;
        let expected = forecast(&plan, run.threads());
        expected.check(&run)?;
        expected.tell(&run);
        part(draft).forecast = Some(expected.record());
        let Counted { tally, profile, peak_states } = count(&plan, Keys::Narrow, &run)?;
        note_states(&profile, peak_states, draft);
        let tours = tally?.total();
        draft.answer.count = Some(tours.clone().into());
        if draft.how.verify {
            draft.note_second(verify::verify_all(&network, &plan, &tours, &run))?;
        }
        self.classify(&tours, None, draft)?;
        if draft.how.shows() {
            let diagrams = Diagrams::of_all(&self.graph, &plan, &tours, &run)?;
            self.show(&diagrams, &tours, draft)?;
        }
        Ok(())
    }

    /// The tours that a turn preserves.
    fn count_symmetric(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let run = draft.run;
        let motion = match self.ask.symmetry {
            TourSymmetry::QuarterTurn => Motion::QuarterTurn,
            TourSymmetry::HalfTurn | TourSymmetry::None => Motion::HalfTurn,
        };
        let folded = Folded::new(&self.graph, motion, &run)?;
        let tours = match self.ask.method {
            TourMethod::Frontier => self.count_folded(&folded, draft)?,
            TourMethod::Diagram => self.count_pairs(draft)?,
        };
        if draft.how.verify {
            draft.note_second(self.verify_symmetric(&folded, &tours, &run))?;
        }
        self.classify(&tours, Some(&folded), draft)?;
        if draft.how.shows() {
            let diagrams = Diagrams::of_symmetric(self, &folded, &tours, &run)?;
            self.show(&diagrams, &tours, draft)?;
        }
        Ok(())
    }

    /// Counts in the folded board.
    fn count_folded(&self, folded: &Folded, draft: &mut Draft<'_>) -> Result<BigUint, Halt> {
        let run = draft.run;
        if let Some(expected) = folded.forecast(run.threads()) {
            expected.check(&run)?;
            expected.tell(&run);
            part(draft).forecast = Some(expected.record());
        }
        let counted = folded.count(&folded.plans, Keys::Narrow, &run)?;
        note_states(&counted.profile, counted.peak_states, draft);
        let found = counted.found?;
        draft.answer.count = Some(found.tours.clone().into());
        if self.ask.symmetry == TourSymmetry::HalfTurn
            && let Some(matchings) = matchings(folded, &run)?
        {
            part(draft).matchings = Some(matchings.into());
            part(draft).pseudo = Some(found.pseudo.into());
        }
        Ok(found.tours)
    }

    /// Counts by pairs of matchings.
    fn count_pairs(&self, draft: &mut Draft<'_>) -> Result<BigUint, Halt> {
        let Paired { matchings, diagram, totals, profile } =
            count_pairs(self.board, self.piece, &draft.run)?;
        draft.profile.merge(&profile);
        let tours = BigUint::from(totals.tours);
        draft.answer.evidence.push(
            "method: a decision diagram of all perfect matchings of the folded board, then pairs \
             of matchings"
                .to_owned(),
        );
        draft.answer.count = Some(tours.clone().into());
        part(draft).pseudo = Some(totals.pseudo.into());
        part(draft).matchings = Some(matchings.into());
        part(draft).diagram = Some(diagram);
        Ok(tours)
    }

    /// Counts the classes.
    fn classify(
        &self,
        tours: &BigUint,
        folded: Option<&Folded>,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let line = match self.count_classes(folded, tours, &draft.run)? {
            Classes::Counted(classes, how) => {
                draft.answer.classes = Some(ClassCount::Number(classes.into()));
                format!("classes: {how}")
            }
            Classes::Unknown(reason) => format!("classes are not counted: {reason}"),
        };
        draft.answer.evidence.push(line);
        Ok(())
    }
}

/// Notes what a count has visited.
fn note_states(profile: &Profile, peak_states: u64, draft: &mut Draft<'_>) {
    draft.profile.merge(profile);
    let line = match peak_states {
        0 => "method: the board is folded, and nothing is left to count".to_owned(),
        _ => format!("method: states of a frontier, cell by cell, at most {peak_states} at a time"),
    };
    draft.answer.evidence.push(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_pieces_are_read_or_refused() {
        assert_eq!(board("board", "8x10"), Ok([8, 10]));
        for bad in ["8", "8x", "0x8", "8x-1", "8x8x8", "x"] {
            assert!(board("board", bad).is_err(), "{bad}");
        }
        assert_eq!((piece("piece", "knight"), piece("piece", "0,3")), (Ok([1, 2]), Ok([0, 3])));
        for bad in ["", "rook", "1", "0,0", "1,2,3", "-1,2"] {
            assert!(piece("piece", bad).is_err(), "{bad}");
        }
    }
}
