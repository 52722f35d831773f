//! The counter of tilings by atoms.

use kumiki_judge::judge_tiling;
use kumiki_model::{Apart, Colours, Count, Polygon, Symmetry, TilingQuestion};
use kumiki_oracle::naive::{tiling_tally, tilings};
use kumiki_oracle::universe;
use kumiki_recount::{CanonicalTiling, TilingSymmetries};
use kumiki_ring::Point;
use kumiki_ring::Ring;
use std::collections::BTreeSet;

fn count_of(question: &TilingQuestion) -> usize {
    tilings(question).expect("made of atoms").len()
}

#[test]
fn dominoes_and_lozenges_are_as_many_as_is_known() {
    for (rows, columns, expected) in
        [(1, 1, 0), (2, 2, 2), (2, 3, 3), (2, 5, 8), (3, 4, 11), (4, 4, 36)]
    {
        assert_eq!(count_of(&universe::dominoes(rows, columns)), expected, "{rows} by {columns}");
    }
    // Plane partitions in a box, by MacMahon.
    for (sides, expected) in
        [([1, 1, 1], 2), ([2, 1, 1], 3), ([2, 2, 1], 6), ([2, 2, 2], 20), ([3, 2, 1], 10)]
    {
        assert_eq!(count_of(&universe::lozenges(sides)), expected, "{sides:?}");
    }
}

#[test]
fn the_judge_approves_of_every_tiling_found_and_no_two_are_the_same() {
    let mut found = 0;
    let questions = universe::random_tiling_questions(1, 80)
        .chain(universe::random_coloured_tiling_questions(2, 60));
    for question in questions {
        let list = tilings(&question).expect("made of atoms");
        let group = TilingSymmetries::of_question(&question, Symmetry::None);
        let distinct: BTreeSet<CanonicalTiling> =
            list.iter().map(|tiling| group.written(tiling)).collect();
        assert_eq!(distinct.len(), list.len(), "{question:?}");
        for tiling in &list {
            assert_eq!(judge_tiling(&question, tiling), Ok(()), "{question:?}");
        }
        found += list.len();
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn the_judge_refuses_the_colourings_that_are_not_counted() {
    // All colourings without a rule: the judge approves of exactly those that are counted with
    // the rule.
    let mut refused = 0;
    for question in universe::random_coloured_tiling_questions(5, 40) {
        let Some(colours) = question.colours().filter(|colours| colours.apart != Apart::Free)
        else {
            continue;
        };
        let free = Colours { apart: Apart::Free, ..colours.clone() };
        let (region, tiles) = (question.region().clone(), question.tiles().to_vec());
        let any = TilingQuestion::new("any", question.ring().clone(), region, tiles, Some(free))
            .expect("valid");
        let all = tilings(&any).expect("made of atoms");
        let approved = all.iter().filter(|tiling| judge_tiling(&question, tiling).is_ok()).count();
        assert_eq!(approved, count_of(&question), "{question:?}");
        refused += all.len() - approved;
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn names_of_colours_multiply_by_the_colours_there_are_to_choose_from() {
    for question in universe::random_coloured_tiling_questions(7, 30) {
        let names = question.colours().map_or(0, |colours| colours.names.len());
        let group = TilingSymmetries::of_question(&question, Symmetry::None);
        let list = tilings(&question).expect("made of atoms");
        let falling = |used: usize| (names + 1 - used..=names).product::<usize>();
        let named: usize =
            list.iter().map(|tiling| falling(group.written(tiling).colour_count())).sum();
        let tally = tiling_tally(&question).expect("made of atoms");
        assert_eq!(tally.labelled, Some(Count(named.into())), "{question:?}");
    }
}

#[test]
fn what_is_not_made_of_atoms_is_refused() {
    let ring = Ring::new(4).expect("a ring");
    let polygon = |corners: &[[i32; 2]]| {
        Polygon::new(&ring, &corners.iter().map(|at| Point::new(at)).collect::<Vec<_>>())
            .expect("simple")
    };
    let region = polygon(&[[0, 0], [2, 0], [2, 1]]);
    let tiles = universe::dominoes(2, 2).tiles().to_vec();
    let question = TilingQuestion::new("steep", ring.clone(), region, tiles, None).expect("valid");
    assert_eq!(tilings(&question), None);
    assert_eq!(tiling_tally(&question), None);
}
