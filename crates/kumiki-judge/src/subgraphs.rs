//! Answers about subgraphs of a graph, judged by themselves.
//!
//! # The idea
//! A listed subgraph is held against the words of its kind. How many there are is counted once more
//! if that takes few steps, with [`crate::recount::subgraph_count`] or, for cycles through all
//! vertices, with [`crate::recount::hamiltonian_cycles`]; spanning trees by a determinant, with
//! [`crate::recount::spanning_trees`]. Otherwise the judge says that it did not count.
//!
//! # Structure
//! `listed.rs` judges one listed subgraph. [`judge`] lists what is asked, S1 to S8.

mod classes;
pub(crate) mod counting;
pub(crate) mod cycles;
mod listed;
pub(crate) mod trees;

pub use listed::SubgraphJudge;

use crate::envelope::{
    ListLength, Listing, at_most, equal, judge_counted, judge_presence, judge_reason,
};
use crate::fault::refuse;
use crate::recount::{Wanted, hamiltonian_cycles, spanning_trees, subgraph_count};
use crate::saved::{number_of_classes, unreadable};
use crate::{Fault, Verdict, rule};
use classes::GraphSymmetries;
use kumiki_formats::edges;
use kumiki_model::{
    Answer, Count, Graph, GraphAsk, ListRecord, Part, Solution, Subgraph, SubgraphKind,
};
use num_bigint::BigUint;

/// The most steps of a walk that counts cycles through all vertices: about half a second.
const LIMIT_STEPS: u64 = 4_000_000;

/// The most edges that are taken or left in counting anything else: about half a second.
const LIMIT_DECISIONS: u64 = 4_000_000;

/// The most multiplications for a determinant, modulo all primes together.
const LIMIT_PRODUCTS: u64 = 4_000_000_000;

/// What an answer about subgraphs claims.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    ask: GraphAsk,
    graph: Graph,
    list: Option<ListRecord>,
    sample: Option<usize>,
    count: Option<Count>,
    group_order: Option<Count>,
    classes: Option<Count>,
    why_none: Option<String>,
    has_diagram: bool,
    solutions: Option<Vec<Subgraph>>,
    symmetries: Option<Vec<usize>>,
    complete: bool,
}

impl Claims {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &Answer, ask: &GraphAsk) -> Result<Self, Fault> {
        let graph = match &ask.graph.text {
            Some(text) => edges::read(text.as_bytes()).map_err(|error| unreadable(&error))?,
            None => ask.graph.name.parse().map_err(|error| unreadable(&error))?,
        };
        let subgraph = |solution: &Solution| match solution {
            Solution::Subgraph(subgraph) => Some(subgraph.clone()),
            _ => None,
        };
        let how = &answer.question.how;
        Ok(Self {
            ask: ask.clone(),
            graph,
            list: how.list,
            sample: how.sample,
            count: answer.count.clone(),
            group_order: answer.group_order.clone(),
            classes: number_of_classes(answer)?,
            why_none: answer.why_none.clone(),
            has_diagram: matches!(&answer.part, Part::Graph(part) if part.diagram.is_some()),
            solutions: answer
                .solutions
                .as_ref()
                .map(|solutions| solutions.iter().filter_map(subgraph).collect()),
            symmetries: answer.symmetries.clone(),
            complete: answer.is_complete(),
        })
    }
}

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
pub(crate) fn judge(answer: &Claims) -> Result<Verdict, Fault> {
    let (graph, ask) = (&answer.graph, &answer.ask);
    let wanted = wanted(graph, ask)?;
    let listed = answer.solutions.as_deref().unwrap_or_default();
    let classes = if ask.one_per_class { GraphSymmetries::of(graph, wanted.ends) } else { None };
    let judge = SubgraphJudge::of(graph, wanted.clone());
    let different_count = judge_listed(&judge, answer, classes.as_ref(), listed)?;
    let is_none =
        answer.count.as_ref().is_none_or(|count| count.0 == BigUint::ZERO) && listed.is_empty();
    judge_reason(answer.why_none.as_deref(), is_none)?;
    let counted = match ask.one_per_class {
        true => answer.classes.as_ref().filter(|_| classes.is_some()),
        false => answer.count.as_ref(),
    };
    let is_all = counted.is_some_and(|count| count.0 == BigUint::from(different_count));
    let mut verdict = Verdict {
        solution_count: listed.len(),
        all_classes_listed: answer.complete && answer.solutions.is_some() && is_all,
        ..Verdict::default()
    };
    verdict.note_end(answer.complete);
    if ask.one_per_class && classes.is_none() {
        verdict
            .trusted
            .push("the classes: the symmetries of the graph take too long to find here".to_owned());
    }
    if !listed.is_empty() {
        let kind = plural(ask.kind);
        verdict
            .proved
            .push(format!("listed {kind} that are what they should be: {}", listed.len()));
        verdict.proved.push(match answer.sample {
            Some(_) => format!("different ones among them: {different_count}"),
            None => "no two of them are the same".to_owned(),
        });
    }
    match &answer.count {
        Some(count) => {
            let what = "the number of different ones listed";
            at_most(rule::LISTED, what, different_count, count.0.clone())?;
            let all = BigUint::from(2_u32).pow(exponent(graph));
            at_most(rule::POSSIBLE, "the count", count.0.clone(), all)?;
            recount(graph, &wanted, count, &mut verdict)?;
        }
        None => judge_counted(answer.complete, false)?,
    }
    judge_parts(answer, listed)?;
    let available = if ask.one_per_class { &answer.classes } else { &answer.count };
    let length = ListLength {
        list: answer.list,
        sample: answer.sample,
        listed: answer.solutions.as_ref().map(Vec::len),
        available: available.as_ref().map(|count| &count.0),
        is_complete: answer.complete,
    };
    length.judge()?;
    Ok(verdict)
}

/// The end of S7: what goes with classes is there, and nothing else.
fn judge_parts(answer: &Claims, listed: &[Subgraph]) -> Result<(), Fault> {
    let (is_asked, is_listed) = (answer.ask.one_per_class, !listed.is_empty());
    judge_presence("symmetries", answer.symmetries.is_some(), is_asked && is_listed)?;
    // A search that ends early may have come to the symmetries, or not.
    let is_known = is_listed || answer.complete && answer.why_none.is_none();
    if !is_asked || is_known {
        judge_presence("group_order", answer.group_order.is_some(), is_asked && is_known)?;
    }
    let is_whole = answer.complete && answer.list.is_some_and(|list| list.most() == usize::MAX);
    if is_asked && is_listed && is_whole {
        judge_presence("number of classes", answer.classes.is_some(), true)?;
    }
    if answer.ask.diagram.is_none() {
        judge_presence("diagram", answer.has_diagram, false)?;
    }
    Ok(())
}

/// How many edges there are.
fn exponent(graph: &Graph) -> u32 {
    u32::try_from(graph.edges().len()).expect("at most 4096 vertices have fewer edges than 2^32")
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
fn wanted(graph: &Graph, ask: &GraphAsk) -> Result<Wanted, Fault> {
    let (kind, degrees) = (ask.kind, ask.degrees.clone());
    match kind {
        SubgraphKind::Factors if degrees.is_empty() => {
            return refuse(rule::ASKED, "factors without degrees, expected some");
        }
        SubgraphKind::Factors => {}
        _ if degrees.is_empty() => {}
        _ => {
            let what = format!("degrees of {}, expected them for factors only", plural(kind));
            return refuse(rule::ASKED, what);
        }
    }
    Ok(Wanted { kind, ends: ends_of(graph, ask)?, degrees })
}

/// The ends of paths.
fn ends_of(graph: &Graph, ask: &GraphAsk) -> Result<Option<[usize; 2]>, Fault> {
    let refuse = |reason: String| refuse(rule::ASKED, reason);
    let (from, to) = match (&ask.from, &ask.to, ask.kind) {
        (None, None, SubgraphKind::Paths) => {
            return refuse("paths without ends, expected two".to_owned());
        }
        (None, None, _) => return Ok(None),
        (Some(from), Some(to), SubgraphKind::Paths | SubgraphKind::HamiltonianPaths) => (from, to),
        (Some(_), Some(_), kind) => {
            return refuse(format!("ends of {}, expected them for paths only", plural(kind)));
        }
        _ => return refuse("one end of paths, expected two".to_owned()),
    };
    match (graph.vertex(from), graph.vertex(to)) {
        (Some(start), Some(end)) if start == end => {
            refuse(format!("paths from '{from}' to itself, expected two different ends"))
        }
        (Some(start), Some(end)) => Ok(Some([start, end])),
        (None, _) => refuse(format!("paths from '{from}', expected a vertex of the graph")),
        (_, None) => refuse(format!("paths to '{to}', expected a vertex of the graph")),
    }
}

/// S2 to S4, and S7. Says how many different ones there are.
fn judge_listed(
    judge: &SubgraphJudge<'_>,
    answer: &Claims,
    classes: Option<&GraphSymmetries>,
    listed: &[Subgraph],
) -> Result<usize, Fault> {
    let mut listing = Listing::new("listed subgraphs", answer.sample);
    let mut contained = BigUint::ZERO;
    if let Some(symmetries) = &answer.symmetries {
        equal(rule::LENGTH, "the number of symmetries listed", symmetries.len(), listed.len())?;
    }
    for (at, subgraph) in listed.iter().enumerate() {
        let edges = judge.judge(at + 1, subgraph)?;
        let Some(classes) = classes else {
            listing.add(edges)?;
            continue;
        };
        listing.add(classes.least(&edges))?;
        let found = classes.fixing(&edges);
        contained += classes.order() / found;
        if let Some(stated) = answer.symmetries.as_ref().and_then(|all| all.get(at)) {
            let what = format!("the number of symmetries of subgraph {}", at + 1);
            equal(rule::CLAIM, &what, *stated, found).map_err(|fault| fault.at(at + 1))?;
        }
    }
    if let (Some(classes), Some(stated)) = (classes, &answer.group_order) {
        let what = "the number of symmetries of the graph";
        equal(rule::RECOUNT, what, stated.0.clone(), classes.order())?;
    }
    if let (Some(stated), true) = (&answer.classes, answer.complete) {
        equal(rule::LENGTH, "the number of classes", stated.0.clone(), listed.len())?;
        if let (Some(count), Some(_)) = (&answer.count, classes) {
            let what = "the number of subgraphs in the classes listed";
            equal(rule::SUM, what, count.0.clone(), contained)?;
        }
    }
    listing.different_count()
}

/// S6, in words.
fn recount(
    graph: &Graph,
    wanted: &Wanted,
    count: &Count,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let kind = wanted.kind;
    if kind == SubgraphKind::SpanningTrees {
        match spanning_trees(graph, LIMIT_PRODUCTS) {
            Some(found) if found == count.0 => {
                verdict
                    .proved
                    .push(format!("Kirchhoff's determinant gives as many spanning trees: {count}"));
            }
            Some(_) => {
                let what = format!(
                    "the count is {count}, expected the number of spanning trees that a \
                     determinant gives"
                );
                return refuse(rule::RECOUNT, what);
            }
            None => verdict
                .trusted
                .push(format!("{count} spanning trees: the determinant is too large")),
        }
        return Ok(());
    }
    if let Some(found) = subgraph_count(graph, wanted, LIMIT_DECISIONS) {
        equal(rule::RECOUNT, "the count", count.0.clone(), found)?;
        verdict
            .proved
            .push(format!("all sets of edges were tried: there are {found} {}", plural(kind)));
        return Ok(());
    }
    if kind == SubgraphKind::HamiltonianCycles
        && let Some(cycles) = hamiltonian_cycles(graph, LIMIT_STEPS, &mut |_| ())
    {
        equal(rule::RECOUNT, "the count", count.0.clone(), cycles)?;
        verdict.proved.push(format!("all {} were walked once more: {cycles}", plural(kind)));
        return Ok(());
    }
    verdict.trusted.push(format!(
        "{count} {}: there are too many sets of edges to try them here",
        plural(kind)
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use SubgraphKind::{
        Cycles, Factors, Forests, HamiltonianCycles, HamiltonianPaths, Matchings, Paths,
        SpanningTrees,
    };
    use kumiki_oracle::naive;

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
    fn answer_about(board: &str, kind: SubgraphKind, ends: Option<[&str; 2]>) -> Claims {
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
        let solutions = sets.iter().map(listed).collect();
        Claims {
            ask: GraphAsk::new(kind, board).from(from).to(to).degrees(degrees),
            graph,
            list: Some(ListRecord::at_most(usize::MAX)),
            sample: None,
            count: Some(Count(sets.len().into())),
            group_order: None,
            classes: None,
            why_none: None,
            has_diagram: false,
            solutions: Some(solutions),
            symmetries: None,
            complete: true,
        }
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
                let verdict = judge(&answer).expect("right");
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
            assert!(judge(&answer).expect("right").solution_count > 1);
        }
    }

    #[test]
    fn the_verdict_says_what_was_counted_and_what_was_not() {
        let answer = answer_about("grid:2x3", Matchings, None);
        assert_eq!(
            judge(&answer).expect("right").proved,
            [
                "listed matchings that are what they should be: 3",
                "no two of them are the same",
                "all sets of edges were tried: there are 3 matchings",
            ]
        );
        let said_of = |board: &str, kind: SubgraphKind, count: u64| {
            let mut answer = answer_about("grid:2x3", kind, None);
            answer.graph = board.parse().expect("a board");
            (answer.solutions, answer.list) = (None, None);
            answer.count = Some(count.into());
            judge(&answer)
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
        (drawn.list, drawn.sample) = (None, Some(3));
        let unfinished = Claims { count: None, complete: false, ..right };
        for answer in [drawn, unfinished] {
            assert!(judge(&answer).is_ok(), "{answer:?}");
        }
    }
}
