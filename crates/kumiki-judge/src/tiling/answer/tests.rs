//! Answers about tilings, right and wrong.

use super::*;
use crate::CanonicalTiling;
use kumiki_model::{PlacedTile, TileRecord};
use kumiki_oracle::{naive, universe};
use std::collections::BTreeMap;

const EVERY_SYMMETRY: [Symmetry; 3] = [Symmetry::All, Symmetry::Rotations, Symmetry::None];

/// The record of a tiling.
fn record(question: &TilingQuestion, tiling: &[PlacedTile], symmetry: usize) -> TilingRecord {
    let tile = |placed: &PlacedTile| TileRecord {
        tile: question.tiles()[placed.tile].name.clone(),
        flipped: placed.is_flipped,
        turns: placed.turns,
        at: placed.shift.coordinates()[..2].to_vec(),
        colour: placed
            .colour
            .and_then(|at| question.colours().map(|colours| colours.names[at].clone())),
    };
    TilingRecord { symmetry: Some(symmetry), tiles: tiling.iter().map(tile).collect() }
}

/// The right answer by the naive counter, one tiling of each class listed.
fn answer_to(question: &TilingQuestion, symmetry: Symmetry) -> Claims {
    let all = TilingSymmetries::of_question(question, Symmetry::All);
    let chosen = TilingSymmetries::of_question(question, symmetry);
    let tally = naive::tiling_tally(question).expect("made of atoms");
    let list = naive::tilings(question).expect("made of atoms");
    let classes: BTreeMap<CanonicalTiling, &Vec<PlacedTile>> =
        list.iter().map(|tiling| (chosen.canonical(tiling), tiling)).collect();
    let solutions =
        classes.into_values().map(|tiling| record(question, tiling, all.fixing(tiling)));
    Claims {
        question: question.clone(),
        symmetry,
        list: Some(ListRecord::at_most(usize::MAX)),
        sample: None,
        is_list_enough: true,
        tilings: Some(tally.tilings),
        colourings: tally.colourings,
        labelled: tally.labelled,
        group_order: Some(Count(tally.group_order.into())),
        classes: Some(tally.classes),
        by_symmetry: tally.by_symmetry,
        by_composition: tally.by_composition,
        solutions: Some(solutions.collect()),
        obstruction: None,
        complete: true,
    }
}

fn text(verdict: Result<Verdict, Fault>) -> String {
    verdict.map_or_else(|fault| fault.to_string(), |_| "approved".to_owned())
}

#[test]
fn right_answers_are_approved_with_and_without_colours() {
    let mut solution_count = 0;
    let questions = universe::random_tiling_questions(21, 40)
        .chain(universe::random_coloured_tiling_questions(22, 40));
    for question in questions {
        for symmetry in EVERY_SYMMETRY {
            let answer = answer_to(&question, symmetry);
            let verdict =
                judge(&answer).unwrap_or_else(|fault| panic!("{fault}: {question:?} {answer:?}"));
            assert!(verdict.all_classes_listed, "{question:?}");
            solution_count += verdict.solution_count;
        }
    }
    assert!(solution_count > 500, "{solution_count}");
}

fn solutions(answer: &mut Claims) -> &mut Vec<TilingRecord> {
    answer.solutions.as_mut().expect("listed")
}

#[test]
fn what_is_the_same_depends_on_the_symmetries_chosen() {
    let question = universe::dominoes(4, 4);
    for (symmetry, last) in EVERY_SYMMETRY.into_iter().zip([10, 13, 37]) {
        let mut answer = answer_to(&question, symmetry);
        let first = solutions(&mut answer)[0].clone();
        solutions(&mut answer).push(first);
        let fault = judge(&answer).expect_err("twice");
        assert_eq!(fault.what, format!("solutions 1 and {last} are the same"));
    }
    let each = answer_to(&question, Symmetry::None);
    let images = judge(&Claims { symmetry: Symmetry::All, ..each.clone() });
    assert_eq!(images.expect_err("images of one another").rule, rule::SAME);
    let mut fewer = each;
    (fewer.classes, fewer.tilings) = (None, Some(35.into()));
    fewer.by_symmetry.clear();
    fewer.by_composition.clear();
    let judged = judge(&fewer);
    assert_eq!(text(judged), "tilings listed: 36, but the answer counts 35");
    fewer.complete = false;
    assert_eq!(text(judge(&fewer)), "approved");
}

#[test]
fn wrong_colourings_are_noticed() {
    let mut judged = 0;
    for question in universe::random_coloured_tiling_questions(23, 40) {
        let right = answer_to(&question, Symmetry::All);
        if right.colourings == Some(Count::default()) {
            continue;
        }
        let field: [fn(&mut Claims) -> &mut Option<Count>; 3] = [
            |answer| &mut answer.tilings,
            |answer| &mut answer.colourings,
            |answer| &mut answer.labelled,
        ];
        for field in field {
            let mut answer = right.clone();
            field(&mut answer).as_mut().expect("counted").0 += 1_u32;
            assert_ne!(text(judge(&answer)), "approved");
        }
        // Names of colours do not matter in a list.
        let mut renamed = right.clone();
        let names = &question.colours().expect("painted").names;
        for tile in solutions(&mut renamed).iter_mut().flat_map(|tiling| &mut tiling.tiles) {
            let at =
                names.iter().position(|name| Some(name) == tile.colour.as_ref()).expect("a colour");
            tile.colour = Some(names[(at + 1) % names.len()].clone());
        }
        assert_eq!(text(judge(&renamed)), "approved");
        judged += 1;
    }
    assert!(judged > 15, "{judged}");
}
