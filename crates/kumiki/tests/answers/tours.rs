//! Tours from the question to the answer: small boards before the judge, and samples before the law
//! of large numbers.

use kumiki::drive::Run;
use kumiki::engine::diagram::{BddStore, ZddStore};
use kumiki::judge::judge;
use kumiki::model::{
    Answer, CellOrder, DiagramForm, Part, Question, Solution, TourMethod, TourSymmetry, ToursAsk,
    ToursPart,
};
use kumiki::{Prepared, Shown};
use kumiki_host::Terminal;
use std::collections::{BTreeMap, BTreeSet};

fn answered(question: &Question) -> Answer {
    kumiki::solve(question, &Terminal::quiet(1))
        .unwrap_or_else(|error| panic!("{question:?}: {error}"))
}

fn asked([rows, columns]: [usize; 2], symmetry: TourSymmetry) -> ToursAsk {
    ToursAsk::new(format!("{rows}x{columns}")).symmetry(symmetry)
}

fn part(answer: &Answer) -> &ToursPart {
    match &answer.part {
        Part::Tours(part) => part,
        other => panic!("{other:?}"),
    }
}

fn saved(answer: &Answer) -> String {
    serde_json::to_string(answer).expect("an answer is JSON")
}

#[test]
fn every_small_board_stands_before_the_judge_who_walks_all_tours_again() {
    let mut tours = 0;
    for piece in ["0,1", "knight", "2,1", "1,1", "0,3", "2,3", "1,4"] {
        for rows in 1..7 {
            for columns in (1..7).filter(|columns| rows * columns <= 20) {
                for symmetry in
                    [TourSymmetry::None, TourSymmetry::HalfTurn, TourSymmetry::QuarterTurn]
                {
                    if symmetry == TourSymmetry::QuarterTurn && rows != columns {
                        continue;
                    }
                    let ask = asked([rows, columns], symmetry).piece(piece.to_owned());
                    let found = answered(&Question::new(ask.clone()).list(usize::MAX).verify());
                    let verdict = judge(&saved(&found))
                        .unwrap_or_else(|fault| panic!("{ask:?}: {fault} in {found:?}"));
                    assert!(verdict.all_classes_listed && found.classes.is_some(), "{ask:?}");
                    tours += verdict.solution_count;
                    let classes =
                        answered(&Question::new(ask.one_per_class(true)).list(usize::MAX));
                    let verdict = judge(&saved(&classes)).expect("right");
                    assert!(verdict.all_classes_listed, "{classes:?}");
                }
            }
        }
    }
    assert!(tours > 50, "{tours} are enough to be wrong about");
}

#[test]
fn pairs_of_matchings_find_what_the_frontier_finds() {
    for piece in ["0,1", "1,2", "2,3", "0,3"] {
        for rows in [2, 4, 6] {
            for columns in [2, 4, 6, 8] {
                let ask = asked([rows, columns], TourSymmetry::HalfTurn).piece(piece.to_owned());
                let by_frontier = answered(&Question::new(ask.clone()));
                let by_pairs = answered(&Question::new(ask.clone().method(TourMethod::Diagram)));
                assert_eq!(by_frontier.count, by_pairs.count, "{ask:?}");
                assert_eq!(by_frontier.classes, by_pairs.classes, "{ask:?}");
                if by_frontier.why_none.is_none() {
                    let (one, other) = (part(&by_frontier), part(&by_pairs));
                    assert_eq!(one.matchings, other.matchings, "{ask:?}");
                    assert_eq!(one.pseudo, other.pseudo, "{ask:?}");
                }
            }
        }
    }
}

#[test]
fn every_tour_that_a_turn_preserves_is_equally_likely_to_be_drawn() {
    for (board, symmetry, count) in
        [([6, 6], TourSymmetry::QuarterTurn, 10_u32), ([3, 10], TourSymmetry::HalfTurn, 4)]
    {
        let mut draws: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..400 {
            let found = answered(&Question::new(asked(board, symmetry)).sample(1, seed));
            let drawn = found.solutions.expect("asked for");
            *draws.entry(format!("{drawn:?}")).or_default() += 1;
        }
        assert_eq!(u32::try_from(draws.len()), Ok(count), "every tour is drawn: {draws:?}");
        let expected = 400.0 / f64::from(count);
        let chi_square: f64 =
            draws.values().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum();
        let freedom = f64::from(count) - 1.0;
        assert!(chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi_square}: {draws:?}");
    }
}

#[test]
fn lists_begin_like_the_list_of_all_and_come_as_they_are_found() {
    for (symmetry, is_one_per_class, count) in [
        (TourSymmetry::None, false, 9862),
        (TourSymmetry::None, true, 1245),
        (TourSymmetry::HalfTurn, false, 78),
        (TourSymmetry::HalfTurn, true, 22),
    ] {
        let ask = asked([6, 6], symmetry).one_per_class(is_one_per_class);
        let all = answered(&Question::new(ask.clone()).list(usize::MAX));
        let tours = all.solutions.expect("asked for");
        assert_eq!(tours.len(), count);
        for (threads, most) in [(1, 1), (2, 20), (3, 300)] {
            let question = Question::new(ask.clone()).list(most);
            let mut handed: Vec<Shown> = Vec::new();
            let host = Terminal::quiet(threads);
            let answer = kumiki::visit(&question, &host, &mut handed).expect("answered");
            assert!(answer.is_complete() && answer.count == all.count);
            let handed: Vec<Solution> = handed.into_iter().map(|shown| shown.solution).collect();
            assert_eq!(handed, tours[..most.min(count)]);
        }
    }
}

#[test]
fn boards_pieces_and_motions_that_are_none_are_refused() {
    let refused = |ask: ToursAsk| {
        let halt = kumiki::solve(&Question::new(ask), &Terminal::quiet(1));
        halt.expect_err("refused").to_string()
    };
    assert_eq!(
        refused(ToursAsk::new("0x8")),
        "bad `board` '0x8': expected two positive sides such as 8x8"
    );
    assert_eq!(
        refused(ToursAsk::new("8x8").piece("rook".to_owned())),
        "bad `piece` 'rook': expected knight or two leaps such as 1,2"
    );
    assert_eq!(
        refused(ToursAsk::new("100x100")),
        "a board of 100x100 cells, expected at most 4096"
    );
    assert_eq!(
        refused(asked([4, 5], TourSymmetry::QuarterTurn)),
        "a quarter-turn of a 4x5 board, expected a square board"
    );
    assert_eq!(
        refused(ToursAsk::new("4x4").method(TourMethod::Diagram)),
        "`method` diagram pairs matchings of a board folded by the half-turn, expected `symmetry` \
         half-turn"
    );
}

#[test]
fn an_answer_is_told_and_drawn_from_its_document() {
    let question = Question::new(ToursAsk::new("03x10").symmetry(TourSymmetry::HalfTurn)).list(1);
    let prepared = Prepared::new(&question).expect("a question");
    let kumiki::model::Ask::Tours(ask) = &prepared.question().ask else { panic!("tours") };
    assert_eq!((ask.board.as_str(), ask.piece.as_deref()), ("3x10", Some("1,2")));
    let host = Terminal::quiet(1);
    let mut list: Vec<Shown> = Vec::new();
    let handed = prepared.visit(&Run::new(&host), &mut list).expect("answered");
    let drawn = prepared.solution_text(&list[0]);
    assert!(drawn.starts_with("1:\n  1 ") && drawn.ends_with("\n\n"), "{drawn}");
    assert_eq!(drawn.lines().count(), 5);
    let told = prepared.text(&handed);
    let head = "closed tours of a knight on 3x10 that the half-turn preserves: 4, 2 classes\n\n";
    assert!(told.starts_with(head), "{told}");
    let answer = prepared.solve(&Run::new(&host)).expect("answered");
    let read = Answer::from_json(&saved(&answer)).expect("read");
    let sheet = prepared.picture(&read);
    assert_eq!(sheet.title, format!("{}: 1 of 4", head.split(':').next().expect("a title")));
    assert_eq!(sheet.to_svg(), prepared.picture(&answer).to_svg());
}

/// The edges of a diagram in order.
fn edges_in_order(answer: &Answer) -> Vec<String> {
    let line = answer
        .evidence
        .iter()
        .find_map(|line| line.strip_prefix("edges in the order of the diagram: "));
    line.expect("all edges").split(' ').map(str::to_owned).collect()
}

#[test]
fn members_of_the_diagram_of_all_tours_are_the_moves_of_the_listed_tours() {
    let boards: [([usize; 2], &str, TourSymmetry, usize); 6] = [
        ([5, 6], "knight", TourSymmetry::None, 8),
        ([6, 6], "knight", TourSymmetry::HalfTurn, 78),
        ([6, 6], "knight", TourSymmetry::QuarterTurn, 10),
        ([3, 10], "knight", TourSymmetry::HalfTurn, 4),
        ([4, 6], "0,1", TourSymmetry::HalfTurn, 5),
        ([2, 2], "0,1", TourSymmetry::QuarterTurn, 1),
    ];
    for (board, piece, symmetry, count) in boards {
        for order in [None, Some(CellOrder::Rows), Some(CellOrder::Diagonals)] {
            let ask = asked(board, symmetry).piece(piece.to_owned()).edges(true).order(order);
            let question = Question::new(ask.diagram(DiagramForm::Zdd)).list(usize::MAX);
            let answer = answered(&question);
            judge(&saved(&answer)).expect("right");
            let names = edges_in_order(&answer);
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "no name twice");
            let mut store = ZddStore::new(names.len(), 1 << 20).expect("few edges");
            let text = part(&answer).diagram_text.as_ref().expect("it was asked for");
            let family = store.from_graphillion(text).expect("readable");
            assert_eq!(part(&answer).diagram_nodes, Some(store.size(family)), "{question:?}");
            let members: BTreeSet<BTreeSet<String>> = store
                .members(family)
                .map(|set| set.iter().map(|edge| names[*edge as usize].clone()).collect())
                .collect();
            assert_eq!(members.len(), count, "{question:?}");
            let prepared = Prepared::new(&question).expect("a question");
            let mut shown: Vec<Shown> = Vec::new();
            prepared.visit(&Run::new(&Terminal::quiet(1)), &mut shown).expect("an answer");
            let of_tour = |shown: &Shown| -> BTreeSet<String> {
                let text = prepared.solution_text(shown);
                let words = text.split_whitespace().filter(|word| word.contains("--"));
                // A move from a cell to its own image closes a path of the folded board.
                let is_in_it = |word: &&str| {
                    let (from, to) = word.trim_end_matches('*').split_once("--").expect("an edge");
                    from != to
                };
                words.filter(is_in_it).map(str::to_owned).collect()
            };
            if board != [2, 2] {
                let listed: BTreeSet<BTreeSet<String>> = shown.iter().map(of_tour).collect();
                assert_eq!(listed, members, "{question:?}");
            }
        }
    }
}

#[test]
fn the_diagram_of_matchings_is_written_in_every_form() {
    let ask = || asked([6, 6], TourSymmetry::HalfTurn).method(TourMethod::Diagram);
    let text = |form: DiagramForm| {
        let answer = answered(&Question::new(ask().diagram(form)));
        judge(&saved(&answer)).expect("right");
        part(&answer).diagram_text.clone().expect("it was asked for")
    };
    let names = edges_in_order(&answered(&Question::new(ask().diagram(DiagramForm::Dot))));
    let mut functions = BddStore::new(names.len(), 1 << 20).expect("few edges");
    let function = functions.from_knuth(&text(DiagramForm::Knuth)).expect("readable");
    assert_eq!((functions.count(function), functions.size(function)), (192_u32.into(), 675));
    let mut families = ZddStore::new(names.len(), 1 << 20).expect("few edges");
    let family = families.from_graphillion(&text(DiagramForm::Zdd)).expect("readable");
    assert_eq!((families.count(family), families.size(family)), (192_u32.into(), 675 - 468));
    let sentences = text(DiagramForm::Text);
    assert_eq!(sentences.lines().count(), 675);
    assert!(sentences.ends_with(": if 0.0--2.1 then 674 else 675\n"), "{sentences}");
    assert!(text(DiagramForm::Dot).contains("label=\"0.0--2.1\""));
    let refused =
        kumiki::solve(&Question::new(ask().diagram(DiagramForm::Svg)), &Terminal::quiet(1));
    let refused = refused.expect_err("too large for a picture").to_string();
    assert!(refused.contains("675 nodes, expected at most 300"), "{refused}");
    let small = asked([4, 4], TourSymmetry::HalfTurn).method(TourMethod::Diagram);
    let small = answered(&Question::new(small.diagram(DiagramForm::Svg)));
    let svg = part(&small).diagram_text.as_ref().expect("it was asked for");
    assert!(svg.contains(">0.0--1.2*</text>") && svg.contains("with 18 nodes"), "{svg}");
    judge(&saved(&small)).expect("right");
}

#[test]
fn what_is_told_of_pairing_stands_before_the_judge_in_every_order() {
    for (board, piece) in
        [([4, 4], "knight"), ([4, 6], "0,1"), ([6, 6], "knight"), ([6, 8], "knight")]
    {
        for order in
            [None, Some(CellOrder::Columns), Some(CellOrder::Diagonals), Some(CellOrder::Best)]
        {
            let ask = asked(board, TourSymmetry::HalfTurn).method(TourMethod::Diagram);
            let ask = ask.piece(piece.to_owned()).order(order);
            let lean = answered(&Question::new(ask.clone()));
            assert!(part(&lean).pairing.is_none(), "{ask:?}");
            let answer = answered(&Question::new(ask.clone()).profile());
            let verdict = judge(&saved(&answer)).unwrap_or_else(|fault| panic!("{ask:?}: {fault}"));
            let proved = verdict.proved.join("\n");
            assert!(proved.contains("from a list of all matchings"), "{ask:?}: {proved}");
        }
    }
    // Cells without a move have no matchings.
    for (board, piece) in [([2, 2], "knight"), ([2, 4], "knight"), ([4, 4], "2,3"), ([4, 6], "3,4")]
    {
        let ask = asked(board, TourSymmetry::HalfTurn).method(TourMethod::Diagram);
        let answer = answered(&Question::new(ask.piece(piece.to_owned())).profile());
        judge(&saved(&answer)).unwrap_or_else(|fault| panic!("{board:?} {piece}: {fault}"));
    }
}

#[test]
fn the_order_of_cells_decides_how_large_a_diagram_is() {
    let nodes = |board, order| {
        let ask = asked(board, TourSymmetry::HalfTurn).method(TourMethod::Diagram).order(order);
        part(&answered(&Question::new(ask))).diagram.expect("a diagram").nodes
    };
    assert_eq!(nodes([6, 8], CellOrder::Rows), 6708);
    assert_eq!(nodes([6, 8], CellOrder::Columns), 7298);
    assert_eq!(nodes([8, 6], CellOrder::Rows), 7298);
    assert!(nodes([6, 8], CellOrder::Diagonals) < 6708);
    assert!(nodes([6, 8], CellOrder::Best) <= nodes([6, 8], CellOrder::Diagonals));
}

#[test]
fn edges_are_told_in_the_order_of_cells_that_was_asked_for_and_in_no_other() {
    use CellOrder::{Best, Columns, Diagonals, Rows};
    let board = asked([6, 8], TourSymmetry::HalfTurn).method(TourMethod::Diagram);
    let board = board.piece("1,2".to_owned());
    for order in [Rows, Columns, Diagonals, Best] {
        let answer = answered(&Question::new(board.clone().order(order)).profile());
        judge(&saved(&answer)).unwrap_or_else(|fault| panic!("{order:?}: {fault}"));
        let said: serde_json::Value = serde_json::from_str(&saved(&answer)).expect("JSON");
        let refused = |spoil: &dyn Fn(&mut serde_json::Value)| {
            let mut said = said.clone();
            spoil(&mut said);
            judge(&said.to_string()).expect_err("it is wrong").to_string()
        };
        // The best order of this board is a greedy one; but any might have been the best.
        for other in [Rows, Columns, Diagonals].into_iter().filter(|other| *other != order) {
            let asked = Question::new(board.clone().order(other)).profile();
            let mut pretended = answer.clone();
            (pretended.digest, pretended.question) = (asked.digest(), asked);
            let fault = judge(&saved(&pretended)).expect_err("another order").to_string();
            assert!(fault.contains("are not those of the folded board"), "{order:?}: {fault}");
        }
        // Two edges of one black cell, and two black cells.
        let name = |at: usize| said["pairing"]["edges"][at]["edge"].clone();
        let exchange = |said: &mut serde_json::Value, one: usize, other: usize| {
            said["pairing"]["edges"][one]["edge"] = name(other);
            said["pairing"]["edges"][other]["edge"] = name(one);
        };
        let fault = refused(&|said| exchange(said, 0, 1));
        assert!(fault.contains("are not those of the folded board"), "{order:?}: {fault}");
        let count = said["pairing"]["edges"].as_array().expect("edges").len();
        let fault = refused(&|said| {
            let edges = said["pairing"]["edges"].as_array_mut().expect("edges");
            edges.reverse();
        });
        assert!(count > 9 && fault.contains("expected"), "{order:?}: {fault}");
    }
}
