//! Known answers, by every method that applies.

use super::asking::{
    Request, Told, answered, classes_by_symmetry, counting, nonempty_classes_by_bricks,
    packings_by_bricks, question, row_text, unjudged, with,
};
use kumiki::Halt;
use kumiki::model::{AntislideQuestion, Method, Objective, Start};
use kumiki::puzzles::known::{ANTISLIDE, KnownPackings};

fn answer(question: &AntislideQuestion, method: Method) -> Told {
    complete(answered(&counting(question, method), 2).expect("an answer"))
}

fn complete(answer: Told) -> Told {
    assert!(answer.stopped_by.is_none() && answer.bound.is_none() && answer.listed.is_empty());
    answer
}

/// The answer by both methods, which must agree in every table.
fn by_both(question: &AntislideQuestion) -> Told {
    let direct = answer(question, Method::Direct);
    let layers = unjudged(&counting(question, Method::Layers), 2).expect("an answer");
    let layers = complete(layers);
    assert_eq!(direct.packings, layers.packings, "{question:?}");
    assert_eq!(direct.classes, layers.classes, "{question:?}");
    assert_eq!(direct.by_bricks, layers.by_bricks, "{question:?}");
    assert_eq!(direct.by_symmetry, layers.by_symmetry, "{question:?}");
    assert_eq!(direct.bricks, layers.bricks, "{question:?}");
    direct
}

fn check_known(known: &KnownPackings, answer: &Told) {
    assert_eq!(answer.packings, known.packings.into(), "{}", known.container);
    assert_eq!(answer.classes.all, known.classes.into(), "{}", known.container);
    let by_bricks: Vec<String> = known.by_bricks.iter().map(|(b, n)| format!("{b}:{n}")).collect();
    assert_eq!(nonempty_classes_by_bricks(answer), by_bricks.join(" "), "{}", known.container);
}

/// The known boxes up to the given one.
fn known_up_to(last: &str) -> &'static [KnownPackings] {
    let at = ANTISLIDE.iter().position(|known| known.container == last).expect("a known box");
    &ANTISLIDE[..=at]
}

#[test]
fn both_methods_reproduce_every_known_figure_up_to_4x4x5() {
    for known in known_up_to("4x4x5") {
        check_known(known, &by_both(&question(known.container, &[known.brick])));
    }
}

#[test]
fn layers_reproduce_the_figures_of_the_largest_boxes() {
    for known in &ANTISLIDE[known_up_to("4x4x5").len()..] {
        check_known(known, &answer(&question(known.container, &[known.brick]), Method::Layers));
    }
}

#[test]
fn the_four_cube_in_detail() {
    let answer = by_both(&question("4x4x4", &["2x2x1"]));
    assert_eq!(packings_by_bricks(&answer), "0:1 12:18 13:24 14:3000 15:600 16:44913");
    assert_eq!(classes_by_symmetry(&answer), "1:889 2:219 4:43 6:2 8:15 16:1 24:1 48:1");
    assert_eq!(answer.classes.rotations, 2126.into());
    let nonempty = answer.by_bricks.iter().filter(|row| row.bricks > 0);
    let rotations = row_text(nonempty, |row| row.classes.rotations.to_string());
    assert_eq!(rotations, "12:4 13:1 14:129 15:27 16:1964");
}

#[test]
fn antislide_as_the_seed_prints_it() {
    let started = |start: Start, max_bricks: Option<usize>| {
        let question = with(question("4x4x4", &["2x2x1"]), |q| {
            q.start = start;
            q.max_bricks = max_bricks;
        });
        let refused =
            answered(&counting(&question, Method::Layers), 1).expect_err("layers know no starts");
        assert!(
            matches!(refused, Halt::NotLayered(kumiki::engine::layers::NotLayered::Start)),
            "{refused:?}"
        );
        packings_by_bricks(&answer(&question, Method::Auto))
    };
    assert_eq!(started(Start::Corner, Some(13)), "12:4 13:6");
    assert_eq!(started(Start::Corner, None), "12:4 13:6 14:888 15:176 16:14971");
    assert_eq!(started(Start::NoCorner, None), "0:1 12:2 14:6");
}

#[test]
fn other_bricks_and_flat_boards() {
    let long = question("4x4x4", &["1x2x3"]);
    let refused =
        answered(&counting(&long, Method::Layers), 1).expect_err("bricks reach over three layers");
    assert!(
        matches!(refused, Halt::NotLayered(kumiki::engine::layers::NotLayered::NoSlicing)),
        "{refused:?}"
    );
    assert_eq!(nonempty_classes_by_bricks(&answer(&long, Method::Auto)), "6:1 7:1 8:5 9:49 10:21");
    let dominoes = |container: &str| by_both(&question(container, &["1x1x2"]));
    assert_eq!(nonempty_classes_by_bricks(&dominoes("3x3x3")), "11:2 12:142 13:190");
    assert_eq!(packings_by_bricks(&dominoes("1x5x5")), "0:1 12:244");
    assert_eq!(packings_by_bricks(&dominoes("1x6x6")), "0:1 16:18 17:1536 18:6728");
}

#[test]
fn eight_by_eight_needs_28_dominoes_laid_in_one_way_only() {
    let fewest = with(question("1x8x8", &["1x1x2"]), |q| q.objective = Objective::Fewest);
    let answer = answer(&fewest, Method::Layers);
    assert_eq!(answer.bricks, Some(28));
    assert_eq!(nonempty_classes_by_bricks(&answer), "28:1");
    // The number of full boards is Kasteleyn's and Temperley and Fisher's.
    let most = with(question("1x8x8", &["1x1x2"]), |q| q.objective = Objective::Most);
    let answer = self::answer(&most, Method::Layers);
    assert_eq!((answer.bricks, answer.packings), (Some(32), 12_988_816.into()));
}

#[test]
fn the_fewest_and_the_most_bricks_by_both_methods() {
    let check = |container: &str, objective: Objective, bricks: usize, classes: u64| {
        let answer = by_both(&with(question(container, &["1x2x2"]), |q| q.objective = objective));
        assert_eq!(
            (answer.bricks, &answer.classes.all),
            (Some(bricks), &classes.into()),
            "{container}"
        );
        assert_eq!(answer.by_bricks.len(), 1, "{container}");
    };
    for known in known_up_to("3x4x4") {
        let (fewest, few) = *known.by_bricks.first().expect("nonempty packings");
        let (most, many) = *known.by_bricks.last().expect("nonempty packings");
        check(known.container, Objective::Fewest, fewest, few);
        check(known.container, Objective::Most, most, many);
    }
}

#[test]
fn layers_find_the_fewest_bricks_of_the_largest_boxes() {
    for known in &ANTISLIDE[known_up_to("3x4x4").len()..] {
        let fewest =
            with(question(known.container, &[known.brick]), |q| q.objective = Objective::Fewest);
        let answer = answer(&fewest, Method::Layers);
        let (bricks, classes) = *known.by_bricks.first().expect("nonempty packings");
        assert_eq!(
            (answer.bricks, &answer.classes.all),
            (Some(bricks), &classes.into()),
            "{}",
            known.container
        );
    }
}

#[test]
fn a_column_of_200_layers_outgrows_machine_words() {
    // Nonempty packings of 2x2xn are Jacobsthal numbers: 1, 3, 5, 11, 21, 43, …
    let (mut before, mut jacobsthal) =
        (num_bigint::BigUint::from(1_u32), num_bigint::BigUint::from(1_u32));
    for layers in 1..=200 {
        if layers <= 6 || layers % 50 == 0 {
            let answer = answer(&question(&format!("2x2x{layers}"), &["1x2x2"]), Method::Auto);
            assert_eq!(answer.packings.0, &jacobsthal + 1_u32, "2x2x{layers}");
        }
        let next = &jacobsthal + &before * 2_u32;
        before = std::mem::replace(&mut jacobsthal, next);
    }
}

#[test]
fn verifying_asks_the_other_method() {
    let verified = |question: &AntislideQuestion, method: Method| {
        let request = Request { verify: true, ..counting(question, method) };
        answered(&request, 1).expect("an answer").evidence.join("\n")
    };
    let cube = question("3x3x3", &["1x2x2"]);
    assert!(
        verified(&cube, Method::Direct).contains("confirmed by a second method, halves joined")
    );
    assert!(
        verified(&cube, Method::Layers)
            .contains("confirmed by a second method, exact-cover search")
    );
    let cornered = with(cube, |q| q.start = Start::Corner);
    assert!(
        verified(&cornered, Method::Auto)
            .contains("not verified: counting by layers, the second method, does not apply")
    );
}
