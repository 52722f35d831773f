//! States of the frontier of a graph: `0,1 to 1,0; 1,1 bare`.
//!
//! A vertex is settled by deciding its edges to vertices that are not settled. The frontier are
//! those that are not, but have a neighbour that is. A choice names edges that are taken and edges
//! that are left; if it does not name all, then at most one way to go on leads anywhere. What is
//! settled, a graph or a folded board, is in `net`.
//!
//! The rules are not written like those of the engine: degrees are held against what a vertex may
//! have in the end, and what hangs together is found by joining parts, for every state anew.

use super::NOTHING;
use super::levels::{Fate, Levels};
use super::net::{Edge, Ending, Net};
use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::SubgraphKind;
use kumiki_recount::{Parts, Wanted};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// What hangs together with a vertex of the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bond {
    /// Nothing that matters.
    None,
    /// The other end of the same path; or the first vertex of the same tree.
    With(usize),
    /// A path that has ended for good at its other side.
    Ended,
}

/// What is known of a vertex of the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stand {
    /// How many edges it has; one more if a path must end there. Trees do not need it: 0.
    degree: usize,
    bond: Bond,
}

/// The vertices of the frontier.
type State = BTreeMap<usize, Stand>;

/// Edges of the vertex that is settled, by their positions in [`Net::edges`].
#[derive(Clone)]
pub(super) struct Choice {
    taken: BTreeSet<usize>,
    left: BTreeSet<usize>,
}

/// All that can come of a choice but death, each with whether the edges taken are odd.
type Fates = Vec<(Fate<State>, bool)>;

/// A graph or a folded board whose vertices are settled.
pub(super) struct Frontier {
    net: Net,
    wanted: Wanted,
    is_settled: Vec<bool>,
    /// The vertex that is settled on this level; not yet in `is_settled`.
    vertex: Option<usize>,
}

impl Frontier {
    pub(super) fn new(net: Net, wanted: Wanted) -> Self {
        let is_settled = vec![false; net.len()];
        Self { net, wanted, is_settled, vertex: None }
    }

    fn is_tree(&self) -> bool {
        matches!(self.wanted.kind, SubgraphKind::SpanningTrees | SubgraphKind::Forests)
    }

    /// Whether the edges form one path or one cycle.
    fn is_walk(&self) -> bool {
        self.is_open() || self.is_closed()
    }

    fn is_open(&self) -> bool {
        matches!(self.wanted.kind, SubgraphKind::HamiltonianPaths | SubgraphKind::Paths)
    }

    fn is_closed(&self) -> bool {
        matches!(self.wanted.kind, SubgraphKind::HamiltonianCycles | SubgraphKind::Cycles)
    }

    fn visits_all(&self) -> bool {
        use SubgraphKind::{HamiltonianCycles, HamiltonianPaths};
        matches!(self.wanted.kind, HamiltonianCycles | HamiltonianPaths)
    }

    /// Whether a vertex may have so many edges in the end.
    fn allows(&self, vertex: usize, degree: usize) -> bool {
        let may_end = self.net.ending(vertex) == Ending::May;
        match self.wanted.kind {
            SubgraphKind::Matchings => degree == 1,
            SubgraphKind::Factors => self.wanted.degrees.contains(&degree),
            SubgraphKind::HamiltonianCycles => degree == 2,
            SubgraphKind::HamiltonianPaths if may_end => matches!(degree, 1 | 2) || self.is_point(),
            SubgraphKind::HamiltonianPaths => degree == 2,
            SubgraphKind::Paths | SubgraphKind::Cycles => matches!(degree, 0 | 2),
            SubgraphKind::SpanningTrees | SubgraphKind::Forests => true,
        }
    }

    /// Whether the only path through all vertices has no edge.
    fn is_point(&self) -> bool {
        let is_path = self.wanted.kind == SubgraphKind::HamiltonianPaths;
        is_path && self.net.len() == 1
    }

    /// What is known of a vertex.
    fn stand(&self, state: &State, vertex: usize) -> Stand {
        let first = match self.net.ending(vertex) {
            _ if self.is_tree() => Stand { degree: 0, bond: Bond::With(vertex) },
            Ending::Must => Stand { degree: 1, bond: Bond::Ended },
            Ending::May | Ending::Never => Stand { degree: 0, bond: Bond::None },
        };
        state.get(&vertex).copied().unwrap_or(first)
    }

    fn settled_now(&self) -> Result<usize, Fault> {
        self.vertex.ok_or_else(|| Fault::new(rule::TRACE, "no vertex is settled"))
    }

    /// The edges of a vertex that lead to vertices not settled, by their positions.
    fn ahead(&self, vertex: usize) -> impl Iterator<Item = (usize, &Edge)> {
        let edges = self.net.edges(vertex).iter().enumerate();
        edges.filter(|(_, edge)| !self.is_settled[edge.other])
    }

    /// The vertices at the other ends of some edges.
    fn others(&self, vertex: usize, edges: &BTreeSet<usize>) -> impl Iterator<Item = usize> {
        edges.iter().map(move |edge| self.net.edges(vertex)[*edge].other)
    }

    /// Whether an odd number of some edges is odd.
    fn is_odd_sum(&self, vertex: usize, edges: &BTreeSet<usize>) -> bool {
        edges.iter().filter(|edge| self.net.edges(vertex)[**edge].is_odd).count() % 2 == 1
    }

    /// The edges of a choice that are listed after a word.
    fn edges(&self, vertex: usize, listed: &str) -> Result<BTreeSet<usize>, Fault> {
        let prefix = format!("{}-", self.net.name(vertex));
        let edge = |text: &str| {
            let name = text.strip_prefix(&prefix);
            let mut ahead = self.ahead(vertex);
            let found = ahead.find(|(_, edge)| Some(edge.name.as_str()) == name);
            found.map(|(at, _)| at).ok_or_else(|| {
                Fault::new(rule::TEXT, format!("'{text}' is no edge that is decided here"))
            })
        };
        listed.split(" and ").map(edge).collect()
    }

    /// Whether nothing can come of a choice, whatever is decided about edges that it does not name:
    /// a vertex has too many edges or too few left, or a tree has a cycle.
    fn is_hopeless(&self, vertex: usize, state: &State, choice: &Choice) -> bool {
        let Choice { taken, left } = choice;
        if self.is_tree() {
            return self.joined(vertex, state, taken).is_none();
        }
        let can_do = |vertex: usize, degree: usize, more: usize| {
            (0..=more).any(|more| self.allows(vertex, degree + more))
        };
        let open: Vec<usize> = self
            .ahead(vertex)
            .filter(|(at, _)| !taken.contains(at) && !left.contains(at))
            .map(|(_, edge)| edge.other)
            .collect();
        let is_fine = |other: usize| {
            let is_it = |end: &usize| *end == other;
            let more_taken = self.others(vertex, taken).filter(is_it).count();
            let later = self.ahead(other).filter(|(_, edge)| edge.other != vertex).count();
            let degree = self.stand(state, other).degree + more_taken;
            can_do(other, degree, later + open.iter().copied().filter(|o| is_it(o)).count())
        };
        !can_do(vertex, self.stand(state, vertex).degree + taken.len(), open.len())
            || !self.others(vertex, taken).chain(self.others(vertex, left)).all(is_fine)
    }

    /// What hangs together when edges are taken; nothing if they close a cycle.
    fn joined(&self, vertex: usize, state: &State, taken: &BTreeSet<usize>) -> Option<Parts> {
        let mut parts = Parts::new(self.net.len());
        for (member, stand) in state {
            if let Bond::With(other) = stand.bond {
                parts.join([*member, other]);
            }
        }
        let is_free = self.others(vertex, taken).all(|other| parts.join([vertex, other]));
        is_free.then_some(parts)
    }

    /// All that can come of a choice but death; two at most.
    fn fates(&self, vertex: usize, state: &State, choice: &mut Choice, found: &mut Fates) {
        if found.len() > 1 || self.is_hopeless(vertex, state, choice) {
            return;
        }
        let is_open = |at: &usize| !choice.taken.contains(at) && !choice.left.contains(at);
        let Some(open) = self.ahead(vertex).map(|(at, _)| at).find(is_open) else {
            let fate = self.settled(vertex, state, &choice.taken);
            let is_odd = self.is_odd_sum(vertex, &choice.taken);
            found.extend(Some((fate, is_odd)).filter(|(fate, _)| *fate != Fate::Dead));
            return;
        };
        choice.left.insert(open);
        self.fates(vertex, state, choice, found);
        choice.left.remove(&open);
        choice.taken.insert(open);
        self.fates(vertex, state, choice, found);
        choice.taken.remove(&open);
    }

    /// What becomes of a state when all edges of a vertex are decided. Degrees are right.
    fn settled(&self, vertex: usize, state: &State, taken: &BTreeSet<usize>) -> Fate<State> {
        let mut after = state.clone();
        after.remove(&vertex);
        for (at, edge) in self.ahead(vertex) {
            let stand = after.entry(edge.other).or_insert_with(|| self.stand(state, edge.other));
            stand.degree += usize::from(taken.contains(&at) && !self.is_tree());
        }
        let is_last = self.is_settled.iter().filter(|is_settled| !**is_settled).count() == 1;
        if self.is_walk() {
            return self.walked(vertex, state, after, taken, is_last);
        }
        if self.is_tree() {
            let parts = self.joined(vertex, state, taken).expect("cycles are hopeless");
            let is_cut_off = !after.keys().any(|other| parts.are_joined([vertex, *other]));
            let is_one = self.wanted.kind == SubgraphKind::SpanningTrees;
            if is_one && is_cut_off && !is_last {
                return Fate::Dead;
            }
            let members: Vec<usize> = after.keys().copied().collect();
            for (member, stand) in &mut after {
                let first = members.iter().find(|other| parts.are_joined([*member, **other]));
                stand.bond = Bond::With(*first.expect("it hangs together with itself"));
            }
        }
        if is_last { Fate::Solution } else { Fate::Becomes(after) }
    }

    /// What becomes of paths. `after` has their degrees.
    fn walked(
        &self,
        vertex: usize,
        state: &State,
        mut after: State,
        taken: &BTreeSet<usize>,
        is_last: bool,
    ) -> Fate<State> {
        if self.is_point() {
            return Fate::Solution;
        }
        let own = self.stand(state, vertex);
        // Where paths end for good.
        let is_end = |(_, stand): &(&usize, &Stand)| stand.bond == Bond::Ended;
        let mut ends: Vec<usize> = after.iter().filter(is_end).map(|(end, _)| *end).collect();
        if own.bond == Bond::Ended {
            ends.push(vertex);
        }
        if own.degree + taken.len() == 1 {
            ends.push(vertex);
        }
        let Some(parts) = self.joined(vertex, state, taken) else {
            let is_right = self.is_closed() && self.is_alone(&after);
            return if is_right { Fate::Solution } else { Fate::Dead };
        };
        let ends_here = ends.iter().filter(|end| parts.are_joined([vertex, **end])).count();
        if ends_here == 2 {
            return if self.is_alone(&after) { Fate::Solution } else { Fate::Dead };
        }
        // Nobody has seen these yet.
        let is_new = |other: &usize| !self.is_settled[*other] && !after.contains_key(other);
        let unseen = (0..self.net.len()).filter(|other| *other != vertex && is_new(other));
        let to_come = unseen.filter(|other| self.net.ending(*other) == Ending::Must).count();
        if ends.len() + to_come > 2 || is_last {
            return Fate::Dead;
        }
        let tips: Vec<usize> =
            after.iter().filter(|(_, stand)| stand.degree == 1).map(|(tip, _)| *tip).collect();
        for (member, stand) in &mut after {
            let is_other = |tip: &&usize| *tip != member && parts.are_joined([**tip, *member]);
            stand.bond = match stand.degree {
                1 => tips.iter().find(is_other).map_or(Bond::Ended, |tip| Bond::With(*tip)),
                _ => Bond::None,
            };
        }
        Fate::Becomes(after)
    }

    /// Whether nothing but the path or cycle that is complete was begun, and all are visited that
    /// must be.
    fn is_alone(&self, after: &State) -> bool {
        let unsettled = (0..self.is_settled.len()).filter(|vertex| !self.is_settled[*vertex]);
        let mut others = unsettled.filter(|vertex| Some(*vertex) != self.vertex);
        let degree = |vertex: usize| self.stand(after, vertex).degree;
        others.all(|other| degree(other) == 2 || degree(other) == 0 && !self.visits_all())
    }
}

impl Levels for Frontier {
    type State = State;
    type Choice = Choice;

    fn start(&self) -> State {
        State::new()
    }

    fn begin(&mut self, on: &str, _: &mut dyn Iterator<Item = &State>) -> Result<(), Fault> {
        if let Some(before) = self.vertex.take() {
            self.is_settled[before] = true;
        }
        self.vertex = self.net.settled_by(on).filter(|vertex| !self.is_settled[*vertex]);
        require(self.vertex.is_some(), rule::TRACE, || {
            format!("'{on}' is decided, expected a {} that is not settled", self.net.noun())
        })
    }

    fn is_over(&self) -> bool {
        let is_done = |vertex: usize| self.is_settled[vertex] || self.vertex == Some(vertex);
        (0..self.is_settled.len()).all(is_done)
    }

    fn words(&self, state: &State) -> String {
        let name = |vertex: &usize| self.net.name(*vertex);
        let part = |(vertex, stand): (&usize, &Stand)| match (self.wanted.kind, stand.bond) {
            (SubgraphKind::Matchings, _) if stand.degree == 0 => Some("open".to_owned()),
            (SubgraphKind::Matchings, _) => Some("matched".to_owned()),
            (SubgraphKind::Factors, _) => Some(format!("has {}", stand.degree)),
            (_, Bond::With(first)) if self.is_tree() => {
                let is_with = |(other, stand): &(&usize, &Stand)| {
                    stand.bond == Bond::With(first) && **other != first
                };
                let others: Vec<&str> =
                    state.iter().filter(is_with).map(|(other, _)| name(other)).collect();
                (first == *vertex).then(|| match others.as_slice() {
                    [] => "alone".to_owned(),
                    others => format!("with {}", others.join(" and ")),
                })
            }
            (_, Bond::With(other)) => (*vertex < other).then(|| format!("to {}", name(&other))),
            (_, Bond::Ended) => Some("to an end".to_owned()),
            (_, Bond::None) if stand.degree == 0 => Some("bare".to_owned()),
            (_, Bond::None) => Some("inner".to_owned()),
        };
        let part = |(vertex, stand)| Some(format!("{} {}", name(vertex), part((vertex, stand))?));
        let parts: Vec<String> = state.iter().filter_map(part).collect();
        if parts.is_empty() { NOTHING.to_owned() } else { parts.join("; ") }
    }

    fn choice(&self, words: &str) -> Result<Choice, Fault> {
        let vertex = self.settled_now()?;
        let (taken, left) = match words.split_once("; leave ") {
            Some((taken, left)) => (Some(taken), Some(left)),
            None => match words.strip_prefix("leave ") {
                Some(left) => (None, Some(left)),
                None => (Some(words).filter(|words| *words != NOTHING), None),
            },
        };
        let taken = match taken.map(|taken| taken.strip_prefix("take ").ok_or(taken)) {
            Some(Err(text)) => {
                return refuse(rule::TEXT, format!("'{text}' is no choice, expected edges"));
            }
            taken => taken.and_then(Result::ok),
        };
        let edges = |listed: Option<&str>| {
            listed.map_or(Ok(BTreeSet::new()), |listed| self.edges(vertex, listed))
        };
        let choice = Choice { taken: edges(taken)?, left: edges(left)? };
        require(
            choice.taken.is_disjoint(&choice.left),
            rule::TRACE,
            || "an edge is taken and left, expected one of them",
        )?;
        Ok(choice)
    }

    fn is_apart(&self, one: &Choice, other: &Choice) -> bool {
        !one.taken.is_disjoint(&other.left) || !one.left.is_disjoint(&other.taken)
    }

    fn are_all(&self, _: &State, choices: &[Choice]) -> bool {
        let Some(vertex) = self.vertex else { return true };
        let edges = self.ahead(vertex).count();
        // Each stands for all sets of the edges that it does not name.
        let sets = |free: usize| BigUint::from(1_u32) << free;
        let named = |choice: &Choice| choice.taken.len() + choice.left.len();
        let told: BigUint = choices.iter().map(|choice| sets(edges - named(choice))).sum();
        told == sets(edges)
    }

    fn fate(&self, state: &State, choice: &Choice) -> Result<Fate<State>, Fault> {
        let mut found = Vec::new();
        self.fates(self.settled_now()?, state, &mut choice.clone(), &mut found);
        let is_clear = match &found[..] {
            [] => true,
            [(_, is_odd)] => *is_odd == self.is_odd(choice),
            _ => false,
        };
        require(
            is_clear,
            rule::TRACE,
            || "something may still be decided, expected a choice that says it",
        )?;
        Ok(found.pop().map_or(Fate::Dead, |(fate, _)| fate))
    }

    fn is_odd(&self, choice: &Choice) -> bool {
        self.vertex.is_some_and(|vertex| self.is_odd_sum(vertex, &choice.taken))
    }
}
