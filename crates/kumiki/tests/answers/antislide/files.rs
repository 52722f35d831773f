//! The puzzle as an exact cover: another engine, which knows nothing of bricks, counts the same.

use kumiki::drive::{Run, Unhosted};
use kumiki::model::{AntislideAsk, Count, CoverAsk, Kernel, Question, Source, Start};
use kumiki::{Prepared, formats_of};

fn count(question: &Question) -> Count {
    let prepared = Prepared::new(question).expect("a question");
    prepared.solve(&Run::new(&Unhosted)).expect("an answer").count.expect("a count")
}

/// Counts the packings of a question, and the solutions of its exact cover.
fn agrees(ask: &AntislideAsk) -> Count {
    let question = Question::new(ask.clone());
    let packings = count(&question);
    let text = Prepared::new(&question).expect("a question").write_as("dlx").expect("a file");
    let cover = CoverAsk::new(Source::file("bricks.dlx".to_owned(), text)).kernel(Kernel::Cells);
    assert_eq!(count(&Question::new(cover)), packings, "{:?}", question.command_line());
    packings
}

#[test]
fn the_exact_cover_has_as_many_solutions_as_there_are_packings() {
    let mut most = Count::default();
    for container in [
        "1x1x1", "1x1x4", "1x2x2", "1x2x5", "1x3x3", "1x3x4", "1x4x4", "2x2x2", "2x2x3", "2x2x4",
        "2x3x3", "2x3x4", "3x3x3",
    ] {
        most = most.max(agrees(&AntislideAsk::new(container)));
        if !["2x3x4", "3x3x3"].contains(&container) {
            for kinds in [vec!["1x1x2"], vec!["1x1x3", "1x2x2"], vec!["1x1x1"]] {
                let kinds: Vec<String> = kinds.into_iter().map(str::to_owned).collect();
                most = most.max(agrees(&AntislideAsk::new(container).brick(kinds)));
            }
        }
    }
    assert!(most > Count::from(600_u64), "{most}");
}

#[test]
fn starts_and_caps_are_in_the_exact_cover() {
    let dominoes = || AntislideAsk::new("2x2x3").brick(["1x1x2".to_owned(), "1x1x1".to_owned()]);
    for start in [Start::Anywhere, Start::Corner, Start::NoCorner] {
        for max_bricks in [None, Some(0), Some(1), Some(5), Some(7), Some(99)] {
            agrees(&dominoes().start(start).max_bricks(max_bricks));
        }
    }
    // A first brick that does not fit leaves no packing.
    let none = AntislideAsk::new("1x2x2").brick(["1x1x3".to_owned()]).start(Start::Corner);
    assert_eq!(agrees(&none), Count::default());
}

#[test]
fn the_table_of_moves_has_a_line_for_each_placement() {
    let written = |ask: AntislideAsk, format: &str| {
        Prepared::new(&Question::new(ask)).expect("a question").write_as(format)
    };
    let row = written(AntislideAsk::new("1x2x3").brick(["1x1x2".to_owned()]), "moves");
    assert_eq!(
        row.expect("a table"),
        "1.1 1.2 => 1.3 2.1,2.2\n1.2 1.3 => 1.1 2.2,2.3\n2.1 2.2 => 1.1,1.2 2.3\n\
         2.2 2.3 => 1.2,1.3 2.1\n1.1 2.1 => 1.2,2.2\n1.2 2.2 => 1.1,2.1 1.3,2.3\n\
         1.3 2.3 => 1.2,2.2\n"
    );
    let seed = written(AntislideAsk::new("4x4x4"), "moves").expect("a table");
    assert_eq!(seed.lines().count(), 108);
    assert_eq!(
        seed.lines().next(),
        Some("1.1.1 1.1.2 1.2.1 1.2.2 => 1.1.3,1.2.3 1.3.1,1.3.2 2.1.1,2.1.2,2.2.1,2.2.2")
    );
    for format in formats_of("antislide") {
        written(AntislideAsk::new("2x2x3"), format).expect("a file");
    }
    let refused = written(AntislideAsk::new("2x2x3").fewest(true), "dlx").expect_err("no property");
    assert!(refused.to_string().contains("expected no `fewest`"), "{refused}");
}
