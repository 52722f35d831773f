//! `kumiki graph`: from a graph to a request, from an answer to text, JSON, pictures and diagrams.

use crate::args::GraphArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{JSON, Outputs};
use crate::running::{exit_code, show, stop_reason, tell_forecast, terminal};
use crate::tables::{picture_title, profile};
use crate::text::{alternatives, numbered, plural};
use kumiki::draw::{GraphCard, Sheet, graph_sheet};
use kumiki::drive::Run;
use kumiki::formats::edges;
use kumiki::graph::{Answered, DiagramForm, Request, answer};
use kumiki::model::{Count, Graph, Subgraph, SubgraphKind};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// The longest file that is read.
const FILE_LIMIT_BYTES: u64 = 64 << 20;

/// A graph with what it is called in titles and in the answer.
struct Given {
    graph: Graph,
    title: String,
    /// The name, or the text of the file.
    text: String,
}

pub(crate) fn run(args: &GraphArgs) -> Result<ExitCode, Failure> {
    let common = &args.common;
    let terminal = terminal(common)?;
    let run = Run::new(&*terminal);
    let given = read(&args.graph)?;
    let form = args.diagram.as_deref().map(diagram_form).transpose()?;
    let mut outputs = Outputs::new(common.force, common.json.then_some(JSON), Some(&args.graph));
    outputs.reserve("--svg", args.picture.svg.as_deref())?;
    outputs.reserve("--diagram", args.diagram.as_deref())?;
    let request = Request {
        graph: &given.graph,
        name: &given.text,
        kind: args.kind.into(),
        degrees: &args.degrees,
        ends: args.from.as_deref().zip(args.to.as_deref()).map(|(from, to)| [from, to]),
        show: show(common, &args.sample, outputs.wants("--svg")),
        one_per_class: args.one_per_class,
        diagram: form.is_some(),
        verify: common.verify,
        profile: common.profile,
    };
    let answered = answer(&request, &run, &mut tell_forecast)?;
    let with_list = common.list.is_some() || common.first || args.sample.sample.is_some();
    outputs.print(&answered.answer, || describe(&given, &answered, with_list, common.profile))?;
    outputs.write("--svg", || draw(&given, &answered).to_svg())?;
    if let (Some(form), Some(diagram)) = (form, &answered.diagram) {
        outputs.write("--diagram", || diagram.to_text(form))?;
    }
    Ok(exit_code(answered.stopped_by, &answered.answer.evidence))
}

/// A graph by its name or from a file.
fn read(path: &Path) -> Result<Given, Failure> {
    let name = path.display().to_string();
    let is_name =
        ["grid:", "king:", "knight:", "leaper:"].iter().any(|kind| name.starts_with(kind));
    if is_name && !path.exists() {
        let graph = name.parse().map_err(|error| Failure::Input(format!("bad GRAPH: {error}")))?;
        return Ok(Given { graph, title: name.clone(), text: name });
    }
    let expected = "a file of edges, or a graph such as grid:8x8 or knight:6x6";
    let input = Input::read(path, FILE_LIMIT_BYTES, expected)?;
    let graph = edges::read(&input.bytes).map_err(|error| input.refused(error))?;
    let text = String::from_utf8_lossy(&input.bytes).into_owned();
    Ok(Given { graph, title: input.name, text })
}

/// The form of a diagram that the name of its file asks for. On stdout it is for Graphviz.
fn diagram_form(path: &Path) -> Result<DiagramForm, Failure> {
    let name = path.display().to_string();
    let form = DiagramForm::of_file(if name == "-" { ".dot" } else { &name });
    form.ok_or_else(|| {
        let expected = "a name that ends in .dot, .zdd or .knuth, or -";
        Failure::Input(format!("bad value '{name}' for '--diagram', expected {expected}"))
    })
}

/// What is counted, with a number.
fn counted(kind: SubgraphKind, count: &Count) -> String {
    let (one, many) = nouns(kind);
    plural(count, one, many)
}

fn nouns(kind: SubgraphKind) -> (&'static str, &'static str) {
    match kind {
        SubgraphKind::Matchings => ("perfect matching", "perfect matchings"),
        SubgraphKind::HamiltonianCycles => ("Hamiltonian cycle", "Hamiltonian cycles"),
        SubgraphKind::HamiltonianPaths => ("Hamiltonian path", "Hamiltonian paths"),
        SubgraphKind::Paths => ("path", "paths"),
        SubgraphKind::Cycles => ("cycle", "cycles"),
        SubgraphKind::SpanningTrees => ("spanning tree", "spanning trees"),
        SubgraphKind::Forests => ("forest", "forests"),
        SubgraphKind::Factors => ("factor", "factors"),
    }
}

/// The answer for people.
fn describe(given: &Given, answered: &Answered, with_list: bool, with_profile: bool) -> String {
    let Answered { answer, stopped_by, .. } = answered;
    let mut text = String::new();
    for (number, solution) in (1..).zip(answer.solutions.iter().flatten()).filter(|_| with_list) {
        let caption = numbered(number, answer.symmetries.as_deref());
        writeln!(text, "{caption}: {}", written(solution)).expect("writing to a string");
    }
    let question = &answer.question;
    let ends = question.from.as_ref().zip(question.to.as_ref());
    let ends = ends.map(|(from, to)| format!(" from {from} to {to}"));
    let degrees = question.degrees.as_ref().map(|degrees| {
        let numbers: Vec<String> = degrees.iter().map(ToString::to_string).collect();
        format!(" of degree {}", alternatives(&numbers))
    });
    let besides = ends.or(degrees).unwrap_or_default();
    let (_, many) = nouns(question.kind);
    let headline = match (&answer.count, &answer.none_because) {
        (_, Some(reason)) => format!("no {many}{besides}: {reason}"),
        (Some(count), None) => {
            let classes = answer.classes.as_ref();
            let classes =
                classes.map(|classes| format!(", {}", plural(classes, "class", "classes")));
            format!("{}{besides}{}", counted(question.kind, count), classes.unwrap_or_default())
        }
        (None, None) => format!("the {many}{besides} are not counted yet"),
    };
    let size = format!(
        "{} and {}",
        plural(given.graph.vertex_count(), "vertex", "vertices"),
        plural(given.graph.edges().len(), "edge", "edges")
    );
    writeln!(text, "{}: {headline}\n\nthe graph has {size}", given.title)
        .expect("writing to a string");
    if with_profile {
        text += &profile(&answer.profile);
    }
    for line in &answer.evidence {
        writeln!(text, "{line}").expect("writing to a string");
    }
    if let Some(reason) = stop_reason(*stopped_by, "solution") {
        writeln!(text, "{reason}: the answer is not complete").expect("writing to a string");
    }
    text
}

/// A solution on a line.
fn written(solution: &Subgraph) -> String {
    match solution {
        Subgraph::Vertices(names) => names.join(" "),
        Subgraph::Edges(edges) => {
            edges.iter().map(|ends| ends.join("-")).collect::<Vec<String>>().join(" ")
        }
    }
}

/// The picture of the solutions that are shown.
fn draw(given: &Given, answered: &Answered) -> Sheet {
    let Answered { answer, shown, .. } = answered;
    let all = answer.classes.as_ref().or(answer.count.as_ref());
    let all = all.cloned().unwrap_or_else(|| Count::from(0_u64));
    let (_, many) = nouns(answer.question.kind);
    let title =
        picture_title(&format!("{many} of {}", given.title), shown.len(), &all, answer.complete);
    let card = |(number, edges): (usize, &Vec<[usize; 2]>)| GraphCard {
        edges: edges.clone(),
        caption: numbered(number, answer.symmetries.as_deref()),
    };
    let cards: Vec<GraphCard> = (1..).zip(shown).map(card).collect();
    Sheet { title, ..graph_sheet(&given.graph, &cards) }
}
