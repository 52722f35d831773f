//! Tours that are shown: listed or drawn by lot from the diagrams of all cycles.

use super::Tours;
use super::classes::standing;
use super::folded::Folded;
use crate::Halt;
use crate::draft::Draft;
use crate::frontier::{self, Family, Listing, motions, plan};
use crate::sink::Shown;
use kumiki_drive::Run;
use kumiki_frontier::{Link, Motion, Network, Plan, Problem};
use kumiki_judge::TourJudge;
use kumiki_model::{Graph, Solution};
use num_bigint::BigUint;

/// The diagrams of all tours.
pub(super) struct Diagrams<'a> {
    families: Vec<Family>,
    way: Way<'a>,
}

/// How members of diagrams become tours.
enum Way<'a> {
    /// They are tours already.
    Cycles(&'a Graph),
    /// They are cycles and paths of a folded board.
    Folded(&'a Folded, Unfolding),
}

impl<'a> Diagrams<'a> {
    /// Of all tours, as they were counted.
    pub(super) fn of_all(
        graph: &'a Graph,
        plan: &Plan,
        tours: &BigUint,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        let family = Family::build(plan, run)?;
        family.compare(tours)?;
        Ok(Self { families: vec![family], way: Way::Cycles(graph) })
    }

    /// Of the tours that a motion preserves.
    pub(super) fn of_symmetric(
        asked: &'a Tours,
        folded: &'a Folded,
        tours: &BigUint,
        run: &Run<'_>,
    ) -> Result<Self, Halt> {
        if folded.plans.is_empty() && *tours != BigUint::ZERO {
            // The board folds to a single cell: four cells in a ring, and the motion preserves all
            // tours.
            let plan = plan(&Network::from(&asked.graph), Problem::HamiltonianCycles, run)?;
            return Self::of_all(&asked.graph, &plan, tours, run);
        }
        let mut families = Vec::new();
        for plan in &folded.plans {
            families.push(Family::build(plan, run)?);
        }
        let way = Way::Folded(folded, Unfolding::new(asked.board, folded.motion));
        Ok(Self { families, way })
    }

    pub(super) fn families(&self) -> &[Family] {
        &self.families
    }

    /// The tour that a member of a diagram is, as cells in the order of the visit; none if it is
    /// none.
    pub(super) fn lift(&self, number: usize, links: &[usize]) -> Option<Vec<usize>> {
        match &self.way {
            Way::Cycles(graph) => {
                let mut neighbours = vec![Vec::with_capacity(2); graph.vertex_count()];
                for [from, to] in links.iter().map(|link| graph.edges()[*link]) {
                    neighbours[from].push(to);
                    neighbours[to].push(from);
                }
                neighbours.iter_mut().for_each(|list| list.sort_unstable());
                Some(tour(&neighbours).expect("a Hamiltonian cycle comes to all cells"))
            }
            Way::Folded(folded, unfolding) => {
                let network = folded.plans[number].network();
                let links: Vec<Link> = links.iter().map(|link| network.links()[*link]).collect();
                unfolding.lift(&links)
            }
        }
    }
}

impl Tours {
    /// Shows tours, one of each class if that is asked for.
    pub(super) fn show(
        &self,
        diagrams: &Diagrams<'_>,
        tours: &BigUint,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let judge = TourJudge::new(&self.ask).map_err(|fault| Halt::Refuted {
            what: "the question".to_owned(),
            fault: fault.to_string(),
        })?;
        let listing = Listing {
            families: diagrams.families(),
            count: tours,
            order: self.ask.one_per_class.then(|| motions(self.board).len()),
            nouns: ["tour", "tours"],
        };
        let lift = |number: usize, links: &[usize]| {
            let tour = diagrams.lift(number, links)?;
            let symmetry = match self.ask.one_per_class {
                true => Some(standing(self.board, &tour)?),
                false => None,
            };
            let names = tour.iter().map(|cell| self.graph.names()[*cell].clone()).collect();
            Some(Shown { symmetry, ..Shown::new(Solution::Tour(names)) })
        };
        let judge = |number: usize, solution: &Solution| match solution {
            Solution::Tour(names) => judge.judge(number, names),
            _ => Ok(()),
        };
        frontier::show(draft, &listing, lift, judge)?;
        Ok(())
    }
}

/// A board with its orbits, numbered as the engine numbers them: by their first cells.
struct Unfolding {
    board: [usize; 2],
    motion: Motion,
    /// The first cell of each orbit.
    firsts: Vec<usize>,
}

impl Unfolding {
    /// The orbits of a half-turn or a quarter-turn.
    fn new(board: [usize; 2], motion: Motion) -> Self {
        let mut unfolding = Self { board, motion, firsts: Vec::new() };
        let is_first =
            |cell: &usize| unfolding.orbit(*cell).into_iter().all(|other| *cell <= other);
        unfolding.firsts = (0..board[0] * board[1]).filter(is_first).collect();
        unfolding
    }

    /// Where a cell goes.
    fn image(&self, cell: usize) -> usize {
        let [rows, columns] = self.board;
        let [row, column] = [cell / columns, cell % columns];
        match self.motion {
            Motion::HalfTurn => rows * columns - 1 - cell,
            Motion::QuarterTurn => column * columns + columns - 1 - row,
            Motion::FlipRows | Motion::FlipColumns | Motion::Transpose => {
                unreachable!("tours are asked for by turns only")
            }
        }
    }

    /// A cell, its image, the image of that, and so on, once for each element of the group.
    fn orbit(&self, cell: usize) -> Vec<usize> {
        let images = std::iter::successors(Some(cell), |cell| Some(self.image(*cell)));
        images.take(self.motion.order() as usize).collect()
    }

    /// The tour that edges of the folded board lift to; none if they lift to several cycles.
    fn lift(&self, links: &[Link]) -> Option<Vec<usize>> {
        let mut neighbours = vec![Vec::with_capacity(2); self.board[0] * self.board[1]];
        let mut join = |from: Vec<usize>, to: Vec<usize>| {
            for (from, to) in from.into_iter().zip(to) {
                neighbours[from].push(to);
                neighbours[to].push(from);
            }
        };
        let mut degrees = vec![0; self.firsts.len()];
        for Link { ends: [from, to], label } in links {
            degrees[*from] += 1;
            degrees[*to] += 1;
            let target = self.orbit(self.firsts[*to])[*label as usize];
            join(self.orbit(self.firsts[*from]), self.orbit(target));
        }
        for orbit in (0..degrees.len()).filter(|orbit| degrees[*orbit] == 1) {
            // A path ends here: the tour goes on from the cell to its own image, unless that is the
            // cell itself.
            let first = self.firsts[orbit];
            join(vec![first], vec![self.image(first)]);
        }
        for (cell, list) in neighbours.iter_mut().enumerate() {
            list.sort_unstable();
            list.dedup();
            list.retain(|other| *other != cell);
        }
        tour(&neighbours)
    }
}

/// The tour along which every cell has its two neighbours, from the first cell in the direction of
/// the lower neighbour; none if it does not come to all cells.
fn tour(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut tour = vec![0];
    let mut next = *neighbours[0].first()?;
    while next != 0 {
        let before = tour[tour.len() - 1];
        tour.push(next);
        next = neighbours[next].iter().copied().find(|other| *other != before)?;
    }
    (tour.len() == neighbours.len()).then_some(tour)
}
