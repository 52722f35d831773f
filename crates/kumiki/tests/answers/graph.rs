//! Subgraphs from the question to the answer: all small graphs before the judge, and samples before
//! the law of large numbers.

use kumiki::Shown;
use kumiki::drive::{Event, Host, Limits, Run};
use kumiki::formats::edges::to_text;
use kumiki::judge::judge;
use kumiki::model::{
    Answer, ClassCount, DiagramForm, Graph, GraphAsk, GraphPart, Part, Question, Solution, Source,
    StoppedBy, SubgraphKind,
};
use kumiki_host::Terminal;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

/// All kinds that need no degrees.
const KINDS: [SubgraphKind; 7] = [
    SubgraphKind::Matchings,
    SubgraphKind::HamiltonianCycles,
    SubgraphKind::HamiltonianPaths,
    SubgraphKind::Paths,
    SubgraphKind::Cycles,
    SubgraphKind::SpanningTrees,
    SubgraphKind::Forests,
];

fn answered(question: &Question) -> Answer {
    kumiki::solve(question, &Terminal::quiet(1))
        .unwrap_or_else(|error| panic!("{question:?}: {error}"))
}

fn counted(answer: &Answer) -> String {
    answer.count.as_ref().expect("counted").to_string()
}

fn part(answer: &Answer) -> &GraphPart {
    match &answer.part {
        Part::Graph(part) => part,
        other => panic!("{other:?}"),
    }
}

/// Every graph with so many vertices.
fn graphs(vertices: usize) -> impl Iterator<Item = Graph> {
    let pairs: Vec<[usize; 2]> =
        (0..vertices).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
    (0..1_u32 << pairs.len()).map(move |chosen| {
        let edges = (0..pairs.len())
            .filter(|pair| chosen >> pair & 1 == 1)
            .map(|pair| pairs[pair])
            .collect();
        Graph::new((0..vertices).map(|vertex| format!("v{vertex}")).collect(), edges)
            .expect("a graph")
    })
}

fn file(graph: &Graph) -> Source {
    Source::file("small.txt", to_text(graph).expect("names that can be written"))
}

/// Judges a whole list, which must have everything. Says how many there are.
fn judged(question: &Question) -> usize {
    let found = answered(question);
    let text = serde_json::to_string(&found).expect("an answer is JSON");
    let verdict = judge(&text).unwrap_or_else(|fault| panic!("{fault} in {text}"));
    assert!(verdict.all_classes_listed || found.why_none.is_some(), "{text}");
    verdict.solution_count
}

#[test]
fn every_small_graph_stands_before_the_judge_who_counts_again() {
    let mut solutions = 0;
    for graph in (1..5).flat_map(graphs) {
        for kind in KINDS {
            let mut ask = GraphAsk::new(kind, file(&graph));
            if kind == SubgraphKind::Paths {
                if graph.vertex_count() == 1 {
                    continue;
                }
                ask = ask.from("v0".to_owned()).to(graph.names().last().cloned());
            }
            solutions += judged(&Question::new(ask.clone()).list(usize::MAX).verify());
            judged(&Question::new(ask.one_per_class(true)).list(usize::MAX));
        }
    }
    assert!(solutions > 1000, "{solutions} are enough to be wrong about");
}

#[test]
fn factors_of_every_small_graph_stand_before_the_judge_who_counts_again() {
    let mut solutions = 0;
    // Of the 1024 graphs with five vertices, a quarter: `kumiki-frontier` tries them all.
    for graph in (1..5).flat_map(graphs).chain(graphs(5).step_by(4)) {
        for degrees in [&[0][..], &[1], &[2], &[3], &[0, 2], &[1, 3], &[2, 1], &[0, 1, 2], &[4, 0]]
        {
            let ask = GraphAsk::new(SubgraphKind::Factors, file(&graph)).degrees(degrees);
            solutions += judged(&Question::new(ask).list(usize::MAX).verify());
        }
    }
    assert!(solutions > 2_500, "{solutions} are enough to be wrong about");
}

/// Sets of edges of a grid with two at every cell, made cell by cell: each takes its edges to the
/// right and down. `down` says which cells of the row above have an edge down, and `right` whether
/// the cell to the left has one to the right.
fn two_factors(sides: [usize; 2], cell: usize, down: u32, right: bool) -> u64 {
    let [rows, columns] = sides;
    if cell == rows * columns {
        return 1;
    }
    let (row, column) = (cell / columns, cell % columns);
    let taken = u32::from(right) + (down >> column & 1);
    let mut count = 0;
    for (goes_right, goes_down) in [(false, false), (false, true), (true, false), (true, true)] {
        let is_inside = (!goes_right || column + 1 < columns) && (!goes_down || row + 1 < rows);
        if is_inside && taken + u32::from(goes_right) + u32::from(goes_down) == 2 {
            let below = down & !(1 << column) | u32::from(goes_down) << column;
            count += two_factors(sides, cell + 1, below, goes_right);
        }
    }
    count
}

#[test]
fn covers_of_boards_by_cycles_are_as_many_as_are_made_cell_by_cell() {
    for sides in [[2, 2], [3, 4], [4, 4], [5, 6], [6, 6], [3, 3]] {
        let name = format!("grid:{}x{}", sides[0], sides[1]);
        let ask = GraphAsk::new(SubgraphKind::Factors, name.as_str()).degrees([2]);
        let count = counted(&answered(&Question::new(ask)));
        assert_eq!(count, two_factors(sides, 0, 0, false).to_string(), "{name}");
    }
}

/// The answer, or why there is none.
fn said(ask: GraphAsk) -> Result<String, String> {
    kumiki::solve(&Question::new(ask), &Terminal::quiet(1))
        .map(|answer| counted(&answer))
        .map_err(|halt| halt.to_string())
}

#[test]
fn dominoes_cover_a_chessboard_in_the_known_number_of_ways() {
    let ask = GraphAsk::new(SubgraphKind::Matchings, "grid:8x8");
    assert_eq!(said(ask), Ok("12988816".to_owned()));
}

#[test]
fn factors_of_degree_one_are_matchings_and_those_without_degrees_are_refused() {
    let count = |kind: SubgraphKind, degrees: &[usize]| {
        said(GraphAsk::new(kind, "king:4x5").degrees(degrees))
    };
    assert_eq!(count(SubgraphKind::Factors, &[1]), count(SubgraphKind::Matchings, &[]));
    let all: Vec<usize> = (0..9).collect();
    let graph: Graph = "king:4x5".parse().expect("a board");
    let sets = (1_u128 << graph.edges().len()).to_string();
    assert_eq!(count(SubgraphKind::Factors, &all), Ok(sets), "any number of edges at every vertex");
    let refused =
        |kind: SubgraphKind, degrees: &[usize]| count(kind, degrees).expect_err("refused");
    assert_eq!(
        refused(SubgraphKind::Factors, &[]),
        "no degrees for factors, expected `degrees` with one or several, such as 2 or 0,2"
    );
    assert_eq!(
        refused(SubgraphKind::Factors, &[64]),
        "bad `degrees` '64': expected numbers from 0 to 63, such as 2 or 0,2"
    );
    assert_eq!(
        refused(SubgraphKind::Forests, &[1]),
        "`degrees` is given, expected it with factors only"
    );
}

#[test]
fn graphs_and_ends_that_are_none_are_refused() {
    let refused = |ask: GraphAsk| said(ask).expect_err("refused");
    let graph = |source: Source| refused(GraphAsk::new(SubgraphKind::Cycles, source));
    let expected = "expected grid:8x8, king:6x6, knight:8x8, leaper:1,3:10x10 or a file of edges";
    assert_eq!(graph("grid:q".into()), format!("bad `graph` 'grid:q': {expected}"));
    assert_eq!(
        graph("king:0x3".into()),
        "bad `graph` 'king:0x3': a board of 0x3 cells, expected at least one"
    );
    assert_eq!(
        graph("petersen".into()),
        "petersen: no such graph comes with Kumiki, expected a file of edges, or a graph such as \
         grid:8x8 or knight:6x6"
    );
    assert_eq!(
        graph(Source::file("g.txt", "a a\n")),
        "g.txt: line 1, column 3: a loop at vertex 'a', expected two different ends"
    );
    // A file may be called like a board.
    let triangle = Source::file("grid:8x8", "a b\nb c\nc a\n");
    assert_eq!(said(GraphAsk::new(SubgraphKind::Cycles, triangle)), Ok("1".to_owned()));
    let ends = |kind: SubgraphKind, from: Option<&str>, to: Option<&str>| {
        let ask = GraphAsk::new(kind, "grid:3x3");
        refused(ask.from(from.map(str::to_owned)).to(to.map(str::to_owned)))
    };
    let paths = SubgraphKind::Paths;
    assert_eq!(ends(paths, None, None), "no ends for paths, expected `from` and `to`");
    assert_eq!(
        ends(paths, Some("0,0"), None),
        "one end of paths is given, expected both `from` and `to`"
    );
    assert_eq!(
        ends(paths, Some("0,0"), Some("9,9")),
        "no vertex '9,9' in the graph, expected one such as '0,0'"
    );
    assert_eq!(
        ends(paths, Some("1,1"), Some("1,1")),
        "a path from '1,1' to itself, expected two different ends"
    );
    assert_eq!(
        ends(SubgraphKind::Cycles, Some("0,0"), Some("1,1")),
        "`from` and `to` are given, expected them with paths and hamiltonian-paths only"
    );
    let drawn = GraphAsk::new(SubgraphKind::Cycles, "grid:3x3").one_per_class(true);
    let halt = kumiki::solve(&Question::new(drawn).sample(1, 0), &Terminal::quiet(1));
    assert_eq!(
        halt.expect_err("refused").to_string(),
        "`sample` draws from all solutions, expected no `one_per_class`"
    );
}

/// Whether draws are as even as dice: the sum of squares is not far from what is expected.
fn assert_even(draws: &BTreeMap<String, u32>, faces: u32) {
    let total: u32 = draws.values().sum();
    assert_eq!(u32::try_from(draws.len()), Ok(faces), "every solution is drawn: {draws:?}");
    let expected = f64::from(total) / f64::from(faces);
    let chi_square: f64 =
        draws.values().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum();
    let freedom = f64::from(faces) - 1.0;
    assert!(
        chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt(),
        "{chi_square} for {freedom}: {draws:?}"
    );
}

#[test]
fn every_solution_is_equally_likely_to_be_drawn() {
    for (name, kind, count) in [
        ("king:3x3", SubgraphKind::HamiltonianCycles, 16),
        ("grid:2x3", SubgraphKind::SpanningTrees, 15),
    ] {
        let mut draws: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..800 {
            let question = Question::new(GraphAsk::new(kind, name)).sample(2, seed);
            let found = answered(&question).solutions.expect("asked for");
            assert_eq!(found.len(), 2);
            assert_ne!(found[0], found[1], "a sample has nothing twice");
            for solution in &found {
                *draws.entry(format!("{solution:?}")).or_default() += 1;
            }
        }
        assert_even(&draws, count);
    }
}

#[test]
fn a_diagram_that_is_written_has_the_solutions_as_its_members() {
    let graph: Graph = "grid:3x3".parse().expect("a board");
    let with = |form: DiagramForm| {
        answered(&Question::new(
            GraphAsk::new(SubgraphKind::SpanningTrees, "grid:3x3").diagram(form),
        ))
    };
    let text = |form: DiagramForm| part(&with(form)).diagram.clone().expect("it was asked for");
    let answer = with(DiagramForm::Zdd);
    let line = answer.evidence.last().expect("a line");
    let edges = line.strip_prefix("edges in the order of the diagram: ").expect("all edges");
    assert_eq!(edges.split(' ').count(), graph.edges().len());
    assert!(text(DiagramForm::Dot).contains("0,0-0,1"));
    let mut store =
        kumiki::engine::diagram::ZddStore::new(graph.edges().len(), 1 << 20).expect("few edges");
    let first = store.from_graphillion(&text(DiagramForm::Zdd)).expect("readable");
    let second = store.from_knuth(&text(DiagramForm::Knuth)).expect("readable");
    assert_eq!(first, second);
    assert_eq!(store.count(first), 192_u32.into());
    assert_eq!(Some(store.size(first)), part(&answer).diagram_nodes);
    // An empty one is written too, and nothing is listed.
    let none = GraphAsk::new(SubgraphKind::Matchings, "grid:3x3").diagram(DiagramForm::Zdd);
    let answer = answered(&Question::new(none).list(5));
    assert!(answer.why_none.is_some() && part(&answer).diagram.is_some());
    judge(&serde_json::to_string(&answer).expect("JSON")).expect("right");
}

/// A list of answers is the beginning of the list of all, on any number of threads, handed over or
/// in the answer.
#[test]
fn lists_begin_like_the_list_of_all_and_come_as_they_are_found() {
    for is_one_per_class in [false, true] {
        let ask =
            GraphAsk::new(SubgraphKind::SpanningTrees, "grid:3x4").one_per_class(is_one_per_class);
        let all = answered(&Question::new(ask.clone()).list(usize::MAX));
        let solutions = all.solutions.clone().expect("asked for");
        assert_eq!(counted(&all), "2415");
        let listed = if is_one_per_class { 620..660 } else { 2415..2416 };
        assert!(listed.contains(&solutions.len()), "{}", solutions.len());
        assert_eq!(all.symmetries.is_some(), is_one_per_class);
        assert_eq!(
            all.classes,
            is_one_per_class
                .then(|| ClassCount::Number(u64::try_from(solutions.len()).expect("few").into()))
        );
        for threads in 1..=3 {
            for most in [1, 2, 255, 256, 257, 600, usize::MAX] {
                let question = Question::new(ask.clone()).list(most);
                let host = Terminal::quiet(threads);
                let some = kumiki::solve(&question, &host).expect("answered");
                let length = most.min(solutions.len());
                assert_eq!(some.solutions.as_deref(), Some(&solutions[..length]), "{most}");
                assert!(some.is_complete(), "all were counted before");
                assert_eq!(some.count, all.count);
                let mut handed: Vec<Shown> = Vec::new();
                let answer = kumiki::visit(&question, &host, &mut handed).expect("answered");
                assert_eq!(answer.solutions, None);
                let number = |at: usize| handed[at].number;
                assert!((0..handed.len()).all(|at| number(at) == at + 1));
                let handed: Vec<Solution> = handed.into_iter().map(|one| one.solution).collect();
                assert_eq!(handed, solutions[..length]);
            }
        }
    }
}

#[test]
fn whoever_takes_solutions_may_have_enough() {
    let ask = GraphAsk::new(SubgraphKind::SpanningTrees, "grid:4x4");
    let question = Question::new(ask).list(usize::MAX);
    let mut left = 1000;
    let mut sink = |_: Shown| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = kumiki::visit(&question, &Terminal::quiet(1), &mut sink).expect("answered");
    assert_eq!(answer.stopped_by, Some(StoppedBy::Enough));
    assert_eq!(counted(&answer), "100352");
}

/// A host that stops the run when so many looks at the clock have been taken, and notes forecasts.
struct Impatient {
    looks: Mutex<usize>,
    heard: Mutex<Vec<String>>,
}

impl Impatient {
    fn after(looks: usize) -> Self {
        Self { looks: Mutex::new(looks), heard: Mutex::default() }
    }
}

impl Host for Impatient {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(u64::from(*self.looks.lock().expect("one thread") == 0))
    }

    fn is_stop_asked(&self) -> bool {
        let mut looks = self.looks.lock().expect("one thread");
        *looks = looks.saturating_sub(1);
        *looks == 0
    }

    fn limits(&self) -> Limits {
        Limits::default()
    }

    fn hear(&self, event: &Event<'_>) {
        if let Event::Forecast { what, .. } = event {
            self.heard.lock().expect("one thread").push((*what).to_owned());
        }
    }
}

#[test]
fn a_list_that_is_stopped_is_the_beginning_of_the_whole_and_stands_before_the_judge() {
    let ask = GraphAsk::new(SubgraphKind::SpanningTrees, "grid:3x4").one_per_class(true);
    let question = Question::new(ask).list(usize::MAX);
    let whole = answered(&question).solutions.expect("asked for");
    let mut lengths = Vec::new();
    for looks in 1.. {
        let host = Impatient::after(looks);
        let answer = kumiki::solve(&question, &host).expect("answered");
        let listed = answer.solutions.as_deref().expect("asked for");
        assert_eq!(listed, &whole[..listed.len()]);
        judge(&serde_json::to_string(&answer).expect("JSON")).expect("right");
        lengths.push(listed.len());
        if answer.is_complete() {
            assert_eq!(host.heard.lock().expect("one thread").len(), 1, "one forecast");
            break;
        }
        assert_eq!(answer.stopped_by, Some(StoppedBy::Interrupt));
    }
    assert!(lengths.is_sorted());
    assert!(lengths.iter().any(|length| (1..whole.len()).contains(length)), "{lengths:?}");
}

#[test]
fn an_answer_is_told_and_drawn_from_its_document() {
    let text = "a b\nb c\nc d\nd a\nb d\n";
    let ask = GraphAsk::new(SubgraphKind::Cycles, Source::file("kite.txt", text));
    let prepared = kumiki::Prepared::new(&Question::new(ask.one_per_class(true)).list(usize::MAX))
        .expect("a question");
    let host = Terminal::quiet(1);
    let mut list: Vec<Shown> = Vec::new();
    let handed = prepared.visit(&Run::new(&host), &mut list).expect("answered");
    let lines: String = list.iter().map(|shown| prepared.solution_text(shown)).collect();
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.starts_with("1, "), "{lines}");
    let told = prepared.text(&handed);
    let head = "kite.txt: 3 cycles, 2 classes\n\nthe graph has 4 vertices and 5 edges\nmethod: ";
    assert!(told.starts_with(head), "{told}");
    let answer = prepared.solve(&Run::new(&host)).expect("answered");
    let saved = Answer::from_json(&serde_json::to_string(&answer).expect("JSON")).expect("read");
    assert_eq!(prepared.picture(&saved).to_svg(), prepared.picture(&answer).to_svg());
    assert_eq!(prepared.picture(&answer).title, "cycles of kite.txt");
}

/// A host that counts phases of one name.
struct Counting(&'static str, Mutex<usize>);

impl Host for Counting {
    fn hear(&self, event: &Event<'_>) {
        if matches!(event, Event::PhaseEnded { phase } if *phase == self.0) {
            *self.1.lock().expect("one thread") += 1;
        }
    }
}

#[test]
fn a_count_that_is_told_is_planned_once() {
    let ask = GraphAsk::new(SubgraphKind::HamiltonianCycles, "king:4x4");
    for question in [Question::new(ask.clone()), Question::new(ask).trace(9)] {
        let host = Counting("planning", Mutex::new(0));
        let answer = kumiki::solve(&question, &host).expect("answered");
        assert_eq!((counted(&answer).as_str(), answer.trace.len() % 9), ("2830", 0));
        assert_eq!(*host.1.lock().expect("one thread"), 1, "{:?}", question.command_line());
    }
}
