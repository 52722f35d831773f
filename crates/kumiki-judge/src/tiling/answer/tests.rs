//! Answers about tilings, right and wrong.

use super::*;
use kumiki_model::{
    Apart, Colours, PlacedTile, Question, Source as File, StoppedBy, TileRecord, TilingRecord,
};
use kumiki_oracle::{naive, universe};
use kumiki_recount::{CanonicalTiling, TilingSymmetries};
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

/// An answer with its question.
#[derive(Clone, Debug)]
struct Saved {
    question: TilingQuestion,
    symmetry: Symmetry,
    answer: Answer,
}

impl Saved {
    /// The right answer by the naive counter, one tiling of each class listed.
    fn to(question: &TilingQuestion, symmetry: Symmetry) -> Self {
        let all = TilingSymmetries::of_question(question, Symmetry::All);
        let chosen = TilingSymmetries::of_question(question, symmetry);
        let tally = naive::tiling_tally(question).expect("made of atoms");
        let list = naive::tilings(question).expect("made of atoms");
        let classes: BTreeMap<CanonicalTiling, &Vec<PlacedTile>> =
            list.iter().map(|tiling| (chosen.canonical(tiling), tiling)).collect();
        let solutions = classes
            .into_values()
            .map(|tiling| Solution::Tiles(record(question, tiling, all.fixing(tiling))));
        let mut ask = TileAsk::new(File::file("test", ""));
        ask.symmetry = Some(symmetry);
        let part = TilePart {
            tilings: Some(tally.tilings),
            colourings: tally.colourings,
            labelled: tally.labelled,
            by_composition: tally.by_composition,
        };
        let count = part.colourings.clone().or(part.tilings.clone());
        let mut answer = Answer::new(Question::new(ask).list(usize::MAX), Part::Tile(part));
        answer.count = count;
        answer.group_order = Some(Count(tally.group_order.into()));
        answer.classes = Some(ClassCount::Both(tally.classes));
        answer.by_symmetry = tally.by_symmetry;
        answer.solutions = Some(solutions.collect());
        Self { question: question.clone(), symmetry, answer }
    }

    fn judge(&self) -> Result<Verdict, Fault> {
        judge(&Claims::about(self.question.clone(), self.symmetry, &self.answer)?)
    }

    fn part(&mut self) -> &mut TilePart {
        let Part::Tile(part) = &mut self.answer.part else { panic!("not of this family") };
        part
    }

    fn solutions(&mut self) -> &mut Vec<Solution> {
        self.answer.solutions.as_mut().expect("listed")
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
            let saved = Saved::to(&question, symmetry);
            let verdict = saved.judge().unwrap_or_else(|fault| panic!("{fault}: {saved:?}"));
            assert!(verdict.all_classes_listed && verdict.is_proved(), "{question:?}");
            solution_count += verdict.solution_count;
        }
    }
    assert!(solution_count > 500, "{solution_count}");
}

#[test]
fn what_is_the_same_depends_on_the_symmetries_chosen() {
    let question = universe::dominoes(4, 4);
    for (symmetry, last) in EVERY_SYMMETRY.into_iter().zip([10, 13, 37]) {
        let mut saved = Saved::to(&question, symmetry);
        let first = saved.solutions()[0].clone();
        saved.solutions().push(first);
        let fault = saved.judge().expect_err("twice");
        assert_eq!(fault.what, format!("solutions 1 and {last} are the same"));
    }
    let each = Saved::to(&question, Symmetry::None);
    let images = Saved { symmetry: Symmetry::All, ..each.clone() }.judge();
    assert_eq!(images.expect_err("images of one another").rule, rule::SAME);
    let mut fewer = each;
    (fewer.answer.classes, fewer.answer.count) = (None, Some(35.into()));
    fewer.answer.by_symmetry.clear();
    *fewer.part() = TilePart { tilings: Some(35.into()), ..TilePart::default() };
    assert_eq!(text(fewer.judge()), "tilings listed: 36, but the answer counts 35");
    fewer.answer.stopped_by = Some(StoppedBy::TimeLimit);
    assert_eq!(text(fewer.judge()), "approved");
}

#[test]
fn wrong_colourings_are_noticed() {
    let mut judged = 0;
    for question in universe::random_coloured_tiling_questions(23, 40) {
        let right = Saved::to(&question, Symmetry::All);
        if right.answer.count == Some(Count::default()) {
            continue;
        }
        let field: [fn(&mut TilePart) -> &mut Option<Count>; 3] =
            [|part| &mut part.tilings, |part| &mut part.colourings, |part| &mut part.labelled];
        for field in field {
            let mut wrong = right.clone();
            field(wrong.part()).as_mut().expect("counted").0 += 1_u32;
            wrong.answer.count = wrong.part().colourings.clone();
            assert_ne!(text(wrong.judge()), "approved");
            // Without a list, the search alone must notice it.
            wrong.answer.solutions = None;
            wrong.answer.question.how.list = None;
            assert_ne!(text(wrong.judge()), "approved");
        }
        // Names of colours do not matter in a list.
        let mut renamed = right.clone();
        let names = &question.colours().expect("painted").names;
        let tiles = renamed.solutions().iter_mut().flat_map(|solution| match solution {
            Solution::Tiles(tiling) => &mut tiling.tiles,
            other => panic!("not of this family: {other:?}"),
        });
        for tile in tiles {
            let at =
                names.iter().position(|name| Some(name) == tile.colour.as_ref()).expect("a colour");
            tile.colour = Some(names[(at + 1) % names.len()].clone());
        }
        assert_eq!(text(renamed.judge()), "approved");
        judged += 1;
    }
    assert!(judged > 15, "{judged}");
}

#[test]
fn a_tiling_that_can_be_painted_in_too_many_ways_is_given_up() {
    let plain = universe::dominoes(2, 40);
    let (ring, region) = (plain.ring().clone(), plain.region().clone());
    let names = ["r", "g", "b"].map(str::to_owned).to_vec();
    let colours = Some(Colours { names, apart: Apart::Free });
    let tiles = plain.tiles().to_vec();
    let question = TilingQuestion::new("painted", ring, region, tiles, colours).expect("valid");
    let recount = TilingRecount::new(&question, true).expect("few directions");
    assert!(!recount.with_strokes(1000).advance(u64::MAX));
}
