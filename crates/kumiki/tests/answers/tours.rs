//! Tours from the question to the answer: small boards before the judge, and samples before the law
//! of large numbers.

use kumiki::drive::Run;
use kumiki::judge::judge;
use kumiki::model::{
    Answer, Part, Question, Solution, TourMethod, TourSymmetry, ToursAsk, ToursPart,
};
use kumiki::{Prepared, Shown};
use kumiki_host::Terminal;
use std::collections::BTreeMap;

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
