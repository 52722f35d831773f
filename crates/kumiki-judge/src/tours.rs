//! Answers about closed tours of leapers, judged by themselves.
//!
//! # The idea
//! A tour is easy to believe: its moves are made one by one, and they must come to all cells and
//! back. How many there are is not easy. On boards where walking takes at most four million steps,
//! up to 6x6 for a knight, the judge walks all tours itself, with [`crate::recount::tour_tally`];
//! on larger ones it says that it did not.
//!
//! # Structure
//! `board.rs` has moves and motions. The rest is here; [`judge`] lists what is asked, R1 to R9.

mod board;
pub(crate) mod walks;

pub(crate) use board::TourBoard;

use crate::envelope::{
    ListLength, Listing, at_most, equal, judge_counted, judge_presence, judge_reason,
};
use crate::fault::{refuse, require};
use crate::recount::{folded_cycles, folded_matchings, tour_tally};
use crate::saved::number_of_classes;
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    Answer, Count, DiagramRecord, ListRecord, Part, Solution, TourMethod, TourSymmetry, ToursAsk,
    ToursPart,
};
use num_bigint::BigUint;

/// The most steps of a walk that counts: about half a second.
const LIMIT_STEPS: u64 = 4_000_000;

/// What an answer about tours claims.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    ask: ToursAsk,
    list: Option<ListRecord>,
    sample: Option<usize>,
    tours: Option<Count>,
    classes: Option<Count>,
    why_none: Option<String>,
    matchings: Option<Count>,
    pseudo: Option<Count>,
    diagram: Option<DiagramRecord>,
    solutions: Option<Vec<Vec<String>>>,
    symmetries: Option<Vec<usize>>,
    complete: bool,
}

impl Claims {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &Answer, ask: &ToursAsk) -> Result<Self, Fault> {
        let Part::Tours(ToursPart { matchings, pseudo, diagram, .. }) = answer.part.clone() else {
            return refuse(rule::FIELD, "the answer is not about tours, expected one that is");
        };
        let tour = |solution: &Solution| match solution {
            Solution::Tour(names) => Some(names.clone()),
            _ => None,
        };
        let how = &answer.question.how;
        Ok(Self {
            ask: ask.clone(),
            list: how.list,
            sample: how.sample,
            tours: answer.count.clone(),
            classes: number_of_classes(answer)?,
            why_none: answer.why_none.clone(),
            matchings,
            pseudo,
            diagram,
            solutions: answer
                .solutions
                .as_ref()
                .map(|solutions| solutions.iter().filter_map(tour).collect()),
            symmetries: answer.symmetries.clone(),
            complete: answer.is_complete(),
        })
    }
}

/// Judges an answer about tours from first principles.
///
/// * **R1** The question is one: there is such a board and such a leaper, and quarter-turns are
///   asked for on square boards only. What is said about a folded board is said for the half-turn.
/// * **R2** Each listed tour comes to every cell exactly once, by moves of the piece, and by one
///   more move back.
/// * **R3** Each begins at `0,0`, and its second cell comes before its last cell, in the order of
///   rows and then columns. So a tour can be written in one way only.
/// * **R4** The motion asked for preserves each.
/// * **R5** No two are the same, unless they were drawn at random. No more different ones are
///   listed than counted, and no more than were to be drawn.
/// * **R6** The numbers fit together: a reason why there is no tour is given only if there is none;
///   boards with an odd number of cells have none, because a leaper changes its colour with every
///   move or never; a class has at least one tour and at most as many as there are motions, divided
///   by the 2 or 4 that preserve it. A complete answer says how many tours there are.
/// * **R8** If one tour of each class is listed, no two are images of each other. Each has as many
///   symmetries as it says. If there are as many as classes, these contain all tours.
/// * **R7** On small boards, the numbers of tours, of classes, and of matchings and
///   pseudo-solutions of the folded board are those of the judge's own walk.
/// * **R9** As many are listed as were asked for, or all there are.
///
/// In the verdict, `solution_count` is the number of listed tours, and `all_classes_listed` says
/// whether these are all tours.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Claims) -> Result<Verdict, Fault> {
    let ask = &answer.ask;
    let board = board_of(ask)?;
    judge_folded_words(answer)?;
    let listed = answer.solutions.as_deref().unwrap_or_default();
    let different_count = judge_listed(&board, answer, listed)?;
    if let Some(tours) = &answer.tours {
        let what = "the number of different tours listed";
        at_most(rule::LISTED, what, different_count, tours.0.clone())?;
    }
    judge_numbers(&board, answer, listed.len())?;
    let counted = if ask.one_per_class { &answer.classes } else { &answer.tours };
    let is_all = counted.as_ref().is_some_and(|count| count.0 == BigUint::from(different_count));
    let mut verdict = Verdict {
        solution_count: listed.len(),
        all_classes_listed: answer.complete && answer.solutions.is_some() && is_all,
        ..Verdict::default()
    };
    verdict.note_end(answer.complete);
    if !listed.is_empty() {
        let and = match motion_name(ask.symmetry) {
            Some(motion) => format!(" and preserved by the {motion}"),
            None => String::new(),
        };
        verdict.proved.push(format!("tours followed move by move, closed{and}: {}", listed.len()));
        verdict.proved.push(match answer.sample {
            Some(_) => format!("different ones among them: {different_count}"),
            None => "no two of them are the same".to_owned(),
        });
    }
    if answer.complete {
        recount(&board, answer, &mut verdict)?;
    }
    judge_parts(answer)?;
    let available = if ask.one_per_class { &answer.classes } else { &answer.tours };
    let length = ListLength {
        list: answer.list,
        sample: answer.sample,
        listed: answer.solutions.as_ref().map(Vec::len),
        available: available.as_ref().map(|count| &count.0),
        is_complete: answer.complete,
    };
    length.judge()?;
    Ok(verdict)
}

/// R1, apart from what is said about a folded board.
fn board_of(ask: &ToursAsk) -> Result<TourBoard, Fault> {
    let pair = |text: &str, between: char| -> Option<[usize; 2]> {
        let (first, second) = text.split_once(between)?;
        Some([first.parse().ok()?, second.parse().ok()?])
    };
    let bad = |what: &str, text: &str, example: &str| {
        let what = format!("the {what} is '{text}', expected one such as {example}");
        Fault::new(rule::ASKED, what)
    };
    let sides = pair(&ask.board, 'x').ok_or_else(|| bad("board", &ask.board, "8x8"))?;
    let piece = ask.piece.as_deref().unwrap_or_default();
    let piece = pair(piece, ',').ok_or_else(|| bad("piece", piece, "1,2"))?;
    let board = TourBoard::new(sides, piece);
    let board = board.map_err(|error| Fault::new(rule::ASKED, error.to_string()))?;
    let is_quarter = ask.symmetry == TourSymmetry::QuarterTurn;
    require(!is_quarter || sides[0] == sides[1], rule::ASKED, || {
        format!("a quarter-turn of a {} board, expected a square board", ask.board)
    })?;
    Ok(board)
}

/// The rest of R1.
fn judge_folded_words(answer: &Claims) -> Result<(), Fault> {
    let said = [
        (answer.matchings.is_some(), "a number of matchings"),
        (answer.pseudo.is_some(), "a number of pseudo-solutions"),
        (answer.diagram.is_some(), "a diagram"),
    ];
    match said.into_iter().find(|(is_said, _)| *is_said) {
        Some((_, what)) if answer.ask.symmetry != TourSymmetry::HalfTurn => refuse(
            rule::FIELD,
            format!("{what} without the half-turn, expected nothing of a folded board"),
        ),
        _ => Ok(()),
    }
}

/// The end of R6: what goes together is there.
fn judge_parts(answer: &Claims) -> Result<(), Fault> {
    let is_listed = answer.solutions.as_ref().is_some_and(|list| !list.is_empty());
    let has_symmetries = answer.ask.one_per_class && is_listed;
    judge_presence("symmetries", answer.symmetries.is_some(), has_symmetries)?;
    judge_presence("pseudo", answer.pseudo.is_some(), answer.matchings.is_some())?;
    if answer.diagram.is_some() {
        judge_presence("matchings", answer.matchings.is_some(), true)?;
    }
    if answer.complete && answer.why_none.is_none() {
        let is_by_diagram = answer.ask.method == TourMethod::Diagram;
        judge_presence("diagram", answer.diagram.is_some(), is_by_diagram)?;
    }
    Ok(())
}

fn motion_name(symmetry: TourSymmetry) -> Option<&'static str> {
    match symmetry {
        TourSymmetry::None => None,
        TourSymmetry::HalfTurn => Some("half-turn"),
        TourSymmetry::QuarterTurn => Some("quarter-turn"),
    }
}

/// R2 to R5. Says how many different tours there are.
fn judge_listed(
    board: &TourBoard,
    answer: &Claims,
    listed: &[Vec<String>],
) -> Result<usize, Fault> {
    let ask = &answer.ask;
    let mut listing = Listing::new("listed tours", answer.sample);
    for (number, names) in (1..).zip(listed) {
        let tour = judge_one(board, ask.symmetry, number, names)?;
        listing.add(if ask.one_per_class { board.least_image(&tour) } else { tour })?;
    }
    judge_classes(board, answer, listed)?;
    listing.different_count()
}

/// R8.
fn judge_classes(board: &TourBoard, answer: &Claims, listed: &[Vec<String>]) -> Result<(), Fault> {
    let Some(symmetries) = &answer.symmetries else { return Ok(()) };
    equal(rule::LENGTH, "the number of symmetries listed", symmetries.len(), listed.len())?;
    let mut contained = BigUint::ZERO;
    for (number, (stated, names)) in (1..).zip(symmetries.iter().zip(listed)) {
        let tour = cells_of(board, number, names)?;
        let found = board.preserving_count(&tour);
        let what = format!("the number of symmetries of tour {number}");
        equal(rule::CLAIM, &what, *stated, found).map_err(|fault| fault.at(number))?;
        contained += board.motion_count() / found;
    }
    let is_whole = answer.ask.one_per_class
        && answer.complete
        && answer.classes.as_ref().is_some_and(|classes| classes.0 == BigUint::from(listed.len()));
    match &answer.tours {
        Some(tours) if is_whole => {
            let what = "the number of tours in the classes listed";
            equal(rule::SUM, what, tours.0.clone(), contained)
        }
        _ => Ok(()),
    }
}

/// R2 to R4 for the listed tour of a number. Gives its cells.
fn judge_one(
    board: &TourBoard,
    symmetry: TourSymmetry,
    number: usize,
    names: &[String],
) -> Result<Vec<usize>, Fault> {
    let tour = cells_of(board, number, names)?;
    judge_form(number, names, &tour)?;
    match motion_name(symmetry) {
        Some(motion) if !board.is_preserved(&tour, symmetry) => {
            let what = format!("is changed by the {motion}, expected the same again");
            Err(in_tour(number, rule::PRESERVED, &what))
        }
        _ => Ok(tour),
    }
}

/// Judges tours one by one: R2 to R4 of an answer.
#[derive(Clone, Debug)]
pub struct TourJudge {
    board: TourBoard,
    symmetry: TourSymmetry,
}

impl TourJudge {
    /// A judge of tours that answer a question.
    ///
    /// # Errors
    /// If the question is none (R1).
    pub fn new(ask: &ToursAsk) -> Result<Self, Fault> {
        Ok(Self { board: board_of(ask)?, symmetry: ask.symmetry })
    }

    /// Judges the tour that is listed with a number.
    ///
    /// # Errors
    /// With the first rule that it breaks.
    pub fn judge(&self, number: usize, names: &[String]) -> Result<(), Fault> {
        judge_one(&self.board, self.symmetry, number, names).map(|_| ())
    }
}

/// A listed tour breaks a rule.
fn in_tour(number: usize, rule: &'static str, what: &str) -> Fault {
    Fault::new(rule, format!("tour {number} {what}")).at(number)
}

/// R2: the numbers of the cells.
fn cells_of(board: &TourBoard, number: usize, names: &[String]) -> Result<Vec<usize>, Fault> {
    let cell_names = board.graph().names();
    let mut tour = Vec::new();
    let mut is_visited = vec![false; cell_names.len()];
    for name in names {
        let Some(cell) = board.graph().vertex(name) else {
            let what = format!("names '{name}', expected a cell of the board");
            return Err(in_tour(number, rule::TEXT, &what));
        };
        if std::mem::replace(&mut is_visited[cell], true) {
            let what = format!("comes to {name} twice, expected once");
            return Err(in_tour(number, rule::ONCE, &what));
        }
        tour.push(cell);
    }
    if let Some(cell) = is_visited.iter().position(|is_visited| !is_visited) {
        let what = format!("does not come to {}, expected all cells", cell_names[cell]);
        return Err(in_tour(number, rule::VISITED, &what));
    }
    for (at, from) in tour.iter().enumerate() {
        let to = tour[(at + 1) % tour.len()];
        if !board.is_move(*from, to) {
            let [from, to] = [*from, to].map(|cell| &cell_names[cell]);
            let what = format!("goes from {from} to {to}, expected a move of the piece");
            return Err(in_tour(number, rule::EDGE, &what));
        }
    }
    Ok(tour)
}

/// R3.
fn judge_form(number: usize, names: &[String], tour: &[usize]) -> Result<(), Fault> {
    if tour[0] != 0 {
        let what = format!("begins at {}, expected 0,0", names[0]);
        return Err(in_tour(number, rule::WRITTEN, &what));
    }
    let last = tour.len() - 1;
    if tour[1] >= tour[last] {
        let [second, last] = [1, last].map(|at| &names[at]);
        let what =
            format!("goes to {second} first and ends at {last}, expected the other direction");
        return Err(in_tour(number, rule::WRITTEN, &what));
    }
    Ok(())
}

/// R6.
fn judge_numbers(board: &TourBoard, answer: &Claims, listed_count: usize) -> Result<(), Fault> {
    let mut counts = [&answer.tours, &answer.classes].into_iter().flatten();
    let is_none = counts.all(|count| count.0 == BigUint::ZERO) && listed_count == 0;
    judge_reason(answer.why_none.as_deref(), is_none)?;
    judge_counted(answer.complete, answer.tours.is_some())?;
    let Some(tours) = &answer.tours else { return Ok(()) };
    let [rows, columns] = board.sides();
    if rows * columns % 2 == 1 {
        let what = "the number of tours of an odd number of cells";
        equal(rule::POSSIBLE, what, tours.0.clone(), 0_u32)?;
    }
    if let Some(classes) = &answer.classes {
        at_most(rule::CLASSES, "the number of classes", classes.0.clone(), tours.0.clone())?;
        let preserving = match answer.ask.symmetry {
            TourSymmetry::None => 1,
            TourSymmetry::HalfTurn => 2,
            TourSymmetry::QuarterTurn => 4,
        };
        let class_size = board.motion_count() / preserving;
        let most = &classes.0 * class_size;
        at_most(rule::CLASSES, "the number of tours", tours.0.clone(), most)?;
    }
    Ok(())
}

/// R7, in words.
fn recount(board: &TourBoard, answer: &Claims, verdict: &mut Verdict) -> Result<(), Fault> {
    let ask = &answer.ask;
    let (name, sides) = (&ask.board, board.sides());
    let piece = board.piece();
    if let Some(tours) = &answer.tours {
        match tour_tally(sides, piece, ask.symmetry, LIMIT_STEPS) {
            None => verdict.trusted.push(format!(
                "{tours} tours{}: {name} has too many walks to try them here",
                answer
                    .classes
                    .as_ref()
                    .map_or_else(String::new, |classes| format!(" in {classes} classes"))
            )),
            Some(tally) => {
                equal(rule::RECOUNT, "the number of tours", tours.0.clone(), tally.tours)?;
                judge_presence("number of classes", answer.classes.is_some(), true)?;
                let classes = match &answer.classes {
                    Some(classes) => {
                        let what = "the number of classes";
                        equal(rule::RECOUNT, what, classes.0.clone(), tally.classes)?;
                        format!(", in {} classes", tally.classes)
                    }
                    None => String::new(),
                };
                let line =
                    format!("all tours of {name} were walked once more: {}{classes}", tally.tours);
                verdict.proved.push(line);
            }
        }
    }
    if let Some(matchings) = &answer.matchings {
        let counted = folded_matchings(sides, piece, LIMIT_STEPS);
        recount_folded("matchings", matchings, counted, verdict)?;
    }
    if let Some(pseudo) = &answer.pseudo {
        let counted = folded_cycles(sides, piece, LIMIT_STEPS).map(|cycles| cycles.pseudo);
        recount_folded("pseudo-solutions", pseudo, counted, verdict)?;
    }
    Ok(())
}

/// R7 for a number of the folded board, which the judge may have counted too.
fn recount_folded(
    what: &str,
    said: &Count,
    counted: Option<u64>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Some(counted) = counted else {
        verdict
            .trusted
            .push(format!("{said} {what} of the folded board: too many to count them here"));
        return Ok(());
    };
    equal(rule::RECOUNT, &format!("the number of {what}"), said.0.clone(), counted)?;
    verdict.proved.push(format!("{what} of the folded board, counted once more: {counted}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recount::hamiltonian_cycles;
    use TourSymmetry::{HalfTurn, None as Any, QuarterTurn};

    /// The right answer about a knight on a small board, with all tours: so many, in so many
    /// classes.
    fn answer_about(
        [rows, columns]: [usize; 2],
        symmetry: TourSymmetry,
        [tours, classes]: [u64; 2],
    ) -> Claims {
        let board = TourBoard::new([rows, columns], [1, 2]).expect("a board");
        let mut listed = Vec::new();
        let walked = hamiltonian_cycles(board.graph(), LIMIT_STEPS, &mut |tour| {
            if board.is_preserved(tour, symmetry) {
                listed.push(tour.iter().map(|cell| board.graph().names()[*cell].clone()).collect());
            }
        });
        assert!(walked.is_some(), "a small board");
        Claims {
            ask: ToursAsk::new(format!("{rows}x{columns}"))
                .piece("1,2".to_owned())
                .symmetry(symmetry),
            list: Some(ListRecord::at_most(usize::MAX)),
            sample: None,
            tours: Some(tours.into()),
            classes: Some(classes.into()),
            why_none: None,
            matchings: None,
            pseudo: None,
            diagram: None,
            solutions: Some(listed),
            symmetries: None,
            complete: true,
        }
    }

    /// The right answer about 6x6 and the half-turn, with the numbers of the folded board.
    fn half_turn_answer() -> Claims {
        let answer = answer_about([6, 6], HalfTurn, [78, 22]);
        Claims { matchings: Some(192.into()), pseudo: Some(84.into()), ..answer }
    }

    /// The right answer about 5x6.
    fn small_answer() -> Claims {
        answer_about([5, 6], Any, [8, 3])
    }

    fn said(answer: &Claims) -> String {
        judge(answer).map_or_else(|fault| fault.to_string(), |_| "approved".to_owned())
    }

    /// What the judge says to the spoilt answer about 5x6, which has 8 tours.
    fn spoilt(spoil: impl FnOnce(&mut Claims)) -> String {
        let mut answer = small_answer();
        spoil(&mut answer);
        said(&answer)
    }

    #[test]
    fn right_answers_are_approved_and_the_verdict_says_what_was_done() {
        let approve = |answer: &Claims| {
            let verdict = judge(answer).expect("right");
            assert!(verdict.all_classes_listed);
            (verdict.solution_count, verdict.proved)
        };
        assert_eq!(approve(&small_answer()).0, 8);
        assert_eq!(approve(&answer_about([3, 10], HalfTurn, [4, 2])).0, 4);
        assert_eq!(approve(&answer_about([5, 5], Any, [0, 0])).0, 0);
        assert_eq!(approve(&answer_about([6, 6], QuarterTurn, [10, 5])).0, 10);
        let half_turn = half_turn_answer();
        assert_eq!(
            approve(&half_turn).1,
            [
                "tours followed move by move, closed and preserved by the half-turn: 78",
                "no two of them are the same",
                "all tours of 6x6 were walked once more: 78, in 22 classes",
                "matchings of the folded board, counted once more: 192",
                "pseudo-solutions of the folded board, counted once more: 84",
            ]
        );
        let mut large = half_turn;
        large.ask.board = "8x8".to_owned();
        (large.tours, large.classes) = (Some(2_432_932_u64.into()), Some(608_233_u64.into()));
        (large.matchings, large.pseudo) = (Some(106_256.into()), Some(2_428_776.into()));
        (large.solutions, large.list) = (None, None);
        let verdict = judge(&large).expect("nothing is known to be wrong");
        assert_eq!(verdict.proved, ["matchings of the folded board, counted once more: 106256"]);
        assert_eq!(
            verdict.trusted,
            [
                "2432932 tours in 608233 classes: 8x8 has too many walks to try them here",
                "2428776 pseudo-solutions of the folded board: too many to count them here",
            ]
        );
        large.complete = false;
        let verdict = judge(&large).expect("nothing is known to be wrong");
        assert_eq!(verdict.trusted, ["the answer says itself that the search was not finished"]);
    }

    #[test]
    fn a_walk_that_does_not_close_is_no_tour() {
        // On 3x3 a rook that steps one cell can come to all cells, but not back.
        let mut answer = answer_about([5, 5], Any, [0, 0]);
        (answer.ask.board, answer.ask.piece) = ("3x3".to_owned(), Some("0,1".to_owned()));
        let walk = ["0,0", "0,1", "0,2", "1,2", "1,1", "1,0", "2,0", "2,1", "2,2"];
        answer.solutions = Some(vec![walk.map(str::to_owned).to_vec()]);
        assert_eq!(said(&answer), "tour 1 goes from 2,2 to 0,0, expected a move of the piece");
        // Two cells are no tour either.
        answer.ask.board = "1x2".to_owned();
        answer.solutions = Some(vec![["0,0", "0,1"].map(str::to_owned).to_vec()]);
        assert_eq!(
            said(&answer),
            "tour 1 goes to 0,1 first and ends at 0,1, expected the other direction"
        );
        answer.ask.board = "1x1".to_owned();
        answer.solutions = Some(vec![vec!["0,0".to_owned()]]);
        assert_eq!(said(&answer), "tour 1 goes from 0,0 to 0,0, expected a move of the piece");
    }

    #[test]
    fn a_drawn_tour_may_come_twice_and_an_unfinished_answer_has_no_count() {
        let drawn = |answer: &mut Claims| {
            let listed = answer.solutions.as_mut().expect("listed");
            listed[3] = listed[0].clone();
            (answer.list, answer.sample) = (None, Some(8));
        };
        assert_eq!(spoilt(drawn), "approved");
        let unfinished = |answer: &mut Claims| (answer.tours, answer.complete) = (None, false);
        assert_eq!(spoilt(unfinished), "approved");
    }
}
