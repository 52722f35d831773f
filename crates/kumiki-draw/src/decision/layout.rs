//! Where the nodes of a decision diagram are, in rows, and where the lines between them bend.
//!
//! # The idea
//! This is the layered drawing of K. Sugiyama and others. A line that passes rows bends in each of
//! them, and a bend takes room like a narrow node. All lines of a kind to the same node share their
//! bends, so they flow together. Rows are sorted by the means of the places of their neighbours,
//! from above and from below in turn, and the order with the fewest crossings is kept. Then
//! everything moves as close to the mean of its neighbours as the order allows: in a row that is
//! the nearest nondecreasing sequence in the sense of least squares, which is found by pooling
//! neighbours that are in each other's way.

use super::DecisionNode;
use crate::scene::length;
use std::collections::BTreeMap;

/// From a node to its neighbour in a row, and from a bend to its neighbour.
const NODE_PITCH: f64 = 52.0;
const BEND_PITCH: f64 = 22.0;
/// How often rows are sorted from above and from below, and moved.
const SWEEPS: usize = 24;

/// A place: a row, and how far it is to the right.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) row: usize,
    pub(super) x: f64,
}

/// What takes room in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Thing {
    /// A node, by its position in the list.
    Node(usize),
    /// The constant ⊤.
    Top,
    /// A bend in the lines of a kind, 0 or 1, to the node with a number, in a row.
    Bend { to: usize, kind: usize, row: usize },
}

/// Where everything is.
pub(super) struct Layout {
    /// The variables of the rows.
    pub(super) variables: Vec<usize>,
    /// The places of the nodes, in the order of the list.
    pub(super) nodes: Vec<Place>,
    /// The place of ⊤.
    pub(super) top: Place,
    /// The positions of nodes in the list, by their numbers.
    positions: BTreeMap<usize, usize>,
    /// The places of bends.
    bends: BTreeMap<Thing, f64>,
}

impl Layout {
    pub(super) fn new(nodes: &[DecisionNode]) -> Self {
        let mut variables: Vec<usize> = nodes.iter().map(|node| node.variable).collect();
        variables.sort_unstable();
        variables.dedup();
        let positions: BTreeMap<usize, usize> =
            nodes.iter().enumerate().map(|(position, node)| (node.number, position)).collect();
        let row_of = |variable: usize| variables.partition_point(|other| *other < variable);
        let row_of_number = |number: usize| match positions.get(&number) {
            Some(position) => row_of(nodes[*position].variable),
            None => variables.len(),
        };
        let mut rows: Vec<Vec<Thing>> = vec![Vec::new(); variables.len() + 1];
        let mut lines: Vec<[Thing; 2]> = Vec::new();
        let thing =
            |number: usize| positions.get(&number).map_or(Thing::Top, |at| Thing::Node(*at));
        for (position, node) in nodes.iter().enumerate() {
            let row = row_of(node.variable);
            rows[row].push(Thing::Node(position));
            for (kind, link) in node.links.into_iter().enumerate().filter(|(_, link)| *link != 0) {
                let mut from = Thing::Node(position);
                let end = row_of_number(link);
                assert!(row < end, "a link leads to a later variable");
                for (passed, things) in rows.iter_mut().enumerate().take(end).skip(row + 1) {
                    let bend = Thing::Bend { to: link, kind, row: passed };
                    lines.push([from, bend]);
                    from = bend;
                    if !things.contains(&bend) {
                        things.push(bend);
                    }
                }
                lines.push([from, thing(link)]);
            }
        }
        rows[variables.len()].push(Thing::Top);
        lines.sort_unstable();
        lines.dedup();
        let graph = Lines::new(&lines);
        let rows = graph.sorted(rows);
        let places = graph.placed(&rows);
        let place = |thing: Thing, row: usize| Place { row, x: places[&thing] };
        let placed =
            |(at, node): (usize, &DecisionNode)| place(Thing::Node(at), row_of(node.variable));
        Self {
            nodes: nodes.iter().enumerate().map(placed).collect(),
            top: place(Thing::Top, variables.len()),
            variables,
            positions,
            bends: places,
        }
    }

    /// The place of the node with a number; none for ⊤.
    pub(super) fn place_of(&self, number: usize) -> Option<Place> {
        self.positions.get(&number).map(|position| self.nodes[*position])
    }

    /// Where the line of a kind from a node bends.
    pub(super) fn bends(&self, node: &DecisionNode, kind: usize) -> impl Iterator<Item = Place> {
        let to = node.links[kind];
        let first = self.nodes[self.positions[&node.number]].row + 1;
        let end = self.place_of(to).unwrap_or(self.top).row;
        (first..end).map(move |row| Place { row, x: self.bends[&Thing::Bend { to, kind, row }] })
    }

    /// How much room there must be between the leftmost node and the names of variables.
    pub(super) fn margin(&self) -> f64 {
        let left = self.nodes.iter().map(|place| place.x).fold(f64::INFINITY, f64::min);
        let leftmost = self.bends.values().copied().fold(left, f64::min);
        left - leftmost + NODE_PITCH
    }
}

/// The lines between things of neighbouring rows.
struct Lines {
    /// For each thing those that it is joined to above and below.
    neighbours: BTreeMap<Thing, [Vec<Thing>; 2]>,
}

impl Lines {
    fn new(lines: &[[Thing; 2]]) -> Self {
        let mut neighbours: BTreeMap<Thing, [Vec<Thing>; 2]> = BTreeMap::new();
        for [above, below] in lines {
            neighbours.entry(*above).or_default()[1].push(*below);
            neighbours.entry(*below).or_default()[0].push(*above);
        }
        Self { neighbours }
    }

    fn of(&self, thing: Thing, side: usize) -> &[Thing] {
        self.neighbours.get(&thing).map_or(&[], |sides| &sides[side])
    }

    /// The rows in an order with few crossings.
    fn sorted(&self, mut rows: Vec<Vec<Thing>>) -> Vec<Vec<Thing>> {
        let mut best = (self.crossings(&rows), rows.clone());
        for sweep in 0..SWEEPS {
            let side = sweep % 2;
            let order: Vec<usize> = match side {
                0 => (1..rows.len()).collect(),
                _ => (0..rows.len() - 1).rev().collect(),
            };
            for row in order {
                let other = if side == 0 { row - 1 } else { row + 1 };
                let at = positions(&rows[other]);
                let own = positions(&rows[row]);
                let mean = |thing: &Thing| {
                    let near = self.of(*thing, side);
                    match near.len() {
                        0 => length(own[thing]),
                        count => {
                            length(near.iter().map(|thing| at[thing]).sum::<usize>())
                                / length(count)
                        }
                    }
                };
                rows[row].sort_by(|a, b| mean(a).total_cmp(&mean(b)));
            }
            let crossings = self.crossings(&rows);
            if crossings < best.0 {
                best = (crossings, rows.clone());
            }
        }
        best.1
    }

    /// How many pairs of lines cross.
    fn crossings(&self, rows: &[Vec<Thing>]) -> usize {
        let between = |pair: &[Vec<Thing>]| {
            let at = positions(&pair[1]);
            let ends: Vec<usize> = pair[0]
                .iter()
                .flat_map(|thing| {
                    let mut ends: Vec<usize> =
                        self.of(*thing, 1).iter().map(|below| at[below]).collect();
                    ends.sort_unstable();
                    ends
                })
                .collect();
            let later = |(from, end): (usize, &usize)| {
                ends[from + 1..].iter().filter(|other| *other < end).count()
            };
            ends.iter().enumerate().map(later).sum::<usize>()
        };
        rows.windows(2).map(between).sum()
    }

    /// How far to the right everything is: close to the means of neighbours, in the order of rows.
    fn placed(&self, rows: &[Vec<Thing>]) -> BTreeMap<Thing, f64> {
        let mut places = BTreeMap::new();
        for row in rows {
            let offsets = offsets(row);
            let middle = offsets.last().copied().unwrap_or(0.0) / 2.0;
            places.extend(row.iter().copied().zip(offsets.iter().map(|x| x - middle)));
        }
        for sweep in 0..SWEEPS {
            let order: Vec<usize> = match sweep % 2 {
                0 => (0..rows.len()).collect(),
                _ => (0..rows.len()).rev().collect(),
            };
            for row in order {
                let wished: Vec<f64> = rows[row]
                    .iter()
                    .map(|thing| {
                        let near: Vec<f64> = [0, 1]
                            .into_iter()
                            .flat_map(|side| self.of(*thing, side))
                            .map(|other| places[other])
                            .collect();
                        match near.len() {
                            0 => places[thing],
                            count => near.iter().sum::<f64>() / length(count),
                        }
                    })
                    .collect();
                places.extend(rows[row].iter().copied().zip(spread(&wished, &offsets(&rows[row]))));
            }
        }
        places
    }
}

/// The positions of things in their row.
fn positions(row: &[Thing]) -> BTreeMap<Thing, usize> {
    row.iter().enumerate().map(|(position, thing)| (*thing, position)).collect()
}

/// How far the things of a row are from the first one if they are as close as they may be.
fn offsets(row: &[Thing]) -> Vec<f64> {
    let half = |thing: &Thing| match thing {
        Thing::Bend { .. } => BEND_PITCH / 2.0,
        _ => NODE_PITCH / 2.0,
    };
    let mut sum = 0.0;
    let mut offsets = Vec::with_capacity(row.len());
    for (position, thing) in row.iter().enumerate() {
        if position > 0 {
            sum += half(&row[position - 1]) + half(thing);
        }
        offsets.push(sum);
    }
    offsets
}

/// Places that are closest to those wished for, by least squares, and at least as far from each
/// other as the offsets say.
fn spread(wished: &[f64], offsets: &[f64]) -> Vec<f64> {
    // Blocks of things that touch: the sum of what they wish for the first one, and how many.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (wish, offset) in wished.iter().zip(offsets) {
        blocks.push((wish - offset, 1));
        while let [.., (sum, count), (later_sum, later_count)] = blocks[..] {
            if sum / length(count) <= later_sum / length(later_count) {
                break;
            }
            blocks.pop();
            *blocks.last_mut().expect("there were two") = (sum + later_sum, count + later_count);
        }
    }
    let starts =
        blocks.iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / length(*count), *count));
    starts.zip(offsets).map(|(start, offset)| start + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_stay_apart_and_come_as_close_to_their_wishes_as_they_can() {
        assert_eq!(spread(&[0.0, 5.0, 30.0], &[0.0, 10.0, 20.0]), [-2.5, 7.5, 30.0]);
        assert_eq!(spread(&[9.0, 0.0, 0.0], &[0.0, 10.0, 20.0]), [-7.0, 3.0, 13.0]);
        assert!(spread(&[], &[]).is_empty());
    }

    #[test]
    fn rows_are_sorted_until_nothing_crosses_if_nothing_must() {
        // Two nodes over two nodes, joined crosswise.
        let nodes = [
            DecisionNode { number: 6, variable: 0, links: [5, 4] },
            DecisionNode { number: 5, variable: 1, links: [0, 2] },
            DecisionNode { number: 4, variable: 1, links: [0, 3] },
            DecisionNode { number: 3, variable: 2, links: [0, 1] },
            DecisionNode { number: 2, variable: 2, links: [1, 1] },
        ];
        let layout = Layout::new(&nodes);
        let x = |number: usize| layout.place_of(number).expect("a node").x;
        assert!((x(5) < x(4)) == (x(2) < x(3)), "{} {} {} {}", x(5), x(4), x(2), x(3));
        let rows: Vec<usize> = layout.nodes.iter().map(|place| place.row).collect();
        assert_eq!((rows, layout.top.row), (vec![0, 1, 1, 2, 2], 3));
    }

    #[test]
    fn a_long_line_bends_in_every_row_that_it_passes() {
        let nodes = [
            DecisionNode { number: 4, variable: 0, links: [3, 1] },
            DecisionNode { number: 3, variable: 5, links: [2, 1] },
            DecisionNode { number: 2, variable: 9, links: [0, 1] },
        ];
        let layout = Layout::new(&nodes);
        assert_eq!(layout.variables, [0, 5, 9]);
        let rows = |node: usize, kind: usize| -> Vec<usize> {
            layout.bends(&nodes[node], kind).map(|place| place.row).collect()
        };
        assert_eq!([rows(0, 0), rows(0, 1), rows(1, 1)], [vec![], vec![1, 2], vec![2]]);
        // Lines of a kind to the same place flow together.
        let last = |node: usize| layout.bends(&nodes[node], 1).last();
        assert_eq!(last(0), last(1));
    }
}
