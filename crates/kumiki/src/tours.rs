//! Closed tours of leapers on boards: of all, or of those that a turn of the board preserves.
//!
//! # How
//! * All tours are Hamiltonian cycles of the graph of moves, counted by `kumiki_frontier::Count`.
//!   Tours that a motion preserves are cycles of the folded board whose labels generate the group
//!   (`kumiki_frontier::Folding`). All tours are those that the identity preserves. From the
//!   numbers of tours that each motion preserves follows the number of classes, by Burnside's
//!   lemma.
//! * The method of Knuth's OBDD, for the half-turn: a decision diagram of all perfect matchings of
//!   the folded board, and all pairs of matchings that make a single cycle
//!   (`kumiki_diagram::tours`).
//! * Lists and samples come from decision diagrams of all cycles, compiled by the frontier engine.

mod classes;
mod diagram;
mod moves;
mod pairs;
mod told_pairs;
mod words;

use crate::Halt;
use crate::draft::{Draft, part};
use crate::family::{Family, Told};
use crate::frontier::told::Naming;
use crate::frontier::{
    self, Diagram, Terms, compare, compare_orders, count_for, no_judge, plans, plans_in, tallies,
    words as common,
};
use crate::rows::ReadRows;
use crate::sink::{Row, Shown};
use crate::words::{numbered, picture_title};
use kumiki_diagram::tours::FoldedBoard;
use kumiki_draw::Sheet;
use kumiki_drive::Run;
use kumiki_frontier::{
    Folding, Motion, Plan, Problem, SymmetricTours, motions, no_tour_because, standing_tour, trail,
};
use kumiki_group::Group;
use kumiki_judge::{Fault, TourJudge};
use kumiki_model::{
    Answer, CellOrder, ClassCount, Graph, How, Part, Solution, TourMethod, TourSymmetry, ToursAsk,
    ToursPart, TraceEvent,
};
use moves::tour_lines;
use num_bigint::BigUint;
use pairs::{Paired, count_pairs};
use words::{figures, pairing};

/// Pairs of matchings of larger boards take hours.
const PAIRED_CELLS: usize = 64;

/// What is told before the cycles of a folded board are counted, and before its paths.
const FOLDED_CYCLES: &str = "cycles of the folded board, of which the odd ones are tours";
const FOLDED_PATHS: &str = "paths of the folded board, each of them a tour";

const TERMS: Terms =
    Terms { graph: "board", vertices: ["cell", "cells"], solutions: ["tour", "tours"] };

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
        let board = board(&ask.board)?;
        let piece = piece(ask.piece.as_deref().unwrap_or("knight"))?;
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

/// Two numbers with something between them, if they can be the value of a field.
fn pair(
    field: &'static str,
    text: &str,
    between: char,
    is_right: impl Fn(&[usize; 2]) -> bool,
    expected: &str,
) -> Result<[usize; 2], Halt> {
    let numbers = text
        .split_once(between)
        .and_then(|(first, second)| Some([first.parse().ok()?, second.parse().ok()?]));
    let refused = || Halt::field(field, text, format!("expected {expected}"));
    numbers.filter(is_right).ok_or_else(refused)
}

/// Rows and columns of a board.
fn board(text: &str) -> Result<[usize; 2], Halt> {
    pair("board", text, 'x', |sides| !sides.contains(&0), "two positive sides such as 8x8")
}

/// How far a piece leaps.
fn piece(text: &str) -> Result<[usize; 2], Halt> {
    let leaps = if text == "knight" { "1,2" } else { text };
    pair("piece", leaps, ',', |leaps| *leaps != [0, 0], "knight or two leaps such as 1,2")
}

/// Judges tours as they are listed.
impl ReadRows for TourJudge {
    fn judge(&self, shown: &Shown, _: Option<&Row>) -> Result<(), Fault> {
        match &shown.solution {
            Solution::Tour(names) => TourJudge::judge(self, shown.number, names),
            _ => Ok(()),
        }
    }
}

impl Family for Tours {
    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        Ok(Box::new(TourJudge::new(&self.ask).map_err(|fault| no_judge(&fault))?))
    }

    fn part(&self) -> Part {
        Part::Tours(ToursPart::default())
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        frontier::begin(draft, self.ask.one_per_class, &TERMS)?;
        if let Some(reason) = no_tour_because(&self.graph, self.board, self.ask.symmetry) {
            return self.explain(reason, draft);
        }
        let run = draft.run;
        let folded = Folded::in_order(&self.graph, self.ask.symmetry.into(), self.ask.order, &run)?;
        let tours = match self.ask.method {
            TourMethod::Frontier => count_folded(&folded, draft)?,
            TourMethod::Diagram => self.count_pairs(draft)?,
        };
        if draft.how.verify {
            draft.note_second(self.verify(&folded, &tours, &run))?;
        }
        self.classify(&folded, &tours, draft)?;
        let is_written = self.ask.diagram.is_some() && self.ask.method == TourMethod::Frontier;
        if draft.how.shows() || is_written {
            let (diagrams, folded) = self.diagrams(&folded, &tours, &run)?;
            if draft.how.shows() {
                self.show(&diagrams, &folded, &tours, draft)?;
            }
            if is_written {
                self.write_tours(&diagrams, &folded, &tours, draft)?;
            }
        }
        Ok(())
    }

    fn check_divisible(&self, _: &How) -> Result<(), Halt> {
        if self.ask.method == TourMethod::Diagram {
            return Ok(());
        }
        let what = "a count by states of a frontier".to_owned();
        Err(Halt::Indivisible { what, expected: "`method` diagram with `symmetry` half-turn" })
    }

    fn trace(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if self.ask.method == TourMethod::Diagram {
            let order = self.ask.order.unwrap_or(CellOrder::Rows);
            return told_pairs::tell(self.board, self.piece, order, draft);
        }
        let (order, run) = (self.ask.order, draft.run);
        let folded = Folded::in_order(&self.graph, self.ask.symmetry.into(), order, &run)?;
        let naming = Naming::of_board(&folded.folding, self.graph.names(), &TERMS);
        for plan in &folded.plans {
            let limit = match plan.problem() {
                _ if folded.motion == Motion::Identity => None,
                Problem::HamiltonianCycles => Some(FOLDED_CYCLES),
                _ => Some(FOLDED_PATHS),
            };
            if let Some(limit) = limit {
                // That there are enough is noticed by whoever tells next.
                let _ = draft.tell(0, TraceEvent::Round { limit: limit.to_owned() });
            }
            frontier::told::tell(plan, &naming, draft)?;
        }
        Ok(())
    }
}

impl Told for Tours {
    /// A tour as a board with the number of the visit in each cell.
    fn solution_text(&self, shown: &Shown) -> String {
        let Solution::Tour(names) = &shown.solution else { return String::new() };
        let mut visits = vec![0; self.graph.vertex_count()];
        for (number, cell) in (1..).zip(names.iter().filter_map(|name| self.graph.vertex(name))) {
            visits[cell] = number;
        }
        let width = names.len().to_string().len() + 1;
        let cell = |number: &usize| format!("{number:>width$}");
        let row = |row: &[usize]| row.iter().map(cell).collect::<String>() + "\n";
        let mut rows: String = visits.chunks(self.board[1]).map(row).collect();
        if self.ask.edges {
            let tour: Vec<usize> =
                names.iter().filter_map(|name| self.graph.vertex(name)).collect();
            for line in tour_lines(self.board, self.piece, self.ask.symmetry.into(), &tour) {
                rows += &(line + "\n");
            }
        }
        format!("{}:\n{rows}\n", numbered(shown.number, shown.symmetry))
    }

    fn text(&self, answer: &Answer) -> String {
        let headline = match (&answer.count, &answer.why_none) {
            (_, Some(reason)) => format!("none: {reason}"),
            (Some(tours), None) => format!("{tours}{}", common::and_classes(answer)),
            (None, None) => "not counted yet".to_owned(),
        };
        let headline = format!("{}: {headline}", subject(&self.ask));
        let figures = figures(answer) + &pairing(answer);
        common::answer(answer, &headline, &figures, &TERMS)
    }

    /// The listed tours, each with its number.
    fn picture(&self, answer: &Answer, first: usize) -> Sheet {
        let all = match self.ask.one_per_class {
            true => answer.classes.as_ref().map(ClassCount::all),
            false => answer.count.as_ref(),
        };
        let title = picture_title(&subject(&self.ask), answer, all);
        common::picture(title, &self.graph, answer, first, true)
    }
}

/// What is asked for, in words.
fn subject(ask: &ToursAsk) -> String {
    let piece = match ask.piece.as_deref().unwrap_or("knight") {
        "knight" | "1,2" | "2,1" => "knight".to_owned(),
        leaps => format!("{leaps}-leaper"),
    };
    let preserved = ask.symmetry.turn().map(|turn| format!(" that the {turn} preserves"));
    format!("closed tours of a {piece} on {}{}", ask.board, preserved.unwrap_or_default())
}

/// A board folded by a motion, with a plan for each problem that has to be counted.
#[derive(Clone)]
struct Folded {
    motion: Motion,
    folding: Folding,
    plans: Vec<Plan>,
}

impl Folded {
    /// Folds and plans in the best order that is found.
    fn new(graph: &Graph, motion: Motion, run: &Run<'_>) -> Result<Self, Halt> {
        Self::in_order(graph, motion, None, run)
    }

    /// Folds and plans in an order of cells. An orbit comes where the first of its cells does.
    fn in_order(
        graph: &Graph,
        motion: Motion,
        order: Option<CellOrder>,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        let folding = Folding::new(graph, motion)?;
        let columns = graph.board().map_or(1, |[_, columns]| columns);
        let order = order.filter(|order| *order != CellOrder::Best).map(|order| {
            let place = |cell: &usize| order.place([cell / columns, cell % columns]);
            let mut vertices: Vec<usize> = (0..folding.orbits().len()).collect();
            vertices.sort_by_key(|vertex| folding.orbits()[*vertex].iter().map(place).min());
            vertices
        });
        let plans = plans_in(folding.network(), folding.problems(), order.as_deref(), run)?;
        Ok(Self { motion, folding, plans })
    }

    /// The tours that the motion preserves.
    fn count(&self, run: &Run<'_>) -> Result<BigUint, Halt> {
        Ok(self.folding.tours(&tallies(&self.plans, run)?).tours)
    }
}

/// Counts in the folded board.
fn count_folded(folded: &Folded, draft: &mut Draft<'_>) -> Result<BigUint, Halt> {
    let Folded { motion, folding, plans: own } = folded;
    let found = folding.tours(&count_for(draft, own, &TERMS)?);
    let SymmetricTours { tours, pseudo } = found;
    draft.answer.count = Some(tours.clone().into());
    // If the half-turn can preserve no tour as a rotation, neither matchings nor pseudo-solutions
    // have to do with tours.
    if *motion == Motion::HalfTurn && folding.problems().contains(&Problem::HamiltonianCycles) {
        let matchings = plans(folding.network(), &[Problem::PerfectMatchings], &draft.run)?;
        let matchings = tallies(&matchings, &draft.run)?[0].total();
        part!(draft.answer, Tours).matchings = Some(matchings.into());
        part!(draft.answer, Tours).pseudo = Some(pseudo.into());
    }
    Ok(tours)
}

impl Tours {
    /// There is no tour. The diagram method still shows what it has, where it applies.
    fn explain(&self, reason: String, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if self.ask.method == TourMethod::Diagram && self.has_pairs() {
            let tours = self.count_pairs(draft)?;
            frontier::check_none(format!("no tour because {reason}"), &tours)?;
        } else {
            self.write_none(draft)?;
        }
        draft.answer.classes = Some(ClassCount::Number(BigUint::ZERO.into()));
        frontier::note_none(reason, draft);
        Ok(())
    }

    /// Whether pairs of matchings can be counted.
    fn has_pairs(&self) -> bool {
        let ([rows, columns], [a, b]) = (self.board, self.piece);
        FoldedBoard::leaper(rows, columns, a, b).is_ok()
    }

    /// Counts by pairs of matchings. Tells how they were put together and writes their diagram, if
    /// that is asked for.
    fn count_pairs(&self, draft: &mut Draft<'_>) -> Result<BigUint, Halt> {
        let order = self.ask.order.unwrap_or(CellOrder::Rows);
        let paired = count_pairs(self.board, self.piece, order, &draft.run)?;
        let Paired { tours, figures, steps, matchings, tried } = paired;
        draft.profile.level(0).nodes += steps;
        draft.note(
            "method: a decision diagram of all perfect matchings of the folded board, then pairs \
             of matchings",
        );
        if !tried.is_empty() {
            let sizes: Vec<String> = tried
                .iter()
                .map(|(order, nodes)| format!("{} {nodes}", order_name(*order)))
                .collect();
            draft.note(format!("orders of cells tried, with nodes: {}", sizes.join(", ")));
        }
        draft.answer.count = Some(tours.clone().into());
        *part!(draft.answer, Tours) = figures;
        if draft.how.profile {
            let pairing = pairs::profile(&matchings, &draft.run)?;
            part!(draft.answer, Tours).pairing = Some(Box::new(pairing));
        }
        self.write_matchings(&matchings, draft)?;
        Ok(tours)
    }

    /// The count once more: by pairs of matchings where that is quick, by the frontier if that was
    /// not the first method, otherwise in another order of cells.
    fn verify(&self, folded: &Folded, tours: &BigUint, run: &Run<'_>) -> Result<String, Halt> {
        if self.ask.method == TourMethod::Diagram {
            return compare(tours, &folded.count(run)?, "the frontier method");
        }
        let is_quick = self.graph.vertex_count() <= PAIRED_CELLS;
        if folded.motion == Motion::HalfTurn && is_quick && self.has_pairs() {
            let Paired { tours: paired, .. } =
                count_pairs(self.board, self.piece, CellOrder::Rows, run)?;
            return compare(tours, &paired, "the diagram of matchings, in pairs,");
        }
        let total = |tallies: &[_]| folded.folding.tours(tallies).tours;
        compare_orders(tours, &folded.plans, total, &TERMS, run)
    }

    /// The diagrams of all tours, and the folded board that lifts their members.
    fn diagrams(
        &self,
        folded: &Folded,
        tours: &BigUint,
        run: &Run<'_>,
    ) -> Result<(Vec<Diagram>, Folded), Halt> {
        // If the board folds to a single cell, it has four cells in a ring, and the motion
        // preserves all tours.
        let folded = match folded.plans.is_empty() && *tours != BigUint::ZERO {
            true => Folded::new(&self.graph, Motion::Identity, run)?,
            false => folded.clone(),
        };
        let diagrams = folded.plans.iter().map(|plan| Diagram::build(plan, run));
        let diagrams: Vec<Diagram> = diagrams.collect::<Result<_, Halt>>()?;
        if folded.motion == Motion::Identity {
            diagrams.iter().try_for_each(|diagram| diagram.compare(tours))?;
        }
        Ok((diagrams, folded))
    }

    /// The tour that a solution of a problem of the folded board is, as cells in the order of the
    /// visit; none if it lifts to several cycles.
    fn tour(&self, folded: &Folded, links: &[usize]) -> Option<Vec<usize>> {
        let cells = self.graph.vertex_count();
        let tour = trail(cells, &folded.folding.lift(links), None);
        (tour.len() == cells).then_some(tour)
    }

    /// Shows tours, one of each class if that is asked for.
    fn show(
        &self,
        diagrams: &[Diagram],
        folded: &Folded,
        tours: &BigUint,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let judge = TourJudge::new(&self.ask).map_err(|fault| no_judge(&fault))?;
        let motions = self.ask.one_per_class.then(|| motions(self.board));
        let order = motions.as_ref().map(Group::order);
        let lift = |links: &[usize]| {
            let tour = self.tour(folded, links)?;
            let symmetry = match &motions {
                Some(motions) => Some(standing_tour(motions, &tour)?),
                None => None,
            };
            let names = tour.iter().map(|cell| self.graph.names()[*cell].clone()).collect();
            Some(Shown { symmetry, ..Shown::new(Solution::Tour(names)) })
        };
        let judge = |number: usize, solution: &Solution| match solution {
            Solution::Tour(names) => judge.judge(number, names),
            _ => Ok(()),
        };
        frontier::show(draft, diagrams, tours, order, &TERMS, lift, judge)?;
        Ok(())
    }
}

/// An order of cells in a word.
fn order_name(order: kumiki_diagram::tours::CellOrder) -> &'static str {
    use kumiki_diagram::tours::CellOrder as Order;
    match order {
        Order::Rows => "rows",
        Order::Columns => "columns",
        Order::Diagonals => "diagonals",
        Order::Greedy => "greedy",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_pieces_are_read_or_refused() {
        assert_eq!(board("8x10"), Ok([8, 10]));
        for bad in ["8", "8x", "0x8", "8x-1", "8x8x8", "x"] {
            assert!(board(bad).is_err(), "{bad}");
        }
        assert_eq!((piece("knight"), piece("0,3")), (Ok([1, 2]), Ok([0, 3])));
        for bad in ["", "rook", "1", "0,0", "1,2,3", "-1,2"] {
            assert!(piece(bad).is_err(), "{bad}");
        }
    }
}
