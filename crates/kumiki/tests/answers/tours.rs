//! Tours from the question to the answer: small boards before the judge, and samples before the law
//! of large numbers.

use kumiki::drive::Run;
use kumiki::host::Terminal;
use kumiki::judge::judge_tours_answer;
use kumiki::model::{TourMethod, TourSymmetry};
use kumiki::tours::{Answered, Request, Show, answer};
use std::collections::BTreeMap;

fn answered(request: &Request) -> Answered {
    answer(request, &Run::new(&Terminal::quiet(1)), &mut |_| ())
        .unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

#[test]
fn every_small_board_stands_before_the_judge_who_walks_all_tours_again() {
    let mut tours = 0;
    for piece in [[0, 1], [1, 2], [2, 1], [1, 1], [0, 3], [2, 3], [1, 4]] {
        for rows in 1..7 {
            for columns in (1..7).filter(|columns| rows * columns <= 20) {
                for symmetry in
                    [TourSymmetry::None, TourSymmetry::HalfTurn, TourSymmetry::QuarterTurn]
                {
                    if symmetry == TourSymmetry::QuarterTurn && rows != columns {
                        continue;
                    }
                    let request = Request {
                        piece,
                        show: Show::List(usize::MAX),
                        verify: true,
                        ..Request::count([rows, columns], symmetry)
                    };
                    let found = answered(&request).answer;
                    let verdict = judge_tours_answer(&found)
                        .unwrap_or_else(|fault| panic!("{request:?}: {fault} in {found:?}"));
                    assert!(verdict.all_classes_listed && found.classes.is_some(), "{request:?}");
                    tours += verdict.solution_count;
                }
            }
        }
    }
    assert!(tours > 50, "{tours} are enough to be wrong about");
}

#[test]
fn pairs_of_matchings_find_what_the_frontier_finds() {
    for piece in [[0, 1], [1, 2], [2, 3], [0, 3]] {
        for rows in [2, 4, 6] {
            for columns in [2, 4, 6, 8] {
                let request =
                    Request { piece, ..Request::count([rows, columns], TourSymmetry::HalfTurn) };
                let by_frontier = answered(&request).answer;
                let by_pairs = answered(&Request { method: TourMethod::Diagram, ..request }).answer;
                assert_eq!(by_frontier.tours, by_pairs.tours, "{request:?}");
                assert_eq!(by_frontier.classes, by_pairs.classes, "{request:?}");
                if by_frontier.none_because.is_none() {
                    assert_eq!(by_frontier.matchings, by_pairs.matchings, "{request:?}");
                    assert_eq!(by_frontier.pseudo, by_pairs.pseudo, "{request:?}");
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
        let mut draws: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        for seed in 0..400 {
            let show = Show::Sample { size: 1, seed };
            let found = answered(&Request { show, ..Request::count(board, symmetry) });
            *draws.entry(found.shown[0].clone()).or_default() += 1;
        }
        assert_eq!(u32::try_from(draws.len()), Ok(count), "every tour is drawn: {draws:?}");
        let expected = 400.0 / f64::from(count);
        let chi_square: f64 =
            draws.values().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum();
        let freedom = f64::from(count) - 1.0;
        assert!(chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi_square}: {draws:?}");
    }
}
