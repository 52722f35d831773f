//! Answers about bricks, right and wrong.

use super::*;
use crate::Direction;
use kumiki_model::{Objective, Rule, RunReport, Start};
use kumiki_oracle::examples::bricks::{brick, layers, question, with};
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

/// The answer for 3x3x3, spoilt, must be refused with this fault, and its text must contain the
/// words.
fn refused(spoil: impl Fn(&mut AntislideAnswer), expected: &Fault, words: &str) {
    let mut answer = answer_to(&question("3x3x3", &["2x2x1"]));
    spoil(&mut answer);
    let fault = judge_answer(&answer).expect_err(words);
    assert_eq!(&fault, expected);
    assert!(fault.to_string().contains(words), "{fault}");
}

fn sum(what: &'static str, found: u64, stated: u64) -> Fault {
    Fault::Sum { what, found: found.into(), stated: stated.into() }
}

#[test]
fn spoilt_questions_are_refused() {
    let other = Fault::OtherCommand { found: "tile".to_owned() };
    refused(|a| a.question.command = "tile".to_owned(), &other, "'tile', expected 'antislide'");
    let no_size = Fault::Unreadable("3x3".parse::<kumiki_model::Cuboid>().expect_err("two sides"));
    refused(|a| a.question.container = "3x3".to_owned(), &no_size, "bad size '3x3'");
    refused(|a| a.question.brick = vec!["3x3".to_owned()], &no_size, "bad size '3x3'");
    let six = Fault::TooManyBricks { allowed: 5, found: 6 };
    refused(|a| a.question.max_bricks = Some(5), &six, "6 bricks, expected at most 5");
    let other = Fault::OtherBrickNumbers { stated: 6, found: vec![0, 6] };
    refused(|a| a.bricks = Some(6), &other, "about 6 bricks, but by_bricks has rows for [0, 6]");
}

#[test]
fn spoilt_tables_are_refused() {
    // Right are: 1 packing with no bricks and 48 symmetries, 8 with 6 bricks and 6 symmetries.
    refused(
        |a| a.packings = 10.into(),
        &sum("packings by bricks", 9, 10),
        "add up to 9, but the answer says 10",
    );
    refused(
        |a| a.by_bricks[1].packings = 7.into(),
        &sum("packings by bricks", 8, 9),
        "packings by bricks",
    );
    refused(
        |a| a.by_bricks[1].classes.all = 2.into(),
        &sum("classes by bricks", 3, 2),
        "classes by bricks",
    );
    let rotations = sum("classes up to rotations by bricks", 2, 3);
    refused(|a| a.classes.rotations = 3.into(), &rotations, "up to rotations");
    refused(
        |a| a.by_symmetry[0].classes = 2.into(),
        &sum("classes by symmetry", 3, 2),
        "by symmetry",
    );
    let contained = "the packings in the classes by symmetry";
    refused(
        |a| a.by_symmetry[0].order = 8,
        &sum(contained, 7, 9),
        "add up to 7, but the answer says 9",
    );
    for order in [0, 5] {
        let fault = Fault::NotADivisor { order, group_order: 48 };
        refused(|a| a.by_symmetry[0].order = order, &fault, "which does not divide 48");
    }
    let repeat = |table, key| Fault::RepeatedRow { table, key };
    refused(|a| a.by_bricks[1].bricks = 0, &repeat("by_bricks", 0), "by_bricks has two rows for 0");
    refused(
        |a| a.by_symmetry[0].order = 48,
        &repeat("by_symmetry", 48),
        "by_symmetry has two rows for 48",
    );
    let impossible = |bricks| Fault::ImpossibleClasses { bricks };
    let too_few_turned = |a: &mut AntislideAnswer| {
        a.by_symmetry[0] = BySymmetry { order: 12, classes: 2.into() };
        a.by_bricks[1].classes.all = 2.into();
        a.classes.all = 3.into();
    };
    refused(too_few_turned, &impossible(6), "the packings with 6 bricks cannot form");
    let too_many_turned = |a: &mut AntislideAnswer| {
        a.by_bricks[1].classes.rotations = 3.into();
        a.classes.rotations = 4.into();
    };
    refused(too_many_turned, &impossible(6), "the packings with 6 bricks cannot form");
    let too_few_packings = |a: &mut AntislideAnswer| {
        a.by_bricks[0].packings = 9.into();
        a.by_bricks[1].packings = 0.into();
    };
    refused(too_few_packings, &impossible(6), "the packings with 6 bricks cannot form");
    let too_many_packings = |a: &mut AntislideAnswer| {
        a.by_symmetry[0].order = 1;
        a.by_bricks[1].packings = 48.into();
        a.packings = 49.into();
    };
    refused(too_many_packings, &impossible(6), "the packings with 6 bricks cannot form");
}

#[test]
fn spoilt_solutions_are_refused() {
    let number_two = |fault| Fault::Solution { number: 2, fault: Box::new(fault) };
    let second = |a: &mut AntislideAnswer, change: &dyn Fn(&mut SolutionRecord)| {
        change(&mut a.solutions.as_mut().expect("listed")[1]);
    };
    let wrong_bricks = number_two(Fault::WrongBrickCount { stated: 5, found: 6 });
    refused(
        |a| second(a, &|s| s.bricks = 5),
        &wrong_bricks,
        "solution 2: it is said to have 5 bricks, but has 6",
    );
    let wrong_symmetry = number_two(Fault::WrongSymmetryCount { stated: 8, found: 6 });
    refused(
        |a| second(a, &|s| s.symmetry = 8),
        &wrong_symmetry,
        "said to have 8 symmetries, but has 6",
    );
    let ragged = layers(&["11.,11", "...,...", "...,..."]);
    let unreadable = number_two(Packing::from_layers(&ragged).expect_err("ragged").into());
    refused(
        |a| second(a, &|s| s.layers.clone_from(&ragged)),
        &unreadable,
        "solution 2: bad layers: row 2",
    );
    for bent in [
        ["11.,1..,...", "...,...,...", "...,...,..."],
        ["11.,...,...", "...,...,...", "...,...,..1"],
        ["111,121,111", "...,...,...", "...,...,..."],
    ] {
        let cell_count = bent.concat().matches('1').count();
        let not_a_box = number_two(Fault::LabelNotABox { label: '1', cell_count });
        refused(|a| second(a, &|s| s.layers = layers(&bent)), &not_a_box, "label '1' marks");
    }
    let loose = |a: &mut AntislideAnswer| {
        second(a, &|s| s.layers = layers(&["112,112,33.", "442,..2,33.", "44.,.55,.55"]));
    };
    let slides = number_two(Fault::Slides {
        brick: brick([0, 0, 2], [2, 2, 1]),
        direction: Direction::HigherRows,
    });
    refused(
        loose,
        &slides,
        "solution 2: brick 2x2x1 at layer 1, row 1, column 3 can slide to higher rows",
    );
    let loose_together = |a: &mut AntislideAnswer| {
        loose(a);
        a.question.rule = Rule::Group;
    };
    let group_slides = number_two(Fault::GroupSlides {
        bricks: vec![brick([0, 0, 2], [2, 2, 1])],
        direction: Direction::HigherRows,
    });
    refused(
        loose_together,
        &group_slides,
        "solution 2: brick 2x2x1 at layer 1, row 1, column 3 can slide",
    );
    let capped = |a: &mut AntislideAnswer| {
        a.question.max_bricks = Some(5);
        a.by_bricks[1].bricks = 5;
    };
    let too_many = number_two(Fault::TooManyBricks { allowed: 5, found: 6 });
    refused(capped, &too_many, "solution 2: there are 6 bricks");
    let other_box = |a: &mut AntislideAnswer| second(a, &|s| s.layers = layers(&["11,11"]));
    let (expected, found) =
        (question("3x3x3", &[]).container(), question("1x2x2", &[]).container());
    refused(
        other_box,
        &number_two(Fault::OtherBox { expected, found }),
        "the box is 1x2x2, expected 3x3x3",
    );
}

#[test]
fn spoilt_lists_are_refused() {
    let list = |a: &mut AntislideAnswer| a.solutions.take().expect("listed");
    let twice = |a: &mut AntislideAnswer| {
        let solutions = list(a);
        a.solutions = Some([solutions.clone(), solutions].concat());
    };
    refused(twice, &Fault::SameClass { first: 1, second: 3 }, "solutions 1 and 3 are the same");
    let mirrored = |a: &mut AntislideAnswer| {
        let mut solutions = list(a);
        let mut mirror = solutions[1].clone();
        mirror.layers.reverse();
        solutions.push(mirror);
        a.solutions = Some(solutions);
    };
    refused(mirrored, &Fault::SameClass { first: 2, second: 3 }, "solutions 2 and 3 are the same");

    let more = |what: &str, listed, counted: u64| Fault::MoreListedThanCounted {
        what: what.to_owned(),
        listed,
        counted: counted.into(),
    };
    let one_class = |a: &mut AntislideAnswer| {
        a.by_bricks.remove(1);
        a.by_symmetry.remove(0);
        a.packings = 1.into();
        a.classes = Classes { all: 1.into(), rotations: 1.into() };
    };
    refused(one_class, &more("solutions", 2, 1), "solutions listed: 2, but the answer counts 1");
    let other_bricks = |a: &mut AntislideAnswer| a.by_bricks[1].bricks = 7;
    refused(
        other_bricks,
        &more("solutions with 6 bricks", 1, 0),
        "solutions with 6 bricks listed: 1, but the answer counts 0",
    );
    let other_orders = |a: &mut AntislideAnswer| {
        a.by_symmetry[0].order = 12;
        a.by_symmetry[1].order = 16;
        a.packings = 7.into();
        a.by_bricks[1].packings = 6.into();
    };
    refused(
        other_orders,
        &more("solutions with 6 symmetries", 1, 0),
        "solutions with 6 symmetries listed: 1",
    );
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
    let contained = "the packings in the classes of the listed solutions";
    assert_eq!(judge_answer(&answer), Err(sum(contained, 9, 13)));
    answer.complete = false;
    // An unfinished search may have found less than there is, but not more.
    assert_eq!(judge_answer(&answer), Err(Fault::ImpossibleClasses { bricks: 6 }));
}
