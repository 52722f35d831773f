//! Answers about bricks, right and wrong.

use super::*;
use kumiki_model::{Ask, ClassCount, Question, Start, StoppedBy};
use kumiki_oracle::examples::bricks::{question, with};
use kumiki_oracle::naive;
use std::collections::BTreeMap;

const EVERY_SYMMETRY: [Symmetry; 3] = [Symmetry::All, Symmetry::Rotations, Symmetry::None];

/// The right answer by the naive counter, one solution of each class listed.
fn answer_to(question: &AntislideQuestion) -> Answer {
    let board = brick_board(question);
    let [of_box, kept] = [None, prescribed_brick(question, &board)].map(|kept| board.motions(kept));
    let judge = PackingJudge::new(question);
    let mut classes = BTreeMap::new();
    for packing in naive::packings(question) {
        let numbers = board.numbers(&judge.judge(&packing).expect("a packing"));
        let record = SolutionRecord {
            bricks: packing.bricks().len(),
            symmetry: of_box.up_to(Symmetry::All).fixing(&numbers),
            layers: packing.layers(),
        };
        classes.insert(kept.up_to(question.symmetry).class_of(&numbers).0, record);
    }
    let tally = naive::tally(question);
    let kinds: Vec<String> = question.bricks().iter().map(ToString::to_string).collect();
    let ask = AntislideAsk::new(question.container().to_string())
        .brick(kinds)
        .fewest(question.objective == Objective::Fewest)
        .most(question.objective == Objective::Most)
        .start(question.start)
        .symmetry(question.symmetry);
    let bricks = match question.objective {
        Objective::Any => None,
        Objective::Fewest | Objective::Most => tally.by_bricks.first().map(|row| row.bricks),
    };
    let size = Some(brick_puzzle_size(question, &board));
    let part = AntislidePart { bricks, bound: None, by_bricks: tally.by_bricks, size };
    let mut answer = Answer::new(Question::new(ask), Part::Antislide(part));
    answer.question.how.list = Some(ListRecord::at_most(usize::MAX));
    answer.count = Some(tally.packings);
    answer.classes = Some(ClassCount::Both(tally.classes));
    answer.by_symmetry = tally.by_symmetry;
    answer.solutions = Some(classes.into_values().map(Solution::Bricks).collect());
    answer
}

/// What is said of an answer about bricks.
fn judged(answer: &Answer) -> Result<Verdict, Fault> {
    let Ask::Antislide(ask) = &answer.question.ask else { panic!("not about bricks") };
    judge(answer, ask)
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
                    let verdict = judged(&answer).unwrap_or_else(|f| panic!("{f}: {answer:?}"));
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
    let said = |answer: &Answer| judged(answer).expect("right").proved;
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
    let mut unlisted = full.clone();
    unlisted.solutions = None;
    unlisted.question.how.list = None;
    assert_eq!(said(&unlisted)[2], "no solutions are listed");
    let mut some = full.clone();
    // A list of some leaves the empty packing out, which is the first.
    some.solutions.as_mut().expect("listed").remove(0);
    some.question.how.list = Some(ListRecord::Most(1));
    assert!(!judged(&some).expect("right").all_classes_listed);
    let mut stopped = full;
    stopped.stopped_by = Some(StoppedBy::TimeLimit);
    let stopped = judged(&stopped).expect("right");
    assert_eq!(stopped.trusted[0], "the answer says itself that the search was not finished");
    assert!(!stopped.all_classes_listed && !stopped.is_proved());
    let mut large = unlisted;
    let Part::Antislide(part) = &mut large.part else { panic!("not about bricks") };
    part.size = None;
    large.question.ask = AntislideAsk::new("4x4x4").brick(vec!["1x2x2".to_owned()]).into();
    assert!(!judged(&large).expect("tables that add up").is_proved());
}

#[test]
fn a_whole_list_must_contain_all_packings() {
    // Up to rotations the two classes have 1 and 8 packings; tables that say 12 agree with
    // themselves.
    let question = with(question("3x3x3", &["2x2x1"]), |q| q.symmetry = Symmetry::Rotations);
    let mut answer = answer_to(&question);
    answer.count = Some(13.into());
    let Part::Antislide(part) = &mut answer.part else { panic!("not about bricks") };
    part.by_bricks[1].packings = 12.into();
    part.by_bricks[1].by_symmetry[0].order = 4;
    answer.by_symmetry[0].order = 4;
    let fault = judged(&answer).expect_err("four too many");
    let what = "the packings in the classes of the listed solutions: 9, but 13 is stated";
    assert_eq!(fault, Fault::new(rule::SUM, what));
    answer.stopped_by = Some(StoppedBy::TimeLimit);
    // An unfinished search may have found less than there is, but not more.
    assert_eq!(judged(&answer).expect_err("more than there are").rule, rule::RECOUNT);
}
