//! Tours that are shown: listed or drawn by lot from the diagrams of all cycles.

use super::folded::Folded;
use super::images::standing;
use super::lift::{Unfolding, tour};
use super::{Request, Show};
use crate::Halt;
use crate::frontier::{Family, check_listing, pick, plan};
use kumiki_drive::Run;
use kumiki_frontier::{Network, Plan, Problem};
use kumiki_model::Graph;
use num_bigint::BigUint;

/// Tours as cells in the order of the visit.
pub(super) type Shown = Vec<Vec<usize>>;

/// Whether a list as long as it will be fits into memory.
fn check_length(request: &Request, tours: &BigUint, run: &Run<'_>) -> Result<(), Halt> {
    let wanted = match request.show {
        Show::Nothing => 0,
        Show::List(most) | Show::First(most) | Show::Sample { size: most, .. } => most,
    };
    let listed = u128::try_from(tours.min(&BigUint::from(wanted))).unwrap_or(u128::MAX);
    check_listing(listed, request.board[0] * request.board[1], run)
}

/// Whether a tour may be listed, or another one stands for its class.
fn is_wanted(request: &Request, tour: &[usize]) -> bool {
    !request.one_per_class || standing(request.board, tour).is_some()
}

/// Some of all tours.
pub(super) fn of_all(
    request: &Request,
    graph: &Graph,
    plan: &Plan,
    tours: &BigUint,
    run: &Run<'_>,
) -> Result<Shown, Halt> {
    check_length(request, tours, run)?;
    let family = Family::build(plan, run)?;
    family.compare(tours)?;
    let lift = |_: usize, links: &[usize]| {
        let mut neighbours = vec![Vec::with_capacity(2); graph.vertex_count()];
        for [from, to] in links.iter().map(|link| graph.edges()[*link]) {
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        let tour = tour(&neighbours).expect("a Hamiltonian cycle comes to all cells");
        is_wanted(request, &tour).then_some(tour)
    };
    Ok(pick(&[family], tours, request.show, run, lift)?)
}

/// Some of the tours that a motion preserves.
pub(super) fn of_symmetric(
    request: &Request,
    graph: &Graph,
    folded: &Folded,
    tours: &BigUint,
    run: &Run<'_>,
) -> Result<Shown, Halt> {
    if folded.plans.is_empty() && *tours != BigUint::ZERO {
        // The board folds to a single cell: four cells in a ring, and the motion preserves all
        // tours.
        let plan = plan(&Network::from(graph), Problem::HamiltonianCycles, run)?;
        return of_all(request, graph, &plan, tours, run);
    }
    check_length(request, tours, run)?;
    let mut families = Vec::new();
    for plan in &folded.plans {
        families.push(Family::build(plan, run)?);
    }
    let unfolding = Unfolding::new(request.board, folded.motion);
    let lift = |number: usize, links: &[usize]| {
        let network = folded.plans[number].network();
        let links: Vec<_> = links.iter().map(|link| network.links()[*link]).collect();
        unfolding.lift(&links).filter(|tour| is_wanted(request, tour))
    };
    Ok(pick(&families, tours, request.show, run, lift)?)
}
