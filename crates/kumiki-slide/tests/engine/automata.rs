//! Automata lose no shortest path: from any cell of a board, wherever it leads.

use crate::naive::neighbours;
use crate::questions::position;
use kumiki_model::{Direction, Metric, SlidingPosition};
use kumiki_slide::{Automaton, State};
use rustc_hash::FxHashSet;

/// Positions by the length of words that lead there from the first one, for all words that an
/// automaton lets pass. With their number.
fn reached(
    start: &SlidingPosition,
    automaton: &Automaton,
    longest: usize,
) -> Vec<(FxHashSet<SlidingPosition>, u64)> {
    let mut layers = vec![(FxHashSet::default(), 0); longest + 1];
    let mut waiting: Vec<(SlidingPosition, State, usize)> =
        vec![(start.clone(), automaton.start(), 0)];
    while let Some((position, state, len)) = waiting.pop() {
        for direction in Direction::ALL.into_iter().filter(|_| len < longest) {
            let mut next = position.clone();
            if let (Some(state), Some(_)) =
                (automaton.after(state, direction), next.step(direction))
            {
                waiting.push((next, state, len + 1));
            }
        }
        layers[len].0.insert(position);
        layers[len].1 += 1;
    }
    layers
}

#[test]
fn every_position_is_reached_by_a_shortest_word_that_passes() {
    for (goal, longest) in [
        ("2x2:1230", 7),
        ("2x3:123450", 13),
        ("3x2:123450", 13),
        ("3x3:123456780", 12),
        ("4x4:123456789abcdef0", 9),
    ] {
        let (board, tiles) = goal.split_once(':').expect("a board and tiles");
        let solved = position(board, tiles);
        let automaton = Automaton::new(longest);
        for cell in 0..solved.tiles().len() {
            // Any arrangement does, as long as the blank is in the cell.
            let mut tiles = solved.tiles().to_vec();
            tiles.swap(cell, solved.blank());
            let start = SlidingPosition::new(solved.board(), tiles).expect("every tile once");
            let words = reached(&start, &automaton, longest);
            let mut seen = FxHashSet::from_iter([start.clone()]);
            let mut layer = vec![start];
            for (found, _) in words {
                assert!(layer.iter().all(|position| found.contains(position)), "{board} {cell}");
                let all = layer.iter().flat_map(|position| neighbours(position, Metric::Single));
                layer = all.filter(|next| seen.insert(next.clone())).collect();
            }
        }
    }
}

/// The two ways round a square of four cells are the first words of which one is left out: six
/// moves each.
#[test]
fn longer_automata_let_fewer_words_pass() {
    let start = position("4x4", "123456789abcdef0");
    let counts = [2, 6, 10].map(|longest| {
        let words = reached(&start, &Automaton::new(longest), 10);
        words.into_iter().map(|(_, count)| count).collect::<Vec<u64>>()
    });
    assert_eq!(counts[0][..6], counts[1][..6]);
    assert!(counts[0][6] > counts[1][6] && counts[1][10] > counts[2][10]);
}

#[test]
fn the_way_back_is_refused_from_the_second_move_on() {
    let automaton = Automaton::no_way_back();
    assert!(automaton.keeps_all() && !Automaton::new(6).keeps_all());
    for first in Direction::ALL {
        let state = automaton.after(automaton.start(), first).expect("every first move passes");
        for second in Direction::ALL {
            assert_eq!(automaton.after(state, second).is_some(), second != first.opposite());
        }
    }
}
