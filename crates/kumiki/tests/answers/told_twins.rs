//! Searches told step by step in which choices have the same words, or lay nothing.

use kumiki::drive::Unhosted;
use kumiki::judge::{follow_trace, judge};
use kumiki::model::{Answer, Ask, CoverAsk, Kernel, PackAsk, Question, Source};
use kumiki::solve;

/// The answer to a question whose search is told to its end, and the solutions that the judge comes
/// to.
fn told(ask: impl Into<Ask>) -> (Answer, String) {
    let answer = solve(&Question::new(ask).trace(1 << 20), &Unhosted).expect("it can be told");
    judge(&serde_json::to_string(&answer).expect("JSON")).expect("the judge follows");
    let followed = follow_trace(&answer.question, &answer.trace).expect("it can be followed");
    (answer, followed.solutions.to_string())
}

#[test]
fn options_with_the_same_text_are_told_one_after_the_other() {
    for text in [
        "a\na\na\na\n",
        "a b\na\nb\na\nb\na b\na b\n",
        // Twice the same text in one solution.
        "0:2|a 1:2|b\na\na\na\nb\nb\n",
    ] {
        for kernel in [Kernel::Auto, Kernel::Cells] {
            let file = Source::file("mine.dlx", text);
            let (answer, solutions) = told(CoverAsk::new(file).kernel(kernel));
            assert_eq!(answer.count.expect("counted").to_string(), solutions, "{text}");
        }
    }
    // Not more often than there are such options.
    let file = Source::file("mine.dlx", "a\na\n");
    let (answer, _) = told(CoverAsk::new(file));
    let mut said = serde_json::to_value(&answer).expect("JSON");
    let last = said["trace"].as_array().and_then(|steps| steps.last()).expect("steps").clone();
    said["trace"][0]["ways"] = 3.into();
    let mut again = last.clone();
    again["step"] = (last["step"].as_u64().expect("a number") + 1).into();
    said["trace"].as_array_mut().expect("steps").push(again);
    let fault = judge(&said.to_string()).expect_err("three of two").to_string();
    assert!(fault.contains("again"), "{fault}");
}

#[test]
fn cells_that_stay_empty_and_pieces_that_are_not_laid_are_told() {
    let left_over = "kumiki = 1\n[box]\nsize = \"1x3x2\"\nleftover = 1\n\
        [[piece]]\nname = \"A\"\ncells = [[0,0,0],[0,1,0],[0,1,1]]\nmin = 0\nmax = 1\n\
        [[piece]]\nname = \"B\"\nbrick = \"1x1x2\"\nmin = 1\nmax = 1\n";
    let optional = "kumiki = 1\n[box]\nsize = \"1x2x3\"\nleftover = 6\n\
        [[piece]]\nname = \"B\"\nbrick = \"1x1x2\"\nmin = 0\nmax = 2\n";
    for text in [left_over, optional] {
        for kernel in [Kernel::Auto, Kernel::Cells] {
            let file = Source::file("mine.toml", text);
            let (answer, solutions) = told(PackAsk::new(file).kernel(kernel));
            let number = |text: String| text.parse::<usize>().expect("few");
            let classes = number(answer.classes.as_ref().expect("counted").all().to_string());
            assert!(
                (classes..=number(answer.count.expect("counted").to_string()))
                    .contains(&number(solutions))
            );
        }
    }
}
