//! Counts against the naive counter of the judge.

use crate::rhombs::rhombi;
use crate::walks::{check, check_tilings, colourings, count, visits};
use kumiki_judge::judge_tiling;
use kumiki_model::{Polygon, Tile, TilingQuestion};
use kumiki_oracle::naive;
use kumiki_oracle::universe::{
    dominoes, random_coloured_dissections, random_coloured_tiling_questions, random_dissections,
    random_tiling_questions,
};
use kumiki_ring::{Point, Ring};
use kumiki_tile::{Corner, symmetries};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn random_questions_have_as_many_tilings_and_classes_as_the_naive_counter_finds() {
    let (mut total, mut symmetric) = (0, 0);
    for (at, question) in random_tiling_questions(1, 300).enumerate() {
        let tally = naive::tiling_tally(&question).expect("made of atoms");
        let expected = &tally.tilings;
        assert_eq!(
            count(&question, Corner::Fewest).to_string(),
            expected.to_string(),
            "question {at}"
        );
        assert_eq!(
            count(&question, Corner::Lowest).to_string(),
            expected.to_string(),
            "question {at}"
        );
        assert_eq!(symmetries(&question).len(), tally.group_order, "question {at}");

        let visits = visits(&question);
        assert_eq!(visits.len().to_string(), expected.to_string(), "question {at}");
        let mut by_symmetry: BTreeMap<usize, usize> = BTreeMap::new();
        for visit in &visits {
            judge_tiling(&question, &visit.tiles)
                .unwrap_or_else(|fault| panic!("question {at}: {fault}"));
            if visit.is_first {
                *by_symmetry.entry(visit.symmetry).or_default() += 1;
            }
            symmetric += usize::from(visit.symmetry > 1);
        }
        let told = by_symmetry.iter().map(|(order, classes)| (*order, classes.to_string()));
        let expected = tally.by_symmetry.iter().map(|line| (line.order, line.classes.to_string()));
        assert!(told.eq(expected), "question {at}: {by_symmetry:?} and {:?}", tally.by_symmetry);
        let distinct: BTreeSet<_> = visits.iter().map(|visit| visit.places.clone()).collect();
        assert_eq!(distinct.len(), visits.len(), "question {at}: no tiling comes twice");
        total += visits.len();
    }
    assert!(total > 1000 && symmetric > 10, "{total} tilings, {symmetric} of them symmetric");
}

#[test]
fn random_coloured_questions_have_as_many_colourings_as_the_naive_counter_finds() {
    let mut total = 0;
    for (at, question) in random_coloured_tiling_questions(2, 300).enumerate() {
        let expected = naive::tilings(&question).expect("made of atoms").len();
        let found = colourings(&question);
        assert_eq!(found.len(), expected, "question {at}");
        for tiling in &found {
            judge_tiling(&question, tiling)
                .unwrap_or_else(|fault| panic!("question {at}: {fault}"));
        }
        total += expected;
    }
    assert!(total > 1000, "{total}");
}

#[test]
fn coloured_questions_stand_everything_that_the_driver_does() {
    let questions = random_coloured_tiling_questions(5, 60).chain(random_tiling_questions(6, 40));
    // Tiles that are not convex, and off every grid.
    let others = random_coloured_dissections(15, 20).chain([rhombi(8), rhombi(10)]);
    let questions = questions.chain(others);
    let found = questions.enumerate().map(|(at, question)| check(&question, &at.to_string()));
    assert!(found.filter(|found| *found > 1).count() > 20);
}

#[test]
fn walks_through_tilings_stand_everything_that_the_driver_does() {
    let others = random_dissections(14, 30).chain([rhombi(8), rhombi(10), dominoes(4, 6)]);
    let questions = random_tiling_questions(7, 80).chain(others);
    let found =
        questions.enumerate().map(|(at, question)| check_tilings(&question, &at.to_string()));
    assert!(found.filter(|found| *found > 1).count() > 20);
}

#[test]
fn more_random_questions_have_as_many_tilings_as_the_naive_counter_finds() {
    // Tiles that may be turned beside tiles that may not have gone wrong once, in three questions
    // of a thousand.
    for (at, question) in random_tiling_questions(4, 1000).enumerate() {
        let expected = naive::tilings(&question).expect("made of atoms").len();
        assert_eq!(
            count(&question, Corner::Fewest).to_string(),
            expected.to_string(),
            "question {at}"
        );
    }
}

#[test]
fn plain_search_finds_as_many_tilings_as_remembering() {
    for (at, question) in random_tiling_questions(3, 150).enumerate() {
        let found = colourings(&question).len();
        assert_eq!(
            found.to_string(),
            count(&question, Corner::Fewest).to_string(),
            "question {at}"
        );
    }
}

#[test]
fn more_ways_than_a_word_has_bits_are_all_tried() {
    let ring = Ring::new(4).expect("a ring");
    let rectangle = |height: i32| {
        let corner = |x: i32, y: i32| Point::new(&[x, y]);
        let corners = [corner(0, 0), corner(2, 0), corner(2, height), corner(0, height)];
        Polygon::new(&ring, &corners).expect("a rectangle")
    };
    // In each direction, two ways leave for every domino.
    let domino = |number: u128| Tile {
        name: format!("domino {number}"),
        shape: rectangle(1),
        least: 0,
        most: Some(1),
        most_of_a_colour: None,
        turns: true,
        flips: true,
    };
    for kinds in [31, 32, 33, 64] {
        let tiles = (1..=kinds).map(domino).collect();
        let question =
            TilingQuestion::new("kinds", ring.clone(), rectangle(2), tiles, None).expect("valid");
        for corner in [Corner::Fewest, Corner::Lowest] {
            // Any two different dominoes in either order, side by side or one over the other.
            assert_eq!(
                count(&question, corner),
                2 * kinds * (kinds - 1),
                "{kinds} kinds, {corner:?}"
            );
        }
    }
}
