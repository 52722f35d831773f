//! Answers about bricks, right and wrong.

use super::*;
use kumiki_model::{BySymmetry, Objective, PlacedBrick, Rule, RunReport, Start};
use kumiki_oracle::examples::bricks::{layers, question, with};
use kumiki_oracle::naive;

const EVERY_SYMMETRY: [Symmetry; 3] = [Symmetry::All, Symmetry::Rotations, Symmetry::None];

/// The right answer by the naive counter, one solution of each class listed.
fn answer_to(question: &AntislideQuestion) -> AntislideAnswer {
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
    AntislideAnswer {
        question: QuestionRecord { list: Some(ListRecord::at_most(usize::MAX)), ..question.into() },
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
        stopped_by: None,
        evidence: Vec::new(),
        profile: RunReport::default(),
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
                    let verdict =
                        judge_answer(&answer).unwrap_or_else(|f| panic!("{f}: {answer:?}"));
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
    let said = |answer: &AntislideAnswer| judge_answer(answer).expect("right").proved;
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
    let mut unlisted = AntislideAnswer { solutions: None, ..full.clone() };
    unlisted.question.list = None;
    assert_eq!(said(&unlisted)[2], "no solutions are listed");
    let mut some = full.clone();
    some.solutions.as_mut().expect("listed").pop();
    some.question.list = Some(ListRecord::Most(1));
    assert!(!judge_answer(&some).expect("right").all_classes_listed);
    let stopped = judge_answer(&AntislideAnswer { complete: false, ..full }).expect("right");
    assert_eq!(stopped.trusted[0], "the answer says itself that the search was not finished");
    assert!(!stopped.all_classes_listed && !stopped.is_proved());
    let large = AntislideAnswer { question: (&question("4x4x4", &["2x2x1"])).into(), ..unlisted };
    assert!(!judge_answer(&large).expect("tables that add up").is_proved());
}

#[test]
fn lists_that_are_not_whole_and_tables_out_of_order_are_refused() {
    let said = |spoil: &dyn Fn(&mut AntislideAnswer)| {
        let mut answer = answer_to(&question("3x3x3", &["2x2x1"]));
        spoil(&mut answer);
        judge_answer(&answer).expect_err("spoilt").to_string()
    };
    let lost = |a: &mut AntislideAnswer| drop(a.solutions.as_mut().expect("listed").pop());
    assert_eq!(said(&lost), "the number of listed solutions is 1, expected 2");
    assert_eq!(
        said(&|a| a.solutions = None),
        "no solutions are listed, expected those that the question asks for"
    );
    assert_eq!(
        said(&|a| a.question.list = None),
        "solutions are listed, but the question does not ask for any"
    );
    assert_eq!(
        said(&|a| a.by_symmetry.reverse()),
        "row 1 of by_symmetry is 1 classes with 48 symmetries, expected 1 classes with 6 \
         symmetries"
    );
    assert!(said(&|a| a.by_bricks.reverse()).starts_with("row 1 of by_bricks is 8 packings"));
    assert_eq!(said(&|a| a.bound = Some("at most 6".to_owned())), "there is bound, expected none");
    let unlisted = |a: &mut AntislideAnswer, bricks: usize| {
        (a.question.list, a.solutions) = (None, None);
        a.by_bricks[1].bricks = bricks;
    };
    assert_eq!(said(&|a| unlisted(a, 7)), "there are 7 bricks, expected at most 6");
    assert_eq!(
        said(&|a| unlisted(a, 5)),
        "row 2 of by_bricks is 8 packings with 5 bricks in 1 classes, 1 up to rotations, \
         expected 8 packings with 6 bricks in 1 classes, 1 up to rotations"
    );
    assert_eq!(
        said(&|a| a.question.brick.push("1x2x2".to_owned())),
        "the question is written in another way than answers write it, expected sorted sides \
         and bricks"
    );
    let fewest = |a: &mut AntislideAnswer| a.question.objective = Objective::Fewest;
    assert_eq!(said(&fewest), "there is no bricks, expected one");
}

/// The answer for 3x3x3, spoilt, must break this rule, and the line must contain the words.
fn refused(spoil: impl Fn(&mut AntislideAnswer), rule: &'static str, words: &str) {
    let mut answer = answer_to(&question("3x3x3", &["2x2x1"]));
    spoil(&mut answer);
    let fault = judge_answer(&answer).expect_err(words);
    assert!(fault.rule == rule && fault.what.contains(words), "{fault:?}");
    assert!(fault.at == Some(2) || !fault.what.starts_with("solution 2: "), "{fault:?}");
}

#[test]
fn spoilt_questions_are_refused() {
    let words = "'tile', expected 'antislide'";
    refused(|a| a.question.command = "tile".to_owned(), rule::ASKED, words);
    refused(|a| a.question.container = "3x3".to_owned(), rule::ASKED, "bad size '3x3'");
    refused(|a| a.question.brick = vec!["3x3".to_owned()], rule::ASKED, "bad size '3x3'");
    refused(|a| a.question.max_bricks = Some(5), rule::NUMBER, "6 bricks, expected at most 5");
    let words = "about 6 bricks, but by_bricks has rows for [0, 6]";
    refused(|a| a.bricks = Some(6), rule::ROW, words);
}

#[test]
fn spoilt_tables_are_refused() {
    // Right are: 1 packing with no bricks and 48 symmetries, 8 with 6 bricks and 6 symmetries.
    let added = |what: &str, found: u64, stated: u64| {
        format!("{what} add up to {found}, but the answer says {stated}")
    };
    refused(|a| a.packings = 10.into(), rule::SUM, &added("packings by bricks", 9, 10));
    let words = added("packings by bricks", 8, 9);
    refused(|a| a.by_bricks[1].packings = 7.into(), rule::SUM, &words);
    let words = added("classes by bricks", 3, 2);
    refused(|a| a.by_bricks[1].classes.all = 2.into(), rule::SUM, &words);
    let words = added("classes up to rotations by bricks", 2, 3);
    refused(|a| a.classes.rotations = 3.into(), rule::SUM, &words);
    let words = added("classes by symmetry", 3, 2);
    refused(|a| a.by_symmetry[0].classes = 2.into(), rule::SUM, &words);
    let words = added("the packings in the classes by symmetry", 7, 9);
    refused(|a| a.by_symmetry[0].order = 8, rule::SUM, &words);
    for order in [0, 5] {
        let words = format!("{order} symmetries, expected a divisor of the 48 symmetries");
        refused(|a| a.by_symmetry[0].order = order, rule::DIVISOR, &words);
    }
    let words = "by_bricks has two rows for 0";
    refused(|a| a.by_bricks[1].bricks = 0, rule::REPEATED_ROW, words);
    let words = "by_symmetry has two rows for 48";
    refused(|a| a.by_symmetry[0].order = 48, rule::REPEATED_ROW, words);
    let words = "the packings with 6 bricks cannot form";
    let too_few_turned = |a: &mut AntislideAnswer| {
        a.by_symmetry[0] = BySymmetry { order: 12, classes: 2.into() };
        a.by_bricks[1].classes.all = 2.into();
        a.classes.all = 3.into();
    };
    refused(too_few_turned, rule::CLASSES, words);
    let too_many_turned = |a: &mut AntislideAnswer| {
        a.by_bricks[1].classes.rotations = 3.into();
        a.classes.rotations = 4.into();
    };
    refused(too_many_turned, rule::CLASSES, words);
    let too_few_packings = |a: &mut AntislideAnswer| {
        a.by_bricks[0].packings = 9.into();
        a.by_bricks[1].packings = 0.into();
    };
    refused(too_few_packings, rule::CLASSES, words);
    let too_many_packings = |a: &mut AntislideAnswer| {
        a.by_symmetry[0].order = 1;
        a.by_bricks[1].packings = 48.into();
        a.packings = 49.into();
    };
    refused(too_many_packings, rule::CLASSES, words);
}

#[test]
fn spoilt_solutions_are_refused() {
    let second = |change: &dyn Fn(&mut SolutionRecord), rule, words: &str| {
        let spoil = |a: &mut AntislideAnswer| change(&mut a.solutions.as_mut().expect("listed")[1]);
        refused(spoil, rule, &format!("solution 2: {words}"));
    };
    let drawn = |drawing: &[&str], rule, words| {
        second(&|s| s.layers = layers(drawing), rule, words);
    };
    second(&|s| s.bricks = 5, rule::CLAIM, "it is said to have 5 bricks, but has 6");
    second(&|s| s.symmetry = 8, rule::CLAIM, "it is said to have 8 symmetries, but has 6");
    drawn(&["11.,11", "...,...", "...,..."], rule::TEXT, "bad layers: row 2");
    let empty = "...,...,...";
    drawn(&["11.,1..,...", empty, empty], rule::TEXT, "label '1' marks 3 cells");
    drawn(&["11.,...,...", empty, "...,...,..1"], rule::TEXT, "label '1' marks 3 cells");
    drawn(&["111,121,111", empty, empty], rule::TEXT, "label '1' marks 8 cells");
    drawn(&["11,11"], rule::BOX, "the box is 1x2x2, expected 3x3x3");
    let loose = ["112,112,33.", "442,..2,33.", "44.,.55,.55"];
    let words = "brick 2x2x1 at layer 1, row 1, column 3 can slide to higher rows";
    drawn(&loose, rule::HELD, words);
    let loose_together = |a: &mut AntislideAnswer| {
        a.solutions.as_mut().expect("listed")[1].layers = layers(&loose);
        a.question.rule = Rule::Group;
    };
    refused(loose_together, rule::HELD, words);
    let capped = |a: &mut AntislideAnswer| {
        a.question.max_bricks = Some(5);
        a.by_bricks[1].bricks = 5;
    };
    refused(capped, rule::NUMBER, "solution 2: there are 6 bricks");
}

#[test]
fn spoilt_lists_are_refused() {
    let twice = |a: &mut AntislideAnswer| {
        let solutions = a.solutions.take().expect("listed");
        a.solutions = Some([solutions.clone(), solutions].concat());
    };
    let words = "solutions 1 and 3 are the same under the symmetries of the question";
    refused(twice, rule::SAME, words);
    let mirrored = |a: &mut AntislideAnswer| {
        let solutions = a.solutions.as_mut().expect("listed");
        let mut mirror = solutions[1].clone();
        mirror.layers.reverse();
        solutions.push(mirror);
    };
    refused(mirrored, rule::SAME, "solutions 2 and 3 are the same");
    let one_class = |a: &mut AntislideAnswer| {
        a.by_bricks.remove(1);
        a.by_symmetry.remove(0);
        a.packings = 1.into();
        a.classes = Classes { all: 1.into(), rotations: 1.into() };
    };
    refused(one_class, rule::LISTED, "solutions listed: 2, but the answer counts 1");
    let words = "solutions with 6 bricks listed: 1, but the answer counts 0";
    refused(|a| a.by_bricks[1].bricks = 7, rule::LISTED, words);
    let other_orders = |a: &mut AntislideAnswer| {
        a.by_symmetry[0].order = 12;
        a.by_symmetry[1].order = 16;
        a.packings = 7.into();
        a.by_bricks[1].packings = 6.into();
    };
    refused(other_orders, rule::LISTED, "solutions with 6 symmetries listed: 1");
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
    let fault = judge_answer(&answer).expect_err("four too many");
    let what = "the packings in the classes of the listed solutions add up to 9, but the answer \
                says 13";
    assert_eq!(fault, Fault::new(rule::SUM, what));
    answer.complete = false;
    // An unfinished search may have found less than there is, but not more.
    assert_eq!(judge_answer(&answer).expect_err("more than there are").rule, rule::RECOUNT);
}
