//! Exact covers and puzzles from question to answer, by every road that leads there.

mod gallery;
mod roads;
mod showing;
mod telling;

use kumiki::drive::Run;
use kumiki::formats::cover::CoverFile;
use kumiki::judge::judge;
use kumiki::model::{
    Answer, Count, CoverAsk, CoverFormat, CoverPart, CoverProblem, CoverSymmetry, Kernel, OptionId,
    Part, Question, Solution, Source,
};
use kumiki::{Halt, Prepared, Shown};
use kumiki_host::Terminal;

/// A problem as a file, which has everything but symmetries.
fn file(problem: &CoverProblem) -> CoverFile {
    let names = (0..problem.items().len()).map(|item| format!("i{item}"));
    CoverFile::from_problem(problem.clone(), names).expect("names for all items")
}

/// A question about a problem.
fn ask(problem: &CoverProblem, kernel: Kernel, symmetry: CoverSymmetry) -> CoverAsk {
    let source = Source::file("problem.json", file(problem).to_json());
    CoverAsk::new(source).format(CoverFormat::Json).kernel(kernel).symmetry(symmetry)
}

/// The answer. What is handed over as it is found is the list of the answer, and the judge
/// approves of it.
fn answer_or_halt(question: &Question, threads: usize) -> Result<Answer, Halt> {
    let (prepared, terminal) = (Prepared::new(question)?, Terminal::quiet(threads));
    let run = Run::new(&terminal);
    let mut list: Vec<Shown> = Vec::new();
    let mut answer = prepared.visit(&run, &mut list)?;
    assert!(list.iter().map(|shown| shown.number).eq(1..=list.len()));
    if question.shows() {
        kumiki::put_back(&mut answer, list);
        let text = serde_json::to_string(&answer).expect("an answer is JSON");
        judge(&text).unwrap_or_else(|fault| panic!("the judge refuses {text}: {fault}"));
    }
    Ok(answer)
}

/// An answer that must come to its end.
fn answer(question: &Question, threads: usize) -> Answer {
    let answer = answer_or_halt(question, threads).expect("a problem that can be solved");
    assert_eq!(answer.stopped_by, None);
    answer
}

/// The part about the kernel.
fn part(answer: &Answer) -> &CoverPart {
    match &answer.part {
        Part::Cover(part) => part,
        other => panic!("{other:?} is about other things"),
    }
}

/// The solutions, each as the texts of its options.
fn listed(answer: &Answer) -> Vec<Vec<String>> {
    let options = |solution: &Solution| match solution {
        Solution::Options(options) => options.clone(),
        other => panic!("{other:?} has no options"),
    };
    answer.solutions.iter().flatten().map(options).collect()
}

/// Sets of options as they are listed, in an order that does not depend on who lists them.
fn texts<'s>(
    problem: &CoverProblem,
    solutions: impl IntoIterator<Item = &'s Vec<OptionId>>,
) -> Vec<Vec<String>> {
    let file = file(problem);
    let text = |option: &OptionId| file.option_text(*option).to_owned();
    let mut texts: Vec<Vec<String>> =
        solutions.into_iter().map(|options| options.iter().map(text).collect()).collect();
    texts.sort_unstable();
    texts
}

/// A number as answers write it.
fn number(count: usize) -> Count {
    u64::try_from(count).expect("a small number").into()
}
