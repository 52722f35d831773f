//! Counts told level by level: the judge follows them, and comes to the count.

mod folded;
mod layers;
mod pairs;

use kumiki::drive::Unhosted;
use kumiki::formats::cover::CoverFile;
use kumiki::formats::edges::to_text;
use kumiki::judge::{follow_trace, judge};
use kumiki::model::{
    Answer, Ask, CoverAsk, CoverProblem, Graph, GraphAsk, ItemId, ItemKind, Kernel, Method,
    PackAsk, Question, Source, SubgraphKind, TourSymmetry, ToursAsk, TraceEvent, TraceOutcome,
};
use kumiki::solve;
use kumiki_oracle::naive::{Wanted, covers, subgraphs};
use kumiki_oracle::universe::{cover_problems, cover_problems_with_colours};
use layers::boxed;
use num_bigint::BigUint;
use pairs::paired;

/// More steps than any of these counts has.
const ALL: usize = 1 << 20;

/// The answer to a question whose count is told to its end.
fn told(ask: impl Into<Ask>) -> Answer {
    let question = Question::new(ask).trace(ALL);
    let answer = solve(&question, &Unhosted).unwrap_or_else(|halt| panic!("{question:?}: {halt}"));
    assert!(answer.evidence.iter().any(|line| line.contains("told to the end")), "{question:?}");
    let followed = follow_trace(&answer.question, &answer.trace).expect("it can be followed");
    assert!(followed.is_count);
    assert_eq!(Some(followed.solutions.into()), answer.count);
    answer
}

/// Every graph with so many vertices.
fn graphs(vertices: usize) -> impl Iterator<Item = Graph> {
    let pairs: Vec<[usize; 2]> =
        (0..vertices).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
    (0..1_u32 << pairs.len()).map(move |chosen| {
        let edges = (0..pairs.len()).filter(|pair| chosen >> pair & 1 == 1);
        let names = (0..vertices).map(|vertex| format!("v{vertex}")).collect();
        Graph::new(names, edges.map(|pair| pairs[pair]).collect()).expect("a graph")
    })
}

/// Tells the counts of every kind in a graph, and compares them with a list of all sets of edges.
fn check(graph: &Graph) {
    use SubgraphKind::{
        Cycles, Factors, Forests, HamiltonianCycles, HamiltonianPaths, Matchings, Paths,
        SpanningTrees,
    };
    let file = Source::file("small.txt", to_text(graph).expect("names that can be written"));
    let mut wanted: Vec<Wanted> =
        [Matchings, HamiltonianCycles, HamiltonianPaths, Cycles, SpanningTrees, Forests]
            .into_iter()
            .map(Wanted::new)
            .collect();
    for degrees in [vec![2], vec![0, 2], vec![1, 3]] {
        wanted.push(Wanted { degrees, ..Wanted::new(Factors) });
    }
    let vertices = graph.vertex_count();
    for (from, to) in [(0, 1), (vertices.saturating_sub(1), 0)] {
        if vertices > 1 {
            for kind in [Paths, HamiltonianPaths] {
                wanted.push(Wanted { ends: Some([from, to]), ..Wanted::new(kind) });
            }
        }
    }
    for wanted in wanted {
        let ask = GraphAsk::new(wanted.kind, file.clone());
        let end = |at: usize| wanted.ends.map(|ends| graph.names()[ends[at]].clone());
        let answer = told(ask.from(end(0)).to(end(1)).degrees(wanted.degrees.clone()));
        let all = subgraphs(graph, &wanted).expect("a small graph").len();
        let all = BigUint::from(all).into();
        assert_eq!(answer.count, Some(all), "{wanted:?} of {graph:?}");
    }
}

#[test]
fn every_kind_is_told_on_every_graph_of_up_to_four_vertices() {
    (1..=4).flat_map(graphs).for_each(|graph| check(&graph));
}

#[test]
fn every_kind_is_told_on_some_graphs_of_five_vertices() {
    graphs(5).step_by(37).for_each(|graph| check(&graph));
}

#[test]
fn tours_are_told_and_saved_answers_are_judged_by_their_steps() {
    let answer = told(ToursAsk::new("5x6"));
    assert_eq!(answer.count, Some(8.into()));
    let ask = GraphAsk::new(SubgraphKind::SpanningTrees, "grid:3x4");
    let mut answer = told(ask);
    let saved = |answer: &Answer| judge(&serde_json::to_string(answer).expect("JSON"));
    assert!(saved(&answer).is_ok());
    answer.trace.swap(1, 2);
    assert!(saved(&answer).is_err());
}

/// Counts an exact cover by merging, told to the end, and compares it with a list of all solutions.
fn check_cover(file: &CoverFile) {
    let text = file.to_dlx().expect("it can be written");
    let ask = CoverAsk::new(Source::file("small.dlx", text.clone())).kernel(Kernel::Memo);
    let answer = told(ask);
    let all = BigUint::from(covers(file.problem()).len()).into();
    assert_eq!(answer.count, Some(all), "{text}");
}

#[test]
fn exact_covers_are_told_by_what_is_covered() {
    let problems = cover_problems(3, 3).chain(cover_problems_with_colours(3, 2));
    let is_plain = |problem: &CoverProblem| {
        let must = |item: ItemId| problem.items()[item] == ItemKind::Primary;
        let mut options = problem.options().ids();
        problem.items().ids().any(must)
            && options.all(|option| problem.entries(option).any(|(item, _)| must(item)))
    };
    let mut told = 0;
    for problem in problems.filter(is_plain) {
        let names: Vec<String> = (0..problem.items().len()).map(|at| format!("i{at}")).collect();
        check_cover(&CoverFile::from_problem(problem, names).expect("names of items"));
        told += 1;
    }
    assert!(told > 100, "{told}");
}

#[test]
fn dominoes_and_colours_are_told_by_what_is_covered() {
    // An option that comes twice, colours, and an item that nothing covers.
    for (text, count) in [
        ("a b c d\na b\nc d\na c\nb d\n", 2_u64),
        ("a b\na\nb\nb\na b\n", 3),
        ("p q | x y\np q x y:A\np x:A y:B\nq x:B\nq y:B\np x:B\n", 4),
        ("a b\na\n", 0),
    ] {
        let ask = CoverAsk::new(Source::file("mine.dlx", text)).kernel(Kernel::Memo);
        let answer = told(ask);
        assert_eq!(answer.count, Some(count.into()), "{text}");
        for at in 0..answer.trace.len() {
            for place in 0..words(&mut answer.trace[at].event.clone()).len() {
                let mut spoilt = answer.trace.clone();
                words(&mut spoilt[at].event)[place].push('x');
                assert!(follow_trace(&answer.question, &spoilt).is_err(), "{text}, {}", at + 1);
            }
        }
    }
}

#[test]
fn packing_puzzles_are_told_by_what_is_covered() {
    let domino = |size: &str, count: u32| {
        format!(
            "kumiki = 1\n[box]\nsize = \"{size}\"\n[[piece]]\nname = \"d\"\nbrick = \"1x1x2\"\n\
             count = {count}\n"
        )
    };
    let mixed = "kumiki = 1\n[box]\nsize = \"3x3\"\n[[piece]]\nname = \"a b\"\nlayers = \
        \"\"\"\n##\n#.\n\"\"\"\n[[piece]]\nname = \"a:b\"\nlayers = \"\"\"\n##\n#.\n\"\"\"\n\
        [[piece]]\nname = \"I\"\nbrick = \"1x1x3\"\n";
    for (name, text) in [
        ("2x3", domino("2x3", 3)),
        ("4x4", domino("4x4", 8)),
        ("mixed", mixed.to_owned()),
        ("2x2x2", domino("2x2x2", 4)),
    ] {
        let ask = PackAsk::new(Source::file("mine.toml", text));
        let listed = solve(&Question::new(ask.clone()), &Unhosted).expect("it can be searched");
        let answer = told(ask.kernel(Kernel::Memo));
        assert_eq!(answer.count, listed.count, "{name}");
        assert_ne!(answer.count, Some(0.into()), "{name}");
        assert_eq!(answer.classes, None);
        let json = serde_json::to_string(&answer).expect("JSON");
        let verdict = judge(&json).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(verdict.is_proved(), "{name}");
        for at in 0..answer.trace.len().min(60) {
            for place in 0..words(&mut answer.trace[at].event.clone()).len() {
                let mut spoilt = answer.trace.clone();
                words(&mut spoilt[at].event)[place].push('x');
                assert!(follow_trace(&answer.question, &spoilt).is_err(), "{name}, {}", at + 1);
            }
        }
    }
}

/// Where a step has words.
fn words(event: &mut TraceEvent) -> Vec<&mut String> {
    match event {
        TraceEvent::Level { on, .. } => vec![on],
        TraceEvent::Carry { state, choice, becomes, .. } => vec![state, choice, becomes],
        _ => Vec::new(),
    }
}

#[test]
fn whatever_is_changed_in_a_step_cannot_be_followed() {
    for kind in [
        SubgraphKind::Matchings,
        SubgraphKind::HamiltonianCycles,
        SubgraphKind::HamiltonianPaths,
        SubgraphKind::Cycles,
        SubgraphKind::SpanningTrees,
        SubgraphKind::Forests,
    ] {
        let answer = told(GraphAsk::new(kind, "grid:2x3"));
        let leads_to = |spoil: &dyn Fn(&mut Answer)| {
            let mut spoilt = answer.clone();
            spoil(&mut spoilt);
            follow_trace(&spoilt.question, &spoilt.trace)
        };
        let refused = |spoil: &dyn Fn(&mut Answer)| leads_to(spoil).is_err();
        let last = answer.trace.len() - 1;
        for at in 0..=last {
            let here = format!("{kind:?}, step {}", at + 1);
            assert!(refused(&|answer| answer.trace[at].step += 1), "{here}");
            assert!(refused(&|answer| answer.trace[at].level += 1), "{here}");
            // A step that is left out, with the others numbered anew.
            let without = leads_to(&|answer| {
                answer.trace.remove(at);
                (1..).zip(&mut answer.trace).for_each(|(number, step)| step.step = number);
            });
            assert!(without.is_ok_and(|followed| !followed.is_count) || at < last, "{here}");
            let is_carry = matches!(answer.trace[at].event, TraceEvent::Carry { .. });
            if at < last && is_carry {
                let is_refused = refused(&|answer| {
                    answer.trace.remove(at);
                    (1..).zip(&mut answer.trace).for_each(|(number, step)| step.step = number);
                });
                let is_on_last_level = answer.trace[at].level == answer.trace[last].level;
                assert!(is_refused || is_on_last_level, "{here}");
            }
            // A step that is told twice.
            assert!(
                refused(&|answer| {
                    let again = answer.trace[at].clone();
                    answer.trace.insert(at, again);
                    (1..).zip(&mut answer.trace).for_each(|(number, step)| step.step = number);
                }),
                "{here}"
            );
            // Other words, another number of states, another outcome.
            for place in 0..words(&mut answer.trace[at].event.clone()).len() {
                let spoil = |answer: &mut Answer, change: &dyn Fn(&mut String)| {
                    change(words(&mut answer.trace[at].event)[place]);
                };
                assert!(refused(&|answer| spoil(answer, &|text| text.push('x'))), "{here}");
                assert!(refused(
                    &|answer| spoil(answer, &|text| *text = text.replace("1,", "0,") + " ")
                ));
            }
            assert!(
                refused(&|answer| match &mut answer.trace[at].event {
                    TraceEvent::Level { states, .. } => *states += 1,
                    TraceEvent::Carry { outcome, .. } => {
                        *outcome = match outcome {
                            TraceOutcome::Dead => TraceOutcome::Solution,
                            TraceOutcome::Alive => TraceOutcome::Merged,
                            _ => TraceOutcome::Dead,
                        };
                    }
                    _ => unreachable!("no other steps are told"),
                }),
                "{here}"
            );
        }
    }
}

#[test]
fn the_steps_in_the_book_are_those_that_are_told() {
    let book =
        [include_str!("../../../../book/tours.md"), include_str!("../../../../book/antislide.md")];
    let book = book.concat();
    let folded = ToursAsk::new("2x3").piece("0,1".to_owned()).symmetry(TourSymmetry::HalfTurn);
    let matchings = GraphAsk::new(SubgraphKind::Matchings, "grid:2x2");
    let layers = boxed("1x2x2", "1x1x2").method(Method::Layers);
    let pairs = paired("4x4", "0,1");
    for answer in [told(matchings), told(folded), told(layers), told(pairs)] {
        let lines: Vec<String> = answer.trace.iter().map(|step| format!("{step}\n")).collect();
        assert!(book.contains(&format!("```text\n{}```", lines.concat())), "{}", lines.concat());
    }
}
