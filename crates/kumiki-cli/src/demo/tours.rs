//! The part of the demo about matchings and tours.

use super::check_ended;
use crate::failure::Failure;
use crate::text::{print, table};
use kumiki::drive::Run;
use kumiki::graph;
use kumiki::model::{Graph, SubgraphKind, TourMethod, TourSymmetry};
use kumiki::tours::{Request, answer};
use std::time::Instant;

/// Boards folded by the half-turn: matchings, nodes of their diagram, those removed by
/// zero-suppression, tours and pseudo-solutions; with who says so. A transcription of the seed
/// counted the boards that the seed does not have.
const FOLDED: [([usize; 2], &str, &str); 7] = [
    ([4, 4], "16 20 10 0 0", "transcription"),
    ([6, 6], "192 677 468 78 84", "transcription"),
    ([6, 8], "2669 6708 4585 5634 5674", "seed"),
    ([8, 6], "2669 7298 5156 5634 5674", "seed"),
    ([6, 10], "31224 35771 25189 394128 394414", "transcription"),
    ([10, 6], "31224 20959 15511 394128 394414", "transcription"),
    ([8, 8], "106256 112740 80572 2432932 2428776", "seed"),
];

/// Graphs, what is counted, and how many there are.
const GRAPHS: [(&str, SubgraphKind, &str, &str); 4] = [
    ("knight:6x6", SubgraphKind::HamiltonianCycles, "9862", "A001230"),
    ("grid:10x10", SubgraphKind::Matchings, "258584046368", "A004003"),
    ("grid:12x12", SubgraphKind::HamiltonianCycles, "1076226888605605706", "A003763"),
    ("king:5x5", SubgraphKind::HamiltonianCycles, "2462064", "A140519"),
];

/// Shows the tables, and returns the first difference from the known figures.
pub(super) fn run(run: &Run<'_>) -> Result<Option<String>, Failure> {
    print(
        "\nKnight's tours that a half-turn preserves, as pairs of matchings (OBDD, D. E. Knuth, \
         1996).\n\n",
    )?;
    let mut difference = None;
    let mut verdict = |name: &str, is_known: bool| {
        if !is_known && difference.is_none() {
            difference = Some(name.to_owned());
        }
        if is_known { "agrees".to_owned() } else { "DIFFERS".to_owned() }
    };
    let mut rows = Vec::new();
    for (board, known, source) in FOLDED {
        let name = format!("{}x{}", board[0], board[1]);
        let request = Request {
            method: TourMethod::Diagram,
            ..Request::count(board, TourSymmetry::HalfTurn)
        };
        let began = Instant::now();
        let answered = answer(&request, run, &mut |_| ())?;
        check_ended(answered.stopped_by, &name)?;
        let answer = answered.answer;
        let or_none = |count: &Option<kumiki::model::Count>| {
            count.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string)
        };
        let [nodes, suppressed] =
            answer.diagram.map_or([0, 0], |sizes| [sizes.nodes, sizes.suppressed]);
        let found = [
            or_none(&answer.matchings),
            nodes.to_string(),
            suppressed.to_string(),
            or_none(&answer.tours),
            or_none(&answer.pseudo),
        ];
        let seconds = format!("{:.3}", began.elapsed().as_secs_f64());
        let verdict = verdict(&name, found.join(" ") == known);
        rows.push([vec![name], found.to_vec(), vec![seconds, verdict, source.to_owned()]].concat());
    }
    let head = [
        "board",
        "matchings",
        "nodes",
        "suppressed",
        "tours",
        "pseudo",
        "seconds",
        "known figure",
        "known from",
    ];
    print(&table(&head, &["known figure", "known from"], rows))?;
    print("\nThe same and more by states of a frontier.\n\n")?;
    let mut rows = Vec::new();
    let began = Instant::now();
    let request = Request::count([8, 8], TourSymmetry::HalfTurn);
    let answered = answer(&request, run, &mut |_| ())?;
    check_ended(answered.stopped_by, "8x8")?;
    let found = answered.answer.classes.map_or_else(String::new, |classes| classes.to_string());
    let seconds = format!("{:.3}", began.elapsed().as_secs_f64());
    let agrees = verdict("8x8 half-turn, classes", found == "608233");
    rows.push(vec!["8x8 half-turn, classes".to_owned(), found, seconds, agrees, "seed".to_owned()]);
    for (name, kind, known, source) in GRAPHS {
        let graph: Graph = name.parse().expect("our own names are right");
        let began = Instant::now();
        let answered = graph::answer(&graph::Request::count(&graph, name, kind), run, &mut |_| ())?;
        check_ended(answered.stopped_by, name)?;
        let found = answered.answer.count.map_or_else(String::new, |count| count.to_string());
        let what = match kind {
            SubgraphKind::Matchings => "perfect matchings",
            _ => "Hamiltonian cycles",
        };
        let problem = format!("{name}, {what}");
        let seconds = format!("{:.3}", began.elapsed().as_secs_f64());
        let verdict = verdict(&problem, found == known);
        rows.push(vec![problem, found, seconds, verdict, source.to_owned()]);
    }
    let head = ["problem", "answer", "seconds", "known figure", "known from"];
    print(&table(&head, &["problem", "known figure", "known from"], rows))?;
    Ok(difference)
}
