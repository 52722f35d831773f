//! The steps of a search, followed one by one.
//!
//! The judge makes the choices that a trace tells, and looks whether they are possible and lead to
//! solutions. It does not look for choices that were left out: that all were tried is what counts
//! are compared for.
//!
//! * **T1** Steps are numbered from 1, one after the other.
//! * **T2** Behind a choice that is alive comes what is decided next, one level deeper. As many
//!   choices follow there as were announced, no two the same but for options with the same text,
//!   before the search goes back; only the end of the trace may come before.
//! * **T3** A choice decides what it is to decide, and goes with those made before it.
//! * **T4** What is called a solution is one, and no two are the same but for options with the same
//!   text.
//!
//! Work that goes level by level is followed by rules of its own, in `levels`; `frontier` has the
//! states of graphs and, with `net`, of folded boards, `layers` those of bricks in layers,
//! `memo` those of exact covers and, with `stated`, of puzzles, and `pairs` diagrams of matchings.

mod bricks;
mod cover;
mod frontier;
mod layers;
mod levels;
mod memo;
mod net;
mod pairs;
mod pieces;
mod pushes;
mod stated;
mod tiles;

use crate::envelope::{at_most, equal};
use crate::fault::{refuse, require};
use crate::subgraphs::{graph_of, wanted};
use crate::{Fault, TourJudge, rule};
use kumiki_model::{
    Answer, AntislideAsk, Ask, Count, GraphAsk, Kernel, Method, Part, Question, SubgraphKind,
    TourMethod, ToursAsk, TraceEvent, TraceOutcome, TraceStep,
};
use kumiki_recount::Wanted;
use net::{Ending, FoldedBoard, Net};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// What choices mean, in one family.
trait Subject {
    /// T3: a choice about something, after others.
    fn judge_choice(&self, about: &str, made: &[&str], choice: &str) -> Result<(), Fault>;

    /// T4: all choices of a solution.
    fn judge_solution(&self, made: &[&str]) -> Result<(), Fault>;

    /// How many choices are called by the same words.
    fn copies(&self, _choice: &str) -> usize {
        1
    }
}

/// In how many ways choices can be made that are called by these words, which are sorted: so many
/// of the copies of each.
fn same_words(subject: &dyn Subject, made: &[&str]) -> BigUint {
    let ways = |group: &[&str]| {
        let (used, copies) = (group.len(), subject.copies(group[0]));
        let factor = |taken: usize| BigUint::from(copies.saturating_sub(taken));
        let divisor: BigUint = (1..=used).map(BigUint::from).product();
        (0..used).map(factor).product::<BigUint>() / divisor
    };
    // A tile can be pushed twice, but there is one of it.
    made.chunk_by(|one, other| one == other).map(ways).product::<BigUint>().max(1_u32.into())
}

/// The choice of nothing: what is known before anything is decided.
const NOTHING: &str = "nothing";

/// Where the steps of a search lead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Followed {
    /// How many solutions the judge has come to.
    pub solutions: BigUint,
    /// Whether these are all that there are: steps are told to the end, and all ways were tried.
    /// The judge says so of work that goes level by level only.
    pub is_count: bool,
    /// Whether the steps end before they must. The judge sees that in work that goes level by level
    /// only.
    pub is_cut_short: bool,
    /// What the judge has not worked out itself, in words.
    pub trusted: Vec<String>,
    /// What the steps say of numbers in the answer.
    pub(crate) figures: Option<Figures>,
}

/// What the steps of OBDD say of a folded board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Figures {
    nodes: usize,
    matchings: BigUint,
    /// Tours and pseudo-solutions, if they are told.
    cycles: Option<[BigUint; 2]>,
}

impl Figures {
    /// They are those of the answer.
    fn judge(&self, answer: &Answer) -> Result<(), Fault> {
        let Part::Tours(part) = &answer.part else { return Ok(()) };
        let same = |what: &str, said: &Option<Count>, told: &BigUint| match said {
            Some(said) => equal(rule::TRACE, what, said.0.clone(), told.clone()),
            None => Ok(()),
        };
        if let Some(diagram) = &part.diagram {
            equal(rule::TRACE, "the number of nodes by the steps told", diagram.nodes, self.nodes)?;
        }
        same("the number of matchings by the steps told", &part.matchings, &self.matchings)?;
        let Some([tours, pseudo]) = &self.cycles else { return Ok(()) };
        same("the number of tours by the steps told", &answer.count, tours)?;
        same("the number of pseudo-solutions by the steps told", &part.pseudo, pseudo)
    }
}

/// Follows the steps of a search, and says where they lead.
///
/// # Errors
/// If a step cannot be followed.
pub fn follow_trace(question: &Question, steps: &[TraceStep]) -> Result<Followed, Fault> {
    if steps.is_empty() {
        return Ok(Followed::default());
    }
    match &question.ask {
        Ask::Antislide(ask) if ask.method == Method::Layers => follow_layers(ask, steps),
        Ask::Antislide(ask) => follow(&bricks::Bricks::new(ask)?, steps),
        Ask::Cover(ask) if ask.kernel == Kernel::Memo => {
            levels::follow(memo::Items::new(cover::Options::new(ask)?), steps)
        }
        Ask::Cover(ask) => follow(&cover::Options::new(ask)?, steps),
        Ask::Pack(ask) if ask.kernel == Kernel::Memo => {
            levels::follow(memo::Items::new(stated::options(ask)?), steps)
        }
        Ask::Pack(ask) => follow(&pieces::Pieces::new(ask)?, steps),
        Ask::Slide(ask) => follow(&pushes::Pushing::new(ask)?, steps),
        Ask::Tile(ask) => follow(&tiles::Tiles::new(ask)?, steps),
        Ask::Graph(ask) => follow_graph(ask, steps),
        Ask::Tours(ask) => follow_tours(ask, steps),
        other => refuse(
            rule::TRACE,
            format!("there are steps of a search, expected none with {}", other.command()),
        ),
    }
}

/// Follows the steps that an answer tells, if any, and holds its count against them.
///
/// # Errors
/// If a step cannot be followed, or if the steps lead to another count.
pub(crate) fn judge_trace(answer: &Answer) -> Result<(), Fault> {
    if answer.trace.is_empty() {
        return Ok(());
    }
    let most = answer.question.how.trace.unwrap_or(0);
    at_most(rule::TRACE, "the number of steps", answer.trace.len(), most)?;
    let followed = follow_trace(&answer.question, &answer.trace)?;
    let is_all = answer.trace.len() == most || !answer.is_complete();
    require(is_all || !followed.is_cut_short, rule::TRACE, || {
        format!("the steps end after {}, expected them to the end", answer.trace.len())
    })?;
    if let Some(figures) = followed.figures.filter(|_| answer.is_complete()) {
        figures.judge(answer)?;
    }
    match &answer.count {
        Some(count) if followed.is_count => {
            equal(rule::TRACE, "the count by the steps told", count.0.clone(), followed.solutions)
        }
        _ => Ok(()),
    }
}

/// Follows a count of packings by layers. If only some packings are asked for, those that all
/// layers lead to are not the answer.
fn follow_layers(ask: &AntislideAsk, steps: &[TraceStep]) -> Result<Followed, Fault> {
    let work = layers::Layers::new(ask)?;
    let counts_all = work.counts_all();
    let followed = levels::follow(work, steps)?;
    Ok(Followed { is_count: followed.is_count && counts_all, ..followed })
}

/// Follows a count of subgraphs.
fn follow_graph(ask: &GraphAsk, steps: &[TraceStep]) -> Result<Followed, Fault> {
    let graph = graph_of(ask)?;
    let wanted = wanted(&graph, ask)?;
    let ending = |vertex: usize| match wanted.ends {
        Some(ends) if ends.contains(&vertex) => Ending::Must,
        None if wanted.kind == SubgraphKind::HamiltonianPaths => Ending::May,
        _ => Ending::Never,
    };
    let net = Net::new(&graph, "vertex", ending);
    levels::follow(frontier::Frontier::new(net, wanted), steps)
}

/// What is said before cycles, and before paths, of a folded board are counted.
const FOLDED_ROUNDS: [&str; 2] = [
    "cycles of the folded board, of which the odd ones are tours",
    "paths of the folded board, each of them a tour",
];

/// Follows a count of tours.
fn follow_tours(ask: &ToursAsk, steps: &[TraceStep]) -> Result<Followed, Fault> {
    if ask.method == TourMethod::Diagram {
        return pairs::follow(ask, steps);
    }
    let judge = TourJudge::new(ask)?;
    let cycles = Wanted::new(SubgraphKind::HamiltonianCycles);
    let Some(folded) = FoldedBoard::new(judge.moves(), judge.size(), ask.symmetry) else {
        let net = Net::new(judge.moves(), "cell", |_| Ending::Never);
        return levels::follow(frontier::Frontier::new(net, cycles), steps);
    };
    let paths = Wanted::new(SubgraphKind::HamiltonianPaths);
    let mut solutions = BigUint::ZERO;
    let (mut begun, mut rest) = (0, steps);
    let mut is_whole = true;
    let mut is_told = [false; 2];
    while let Some((TraceStep { step, level, event }, after)) = rest.split_first() {
        let number = begun + 1;
        let at = match event {
            TraceEvent::Round { limit } => FOLDED_ROUNDS.iter().position(|known| known == limit),
            _ => None,
        };
        // Cycles come before paths, each once and to the end.
        let at = at.filter(|at| *step == number && *level == 0 && !is_told[*at..].contains(&true));
        let Some(at) = at.filter(|_| is_whole) else {
            let what = "begins something else, expected cycles or paths of the folded board, each \
                once and to the end";
            return refuse(rule::TRACE, format!("step {number} {what}"));
        };
        let is_round = |step: &TraceStep| matches!(step.event, TraceEvent::Round { .. });
        let len = after.iter().position(is_round).unwrap_or(after.len());
        let wanted = if at == 0 { &cycles } else { &paths };
        let work = frontier::Frontier::new(folded.net(), wanted.clone());
        let sums = levels::follow_from(work, number + 1, &after[..len])?;
        let [even, odd] = sums.solutions;
        solutions += if at == 0 { odd } else { even + odd };
        (is_whole, is_told[at]) = (sums.is_whole, true);
        (begun, rest) = (number + len, &after[len..]);
    }
    let missing = folded.may_have().iter().zip(is_told).any(|(may_be, told)| *may_be && !told);
    is_whole &= !missing;
    Ok(Followed { solutions, is_count: is_whole, is_cut_short: !is_whole, ..Followed::default() })
}

/// Something that is being decided.
struct Decision<'t> {
    about: &'t str,
    /// How many choices are still to come.
    left: usize,
    /// How often each was tried.
    tried: BTreeMap<&'t str, usize>,
    /// The one that is alive, and what it forces.
    made: Vec<&'t str>,
    /// Whether the search is below it.
    is_alive: bool,
}

fn follow<'t>(subject: &dyn Subject, steps: &'t [TraceStep]) -> Result<Followed, Fault> {
    let mut path: Vec<Decision<'t>> = Vec::new();
    // What is forced before anything is decided.
    let mut at_first: Vec<&'t str> = Vec::new();
    // How often each was told.
    let mut solutions: BTreeMap<Vec<&'t str>, BigUint> = BTreeMap::new();
    for (number, TraceStep { step, level, event }) in (1..).zip(steps) {
        let wrong = |what: &str| Fault::new(rule::TRACE, format!("step {number} {what}"));
        require(*step == number, rule::TRACE, || {
            format!("step {number} has the number {step}, expected {number}") // T1
        })?;
        match event {
            TraceEvent::Branch { on, ways, .. } => {
                let is_next = path.last().is_none_or(|above| above.is_alive);
                let is_there = path.len() == *level && is_next;
                require(is_there, rule::TRACE, || {
                    wrong("decides something, expected an alive choice right before it").what
                })?;
                path.push(Decision {
                    about: on,
                    left: *ways,
                    tried: BTreeMap::new(),
                    made: Vec::new(),
                    is_alive: false,
                });
            }
            TraceEvent::Try { choice, outcome, forces, .. } => {
                let forced = forces.iter().map(String::as_str);
                let is_root = choice == NOTHING && path.is_empty();
                if is_root {
                    at_first = forced.collect();
                } else {
                    // The search goes back over what is finished.
                    while path.len() > level + 1 {
                        let above = path.pop().expect("longer than the level");
                        require(above.left == 0 && !above.is_alive, rule::TRACE, || {
                            wrong("goes back before all choices were tried, expected them").what
                        })?;
                        path.last_mut().expect("longer than the level").is_alive = false;
                    }
                    let mut made = at_first.clone();
                    let above = path.len().saturating_sub(1);
                    made.extend(path[..above].iter().flat_map(|decision| decision.made.iter()));
                    let decision = path.last_mut().filter(|_| above == *level);
                    let decision = decision.ok_or_else(|| {
                        wrong("tries a choice, expected something to be decided before it")
                    })?;
                    let is_announced = decision.left > 0 && !decision.is_alive;
                    let times = decision.tried.entry(choice).or_default();
                    *times += 1;
                    let is_another = *times <= subject.copies(choice);
                    require(is_announced && is_another, rule::TRACE, || {
                        wrong("tries a choice again or one too many, expected another").what
                    })?;
                    subject
                        .judge_choice(decision.about, &made, choice)
                        .map_err(|fault| wrong(&format!("cannot be followed: {fault}")))?;
                    decision.left -= 1;
                    decision.is_alive = *outcome == TraceOutcome::Alive;
                    decision.made = std::iter::once(choice.as_str()).chain(forced).collect();
                }
                if *outcome == TraceOutcome::Solution {
                    let mut made = at_first.clone();
                    made.extend(path.iter().flat_map(|decision| decision.made.iter()));
                    subject
                        .judge_solution(&made)
                        .map_err(|fault| wrong(&format!("is no solution: {fault}")))?;
                    made.sort_unstable();
                    let most = same_words(subject, &made);
                    let times = solutions.entry(made).or_default();
                    *times += 1_u32;
                    require(*times <= most, rule::TRACE, || {
                        wrong("is a solution that was there before, expected another").what
                    })?;
                }
            }
            TraceEvent::Round { .. } => {
                let is_done = |above: &Decision<'_>| above.left == 0;
                require(*level == 0 && path.iter().all(is_done), rule::TRACE, || {
                    wrong("begins again before all choices were tried, expected them").what
                })?;
                path.clear();
                at_first.clear();
            }
            _ => return Err(wrong("is of another kind of work, expected a choice")),
        }
    }
    let solutions = solutions.into_values().sum();
    Ok(Followed { solutions, ..Followed::default() })
}
