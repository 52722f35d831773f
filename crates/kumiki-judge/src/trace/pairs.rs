//! Matchings of a folded board put together red cell by red cell, then their pairs: the method of
//! Knuth's OBDD.
//!
//! * **O1** After the first step every black cell has one edge, and each further step says the same
//!   of one more red cell. The judge counts the sets of edges for which that is so, and the nodes
//!   of their reduced diagram, without making one: it decides edge by edge, remembers which red
//!   cells are taken, and then lets equal rests be one.
//! * **O2** Pairs are told by the edge of the second matching that closes their first cycle. What
//!   is left of them after the last but one are single cycles: tours and pseudo-solutions. If there
//!   are few matchings, in the order by rows, the judge lists them and walks all pairs. Tours and
//!   pseudo-solutions it walks on the folded board, if that is small.
//! * **O3** How many nodes there are before they are reduced is taken on trust: no fewer than
//!   after, and at most two for each node of the diagram before.
//!
//! Nodes of orders of cells other than by rows are taken on trust as well, and so is all that is
//! too much to be counted here.

use super::{Figures, Followed};
use crate::envelope::{at_most, equal};
use crate::fault::{refuse, require};
use crate::subgraphs::LIMIT_STEPS;
use crate::tours::pairing::{MOST_MATCHINGS, folded_names};
use crate::{Fault, TourJudge, rule};
use kumiki_model::{CellOrder, Graph, ToursAsk, TraceEvent, TraceOutcome, TraceStep};
use kumiki_recount::{ColouredEdge, MatchingPairs, folded_cycles, matching_pairs};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};

/// What is said before matchings are put together, and before pairs are tried.
const ROUNDS: [&str; 2] = [
    "matchings of the folded board: each black cell has one edge, then each red cell",
    "pairs of matchings, by the edge of the second that closes their first cycle",
];

/// What is taken on trust if there are too many cycles to walk them.
const TOURS: &str = "which single cycles are tours";

/// The most states that are looked at to count nodes.
const MOST_STATES: usize = 400_000;

/// The seed counts the two constants as nodes.
const CONSTANTS: usize = 2;

/// A folded board with its cells row by row.
struct Board {
    graph: Graph,
    columns: usize,
    blacks: usize,
    /// The names of the red cells.
    reds: Vec<String>,
    /// Sorted by black cells.
    edges: Vec<ColouredEdge>,
    is_by_rows: bool,
}

/// The size of a diagram: its nodes, and the sets of edges.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Size {
    nodes: usize,
    sets: BigUint,
}

impl Board {
    fn new(ask: &ToursAsk) -> Result<Self, Fault> {
        let judge = TourJudge::new(ask)?;
        let ([rows, columns], [a, b]) = (judge.size(), judge.piece());
        let has_even_sides = rows.is_multiple_of(2) && columns.is_multiple_of(2);
        let is_folded = has_even_sides && (a + b) % 2 == 1;
        require(
            is_folded,
            rule::TRACE,
            || "matchings of colours are told, expected even sides and a piece that changes colours",
        )?;
        let [names, reds] = folded_names([rows, columns], [a, b]);
        let half = rows * columns / 2;
        let is_black = |cell: &usize| (cell / columns + cell % columns).is_multiple_of(2);
        let name = |cell: usize| format!("{}.{}", cell / columns, cell % columns);
        let blacks: Vec<String> = (0..half).filter(is_black).map(name).collect();
        let edge = |text: &String| {
            let (black, red) = text.trim_end_matches('*').split_once("--")?;
            let place = |known: &[String], cell: &str| known.iter().position(|name| name == cell);
            Some([place(&blacks, black)?, place(&reds, red)?])
        };
        let edges = names.iter().map(edge).collect::<Option<Vec<_>>>();
        Ok(Self {
            graph: judge.moves().clone(),
            columns,
            blacks: blacks.len(),
            edges: edges.expect("names are made of cells"),
            reds,
            is_by_rows: matches!(ask.order, None | Some(CellOrder::Rows)),
        })
    }

    /// The number of the red cell with a name, which may be that of its image.
    fn red(&self, name: &str) -> Option<usize> {
        let (row, column) = name.split_once('.')?;
        let [row, column] = [row.parse::<usize>().ok()?, column.parse::<usize>().ok()?];
        let cell = row.checked_mul(self.columns)?.checked_add(column)?;
        let last = self.graph.vertex_count() - 1;
        let first = cell.min(last.checked_sub(cell).filter(|_| column < self.columns)?);
        let name = format!("{}.{}", first / self.columns, first % self.columns);
        self.reds.iter().position(|red| *red == name)
    }

    /// O1: the size of the diagram in which these red cells have one edge each; nothing if it has
    /// too many states, or too many red cells.
    fn size(&self, reds: &[usize]) -> Option<Size> {
        let all = reds.iter().try_fold(0_u128, |all, red| {
            1_u128.checked_shl(u32::try_from(*red).ok()?).map(|bit| all | bit)
        })?;
        // The edges that follow each one, of its black cell and of red cells.
        let mut later = vec![0_u128; self.edges.len() + 1];
        for (at, [_, red]) in self.edges.iter().enumerate().rev() {
            later[at] = later[at + 1] | 1 << red;
        }
        let has_more = |at: usize| {
            let next = self.edges.get(at + 1);
            next.is_some_and(|[black, _]| *black == self.edges[at][0])
        };
        // What becomes of a state: the black cell has its edge, and the red cells that have one.
        let decided = |at: usize, (has_one, taken): (bool, u128), is_taken: bool| {
            let red = 1 << self.edges[at][1] & all;
            if is_taken && (has_one || taken & red != 0) {
                return None;
            }
            let (has_one, taken) =
                (has_one || is_taken, if is_taken { taken | red } else { taken });
            let is_dead = !has_more(at) && !has_one || all & !taken & !later[at + 1] != 0;
            (!is_dead).then_some((has_one && has_more(at), taken))
        };
        let is_bare = (0..self.blacks).any(|black| !self.edges.iter().any(|edge| edge[0] == black));
        let first = (all & !later[0] == 0 && !is_bare).then_some((false, 0));
        let mut levels: Vec<BTreeMap<(bool, u128), BigUint>> =
            vec![first.map(|state| (state, BigUint::from(1_u32))).into_iter().collect()];
        let mut states = 0;
        for at in 0..self.edges.len() {
            let mut next: BTreeMap<(bool, u128), BigUint> = BTreeMap::new();
            for (state, ways) in &levels[at] {
                for is_taken in [false, true] {
                    if let Some(state) = decided(at, *state, is_taken) {
                        *next.entry(state).or_default() += ways;
                    }
                }
            }
            states += next.len();
            if states > MOST_STATES {
                return None;
            }
            levels.push(next);
        }
        let sets = levels.last().map(|last| last.values().sum()).unwrap_or_default();
        // Equal rests are one node, from the end on: 0 and 1 are the constants.
        let mut nodes: HashMap<(usize, usize, usize), usize> = HashMap::new();
        let mut rests: HashMap<(bool, u128), usize> = levels
            .last()
            .into_iter()
            .flat_map(|last| last.keys().map(|state| (*state, 1)))
            .collect();
        for at in (0..self.edges.len()).rev() {
            let mut before = HashMap::new();
            for state in levels[at].keys() {
                let [low, high] = [false, true].map(|is_taken| {
                    let next = decided(at, *state, is_taken);
                    next.and_then(|next| rests.get(&next).copied()).unwrap_or(0)
                });
                let new = nodes.len() + CONSTANTS;
                let rest =
                    if low == high { low } else { *nodes.entry((at, low, high)).or_insert(new) };
                before.insert(*state, rest);
            }
            rests = before;
        }
        // States that lead nowhere look at nothing.
        Some(Size { nodes: nodes.len() + CONSTANTS, sets })
    }
}

/// Follows the steps.
pub(super) fn follow(ask: &ToursAsk, steps: &[TraceStep]) -> Result<Followed, Fault> {
    let board = Board::new(ask)?;
    let mut follower = Follower {
        size: board.size(&[]),
        said: None,
        done: Vec::new(),
        pairs: None,
        closed: 0,
        left: None,
        end: None,
        trusted: Vec::new(),
        board,
    };
    for (number, step) in (1..).zip(steps) {
        follower.step(number, step).map_err(|fault| {
            Fault::new(rule::TRACE, format!("step {number} cannot be followed: {fault}"))
        })?;
    }
    follower.end()
}

/// Where the judge is.
struct Follower {
    board: Board,
    /// The diagram so far, if the judge knows it.
    size: Option<Size>,
    /// What was said of it last.
    said: Option<Size>,
    /// The red cells that were dealt with.
    done: Vec<usize>,
    /// All pairs, when they have begun, if the judge has walked them.
    pairs: Option<Option<MatchingPairs>>,
    /// How many edges of second matchings were dealt with.
    closed: usize,
    /// The pairs without a cycle.
    left: Option<BigUint>,
    /// The tours and the pseudo-solutions.
    end: Option<[BigUint; 2]>,
    /// What was taken on trust.
    trusted: Vec<String>,
}

impl Follower {
    fn step(&mut self, number: usize, step: &TraceStep) -> Result<(), Fault> {
        equal(rule::TRACE, "the number", step.step, number)?;
        let level = match (&step.event, &self.pairs) {
            (TraceEvent::Round { .. }, _) => 0,
            (_, None) => self.done.len(),
            (_, Some(_)) => self.closed,
        };
        equal(rule::TRACE, "the level", step.level, level)?;
        match &step.event {
            TraceEvent::Round { limit } => self.begin(number, limit),
            TraceEvent::Carry { state, choice, becomes, outcome } if number > 1 => {
                match self.pairs {
                    None => self.intersect(state, choice, becomes, *outcome),
                    Some(_) => self.close(state, choice, becomes, *outcome),
                }
            }
            _ => refuse(rule::TRACE, "it is of another kind of work, expected matchings or pairs"),
        }
    }

    /// Matchings or pairs begin.
    fn begin(&mut self, number: usize, limit: &str) -> Result<(), Fault> {
        let is_over = self.done.len() == self.board.reds.len() && self.pairs.is_none();
        let place = if number == 1 { 0 } else { 1 };
        require(limit == ROUNDS[place] && (place == 0 || is_over), rule::TRACE, || {
            format!("'{limit}' begins, expected matchings and, when all are there, their pairs")
        })?;
        if place == 1 {
            let is_few = self.board.is_by_rows
                && self.said.as_ref().is_some_and(|said| said.sets <= MOST_MATCHINGS.into());
            let found = is_few.then(|| matching_pairs(&self.board.edges, MOST_MATCHINGS));
            self.pairs = Some(found.flatten());
        }
        Ok(())
    }

    /// What is said of a diagram is what the judge knows, if it does.
    fn judge_size(&mut self, said: Size) -> Result<(), Fault> {
        match &self.size {
            Some(known) => {
                equal(
                    rule::TRACE,
                    "the number of sets of edges",
                    said.sets.clone(),
                    known.sets.clone(),
                )?;
                if self.board.is_by_rows {
                    equal(rule::TRACE, "the number of nodes", said.nodes, known.nodes)?;
                } else {
                    self.trust("nodes of diagrams in another order of cells than by rows");
                }
            }
            None => self.trust("sizes of diagrams with many states"),
        }
        self.said = Some(said);
        Ok(())
    }

    fn trust(&mut self, what: &str) {
        if !self.trusted.iter().any(|known| known == what) {
            self.trusted.push(what.to_owned());
        }
    }

    /// O1.
    fn intersect(
        &mut self,
        state: &str,
        choice: &str,
        becomes: &str,
        outcome: TraceOutcome,
    ) -> Result<(), Fault> {
        let before = size_said(state)?;
        match &self.said {
            Some(said) => {
                require(before == *said, rule::TRACE, || {
                    format!("it begins with '{state}', expected what was there before")
                })?;
            }
            None => self.judge_size(before.clone())?,
        }
        let told = choice.strip_prefix("red cell ").and_then(|text| {
            let (cell, rest) = text.split_once(" has one edge, ")?;
            let unreduced = number(rest.strip_suffix(" nodes before they are reduced")?)?;
            Some((self.board.red(cell)?, unreduced))
        });
        let Some((red, unreduced)) = told.filter(|(red, _)| !self.done.contains(red)) else {
            return refuse(rule::TEXT, format!("'{choice}' is said, expected one more red cell"));
        };
        self.done.push(red);
        self.size = self.board.size(&self.done);
        // Nothing is left when it is dead, but for the constants.
        let nothing = Size { nodes: CONSTANTS, sets: BigUint::ZERO };
        let after = if becomes.is_empty() { nothing.clone() } else { size_said(becomes)? };
        let is_dead = becomes.is_empty();
        require(
            is_dead || after.sets != nothing.sets,
            rule::TRACE,
            || "no set of edges is left, expected nothing to be said of it",
        )?;
        require(outcome == outcome_of(is_dead), rule::TRACE, || {
            format!("it is {outcome}, expected {}", outcome_of(is_dead))
        })?;
        // O3
        let most = CONSTANTS + 2 * (before.nodes - CONSTANTS);
        at_most(rule::TRACE, "the number of nodes before they are reduced", unreduced, most)?;
        at_most(rule::TRACE, "the number of nodes", after.nodes, unreduced.max(CONSTANTS))?;
        self.trust("nodes before they are reduced");
        self.judge_size(after)
    }

    /// O2.
    fn close(
        &mut self,
        state: &str,
        choice: &str,
        becomes: &str,
        outcome: TraceOutcome,
    ) -> Result<(), Fault> {
        let wrong = |text: &str| {
            Fault::new(rule::TEXT, format!("'{text}' is said, expected pairs and their cycles"))
        };
        require(self.end.is_none(), rule::TRACE, || "it comes after the end, expected no step")?;
        let pairs_said = |text: &str| count(text.strip_suffix(" pairs")?);
        let before = pairs_said(state).ok_or_else(|| wrong(state))?;
        let (edge, rest) = choice
            .strip_prefix("edge ")
            .and_then(|text| text.split_once(" closes it "))
            .ok_or_else(|| wrong(choice))?;
        self.closed += 1;
        equal(rule::TRACE, "the number of the edge", number(edge).unwrap_or(0), self.closed)?;
        let is_last = self.closed == self.board.blacks;
        let (times, single) = match rest.split_once(" times, ") {
            Some((times, single)) => (count(times), Some(single)),
            None => (rest.strip_suffix(" times").and_then(count), None),
        };
        let times = times.filter(|_| single.is_some() == is_last).ok_or_else(|| wrong(choice))?;
        let walked = self.pairs.as_ref().and_then(Option::as_ref);
        let all: Option<u64> = walked.map(|w| w.first_cycles.iter().map(|row| row[1]).sum());
        let known = walked.and_then(|walked| walked.first_cycles.get(self.closed - 1)).copied();
        let expected = self.left.clone().or_else(|| all.map(BigUint::from));
        if let Some(expected) = expected {
            equal(rule::TRACE, "the number of pairs", before.clone(), expected)?;
        }
        if let Some([closed, _]) = known {
            equal(rule::TRACE, "how often a cycle closes", times.clone(), closed)?;
        } else {
            self.trust("when pairs close their first cycle");
        }
        let after = match single {
            None => {
                let after = pairs_said(becomes).ok_or_else(|| wrong(becomes))?;
                at_most(rule::TRACE, "the number of pairs", after.clone(), before.clone())?;
                let gone = &before - &after;
                match known {
                    Some([_, pairs]) => {
                        equal(rule::TRACE, "the number of pairs that are gone", gone, pairs)?;
                    }
                    None => at_most(rule::TRACE, "how often a cycle closes", times, gone)?,
                }
                require(outcome == TraceOutcome::Alive, rule::TRACE, || {
                    format!("it is {outcome}, expected alive")
                })?;
                after
            }
            Some(single) => {
                equal(rule::TRACE, "how often a cycle closes", times, before.clone())?;
                let said = single
                    .strip_suffix(" pseudo-solutions")
                    .and_then(|text| text.split_once(" tours and "))
                    .and_then(|(tours, pseudo)| Some([count(tours)?, count(pseudo)?]))
                    .ok_or_else(|| wrong(choice))?;
                self.judge_end(&said, &before)?;
                let is_dead = said[0] == BigUint::ZERO;
                let expected = if is_dead { TraceOutcome::Dead } else { TraceOutcome::Solution };
                require(outcome == expected && becomes.is_empty(), rule::TRACE, || {
                    format!("it is {outcome}, expected {expected}")
                })?;
                self.end = Some(said);
                BigUint::ZERO
            }
        };
        self.left = Some(after);
        Ok(())
    }

    /// Tours and pseudo-solutions are the single cycles, and as many of each as the judge walks.
    fn judge_end(&mut self, [tours, pseudo]: &[BigUint; 2], single: &BigUint) -> Result<(), Fault> {
        equal(rule::TRACE, "the number of single cycles", tours + pseudo, single.clone())?;
        match folded_cycles(&self.board.graph, LIMIT_STEPS) {
            Some([own_pseudo, own_tours]) => {
                equal(rule::TRACE, "the number of tours", tours.clone(), own_tours)?;
                equal(rule::TRACE, "the number of pseudo-solutions", pseudo.clone(), own_pseudo)
            }
            None => {
                self.trust(TOURS);
                Ok(())
            }
        }
    }

    /// Where the steps lead.
    fn end(self) -> Result<Followed, Fault> {
        let Self { board, said, done, end, trusted, .. } = self;
        let is_all = done.len() == board.reds.len();
        let is_none = is_all && said.as_ref().is_some_and(|said| said.sets == BigUint::ZERO);
        let is_over = end.is_some() || is_none;
        let solutions = end.as_ref().map(|[tours, _]| tours.clone()).unwrap_or_default();
        let figures = said.filter(|_| is_all).map(|said| Figures {
            nodes: said.nodes,
            matchings: said.sets,
            cycles: end,
        });
        // Tours that the judge has not walked itself are no count of its own.
        let is_count = is_over && !trusted.iter().any(|what| what == TOURS);
        Ok(Followed { solutions, is_count, is_cut_short: !is_over, trusted, figures })
    }
}

fn outcome_of(is_dead: bool) -> TraceOutcome {
    if is_dead { TraceOutcome::Dead } else { TraceOutcome::Alive }
}

/// A number as it is written: without zeros before it.
fn count(text: &str) -> Option<BigUint> {
    text.parse::<BigUint>().ok().filter(|number| number.to_string() == text)
}

fn number(text: &str) -> Option<usize> {
    text.parse::<usize>().ok().filter(|number| number.to_string() == text)
}

/// The size of a diagram in words.
fn size_said(text: &str) -> Result<Size, Fault> {
    let size = text.strip_suffix(" sets of edges").and_then(|text| {
        let (nodes, sets) = text.split_once(" nodes, ")?;
        let nodes = number(nodes).filter(|nodes| *nodes >= CONSTANTS)?;
        Some(Size { nodes, sets: count(sets)? })
    });
    size.ok_or_else(|| {
        Fault::new(rule::TEXT, format!("'{text}' is said, expected the size of a diagram"))
    })
}
