//! A diagram as a picture, in the language of Graphviz.

use super::listing::Listed;
use crate::store::{NodeId, Rule, Store};
use kumiki_id::Id;
use std::fmt::Write;

impl<R: Rule> Store<R> {
    /// A diagram for the program `dot`: one row of circles for each variable, dashed lines for 0
    /// and solid ones for 1, boxes for the sinks that are reached. `name` names the variables.
    #[must_use]
    pub fn to_graphviz(&self, root: NodeId, name: impl Fn(u32) -> String) -> String {
        let mut text = String::from("digraph diagram {\n");
        let mut put = |line: std::fmt::Arguments<'_>| {
            text.write_fmt(line).expect("strings can be written to");
        };
        let nodes = self.listing(root);
        for level in nodes.chunk_by(|a, b| a.variable == b.variable) {
            put(format_args!("  {{ rank=same;"));
            for Listed { number, variable, .. } in level {
                put(format_args!(
                    " n{number} [shape=circle, label=\"{}\"];",
                    escaped(&name(*variable))
                ));
            }
            put(format_args!(" }}\n"));
        }
        let is_reached = |sink: NodeId| {
            root == sink || nodes.iter().any(|node| node.links.contains(&sink.index()))
        };
        put(format_args!("  {{ rank=sink;"));
        for (number, sink, label) in [(0, NodeId::BOTTOM, "⊥"), (1, NodeId::TOP, "⊤")] {
            if is_reached(sink) {
                put(format_args!(" n{number} [shape=box, label=\"{label}\"];"));
            }
        }
        put(format_args!(" }}\n"));
        for Listed { number, links: [low, high], .. } in &nodes {
            put(format_args!("  n{number} -> n{low} [style=dashed];\n  n{number} -> n{high};\n"));
        }
        put(format_args!("}}\n"));
        text
    }
}

/// A name between quotation marks.
fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
