//! Answers about bricks, right and wrong.

use super::*;
use kumiki_model::{Objective, PlacedBrick, Start};
use kumiki_oracle::examples::bricks::{question, with};
use kumiki_oracle::naive;

const EVERY_SYMMETRY: [Symmetry; 3] = [Symmetry::All, Symmetry::Rotations, Symmetry::None];

/// The right answer by the naive counter, one solution of each class listed.
fn answer_to(question: &AntislideQuestion) -> Claims {
    let chosen = Symmetries::of_question(question, question.symmetry);
    let of_box = Symmetries::of_box(question.container(), Symmetry::All);
    let packings = naive::packings(question);
    let classes: BTreeMap<Vec<PlacedBrick>, &Packing> =
        packings.iter().map(|packing| (chosen.canonical(packing), packing)).collect();
    let solutions = classes.into_values().map(|packing| SolutionRecord {
        bricks: packing.bricks().len(),
        symmetry: of_box.fixing(packing),
        layers: packing.layers(),
    });
    let tally = naive::tally(question);
    Claims {
        question: question.clone(),
        list: Some(ListRecord::at_most(usize::MAX)),
        bricks: match question.objective {
            Objective::Any => None,
            Objective::Fewest | Objective::Most => tally.by_bricks.first().map(|row| row.bricks),
        },
        bound: None,
        packings: tally.packings,
        classes: tally.classes,
        by_bricks: tally.by_bricks,
        by_symmetry: tally.by_symmetry,
        solutions: Some(solutions.collect()),
        complete: true,
    }
}

#[test]
fn right_answers_are_approved_for_every_start_and_symmetry() {
    for (container, kinds) in
        [("2x2x4", &["1x2x2"]), ("3x3x3", &["1x2x2"]), ("1x3x4", &["1x1x2"]), ("2x2x3", &["1x1x2"])]
    {
        for start in [Start::Anywhere, Start::Corner, Start::NoCorner] {
            for objective in [Objective::Any, Objective::Fewest, Objective::Most] {
                for symmetry in EVERY_SYMMETRY {
                    let question = with(question(container, kinds), |q| {
                        q.start = start;
                        q.objective = objective;
                        q.symmetry = symmetry;
                    });
                    let answer = answer_to(&question);
                    let verdict = judge(&answer).unwrap_or_else(|f| panic!("{f}: {answer:?}"));
                    assert!(verdict.all_classes_listed, "{question:?}");
                    assert_eq!(
                        Some(verdict.solution_count),
                        answer.solutions.map(|list| list.len())
                    );
                }
            }
        }
    }
}

#[test]
fn the_verdict_says_what_was_checked() {
    let full = answer_to(&question("3x3x3", &["2x2x1"]));
    let said = |answer: &Claims| judge(answer).expect("right").proved;
    assert_eq!(
        said(&full),
        [
            "the tables add up to 9 packings in 2 classes",
            "the identity holds: under 48 symmetries these classes contain 9 packings",
            "listed solutions that obey the rules, no two the same under the 48 symmetries \
             chosen: 2",
            "the list has as many as are counted, 2, with 9 packings",
            "every way to lay bricks was tried: 9 packings in 2 classes, and every table is \
             right",
        ]
    );
    let mut unlisted = Claims { solutions: None, ..full.clone() };
    unlisted.list = None;
    assert_eq!(said(&unlisted)[2], "no solutions are listed");
    let mut some = full.clone();
    some.solutions.as_mut().expect("listed").pop();
    some.list = Some(ListRecord::Most(1));
    assert!(!judge(&some).expect("right").all_classes_listed);
    let stopped = judge(&Claims { complete: false, ..full }).expect("right");
    assert_eq!(stopped.trusted[0], "the answer says itself that the search was not finished");
    assert!(!stopped.all_classes_listed && !stopped.is_proved());
    let large = Claims { question: question("4x4x4", &["2x2x1"]), ..unlisted };
    assert!(!judge(&large).expect("tables that add up").is_proved());
}

#[test]
fn a_whole_list_must_contain_all_packings() {
    // Up to rotations the two classes have 1 and 8 packings; tables that say 12 agree with
    // themselves.
    let question = with(question("3x3x3", &["2x2x1"]), |q| q.symmetry = Symmetry::Rotations);
    let mut answer = answer_to(&question);
    answer.packings = 13.into();
    answer.by_bricks[1].packings = 12.into();
    answer.by_symmetry[0].order = 4;
    let fault = judge(&answer).expect_err("four too many");
    let what = "the packings in the classes of the listed solutions add up to 9, but the answer \
                says 13";
    assert_eq!(fault, Fault::new(rule::SUM, what));
    answer.complete = false;
    // An unfinished search may have found less than there is, but not more.
    assert_eq!(judge(&answer).expect_err("more than there are").rule, rule::RECOUNT);
}
