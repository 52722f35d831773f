//! The diagram of all tours, or of all matchings, as a question asks for it.

use super::moves::link_names;
use super::pairs::diagram_bytes;
use super::{Folded, Tours, subject};
use crate::Halt;
use crate::draft::{Draft, part};
use crate::frontier::{Diagram, plans_in, write_family, write_function};
use kumiki_diagram::text::ReadError;
use kumiki_diagram::tours::Matchings;
use kumiki_diagram::{Full, NodeId, ZddStore};
use kumiki_drive::Run;
use kumiki_frontier::{Folding, Motion, Problem};
use kumiki_id::narrow;
use kumiki_model::StoppedBy;
use num_bigint::BigUint;

/// The store is full: that is a limit like others.
fn full(_: Full) -> Halt {
    StoppedBy::MemoryLimit.into()
}

impl Tours {
    /// Writes the diagram of all matchings, a function of the edges of the folded board, if it is
    /// asked for.
    pub(super) fn write_matchings(
        &self,
        matchings: &Matchings,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let Some(form) = self.ask.diagram else { return Ok(()) };
        let board = matchings.board();
        let names: Vec<String> =
            (0..).zip(board.edges()).map(|(edge, _)| board.edge_name(edge)).collect();
        let (store, root) = matchings.diagram();
        let title = format!("all perfect matchings of {} folded by the half-turn", self.ask.board);
        let limit = diagram_bytes(&draft.run);
        let text = write_function(store, root, &names, form, &title, limit)?;
        draft.note(format!("edges in the order of the diagram: {}", names.join(" ")));
        part!(draft.answer, Tours).diagram_text = Some(text);
        Ok(())
    }

    /// Writes the diagram of all tours, a family of sets of edges of the folded board.
    pub(super) fn write_tours(
        &self,
        diagrams: &[Diagram],
        folded: &Folded,
        tours: &BigUint,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let joined;
        let (store, root, links) = match diagrams {
            [only] if folded.motion == Motion::Identity => (&only.store, only.root, &only.links),
            _ => {
                joined = join(diagrams, folded, &draft.run)?;
                (&joined.0, joined.1, &joined.2)
            }
        };
        let members = store.count(root);
        if members != *tours {
            let second = format!("{members} members of the diagram of all tours");
            return Err(Halt::Disagreement { first: tours.to_string(), second });
        }
        let nodes = store.size(root);
        draft.note(format!(
            "identity: the diagram of all tours, with {nodes} nodes, has as many members"
        ));
        self.write_family(store, root, &folded.folding, links, draft)
    }

    /// Writes the diagram of no tours at all, if one is asked for.
    pub(super) fn write_none(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let folding = Folding::new(&self.graph, self.ask.symmetry.into());
        let Ok(folding) = folding else { return Ok(()) };
        let links: Vec<usize> = (0..folding.network().links().len()).collect();
        let store = ZddStore::new(links.len(), 1 << 20)
            .map_err(|error| Halt::TooManyEdges { reason: error.to_string() })?;
        self.write_family(&store, NodeId::BOTTOM, &folding, &links, draft)
    }

    fn write_family(
        &self,
        store: &ZddStore,
        root: NodeId,
        folding: &Folding,
        links: &[usize],
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let Some(form) = self.ask.diagram else { return Ok(()) };
        let names = link_names(folding, self.board[1], links);
        let title = format!("all {}", subject(&self.ask));
        let text = write_family(store, root, &names, form, &title)?;
        draft.note(format!("edges in the order of the diagram: {}", names.join(" ")));
        let part = part!(draft.answer, Tours);
        (part.diagram_nodes, part.diagram_text) = (Some(store.size(root)), Some(text));
        Ok(())
    }
}

/// All tours of a folded board as one family, with the edges in order. Of the cycles of the folded
/// board those remain that lift to one tour: the sum of their labels is odd. The paths of a second
/// problem are compiled in the same order of cells and joined to them.
fn join(
    diagrams: &[Diagram],
    folded: &Folded,
    run: &Run<'_>,
) -> Result<(ZddStore, NodeId, Vec<usize>), Halt> {
    let Some(first) = diagrams.first() else {
        let store = ZddStore::new(0, 1 << 20).expect("no variables");
        return Ok((store, NodeId::BOTTOM, Vec::new()));
    };
    let limit_bytes = usize::try_from(diagram_bytes(run)).unwrap_or(usize::MAX);
    let too_many =
        |error: kumiki_diagram::TooManyVariables| Halt::TooManyEdges { reason: error.to_string() };
    let mut store = ZddStore::new(first.links.len(), limit_bytes).map_err(too_many)?;
    let mut all = NodeId::BOTTOM;
    for (number, (diagram, plan)) in diagrams.iter().zip(&folded.plans).enumerate() {
        let in_order;
        let diagram = if diagram.links == first.links {
            diagram
        } else {
            let problems = std::slice::from_ref(plan.problem());
            let order = folded.plans[0].order();
            let plans = plans_in(folded.folding.network(), problems, Some(order), run)?;
            in_order = Diagram::build(&plans[0], run)?;
            &in_order
        };
        assert_eq!(diagram.links, first.links, "diagram {number} decides edges in the same order");
        let mut family = copy(&mut store, diagram)?;
        if *plan.problem() == Problem::HamiltonianCycles {
            let labels = folded.folding.network().links();
            let is_odd = |link: &usize| labels[*link].label % 2 == 1;
            let odd: Vec<bool> = first.links.iter().map(is_odd).collect();
            let odd = odd_sets(&mut store, &odd).map_err(full)?;
            family = store.intersection(family, odd).map_err(full)?;
        }
        all = store.union(all, family).map_err(full)?;
    }
    Ok((store, all, first.links.clone()))
}

/// The family of a diagram in another store.
fn copy(store: &mut ZddStore, diagram: &Diagram) -> Result<NodeId, Halt> {
    let text = diagram.store.to_graphillion(diagram.root);
    store.from_graphillion(&text).map_err(|error| match error {
        ReadError::Full(reason) => full(reason),
        other => unreachable!("a diagram that was just written: {other}"),
    })
}

/// The sets with an odd number of marked variables.
fn odd_sets(store: &mut ZddStore, is_marked: &[bool]) -> Result<NodeId, Full> {
    let (mut even, mut odd) = (NodeId::TOP, NodeId::BOTTOM);
    for (variable, is_marked) in is_marked.iter().enumerate().rev() {
        let variable = narrow(variable);
        let (with_even, with_odd) = if *is_marked { (odd, even) } else { (even, odd) };
        even = store.node(variable, even, with_even)?;
        odd = store.node(variable, odd, with_odd)?;
    }
    Ok(odd)
}
