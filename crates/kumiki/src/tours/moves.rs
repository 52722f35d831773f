//! Moves by name: edges of the board, or of the board folded by a motion, as the seed writes them.
//!
//! An edge is called `0.0--1.2`, the black cell first. On a folded board the cells are the first
//! ones of their orbits, and there is a star for each time that the motion has to be made to come
//! from the first cell of an orbit to the one where the move leads. So two edges between the same
//! orbits can be told apart.

use kumiki_diagram::tours::FoldedBoard;
use kumiki_frontier::{Folding, Link, Motion};
use std::collections::HashMap;

/// The name of an edge between the first cells of two orbits, or from the first to the second
/// turned `label` times by a motion of order `turns`.
fn name(columns: usize, [from, to]: [usize; 2], label: u32, turns: u32) -> String {
    let is_black = |cell: usize| (cell / columns + cell % columns).is_multiple_of(2);
    let is_backwards = !is_black(from) && is_black(to);
    let (from, to, label) = match is_backwards {
        true => (to, from, (turns - label) % turns),
        false => (from, to, label),
    };
    let cell = |cell: usize| format!("{}.{}", cell / columns, cell % columns);
    format!("{}--{}{}", cell(from), cell(to), "*".repeat(label as usize))
}

/// The names of some edges of a folded board.
pub(super) fn link_names(folding: &Folding, columns: usize, links: &[usize]) -> Vec<String> {
    let first = |vertex: usize| folding.orbits()[vertex][0];
    let turns = folding.network().turns();
    let named = |link: &usize| {
        let Link { ends, label } = folding.network().links()[*link];
        name(columns, ends.map(first), label, turns)
    };
    links.iter().map(named).collect()
}

/// A tour by its moves on the board folded by a motion, a line each. If moves of the folded board
/// are those of the seed, these are its two matchings, each in the order of the seed's edges;
/// otherwise they come in the order of the tour, each once.
pub(super) fn tour_lines(
    board: [usize; 2],
    piece: [usize; 2],
    motion: Motion,
    tour: &[usize],
) -> Vec<String> {
    let turns = motion.order();
    // The first cell of the orbit of a cell, and how often the motion leads from there to the cell.
    let place = |cell: usize| {
        let (mut at, mut first, mut label) = (cell, cell, 0);
        for turn in 1..turns {
            at = motion.image(board, at);
            if at < first {
                (first, label) = (at, turns - turn);
            }
        }
        (first, label)
    };
    let moves = tour.iter().zip(tour.iter().cycle().skip(1));
    let mut names: Vec<String> = Vec::new();
    for (from, to) in moves {
        let [(from, before), (to, after)] = [place(*from), place(*to)];
        let label = (after + turns - before) % turns;
        let name = canonical(board[1], [from, to], label, turns);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let seeds = FoldedBoard::leaper(board[0], board[1], piece[0], piece[1]);
    if let (Motion::HalfTurn, Ok(seeds)) = (motion, seeds) {
        let numbers: HashMap<String, u32> =
            (0..).zip(seeds.edges()).map(|(number, _)| (seeds.edge_name(number), number)).collect();
        let number = |name: &String| numbers[name];
        let mut matchings = [0, 1].map(|first| {
            let every_second = names.iter().skip(first).step_by(2);
            let mut numbers: Vec<u32> = every_second.map(number).collect();
            numbers.sort_unstable();
            numbers
        });
        matchings.sort_unstable();
        let line = |(what, numbers): (&str, Vec<u32>)| {
            let names: Vec<String> = numbers.iter().map(|edge| seeds.edge_name(*edge)).collect();
            format!("{what} matching: {}", names.join(" "))
        };
        return ["first", "second"].into_iter().zip(matchings).map(line).collect();
    }
    vec![format!("moves: {}", names.join(" "))]
}

/// The one name of a move of a folded board, in whichever direction it is made.
fn canonical(columns: usize, [from, to]: [usize; 2], label: u32, turns: u32) -> String {
    let back = (turns - label) % turns;
    let ([from, to], label) = match from.cmp(&to) {
        std::cmp::Ordering::Greater => ([to, from], back),
        // From an orbit to itself both directions are the same edge.
        std::cmp::Ordering::Equal => ([from, to], label.min(back)),
        std::cmp::Ordering::Less => ([from, to], label),
    };
    name(columns, [from, to], label, turns)
}
