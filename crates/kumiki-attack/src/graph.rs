//! Subgraphs: all sets of edges of a small graph, one by one.
//!
//! Reading order: `subgraphs`, brute force; `files`, graphs in all formats; `compare`, what is
//! compared.

mod compare;
mod files;
mod subgraphs;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::shrink::shorter;
use fastrand::Rng;
use files::Form;
use subgraphs::{Graph, Kind};

/// The attack on `kumiki graph`.
pub(crate) struct Subgraphs;

/// A graph, what is asked about it, and the seed of how it is asked.
#[derive(Clone)]
pub(crate) struct Case {
    graph: Graph,
    form: Form,
    kind: Kind,
    /// From where to where paths go.
    ends: Option<(usize, usize)>,
    asked: u64,
}

impl Attack for Subgraphs {
    type Case = Case;

    fn name(&self) -> &'static str {
        "graph"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let form = files::FORMS[lot.usize(..files::FORMS.len())];
        let graph = match form {
            Form::Board => files::board(lot),
            // Its names say that it is a part of a board.
            Form::Names if lot.bool() => files::region(lot),
            _ => random(lot),
        };
        let mut degrees: Vec<usize> = (0..=3).filter(|_| lot.bool()).collect();
        degrees.push(lot.usize(0..=2));
        degrees.sort_unstable();
        degrees.dedup();
        let mut kind = Kind::all(degrees).swap_remove(lot.usize(..8));
        let (from, to) = (lot.usize(..graph.names.len()), lot.usize(..graph.names.len()));
        if kind == Kind::Paths && from == to {
            kind = Kind::Forests;
        }
        let has_ends =
            kind == Kind::Paths || kind == Kind::HamiltonianPaths && lot.bool() && from != to;
        Case { graph, form, kind, ends: has_ends.then_some((from, to)), asked: lot.u64(..) }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        compare::compare(case, program)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        if case.form == Form::Board {
            return vec![Case { form: Form::Names, ..case.clone() }];
        }
        let with = |graph: Graph| Case { graph, ..case.clone() };
        let mut found: Vec<Case> = shorter(&case.graph.edges)
            .into_iter()
            .map(|edges| with(Graph { edges, ..case.graph.clone() }))
            .collect();
        found.extend((0..case.graph.names.len()).filter_map(|vertex| without(case, vertex)));
        if case.form != Form::Names {
            found.push(Case { form: Form::Names, ..case.clone() });
        }
        found
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(compare::files(case), &compare::commands(case))
    }
}

/// A graph by lot: mostly connected, with an isolated vertex now and then.
fn random(lot: &mut Rng) -> Graph {
    let count = lot.usize(1..=7);
    let names: Vec<String> = match lot.u8(..3) {
        0 => (0..count).map(|vertex| format!("v{vertex}")).collect(),
        1 => (0..count).map(|vertex| (vertex + 1).to_string()).collect(),
        _ => ["a", "é", "x-y", "p", "e", "0", "Q_1"][..count]
            .iter()
            .map(|name| (*name).into())
            .collect(),
    };
    let mut edges: Vec<(usize, usize)> =
        (0..count).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    lot.shuffle(&mut edges);
    edges.truncate(lot.usize(0..=12));
    Graph { names, edges, board: None }
}

/// The case without a vertex that has no edge and is not asked for.
fn without(case: &Case, vertex: usize) -> Option<Case> {
    let is_used = case.graph.edges.iter().any(|(from, to)| *from == vertex || *to == vertex)
        || case.ends.is_some_and(|(from, to)| from == vertex || to == vertex);
    if is_used || case.graph.names.len() == 1 {
        return None;
    }
    let moved = |(from, to): (usize, usize)| {
        let down = |other: usize| other - usize::from(other > vertex);
        (down(from), down(to))
    };
    let mut names = case.graph.names.clone();
    names.remove(vertex);
    let graph =
        Graph { names, edges: case.graph.edges.iter().copied().map(moved).collect(), board: None };
    Some(Case { graph, ends: case.ends.map(moved), ..case.clone() })
}
