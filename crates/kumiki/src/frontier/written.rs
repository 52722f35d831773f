//! Decision diagrams in the forms that a question can ask for.

use crate::Halt;
use kumiki_diagram::text::Listed;
use kumiki_diagram::{BddStore, NodeId, Rule, Store, ZddStore};
use kumiki_draw::{DecisionNode, decision_sheet};
use kumiki_model::DiagramForm;

/// The most nodes of a diagram that is drawn.
const DRAWN_NODES: usize = 300;

/// A family of sets in a form. Variable k is called `names[k]`; it is element k from 1 on for
/// Graphillion, and variable k from 0 on in Knuth's form.
///
/// # Errors
/// If it is too large for a picture.
pub(crate) fn write_family(
    store: &ZddStore,
    root: NodeId,
    names: &[String],
    form: DiagramForm,
    title: &str,
) -> Result<String, Halt> {
    match form {
        DiagramForm::Zdd => Ok(store.to_graphillion(root)),
        _ => write_any(store, root, names, form, title),
    }
}

/// A function in a form, as [`write_family`] does. For Graphillion it becomes a family first.
///
/// # Errors
/// If it is too large for a picture, or for memory as a family.
pub(crate) fn write_function(
    store: &BddStore,
    root: NodeId,
    names: &[String],
    form: DiagramForm,
    title: &str,
    limit: u64,
) -> Result<String, Halt> {
    if form != DiagramForm::Zdd {
        return write_any(store, root, names, form, title);
    }
    let limit_bytes = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut families =
        ZddStore::new(store.variable_count(), limit_bytes).expect("the other store has as many");
    let family = store.to_family(root, &mut families);
    let family = family.map_err(|_| Halt::MatchingsMemory { limit })?;
    Ok(families.to_graphillion(family))
}

fn write_any<R: Rule>(
    store: &Store<R>,
    root: NodeId,
    names: &[String],
    form: DiagramForm,
    title: &str,
) -> Result<String, Halt> {
    let name = |variable: u32| names[variable as usize].clone();
    Ok(match form {
        DiagramForm::Dot => store.to_graphviz(root, name),
        DiagramForm::Zdd => unreachable!("only families have this form"),
        DiagramForm::Knuth => store.to_knuth(root),
        DiagramForm::Text => store.to_sentences(root, name),
        DiagramForm::Svg => draw(store, root, names, title)?,
    })
}

/// A small diagram as a picture.
fn draw<R: Rule>(
    store: &Store<R>,
    root: NodeId,
    names: &[String],
    title: &str,
) -> Result<String, Halt> {
    let nodes = store.size(root);
    if nodes > DRAWN_NODES {
        let reason = format!("the diagram has {nodes} nodes, expected at most {DRAWN_NODES}");
        return Err(Halt::field("diagram", "svg", reason));
    }
    let drawn = |node: Listed| DecisionNode {
        number: node.number,
        variable: node.variable as usize,
        links: node.links,
    };
    let nodes: Vec<DecisionNode> = store.listing(root).into_iter().map(drawn).collect();
    Ok(decision_sheet(title, names, &nodes, root == NodeId::TOP).to_svg())
}
