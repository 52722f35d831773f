//! Answers about closed tours of leapers, judged by themselves.
//!
//! # The idea
//! A tour is a cycle through all vertices of the graph of moves, so it is judged as one: its moves
//! are made one by one, and they must come to all cells and back. How many there are is not easy.
//! On boards where walking takes at most four million steps, up to 6x6 for a knight, the judge
//! walks all tours itself, with [`hamiltonian_cycles`]; on larger ones it says that
//! it did not.
//!
//! # Structure
//! Lists and classes are those of `subgraphs`. What the method of OBDD tells is judged in
//! `pairing`. The rest is here; [`judge`] lists what is asked, R1 to R11.

pub(crate) mod pairing;

use crate::envelope::{at_most, equal, judge_presence};
use crate::fault::{refuse, require};
use crate::saved::number_of_classes;
use crate::subgraphs::LIMIT_STEPS;
use crate::subgraphs::list::SubgraphList;
use crate::subgraphs::listed::{NamedGraph, Words};
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    Answer, Count, Graph, Part, Solution, TourMethod, TourSymmetry, ToursAsk, ToursPart,
};
use kumiki_recount::{
    Permutations, folded_cycles, folded_matchings, graph_symmetries, hamiltonian_cycles, image,
    leaper_moves, motion, on_edges,
};
use pairing::judge_pairing;

/// How tours are spoken of.
const TOUR: Words = Words {
    one: "tour",
    judged: "tour",
    listed: "listed tours",
    different: "the number of different tours listed",
    unknown: |name| format!("names '{name}', expected a cell of the board"),
    twice: |name| format!("comes to {name} twice, expected once"),
    left_out: |name| format!("does not come to {name}, expected all cells"),
    no_edge: |[from, to]| format!("goes from {from} to {to}, expected a move of the piece"),
};

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
/// * **R10** What is told of matchings and their pairs, with `profile`, is that of the folded
///   board, in the order of cells that was asked for: see `pairing`.
/// * **R11** A diagram is in the answer only if it was asked for. Its text is not judged; `edges`
///   changes nothing in an answer.
///
/// In the verdict, `solution_count` is the number of listed tours, and `all_classes_listed` says
/// whether these are all tours.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Answer, ask: &ToursAsk) -> Result<Verdict, Fault> {
    let Part::Tours(part) = &answer.part else {
        return refuse(rule::FIELD, "the answer is not about tours, expected one that is");
    };
    let classes = number_of_classes(answer)?;
    let judge = TourJudge::new(ask)?;
    judge_folded_words(ask, part)?;
    let list = SubgraphList {
        answer,
        words: &TOUR,
        is_by_class: ask.one_per_class,
        symmetries: Some(judge.symmetries()).filter(|_| ask.one_per_class),
        classes: classes.as_ref(),
    };
    let and = judge.motion.as_ref().map(|motion| format!(" and preserved by the {}", motion.name));
    let judged = format!("tours followed move by move, closed{}", and.unwrap_or_default());
    let mut verdict = list.judge(&judged, |number, solution| match solution {
        Solution::Tour(names) => judge.edges_of(number, names),
        _ => refuse(rule::TEXT, "something else is listed, expected tours"),
    })?;
    if let Some(tours) = &answer.count {
        judge_numbers(&judge, tours, classes.as_ref())?;
        if answer.is_complete() {
            recount(&judge, ask, tours, classes.as_ref(), &mut verdict)?;
            recount_folded(&judge.board.graph, part, &mut verdict)?;
        }
    }
    judge_parts(answer, ask, part)?;
    if answer.is_complete() {
        judge_pairing(answer, ask, part, judge.size, judge.piece, &mut verdict)?;
    }
    list.judge_length()?;
    Ok(verdict)
}

/// A motion that must preserve tours.
#[derive(Clone, Debug)]
struct Motion {
    name: &'static str,
    /// How often it is made until every cell is back.
    order: usize,
    /// Where it takes each move.
    images: Vec<usize>,
}

impl Motion {
    /// The motion of a board that is asked for, if one is.
    fn new(graph: &Graph, board: [usize; 2], symmetry: TourSymmetry) -> Option<Self> {
        let (name, order) = match symmetry {
            TourSymmetry::None => return None,
            TourSymmetry::HalfTurn => ("half-turn", 2),
            TourSymmetry::QuarterTurn => ("quarter-turn", 4),
        };
        let images = on_edges(graph, &motion(board, 4 / order, false));
        Some(Self { name, order, images: images.expect("a motion takes moves to moves") })
    }

    /// Whether it leaves the moves of a tour unchanged.
    fn keeps(&self, edges: &[usize]) -> bool {
        image(&self.images, edges) == edges
    }
}

/// Judges tours one by one: R2 to R4 of an answer.
#[derive(Clone, Debug)]
pub struct TourJudge {
    /// The cells, and edges for the moves.
    board: NamedGraph,
    /// Rows and columns.
    size: [usize; 2],
    /// How far the piece leaps.
    piece: [usize; 2],
    motion: Option<Motion>,
    /// What the motions of the board do to moves. Those that do the same to all are one; but then
    /// there are no tours.
    symmetries: Vec<Vec<usize>>,
}

impl TourJudge {
    /// A judge of tours that answer a question.
    ///
    /// # Errors
    /// If the question is none (R1).
    pub fn new(ask: &ToursAsk) -> Result<Self, Fault> {
        let pair = |text: &str, between: char| -> Option<[usize; 2]> {
            let (first, second) = text.split_once(between)?;
            Some([first.parse().ok()?, second.parse().ok()?])
        };
        let bad = |what: &str, text: &str, example: &str| {
            let what = format!("the {what} is '{text}', expected one such as {example}");
            Fault::new(rule::ASKED, what)
        };
        let board = pair(&ask.board, 'x').ok_or_else(|| bad("board", &ask.board, "8x8"))?;
        let piece = ask.piece.as_deref().unwrap_or_default();
        let piece = pair(piece, ',').ok_or_else(|| bad("piece", piece, "1,2"))?;
        let graph = Graph::leaper(board[0], board[1], piece[0], piece[1])
            .map_err(|error| Fault::new(rule::ASKED, error.to_string()))?;
        // The engines use that graph, too, so its moves are worked out once more.
        require(graph.edges() == leaper_moves(board, piece), rule::ASKED, || {
            "the graph of moves is not that of the piece, expected its moves".to_owned()
        })?;
        let is_quarter = ask.symmetry == TourSymmetry::QuarterTurn;
        require(!is_quarter || board[0] == board[1], rule::ASKED, || {
            format!("a quarter-turn of a {} board, expected a square board", ask.board)
        })?;
        Ok(Self {
            size: board,
            piece,
            motion: Motion::new(&graph, board, ask.symmetry),
            symmetries: graph_symmetries(&graph, None).expect("a board has few motions"),
            board: NamedGraph::new(graph, &TOUR),
        })
    }

    /// The moves of the piece.
    pub(crate) fn moves(&self) -> &Graph {
        &self.board.graph
    }

    /// How far the piece leaps.
    pub(crate) fn piece(&self) -> [usize; 2] {
        self.piece
    }

    /// Rows and columns of the board.
    pub(crate) fn size(&self) -> [usize; 2] {
        self.size
    }

    /// The motions of the board.
    fn symmetries(&self) -> Permutations<'_> {
        Permutations(&self.symmetries)
    }

    /// Judges the tour that is listed with a number.
    ///
    /// # Errors
    /// With the first rule that it breaks.
    pub fn judge(&self, number: usize, names: &[String]) -> Result<(), Fault> {
        self.edges_of(number, names).map(|_| ())
    }

    /// R2 to R4 for the listed tour of a number. Gives its moves.
    fn edges_of(&self, number: usize, names: &[String]) -> Result<Vec<usize>, Fault> {
        self.followed(names).map_err(|fault| self.board.in_subgraph(number, &fault))
    }

    fn followed(&self, names: &[String]) -> Result<Vec<usize>, Fault> {
        let tour = self.board.walk(names)?;
        self.board.comes_to_all(&tour)?;
        let edges = self.board.edges_of(&tour, true)?;
        require(tour[0] == 0, rule::WRITTEN, || format!("begins at {}, expected 0,0", names[0]))?;
        let last = tour.len() - 1;
        require(tour[1] < tour[last], rule::WRITTEN, || {
            let [second, last] = [1, last].map(|at| &names[at]);
            format!("goes to {second} first and ends at {last}, expected the other direction")
        })?;
        match &self.motion {
            Some(motion) if !motion.keeps(&edges) => {
                let what = format!("is changed by the {}, expected the same again", motion.name);
                refuse(rule::PRESERVED, what)
            }
            _ => Ok(edges),
        }
    }

    /// How many tours the motion asked for preserves, and how many classes they form, by walking
    /// all tours; nothing if that takes more than so many steps.
    ///
    /// A class of tours that s of the motions preserve has as many members as there are motions,
    /// divided by s; so adding up s for all tours and dividing once gives the number of classes.
    fn tally(&self, limit_steps: u64) -> Option<[usize; 2]> {
        let (mut tours, mut preserved) = (0, 0);
        hamiltonian_cycles(&self.board.graph, limit_steps, &mut |tour| {
            let edges = self.board.edges_of(tour, true).expect("walks go along edges");
            if self.motion.as_ref().is_none_or(|motion| motion.keeps(&edges)) {
                tours += 1;
                preserved += self.symmetries().fixing(&edges);
            }
        })?;
        Some([tours, preserved / self.symmetries().order()])
    }
}

/// The rest of R1.
fn judge_folded_words(ask: &ToursAsk, part: &ToursPart) -> Result<(), Fault> {
    let said = [
        (part.matchings.is_some(), "a number of matchings"),
        (part.pseudo.is_some(), "a number of pseudo-solutions"),
        (part.diagram.is_some(), "a diagram"),
        (part.pairing.is_some(), "pairs of matchings"),
    ];
    match said.into_iter().find(|(is_said, _)| *is_said) {
        Some((_, what)) if ask.symmetry != TourSymmetry::HalfTurn => refuse(
            rule::FIELD,
            format!("{what} without the half-turn, expected nothing of a folded board"),
        ),
        _ => Ok(()),
    }
}

/// The end of R6: what goes together is there.
fn judge_parts(answer: &Answer, ask: &ToursAsk, part: &ToursPart) -> Result<(), Fault> {
    judge_presence("pseudo", part.pseudo.is_some(), part.matchings.is_some())?;
    if part.diagram.is_some() {
        judge_presence("matchings", part.matchings.is_some(), true)?;
    }
    let is_by_diagram = ask.method == TourMethod::Diagram;
    if answer.is_complete() && answer.why_none.is_none() {
        judge_presence("diagram", part.diagram.is_some(), is_by_diagram)?;
    }
    if answer.is_complete() {
        let is_told = answer.question.how.profile && part.diagram.is_some();
        judge_presence("record of pairing", part.pairing.is_some(), is_told)?;
    }
    if ask.diagram.is_none() {
        judge_presence("diagram as text", part.diagram_text.is_some(), false)?;
    }
    if ask.diagram.is_none() || is_by_diagram && answer.why_none.is_none() {
        judge_presence("number of nodes", part.diagram_nodes.is_some(), false)?;
    }
    Ok(())
}

/// R6, the numbers of tours and of classes.
fn judge_numbers(judge: &TourJudge, tours: &Count, classes: Option<&Count>) -> Result<(), Fault> {
    if judge.board.graph.vertex_count() % 2 == 1 {
        let what = "the number of tours of an odd number of cells";
        equal(rule::POSSIBLE, what, tours.0.clone(), 0_u32)?;
    }
    if let Some(classes) = classes {
        at_most(rule::CLASSES, "the number of classes", classes.0.clone(), tours.0.clone())?;
        let preserving = judge.motion.as_ref().map_or(1, |motion| motion.order);
        let most = &classes.0 * (judge.symmetries().order() / preserving);
        at_most(rule::CLASSES, "the number of tours", tours.0.clone(), most)?;
    }
    Ok(())
}

/// R7 for tours, in words.
fn recount(
    judge: &TourJudge,
    ask: &ToursAsk,
    tours: &Count,
    classes: Option<&Count>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let name = &ask.board;
    let Some([tours_found, classes_found]) = judge.tally(LIMIT_STEPS) else {
        let classes = classes.map(|classes| format!(" in {classes} classes")).unwrap_or_default();
        let why = format!("{name} has too many walks to try them here");
        verdict.trusted.push(format!("{tours} tours{classes}: {why}"));
        return Ok(());
    };
    equal(rule::RECOUNT, "the number of tours", tours.0.clone(), tours_found)?;
    judge_presence("number of classes", classes.is_some(), true)?;
    if let Some(classes) = classes {
        equal(rule::RECOUNT, "the number of classes", classes.0.clone(), classes_found)?;
    }
    let found = format!("{tours_found}, in {classes_found} classes");
    verdict.proved.push(format!("all tours of {name} were walked once more: {found}"));
    Ok(())
}

/// R7 for the folded board, in words.
fn recount_folded(graph: &Graph, part: &ToursPart, verdict: &mut Verdict) -> Result<(), Fault> {
    let pseudo = || folded_cycles(graph, LIMIT_STEPS).map(|[pseudo, _]| pseudo);
    let counts: [(_, _, &dyn Fn() -> Option<u64>); 2] = [
        ("matchings", &part.matchings, &|| folded_matchings(graph, LIMIT_STEPS)),
        ("pseudo-solutions", &part.pseudo, &pseudo),
    ];
    for (what, said, count) in counts {
        let Some(said) = said else { continue };
        let Some(counted) = count() else {
            let why = "too many to count them here";
            verdict.trusted.push(format!("{said} {what} of the folded board: {why}"));
            continue;
        };
        equal(rule::RECOUNT, &format!("the number of {what}"), said.0.clone(), counted)?;
        verdict.proved.push(format!("{what} of the folded board, counted once more: {counted}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use TourSymmetry::{HalfTurn, None as Any, QuarterTurn};
    use kumiki_model::{Ask, ClassCount, Question, StoppedBy};
    use std::collections::BTreeSet;

    /// A judge of tours of a board.
    fn judge_of([rows, columns]: [usize; 2], piece: &str, symmetry: TourSymmetry) -> TourJudge {
        let ask = ToursAsk::new(format!("{rows}x{columns}"));
        TourJudge::new(&ask.piece(piece.to_owned()).symmetry(symmetry)).expect("a board")
    }

    /// The right answer about a knight on a small board, with all tours: so many, in so many
    /// classes.
    fn answer_about(
        [rows, columns]: [usize; 2],
        symmetry: TourSymmetry,
        [tours, classes]: [u64; 2],
    ) -> Answer {
        let judge = judge_of([rows, columns], "1,2", symmetry);
        let mut listed = Vec::new();
        let walked = hamiltonian_cycles(&judge.board.graph, LIMIT_STEPS, &mut |tour| {
            let names: Vec<String> =
                tour.iter().map(|cell| judge.board.graph.names()[*cell].clone()).collect();
            if judge.judge(1, &names).is_ok() {
                listed.push(Solution::Tour(names));
            }
        });
        assert!(walked.is_some(), "a small board");
        let ask = ToursAsk::new(format!("{rows}x{columns}"));
        let ask = ask.piece("1,2".to_owned()).symmetry(symmetry);
        let part = Part::Tours(ToursPart::default());
        let mut answer = Answer::new(Question::new(ask).list(usize::MAX), part);
        answer.count = Some(tours.into());
        answer.classes = Some(ClassCount::Number(classes.into()));
        answer.solutions = Some(listed);
        answer
    }

    fn ask_of(answer: &mut Answer) -> &mut ToursAsk {
        let Ask::Tours(ask) = &mut answer.question.ask else { panic!("no tours") };
        ask
    }

    fn fold(answer: &mut Answer, matchings: u64, pseudo: u64) {
        let Part::Tours(part) = &mut answer.part else { panic!("no tours") };
        (part.matchings, part.pseudo) = (Some(matchings.into()), Some(pseudo.into()));
    }

    fn judged(answer: &Answer) -> Result<Verdict, Fault> {
        let Ask::Tours(ask) = &answer.question.ask else { panic!("no tours") };
        judge(answer, ask)
    }

    /// The right answer about 6x6 and the half-turn, with the numbers of the folded board.
    fn half_turn_answer() -> Answer {
        let mut answer = answer_about([6, 6], HalfTurn, [78, 22]);
        fold(&mut answer, 192, 84);
        answer
    }

    /// The right answer about 5x6.
    fn small_answer() -> Answer {
        answer_about([5, 6], Any, [8, 3])
    }

    fn said(answer: &Answer) -> String {
        judged(answer).map_or_else(|fault| fault.to_string(), |_| "approved".to_owned())
    }

    /// What the judge says to the spoilt answer about 5x6, which has 8 tours.
    fn spoilt(spoil: impl FnOnce(&mut Answer)) -> String {
        let mut answer = small_answer();
        spoil(&mut answer);
        said(&answer)
    }

    #[test]
    fn right_answers_are_approved_and_the_verdict_says_what_was_done() {
        let approve = |answer: &Answer| {
            let verdict = judged(answer).expect("right");
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
        ask_of(&mut large).board = "8x8".to_owned();
        large.count = Some(2_432_932_u64.into());
        large.classes = Some(ClassCount::Number(608_233_u64.into()));
        fold(&mut large, 106_256, 2_428_776);
        (large.solutions, large.question.how.list) = (None, None);
        let verdict = judged(&large).expect("nothing is known to be wrong");
        assert_eq!(verdict.proved, ["matchings of the folded board, counted once more: 106256"]);
        assert_eq!(
            verdict.trusted,
            [
                "2432932 tours in 608233 classes: 8x8 has too many walks to try them here",
                "2428776 pseudo-solutions of the folded board: too many to count them here",
            ]
        );
        large.stopped_by = Some(StoppedBy::TimeLimit);
        let verdict = judged(&large).expect("nothing is known to be wrong");
        assert_eq!(verdict.trusted, ["the answer says itself that the search was not finished"]);
    }

    #[test]
    fn a_walk_that_does_not_close_is_no_tour() {
        // On 3x3 a rook that steps one cell can come to all cells, but not back.
        let mut answer = answer_about([5, 5], Any, [0, 0]);
        let ask = ask_of(&mut answer);
        (ask.board, ask.piece) = ("3x3".to_owned(), Some("0,1".to_owned()));
        let walk = ["0,0", "0,1", "0,2", "1,2", "1,1", "1,0", "2,0", "2,1", "2,2"];
        answer.solutions = Some(vec![Solution::Tour(walk.map(str::to_owned).to_vec())]);
        assert_eq!(said(&answer), "tour 1 goes from 2,2 to 0,0, expected a move of the piece");
        // Two cells are no tour either.
        ask_of(&mut answer).board = "1x2".to_owned();
        answer.solutions = Some(vec![Solution::Tour(["0,0", "0,1"].map(str::to_owned).to_vec())]);
        assert_eq!(
            said(&answer),
            "tour 1 goes to 0,1 first and ends at 0,1, expected the other direction"
        );
        ask_of(&mut answer).board = "1x1".to_owned();
        answer.solutions = Some(vec![Solution::Tour(vec!["0,0".to_owned()])]);
        assert_eq!(said(&answer), "tour 1 goes from 0,0 to 0,0, expected a move of the piece");
    }

    #[test]
    fn a_drawn_tour_may_come_twice_and_an_unfinished_answer_has_no_count() {
        let drawn = |answer: &mut Answer| {
            let listed = answer.solutions.as_mut().expect("listed");
            listed[3] = listed[0].clone();
            (answer.question.how.list, answer.question.how.sample) = (None, Some(8));
        };
        assert_eq!(spoilt(drawn), "approved");
        let unfinished = |answer: &mut Answer| {
            (answer.count, answer.stopped_by) = (None, Some(StoppedBy::TimeLimit));
        };
        assert_eq!(spoilt(unfinished), "approved");
    }

    #[test]
    fn motions_are_different_and_keep_moves() {
        for (board, count) in [([3, 3], 8), ([3, 4], 4), ([4, 4], 8), ([2, 5], 4)] {
            let judge = judge_of(board, "1,2", Any);
            assert_eq!(judge.symmetries().order(), count);
            let cells = board[0] * board[1];
            for from in 0..cells {
                for to in from..cells {
                    let place = |cell: usize| [cell / board[1], cell % board[1]];
                    let [start, end] = [from, to].map(place);
                    let leap = [0, 1].map(|axis| start[axis].abs_diff(end[axis]));
                    let is_move = leap == [1, 2] || leap == [2, 1];
                    assert_eq!(judge.board.graph.edges().contains(&[from, to]), is_move);
                }
            }
        }
    }

    /// Tours and classes of knights.
    fn tally(board: [usize; 2], symmetry: TourSymmetry) -> [usize; 2] {
        judge_of(board, "1,2", symmetry).tally(2_000_000).expect("a small board")
    }

    #[test]
    fn the_known_figures_for_knights() {
        assert_eq!(tally([6, 6], Any), [9862, 1245]);
        assert_eq!(tally([6, 6], HalfTurn), [78, 22]);
        assert_eq!(tally([6, 6], QuarterTurn), [10, 5]);
        assert_eq!(tally([5, 6], Any), [8, 3]);
        assert_eq!(tally([3, 10], Any), [16, 6]);
        assert_eq!(tally([3, 12], Any)[0], 176);
        assert_eq!(tally([5, 5], Any), [0, 0]);
        assert_eq!(judge_of([6, 6], "1,2", Any).tally(1_000_000), None);
    }

    #[test]
    fn classes_are_what_sorting_all_images_gives() {
        for (board, piece) in [([5, 6], "1,2"), ([3, 10], "1,2"), ([4, 4], "0,1"), ([4, 5], "0,1")]
        {
            let judge = judge_of(board, piece, Any);
            let mut classes = BTreeSet::new();
            let count = hamiltonian_cycles(&judge.board.graph, 1_000_000, &mut |tour| {
                let names: Vec<String> =
                    tour.iter().map(|cell| judge.board.graph.names()[*cell].clone()).collect();
                let edges = judge.edges_of(1, &names).expect("a tour");
                classes.insert(judge.symmetries().class_of(&edges).0);
            });
            let [tours, class_count] = judge.tally(1_000_000).expect("a small board");
            assert_eq!((u64::try_from(tours).ok(), class_count), (count, classes.len()));
        }
    }

    #[test]
    fn half_turn_tours_are_tours_of_the_folded_board() {
        // On these boards a tour that the half-turn preserves is turned by half its length, and
        // none is reversed.
        for board in [[6, 6], [4, 4], [4, 6], [2, 8]] {
            let graph = judge_of(board, "1,2", HalfTurn).board.graph;
            let [_, tours] = folded_cycles(&graph, 1_000_000).expect("a small board");
            assert_eq!(usize::try_from(tours), Ok(tally(board, HalfTurn)[0]));
        }
    }
}
