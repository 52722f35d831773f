//! Tilings from question to answer, held against the naive counter and the judge.

use kumiki::drive::Run;
use kumiki::host::Terminal;
use kumiki::judge::judge_tiling_answer;
use kumiki::model::{Symmetry, TilingQuestion};
use kumiki::tile::{Answered, Request, Show, answer};
use kumiki_oracle::{naive, universe};

/// The answer to a request that must come to its end.
fn answered(request: &Request<'_>, threads: usize) -> Answered {
    let answered = answer(request, "test", false, &Run::new(&Terminal::quiet(threads)))
        .expect("a problem that can be solved");
    assert_eq!(answered.stopped_by, None);
    answered
}

/// All numbers of an answer are those of the naive counter, whatever is listed, and the judge
/// accepts the lists. Says how many tilings there are.
fn compare(question: &TilingQuestion) -> usize {
    let tally = naive::tiling_tally(question).expect("made of atoms");
    for symmetry in [Symmetry::All, Symmetry::Rotations, Symmetry::None] {
        let show = Show::List(usize::MAX);
        let request =
            Request { symmetry: Some(symmetry), show, verify: true, ..Request::count(question) };
        let Answered { answer, .. } = answered(&request, 2);
        assert_eq!(answer.tilings.as_ref(), Some(&tally.tilings), "{question:?}");
        assert_eq!(
            (&answer.colourings, &answer.labelled),
            (&tally.colourings, &tally.labelled),
            "{question:?}"
        );
        assert_eq!(answer.group_order, Some(tally.group_order), "{question:?}");
        assert_eq!(answer.classes.as_ref(), Some(&tally.classes), "{question:?}");
        assert_eq!(answer.by_symmetry, tally.by_symmetry, "{question:?}");
        // The table is left out where it would have one row.
        assert!(
            answer.by_composition.is_empty() || answer.by_composition == tally.by_composition,
            "{question:?}"
        );
        let verdict = judge_tiling_answer(question, &answer, symmetry).expect("the judge agrees");
        assert!(verdict.all_classes_listed, "{question:?}");
        // An obstruction needs no second method.
        let is_verified = answer.evidence.iter().any(|line| line.starts_with("verified: "));
        assert!(is_verified || answer.obstruction.is_some(), "{:?}", answer.evidence);
    }
    tally.tilings.to_string().parse().expect("few")
}

#[test]
fn plain_answers_agree_with_the_naive_counter() {
    let sum: usize =
        universe::random_tiling_questions(21, 120).map(|question| compare(&question)).sum();
    assert!(sum > 120, "{sum}");
}

#[test]
fn coloured_answers_agree_with_the_naive_counter() {
    let questions = universe::random_coloured_tiling_questions(22, 80);
    let sum: usize = questions.map(|question| compare(&question)).sum();
    assert!(sum > 80, "{sum}");
}

#[test]
fn a_sample_of_all_classes_is_the_list() {
    let question = universe::dominoes(4, 5);
    let list = |show: Show| {
        let request = Request { show, ..Request::count(&question) };
        let mut tilings = answered(&request, 1).tilings;
        tilings.iter_mut().for_each(|tiling| tiling.tiles.sort_unstable());
        tilings.sort_by(|one, other| one.tiles.cmp(&other.tiles));
        tilings
    };
    let all = list(Show::List(usize::MAX));
    assert_eq!(list(Show::Sample { size: all.len(), seed: 1 }), all);
    let some = list(Show::Sample { size: 5, seed: 1 });
    assert!(some.len() == 5 && some.iter().all(|tiling| all.contains(tiling)));
    assert_ne!(some, list(Show::Sample { size: 5, seed: 2 }));
}

/// More tilings than are visited unasked: they are drawn, and the judge accepts what is drawn.
#[test]
fn a_sample_of_very_many_is_drawn() {
    let question = universe::dominoes(8, 10);
    let request = Request { show: Show::Sample { size: 4, seed: 3 }, ..Request::count(&question) };
    let Answered { answer, tilings, .. } = answered(&request, 1);
    assert_eq!(
        (answer.tilings.map(|count| count.to_string()), tilings.len()),
        (Some("1031151241".to_owned()), 4)
    );
    assert!(
        answer.classes.is_none() && answer.evidence.iter().any(|line| line.contains("not counted"))
    );
    let again = answered(&request, 1);
    assert_eq!(again.tilings, tilings);
    judge_tiling_answer(&question, &again.answer, Symmetry::All).expect("four different classes");
}

#[test]
fn directions_matter_if_a_tile_may_not_be_turned() {
    let free = universe::dominoes(2, 4);
    let mut tiles = free.tiles().to_vec();
    tiles[0].turns = false;
    let (ring, region) = (free.ring().clone(), free.region().clone());
    let fixed = TilingQuestion::new("lying", ring, region, tiles, None).expect("valid");
    let answer = answered(&Request::count(&fixed), 1).answer;
    assert_eq!((answer.tilings, answer.group_order), (Some(1_u64.into()), Some(1)));
    assert_eq!(answered(&Request::count(&free), 1).answer.group_order, Some(4));
}
