//! Answers about subgraphs of a graph, judged by themselves.
//!
//! # The idea
//! A listed subgraph is held against the words of its kind. How many there are is counted once more
//! if that takes few steps, with [`subgraph_count`] or, for cycles through all
//! vertices, with [`hamiltonian_cycles`]; spanning trees by a determinant, with
//! [`spanning_trees`]. Otherwise the judge says that it did not count.
//!
//! # Structure
//! `listed.rs` judges one listed subgraph, and `list.rs` lists of them, which may be tours.
//! [`judge`] lists what is asked, S1 to S8.

pub(crate) mod list;
pub(crate) mod listed;

pub use listed::SubgraphJudge;

use crate::envelope::{at_most, equal, judge_presence};
use crate::fault::{refuse, require};
use crate::saved::{number_of_classes, unreadable};
use crate::{Fault, Verdict, rule};
use kumiki_formats::edges;
use kumiki_model::{Answer, Count, Graph, GraphAsk, Part, Solution, SubgraphKind};
use kumiki_recount::{
    Permutations, Wanted, graph_symmetries, hamiltonian_cycles, spanning_trees, subgraph_count,
};
use list::SubgraphList;
use num_bigint::BigUint;

/// The most steps of a walk that counts cycles through all vertices: about half a second.
pub(crate) const LIMIT_STEPS: u64 = 4_000_000;

/// The most edges that are taken or left in counting anything else: about half a second.
const LIMIT_DECISIONS: u64 = 4_000_000;

/// The most multiplications for a determinant, modulo all primes together.
const LIMIT_PRODUCTS: u64 = 4_000_000_000;

/// Judges an answer about subgraphs of a graph from first principles.
///
/// * **S1** The question is one. Paths have two different ends in the graph, paths through all
///   vertices have two or none, and nothing else has any. Factors have degrees, and nothing else
///   has.
/// * **S2** Each listed subgraph is one of its kind. A path or a cycle comes to no vertex twice,
///   steps along edges, has the ends asked for, and comes to all vertices if it is to be
///   Hamiltonian; a path has at least two vertices, unless it goes through all of one, and a cycle
///   three. A matching touches each vertex once; a forest has no cycle; a spanning tree has none
///   and hangs together; a factor has one of the numbers of edges at each vertex that were asked
///   for.
/// * **S3** No two are the same set of edges, unless they were drawn at random.
/// * **S4** No more different ones are listed than counted, and no more than were to be drawn.
///   There are not more than sets of edges.
/// * **S5** A reason why there is none is given only if there is none. A complete answer says how
///   many there are.
/// * **S6** In small graphs, the count is that of the judge; the number of spanning trees is that
///   of Kirchhoff's determinant.
/// * **S7** If one of each class is listed, no two are images of each other under the motions of
///   the board, or under the symmetries of another graph if the judge finds them; each has as many
///   symmetries as it says, and all classes together contain all subgraphs.
/// * **S8** As many are listed as were asked for, or all there are.
///
/// In the verdict, `solution_count` is the number of listed subgraphs, and `all_classes_listed`
/// says whether these are all.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Answer, ask: &GraphAsk) -> Result<Verdict, Fault> {
    let graph = &graph_of(ask)?;
    let classes = number_of_classes(answer)?;
    let judge = SubgraphJudge::new(graph, ask)?;
    let wanted = judge.wanted();
    let symmetries = match ask.one_per_class {
        true => graph_symmetries(graph, wanted.ends),
        false => None,
    };
    let list = SubgraphList {
        answer,
        words: &listed::SUBGRAPH,
        is_by_class: ask.one_per_class,
        symmetries: symmetries.as_deref().map(Permutations),
        classes: classes.as_ref(),
    };
    let judged = format!("listed {} that are what they should be", plural(ask.kind));
    let mut verdict = list.judge(&judged, |number, solution| match solution {
        Solution::Subgraph(subgraph) => judge.judge(number, subgraph),
        _ => refuse(rule::TEXT, "something else is listed, expected subgraphs"),
    })?;
    judge_classes(&list)?;
    if ask.one_per_class && symmetries.is_none() {
        let line = "the classes: the symmetries of the graph take too long to find here";
        verdict.trusted.push(line.to_owned());
    }
    if let (Some(classes), 2..) = (&classes, answer.question.how.spacing()) {
        verdict.trusted.push(format!("{classes} classes: not all of them are listed"));
        if let Some(count) = &answer.count {
            let what = "the number of classes";
            at_most(rule::CLASSES, what, classes.0.clone(), count.0.clone())?;
        }
    }
    if let Some(count) = &answer.count {
        let all = BigUint::from(1_u32) << graph.edges().len();
        at_most(rule::POSSIBLE, "the count", count.0.clone(), all)?;
        recount(graph, wanted, count, &mut verdict)?;
    }
    if ask.diagram.is_none() {
        let has_diagram = matches!(&answer.part, Part::Graph(part) if part.diagram.is_some());
        judge_presence("diagram", has_diagram, false)?;
    }
    list.judge_length()?;
    Ok(verdict)
}

/// The graph, by its name or from a file.
pub(crate) fn graph_of(ask: &GraphAsk) -> Result<Graph, Fault> {
    match &ask.graph.text {
        Some(text) => edges::read(text.as_bytes()).map_err(|error| unreadable(&error)),
        None => ask.graph.name.parse().map_err(|error| unreadable(&error)),
    }
}

/// The end of S7: the numbers of symmetries and classes are right, and there if and only if they go
/// with the question.
fn judge_classes(list: &SubgraphList<'_>) -> Result<(), Fault> {
    let answer = list.answer;
    let (is_asked, is_listed) = (list.is_by_class, !list.listed().is_empty());
    if let (Some(symmetries), Some(stated)) = (list.symmetries, &answer.group_order) {
        let what = "the number of symmetries of the graph";
        equal(rule::RECOUNT, what, stated.0.clone(), symmetries.order())?;
    }
    // A search that ends early may have come to the symmetries, or not.
    let is_known = is_listed || answer.is_complete() && answer.why_none.is_none();
    if !is_asked || is_known {
        judge_presence("group_order", answer.group_order.is_some(), is_asked && is_known)?;
    }
    match list.classes {
        // How many are listed if only every K-th is, is asked of every list.
        Some(_) if answer.is_complete() && answer.question.how.spacing() > 1 => Ok(()),
        Some(stated) if answer.is_complete() => {
            equal(rule::LENGTH, "the number of classes", stated.0.clone(), list.listed().len())
        }
        None if is_asked && is_listed && answer.is_complete() => {
            let is_whole = answer.question.how.room() == usize::MAX;
            judge_presence("number of classes", false, is_whole)
        }
        _ => Ok(()),
    }
}

fn plural(kind: SubgraphKind) -> &'static str {
    match kind {
        SubgraphKind::Matchings => "matchings",
        SubgraphKind::HamiltonianCycles => "cycles through all vertices",
        SubgraphKind::HamiltonianPaths => "paths through all vertices",
        SubgraphKind::Paths => "paths",
        SubgraphKind::Cycles => "cycles",
        SubgraphKind::SpanningTrees => "spanning trees",
        SubgraphKind::Forests => "forests",
        SubgraphKind::Factors => "factors",
    }
}

/// S1.
pub(crate) fn wanted(graph: &Graph, ask: &GraphAsk) -> Result<Wanted, Fault> {
    let (kind, degrees) = (ask.kind, ask.degrees.clone());
    let is_factor = kind == SubgraphKind::Factors;
    require(!is_factor || !degrees.is_empty(), rule::ASKED, || {
        "factors without degrees, expected some".to_owned()
    })?;
    require(is_factor || degrees.is_empty(), rule::ASKED, || {
        format!("degrees of {}, expected them for factors only", plural(kind))
    })?;
    Ok(Wanted { kind, ends: ends_of(graph, ask)?, degrees })
}

/// The ends of paths.
fn ends_of(graph: &Graph, ask: &GraphAsk) -> Result<Option<[usize; 2]>, Fault> {
    let is_path = matches!(ask.kind, SubgraphKind::Paths | SubgraphKind::HamiltonianPaths);
    let (from, to) = match (&ask.from, &ask.to) {
        (None, None) if ask.kind == SubgraphKind::Paths => {
            return refuse(rule::ASKED, "paths without ends, expected two");
        }
        (None, None) => return Ok(None),
        (Some(from), Some(to)) => (from, to),
        _ => return refuse(rule::ASKED, "one end of paths, expected two"),
    };
    require(is_path, rule::ASKED, || {
        format!("ends of {}, expected them for paths only", plural(ask.kind))
    })?;
    let end = |way: &str, name: &str| {
        let what = || format!("paths {way} '{name}', expected a vertex of the graph");
        graph.vertex(name).ok_or_else(|| Fault::new(rule::ASKED, what()))
    };
    let ends = [end("from", from)?, end("to", to)?];
    require(ends[0] != ends[1], rule::ASKED, || {
        format!("paths from '{from}' to itself, expected two different ends")
    })?;
    Ok(Some(ends))
}

/// S6, in words.
fn recount(
    graph: &Graph,
    wanted: &Wanted,
    count: &Count,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let (kind, kinds) = (wanted.kind, plural(wanted.kind));
    if kind == SubgraphKind::SpanningTrees {
        let Some(found) = spanning_trees(graph, LIMIT_PRODUCTS) else {
            verdict.trusted.push(format!("{count} spanning trees: the determinant is too large"));
            return Ok(());
        };
        verdict
            .proved
            .push(format!("Kirchhoff's determinant gives as many spanning trees: {count}"));
        return require(found == count.0, rule::RECOUNT, || {
            format!(
                "the count is {count}, expected the number of spanning trees that a determinant \
                 gives"
            )
        });
    }
    let tried = subgraph_count(graph, wanted, LIMIT_DECISIONS)
        .map(|found| (found, format!("all sets of edges were tried: there are {found} {kinds}")));
    let walked = || {
        let is_cycle = kind == SubgraphKind::HamiltonianCycles;
        let found = is_cycle.then(|| hamiltonian_cycles(graph, LIMIT_STEPS, &mut |_| ()))??;
        Some((found, format!("all {kinds} were walked once more: {found}")))
    };
    let Some((found, line)) = tried.or_else(walked) else {
        let why = "there are too many sets of edges to try them here";
        verdict.trusted.push(format!("{count} {kinds}: {why}"));
        return Ok(());
    };
    verdict.proved.push(line);
    equal(rule::RECOUNT, "the count", count.0.clone(), found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use SubgraphKind::{
        Cycles, Factors, Forests, HamiltonianCycles, HamiltonianPaths, Matchings, Paths,
        SpanningTrees,
    };
    use kumiki_model::{Ask, GraphPart, Question, StoppedBy, Subgraph};
    use kumiki_oracle::naive;

    fn judged(answer: &Answer) -> Result<Verdict, Fault> {
        let Ask::Graph(ask) = &answer.question.ask else { panic!("no graph") };
        judge(answer, ask)
    }

    /// The vertices of a path or a cycle, from `from` or from an end if there is one.
    fn walked(vertex_count: usize, edges: &[[usize; 2]], from: Option<usize>) -> Vec<usize> {
        let others = |vertex: usize| {
            edges
                .iter()
                .filter(move |edge| edge.contains(&vertex))
                .map(move |edge| edge[0] + edge[1] - vertex)
        };
        let start = from.or_else(|| (0..vertex_count).find(|vertex| others(*vertex).count() == 1));
        let mut walk = vec![start.or(edges.first().map(|edge| edge[0])).unwrap_or(0)];
        while let Some(next) = others(walk[walk.len() - 1]).find(|next| !walk.contains(next)) {
            walk.push(next);
        }
        walk
    }

    /// The right answer about a small board, with all subgraphs.
    fn answer_about(board: &str, kind: SubgraphKind, ends: Option<[&str; 2]>) -> Answer {
        let graph: Graph = board.parse().expect("a board");
        let numbers = ends.map(|ends| ends.map(|end| graph.vertex(end).expect("a cell")));
        let degrees = if kind == Factors { vec![0, 2] } else { Vec::new() };
        let sets = naive::subgraphs(
            &graph,
            &naive::Wanted { kind, ends: numbers, degrees: degrees.clone() },
        )
        .expect("few edges");
        let name = |vertex: usize| graph.names()[vertex].clone();
        let listed = |edges: &Vec<[usize; 2]>| match kind {
            Matchings | SpanningTrees | Forests | Factors => {
                Subgraph::Edges(edges.iter().map(|edge| edge.map(name)).collect())
            }
            _ => {
                let walk = walked(graph.vertex_count(), edges, numbers.map(|[from, _]| from));
                Subgraph::Vertices(walk.into_iter().map(name).collect())
            }
        };
        let [from, to] = [0, 1].map(|at| ends.map(|ends| ends[at].to_owned()));
        let solutions = sets.iter().map(listed).map(Solution::Subgraph).collect();
        let ask = GraphAsk::new(kind, board).from(from).to(to).degrees(degrees);
        let part = Part::Graph(GraphPart::default());
        let mut answer = Answer::new(Question::new(ask).list(usize::MAX), part);
        (answer.count, answer.solutions) = (Some(Count(sets.len().into())), Some(solutions));
        answer
    }

    #[test]
    fn right_answers_are_approved() {
        for board in ["grid:2x3", "grid:1x1", "grid:1x2", "king:2x3", "knight:3x3", "grid:3x3"] {
            for kind in [
                Matchings,
                HamiltonianCycles,
                HamiltonianPaths,
                Cycles,
                SpanningTrees,
                Forests,
                Factors,
            ] {
                let answer = answer_about(board, kind, None);
                let verdict = judged(&answer).expect("right");
                let listed = answer.solutions.as_ref().map_or(0, Vec::len);
                assert_eq!(
                    (verdict.solution_count, verdict.all_classes_listed),
                    (listed, true),
                    "{board} {kind:?}"
                );
            }
        }
        for kind in [Paths, HamiltonianPaths] {
            let answer = answer_about("king:2x3", kind, Some(["0,0", "1,2"]));
            assert!(judged(&answer).expect("right").solution_count > 1);
        }
    }

    #[test]
    fn the_verdict_says_what_was_counted_and_what_was_not() {
        let answer = answer_about("grid:2x3", Matchings, None);
        assert_eq!(
            judged(&answer).expect("right").proved,
            [
                "listed matchings that are what they should be: 3",
                "no two of them are the same",
                "all sets of edges were tried: there are 3 matchings",
            ]
        );
        let said_of = |board: &str, kind: SubgraphKind, count: u64| {
            let mut answer = answer_about("grid:2x3", kind, None);
            let ask = GraphAsk::new(kind, board);
            (answer.question, answer.solutions) = (Question::new(ask), None);
            answer.count = Some(count.into());
            judged(&answer)
                .map(|verdict| [verdict.proved, verdict.trusted].concat())
                .map_err(|fault| fault.to_string())
        };
        let lines = |line: &str| Ok(vec![line.to_owned()]);
        assert_eq!(
            said_of("grid:4x4", HamiltonianCycles, 6),
            lines("all sets of edges were tried: there are 6 cycles through all vertices")
        );
        assert_eq!(
            said_of("grid:4x4", HamiltonianCycles, 5),
            Err("the count is 5, expected 6".to_owned())
        );
        assert_eq!(
            said_of("grid:4x4", Matchings, 36),
            lines("all sets of edges were tried: there are 36 matchings")
        );
        assert_eq!(
            said_of("grid:6x6", Forests, 5),
            lines("5 forests: there are too many sets of edges to try them here")
        );
        assert_eq!(
            said_of("grid:4x4", SpanningTrees, 100_352),
            lines("Kirchhoff's determinant gives as many spanning trees: 100352")
        );
        assert_eq!(
            said_of("grid:4x4", SpanningTrees, 100_353),
            Err("the count is 100353, expected the number of spanning trees that a determinant \
                gives"
                .to_owned())
        );
        assert_eq!(
            said_of("grid:4x4", Forests, (1 << 24) + 1),
            Err("the count is 16777217, expected at most 16777216".to_owned())
        );
    }

    #[test]
    fn a_drawn_subgraph_may_come_twice_and_an_unfinished_answer_has_no_count() {
        let right = answer_about("grid:2x3", Matchings, None);
        let mut drawn = right.clone();
        let listed = drawn.solutions.as_mut().expect("listed");
        listed[2] = listed[0].clone();
        (drawn.question.how.list, drawn.question.how.sample) = (None, Some(3));
        let mut unfinished = right;
        (unfinished.count, unfinished.stopped_by) = (None, Some(StoppedBy::TimeLimit));
        for answer in [drawn, unfinished] {
            assert!(judged(&answer).is_ok(), "{answer:?}");
        }
    }
}
