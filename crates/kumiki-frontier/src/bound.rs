//! How many states a frontier can have at most: the cost by which orders are compared, and the
//! forecast of a run.
//!
//! The bound looks at each vertex of the frontier alone: how many of its edges are decided, and how
//! many are left. For paths and cycles this says whether it can be bare, an end or inner. The ends
//! are then paired in all ways, or in those ways that do not cross if edges do not. If the graph
//! has two sides and a cycle must visit all vertices, the edges taken at both sides are equally
//! many, which rules out most choices.
//!
//! All numbers saturate: a forecast of 2^128 states is as good as any larger one.

use crate::mates::{Course, Ending};
use crate::network::Network;
use crate::problem::Problem;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The edges of an unsettled vertex: how many have been decided, and how many have not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exposure {
    /// Edges to settled vertices.
    pub(crate) decided: usize,
    /// Edges to vertices that are not settled.
    pub(crate) left: usize,
}

/// The largest frontier of paths or components that is worth a bound; no key has room for more.
const MOST_VERTICES: usize = 40;

/// What a vertex can be: bit 0 for bare, bit 1 for an end, bit 2 for inner.
type Roles = usize;

/// How many vertices of each kind of roles there are on one side.
type Histogram = [u8; 8];

/// Row e, element i: in how many ways can e vertices be ends and i inner?
type Ways = Arc<Vec<Vec<u128>>>;

/// Bounds for one problem on one network.
#[derive(Debug)]
pub(crate) struct Bound {
    /// What the frontier has to remember.
    kind: Kind,
    /// Whether no two edges cross, as in `Network::is_grid`.
    is_grid: bool,
    /// Element n: in how many ways n ends can belong to paths, up to two of them alone if paths are
    /// asked for; saturating.
    pairings: Vec<u128>,
    /// Element n: in how many ways n vertices can hang together, without crossings in a grid;
    /// saturating.
    partitions: Vec<u128>,
    /// What `ways` has worked out, by the roles on one side.
    by_side: FxHashMap<Histogram, Ways>,
    /// What `paired` has worked out, by the roles on both sides and by how many edges taken at the
    /// first side exceed those at the second, if that is known.
    by_sides: FxHashMap<([Histogram; 2], Option<isize>), u128>,
}

#[derive(Debug)]
enum Kind {
    /// Paths or cycles. `sides` says of each vertex whether it is on the second side, for cycles
    /// through all vertices of a graph with two sides.
    Course { course: Course, sides: Option<Vec<bool>> },
    /// Bit d of element v: whether vertex v may have d edges.
    Degrees(Vec<u64>),
    /// Trees or forests.
    Components,
}

impl Bound {
    /// Prepares the bound.
    pub(crate) fn new(problem: &Problem, network: &Network) -> Self {
        let count = network.vertex_count();
        let kind = if let Some(course) = problem.course(count) {
            let is_balanced = course.visits_all && course.endings.is_none();
            let sides = if is_balanced { network.sides() } else { None };
            Kind::Course { course, sides }
        } else if let Some(allowed) = problem.allowed(count) {
            Kind::Degrees(allowed)
        } else {
            Kind::Components
        };
        let open = match &kind {
            Kind::Course { course, .. } if course.endings.is_some() => 2,
            _ => 0,
        };
        let mut bound = Self {
            kind,
            is_grid: network.is_grid(),
            pairings: Vec::new(),
            partitions: Vec::new(),
            by_side: FxHashMap::default(),
            by_sides: FxHashMap::default(),
        };
        bound.pairings = (0..=MOST_VERTICES).map(|ends| bound.pairings_of(ends, open)).collect();
        bound.partitions = if bound.is_grid { catalan(MOST_VERTICES) } else { bell(MOST_VERTICES) };
        bound
    }

    /// In how many ways can so many ends belong to paths, if up to `open` of the paths end for good
    /// at the other side?
    fn pairings_of(&self, ends: usize, open: usize) -> u128 {
        let mut sum = 0_u128;
        for single in (0..=open.min(ends)).filter(|single| (ends - single).is_multiple_of(2)) {
            let pairs = (ends - single) / 2;
            let mut ways = 1_u128;
            for pair in 1..=pairs {
                let factor = kumiki_id::narrow(2 * pair - 1);
                ways = ways.saturating_mul(u128::from(factor));
                if self.is_grid {
                    // (2k)! / (k! (k + 1)!) = (2k - 1)!! * 2^k / (k + 1)!
                    ways = ways.saturating_mul(2) / u128::from(kumiki_id::narrow(pair + 1));
                }
            }
            let choices = match single {
                0 => 1,
                1 => ends,
                _ => ends * (ends - 1) / 2,
            };
            sum = sum.saturating_add(ways.saturating_mul(u128::from(kumiki_id::narrow(choices))));
        }
        sum
    }

    /// At most so many states are live when the vertices of `frontier` are exposed. `excess` is by
    /// how many the settled vertices of the second side exceed those of the first.
    pub(crate) fn states(&mut self, frontier: &[(usize, Exposure)], excess: isize) -> u128 {
        match &self.kind {
            Kind::Course { .. } | Kind::Components if frontier.len() > MOST_VERTICES => u128::MAX,
            Kind::Degrees(allowed) => {
                frontier.iter().fold(1, |product: u128, (vertex, exposure)| {
                    let hopeful = |taken: &usize| {
                        (0..=exposure.left).any(|more| {
                            taken + more < 64 && (allowed[*vertex] >> (taken + more)) & 1 != 0
                        })
                    };
                    let choices = (0..=exposure.decided).filter(hopeful).count();
                    product.saturating_mul(u128::from(kumiki_id::narrow(choices)))
                })
            }
            Kind::Components => self.partitions[frontier.len()],
            Kind::Course { course, sides } => {
                let mut histograms = [[0; 8]; 2];
                for (vertex, exposure) in frontier {
                    let side = sides.as_ref().is_some_and(|sides| sides[*vertex]);
                    histograms[usize::from(side)][roles(course, *vertex, *exposure)] += 1;
                }
                let excess = sides.is_some().then_some(2 * excess);
                self.paired(histograms, excess)
            }
        }
    }

    /// How many states at most come of one when a vertex with so many edges left is settled.
    pub(crate) fn branching(&self, vertex: usize, exposure: Exposure) -> u128 {
        let left = exposure.left;
        match &self.kind {
            Kind::Course { course, .. } => {
                let roles = roles(course, vertex, exposure);
                let pairs = if roles & 1 != 0 { left * left.saturating_sub(1) / 2 } else { 0 };
                let singles = if roles & 2 != 0 { left } else { 0 };
                u128::from(kumiki_id::narrow(pairs.max(singles).max(1)))
            }
            _ => 1 << left.min(100),
        }
    }

    /// About how many states come of one when a vertex with these neighbours ahead is settled, in
    /// hundredths. For a cycle through all vertices we assume that a vertex is as often an end as
    /// it is not, because ends can be paired in many ways.
    pub(crate) fn usual_branching(&self, exposure: Exposure, ahead: &[Exposure]) -> u128 {
        let left = exposure.left;
        let pairs = |of: usize| of * of.saturating_sub(1) / 2;
        // How often a vertex is bare, an end and inner.
        let weights = |Exposure { decided, left }: Exposure| {
            [
                usize::from(left > 1),
                2 * usize::from(decided > 0 && left > 0),
                usize::from(decided > 1),
            ]
        };
        let hundredths = match &self.kind {
            Kind::Course { course, .. } if course.visits_all => {
                let open = |seen: &Exposure| {
                    let [bare, end, inner] = weights(*seen);
                    100 * (bare + end) / (bare + end + inner).max(1)
                };
                let open = ahead.iter().map(open).sum::<usize>() / ahead.len().max(1);
                let [bare, end, inner] = weights(exposure);
                let children =
                    bare * pairs(left) * open * open / 100 + end * left * open + 100 * inner;
                children / (bare + end + inner).max(1)
            }
            Kind::Course { .. } => 100 * (1 + left + pairs(left)) / 2,
            Kind::Degrees(_) => 100 * (1 + left) / 2,
            Kind::Components => 100 << left.min(20),
        };
        u128::from(kumiki_id::narrow(hundredths.max(100)))
    }

    /// The sum over all choices of roles of the ways to pair the ends, where the edges taken at the
    /// first side exceed those at the second by `excess` if that is known.
    fn paired(&mut self, histograms: [Histogram; 2], excess: Option<isize>) -> u128 {
        if let Some(&known) = self.by_sides.get(&(histograms, excess)) {
            return known;
        }
        let [first, second] = histograms.map(|histogram| self.ways(histogram));
        let mut sum = 0_u128;
        for (ends, row) in first.iter().enumerate() {
            for (inner, ways) in row.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                for (more_ends, row) in second.iter().enumerate() {
                    let pairings = self.pairings[ends + more_ends];
                    let mut add = |more: &u128| {
                        sum =
                            sum.saturating_add(ways.saturating_mul(*more).saturating_mul(pairings));
                    };
                    match excess {
                        None => row.iter().for_each(&mut add),
                        Some(excess) => {
                            let degrees =
                                (ends + 2 * inner).cast_signed() - more_ends.cast_signed() - excess;
                            let more_inner = usize::try_from(degrees / 2).ok();
                            if let Some(more) =
                                more_inner.filter(|_| degrees % 2 == 0).and_then(|at| row.get(at))
                            {
                                add(more);
                            }
                        }
                    }
                }
            }
        }
        self.by_sides.insert((histograms, excess), sum);
        sum
    }

    fn ways(&mut self, histogram: Histogram) -> Ways {
        if let Some(ways) = self.by_side.get(&histogram) {
            return Arc::clone(ways);
        }
        let count: usize = histogram.iter().map(|count| usize::from(*count)).sum();
        let mut ways = vec![vec![0_u128; count + 1]; count + 1];
        ways[0][0] = 1;
        for (roles, &times) in histogram.iter().enumerate() {
            for _ in 0..times {
                let mut longer = vec![vec![0_u128; count + 1]; count + 1];
                for (ends, row) in ways.iter().enumerate() {
                    for (inner, &before) in
                        row.iter().enumerate().filter(|(_, before)| **before > 0)
                    {
                        for (role, [more_ends, more_inner]) in
                            [[0, 0], [1, 0], [0, 1]].into_iter().enumerate()
                        {
                            if roles & (1 << role) != 0 {
                                let cell = &mut longer[ends + more_ends][inner + more_inner];
                                *cell = cell.saturating_add(before);
                            }
                        }
                    }
                }
                ways = longer;
            }
        }
        let ways = Arc::new(ways);
        self.by_side.insert(histogram, Arc::clone(&ways));
        ways
    }
}

/// What a vertex can be with so many edges decided.
fn roles(course: &Course, vertex: usize, exposure: Exposure) -> Roles {
    let ending = course.endings.as_ref().map_or(Ending::Never, |endings| endings[vertex]);
    let Exposure { decided, left } = exposure;
    let [bare, end, inner] = match ending {
        Ending::Must => [false, left > 0, decided > 0],
        Ending::May => [!course.visits_all || left > 0, decided > 0, decided > 1],
        Ending::Never => [!course.visits_all || left > 1, decided > 0 && left > 0, decided > 1],
    };
    usize::from(bare) | (usize::from(end) << 1) | (usize::from(inner) << 2)
}

/// The numbers of partitions without crossings of 0 to `most` points on a line.
fn catalan(most: usize) -> Vec<u128> {
    let mut numbers = vec![1_u128];
    for n in 1..=most {
        let [up, down] =
            [2 * (2 * n - 1), n + 1].map(|factor| u128::from(kumiki_id::narrow(factor)));
        let last = numbers[n - 1];
        numbers.push(if last == u128::MAX { last } else { last.saturating_mul(up) / down });
    }
    numbers
}

/// The numbers of partitions of 0 to `most` points.
fn bell(most: usize) -> Vec<u128> {
    let mut numbers = vec![1_u128];
    let mut row = vec![1_u128];
    for _ in 1..=most {
        let mut below = vec![row[row.len() - 1]];
        for &above in &row {
            below.push(below[below.len() - 1].saturating_add(above));
        }
        numbers.push(below[0]);
        row = below;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_partitions_are_those_of_bell_and_catalan() {
        assert_eq!(bell(7), [1, 1, 2, 5, 15, 52, 203, 877]);
        assert_eq!(catalan(7), [1, 1, 2, 5, 14, 42, 132, 429]);
    }
}
