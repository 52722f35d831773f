//! The reduced decision diagram of all solutions, as text.

use crate::frontier::Family;
use kumiki_model::Graph;

/// A text form of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramForm {
    /// For the program `dot` of Graphviz, with the edges by their names.
    Graphviz,
    /// What Graphillion reads; element k is edge k of [`Diagram::edges`], from 1 on.
    Graphillion,
    /// What Knuth's programs print; variable k is edge k of [`Diagram::edges`], from 0 on.
    Knuth,
}

impl DiagramForm {
    /// The form that the name of a file asks for by its ending: `.dot` or `.gv`, `.zdd`, or
    /// `.knuth`.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending {
            "dot" | "gv" => Some(Self::Graphviz),
            "zdd" => Some(Self::Graphillion),
            "knuth" => Some(Self::Knuth),
            _ => None,
        }
    }
}

/// The diagram of all solutions.
#[derive(Debug)]
pub struct Diagram {
    family: Family,
    edges: Vec<String>,
}

impl Diagram {
    pub(super) fn new(family: Family, graph: &Graph) -> Self {
        let name =
            |link: &usize| graph.edges()[*link].map(|end| graph.names()[end].as_str()).join("-");
        let edges = family.links().iter().map(name).collect();
        Self { family, edges }
    }

    pub(super) fn family(&self) -> &Family {
        &self.family
    }

    /// The edges in the order in which the diagram decides them, each as the names of its ends.
    #[must_use]
    pub fn edges(&self) -> &[String] {
        &self.edges
    }

    /// How many nodes there are, without sinks.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.family.node_count()
    }

    /// The diagram as text.
    #[must_use]
    pub fn to_text(&self, form: DiagramForm) -> String {
        let (store, root) = self.family.diagram();
        match form {
            DiagramForm::Graphviz => {
                store.to_graphviz(root, |variable| self.edges[kumiki_id::widen(variable)].clone())
            }
            DiagramForm::Graphillion => store.to_graphillion(root),
            DiagramForm::Knuth => store.to_knuth(root),
        }
    }
}
