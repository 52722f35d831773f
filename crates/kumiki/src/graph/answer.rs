//! From a question to the answer that is printed, saved and judged.

use super::diagram::Diagram;
use super::reasons::none_because;
use super::solutions::{EdgeSet, listed};
use super::{Request, Show, verify};
use crate::Halt;
use crate::frontier::{
    Counted, EdgeGroup, Family, Forecasted, check_listing, compare_sizes, count, forecast, pick,
    plan,
};
use crate::judged::judge_shown;
use crate::report::{run_report, unless_too_large};
use kumiki_drive::Run;
use kumiki_frontier::{Keys, Network, Plan};
use kumiki_judge::SubgraphJudge;
use kumiki_model::{GraphAnswer, GraphQuestionRecord, RunReport, StoppedBy, Subgraph};
use kumiki_search::Profile;
use num_bigint::BigUint;

/// An answer, what is shown of the solutions, and how the search ended.
#[derive(Debug)]
pub struct Answered {
    /// Everything that is known.
    pub answer: GraphAnswer,
    /// The edges of each solution that is shown.
    pub shown: Vec<EdgeSet>,
    /// The diagram of all solutions, if it was made.
    pub diagram: Option<Diagram>,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
}

/// Answers a question. `tell` hears what the count is expected to need, before it begins.
///
/// # Errors
/// If the question makes no sense, if it needs more memory than there is, or if two methods
/// disagree, which is a bug.
pub fn answer(
    request: &Request<'_>,
    run: &Run<'_>,
    tell: &mut dyn FnMut(&Forecasted),
) -> Result<Answered, Halt> {
    let run = &run.within_the_machine();
    let began = run.elapsed();
    let mut profile = Profile::new(&[]);
    let mut answered =
        Answered { answer: nothing(request), shown: Vec::new(), diagram: None, stopped_by: None };
    match write(request, run, tell, &mut answered, &mut profile) {
        Ok(()) => {}
        Err(Halt::Stopped(stopped_by)) => answered.stopped_by = Some(stopped_by),
        Err(halt) => return Err(halt),
    }
    answered.answer.complete = answered.stopped_by.is_none();
    answered.answer.stopped_by = answered.stopped_by;
    answered.answer.profile = run_report(&profile, began, run, request.profile);
    Ok(answered)
}

/// Writes the answer. What is there when it halts, stays.
fn write(
    request: &Request<'_>,
    run: &Run<'_>,
    tell: &mut dyn FnMut(&Forecasted),
    answered: &mut Answered,
    visited: &mut Profile,
) -> Result<(), Halt> {
    let ends = request.end_vertices()?;
    let degrees = request.degree_set()?;
    if let Some(reason) = none_because(request.graph, request.kind, ends, degrees) {
        answered.answer.count = Some(BigUint::ZERO.into());
        answered.answer.evidence.push("method: no search was needed".to_owned());
        answered.answer.none_because = Some(reason);
        answered.answer.solutions = (request.show != Show::Nothing).then(Vec::new);
        if !request.diagram {
            return Ok(());
        }
    }
    let network = Network::from(request.graph);
    let problem = request.problem(ends, degrees)?;
    let plan = plan(&network, problem.clone(), run)?;
    let expected = forecast(&plan, run.threads());
    expected.check(run)?;
    tell(&expected);
    let Counted { tally, profile, peak_states } = count(&plan, Keys::Narrow, run)?;
    *visited = profile;
    let answer = &mut answered.answer;
    answer.forecast = Some(expected.record());
    answer.evidence.push(format!(
        "method: states of a frontier, vertex by vertex, at most {peak_states} at a time"
    ));
    let counted = tally?.total();
    check_reason(answer, &counted)?;
    answer.count = Some(counted.clone().into());
    if request.verify {
        let second = verify::verify(request, &network, &problem, &plan, &counted, run);
        answer.evidence.push(unless_too_large(second)?);
    }
    if request.diagram || request.show != Show::Nothing {
        show(request, ends, &plan, &counted, run, answered)?;
    }
    Ok(())
}

/// If it is known that there is none, then none must have been counted.
fn check_reason(answer: &GraphAnswer, counted: &BigUint) -> Result<(), Halt> {
    match &answer.none_because {
        Some(reason) if *counted != BigUint::ZERO => Err(Halt::Disagreement {
            first: format!("none because {reason}"),
            second: counted.to_string(),
        }),
        _ => Ok(()),
    }
}

/// Makes the diagram of all solutions, and shows some.
fn show(
    request: &Request<'_>,
    ends: Option<[usize; 2]>,
    plan: &Plan,
    counted: &BigUint,
    run: &Run<'_>,
    answered: &mut Answered,
) -> Result<(), Halt> {
    let (graph, answer) = (request.graph, &mut answered.answer);
    let wanted = match request.show {
        Show::Nothing => 0,
        Show::List(most) | Show::First(most) | Show::Sample { size: most, .. } => most,
    };
    let listed_count = u128::try_from(counted.min(&BigUint::from(wanted))).unwrap_or(u128::MAX);
    check_listing(listed_count, graph.vertex_count(), run)?;
    let family = Family::build(plan, run)?;
    family.compare(counted)?;
    let nodes = family.node_count();
    answer.diagram_nodes = Some(nodes);
    answer.evidence.push(format!(
        "identity: a diagram of all solutions, with {nodes} nodes, has as many members modulo 2^64"
    ));
    let diagram = Diagram::new(family, graph);
    let edge_set = |links: &[usize]| {
        let mut edges: EdgeSet = links.iter().map(|link| graph.edges()[*link]).collect();
        edges.sort_unstable();
        edges
    };
    if request.show != Show::Nothing {
        let families = std::slice::from_ref(diagram.family());
        let group = request.one_per_class.then(|| EdgeGroup::new(graph, ends)).transpose()?;
        let lift = |_: usize, links: &[usize]| {
            let standing = group.as_ref().map_or(Some(1), |group| group.standing(links))?;
            Some((edge_set(links), standing))
        };
        let shown = pick(families, counted, request.show, run, lift)?;
        let (shown, symmetries) = shown.into_iter().unzip();
        answered.shown = shown;
        if let Some(group) = &group {
            note_classes(request.show, group, symmetries, counted, answer)?;
        }
        let listed = answered.shown.iter().map(|edges| listed(graph, request.kind, ends, edges));
        answer.solutions = Some(listed.collect());
        let judge = SubgraphJudge::new(graph, &answer.question).map_err(|fault| Halt::Refuted {
            what: "the question".to_owned(),
            fault: fault.to_string(),
        })?;
        let judge = |number: usize, subgraph: &Subgraph| judge.judge(number, subgraph).map(|_| ());
        let solutions = answer.solutions.as_deref().unwrap_or_default();
        let line = judge_shown(["solution", "solutions"], solutions, run, judge)?;
        answer.evidence.extend(line);
    }
    if request.diagram {
        answer
            .evidence
            .push(format!("edges in the order of the diagram: {}", diagram.edges().join(" ")));
        answered.diagram = Some(diagram);
    }
    Ok(())
}

/// Notes how symmetric the listed solutions are, each of which stands for its class. A whole list
/// must contain all solutions.
fn note_classes(
    show: Show,
    group: &EdgeGroup,
    symmetries: Vec<usize>,
    counted: &BigUint,
    answer: &mut GraphAnswer,
) -> Result<(), Halt> {
    answer.evidence.push(format!("classes are up to the {}: {}", group.what(), group.order()));
    if matches!(show, Show::List(most) if symmetries.len() < most) {
        answer.evidence.push(compare_sizes(group.order(), symmetries.iter().copied(), counted)?);
        answer.classes = Some(BigUint::from(symmetries.len()).into());
    }
    answer.group_order = Some(group.order());
    answer.symmetries = Some(symmetries);
    Ok(())
}

/// An answer without anything.
fn nothing(request: &Request<'_>) -> GraphAnswer {
    let sample = match request.show {
        Show::Sample { size, seed } => Some((size, seed)),
        _ => None,
    };
    let owned = |name: &str| name.to_owned();
    GraphAnswer {
        question: GraphQuestionRecord {
            command: "graph".to_owned(),
            kind: request.kind,
            graph: request.name.to_owned(),
            from: request.ends.map(|[from, _]| owned(from)),
            to: request.ends.map(|[_, to]| owned(to)),
            degrees: (!request.degrees.is_empty()).then(|| request.degrees.to_vec()),
            list: request.show.list(),
            sample: sample.map(|(size, _)| size),
            seed: sample.map(|(_, seed)| seed),
            one_per_class: request.one_per_class,
        },
        count: None,
        group_order: None,
        classes: None,
        none_because: None,
        diagram_nodes: None,
        forecast: None,
        solutions: None,
        symmetries: None,
        complete: false,
        stopped_by: None,
        evidence: Vec::new(),
        profile: RunReport::default(),
    }
}
